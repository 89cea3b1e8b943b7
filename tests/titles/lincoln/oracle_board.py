"""The board, the decks and the tracks of the second implementation of Lincoln (see oracle.py)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[3] / "src" / "bivouac" / "titles" / "lincoln" / "data"
UNION, CSA, CHANCE, NOBODY = 0, 1, 2, 2
SIDES = ("union", "csa")
FORT = 3


class Asked(NamedTuple):
    """What is asked: of whom, in which box, with which answers; what the game looks like is read from the oracle itself."""

    side: int
    box: str
    options: tuple[int, ...]
    weights: tuple[int, ...] = ()


class Over(Exception):
    """The match has ended: the winner, the clause, the name of the ending."""


class Way(NamedTuple):
    """A link in one direction: the half it leaves, the half it enters, and what a defender of each side adds against an attack over it."""

    out: int
    into: int
    bonus: tuple[int, int]


def table(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text("utf-8"))


class Printed:
    """Map, cards and tables."""

    def __init__(self) -> None:
        board, cards = table("map.toml"), table("cards.toml")
        self.tables, self.war = table("tables.toml"), table("scenarios/war.toml")
        self.places = board["location"]
        self.number = {place["id"]: n for n, place in enumerate(self.places)}
        self.colour = [SIDES.index(place["colour"]) for place in self.places]
        self.closed = [place.get("closed_to_csa", False) for place in self.places]
        self.port = {n: self.half(f"{p['id']} {p['port']}") for n, p in enumerate(self.places) if "port" in p}
        self.ways = [way for link in board["link"] for way in self.both(link)]
        self.leaving = [[w for w, way in enumerate(self.ways) if way.out == half] for half in range(2 * len(self.places))]
        self.kinds = [card for side in SIDES for card in cards["card"] if card["side"] == side]
        self.texts = [text["id"] for text in cards["text"]]
        self.kind_of_text = {text["id"]: text["kind"] for text in cards["text"]}
        self.unit = [("army1", "army2", "army3", "fort", "ship", "politician").index(c["top"]) if "top" in c else -1 for c in self.kinds]
        counters = self.tables["counters"]
        self.stock = [[*counters["union_armies"], 0], [*counters["csa_armies"], counters["forts"]]]
        self.capital = self.number[self.tables["cities"]["union_capital"]]
        self.pair = [self.number[city] for city in self.tables["cities"]["csa_pair"]]

    def half(self, words: str) -> int:
        place, _, half = words.partition(" ")
        return 2 * self.number[place] + self.places[self.number[place]]["halves"].index(half)

    def both(self, link: dict[str, Any]) -> Iterator[Way]:
        first, second = self.half(link["first"]), self.half(link["second"])
        yield Way(first, second, self.bonus(link.get("second_defence")))
        yield Way(second, first, self.bonus(link.get("first_defence")))

    def bonus(self, defence: dict[str, Any] | None) -> tuple[int, int]:
        found = [0, 0]
        if defence is not None:
            found[SIDES.index(defence["side"])] = defence["bonus"]
        return found[0], found[1]

    def owner(self, card: int) -> int:
        return SIDES.index(self.kinds[card]["side"])

    def cards(self, side: int) -> list[int]:
        return [k for k, card in enumerate(self.kinds) if SIDES.index(card["side"]) == side]

    def text(self, card: int) -> str:
        return str(self.kinds[card].get("text", ""))

    def type_of(self, card: int) -> str:
        return str(self.kind_of_text.get(self.text(card), ""))


PRINTED = Printed()
Stack = list[int]  # kinds of counters, weakest first
Step = Generator[Asked, int, Any]


class Board:
    def __init__(self, options: Iterable[str] = ()) -> None:
        self.rules = frozenset(options)
        self.units: dict[tuple[int, int], Stack] = {(side, half): [] for side in (0, 1) for half in range(2 * len(PRINTED.places))}
        self.flag = [False] * len(PRINTED.places)
        self.holder = list(PRINTED.colour)
        self.hand, self.deck, self.pile, self.gone = (Counter[int]() for _ in range(4))
        self.top, self.shuffles = [-1, -1], [0, 0]
        self.active, self.actions, self.turn = UNION, 0, 0
        self.blockade = self.europe = self.idle = 0
        self.drew = False
        self.benefits: set[tuple[int, str]] = set()
        self.log: list[tuple[str, tuple[Any, ...]]] = []
        for side in (UNION, CSA):
            for place, armies in PRINTED.war[SIDES[side]]["armies"].items():
                self.units[side, 2 * PRINTED.number[place]] += [n - 1 for n in armies]
        for k, card in enumerate(PRINTED.kinds):
            if card["set"] == "base":
                self.deck[k] = card["copies"]

    def tell(self, name: str, *values: Any) -> None:
        self.log.append((name, values))

    # --- looking things up ------------------------------------------------------------------------------------------

    def at(self, side: int, loc: int) -> Stack:
        return self.units[side, 2 * loc] + self.units[side, 2 * loc + 1]

    def armies(self, side: int, half: int) -> Stack:
        return sorted(k for k in self.units[side, half] if k != FORT)

    def all_armies(self, side: int) -> Iterator[tuple[int, int]]:
        return ((half, kind) for (owner, half), stack in self.units.items() if owner == side for kind in sorted(set(stack)) if kind != FORT)

    def cards(self, side: int, where: Counter[int] | None = None) -> list[int]:
        return [k for k in PRINTED.cards(side) if (self.hand if where is None else where)[k] > 0]

    def held(self, side: int) -> int:
        return sum(self.hand[k] for k in PRINTED.cards(side))

    def left(self, side: int) -> int:
        return sum(self.deck[k] for k in PRINTED.cards(side))

    def stock(self, side: int, kind: int) -> int:
        halves = range(2 * len(PRINTED.places))
        return int(PRINTED.stock[side][kind]) - sum([self.units[side, half].count(kind) for half in halves if self.units[side, half]])

    def limit(self, side: int) -> int:
        return int(PRINTED.tables["limits"]["union_hand"] if side == UNION else PRINTED.tables["blockade"]["csa_hand"][self.blockade])

    def points(self) -> int:
        places = sum(place["vp"] for n, place in enumerate(PRINTED.places) if self.holder[n] == UNION)
        return int(places + PRINTED.tables["blockade"]["union_points"][self.blockade])

    # --- the parts of every action ----------------------------------------------------------------------------------

    def ask(self, side: int, box: str, options: Iterable[int], *, secret: bool = False) -> Step:
        """A question with a single answer is not asked, unless that would betray a hand."""
        found = tuple(sorted(options))
        assert found, f"nothing can be answered in {box}"
        return found[0] if len(found) == 1 and not secret else (yield Asked(side, box, found))

    def lay(self, side: int, card: int) -> None:
        self.pile[card] += 1
        self.top[side] = card

    def spend(self, side: int, card: int, name: str, *values: Any) -> None:
        """A card goes from the hand to the discards."""
        self.hand[card] -= 1
        self.lay(side, card)
        self.tell(name, side, card, *values)

    def shift(self, side: int, out: int, into: int, kinds: Iterable[int]) -> None:
        for kind in kinds:
            self.units[side, out].remove(kind)
            self.units[side, into].append(kind)

    def remove(self, side: int, half: int, kinds: Iterable[int]) -> None:
        for kind in kinds:
            self.units[side, half].remove(kind)

    def settle(self, loc: int) -> None:
        """Section 1: who controls a location whose units have changed."""
        there, colour, was = [bool(self.at(side, loc)) for side in (0, 1)], PRINTED.colour[loc], self.holder[loc]
        regained = colour == UNION and self.flag[loc]
        if all(there):
            now = NOBODY
        elif any(there):
            now = there.index(True)
            self.flag[loc] = now != colour
        else:
            now = 1 - colour if self.flag[loc] else colour
        self.holder[loc] = now
        if now != was:
            self.tell(*(("contested", loc) if now == NOBODY else ("controlled", now, loc)))
            if now == UNION and regained:
                self.lean(UNION, 1)

    def lean(self, side: int, steps: int) -> None:
        """Section 4: the Europe track, and section 6: its Confederate end."""
        if steps:
            ends = PRINTED.tables["europe"]
            self.europe += steps if side == CSA else -steps
            self.europe = max(ends["union_end"], min(ends["csa_end"], self.europe))
            self.tell("europe", side, steps, self.europe)
            if self.europe == ends["csa_end"]:
                raise Over(CSA, "LIN-vic-d", "europe")

    # --- decks ------------------------------------------------------------------------------------------------------

    def gate(self, number: int) -> None:
        points, due = self.points(), PRINTED.tables["gates"]["points"][number - 1]
        self.tell("gate", points, due, number)
        if points < due:
            raise Over(CSA, f"LIN-vic-{'abc'[number - 1]}", ("first_gate", "second_gate", "last_gate")[number - 1])
        if number == 3:
            raise Over(UNION, "LIN-vic-f", "points")

    def reshuffle(self, side: int) -> None:
        number = self.shuffles[side] + 1
        if side == UNION:
            self.gate(number)
        new = Counter({k: self.pile[k] for k in PRINTED.cards(side)})
        new += Counter({k: PRINTED.kinds[k]["copies"] for k in PRINTED.cards(side) if PRINTED.kinds[k]["set"] == "I" * number})
        for k in PRINTED.cards(side):
            self.pile[k] = 0
        self.deck += new
        self.top[side] = -1
        if side == UNION:
            self.idle = 0
        if new.total() or side == UNION:
            self.shuffles[side] = number
            self.tell("reshuffled", side, number, new.total())

    def draw(self, side: int, due: int) -> Step:
        """Section 3 and 6: up to so many cards; the Union's third deck ends the war with its last card."""
        while due > 0:
            if not self.left(side):
                self.reshuffle(side)
            drawn: list[int] = []
            while due > 0 and self.left(side):
                kinds = self.cards(side, self.deck)
                card = yield Asked(CHANCE, "draw", tuple(kinds), tuple(self.deck[k] for k in kinds))
                self.deck[card] -= 1
                self.hand[card] += 1
                drawn.append(card)
                due -= 1
                self.drew |= side == UNION
            if not drawn:
                return
            self.tell("drew_cards", side, len(drawn))
            self.tell("own_draw", side, tuple(sorted(drawn)))
            if side == UNION and self.shuffles[UNION] == 2 and not self.left(UNION):
                self.gate(3)
