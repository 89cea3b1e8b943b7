"""What lies on the table: the places of the board, and from a view the counters, flags, markers, cards and tracks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bivouac.core.draw.svg import Point
from bivouac.core.table import Cell, Layout, Panel, Place, Token, made
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.lincoln.draw.board import board
from bivouac.titles.lincoln.draw.faces import does, face
from bivouac.titles.lincoln.draw.legend import signs
from bivouac.titles.lincoln.draw.places import BELOW, COUNTER, FLAG_AT, blockade_at, europe_at, half_box, half_centre
from bivouac.titles.lincoln.draw.tracks import blockade_text, europe_text
from bivouac.titles.lincoln.printed.map import COLOUR, HALVES, LOCS
from bivouac.titles.lincoln.printed.units import (
    BLOCKADE_MARKER,
    BLOCKADE_POINTS,
    EUROPE_CSA,
    EUROPE_MARKER,
    EUROPE_UNION,
    FORT,
    FORT_VALUE,
    GATES,
    KINDS_OF,
    LEADERSHIP,
    NAVAL,
    RAIL,
    TEXT,
    TEXT_KIND,
)
from bivouac.titles.lincoln.state import CSA, KIND_OF_PIECE, UNION
from bivouac.titles.lincoln.view import Fight, View

__all__ = ["board", "face", "layout", "places", "signs"]


def places(scenario: Scenario) -> tuple[Place, ...]:
    halves = (
        Place(f"half:{h}", Text("labels.half", {"half": Name("half", h)}), *half_centre(h), COUNTER, *room_of(h)) for h in range(HALVES)
    )
    blockade = (Place(f"blockade:{n}", blockade_text(n), *on_track(blockade_at(n)), COUNTER) for n in range(len(BLOCKADE_POINTS)))
    europe = (
        Place(f"europe:{n}", europe_text(n + EUROPE_UNION), *on_track(europe_at(n)), COUNTER) for n in range(EUROPE_CSA - EUROPE_UNION + 1)
    )
    return (*halves, *blockade, *europe)


def on_track(cell: Point) -> Point:
    """Where a marker lies in a space."""
    return cell[0], cell[1] + BELOW


def room_of(half: int) -> tuple[float, float]:
    """The room for counters in a half."""
    _, _, w, h = half_box(half)
    return w - 10, h - 4


def layout(v: View) -> Layout:
    tokens = (*_counters(v), *_flags(v), *_markers(v), *_cards(v), *_battle_cards(v))
    panels = (*_hands(v), *_battle(v), _decks(), _standing(v))
    return Layout(tokens, panels, _status(v), tuple(_taken(v)))


# --- on the board ---------------------------------------------------------------------------------------------------


def _counters(v: View) -> Iterator[Token]:
    return (_counter(piece, half) for piece, half in enumerate(v.where) if half >= 0)


@made
def _counter(piece: int, half: int) -> Token:
    side, kind = KIND_OF_PIECE[piece]
    name = Text("labels.piece", {"unit": Name("unit", kind), "side": Name("side", side)})
    return Token(f"piece:{piece}", f"half:{half}", f"unit-{side}-{kind}", name, side, facts=_unit_facts(kind))


def _unit_facts(kind: int) -> tuple[Text, ...]:
    if kind == FORT:
        return (Text("facts.fort", {"n": FORT_VALUE}),)
    return (Text("facts.strength", {"n": kind + 1}), Text("facts.army"))


def _taken(v: View) -> Iterator[tuple[str, int]]:
    """The halves of places that a side took from the other."""
    for loc in range(LOCS):
        if v.flags[loc]:
            yield from ((f"half:{2 * loc + n}", 1 - COLOUR[loc]) for n in (0, 1))


def _flags(v: View) -> Iterator[Token]:
    """LIN-def-k: the flag of the side that took a place of the other colour, in the corner of its plate."""
    return (_flag(loc) for loc in range(LOCS) if v.flags[loc])


@cache
def _flag(loc: int) -> Token:
    side = 1 - COLOUR[loc]
    x, y = half_centre(2 * loc)
    dx, dy = FLAG_AT[loc][0] - x, FLAG_AT[loc][1] - y
    name = Text("labels.flag", {"side": Name("side", side)})
    return Token(f"flag:{loc}", f"half:{2 * loc}", f"flag-{side}", name, 2, dx, dy, (Text("legend.flag"),))


# --- tracks ---------------------------------------------------------------------------------------------------------


def _markers(v: View) -> Iterator[Token]:
    blockade, europe = (blockade_text(v.blockade), Text("legend.ship")), (Text("labels.europe_now", {"n": v.europe}), Text("legend.europe"))
    yield Token(f"marker:{BLOCKADE_MARKER}", f"blockade:{v.blockade}", "ship-marker", Text("labels.marker"), 2, facts=blockade)
    yield Token(f"marker:{EUROPE_MARKER}", f"europe:{v.europe - EUROPE_UNION}", "europe-marker", Text("labels.marker"), 2, facts=europe)


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
            yield from (_back(side, n) for n in range(v.held[side]))
        if v.top[side] >= 0:
            name = Text("labels.card", {"card": Name("card", v.top[side])})
            yield Token(f"top:{side}", f"discards:{side}", f"card-{v.top[side]}", name, side, facts=card_facts(v.top[side]))


@made
def _back(side: int, n: int) -> Token:
    return Token(f"back:{32 * side + n}", f"hand:{side}", f"back-{side}", Text("labels.card_back", {"side": Name("side", side)}), side)


def _own_cards(v: View, side: int) -> Iterator[Token]:
    return (_own_card(side, k, n) for k, copies in zip(KINDS_OF[side], v.hand, strict=True) for n in range(copies))


@made
def _own_card(side: int, k: int, n: int) -> Token:
    return Token(
        f"copy:{8 * k + n}", f"hand:{side}", f"card-{k}", Text("labels.card", {"card": Name("card", k)}), side, facts=card_facts(k)
    )


@cache
def card_facts(k: int) -> tuple[Text, ...]:
    """Everything a card can be played for."""
    facts = [does(k)]
    if LEADERSHIP[k]:
        facts.append(Text("facts.leadership", {"n": LEADERSHIP[k]}))
    facts += [Text("facts.rail")] * bool(RAIL[k]) + [Text("facts.sea")] * bool(NAVAL[k])
    if TEXT[k] >= 0:
        facts.append(Text(f"legend.{TEXT_KIND[TEXT[k]]}"))
    return tuple(facts)


@cache
def _decks() -> Panel:
    """The discards with their top card."""
    cells = tuple(Cell(f"discards:{side}", Text("labels.discards_of", {"side": Name("side", side)})) for side in (UNION, CSA))
    return Panel("discards", "pool", Text("labels.discards"), cells)


# --- a combat -------------------------------------------------------------------------------------------------------


def _battle(v: View) -> Iterator[Panel]:
    """LIN-combat-g to LIN-combat-m: who fights with what, as far as it can be known before the cards are turned over."""
    if v.fight is not None:
        cells = tuple(Cell(f"battle:{side}", _force(v, v.fight, side)) for side in (UNION, CSA))
        yield Panel("battle", "lineup", Text("labels.battle", {"location": Name("location", v.fight.loc)}), cells)


def _force(v: View, fight: Fight, side: int) -> Text:
    """The strength of a side's counters, what is added to it, and what that makes."""
    attacks = side == fight.attacker
    kinds = [KIND_OF_PIECE[p] for p, half in enumerate(v.where) if half == (fight.base if attacks else fight.half)]
    units = sum(FORT_VALUE if kind == FORT else kind + 1 for owner, kind in kinds if owner == side and not (attacks and kind == FORT))
    facts: dict[str, Arg] = {"side": Name("side", side), "n": units}
    if not attacks:
        return Text("labels.defender", {**facts, "bonus": fight.bonus, "total": units + fight.bonus})
    if fight.card < 0:
        return Text("labels.attacker", {**facts, "total": units})
    return Text("labels.attacker_with", {**facts, "bonus": LEADERSHIP[fight.card], "total": units + LEADERSHIP[fight.card]})


