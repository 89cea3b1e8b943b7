"""11.0, 12.0, 13.0 and O5.0: who has won."""

from __future__ import annotations

from typing import Final

from bivouac.core.ids import Side
from bivouac.core.state import Outcome
from bivouac.core.text import Name, Text
from bivouac.titles.house_divided.events import OVER
from bivouac.titles.house_divided.printed.map import CSA, UNION, WASHINGTON
from bivouac.titles.house_divided.printed.units import PRIZES, TABLES
from bivouac.titles.house_divided.setup import FIVE_TIMES, INEXPERIENCED, WASHINGTON_RULE
from bivouac.titles.house_divided.state import State

SHORT_MARGIN: Final = TABLES.victory.short_game_margin
SHORT_FACTOR: Final = TABLES.victory.short_game_factor
RESULTS: Final = (
    ("north_victory", Side.UNION),
    ("north_advantage", Side.UNION),
    ("north_edge", Side.UNION),
    ("historical", None),
    ("south_edge", Side.CSA),
    ("south_advantage", Side.CSA),
    ("south_victory", Side.CSA),
)
ROW_RULE: Final = {1862: "AHD-O5.0k", 1863: "AHD-O5.0l", 1864: "AHD-O5.0m"}


def finish(s: State, winner: Side | None, rule: str, ending: str) -> None:
    facts = {} if winner is None else {"winner": Name("side", winner)}
    s.tell(OVER, Text(f"endings.{ending}", facts))
    s.finish(Outcome(winner, rule, ending))


def margin(s: State) -> int:
    """Union maximum less Confederate maximum."""
    return s.maximum[UNION] - s.maximum[CSA]


def union_holds_the_prizes(s: State) -> bool:
    """All Confederate cities of value 2 or 3 (11.0a)."""
    return all(s.owner[b] == UNION for b in PRIZES)


def csa_has_won(s: State) -> tuple[str, str] | None:
    """Washington (unless A6.0 is used) or the larger army: the clause and the name of the ending."""
    if s.owner[WASHINGTON] == CSA and not s.rules & WASHINGTON_RULE:
        return "AHD-11.0c", "washington"
    if s.maximum[CSA] > s.maximum[UNION]:
        return "AHD-11.0d", "army_maximum"
    return None


def settle_alarm(s: State) -> None:
    """A maximum changed in the middle of a turn: the Confederacy may have won at once (11.0d)."""
    s.alarm = 0
    if s.rules & INEXPERIENCED:
        return
    if s.maximum[CSA] > s.maximum[UNION]:
        finish(s, Side.CSA, "AHD-11.0d", "army_maximum")


def decide_at_end_of_turn(s: State) -> bool:
    """Captures are made: has somebody won? An inexperienced Union has its own turn to undo it (12.0)."""
    if union_holds_the_prizes(s):
        finish(s, Side.UNION, "AHD-11.0a", "union_cities")
        return True
    won = csa_has_won(s)
    if won is None or (s.rules & INEXPERIENCED and s.active == CSA):
        return False
    finish(s, Side.CSA, *won)
    return True


def decide_at_last_turn(s: State) -> None:
    """The time is up: the campaign goes to the Confederacy, the short game by its margin, a scenario by the table."""
    if s.setup.victory == "campaign":
        finish(s, Side.CSA, "AHD-11.0e", "time")
    elif s.setup.victory == "short":
        union = has_kept_its_lead(s)
        finish(s, Side.UNION if union else Side.CSA, "AHD-13.0b", "short_union" if union else "short_csa")
    else:
        ending, winner = judge(s.setup.row, margin(s))
        finish(s, winner, ROW_RULE[s.setup.row], ending)


def has_kept_its_lead(s: State) -> bool:
    """The Union's maximum is five larger than the Confederacy's or, as the sentence is printed, five times as large (13.0b)."""
    return s.maximum[UNION] >= SHORT_FACTOR * s.maximum[CSA] if s.rules & FIVE_TIMES else margin(s) >= SHORT_MARGIN


def judge(row: int, difference: int) -> tuple[str, Side | None]:
    """The victory table of the scenarios: seven steps from a northern to a southern victory."""
    steps = TABLES.victory.table[str(row)]
    for step, (ending, winner) in zip(steps, RESULTS):
        if difference >= step:
            return ending, winner
    return RESULTS[-1]
