"""Units, corps, markers and dice as tables. A set of units is one int with a bit for each unit."""

from __future__ import annotations

from typing import Final

from bivouac.core.data import BadData
from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.text import Both
from bivouac.titles.yankees_rebels.printed.map import FILES, NUMBERS, TABLES
from bivouac.titles.yankees_rebels.printed.schema import UnitsFile

SIDE_OF: Final = {"union": Side.UNION, "csa": Side.CSA}
UNITS: Final = FILES.read(UnitsFile, "units.toml").unit
OFF_MAP: Final = -1
GONE: Final = -2

# --- units ----------------------------------------------------------------------------------------

TYPES: Final = ("F", "C", "A", "AC")
_TYPE = {t.id: t for t in TABLES.unit_type}
if tuple(_TYPE) != TYPES:
    order = Both("the unit types must be F, C, A, AC in this order", "i tipi di unità devono essere F, C, A, AC in quest'ordine")
    raise BadData("tables.toml", None, order)

COUNT: Final = len(UNITS)
UNIT_NUMBER: Final = {u.id: i for i, u in enumerate(UNITS)}
if len(UNIT_NUMBER) != COUNT:
    raise BadData("units.toml", None, Both("a unit stands twice in the list", "un'unità sta due volte nell'elenco"))
NAME: Final = tuple(u.name for u in UNITS)
SIDE: Final = tuple(SIDE_OF[u.side] for u in UNITS)
TYPE: Final = tuple(TYPES.index(u.type) for u in UNITS)
STRENGTH: Final = tuple(u.strength for u in UNITS)
TRAINING: Final = tuple(u.training for u in UNITS)
TRAINING_DICE: Final = tuple(NUMBERS.training[u.training] for u in UNITS)
IS_FOOT: Final = tuple(u.type == "F" for u in UNITS)
IS_HORSE: Final = tuple(u.type == "C" for u in UNITS)
IS_GUN: Final = tuple(u.type in ("A", "AC") for u in UNITS)
HALF_POINTS: Final = tuple(2 * _TYPE[u.type].mp for u in UNITS)
MOVE_AND_FIGHT: Final = tuple(_TYPE[u.type].move_and_fight for u in UNITS)
RANGE: Final = tuple(_TYPE[u.type].range for u in UNITS)
FIRE: Final = tuple((0, *_TYPE[u.type].fire) for u in UNITS)
UNIT: Final = tuple(1 << u for u in range(COUNT))

# --- corps and markers ----------------------------------------------------------------------------------------
# Markers 0 and 1 are the flags of the Union and the Confederacy; the others are the corps.

RESERVES: Final = ("CR", "AR")
CORPS: Final = tuple(dict.fromkeys((u.side, u.corps) for u in UNITS if u.corps not in RESERVES))
MARKERS: Final = (("union", "flag"), ("csa", "flag"), *CORPS)
MARKER_SIDE: Final = tuple(SIDE_OF[side] for side, _ in MARKERS)
FLAG_MARKERS: Final = 0b11
MARKER_FORCE: Final = tuple(
    set_of([i for i, u in enumerate(UNITS) if u.side == side and corps in ("flag", u.corps)]) for side, corps in MARKERS
)
SIDE_FORCE: Final = MARKER_FORCE[:2]
RESERVE_FORCE: Final = tuple(set_of([u for u in bits(force) if UNITS[u].corps in RESERVES]) for force in SIDE_FORCE)
CORPS_MARKER: Final = tuple(MARKERS.index((u.side, u.corps)) if u.corps not in RESERVES else -1 for u in UNITS)

# --- what stands in a hex ----------------------------------------------------------------------------------------
# A hex holds nobody (0), one unit (its number + 1) or two (the second, times 128, on top).

SECOND: Final = 128
STACK: Final = tuple(tuple(x - 1 for x in (code % SECOND, code // SECOND) if 0 < x <= COUNT) for code in range(SECOND * (COUNT + 1)))
STACK_FORCE: Final = tuple(set_of(units) for units in STACK)

# --- dice ----------------------------------------------------------------------------------------

FACES: Final = ("double", "union", "csa", "trumpet", "hat")
DOUBLE, UNION_FLAG, CSA_FLAG, TRUMPET, HAT = range(5)
WHITE_WEIGHTS: Final = tuple(NUMBERS.white_die[face] for face in FACES)
EFFECTS: Final = ("loss", "retreat", "save")
LOSS, RETREAT, SAVE = range(3)
BLACK_WEIGHTS: Final = tuple(NUMBERS.black_die[face] for face in EFFECTS)
if set(NUMBERS.white_die) != set(FACES) or set(NUMBERS.black_die) != set(EFFECTS):
    raise BadData("tables.toml", None, Both("the faces of a die are not the known ones", "le facce di un dado non sono quelle note"))
OWN_FLAGS: Final = ((DOUBLE, UNION_FLAG), (DOUBLE, CSA_FLAG))
"""The faces that count for each side: its own flag, and both flags on one face."""
ACTIVATION_DICE: Final = (NUMBERS.activation["union"], NUMBERS.activation["csa"])
