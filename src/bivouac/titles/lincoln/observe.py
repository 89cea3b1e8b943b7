"""A position as numbers for learners, see `core.observe`. A side sees its own hand, discards and removed cards, and of the other
side's only how many there are and which card lies on top."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Final

from bivouac.core.kit.bits import set_of
from bivouac.core.observe import Plane, members, named, numbers, the_question
from bivouac.titles.lincoln.frames import Box, Counting, Deploying, Leaving, Moving
from bivouac.titles.lincoln.printed.map import HALVES, LOCS, WAYS
from bivouac.titles.lincoln.printed.units import COUNTERS, KINDS, KINDS_OF, SPAN_OF
from bivouac.titles.lincoln.state import NO_CARD, State

ALL_KINDS: Final = 4 * HALVES


BLANK: Final = tuple([0] * len(KINDS_OF[side]) for side in (0, 1))


def joined(own: Sequence[int], other: Sequence[int], side: int) -> tuple[int, ...]:
    """The numbers of a side's kinds and of the other's, the Union's first."""
    return (*other, *own) if side else (*own, *other)


def own_cards(row: str) -> Plane:
    """How many cards of each kind lie in one of the side's own places; those of the other side read 0. They seldom change: what each side
    read last is kept."""
    last: list[tuple[Sequence[int], Sequence[int]]] = [((), ()), ((), ())]

    def read(s: State, side: int) -> Sequence[int]:
        now = getattr(s, row)[SPAN_OF[side]]
        known, found = last[side]
        if now != known:
            found = joined(now, BLANK[1 - side], side)
            last[side] = (now, found)
        return found

    return Plane(row, KINDS, 0, 9, read)


def unseen_cards() -> Plane:
    """The cards of each kind that this side has not seen and the other may hold or draw: all that are neither discarded nor removed. Its
    own draw pile it knows but for the order."""
    last: list[tuple[object, Sequence[int]]] = [((), ()), ((), ())]

    def read(s: State, side: int) -> Sequence[int]:
        theirs, c = SPAN_OF[1 - side], s.combat
        face_down = c.card if c is not None and s.active != side else NO_CARD
        now = (s.deck, s.hand[theirs], face_down)
        known, found = last[side]
        if now != known:
            hidden = [*joined(s.deck[SPAN_OF[side]], [*map(add, s.hand[theirs], s.deck[theirs])], side)]
            if face_down != NO_CARD:
                hidden[face_down] += 1
            found = tuple(hidden)
            last[side] = ((s.deck[:], *now[1:]), found)
        return found

    return Plane("unseen", KINDS, 0, 9, read)


def fight(s: State, side: int) -> Sequence[int]:
    c = s.combat
    if c is None:
        return (-1,) * 15
    arrived = [c.arrived >> 8 * kind & 255 for kind in range(4)]
    second = [c.second >> 8 * kind & 255 for kind in range(3)]
    card = c.card if side == s.active else NO_CARD
    return (c.half, c.base, c.bonus, c.origin, *arrived, card, c.card != NO_CARD, c.loser, c.toll, *second)


def hand_of(s: State) -> Sequence[int]:
    """The procedure at hand."""
    f = s.stack[-1] if s.stack else None
    if isinstance(f, Counting):
        return f.side, f.left, -1, -1, 0, 0, 0, 0, 0, 0, -1
    if isinstance(f, Deploying):
        return -1, f.left, f.card, -1, 0, 0, 0, 0, 0, 0, -1
    if isinstance(f, Leaving):
        return f.side, -1, -1, -1, 0, 0, 0, 0, 0, 0, f.kind
    if isinstance(f, Moving):
        lifted = [stack >> 8 * kind & 255 for stack in (f.first, f.second) for kind in range(3)]
        return -1, f.by_card, -1, f.loc, *lifted, -1
    return -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, -1


def moving(name: str, size: int) -> Plane:
    """A set of the move at hand: halves it may go into, ways it may attack over."""
    return members(f"move_{name}", size, lambda s: getattr(s.stack[-1], name) if s.stack and isinstance(s.stack[-1], Moving) else 0)


PLANES: Final[tuple[Plane, ...]] = (
    *the_question(Box),
    named("clock", "turn active actions blockade europe idle drew", -9, 127,
          lambda s: (s.turn, s.active, s.actions, s.blockade, s.europe, s.idle, s.drew)),
    named("decks", "held_union held_csa left_union left_csa shuffles_union shuffles_csa top_union top_csa", -1, 127,
          lambda s: (*s.held, *s.left, *s.shuffles, *s.top)),
    named("procedure", "side left card location a1 a2 a3 b1 b2 b3 kind", -1, 127, hand_of),
    Plane("fight", 15, -9, 127, fight,
          labels=("half", "base", "bonus", "origin", "ones", "twos", "threes", "forts", "card", "face_down", "loser", "toll",
                  "second_ones", "second_twos", "second_threes")),
    numbers("where", sum(COUNTERS), -1, HALVES, "where"),
    numbers("control", LOCS, 0, 2, "control"),
    numbers("flags", LOCS, 0, 1, "flags"),
    own_cards("hand"),
    own_cards("pile"),
    own_cards("gone"),
    unseen_cards(),
    members("standing_union", ALL_KINDS, lambda s: s.standing[0]),
    members("standing_csa", ALL_KINDS, lambda s: s.standing[1]),
    members("benefits", 32, "benefits"),
    members("switches", 5, "switches"),
    moving("halves", HALVES),
    moving("ways", WAYS),
    members("moved", ALL_KINDS, lambda s: set_of(s.stack[-1].moved) if s.stack and isinstance(s.stack[-1], Moving) else 0),
)  # fmt: skip
