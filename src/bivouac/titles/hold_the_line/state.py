"""The state of a battle: flat lists of ints and sets of hexes as ints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from bivouac.core.kit.bits import set_of
from bivouac.core.state import State as CoreState
from bivouac.titles.hold_the_line.printed.map import BIT, NOBODY, OFF_MAP
from bivouac.titles.hold_the_line.printed.scenarios import Field
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, GUNBOAT, LEADER, NEEDS

FIRING, ASSAULTING, BOMBARDING = range(3)
LINE_FALLS, GUNS_FALL, BEREFT = 1, 2, 4
OWN = 2  # of a VP block: its own side holds it since the set-up, so that it counts nothing (3.1.6)


class Rules(NamedTuple):
    """The options of the rules. `needs`: the combat table (3.1); `caps`: what a handicap adds to the CAP of each side (11.5)."""

    attacker_morale: bool = False
    no_rally_when_hit: bool = False
    hill_artillery: bool = False
    advance_after_fire: bool = False
    rally_by_each_leader: bool = False
    blocks_need_a_halt: bool = False
    needs: tuple[tuple[int, ...], ...] = NEEDS
    caps: tuple[int, int] = (0, 0)


@dataclass(slots=True, eq=False, kw_only=True)
class State(CoreState):
    SHARED: ClassVar[tuple[str, ...]] = ("field", "rules")

    field: Field
    rules: Rules
    turn: int = 1
    active: int
    ap: int = 0
    pos: list[int]  # where each piece is: a hex, OFF_MAP, GONE
    sp: list[int]  # its strength points
    lines: list[int]  # for each side the hexes with infantry, cavalry and gunboats,
    guns: list[int]  # with artillery,
    leads: list[int]  # with leaders
    boats: int = 0  # the hexes with gunboats of either side
    vp: list[int]
    lost: list[int]  # leaders lost by each side
    blocks: list[int]  # who took or controls each VP block, or OWN
    done: int = 0  # the pieces that have acted this turn
    hit: int = 0  # the pieces hit since their owner's last turn
    rallied: int = 0  # whether a unit has been reinforced this turn
    released: int = 0  # waiting groups set free by an attack
    unit: int = NOBODY  # the piece at hand
    kind: int = NOBODY  # and its kind
    leader: int = NOBODY  # its move: the leader that rides along,
    steps: int = 0  # hexes made,
    start: int = 0  # whether it began next to an enemy,
    touched: int = 0  # and came next to one,
    bonus: int = 0  # whether the leader drove it on
    target: int = NOBODY  # its attack: the hex,
    mode: int = FIRING
    dice: int = 0  # dice still to roll
    need: int = 0  # and the die that hits,
    hits: int = 0  # hits
    ones: int = 0  # and 1s so far,
    tests: int = 0  # coloured dice still to roll
    colours: int = 0  # and colours seen,
    falling: int = 0  # who falls back, and whether a leader has lost his unit
    taken: int = 0  # what it has done: blocks taken,
    killed: int = 0  # units eliminated,
    fled: int = 0  # units that fell back,
    fallen: int = 0  # leaders lost

    def goto(self, frame: Any) -> None:
        """The stack of a battle never holds more than one frame."""
        self.stack = (frame,)

    # --- looking ---------------------------------------------------------------------------------------

    def army(self, side: int) -> int:
        """The hexes with units of a side, gunboats included; lone leaders are not units (7.3)."""
        return self.lines[side] | self.guns[side]

    def targets(self, side: int) -> int:
        """The hexes of a side that can be attacked (3.1.4, 9.3.1)."""
        return (self.lines[side] | self.guns[side]) & ~self.boats

    def line_in(self, h: int) -> int:
        """The infantry, cavalry or gunboat in a hex, or NOBODY."""
        return self._of_layer(h, self.lines, self.field.line_span)

    def guns_in(self, h: int) -> int:
        """The artillery in a hex, or NOBODY."""
        return self._of_layer(h, self.guns, self.field.guns_span)

    def lead_in(self, h: int) -> int:
        """The leader in a hex, or NOBODY."""
        return self._of_layer(h, self.leads, self.field.lead_span)

    def _of_layer(self, h: int, layer: list[int], spans: list[tuple[int, int]]) -> int:
        """The piece of a layer in a hex, or NOBODY. Its pieces lie together, each side's in its span."""
        bit = BIT[h]
        side = 0 if layer[0] & bit else 1 if layer[1] & bit else NOBODY
        if side == NOBODY:
            return NOBODY
        first, beyond = spans[side]
        return self.pos.index(h, first, beyond)

    def unit_in(self, h: int) -> int:
        """The unit that fights first in a hex: infantry or cavalry, else artillery."""
        line = self.line_in(h)
        return line if line != NOBODY else self.guns_in(h)

    def all_in(self, h: int) -> list[int]:
        """Every piece in a hex."""
        return [p for p in (self.line_in(h), self.guns_in(h), self.lead_in(h)) if p != NOBODY]

    def holder(self, block: int) -> int:
        """Who took or controls a VP block, or NOBODY."""
        held = self.blocks[block]
        return self.field.blocks[block].side if held == OWN else held

    def take_up(self, piece: int) -> None:
        """This piece is at hand now."""
        self.unit, self.kind, self.leader, self.steps = piece, self.field.kind_of[piece], NOBODY, 0

    # --- putting and taking ----------------------------------------------------------------------------

    def put(self, piece: int, h: int) -> None:
        """Lay a piece into a hex; nothing else follows from it."""
        kind = self.field.kind_of[piece]
        layer = self.leads if kind == LEADER else self.guns if kind == ARTILLERY else self.lines
        layer[self.field.side_of[piece]] |= BIT[h]
        self.pos[piece] = h
        if kind == GUNBOAT:
            self.boats |= BIT[h]

    def lift(self, piece: int) -> None:
        """Take a piece off its hex."""
        kind, bit = self.field.kind_of[piece], BIT[self.pos[piece]]
        layer = self.leads if kind == LEADER else self.guns if kind == ARTILLERY else self.lines
        layer[self.field.side_of[piece]] ^= bit
        self.pos[piece] = OFF_MAP
        if kind == GUNBOAT:
            self.boats ^= bit

    # --- the whole -------------------------------------------------------------------------------------

    def is_sound(self) -> bool:
        """Each piece on the map is in the layer of its side and arm, alone of its arm there, and alive; no layer holds anything else."""
        shown = [0] * 6
        for piece, h in enumerate(self.pos):
            if h < 0:
                continue
            kind = self.field.kind_of[piece]
            layer = 2 * ((kind == ARTILLERY) + 2 * (kind == LEADER)) + self.field.side_of[piece]
            is_passed = kind == LEADER and self.leader != NOBODY and self.pos[self.leader] == h
            if (shown[layer] & BIT[h] and not is_passed) or (kind != LEADER and self.sp[piece] <= 0):
                return False
            shown[layer] |= BIT[h]
        boats = set_of([h for piece, h in enumerate(self.pos) if h >= 0 and self.field.kind_of[piece] == GUNBOAT])
        return shown == [*self.lines, *self.guns, *self.leads] and not self.army(0) & self.army(1) and boats == self.boats


def fresh(field: Field, rules: Rules) -> State:
    """The set-up of a scenario, before anybody is asked."""
    s = State(
        field=field,
        rules=rules,
        active=field.first,
        pos=[OFF_MAP] * len(field.pieces),
        sp=list(field.strength_of),
        lines=[0, 0],
        guns=[0, 0],
        leads=[0, 0],
        vp=[0, 0],
        lost=[0, 0],
        blocks=[NOBODY] * len(field.blocks),
    )
    for piece, row in enumerate(field.pieces):
        if row.hex != OFF_MAP:
            s.put(piece, row.hex)
    for i, block in enumerate(field.blocks):
        for side in (0, 1):
            if block.control and s.army(side) & BIT[block.hex]:
                s.blocks[i] = OWN if side == block.side else side
    return s
