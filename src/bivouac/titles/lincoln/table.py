"""What lies on the table: the places of the board, and from a view the counters, flags, markers, cards and tracks."""

from __future__ import annotations

from collections.abc import Iterator

from bivouac.core.table import Cell, Layout, Panel, Place, Token
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.lincoln.draw.board import board
from bivouac.titles.lincoln.draw.faces import face
from bivouac.titles.lincoln.draw.places import FLAG_AT, ROOM, half_centre
from bivouac.titles.lincoln.printed.map import COLOUR, HALVES, LOCS
from bivouac.titles.lincoln.printed.units import BLOCKADE_POINTS, EUROPE_CSA, EUROPE_UNION, GATES, HAND_LIMIT_CSA, KINDS_OF
from bivouac.titles.lincoln.state import CSA, KIND_OF_PIECE, UNION
from bivouac.titles.lincoln.view import View

__all__ = ["board", "face", "layout", "places"]


def places(scenario: Scenario) -> tuple[Place, ...]:
    return tuple(Place(f"half:{h}", Text("labels.half", {"half": Name("half", h)}), *half_centre(h), ROOM) for h in range(HALVES))


def layout(v: View) -> Layout:
    tokens = (*_counters(v), *_flags(v), *_markers(v), *_cards(v), *_battle_cards(v))
    panels = (*_hands(v), *_battle(v), _blockade(), _europe(), _decks(v))
    return Layout(tokens, panels, _status(v))


# --- on the board ---------------------------------------------------------------------------------------------------


def _counters(v: View) -> Iterator[Token]:
    for piece, half in enumerate(v.where):
        if half >= 0:
            side, kind = KIND_OF_PIECE[piece]
            name = Text("labels.piece", {"unit": Name("unit", kind), "side": Name("side", side)})
            yield Token(f"piece:{piece}", f"half:{half}", f"unit-{side}-{kind}", name, side)


def _flags(v: View) -> Iterator[Token]:
    """LIN-def-k: the flag of the side that took a place of the other colour, in the corner of its plate."""
    for loc in range(LOCS):
        if v.flags[loc]:
            side = 1 - COLOUR[loc]
            x, y = half_centre(2 * loc)
            dx, dy = FLAG_AT[loc][0] - x, FLAG_AT[loc][1] - y
            yield Token(f"flag:{loc}", f"half:{2 * loc}", f"flag-{side}", Text("labels.flag", {"side": Name("side", side)}), side, dx, dy)


# --- tracks ---------------------------------------------------------------------------------------------------------


def _markers(v: View) -> Iterator[Token]:
    yield Token("marker:0", f"blockade:{v.blockade}", "ship-marker", Text("labels.marker"), 2)
    yield Token("marker:1", f"europe:{v.europe - EUROPE_UNION}", "europe-marker", Text("labels.marker"), 2)


def _blockade() -> Panel:
    cells = tuple(
        Cell(f"blockade:{n}", Text("labels.blockade_space", {"space": n, "limit": limit, "points": BLOCKADE_POINTS[n]}))
        for n, limit in enumerate(HAND_LIMIT_CSA)
    )
    return Panel("blockade", "track", Text("labels.blockade"), cells)


def _europe() -> Panel:
    return Panel("europe", "track", Text("labels.europe"), tuple(_europe_cell(n) for n in range(EUROPE_UNION, EUROPE_CSA + 1)))


def _europe_cell(space: int) -> Cell:
    key = "europe_start" if space == 0 else "europe_end" if space == EUROPE_CSA else "europe_space"
    return Cell(f"europe:{space - EUROPE_UNION}", Text(f"labels.{key}", {"space": space}))


# --- cards ----------------------------------------------------------------------------------------------------------


def _hands(v: View) -> Iterator[Panel]:
    """The own hand, and the backs of the other; a spectator sees two rows of backs."""
    if v.side is None:
        cells = tuple(Cell(f"hand:{side}", Text("labels.battle_side", {"side": Name("side", side)})) for side in (UNION, CSA))
        yield Panel("hands", "pool", Text("labels.both_hands"), cells)
        return
    yield Panel("hand", "hand", Text("labels.hand"), (Cell(f"hand:{int(v.side)}", Text("labels.hand")),))
    yield Panel("other_hand", "pool", Text("labels.hands"), (Cell(f"hand:{1 - v.side}", Text("labels.hands")),))


def _cards(v: View) -> Iterator[Token]:
    for side in (UNION, CSA):
        if side == v.side:
            yield from _own_cards(v, side)
        else:
            for n in range(v.held[side]):
                yield Token(
                    f"back:{32 * side + n}", f"hand:{side}", f"back-{side}", Text("labels.card_back", {"side": Name("side", side)}), side
                )
        if v.top[side] >= 0:
            name = Text("labels.card", {"card": Name("card", v.top[side])})
            yield Token(f"top:{side}", f"discards:{side}", f"card-{v.top[side]}", name, side)


def _own_cards(v: View, side: int) -> Iterator[Token]:
    for k, copies in zip(KINDS_OF[side], v.hand, strict=True):
        for n in range(copies):
            yield Token(f"copy:{8 * k + n}", f"hand:{side}", f"card-{k}", Text("labels.card", {"card": Name("card", k)}), side)


def _decks(v: View) -> Panel:
    """The discards with their top card."""
    cells = tuple(Cell(f"discards:{side}", Text("labels.discards_of", {"side": Name("side", side)})) for side in (UNION, CSA))
    return Panel("discards", "pool", Text("labels.discards"), cells)


# --- a combat -------------------------------------------------------------------------------------------------------


def _battle(v: View) -> Iterator[Panel]:
    if v.fight is not None:
        cells = tuple(Cell(f"battle:{side}", Text("labels.battle_side", {"side": Name("side", side)})) for side in (UNION, CSA))
        yield Panel("battle", "lineup", Text("labels.battle", {"location": Name("location", v.fight.loc)}), cells)


def _battle_cards(v: View) -> Iterator[Token]:
    """LIN-combat-d: the attacker's card lies face down; he alone knows it."""
    if v.fight is not None and v.fight.face_down:
        side, card = v.fight.attacker, v.fight.card
        known = card >= 0
        name = Text("labels.card", {"card": Name("card", card)}) if known else Text("labels.card_back", {"side": Name("side", side)})
        yield Token("face_down:0", f"battle:{side}", f"card-{card}" if known else f"back-{side}", name, side)


def _status(v: View) -> tuple[Text, ...]:
    gate = GATES[min(v.shuffles[UNION], len(GATES) - 1)]
    lines = [
        Text("labels.turn", {"turn": v.turn, "side": Name("side", v.active), "n": v.actions}),
        Text("labels.points", {"points": v.points}),
        Text("labels.gate", {"gate": gate}),
    ]
    for side in (UNION, CSA):
        facts: dict[str, Arg] = {
            "side": Name("side", side),
            "held": v.held[side],
            "limit": v.limits[side],
            "left": v.left[side],
            "piles": v.piles[side],
        }
        lines.append(Text("labels.cards_of", facts))
    return tuple(lines)
