"""6.0 and O4.3: promotion."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.house_divided.frames import DONE, FIGHT_ON
from bivouac.titles.house_divided.printed.map import CSA, UNION
from bivouac.titles.house_divided.printed.units import CS, CV, FS, FV
from titles.house_divided.kit import Field, box, entrenched, missing


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


@pytest.mark.rule("AHD-6.0e", refuses=True)
@pytest.mark.parametrize("narrow", [False, True])
def test_a_piece_promoted_for_a_victory_may_be_promoted_again_unless_another_is_asked_for(narrow):
    field = Field(*["promote-another-piece"] * narrow)
    victor = field.unit("MF", "Camden")
    field.unit("MF", "Chicago")
    field.rebel("MF", "Camden", reduced=True)
    field.fighting().until(lambda q: field.state.firing == UNION and q.box == "shot", missing)
    field.rolls(1).answer(victor)
    field.until(lambda q: q.box == "promote", missing)
    assert field.rule(victor) == ("AHD-6.0e" if narrow else None)


@pytest.mark.rule("AHD-6.0e", "AHD-O4.3a", refuses=True)
def test_training_promotes_two_pieces_and_not_one_twice():
    field = Field("replacement-training", side=CSA)
    unit, other = field.rebel("MF", "Atlanta"), field.rebel("MF", "Atlanta")
    field.promoting().rolls(1).answer(unit)
    assert field.rule(unit) == "AHD-6.0e" and field.rule(other) is None


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
    yanks = [field.unit("FV", "Camden") for _ in range(4)]
    rebels = [field.rebel(kind, "Camden", reduced=True) for kind in ("FV", "FS", "MF", "CV")]
    field.fighting()  # in the Union's turn
    field.until(lambda q: q.box == "aim" and field.state.firing == UNION, missing)
    field.aims(*zip(yanks, rebels))
    field.rolls(1, 1, 1, 1)
    assert all(field.where(rebel) == "" for rebel in rebels)
    field.until(lambda q: q.box == "training_die", missing)
    field.rolls(3)  # less two for the veteran and the crack infantry
    assert field.told("trained")[0]["lost"] == 2 and field.state.promotions == 2


@pytest.mark.rule("AHD-O4.3b")
def test_losses_of_an_earlier_turn_do_not_help():
    field = Field("replacement-training")
    field.rebel("MF", "Atlanta")
    field.unit("MF", "Chicago")
    field.state.lose(field.rebel("FV", "Camden"))
    turn = field.state.turn
    field.ending()
    field.until(lambda q: field.state.turn == turn + 1 and q.box == "training_die", missing)
    assert field.state.lost == 0
    field.rolls(2)
    assert field.told("trained")[-1]["lost"] == 0 and field.state.promotions == 1


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
