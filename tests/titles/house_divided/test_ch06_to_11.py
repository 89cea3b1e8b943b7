"""6.0, 7.0, 9.0 to 13.0, O3.3, O3.4, O4.3 and O5.0: promotion, recruitment, capture and victory."""

from __future__ import annotations

import pytest

from bivouac import Match
from bivouac.core.ids import Side
from bivouac.core.title import BadSetup
from bivouac.i18n import catalogue
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import DONE, FIGHT_ON, Box, Items
from bivouac.titles.house_divided.printed.map import CSA, MAP, NOBODY, UNION, N
from bivouac.titles.house_divided.printed.units import CS, CV, FS, FV, HISTORICAL, MC, MF, PRIZES, RECRUITS, TABLES, TURN_OF
from bivouac.titles.house_divided.rules.ch07_recruitment import ceiling
from bivouac.titles.house_divided.rules.ch11_victory import judge
from bivouac.titles.house_divided.setup import OPTIONS
from titles.house_divided.kit import Field, box, entrenched, reduced

PRIZE_NAMES = tuple(MAP.name[b] for b in PRIZES)


def lazily(field):
    """Do nothing until the other side or the next month begins, or the match is over."""
    s = field.state
    turn, active = s.turn, s.active
    field.until(
        lambda q: (s.turn, s.active) != (turn, active),
        lambda q: 6 if q.side == Side.CHANCE else DONE if DONE in q.options else q.options[0],
    )
    return field


# --- 6.0 promotion ----------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-6.0a", "AHD-6.0d")
def test_the_winner_promotes_one_who_took_part():
    field = Field()
    yank, bystander = field.unit("MF", "Camden"), field.unit("MF", "Chicago")
    field.rebel("MF", "Camden", reduced=True)
    field.fighting().rolls(6, 1)
    assert field.asked == (Side.UNION, "victor") and field.options == [yank, DONE]
    field.answer(yank)
    assert field.state.kind[yank] == FV and field.question.box == "promote" and bystander in field.options


@pytest.mark.rule("AHD-6.0d", refuses=True)
def test_who_was_not_there_is_not_promoted_for_it():
    field = Field()
    field.unit("MF", "Camden")
    bystander = field.unit("MF", "Chicago")
    field.rebel("MF", "Camden", reduced=True)
    field.fighting().rolls(6, 1)
    assert field.rule(bystander) == "AHD-6.0d"


def test_the_defender_is_promoted_too():
    field = Field()
    field.unit("MF", "Camden", reduced=True)
    rebel = field.rebel("MF", "Camden")
    field.fighting().rolls(1)
    assert field.asked == (Side.CSA, "victor") and rebel in field.options


@pytest.mark.rule("AHD-6.0b", refuses=True)
def test_one_step_within_the_arm():
    field = Field()
    units = [field.unit(kind, "Chicago") for kind in ("MF", "FV", "MC", "CV", "FS", "CS")]
    field.promoting()
    assert field.options == [*units[:4], DONE]
    assert field.rule(units[4]) == field.rule(units[5]) == "AHD-6.0b"
    for unit, better in zip(units, (FV, FS, CV, CS)):
        field.promoting().answer(unit)
        assert field.state.kind[unit] == better


@pytest.mark.rule("AHD-6.0c", "AHD-6.0f")
def test_a_promoted_piece_stays_and_its_militia_counter_goes_to_the_pool():
    field = Field()
    foot, horse = field.unit("MF", "Chicago", works=True), field.unit("MC", "Chicago")
    field.promoting().answer(foot)
    assert field.where(foot) == "Chicago" and entrenched(field, foot) and field.state.pool == [1, 0, 0, 0]
    field.promoting().answer(horse)
    assert field.state.pool == [1, 1, 0, 0]
    field.promoting().answer(foot)
    assert field.state.pool == [1, 1, 0, 0] and field.state.kind[foot] == FS


@pytest.mark.rule("AHD-6.0e")
def test_one_promotion_in_the_segment_anywhere():
    field = Field()
    a, b = field.unit("MF", "Chicago"), field.unit("MF", "Canton")
    field.rebel("MF", "Atlanta")
    field.promoting()
    assert field.options == [a, b, DONE]
    field.answer(b)
    assert field.question.box != "promote"


