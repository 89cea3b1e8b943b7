"""1.0 and 2.0, and O5: components, map and set-ups."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources

import pytest

from bivouac import load
from bivouac.core.data import BadData
from bivouac.core.ids import SIDES, Side
from bivouac.core.kit.bits import bits
from bivouac.core.text import Text
from bivouac.i18n import catalogue
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import GO
from bivouac.titles.house_divided.printed.map import CSA, DOWNSTREAM, FORT, KIND, MAP, NOBODY, PORT, UNION, parse_board
from bivouac.titles.house_divided.printed.units import CALENDAR, CAVALRY, DEFENCE, FIRE, KINDS, PIECES, PRIZES, QUALITY, TURN_OF
from bivouac.titles.house_divided.rules.ch11_victory import RESULTS
from titles.house_divided.kit import LINES, Field, box, line

MAP_TEXT = resources.files(TITLE.package).joinpath("data", "map.toml").read_text("utf-8")
START = TITLE.setup("1861")
ROADS, RAILS, RIVERS = 59, 141, 30


def counts(state, side):
    """How many pieces of each kind a side has on the map."""
    return Counter(KINDS[state.kind[p]] for p in bits(state.in_play(side)))


def placed(state, side):
    return Counter(MAP.name[state.box[p]] for p in bits(state.in_play(side)))


def entrenched_places(state, side):
    return {MAP.name[state.box[p]] for p in bits(state.in_play(side) & state.entrenched)}


@pytest.mark.rule("AHD-0.0a", "AHD-1.0a", "AHD-1.1a")
def test_two_sides_lead_one_nation_each_for_the_whole_match():
    asked = set()
    field = Field(empty=False, turn=1)
    field.state = TITLE.setup("1861")
    for _ in range(400):
        asked.add(field.question.side)
        field.answer(field.options[0])
    assert asked == {Side.UNION, Side.CSA, Side.CHANCE} and len(SIDES) == 2


@pytest.mark.rule("AHD-1.1b")
def test_both_names_of_a_side_mean_the_same():
    for language, sides in (("en", ("Union", "Confederacy")), ("it", ("Unione", "Confederazione"))):
        words = catalogue(language, TITLE)
        assert tuple(words.noun("side", side).word for side in (UNION, CSA)) == sides
        north, south = (words.say(Text(f"endings.{ending}")) for ending in ("north_victory", "south_victory"))
        assert ("north" in north or "Nord" in north) and ("south" in south or "Sud" in south)
    assert [RESULTS[0][1], RESULTS[-1][1]] == [Side.UNION, Side.CSA]  # the North is the Union, the South the Confederacy


@pytest.mark.rule("AHD-1.2a", "AHD-1.2d")
def test_the_map_has_129_named_boxes_with_their_data():
    assert len(MAP.name) == len(set(MAP.name)) == 129
    assert {"MO", "AR", "LA", "VA", "NC", "FL"} <= set(MAP.state)
    assert PORT[box("Mobile")] and FORT[box("Vicksburg")] and MAP.value[CSA][box("Richmond")] == 3


@pytest.mark.rule("AHD-1.2b", "AHD-4.2.2b")
def test_three_kinds_of_lines_and_rivers_with_a_current():
    assert Counter(LINES[k] for k in KIND) == {"road": 2 * ROADS, "rail": 2 * RAILS, "river": 2 * RIVERS}
    assert DOWNSTREAM[line("Paducah", "Cairo") - GO] and not DOWNSTREAM[line("Cairo", "Paducah") - GO]


@pytest.mark.rule("AHD-1.2c", refuses=True)
def test_pieces_are_in_boxes_and_move_only_along_lines():
    field = Field()
    unit = field.unit("MF", "Chicago")
    field.marching().take(unit)
    assert field.lines() == {"Bloomington (IL)", "Lafayette"}
    assert field.rule(line("Chattanooga", "Atlanta")) is not None


@pytest.mark.rule("AHD-1.2e")
def test_outlines_have_no_effect():
    """Only boxes, lines and the two named positions are read from the map file; drawing positions are in no rule."""
    again = parse_board(re.sub(r"at = \[\d+, \d+\]", "at = [0, 0]", MAP_TEXT))
    assert (again.name, again.lines, again.value, again.owner) == (MAP.name, MAP.lines, MAP.value, MAP.owner)


def test_a_slip_in_the_map_file_is_named():
    slips = (
        ('["Albany", "Columbus (GA)"]', '["Albany", "Columbia (GA)"]', "Columbia"),
        ("csa = 2", "grey = 2", "grey"),
        ('"Paducah river"', '"Paducah road"', "Paducah road"),
        ('potomac = ["Washington"', 'potomac = ["Boston"', "Boston"),
    )
    for right, wrong, word in slips:
        with pytest.raises(BadData, match=word) as caught:
            parse_board(MAP_TEXT.replace(right, wrong, 1))
        assert caught.value.line is not None or word == "grey"  # an unknown key is named, not its line


@pytest.mark.rule("AHD-1.3b")
def test_every_piece_shows_its_side():
    view = TITLE.view(START, None)
    layout = TITLE.table.layout(view)
    sides = {t.id: t.side for t in layout.tokens}
    for piece in view.pieces:
        assert sides.get(f"piece:{piece.id}", piece.side) == piece.side


@pytest.mark.rule("AHD-1.3c", "AHD-1.3g")
def test_six_kinds_of_units_and_their_values():
    assert KINDS[:6] == ("MF", "FV", "FS", "MC", "CV", "CS")
    assert FIRE[:6] == (2, 3, 3, 1, 2, 3) and DEFENCE[:6] == (0, 0, -1, 0, 0, 0)
    assert QUALITY[:6] == (0, 1, 2, 0, 1, 2) and CAVALRY[:6] == (False, False, False, True, True, True)


@pytest.mark.rule("AHD-1.3d", "AHD-1.3e")
def test_pieces_have_two_sides_and_there_are_markers_for_works_and_flags():
    field = Field()
    unit = field.unit("MF", "Chicago", works=True, reduced=True)
    seen = next(p for p in TITLE.view(field.state, None).pieces if p.id == unit)
    assert seen.reduced and seen.entrenched
    field.owns(UNION, "Louisville").rebel("MF", "Chicago")
    field.fighting()
    tokens = {token.id: token for token in TITLE.table.layout(TITLE.view(field.state, None)).tokens}
    assert tokens[f"flag:{box('Louisville')}"].face == "flag union" and f"flag:{box('Chicago')}" not in tokens
    assert tokens[f"piece:{unit}"].face == "union MF reduced" and tokens["marker:3"].at == f"box:{box('Chicago')}"


@pytest.mark.rule("AHD-1.3f")
def test_leaders_are_not_used_in_the_basic_game():
    for scenario in TITLE.scenarios:
        assert TITLE.view(TITLE.setup(scenario), None).leaders == ()
    assert TITLE.view(TITLE.setup("1863", ["leaders"]), None).leaders != ()


@pytest.mark.rule("AHD-2.0a", "AHD-10.0a", "AHD-3.0a")
def test_the_war_begins_in_july_1861_and_has_ten_turns_a_year():
    assert CALENDAR[START.turn] == "1861-07" and START.setup.last_turn == 40 and CALENDAR[40] == "1865-06"
    assert [sum(1 for d in CALENDAR if d.startswith(str(y))) for y in range(1861, 1866)] == [5, 10, 10, 10, 5]
    assert {d[5:] for d in CALENDAR if len(d) > 7} == {"11-12", "01-02"}


@pytest.mark.rule("AHD-2.0b", "AHD-2.0c")
def test_the_maxima_at_the_start():
    assert START.maximum == (34, 29)


@pytest.mark.rule("AHD-2.0d", "AHD-2.0e")
def test_both_sides_start_with_militia_infantry_only():
    assert counts(START, UNION) == {"MF": 12} and counts(START, CSA) == {"MF": 8}
    assert START.reduced == 0


@pytest.mark.rule("AHD-2.0f")
def test_where_the_union_starts():
    assert placed(START, UNION) == {
        "Washington": 3,
        "Chicago": 2,
        "Fort Wayne": 2,
        "Harper's Ferry": 1,
        "Pittsburgh": 1,
        "Canton": 1,
        "Columbus (OH)": 1,
        "St. Louis": 1,
    }


@pytest.mark.rule("AHD-2.0g")
def test_where_the_confederacy_starts():
    places = "Manassas Junction", "Fredericksburg", "Front Royal", "Charleston (SC)", "Mobile", "Jefferson City", "Atlanta", "New Orleans"
    assert placed(START, CSA) == dict.fromkeys(places, 1)


@pytest.mark.rule("AHD-2.0h", "AHD-2.0i", "AHD-2.0k", "AHD-2.0l")
def test_the_pools_at_the_start():
    assert START.pool == [0, 1, 0, 1] and START.locked == 12


@pytest.mark.rule("AHD-9.0a", "AHD-9.0e")
def test_owners_at_the_start_are_the_colours():
    assert START.owner == MAP.owner
    assert {MAP.name[b] for b in range(129) if START.owner[b] == NOBODY} == {
        "Bowling Green",
        "Glasgow",
        "Lebanon",
        "Lexington",
        "London",
        "Louisville",
        "Munfordville",
        "Paducah",
    }
    assert START.owner[box("Pensacola")] == UNION and START.owner[box("Knoxville")] == CSA


# --- scenarios --------------------------------------------------------------------------------------------

S62, S63, S64 = (TITLE.setup(year) for year in ("1862", "1863", "1864"))


@pytest.mark.rule("AHD-O5.0a", "AHD-O5.0b")
def test_three_scenarios_start_in_april():
    assert [s.turn for s in (S62, S63, S64)] == [8, 18, 28] == [TURN_OF[f"{y}-04"] for y in (1862, 1863, 1864)]
    assert all(TITLE.question(s).side == Side.UNION for s in (S62, S63, S64))


@pytest.mark.rule("AHD-O5.0c", "AHD-O5.1862g", "AHD-O5.1863h", "AHD-O5.1864j")
def test_the_april_draft_opens_a_scenario():
    assert S62.pool == [4, 0, 0, 0] and S62.locked == 8
    assert S63.pool == [4, 0, 0, 0] and S63.locked == 4
    assert S64.pool == [5, 0, 0, 0] and S64.locked == 0
    assert TITLE.setup("1863", ["draft-riots"]).pool == [1, 0, 0, 0]


@pytest.mark.rule("AHD-O5.0i", "AHD-O5.0n", "AHD-O5.1862a", "AHD-O5.1862b")
def test_1862_units():
    assert counts(S62, CSA) == {"MF": 8, "FV": 8, "CV": 1, "MC": 1}
    assert counts(S62, UNION) == {"MF": 12, "FV": 8, "MC": 1}
    south = placed(S62, CSA)
    assert (south["Manassas Junction"], south["Fayetteville (AR)"], south["Charleston (SC)"]) == (4, 1, 1)
    assert placed(S62, UNION) == {
        "Springfield (MO)": 1,
        "Ironton": 1,
        "Pittsburgh Landing": 3,
        "Pensacola": 1,
        "Nashville": 3,
        "Franklin": 1,
        "Port Royal": 1,
        "Gettysburg": 2,
        "Washington": 6,
        "Baltimore": 1,
        "Fort Monroe": 1,
    }


@pytest.mark.rule("AHD-O5.0j", "AHD-O5.1862c")
def test_1862_works():
    assert entrenched_places(S62, CSA) == {"Island No. 10", "Manassas Junction", "Yorktown"}
    assert entrenched_places(S62, UNION) == {"Port Royal"}
    assert all(S62.in_works(p) for p in S62.pieces_at(UNION, box("Washington")))


KENTUCKY = {MAP.name[b] for b in range(129) if MAP.state[b] == "KY"}


def flags(state, side):
    """Boxes of another colour that a side owns and does not stand in."""
    return {MAP.name[b] for b in range(129) if state.owner[b] == side != MAP.owner[b] and not state.has_pieces(side, b)}


@pytest.mark.rule("AHD-O5.1862d", "AHD-O5.1862e", "AHD-O5.0o", "AHD-9.0d")
def test_1862_flags():
    assert flags(S62, UNION) == KENTUCKY | {"Forts Henry & Donelson", "Sedalia", "Jefferson City"}
    assert flags(S62, CSA) == set() and S62.owner[box("Harper's Ferry")] == CSA and S62.owner[box("Nashville")] == UNION


@pytest.mark.rule("AHD-O5.1862f", "AHD-O5.1863e", "AHD-O5.1864f")
def test_the_maxima_of_the_scenarios_come_from_the_map():
    assert [s.maximum for s in (S62, S63, S64)] == [(35, 27), (35, 23), (36, 20)]


@pytest.mark.rule("AHD-O5.1862h")
def test_1862_the_union_places_grant():
    field = Field("leaders", scenario="1862", empty=False)
    field.state = TITLE.setup("1862", ["leaders"], log=True)
    assert field.asked == (Side.UNION, "place_leader")
    field.answer(box("Pittsburgh Landing"))
    assert [(v.id, v.value) for v in TITLE.view(field.state, None).leaders] == [(PIECES, 1)]


@pytest.mark.rule("AHD-O5.1863a", "AHD-O5.1863b", "AHD-O5.1863f")
def test_1863_units():
    assert counts(S63, CSA) == {"MF": 8, "FV": 10, "FS": 1, "CV": 2, "CS": 1, "MC": 1}
    assert counts(S63, UNION) == {"MF": 16, "FV": 18, "CV": 2, "MC": 1}
    assert S63.army(UNION) == 37 == S63.maximum[UNION] + 2
    assert placed(S63, UNION)["Washington"] == 10 and placed(S63, CSA)["Fredericksburg"] == 5 and placed(S63, UNION)["Humboldt"] == 1


@pytest.mark.rule("AHD-O5.1863c")
def test_1863_works():
    assert entrenched_places(S63, CSA) == {
        "Little Rock",
        "Alexandria",
        "Murfreesboro",
        "Savannah",
        "Goldsboro",
        "Petersburg",
        "Chattanooga",
        "Fredericksburg",
        "Manassas Junction",
    }
    assert entrenched_places(S63, UNION) == {"Memphis", "Corinth", "Norfolk", "New Bern", "Port Royal", "New Orleans"}


@pytest.mark.rule("AHD-O5.1863d")
def test_1863_flags():
    others = {"Forts Henry & Donelson", "Sedalia", "Jefferson City", "Springfield (MO)", "Newport", "Island No. 10", "Pittsburgh Landing"}
    assert flags(S63, UNION) == KENTUCKY - {"Bowling Green", "Glasgow"} | others


def leaders_of(state):
    return {(load("house-divided").names["leader"][v.id - PIECES], v.value, MAP.name[v.box]) for v in TITLE.view(state, None).leaders}


@pytest.mark.rule("AHD-O5.1863g", "AHD-O5.1864i")
def test_leader_rows_are_used_only_with_leaders():
    assert leaders_of(TITLE.setup("1863", ["leaders"])) == {
        ("Lee", 3, "Fredericksburg"),
        ("Grant", 1, "Arkansas Post"),
        ("Sherman", 1, "Arkansas Post"),
    }
    assert leaders_of(TITLE.setup("1864", ["leaders"])) == {
        ("Lee", 2, "Fredericksburg"),
        ("Grant", 2, "Washington"),
        ("Sherman", 2, "Sparta"),
    }
    assert leaders_of(S63) == leaders_of(S64) == set()


@pytest.mark.rule("AHD-O5.1864a", "AHD-O5.1864b", "AHD-O5.1864g", "AHD-O5.1864h")
def test_1864_units():
    assert counts(S64, CSA) == {"MF": 8, "FV": 8, "FS": 2, "CV": 4, "MC": 1}
    assert counts(S64, UNION) == {"MF": 19, "FV": 18, "FS": 3, "CV": 2, "MC": 2}
    assert S64.army(CSA) == 23 == S64.maximum[CSA] + 3 and S64.army(UNION) == 44 == S64.maximum[UNION] + 8
    assert placed(S64, CSA)["Jacksonville (AL)"] == 1 and placed(S64, UNION)["Jacksonville (FL)"] == 1


@pytest.mark.rule("AHD-O5.1864c")
def test_1864_works():
    assert entrenched_places(S64, CSA) == {"Atlanta", "Charleston (SC)", "Petersburg", "Fredericksburg"}
    assert entrenched_places(S64, UNION) == {
        "Baton Rouge",
        "Memphis",
        "Forts Henry & Donelson",
        "Nashville",
        "Knoxville",
        "New Bern",
        "Norfolk",
    }


@pytest.mark.rule("AHD-O5.1864d", "AHD-O5.1864e")
def test_1864_flags():
    assert flags(S64, CSA) == {"Pensacola"}
    assert flags(S64, UNION) == KENTUCKY | {
        "Sedalia",
        "Jefferson City",
        "Fayetteville (AR)",
        "Natchez",
        "Newport",
        "Island No. 10",
        "Humboldt",
        "Grand Junction",
        "Pittsburgh Landing",
        "Corinth",
        "Cumberland Gap",
        "Gainesville",
    }


def test_a_players_own_scenario_is_checked_line_by_line():
    text = resources.files(TITLE.package).joinpath("data", "scenarios", "1862.toml").read_text("utf-8")
    own = TITLE.read_scenario(text.replace('id = "1862"', 'id = "mine"'), "mine.toml")
    assert TITLE.setup(own).maximum == (35, 27) and own.text is not None
    slips = (
        ('"1 FV *"', '"1 XX *"', "XX"),
        ('"Corinth"', '"Korinth"', "Korinth"),
        ("union = 35", "union = 36", "army maximum"),
        ('"Glasgow", "Lebanon"', '"Glasgow", "Libanon"', "Libanon"),
        ('Grant = "choose"', 'Hooker = "choose"', "Hooker"),
        ("last_turn = 17", "last_turn = 3", "order"),
    )
    for right, wrong, word in slips:
        assert right in text
        with pytest.raises(BadData, match=word):
            TITLE.read_scenario(text.replace(right, wrong, 1), "mine.toml")


def test_every_scenario_has_a_page():
    for scenario in TITLE.scenarios.values():
        for language in ("en", "it"):
            assert all(catalogue(language, TITLE).say(line) for line in TITLE.scenario_page(scenario))


def test_the_seven_prizes():
    assert {MAP.name[b] for b in PRIZES} == {"New Orleans", "Mobile", "Atlanta", "Memphis", "Charleston (SC)", "Wilmington", "Richmond"}
