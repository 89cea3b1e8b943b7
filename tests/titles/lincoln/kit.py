"""A position of Lincoln in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bivouac.core.text import Name
from bivouac.titles.lincoln import TITLE
from bivouac.titles.lincoln.frames import AT, Box
from bivouac.titles.lincoln.printed.map import COLOUR, HALVES, LOC_BY_ID, LOCATIONS, LOCS, WAY_FROM_LOC, WAY_TO_LOC, WAYS
from bivouac.titles.lincoln.printed.units import (
    BLOCKADE_MARKER,
    COPIES,
    EUROPE_MARKER,
    EUROPE_UNION,
    KINDS,
    KINDS_DATA,
    KINDS_OF,
    OWNER,
    SET,
)
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.setup import SWITCHES
from bivouac.titles.lincoln.state import CSA, NO_CARD, NOBODY, UNION, State
from kit import Position

if TYPE_CHECKING:
    from effects import Thing

FORT = 4
KIND_BY_ID = {c.id: n for n, c in enumerate(KINDS_DATA)}


def loc(name: str) -> int:
    return LOC_BY_ID[name]


def half(name: str) -> int:
    """half("nashville north")"""
    place, _, side = name.partition(" ")
    n = LOC_BY_ID[place]
    return 2 * n + LOCATIONS[n].halves.index(side)


def way(frm: str, to: str) -> int:
    """The way from one location to another."""
    return next(w for w in range(WAYS) if WAY_FROM_LOC[w] == loc(frm) and WAY_TO_LOC[w] == loc(to))


def card(name: str) -> int:
    return KIND_BY_ID[name]


def counter(place: str, strength: int) -> int:
    """A counter as an answer: its half and its kind."""
    return half(place) * 4 + strength - 1


def field(union=None, csa=None, *, hand=(), other=(), active=UNION, actions=2, flags=(), europe=0, blockade=0, options=(), deck=None):
    """A position with these units ({"nashville north": [1, FORT]}), the hand of the active side and of the other, flags on these locations.
    The rest of the base decks lies in the draw piles, or what `deck` names."""
    s = State()
    for side, units in ((UNION, union or {}), (CSA, csa or {})):
        for place, strengths in units.items():
            for n in strengths:
                s.put(side, half(place), n - 1)
    for name in flags:
        s.flags[loc(name)] = 1
    for n in range(len(LOCATIONS)):
        settle(s, n)
    for k in range(KINDS):
        if SET[k] == 0:
            s.deck[k] = COPIES[k]
            s.left[OWNER[k]] += COPIES[k]
    for side, cards in ((active, hand), (1 - active, other)):
        for name in cards:
            deal(s, side, name)
    if deck is not None:
        stack_deck(s, active, deck)
    s.active, s.actions, s.europe, s.blockade, s.turn = active, actions, europe, blockade, 1
    s.switches = sum(SWITCHES[o] for o in options)
    s.stack = (AT[Box.ACTION],)
    return Position.of(TITLE, s)


def deal(s: State, side: int, name: str) -> None:
    k = card(name)
    assert OWNER[k] == side, name
    if s.deck[k]:
        s.deck[k] -= 1
        s.left[side] -= 1
    s.take_card(side, k)


def stack_deck(s: State, side: int, names) -> None:
    """Only these cards in the draw pile; the others are as if removed."""
    for k in KINDS_OF[side]:
        s.gone[k] += s.deck[k]
        s.deck[k] = 0
    for name in names:
        s.gone[card(name)] -= 1
        s.deck[card(name)] += 1
    s.left[side] = len(names)


def stack(p: Position, side: int, place: str) -> list[int]:
    """The counters of a side in a half, by strength (4: fort)."""
    v = p.state.troops[side * 42 + half(place)]
    return [n + 1 for n in range(4) for _ in range(v >> 8 * n & 255)]


def control(p: Position, name: str) -> int:
    return p.state.control[loc(name)]


def box(p: Position) -> str:
    return p.question.box


def why(p: Position, place: str) -> str:
    """The clause that keeps a half dark ("nashville north")."""
    refusal = TITLE.why(p.state, Name("half", half(place)))
    assert refusal is not None, f"{place} can be chosen"
    return refusal.rule


def discards(p: Position, name: str) -> int:
    return p.state.pile[card(name)]


def everything(s: State) -> dict[int, int]:
    """All copies of each kind of card, wherever they are."""
    found = {k: s.hand[k] + s.deck[k] + s.pile[k] + s.gone[k] for k in range(KINDS)}
    if s.combat is not None and s.combat.card != NO_CARD:
        found[s.combat.card] += 1
    return found


def things(s: State) -> dict[str, Thing]:
    """What effects add up to: counters, who held each location last, contested halves, the markers of the tracks. Cards are left out."""
    from effects import Thing  # which imports this module

    found = {f"piece:{piece}": Thing(f"half:{at}") for piece, at in enumerate(s.where) if at >= 0}
    found |= {f"flag:{n}": Thing(owner=1 - COLOUR[n] if s.flags[n] else COLOUR[n]) for n in range(LOCS)}
    found |= {f"half:{n}": Thing(status=frozenset({"contested"})) for n in range(HALVES) if s.control[n // 2] == NOBODY}
    found[f"marker:{BLOCKADE_MARKER}"] = Thing(f"blockade:{s.blockade}")
    found[f"marker:{EUROPE_MARKER}"] = Thing(f"europe:{s.europe - EUROPE_UNION}")
    return found


__all__ = [
    "CSA",
    "FORT",
    "TITLE",
    "UNION",
    "Box",
    "Position",
    "box",
    "card",
    "control",
    "counter",
    "deal",
    "discards",
    "everything",
    "field",
    "half",
    "loc",
    "stack",
    "stack_deck",
    "things",
    "way",
    "why",
]


def powers(p: Position) -> list[dict]:
    """What both sides of a combat came to: counters, leadership, bonus, total."""
    return [{"bonus": 0} | e.facts for e in p.state.log if e.kind.name in ("plain_power", "power")]


def lost_sides(p: Position) -> list[int]:
    """Whose counters were lost, one by one."""
    return [e["side"].id for e in p.told("lost_units") for _ in e["units"]]