@pytest.mark.rule("AHD-O4.3a", "AHD-H2d")
@pytest.mark.parametrize(("die", "number"), [(1, 2), (2, 1), (6, 1)])
def test_training_on_a_one_promotes_two(die, number):
    field = Field("replacement-training", side=CSA)
    units = [field.rebel("MF", "Atlanta") for _ in range(3)]
    field.promoting().rolls(die)
    assert field.state.promotions == number
    field.answer(*units[:number])
    assert field.question.box != "promote"


@pytest.mark.rule("AHD-O4.3b")
def test_losses_of_good_infantry_in_either_player_turn_help_the_training():
    field = Field("replacement-training")
    field.rebel("MF", "Atlanta")
    veteran, crack, militia = field.rebel("FV", "Camden"), field.rebel("FS", "Camden"), field.rebel("MF", "Camden")
    horse = field.rebel("CV", "Camden")
    for piece in (veteran, crack, militia, horse):
        field.state.lose(piece)
    assert field.state.lost == 2
    field.state.active = CSA
    field.promoting().rolls(3)
    assert field.state.promotions == 2


@pytest.mark.rule("AHD-O4.3c")
def test_deserters_are_not_lost_in_battle():
    field = Field("replacement-training", "desertion")
    yank = field.unit("FV", "Camden")
    rebel = field.rebel("FV", "Camden", reduced=True)
    field.fighting()
    field.until(lambda q: q.box == "retreat" and field.state.firing == CSA, lambda q: 6 if q.side == Side.CHANCE else FIGHT_ON)
    field.answer(box("Monroe"))
    assert field.question.box == "desert"
    field.rolls(6)
    assert field.where(rebel) == "" and field.state.lost == 0 and field.where(yank) == "Camden"


# --- 7.0 recruitment --------------------------------------------------------------------------------------


def recruiter(*options, side=UNION, pool=(6, 0, 6, 0), turn=2):
    field = Field(*options, side=side, turn=turn)
    field.unit("MF", "Washington")
    field.rebel("MF", "Richmond")
    field.state.pool = list(pool)
    return field


