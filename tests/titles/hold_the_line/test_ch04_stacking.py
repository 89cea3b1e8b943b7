"""4: set-up, special rules of scenarios, stacking."""

import pytest

from bivouac.core.ids import Side
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.frames import AT, Box, Opening
from bivouac.titles.hold_the_line.printed.map import HEX_NAMES
from bivouac.titles.hold_the_line.printed.scenarios import field_for
from bivouac.titles.hold_the_line.printed.units import STRENGTH
from kit import Position
from titles.hold_the_line.kit import C, Field

# --- 4.1-4.3 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-4.0a", "HTL-4.1a", "HTL-4.1c")
def test_everything_is_set_up_before_the_first_turn():
    for name, scenario in TITLE.scenarios.items():
        state = TITLE.setup(name)
        file = field_for(scenario).file
        for side in (0, 1):
            wanted = sorted((u.name, u.hex) for u in file.side(side).units)
            mine = [(row.name, state.pos[p]) for p, row in enumerate(state.field.pieces) if row.side == side]
            there = sorted((unit, HEX_NAMES[h]) for unit, h in mine if h >= 0)
            assert there == wanted, name


@pytest.mark.rule("HTL-4.1b")
def test_special_rules_differ_by_scenario():
    """Gunboats do not pass the water battery while it stands; at Shiloh nothing closes the river."""
    p = Position(TITLE, "fort-donelson").rolls(1)
    s = p.state
    p.answer(900).rolls(1)
    boat = next(q for q, row in enumerate(s.field.pieces) if row.name == "Carondelet")
    p.answer(boat)
    names = {HEX_NAMES[a]: a for a in range(117)}
    assert p.refusal(names["K4"]).name == "not_past_the_battery" and p.refusal(names["K4"]).rule == "HTL-4.1b"
    assert names["K3"] in p.options
    guns = next(q for q, row in enumerate(s.field.pieces) if row.name == "Fort artillery")
    s.lift(guns)
    TITLE.flow.run(s)
    assert names["K4"] in s.options and names["M9"] in s.options


@pytest.mark.rule("HTL-4.1d")
def test_a_leader_enters_with_a_unit_of_his_group():
    more = (
        '[[union.reinforcements]]\nturn = 1\nhexes = "A5 A6"\nunits = [{ kind = "infantry", morale = "black", name = "Field" },'
        ' { kind = "infantry", morale = "black", name = "Kershaw" }, { kind = "leader", name = "Longstreet" }]'
    )
    f = Field("infantry C5 black", more=more)
    assert f.refusal(f.at("Longstreet")).rule == "HTL-4.1d"
    f.order("Field", "A5")
    assert f.where("Longstreet") == "A5" and f.ap == 9, "the leader costs nothing"
    assert f.activate("Kershaw").where("Kershaw") == "A6", "the other entry hex is taken"


@pytest.mark.rule("HTL-4.1d")
def test_a_leader_left_alone_off_the_map_enters_by_himself():
    more = (
        '[[union.reinforcements]]\nturn = 1\nhexes = "A5"\nunits = [{ kind = "infantry", morale = "black", name = "Field" },'
        ' { kind = "leader", name = "Longstreet" }]'
    )
    f = Field("leader A5 Lee, infantry C5 black", more=more).order("Field", "A5")
    assert f.where("Longstreet") == "off"
    f.end().end().order("Lee", "move B5").order("Longstreet", "A5")
    assert f.where("Longstreet") == "A5" and f.ap == 8


@pytest.mark.rule("HTL-4.1d")
@pytest.mark.rule("HTL-4.1d", refuses=True)
def test_a_leader_enters_only_where_a_friendly_unit_stands():
    more = (
        '[[union.reinforcements]]\nturn = 1\nhexes = "A5 A8"\nunits = [{ kind = "infantry", morale = "black", name = "Field" },'
        ' { kind = "leader", name = "Longstreet" }]'
    )
    f = Field("leader A5 Lee, infantry C5 black", more=more, cap=(2, 2)).order("Field", "A5").end().end()
    f.order("Lee", "move B5").order("Field", "move A4", "halt")
    assert (f.not_active("Longstreet").rule, f.not_active("Longstreet").name) == ("HTL-4.1d", "enters_with_a_unit")
    f.end().end().order("Field", "move A5", "halt").activate("Longstreet")
    assert f.where("Longstreet") == "A5", "A8 is empty, so that he is not even asked"


