"""The flow chart of Lincoln: every box, who is asked there, what may be answered, what the answer does."""

from __future__ import annotations

from typing import Any

from bivouac.core.flow import Do, Flow, Roll
from bivouac.core.flow import OldAsk as Ask
from bivouac.core.ids import Side
from bivouac.titles.lincoln import show
from bivouac.titles.lincoln.frames import FRAMES, Box
from bivouac.titles.lincoln.rules import ch06_entering as ch06
from bivouac.titles.lincoln.rules import ch07_turn as ch07
from bivouac.titles.lincoln.rules import ch08_deploying as ch08
from bivouac.titles.lincoln.rules import ch09_rail as ch09
from bivouac.titles.lincoln.rules import ch10_naval as ch10
from bivouac.titles.lincoln.rules import ch12_cards as ch12
from bivouac.titles.lincoln.rules import ch14_combat as ch14
from bivouac.titles.lincoln.rules import ch15_losses as ch15
from bivouac.titles.lincoln.rules import ch16_retreat as ch16
from bivouac.titles.lincoln.rules import ch19_withdrawal as ch19
from bivouac.titles.lincoln.rules import ch20_decks as ch20
from bivouac.titles.lincoln.state import SIDES, State


def the_active(s: State, f: Any) -> Side:
    return SIDES[s.active]


def the_other(s: State, f: Any) -> Side:
    return SIDES[1 - s.active]


def the_owner(s: State, f: Any) -> Side:
    return SIDES[f.side]


# Questions about cards in hand are asked even when there is only one answer: to skip them would betray the hand.
# fmt: off
FLOW: Flow[State] = Flow(
    {
        Box.BEGIN: Do(ch07.begin_turn),
        Box.NEXT: Do(ch07.next_action),
        Box.ACTION: Ask("LIN-act-a", the_active, ch07.actions, ch07.MAY_ACT, ch07.act, show.show_action, facts=show.facts_of_turn,
                        options=ch07.legal_actions, forced=False),
        Box.CLOSING: Ask("LIN-act-e", the_active, ch07.last_words, ch07.MAY_CLOSE, ch07.close_or_play, show.show_closing, forced=False),
        Box.CLOSE: Do(ch07.close_turn),
        Box.DRAW: Roll("LIN-act-e", ch20.draw, ch20.in_deck, ch20.weights_in_deck, show.show_card),
        Box.DISCARD_MORE: Ask("LIN-act-d", the_active, ch12.more_to_discard, (), ch12.discard_more, show.show_more_discards,
                              forced=False),
        Box.PLACE: Ask("LIN-deploy-e", the_active, ch08.places, ch08.MAY_PLACE, ch08.place, show.show_place,
                       facts=show.facts_of_deploying, options=ch08.legal_places, forced=False),
        Box.PAY: Ask("LIN-deploy-b", the_active, ch08.payments, (), ch08.pay, show.show_card, facts=show.facts_of_deploying, forced=False),
        Box.BONDS: Ask("LIN-card-h", the_active, ch08.bond_cards, ch08.MAY_BOND, ch08.use_bonds, show.show_bonds,
                       facts=show.facts_of_bonds, forced=False),
        Box.LIFT: Ask("LIN-rail-a", the_active, ch09.liftable, ch09.MAY_LIFT, ch09.lift, show.show_counter, options=ch09.legal_lifts),
        Box.LIFT_MORE: Ask("LIN-card-i", the_active, ch09.liftable, ch09.MAY_LIFT, ch09.lift, show.show_counter, options=ch09.legal_lifts),
        Box.GO: Ask("LIN-rail-b", the_active, ch09.goals, ch09.MAY_GO, ch09.go, show.show_goal, facts=show.facts_of_moving,
                    options=ch09.legal_goals),
        Box.EMBARK: Ask("LIN-naval-b", the_active, ch10.embarkable, ch10.MAY_EMBARK, ch10.embark, show.show_counter),
        Box.SAIL: Ask("LIN-naval-b", the_active, ch10.sea_goals, ch10.MAY_SAIL, ch10.sail, show.show_sea_goal, facts=show.facts_of_moving,
                      forced=False),
        Box.COUNTER_RAID: Ask("LIN-card-f", the_other, ch12.raid_answers, (ch12.is_a_raid_too,), ch12.answer_raid, show.show_raid_answer,
                              forced=False),
        Box.RAID: Roll("LIN-card-f", ch12.lose_to_raid, ch12.in_victims_hand, ch12.weights_in_hand, show.show_card),
        Box.ENGAGE: Ask("LIN-enter-f", the_active, ch06.fight_or_stay, (), ch06.engage, show.show_engage, facts=show.facts_of_combat),
        Box.BATTLE_CARD: Ask("LIN-combat-d", the_active, ch14.attackers_cards, (), ch14.play_battle_card, show.show_card,
                             facts=show.facts_of_combat, forced=False),
        Box.DECIDE: Ask("LIN-wd-a", the_other, ch19.decisions, ch19.MAY_DECIDE, ch19.decide, show.show_decision,
                        facts=show.facts_of_combat),
        Box.DECIDE_BY_SEA: Ask("LIN-wd-g", the_other, ch19.decisions, ch19.MAY_DECIDE, ch19.decide, show.show_decision,
                               facts=show.facts_of_combat, forced=False),
        Box.WITHDRAW: Ask("LIN-wd-d", the_owner, ch16.ways_to_leave, ch19.MAY_WITHDRAW, ch19.withdraw, show.show_way,
                          facts=show.facts_of_leaving),
        Box.DEFEND: Ask("LIN-combat-f", the_other, ch14.defences, ch14.MAY_DEFEND, ch14.defend, show.show_defence,
                        facts=show.facts_of_combat, forced=False),
        Box.REINFORCE: Ask("LIN-card-j", the_other, ch14.possible_reserves, (ch14.is_usable_reserve,), ch14.reinforce,
                           show.show_reserve, facts=show.facts_of_combat),
        Box.LOSSES: Ask("LIN-loss-d", the_owner, ch15.kinds_of_loss, (ch15.was_engaged,), ch15.lose, show.show_loss,
                        facts=show.facts_of_losses, options=ch15.legal_losses),
        Box.RETREAT: Ask("LIN-retreat-b", the_owner, ch16.ways_to_leave, ch16.MAY_RETREAT, ch16.retreat, show.show_way,
                         facts=show.facts_of_leaving),
    },
    frames=FRAMES,
)
# fmt: on