@pytest.mark.rule("AHD-7.0a", "AHD-7.0b", "AHD-H2b")
@pytest.mark.parametrize(("die", "number"), [(1, 2), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_the_die_is_the_most_that_may_be_raised(die, number):
    field = recruiter()
    field.promoting().answer(DONE).rolls(die)
    assert field.state.recruits == number == RECRUITS[die]
    for _ in range(number):
        assert field.question.box == "city"
        field.answer(field.options[0])
    assert field.state.pool[0] == 6 - number and field.question.box != "city"


@pytest.mark.rule("AHD-7.0c", refuses=True)
def test_only_militia_of_the_pool_is_raised():
    field = recruiter(pool=(1, 1, 0, 0))
    field.recruiting().rolls(3)
    assert field.state.recruits == 2
    field.answer(box("Chicago"))
    assert field.question.box == "arm" and field.options == [MF, MC]
    field.answer(MC).answer(box("Canton"))
    assert sorted(field.state.kind[p] for p in field.at("Chicago") + field.at("Canton")) == [MF, MC]
    assert field.judged(Box.ARM, MC, Items(Box.ARM, (box("Chicago"),))) == "AHD-7.0c"
    field = recruiter(pool=(0, 0, 0, 0))
    field.recruiting()
    assert field.state.active == CSA  # nothing to raise: no die, and the turn is over


@pytest.mark.rule("AHD-7.0d")
def test_militia_returns_to_the_pool_and_others_do_not():
    field = Field()
    for kind in ("MF", "MC", "FV", "CV", "FS", "CS"):
        field.state.lose(field.unit(kind, "Chicago"))
    assert field.state.pool == [1, 1, 0, 0]


@pytest.mark.rule("AHD-7.0e", refuses=True)
def test_one_recruit_a_city_at_full_strength():
    field = recruiter()
    field.recruiting().rolls(4).answer(box("Chicago"))
    piece = field.at("Chicago")[0]
    assert not reduced(field, piece) and field.rule(box("Chicago")) == "AHD-7.0e"


@pytest.mark.rule("AHD-7.0f", refuses=True)
def test_each_side_recruits_under_its_own_shield():
    field = recruiter()
    field.owns(UNION, "Memphis", "Nashville")
    field.recruiting().rolls(4)
    assert field.rule(box("Memphis")) == "AHD-7.0e" and box("Chicago") in field.options
    field = recruiter(side=CSA)
    field.owns(CSA, "Chicago")
    field.recruiting().rolls(4)
    assert field.rule(box("Chicago")) is not None and box("Memphis") in field.options


@pytest.mark.rule("AHD-7.0g", refuses=True)
def test_nobody_recruits_in_a_city_he_does_not_own():
    field = recruiter()
    field.owns(CSA, "Cairo")
    field.recruiting().rolls(4)
    assert field.rule(box("Cairo")) == "AHD-7.0g"
    assert field.rule(box("Louisville")) == "AHD-7.0g"


@pytest.mark.rule("AHD-7.0h")
def test_cities_with_both_shields_recruit_for_their_owner():
    both = {MAP.name[b] for b in range(N) if MAP.value[UNION][b] and MAP.value[CSA][b]}
    assert both == {"Baltimore", "Cairo", "Cincinnati", "Louisville"}
    field = recruiter()
    assert box("Cairo") in field.recruiting().rolls(4).options
    field = recruiter(side=CSA)
    field.owns(CSA, "Cairo")
    assert box("Cairo") in field.recruiting().rolls(4).options


@pytest.mark.rule("AHD-7.0i", "AHD-7.0l")
def test_the_maximum_is_the_sum_of_the_owned_numbers():
    field = Field()
    assert field.state.maximum == [34, 29]
    field.owns(UNION, "Louisville")
    assert field.state.maximum == [35, 29]
    field.owns(CSA, "Louisville")
    assert field.state.maximum == [34, 30]
    field.owns(CSA, "Cairo")
    assert field.state.maximum == [33, 31]
    field.owns(NOBODY, "Louisville")
    assert field.state.maximum == [33, 30]


@pytest.mark.rule("AHD-7.0j", refuses=True)
def test_nobody_recruits_beyond_his_maximum():
    field = recruiter(pool=(30, 0, 0, 0))
    for _ in range(31):
        field.unit("FV", "New York")
    field.recruiting().rolls(6)
    assert field.state.army(UNION) == 32 and field.state.recruits == 2
    field.answer(box("Chicago"), box("Canton"))
    assert field.state.army(UNION) == 34 and field.question.box != "city"


@pytest.mark.rule("AHD-7.0k")
def test_an_excess_is_tolerated():
    field = Field(side=CSA)
    for _ in range(34):
        field.unit("FV", "New York")
    field.rebel("MF", "Chicago")
    lazily(field.ending())
    assert field.state.maximum[UNION] == 32 and field.state.army(UNION) == 34


@pytest.mark.rule("AHD-7.0m")
def test_a_captured_city_costs_the_loser_its_number():
    field = Field()
    field.owns(UNION, "Nashville")
    assert field.state.maximum == [34, 28]
    field.owns(UNION, "Knoxville")
    assert field.state.maximum == [35, 28]


@pytest.mark.rule("AHD-O3.3a", "AHD-O3.3b", "AHD-H2c")
def test_historical_limits_on_the_die():
    assert HISTORICAL[UNION][1:] == (3, 3, 3, 4, 5, 6) and HISTORICAL[CSA][1:] == (2, 2, 3, 4, 4, 4)
    for side, die, number in ((UNION, 1, 3), (UNION, 2, 3), (CSA, 1, 2), (CSA, 6, 4), (CSA, 5, 4)):
        field = recruiter("historical-recruitment", side=side)
        field.recruiting().rolls(die)
        assert field.state.recruits == number


@pytest.mark.rule("AHD-O3.3c", refuses=True)
def test_historical_limits_let_large_cities_raise_two():
    field = recruiter("historical-recruitment")
    field.recruiting().rolls(6).answer(box("Pittsburgh"), box("Pittsburgh"))
    assert len(field.at("Pittsburgh")) == 2 and field.rule(box("Pittsburgh")) == "AHD-7.0e"
    field.answer(box("Chicago"))
    assert field.rule(box("Chicago")) == "AHD-7.0e"
    field = recruiter("historical-recruitment", side=CSA)
    field.recruiting().rolls(4).answer(box("Richmond"), box("Richmond"), box("Atlanta"))
    assert field.rule(box("Atlanta")) == "AHD-7.0e"


@pytest.mark.rule("AHD-O3.4a")
def test_increased_union_forces_after_each_draft():
    for turn, extra in ((7, 0), (8, 4), (18, 8), (28, 12)):
        state = TITLE.setup("1861", ["more-union-forces"])
        state.drafts = sum(1 for t in (8, 18, 28) if t <= turn)
        assert ceiling(state, UNION) == 34 + extra and ceiling(state, CSA) == 29 and state.maximum == [34, 29]
    assert ceiling(TITLE.setup("1864", ["more-union-forces"]), UNION) == 36 + 12
    assert ceiling(TITLE.setup("1864"), UNION) == 36


@pytest.mark.rule("AHD-O3.4x1")
def test_example_may_1864():
    field = Field("more-union-forces", scenario="1864", turn=TURN_OF["1864-05"])
    field.owns(CSA, "Cairo")
    assert field.state.maximum[UNION] == 35 and ceiling(field.state, UNION) == 47


# --- 9.0 capture ------------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-9.0b")
def test_capture_comes_at_the_end_of_the_turn():
    field = Field()
    unit = field.unit("MF", "Evansville")
    field.state.pool = [1, 0, 0, 0]
    field.marching(2).go(unit, "Louisville").answer(DONE)
    assert field.state.owner[box("Louisville")] == NOBODY
    field.answer(DONE)
    assert field.question.box == "recruit_die"
    field.rolls(3)
    assert field.rule(box("Louisville")) == "AHD-7.0g"
    lazily(field)
    assert field.state.owner[box("Louisville")] == UNION
    field = Field()
    unit = field.unit("MF", "Evansville")
    field.marching(2).go(unit, "Louisville").go(unit, "Evansville")
    while field.state.active == UNION:
        field.answer(DONE if DONE in field.options else field.options[0])
    assert field.state.owner[box("Louisville")] == NOBODY


@pytest.mark.rule("AHD-9.0c")
def test_a_captured_box_stays_owned_when_empty():
    field = Field()
    unit = field.unit("MF", "Glasgow")
    lazily(field.ending())
    assert field.state.owner[box("Glasgow")] == UNION
    field.state.active = UNION
    field.marching(1).go(unit, "Sparta")
    assert field.state.owner[box("Glasgow")] == UNION


@pytest.mark.rule("AHD-9.0f", "AHD-9.0g")
def test_lone_cavalry_holds_a_box_only_while_it_is_there():
    field = Field()
    rider = field.unit("MC", "Nashville")
    lazily(field.ending())
    assert field.state.owner[box("Nashville")] == UNION and field.state.maximum == [34, 28]
    assert TITLE.view(field.state, None).held == (box("Nashville"),)
    field.state.active = UNION
    field.marching(1).go(rider, "Sparta")
    assert field.state.owner[box("Nashville")] == CSA and field.state.maximum == [34, 29]


def test_the_box_goes_back_to_whoever_had_it_before_the_cavalry():
    field = Field(side=CSA)
    field.owns(UNION, "Nashville")
    rider = field.rebel("MC", "Nashville")
    lazily(field.ending())
    assert field.state.owner[box("Nashville")] == CSA
    field.state.lose(rider)
    assert field.state.owner[box("Nashville")] == UNION


@pytest.mark.rule("AHD-9.0h")
def test_infantry_makes_the_capture_last():
    field = Field()
    rider = field.unit("MC", "Louisville")
    lazily(field.ending())
    field.state.active = UNION
    foot = field.unit("MF", "Evansville")
    field.unit("MF", "Chicago")
    field.marching(3).go(foot, "Louisville").go(rider, "Lexington")
    assert field.state.owner[box("Louisville")] == UNION
    field = Field()
    rider = field.unit("MC", "Louisville")
    lazily(field.ending())
    field.state.active, field.state.pool = UNION, [1, 0, 0, 0]
    field.recruiting().rolls(2).answer(box("Louisville"))
    assert field.state.held == 0


# --- 11.0 to 13.0 victory ---------------------------------------------------------------------------------


def outcome(field):
    result = field.state.outcome
    return (result.winner, result.rule, result.ending) if result else None


@pytest.mark.rule("AHD-11.0a", "AHD-11.0b")
def test_the_union_wins_with_the_seven_cities():
    field = Field()
    field.owns(UNION, *[n for n in PRIZE_NAMES if n != "Atlanta"])
    unit = field.unit("FV", "Chattanooga")
    field.owns(UNION, "Chattanooga")
    field.marching(1).go(unit, "Atlanta")
    assert outcome(field) is None
    lazily(field)
    assert outcome(field) == (Side.UNION, "AHD-11.0a", "union_cities")
    field = Field()
    field.owns(UNION, *PRIZE_NAMES[1:])
    lazily(field.ending())
    assert outcome(field) is None


@pytest.mark.rule("AHD-11.0c")
def test_the_confederacy_wins_with_washington():
    field = Field(side=CSA)
    field.rebel("MF", "Washington")
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0c", "washington")


@pytest.mark.rule("AHD-11.0d", "AHD-11.0x1")
def test_the_confederacy_wins_with_the_larger_maximum():
    field = Field(side=CSA)
    field.owns(CSA, "Louisville", "Cairo", "Chicago")  # 31 - 31
    assert field.state.maximum == [31, 31]
    lazily(field.ending())
    assert outcome(field) is None
    field.state.active = CSA
    field.owns(UNION, "Natchez")
    field.owns(CSA, "Canton", "Natchez")
    assert field.state.maximum == [30, 31]
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0d", "army_maximum")


def test_a_maximum_that_changes_in_the_middle_of_a_turn_wins_at_once():
    field = Field()
    rider = field.unit("MC", "Nashville")
    field.owns(CSA, "Louisville", "Cairo", "Chicago")
    field.state.set_owner(box("Nashville"), UNION)
    field.state.hold(box("Nashville"), CSA)
    field.owns(CSA, "Canton")
    assert field.state.maximum == [30, 30]
    field.marching(2).go(rider, "Sparta")
    assert outcome(field) == (Side.CSA, "AHD-11.0d", "army_maximum")


@pytest.mark.rule("AHD-11.0e")
def test_the_confederacy_wins_by_holding_out():
    field = Field(side=CSA, turn=40)
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0e", "time")


@pytest.mark.rule("AHD-12.0a")
def test_an_inexperienced_union_has_a_turn_to_undo_it():
    field = Field("inexperienced-union", side=CSA)
    rebel = field.rebel("MF", "Washington")
    field.ending()
    assert outcome(field) is None and field.state.active == UNION
    lazily(field)
    assert outcome(field) == (Side.CSA, "AHD-11.0c", "washington")
    field = Field("inexperienced-union", side=CSA)
    rebel = field.rebel("MF", "Washington")
    field.ending()
    field.state.take_off(rebel)
    field.unit("MF", "Washington")
    lazily(field)
    assert outcome(field) is None and field.state.owner[box("Washington")] == UNION
    field = Field("inexperienced-union", side=CSA, turn=40)
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0e", "time")


@pytest.mark.rule("AHD-13.0a", "AHD-13.0b")
def test_the_short_game_is_judged_by_its_margin():
    setup = TITLE.scenarios["1861-short"].data
    assert (setup.first_turn, setup.last_turn, TABLES.victory.short_game_margin) == (1, 10, 5)
    field = Field(scenario="1861-short", side=CSA, turn=10)
    field.ending()
    assert outcome(field) == (Side.UNION, "AHD-13.0b", "short_union")
    field = Field(scenario="1861-short", side=CSA, turn=10)
    field.owns(CSA, "Louisville")
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-13.0b", "short_csa")
    field = Field(scenario="1861-short", side=CSA, turn=5)
    field.rebel("MF", "Washington")
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0c", "washington")


@pytest.mark.rule("AHD-O5.0k", "AHD-O5.0l", "AHD-O5.0m")
def test_the_victory_table():
    steps = ["north_victory", "north_advantage", "north_edge", "historical", "south_edge", "south_advantage", "south_victory"]
    for row, top in ((1862, 11), (1863, 15), (1864, 19)):
        assert [judge(row, top - i)[0] for i in range(7)] == steps
        assert judge(row, top + 9)[0] == "north_victory" and judge(row, top - 12)[0] == "south_victory"
    assert judge(1862, 9)[1] == Side.UNION and judge(1862, 8)[1] is None and judge(1862, 7)[1] == Side.CSA


@pytest.mark.rule("AHD-O5.0g", "AHD-O5.0h")
def test_scenarios_end_in_march_and_use_the_row_of_that_march():
    cases = (("1861-march", 7, 1862, "south_victory"), ("1862", 17, 1863, "historical"), ("1863", 27, 1864, "historical"))
    for scenario, turn, row, ending in cases:
        setup = TITLE.scenarios[scenario].data
        assert (setup.last_turn, setup.row, setup.victory) == (turn, row, "table") and turn == TURN_OF[f"{row}-03"]
        field = Field(scenario=scenario, side=CSA, turn=turn)
        if scenario == "1863":
            field.owns(UNION, "Natchez", "Jackson", "Montgomery", "Selma", "Shreveport")  # 35 - 19
        if scenario == "1862":
            field.owns(UNION, "Natchez", "Jackson", "Montgomery", "Shreveport")  # 35 - 23
        field.ending()
        assert outcome(field)[2] == ending
    assert TITLE.scenarios["1864"].data.victory == "campaign" and TITLE.scenarios["1864"].data.last_turn == 40


@pytest.mark.rule("AHD-O5.0f")
def test_scenarios_may_be_played_with_the_usual_conditions():
    field = Field("campaign-victory", scenario="1862", side=CSA, turn=17)
    lazily(field.ending())
    assert outcome(field) is None and field.state.turn == 18
    field = Field("campaign-victory", scenario="1862", side=CSA, turn=40)
    field.ending()
    assert outcome(field) == (Side.CSA, "AHD-11.0e", "time")
    with pytest.raises(BadSetup):
        TITLE.setup("1861", ["campaign-victory"])
    with pytest.raises(BadSetup):
        TITLE.setup("1861-short", ["campaign-victory"])


# --- combinations -----------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-O1.0a", "AHD-A1.0a", "AHD-O5.0e", "AHD-A8.0a")
def test_every_rule_can_be_switched_on_alone_in_every_scenario():
    for scenario in TITLE.scenarios:
        for name, option in OPTIONS.items():
            wanted = {name, *option.needs} | ({"washington"} if name == "foreign" else set())
            if name != "campaign-victory":
                assert TITLE.setup(scenario, wanted).stack


def test_all_rules_together():
    match = Match.new(TITLE, scenario="1862", options=set(OPTIONS) - {"campaign-victory"}, seed=1)
    assert match.question is not None


@pytest.mark.rule("AHD-O1.0b", "AHD-O2.0a", "AHD-O3.0a", "AHD-O4.0a")
def test_optional_rules_are_classed():
    groups = {}
    for option in OPTIONS.values():
        groups.setdefault(option.group, []).append(option.rule[4:].split(".")[0] + option.rule[4:].split(".")[1][0])
    assert groups["neutral"] == ["O21", "O22"] and groups["pro-union"] == ["O31", "O32", "O33", "O34"]
    assert groups["pro-csa"] == ["O41", "O42", "O43", "O44"]


def test_senseless_combinations_are_refused_with_the_reason():
    cases = (("1861", ["foreign"], "Washington"), ("1861", ["rally"], "morale"), ("1864", ["campaign-victory"], "1864"))
    for scenario, options, word in cases:
        with pytest.raises(BadSetup) as caught:
            TITLE.setup(scenario, options)
        for language in ("en", "it"):
            assert word in catalogue(language, TITLE).say(caught.value.text)
