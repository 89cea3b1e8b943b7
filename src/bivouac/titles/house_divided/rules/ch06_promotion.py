"""6.0 and O4.3: promotions after a battle and in the Promotion segment."""

from __future__ import annotations

from bivouac.core.ids import SIDES, Side
from bivouac.core.legality import closes, offers
from bivouac.titles.house_divided.events import PROMOTION, TRAINED, UPGRADED
from bivouac.titles.house_divided.frames import AT, At, Box
from bivouac.titles.house_divided.printed.map import CSA
from bivouac.titles.house_divided.printed.units import CAVALRY, PROMOTED, QUALITY, SIDE_OF, TABLES
from bivouac.titles.house_divided.rules import ch05_battle, in_this_battle
from bivouac.titles.house_divided.setup import ANOTHER_PIECE, TRAINING
from bivouac.titles.house_divided.state import MASK, State


@closes("AHD-A8.4i")
def foreigners_are_never_promoted(s: State, f: At) -> int:
    """Foreign units are never promoted."""
    return s.foreigners()


@closes("AHD-6.0b")
def is_not_crack_yet(s: State, f: At) -> int:
    """Militia becomes veteran, veterans become crack, and crack pieces stay what they are."""
    return s.crack


MAY_BE_PROMOTED = (foreigners_are_never_promoted, is_not_crack_yet)


@closes("AHD-6.0e")
def is_another_piece(s: State, f: At) -> int:
    """The segment promotes a piece once; by the narrower reading none that a victory of this turn has promoted."""
    return s.promoted


MAY_BE_PROMOTED_NEXT = (*MAY_BE_PROMOTED, is_another_piece)


def promote(s: State, piece: int) -> None:
    """The next quality of the same arm in the same box; militia goes back to the pool (6.0c, 6.0f)."""
    old, side = s.kind[piece], SIDE_OF[piece]
    s.set_kind(piece, PROMOTED[old])
    if QUALITY[old] == 0:
        s.pool[2 * side + CAVALRY[old]] += 1
    s.tell(PROMOTION, side, old, PROMOTED[old], s.box[piece])
    s.tell(UPGRADED, piece, 1, s.box[piece])


# --- after a battle ---------------------------------------------------------------------------------------


def the_victor(s: State, f: At) -> Side:
    return SIDES[s.winner]


@offers("AHD-6.0d", in_this_battle)
def took_part_and_won(s: State, f: At) -> int:
    """The winner promotes one of the pieces that took part in the battle."""
    return s.at[s.place] & MASK[s.winner]


def promote_victor(s: State, f: At, piece: int) -> None:
    promote(s, piece)
    if s.rules & ANOTHER_PIECE:
        s.promoted |= 1 << piece
    ch05_battle.close_battle(s)


def promote_nobody_here(s: State, f: At, _: int) -> None:
    ch05_battle.close_battle(s)


# --- the Promotion segment --------------------------------------------------------------------------------


def begin_promotions(s: State, f: At) -> None:
    """One piece anywhere; the Confederacy may train two (O4.3)."""
    s.promotions = 1
    s.goto(AT[Box.TRAINING_DIE if s.rules & TRAINING and s.active == CSA else Box.PROMOTE])


def roll_training(s: State, f: At, die: int) -> None:
    """A die of one or less, less one for each regular infantry lost in battle this turn: two promotions (O4.3)."""
    s.promotions = 2 if die - s.lost <= TABLES.dice.training else 1
    s.tell(TRAINED, die, s.lost, s.promotions)
    s.goto(AT[Box.PROMOTE])


@offers("AHD-6.0e")
def is_own_and_on_the_map(s: State, f: At) -> int:
    """In the Promotion segment any own piece on the map may be promoted."""
    return s.in_play(s.active)


def promote_one(s: State, f: At, piece: int) -> None:
    s.promotions -= 1
    promote(s, piece)
    if s.promotions == 0:
        s.pop()
    else:
        s.promoted |= 1 << piece
