"""The flow chart of Lincoln: every box, who is asked there, what may be answered, what the answer does."""

from __future__ import annotations

from typing import Any

from bivouac.core.flow import Do, Flow, Roll
from bivouac.core.flow import OldAsk as Ask
from bivouac.core.ids import Side
from bivouac.titles.lincoln import show
from bivouac.titles.lincoln.frames import FRAMES, Box
from bivouac.titles.lincoln.rules import cards, combat, deploy, losses, move, turn
from bivouac.titles.lincoln.state import ATTACKER, SIDES, State


def the_active(s: State, f: Any) -> Side:
    return SIDES[s.active]


def the_other(s: State, f: Any) -> Side:
    return SIDES[1 - s.active]


def the_defender(s: State, f: Any) -> Side:
    return SIDES[1 - s.battle[ATTACKER]]


def the_owner(s: State, f: Any) -> Side:
    return SIDES[f.side]


# Questions about cards in hand are asked even when there is only one answer: to skip them would betray the hand.
# fmt: off
# fmt: off
FLOW: Flow[State] = Flow(
    {
        Box.BEGIN: Do(turn.begin_turn),
        Box.NEXT: Do(turn.next_action),
        Box.ACTION: Ask("LIN-act-a", the_active, turn.actions, turn.MAY_ACT, turn.act, show.show_action, facts=show.facts_of_turn,
                        options=turn.legal_actions, forced=False),
        Box.CLOSING: Ask("LIN-act-e", the_active, turn.last_words, turn.MAY_CLOSE, turn.close_or_play, show.show_closing, forced=False),
        Box.CLOSE: Do(turn.close_turn),
        Box.DRAW: Roll("LIN-act-e", cards.draw, cards.in_deck, cards.weights_in_deck, show.show_drawn),
        Box.DISCARD_MORE: Ask("LIN-act-d", the_active, cards.more_to_discard, (), cards.discard_more, show.show_more_discards,
                              forced=False),
        Box.PLACE: Ask("LIN-deploy-e", the_active, deploy.places, deploy.MAY_PLACE, deploy.place, show.show_place,
                       facts=show.facts_of_deploying, options=deploy.legal_places, forced=False),
        Box.PAY: Ask("LIN-deploy-b", the_active, deploy.payments, (), deploy.pay, show.show_payment, facts=show.facts_of_deploying,
                     forced=False),
        Box.BONDS: Ask("LIN-card-h", the_active, deploy.bond_cards, deploy.MAY_BOND, deploy.use_bonds, show.show_bonds,
                       facts=show.facts_of_bonds, forced=False),
        Box.LIFT: Ask("LIN-rail-a", the_active, move.liftable, move.MAY_LIFT, move.lift, show.show_counter, options=move.legal_lifts),
        Box.LIFT_MORE: Ask("LIN-card-i", the_active, move.liftable, move.MAY_LIFT, move.lift, show.show_counter, options=move.legal_lifts),
        Box.GO: Ask("LIN-rail-b", the_active, move.goals, move.MAY_GO, move.go, show.show_goal, facts=show.facts_of_moving,
                    options=move.legal_goals),
        Box.EMBARK: Ask("LIN-naval-b", the_active, move.embarkable, move.MAY_EMBARK, move.embark, show.show_counter),
        Box.SAIL: Ask("LIN-naval-b", the_active, move.sea_goals, move.MAY_SAIL, move.sail, show.show_sea_goal, facts=show.facts_of_moving,
                      forced=False),
        Box.COUNTER_RAID: Ask("LIN-card-f", the_other, cards.raid_answers, (cards.is_a_raid_too,), cards.answer_raid, show.show_raid_answer,
                              forced=False),
        Box.RAID: Roll("LIN-card-f", cards.lose_to_raid, cards.in_victims_hand, cards.weights_in_hand, show.show_drawn),
        Box.ENGAGE: Ask("LIN-enter-f", the_active, combat.fight_or_stay, (), combat.engage, show.show_engage, facts=show.facts_of_battle),
        Box.BATTLE_CARD: Ask("LIN-combat-d", the_active, combat.attackers_cards, (), combat.play_battle_card, show.show_battle_card,
                             facts=show.facts_of_battle, forced=False),
        Box.DECIDE: Ask("LIN-wd-a", the_defender, combat.decisions, combat.MAY_DECIDE, combat.decide, show.show_decision,
                        facts=show.facts_of_battle),
        Box.DECIDE_BY_SEA: Ask("LIN-wd-g", the_defender, combat.decisions, combat.MAY_DECIDE, combat.decide, show.show_decision,
                               facts=show.facts_of_battle, forced=False),
        Box.WITHDRAW: Ask("LIN-wd-d", the_owner, combat.ways_to_withdraw, combat.MAY_WITHDRAW, combat.withdraw, show.show_way,
                          facts=show.facts_of_counter),
        Box.DEFEND: Ask("LIN-combat-f", the_defender, combat.defences, combat.MAY_DEFEND, combat.defend, show.show_defence,
                        facts=show.facts_of_battle, options=combat.legal_defences, forced=False),
        Box.REINFORCE: Ask("LIN-card-j", the_owner, combat.possible_reserves, (combat.is_usable_reserve,), combat.reinforce,
                           show.show_reserve, facts=show.facts_of_battle),
        Box.RESULT: Do(losses.result),
        Box.LOSSES: Ask("LIN-loss-d", the_owner, losses.kinds_of_loss, (losses.was_engaged,), losses.lose, show.show_loss,
                        facts=show.facts_of_losses, options=losses.legal_losses),
        Box.AFTERMATH: Do(losses.aftermath),
        Box.RETREAT: Ask("LIN-retreat-b", the_owner, losses.ways_to_retreat, losses.MAY_RETREAT, losses.retreat, show.show_way,
                         facts=show.facts_of_counter),
        Box.SETTLE: Do(losses.settle_battle),
    },
    frames=FRAMES,
)
# fmt: on
