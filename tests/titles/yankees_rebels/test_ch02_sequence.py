"""Chapter 2: turns, the cup, rounds, activation dice, redeployment."""

from __future__ import annotations

from random import Random

import pytest

from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.frames import PASS, RECOVER
from bivouac.titles.yankees_rebels.printed.units import ACTIVATION_DICE, UNIT
from bivouac.titles.yankees_rebels.rules.ch02_sequence import MOST_ANSWERS_A_TURN, formation, marker_number
from titles.yankees_rebels.kit import (
    CSA_FLAG,
    DOUBLE,
    HAT,
    TITLE,
    TRUMPET,
    UNION_FLAG,
    Box,
    Position,
    acting,
    at_box,
    battle,
    h,
    hexes,
    m,
    names,
    round_of,
    u,
)


@pytest.mark.rule("YR-2.0a", "YR-2.0m")
def test_a_turn_ends_with_the_last_marker_and_the_cup_is_filled_again():
    p = Position(TITLE, "july-3")
    first = p.options
    for marker in first:
        p.answer(marker).until(lambda q: q.box == "draw" or q.box == "activate")
        while p.question.box != "draw":
            p.answer(PASS if PASS in p.options else p.options[0])
        if p.state.turn:
            break
    assert p.state.turn == 1 and p.options == first
    assert len(p.told("drew")) == len(first)


@pytest.mark.rule("YR-2.0a", "YR-7.0f")
def test_a_turn_ends_at_once_when_everybody_has_been_activated():
    s = battle("cs_hood@C2", "us_gibbon@C5")
    s.cup = 0b1111
    s.done = UNIT[u("cs_hood")]
    assert at_box(s.clone(), Box.ROUND).question.box == "draw"
    s.done |= UNIT[u("us_gibbon")]
    p = at_box(s.clone(), Box.ROUND)
    assert p.state.turn == 1
    s.due = UNIT[u("cs_imboden")]
    s.where[u("cs_imboden")] = -1
    assert s.rules.setup.turns[3].hour == 11
    s.turn = 3
    assert at_box(s.clone(), Box.ROUND).state.turn == 3, "Imboden is a reinforcement of this turn"
    s.turn = 4
    assert at_box(s, Box.ROUND).state.turn == 5, "late units do not keep a turn going"


@pytest.mark.rule("YR-2.0b", "YR-7.0b")
def test_the_cup_holds_the_flags_and_every_corps_present_or_arriving():
    p = Position(TITLE, "july-1")
    assert set(p.options) == {0, 1, m("union", "I"), m("csa", "III")}
    s = battle("cs_hood@C2", "us_gamble@M5", scenario="campaign")
    assert set(at_box(s, Box.TURN).options) == {0, 1, m("csa", "I"), m("csa", "III")}, "Heth arrives at 8, so III Corps has its marker"


@pytest.mark.rule("YR-2.0c", "YR-2.0d")
def test_a_round_begins_with_a_marker_and_its_owner_rolls():
    p = Position(TITLE, "july-3")
    assert p.asked == (Side.CHANCE, "draw") and TITLE.flow.weights(p.state) is None
    p.answer(m("csa", "I"))
    assert p.question.box == "activation" and p.state.dice == 5
    assert Position(TITLE, "july-3").answer(m("union", "V")).state.dice == 4


@pytest.mark.rule("YR-2.0n")
def test_five_dice_for_the_confederacy_and_four_for_the_union():
    assert ACTIVATION_DICE == (4, 5)


ROLL = (UNION_FLAG, UNION_FLAG, TRUMPET, HAT, DOUBLE)


@pytest.mark.rule("YR-2.0e", "YR-3.0h", "YR-3.0q")
def test_trumpets_come_before_enemy_flags_and_these_before_the_rest():
    p = Position(TITLE, "july-3").answer(m("csa", "I")).rolls(*ROLL)
    assert p.asked == (Side.CSA, "trumpet")
    p.answer(PASS)
    assert p.asked == (Side.UNION, "redeploy") and p.question.facts["n"] == 2
    p.answer(u("us_howe")).answer(p.options[0])
    assert p.asked == (Side.UNION, "redeploy") and p.question.facts["n"] == 1
    p.answer(u("us_wright")).answer(p.options[0])
    assert p.asked == (Side.CSA, "activate") and p.state.calls == 0


@pytest.mark.rule("YR-3.0h")
def test_an_enemy_that_shifts_up_does_not_spoil_a_trumpet():
    """Hood could shift to F3, into Gibbon's sight: the trumpet comes before."""
    s = battle("us_gibbon@G1:1", "us_hays@A4", "cs_hood@E3", "cs_early@V1")
    p = round_of(s, m("union", "II"), trumpets=1, calls=1)
    assert p.asked == (Side.UNION, "trumpet") and RECOVER + u("us_gibbon") in p.options
    p.answer(RECOVER + u("us_gibbon")).rolls(HAT, HAT, HAT, HAT)
    assert p.asked == (Side.CSA, "redeploy") and u("cs_hood") in p.options


