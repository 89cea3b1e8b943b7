"""Whoever plays the matches of a run, they are the same; nothing is lost and nothing is played twice."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bivouac import Match, load
from bivouac.agents import hire_agent, make_agent
from bivouac.cli import app
from bivouac.core.title import BadSetup
from bivouac.lab.crew import Crew, Journal, Processes, cluster, processes
from bivouac.lab.ladder import run_ladder
from bivouac.lab.learn import collect
from bivouac.lab.simulate import Plan, simulate
from bivouac.match import Malformed
from bivouac.titles import titles

ROOT = Path(__file__).resolve().parents[2]
PLAN = Plan("pickets", None, None, (), ("veteran", "recruit"), "crew")


def told(result):
    return result.matches, result.wins, result.endings, result.answers, result.shortest, result.longest


def counted(item):
    """Some work that leaves a trace: a line in a file."""
    path, number = item
    with open(path, "a") as file:
        file.write(f"{number}\n")
    return number * number


def broken(item):
    if item[1] == 3:
        raise RuntimeError("interrupted")
    return counted(item)


def deadly(item):
    """The first one who comes to number 7 is killed."""
    path, number = item
    if number == 7 and not path.exists():
        path.write_text("killed")
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_any_executor_plays_the_same_matches(monkeypatch):
    """Here, in processes, in threads, and in processes that begin from nothing, who have to be told of the title."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests"))))
    here = told(simulate(PLAN, 40))
    with processes(2) as two, ThreadPoolExecutor(2) as threads, Processes(1, multiprocessing.get_context("spawn")) as spawned:
        for executor in (two, threads, spawned):
            assert told(simulate(PLAN, 40, Crew(executor))) == here
        lessons = [collect("pickets", "ring", 60, "1", Crew(executor)) for executor in (None, two)]
        assert lessons[0] == lessons[1]
        ladders = [run_ladder("pickets", None, (), ("random", "veteran"), 6, "1", None, Crew(executor)) for executor in (None, two)]
        assert ladders[0].pairings == ladders[1].pairings


def test_an_interrupted_run_goes_on_where_it_was(tmp_path):
    items = [(str(tmp_path / "trace"), n) for n in range(6)]
    journal = tmp_path / "run.journal"
    broken.__qualname__ = counted.__qualname__  # the same work, on a bad day
    with pytest.raises(RuntimeError):
        list(Crew(None, Journal(journal)).each(broken, items, int))
    with journal.open("ab") as file:
        file.write(b'["torn')
    heard = []
    assert list(Crew(None, Journal(journal), heard.append).each(counted, items, int)) == [0, 1, 4, 9, 16, 25]
    assert list(Crew(None, Journal(journal)).each(counted, items, int)) == [0, 1, 4, 9, 16, 25]
    assert (tmp_path / "trace").read_text().split() == ["0", "1", "2", "3", "4", "5"]
    assert heard == [3, 1, 1, 1]


def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path):
    """The command itself, with two processes: what its journal holds is not played again, and in the end the results are the same."""
    journal = tmp_path / "run.journal"
    asked = ["simulate", "lincoln", "--matches", "60", "--json"]
    whole = json.loads(CliRunner().invoke(app, asked).output)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    run = subprocess.Popen(
        [sys.executable, "-m", "bivouac", *asked, "--jobs", "2", "--journal", str(journal)],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    while run.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") > 1):
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    before = journal.read_bytes()
    before = before[: before.rfind(b"\n") + 1]
    again = json.loads(CliRunner().invoke(app, [*asked, "--journal", str(journal)]).output)
    assert {**again, "seconds": 0} == {**whole, "seconds": 0}
    after = journal.read_bytes()
    assert after.startswith(before) and 1 < before.count(b"\n") <= after.count(b"\n") == 1 + 60, "with a line for the origin"


def test_another_file_is_no_journal(tmp_path):
    (tmp_path / "notes").write_text("Dear diary\n")
    result = CliRunner().invoke(app, ["--lang", "it", "simulate", "pickets", "--journal", str(tmp_path / "notes")])
    assert result.exit_code == 2 and "diario" in result.output


def test_a_killed_process_loses_nothing(tmp_path):
    with processes(2) as executor:
        found = list(Crew(executor).each(deadly, [(tmp_path / "mark", n) for n in range(40)], int))
    assert (tmp_path / "mark").exists() and found == [n * n for n in range(40)]


def test_dask_workers_give_the_same_results_even_when_one_is_killed(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests"))))
    bring_scouts(tmp_path, monkeypatch)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as local,
        cluster(local.scheduler_address) as executor,
    ):
        assert told(simulate(PLAN, 40, Crew(executor))) == told(simulate(PLAN, 40))
        assert told(simulate(SCOUTS, 40, Crew(executor))) == told(simulate(SCOUTS, 40))
        found = list(Crew(executor).each(deadly, [(tmp_path / "mark", n) for n in range(40)], int))
    assert (tmp_path / "mark").exists() and found == [n * n for n in range(40)]


def test_nobody_answers_at_a_wrong_address():
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    result = CliRunner().invoke(app, ["--lang", "en", "simulate", "pickets", "--cluster", "nowhere"])
    assert result.exit_code == 2 and "No cluster answers at nowhere" in result.output


def test_a_title_of_another_package_is_known_by_its_entry_point(tmp_path, monkeypatch):
    (tmp_path / "skirmish.py").write_text(
        "from dataclasses import replace\nimport toy\nTITLE = replace(toy.TITLE, id='skirmish', package='skirmish')\n"
    )
    about = tmp_path / "skirmish-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[bivouac.titles]\nskirmish = skirmish:TITLE\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests"), str(tmp_path))))
    code = (
        "from bivouac.titles import titles; assert 'skirmish' in titles()\n"
        "import multiprocessing\n"
        "from bivouac.lab.crew import Crew, Processes\n"
        "from bivouac.lab.simulate import Plan, simulate\n"
        "if __name__ == '__main__':\n"
        "    with Processes(1, multiprocessing.get_context('spawn')) as executor:\n"
        "        print(simulate(Plan('skirmish', None, None, (), ('random', 'random'), '1'), 4, Crew(executor)).matches)\n"
    )
    script = tmp_path / "run.py"
    script.write_text(code)
    assert subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True).stdout == "4\n"
    assert "skirmish" not in titles()