def _standing(v: View) -> Panel:
    """The tracks in words, what the Union needs, and what a side remembers of its own cards."""
    lines = [
        Text("labels.blockade_now", {"limit": v.limits[CSA], "points": BLOCKADE_POINTS[v.blockade]}),
        Text("labels.europe_now", {"n": v.europe}),
    ]
    lines += [Text(f"labels.gate_{n + 1}", {"points": points}) for n, points in enumerate(GATES) if n >= v.shuffles[UNION]]
    if v.side is not None:
        for key, pile in (("labels.own_discards", v.discards), ("labels.own_removed", v.removed)):
            copies = tuple(
                Text("labels.copies", {"card": Name("card", k), "n": n}) for k, n in zip(KINDS_OF[v.side], pile, strict=True) if n
            )
            if copies:
                lines.append(Text(key, {"cards": copies}))
    return Panel("standing", "facts", Text("labels.standing"), tuple(Cell(f"fact:{n}", line) for n, line in enumerate(lines)))


def _battle_cards(v: View) -> Iterator[Token]:
    """LIN-combat-d: the attacker's card lies face down; he alone knows it."""
    if v.fight is not None and v.fight.face_down:
        side, card = v.fight.attacker, v.fight.card
        known = card >= 0
        name = Text("labels.card", {"card": Name("card", card)}) if known else Text("labels.card_back", {"side": Name("side", side)})
        yield Token(
            "face_down:0",
            f"battle:{side}",
            f"card-{card}" if known else f"back-{side}",
            name,
            side,
            facts=card_facts(card) if known else (),
        )


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