@pytest.mark.rule("YR-2.0e", "YR-2.0g")
def test_with_the_publishers_faq_shifts_come_first_and_may_be_declined():
    p = Position(TITLE, "july-3", "faq-shifts").answer(m("csa", "I")).rolls(*ROLL)
    assert p.asked == (Side.UNION, "redeploy")
    p.answer(PASS)
    assert p.asked == (Side.CSA, "trumpet") and p.state.calls == 0
    s = battle("us_gibbon@A1", "cs_hood@A3", "cs_mclaws@C1", options=("faq-shifts",))
    p = round_of(s, m("csa", "I"), calls=1, trumpets=1)
    assert p.question.box == "trumpet" and p.state.calls == 0, "nobody can shift, so the flag is lost"


@pytest.mark.rule("YR-2.0f", refuses=True)
def test_a_redeployment_never_goes_next_to_an_enemy():
    s = battle("us_gibbon@C2", "cs_hood@C5", "us_hays@D2")
    p = round_of(s, m("csa", "I"), calls=1, flags=1).answer(u("us_gibbon"))
    assert hexes(p.options) == {"C1", "C3", "B2", "B3", "D3"}
    assert p.refusal(h("D2")).rule == "YR-4.1a", "one infantry unit a hex"
    s = battle("us_gibbon@C2", "cs_hood@C4", "us_hays@D2")
    p = round_of(s, m("csa", "I"), calls=1, flags=1).answer(u("us_gibbon"))
    assert p.refusal(h("C3")).rule == "YR-2.0f"
    surrounded = battle("us_gibbon@A1", "cs_hood@A3", "cs_mclaws@C1")
    surrounded.marker, surrounded.side, surrounded.flags, surrounded.dice = m("csa", "I"), 1, 1, 1
    p = at_box(surrounded, Box.ACTIVATION).rolls(UNION_FLAG)
    assert p.question.box == "activate" and p.state.calls == 0, "nobody can shift, so nobody is asked"
    assert p.told("activation")[0]["calls"] == 1, "but the roll is told as it fell"


@pytest.mark.rule("YR-2.0g")
@pytest.mark.rule("YR-2.0g", refuses=True)
def test_redeployment_is_a_duty_free_once_per_roll_and_open_to_activated_units():
    s = battle("us_gibbon@F4", "us_hays@A3", "us_custer@A9", "cs_hood@C6")
    s.done = UNIT[u("us_gibbon")]
    p = round_of(s, m("csa", "I"), calls=2, flags=1)
    assert names(p.options) == {"us_gibbon", "us_hays", "us_custer"} and PASS not in p.options
    assert p.refusal(PASS).rule == "YR-2.0g", "a unit has to be moved"
    p.answer(u("us_gibbon"))
    assert "F3" in hexes(p.options), "woods cost nothing here"
    p.answer(h("F3"))
    assert p.state.done == UNIT[u("us_gibbon")]
    assert p.refusal(u("us_gibbon")).rule == "YR-2.0g"
    contact = battle("us_gibbon@C3", "us_hays@A3", "cs_hood@C4")
    assert u("us_gibbon") in round_of(contact, m("csa", "I"), calls=1, flags=1).options, "out of a zone of control"
    alone = round_of(battle("us_gibbon@C3", "cs_hood@C6", "cs_mclaws@A6"), m("csa", "I"), calls=2, flags=2)
    assert alone.question.box == "redeploy_to" and alone.state.unit == u("us_gibbon"), "the only one that can"
    alone.answer(alone.options[0])
    assert alone.question.box == "activate", "the second flag finds nobody"


@pytest.mark.rule("YR-2.0h", "YR-2.0l")
def test_units_act_one_after_the_other_until_the_results_are_used_up():
    s = battle("cs_hood@C2", "cs_mclaws@E2", "us_gibbon@M11")
    s.cup = 0b1
    p = round_of(s, m("csa", "I"), flags=2)
    p.answer(u("cs_hood"), h("C3"))
    assert p.question.box == "activate" and names(p.options) == {"cs_mclaws"}
    p.answer(u("cs_mclaws"), h("E3"))
    assert p.state.turn == 0 and p.question.box in ("activation", "draw")


@pytest.mark.rule("YR-2.0h", refuses=True)
def test_a_stack_moves_together_only_where_both_may_go():
    s = acting(battle("cs_hood@C2", "cs_alexander@C2", "us_gibbon@M11", "cs_mclaws@D3"), "cs_hood", "cs_alexander")
    p = at_box(s, Box.MARCH_TOGETHER)
    assert {"C3", "C4", "E2"} <= hexes(p.options)
    assert p.refusal(h("D3")).rule == "YR-2.0h"
    mixed = at_box(acting(battle("cs_hood@C2", "cs_hampton@C2", "us_gibbon@M11"), "cs_hood", "cs_hampton"), Box.MARCH_TOGETHER)
    assert h("C4") in mixed.options and mixed.refusal(h("C5")).rule == "YR-2.0h", "no farther than the slower one"
    p.answer(h("C4"))
    assert p.state.where[u("cs_hood")] == p.state.where[u("cs_alexander")] == h("C4")


