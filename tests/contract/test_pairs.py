"""Secrets keep: two matches that differ only in what a side may not know look alike to that side and to a spectator, message by message.

A match goes on at random. Now and then what one side cannot see is dealt anew, and the two matches are given the same answers from there;
where an answer is itself hidden (a card face down, the value of a block, a draw), any answer that looks the same, one that leads elsewhere
above all. What the server would send is compared as bytes: the table, the question and its answers, why the rest is closed, the log, the
serial, what may be taken back; and so are the worlds that are dealt for the side. A pair parts only where the rules themselves lay
something open.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace

import msgspec
import pytest

from bivouac.core.events import Event
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State
from bivouac.core.title import Scenario, Title
from bivouac.match import Match
from bivouac.server import render
from bivouac.server.gestures import offered
from bivouac.server.live import Live, forgets
from bivouac.server.render import Reader
from bivouac.server.seats import Seat, format_seats
from bivouac.server.store import Key
from kit import option_sets

PAIRS = int(os.environ.get("BIVOUAC_PAIRS", "24"))  # of each scenario
A_PIECE = 500  # pairs of one test, so that many of them can be shared out among processes
TOGETHER = 30  # answers that a pair is given together, at most
HIDING = 0.15  # of the other side's answers are replaced by others that look like them, even where the same could be given
MOST_TRIED = 60  # answers that are tried for that
WORLDS = 2
SEED = b"the dice of both of a pair......"
A_MATCH = 3  # pairs that begin in one match, at most
PEOPLE = format_seats([Seat(None, computer=False), Seat(None, computer=False)])


class Table:
    """A match in play, and two who look on: the side that may not know, and a spectator."""

    @classmethod
    def begun(cls, match: Match, position: State, side: Side) -> Table:
        """A table at which a match like this one begins in a position."""
        return cls(Match.standing(match.title, match.scenario, match.options, position.clone(), SEED), side)

    def __init__(self, match: Match, side: Side) -> None:
        self.match, self.side = match, side
        said = {"serial": len(match.answers), "dice": "[]", "undone": "[]", "conceded": None, "rewound": 0, "dropped": 0, "request": None}
        row = SimpleNamespace(id="match", seats=PEOPLE, watch="watch", revision=0, closed=False, **said)
        number = len(match.answers)
        self.live = Live(row, self.match, [(n, match.all_events_of(n)) for n in range(max(0, number - 20), number)], 20.0)
        self.readers = [Reader(Key("match", (int(side),)), "en"), Reader(Key("match", ()), "it")]
        self.seen = b""

    def look(self) -> None:
        """Everything that the two are told now."""
        told: list[object] = [render.message(self.live, reader) for reader in self.readers]
        if self.live.asked == self.side:
            told += render.refusals(self.live, self.readers[0], None)
            told += [forgets(self.live, self.side, a) for a in self.match.state.options]
            lit = [t for a in self.match.state.options for t in self.match.title.choice(self.match.state, a).targets]
            told.append(offered(self.live, self.side, "it", lit[:1]))
        self.seen = msgspec.json.encode(told)

    def play(self, answer: int) -> None:
        number = len(self.match.answers)
        self.match.play(answer, self.match.title.flow.side(self.match.state))
        self.live.log.append((number, self.match.all_events_of(number)))
        self.live.revision += 1
        self.look()

    def tried(self, answer: int) -> Table:
        """The same table, with this answer."""
        copy = self.match.at(len(self.match.answers))
        copy._state.log = copy._log
        other = Table(copy, self.side)
        other.live.log, other.live.revision = list(self.live.log), self.live.revision
        for mine, copied in zip(self.readers, other.readers):
            copied.revision, copied.serial, copied.layout, copied.faces = mine.revision, mine.serial, mine.layout, set(mine.faces)
        other.play(answer)
        return other

    @property
    def told(self) -> list[Event]:
        """What the last answer told the side that may not know."""
        return self.match.events_of(len(self.match.answers) - 1, self.side)

    @property
    def imagined(self) -> list[object]:
        """The worlds that are dealt for the side: blindly, and (where there are beliefs) by what the other side has done."""
        view = self.match.view(self.side)
        return [deal(Random(n)).key() for n in range(WORLDS) for deal in (view.sample, view.likely)] if self.match.state.stack else []

    @property
    def stack(self) -> tuple[object, ...]:
        return self.match.state.stack

    @property
    def box(self) -> int | None:
        return self.match.state.stack[-1][0] if self.match.state.stack else None


def answered_alike(true: Table, other: Table, answer: int, rng: Random) -> Table | None:
    """Both tables after this answer, or after one that looks like it. None where they part, by something that the rules lay open."""
    asked = true.match.title.flow.side(true.match.state)  # what was chosen before and not shown may lead elsewhere
    known = answer in other.match.state.options and (asked == true.side or true.stack == other.stack)
    assert known or asked != true.side, f"what may be answered hangs on a secret: {answer} of {true.match.question}"
    hides = asked == true.side.other and rng.random() < HIDING
    before = other.tried(answer) if known and not hides else None
    true.play(answer)
    if before is not None:
        if before.told != true.told:
            assert is_laid_open(true, before), f"told by {answer}: {true.told} or {before.told}"
            return None
        assert before.seen == true.seen, f"seen after {answer}: {difference(true, before)}"
        return before
    return looking_like(true, other, rng)


def looking_like(true: Table, other: Table, rng: Random) -> Table | None:
    """The other table after an answer that looks like what happened at the true one; rather one that leads elsewhere."""
    options, found = list(other.match.state.options), None
    for answer in rng.sample(options, len(options))[:MOST_TRIED]:
        tried = other.tried(answer)
        if tried.seen == true.seen:
            found = tried
            if tried.stack != true.stack:
                break
    return found


def is_laid_open(*tables: Table) -> bool:
    """Whether the rules have shown a secret, or at the end all of them."""
    return any(table.match.outcome is not None or any(event.kind.reveals for event in table.told) for table in tables)


def difference(a: Table, b: Table) -> str:
    """Where two messages differ first."""
    at = next((n for n, (x, y) in enumerate(zip(a.seen, b.seen)) if x != y), min(len(a.seen), len(b.seen)))
    return f"{a.seen[max(0, at - 200) : at + 120]!r} but {b.seen[max(0, at - 200) : at + 120]!r}"


def pairs(title: Title[State], scenario: Scenario, rng: Random) -> Iterator[tuple[Match, State, Side]]:
    """Moments of random matches, those that seldom come above all, and what could be the truth there as well for a side."""
    begun: Counter[int] = Counter()
    while True:
        *_, options = option_sets(title, scenario, rng, 1)
        match = Match.new(title, scenario=scenario, options=options, seed=rng.randrange(1 << 30))
        left = A_MATCH
        while match.state.stack and left:
            box, side = match.state.stack[-1][0], rng.choice(SIDES)
            if rng.random() < 1 / (1 + begun[box]) ** 2:
                world = title.determinize(match.state, side, rng)
                if world.key() != match.state.key():
                    begun[box], left = begun[box] + 1, left - 1
                    title.flow.run(world)
                    yield match, world, side
            match.submit(rng.choice(match.state.options))


@pytest.mark.parametrize("first", range(0, PAIRS, A_PIECE))
def test_pairs_that_differ_in_a_secret_look_alike(title, scenario, first):
    if not title.secrets:
        return
    rng = Random(f"pairs {title.id} {scenario.id}" + (f" from {first}" if first else ""))
    count, compared = min(A_PIECE, PAIRS - first), 0
    for _, (match, world, side) in zip(range(count), pairs(title, scenario, rng)):
        true, other = Table.begun(match, match.state, side), Table.begun(match, world, side)
        true.look()
        other.look()
        assert true.seen == other.seen and true.box == other.box, difference(true, other)
        for _ in range(TOGETHER):
            if not true.match.state.stack:
                break
            state = true.match.state
            weights = title.flow.weights(state)
            found = answered_alike(true, other, rng.choices(state.options, weights)[0], rng)
            if found is None:
                break
            assert found.imagined == true.imagined, f"a world for the side that is not asked hangs on what it has not seen: {true.stack}"
            other, compared = found, compared + 1
    assert compared > count * TOGETHER // 10, "pairs part too soon to prove anything"
