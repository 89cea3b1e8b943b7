"""The flow chart of the whole game: every box, who is asked there, by which clause, and what the answer does."""

from __future__ import annotations

from typing import Final

from bivouac.core.flow import Do, Flow, Roll
from bivouac.core.flow import OldAsk as Ask
from bivouac.titles.house_divided import show
from bivouac.titles.house_divided.frames import FRAMES, Box
from bivouac.titles.house_divided.rules import (
    ch03_turn,
    ch04_marches,
    ch04_sea,
    ch04_steps,
    ch05_battle,
    ch05_fire,
    ch05_retreat,
    ch06_promotion,
    ch07_recruitment,
    ch09_capture,
)
from bivouac.titles.house_divided.rules import chA2_support as adv_support
from bivouac.titles.house_divided.rules import chA4_containment as adv_containment
from bivouac.titles.house_divided.rules import chA7_command as adv_command
from bivouac.titles.house_divided.rules import chA8_leaders as adv_leaders
from bivouac.titles.house_divided.rules import chA8_morale as adv_morale
from bivouac.titles.house_divided.rules import chA8_south as adv_south
from bivouac.titles.house_divided.state import State

ACTIVE: Final = ch03_turn.the_active
FIRER: Final = ch05_battle.the_firer
DEFENDER: Final = ch05_battle.the_defender

