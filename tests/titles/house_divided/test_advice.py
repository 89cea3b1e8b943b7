"""What the computer players are told: odds, ordering, evaluation."""

from __future__ import annotations

from random import Random

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.advice import ADVICE
from bivouac.titles.house_divided.advice.look import WORKS, WORTH, chance
from bivouac.titles.house_divided.advice.value import EVALUATION, NAMES
from bivouac.titles.house_divided.frames import DONE, FIGHT_ON, NO, SAIL, Box
from bivouac.titles.house_divided.odds import ready
from bivouac.titles.house_divided.printed.map import CSA, MAP, UNION
from bivouac.titles.house_divided.printed.units import KINDS, PRIZES
from titles.house_divided.kit import Field, box

FLOW = TITLE.flow
STAND = {Box.RETREAT: FIGHT_ON, Box.REINFORCE: DONE, Box.ESCAPE: NO}


def playing(scenario: str, seed: str, slips: float = 0.0):
    """A match of the script with itself, question by question."""
    s, rng = TITLE.setup(scenario), Random(seed)
    while s.stack:
        if FLOW.is_chance(s) or rng.random() < slips:
            FLOW.play(s, rng.choice(s.options))
            continue
        yield s
        FLOW.play(s, ADVICE.order(s)[0])


def first_march(field: Field) -> int:
    return ADVICE.order(field.state)[0]


def after_movement(field: Field) -> Field:
    """The script marches until the dice, the enemy or the next segment come."""
    s = field.state
    while s.stack and s.stack[-1][0] in (Box.MARCH, Box.PIECE, Box.STEP, Box.ONWARD, Box.JUMP, Box.SAIL_PIECE, Box.SAIL_TO):
        FLOW.play(s, ADVICE.order(s)[0])
    return field


def fought(attack: str, defence: str, *, works: bool, seed: int) -> bool:
    """One battle to the end: does the attacker clear the box?"""
    field = Field()
    for kind in attack.split():
        field.unit(kind, "Camden")
    for kind in defence.split():
        field.rebel(kind, "Camden", works=works)
    s = ready(field.state, UNION, box("Camden"), crossing=False, rounds=99)
    assert s is not None
    rng = Random(seed)
    while s.stack and s.place == box("Camden"):
        if FLOW.is_chance(s):
            FLOW.play(s, rng.choice(s.options))
        elif s.stack[-1][0] == Box.VICTOR:
            break
        else:
            FLOW.play(s, STAND.get(s.stack[-1][0], s.options[0]))
    return s.winner == UNION


def power(kinds: str) -> float:
    return sum(WORTH[KINDS.index(kind)] for kind in kinds.split())


@pytest.mark.parametrize(
    ("attack", "defence", "works"),
    [
        ("FV FV", "MF", False),
        ("MF MF", "FV FV", False),
        ("MF MF MF", "FV", True),
        ("FV FV FV FV", "FV FV FV FV", False),
        ("FV FV FV FV FV FV", "MF MF MF MF", True),
        ("FS FS FS", "FV FV FV", False),
    ],
)
def test_the_odds_are_those_of_battles_that_are_fought(attack, defence, works):
    guessed = chance(power(attack), power(defence) * (WORKS if works else 1.0))
    won = sum(fought(attack, defence, works=works, seed=i) for i in range(150)) / 150
    assert abs(guessed - won) < 0.2


def test_the_odds_grow_with_the_attack_and_fall_with_the_defence():
    values = [chance(a, 6.0) for a in (0.0, 2.0, 4.0, 6.0, 8.0, 12.0, 40.0)]
    assert values == sorted(values) and values[0] == 0.0 and values[-1] == 1.0
    assert chance(3.0, 0.0) == 1.0
    assert chance(5.0, 4.0) > chance(5.0, 5.0) > chance(5.0, 6.0)


@pytest.mark.parametrize("scenario", ["1861", "1862"])
def test_the_ordering_has_every_option_once(scenario):
    seen = set()
    for s in playing(scenario, "order", slips=0.1):
        assert sorted(ADVICE.order(s)) == sorted(s.options)
        seen.add(s.stack[-1][0])
    assert {Box.MARCH, Box.PIECE, Box.STEP, Box.RETREAT, Box.CITY, Box.PROMOTE} <= seen


def test_the_ordering_depends_on_the_position_alone():
    for i, s in enumerate(playing("1862", "twice")):
        if i % 7 == 0:
            assert list(ADVICE.order(s)) == list(ADVICE.order(s.clone()))


