"""Results that can be trusted: a journal gives back what the same agents, rules, version and build have played, and nothing else."""

from __future__ import annotations

import json
import sys
import warnings

import pytest
from typer.testing import CliRunner

import bivouac
from bivouac.cli import app
from bivouac.lab import origin as origins
from bivouac.lab.crew import Crew, Journal
from bivouac.lab.origin import agent_fingerprint, origin, sources_of
from bivouac.lab.simulate import Plan, simulate

FIRST = """class Bot:
    name = 'bot'

    def __init__(self, rng):
        self.rng = rng

    def decide(self, view, question, clock):
"""
SMALLEST, LARGEST = f"{FIRST}        return min(question.options)\n", f"{FIRST}        return max(question.options)\n"


@pytest.fixture(autouse=True)
def forget(monkeypatch, tmp_path):
    """A process of its own reads agents and fingerprints anew; here they are forgotten."""
    monkeypatch.syspath_prepend(tmp_path)

    def begin_anew():
        origin.cache_clear()
        for name in [n for n in sys.modules if n.partition(".")[0] in ("homebrew", "tactics", "brigade")]:
            del sys.modules[name]
        import importlib

        importlib.invalidate_caches()

    begin_anew()
    yield begin_anew
    begin_anew()


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def run(tmp_path, *more, agent="homebrew:Bot", lang="en"):
    asked = ["--lang", lang, "simulate", "lincoln", "--union", agent, "--matches", "6", "--json", *more]
    found = CliRunner().invoke(app, [*asked, "--journal", str(tmp_path / "run.journal")])
    assert found.exit_code == 0, found.output
    result = json.loads(found.stdout)
    return {**result, "seconds": 0}, found.stderr


def results(tmp_path):
    lines = (tmp_path / "run.journal").read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith('["origin ')]


def test_an_agent_that_was_edited_plays_again_and_the_run_says_so(tmp_path, forget):
    write(tmp_path / "homebrew.py", SMALLEST)
    before, said = run(tmp_path)
    assert not said and len(results(tmp_path)) == 6
    again, said = run(tmp_path)
    assert again == before and not said and len(results(tmp_path)) == 6, "what is known is not played again"
    write(tmp_path / "homebrew.py", LARGEST)
    forget()
    after, said = run(tmp_path)
    assert after != before and len(results(tmp_path)) == 12
    assert "6" in said and "homebrew:Bot" in said and "run.journal" in said and "played again" in said
    assert run(tmp_path)[1] == "", "from now on these are known"
    write(tmp_path / "homebrew.py", SMALLEST)
    forget()
    assert run(tmp_path)[0] == before and len(results(tmp_path)) == 12, "the old agent's results are still there"


def test_the_same_is_said_in_italian(tmp_path, forget):
    write(tmp_path / "homebrew.py", SMALLEST)
    run(tmp_path)
    write(tmp_path / "homebrew.py", LARGEST)
    forget()
    assert "si giocano di nuovo" in run(tmp_path, lang="it")[1]


def test_a_module_beside_the_agent_and_a_file_that_it_names_count_too(tmp_path, forget):
    write(tmp_path / "tactics.py", "def pick(options):\n    return min(options)\n")
    source = f"import tactics\nfrom pathlib import Path\n\n\n{FIRST}        return tactics.pick(question.options)\n"
    named = "    name = 'bot'\n    files = (Path(__file__).with_name('weights'),)"
    write(tmp_path / "homebrew.py", source.replace("    name = 'bot'", named))
    write(tmp_path / "weights", "1 2 3")
    known = agent_fingerprint("homebrew:Bot")
    assert sources_of("homebrew") == [tmp_path / "homebrew.py", tmp_path / "tactics.py"]
    for name, text in (("tactics.py", "def pick(options):\n    return max(options)\n"), ("weights", "1 2 4")):
        write(tmp_path / name, text)
        forget()
        now = agent_fingerprint("homebrew:Bot")
        assert now != known
        known = now
    write(tmp_path / "tactics.py", '"""Words."""\n\n\ndef pick(options):\n    return max(options)  # the last one\n')
    forget()
    assert agent_fingerprint("homebrew:Bot") == known, "what is said about the code changes nothing"


def test_an_agent_in_a_package_is_known_by_what_it_imports_there(tmp_path, forget):
    write(tmp_path / "brigade" / "__init__.py", "")
    write(tmp_path / "brigade" / "choice.py", "def pick(options):\n    return min(options)\n")
    write(tmp_path / "brigade" / "bots" / "__init__.py", "")
    write(tmp_path / "brigade" / "bots" / "one.py", f"from ..choice import pick\n\n\n{FIRST}        return pick(question.options)\n")
    write(tmp_path / "brigade" / "unused.py", "")
    found = [path.relative_to(tmp_path).as_posix() for path in sources_of("brigade.bots.one")]
    assert set(found) >= {"brigade/choice.py", "brigade/bots/one.py"} and "brigade/unused.py" not in found


def test_an_agent_without_source_is_never_taken_from_a_journal():
    assert agent_fingerprint("no_such_module:Bot") != agent_fingerprint("no_such_module:Bot")


@pytest.mark.parametrize(
    ("part", "words"),
    [("version", "the version of Bivouac"), ("build", "the build"), ("rules", "the version of the rules"), ("code", "the code")],
)
def test_results_of_another_version_build_or_rules_are_played_again(tmp_path, forget, monkeypatch, part, words):
    _, said = run(tmp_path, agent="random")
    assert not said
    if part == "version":
        monkeypatch.setattr(origins, "VERSION", "99")
    elif part == "build":
        monkeypatch.setattr(origins, "build", lambda: "another")
    elif part == "rules":
        title = bivouac.load("lincoln")
        monkeypatch.setattr(origins, "load", lambda name: _Revised(title))
    else:
        monkeypatch.setattr(origins, "code_of", lambda path: b"otherwise")
    forget()
    _, said = run(tmp_path, agent="random")
    assert words in said and "6" in said and len(results(tmp_path)) == 12


class _Revised:
    def __init__(self, title):
        self.id, self.version, self.package = title.id, title.version + 1, title.package


def test_one_journal_serves_runs_of_different_agents(tmp_path, forget):
    write(tmp_path / "homebrew.py", SMALLEST)
    mine, said = run(tmp_path)
    other, more = run(tmp_path, agent="random")
    assert not said and not more and mine["answers"] != other["answers"]
    assert (run(tmp_path)[0], run(tmp_path, agent="random")[0]) == (mine, other) and len(results(tmp_path)) == 12


def test_a_journal_of_the_former_format_is_not_used_and_the_run_says_so(tmp_path):
    (tmp_path / "run.journal").write_text('["0123456789abcdef01234567",["union","capital",5]]\n', "utf-8")
    _, said = run(tmp_path, agent="random")
    assert "the format of the journal" in said and len(results(tmp_path)) == 7


def test_in_python_a_journal_warns(tmp_path, forget, monkeypatch):
    plan = Plan("pickets", None, None, (), ("random", "random"), "1")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first = simulate(plan, 4, Crew(None, Journal(tmp_path / "run.journal")))
    monkeypatch.setattr(origins, "VERSION", "99")
    forget()
    with pytest.warns(UserWarning, match="the version of Bivouac"):
        second = simulate(plan, 4, Crew(None, Journal(tmp_path / "run.journal")))
    assert first.wins == second.wins
