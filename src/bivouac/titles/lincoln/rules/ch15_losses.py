"""Losses of both sides, and the forts of a beaten Confederate."""

from __future__ import annotations

from bivouac.core.legality import offers
from bivouac.titles.lincoln.events import FORT_RAZED, LOST
from bivouac.titles.lincoln.frames import Box, Counting
from bivouac.titles.lincoln.printed.map import HALVES
from bivouac.titles.lincoln.printed.units import FORT
from bivouac.titles.lincoln.rules.ch16_retreat import half_of, retreats
from bivouac.titles.lincoln.state import ARMIES, CSA, UNION, State, counters, each, kind_set


def engaged(s: State, side: int) -> int:
    """LIN-combat-g, LIN-combat-i, LIN-attack-b: attackers with armies only, the defender with all units of the half fought over."""
    stack = s.troops[side * HALVES + half_of(s, side)]
    return stack & ARMIES if side == s.active else stack


def losses(s: State) -> None:
    """LIN-loss-b: the loser half of his counters, rounded up; LIN-loss-c: then the winner half of his, rounded down."""
    loser = s.fight.loser
    _lose_on(s, loser, (counters(engaged(s, loser)) + 1) // 2)


def _lose_on(s: State, side: int, left: int) -> None:
    """Whoever loses all he has is not asked which."""
    stack = engaged(s, side)
    if left and left >= counters(stack):
        _lose(s, side, tuple(each(stack)))
    elif left:
        s.push(Counting(Box.LOSSES, side, left))
        return
    if side == s.fight.loser:
        _lose_on(s, 1 - side, counters(engaged(s, 1 - side)) // 2)
    else:
        _raze_forts(s)
        retreats(s)


def _lose(s: State, side: int, kinds: tuple[int, ...]) -> None:
    half = half_of(s, side)
    s.tell(LOST, side, kinds, half)
    for kind in kinds:
        s.take(side, half, kind)
    if side == s.fight.loser:
        s.combat = s.fight._replace(toll=s.fight.toll + len(kinds))


@offers("LIN-loss-d")
def was_engaged(s: State, f: Counting) -> int:
    """Only counters that were engaged are lost."""
    return kind_set(engaged(s, f.side))


def lose(s: State, f: Counting, kind: int) -> None:
    """LIN-loss-a, LIN-loss-d: one counter, whatever its strength, of the owner's choice."""
    s.pop()
    _lose(s, f.side, (kind,))
    _lose_on(s, f.side, f.left - 1)


def _raze_forts(s: State) -> None:
    """LIN-loss-e, LIN-loss-f: a beaten Confederate loses his forts in both halves; LIN-europe-b: those of the half fought over count."""
    c = s.fight
    if c.loser != CSA:
        return
    toll = c.toll
    for half in (c.half, c.half ^ 1):
        for _ in range(s.troops[CSA * HALVES + half] >> 24):
            s.tell(FORT_RAZED, CSA, half)
            s.take(CSA, half, FORT)
            toll += half == c.half and s.active == UNION
    s.combat = c._replace(toll=toll)
