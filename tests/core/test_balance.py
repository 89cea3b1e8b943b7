"""Balance reports: the figures follow from the matches, and the page stands by itself."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from bivouac import load
from bivouac.cli import app
from bivouac.core.title import RuleOption
from bivouac.lab.balance import Wish, decided_at, effect_of, level_of, study, switchable, work_of
from bivouac.lab.crew import Crew
from bivouac.lab.record import Record, Turn
from bivouac.lab.report import is_telling, share_of
from bivouac.lab.simulate import end_of_one

RULE = RuleOption("some-rule", "TOY-1")


def match(number=0, winner="union", chances=(0.5, 0.6, 0.9), plans=("bold", ""), opening=(), fallen=()):
    turns = [Turn(n, 10 * n, 0, chance) for n, chance in enumerate(chances)]
    return Record(number, winner, "TOY-1", "end", 10 * len(chances), plans, list(opening), turns, [], list(fallen), [])


@pytest.mark.parametrize(
    ("winner", "chances", "share"), [("union", (0.5, 0.6, 0.9, 0.9), 0.5), ("csa", (0.1, 0.9, 0.1, 0.7), 1.0), ("union", (0.9, 0.9), 0.0)]
)
def test_a_match_is_decided_when_the_winners_chance_stays_high(winner, chances, share):
    assert decided_at(match(winner=winner, chances=chances)) == share


def test_a_rule_is_measured_on_pairs_of_matches():
    effect = effect_of(RULE, [0, 0, 1, 1], [1, 1, 1, 1])
    assert (effect.without, effect.rate, effect.difference) == (0.5, 1.0, 0.5) and 0.5 < effect.half < 0.6
    assert effect_of(RULE, [1.0] * 25, [1.0] * 25).half == pytest.approx(1.96 / 25)


def test_what_a_side_did_is_weighed_by_what_came_of_it():
    def opening(word):
        return [(0, word, word), (1, "same", "same")]

    records = [match(n, "union" if n < 6 else "csa", plans=("bold" if n < 6 else "careful", "")) for n in range(12)]
    records = [r._replace(opening=opening("left" if r.number % 2 else "right"), fallen=[(0, "hex:3"), (1, "hex:3")]) for r in records]
    level = level_of("veteran", None, records)
    found = {(w.side, w.which, w.name[0]): (w.matches, w.wins) for w in level.worths}
    assert found == {(0, 0, "bold"): (6, 6), (0, 0, "careful"): (6, 0), (0, 1, "left"): (6, 3), (0, 1, "right"): (6, 3)}
    assert level.fallen == {"hex:3": (12, 12)} and level.wins == {"union": 6, "csa": 6}


def test_what_luck_could_explain_is_folded_away():
    records = [match(n, "union" if n % 2 else "csa", plans=("bold" if n % 2 else "careful", "")) for n in range(40)]
    records += [match(40 + n, "union" if n % 2 else "csa", plans=("idle", "")) for n in range(10)]
    level = level_of("veteran", None, records)
    telling = {worth.name[0]: is_telling(worth, share_of(level)) for worth in level.worths}
    assert telling == {"bold": True, "careful": True, "idle": False}


def test_a_rule_is_compared_with_the_matches_that_are_there_anyway():
    """Every match is played once: those of the scenario itself are the ones without the rule."""
    wish = Wish("lincoln", ("war",), ("random",), 4, 3, "1")
    asked = []

    class Counting(Crew):
        def each(self, work, items, *args):
            asked.extend((work.__name__, item) for item in items)
            return super().each(work, items, *args)

    title = load("lincoln")
    (balance,) = study(title, wish, Counting())
    assert len(asked) == work_of(title, wish) == 4 + 3 * len(switchable(title, "war"))
    plain = [end_of_one((wish.plan("war", "random"), number)).winner for number in range(3)]
    assert balance.effects[0].without == pytest.approx(sum({"union": 1, "csa": 0, "draw": 0.5}[w] for w in plain) / 3)
    assert wish._replace(option_matches=9).pairs == 4


def test_rules_that_a_scenario_refuses_are_left_out():
    title = load("house-divided")
    every = {scenario: {option.id for option, _ in switchable(title, scenario)} for scenario in title.scenarios}
    assert all(found <= set(title.options) for found in every.values())
    assert {option.id: chosen for option, chosen in switchable(title, "1861")}["rally"] == ("morale", "rally")


def test_the_report_is_one_page_that_stands_by_itself(tmp_path):
    file = tmp_path / "report.html"
    asked = ["--lang", "en", "balance", "hold-the-line", "--scenario", "bull-run-1", "--matches", "6", "--option-matches", "1"]
    result = CliRunner().invoke(app, [*asked, "--journal", str(tmp_path / "journal"), "-o", str(file)])
    assert result.exit_code == 0 and "veteran" in result.output and "The report is in" in result.output, result.output
    page = file.read_text("utf-8")
    assert "<script" not in page and "@import" not in page
    assert not re.findall(r'(?:src|href)="(?!#)', page), "nothing from elsewhere"
    for words in (
        "Who wins",
        "Chi vince",
        "Between veteran and veteran",
        "Fra veterano e veterano",
        "Veterano contro veterano",
        "Dove muoiono le unità",
        "bivouac balance hold-the-line",
    ):
        assert words in page
    columns = re.findall(r"From \d+ to \d+ turns: (\d+)", page)
    assert sum(map(int, columns)) == 6, "every match has its place among the lengths"
    assert page.count("<circle ") >= 3 and page.count("data:image/svg+xml;base64,") in (1, 2)
    assert not re.search(r">[a-z]+(?:\.[a-z_]+)+<", page), "a key instead of a sentence"


def test_a_mistyped_scenario_is_told():
    result = CliRunner().invoke(app, ["--lang", "en", "balance", "lincoln", "--scenario", "wor"])
    assert result.exit_code == 2 and "Did you mean war?" in result.output


def test_players_who_think_have_matches_and_seconds_of_their_own(tmp_path):
    file = tmp_path / "report.html"
    asked = ["--lang", "en", "balance", "lincoln", "--players", "random,crack", "--matches", "3", "--option-matches", "0"]
    result = CliRunner().invoke(app, [*asked, "--thinking-matches", "2", "--seconds", "0.001", "-o", str(file)])
    page = file.read_text("utf-8")
    assert result.exit_code == 0 and "against random: 3 matches" in page, result.output
    assert "against crack troops, 0.001 s a turn: 2 matches" in page and "--thinking-matches 2 --seconds 0.001" in page


@pytest.mark.parametrize("command", ["simulate", "balance", "ladder", "learn"])
def test_a_file_that_cannot_be_written_is_told_before_anybody_plays(tmp_path, monkeypatch, command):
    monkeypatch.setattr("bivouac.lab.crew.Crew.each", None)
    taken = tmp_path / "folder.parquet"
    taken.mkdir()
    result = CliRunner().invoke(app, ["--lang", "en", command, "lincoln", "-o", str(taken)])
    assert result.exit_code == 2 and "cannot be used: Is a directory" in result.output.replace("\n", " "), result.output
