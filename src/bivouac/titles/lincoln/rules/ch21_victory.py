"""Every way to win but Europe: the gates of the Union's deck, the cities.

The Union's deck is the clock of the war. Every turn of the Union draws a card or is idle, and of each of its three decks it may be idle in
`IDLE_TURNS` turns at most (LIN-vic-c). So a match ends within `MOST_TURNS` turns of each side, whatever the players do. Within a turn every
answer takes an action, plays or draws a card, or moves, loses or places a counter: fewer than `ANSWERS_PER_TURN`, even with all cards in
one hand and all armies in one combat.
"""

from __future__ import annotations

from typing import Final

from bivouac.core.ids import Side
from bivouac.core.state import Outcome
from bivouac.titles.lincoln.events import GATE
from bivouac.titles.lincoln.printed.units import CAPITAL, COPIES, GATES, KINDS_OF, PAIR, SET, TABLES
from bivouac.titles.lincoln.state import CSA, UNION, State

IDLE_TURNS: Final = TABLES.patience.idle_turns
LAST_PASS: Final = len(GATES) - 1  # reshuffles after which the Union's deck runs out for the last time
MOST_TURNS: Final = sum(IDLE_TURNS + sum(COPIES[card] for card in KINDS_OF[UNION] if SET[card] <= number) for number in range(len(GATES)))
ANSWERS_PER_TURN: Final = 1000
MOST_ANSWERS: Final = 2 * ANSWERS_PER_TURN * MOST_TURNS
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
    """LIN-vic-c, LIN-vic-f: a Union that lets its deck stand still is judged as if it had run out for the third time."""
    enough = s.points() >= GATES[-1]
    return Outcome(Side.UNION, "LIN-vic-f", "points") if enough else Outcome(Side.CSA, "LIN-vic-c", "given_up")


def judge_turn(s: State) -> None:
    """LIN-vic-e, LIN-vic-g, LIN-vic-h: at the end of a turn, after the draw."""
    if s.active == UNION:
        s.idle += not s.drew
        s.drew = 0
        if s.control[CAPITAL] == CSA:
            s.finish(Outcome(Side.CSA, "LIN-vic-e", "washington"))
        elif s.idle >= IDLE_TURNS:
            s.finish(_given_up(s))
    elif all(s.control[city] == UNION for city in PAIR):
        s.finish(Outcome(Side.UNION, "LIN-vic-g", "cities"))