@pytest.mark.rule("HTL-4.1b")
def test_reinforcements_come_on_their_turn_for_one_point_and_stop():
    more = '[[union.reinforcements]]\nturn = 2\nhexes = "A5"\nunits = [{ kind = "cavalry", morale = "black", name = "Late" }]'
    f = Field("infantry C5 black", more=more)
    assert f.refusal(f.at("Late")).name == "has_arrived"
    f.end().end().order("Late", "A5")
    assert f.where("Late") == "A5" and f.ap == 9 and f.not_active("Late").rule == "HTL-6.1.4a"
    f = Field("infantry C5 black", "infantry A5 black", more=more).end().end()
    assert f.refusal(f.at("Late")).name == "can_enter_somewhere"


@pytest.mark.rule("HTL-4.1b")
def test_a_group_that_waits_is_released_by_its_turn_or_by_an_attack():
    hold = '[[hold]]\ngroup = "IX"\nuntil_turn = 3\nreleased_by_attack = true'
    f = Field("infantry E5 black group=IX One, infantry E7 black group=IX Two", "infantry F5 black", more=hold)
    assert f.refusal(f.at("One")).rule == "HTL-4.1b"
    f.end().order("F5", "fire E5").rolls(1, 1, 1)
    assert f.told("released")
    assert f.end().can_activate("One") and f.can_activate("Two")
    f = Field("infantry E5 black group=IX One", more=hold).end().end()
    assert not f.can_activate("One") and f.end().end().can_activate("One")


@pytest.mark.rule("HTL-4.1b")
def test_the_bombardment_before_the_first_turn():
    """Three free attacks on any hexes: only a 6 hits, terrain does not count."""
    p = Position(TITLE, "gettysburg-3")
    assert p.asked == (Side.CSA, "bombard")
    s = p.state
    targets = {HEX_NAMES[a]: a for a in p.options}
    assert "A2" in targets and "D1" in targets and "F4" in targets
    assert len(p.told("opening_fire")) == 1, "before the first gun"
    p.answer(targets["A2"]).rolls(6, 5, 5)
    assert s.sp[s.line_in(targets["A2"])] == 3, "a hill does not help"
    p.answer(targets["D1"]).rolls(6, 6, 6)
    p.answer(targets["D1"]).rolls(6, 1, 1)
    assert s.line_in(targets["D1"]) == -1 and s.vp == [0, 1]
    assert p.asked == (Side.CHANCE, "ap_die") and s.active == C and len(p.told("opening_fire")) == 1


@pytest.mark.rule("HTL-4.2a")
def test_units_begin_at_full_strength_unless_the_scenario_says_otherwise():
    for name, scenario in TITLE.scenarios.items():
        s, file = TITLE.setup(name), field_for(scenario).file
        weak = sum(s.sp[p] < STRENGTH[row.kind] for p, row in enumerate(s.field.pieces))
        told = [words.en for words in file.special if "strength points" in words.en]
        assert (weak > 0) == bool(told), name
    assert Field("infantry E5 black 2").sp("E5") == 2 and Field("infantry E5 black").sp("E5") == 4


@pytest.mark.rule("HTL-4.3a")
def test_eleven_scenarios_each_with_its_page():
    from bivouac.i18n import catalogue

    assert len(TITLE.scenarios) == 11
    for scenario in TITLE.scenarios.values():
        assert scenario.source == "reconstructed"
        for language in ("en", "it"):
            page = [catalogue(language, TITLE).say(t) for t in TITLE.scenario_page(scenario)]
            assert len(page) >= 4 and all(page)
            assert any(("known" in line or "noto" in line) for line in page)


