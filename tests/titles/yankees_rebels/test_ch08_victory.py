"""Chapter 8: victory points and the scenarios' ends."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.core.title import BadSetup
from bivouac.titles.yankees_rebels.printed.map import NUMBERS, VICTORY
from bivouac.titles.yankees_rebels.printed.scenarios import SETUPS
from bivouac.titles.yankees_rebels.rules.ch08_victory import end_of_day, hex_points
from titles.yankees_rebels.kit import HEX, TITLE, Box, Position, at_box, battle, h, u

LAST = {name: len(setup.turns) - 1 for name, setup in SETUPS.items()}


def end(*pieces, scenario="july-3", points=(0, 0), turn=None, options=()):
    s = battle(*pieces, scenario=scenario, turn=LAST[scenario] if turn is None else turn, options=options)
    s.points = list(points)
    s.cup = 0
    return at_box(s, Box.ROUND).state


@pytest.mark.rule("YR-8.0a")
def test_victory_hexes_score_for_the_confederacy_at_the_end_of_the_last_day():
    assert {HEX[n]: points for n, points in VICTORY.items()} == {
        "D6": 5,
        "I1": 5,
        "N5": 3,
        "N3": 3,
        "A5": 3,
        "I5": 1,
        "K6": 1,
        "L6": 1,
        "M6": 1,
        "G9": 1,
    }
    assert sum(VICTORY.values()) == 24
    s = end("cs_hood@D6", "cs_early@N5", "us_hays@N3")
    assert s.points == [0, 8] and s.outcome.winner == Side.CSA
    day_one = end("cs_hood@D6", "us_hays@A1", scenario="campaign", turn=12)
    assert day_one.points == [0, 0] and day_one.outcome is None
    every_day = end("cs_hood@D6", "us_hays@A1", scenario="campaign", turn=12, options=("vp-every-day",))
    assert every_day.points == [0, 5]


@pytest.mark.rule("YR-8.0c")
def test_more_points_win_and_equal_points_draw():
    assert end("cs_hood@C3", "us_hays@C5", points=(4, 6)).outcome == (Side.CSA, "YR-8.0c", "points")
    assert end("cs_hood@C3", "us_hays@C5", points=(6, 4)).outcome == (Side.UNION, "YR-8.0c", "points")
    assert end("cs_hood@C3", "us_hays@C5", points=(5, 5)).outcome == (None, "YR-8.0c", "level")


@pytest.mark.rule("YR-8.0d")
def test_control_is_presence_or_by_option_the_last_occupation():
    s = battle("cs_hood@L6", "us_hays@A1")
    s.move(u("cs_hood"), h("L7"))
    assert hex_points(s) == 0
    s = battle("cs_hood@L6", "us_hays@A1", options=("control-last-occupied",))
    s.move(u("cs_hood"), h("L7"))
    assert hex_points(s) == 1
    s.move(u("us_hays"), h("L6"))
    assert hex_points(s) == 0


@pytest.mark.rule("YR-8.0e")
def test_units_lost_before_the_start_score_nothing():
    for scenario in ("july-2", "july-3"):
        p = Position(TITLE, scenario)
        assert p.state.points == [0, 0] and p.state.where[u("us_robinson")] == -2


@pytest.mark.rule("YR-8.1a", "YR-8.1b")
def test_ways_to_play():
    assert {name: (setup.turns[0].day, setup.turns[-1].day) for name, setup in SETUPS.items()} == {
        "campaign": (1, 3),
        "july-1": (1, 1),
        "july-2": (2, 2),
        "july-2-3": (2, 3),
        "july-3": (3, 3),
    }
    assert end("cs_hood@C3", "us_hays@C5", scenario="july-2", points=(1, 0)).outcome is not None
    assert end("cs_hood@C3", "us_hays@C5", scenario="july-2-3", points=(1, 0), turn=12).outcome is None


@pytest.mark.rule("YR-8.2a", "YR-S1i")
@pytest.mark.parametrize(
    ("lead", "winner", "ending"),
    [(10, Side.CSA, "broke_through"), (9, None, "undecided"), (4, None, "undecided"), (3, Side.UNION, "held"), (-5, Side.UNION, "held")],
)
def test_the_short_game_is_decided_by_margins(lead, winner, ending):
    s = end("cs_hood@C3", "us_hays@C5", scenario="july-1", points=(5, 5 + lead))
    assert s.outcome == (winner, "YR-8.2a", ending)


@pytest.mark.rule("YR-track-a")
def test_the_turn_track():
    assert NUMBERS.hours == list(range(7, 21))
    hours = [
        cell.id
        for panel in TITLE.table.layout(TITLE.view(battle("cs_hood@C3"), None)).panels
        if panel.id == "track"
        for cell in panel.cells
    ]
    assert hours == [f"hour:{n}" for n in range(7, 22)]


@pytest.mark.rule("YR-8.0a")
def test_the_log_tells_which_hexes_scored_or_that_none_did():
    for place, scored in ((HEX[next(iter(VICTORY))], True), ("A1", False)):
        s = battle(f"cs_hood@{place}", "us_gibbon@V1")
        end_of_day(s, is_last=True)
        told = {e.kind.name for e in s.log}
        assert ("scored" in told, "scored_nothing" in told) == (scored, not scored)


@pytest.mark.rule("YR-8.0a")
def test_an_ordinary_turn_scores_nothing_even_where_every_day_does():
    s = battle(f"cs_hood@{HEX[next(iter(VICTORY))]}", "us_gibbon@V1", scenario="campaign", options=("vp-every-day",))
    assert not s.rules.setup.turns[1].is_night
    s.cup = 0
    p = at_box(s, Box.ROUND)
    assert p.state.turn == 1 and p.state.points == [0, 0]


@pytest.mark.rule("YR-8.0c")
def test_a_side_may_begin_with_points_as_a_handicap():
    assert TITLE.setup("july-1", ("union-plus-2",)).points == [2, 0]
    assert TITLE.setup("campaign", ("csa-plus-4",)).points == [0, 4]
    assert TITLE.setup("july-2").points == [0, 0], "nobody else does"
    with pytest.raises(BadSetup, match="option_excludes"):
        TITLE.setup("july-1", ("union-plus-2", "csa-plus-2"))