# fmt: off
FLOW: Final[Flow[State]] = Flow(
    {
        # the turn
        Box.GAME_TURN: Do(ch03_turn.begin_game_turn),
        Box.PLAYER_TURN: Do(ch03_turn.begin_player_turn),
        # its start, in the advanced game
        Box.SUPPORT: Do(adv_support.check_support),
        Box.SUPPORT_LOSS: Ask("AHD-A2.2a", ACTIVE, adv_support.loss_candidates, (), adv_support.lose_support, show.show_piece,
                              show.item_box_facts),
        Box.ARRIVALS: Do(adv_leaders.arrivals),
        Box.PLACE_LEADER: Ask("AHD-A8.2c", ACTIVE, adv_leaders.place_candidates, (adv_leaders.has_a_friendly_piece,),
                              adv_leaders.place_leader, show.show_box, show.leader_facts, adv_leaders.place_options),
        Box.BORDER: Do(adv_south.next_border_state),
        Box.BORDER_DIE: Roll("AHD-A8.3a", adv_south.roll_border_state, facts=show.state_facts),
        Box.INTERVENTION: Do(adv_south.intervention),
        # movement
        Box.MARCHES: Do(ch04_marches.give_marches),
        Box.MARCH_DIE: Roll("AHD-4.0b", ch04_marches.roll_marches, facts=show.active_facts),
        Box.BREAK_OUT: Ask("AHD-A4.0e", ACTIVE, adv_containment.break_out_candidates, adv_containment.MAY_BREAK_OUT,
                           adv_containment.break_out, show.box_or("no_break_out"), show.march_facts),
        Box.MARCH: Ask("AHD-4.0d", ACTIVE, ch04_marches.march_candidates, ch04_marches.MAY_MARCH_FROM, ch04_marches.begin_march,
                       show.show_march, show.march_facts, ch04_marches.march_options),
        Box.PIECE: Ask("AHD-4.0d", ACTIVE, ch04_marches.piece_candidates, ch04_marches.MAY_TAKE_PART, ch04_marches.take_piece,
                       show.show_marching_piece, show.from_facts, ch04_marches.piece_options),
        Box.STEP: Ask("AHD-4.0d", ACTIVE, ch04_steps.step_candidates, ch04_steps.MAY_GO, ch04_steps.go, show.show_step, show.step_facts,
                      ch04_steps.step_options),
        Box.SAIL_PIECE: Ask("AHD-4.2.3b", ACTIVE, ch04_sea.sail_candidates, ch04_sea.MAY_SAIL, ch04_sea.embark, show.show_sailing_piece,
                            show.sail_facts),
        Box.SAIL_TO: Ask("AHD-4.2.3d", ACTIVE, ch04_sea.all_ports, ch04_sea.MAY_SAIL_TO, ch04_sea.sail, show.show_port, show.sail_facts),
        # combat
        Box.COMBAT: Do(ch05_battle.begin_combat),
        Box.CONTAIN: Ask("AHD-A4.0a", ACTIVE, adv_containment.contain_candidates, (), adv_containment.contain, show.show_contain,
                         show.item_box_facts),
        Box.NEXT_BATTLE: Do(ch05_battle.next_battle),
        Box.CHOOSE_BATTLE: Ask("AHD-5.0c", ACTIVE, ch05_battle.battle_candidates, (), ch05_battle.choose_battle, show.show_box),
        Box.ESCAPE: Ask("AHD-5.2.6a", DEFENDER, ch05_retreat.yes_or_no, ch05_retreat.MAY_ESCAPE, ch05_retreat.escape, show.show_escape,
                        show.place_facts),
        Box.ESCAPE_TO: Ask("AHD-5.2.6b", DEFENDER, ch05_retreat.neighbours, ch05_retreat.MAY_ESCAPE_TO, ch05_retreat.escape_to,
                           show.show_box, show.escape_facts),
        Box.COMMAND_DIE: Roll("AHD-A7.0b", adv_command.roll_command, facts=show.side_facts),
        Box.RETREAT: Ask("AHD-5.2.5a", FIRER, ch05_retreat.retreat_candidates, ch05_retreat.MAY_RETREAT_TO, ch05_retreat.retreat,
                         show.show_retreat, show.battle_facts, ch05_retreat.retreat_options),
        Box.REINFORCE: Ask("AHD-5.2.4a", FIRER, ch05_retreat.reinforce_candidates, ch05_retreat.MAY_REINFORCE, ch05_retreat.reinforce,
                           show.far_piece_or("no_reinforcement"), show.battle_facts, ch05_retreat.reinforce_options),
        Box.ENGAGE: Ask("AHD-A7.0c", FIRER, ch05_fire.engage_candidates, (ch05_fire.fires_once_a_round,), ch05_fire.engage,
                        show.show_piece, show.engage_facts),
        Box.BONUS: Ask("AHD-A8.2.2d", FIRER, ch05_fire.bonus_candidates, (), ch05_fire.give_bonus, show.show_piece, show.bonus_facts),
        Box.AIM: Ask("AHD-5.1b", FIRER, ch05_fire.aim_candidates, ch05_fire.MAY_AIM_AT, ch05_fire.aim, show.show_target, show.aim_facts,
                     ch05_fire.aim_options),
        Box.SHOT: Roll("AHD-5.1e", ch05_fire.fire, facts=show.shot_facts),
        Box.ROUT: Roll("AHD-A8.1c", adv_morale.test_rout, facts=show.test_facts),
        Box.RALLY: Ask("AHD-A8.11a", adv_morale.the_rallier, adv_morale.rally_candidates, (), adv_morale.rally, show.piece_or("no_rally"),
                       show.side_facts),
        Box.DESERT: Roll("AHD-A8.12b", adv_morale.test_desertion, facts=show.test_facts),
        Box.ROUTED_TO: Ask("AHD-A8.1e", ch05_retreat.the_loser, ch05_retreat.routed_candidates, ch05_retreat.MAY_RETREAT_TO,
                           ch05_retreat.send_routed, show.show_box, show.place_facts),
        Box.VICTOR: Ask("AHD-6.0d", ch06_promotion.the_victor, ch06_promotion.victor_candidates, ch06_promotion.MAY_BE_PROMOTED,
                        ch06_promotion.promote_victor, show.piece_or("no_promotion"), show.place_facts),
        Box.RECOVER: Do(ch05_battle.recover),
        # promotion and recruitment
        Box.PROMOTIONS: Do(ch06_promotion.begin_promotions),
        Box.TRAINING_DIE: Roll("AHD-O4.3a", ch06_promotion.roll_training),
        Box.PROMOTE: Ask("AHD-6.0e", ACTIVE, ch06_promotion.promotion_candidates, ch06_promotion.MAY_BE_PROMOTED,
                         ch06_promotion.promote_one, show.far_piece_or("no_promotion"), show.promotion_facts,
                         ch06_promotion.promotion_options),
        Box.RECRUITMENT: Do(ch07_recruitment.begin_recruitment),
        Box.RECRUIT_DIE: Roll("AHD-7.0b", ch07_recruitment.roll_recruits, facts=show.active_facts),
        Box.CITY: Ask("AHD-7.0e", ACTIVE, ch07_recruitment.city_candidates, ch07_recruitment.MAY_RECRUIT_IN, ch07_recruitment.choose_city,
                      show.box_or("no_recruits"), show.recruit_facts, ch07_recruitment.city_options),
        Box.ARM: Ask("AHD-7.0c", ACTIVE, ch07_recruitment.arm_candidates, (ch07_recruitment.is_in_the_pool,), ch07_recruitment.choose_arm,
                     show.show_arm, show.item_box_facts),
        # the end of the turn
        Box.END_TURN: Do(ch09_capture.end_player_turn),
        Box.WASHINGTON_DIE: Roll("AHD-A6.0b", ch09_capture.roll_for_washington),
        Box.TURN_DONE: Do(ch09_capture.finish_player_turn),
    },
    frames=FRAMES,
)
# fmt: on
