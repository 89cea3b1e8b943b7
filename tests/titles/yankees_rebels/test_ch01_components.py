"""Chapter 1: units, dice, markers, the map."""

from __future__ import annotations

from collections import Counter

import pytest

from bivouac.core.draw.pieces import SHAPE
from bivouac.core.ids import Side
from bivouac.titles.yankees_rebels.draw.faces import face
from bivouac.titles.yankees_rebels.printed.map import AROUND, COLUMNS, KIND, SIZE, TERRAIN
from bivouac.titles.yankees_rebels.printed.units import (
    BLACK_WEIGHTS,
    EFFECTS,
    FACES,
    FIRE,
    HALF_POINTS,
    MARKER_FORCE,
    MARKERS,
    RESERVE_FORCE,
    SIDE,
    STRENGTH,
    TRAINING,
    TRAINING_DICE,
    UNITS,
    WHITE_WEIGHTS,
)
from titles.yankees_rebels.kit import (
    CSA_FLAG,
    DOUBLE,
    HAT,
    HEX,
    LOSS,
    TRUMPET,
    Box,
    aiming,
    at_box,
    battle,
    h,
    hexes,
    m,
    names,
    round_of,
    u,
)


@pytest.mark.rule("YR-1.0b")
def test_more_dice_than_the_box_holds_are_simply_rolled():
    p = aiming(("cs_hood", "cs_alexander"), "cs_hood@C2", "cs_alexander@C2", "us_gibbon@C3").answer(u("us_gibbon"))
    p.rolls(*[DOUBLE] * 9)
    assert p.told("hits")[0]["n"] == 9
    assert p.question.box == "effect"


@pytest.mark.rule("YR-1.1a", "YR-leg-a")
def test_sides_and_types_are_told_apart():
    assert Counter(SIDE) == {Side.UNION: 41, Side.CSA: 23}
    assert Counter(unit.type for unit in UNITS) == {"F": 28, "C": 15, "A": 18, "AC": 3}
    union, csa = face(f"unit-{u('us_gibbon')}-3-0"), face(f"unit-{u('cs_hood')}-6-0")
    assert SHAPE[0] in union and SHAPE[1] in csa and SHAPE[0] != SHAPE[1]


@pytest.mark.rule("YR-1.1b", "YR-1.1c", "YR-1.1d", "YR-leg-b")
def test_a_unit_of_four_takes_three_losses_and_falls_with_the_fourth():
    assert STRENGTH[u("us_hays")] == 4
    p = aiming(("cs_hood",), "cs_hood@C2", "us_hays@C3:4").answer(u("us_hays"))
    p.rolls(*[DOUBLE] * 3, *[TRUMPET] * 3, *[LOSS] * 3)
    assert p.state.force[u("us_hays")] == 1
    p = aiming(("cs_hood",), "cs_hood@C2", "us_hays@C3:4").answer(u("us_hays"))
    p.rolls(*[DOUBLE] * 4, *[TRUMPET] * 2, *[LOSS] * 4)
    assert p.state.where[u("us_hays")] == -2


@pytest.mark.rule("YR-1.1e")
def test_cavalry_and_artillery_have_two_strength_points():
    assert {STRENGTH[i] for i, unit in enumerate(UNITS) if unit.type != "F"} == {2}


@pytest.mark.rule("YR-1.1f", "YR-4.0a", "YR-4.0b")
def test_counters_carry_movement_training_and_fire():
    points = {unit.type: HALF_POINTS[i] for i, unit in enumerate(UNITS)}
    assert points == {"F": 4, "C": 8, "A": 4, "AC": 6}
    assert FIRE[u("us_taft")] == (0, 3, 2, 1, 1) and FIRE[u("us_tidball")] == (0, 3, 2, 1, 1)
    assert all(unit.training in ("conscript", "veteran", "elite") for unit in UNITS)


@pytest.mark.rule("YR-1.1g", "YR-5.3a")
def test_a_unit_rolls_as_many_dice_as_strength_is_left():
    p = aiming(("cs_hood",), "cs_hood@C2:4", "us_gibbon@C3").answer(u("us_gibbon"))
    assert p.told("attacks")[0]["dice"] == 4 and p.question.facts["n"] == 4


@pytest.mark.rule("YR-1.1h", "YR-1.1i")
@pytest.mark.parametrize(("target", "dice"), [("E2", 3), ("E3", 2), ("E4", 1), ("E5", 1)])
def test_artillery_rolls_by_range_whatever_its_strength(target, dice):
    p = aiming(("us_taft",), "us_taft@E1:1", f"cs_heth@{target}").answer(u("cs_heth"))
    assert p.told("attacks")[0]["dice"] == dice


