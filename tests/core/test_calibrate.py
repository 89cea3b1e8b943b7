"""Calibration: what is off is found and put right, and a curve that does not help is not taken."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from typer.testing import CliRunner

from bivouac.agents.shown import follow
from bivouac.cli import app
from bivouac.lab.calibrate import Look, halves, isotonic, reliability, wanted_curve


def looks(truth, n=2000, seed=1):
    """Positions of matches that are won as the truth says, whatever was reckoned."""
    rng = Random(seed)
    for match in range(n):
        chance = rng.random()
        yield Look(match, rng.random(), chance, float(rng.random() < truth(chance)))


def test_a_chance_that_comes_true_is_left_alone():
    sound = list(looks(lambda chance: chance, 6000))
    assert reliability(sound).off < 0.04 and reliability(sound).brier < reliability(sound).blind
    assert wanted_curve(sound) == []


def test_a_chance_that_is_too_sure_is_put_right_on_matches_not_seen():
    bold = list(looks(lambda chance: 0.5 + (chance - 0.5) / 3))
    first, second = halves(bold)
    assert not {x.match for x in first} & {x.match for x in second}
    points = wanted_curve(bold)
    fitted = isotonic(first)
    before, after = reliability(second), reliability(second, lambda c: follow(fitted, c))
    assert before.off > 0.15 > 0.06 > after.off and after.brier < before.brier
    assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(points))
    assert follow(points, 0.95) == pytest.approx(0.65, abs=0.12)


def test_along_a_curve():
    assert [follow((), x) for x in (0.0, 0.3, 1.0)] == [0.0, 0.3, 1.0]
    assert [follow([(0.5, 0.25)], x) for x in (0.0, 0.25, 0.5, 0.75, 1.0)] == pytest.approx([0.0, 0.125, 0.25, 0.625, 1.0])


def test_the_command_measures_every_phase(tmp_path):
    asked = ["--lang", "en", "calibrate", "hold-the-line", "--players", "random", "--matches", "8", "--seed", "1"]
    result = CliRunner().invoke(app, [*asked, "-o", str(tmp_path), "--curves", str(tmp_path / "c.toml"), "--jobs", "1"])
    assert result.exit_code == 0 and all(words in result.output for words in ("First third", "Middle third", "Last third")), result.output
    assert (tmp_path / "hold-the-line.svg").read_text().startswith("<svg") and "command" in (tmp_path / "c.toml").read_text()
