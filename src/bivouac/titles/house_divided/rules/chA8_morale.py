"""A8.1, A8.11 and A8.12: rout, rally and desertion."""

from __future__ import annotations

from bivouac.core.ids import SIDES, Side
from bivouac.core.kit.bits import bits
from bivouac.core.legality import offers
from bivouac.titles.house_divided.events import BROKE, DESERTED, RALLIED, ROUT_TESTED, ROUTED, STAYED
from bivouac.titles.house_divided.frames import AT, At, Box, One
from bivouac.titles.house_divided.printed.map import CSA, NOBODY, UNION
from bivouac.titles.house_divided.printed.units import MORALE, SIDE_OF, TABLES, YEAR
from bivouac.titles.house_divided.rules import ch05_battle, ch05_retreat, in_this_battle
from bivouac.titles.house_divided.setup import DESERTERS_RETURN
from bivouac.titles.house_divided.state import MASK, State

IN_WORKS = TABLES.morale.rout_in_works
LOST = TABLES.morale.desertion_lost
STEADY = TABLES.morale.desertion_steady


# --- rout (A8.1) ------------------------------------------------------------------------------------------


def begin_rout_tests(s: State) -> None:
    """Pieces that this fire has reduced test, if they are still there (A8.1a, A8.1b)."""
    s.queue = bits(s.hits & s.at[s.place])
    next_rout_test(s)


def next_rout_test(s: State) -> None:
    if s.queue:
        s.goto(AT[Box.ROUT])
    else:
        ch05_battle.end_part(s)


def is_covered(s: State, piece: int) -> bool:
    """In a fort or entrenched; an attacker never is (A8.1d)."""
    return SIDE_OF[piece] != s.attacker and s.in_works(piece)


def holds_until(s: State, piece: int) -> int:
    """The highest die with which a piece stands."""
    return MORALE[YEAR[s.turn]][s.kind[piece]] - (IN_WORKS if is_covered(s, piece) else 0)


def test_rout(s: State, f: At, die: int) -> None:
    """A modified die above the morale value routs the piece (A8.1c, A8.1e)."""
    piece = s.queue[0]
    s.queue = s.queue[1:]
    need = holds_until(s, piece)
    s.tell(ROUTED if die > need else ROUT_TESTED, SIDE_OF[piece], s.kind[piece], die, need)
    if die > need:
        s.routed |= 1 << piece
        s.tell(BROKE, piece, s.place)
    next_rout_test(s)


# --- rally (A8.11) ----------------------------------------------------------------------------------------


def begin_rally(s: State, side: int) -> None:
    """At the end of a day each side may bring back one routed piece, the defender first."""
    if s.routed & s.at[s.place] & MASK[side]:
        s.goto(One(Box.RALLY, side))
    else:
        after_rally(s, side)


def after_rally(s: State, side: int) -> None:
    if side == s.attacker:
        ch05_battle.begin_round(s)
    else:
        begin_rally(s, s.attacker)


def the_rallier(s: State, f: One) -> Side:
    return SIDES[f.item]


@offers("AHD-A8.11a", in_this_battle)
def has_routed(s: State, f: One) -> int:
    """One of a side's routed pieces comes back."""
    return s.routed & s.at[s.place] & MASK[f.item]


def rally(s: State, f: One, piece: int) -> None:
    """The piece is back in the battle, still reduced."""
    s.tell(RALLIED, f.item, s.kind[piece])
    s.end_rout(1 << piece)
    after_rally(s, f.item)


def rally_nobody(s: State, f: One, _: int) -> None:
    after_rally(s, f.item)


# --- desertion (A8.12) ------------------------------------------------------------------------------------


def begin_desertion(s: State) -> None:
    """After a battle every reduced piece of both sides tests, routed or not (A8.12a)."""
    leaving = MASK[CSA] if s.winner == NOBODY else MASK[UNION] | MASK[CSA]  # from a garrison that fights on only the South leaves
    s.queue = bits(s.at[s.place] & s.reduced & leaving)
    next_desertion_test(s)


def next_desertion_test(s: State) -> None:
    if s.queue:
        s.goto(AT[Box.DESERT])
    else:
        ch05_retreat.clear_the_field(s)


def stays_until(s: State, piece: int) -> int:
    """The highest die with which a piece stays: +1 on the die for the loser, -1 if not routed, minus its leaders (A8.12c-e)."""
    side = SIDE_OF[piece]
    modifier = (LOST if side != s.winner else 0) + (0 if s.routed >> piece & 1 else STEADY) - s.leadership(side, s.place)
    return MORALE[YEAR[s.turn]][s.kind[piece]] - modifier


def test_desertion(s: State, f: At, die: int) -> None:
    """A modified die above the morale value: the piece is out of the game (A8.12b), but not lost in battle (O4.3c)."""
    piece = s.queue[0]
    s.queue = s.queue[1:]
    need = stays_until(s, piece)
    s.tell(DESERTED if die > need else STAYED, SIDE_OF[piece], s.kind[piece], die, need)
    if die > need:
        s.eliminate(piece, for_good=not s.rules & DESERTERS_RETURN)
    next_desertion_test(s)
