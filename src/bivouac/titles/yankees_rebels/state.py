"""The state: where every unit stands, with what strength, who has been activated, what is in the cup, and the fight at hand.

Sets of hexes and of units are ints (see `printed.map` and `printed.units`), so a clone copies five short lists and shares the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from bivouac.core.events import EventKind
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.state import State as CoreState
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.yankees_rebels.events import HEX_CAPTURED, UNIT_ARRIVED, UNIT_DESTROYED, UNIT_DONE, UNIT_MOVED
from bivouac.titles.yankees_rebels.frames import Gain, Parting, Shot
from bivouac.titles.yankees_rebels.printed import units as army
from bivouac.titles.yankees_rebels.printed.map import ALL, BIT, NO_ARTILLERY, NO_CAVALRY, SIZE, VICTORY_HEXES, Steps, hexes_of, zone_of
from bivouac.titles.yankees_rebels.printed.scenarios import Setup
from bivouac.titles.yankees_rebels.printed.units import COUNT, IS_FOOT, SECOND, SIDE, STACK, UNIT


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
    retreat_farther: bool
    blocked_entry: bool
    faq_shifts: bool


@dataclass(slots=True, eq=False)
class State(CoreState):
    """Every slot with what it holds. A set of units or hexes has a bit for each."""

    SHARED: ClassVar[tuple[str, ...]] = ("rules",)

    rules: Rules = field(kw_only=True)
    # the units and the map
    where: list[int] = field(default_factory=lambda: [army.OFF_MAP] * COUNT)  # of each unit: its hex, OFF_MAP or GONE
    force: list[int] = field(default_factory=lambda: [0] * COUNT)  # of each unit: its strength points
    at: list[int] = field(default_factory=lambda: [0] * SIZE)  # of each hex: nobody, one or two units, as a code of `units.STACK`
    ground: list[int] = field(default_factory=lambda: [0, 0])  # of each side: the hexes where its units stand
    points: list[int] = field(default_factory=lambda: [0, 0])  # of each side: its victory points
    full: int = 0  # hexes with two units
    foot: int = 0  # hexes with an infantry unit
    on_map: int = 0  # units on the map
    due: int = 0  # units waiting to enter
    done: int = 0  # units activated this turn
    recovered: int = 0  # units that recovered strength this turn
    held: int = 0  # victory hexes last occupied by the Confederacy
    strays: int = 0  # units that lost touch with their corps
    works: int = 0  # hexes entrenched today
    # the turn and the round
    turn: int = 0
    cup: int = 0  # the markers still in the cup
    marker: int = -1  # the marker of this round
    side: int = 0  # whose it is
    flags: int = 0  # results still to be used …
    hats: int = 0
    trumpets: int = 0
    calls: int = 0  # … and redeployments of the other side
    dice: int = 0  # dice still to be rolled
    score: int = 0  # what they have shown so far
    shifted: int = 0  # units that the dice of this round let redeploy or fall back
    # the activation and its fight
    unit: int = 0  # the unit in hand
    steps: int = 0  # hexes it has fallen back
    acting: tuple[int, ...] = ()  # the units that act together
    mate: int = -1  # the one that acts after them
    ready: int = 0  # those of them that may still attack
    reactors: tuple[int, ...] = ()  # enemies that have not yet tested their reaction
    shots: tuple[Shot, ...] = ()  # the fires of the fight at hand, attacks before reactions
    shot: int = 0  # which of them is being rolled
    gains: tuple[Gain, ...] = ()  # hexes won that may be occupied
    partings: tuple[Parting, ...] = ()  # by night: units that still have to part from the enemy, or may

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
        if bit & VICTORY_HEXES and bool(self.held & bit) != bool(SIDE[u]):
            self.held ^= bit
            self.tell(HEX_CAPTURED, SIDE[u], h)

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

    def move(self, u: int, h: int, effect: EventKind = UNIT_MOVED) -> None:
        """Move a unit from its hex to another; `effect` is `UNIT_RETREATED` where the unit retreats."""
        self.tell(effect, u, self.where[u], h)
        self.leave(u)
        self.stand(u, h)

    def enter(self, u: int, h: int) -> None:
        """A unit comes onto the map."""
        self.due &= ~UNIT[u]
        self.on_map |= UNIT[u]
        self.tell(UNIT_ARRIVED, u, self.force[u], h)
        self.stand(u, h)

    def eliminate(self, u: int) -> None:
        """A unit leaves the game."""
        self.tell(UNIT_DESTROYED, u, self.where[u])
        self.leave(u)
        self.on_map ^= UNIT[u]
        self.where[u] = army.GONE

    def mark_as_done(self, units: int) -> None:
        """Mark units as activated for the rest of the turn (3.0c)."""
        if self.log is not None:
            for u in bits(units & ~self.done):
                self.tell(UNIT_DONE, u)
        self.done |= units

    def units_at(self, h: int) -> tuple[int, ...]:
        return STACK[self.at[h]]

    def units_in(self, area: int) -> int:
        """The set of units that stand in these hexes."""
        at, force = self.at, 0
        for h in hexes_of(area & (self.ground[0] | self.ground[1])):
            force |= army.STACK_FORCE[at[h]]
        return force

    # --- ground a unit may stand on ----------------------------------------------------------------------------------------

    def passable(self, u: int) -> int:
        """The hexes a unit may enter at all: no enemy there, and no ground that is barred to its arm."""
        free = ALL & ~self.ground[1 - SIDE[u]]
        if army.IS_HORSE[u]:
            free &= ~NO_CAVALRY
        elif army.IS_GUN[u]:
            free &= ~NO_ARTILLERY
        return free

    def landing(self, u: int) -> int:
        """The hexes where a unit may end: passable, and within the stacking limit (the unit's own hex does not count)."""
        free = self.passable(u) & ~self.full
        return free & ~self.foot if IS_FOOT[u] else free

    def enemy_zone(self, side: int) -> int:
        """The zones of control of the other side."""
        return zone_of(self.ground[1 - side])

    # --- the whole ------------------------------------------------------------------------------------------------

    def is_sound(self) -> bool:
        """Each unit is on the map, still to come or gone; stacks, sides' ground and the sets of hexes agree with where they stand."""
        standing = [u for u, h in enumerate(self.where) if h >= 0]
        return (
            set_of(standing) == self.on_map
            and not self.on_map & self.due
            and all(u in STACK[self.at[self.where[u]]] and self.force[u] > 0 for u in standing)
            and sum([len(STACK[code]) for code in self.at]) == len(standing)
            and all(self.ground[side] == set_of({self.where[u] for u in standing if SIDE[u] == side}) for side in (0, 1))
            and not self.ground[0] & self.ground[1]
            and self.full == set_of([h for h, code in enumerate(self.at) if len(STACK[code]) == 2])
            and self.foot == set_of({self.where[u] for u in standing if IS_FOOT[u]})
        )


def why_closed(s: State, f: Any, h: int) -> dict[str, Arg]:
    """What the refusal of a hex tells where several things may close it: the first that does."""
    u, bit = s.unit, BIT[h]
    closed = (
        ("enemy", s.ground[1 - SIDE[u]]),
        ("ground", ~s.passable(u)),
        ("full", ~s.landing(u)),
        ("zone", s.enemy_zone(SIDE[u])),
        ("corps", ALL),
    )
    reason = next(name for name, hexes in closed if hexes & bit)
    return {"hex": Name("hex", h), "why": Text(f"labels.closed_{reason}")}


def unit_and_hex(s: State, f: Any, h: int) -> dict[str, Arg]:
    """What the refusal of a hex tells: the unit in hand and the hex."""
    return {"unit": Name("unit", s.unit), "hex": Name("hex", h)}
