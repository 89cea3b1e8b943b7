"""6.0 and O4.3: promotions after a battle and in the Promotion segment."""

from __future__ import annotations

from bivouac.core.ids import SIDES, Side
from bivouac.core.legality import Verdict, clause, refuse
from bivouac.titles.house_divided.events import PROMOTION, TRAINED
from bivouac.titles.house_divided.frames import AT, DONE, At, Box
from bivouac.titles.house_divided.printed.map import CSA, OFF, N
from bivouac.titles.house_divided.printed.units import CAVALRY, FIRST, FX, LAST, PROMOTED, QUALITY, SIDE_OF, TABLES
from bivouac.titles.house_divided.rules import ch05_battle
from bivouac.titles.house_divided.setup import TRAINING
from bivouac.titles.house_divided.state import State


@clause("AHD-A8.4i")
def foreigners_are_never_promoted(s: State, f: At, a: int) -> Verdict:
    """Foreign units are never promoted."""
    return a == DONE or s.kind[a] != FX or refuse()


@clause("AHD-6.0b")
def is_not_crack_yet(s: State, f: At, a: int) -> Verdict:
    """Militia becomes veteran, veterans become crack, and crack pieces stay what they are."""
    return a == DONE or s.kind[a] == FX or PROMOTED[s.kind[a]] != OFF or refuse()


MAY_BE_PROMOTED = (foreigners_are_never_promoted, is_not_crack_yet)


def promote(s: State, piece: int) -> None:
    """The next quality of the same arm in the same box; militia goes back to the pool (6.0c, 6.0f)."""
    old, side = s.kind[piece], SIDE_OF[piece]
    s.set_kind(piece, PROMOTED[old])
    if QUALITY[old] == 0:
        s.pool[2 * side + CAVALRY[old]] += 1
    s.tell(PROMOTION, side, old, PROMOTED[old], s.box[piece])


# --- after a battle ---------------------------------------------------------------------------------------


def the_victor(s: State, f: At) -> Side:
    return SIDES[s.winner]


def victor_candidates(s: State, f: At) -> list[int]:
    """The winner's pieces that took part in the battle."""
    return [*s.pieces_at(s.winner, s.place), DONE]


def promote_victor(s: State, f: At, a: int) -> None:
    if a != DONE:
        promote(s, a)
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


def promotion_candidates(s: State, f: At) -> list[int]:
    return [*s.in_play(s.active), DONE]


def promotion_options(s: State, f: At) -> list[int]:
    box, kind, side = s.box, s.kind, s.active
    found = [p for p in range(FIRST[side], LAST[side]) if 0 <= box[p] < N and PROMOTED[kind[p]] != OFF]
    found.append(DONE)
    return found


def promote_one(s: State, f: At, a: int) -> None:
    s.promotions -= 1
    if a != DONE:
        promote(s, a)
    if a == DONE or s.promotions == 0:
        s.pop()
