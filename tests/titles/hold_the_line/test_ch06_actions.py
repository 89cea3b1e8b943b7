"""6: action points, actions."""

from random import Random

import pytest

from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits
from bivouac.core.text import Name
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.frames import AT, Box
from bivouac.titles.hold_the_line.printed.map import HEX_NUMBERS
from bivouac.titles.hold_the_line.printed.units import (
    ASSAULT_PRICE,
    FIRE_PRICE,
    GREEN,
    GUNBOAT,
    LEADER,
    LEADER_PRICE,
    MOVE_PRICE,
    RALLY_PRICE,
)
from bivouac.titles.hold_the_line.rules.ch04_stacking import closed_to
from titles.hold_the_line.kit import C, Field, U

# --- 6.0-6.1 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-6.0a")
def test_points_are_rolled_anew_every_turn():
    f = Field(cap=(4, 4), roll=6)
    assert f.ap == 7
    assert f.end(1).ap == 5 and f.end(3).ap == 6, "nothing is kept"


@pytest.mark.rule("HTL-6.1.1b", "HTL-6.1.1c", "HTL-6.1.1d")
def test_one_two_or_three_points_for_the_die():
    assert [Field(cap=(4, 4), roll=n).ap - 4 for n in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("HTL-6.1.2a", "HTL-6.2a", "HTL-6.2.7a")
def test_points_pay_for_moving_fighting_and_reinforcing_each_at_its_price():
    assert (MOVE_PRICE, FIRE_PRICE, ASSAULT_PRICE, LEADER_PRICE, RALLY_PRICE) == (1, 1, 2, 1, 1)
    union = "infantry E5 black A, infantry D7 black B, leader D7 L, infantry C3 black D, cavalry E3 black K"
    f = Field(union, "infantry F5 black, infantry F3 black")
    f.state.sp[f.at("B")] = 1
    spent = [f.ap]
    for unit, word, dice in (("A", "fire F5", (1, 1, 1)), ("K", "assault F3", (1, 1, 1)), ("L", "rally", (0,)), ("D", "move C4", ())):
        f.order(unit, word).rolls(*dice)
        spent.append(f.ap)
    assert spent == [10, 9, 7, 6, 5]
    f = Field("infantry E5 black A", "infantry F5 black").activate("A")
    assert {a & 0x380 for a in f.options} <= {0, 128, 256, 384}, "no other action can be bought"


@pytest.mark.rule("HTL-6.1.3a")
@pytest.mark.rule("HTL-6.1.3a", refuses=True)
def test_a_unit_finishes_before_the_next_begins():
    f = Field("cavalry E5 black A, infantry D7 black B").order("A", "move F5")
    assert f.box == "step" and f.question.side == U
    assert set(f.hexes) == {"E4", "F4", "E5", "G5", "E6", "F6"} and f.can("halt"), "only the move at hand is asked about"
    why = TITLE.why(f.state, Name("piece", f.at("B")))
    assert why.rule == "HTL-7.1a", "the other unit is pointed at in vain: it stands in no hex that the move could go to"
    f.do("halt")
    assert f.can_activate("B")


@pytest.mark.rule("HTL-6.1.4a")
@pytest.mark.rule("HTL-6.1.4a", refuses=True)
def test_a_unit_acts_once_a_turn():
    f = Field("infantry E5 black", "infantry G5 black").order("E5", "fire G5").rolls(1, 1, 1)
    assert f.not_active("E5").rule == "HTL-6.1.4a"
    assert f.end().end().can_activate("E5")


@pytest.mark.rule("HTL-6.1.4a", refuses=True)
def test_a_ride_uses_up_the_leaders_turn():
    f = Field("infantry E5 black A, leader E5 L", "infantry M1 black").order("A", "ride F5", "halt")
    assert f.not_active("L").rule == "HTL-6.1.4a"


# --- 6.2.1-6.2.3 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-6.2.1a", "HTL-7.0a")
def test_infantry_artillery_and_gunboats_move_or_fight():
    for union, dice in (("infantry E5 black", 3), ("artillery E5 black", 4), ("gunboat E5", 3)):
        ground = {"E5": "~", "D5": "~"} if union.startswith("gunboat") else {}
        f = Field(union, "infantry F5 black", ground=ground).activate("E5")
        assert f.can("move D5") and f.can("fire F5")
        assert f.do("fire F5").rolls(*[1] * dice).ap == 9
        f = Field(union, "infantry H9 black", ground=ground).order("E5", "move D5")
        f.do(*(["halt"] if f.box == "step" else []))
        assert f.where("u1") == "D5" and f.ap == 9


@pytest.mark.rule("HTL-6.2.1b")
@pytest.mark.rule("HTL-6.2.1b", refuses=True)
def test_no_fight_after_a_move_and_no_move_after_a_fight():
    for unit in ("infantry {} black A", "artillery {} black A", "gunboat {} A"):
        ground = {"D5": "~", "E5": "~"} if unit.startswith("gunboat") else {}
        f = Field(unit.format("D5"), "infantry F5 black", ground=ground).order("A", "move E5")
        assert f.box == "activate" and f.not_active("A").rule == "HTL-6.1.4a", "next to the enemy, and yet no fire"
        f = Field(unit.format("E5"), "infantry G5 black", ground=ground).order("A", "fire G5").rolls(1, 1, 1)
        assert f.not_active("A").rule == "HTL-6.1.4a", "and no move after it"
    f = Field("infantry E5 black A", "infantry F5 black").order("A", "assault F5").rolls(1, 1, 1)
    assert f.not_active("A").rule == "HTL-6.1.4a"


@pytest.mark.rule("HTL-6.2.2a")
@pytest.mark.rule("HTL-6.2.2a", refuses=True)
def test_an_assault_needs_two_points_and_a_neighbour():
    for kind in ("infantry", "cavalry"):
        f = Field(f"{kind} E5 black A", "infantry F5 black", cap=(1, 1)).order("A", "assault F5").rolls(1, 1, 1)
        assert f.state.active == C, "both points are spent"
        f = Field(f"{kind} E5 black A", "infantry F5 black", cap=(0, 0)).activate("A")
        assert f.no("assault F5").rule == "HTL-8.3.1c" and f.can("fire F5")
        assert Field(f"{kind} E5 black A", "infantry G5 black").activate("A").no("assault G5").rule == "HTL-8.3.1b"


@pytest.mark.rule("HTL-6.2.3a")
@pytest.mark.rule("HTL-6.2.3a", refuses=True)
def test_prices_of_cavalry():
    f = Field("cavalry C5 black A", "infantry F5 black").order("A", "move D5", "move E5", "halt", "fire F5").rolls(1, 1, 1)
    assert f.ap == 8
    f = Field("cavalry C5 black A", "infantry F5 black").order("A", "move D5", "move E5", "halt", "hold")
    assert f.ap == 9
    f = Field("cavalry C5 black A", "infantry F5 black", cap=(0, 0)).order("A", "move D5", "move E5", "halt")
    assert f.state.active == C, "without a second point it does not fire"
    f = Field("cavalry E5 black A", "infantry F5 black").order("A", "fire F5").rolls(1, 1, 1)
    assert f.not_active("A").rule == "HTL-6.1.4a"


# --- the leader's extra hex (6.2.4) ---------------------------------------------------------------------------------


def led(kind="infantry", enemy="infantry H5 black", **keys):
    return Field(f"{kind} E5 black A, leader E5 L", enemy, **keys)


@pytest.mark.rule("HTL-6.2.4a")
def test_one_hex_more_for_two_points_in_all():
    assert led().order("A", "ride F5", "move G5").ap == 8
    f = led("cavalry", "infantry J5 black").order("A", "ride F5", "move G5", "move H5")
    assert f.ap == 9 and f.do("move I5").ap == 8 and f.where("A") == f.where("L") == "I5"
    f = led("artillery").order("A", "ride F5")
    assert f.box == "activate" and f.where("A") == f.where("L") == "F5", "not for artillery"


@pytest.mark.rule("HTL-6.2.4b", "HTL-6.2.4d")
@pytest.mark.rule("HTL-6.2.4b", "HTL-6.2.4d", refuses=True)
def test_whoever_is_driven_on_does_not_fight():
    f = led("cavalry", "infantry J5 black").order("A", "ride F5", "move G5", "move H5", "move I5")
    assert f.box == "activate" and f.not_active("A").rule == "HTL-6.1.4a", "it stands next to the enemy and may not fire"
    f = led("cavalry", "infantry I5 black").order("A", "ride F5", "move G5", "move H5")
    assert f.box == "mounted", "without the extra hex it may"
    f = led().order("A", "ride F5", "move G5")
    assert f.box == "activate" and f.not_active("A").rule == "HTL-6.1.4a"


@pytest.mark.rule("HTL-6.2.4c")
def test_the_leader_stays_attached_all_the_way():
    f = led().order("A", "ride F5", "move G5")
    assert f.where("A") == f.where("L") == "G5"
    f = led().order("A", "move F5")
    assert f.hexes == ["E4", "F4", "E5", "E6", "F6"], "without him there is only the forced march, away from H5"


@pytest.mark.rule("HTL-6.2.4e")
@pytest.mark.rule("HTL-6.2.4e", refuses=True)
def test_stopping_terrain_stops_the_driven_too():
    f = led(ground={"F5": "f"}).order("A", "ride F5")
    assert f.box == "activate" and f.not_active("A").rule == "HTL-6.1.4a" and f.where("A") == "F5"


@pytest.mark.rule("HTL-6.2.4f")
@pytest.mark.rule("HTL-6.2.4f", refuses=True)
def test_the_driven_stop_next_to_an_enemy():
    f = led(enemy="infantry F4 black").order("A", "ride F5")
    assert f.box == "activate" and f.where("A") == "F5" and f.ap == 9, "F5 is next to F4: no extra hex"
    assert f.not_active("A").rule == "HTL-6.1.4a"
    f = led(enemy="infantry D5 black").order("A", "ride F5", "move G5")
    assert f.where("A") == "G5" and f.ap == 8, "whoever begins next to an enemy may leave"


@pytest.mark.rule("HTL-6.2.4x1")
def test_example_open_ground_and_then_forest():
    f = led(enemy="infantry H5 black", ground={"G5": "f"}).order("A", "ride F5", "move G5")
    assert f.where("A") == "G5" and f.ap == 8
    f = led(enemy="infantry H5 black", ground={"F5": "f"}).order("A", "ride F5")
    assert f.where("A") == "F5" and f.box == "activate" and f.ap == 9


# --- 6.2.5-6.2.7 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-6.2.5a", "HTL-9.1.1a")
def test_a_leader_goes_along_on_the_units_point_and_at_its_rate():
    f = led("artillery").order("A", "ride F5")
    assert f.ap == 9 and f.where("L") == "F5"
    f = Field("infantry E5 black A, leader D5 L").order("L", "move E5").activate("A")
    assert f.no("ride F5").rule == "HTL-6.2.5a", "he came this turn and has acted"
    f = led().order("A", "move D5", "halt")
    assert f.where("L") == "E5", "he may also stay"


@pytest.mark.rule("HTL-6.2.5b")
def test_a_leader_by_himself_pays_one_point():
    assert Field("leader E5 L").order("L", "move F5").ap == 9
    f = led().order("L", "move E6")
    assert f.ap == 9 and f.where("A") == "E5" and f.where("L") == "E6", "also one who leaves his unit"


@pytest.mark.rule("HTL-6.2.6a", "HTL-7.2a")
@pytest.mark.rule("HTL-6.2.6a", "HTL-7.2a", refuses=True)
def test_no_passing_through_and_no_swapping():
    f = Field("cavalry E5 black A, infantry F5 black B, infantry E4 black D").activate("A")
    assert f.no("move F5").rule == "HTL-4.4a", "not even on the way"
    f.do("move E6", "move F6", "move G5")
    assert f.where("A") == "G5", "around it goes"
    f = Field("infantry E5 black A, infantry F5 black B").activate("A")
    assert f.no("move F5").rule == "HTL-4.4a", "they cannot change places"
    f = Field("infantry E5 black A", "infantry F5 black").activate("A")
    assert f.no("move F5").rule == "HTL-7.2.1c"


@pytest.mark.rule("HTL-6.2.6b")
def test_retreats_keep_to_the_limit():
    """The only way back of F5 is G5, held by a friend who can make room: he is displaced, never joined."""
    wall = dict.fromkeys(("F4", "E4", "E6", "F6"), "s")
    f = Field("infantry E5 black", "infantry F5 green A, infantry G5 black B", ground=wall)
    f.order("E5", "assault F5").rolls(6, 1, 1).rolls(GREEN)
    f.answer(f.options[0])
    assert f.where("A") == "G5" and f.where("B") != "G5" and f.where("B") != "gone"


@pytest.mark.rule("HTL-6.2.7b")
def test_the_turn_ends_without_points_or_when_the_player_likes():
    f = Field("infantry E5 black", cap=(0, 3)).order("E5", "move F5", "halt")
    assert f.state.active == C and f.asked == (Side.CHANCE, "ap_die")
    assert Field().end().state.active == C


@pytest.mark.rule("HTL-6.1.3a", refuses=True)
def test_who_is_closed_in_and_sees_nobody_is_not_asked():
    around = ("D4", "E4", "D5", "F5", "D6", "E6")
    for kind in ("infantry", "cavalry", "artillery"):
        assert not Field(f"{kind} E5 black A", ground=dict.fromkeys(around, "s")).can_activate("A"), "by swamp"
        friends = ", ".join(f"{kind} {name} black" for name in around)
        f = Field(f"{kind} E5 black A, {friends}")
        assert not f.can_activate("A") and f.can_activate("E4"), "by friends of its own kind"
    brook = {"ground": {**dict.fromkeys(around, "s"), "F5": "~"}, "more": '[ford]\nhexes = "F5"\nkinds = ["infantry"]'}
    assert Field("infantry E5 black A", **brook).can_activate("A") and not Field("cavalry E5 black A", **brook).can_activate("A")


BANKS = {"E2": "~", "F2": "=", "G2": "~", "D3": "s", "B4": "s", "A3": "s", "C3": "f"}


def scattered(f, rng):
    """The same pieces thrown together in another way, on ground that is open to them."""
    s, field = f.state.clone(), f.state.field
    for p in range(len(s.pos)):
        s.lift(p)
    for p, kind in enumerate(field.kind_of):
        side = field.side_of[p]
        ground = field.harbour if kind == GUNBOAT else field.open_to[kind]
        taken = s.leads[0] | s.leads[1] if kind == LEADER else closed_to(s, kind, side)
        near = [h for name in NOOK if (h := HEX_NUMBERS[name]) in bits(ground & ~taken)]
        s.put(p, rng.choice(near or [h for h in bits(ground & ~taken) if h > 90]))
    return s


NOOK = ("A1", "B1", "C1", "A2", "B2", "C2", "D2", "A3", "B3", "C3", "E2", "G2", "D4")


@pytest.mark.rule("HTL-6.2.7a", "HTL-5.1b", "HTL-6.1.3a")
def test_the_quick_look_finds_who_the_rules_allow_to_the_last_point():
    """Ninety crowds in the corner of the map, with nought to three points left: who may act, and at whom he may fire."""
    rng, activate = Random("crowds"), AT[Box.ACTIVATE]
    who, at = (next(way for way in TITLE.flow.boxes[box].ways if way.options) for box in (Box.ACTIVATE, Box.ORDER))
    for ground in ({}, BANKS, BANKS | dict.fromkeys(("A2", "C2", "B3"), "s")):
        f = Field(
            "infantry F6 black, cavalry G6 black, artillery H6 black, gunboat E2, leader I6, leader J6, leader K6",
            "infantry F8 black, cavalry G8 black, artillery H8 black, leader I8",
            bystanders=False,
            ground=ground | {"E2": "~"},
        )
        for _ in range(30):
            s = scattered(f, rng)
            for s.ap in range(4):
                assert list(who.options(s, activate)) == list(who.filtered(s, activate)), (s.pos, s.ap)
                for p in s.field.own[s.active][:4]:
                    s.take_up(p)
                    assert list(at.options(s, activate)) == list(at.filtered(s, activate)), (s.pos, p, s.ap)


@pytest.mark.rule("HTL-5.1b", refuses=True)
def test_artillery_that_is_closed_in_without_a_target_cannot_act():
    around = dict.fromkeys(("D4", "E4", "D5", "F5", "D6", "E6"), "s")
    f = Field("artillery E5 black G", ground=around)
    assert not f.can_activate("G") and f.not_active("G").rule == "HTL-5.1b"
    guns = "artillery E5 black G, artillery D4 black, artillery E4 black, artillery D5 black, artillery F5 black, artillery D6 black"
    assert not Field(f"{guns}, artillery E6 black").can_activate("G"), "other artillery leaves no room"
    assert Field(f"{guns}, infantry E6 black").can_activate("G"), "infantry does"
    assert not Field("gunboat B1 G", ground={"B1": "~"}).can_activate("G"), "nor can a gunboat on a single hex of river"


@pytest.mark.rule("HTL-5.1b", "HTL-4.4d", refuses=True)
def test_a_leader_who_could_only_join_another_one_cannot_act():
    around = dict.fromkeys(("D4", "E4", "F4", "D5", "G5", "D6", "E6", "F6"), "s")
    for side in ("union", "csa"):
        f = Field(**{side: "leader E5 L, leader F5 M"}, ground=around, first=side)
        assert not f.can_activate("L") and not f.can_activate("M"), side
