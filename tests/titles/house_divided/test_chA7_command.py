"""A7.0: the command of a battle day."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.printed.map import CSA, UNION
from bivouac.titles.house_divided.printed.units import COMMAND_MAXIMUM, ROUNDS_A_DAY, TURN_OF
from bivouac.titles.house_divided.rules.chA7_command import command_value
from titles.house_divided.kit import Field, missing


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
