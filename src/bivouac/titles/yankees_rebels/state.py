"""The state: where every unit stands, with what strength, who has been activated, what is in the cup, and the fight at hand.

Sets of hexes and of units are ints (see `printed.map` and `printed.units`), so a clone copies five short lists and shares the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, NamedTuple

from bivouac.core.state import State as CoreState
from bivouac.core.text import Arg, Name
from bivouac.titles.yankees_rebels.frames import Gain, Parting, Shot
from bivouac.titles.yankees_rebels.printed.map import ALL, BIT, NO_ARTILLERY, NO_CAVALRY, SIZE, VICTORY_HEXES, Steps, hexes_of, zone_of
from bivouac.titles.yankees_rebels.printed.scenarios import Setup
from bivouac.titles.yankees_rebels.printed.units import (
    COUNT,
    GONE,
    IS_FOOT,
    IS_GUN,
    IS_HORSE,
    OFF_MAP,
    SECOND,
    SIDE,
    STACK,
    STACK_FORCE,
    UNIT,
)

EVERYTHING: Final = -1
"""The set of all things, for a rule that closes everything."""


class Rules(NamedTuple):
    """What stays the same through a match: the setup, and the options as plain values."""

    setup: Setup
    road_steps: Steps
    works: tuple[tuple[int, int], ...]
    corps_integrity: bool
    min_one_die: bool
    vp_every_day: bool
    control_last_occupied: bool
    retreat_activates: bool
    short_evasion: bool
    retreat_farther: bool


@dataclass(slots=True, eq=False)
class State(CoreState):
    """
    where, force      of each unit: its hex (OFF_MAP, GONE), its strength points
    at                of each hex: nobody, one or two units, as a code of `units.STACK`
    ground            of each side: the hexes where its units stand
    full, foot        hexes with two units; hexes with an infantry unit
    on_map, due       units on the map; units waiting to enter
    done              units activated this turn
    turn, cup         which turn; the markers still in the cup
    marker, side      the marker of this round and whose it is
    flags, hats, trumpets, calls   results still to be used (calls: redeployments of the other side)
    dice, score       dice still to be rolled; what they have shown so far
    shifted           units that the dice of this round let redeploy or fall back
    unit, steps       the unit in hand; hexes it has fallen back
    acting, mate      the units that act together; the one that acts after them (-1: none)
    ready             those of them that may still attack
    reactors          enemies that have not yet tested their reaction
    shots, shot       the fires of the fight at hand, attacks before reactions; which of them is being rolled
    gains             hexes won that may be occupied
    partings          night: units that still have to part from the enemy, or may
    points            victory points by side
    held              victory hexes last occupied by the Confederacy
    strays            units that lost touch with their corps
    works             hexes entrenched today
    """

    SHARED: ClassVar[tuple[str, ...]] = ("rules",)

    rules: Rules = field(kw_only=True)
    where: list[int] = field(default_factory=lambda: [OFF_MAP] * COUNT)
    force: list[int] = field(default_factory=lambda: [0] * COUNT)
    at: list[int] = field(default_factory=lambda: [0] * SIZE)
    ground: list[int] = field(default_factory=lambda: [0, 0])
    points: list[int] = field(default_factory=lambda: [0, 0])
    full: int = 0
    foot: int = 0
    on_map: int = 0
    due: int = 0
    done: int = 0
    turn: int = 0
    cup: int = 0
    marker: int = -1
    side: int = 0
    flags: int = 0
    hats: int = 0
    trumpets: int = 0
    calls: int = 0
    dice: int = 0
    score: int = 0
    shifted: int = 0
    unit: int = 0
    steps: int = 0
    acting: tuple[int, ...] = ()
    mate: int = -1
    ready: int = 0
    reactors: tuple[int, ...] = ()
    shots: tuple[Shot, ...] = ()
    shot: int = 0
    gains: tuple[Gain, ...] = ()
    partings: tuple[Parting, ...] = ()
    held: int = 0
    strays: int = 0
    works: int = 0

    # --- units in hexes ----------------------------------------------------------------------------------------

    def stand(self, u: int, h: int) -> None:
        """Put a unit that is nowhere into a hex."""
        bit, code = BIT[h], self.at[h]
        if code:
            self.at[h] = code + SECOND * (u + 1) if u >= code else u + 1 + SECOND * code
            self.full |= bit
        else:
            self.at[h] = u + 1
            self.ground[SIDE[u]] |= bit
        if IS_FOOT[u]:
            self.foot |= bit
        self.where[u] = h
        if bit & VICTORY_HEXES:
            self.held = self.held | bit if SIDE[u] else self.held & ~bit

    def leave(self, u: int) -> None:
        """Take a unit out of its hex."""
        h = self.where[u]
        bit, stack = BIT[h], STACK[self.at[h]]
        if len(stack) == 1:
            self.at[h] = 0
            self.ground[SIDE[u]] ^= bit
        else:
            self.at[h] = (stack[1] if stack[0] == u else stack[0]) + 1
            self.full ^= bit
        if IS_FOOT[u]:
            self.foot ^= bit

    def move(self, u: int, h: int) -> None:
        self.leave(u)
        self.stand(u, h)

    def enter(self, u: int, h: int) -> None:
        """A unit comes onto the map."""
        self.due &= ~UNIT[u]
        self.on_map |= UNIT[u]
        self.stand(u, h)

    def eliminate(self, u: int) -> None:
        """A unit leaves the game."""
        self.leave(u)
        self.on_map ^= UNIT[u]
        self.where[u] = GONE

    def units_at(self, h: int) -> tuple[int, ...]:
        return STACK[self.at[h]]

    def units_in(self, area: int) -> int:
        """The set of units that stand in these hexes."""
        at, force = self.at, 0
        for h in hexes_of(area & (self.ground[0] | self.ground[1])):
            force |= STACK_FORCE[at[h]]
        return force

    # --- ground a unit may stand on ----------------------------------------------------------------------------------------

    def passable(self, u: int) -> int:
        """The hexes a unit may enter at all: no enemy there, and no ground that is barred to its arm."""
        free = ALL & ~self.ground[1 - SIDE[u]]
        if IS_HORSE[u]:
            free &= ~NO_CAVALRY
        elif IS_GUN[u]:
            free &= ~NO_ARTILLERY
        return free

    def landing(self, u: int) -> int:
        """The hexes where a unit may end: passable, and within the stacking limit (the unit's own hex does not count)."""
        free = self.passable(u) & ~self.full
        return free & ~self.foot if IS_FOOT[u] else free

    def enemy_zone(self, side: int) -> int:
        """The zones of control of the other side."""
        return zone_of(self.ground[1 - side])


def unit_and_hex(s: State, f: Any, h: int) -> dict[str, Arg]:
    """What the refusal of a hex tells: the unit in hand and the hex."""
    return {"unit": Name("unit", s.unit), "hex": Name("hex", h)}
