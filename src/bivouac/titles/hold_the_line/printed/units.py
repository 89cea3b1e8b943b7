"""The kinds of unit, the terrain types and the printed tables, as constants."""

from __future__ import annotations

from typing import Final

from bivouac.core.kit.printed import Files
from bivouac.titles.hold_the_line.printed.schema import Tables, TerrainFile

PACKAGE: Final = "bivouac.titles.hold_the_line"
FILES: Final = Files(PACKAGE)

UNION, CSA = range(2)
SIDE_KEYS: Final = ("union", "csa")
INFANTRY, CAVALRY, ARTILLERY, GUNBOAT, LEADER = range(5)
KINDS: Final = ("infantry", "cavalry", "artillery", "gunboat", "leader")
GREEN, BLACK, GOLD = range(3)
COLOURS: Final = ("green", "black", "gold")
NO_MORALE: Final = -1

# --- terrain (2.2) --------------------------------------------------------------------------------------------------

TERRAIN: Final = tuple(FILES.read(TerrainFile, "terrain.toml").terrain)
TERRAIN_IDS: Final = tuple(t.id for t in TERRAIN)
LETTERS: Final = {t.letter: i for i, t in enumerate(TERRAIN)}
OPEN, SWAMP, RIVER, BRIDGE, FOREST, ORCHARD, HILL, TOWN, FENCE, TRENCH = range(10)
COMBAT: Final = tuple(t.combat for t in TERRAIN)
"""What each terrain adds to the attacker's dice."""

# --- units, dice and prices (3.1, 6.1.1, 6.2, 8.3) ------------------------------------------------------------------

TABLES: Final = FILES.read(Tables, "tables.toml")
KIND_ROWS: Final = tuple(next(k for k in TABLES.kind if k.id == name) for name in KINDS)
STRENGTH: Final = tuple(k.strength for k in KIND_ROWS)
MOVES: Final = tuple(k.move for k in KIND_ROWS)
REACH: Final = tuple(k.range for k in KIND_ROWS)
DICE_FAR: Final = tuple(k.dice for k in KIND_ROWS)
DICE_NEAR: Final = tuple(k.dice_adjacent for k in KIND_ROWS)
HILL_REACH: Final = TABLES.hill_fire.range
NEVER: Final = 99


def _needs(kind: str, reach: int) -> int:
    if reach == HILL_REACH:
        return TABLES.hill_fire.needs
    return next((f.needs for f in TABLES.fire if (f.kind, f.range) == (kind, reach)), NEVER)


NEEDS: Final = tuple(tuple(_needs(kind, reach) for reach in range(HILL_REACH + 1)) for kind in KINDS)
"""NEEDS[kind][range]: the combat table of 3.1; the last range is that of artillery on a hill (11.3)."""
ASSAULT_KINDS: Final = tuple(KINDS.index(k) for k in TABLES.close_assault.kinds)
ASSAULT_NEEDS, ASSAULT_DICE = TABLES.close_assault.needs, TABLES.close_assault.dice
DIE_OF_MORALE: Final = (TABLES.morale_die.green, TABLES.morale_die.black, TABLES.morale_die.gold)
POINTS_FOR: Final = (0, *TABLES.action_die.points)
"""Action points by the face of the die."""
MOVE_PRICE: Final = TABLES.prices.move
FIRE_PRICE: Final = TABLES.prices.fire
ASSAULT_PRICE: Final = TABLES.prices.close_assault
RALLY_PRICE: Final = TABLES.prices.reinforce
LEADER_PRICE: Final = TABLES.prices.leader_move
BONUS_PRICE: Final = TABLES.prices.leader_bonus
ENTRY_PRICE: Final = TABLES.entry.price
