"""The state of a battle: flat lists of ints and sets of hexes as ints."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from bivouac.core.state import State as CoreState
from bivouac.titles.hold_the_line.printed.map import BIT, NOBODY, OFF_MAP
from bivouac.titles.hold_the_line.printed.scenarios import Field
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, GUNBOAT, LEADER

FIRING, ASSAULTING, BOMBARDING = range(3)
LINE_FALLS, GUNS_FALL = 1, 2


class Rules(NamedTuple):
    """The options of the rules; `caps`: what a handicap adds to the CAP of each side (11.5)."""

    attacker_morale: bool = False
    no_rally_when_hit: bool = False
    hill_artillery: bool = False
    advance_after_fire: bool = False
    caps: tuple[int, int] = (0, 0)


class State(CoreState):
    """
    pos, sp        where each piece is (a hex, OFF_MAP, GONE) and its strength points
    lines, guns, leads   for each side the hexes with infantry, cavalry and gunboats, with artillery, with leaders
    boats          the hexes with gunboats of either side
    vp, lost       victory points and lost leaders of each side; blocks: who took or controls each VP block
    done, hit      pieces that have acted this turn; pieces hit since their owner's last turn
    released       waiting groups set free by an attack
    unit           the piece at hand
    leader, steps, start, touched, bonus   its move: the leader that rides along, hexes made, whether it began and came next to an enemy,
                   whether the leader drove it on
    target, mode, dice, need, hits, ones, tests, colours, falling   its attack: the dice still to roll and the die that hits, hits and 1s so
                   far, coloured dice still to roll and seen, who falls back
    taken, killed, fled, fallen   what the attack has done: blocks, units, retreats, leaders
    """

    __slots__ = (
        "active",
        "ap",
        "blocks",
        "boats",
        "bonus",
        "colours",
        "dice",
        "done",
        "fallen",
        "falling",
        "field",
        "fled",
        "guns",
        "hit",
        "hits",
        "killed",
        "leader",
        "leads",
        "lines",
        "lost",
        "mode",
        "need",
        "ones",
        "pos",
        "released",
        "rules",
        "sp",
        "start",
        "steps",
        "taken",
        "target",
        "tests",
        "touched",
        "turn",
        "unit",
        "vp",
    )
    SHARED: ClassVar[tuple[str, ...]] = ("field", "rules")

    field: Field
    rules: Rules
    turn: int
    active: int
    ap: int
    done: int
    hit: int
    released: int
    boats: int
    unit: int
    target: int
    mode: int
    dice: int
    need: int
    hits: int
    ones: int
    tests: int
    colours: int
    falling: int
    taken: int
    killed: int
    fled: int
    fallen: int
    leader: int
    steps: int
    start: int
    touched: int
    bonus: int
    pos: list[int]
    sp: list[int]
    lines: list[int]
    guns: list[int]
    leads: list[int]
    vp: list[int]
    lost: list[int]
    blocks: list[int]

    def clone(self) -> State:
        new = _new(State)
        new.stack, new.options, new.outcome, new.log = self.stack, self.options, self.outcome, None
        new.field, new.rules = self.field, self.rules
        new.turn, new.active, new.ap, new.done, new.hit = self.turn, self.active, self.ap, self.done, self.hit
        new.released, new.boats, new.unit, new.target, new.mode = self.released, self.boats, self.unit, self.target, self.mode
        new.dice, new.need, new.hits, new.ones, new.tests = self.dice, self.need, self.hits, self.ones, self.tests
        new.colours, new.falling = self.colours, self.falling
        new.taken, new.killed, new.fled, new.fallen = self.taken, self.killed, self.fled, self.fallen
        new.leader, new.steps, new.start, new.touched, new.bonus = self.leader, self.steps, self.start, self.touched, self.bonus
        new.pos, new.sp = self.pos[:], self.sp[:]
        new.lines, new.guns, new.leads = self.lines[:], self.guns[:], self.leads[:]
        new.vp, new.lost, new.blocks = self.vp[:], self.lost[:], self.blocks[:]
        return new

    def key(self) -> tuple[Any, ...]:
        return (
            self.stack,
            self.turn,
            self.active,
            self.ap,
            self.done,
            self.hit,
            self.released,
            self.unit,
            self.target,
            self.mode,
            self.dice,
            self.need,
            self.hits,
            self.ones,
            self.tests,
            self.colours,
            self.falling,
            self.taken,
            self.killed,
            self.fled,
            self.fallen,
            self.leader,
            self.steps,
            self.start,
            self.touched,
            self.bonus,
            tuple(self.pos),
            tuple(self.sp),
            tuple(self.vp),
            tuple(self.lost),
            tuple(self.blocks),
        )

    # --- looking ---------------------------------------------------------------------------------------

    def army(self, side: int) -> int:
        """The hexes with units of a side, gunboats included; lone leaders are not units (7.3)."""
        return self.lines[side] | self.guns[side]

    def targets(self, side: int) -> int:
        """The hexes of a side that can be attacked (3.1.4, 9.3.1)."""
        return (self.lines[side] | self.guns[side]) & ~self.boats

    def line_in(self, h: int) -> int:
        """The infantry, cavalry or gunboat in a hex, or NOBODY."""
        bit, spans = BIT[h], self.field.line_span
        if self.lines[0] & bit:
            return self.pos.index(h, spans[0][0], spans[0][1])
        return self.pos.index(h, spans[1][0], spans[1][1]) if self.lines[1] & bit else NOBODY

    def guns_in(self, h: int) -> int:
        """The artillery in a hex, or NOBODY."""
        bit, spans = BIT[h], self.field.guns_span
        if self.guns[0] & bit:
            return self.pos.index(h, spans[0][0], spans[0][1])
        return self.pos.index(h, spans[1][0], spans[1][1]) if self.guns[1] & bit else NOBODY

    def lead_in(self, h: int) -> int:
        """The leader in a hex, or NOBODY."""
        bit, spans = BIT[h], self.field.lead_span
        if self.leads[0] & bit:
            return self.pos.index(h, spans[0][0], spans[0][1])
        return self.pos.index(h, spans[1][0], spans[1][1]) if self.leads[1] & bit else NOBODY

    def unit_in(self, h: int) -> int:
        """The unit that fights first in a hex: infantry or cavalry, else artillery."""
        line = self.line_in(h)
        return line if line != NOBODY else self.guns_in(h)

    # --- putting and taking ----------------------------------------------------------------------------

    def put(self, piece: int, h: int) -> None:
        """Lay a piece into a hex; nothing else follows from it."""
        field = self.field
        kind, side = field.kind_of[piece], field.side_of[piece]
        self.pos[piece] = h
        if kind == LEADER:
            self.leads[side] |= BIT[h]
        elif kind == ARTILLERY:
            self.guns[side] |= BIT[h]
        else:
            self.lines[side] |= BIT[h]
            if kind == GUNBOAT:
                self.boats |= BIT[h]

    def lift(self, piece: int) -> None:
        """Take a piece off its hex."""
        field, h = self.field, self.pos[piece]
        kind, side = field.kind_of[piece], field.side_of[piece]
        self.pos[piece] = OFF_MAP
        if kind == LEADER:
            self.leads[side] ^= BIT[h]
        elif kind == ARTILLERY:
            self.guns[side] ^= BIT[h]
        else:
            self.lines[side] ^= BIT[h]
            if kind == GUNBOAT:
                self.boats ^= BIT[h]


_new = State.__new__


def fresh(field: Field, rules: Rules) -> State:
    """The set-up of a scenario, before anybody is asked."""
    s = State()
    s.stack, s.options, s.outcome, s.log = (), (), None, None
    s.field, s.rules = field, rules
    s.turn, s.active, s.ap, s.done, s.hit, s.released, s.boats = 1, field.first, 0, 0, 0, 0, 0
    s.unit, s.target, s.mode, s.dice, s.need, s.hits, s.ones = NOBODY, NOBODY, FIRING, 0, 0, 0, 0
    s.tests, s.colours, s.falling = 0, 0, 0
    s.taken, s.killed, s.fled, s.fallen = 0, 0, 0, 0
    s.leader, s.steps, s.start, s.touched, s.bonus = NOBODY, 0, NOBODY, 0, 0
    s.pos = [OFF_MAP] * len(field.pieces)
    s.sp = list(field.strength_of)
    s.lines, s.guns, s.leads = [0, 0], [0, 0], [0, 0]
    s.vp, s.lost = [0, 0], [0, 0]
    s.blocks = [NOBODY] * len(field.blocks)
    for piece, row in enumerate(field.pieces):
        if row.hex != OFF_MAP:
            s.put(piece, row.hex)
    for i, block in enumerate(field.blocks):
        for side in (0, 1):
            if block.control and s.army(side) & BIT[block.hex]:
                s.blocks[i] = side
                s.vp[side] += side == block.side
    return s
