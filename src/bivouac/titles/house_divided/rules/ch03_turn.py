"""3.0 and 8.0: the order of play, and the drafts.

How long a side can make a match last: at most MOST_CHOICES answers in each of its turns, battles left out. A piece takes part in two
marches, with at most five answers in each (its name, three boxes, a stop). Marches, ports, stacks, leaders, promotions and recruits add
the rest. No side can prolong a battle alone: a piece that an enemy cannot hit can hit that enemy (5.2). So in every round the other side
has a shot that may hit, or is fired at by pieces that may hit; and it may retreat (5.2.5).
"""

from __future__ import annotations

from typing import Final

from bivouac.core.ids import SIDES, Side
from bivouac.titles.house_divided.events import DRAFTED, MAXIMA, PLAYER_BEGINS, RIOTED, TURN_BEGINS
from bivouac.titles.house_divided.frames import AT, SEGMENTS, At, Box
from bivouac.titles.house_divided.printed.map import CSA, UNION
from bivouac.titles.house_divided.printed.units import DRAFT_TURNS, RIOT_TURNS, TABLES
from bivouac.titles.house_divided.setup import RIOTS
from bivouac.titles.house_divided.state import NOWHERE, State

MOST_CHOICES: Final = 640


def the_active(s: State, f: object) -> Side:
    """The side whose turn it is."""
    return SIDES[s.active]


def begin_game_turn(s: State, f: At) -> None:
    """A new month: the Union drafts if it is time, and moves first (3.0d)."""
    s.active = UNION
    s.lost = s.retreated = 0
    s.tell(TURN_BEGINS, s.turn, s.turn)
    hold_draft(s)
    s.tell(MAXIMA, s.maximum[UNION], s.maximum[CSA])
    s.goto(AT[Box.PLAYER_TURN])


def hold_draft(s: State) -> None:
    """Four militia in April 1862, 1863 and 1864 (8.0); with the riots one a month from April to July 1863 (O4.4)."""
    if s.turn in DRAFT_TURNS:
        s.drafts += 1
    if s.rules & RIOTS and s.turn in RIOT_TURNS:
        draft(s, TABLES.drafts.riot_pieces)
        s.tell(RIOTED, TABLES.drafts.riot_pieces, s.locked)
    elif s.turn in DRAFT_TURNS:
        draft(s, TABLES.drafts.pieces)
        s.tell(DRAFTED, TABLES.drafts.pieces, s.locked)


def draft(s: State, pieces: int) -> None:
    s.locked -= pieces
    s.pool[2 * UNION] += pieces


def begin_player_turn(s: State, f: At) -> None:
    """Marches, jumps and fights of the last player turn are forgotten; the segments lie on the stack in their order."""
    s.once = s.twice = s.moved = s.sailed = s.jumped = s.crossed = s.digging = s.fought = s.promoted = 0
    s.origin = [*NOWHERE]
    s.marches = s.die = 0
    s.landings = 0
    s.tell(PLAYER_BEGINS, s.active, s.turn)
    s.stack = SEGMENTS
