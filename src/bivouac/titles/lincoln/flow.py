"""The flow chart of Lincoln: every box, who is asked there, the ways to answer, what the answer does."""

from __future__ import annotations

from typing import Any, Final

from bivouac.core.flow import Ask, Do, Flow, Roll
from bivouac.core.ids import Side
from bivouac.core.ways import Way
from bivouac.titles.lincoln import frames as a
from bivouac.titles.lincoln import show
from bivouac.titles.lincoln.frames import Box
from bivouac.titles.lincoln.printed.units import KINDS
from bivouac.titles.lincoln.rules import ch06_entering as ch06
from bivouac.titles.lincoln.rules import ch07_turn as ch07
from bivouac.titles.lincoln.rules import ch08_deploying as ch08
from bivouac.titles.lincoln.rules import ch09_rail as ch09
from bivouac.titles.lincoln.rules import ch10_naval as ch10
from bivouac.titles.lincoln.rules import ch11_attack as ch11
from bivouac.titles.lincoln.rules import ch12_cards as ch12
from bivouac.titles.lincoln.rules import ch14_combat as ch14
from bivouac.titles.lincoln.rules import ch15_losses as ch15
from bivouac.titles.lincoln.rules import ch16_retreat as ch16
from bivouac.titles.lincoln.rules import ch19_withdrawal as ch19
from bivouac.titles.lincoln.rules import ch20_decks as ch20
from bivouac.titles.lincoln.rules.ch20_decks import is_in_the_defenders_hand, is_in_your_hand
from bivouac.titles.lincoln.state import SIDES, State


def the_active(s: State, f: Any) -> Side:
    return SIDES[s.active]


def the_other(s: State, f: Any) -> Side:
    return SIDES[1 - s.active]


def the_owner(s: State, f: Any) -> Side:
    return SIDES[f.side]


MAY_PLAY: Final = (ch12.has_a_text, ch12.is_no_defence, ch12.draws_more_than_itself, ch09.rails_lead_somewhere)
CARDS: Final = range(KINDS)
MAY_CLOSE: Final = (ch07.costs_no_action, ch12.draws_more_than_itself)
STOP: Final[Way[State]] = Way(a.STOP, None, (), ch12.stop, show.button("done"))