@pytest.mark.parametrize(("union", "attacks"), [(24, True), (6, False)])
def test_the_union_storms_richmond_with_good_odds_only(union, attacks):
    field = Field(turn=20).owns(UNION, "Fredericksburg")
    for _ in range(union):
        field.unit("FV", "Fredericksburg")
    for _ in range(4):
        field.unit("FV", "Washington")
    for _ in range(10):
        field.rebel("FV", "Richmond")
    after_movement(field.marching(2))
    there = field.state.count_at(UNION, box("Richmond"))
    assert there >= 16 if attacks else there == 0


def test_two_armies_join_against_a_third():
    field = Field(turn=20).owns(UNION, "Manassas Junction", "Front Royal", "Harper's Ferry")
    for place in ("Manassas Junction", "Front Royal"):
        for _ in range(3):
            field.unit("FV", place)
    for _ in range(6):
        field.unit("MF", "Washington")
    for _ in range(4):
        field.rebel("FV", "Gordonsville")
    field.owns(UNION, "Staunton")
    for _ in range(3):
        field.unit("FV", "Staunton")
    after_movement(field.marching(3))
    assert field.state.count_at(UNION, box("Gordonsville")) in (0, 6)


def test_washington_keeps_a_guard():
    field = Field(turn=20)
    for _ in range(8):
        field.unit("FV", "Washington")
    for _ in range(7):
        field.rebel("FV", "Harper's Ferry", works=True)
    field.rebel("MF", "Fredericksburg")
    after_movement(field.marching(4))
    assert field.state.count_at(UNION, box("Washington")) >= 5


def test_the_confederacy_takes_an_open_washington():
    field = Field(side=CSA, turn=20)
    for _ in range(3):
        field.rebel("FV", "Harper's Ferry")
    field.owns(CSA, "Harper's Ferry").unit("MF", "Philadelphia")
    after_movement(field.marching(2))
    assert field.state.count_at(CSA, box("Washington")) > 0 or field.state.outcome is not None


def test_a_six_brings_a_landing_in_a_weak_port():
    field = Field(turn=20)
    for _ in range(10):
        field.unit("FV", "Washington")
    field.rebel("MF", "New Orleans")
    field.marching(6, die=6)
    assert first_march(field) == SAIL + box("Washington")
    after_movement(field)
    assert any(field.state.count_at(UNION, b) for b in range(len(MAP.name)) if MAP.port[b] and MAP.owner[b] == CSA)


def test_evaluations_are_chances_of_both_sides():
    for i, s in enumerate(playing("1862", "chances")):
        if i % 20 == 0:
            union, south = (ADVICE.evaluate(s, side) for side in (Side.UNION, Side.CSA))
            assert 0.0 <= union <= 1.0 and union + south == pytest.approx(1.0)


def test_a_finished_match_is_valued_by_its_result():
    field = Field(side=UNION, turn=20).owns(UNION, *(MAP.name[b] for b in PRIZES))
    field.ending()
    assert ADVICE.evaluate(field.state, Side.UNION) == 1.0 and ADVICE.evaluate(field.state, Side.CSA) == 0.0


def test_a_lead_late_in_a_scenario_is_worth_more():
    gains = []
    for turn in (9, 17):
        plain, ahead = Field(scenario="1862", turn=turn, empty=False), Field(scenario="1862", turn=turn, empty=False)
        ahead.owns(UNION, "Memphis", "Atlanta", "Mobile", "New Orleans")
        gains.append(ADVICE.evaluate(ahead.state, Side.UNION) - ADVICE.evaluate(plain.state, Side.UNION))
    assert 0 < gains[0] < gains[1]


def test_features_are_named_and_have_learned_weights():
    s = TITLE.setup("1861")
    union, south = ADVICE.features(s, Side.UNION), ADVICE.features(s, Side.CSA)
    assert tuple(union) == NAMES and all(union[name] == -south[name] for name in NAMES)
    assert EVALUATION.judge("1861").chance([0.0] * len(NAMES)) != EVALUATION.judge("1862").chance([0.0] * len(NAMES))


def test_the_script_beats_chance():
    rng = Random("beats")
    for me in (UNION, CSA):
        won = 0
        for _ in range(4):
            s = TITLE.setup("1862")
            while s.stack:
                mine = not FLOW.is_chance(s) and FLOW.side(s) == me
                FLOW.play(s, ADVICE.order(s)[0] if mine else rng.choice(s.options))
            won += s.outcome.winner == me
        assert won == 4
