"""A scenario made ready for play: tables of ints that every clone of every state shares.

Sets of hexes are ints with one bit for each hex (see board.py); sets of pieces are ints with one bit for each piece.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bivouac.core.hexes import OFF
from bivouac.titles.hold_the_line.printed.map import (
    ALL,
    BIT,
    FAR,
    GRID,
    HEXES,
    NEAR,
    SIDE_NAMES,
    WITHIN,
    bits_of,
    entry_sides,
    mask_of,
    sight,
)
from bivouac.titles.hold_the_line.printed.scenarios import (
    COLOURS,
    FENCE,
    GUNBOAT,
    HILL,
    KINDS,
    NO_MORALE,
    SIDE_KEYS,
    STRENGTH,
    TERRAIN,
    TRENCH,
    ScenarioFile,
    UnitRow,
    edge_number,
    numbers_of,
    parse,
    parse_map,
)

OFF_MAP = -1
GONE = -2
NOBODY = -1

# A line of sight that terrain leaves open: the hexes where a unit blocks it, and the pairs of which both must hold a unit.
Sight = tuple[int, tuple[int, ...]]


class Piece(NamedTuple):
    side: int
    kind: int
    morale: int
    strength: int
    hex: int
    home: int
    name: str
    turn: int
    entry: tuple[int, ...]
    band: int


class Block(NamedTuple):
    """A VP block: where it lies, which side it counts for, and whether control is enough."""

    hex: int
    side: int
    control: bool


class Barrier(NamedTuple):
    """These hexes are closed to a kind of unit while a certain enemy stands somewhere."""

    kind: int
    hexes: int
    side: int
    guard: int
    at: int


class Hold(NamedTuple):
    """A group that waits."""

    pieces: int
    until: int
    released_by_attack: bool


class Bombard(NamedTuple):
    side: int
    kind: int
    dice: int
    needs: int


LAYER = {"infantry": 0, "cavalry": 0, "gunboat": 0, "artillery": 1, "leader": 2}


def _span(rows: list[tuple[int, int, int, Piece]], side: int, layer: int) -> tuple[int, int]:
    wanted = [i for i, row in enumerate(rows) if row[:2] == (side, layer)]
    return (wanted[0], wanted[-1] + 1) if wanted else (0, 0)


class Field:
    """One scenario as tables."""

    def __init__(self, file: ScenarioFile) -> None:
        self.file = file
        self.first = SIDE_KEYS.index(file.first)
        self.turns = file.turns
        self.targets = (file.union.vp_to_win, file.confederate.vp_to_win)
        self.caps = tuple(self._caps(side) for side in (0, 1))
        self._ground(file)
        self._armies(file)
        self._specials(file)
        self._sights()

    def _caps(self, side: int) -> tuple[int, ...]:
        """CAP by turn, from turn 0 (unused) on."""
        rows = self.file.side(side)
        caps = [rows.cap] * (self.turns + 2)
        for change in sorted(rows.cap_from, key=lambda c: c.turn):
            caps[change.turn :] = [change.cap] * (self.turns + 2 - change.turn)
        return tuple(caps)

    # --- terrain (2.2) ---------------------------------------------------------------------------------

    def _ground(self, file: ScenarioFile) -> None:
        self.terrain = tuple(parse_map(file.map, file.id, file.map))
        """The terrain of each hex by its map letter."""
        self.cover_kind = [0] * HEXES
        self.cover_sides: list[tuple[int, ...]] = [()] * HEXES
        for row in file.cover:
            sides = tuple(sorted(SIDE_NAMES.index(s) for s in row.sides.split()))
            for h in numbers_of(row.hexes):
                self.cover_kind[h] = FENCE if row.kind == "fence" else TRENCH
                self.cover_sides[h] = sides
        ground = [TERRAIN[t] for t in self.terrain]
        ford = mask_of(numbers_of(file.ford.hexes)) if file.ford else 0
        wading = tuple(KINDS.index(k) for k in file.ford.kinds) if file.ford else ()
        land = mask_of([h for h in range(HEXES) if ground[h].enter])
        water = mask_of([h for h in range(HEXES) if ground[h].water])
        self.ford = ford
        self.water = water
        self.harbour = water & ~land
        """Where a gunboat may stop: river without a bridge."""
        self.open_to = tuple(water if k == GUNBOAT else land | (ford if k in wading else 0) for k in range(len(KINDS)))
        """The hexes each kind of piece may be in."""
        self.stop_from = tuple(self._stop_from(h) for h in range(HEXES))
        """For each hex the neighbours from which entering it ends the move."""
        self.stopping = mask_of([h for h in range(HEXES) if self.stop_from[h] == ALL])
        self.half_stopping = mask_of([h for h in range(HEXES) if 0 < self.stop_from[h] < ALL])
        """The hexes that end every move, and those that do so from some sides only."""
        self.hill = mask_of([h for h in range(HEXES) if self.terrain[h] == HILL])
        self.blocking = mask_of([h for h in range(HEXES) if ground[h].blocks])

    def _stop_from(self, h: int) -> int:
        if BIT[h] & self.ford:
            return ALL
        terrain = TERRAIN[self.terrain[h]]
        if terrain.stop and not terrain.side_only:
            return ALL
        if self.cover_kind[h] == TRENCH:
            return mask_of([n for side, n in enumerate(GRID.neighbours[h]) if n != OFF and side in self.cover_sides[h]])
        return 0

    def shelter(self, a: int, b: int) -> int:
        """The one terrain that counts for a defender in b attacked from a: its protected side if the attack comes through it."""
        sides = self.cover_sides[b]
        if sides and all(side in sides for side in entry_sides(a, b)):
            return self.cover_kind[b]
        terrain = self.terrain[b]
        return 0 if TERRAIN[terrain].side_only else terrain

    # --- sight (8.2) -----------------------------------------------------------------------------------

    def _sights(self) -> None:
        self.dice_shift = [[0] * HEXES for _ in range(HEXES)]
        """dice_shift[a][b]: what terrain adds to each die of an attack from a on b."""
        self.morale_shift = [[0] * HEXES for _ in range(HEXES)]
        self.sight: list[list[Sight | None]] = [[None] * HEXES for _ in range(HEXES)]
        """sight[a][b]: None where terrain closes the line or the distance is too great."""
        for a in range(HEXES):
            for b in bits_of(WITHIN[FAR][a]):
                shelter = TERRAIN[self.shelter(a, b)]
                self.dice_shift[a][b] = shelter.combat
                self.morale_shift[a][b] = shelter.morale
                self.sight[a][b] = (0, ()) if NEAR[a] & BIT[b] else self._sight(a, b)

    def _sight(self, a: int, b: int) -> Sight | None:
        crossed, followed = sight(a, b)
        between = mask_of(crossed)
        if between & self.blocking:
            return None
        pairs = []
        for x, y in followed:
            if OFF in (x, y):
                continue
            closed = [h for h in (x, y) if BIT[h] & self.blocking]
            if len(closed) == 2:
                return None
            if closed:
                between |= BIT[x + y - closed[0]]
            else:
                pairs.append(BIT[x] | BIT[y])
        return between, tuple(pairs)

    # --- armies (3, 4) ---------------------------------------------------------------------------------

    def _armies(self, file: ScenarioFile) -> None:
        self.bands = [h.group for h in file.hold]
        rows: list[tuple[int, int, int, Piece]] = []
        groups = 0
        for side in (0, 1):
            army = file.side(side)
            rows += [(side, LAYER[unit.kind], NOBODY, self._piece(side, army.home, unit, 0, ())) for unit in army.units]
            for group in army.reinforcements:
                entry = tuple(numbers_of(group.hexes))
                rows += [(side, LAYER[unit.kind], groups, self._piece(side, army.home, unit, group.turn, entry)) for unit in group.units]
                groups += 1
        rows.sort(key=lambda row: row[:2])
        found = [row[3] for row in rows]
        self.group_of = tuple(row[2] for row in rows)
        self.groups = tuple(tuple(p for p, g in enumerate(self.group_of) if g == group) for group in range(groups))
        """Reinforcements that belong together, as pieces."""
        self.line_span, self.guns_span, self.lead_span = ([_span(rows, side, layer) for side in (0, 1)] for layer in range(3))
        """Where the infantry, cavalry and gunboats of each side are among the pieces, its artillery, its leaders: first and beyond last."""
        self.pieces = tuple(found)
        self.side_of = tuple(p.side for p in found)
        self.kind_of = tuple(p.kind for p in found)
        self.morale_of = tuple(p.morale for p in found)
        self.strength_of = tuple(p.strength for p in found)
        self.home_of = tuple(p.home for p in found)
        self.own = tuple(tuple(p for p, piece in enumerate(found) if piece.side == side) for side in (0, 1))
        """The pieces of each side."""

    def _piece(self, side: int, home: str, unit: UnitRow, turn: int, entry: tuple[int, ...]) -> Piece:
        kind = KINDS.index(unit.kind)
        morale = COLOURS.index(unit.morale) if unit.morale else NO_MORALE
        at = numbers_of(unit.hex)[0] if unit.hex else OFF_MAP
        band = self.bands.index(unit.group) if unit.group else NOBODY
        return Piece(side, kind, morale, unit.strength or STRENGTH[kind], at, edge_number(unit.home or home), unit.name, turn, entry, band)

    # --- special rules of scenarios ----------------------------------------------------------------------

    def _specials(self, file: ScenarioFile) -> None:
        self.blocks = tuple(Block(numbers_of(b.hex)[0], SIDE_KEYS.index(b.scores), b.kind == "control") for b in file.blocks)
        self.block_at = [NOBODY] * HEXES
        for i, block in enumerate(self.blocks):
            self.block_at[block.hex] = i
        self.barriers = tuple(
            Barrier(
                KINDS.index(b.stops),
                mask_of(numbers_of(b.hexes)),
                SIDE_KEYS.index(b.while_side),
                KINDS.index(b.while_kind),
                numbers_of(b.while_in)[0],
            )
            for b in file.barrier
        )
        self.holds = tuple(
            Hold(sum(1 << p for p, piece in enumerate(self.pieces) if piece.band == i), h.until_turn, h.released_by_attack)
            for i, h in enumerate(file.hold)
        )
        fire = file.bombardment
        self.bombard = Bombard(SIDE_KEYS.index(fire.side), KINDS.index(fire.kind), fire.dice, fire.needs) if fire else None
        self.gunners = tuple(p for p in self.own[self.bombard.side] if self.kind_of[p] == self.bombard.kind) if self.bombard else ()


@lru_cache(maxsize=64)
def field_of(file_text: str, name: str) -> Field:
    """The tables of a scenario text; the same text gives the same tables."""
    return Field(parse(file_text, name))
