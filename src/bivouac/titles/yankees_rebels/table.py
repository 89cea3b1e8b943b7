"""The table: where hexes lie, what lies on them, and the panels beside the map. The drawings are in `draw`."""

from __future__ import annotations

from functools import cache

from bivouac.core.draw.pieces import wordless
from bivouac.core.kit.bits import bits
from bivouac.core.table import Cell, Layout, Panel, Place, Table, Token, made
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.yankees_rebels.draw.board import board, hex_name
from bivouac.titles.yankees_rebels.draw.faces import face
from bivouac.titles.yankees_rebels.draw.legend import signs
from bivouac.titles.yankees_rebels.draw.places import BOARD, COUNTER, ROOM
from bivouac.titles.yankees_rebels.printed.map import ENTRIES, NUMBERS, PLACE_NAME, SIZE, TABLES
from bivouac.titles.yankees_rebels.printed.scenarios import NIGHT
from bivouac.titles.yankees_rebels.printed.units import MARKER_SIDE, MARKERS, OFF_MAP, SIDE, STRENGTH, TRAINING, UNITS
from bivouac.titles.yankees_rebels.view import UnitView, View

ALL_ENTRIES = tuple(sorted(h for side in ENTRIES for h in side))


def places(scenario: Scenario) -> tuple[Place, ...]:
    return PLACES


PLACES = tuple(Place(f"hex:{h}", hex_name(h), *BOARD.centre[h], COUNTER, *ROOM) for h in range(SIZE))


# --- tokens ----------------------------------------------------------------------------------------


def unit_name(unit: UnitView) -> Text:
    u = unit.unit
    facts: dict[str, Arg] = {
        "unit": Name("unit", u),
        "corps": Text(f"labels.corps_{UNITS[u].corps}"),
        "arm": Text(f"labels.arm_{UNITS[u].type}"),
        "training": Text(f"labels.training_{TRAINING[u]}"),
        "force": unit.force,
        "full": STRENGTH[u],
    }
    return Text("labels.unit_done" if unit.done else "labels.unit", facts)


@cache
def unit_facts(u: int) -> tuple[Text, ...]:
    """How far a unit marches, how it fires, and the dice of its training."""
    row = next(t for t in TABLES.unit_type if t.id == UNITS[u].type)
    fire = [Text("facts.fire", {"reach": reach, "n": n}) for reach, n in enumerate(row.fire, 1)]
    how = Text("facts.both" if row.move_and_fight else "facts.either")
    return (
        Text("facts.move", {"n": row.mp}),
        how,
        *(fire or [Text("facts.attack")]),
        Text("facts.training", {"n": NUMBERS.training[TRAINING[u]]}),
    )


@made
def works_tokens(works: int) -> tuple[Token, ...]:
    """YR-5.3.1g: hexes that are entrenched today."""
    name, facts = Text("legend.works"), (Text("facts.works", {"n": NUMBERS.works_protection}),)
    return tuple(Token(f"works:{h}", f"hex:{h}", "works", name, 2, 0.0, 0.0, facts) for h in bits(works))


@made
def unit_token(unit: UnitView, entry: int) -> Token | None:
    """A unit on the map, or in the tray of its entry hex, or among those still to come."""
    u = unit.unit
    if unit.where >= 0:
        at = f"hex:{unit.where}"
    elif unit.where == OFF_MAP and entry >= 0:
        at = f"entry:{entry}" if unit.due else "later"
    else:
        return None
    return Token(f"unit:{u}", at, f"unit-{u}-{unit.force}-{int(unit.done)}", unit_name(unit), SIDE[u], facts=unit_facts(u))


@cache
def marker_token(m: int) -> Token:
    name, facts = (
        Text("labels.cup_marker", {"marker": Name("marker", m)}),
        (Text("legend.flag" if MARKERS[m][1] == "flag" else "legend.corps"),),
    )
    return Token(f"marker:{m}", "cup", f"marker-{m}", name, MARKER_SIDE[m], facts=facts)


def layout(v: View) -> Layout:
    units = [token for unit, entry in zip(v.units, v.entries) if (token := unit_token(unit, entry)) is not None]
    cup = [marker_token(m) for m in v.cup]
    now = Token("turn", f"hour:{v.hour}", "turn", when(v), 2)
    return Layout((*works_tokens(v.works), *units, *cup, now), (track_panel(v.day), cup_panel(), entry_panel()), status(v))


# --- panels ----------------------------------------------------------------------------------------


def when(v: View) -> Text:
    return moment(v.day, v.hour)


def moment(day: int, hour: int) -> Text:
    return Text("labels.night", {"day": day}) if hour == NIGHT else Text("labels.day", {"day": day, "hour": hour})


@cache
def track_panel(day: int) -> Panel:
    hours = [Cell(f"hour:{h}", Text("labels.hour", {"n": h})) for h in NUMBERS.hours]
    return Panel("track", "track", Text("labels.track", {"day": day}), (*hours, Cell(f"hour:{NIGHT}", Text("labels.night_box"))))


@cache
def cup_panel() -> Panel:
    return Panel("cup", "pool", Text("labels.cup"), (Cell("cup", Text("labels.cup")),))


@cache
def entry_panel() -> Panel:
    cells = [Cell(f"entry:{h}", Text("labels.entry", {"hex": Name("hex", h), "name": PLACE_NAME[h]})) for h in ALL_ENTRIES]
    return Panel("entering", "pool", Text("labels.entering"), (*cells, Cell("later", Text("labels.later"))))


def status(v: View) -> tuple[Text, ...]:
    points = Text("labels.points", {"union": v.points[0], "csa": v.points[1], "hexes": v.hex_points})
    if v.marker < 0:
        return (when(v), points)
    flags, hats, trumpets, calls = v.results
    results = Text("labels.results", {"flags": flags, "hats": hats, "trumpets": trumpets, "calls": calls})
    return (when(v), Text("labels.marker", {"marker": Name("marker", v.marker)}), points, results)


TABLE = Table(board, places, layout, wordless(face), signs)