# --- 4.4 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-4.4a")
@pytest.mark.rule("HTL-4.4a", refuses=True)
def test_one_infantry_or_cavalry_and_one_artillery_in_a_hex():
    f = Field("infantry E5 black, infantry F5 black, cavalry E6 black, artillery D5 black, artillery D6 black").activate("E5")
    assert f.no("move F5").rule == "HTL-4.4a" and f.no("move E6").rule == "HTL-4.4a"
    f = Field("artillery E5 black, artillery F5 black").activate("E5")
    assert f.no("move F5").rule == "HTL-4.4a"


@pytest.mark.rule("HTL-4.4b")
def test_artillery_shares_a_hex_with_infantry_or_cavalry():
    f = Field("infantry E5 black A, artillery F5 black B, cavalry G5 black D").order("B", "move E5")
    assert f.where("A") == f.where("B") == "E5"
    f = Field("artillery F5 black B, cavalry G5 black D").order("D", "move F5", "halt")
    assert f.where("B") == f.where("D") == "F5"


@pytest.mark.rule("HTL-4.4c")
def test_a_leader_joins_any_friendly_hex():
    f = Field("infantry E5 black, artillery E5 black, leader G5 Lyon").order("Lyon", "move E5")
    assert f.where("Lyon") == "E5"


@pytest.mark.rule("HTL-4.4d")
@pytest.mark.rule("HTL-4.4d", refuses=True)
def test_two_leaders_never_share_a_hex():
    f = Field("infantry E5 black, leader E5 Lyon, leader F5 Hooker, infantry F5 black").activate("Lyon")
    assert f.no("move F5").rule == "HTL-4.4d" and f.can("move G5"), "he may pass through"
    f = Field("infantry E5 black A, leader E5 Lyon, leader F5 Hooker").activate("A")
    assert f.can("ride F5") and f.can("move F5")
    f = Field("leader E5 Lyon", "leader F5 Lee").activate("Lyon")
    assert f.no("move F5").rule == "HTL-4.4d" and f.can("move G5")


@pytest.mark.rule("HTL-4.4d", "HTL-9.1b", "HTL-7.2.1a")
@pytest.mark.rule("HTL-4.4d", refuses=True)
def test_a_unit_with_its_leader_passes_another_leader_but_does_not_stop_with_him():
    f = Field("infantry E5 black A, leader E5 L, leader F5 M").activate("A").do("ride F5")
    assert f.box == "step" and f.no("halt").rule == "HTL-4.4d" and f.can("move G5")
    f.do("move G5")
    assert (f.where("A"), f.where("L"), f.where("M")) == ("G5", "G5", "F5") and f.leader("F5") == f.at("M") and f.state.is_sound()
    f = Field("cavalry E5 black A, leader E5 L, leader F5 M, leader G5 N").activate("A").do("ride F5", "move G5", "move H5")
    assert (f.where("L"), f.where("M"), f.where("N")) == ("H5", "F5", "G5") and f.state.is_sound()


@pytest.mark.rule("HTL-4.4d", refuses=True)
def test_a_unit_with_its_leader_does_not_enter_where_it_could_not_go_on():
    stop = Field("infantry E5 black A, leader E5 L, leader F5 M", ground={"F5": "f"}).activate("A")
    assert (stop.no("ride F5").rule, stop.no("ride F5").name) == ("HTL-4.4d", "sets_out_past_a_leader")
    guns = Field("artillery E5 black A, leader E5 L, leader F5 M").activate("A")
    assert guns.no("ride F5").rule == "HTL-4.4d" and guns.can("move F5"), "artillery moves one hex only"
    enemy = Field("infantry E5 black A, leader E5 L, leader F5 M", "infantry F4 black").activate("A")
    assert enemy.no("ride F5").rule == "HTL-4.4d", "next to the enemy neither march nor leader takes it on"
    ride = Field("cavalry E5 black A, leader E5 L, leader H5 M", cap=(0, 0), roll=1).activate("A").do("ride F5", "move G5")
    assert (ride.no("move H5").rule, ride.no("move H5").name) == ("HTL-4.4d", "goes_on_past_a_leader"), "its third hex is its last"


