"""The pieces and the printed tables, read once from `data/units.toml` and `data/tables.toml`.

Pieces are numbered by side and class, so that equal pieces stand together: the Union's first, infantry before cavalry before guns.
"""

from __future__ import annotations

from typing import Final

from bivouac.core.kit.bits import set_of
from bivouac.titles.gettysburg.printed.map import AREAS, BOXES, FILES, GROUND, SIDE_KEYS, TERRAIN, TERRAINS
from bivouac.titles.gettysburg.printed.schema import Army, ClassName, FireRow, Morale, Period, TablesFile, UnitsFile

UNION, CSA = 0, 1
REGULAR, ELITE, INFERIOR, CAVALRY, GUN = range(5)
CLASSES: Final[tuple[ClassName, ...]] = ("regular", "elite", "inferior", "cavalry", "artillery")
MORNING, NOON, AFTERNOON, NIGHT = range(4)
PERIODS: Final[tuple[Period, ...]] = ("morning", "noon", "afternoon", "night")

UNITS: Final = FILES.read(UnitsFile, "units.toml")
TABLES: Final = FILES.read(TablesFile, "tables.toml")
ARMIES: Final[tuple[Army, Army]] = (UNITS.side["union"], UNITS.side["csa"])

# --- pieces -----------------------------------------------------------------------------------------

_pieces: Final = tuple(
    (side, kind) for side, army in enumerate(ARMIES) for kind, name in enumerate(CLASSES) for _ in range(army.pieces.get(name, 0))
)
SIDE: Final = tuple(side for side, _ in _pieces)
CLASS: Final = tuple(kind for _, kind in _pieces)
PIECES: Final = len(SIDE)
PIECE_KEYS: Final = tuple(f"{SIDE_KEYS[side]}_{CLASSES[kind]}" for side, kind in _pieces)
IS_GUN: Final = tuple(c == GUN for c in CLASS)
IS_CAVALRY: Final = tuple(c == CAVALRY for c in CLASS)
ALL_GUNS: Final = set_of(p for p in range(PIECES) if IS_GUN[p])
ALL_CAVALRY: Final = set_of(p for p in range(PIECES) if IS_CAVALRY[p])
ALL_PIECES: Final = (1 << PIECES) - 1
_row: Final = tuple(UNITS.class_[name] for name in CLASSES)
BEARS: Final = tuple(_row[c].bears for c in CLASS)
# The cubes that a piece can have on it; a gun, which bears none, is damaged once.
STEPS: Final = tuple(max(bears, 1) for bears in BEARS)
ATTACK_SHIFT: Final = tuple(-_row[c].left for c in CLASS)
DEFENCE_SHIFT: Final = tuple(_row[c].right - _row[c].left for c in CLASS)

# Colours of damage cubes: one for each side and class that bears them.
COLOURS: Final = tuple((side, kind) for side, army in enumerate(ARMIES) for kind, name in enumerate(CLASSES) if name in army.cubes)
COLOUR: Final = tuple(COLOURS.index(piece) if piece in COLOURS else -1 for piece in _pieces)
CUBES: Final = tuple(ARMIES[side].cubes[CLASSES[kind]] for side, kind in COLOURS)
# What kind of piece it is for one side's eyes: equal pieces have equal kinds (a gun's damage is kept apart).
KIND: Final = tuple(side * 8 + kind for side, kind in _pieces)

BLOCKS: Final = tuple(tuple(army.blocks) for army in ARMIES)
EACH: Final = len(BLOCKS[UNION])
DISCS: Final = tuple(army.discs for army in ARMIES)
STICKS: Final = UNITS.markers.entrenchment
FIRE_MARKERS: Final = UNITS.markers.artillery_fire

# --- tables -----------------------------------------------------------------------------------------

NOTHING, SHAKEN = 0, 9  # a fire table's cell: cubes inflicted, or SHAKEN for M and D
OK, RETREAT, ELIMINATED, DISRUPTED, COUNTER = range(5)


def fire_row(row: FireRow, cubes_on_six: int) -> tuple[int, ...]:
    value = {"-": NOTHING, "1": 1, "6": cubes_on_six, "M": SHAKEN, "D": SHAKEN}
    return tuple(value[cell] for cell in row)


def morale_rows(t: Morale) -> tuple[tuple[int, ...], ...]:
    """Rows by die; row 0 is empty so that the die is the index."""
    value = {"ok": OK, "R": RETREAT, "E": ELIMINATED, "D": DISRUPTED, "C": COUNTER}
    return ((), *(tuple(value[cell] for cell in row) for row in (t.one, t.two, t.three, t.four, t.five, t.six)))


SIX: Final = TABLES.switches.cubes_on_six
TABLE_1: Final = fire_row(TABLES.fire.defence_guns, SIX)
TABLE_2: Final = fire_row(TABLES.fire.defence_foot, SIX)
TABLE_3: Final = morale_rows(TABLES.attacker_morale)
TABLE_4: Final = fire_row(TABLES.fire.attack_foot, SIX)
TABLE_5: Final = morale_rows(TABLES.defender_morale)
LONG_RANGE: Final = fire_row(TABLES.long_range.row, SIX)
SHIFTS: Final = TABLES.shifts
MODIFIERS: Final = TABLES.modifiers
LIMITS: Final = TABLES.limits
STACK: Final = LIMITS.pieces_per_area
VICTORY_AREAS: Final = TABLES.victory.areas
UNION_DISCS: Final = tuple(TABLES.discs.union[p].discs for p in PERIODS)
CSA_DISCS: Final = TABLES.discs.csa
GUN_RANGE: Final = tuple(getattr(TABLES.range, t) for t in TERRAINS)
SIGHT: Final = tuple(GROUND.sight(a, GUN_RANGE[TERRAIN[a]]) for a in range(AREAS)) + (0,) * len(BOXES)
# Shift of the ground itself on table 5.
_shift: Final = {"open": 0, "town": SHIFTS.town, "ridge": SHIFTS.high_ground, "hill": SHIFTS.high_ground}
GROUND_SHIFT: Final = tuple(_shift[TERRAINS[t]] for t in TERRAIN)
