"""Speed without a clock: the work of an answer, counted, against the last release; and which build is being tested."""

import importlib.util
import os
from pathlib import Path

import pytest

from bivouac import titles
from bivouac.core.build import build

FILE = Path(__file__).parents[2] / "benchmarks" / "work.py"
SPEC = importlib.util.spec_from_file_location("work", FILE)
WORK = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(WORK)


@pytest.mark.parametrize("name", [name for name in titles() if name != "pickets"])
def test_an_answer_costs_no_more_than_in_the_last_release(name):
    ratios = WORK.ratios([name])
    if not ratios:
        pytest.skip("counted for the plain build and one version of Python")
    assert ratios[name] <= WORK.TOLERANCE, f"{name} needs {ratios[name]:.2f} times the work; see benchmarks/work.py"


def test_the_build_that_was_meant_is_the_one_that_runs():
    assert build() == os.environ.get("BIVOUAC_BUILD", build())