@pytest.mark.rule("HTL-4.4d", "HTL-6.2.4a")
@pytest.mark.rule("HTL-4.4d", refuses=True)
def test_a_unit_passes_another_leader_only_if_it_can_pay_for_the_way_on():
    """A begins next to the enemy, so that only its leader can take it on from D5, for a second point."""
    field = {"union": "infantry E5 black A, leader E5 L, leader D5 M", "csa": "infantry F5 black", "cap": (0, 0)}
    assert Field(**field, roll=1).activate("A").no("ride D5").rule == "HTL-4.4d"
    f = Field(**field, roll=3).activate("A").do("ride D5")
    assert f.no("halt").rule == "HTL-4.4d" and f.do("move C5").ap == 0 and f.where("L") == "C5" and f.where("M") == "D5"


@pytest.mark.rule("HTL-6.2.5a", "HTL-4.1d")
def test_a_leader_goes_along_into_the_corner_of_the_board():
    f = Field("infantry B1 black A, leader B1 L", "infantry M9 black", bystanders=False).order("A", "ride A1", "halt")
    assert f.where("A") == f.where("L") == "A1"
    f = Field("cavalry C1 black A, leader C1 L", "infantry M9 black", bystanders=False).order("A", "ride B1", "move A1", "halt")
    assert f.where("A") == f.where("L") == "A1"
    more = '[[union.reinforcements]]\nturn = 1\nhexes = "A1"\nunits = [{ kind = "infantry", morale = "black", name = "Late" }]'
    f = Field("infantry C5 black", "infantry M9 black", bystanders=False, more=more).activate("Late")
    assert f.where("Late") == "A1"


@pytest.mark.rule("HTL-4.4x1")
def test_example_of_stacking():
    base = "infantry E5 black, artillery F5 black G, cavalry D5 black K, infantry E6 black"
    f = Field(base).activate("E5")
    assert not f.can("move D5") and not f.can("move E6") and f.can("move F5")
    f = Field("cavalry D5 black K, artillery E5 black G, leader C5 Lyon").order("K", "move E5", "halt").order("Lyon", "move E5")
    assert f.where("K") == f.where("G") == f.where("Lyon") == "E5"


@pytest.mark.rule("HTL-4.4.1a")
def test_one_block_in_a_hex():
    from bivouac.core.data import BadData

    two = 'blocks = [\n  { hex = "F5", scores = "union", kind = "capture" },\n  { hex = "F5", scores = "union", kind = "capture" },\n]'
    with pytest.raises(BadData, match=r"two VP blocks"):
        Field(top=two)


@pytest.mark.rule("HTL-4.4.1b")
def test_a_block_shares_a_hex_with_units():
    f = Field("infantry F5 black, artillery F5 black, leader F5", top='blocks = [{ hex = "F5", scores = "csa", kind = "capture" }]')
    assert f.state.vp == [0, 0] and f.activate("F5").can("ride G5")


@pytest.mark.rule("HTL-4.1d")
def test_entering_uses_up_the_leaders_turn():
    more = (
        '[[union.reinforcements]]\nturn = 1\nhexes = "A5"\nunits = [{ kind = "infantry", morale = "black", name = "Field" },'
        ' { kind = "leader", name = "Longstreet" }]'
    )
    f = Field("infantry C5 black", more=more).order("Field", "A5")
    assert f.where("Longstreet") == "A5" and f.not_active("Longstreet").rule == "HTL-6.1.4a"


@pytest.mark.rule("HTL-4.1b")
def test_an_attack_on_or_by_artillery_frees_a_waiting_group_too():
    hold = '[[hold]]\ngroup = "IX"\nuntil_turn = 5\nreleased_by_attack = true'
    for union in ("artillery E5 black group=IX G, infantry C3 black group=IX I", "infantry E5 black I, leader E5 group=IX G"):
        f = Field(union, "infantry F5 black", more=hold).end().order("F5", "fire E5").rolls(2, 2, 2).end()
        assert f.can_activate("G"), union
    f = Field("infantry E5 black group=IX I", "artillery G5 black", more=hold).end().order("G5", "fire E5")
    assert f.until(lambda q: q.side != Side.CHANCE, lambda q: 2).end().can_activate("I"), "by artillery, too"


