"""Positions of players' own: counters in halves, flags, both tracks, cards in hand, discarded and removed, whose turn it is.

A position stands between two actions of a turn. Cards that lie nowhere else are in the draw pile; hands may be drawn up first, so that
nobody knows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from bivouac.core.text import Both, Name, Text
from bivouac.core.title import Positions, Scenario, Slot
from bivouac.titles.lincoln.draw.tracks import blockade_text, europe_text
from bivouac.titles.lincoln.frames import AT, Box, Counting
from bivouac.titles.lincoln.printed.map import CLOSED, COLOUR, HALVES, LOCATIONS, LOCS
from bivouac.titles.lincoln.printed.units import (
    ACTIONS,
    BLOCKADE_POINTS,
    COPIES,
    COUNTERS,
    EUROPE_CSA,
    EUROPE_UNION,
    GATES,
    KINDS,
    KINDS_OF,
    OWNER,
    SET,
)
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.state import CSA, KIND_OF_PIECE, UNION, State

Values = Mapping[str, str]
Found = Iterator[tuple[Both, tuple[str, ...]]]

MOST_TURNS: Final = 60
SIDE_WORDS: Final = ("union", "csa")
HEAPS: Final = ("hand", "pile", "gone")
CELLS: Final = {"hand": "hand", "pile": "discards", "gone": "discards"}
NO_YES: Final = {"no": Text("positions.no"), "yes": Text("positions.yes")}
SIDES: Final = {word: Text("positions.thing", {"thing": Name("side", side)}) for side, word in enumerate(SIDE_WORDS)}
WHERE: Final = {**{f"half:{h}": Text("labels.half", {"half": Name("half", h)}) for h in range(HALVES)}, "stock": Text("positions.stock")}


@cache
def numbers(first: int, last: int) -> dict[str, Text]:
    return {str(n): Text("positions.n", {"n": n}) for n in range(first, last + 1)}


@cache
def all_slots() -> tuple[Slot, ...]:
    return (*whole_slots(), *counter_slots(), *card_slots())


def whole_slots() -> Iterator[Slot]:
    blockade = {f"blockade:{n}": blockade_text(n) for n in range(len(BLOCKADE_POINTS))}
    europe = {f"europe:{n}": europe_text(n + EUROPE_UNION) for n in range(EUROPE_CSA - EUROPE_UNION)}
    yield Slot("turn", "", Text("positions.turn"), numbers(1, MOST_TURNS))
    yield Slot("side", "", Text("positions.side"), SIDES)
    yield Slot("actions", "", Text("positions.actions"), numbers(1, ACTIONS))
    yield Slot("draw", "", Text("positions.draw"), NO_YES)
    for side, word in enumerate(SIDE_WORDS):
        yield Slot(f"shuffles {word}", "", Text("positions.shuffles", {"side": Name("side", side)}), numbers(0, len(GATES) - 1))
    yield Slot("blockade", "marker:0", Text("positions.blockade"), blockade)
    yield Slot("europe", "marker:1", Text("positions.europe"), europe)


def counter_slots() -> Iterator[Slot]:
    for p, (side, kind) in enumerate(KIND_OF_PIECE):
        name = Text("labels.piece", {"unit": Name("unit", kind), "side": Name("side", side)})
        yield Slot(f"piece:{p}", f"piece:{p}", name, WHERE)
    for loc in range(LOCS):
        yield Slot(f"location:{loc} taken", f"half:{2 * loc}", Text("positions.taken", {"side": Name("side", 1 - COLOUR[loc])}), NO_YES)


def card_slots() -> Iterator[Slot]:
    for heap in HEAPS:
        for card in range(KINDS):
            name = Text(f"positions.card_{heap}", {"card": Name("card", card)})
            yield Slot(f"card:{card} {heap}", f"{CELLS[heap]}:{OWNER[card]}", name, numbers(0, COPIES[card]))


def slots(scenario: Scenario) -> tuple[Slot, ...]:
    return all_slots()


# --- from a state -----------------------------------------------------------------------------------------


def read(s: State) -> Values:
    draws = any(isinstance(f, Counting) and f.box == Box.DRAW for f in s.stack)
    found = {
        "turn": str(min(max(s.turn, 1), MOST_TURNS)),
        "side": SIDE_WORDS[s.active],
        "actions": str(min(max(s.actions, 1), ACTIONS) if s.turn else ACTIONS),
        "draw": "yes" if draws else "no",
        "blockade": f"blockade:{s.blockade}",
        "europe": f"europe:{min(s.europe, EUROPE_CSA - 1) - EUROPE_UNION}",
    }
    found |= {f"shuffles {word}": str(min(s.shuffles[side], len(GATES) - 1)) for side, word in enumerate(SIDE_WORDS)}
    found |= {f"piece:{p}": f"half:{half}" if half >= 0 else "stock" for p, half in enumerate(s.where)}
    found |= {f"location:{loc} taken": "yes" if s.flags[loc] else "no" for loc in range(LOCS)}
    for heap, cards in zip(HEAPS, (s.hand, s.pile, s.gone)):
        found |= {f"card:{card} {heap}": str(cards[card]) for card in range(KINDS)}
    return found


# --- to a state -------------------------------------------------------------------------------------------


def make(fresh: State, v: Values) -> State:
    s = State(switches=fresh.switches, turn=int(v["turn"]), active=SIDE_WORDS.index(v["side"]), actions=int(v["actions"]))
    s.blockade, s.europe = number_in(v["blockade"]), number_in(v["europe"]) + EUROPE_UNION
    s.shuffles = [int(v[f"shuffles {word}"]) for word in SIDE_WORDS]
    for p, (side, kind) in enumerate(KIND_OF_PIECE):
        if v[f"piece:{p}"] != "stock":
            set_counter(s, p, side, kind, number_in(v[f"piece:{p}"]))
    for loc in range(LOCS):
        s.flags[loc] = int(v[f"location:{loc} taken"] == "yes")
        settle(s, loc)
    for card in range(KINDS):
        set_card(s, card, v)
    s.stack = (AT[Box.NEXT], *(hand_to_draw(s) if v["draw"] == "yes" else ()))
    return s


def set_counter(s: State, p: int, side: int, kind: int, half: int) -> None:
    """This very counter, for the eye, comes to stand there."""
    s.put(side, half, kind)
    taken = s.where.index(half, *span_of(side, kind))
    s.where[taken], s.where[p] = s.where[p], half


@cache
def span_of(side: int, kind: int) -> tuple[int, int]:
    mine = [p for p, what in enumerate(KIND_OF_PIECE) if what == (side, kind)]
    return mine[0], mine[-1] + 1


def set_card(s: State, card: int, v: Values) -> None:
    """What is in play and lies nowhere else is in the draw pile."""
    side = OWNER[card]
    hand, s.pile[card], s.gone[card] = (int(v[f"card:{card} {heap}"]) for heap in HEAPS)
    for _ in range(hand):
        s.take_card(side, card)
    copies = COPIES[card] if SET[card] <= s.shuffles[side] else 0
    s.deck[card] = copies - hand - s.pile[card] - s.gone[card]
    s.left[side] += s.deck[card]
    if s.pile[card]:
        s.top[side] = card


def hand_to_draw(s: State) -> Iterator[Counting]:
    for side in (CSA, UNION):
        missing = min(s.hand_limit(side) - s.held[side], s.left[side])
        if missing > 0:
            yield Counting(Box.DRAW, side, missing)


def number_in(place: str) -> int:
    return int(place.partition(":")[2])


# --- what cannot be ---------------------------------------------------------------------------------------


def wrong(scenario: Scenario, v: Values) -> Found:
    yield from wrong_halves(v)
    for card in range(KINDS):
        yield from wrong_card(v, card)
    for side, word in enumerate(SIDE_WORDS):
        if v["draw"] == "no" and not any(int(v[f"card:{card} hand"]) for card in KINDS_OF[side]):
            problem = Both(
                "a side has no cards in hand: give it some, or let the hands be drawn first",
                "una parte non ha carte in mano: dagliene, o fai pescare prima le mani",
            )
            yield problem, ("draw", f"shuffles {word}")


def wrong_halves(v: Values) -> Found:
    here: dict[int, list[int]] = {}
    for p in range(sum(COUNTERS)):
        if v[f"piece:{p}"] != "stock":
            here.setdefault(number_in(v[f"piece:{p}"]), []).append(p)
    for half, pieces in here.items():
        sides = {KIND_OF_PIECE[p][0] for p in pieces}
        name, slots = LOCATIONS[half // 2].name, tuple(f"piece:{p}" for p in pieces)
        if len(sides) > 1:
            yield (
                Both(
                    f"both sides stand in one half of {name}: one of them must go",
                    f"in una metà di {name} stanno tutte e due le parti: una deve andare via",
                ),
                slots,
            )
        elif CSA in sides and CLOSED[half // 2]:
            yield Both(f"{name} is closed to the Confederate", f"{name} è chiusa al Confederato"), slots


def wrong_card(v: Values, card: int) -> Found:
    used = sum(int(v[f"card:{card} {heap}"]) for heap in HEAPS)
    copies = COPIES[card] if SET[card] <= int(v[f"shuffles {SIDE_WORDS[OWNER[card]]}"]) else 0
    if used > copies:
        yield (
            Both(
                f"{used} copies of a card lie about: there are {copies} so far",
                f"di una carta ci sono in giro {used} copie: finora ce ne sono {copies}",
            ),
            tuple(f"card:{card} {heap}" for heap in HEAPS if v[f"card:{card} {heap}"] != "0"),
        )


POSITIONS: Final = Positions(slots, read, make, wrong)
