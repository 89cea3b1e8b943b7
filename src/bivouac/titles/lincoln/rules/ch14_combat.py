"""Combat: the face-down cards, the defender's decision, the result.

BATTLE_CARD   the attacker's card, face down
DECIDE        the defender fights or withdraws, if he has armies there (ch19_withdrawal)
DEFEND        benefit cards, then a card face down or none
then the totals, losses (ch15_losses), retreat, Europe and hands (ch16_retreat)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln import events as told
from bivouac.titles.lincoln.frames import AT, BENEFIT, FACE_DOWN, NO_DEFENCE_CARD, At, Box, Combat
from bivouac.titles.lincoln.printed.map import HALVES, WAY_FROM_LOC, WAY_TO, WAYS_INTO
from bivouac.titles.lincoln.printed.units import HIGH_GROUND, IS_BENEFIT, LEADERSHIP, REINFORCEMENTS, TABLES, TEXT
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch15_losses import engaged, losses
from bivouac.titles.lincoln.rules.ch19_withdrawal import can_leave_by_sea
from bivouac.titles.lincoln.rules.ch20_decks import in_hand, leave_hand, spend, to_pile
from bivouac.titles.lincoln.state import ARMIES, NO_CARD, State, kinds_in, strength

HIGH_GROUND_BONUS: Final = TABLES.high_ground.bonus


def open_combat(s: State, combat: Combat) -> None:
    """LIN-combat-a: by a move, or declared."""
    s.combat = combat
    s.tell(told.ATTACKED, s.active, combat.loc)
    s.push(AT[Box.BATTLE_CARD])


# --- the attacker's card --------------------------------------------------------------------------------------------


def attackers_cards(s: State, f: At) -> Sequence[int]:
    return in_hand(s, s.active)


def play_battle_card(s: State, f: At, a: int) -> None:
    """LIN-combat-d, LIN-combat-e: any card, face down; then the defender decides, if he has anything to decide."""
    side = s.active
    leave_hand(s, side, a)
    s.combat = s.fight._replace(card=a)
    s.tell(told.FACE_DOWN_CARD, side)
    s.tell(told.OWN_CARD, side, a)
    if not engaged(s, 1 - side) & ARMIES:
        s.goto(AT[Box.DEFEND])
    else:
        s.goto(AT[Box.DECIDE_BY_SEA if can_leave_by_sea(s) else Box.DECIDE])


# --- the defence ----------------------------------------------------------------------------------------------------


def defences(s: State, f: At) -> Sequence[int]:
    cards = in_hand(s, 1 - s.active)
    return [NO_DEFENCE_CARD, *(FACE_DOWN + k for k in cards), *(BENEFIT + k for k in cards)]


@clause("LIN-card-g")
def is_a_benefit(s: State, f: At, a: int) -> Verdict:
    """Beside the card face down only benefit cards are played in a defence."""
    return a < BENEFIT or IS_BENEFIT[a - BENEFIT] or refuse(card=Name("card", a - BENEFIT))


@clause("LIN-card-d")
def is_first_of_its_type(s: State, f: At, a: int) -> Verdict:
    """At most one benefit card of each type in a turn."""
    if a < BENEFIT:
        return True
    text = TEXT[a - BENEFIT]
    return not s.benefits >> 16 * (1 - s.active) + text & 1 or refuse(action=Name("text_action", text))


@clause("LIN-card-j")
def has_reinforcements(s: State, f: At, a: int) -> Verdict:
    """Reinforcements need an army in an adjacent controlled location with a usable link."""
    if a < BENEFIT or TEXT[a - BENEFIT] != REINFORCEMENTS:
        return True
    return any(is_usable_reserve(s, f, x) is True for x in possible_reserves(s, f)) or refuse(location=Name("location", s.fight.loc))


MAY_DEFEND = (is_a_benefit, is_first_of_its_type, has_reinforcements)


def defend(s: State, f: At, a: int) -> None:
    """LIN-combat-f: a card face down, or none. LIN-card-g, LIN-card-j: benefit cards come before."""
    side = 1 - s.active
    if a >= BENEFIT:
        _play_benefit(s, side, a - BENEFIT)
        return
    s.pop()
    if a >= FACE_DOWN:
        leave_hand(s, side, a - FACE_DOWN)
        s.tell(told.FACE_DOWN_CARD, side)
    _result(s, a - FACE_DOWN if a >= FACE_DOWN else NO_CARD)


def _play_benefit(s: State, side: int, card: int) -> None:
    text = TEXT[card]
    spend(s, side, card)
    s.benefits |= 1 << 16 * side + text
    s.tell(told.PLAYED, side, card, text)
    if text == HIGH_GROUND:
        s.combat = s.fight._replace(bonus=s.fight.bonus + HIGH_GROUND_BONUS)
        s.tell(told.HIGH_GROUND_PLAYED, side, HIGH_GROUND_BONUS)
    else:
        s.push(AT[Box.REINFORCE])


def possible_reserves(s: State, f: At) -> Sequence[int]:
    """LIN-card-j: armies next door, as way * 4 + kind."""
    side = 1 - s.active
    return [w * 4 + kind for w in WAYS_INTO[s.fight.loc] for kind in kinds_in(s.here(side, WAY_FROM_LOC[w]) & ARMIES)]


@clause("LIN-card-j")
def is_usable_reserve(s: State, f: At, a: int) -> Verdict:
    """From a controlled location; over a link into the attacked half, unless the defender controlled the whole location."""
    c, way, side = s.fight, a // 4, 1 - s.active
    near = s.control[WAY_FROM_LOC[way]] == side and (c.before == side or WAY_TO[way] == c.half)
    return near or refuse(location=Name("location", WAY_FROM_LOC[way]))


def reinforce(s: State, f: At, a: int) -> None:
    side, loc, kind, to = 1 - s.active, WAY_FROM_LOC[a // 4], a % 4, s.fight.half
    half = 2 * loc if s.troops[side * HALVES + 2 * loc] >> 8 * kind & 255 else 2 * loc + 1
    s.shift(side, half, to, kind)
    s.tell(told.REINFORCED, side, kind, loc, to)
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
        leader = LEADERSHIP[card]
        to_pile(s, side, card)
        s.tell(told.REVEALED, side, card, leader)
    else:
        s.tell(told.NO_CARD_PLAYED, side)
    s.tell(told.POWER, side, stack, leader, bonus, stack + leader + bonus)
    return stack + leader + bonus
