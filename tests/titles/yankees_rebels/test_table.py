"""The board and the counters."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

from bivouac.core.ids import SIDES
from bivouac.i18n import catalogue
from bivouac.match.gestures import Reach
from bivouac.titles.yankees_rebels.draw.faces import face
from bivouac.titles.yankees_rebels.draw.labels import LABELS
from bivouac.titles.yankees_rebels.draw.land import stream_points
from bivouac.titles.yankees_rebels.frames import PASS
from bivouac.titles.yankees_rebels.printed.map import BRIDGES, HEX, MAP, STREAM_SIDES, VICTORY
from bivouac.titles.yankees_rebels.printed.units import COUNT, STRENGTH
from bivouac.titles.yankees_rebels.state import why_closed
from titles.yankees_rebels.kit import TITLE, Position, battle, h, m, round_of, u


def board(language="en"):
    return TITLE.table.board(TITLE.scenario("july-3"), catalogue(language, TITLE).say)


def test_every_hex_can_be_clicked_and_knows_its_name():
    root = ElementTree.fromstring(board())
    places = {e.get("data-id"): e for e in root.iter() if e.get("data-id")}
    assert len(places) == 273
    title = places[f"hex:{h('N5')}"].find("{http://www.w3.org/2000/svg}title")
    assert title.text == "N5, Cemetery Hill"


def test_a_visitor_finds_the_names_and_victory_hexes():
    text = board()
    for name in ("Little Round Top", "Peach Orchard", "Culp’s Hill", "SEMINARY  RIDGE", "GETTYSBURG", "Rock Creek", "Baltimore Pike"):
        assert name in text, name
    assert all(label.hex in HEX for label in LABELS) and text.count("#5e1712") == len(VICTORY) + 1
    assert board("it") != board("en")


def test_entrenchments_lie_on_the_table_and_minor_roads_are_in_the_key():
    dug = TITLE.setup(TITLE.scenario("july-3"), frozenset({"breastworks", "stone-wall"}))
    tokens = {t.id: t for t in TITLE.table.layout(TITLE.view(dug, None)).tokens}
    works = tokens[f"works:{h('N3')}"]
    assert works.at == f"hex:{h('N3')}" and f"works:{h('L6')}" in tokens and works.facts[0].args == {"n": 2}
    bare = TITLE.table.layout(TITLE.view(TITLE.setup(TITLE.scenario("july-3")), None)).tokens
    assert not any(t.id.startswith("works:") for t in bare)
    assert "minor road" in board().lower() and "strada secondaria" in board("it").lower()


def test_every_unit_says_how_it_marches_and_fires():
    tokens = {t.id: t for t in TITLE.table.layout(TITLE.view(Position(TITLE, "july-3").state, None)).tokens}
    guns = [fact.args for fact in tokens[f"unit:{u('us_hazard')}"].facts if fact.key == "facts.fire"]
    assert [fact["n"] for fact in guns] == [3, 2, 1, 1]
    assert tokens[f"unit:{u('cs_pickett')}"].facts[0].args == {"n": 2}


def test_streams_are_drawn_in_one_piece():
    for stream in MAP.stream:
        points = stream_points(stream.sides)
        assert len(points) == len(stream.sides) + 1
        steps = [((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in pairwise(points)]
        assert all(43 < step < 45 for step in steps), stream.name
    assert len(STREAM_SIDES) == 71 and len(BRIDGES) == 4


def test_every_unit_has_a_face_for_every_strength():
    for unit in range(COUNT):
        drawings = {face(f"unit-{unit}-{force}-{done}") for force in range(1, STRENGTH[unit] + 1) for done in (0, 1)}
        assert len(drawings) == 2 * STRENGTH[unit]
        for drawing in drawings:
            ElementTree.fromstring(f"<g>{drawing}</g>")


def test_waiting_units_lie_in_the_tray_of_their_entry_hex():
    state = Position(TITLE, "july-1").state
    for side in (*SIDES, None):
        tokens = {t.id: t.at for t in TITLE.table.layout(TITLE.view(state, side)).tokens}
        assert tokens[f"unit:{u('cs_heth')}"] == f"entry:{h('V13')}"
        assert tokens[f"unit:{u('us_barlow')}"] == "later"


# --- nothing by surprise ----------------------------------------------------------------------------------------------


def said(p, answer):
    return catalogue("en", TITLE).say(TITLE.choice(p.state, answer).label)


def test_a_button_says_what_it_leaves_unused():
    p = round_of(battle("cs_hood@C3", "us_gibbon@N5"), m("csa", "I"), flags=2, hats=1)
    assert said(p, PASS) == "End the round (unused: 2 flags, 1 hat)"
    p = round_of(battle("cs_hood@C3", "us_gibbon@N5"), m("csa", "I"), trumpets=1, flags=1)
    assert said(p, PASS) == "Leave 1 trumpet unused"
    p = round_of(battle("cs_hood@C3", "us_gibbon@N5", options=("faq-shifts",)), m("csa", "I"), calls=2, flags=1)
    assert said(p, PASS) == "Shift nobody (2 chances unused)"


def test_a_closed_hex_says_which_of_the_reasons_closes_it():
    s = battle("cs_hood@C3", "us_hays@C4", "us_gibbon@C6", "us_hazard@C6")
    s.unit = u("us_hays")
    reasons = {place: catalogue("en", TITLE).word(why_closed(s, None, h(place))["why"], "") for place in ("C3", "C2", "C6")}
    assert reasons == {"C3": "an enemy stands there", "C2": "it lies next to an enemy", "C6": "it is full"}
    s.unit = u("us_randolph")
    assert catalogue("en", TITLE).word(why_closed(s, None, h(MAP.special.no_artillery[0]))["why"], "") == "that ground is barred to it"


def test_a_gesture_moves_one_thing_to_one_place():
    """A stack goes together, or one of its units alone; where the other goes is a gesture of its own, and so is the next one's."""
    p = round_of(battle("cs_hood@C2", "cs_dance@C2", "cs_mclaws@E4", "us_gibbon@M11"), m("csa", "I"), flags=2, hats=1)
    reach = Reach(TITLE, p.state)
    for gesture in reach.of(f"hex:{h('C2')}"):
        assert sum(label.key in {"choices.hex", "choices.march_together"} for label in gesture.labels) <= 1
    assert reach.tried < 300
    p.answer(u("cs_hood"))
    marched = Reach(TITLE, p.state).of(f"hex:{h('E2')}")
    assert [(g.answers, g.whole) for g in marched] == [((h("E2"),), True)], "nobody else's march is tacked on, nor the end of the round"
