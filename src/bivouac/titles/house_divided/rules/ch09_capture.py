"""9.0, 10.0 and A6.0: at the end of a player turn boxes change hands, and the next player or the next month begins."""

from __future__ import annotations

from bivouac.core.kit.bits import bits
from bivouac.titles.house_divided.events import CAPTURED, HELD_BY_CAVALRY, NOW_OWNED, WASHINGTON_FELL
from bivouac.titles.house_divided.frames import AT, At, Box
from bivouac.titles.house_divided.printed.map import CSA, MAP, ON_MAP, UNION, WASHINGTON
from bivouac.titles.house_divided.printed.units import WASHINGTON_LOSS
from bivouac.titles.house_divided.rules.ch11_victory import decide_at_end_of_turn, decide_at_last_turn
from bivouac.titles.house_divided.setup import COSTLY_WASHINGTON, WASHINGTON_RULE
from bivouac.titles.house_divided.state import MASK, State


def end_player_turn(s: State, f: At) -> None:
    """Every box where the active side stands alone becomes its own (9.0b); a captured Washington may cost a roll (A6.0)."""
    had_washington = s.owner[WASHINGTON] == CSA
    settle(s)
    for box in bits(s.here[s.active] & ON_MAP & ~(s.own[s.active] | s.here[1 - s.active])):
        capture(s, box)
    if s.rules & WASHINGTON_RULE and s.owner[WASHINGTON] == CSA and not had_washington:
        s.goto(AT[Box.WASHINGTON_DIE])
    else:
        s.goto(AT[Box.TURN_DONE])


def settle(s: State) -> None:
    """Infantry that stands at the end of a turn in a box held by cavalry makes it a lasting possession (9.0h)."""
    for box in bits(s.held):
        if s.at[box] & MASK[s.owner[box]] & ~s.cavalry:
            s.held &= ~(1 << box)


def capture(s: State, box: int) -> None:
    """The flag changes. Lone cavalry holds a box of another colour only while it is there (9.0f). A port where the Union landed this
    turn is taken by invasion (A4.0a)."""
    side, bit = s.active, 1 << box
    s.set_owner(box, side)
    if MAP.owner[box] != side and s.only_cavalry(side, box):
        s.held |= bit
        s.tell(HELD_BY_CAVALRY, side, box)
    else:
        s.tell(CAPTURED, side, box)
    s.tell(NOW_OWNED, side, box)
    s.invaded |= s.landings & bit


def roll_for_washington(s: State, f: At, die: int) -> None:
    """The Union maximum falls by the die (a 1 counts as 2), the city's own 1 included or, by the other reading, besides it (A6.0b)."""
    loss = WASHINGTON_LOSS[die] + (1 if s.rules & COSTLY_WASHINGTON else 0)
    s.maximum = (s.maximum[UNION] - loss + 1, s.maximum[CSA])
    s.tell(WASHINGTON_FELL, die, loss)
    s.goto(AT[Box.TURN_DONE])


def finish_player_turn(s: State, f: At) -> None:
    """Somebody may have won; otherwise the other side plays, or the next month begins (10.0b)."""
    s.alarm = 0
    s.contained &= s.here[UNION] & s.here[CSA]
    if decide_at_end_of_turn(s):
        return
    if s.active == UNION:
        s.active = CSA
        s.stack = (AT[Box.PLAYER_TURN],)
    elif s.turn == s.setup.last_turn:
        decide_at_last_turn(s)
    else:
        s.turn += 1
        s.stack = (AT[Box.GAME_TURN],)