# Questions about cards, and draws, are asked even when there is only one answer: to skip them would betray a hand (LIN-comp-e).
# fmt: off
ACTIONS: Final[tuple[Way[State], ...]] = (
    Way(a.PASS, None, (), ch07.pass_turn, show.pass_turn),
    Way(a.DEPLOY, is_in_your_hand, ch08.MAY_DEPLOY, ch07.deploy, show.deploy),
    Way(a.MOVE, is_in_your_hand, ch09.MAY_MOVE, ch07.move, show.card("move")),
    Way(a.NAVAL_MOVE, is_in_your_hand, ch10.MAY_MOVE_BY_SEA, ch07.move_by_sea, show.card("naval_move")),
    Way(a.ATTACK, ch11.place_is_contested, ch11.MAY_ATTACK, ch07.attack, show.attack),
    Way(a.PLAY, is_in_your_hand, MAY_PLAY, ch07.play, show.text),
    Way(a.DISCARD, is_in_your_hand, (ch12.is_an_action,), ch07.discard_cards, show.discard),
)
LIFTS: Final[tuple[Way[State], ...]] = (
    Way(a.COUNTER, ch09.is_its_own, ch09.MAY_LIFT, ch09.lift, show.counter("counter")),
    Way(a.ALL_OF, ch09.is_a_stack_that_can_go, (), ch09.lift_all, show.all_of),
)
GOALS: Final[tuple[Way[State], ...]] = (
    Way(a.HALF, ch09.is_open_and_quiet, (ch09.is_not_contested_by_card,), ch09.go, show.half("half")),
    Way(a.OVER, ch09.leaves_its_place, ch09.MAY_ATTACK_OVER, ch09.go_over, show.attack_over),
    Way(a.ADD, ch09.is_of_the_same_place, (ch09.is_an_army, ch09.moves_one_at_a_time), ch09.add, show.counter("add")),
)
DECISIONS: Final[tuple[Way[State], ...]] = (
    Way(a.FIGHT, None, (), ch19.stand, show.button("fight")),
    Way(a.TO_OTHER_HALF, None, (ch19.controlled_the_place,), ch19.to_other_half, show.other_half),
    Way(a.TO_NEIGHBOURS, None, (ch19.has_a_refuge,), ch19.to_neighbours, show.button("withdraw")),
    Way(a.BY_SEA, is_in_the_defenders_hand, ch19.MAY_LEAVE_BY_SEA, ch19.by_sea, show.card("withdraw_sea")),
)
FLOW: Final[Flow[State]] = Flow(
    {
        # the turn
        Box.BEGIN: Do(ch07.begin_turn),
        Box.NEXT: Do(ch07.next_action),
        Box.ACTION: Ask("LIN-act-a", the_active, ACTIONS, show.facts_of_turn, forced=False),
        Box.CLOSING: Ask("LIN-act-e", the_active, (
            Way(a.PASS, None, (), ch07.end_turn, show.button("end_turn")),
            Way(a.PLAY, is_in_your_hand, MAY_CLOSE, ch07.play, show.text),
        ), forced=False),
        Box.CLOSE: Do(ch07.close_turn),
        Box.DRAW: Roll("LIN-act-e", ch20.draw, ch20.in_deck, ch20.weights_in_deck, show.card("card"), forced=False, domain=CARDS),
        Box.DISCARD_MORE: Ask("LIN-act-d", the_active, (
            STOP,
            Way(a.CARD, is_in_your_hand, (), ch12.discard_one, show.card("discard")),
        ), forced=False),
        # deploying
        Box.PLACE: Ask("LIN-deploy-e", the_active, (
            Way(a.HALF, ch08.is_controlled, ch08.MAY_PLACE, ch08.place, show.half("half")),
            Way(a.LANDING, ch08.is_a_port_of_its_own, ch08.MAY_LAND, ch08.land, show.landing),
        ), show.facts_of_deploying, forced=False),
        Box.PAY: Ask("LIN-deploy-b", the_active, (
            Way(a.CARD, is_in_your_hand, (), ch08.pay, show.card("card")),
        ), show.facts_of_deploying, forced=False),
        Box.BONDS: Ask("LIN-card-h", the_active, (
            Way(a.DEPLOY, is_in_your_hand, ch08.MAY_BOND, ch08.use_bonds, show.deploy),
            STOP,
        ), show.facts_of_counting, forced=False),
        # moving
        Box.LIFT: Ask("LIN-rail-a", the_active, LIFTS),
        Box.LIFT_MORE: Ask("LIN-card-i", the_active, (*LIFTS, STOP)),
        Box.GO: Ask("LIN-rail-b", the_active, GOALS, show.facts_of_moving),
        Box.EMBARK: Ask("LIN-naval-b", the_active, (
            Way(a.COUNTER, ch10.is_not_aboard, ch10.MAY_EMBARK, ch10.embark, show.counter("counter")),
            Way(a.ONE_MORE, is_in_your_hand, ch10.MAY_TAKE_MORE, ch10.take_one_more, show.card("one_more_ship")),
        ), show.facts_of_ships, forced=False),
        Box.SAIL: Ask("LIN-naval-b", the_active, (
            Way(a.PORT, ch10.is_another_place, ch10.MAY_SAIL, ch10.sail, show.port),
            Way(a.ADD, ch10.is_not_aboard, ch10.MAY_COME_ALONG, ch10.embark_too, show.counter("add")),
        ), show.facts_of_moving),
        Box.EMBARK_MORE: Ask("LIN-naval-b", the_active, (
            Way(a.COUNTER, ch10.is_not_aboard, ch10.MAY_EMBARK, ch10.embark, show.counter("counter")),
            STOP,
        ), show.facts_of_ships),
        # a raid
        Box.COUNTER_RAID: Ask("LIN-card-f", the_other, (
            Way(a.LET_PASS, None, (), ch12.suffer_raid, show.button("suffer_raid")),
            Way(a.CANCEL, is_in_the_defenders_hand, (ch12.is_a_raid_too,), ch12.cancel_raid, show.card("cancel_raid")),
        ), forced=False),
        Box.RAID: Roll("LIN-card-f", ch12.lose_to_raid, ch12.in_victims_hand, ch12.weights_in_hand, show.card("card"), forced=False,
                       domain=CARDS),
        # combat
        Box.ENGAGE: Ask("LIN-enter-f", the_active, (
            Way(a.ENGAGE, None, (), ch06.engage, show.engage),
            Way(a.STAY, None, (), ch06.stay, show.stay),
        ), show.facts_of_combat),
        Box.BATTLE_CARD: Ask("LIN-combat-d", the_active, (
            Way(a.CARD, is_in_your_hand, (), ch14.play_battle_card, show.card("card")),
        ), show.facts_of_combat, forced=False),
        Box.DECIDE: Ask("LIN-wd-a", the_other, DECISIONS, show.facts_of_combat),
        Box.DECIDE_BY_SEA: Ask("LIN-wd-g", the_other, DECISIONS, show.facts_of_combat, forced=False),
        Box.WITHDRAW: Ask("LIN-wd-d", the_owner, (
            Way(a.WAY, ch16.is_adjacent, ch19.MAY_WITHDRAW, ch19.withdraw, show.way),
        ), show.facts_of_leaving),
        Box.DEFEND: Ask("LIN-combat-f", the_other, (
            Way(a.NO_DEFENCE_CARD, None, (), ch14.defend_without, show.button("no_card")),
            Way(a.FACE_DOWN, is_in_the_defenders_hand, (), ch14.defend, show.card("face_down")),
            Way(a.BENEFIT, is_in_the_defenders_hand, ch14.MAY_PLAY_BENEFIT, ch14.play_benefit, show.card("benefit")),
        ), show.facts_of_combat, forced=False),
        Box.REINFORCE: Ask("LIN-card-j", the_other, (
            Way(a.RESERVE, ch14.is_next_door, (ch14.is_usable_reserve,), ch14.reinforce, show.reserve),
        ), show.facts_of_combat),
        Box.LOSSES: Ask("LIN-loss-d", the_owner, (
            Way(a.LOSS, ch15.was_engaged, (), ch15.lose, show.loss),
        ), show.facts_of_losses),
        Box.RETREAT: Ask("LIN-retreat-b", the_owner, (
            Way(a.WAY, ch16.is_adjacent, ch16.MAY_RETREAT, ch16.retreat, show.way),
        ), show.facts_of_leaving),
    },
    frames=a.FRAMES,
)
# fmt: on
