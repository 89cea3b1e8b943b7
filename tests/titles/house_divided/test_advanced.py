"""The advanced rules: A2.0 to A8.4 and the second help sheet."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import DONE, ENTRENCH, FIGHT_ON, LEAD, NO, SAIL, STOP, YES, Box, One
from bivouac.titles.house_divided.printed.map import AWAY, CSA, EUROPE, GARRISON_VALUE, MAP, OFF, UNION, N
from bivouac.titles.house_divided.printed.units import (
    COMMAND_MAXIMUM,
    FIRE,
    FX,
    GARRISON,
    LEADER_VALUE,
    LEADERS,
    MORALE,
    ROUNDS_A_DAY,
    STATE_NUMBER,
    TABLES,
    TURN_OF,
)
from bivouac.titles.house_divided.rules.ch05_fire import value_against
from bivouac.titles.house_divided.rules.chA2_support import unsupported
from bivouac.titles.house_divided.rules.chA7_command import command_value
from bivouac.titles.house_divided.rules.chA8_morale import holds_until, stays_until
from bivouac.titles.house_divided.rules.chA8_south import border_modifier, europe_is_persuaded
from bivouac.titles.house_divided.state import MARCHED
from titles.house_divided.kit import Field, box, entrenched, line, reduced

GRANT, SHERMAN, LEE = LEADERS


def missing(q):
    """Answer so that nothing happens: misses, no retreat, no reinforcement."""
    return 6 if q.side == Side.CHANCE else DONE if DONE in q.options else q.options[0]


def names(boxes):
    return {MAP.name[b] for b in boxes}


# --- A2.0 support -----------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-A2.0a")
def test_support_is_checked_before_anything_else():
    field = Field("support", "leaders", turn=TURN_OF["1862-05"])
    for _ in range(2):
        field.unit("MF", "Camden")
    field.unit("MF", "Chicago")
    field.player_turn()
    assert field.asked == (Side.UNION, "support_loss")
    field.answer(field.options[0])
    assert field.question.box == "place_leader"


@pytest.mark.rule("AHD-A2.0b", "AHD-A2.0c")
def test_one_piece_needs_no_support_a_stack_does():
    field = Field("support", "leaders")
    field.unit("MF", "Camden")
    field.leader("Grant", "Camden")
    assert unsupported(field.state) == ()
    field.unit("MF", "Camden")
    assert names(unsupported(field.state)) == {"Camden"}


@pytest.mark.rule("AHD-A2.1a")
def test_a_city_needs_another_city():
    field = Field("support", side=CSA)
    for _ in range(2):
        field.rebel("MF", "Little Rock")
    assert unsupported(field.state) == ()
    field.owns(UNION, "Arkansas Post")  # the only way out by rail or river on own boxes
    assert names(unsupported(field.state)) == {"Little Rock"}


@pytest.mark.rule("AHD-A2.1b")
def test_elsewhere_a_supported_city_is_needed():
    field = Field("support", side=CSA)
    for _ in range(2):
        field.rebel("MF", "Newport")
    assert unsupported(field.state) == ()
    field.owns(UNION, "Vicksburg", "Memphis")  # Little Rock is left alone: it has no other city
    assert names(unsupported(field.state)) == {"Newport"}


@pytest.mark.rule("AHD-A2.1c")
def test_lines_run_over_own_boxes_by_rail_and_river_not_by_road():
    field = Field("support", side=CSA)
    for _ in range(2):
        field.rebel("MF", "Camden")
    assert names(unsupported(field.state)) == {"Camden"}  # only roads lead there
    field = Field("support", side=CSA)
    for _ in range(2):
        field.rebel("MF", "Fredericksburg")
    field.owns(UNION, "Richmond")
    field.owns(CSA, "Washington")
    assert names(unsupported(field.state)) == {"Fredericksburg"}  # the Potomac is no line for the South
    field = Field("support", side=CSA)
    for _ in range(2):
        field.rebel("MF", "Fredericksburg")
    field.unit("MF", "Richmond")
    assert names(unsupported(field.state)) == {"Fredericksburg"}


@pytest.mark.rule("AHD-A2.1d")
def test_union_ports_support():
    field = Field("support")
    field.owns(UNION, "Port Royal", "Savannah", "Millen")
    for place in ("Port Royal", "Millen"):
        for _ in range(2):
            field.unit("MF", place)
    assert unsupported(field.state) == ()
    field.owns(CSA, "Savannah")
    assert names(unsupported(field.state)) == {"Millen"}


@pytest.mark.rule("AHD-A2.2a")
def test_each_unsupported_box_loses_a_piece_of_the_owners_choice():
    field = Field("support")
    a, b = field.unit("MF", "Camden"), field.unit("FV", "Camden")
    field.unit("MF", "Okolona")
    field.unit("MF", "Okolona")
    field.player_turn()
    assert field.options == [a, b]
    field.answer(a).answer(field.options[0])
    assert len(field.at("Camden")) == len(field.at("Okolona")) == 1 and field.where(b) == "Camden"
    assert len(field.told("unsupported")) == 2


# --- A4.0 containment -------------------------------------------------------------------------------------


def landed(*, place="Port Royal", side=CSA, invaded=True):
    field = Field("containment", side=side)
    yank, rebel = field.unit("FV", place), field.rebel("FV", place)
    field.owns(UNION, place)
    if invaded:
        field.state.invaded |= 1 << box(place)
    return field, yank, rebel


@pytest.mark.rule("AHD-A4.0a", "AHD-A4.0g")
def test_the_confederacy_contains_instead_of_fighting():
    for place, invaded in (("Port Royal", True), ("Fort Monroe", False), ("Pensacola", False)):
        field, _, _ = landed(place=place, invaded=invaded)
        field.fighting()
        assert field.asked == (Side.CSA, "contain")
        field.answer(YES)
        assert field.state.place == OFF and field.state.contained >> box(place) & 1
        field.until(lambda q: q.side == Side.UNION, missing)
        assert field.state.owner[box(place)] == UNION
    field, _, _ = landed(invaded=False)
    field.fighting()
    assert field.question.box == "shot"
    field, _, _ = landed()
    field.fighting().answer(NO)
    assert field.question.box == "shot"


@pytest.mark.rule("AHD-A4.0b")
def test_containing_pieces_entrench():
    field, _, rebel = landed()
    field.state.contained |= 1 << box("Port Royal")
    field.marching(2).take(rebel).answer(ENTRENCH)
    field.answer(box("Port Royal"), ENTRENCH)
    assert entrenched(field, rebel)


@pytest.mark.rule("AHD-A4.0c")
def test_the_attacker_leaves_his_works():
    field, yank, rebel = landed(place="Fort Monroe")
    field.state.stat[rebel] |= 1
    field.state.contained |= 1 << box("Fort Monroe")
    field.fighting().answer(NO)
    s = field.state
    assert not entrenched(field, rebel)
    assert value_against(s, yank, rebel) == 3 and value_against(s, rebel, yank) == 2
    field, yank, rebel = landed(place="Fort Monroe", side=UNION)
    field.state.contained |= 1 << box("Fort Monroe")
    field.unit("MF", "Chicago")
    field.state.turn = 3
    field.rolling_marches().rolls(4).answer(box("Fort Monroe"))
    assert field.state.attacker == UNION and value_against(field.state, rebel, yank) == 3


@pytest.mark.rule("AHD-A4.0d", refuses=True)
def test_contained_pieces_do_not_leave():
    field, _, _ = landed(side=UNION)
    field.state.contained |= 1 << box("Port Royal")
    field.unit("MF", "Chicago")
    field.marching(3)
    assert field.rule(box("Port Royal")) == "AHD-A4.0d" and field.rule(SAIL + box("Port Royal")) == "AHD-A4.0d"


@pytest.mark.rule("AHD-A4.0e", "AHD-A4.0f")
def test_breaking_out_costs_a_march_and_frees_the_winner():
    field, yank, rebel = landed(side=UNION)
    field.state.contained |= 1 << box("Port Royal")
    field.state.stat[rebel] |= 2
    field.rolling_marches().rolls(4)
    assert field.asked == (Side.UNION, "break_out")
    field.answer(box("Port Royal"))
    assert field.state.marches == 3 and field.state.attacker == UNION
    field.rolls(6, 1)
    assert field.question.box == "victor"
    field.answer(DONE)
    assert field.question.box == "march" and field.state.contained == 0
    field.answer(box("Port Royal"))  # one piece, one road: it goes without another question
    assert field.where(yank) == "Savannah"
    assert field.judged(Box.MARCH, box("Savannah")) == "AHD-4.0o"  # one of its two marches went into the sortie


@pytest.mark.rule("AHD-A4.0e", refuses=True)
def test_without_a_march_there_is_no_break_out():
    field, _, _ = landed(side=UNION)
    field.state.contained |= 1 << box("Port Royal")
    field.state.marches = 0
    assert field.judged(Box.BREAK_OUT, box("Port Royal")) == "AHD-A4.0e"


def test_help_by_sea_does_not_fight_help_by_land_does():
    field, yank, rebel = landed(side=UNION)
    field.state.contained |= 1 << box("Port Royal")
    sailor = field.unit("MF", "New York")
    field.marching(2).answer(SAIL + box("New York"))
    field.answer(box("Port Royal"))
    assert field.where(sailor) == "Port Royal" and field.told("battle_begins") == []
    field, yank, rebel = landed(side=UNION)
    field.state.contained |= 1 << box("Port Royal")
    walker = field.unit("MF", "Savannah")
    field.marching(1).go(walker, "Port Royal")
    assert len(field.told("battle_begins")) == 1 and field.where(yank) == field.where(rebel) == "Port Royal"


# --- A5.0 coastal defence ---------------------------------------------------------------------------------


def invade(place, *, units=1, rebels=(), options=("coastal-defence",)):
    field = Field(*options)
    yanks = [field.unit("FV", "Washington") for _ in range(units + 1)]
    defenders = [field.rebel(kind, place) for kind in rebels]
    field.marching(6, 6)
    for yank in yanks[:units]:
        field.answer(SAIL + box("Washington"), yank, box(place))
    field.answer(DONE)
    return field, yanks[:units], defenders


@pytest.mark.rule("AHD-A5.0a")
def test_garrisons_of_confederate_harbour_cities():
    assert {MAP.name[b]: v for b, v in enumerate(GARRISON_VALUE) if v} == {
        "Charleston (SC)": 2,
        "Jacksonville (FL)": 1,
        "Mobile": 2,
        "New Orleans": 2,
        "Savannah": 1,
        "Wilmington": 2,
    }
    field, yanks, _ = invade("Mobile")
    assert field.state.place == box("Mobile") and field.state.firers == (GARRISON,)
    field.rolls(3)  # 2, +1 for the crossing
    assert reduced(field, yanks[0])
    field, _, _ = invade("New Bern")
    assert field.told("battle_begins") == []


@pytest.mark.rule("AHD-A5.0b", refuses=True)
def test_the_garrison_is_the_first_target():
    field, _, rebels = invade("Mobile", units=2, rebels=("MF", "MF"))
    field.until(lambda q: field.state.firing == UNION, lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    assert field.state.aims == (GARRISON, GARRISON)
    field.state.aims = ()
    assert field.judged(Box.AIM, rebels[0]) == "AHD-A5.0b" and field.judged(Box.AIM, GARRISON) is None


@pytest.mark.rule("AHD-A5.0c", "AHD-A5.0f")
def test_two_hits_destroy_a_garrison_and_earn_nothing():
    field, yanks, _ = invade("Mobile", units=2)
    field.answer(yanks[0]).rolls(6, 2, 2)
    assert field.told("garrison_fell") and field.told("won")[0]["side"].id == UNION
    assert field.question.box != "victor"
    field, yanks, rebels = invade("Mobile", units=2, rebels=("MF",))
    field.until(lambda q: field.state.firing == UNION and q.side == Side.CHANCE, lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    field.rolls(1, 1)
    assert field.state.garrison == 0 and field.told("won") == []
    field.until(
        lambda q: field.state.place == OFF or q.box == "victor",
        lambda q: (1 if field.state.firing == UNION else 6) if q.side == Side.CHANCE else missing(q),
    )
    assert field.asked == (Side.UNION, "victor") and field.where(rebels[0]) == ""


@pytest.mark.rule("AHD-A5.0d")
def test_a_garrison_does_not_move_and_fights_invasions_only():
    field = Field("coastal-defence")
    field.unit("FV", "Mobile")  # came by land
    field.rebel("FV", "Mobile")
    field.fighting()
    assert field.state.garrison == 0
    field, _, _ = invade("Mobile")
    field.until(lambda q: field.state.rnd == 2, missing)
    assert field.asked[1] != "retreat" or field.asked[0] == Side.UNION


@pytest.mark.rule("AHD-A5.0e")
def test_the_garrison_is_in_works_and_others_must_dig():
    field, yanks, rebels = invade("Mobile", rebels=("MF",))
    assert value_against(field.state, yanks[0], GARRISON) == 2 and value_against(field.state, yanks[0], rebels[0]) == 3
    field = Field("coastal-defence", side=CSA)
    rebel = field.rebel("MF", "Mobile")
    field.marching(1).take(rebel).answer(ENTRENCH)
    assert entrenched(field, rebel)


# --- A6.0 Washington --------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-A6.0a", "AHD-A6.0b", "AHD-A6.0c")
def test_the_fall_of_washington_costs_the_die():
    for die, left in ((1, 32), (2, 32), (4, 30), (6, 28)):
        field = Field("washington", side=CSA)
        rebel = field.rebel("MF", "Washington")
        field.owns(UNION, "Richmond", "Memphis")
        field.ending()
        assert field.question.box == "washington_die"
        field.rolls(die)
        assert field.state.outcome is None and field.state.maximum[UNION] == left
    field.state.take_off(rebel)
    field.state.active = UNION
    field.unit("MF", "Washington")
    field.ending()
    assert field.state.maximum[UNION] == 29


# --- A7.0 battle command ----------------------------------------------------------------------------------


def commanded(*options, year="1862-07", union=5, rebels=2):
    field = Field("battle-command", *options, turn=TURN_OF[year])
    yanks = [field.unit("MF", "Camden") for _ in range(union)]
    enemies = [field.rebel("MF", "Camden") for _ in range(rebels)]
    return field, yanks, enemies


@pytest.mark.rule("AHD-A7.0a", "AHD-A7.0b", "AHD-A7.0g")
def test_both_sides_roll_at_the_start_of_every_battle_day():
    field, _, _ = commanded()
    field.fighting()
    assert field.question.box == "command_die" and field.state.stack[-1].item == CSA
    field.rolls(6)
    assert field.question.box == "command_die" and field.state.stack[-1].item == UNION
    field.rolls(6)
    rounds = []
    for _ in range(2):
        field.until(lambda q: q.box == "command_die", missing)
        rounds.append(field.state.rnd)
        field.rolls(6, 6)
    assert rounds == [5, 9] and ROUNDS_A_DAY == 4
    assert TITLE.view(field.state, None).battle.day == 3


@pytest.mark.rule("AHD-A7.0c", "AHD-5.1a", refuses=True)
def test_command_limits_how_many_fire():
    field, yanks, enemies = commanded()
    field.fighting().rolls(6, 4)
    field.until(lambda q: q.box == "engage", lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    assert field.asked == (Side.UNION, "engage") and field.state.command == [3, 5]
    field.answer(yanks[4])
    assert field.rule(yanks[4]) == "AHD-5.1a"
    field.answer(yanks[0], yanks[2])
    assert field.question.box == "aim" and field.state.firers == (yanks[0], yanks[2], yanks[4])
    assert set(field.options) == set(enemies) and field.rule(yanks[1]) is not None


@pytest.mark.rule("AHD-A7.0d", "AHD-A7.0x1", "AHD-A7.0x2", "AHD-A7.0x3")
def test_the_command_example():
    field, _, _ = commanded()
    field.fighting().rolls(6, 4)
    assert field.state.command[UNION] == 3
    field.until(lambda q: q.box == "command_die" and field.state.stack[-1].item == UNION, missing)
    field.rolls(1)
    assert field.state.rnd == 5 and field.state.command[UNION] == 4
    field.until(lambda q: q.box == "command_die" and field.state.stack[-1].item == UNION, missing)
    field.rolls(5)
    assert field.state.rnd == 9 and field.state.command[UNION] == 6


@pytest.mark.rule("AHD-A7.0e", "AHD-H2a", "AHD-A8.2.2f")
def test_command_never_exceeds_eight_and_leaders_add_to_it():
    assert command_value(1865, UNION, 6, 8, 0) == 8 == COMMAND_MAXIMUM
    assert command_value(1862, UNION, 1, 0, 0) == 2 and command_value(1862, UNION, 1, 0, 3) == 5
    field, _, _ = commanded("leaders", year="1863-07")
    field.leader("Grant", "Camden")
    field.fighting().rolls(1, 1)
    assert field.state.command == [2 + 2, 3]


# --- A8.1 morale ------------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-H2f", "AHD-H2g")
def test_the_morale_table():
    assert MORALE[1861] == (2, 4, 5, 2, 4, 5, 4) and MORALE[1862] == MORALE[1865] == (3, 4, 5, 3, 4, 5, 4)


@pytest.mark.rule("AHD-A8.1a", "AHD-A8.1b", "AHD-A8.1c", "AHD-A8.1e")
def test_a_piece_just_hit_may_rout():
    field = Field("morale", turn=TURN_OF["1862-07"])
    a, b = field.unit("MF", "Camden"), field.unit("MF", "Camden")
    old = field.unit("MF", "Camden", reduced=True)
    rebels = [field.rebel("FV", "Camden") for _ in range(3)]
    field.fighting().aims((rebels[0], a), (rebels[1], b), (rebels[2], old)).rolls(1, 6, 1)
    assert field.question.box == "rout" and field.state.queue == (a,)
    field.rolls(4)
    assert field.state.routed == 1 << a and field.where(a) == "Camden" and reduced(field, a)
    assert field.state.firing == UNION and field.state.firers == (b,)
    field = Field("morale", turn=TURN_OF["1862-07"])
    a = field.unit("MF", "Camden")
    field.rebel("FV", "Camden")
    field.fighting().rolls(1, 3)
    assert field.state.routed == 0 and field.told("rout_tested")


def test_an_army_that_has_routed_has_lost_and_flees():
    field = Field("morale", turn=TURN_OF["1862-07"])
    yank = field.unit("MF", "Camden")
    field.rebel("FV", "Camden")
    field.fighting().rolls(1, 6)
    assert field.told("won")[0]["side"].id == CSA
    assert field.asked == (Side.UNION, "routed_to") or field.where(yank) != "Camden"


def test_routed_pieces_without_a_way_out_are_lost():
    field = Field("morale", turn=TURN_OF["1862-07"])
    yank = field.unit("MF", "Camden")
    for place in ("Camden", "Monroe", "Little Rock"):
        field.rebel("FV", place)
    field.fighting().rolls(1, 6)
    assert field.where(yank) == "" and field.told("dispersed")


@pytest.mark.rule("AHD-A8.1d", "AHD-H2h")
def test_works_steady_the_men():
    field = Field("morale", turn=TURN_OF["1862-07"])
    plain, dug, fort = field.rebel("MF", "Camden"), field.rebel("MF", "Camden", works=True), field.rebel("MF", "Vicksburg")
    field.state.attacker = UNION
    assert [holds_until(field.state, p) for p in (plain, dug, fort)] == [3, 4, 4]


@pytest.mark.rule("AHD-A8.11a")
def test_a_routed_piece_rallies_at_the_end_of_a_day():
    field = Field("morale", "rally", turn=TURN_OF["1862-07"])
    a, b = field.unit("MF", "Camden"), field.unit("FV", "Camden")
    field.rebel("MF", "Camden")
    field.fighting().answer(a).rolls(1, 6)
    assert field.state.routed == 1 << a
    field.until(lambda q: q.box == "rally", missing)
    assert field.state.rnd == 4 and field.options == [a, DONE]
    field.answer(a)
    assert field.state.routed == 0 and reduced(field, a) and field.state.rnd == 5 and field.where(b) == "Camden"


@pytest.mark.rule("AHD-A8.12a", "AHD-A8.12b")
def test_reduced_pieces_of_both_sides_may_desert():
    field = Field("desertion", turn=TURN_OF["1862-07"])
    winner, fresh = field.unit("FV", "Camden", reduced=True), field.unit("FV", "Camden")
    loser = field.rebel("MF", "Camden", reduced=True)
    field.fighting()
    field.until(lambda q: q.box == "retreat", missing)
    field.answer(box("Monroe"))
    assert field.question.box == "desert" and field.state.queue == (winner, loser)
    field.rolls(6, 6)
    assert field.where(winner) == field.where(loser) == "" and field.where(fresh) == "Camden"
    assert field.state.pool == [0, 0, 1, 0]


@pytest.mark.rule("AHD-A8.12c", "AHD-A8.12d", "AHD-A8.12e", "AHD-A8.2.3a", "AHD-H2i")
def test_the_modifiers_of_desertion():
    field = Field("desertion", "morale", "leaders", turn=TURN_OF["1863-07"])
    won, lost = field.unit("FV", "Camden"), field.rebel("FV", "Camden")
    s = field.state
    s.place, s.winner, s.attacker = box("Camden"), UNION, UNION
    assert (stays_until(s, won), stays_until(s, lost)) == (5, 4)
    s.routed = 1 << won | 1 << lost
    assert (stays_until(s, won), stays_until(s, lost)) == (4, 3)
    field.leader("Grant", "Camden")
    field.leader("Lee", "Camden")
    assert (stays_until(s, won), stays_until(s, lost)) == (6, 6)
    assert holds_until(s, won) == 4  # leaders do not help in the rout test


# --- A8.2 leaders -----------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-A1.0b", "AHD-A8.2a", "AHD-A8.2b", "AHD-A8.2d")
def test_leaders_their_dates_and_values():
    def value(leader, date):
        return LEADER_VALUE[leader - GRANT][TURN_OF[date]]

    assert [value(GRANT, d) for d in ("1861-11-12", "1862-01-02", "1863-05", "1863-06")] == [0, 1, 1, 2]
    assert [value(SHERMAN, d) for d in ("1862-04", "1862-05", "1863-07", "1863-08")] == [0, 1, 1, 2]
    assert [value(LEE, d) for d in ("1862-05", "1862-06", "1863-08", "1863-09")] == [0, 3, 3, 2]
    assert TITLE.names["leader"] == ("Grant", "Sherman", "Lee")


@pytest.mark.rule("AHD-A8.2c", refuses=True)
def test_an_arriving_leader_joins_a_friendly_piece():
    field = Field("leaders", turn=TURN_OF["1862-01-02"])
    field.unit("MF", "Cairo")
    field.unit("MF", "Chicago")
    field.player_turn()
    assert field.question.box == "place_leader" and field.options == sorted([box("Cairo"), box("Chicago")])
    assert field.rule(box("New York")) == "AHD-A8.2c"
    field.answer(box("Cairo"))
    assert field.state.box[GRANT] == box("Cairo")


@pytest.mark.rule("AHD-A8.2.1a")
def test_a_leader_rides_with_a_piece():
    field = Field("leaders")
    unit, other = field.unit("MF", "Cairo"), field.unit("MF", "Cairo")
    field.leader("Grant", "Cairo")
    field.marching(1).answer(box("Cairo"), GRANT)
    assert DONE not in field.options and set(field.options) == {unit, other}
    field.answer(unit, line("Cairo", "Paducah"), line("Paducah", "Forts Henry & Donelson"))
    assert field.state.box[GRANT] == field.state.box[unit] == box("Forts Henry & Donelson") and field.where(other) == "Cairo"


@pytest.mark.rule("AHD-A8.2.1a", refuses=True)
def test_a_leader_mounts_once_and_only_where_somebody_marches():
    field = Field("leaders")
    field.unit("MF", "Cairo")
    field.unit("MF", "Cairo")
    field.leader("Grant", "Cairo")
    field.marching(1).answer(box("Cairo"), GRANT)
    assert field.rule(GRANT) == "AHD-A8.2.1a"


@pytest.mark.rule("AHD-A8.2.1b", refuses=True)
def test_a_leader_who_has_used_his_moves_does_not_embark():
    field = Field("leaders")
    field.unit("MF", "New York")
    field.unit("MF", "New York")
    field.leader("Grant", "New York")
    field.state.stat[GRANT] = 2 * MARCHED
    field.marching(2).answer(SAIL + box("New York"))
    assert field.rule(GRANT) == "AHD-4.0o"
    field.state.stat[GRANT] = 0
    field.state.riders = 1 << GRANT
    assert field.judged(Box.SAIL_PIECE, GRANT, field.state.stack[-1]) == "AHD-A8.2.1b"


@pytest.mark.rule("AHD-A8.2.1b")
def test_a_leader_sails_and_reinforces_at_no_cost():
    field = Field("leaders")
    unit = field.unit("MF", "New York")
    field.unit("MF", "New York")
    field.leader("Grant", "New York")
    field.marching(1).answer(SAIL + box("New York"), GRANT, unit, box("Fort Monroe"))
    assert field.state.box[GRANT] == box("Fort Monroe") and field.state.marches == 0


@pytest.mark.rule("AHD-A8.2.1c", "AHD-A8.2.2b")
def test_a_leader_reinforces_alone_and_counts_from_then_on():
    field = Field("leaders", turn=TURN_OF["1863-07"])
    field.unit("FV", "Camden")
    field.rebel("FV", "Camden")
    field.unit("MF", "Little Rock")
    field.leader("Grant", "Little Rock")
    field.fighting()
    assert field.state.leadership(UNION, box("Camden")) == 0
    field.until(lambda q: q.box == "reinforce", lambda q: 6 if q.side == Side.CHANCE else FIGHT_ON)
    field.answer(GRANT)
    assert field.state.box[GRANT] == box("Camden") and field.state.leadership(UNION, box("Camden")) == 2


@pytest.mark.rule("AHD-A8.2.1d", refuses=True)
def test_a_leader_moves_alone_twice_and_never_jumps():
    field = Field("leaders")
    field.unit("MF", "Chicago")
    field.leader("Grant", "Franklin")
    field.marching(1).answer(LEAD + GRANT, line("Franklin", "Front Royal"), line("Front Royal", "Manassas Junction"))
    assert field.state.box[GRANT] == box("Manassas Junction") and field.state.marches == 1
    field.answer(LEAD + GRANT, line("Manassas Junction", "Gordonsville"), STOP)
    assert field.rule(LEAD + GRANT) == "AHD-A8.2.1d"
    field = Field("leaders")
    field.leader("Grant", "Franklin")
    field.unit("MF", "Chicago")
    field.marching(1).answer(LEAD + GRANT, line("Franklin", "Front Royal"))
    field.rebel("MF", "Front Royal")
    assert field.judged(Box.STEP, line("Front Royal", "Staunton"), field.state.stack[-1]) == "AHD-A8.2.1d"


def with_lee(*kinds, date="1862-07"):
    field = Field("leaders", side=UNION, turn=TURN_OF[date])
    yank = field.unit("FS", "Camden")
    rebels = [field.rebel(kind, "Camden") for kind in kinds]
    field.leader("Lee", "Camden")
    field.fighting()
    return field, yank, rebels


@pytest.mark.rule("AHD-A8.2.2a", "AHD-A8.2.2c", "AHD-A8.2.2x1")
def test_lees_three_points_go_where_the_player_likes():
    for gifts in ((0, 1, 2), (0, 0, 0), (1, 1, 2)):
        field, yank, rebels = with_lee("MF", "MF", "MF")
        assert field.asked == (Side.CSA, "bonus")
        field.answer(*[rebels[i] for i in gifts])
        assert field.question.box == "shot"
        need = [value_against(field.state, r, yank) for r in rebels]
        assert need == [1 + gifts.count(i) for i in range(3)]


@pytest.mark.rule("AHD-A8.2.2d", refuses=True)
def test_points_go_to_pieces_that_fire_and_no_more_than_there_are():
    field, yank, rebels = with_lee("MF", "MF", "MF")
    assert field.rule(yank) == "AHD-A8.2.2d"
    field.answer(rebels[0], rebels[0], rebels[1])
    assert field.question.box != "bonus" and len(field.state.bonus) == 3


@pytest.mark.rule("AHD-A8.2.2e")
def test_points_come_again_in_every_round():
    field, _, _ = with_lee("MF", "MF")
    field.until(lambda q: q.box == "bonus" and field.state.rnd == 2, missing)
    assert field.state.bonus == () and field.state.firing == CSA


@pytest.mark.rule("AHD-A8.2.2g")
def test_grant_and_sherman_add_up():
    field = Field("leaders", turn=TURN_OF["1863-10"])
    field.unit("MF", "Camden")
    field.leader("Grant", "Camden")
    field.leader("Sherman", "Camden")
    assert field.state.leadership(UNION, box("Camden")) == 4


@pytest.mark.rule("AHD-A8.2.2h")
def test_a_leader_alone_with_the_enemy_comes_back_in_recruitment():
    field = Field("leaders", turn=TURN_OF["1863-10"])
    field.unit("MF", "Chicago")
    field.unit("MF", "Canton")
    field.rebel("MF", "Camden")
    field.leader("Grant", "Camden")
    field.fighting()
    assert field.state.box[GRANT] == AWAY
    field.answer(DONE)
    assert field.question.box == "place_leader"
    field.answer(box("Canton"))
    assert field.state.box[GRANT] == box("Canton")


# --- A8.3 border states -----------------------------------------------------------------------------------


@pytest.mark.rule("AHD-A8.3a", "AHD-A8.3b", "AHD-A8.3c", "AHD-H2j")
def test_border_states_join_once():
    assert STATE_NUMBER == (3, 1, 6)
    field = Field("border-states", side=CSA, turn=TURN_OF["1862-07"])
    field.rebel("MF", "Atlanta")
    field.owns(CSA, "Bowling Green", "Louisville")
    field.player_turn()
    assert field.question.box == "border_die" and field.state.stack[-1] == One(Box.BORDER_DIE, 1)
    modifier = border_modifier(field.state)
    field.rolls(1)
    assert field.state.pool[2] == (1 if 1 + modifier > 1 else 0)
    field.state.gained, field.state.pool = 0, [0, 0, 0, 0]
    field.state.active = CSA
    field.player_turn()
    field.rolls(6)
    assert field.state.pool[2] == 1 and field.state.gained == 2
    field.state.active = CSA
    field.player_turn()
    assert field.question.box != "border_die"
    field = Field("border-states", side=CSA)
    field.rebel("MF", "Atlanta")
    field.owns(CSA, "St. Joseph", "St. Louis")
    assert field.player_turn().question.box == "border_die"
    field = Field("border-states", side=CSA)
    field.owns(CSA, "St. Joseph")
    assert field.player_turn().question.box != "border_die"


@pytest.mark.rule("AHD-H2k", "AHD-H2l", "AHD-H2m", "AHD-H2n", "AHD-H2o", "AHD-H2p")
def test_the_modifiers_of_the_border_die():
    def modifier(turn, **owned):
        field = Field("border-states", "washington", side=CSA, turn=TURN_OF[turn])
        for side, places in owned.items():
            field.owns(UNION if side == "union" else CSA, *places)
        return border_modifier(field.state)

    assert modifier("1862-07") == 1  # 34 to 29: within five
    assert modifier("1862-07", union=("Nashville",)) == 0
    assert modifier("1861-08") == 2
    assert modifier("1862-07", csa=("Washington",)) == 3
    assert [modifier(f"{y}-07", union=("Nashville",)) for y in (1863, 1864)] == [-1, -2] and modifier("1865-03", union=("Nashville",)) == -3
    assert modifier("1862-07", union=("Nashville", "Memphis", "Natchez", "Jackson")) == -1  # 34 to 24
    assert modifier("1862-07", union=("Nashville", "Richmond")) == -1


# --- A8.4 foreign intervention ----------------------------------------------------------------------------


def persuaded(*, washington=True):
    field = Field("foreign", "washington", side=CSA)
    field.rebel("MF", "Atlanta")
    field.owns(CSA, "Pittsburgh", "Louisville")
    if washington:
        field.owns(CSA, "Washington")
    return field


@pytest.mark.rule("AHD-A8.4a", "AHD-A8.4b", "AHD-A8.4c", "AHD-A8.4d")
def test_the_conditions_of_intervention():
    field = persuaded()
    assert field.state.maximum == [30, 30] and europe_is_persuaded(field.state)
    field.player_turn()
    assert field.state.foreign == 1 and field.told("intervened")
    assert not europe_is_persuaded(persuaded(washington=False).state)
    field = persuaded()
    field.owns(UNION, "Pittsburgh", "Louisville")
    assert not europe_is_persuaded(field.state)
    field = persuaded()
    field.owns(UNION, "Memphis")
    assert field.state.maximum == [30, 28] and europe_is_persuaded(field.state)
    field.owns(UNION, "Mobile")
    field.owns(CSA, "Baltimore", "Cairo")
    assert field.state.maximum[UNION] - field.state.maximum[CSA] <= 3 and not europe_is_persuaded(field.state)
    field = Field("foreign", "washington", side=UNION)
    assert field.player_turn().state.foreign == 0


@pytest.mark.rule("AHD-A8.4e", refuses=True)
def test_after_intervention_the_south_sails_but_does_not_invade():
    field = persuaded()
    field.state.foreign = 1
    unit = field.rebel("MF", "Mobile")
    field.rebel("MF", "Mobile")
    field.marching(6, 6).answer(SAIL + box("Mobile"), unit)
    assert box("Savannah") in field.options and field.rule(box("New York")) == "AHD-A8.4e"
    field.answer(box("Savannah"))
    assert field.where(unit) == "Savannah"


@pytest.mark.rule("AHD-A8.4f")
def test_four_foreign_units_wait_in_europe():
    field = persuaded()
    field.player_turn()
    foreigners = [p for p in range(96) if field.state.box[p] == EUROPE]
    assert len(foreigners) == 4 and {field.state.kind[p] for p in foreigners} == {FX} and FIRE[FX] == 3 and EUROPE == N


@pytest.mark.rule("AHD-A8.4g", refuses=True)
def test_foreign_units_are_shipped_to_a_confederate_port():
    field = persuaded()
    field.player_turn()
    field.rolls(3)
    field.answer(SAIL + EUROPE)
    unit = field.options[0]
    field.answer(unit)
    assert field.rule(box("New York")) == "AHD-A8.4e" and field.rule(box("Atlanta")) is not None
    field.answer(box("Mobile"))
    assert field.where(unit) == "Mobile" and field.state.marches == 2


@pytest.mark.rule("AHD-A8.4h")
def test_foreign_units_do_not_count():
    field = persuaded()
    before = field.state.army(CSA)
    field.player_turn()
    assert field.state.army(CSA) == before == 1


@pytest.mark.rule("AHD-A8.4i", refuses=True)
def test_foreign_units_are_never_promoted():
    field = persuaded()
    foreign = field.rebel("FX", "Atlanta")
    field.promoting()
    assert field.rule(foreign) == "AHD-A8.4i"


@pytest.mark.rule("AHD-A8.4j", "AHD-A8.4k", "AHD-H2e")
@pytest.mark.parametrize(("die", "back"), [(4, 0), (5, 1), (6, 1)])
def test_a_lost_foreign_unit_is_replaced_on_a_five_or_six(die, back):
    field = persuaded()
    field.state.foreign = 1
    field.state.lose(field.rebel("FX", "Atlanta"))
    field.state.lose(field.rebel("FX", "Atlanta"))
    field.state.pool = [0, 0, 3, 0]
    assert field.state.foreign_lost == 2
    field.recruiting().rolls(die)
    assert sum(b == EUROPE for b in field.state.box) == back and field.state.foreign_lost == 2 - back
    assert field.state.recruits == 3 and TABLES.dice.foreign_replacement == 5  # the ordinary recruits come as well
