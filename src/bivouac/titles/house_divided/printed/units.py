"""The pieces and the printed tables, read once and laid out as module constants of ints."""

from __future__ import annotations

from typing import Final

from bivouac.titles.house_divided.printed.map import CSA, FILES, MAP, OFF, UNION, cities_of
from bivouac.titles.house_divided.printed.schema import TablesFile, UnitsFile

UNITS: Final = FILES.read(UnitsFile, "units.toml")
TABLES: Final = FILES.read(TablesFile, "tables.toml")

# --- pieces -----------------------------------------------------------------------------------------------

KINDS: Final = tuple(UNITS.kinds)
MF, FV, FS, MC, CV, CS, FX = range(7)
LEADER: Final = 7
THE_GARRISON: Final = len(KINDS)  # the name of a garrison among the kinds
FIRE: Final = tuple(row.value for row in UNITS.kinds.values())
DEFENCE: Final = tuple(row.defence for row in UNITS.kinds.values())
CAVALRY: Final = (*(row.arm == "cavalry" for row in UNITS.kinds.values()), False)
QUALITY: Final = tuple(("militia", "veteran", "crack").index(row.quality) for row in UNITS.kinds.values())
PROMOTED: Final = (FV, FS, OFF, CV, CS, OFF, OFF)  # the next quality, OFF where there is none
STEPS: Final = 2  # a piece is at full strength or reduced
STRENGTH: Final = tuple(STEPS + quality for quality in QUALITY)  # of a piece at full strength, in the effects that rules tell
FOREIGN_NUMBER: Final = UNITS.foreign.number
GARRISON_HITS: Final = UNITS.garrison.hits

FIRST: Final = (0, 52)  # the pieces of a side are FIRST[side] .. LAST[side] - 1
LAST: Final = (52, 96)
PIECES: Final = 96
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
_border_states: Final = (TABLES.border_states.Missouri, TABLES.border_states.Kentucky, TABLES.border_states.Maryland)
STATE_NUMBER: Final = tuple(state.number for state in _border_states)
STATE_CITIES: Final = tuple(tuple(MAP.index[city] for city in state.cities) for state in _border_states)
ROUNDS_A_DAY: Final = TABLES.battle.rounds_a_day
COMMAND_MAXIMUM: Final = TABLES.battle.command_maximum
PRIZES: Final = cities_of(CSA, TABLES.victory.large_city)
UNION_LARGE: Final = cities_of(UNION, TABLES.intervention.large_city)
CSA_LARGE: Final = cities_of(CSA, TABLES.intervention.large_city)
SOUTHERN_GARRISONS: Final = sum(1 << MAP.index[name] for name in TABLES.containment.ports)


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
