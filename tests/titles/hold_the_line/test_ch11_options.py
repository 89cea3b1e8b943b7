"""11: the optional rules, the handicaps and the rulings that can be switched."""

import pytest

from bivouac.core.title import BadSetup
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.printed.units import BLACK, GOLD, GREEN
from titles.hold_the_line.kit import Field


def wounded(*options, union="infantry E5 black A, leader E5 L", sp=1, **keys):
    """A unit that has lost blocks, with its leader."""
    f = Field(union, keys.pop("csa", ""), *options, **keys)
    f.state.sp[f.at("A")] = sp
    return f


# --- optional rules (11) --------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-11a")
def test_every_optional_rule_can_be_switched_by_itself():
    for option in TITLE.options:
        assert TITLE.setup("bull-run-1", [option]).stack
    both = ["attacker-morale", "no-rally-when-hit", "hill-artillery", "advance-after-fire", "union-plus-1", "csa-minus-2"]
    assert set(TITLE.options) >= set(both) and TITLE.setup("bull-run-1", both).stack


@pytest.mark.rule("HTL-11.1a", "HTL-11.1b")
def test_attackers_test_their_nerve():
    f = Field("infantry E5 black A", "infantry F5 black", "attacker-morale").order("A", "assault F5")
    assert f.box == "nerve" and f.ap == 8
    assert f.rolls(GREEN).box == "dice", "it charges"
    f = Field("infantry E5 black A", "infantry F5 black B", "attacker-morale", ground={"E5": "f"}).order("A", "assault F5").rolls(BLACK)
    assert f.box == "nerve_fire" and f.ap == 8, "its own colour, its terrain does not count: it may only fire"
    assert not f.can("assault F5") and f.do("fire F5").rolls(5, 4, 4).sp("B") == 3 and f.ap == 8
    f = Field("infantry E5 black A", "infantry F5 black", "attacker-morale").order("A", "assault F5").rolls(BLACK).do("hold")
    assert f.not_active("A").rule == "HTL-6.1.4a" and f.ap == 8


@pytest.mark.rule("HTL-11.1a", "HTL-11.1b")
def test_cavalry_tests_its_nerve_too():
    f = Field("cavalry E5 green A", "infantry F5 black", "attacker-morale").order("A", "assault F5")
    assert f.box == "nerve" and f.rolls(GREEN).box == "nerve_fire" and f.can("fire F5")
    f = Field("cavalry E5 green A", "infantry F5 black", "attacker-morale").order("A", "assault F5").rolls(GOLD)
    assert f.box == "dice"


@pytest.mark.rule("HTL-11.1c")
def test_a_leader_steadies_the_attacker():
    f = Field("infantry E5 black A, leader E5 L", "infantry F5 black", "attacker-morale").order("A", "assault F5")
    assert f.rolls(BLACK).box == "dice"
    f = Field("infantry E5 black A, leader E5 L", "infantry F5 black", "attacker-morale").order("A", "assault F5")
    assert f.rolls(GOLD).box == "nerve_fire"


@pytest.mark.rule("HTL-11.2a")
@pytest.mark.rule("HTL-11.2a", refuses=True)
def test_units_that_were_hit_are_not_reinforced():
    for option, hit, can in (("no-rally-when-hit", True, False), ("no-rally-when-hit", False, True), ("", True, True)):
        f = wounded(*filter(None, [option]), sp=3, csa="infantry F5 black B").end().order("B", "fire E5").rolls(5 if hit else 1, 2, 2)
        if f.box == "leader_die":
            f.rolls(6)
        f.end().activate("L")
        assert f.can("rally") == can
        if not can:
            assert f.no("rally").rule == "HTL-11.2a"
    f = wounded("no-rally-when-hit", sp=3, csa="infantry F5 black B").end().order("B", "fire E5").rolls(5, 2, 2).end()
    assert f.state.hit >> f.at("A") & 1
    f.end()
    assert not f.state.hit >> f.at("A") & 1, "his own turn is over: the hit is forgotten"
    assert f.end().activate("L").can("rally"), "a turn later it may"


@pytest.mark.rule("HTL-11.3a")
def test_artillery_on_a_hill_fires_four_hexes_far():
    f = Field("artillery E5 black", "infantry I5 black B", "hill-artillery", ground={"E5": "h"}).order("E5", "fire I5").rolls(6, 5, 5)
    assert f.sp("B") == 3
    f = Field("artillery E5 black", "infantry I5 black B", "hill-artillery", ground={"A9": "h"}).activate("E5")
    assert f.no("fire I5").rule == "HTL-8.1.3a", "not from the plain"
    f = Field("artillery E5 black", "infantry I5 black B", ground={"E5": "h"}).activate("E5")
    assert f.no("fire I5").rule == "HTL-8.1.3a", "not without the rule"
    f = Field("infantry E5 black, artillery A9 black", "infantry H5 black B", "hill-artillery", ground={"E5": "h"}).activate("E5")
    assert not f.can("fire H5"), "not for infantry"


