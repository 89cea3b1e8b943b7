"""The state: where every unit stands, with what strength, who has been activated, what is in the cup, and the fight at hand.

Sets of hexes and of units are ints (see `printed.map` and `printed.units`), so a clone copies five short lists and shares the rest.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Self

from bivouac.core.state import State as CoreState
from bivouac.titles.yankees_rebels.frames import Gain, Parting, Shot
from bivouac.titles.yankees_rebels.printed.map import ALL, BIT, NO_ARTILLERY, NO_CAVALRY, VICTORY_HEXES, ring
from bivouac.titles.yankees_rebels.printed.scenarios import Setup
from bivouac.titles.yankees_rebels.printed.units import GONE, IS_FOOT, IS_GUN, IS_HORSE, SECOND, SIDE, STACK, UNIT


class Rules(NamedTuple):
    """What stays the same through a match: the setup, and the options as plain values."""

    setup: Setup
    code: int
    road_steps: tuple[tuple[int, int], ...]
    works: tuple[tuple[int, int], ...]
    corps_integrity: bool
    min_one_die: bool
    vp_every_day: bool
    control_last_occupied: bool


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
    origin            where the last unit that marched came from
    reactors          enemies that have not yet tested their reaction
    shots, shot       the fires of the fight at hand, attacks before reactions; which of them is being rolled
    gains             hexes won that may be occupied
    partings          night: units that still have to part from the enemy, or may
    points            victory points by side
    held              victory hexes last occupied by the Confederacy
    strays            units that lost touch with their corps
    works             hexes entrenched today
    """

    __slots__ = (
        "acting",
        "at",
        "calls",
        "cup",
        "dice",
        "done",
        "due",
        "flags",
        "foot",
        "force",
        "full",
        "gains",
        "ground",
        "hats",
        "held",
        "marker",
        "mate",
        "on_map",
        "origin",
        "partings",
        "points",
        "reactors",
        "ready",
        "rules",
        "score",
        "shifted",
        "shot",
        "shots",
        "side",
        "steps",
        "strays",
        "trumpets",
        "turn",
        "unit",
        "where",
        "works",
    )
    SHARED: ClassVar[tuple[str, ...]] = ("rules",)

    acting: tuple[int, ...]
    partings: tuple[Parting, ...]
    at: list[int]
    calls: int
    cup: int
    dice: int
    done: int
    due: int
    flags: int
    foot: int
    force: list[int]
    full: int
    gains: tuple[Gain, ...]
    ground: list[int]
    hats: int
    held: int
    marker: int
    mate: int
    on_map: int
    origin: int
    points: list[int]
    reactors: tuple[int, ...]
    ready: int
    rules: Rules
    score: int
    shifted: int
    shot: int
    shots: tuple[Shot, ...]
    side: int
    steps: int
    strays: int
    trumpets: int
    turn: int
    unit: int
    where: list[int]
    works: int

    def clone(self) -> Self:
        new = type(self).__new__(type(self))
        new.stack = self.stack
        new.options = self.options
        new.outcome = self.outcome
        new.log = None
        new.at = self.at[:]
        new.force = self.force[:]
        new.ground = self.ground[:]
        new.points = self.points[:]
        new.shots = self.shots
        new.where = self.where[:]
        new.acting = self.acting
        new.calls = self.calls
        new.cup = self.cup
        new.dice = self.dice
        new.done = self.done
        new.due = self.due
        new.flags = self.flags
        new.foot = self.foot
        new.full = self.full
        new.gains = self.gains
        new.hats = self.hats
        new.held = self.held
        new.marker = self.marker
        new.mate = self.mate
        new.on_map = self.on_map
        new.origin = self.origin
        new.partings = self.partings
        new.reactors = self.reactors
        new.ready = self.ready
        new.rules = self.rules
        new.score = self.score
        new.shifted = self.shifted
        new.shot = self.shot
        new.side = self.side
        new.steps = self.steps
        new.strays = self.strays
        new.trumpets = self.trumpets
        new.turn = self.turn
        new.unit = self.unit
        new.works = self.works
        return new

    def key(self) -> tuple[Any, ...]:
        return (
            self.stack,
            self.rules.code,
            self.turn,
            self.cup,
            self.marker,
            self.side,
            self.on_map,
            self.due,
            self.done,
            self.flags,
            self.hats,
            self.trumpets,
            self.calls,
            self.dice,
            self.score,
            self.shifted,
            self.unit,
            self.steps,
            self.acting,
            self.mate,
            self.ready,
            self.reactors,
            self.shot,
            self.gains,
            self.partings,
            self.held,
            self.strays,
            self.outcome,
            *self.points,
            *self.where,
            *self.force,
            self.shots,
        )

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
        return ring(self.ground[1 - side])