@pytest.mark.rule("YR-2.0i", "YR-2.0j", "YR-2.0k")
def test_move_then_reaction_then_combat_then_effects():
    s = battle("cs_hood@C2", "us_gibbon@C4")
    p = round_of(s, m("csa", "I"), flags=1).answer(u("cs_hood"), h("C3"))
    boxes = [p.question.box]
    while p.question.box not in ("activate", "draw", "activation"):
        p.answer({"reaction": DOUBLE, "react": u("cs_hood"), "aim": u("us_gibbon"), "shot": TRUMPET}.get(p.question.box, p.options[0]))
        boxes.append(p.question.box)
    assert list(dict.fromkeys(boxes))[:4] == ["reaction", "react", "aim", "shot"]
    s = battle("cs_hood@C2", "us_gibbon@C4")
    p = round_of(s, m("csa", "I"), flags=1).answer(u("cs_hood"), h("C3")).rolls(DOUBLE).answer(u("cs_hood"), u("us_gibbon"))
    p.rolls(*[CSA_FLAG] * 6).rolls(*[UNION_FLAG] * 3)
    assert p.question.box == "effect", "both sides have rolled before any effect"
    assert set(bits(p.state.on_map)) == {u("cs_hood"), u("us_gibbon")} and p.state.force[u("us_gibbon")] == 3


@pytest.mark.rule("YR-2.0f", refuses=True)
def test_nobody_redeploys_onto_the_enemy():
    """Around A13 lie A12, where the enemy stands, and B13 next to him."""
    p = round_of(battle("us_gibbon@A13", "cs_hood@A12", "us_hays@M11", "us_custer@M9"), m("csa", "I"), calls=1)
    assert u("us_gibbon") not in p.options and p.refusal(u("us_gibbon")).rule == "YR-2.0f" and u("us_hays") in p.options


@pytest.mark.rule("YR-2.0c")
def test_each_marker_that_is_drawn_has_a_number_of_its_own():
    p = Position(TITLE, "july-3")
    seen = [marker_number(p.state)]
    for _ in range(3):
        p.answer(p.options[0]).until(lambda q: q.box == "draw", lambda q: PASS if PASS in q.options else q.options[0])
        seen.append(marker_number(p.state))
    assert len(set(seen)) == 4


@pytest.mark.rule("YR-7.1a")
def test_a_night_has_no_formation():
    s = battle("cs_hood@C2", "us_gibbon@M11", scenario="campaign", turn=13)
    assert s.rules.setup.turns[13].is_night
    s.marker = m("csa", "I")
    assert formation(s) is None
    s.turn = 0
    assert formation(s) == Name("marker", m("csa", "I"))
    s.marker = m("union", "flag")
    assert formation(s) == Name("marker", 0), "the first of the markers"
    s.marker = -1
    assert formation(s) is None


@pytest.mark.rule("YR-2.0e")
def test_the_first_unit_of_the_list_redeploys_like_any_other():
    p = round_of(battle("us_wadsworth@C2", "us_gibbon@E2", "cs_hood@M11"), m("csa", "I"), calls=1)
    assert p.question.box == "redeploy" and u("us_wadsworth") == 0 and u("us_wadsworth") in p.options


@pytest.mark.rule("YR-2.0o")
@pytest.mark.parametrize(
    ("seed", "idle", "options"), [(1, 0.0, ()), (2, 0.5, ("faq-shifts",)), (3, 1.0, ()), (4, 0.9, ("retreat-activates",))]
)
def test_no_side_can_prolong_a_turn(seed, idle, options):
    """However idle both sides are: every marker is drawn once a turn, every unit chosen to act once, and the turn is over."""
    rng, p, turn = Random(seed), Position(TITLE, "july-3", *options), 0
    drawn, chosen, answers = [], [], 0
    while p.state.stack and p.state.turn < 4:
        if p.state.turn != turn:
            turn, drawn, chosen, answers = p.state.turn, [], [], 0
        box, a = p.question.box, p.options[0] if rng.random() < idle else rng.choice(p.options)
        drawn += [a] if box == "draw" else []
        chosen += [a % 100] if box == "activate" and a != PASS and a < 200 else []
        p.answer(a)
        answers += 1
        assert len(set(drawn)) == len(drawn) and len(set(chosen)) == len(chosen)
        assert p.state.trumpets + p.state.calls + p.state.flags + p.state.hats <= max(ACTIVATION_DICE)
        assert answers <= MOST_ANSWERS_A_TURN == 33_036
    assert p.state.turn == 4


@pytest.mark.rule("YR-2.0g", "YR-2.0l")
def test_a_unit_that_shifts_makes_room_for_the_next():
    """Hays at A1 can only shift to A2: once Gibbon has left it, for the second flag."""
    p = round_of(battle("us_hays@A1", "us_gibbon@A2", "cs_hood@C1", "cs_mclaws@M11"), m("csa", "I"), calls=2, flags=1)
    assert p.question.box == "redeploy_to" and p.state.unit == u("us_gibbon")
    p.answer(h("A3"))
    assert p.state.where[u("us_hays")] == h("A2") and p.question.box == "activate"
