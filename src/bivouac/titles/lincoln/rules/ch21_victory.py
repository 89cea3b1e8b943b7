"""Every way to win but Europe: the gates of the Union's deck, the cities."""

from __future__ import annotations

from typing import Final

from bivouac.core.ids import Side
from bivouac.core.state import Outcome
from bivouac.titles.lincoln.events import GATE
from bivouac.titles.lincoln.printed.units import CAPITAL, GATES, PAIR, TABLES
from bivouac.titles.lincoln.state import CSA, UNION, State

IDLE_TURNS: Final = TABLES.patience.idle_turns
FAILED: Final = (("LIN-vic-a", "first_gate"), ("LIN-vic-b", "second_gate"), ("LIN-vic-c", "last_gate"))


def judge_deck(s: State, number: int) -> bool:
    """LIN-vic-a, LIN-vic-b, LIN-vic-c, LIN-vic-f: the gates; the third exhaustion ends the game at once (LIN-deck-d)."""
    points, gate = s.points(), GATES[number - 1]
    s.tell(GATE, points, gate, number)
    if points < gate:
        s.finish(Outcome(Side.CSA, *FAILED[number - 1]))
    elif number == len(GATES):
        s.finish(Outcome(Side.UNION, "LIN-vic-f", "points"))
    return s.outcome is not None


def _given_up(s: State) -> Outcome:
    """LIN-vic-c, LIN-vic-f: a Union that no longer draws is judged as if its deck had run out for the third time."""
    enough = s.points() >= GATES[-1]
    return Outcome(Side.UNION, "LIN-vic-f", "points") if enough else Outcome(Side.CSA, "LIN-vic-c", "given_up")


def judge_turn(s: State) -> None:
    """LIN-vic-e, LIN-vic-g, LIN-vic-h: at the end of a turn, after the draw."""
    if s.active == UNION:
        s.idle = 0 if s.drew else s.idle + 1
        s.drew = 0
        if s.control[CAPITAL] == CSA:
            s.finish(Outcome(Side.CSA, "LIN-vic-e", "washington"))
        elif s.idle >= IDLE_TURNS:
            s.finish(_given_up(s))
    elif all(s.control[city] == UNION for city in PAIR):
        s.finish(Outcome(Side.UNION, "LIN-vic-g", "cities"))
