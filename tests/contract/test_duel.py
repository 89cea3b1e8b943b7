"""Duels keep a journal: what was broken off goes on, what was played is not played again, and the file tells what it holds."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))
import duel

from bivouac.lab.origin import code_of


@pytest.fixture
def args(tmp_path):
    return Namespace(journal=tmp_path / "duels.journal", seed=None, until=None, jobs=1)


def a_duel(title="lincoln", second="recruit"):
    return duel.Duel(title, None, "veteran", second, 1.0, duel.fingerprint(title))


def test_a_duel_that_was_broken_off_goes_on_with_the_same_seeds(args):
    begun = duel.fight(a_duel(), 2, args, float("inf"))
    whole = duel.fight(a_duel(), 4, args, float("inf"))
    assert whole[:2] == begun and len(whole) == 4
    assert len(args.journal.read_bytes().splitlines()) == 4
    assert [p.job.swapped for p in whole] == [False, True, False, True]
    assert whole[0].job.seed == whole[1].job.seed != whole[2].job.seed


def test_a_match_is_known_by_what_it_is_and_not_by_the_key_it_was_written_with(args):
    """Players who decide as before, whatever their code, keep their matches: these are given the new name and not played again."""
    begun = duel.fight(a_duel()._replace(players="before"), 2, args, float("inf"))
    args.journal.write_text(args.journal.read_text("utf-8").replace('"before"', f'"{a_duel().players}"'), "utf-8")
    whole = duel.fight(a_duel(), 2, args, float("inf"))
    assert [p.job.seed for p in whole] == [p.job.seed for p in begun] and len(duel.held(args.journal)) == 2


def test_other_players_begin_anew(args):
    duel.fight(a_duel(), 2, args, float("inf"))
    changed = a_duel()._replace(players="others")
    duel.fight(changed, 2, args, float("inf"))
    assert len(duel.held(args.journal)) == 4


def test_plain_python_and_the_compiled_build_are_different_players():
    """In the same time the one thinks less than the other."""
    compiled, pure = (duel.players_of("lincoln", build) for build in ("compiled", "pure"))
    assert compiled == duel.fingerprint("lincoln") != pure
    named = {w.duel.players for w in duel.duels_of(duel.HERE / "duels.toml") if w.duel.players.endswith(duel.PURE)}
    assert named == {duel.players_of("hold-the-line", "pure")}


def test_a_ladder_plays_what_is_for_the_build_that_runs(monkeypatch):
    played, ladder = [], duel.HERE / "duels.toml"
    monkeypatch.setattr(duel, "fight", lambda wanted, *rest: played.append(wanted.players))
    for build in ("pure", "compiled"):
        monkeypatch.setattr(duel, "build", lambda build=build: build)
        played.clear()
        duel.climb(Namespace(ladder=ladder, only=["thinking-pays"]), float("inf"))
        assert played and {players.endswith(duel.PURE) for players in played} == {build == "pure"}
    monkeypatch.setattr(duel, "build", lambda: "pure")
    with pytest.raises(SystemExit, match="none of these duels is for the pure build"):
        duel.climb(Namespace(ladder=ladder, only=["recruits"]), float("inf"))


def test_what_a_page_tells_of_a_scenario_makes_no_other_players(monkeypatch, tmp_path):
    """The handicap that is noted beside a table of plans is for who reads it; a mixture is how they play."""
    before = duel.fingerprint("lincoln")
    home = tmp_path / "src/bivouac/titles/lincoln"
    for folder in ("src/bivouac/agents", "src/bivouac/titles/lincoln/advice", "src/bivouac/titles/lincoln/data", "benchmarks/sparring"):
        shutil.copytree(duel.HERE.parent / folder, tmp_path / folder)
    monkeypatch.setattr(duel, "HERE", tmp_path / "benchmarks")
    assert duel.fingerprint("lincoln") == before
    plans = home / "data/plans.toml"
    plans.write_text(plans.read_text("utf-8") + 'handicap = "any"\nevened = 0.5\n', "utf-8")
    assert duel.fingerprint("lincoln") == before
    plans.write_text(plans.read_text("utf-8").replace("union = {", "union = { new = 0.5,"), "utf-8")
    assert duel.fingerprint("lincoln") != before


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ('"""Planning whole', '"""Thinking of whole', True),
        ("SURE = 3.0  # ", "SURE = 3.0  # that is: ", True),
        ("SURE = 3.0", "SURE = 2.5", False),
    ],
)
def test_players_are_known_by_what_they_do_and_not_by_what_is_said_of_them(tmp_path, old, new, same):
    source = duel.HERE.parent / "src/bivouac/agents/search.py"
    changed = tmp_path / "search.py"
    changed.write_text(source.read_text("utf-8").replace(old, new, 1), "utf-8")
    assert changed.read_bytes() != source.read_bytes()
    assert (code_of(changed) == code_of(source)) == same


def test_a_journal_tells_what_it_holds(args, capsys):
    results = duel.fight(a_duel(), 2, args, float("inf"))
    duel.show(args.journal)
    last = capsys.readouterr().out.strip().splitlines()[-1]
    assert f"{sum(r.points for r in results):g} of 2" in last and "lincoln" in last and a_duel().players in last


def test_the_ladder_names_the_duels_that_are_to_be_shown():
    wanted = list(duel.duels_of(duel.HERE / "duels.toml"))
    assert all(w.matches == 200 for w in wanted if not w.is_together) and len({w.duel for w in wanted}) == len(wanted)
    assert sum(w.matches for w in wanted if w.is_together and w.duel.players == duel.fingerprint("hold-the-line")) >= 200
    assert all(w.matches % 2 == 0 for w in wanted), "with both seats alike"
    assert {w.duel.title for w in wanted} == {"house-divided", "lincoln", "hold-the-line", "yankees-rebels", "gettysburg"}


def test_a_ladders_duels_can_be_played_by_name():
    ladder = duel.HERE / "duels.toml"
    assert {(w.duel.first, w.duel.second) for w in duel.duels_of(ladder, ["recruits"])} == {("veteran", "recruit")}
    with pytest.raises(SystemExit, match=r"no nonsense; it has thinking-pays, .*recruits"):
        list(duel.duels_of(ladder, ["nonsense"]))


def test_what_was_shown_is_put_into_the_docs_and_nothing_of_other_players(tmp_path):
    import msgspec

    wanted = next(w for w in duel.duels_of(duel.HERE / "duels.toml", ["thinking-pays-soon"]) if w.duel.title == "hold-the-line")
    played = [
        duel.Played(duel.Job(d, "1:0", bool(n)), 1.0, 1.0) for d in (wanted.duel, wanted.duel._replace(players="others")) for n in (0, 1)
    ]
    journal, page = tmp_path / "duels.jsonl", tmp_path / "page.md"
    journal.write_bytes(b"".join(msgspec.json.encode(("", one)) + b"\n" for one in played))
    page.write_text(f"Before.\n\n{duel.MARK}\nold\n\n{duel.END}After.\n", "utf-8")
    for _ in range(2):
        duel.write_down(journal, duel.HERE / "duels.toml", page)
    told = page.read_text("utf-8")
    row = "| crack – crack | 0.4 – 0.04 | 65 % | 2 of 2 | 1 of 1 | 1 of 1 | 34–100 |"
    assert told.startswith("Before.") and told.endswith("After.\n")
    assert told.count(row) == told.count("Hold the Line") == 1 and "\nold\n" not in told


def test_scenarios_that_count_together_are_one_row_and_weigh_the_same(tmp_path):
    import msgspec

    alike = [w for w in duel.duels_of(duel.HERE / "duels.toml") if w.is_together and w.duel.title == "hold-the-line"]
    first, second = [w for w in alike if not w.duel.players.endswith(duel.PURE)][:2]
    played = [duel.Played(duel.Job(first.duel, f"7:{n // 2}", bool(n % 2)), 1.0, 1.0) for n in range(first.matches + 8)]
    played += [duel.Played(duel.Job(second.duel, f"8:{n // 2}", bool(n % 2)), 0.0, 1.0) for n in range(4)]
    journal, page = tmp_path / "duels.jsonl", tmp_path / "page.md"
    journal.write_bytes(b"".join(msgspec.json.encode(("", one)) + b"\n" for one in played))
    page.write_text(f"{duel.MARK}{duel.END}", "utf-8")
    duel.write_down(journal, duel.HERE / "duels.toml", page)
    rows = [line for line in page.read_text("utf-8").splitlines() if "Hold the Line" in line]
    assert len(rows) == 1 and "2 scenarios together" in rows[0], rows
    assert f"| {first.matches} of {first.matches + 4} |" in rows[0], rows


def test_a_plan_by_name_and_anybodys_agent_may_play(args):
    one = duel.play(duel.Job(duel.Duel("lincoln", None, "plan:hammer/rush", "bivouac.agents.agent:RandomAgent", 1.0, ""), "1", False))
    assert one.points in (0.0, 0.5, 1.0)


def test_a_sequential_test_ends_when_the_matter_is_decided():
    assert duel.decided(9, 10, 0.7) == "better" and duel.decided(1, 10, 0.7) == "worse" and duel.decided(5, 10, 0.7) is None
