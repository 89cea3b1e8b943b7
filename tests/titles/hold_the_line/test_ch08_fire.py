"""8.0-8.2: fire and line of sight."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bivouac.core.kit.bits import bits
from bivouac.i18n import catalogue
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.printed.map import BIT, DISTANCE, FAR, GRID, HEX_NAMES, HEX_NUMBERS, HEXES, entry_sides
from bivouac.titles.hold_the_line.rules.ch08_fire import screened
from titles.hold_the_line.kit import Field


def sight(a, b):
    """The hexes that a line of sight crosses, and the pairs between which it runs."""
    line = GRID.line(a, b)
    return line.through, line.sides


def sees(a, b, union="", csa="", ground=None, **keys):
    """Whether artillery in a can fire at infantry in b."""
    f = Field(f"artillery {a} black, {union}", f"infantry {b} black, {csa}", ground=ground or {}, **keys).activate(a)
    return f.can(f"fire {b}")


@pytest.mark.rule("HTL-8.0a", "HTL-8.0.1a")
def test_a_unit_is_activated_and_declares_fire_or_assault():
    f = Field("infantry E5 black", "infantry F5 black").activate("E5")
    assert f.can("fire F5") and f.can("assault F5")


@pytest.mark.rule("HTL-8.1.1a")
def test_fire_costs_a_point_and_rolls_the_units_dice():
    f = Field("infantry E5 black", "infantry F5 black").order("E5", "fire F5")
    assert f.ap == 9 and f.state.need == 5
    assert f.rolls(1, 1).box == "dice" and f.rolls(1).box == "activate"


@pytest.mark.rule("HTL-8.1.1b")
def test_every_die_that_reaches_the_number_is_a_hit():
    for dice, hits in (((4, 4, 4), 0), ((5, 4, 4), 1), ((5, 6, 4), 2), ((5, 5, 5), 3)):
        assert 4 - Field("infantry E5 black", "infantry F5 black").order("E5", "fire F5").rolls(*dice).sp("F5") == hits


@pytest.mark.rule("HTL-8.1.1x1")
def test_example_artillery_at_a_hill():
    f = Field("artillery E5 black", "infantry G5 black", ground={"G5": "h"}).order("E5", "fire G5").rolls(5, 5, 6)
    assert f.sp("G5") == 3


@pytest.mark.rule("HTL-8.1.1x2")
def test_example_artillery_at_open_ground():
    assert Field("artillery E5 black", "infantry G5 black").order("E5", "fire G5").rolls(5, 5, 6).sp("G5") == 1


@pytest.mark.rule("HTL-8.1.2a")
def test_the_last_block_lost_is_elimination():
    f = Field("infantry E5 black", "infantry F5 black 2 A").order("E5", "fire F5").rolls(5, 5, 5)
    assert f.where("A") == "gone" and f.state.vp == [1, 0] and f.told("eliminated")


@pytest.mark.rule("HTL-8.1.2b")
def test_hits_go_to_infantry_or_cavalry_first_and_what_is_left_to_artillery():
    f = Field("infantry E5 black", "infantry F5 black A, artillery F5 black G").order("E5", "fire F5").rolls(5, 5, 5)
    assert f.sp("A") == 1 and f.sp("G") == 2
    f = Field("infantry E5 black", "cavalry F5 black 1 A, artillery F5 black G").order("E5", "fire F5").rolls(5, 5, 1)
    assert f.where("A") == "gone" and f.sp("G") == 1
    f = Field("infantry E5 black", "cavalry F5 black 1 A, artillery F5 black G").order("E5", "fire F5").rolls(5, 5, 5)
    assert f.where("A") == f.where("G") == "gone" and f.state.vp == [2, 0]


@pytest.mark.rule("HTL-8.1.3a")
@pytest.mark.rule("HTL-8.1.3a", refuses=True)
def test_range():
    for kind, near, far in (("infantry", "G5", "H5"), ("cavalry", "F5", "G5"), ("artillery", "H5", "I5")):
        f = Field(f"{kind} E5 black", f"infantry {near} black").activate("E5")
        assert f.can(f"fire {near}"), kind
        f = Field(f"{kind} E5 black", f"infantry {far} black").activate("E5")
        assert f.no(f"fire {far}").rule == "HTL-8.1.3a"


@pytest.mark.rule("HTL-8.1.3b", "HTL-8.1.3x1")
def test_dice_depend_neither_on_strength_nor_on_terrain():
    for strength in (1, 2, 4):
        for letter in (".", "f"):
            f = Field(f"infantry E5 black {strength}", "infantry F5 black", ground={"F5": letter}).order("E5", "fire F5").rolls(1, 1)
            assert f.box == "dice" and f.rolls(1).box == "activate"


# --- line of sight (8.2) --------------------------------------------------------------------------------------------


@pytest.mark.rule("HTL-8.2a")
@pytest.mark.rule("HTL-8.2a", refuses=True)
def test_fire_needs_a_clear_line():
    assert sees("E5", "G5")
    f = Field("artillery E5 black", "infantry G5 black", ground={"F5": "f"}).activate("E5")
    assert f.no("fire G5").rule == "HTL-8.2c"
    f = Field("artillery E5 black, infantry F5 black", "infantry G5 black").activate("E5")
    assert f.no("fire G5").rule == "HTL-8.2d"


@pytest.mark.rule("HTL-8.2b")
def test_the_line_runs_from_centre_to_centre_and_only_hexes_between_block():
    named = {name: HEX_NUMBERS[name] for name in ("E5", "F5", "G5", "G3", "E4", "F4", "G4", "H5")}
    assert sight(named["E5"], named["H5"]) == ((named["F5"], named["G5"]), ())
    assert sight(named["E5"], named["G3"]) == ((named["E4"], named["F4"]), ())
    assert sees("E5", "G5", ground={"E5": "f", "G5": "h"}), "the two ends never block"


@pytest.mark.rule("HTL-8.2c", "HTL-8.2f")
@pytest.mark.rule("HTL-8.2c", "HTL-8.2f", refuses=True)
def test_forest_orchard_hill_and_town_block_from_between():
    for letter in "foht":
        f = Field("artillery E5 black", "infantry H5 black", ground={"G5": letter}).activate("E5")
        assert f.no("fire H5").rule == "HTL-8.2c"
    assert all(sees("E5", "H5", ground={"G5": letter}) for letter in ".s~=")


@pytest.mark.rule("HTL-8.2d")
@pytest.mark.rule("HTL-8.2d", refuses=True)
def test_units_block_lone_leaders_and_blocks_do_not():
    for union, csa in (("infantry F5 black", ""), ("", "infantry F5 black"), ("artillery F5 black", ""), ("", "cavalry F5 black")):
        f = Field(f"artillery E5 black, {union}", f"infantry G5 black, {csa}").activate("E5")
        assert f.no("fire G5").rule == "HTL-8.2d"
    assert not sees("E5", "G5", union="gunboat F5", ground={"F5": "~"})
    assert sees("E5", "G5", union="leader F5") and sees("E5", "G5", csa="leader F5")
    assert sees("E5", "G5", top='blocks = [{ hex = "F5", scores = "union", kind = "capture" }]')


@pytest.mark.rule("HTL-8.2e")
def test_neighbours_always_see_each_other():
    f = Field("infantry E5 black", "infantry F5 black", ground={"E5": "f", "F5": "h"}).activate("E5")
    assert f.can("fire F5")


@pytest.mark.rule("HTL-8.2g")
@pytest.mark.rule("HTL-8.2g", refuses=True)
def test_along_a_side_both_hexes_must_block():
    """The line from E5 to E3 runs along the side that D4 and E4 share."""
    assert sight(HEX_NUMBERS["E5"], HEX_NUMBERS["E3"]) == ((), ((HEX_NUMBERS["D4"], HEX_NUMBERS["E4"]),))
    f = Field("artillery E5 black", "infantry E3 black", ground={"D4": "f", "E4": "h"}).activate("E5")
    assert f.no("fire E3").rule == "HTL-8.2c"
    f = Field("artillery E5 black, infantry D4 black", "infantry E3 black", ground={"E4": "f"}).activate("E5")
    assert f.no("fire E3").rule == "HTL-8.2d", "a unit counts like blocking terrain"
    assert not sees("E5", "E3", union="infantry D4 black, infantry E4 black")


@pytest.mark.rule("HTL-8.2h")
def test_one_of_the_two_is_not_enough():
    assert sees("E5", "E3", ground={"D4": "f"}) and sees("E5", "E3", ground={"E4": "t"})
    assert sees("E5", "E3", union="infantry D4 black")


@pytest.mark.rule("HTL-8.2g")
def test_on_the_edge_the_missing_hex_does_not_block():
    """From A1 to A3 the line runs between A2 and a hex beyond the board."""
    assert sees("A3", "A5", ground={"A4": "f"})


@given(st.integers(0, HEXES - 1), st.integers(0, HEXES - 1), st.randoms(use_true_random=False))
def test_sight_is_symmetric(a, b, rng):
    """Whoever sees is seen: on every map of the book and with units anywhere."""
    if a == b or DISTANCE[a][b] > FAR:
        return
    s = TITLE.setup(rng.choice(list(TITLE.scenarios)))
    for h in rng.sample(range(HEXES), 30):
        s.lines[rng.randrange(2)] |= 1 << h
    assert screened(s, a, BIT[b]) >> b == screened(s, b, BIT[a]) >> a


def test_every_line_on_every_map_is_symmetric():
    for name in TITLE.scenarios:
        field = TITLE.setup(name).field
        for a in range(HEXES):
            for b in range(a):
                if DISTANCE[a][b] <= FAR:
                    there, back = field.sight[a][b], field.sight[b][a]
                    assert (there is None) == (back is None), (name, HEX_NAMES[a], HEX_NAMES[b])
                    if there is not None:
                        assert there[0] == back[0] and sorted(there[1]) == sorted(back[1])


def test_a_line_enters_by_the_side_that_looks_back():
    for a in range(HEXES):
        for b in range(HEXES):
            if DISTANCE[a][b] == 1:
                assert len(entry_sides(a, b)) == 1
    corner = [(a, b) for a in range(HEXES) for b in range(HEXES) if DISTANCE[a][b] == 2 and len(entry_sides(a, b)) == 2]
    assert corner and all(sight(a, b)[1] for a, b in corner), "a line comes in at a corner exactly when it followed a side"


def test_the_exact_line_agrees_with_sampled_points():
    """The hexes that the straight line crosses, found again by walking along it in small steps."""
    from bivouac.titles.hold_the_line.printed.map import WITHIN

    centres = [GRID.centre(h, 1.0) for h in range(HEXES)]
    for a in (HEX_NUMBERS["E5"], HEX_NUMBERS["F4"]):
        ax, ay = GRID.centre(a, 1.0)
        for b in bits(WITHIN[FAR][a]):
            bx, by = GRID.centre(b, 1.0)
            crossed, followed = sight(a, b)
            found = set()
            for i in range(1, 400):
                x, y = ax + (bx - ax) * i / 400, ay + (by - ay) * i / 400
                near = sorted((round((x - cx) ** 2 + (y - cy) ** 2, 9), h) for h, (cx, cy) in enumerate(centres))
                if near[0][0] < near[1][0] - 1e-6:
                    found.add(near[0][1])
            pairs = {h for pair in followed for h in pair}
            assert found - pairs - {a, b} == set(crossed), (HEX_NAMES[a], HEX_NAMES[b])


def test_an_attack_is_shown_with_its_enemy_and_the_number_that_hits():
    f = Field("infantry E5 black", "infantry F5 black Lee, infantry G5 black Hill", ground={"F5": "f", "G5": "f"}).activate("E5")
    said = {a: catalogue("en", TITLE).say(TITLE.choice(f.state, a).label) for a in f.options}
    assert said[f.number("fire F5")] == "Fire at Lee (infantry) in F5 (hits on 6+) (1 AP)"
    assert said[f.number("assault F5")] == "Close assault Lee (infantry) in F5 (hits on 5+) (2 AP)"
    f.do("fire F5").rolls(6, 1, 5)
    words = [catalogue("en", TITLE).say(e.text) for e in f.state.log if e.kind.name in ("fired", "lost_strength")]
    volley = (
        "U1 (infantry) in E5 fires at Lee (infantry) in F5, range 1 (terrain \N{MINUS SIGN}1, counted): 6, 1 and 5 (hits on 6+): 1 hit."
    )
    assert words == [volley, "Lee (infantry) loses 1 strength point, 3 left."]
    f = Field("artillery E5 black", "infantry H5 black Lee", ground={"H5": "f"}).activate("E5")
    assert catalogue("en", TITLE).say(TITLE.choice(f.state, f.number("fire H5")).label).endswith("nothing can hit (1 AP)")
