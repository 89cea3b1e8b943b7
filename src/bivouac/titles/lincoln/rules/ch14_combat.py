"""Combat: the face-down cards, the defender's decision, the result.

BATTLE_CARD   the attacker's card, face down
DECIDE        the defender fights or withdraws, if he has armies there (ch19_withdrawal)
DEFEND        benefit cards, then a card face down or none
then the totals, losses (ch15_losses), retreat, Europe and hands (ch16_retreat)
"""

from __future__ import annotations

from typing import Final

from bivouac.core.kit.bits import bits
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg, Name
from bivouac.titles.lincoln import events as told
from bivouac.titles.lincoln.frames import AT, At, Box, Combat
from bivouac.titles.lincoln.printed import units
from bivouac.titles.lincoln.printed.map import HALVES, WAY_FROM_LOC, WAY_TO, WAYS_INTO
from bivouac.titles.lincoln.printed.units import HIGH_GROUND, REINFORCEMENTS
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch15_losses import engaged, losses
from bivouac.titles.lincoln.rules.ch19_withdrawal import can_leave_by_sea
from bivouac.titles.lincoln.rules.ch20_decks import spend, to_pile
from bivouac.titles.lincoln.state import ARMIES, NO_CARD, State, kind_set, strength

HIGH_GROUND_BONUS: Final = units.TABLES.high_ground.bonus


def open_combat(s: State, combat: Combat) -> None:
    """LIN-combat-a: by a move, or declared."""
    s.combat = combat
    s.tell(told.ATTACKED, s.active, combat.loc)
    s.push(AT[Box.BATTLE_CARD])


# --- the attacker's card --------------------------------------------------------------------------------------------


def play_battle_card(s: State, f: At, a: int) -> None:
    """LIN-combat-d, LIN-combat-e: any card, face down; then the defender decides, if he has anything to decide."""
    side = s.active
    s.leave_card(side, a)
    s.combat = s.fight._replace(card=a)
    s.tell(told.FACE_DOWN_CARD, side)
    s.tell(told.OWN_CARD, side, a)
    if not engaged(s, 1 - side) & ARMIES:
        s.goto(AT[Box.DEFEND])
    else:
        s.goto(AT[Box.DECIDE_BY_SEA if can_leave_by_sea(s) else Box.DECIDE])


# --- the defence ----------------------------------------------------------------------------------------------------


@closes("LIN-card-g")
def is_a_benefit(s: State, f: At) -> int:
    """Beside the card face down only benefit cards are played in a defence."""
    return units.ALL_CARDS & ~units.BENEFITS


def _text(s: State, f: At, card: int) -> dict[str, Arg]:
    return {"action": Name("text_action", units.TEXT[card])}


@closes("LIN-card-d", _text)
def is_first_of_its_type(s: State, f: At) -> int:
    """At most one benefit card of each type in a turn."""
    played = s.benefits >> 16 * (1 - s.active)
    return (played >> HIGH_GROUND & 1) * units.WITH_TEXT[HIGH_GROUND] | (played >> REINFORCEMENTS & 1) * units.WITH_TEXT[REINFORCEMENTS]


@closes("LIN-card-j", lambda s, f, card: {"location": Name("location", s.fight.loc)})
def has_reinforcements(s: State, f: At) -> int:
    """Reinforcements need an army in an adjacent controlled location with a usable link."""
    cards = s.kinds[1 - s.active] & units.WITH_TEXT[REINFORCEMENTS]
    return cards if cards and not any(is_usable_reserve(s, f, n) is True for n in bits(is_next_door(s, f))) else 0


MAY_PLAY_BENEFIT = (is_a_benefit, is_first_of_its_type, has_reinforcements)


def defend(s: State, f: At, card: int) -> None:
    """LIN-combat-f: a card face down."""
    side = 1 - s.active
    s.leave_card(side, card)
    s.tell(told.FACE_DOWN_CARD, side)
    s.pop()
    _result(s, card)


def defend_without(s: State, f: At, n: int) -> None:
    """LIN-combat-f: or none."""
    s.pop()
    _result(s, NO_CARD)


def play_benefit(s: State, f: At, card: int) -> None:
    """LIN-card-g, LIN-card-j: benefit cards come before."""
    side, text = 1 - s.active, units.TEXT[card]
    spend(s, side, card)
    s.benefits |= 1 << 16 * side + text
    s.tell(told.PLAYED, side, card, text)
    if text == HIGH_GROUND:
        s.combat = s.fight._replace(bonus=s.fight.bonus + HIGH_GROUND_BONUS)
        s.tell(told.HIGH_GROUND_PLAYED, side, HIGH_GROUND_BONUS)
    else:
        s.push(AT[Box.REINFORCE])


def _reserve(s: State, f: At, n: int) -> dict[str, Arg]:
    return {"location": Name("location", WAY_FROM_LOC[n // 4])}


@offers("LIN-card-j", _reserve)
def is_next_door(s: State, f: At) -> int:
    """Reinforcements are armies of a neighbouring location."""
    side = 1 - s.active
    return sum(kind_set(s.here(side, WAY_FROM_LOC[w]) & ARMIES) << 4 * w for w in bits(WAYS_INTO[s.fight.loc]))


@clause("LIN-card-j")
def is_usable_reserve(s: State, f: At, n: int) -> Verdict:
    """From a controlled location; over a link into the attacked half, unless the defender controlled the whole location."""
    c, way, side = s.fight, n // 4, 1 - s.active
    near = s.control[WAY_FROM_LOC[way]] == side and (c.before == side or WAY_TO[way] == c.half)
    return near or refuse(location=Name("location", WAY_FROM_LOC[way]))


def reinforce(s: State, f: At, n: int) -> None:
    side, loc, kind, to = 1 - s.active, WAY_FROM_LOC[n // 4], n % 4, s.fight.half
    half = 2 * loc if s.troops[side * HALVES + 2 * loc] >> 8 * kind & 255 else 2 * loc + 1
    s.tell(told.REINFORCED, side, kind, loc, to)
    s.shift(side, half, to, kind, told.WENT)
    settle(s, loc)
    s.pop()


# --- the result -----------------------------------------------------------------------------------------------------


def _result(s: State, answer: int) -> None:
    """LIN-combat-n, LIN-combat-o: the higher total wins, a tie is the defender's; LIN-combat-p: the cards are discarded."""
    attacker, c = s.active, s.fight
    own, enemy = _total(s, attacker, c.card, 0), _total(s, 1 - attacker, answer, c.bonus)
    loser = 1 - attacker if own > enemy else attacker
    s.tell(told.WON if own > enemy else told.HELD, 1 - loser, max(own, enemy), min(own, enemy))
    s.combat = c._replace(card=NO_CARD, loser=loser)
    losses(s)


def _total(s: State, side: int, card: int, bonus: int) -> int:
    """LIN-combat-g, LIN-combat-j, LIN-combat-k, LIN-combat-m: counters, leadership, and the defender's bonus."""
    stack, leader = strength(engaged(s, side)), 0
    if card != NO_CARD:
        leader = units.LEADERSHIP[card]
        to_pile(s, side, card)
        s.tell(told.REVEALED, side, card, leader)
    else:
        s.tell(told.NO_CARD_PLAYED, side)
    total = stack + leader + bonus
    if bonus:
        s.tell(told.POWER_WITH_BONUS, side, stack, leader, bonus, total)
    else:
        s.tell(told.POWER, side, stack, leader, total)
    return total