@pytest.mark.rule("HTL-11.4a")
def test_advance_after_fire():
    f = Field("infantry E5 black A", "infantry F5 black 1", "advance-after-fire").order("A", "fire F5").rolls(6, 1, 1)
    assert f.box == "advance" and f.do("advance").where("A") == "F5"
    f = Field("artillery E5 black A", "infantry F5 black 1", "advance-after-fire").order("A", "fire F5").rolls(6, 1, 1, 1)
    assert f.do("advance").where("A") == "F5", "artillery too"
    f = Field("infantry E5 black A", "infantry G5 black 1", "advance-after-fire").order("A", "fire G5").rolls(6, 1, 1)
    assert f.box == "activate", "not from afar"
    f = Field("infantry E5 black A", "infantry F5 black 1, artillery F5 black", "advance-after-fire").order("A", "fire F5").rolls(6, 1, 1)
    assert f.box == "activate", "the hex is not empty"
    f = Field("infantry E5 black A", "infantry F5 black 1").order("A", "fire F5").rolls(6, 1, 1)
    assert f.box == "activate", "not without the rule"
    f = Field("gunboat E5 A", "infantry F5 black 1", "advance-after-fire", ground={"E5": "~"}).order("A", "fire F5").rolls(6, 1, 1)
    assert f.box == "activate", "a gunboat stays on the river"


@pytest.mark.rule("HTL-9.1.1a", "HTL-6.2.5a", "HTL-11.4a")
@pytest.mark.rule("HTL-8.3.4a", refuses=True)
def test_a_leader_who_rode_with_cavalry_advances_with_it():
    f = Field("cavalry E5 black A, leader E5 L", "infantry G5 green 1", "advance-after-fire").order("A", "ride F5", "halt", "fire G5")
    assert f.rolls(6, 6, 6).do("advance led").where("A") == f.where("L") == "G5"
    f = Field("cavalry E5 black A, leader F5 L", "infantry G5 green 1", "advance-after-fire").order("A", "move F5", "halt", "fire G5")
    assert f.rolls(6, 6, 6).no("advance led").rule == "HTL-8.3.4a", "he did not begin the turn with the cavalry"
    f = Field("cavalry E5 black A, leader E5 L", "infantry F5 green 1", "advance-after-fire").order("A", "fire F5").rolls(6, 6, 6)
    assert f.do("advance led").where("L") == "F5"
    f = Field("cavalry E5 black A, leader D5 L", "infantry F5 green 1", "advance-after-fire").order("L", "move E5")
    assert f.order("A", "fire F5").rolls(6, 6, 6).no("advance led").rule == "HTL-8.3.4a", "he has acted"


@pytest.mark.rule("HTL-11.5a")
def test_handicaps_change_the_command_points():
    assert Field("", "", "union-plus-2", cap=(4, 4)).ap == 7
    f = Field("", "", "union-minus-1", "csa-minus-2", cap=(4, 4))
    assert f.ap == 4 and f.end(1).ap == 3
    with pytest.raises(BadSetup):
        TITLE.setup("bull-run-1", ["union-plus-1", "union-minus-1"])


# --- rulings that can be switched, options that would be idle -----------------------------------------------------------


@pytest.mark.rule("HTL-3.1d")
def test_guns_next_to_their_target_need_a_four_or_by_the_other_reading_a_five():
    for union, dice in (("artillery E5 black", (4, 4, 4, 5)), ("gunboat E5", (4, 4, 5))):
        ground = {"E5": "~"} if union.startswith("gunboat") else {}
        for options, left in (((), 4 - len(dice)), (("guns-need-five",), 3)):
            f = Field(union, "infantry F5 black B", *options, ground=ground).order("E5", "fire F5").rolls(*dice)
            assert f.where("B") == "gone" if left == 0 else f.sp("B") == left, (union, options)
    f = Field("infantry E5 black", "infantry F5 black B, artillery M1 black", "guns-need-five").order("E5", "fire F5")
    assert f.rolls(5, 4, 4).sp("B") == 3, "infantry fires as ever"


def test_an_option_that_could_do_nothing_is_refused_with_a_reason():
    bare = {"union": "infantry E5 black", "csa": "infantry F5 black"}
    for option in ("no-rally-when-hit", "hill-artillery", "guns-need-five", "rally-by-each-leader", "blocks-need-a-halt"):
        with pytest.raises(BadSetup) as caught:
            Field(bare["union"], bare["csa"], option)
        for language in LANGUAGES:
            assert len(catalogue(language, TITLE).say(caught.value.text)) > 30
    with pytest.raises(BadSetup):
        Field(bare["union"], bare["csa"], "csa-minus-1", cap=(3, 0))
    assert Field(bare["union"], bare["csa"], "csa-plus-1", cap=(3, 0)).end(1).ap == 2
    assert Field("infantry E5 black, leader E5, leader C3", bare["csa"], "rally-by-each-leader").ap == 10


def test_options_go_by_their_old_names_too():
    assert TITLE.option_set(TITLE.scenario(None), ["hill_artillery", "union_plus_1"]) == {"hill-artillery", "union-plus-1"}