@pytest.mark.rule("HTL-4.1b", refuses=True)
def test_an_attack_frees_only_the_group_it_meets_and_is_told_once():
    hold = "\n".join(f'[[hold]]\ngroup = "{name}"\nuntil_turn = 9\nreleased_by_attack = true' for name in ("IX", "V"))
    f = Field("infantry E5 black group=IX One, infantry E7 black group=V Two", "infantry F5 black", more=hold)
    for _ in range(2):
        f.end().order("F5", "fire E5").rolls(2, 2, 2).end()
        assert f.can_activate("One") and f.refusal(f.at("Two")).rule == "HTL-4.1b"
    assert len(f.told("released")) == 1


@pytest.mark.rule("HTL-4.1b", "HTL-9.3.1b")
def test_a_one_of_the_bombardment_threatens_a_leader():
    fire = '[bombardment]\nside = "csa"\nkind = "artillery"\ndice = 3\nneeds = 6'
    f = Field("infantry E5 black A, leader E5 L", "artillery J5 black", more=fire, roll=None)
    assert f.box == "bombard" and f.hexes == ["A1", "E5"]
    f.do("E5").rolls(1, 1, 2)
    assert f.box == "leader_die" and f.rolls(6).box == "ap_die", "one die, however many 1s"
    f = Field("infantry E5 black A, leader E5 L", "artillery J5 black", more=fire, roll=None).do("E5").rolls(1, 2, 2)
    assert f.rolls(1).where("L") == "gone" and f.state.vp == [0, 1] and f.box == "ap_die"


@pytest.mark.rule("HTL-4.1b")
def test_guns_that_are_still_to_come_do_not_bombard():
    fire = '[bombardment]\nside = "csa"\nkind = "artillery"\ndice = 3\nneeds = 6'
    later = '[[csa.reinforcements]]\nturn = 3\nhexes = "M5"\nunits = [{ kind = "artillery", morale = "black", name = "Late" }]'
    f = Field("infantry E5 black A", "artillery J5 black", more=fire, csa_more=later, roll=None)
    assert f.box == "bombard" and f.state.unit == f.at("J5") and f.do("E5").rolls(2, 2, 2).box == "ap_die"


@pytest.mark.rule("HTL-4.1b")
def test_the_last_point_brings_a_reinforcement_in():
    more = '[[union.reinforcements]]\nturn = 1\nhexes = "A5"\nunits = [{ kind = "cavalry", morale = "black", name = "Late" }]'
    f = Field("infantry C5 black", more=more, cap=(0, 9))
    way = next(way for way in TITLE.flow.boxes[Box.ACTIVATE].ways if way.options)
    assert f.ap == 1 and f.can_activate("Late") and way.refusal(f.state, AT[Box.ACTIVATE], f.at("Late")) is None


@pytest.mark.rule("HTL-4.1b")
def test_a_gun_in_the_corner_bombards_after_one_that_is_still_to_come():
    fire = '[bombardment]\nside = "csa"\nkind = "artillery"\ndice = 3\nneeds = 6'
    f = Field("infantry E5 black A, infantry B9 black", "artillery A1 black, artillery J5 black, infantry M9 black", more=fire, roll=None,
              bystanders=False)  # fmt: skip
    first, second = f.at("A1"), f.at("J5")
    f.state.lift(first)
    f.state.stack = (Opening(Box.OPENING, 0),)
    TITLE.flow.run(f.state)
    assert f.box == "bombard" and f.state.unit == second, "the next gun, not the one after it"
    f.state.lift(second)
    f.state.put(first, 0)
    f.state.stack = (Opening(Box.OPENING, 0),)
    TITLE.flow.run(f.state)
    assert f.box == "bombard" and f.state.unit == first, "A1 is on the map"


@pytest.mark.rule("HTL-4.1b")
def test_a_bombardment_ends_with_the_last_target():
    fire = '[bombardment]\nside = "csa"\nkind = "artillery"\ndice = 3\nneeds = 6'
    f = Field("infantry E5 black 1 A, leader C3 L", "artillery J5 black, artillery J6 black", more=fire, roll=None, bystanders=False)
    f.rolls(6, 1, 1)
    assert f.where("A") == "gone" and f.box == "ap_die"
