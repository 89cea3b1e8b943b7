"""A position as numbers for learners, see `core.observe`. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from bivouac.core.observe import Plane, members, named, numbers, the_question
from bivouac.titles.hold_the_line.frames import Box, Opening, Retreat
from bivouac.titles.hold_the_line.printed.map import HEXES
from bivouac.titles.hold_the_line.printed.scenarios import Field
from bivouac.titles.hold_the_line.state import OWN, State

PIECES: Final = 128  # the largest battle that can be written as numbers
BLOCKS: Final = 24


@cache
def battle(field: Field) -> Sequence[int]:
    """What does not change in a battle: for each piece its side, kind, morale, turn of arrival, points; for each hex its terrain and its
    walls; for each VP block its hex, the side it counts for, its points."""
    if len(field.pieces) > PIECES or len(field.blocks) > BLOCKS:
        raise ValueError(f"only battles of up to {PIECES} pieces and {BLOCKS} blocks can be written as numbers")
    rows = [[getattr(row, name) for row in field.pieces] for name in ("side", "kind", "morale", "turn", "worth")]
    walls = [sum(1 << side for side in sides) + 64 * (kind > 0) for sides, kind in zip(field.cover_sides, field.cover_kind)]
    places = [[getattr(block, name) for block in field.blocks] for name in ("hex", "side", "worth")]
    return (*(n for row in rows for n in filled(row, PIECES)), *field.terrain, *walls, *(n for row in places for n in filled(row, BLOCKS)))


def filled(values: Sequence[int], size: int) -> Sequence[int]:
    return (*values, *(-1,) * (size - len(values)))


def retreat(s: State) -> Sequence[int]:
    """The sets of a retreat lie in members; here where it makes for, and which gunner opens the battle."""
    f = s.stack[-1] if s.stack else None
    return (f.to if isinstance(f, Retreat) else -1, f.gunner if isinstance(f, Opening) else -1)


def step(name: str) -> Plane:
    """One of the sets of hexes of a retreat."""
    return members(f"retreat_{name}", HEXES, lambda s: getattr(s.stack[-1], name) if s.stack and isinstance(s.stack[-1], Retreat) else 0)


PLANES: Final[tuple[Plane, ...]] = (
    *the_question(Box),
    named("clock", "turn turns active points vp_union vp_csa goal_union goal_csa lost_union lost_csa rallied", 0, 127,
          lambda s: (s.turn, s.field.turns, s.active, s.ap, *s.vp, *s.field.targets, *s.lost, s.rallied)),
    named("unit", "piece kind leader steps start touched bonus", -1, PIECES,
          lambda s: (s.unit, s.kind, s.leader, s.steps, s.start, s.touched, s.bonus)),
    named("attack", "target mode dice need hits ones tests colours falling taken killed fled fallen", -1, 127,
          lambda s: (s.target, s.mode, s.dice, s.need, s.hits, s.ones, s.tests, s.colours, s.falling, s.taken, s.killed, s.fled, s.fallen)),
    named("rules", "attacker_morale no_rally hill_guns advance each_leader halt", 0, 1, "rules"),
    named("caps", "union csa", 0, 20, lambda s: tuple(caps[min(s.turn, len(caps) - 1)] for caps in s.field.caps)),
    named("frame", "to gunner", -1, PIECES, retreat),
    numbers("battle", 5 * PIECES + 2 * HEXES + 3 * BLOCKS, -1, 127, lambda s: battle(s.field)),
    numbers("where", PIECES, -2, HEXES, "pos"),
    numbers("strength", PIECES, -1, 9, "sp"),
    numbers("blocks", BLOCKS, -1, OWN, "blocks"),
    members("done", PIECES, "done"),
    members("hit", PIECES, "hit"),
    members("released", 16, "released"),
    *(step(name) for name in ("open", "away", "quiet", "unpushed", "best")),
)  # fmt: skip