SCOUTS = PLAN._replace(agents=("scouts:Bold", "random"))


def bring_scouts(folder, monkeypatch):
    """A module of somebody's own with an agent in it, where this process and those who start from it find modules."""
    (folder / "scouts.py").write_text(
        "class Bold:\n    name = 'bold'\n\n    def __init__(self, rng):\n        self.rng = rng\n\n"
        "    def decide(self, view, question, clock):\n        return max(question.options)\n"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests"), str(folder))))
    monkeypatch.syspath_prepend(folder)


def test_workers_that_begin_from_nothing_find_anybodys_agent(tmp_path, monkeypatch):
    bring_scouts(tmp_path, monkeypatch)
    here = told(simulate(SCOUTS, 30))
    assert here != told(simulate(SCOUTS._replace(agents=("random", "random")), 30))
    with Processes(1, multiprocessing.get_context("spawn")) as spawned:
        assert told(simulate(SCOUTS, 30, Crew(spawned))) == here


class First:
    """Takes what comes first."""

    name = "first"

    def __init__(self, rng):
        self.rng = rng

    def decide(self, view, question, clock):
        return question.options[0]


def test_anybodys_agent_plays_by_module_and_class():
    name = f"{__name__}:First"
    sys.modules.setdefault(__name__, sys.modules[First.__module__])
    assert simulate(PLAN._replace(agents=(name, "random")), 5).matches == 5
    for wrong in ("no_such_module:First", f"{__name__}:Last"):
        with pytest.raises(BadSetup):
            hire_agent(wrong, None)
    with pytest.raises(BadSetup):
        make_agent(name, None)  # the table lets nobody in whom it does not know
    assert load("pickets").id == "pickets"


BOTS = """import numpy as np


class Drawing:
    name = "drawing"

    def __init__(self, rng):
        self.rng = np.random.default_rng(rng.randrange(1000))

    def decide(self, view, question, clock):
        return self.rng.choice(question.options)


class Peeking(Drawing):
    name = "peeking"

    def decide(self, view, question, clock):
        return view.glance().options[0]


class Sure(Drawing):
    name = "sure"

    def decide(self, view, question, clock):
        return len(question.options) > 0


class Greedy(Drawing):
    name = "greedy"

    def decide(self, view, question, clock):
        question.options = (*question.options, 9999)
        return 9999
"""


@pytest.fixture
def bots(tmp_path, monkeypatch):
    """Agents that draw with numpy, that look where they may not, and that answer what is no option."""
    pytest.importorskip("numpy", reason="the extra `research` is not installed")
    (tmp_path / "robots.py").write_text(BOTS)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests"), str(tmp_path))))
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("robots", None)


@pytest.mark.parametrize("title", ["pickets", *titles()])
def test_an_agent_may_answer_with_a_numpy_integer(bots, title):
    found = simulate(Plan(title, None, None, (), ("robots:Drawing", "random"), "1"), 1)
    assert found.matches == 1
    match = Match.new(title, seed=1)
    numpy = sys.modules["numpy"]
    match.submit(numpy.int64(match.question.options[-1]))
    assert type(match.answers[0]) is int and match.save()
    for wrong in (True, numpy.bool_(True), 1.0, numpy.float64(1), "1", None):
        with pytest.raises(Malformed):
            match.submit(wrong)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_names_an_agent_that_asks_for_the_true_position_and_its_question(bots, jobs):
    asked = ["--lang", "en", "simulate", "lincoln", "--csa", "robots:Peeking", "--matches", "40", "--jobs", jobs]
    result = CliRunner().invoke(app, asked)
    assert result.exit_code == 2, result.output
    assert "The agent peeking asked for the true position at the question CSA " in result.output and "(LIN-" in result.output


@pytest.mark.parametrize(("agent", "value"), [("Sure", "True"), ("Greedy", "9999")])
def test_the_command_names_an_agent_that_answers_what_is_no_option(bots, agent, value):
    result = CliRunner().invoke(app, ["--lang", "en", "simulate", "pickets", "--union", f"robots:{agent}", "--matches", "2"])
    assert result.exit_code == 2 and f"The agent {agent.lower()} answered {value}, which is not an option" in result.output
