"""5.0, 5.1, 5.2.1 to 5.2.3 and 5.2.7: battles, fire and modifiers."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import DONE, FIGHT_ON, SAIL
from bivouac.titles.house_divided.printed.map import CSA, UNION
from bivouac.titles.house_divided.printed.units import FIRE, KINDS
from bivouac.titles.house_divided.rules.ch05_fire import value_against
from titles.house_divided.kit import Field, box, reduced


def attack(*union, against=("MF",), place="Little Rock", works=False, options=()):
    """Union pieces attack Confederates in a box: the field at its first question, the pieces of both sides."""
    field = Field(*options)
    yanks = [field.unit(kind, place) for kind in union]
    rebels = [field.rebel(kind, place, works=works) for kind in against]
    field.fighting()
    return field, yanks, rebels


def value(firer, target, *, works=False, crossed=False, rnd=1):
    """The value of a Union or Confederate kind against a kind on the other side; works and crossing belong to the target."""
    field = Field()
    defender_fires = crossed
    shooter = field.unit(firer, "Camden", CSA if defender_fires else UNION)
    enemy = field.unit(target, "Camden", UNION if defender_fires else CSA, works=works)
    s = field.state
    s.place, s.attacker, s.rnd = box("Camden"), UNION, rnd
    if crossed:
        s.crossed |= 1 << enemy
    return value_against(s, shooter, enemy)


@pytest.mark.rule("AHD-5.0a", "AHD-5.0b")
def test_every_box_with_both_sides_is_a_battle_and_the_mover_attacks():
    field = Field()
    for place in ("Camden", "Okolona", "Marion"):
        field.unit("MF", place)
        field.rebel("MF", place)
    field.fighting()
    assert field.asked == (Side.UNION, "choose_battle") and set(field.options) == {box("Camden"), box("Okolona"), box("Marion")}
    field.answer(box("Okolona"))
    assert field.state.attacker == UNION and field.state.firing == CSA


@pytest.mark.rule("AHD-5.0c")
def test_battles_one_after_the_other_in_the_attackers_order():
    field = Field()
    for place in ("Camden", "Okolona"):
        field.unit("FV", place)
        field.rebel("MF", place, reduced=True)
    field.fighting().answer(box("Okolona")).rolls(6, 1)
    assert field.question.box == "victor"
    field.answer(DONE)
    assert [e["box"].id for e in field.told("battle_begins")] == [box("Okolona"), box("Camden")]


@pytest.mark.rule("AHD-5.0d")
def test_the_battle_is_seen_apart():
    field, *_ = attack("MF", against=("MF",))
    battle = TITLE.view(field.state, None).battle
    assert battle.box == box("Little Rock") and battle.attacker == UNION and battle.round == 1


@pytest.mark.rule("AHD-5.0e", "AHD-5.0f")
def test_the_defender_fires_first_and_the_dead_do_not_answer():
    field = Field()
    field.unit("MF", "Camden", reduced=True)
    yank = field.unit("MF", "Camden")
    rebels = [field.rebel("FV", "Camden"), field.rebel("FV", "Camden")]
    field.fighting()
    first = field.options[0]
    field.aims((rebels[0], first)).rolls(1, 6)
    assert field.state.firing == UNION and field.state.firers == (yank,) and field.where(first) == ""


@pytest.mark.rule("AHD-5.0g")
def test_a_battle_ends_when_one_side_is_gone():
    field = Field()
    yank = field.unit("FV", "Camden")
    field.rebel("MF", "Camden", reduced=True)
    field.fighting().rolls(6, 2)
    assert field.told("won")[0]["side"].id == UNION and field.question.box == "victor"
    field.answer(yank)
    assert field.state.place == -1


@pytest.mark.rule("AHD-5.1a")
def test_each_piece_fires_once_a_round():
    field, yanks, rebels = attack("MF", "MF", "MF", against=("MF", "MF"))
    field.aims((rebels[0], yanks[0]), (rebels[1], yanks[1])).rolls(6, 6)
    field.aims((yanks[0], rebels[0]), (yanks[1], rebels[1]), (yanks[2], rebels[1])).rolls(6, 6, 6)
    assert field.state.rnd == 2 and field.state.firing == CSA


@pytest.mark.rule("AHD-5.1b", "AHD-5.1c")
def test_targets_are_free_and_surplus_may_double_up():
    field, yanks, rebels = attack("MF", "MF", "MF", against=("MF", "MF"))
    assert field.asked == (Side.CSA, "aim") and field.options == yanks
    field.aims((rebels[0], yanks[2]), (rebels[1], yanks[0])).rolls(6, 6)
    assert field.options == rebels
    field.aims((yanks[0], rebels[0]))
    assert field.options == rebels  # one may be doubled: there is still one firer for the other
    field.aims((yanks[1], rebels[0]))
    assert field.question.box == "shot" and field.state.aims == (rebels[0], rebels[0], rebels[1])  # the last had no choice


@pytest.mark.rule("AHD-5.1d", refuses=True)
def test_everybody_must_be_a_target_if_possible():
    field, yanks, _ = attack("MF", "MF", "MF", against=("MF", "MF"))
    field.answer(yanks[0])
    assert field.rule(yanks[0]) == "AHD-5.1d" and field.options == yanks[1:]


@pytest.mark.rule("AHD-5.1e")
def test_a_die_up_to_the_value_hits():
    for die, hit in ((1, True), (2, True), (3, False), (6, False)):
        field, yanks, _ = attack("MF", against=("MF",))
        field.rolls(die)
        assert reduced(field, yanks[0]) == hit


@pytest.mark.rule("AHD-5.1f", "AHD-5.1g")
def test_the_first_hit_reduces_the_second_eliminates():
    field = Field()
    yank = field.unit("MF", "Camden")
    field.rebel("MF", "Camden")
    field.fighting().rolls(1)
    assert reduced(field, yank) and field.where(yank) == "Camden"
    field.rolls(6)
    field.until(lambda q: q.box == "shot", lambda q: FIGHT_ON)
    field.rolls(1)
    assert field.where(yank) == ""


@pytest.mark.rule("AHD-5.1h")
def test_a_reduced_piece_fights_and_moves_as_before():
    field = Field()
    worn = field.unit("FV", "Camden", reduced=True)
    target = field.rebel("MF", "Camden")
    s = field.state
    s.place, s.attacker, s.rnd = box("Camden"), UNION, 1
    assert value_against(s, worn, target) == FIRE[KINDS.index("FV")]
    assert value_against(s, target, worn) == FIRE[KINDS.index("MF")]
    field = Field()
    worn = field.unit("MF", "Evansville", reduced=True)
    field.marching(1).go(worn, "Paducah", "Cairo")
    assert field.where(worn) == "Cairo"


@pytest.mark.rule("AHD-5.1i", "AHD-5.1x2", refuses=True)
def test_targets_are_announced_before_the_dice_and_kept():
    field = Field()
    rebel = field.rebel("FV", "Camden")
    yanks = [field.unit("MF", "Camden") for _ in range(3)]
    field.fighting().aims((rebel, yanks[0])).rolls(6)
    assert field.state.aims == (rebel,) * 3
    assert field.rule(rebel) == "AHD-5.1e"  # the dice are rolling: no target is named any more
    field.rolls(1, 2)
    assert field.where(rebel) == ""
    assert len(field.told("wasted")) == 1  # the third militia fires at the fallen veteran


@pytest.mark.rule("AHD-5.1x1")
def test_veteran_cavalry_hits_on_one_or_two():
    assert value("CV", "MF") == 2


@pytest.mark.rule("AHD-5.2a")
def test_modifiers_add_up():
    assert value("FV", "FS", works=True) == 1 and value("FV", "FS", crossed=True) == 3


@pytest.mark.rule("AHD-5.2.1a", "AHD-5.2.1x1")
def test_works_protect():
    assert value("FV", "MF", works=True) == 2 and value("MF", "CV", works=True) == 1
    field = Field()
    shooter, target = field.unit("FV", "Richmond"), field.rebel("MF", "Richmond")
    s = field.state
    s.place, s.attacker, s.rnd = box("Richmond"), UNION, 1
    assert value_against(s, shooter, target) == 2 and value_against(s, target, shooter) == 2


@pytest.mark.rule("AHD-5.2.1x2")
def test_militia_cavalry_cannot_hit_works():
    assert value("MC", "MF", works=True) == 0
    field, *_ = attack("MC", "MF", against=("MF",), works=True)
    field.until(lambda q: q.side == Side.CHANCE and field.state.firing == UNION)
    assert len(field.told("hopeless")) == 1


@pytest.mark.rule("AHD-5.2.2a")
def test_crack_infantry_is_hard_to_hit():
    assert [value(k, "FS") for k in ("MF", "FV", "FS", "MC", "CV", "CS")] == [1, 2, 2, 0, 1, 2]


@pytest.mark.rule("AHD-5.2.2b", "AHD-5.2.2x1")
def test_entrenched_crack_infantry():
    assert [value(k, "FS", works=True) for k in ("MF", "FV", "FS", "MC", "CV", "CS")] == [0, 1, 1, -1, 0, 1]


@pytest.mark.rule("AHD-5.2.3a", "AHD-5.2.3c")
def test_who_crosses_a_blue_side_is_marked_and_others_are_not():
    field = Field()
    over, round_about = field.unit("MF", "Paducah"), field.unit("MF", "Vandalia")
    field.rebel("MF", "Cairo")
    field.owns(CSA, "Cairo")
    field.unit("MF", "Chicago")
    field.marching(3).go(over, "Cairo").go(round_about, "Cairo")
    assert field.state.crossed >> over & 1 and not field.state.crossed >> round_about & 1


@pytest.mark.rule("AHD-5.2.3b", "AHD-5.2.3x1")
def test_the_crossing_counts_in_the_first_two_rounds_of_the_defender():
    assert [value("FV", "MF", crossed=True, rnd=r) for r in (1, 2, 3)] == [4, 4, 3]


@pytest.mark.rule("AHD-5.2.3d")
def test_crossing_crack_infantry_cancels_out():
    assert value("FV", "FS", crossed=True) == 3


def test_reinforcements_are_never_crossers():
    field = Field()
    field.unit("FV", "Cairo")
    late = field.unit("FV", "Paducah")
    field.rebel("FV", "Cairo")
    field.fighting().rolls(6, 6)
    field.until(lambda q: q.box == "reinforce" and field.state.firing == UNION, lambda q: 6 if q.side == Side.CHANCE else q.options[0])
    field.answer(late)
    assert field.where(late) == "Cairo" and not field.state.crossed >> late & 1


@pytest.mark.rule("AHD-5.2.7a")
def test_everybody_recovers_after_the_combat_segment():
    field = Field()
    worn = [field.unit("MF", "Chicago", reduced=True), field.rebel("MF", "Atlanta", reduced=True)]
    field.fighting()
    assert not any(reduced(field, p) for p in worn) and field.told("recovered") == [{"n": 2}]


@pytest.mark.rule("AHD-5.2x1", "AHD-5.2x2", "AHD-5.2x3")
def test_the_combat_example():
    field = Field()
    a, b, c = field.unit("MF", "Fort Smith"), field.unit("MF", "Fort Smith"), field.unit("FS", "Fort Smith")
    d, e = field.rebel("MF", "Little Rock"), field.rebel("MF", "Little Rock")
    field.marching(1)
    for unit in (a, b, c):
        field.go(unit, "Little Rock", done=False)
    assert field.asked == (Side.CSA, "aim")
    field.aims((d, a), (e, c)).rolls(4, 1)
    assert [reduced(field, p) for p in (a, b, c)] == [False, False, True]
    assert [m["need"] for m in field.told("missed") + field.told("hit")] == [2, 1]
    field.aims((a, d), (b, d), (c, e)).rolls(5, 1, 2)
    assert [reduced(field, p) for p in (a, b, c, d, e)] == [False, False, True, True, True]
    assert field.state.rnd == 2


@pytest.mark.rule("AHD-5.1e")
def test_after_a_wasted_shot_the_next_piece_still_fires():
    field = Field(side=CSA)
    first, second = field.rebel("MF", "Camden", reduced=True), field.rebel("MF", "Camden")
    yanks = [field.unit("FV", "Camden") for _ in range(3)]
    field.fighting().aims((yanks[0], first), (yanks[1], first), (yanks[2], second)).rolls(1)
    assert len(field.told("wasted")) == 1 and field.state.shot == 2 and field.asked[0] == Side.CHANCE
    field.rolls(1)
    assert reduced(field, second)


@pytest.mark.rule("AHD-5.1d")
def test_the_first_piece_of_the_list_may_be_fired_at_twice_like_any_other():
    field = Field()
    yanks = [field.unit("FV", "Camden") for _ in range(2)]
    rebels = [field.rebel("FV", "Camden") for _ in range(4)]
    assert yanks[0] == 0
    field.fighting().aims((rebels[0], yanks[0]), (rebels[1], yanks[0]))


@pytest.mark.rule("AHD-A5.0a")
def test_without_the_rule_an_empty_harbour_is_not_fought_for():
    field = Field()
    unit = field.unit("FV", "Washington")
    field.unit("FV", "Washington")
    field.marching(6, 6).answer(SAIL + box("Washington"), unit, box("Mobile"), DONE)
    assert field.told("battle_begins") == []
