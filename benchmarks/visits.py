"""`python benchmarks/visits.py [MATCHES] [TITLE]`: how often somebody has to come to the table, with standing orders and without.

Scripts play both sides. A visit is a run of answers by one side that nobody else interrupts. With orders, what falls in the other side's
turn is answered by the adjutant and takes no visit. Counted for a turn as the title counts its turns, and for one side's activation within
it; everything that leaves nothing to choose is left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from statistics import mean

from bivouac.core.ids import SIDES
from bivouac.core.state import State
from bivouac.core.title import Title
from bivouac.match import Match
from bivouac.server.lobby.orders import answer, is_others_turn, kinds
from bivouac.server.protocol import Order
from bivouac.titles import load


class Count:
    """Visits within a stretch of play; a new stretch begins whenever the number it is known by changes."""

    def __init__(self) -> None:
        self.found: list[int] = []
        self._now, self._last, self._visits = -1, -1, 0

    def answered(self, stretch: int, side: int) -> None:
        if stretch != self._now:
            self.found += [self._visits] if self._visits else []
            self._now, self._last, self._visits = stretch, -1, 0
        if side != self._last:
            self._last, self._visits = side, self._visits + 1

    def told(self) -> str:
        return f"{mean(self.found):.2f} on average, {max(self.found)} at most"


def played(title: Title[State], seed: int, orders: list[Order]) -> Iterator[tuple[State, int, bool]]:
    """Every choice of a match: the position, the side that is asked, whether its orders answer."""
    match = Match.new(title, seed=seed, keep_log=False)
    assert title.advice is not None
    while match.outcome is None:
        state, side = match.state, title.flow.side(match.state)
        ordered = answer(title, state, side, orders) if is_others_turn(state, int(side)) else None
        if len(state.options) > 1:
            yield state, int(side), ordered is not None
        match.submit(title.advice.order(state)[0] if ordered is None else ordered, side=side)


def main(matches: int = 20, name: str = "yankees-rebels") -> None:
    title = load(name)
    assert title.advice is not None
    orders = [Order(box=box, how="computer") for box in kinds(title)]
    turn, pace = title.advice.turn, title.advice.pace
    counts = {(which, what): Count() for which in ("turn", "activation") for what in ("without", "with")}
    for seed in range(matches):
        for state, side, is_ordered in played(title, seed, orders):
            stretches = {"turn": seed * 100_000 + turn(state), "activation": seed * 1_000_000 + pace(state)}
            for which, stretch in stretches.items():
                counts[which, "without"].answered(stretch, side)
                if not is_ordered:
                    counts[which, "with"].answered(stretch, side)
    print(f"{name}, {matches} matches of scripts; questions that orders answer: {', '.join(kinds(title))}; sides: {len(SIDES)}")
    for (which, what), count in counts.items():
        print(f"visits in one {which}, {what} standing orders: {count.told()} ({len(count.found)} counted)")


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, str), sys.argv[1:])))
