"""What a side may know. Nothing is hidden in this title: both sides and spectators see the same."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bivouac.core.ids import Side
from bivouac.titles.house_divided.printed.map import CSA, EUROPE, UNION, N
from bivouac.titles.house_divided.printed.units import LEADER_VALUE, LEADERS, PIECES, ROUNDS_A_DAY, SIDE_OF
from bivouac.titles.house_divided.state import State


class PieceView(NamedTuple):
    """A combat piece in play. kind: see printed.KINDS; box: a box of the map, or printed.EUROPE."""

    id: int
    side: int
    kind: int
    box: int
    entrenched: bool
    reduced: bool
    routed: bool
    marches: int  # marches taken this turn


class LeaderView(NamedTuple):
    """A leader on the map. id: 96 Grant, 97 Sherman, 98 Lee (printed.LEADER_NAMES[id - 96])."""

    id: int
    side: int
    box: int
    value: int


class BattleView(NamedTuple):
    """The battle at hand. aims: (firer, target) as declared so far; 99 is a harbour garrison."""

    box: int
    attacker: int
    round: int
    day: int
    firing: int
    aims: tuple[tuple[int, int], ...]
    shots_fired: int
    command: tuple[int, int]
    garrison: int  # hits the harbour garrison still takes (0: none)


class View(NamedTuple):
    """Everything on the table, from nothing."""

    turn: int  # printed.CALENDAR[turn] is its date
    last_turn: int
    active: int
    marches: int
    march_die: int
    owner: tuple[int, ...]  # by box: 0 Union, 1 Confederacy, 2 nobody
    held: tuple[int, ...]  # boxes that lone cavalry holds only while it is there
    contained: tuple[int, ...]
    pieces: tuple[PieceView, ...]
    leaders: tuple[LeaderView, ...]
    pool: tuple[int, int, int, int]  # Union MF, MC, Confederate MF, MC
    locked: int  # Union militia not drafted yet
    maximum: tuple[int, int]
    army: tuple[int, int]
    foreign: bool
    battle: BattleView | None
    rules: int


def view_pieces(s: State) -> tuple[PieceView, ...]:
    return tuple(
        PieceView(
            p,
            SIDE_OF[p],
            s.kind[p],
            s.box[p],
            s.box[p] != EUROPE and s.in_works(p),
            bool(s.reduced >> p & 1),
            bool(s.routed >> p & 1),
            (s.once >> p & 1) + (s.twice >> p & 1),
        )
        for p in range(PIECES)
        if s.box[p] >= 0
    )


def view_battle(s: State) -> BattleView | None:
    if s.place < 0:
        return None
    return BattleView(
        s.place,
        s.attacker,
        s.rnd,
        (max(s.rnd, 1) - 1) // ROUNDS_A_DAY + 1,
        s.firing,
        tuple(zip(s.firers, s.aims)),
        s.shot,
        (s.command[UNION], s.command[CSA]),
        s.garrison,
    )


def view(s: State, side: Side | None) -> View:
    """The whole table."""
    return View(
        turn=s.turn,
        last_turn=s.setup.last_turn,
        active=s.active,
        marches=s.marches,
        march_die=s.die,
        owner=tuple(s.owner),
        held=tuple(b for b in range(N) if s.held >> b & 1),
        contained=tuple(b for b in range(N) if s.contained >> b & 1),
        pieces=view_pieces(s),
        leaders=tuple(LeaderView(p, SIDE_OF[p], s.box[p], LEADER_VALUE[p - PIECES][s.turn]) for p in LEADERS if s.box[p] >= 0),
        pool=(s.pool[0], s.pool[1], s.pool[2], s.pool[3]),
        locked=s.locked,
        maximum=(s.maximum[UNION], s.maximum[CSA]),
        army=(s.army(UNION), s.army(CSA)),
        foreign=bool(s.foreign),
        battle=view_battle(s),
        rules=s.rules,
    )


def sample(s: State, side: Side, rng: Random) -> State:
    """There is nothing to deal anew."""
    return s.clone()
