"""A title that cannot be loaded stays alone: it is listed with file, line and reason, and the others can be played."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys

import pytest

from bivouac import load
from bivouac.core.broken import Broken, BrokenTitle, diagnosed
from bivouac.core.data import BadData
from bivouac.core.text import Both
from bivouac.core.title import BadSetup
from bivouac.titles import attempt
from broken_titles import FAULTS, HEALTHY, bring_broken


def told(environment, *command):
    return subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, check=True)


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    return bring_broken(tmp_path_factory.mktemp("broken"))


@pytest.fixture(scope="module")
def listed(environment):
    return told(environment, "-m", "bivouac", "--lang", "en", "titles", "--json")


def test_the_command_line_lists_broken_titles_with_file_line_and_reason(environment, listed):
    rows = json.loads(listed.stdout)
    broken = {row["title"]: row["broken"] for row in rows if "broken" in row}
    assert [row["title"] for row in rows if "broken" not in row] == [*HEALTHY, "sound"]
    assert set(broken) == {*FAULTS, "nowhere"}
    for name, (file, line, reason) in FAULTS.items():
        assert (broken[name]["file"], broken[name]["line"]) == (file, line) and reason in broken[name]["reason"], name
    shown = told(environment, "-m", "bivouac", "--lang", "it", "titles").stdout
    assert "Il titolo torn non si può caricare. torn/rules.py, riga 3: errore di sintassi: invalid syntax." in shown
    assert "lincoln" in shown and "manca il file mute/locale/it.toml" in shown


def test_the_log_names_a_broken_title_once(listed):
    for name, (file, line, reason) in FAULTS.items():
        lines = [row for row in listed.stderr.splitlines() if f" {name}: " in row]
        assert len(lines) == 1 and file in lines[0] and reason in lines[0] and (line is None or f"line {line}" in lines[0]), name


def test_in_python_they_are_listed_apart_and_the_others_can_be_played(environment):
    code = (
        "import bivouac\n"
        "print(*bivouac.titles(), '|', *(b.id for b in bivouac.broken_titles()))\n"
        "match = bivouac.Match.new('sound', seed=1)\n"
        "match.submit(match.question.options[0])\n"
        "try:\n    bivouac.load('torn')\nexcept Exception as e:\n    print(type(e).__name__, e.broken.file, e.broken.line)\n"
    )
    found = told(environment, "-c", code).stdout.splitlines()
    healthy, broken = (part.split() for part in found[0].split(" | "))
    assert healthy == [*HEALTHY, "sound"] and set(broken) == {*FAULTS, "nowhere"}
    assert found[1] == "BrokenTitle torn/rules.py 3"


def test_a_command_about_a_broken_title_says_why_and_about_another_works(environment):
    command = [sys.executable, "-m", "bivouac", "--lang", "en"]
    wrong = subprocess.run([*command, "simulate", "loud"], env=environment, capture_output=True, text=True)
    assert wrong.returncode == 2 and "The title loud cannot be loaded. loud/__init__.py, line 5: ZeroDivisionError" in wrong.stderr
    right = subprocess.run(
        [*command, "simulate", "sound", "--matches", "2", "--jobs", "2"], env=environment, capture_output=True, text=True
    )
    assert right.returncode == 0 and not right.stderr


def test_what_is_wrong_in_a_data_file_keeps_its_line():
    def find():
        raise BadData("units.toml", 12, Both("no such unit", "unità inesistente"))

    broken = attempt("toy", "toy", find)
    assert broken == Broken("toy", "units.toml", 12, Both("no such unit", "unità inesistente"))


def test_a_broken_title_is_an_error_of_set_up_that_other_processes_can_tell():
    error = BrokenTitle(diagnosed("toy", "toy", ValueError("three")))
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, BadSetup) and again.broken == error.broken and again.text == error.text
    with pytest.raises(BadSetup) as unknown:
        load("valley-of-nowhere")
    assert pickle.loads(pickle.dumps(unknown.value)).text == unknown.value.text and "valley-of-nowhere" in str(unknown.value)
