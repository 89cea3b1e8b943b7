"""`python benchmarks/visits.py [MATCHES] [TITLE] [LED]`: how often somebody has to come to the table, with standing orders and without.

Scripts play both sides. A visit is a run of answers by one side that nobody else interrupts. With orders, what falls in the other side's
turn is answered by the adjutant and takes no visit; and where formations act one after another, each side may lead the first so many of
them in person (two, and one, unless told otherwise), as the title lists them, and leave the others to its adjutant. Counted for a turn as
the title counts its turns, and for a formation's (or a side's) part of it; everything that leaves nothing to choose is left out. A turn to
which nobody had to come counts too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Hashable, Iterator
from statistics import mean

from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State
from bivouac.core.title import Title
from bivouac.match import Match
from bivouac.server.lobby.orders import answer, formations, kinds
from bivouac.server.protocol import Order
from bivouac.titles import load

LED = (2, 1)


class Count:
    """Visits within each stretch of play."""

    def __init__(self) -> None:
        self._visits: Counter[Hashable] = Counter()
        self._last: tuple[Hashable, int] = ((), -1)

    def passed(self, stretch: Hashable) -> None:
        self._visits[stretch] += 0

    def answered(self, stretch: Hashable, side: int) -> None:
        if self._last != (stretch, side):
            self._last, self._visits[stretch] = (stretch, side), self._visits[stretch] + 1

    def told(self) -> str:
        found = list(self._visits.values())
        return f"{mean(found):.2f} on average, {max(found)} at most ({len(found)} counted)"


def orders_of(title: Title[State], side: Side, led: int | None) -> list[Order]:
    """The adjutant answers in the other side's turn; and leads all formations but so many (None: its side leads all of them)."""
    left = list(formations(title, side))[led:] if led is not None else []
    return [Order(box=box, how="computer") for box in (*kinds(title), *left)]


def played(title: Title[State], seed: int, orders: dict[str, list[list[Order]]]) -> Iterator[tuple[State, int, set[str]]]:
    """Every choice of a match: the position, the side that is asked, by which orders it need not come."""
    match = Match.new(title, seed=seed, keep_log=False)
    assert title.advice is not None
    while match.outcome is None:
        state, side = match.state, title.flow.side(match.state)
        best = title.advice.order(state)[0]
        if side in SIDES and len(state.options) > 1:
            given = {way: answer(title, state, side, of[side]) for way, of in orders.items()}
            best = next((a for a in given.values() if a is not None), best)
            yield state, int(side), {way for way, a in given.items() if a is not None}
        match.submit(best, side=side)


def part(title: Title[State], state: State) -> Hashable:
    assert title.turns is not None
    return int(title.turns.active(state, state.stack[-1])), title.turns.formation(state)


def main(matches: int = 20, name: str = "yankees-rebels", led: int = 0) -> None:
    title = load(name)
    assert title.advice is not None
    turn = title.advice.turn
    said = {f"with orders, {n} of each side's formations led in person": n for n in ([led] if led else LED)}
    orders = {way: [orders_of(title, side, n) for side in SIDES] for way, n in {"with orders": None, **said}.items()}
    counts = {(which, way): Count() for which in ("turn", "part of a turn") for way in ("without orders", *orders)}
    for seed in range(matches):
        for state, side, ordered in played(title, seed, orders):
            stretches: dict[str, Hashable] = {"turn": (seed, turn(state)), "part of a turn": (seed, turn(state), part(title, state))}
            for (which, way), count in counts.items():
                count.passed(stretches[which])
                if way not in ordered:
                    count.answered(stretches[which], side)
    print(f"{name}, {matches} matches of scripts; questions that orders answer: {', '.join(kinds(title))}")
    for (which, way), count in counts.items():
        print(f"visits in one {which}, {way}: {count.told()}")


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, str, int), sys.argv[1:])))
