"""Everything that is printed (map, pieces, tables), read once and laid out as module constants of ints.

Boxes, lines, pieces and kinds are small ints. A *line* here has a direction: line e leads from FROM[e] to TO[e]; 0 is no line.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from bivouac.core.data import read_resource
from bivouac.core.text import Both
from bivouac.titles.house_divided.printed.map import CSA, NOBODY, RAIL, RIVER, ROAD, UNION, board

__all__ = ["CSA", "NOBODY", "RAIL", "RIVER", "ROAD", "UNION"]

Source = Literal["rulebook", "public", "reconstructed"]


class KindRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Both
    arm: Literal["infantry", "cavalry"]
    quality: Literal["militia", "veteran", "crack"]
    value: int
    defence: int = 0
    source: Source = "rulebook"
    confidence: str = ""


class LeaderStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    since: str
    value: int


class LeaderRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Literal["union", "csa"]
    values: list[LeaderStep]
    source: Source
    confidence: str = ""


class ForeignRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    source: Source


class GarrisonRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hits: int
    source: Source


class UnitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    kinds: dict[str, KindRow]
    foreign: ForeignRow
    leaders: dict[str, LeaderRow]
    garrison: GarrisonRow


class CalendarRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    turns: list[str]


class Reach(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    road: int
    rail: int
    friendly_rail: int
    river: int


class MovementRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    infantry: Reach
    cavalry: Reach
    union_rail_bonus: int
    marches_per_piece: int


class BySide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: list[int]
    csa: list[int]


class DiceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    marches: list[int]
    invasion: int
    recruits: list[int]
    historical_recruits: BySide
    historical_large_city: int
    washington_loss: list[int]
    training: int
    foreign_replacement: int


class BattleRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    rounds_a_day: int
    command_maximum: int
    crossing_rounds: int
    crossing: int
    entrenched: int


class MoraleRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    militia_1861: int
    militia: int
    veteran: int
    crack: int
    rout_in_works: int
    desertion_lost: int
    desertion_steady: int


class DraftRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    turns: list[str]
    pieces: int
    riot_turns: list[str]
    riot_pieces: int
    more_forces: int


class BorderState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    cities: list[str]


class BorderRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    Missouri: BorderState
    Kentucky: BorderState
    Maryland: BorderState


class Within(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    within: int
    die: int


class InYear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    year: int
    die: int


class AfterYear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    after: int
    die: int


class Ahead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ahead: int
    die: int


class BorderModifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    close: Within
    first_year: InYear
    washington: int
    late_years: AfterYear
    far: Ahead
    richmond: int


class InterventionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    within: int
    large_city: int


class ContainmentRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    ports: list[str]


class VictoryRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    large_city: int
    short_game_margin: int
    table: dict[str, list[int]]


class TablesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    calendar: CalendarRow
    movement: MovementRow
    dice: DiceRow
    command: dict[str, Any]
    battle: BattleRow
    morale: MoraleRow
    drafts: DraftRow
    border_states: BorderRow
    border_modifiers: BorderModifiers
    intervention: InterventionRow
    containment: ContainmentRow
    victory: VictoryRow


PACKAGE: Final = "bivouac.titles.house_divided"
MAP: Final = board()
UNITS: Final = read_resource(UnitsFile, PACKAGE, "data", "units.toml")
TABLES: Final = read_resource(TablesFile, PACKAGE, "data", "tables.toml")

# --- boxes ------------------------------------------------------------------------------------------------

N: Final = len(MAP.name)
EUROPE: Final = N  # where foreign units wait; beside the map
OFF: Final = -1  # not in play
AWAY: Final = -2  # a leader driven off, waiting for the next recruitment

PORT: Final = MAP.port
FORT: Final = MAP.fort
VALUE_OF: Final = MAP.value  # VALUE_OF[side][box]
NUMBERED: Final = tuple(u > 0 or c > 0 for u, c in zip(*MAP.value))
PORTS: Final = tuple(b for b in range(N) if PORT[b])
WHITE: Final = tuple(owner == NOBODY for owner in MAP.owner)
GREY: Final = tuple(owner == CSA for owner in MAP.owner)
CITIES: Final = tuple(tuple(b for b in range(N) if MAP.value[side][b]) for side in (UNION, CSA))
WASHINGTON: Final = MAP.box("Washington")
RICHMOND: Final = MAP.box("Richmond")
FORT_MONROE: Final = MAP.box("Fort Monroe")
YORKTOWN: Final = MAP.box("Yorktown")
NORFOLK: Final = MAP.box("Norfolk")
PRIZES: Final = tuple(b for b in range(N) if GREY[b] and MAP.value[CSA][b] >= TABLES.victory.large_city)
UNION_LARGE: Final = tuple(b for b in range(N) if MAP.owner[b] == UNION and MAP.value[UNION][b] >= TABLES.intervention.large_city)
CSA_LARGE: Final = tuple(b for b in range(N) if GREY[b] and MAP.value[CSA][b] >= TABLES.intervention.large_city)
GARRISON_VALUE: Final = tuple(MAP.value[CSA][b] if GREY[b] and PORT[b] else 0 for b in range(N))
ALWAYS_CONTAINABLE: Final = sum(1 << MAP.box(name) for name in TABLES.containment.ports)

# --- lines, each in both directions -----------------------------------------------------------------------

_directed: Final = sorted(
    [(line.a, line.b, line.kind, True) for line in MAP.lines] + [(line.b, line.a, line.kind, False) for line in MAP.lines]
)
FROM: Final = (OFF, *(a for a, _, _, _ in _directed))
TO: Final = (OFF, *(b for _, b, _, _ in _directed))
KIND: Final = (OFF, *(k for _, _, k, _ in _directed))
DOWNSTREAM: Final = (False, *(k == RIVER and down for _, _, k, down in _directed))
CROSSES: Final = (False, *((a, b, k) in MAP.crossing for a, b, k, _ in _directed))
POTOMAC: Final = (False, *(k == RIVER and {a, b} == set(MAP.potomac) for a, b, k, _ in _directed))
EXITS: Final = tuple(tuple(e for e in range(1, len(FROM)) if FROM[e] == b) for b in range(N))
NEIGHBOURS: Final = tuple(tuple(dict.fromkeys(TO[e] for e in EXITS[b])) for b in range(N))
# a Confederate neighbour must be joined by something else than the Potomac
NEIGHBOURS_OF: Final = (NEIGHBOURS, tuple(tuple(dict.fromkeys(TO[e] for e in EXITS[b] if not POTOMAC[e])) for b in range(N)))

# --- pieces -----------------------------------------------------------------------------------------------

KINDS: Final = tuple(UNITS.kinds)
MF, FV, FS, MC, CV, CS, FX = range(7)
LEADER: Final = 7
FIRE: Final = tuple(row.value for row in UNITS.kinds.values())
DEFENCE: Final = tuple(row.defence for row in UNITS.kinds.values())
CAVALRY: Final = (*(row.arm == "cavalry" for row in UNITS.kinds.values()), False)
QUALITY: Final = tuple(("militia", "veteran", "crack").index(row.quality) for row in UNITS.kinds.values())
PROMOTED: Final = (FV, FS, OFF, CV, CS, OFF, OFF)  # the next quality, OFF where there is none
FOREIGN_NUMBER: Final = UNITS.foreign.number
GARRISON_HITS: Final = UNITS.garrison.hits

FIRST: Final = (0, 52)  # the pieces of a side are FIRST[side] .. LAST[side] - 1
LAST: Final = (52, 96)
PIECES: Final = 96
GRANT: Final = 96
LEE: Final = 98
LEADERS: Final = (96, 97, 98)
GARRISON: Final = 99  # a harbour garrison in the one battle where it fights
LEADER_NAMES: Final = tuple(UNITS.leaders)
LEADER_SIDE: Final = tuple((UNION, CSA)[row.side == "csa"] for row in UNITS.leaders.values())
LEADERS_OF: Final = tuple(tuple(p for p in LEADERS if LEADER_SIDE[p - PIECES] == side) for side in (UNION, CSA))
SIDE_OF: Final = (*(UNION if p < LAST[UNION] else CSA for p in range(PIECES)), *LEADER_SIDE, CSA)

# --- tables -----------------------------------------------------------------------------------------------

CALENDAR: Final = ("", *TABLES.calendar.turns)  # CALENDAR[turn]
TURNS: Final = len(TABLES.calendar.turns)
YEAR: Final = tuple(int(date[:4]) if date else 0 for date in CALENDAR)
TURN_OF: Final = {date: turn for turn, date in enumerate(CALENDAR) if turn}
COMMAND: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    int(year): tuple(tuple(row) for row in rows) for year, rows in TABLES.command.items() if year != "source"
}
MARCHES: Final = (0, *TABLES.dice.marches)
RECRUITS: Final = (0, *TABLES.dice.recruits)
HISTORICAL: Final = ((0, *TABLES.dice.historical_recruits.union), (0, *TABLES.dice.historical_recruits.csa))
WASHINGTON_LOSS: Final = (0, *TABLES.dice.washington_loss)
DRAFT_TURNS: Final = frozenset(TURN_OF[date] for date in TABLES.drafts.turns)
RIOT_TURNS: Final = tuple(TURN_OF[date] for date in TABLES.drafts.riot_turns)
STATES: Final = ("Missouri", "Kentucky", "Maryland")
STATE_NUMBER: Final = tuple(getattr(TABLES.border_states, state).number for state in STATES)
STATE_CITIES: Final = tuple(tuple(MAP.box(city) for city in getattr(TABLES.border_states, state).cities) for state in STATES)
ROUNDS_A_DAY: Final = TABLES.battle.rounds_a_day
COMMAND_MAXIMUM: Final = TABLES.battle.command_maximum
PER_PIECE: Final = TABLES.movement.marches_per_piece


def leader_values(name: str) -> tuple[int, ...]:
    """A leader's value by turn; 0 before he arrives."""
    values = [0] * (TURNS + 1)
    for step in UNITS.leaders[name].values:
        for turn in range(TURN_OF[step.since], TURNS + 1):
            values[turn] = step.value
    return tuple(values)


LEADER_VALUE: Final = tuple(leader_values(name) for name in LEADER_NAMES)  # LEADER_VALUE[leader - PIECES][turn]


def morale_of(kind: int, year: int) -> int:
    """The morale value of a kind of piece in a year."""
    table = TABLES.morale
    if QUALITY[kind] == 0:
        return table.militia_1861 if year == 1861 else table.militia
    return table.veteran if QUALITY[kind] == 1 else table.crack


MORALE: Final = {year: tuple(morale_of(kind, year) for kind in range(len(KINDS))) for year in COMMAND}