@pytest.mark.rule("YR-1.1j", "YR-leg-c", "YR-1.3a")
def test_units_carry_their_corps_and_each_corps_has_a_marker():
    assert [corps for side, corps in MARKERS if side == "union"] == ["flag", "I", "II", "III", "V", "VI", "XI", "XII"]
    assert [corps for side, corps in MARKERS if side == "csa"] == ["flag", "I", "II", "III"]
    assert MARKER_FORCE[m("union", "XI")] == sum(1 << u(n) for n in ("us_barlow", "us_schurz", "us_steinwehr", "us_osborn"))
    assert len({face(f"marker-{i}") for i in range(len(MARKERS))}) == len(MARKERS)


@pytest.mark.rule("YR-1.1k")
def test_training_levels_by_arm():
    levels = {}
    for i, unit in enumerate(UNITS):
        levels.setdefault(unit.type, set()).add(TRAINING[i])
    assert levels == {"F": {"conscript", "veteran", "elite"}, "C": {"veteran", "elite"}, "A": {"veteran"}, "AC": {"veteran"}}
    assert {TRAINING[i]: TRAINING_DICE[i] for i in range(len(UNITS))} == {"conscript": 2, "veteran": 3, "elite": 4}
    assert all(unit.training_source == "reconstructed" for unit in UNITS if unit.type in ("F", "C"))


@pytest.mark.rule("YR-1.2a", "YR-3.0s")
def test_the_white_die():
    faces = dict(zip(FACES, WHITE_WEIGHTS, strict=True))
    assert faces == {"double": 2, "union": 1, "csa": 1, "trumpet": 1, "hat": 1}
    for marker, own, enemy in ((0, DOUBLE, CSA_FLAG), (1, CSA_FLAG, 1)):
        s = battle("cs_hood@C2", "us_gibbon@C5")
        s.cup = 0b11
        p = at_box(s, Box.DRAW).answer(marker)
        dice = 4 if marker == 0 else 5
        p.rolls(own, enemy, TRUMPET, HAT, *[DOUBLE] * (dice - 4))
        assert (p.state.flags, p.state.calls, p.state.trumpets, p.state.hats) == (1 + dice - 4, 1, 1, 1)


@pytest.mark.rule("YR-1.2b")
def test_the_black_die():
    assert dict(zip(EFFECTS, BLACK_WEIGHTS, strict=True)) == {"loss": 3, "retreat": 2, "save": 1}


@pytest.mark.rule("YR-1.3b", "YR-3.0m")
def test_reserves_have_no_marker_and_act_on_hats_and_under_their_flag():
    reserve = {UNITS[i].corps for i in range(len(UNITS)) if RESERVE_FORCE[SIDE[i]] >> i & 1}
    assert reserve == {"CR", "AR"} and not any(corps in reserve for _, corps in MARKERS)
    s = battle("us_gamble@C2", "us_gibbon@C4", "cs_hood@M11")
    assert names(a % 100 for a in round_of(s, m("union", "II"), flags=1, hats=1).options if a >= 100) == {"us_gamble"}
    assert u("us_gamble") not in round_of(s, m("union", "II"), flags=1, hats=1).options
    assert u("us_gamble") in round_of(s, m("union", "flag"), flags=1).options


@pytest.mark.rule("YR-1.4a", "YR-1.4c")
def test_the_grid_has_273_hexes_in_21_columns():
    assert SIZE == 273 and len(set(HEX)) == 273
    assert COLUMNS == "ABCDEFGHIKLMNOPQRSTUV"
    assert {name[0] for name in HEX} == set(COLUMNS) and {int(name[1:]) for name in HEX} == set(range(1, 14))


@pytest.mark.rule("YR-1.4d")
def test_low_columns_lie_half_a_hex_towards_one():
    assert hexes(AROUND[h("N5")]) == {"N6", "N4", "M5", "M6", "O5", "O6"}
    assert hexes(AROUND[h("K6")]) == {"K7", "K5", "I5", "I6", "L5", "L6"}
    assert hexes(AROUND[h("A1")]) == {"A2", "B1", "B2"}
    assert all(a in AROUND[b] for a in range(SIZE) for b in AROUND[a])


@pytest.mark.rule("YR-1.5a", "YR-5.3.1a")
def test_every_hex_has_a_row_in_the_terrain_table():
    assert {TERRAIN[n] for n in range(SIZE)} == set(KIND)
    assert Counter(TERRAIN) == {"open": 177, "hill": 30, "woods": 46, "wooded_hill": 5, "buildings": 10, "orchard": 4, "ploughed": 1}
