"""3.0 and 8.0: the order of play, the drafts, the start of a match."""

from __future__ import annotations

from bivouac.core.ids import SIDES, Side
from bivouac.core.title import Scenario
from bivouac.titles.house_divided.events import DRAFTED, MAXIMA, PLAYER_BEGINS, RIOTED, TURN_BEGINS
from bivouac.titles.house_divided.frames import AT, SEGMENTS, At, Box
from bivouac.titles.house_divided.options import LEADERS_RULE, RIOTS, bits_of
from bivouac.titles.house_divided.printed.tables import CSA, DRAFT_TURNS, GREY, OFF, PORTS, RIOT_TURNS, TABLES, UNION
from bivouac.titles.house_divided.state import ENTRENCHED, KEPT, State


def the_active(s: State, f: object) -> Side:
    """The side whose turn it is."""
    return SIDES[s.active]


def start(scenario: Scenario, options: frozenset[str]) -> State:
    """A fresh match: pieces, flags and pools of the scenario."""
    s = State(scenario.data, bits_of(options))
    for group in s.setup.groups:
        for _ in range(group.number):
            piece = s.raise_piece(group.side, group.kind, group.box)
            s.stat[piece] = ENTRENCHED if group.entrenched else 0
    if s.rules & LEADERS_RULE:
        for leader, box in s.setup.leaders:
            s.box[leader] = box
    s.invaded = sum(1 << b for b in PORTS if GREY[b] and s.owner[b] == UNION)
    s.stack = (AT[Box.GAME_TURN],)
    return s


def begin_game_turn(s: State, f: At) -> None:
    """A new month: the Union drafts if it is time, and moves first (3.0d)."""
    s.active = UNION
    s.lost = 0
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
    s.stat = [stat & KEPT for stat in s.stat]
    s.marches = s.die = 0
    s.target = OFF
    s.tell(PLAYER_BEGINS, s.active, s.turn)
    s.stack = SEGMENTS
