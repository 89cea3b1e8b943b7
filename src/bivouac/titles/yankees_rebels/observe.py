"""A position as numbers for learners, see `core.observe`. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from bivouac.core.observe import Plane, fields_from, kept, members, named, numbers, the_question
from bivouac.titles.yankees_rebels.frames import Box
from bivouac.titles.yankees_rebels.printed.map import ROAD_STEPS, SIZE
from bivouac.titles.yankees_rebels.printed.units import COUNT, GONE
from bivouac.titles.yankees_rebels.state import State

SHOTS: Final = 12
LIST: Final = 12


def shots(s: State) -> Sequence[int]:
    """The fires of the fight at hand: up to four firers, from where, at whom and where, dice, whether it is a reaction, what came of it."""
    return (
        [n for shot in s.shots[:SHOTS] for n in (*shot.firers[:4], *(-1,) * (4 - len(shot.firers)), *fields_from(shot, 1))]
        if s.shots
        else ()
    )


def gains(s: State) -> Sequence[int]:
    """Hexes won that may be occupied: who, from where, to where, and the last unit driven out."""
    return [n for gain in s.gains[:LIST] for n in (gain.unit, gain.frm, gain.to, gain.fled.bit_length() - 1)] if s.gains else ()


def partings(s: State) -> Sequence[int]:
    """By night: each unit that draws off, 2 * unit + 1 where it must."""
    return [2 * p.unit + p.must for p in s.partings[: 2 * LIST]] if s.partings else ()


@partial(kept, "rules")
def options(s: State) -> Sequence[int]:
    """What was switched on."""
    return (*fields_from(s.rules, 3), int(s.rules.road_steps is not ROAD_STEPS))


PLANES: Final[tuple[Plane, ...]] = (
    *the_question(Box),
    named("clock", "turn turns marker side points_union points_csa", -1, 127,
          lambda s: (s.turn, len(s.rules.setup.turns), s.marker, s.side, *s.points)),
    named("round", "flags hats trumpets calls dice score", 0, 127, lambda s: (s.flags, s.hats, s.trumpets, s.calls, s.dice, s.score)),
    named("activation", "unit steps mate shot", -1, COUNT, lambda s: (s.unit, s.steps, s.mate, s.shot)),
    numbers("rules", 9, 0, 1, options),
    numbers("where", COUNT, GONE, SIZE, "where"),
    numbers("force", COUNT, 0, 12, "force"),
    numbers("entry", COUNT, -2, SIZE, lambda s: s.rules.setup.entry),
    numbers("acting", 4, -1, COUNT, "acting"),
    numbers("reactors", LIST, -1, COUNT, "reactors"),
    numbers("shots", 12 * SHOTS, -1, SIZE, shots),
    numbers("gains", 4 * LIST, -1, SIZE, gains),
    numbers("partings", 2 * LIST, -1, 2 * COUNT, partings),
    members("cup", 16, "cup"),
    members("due", COUNT, "due"),
    members("done", COUNT, "done"),
    members("recovered", COUNT, "recovered"),
    members("strays", COUNT, "strays"),
    members("shifted", COUNT, "shifted"),
    members("ready", COUNT, "ready"),
    members("held", SIZE, "held"),
    members("works", SIZE, "works"),
)  # fmt: skip
