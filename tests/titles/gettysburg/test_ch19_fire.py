"""Long-range fire, reinforcing, reorganising, entrenching, markers (chapters fire, ordreinf, reorg, trench, rmfire)."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.gettysburg.frames import (
    AT_GUNS,
    DONE,
    DOUBLE_ORDER,
    ENTRENCH,
    FIRE,
    GIVE_ORDER,
    HOLD_FIRE,
    KINDS,
    LEAVE_BOX,
    MOVE,
    PASS,
    PLACE_BLOCK,
    REINFORCE,
    REMOVE_MARKER,
    REORGANISE,
    STAY,
    TURN_STICK,
)
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, BORDERS, HILL, OPEN, REACH, RIDGE, TERRAIN, TOWN
from bivouac.titles.gettysburg.printed.units import CAVALRY, COLOUR, ELITE, GUN_RANGE, NIGHT, REGULAR, SIGHT
from bivouac.titles.gettysburg.rules.ch01_components import modifier
from bivouac.titles.gettysburg.rules.ch19_fire import steps_from
from bivouac.titles.gettysburg.rules.ch20_works import sticks_left
from bivouac.titles.gettysburg.state import ENTRENCHED, FLANKED, HURT
from titles.gettysburg.kit import P, Scene, places_of

U, C = Side.UNION, Side.CSA


def sees(a, b):
    return bool(SIGHT[P[a]] >> P[b] & 1)


# --- range and sight --------------------------------------------------------------------------------


@pytest.mark.rule("GET-fire-c")
def test_range_by_the_ground():
    assert (GUN_RANGE[OPEN], GUN_RANGE[TOWN], GUN_RANGE[RIDGE], GUN_RANGE[HILL]) == (1, 1, 3, 4)
    for a in ("CEM", "MCP", "FOR", "GET"):
        reach = GUN_RANGE[TERRAIN[P[a]]]
        assert all(steps_from(P[a])[b] <= reach for b in range(58) if SIGHT[P[a]] >> b & 1)
    assert places_of([b for b in range(58) if SIGHT[P["FOR"]] >> b & 1]) == {"BEN", "HER", "HOF", "MCP", "OKH", "OKR"}


@pytest.mark.rule("GET-ex-fire", "GET-fire-e", "GET-board-d", "GET-fire-f")
def test_the_example_from_cemetery_hill():
    assert TERRAIN[P["CEM"]] == HILL and steps_from(P["CEM"])[P["LRT"]] == 4 and sees("CEM", "LRT")
    assert sees("CEM", "COL") and sees("CEM", "HAG"), "over the town"
    assert not sees("CEM", "MCP"), "the Seminary ridge hides McPherson's"


@pytest.mark.rule("GET-fire-e")
def test_high_ground_in_between_blocks():
    """From Herr's Ridge the Seminary is two areas away, but McPherson's Ridge lies between; Oak Ridge is seen over Forney's field."""
    assert steps_from(P["HER"])[P["SMN"]] == 2 and not sees("HER", "SMN")
    assert steps_from(P["HER"])[P["OKR"]] == 2 and sees("HER", "OKR")


@pytest.mark.rule("GET-fire-d", "GET-ex-corner")
def test_range_is_counted_over_corners():
    assert steps_from(P["ALM"])[P["WIN"]] == 1 and sees("ALM", "WIN")


@pytest.mark.rule("GET-fire-c", "GET-fire-e", "GET-fire-g", refuses=True)
def test_targets_out_of_range_or_sight():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    p.put("MCP", U, regular=1)
    p.put("SMN", U, regular=1)
    p.put("GET", U, regular=1)
    p.put("CEM", U, regular=1)
    p.block("HER", C, 3)
    p.go().order("HER", FIRE)
    assert p.options == [HOLD_FIRE, P["MCP"]]
    assert p.why("CEM") == "GET-fire-c" and p.why("SMN") == "GET-fire-e" and p.why("OKR") == "GET-fire-g"


@pytest.mark.rule("GET-fire-g", "GET-fire-h", "GET-fire-e", refuses=True)
def test_whose_guns_are_a_target():
    """Own guns that have shown themselves are none; what lies between is named where the sight is blocked."""
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    p.put("FOR", C, artillery=1)
    p.put("MCP", U, regular=1, artillery=1)
    p.put("OKR", U, artillery=1)
    p.mark("FOR", "OKR")
    p.block("HER", C, 3)
    p.go().order("HER", FIRE, guns_of=["HER"])
    assert p.options == [HOLD_FIRE, P["MCP"], AT_GUNS + P["OKR"]]
    assert p.why(AT_GUNS + P["FOR"]) == "GET-fire-g" and p.why(AT_GUNS + P["MCP"]) == "GET-fire-h"
    assert p.refusal(P["SMN"]).facts["high"].id == P["MCP"]


@pytest.mark.rule("GET-fire-e")
def test_pieces_never_block():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    p.put("FOR", U, regular=4)
    p.put("OKR", U, regular=1)
    p.block("HER", C, 3)
    p.go().order("HER", FIRE)
    assert places_of(p.options) == {"FOR", "OKR"}


# --- who fires --------------------------------------------------------------------------------------


@pytest.mark.rule("GET-fire-a", "GET-fire-b", "GET-fire-p")
def test_the_guns_of_two_areas_fire_each_at_its_own_target():
    p = Scene(side=C)
    _g1, _g2 = p.put("HER", C, artillery=2)
    (_g3,) = p.put("FOR", C, artillery=1)
    p.put("MCP", U, regular=1)
    p.put("OKR", U, regular=1)
    p.block("HER", C, 3)
    p.go().order("HER", FIRE, guns_of=["HER"], aim=["MCP", "OKR"])
    assert p.asked == (C, "guns_of") and p.options == [DONE, P["FOR"]]
    p.tell(guns_of=["FOR"], aim=["MCP"])
    assert p.asked == (Side.CHANCE, "shell"), "all targets are named before a die is rolled"
    p.rolls(5, 4, 1)
    assert [t["die"] for t in p.told("shelled")] == [5, 4, 1]
    assert [t["result"].key for t in p.told("shelled")] == ["results.hit", "results.disruption", "results.nothing"]
    assert p.state.disrupted == BIT[P["OKR"]] and sum(p.state.cubes[x] for x in p.at("MCP")) == 1
    assert p.state.fired == BIT[P["HER"]] | BIT[P["FOR"]]


@pytest.mark.rule("GET-fire-a", "GET-fire-b", refuses=True)
def test_the_guns_must_be_in_reach_and_two_areas_are_the_limit():
    p = Scene(side=C)
    for place in ("HER", "FOR", "BEN", "OKH"):
        p.put(place, C, artillery=1)
    p.put("MCP", U, regular=1)
    p.put("OKR", U, regular=1)
    p.put("HOF", U, regular=1)
    p.block("HER", C, 3)
    p.go().order("HER", FIRE)
    assert places_of(p.options) == {"HER", "FOR", "BEN"}
    assert p.why("OKH") == "GET-fire-a" and p.why(DONE) == "GET-fire-a" and p.why("KNX") == "GET-fire-b"
    p.tell(guns_of=["HER", "FOR"], aim=["MCP", "MCP"])
    assert p.asked == (Side.CHANCE, "shell"), "a third area is not asked for"
    q = Scene(side=C)
    q.put("OKH", C, artillery=1)
    q.put("HER", C, regular=1)
    q.put("MCP", U, regular=1)
    q.block("HER", C, 3)
    q.go().tell(act=[GIVE_ORDER], block=["HER"])
    assert q.why(FIRE) == "GET-fire-a"


@pytest.mark.rule("GET-fire-g", "GET-fire-h", "GET-fire-r")
def test_guns_are_a_target_where_they_have_fired():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    p.put("MCP", U, regular=1, artillery=1)
    p.mark("MCP")
    p.block("HER", C, 3)
    p.go().order("HER", FIRE)
    assert p.options == [HOLD_FIRE, P["MCP"], AT_GUNS + P["MCP"]]


@pytest.mark.rule("GET-fire-h", refuses=True)
def test_hidden_guns_are_no_target():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    p.put("MCP", U, regular=1, artillery=1)
    p.block("HER", C, 3)
    p.go().order("HER", FIRE)
    assert p.why(AT_GUNS + P["MCP"]) == "GET-fire-h"


@pytest.mark.rule("GET-fire-w", refuses=True)
def test_no_fire_at_night():
    p = Scene(side=C, period=NIGHT)
    p.put("HER", C, artillery=1)
    p.put("MCP", U, regular=1)
    p.block("HER", C, 3)
    p.go().tell(act=[GIVE_ORDER], block=["HER"])
    assert p.why(FIRE) == "GET-fire-w" and FIRE not in p.options


# --- the dice ---------------------------------------------------------------------------------------


def battery(die, sticks=(), damaged=0, aim="MCP", **target):
    p = Scene(side=C)
    (gun,) = p.put("HER", C, artillery=1)
    p.state.cubes[gun] = damaged
    there = p.put("MCP", U, **(target or {"regular": 1}))
    p.sticks("MCP", *sticks)
    if aim != "MCP":
        p.mark("MCP")
    p.block("HER", C, 3)
    p.go().order("HER", FIRE, aim=[P["MCP"] if aim == "MCP" else AT_GUNS + P["MCP"]])
    return p.rolls(die), there


@pytest.mark.rule("GET-fire-i", "GET-fire-k", "GET-disrupt-a", "GET-fire-m")
@pytest.mark.parametrize(("die", "cubes", "torn"), [(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 1), (5, 1, 0), (6, 1, 0)])
def test_the_long_range_table(die, cubes, torn):
    p, (x,) = battery(die)
    assert p.state.cubes[x] == cubes and p.state.disrupted.bit_count() == torn
    assert p.question.box == "act", "nobody tests his morale"


@pytest.mark.rule("GET-fire-j", "GET-trench-k")
@pytest.mark.parametrize(
    ("sticks", "damaged", "mod"),
    [
        ((), 0, 0),
        (("HER",), 0, 0),
        (("HER", "HER"), 0, -1),
        (("SMN", "SMN"), 0, -1),
        (("HER", "FOR"), 0, -1),
        ((), 1, -1),
        (("HER", "HER"), 1, -2),
    ],
)
def test_modifiers_of_long_range_fire(sticks, damaged, mod):
    p, (x,) = battery(5, sticks, damaged)
    assert p.told("shelled")[0]["mod"] == modifier(mod)
    assert p.state.cubes[x] == int(mod == 0) and bool(p.state.disrupted) == (mod == -1)


@pytest.mark.rule("GET-fire-k", "GET-disrupt-c")
def test_one_disruption_marker_an_area():
    p = Scene(side=C)
    p.put("HER", C, artillery=2)
    p.put("MCP", U, regular=1)
    p.block("HER", C, 3)
    p.go().order("HER", FIRE, aim=["MCP", "MCP"]).rolls(4, 4)
    assert p.state.disrupted == BIT[P["MCP"]] and len(p.told("now_disrupted")) == 1


@pytest.mark.rule("GET-fire-n", "GET-art-f")
def test_a_gun_is_hit():
    p, (one, two) = battery(5, aim="guns", artillery=2)
    assert sorted(p.state.cubes[g] for g in (one, two)) == [0, 1]
    q, guns = battery(4, aim="guns", artillery=1)
    assert not q.state.disrupted and not q.state.cubes[guns[0]], "D does nothing to guns"


@pytest.mark.rule("GET-fire-n", "GET-fire-o")
def test_the_owner_says_which_gun_and_a_second_hit_removes_it():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    one, two = p.put("MCP", U, artillery=2)
    p.state.cubes[two] = 1
    p.mark("MCP")
    p.block("HER", C, 3)
    p.go().order("HER", FIRE, aim=[AT_GUNS + P["MCP"]]).rolls(6)
    assert p.asked == (U, "smash") and p.options == [one, two]
    p.answer(two)
    assert p.at("MCP") == [one] and p.state.cubes[two] == 0


@pytest.mark.rule("GET-fire-q", "GET-fire-u")
def test_a_marker_marks_the_area():
    p = Scene(side=C)
    (_gun,) = p.put("HER", C, artillery=1)
    (other,) = p.put("KNX", C, artillery=1)
    p.put("MCP", U, regular=1)
    p.mark("HER")
    p.block("HER", C, 3)
    p.go().order("HER", FIRE, aim=["MCP"]).rolls(1)
    assert p.state.fired == BIT[P["HER"]], "one an area"
    p.until(lambda q: q.side == C and q.box == "act")
    p.march("HER", "KNX", (other, "HER"))
    assert p.state.fired == BIT[P["HER"]], "a gun that comes in does not take it off"


@pytest.mark.rule("GET-fire-s", refuses=True)
def test_a_missing_marker_is_taken_from_another_area():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    p.put("MCP", U, regular=1)
    p.mark("KNX", "OKH", "CEM", "GET")
    p.block("HER", C, 3)
    p.go().order("HER", FIRE, aim=["MCP"]).rolls(1)
    assert p.asked == (C, "marker_from") and places_of(p.options) == {"KNX", "OKH", "CEM", "GET"}
    assert p.why("FOR") == "GET-fire-s"
    p.tell(marker_from=["CEM"])
    assert p.state.fired.bit_count() == 4 and p.state.fired & BIT[P["HER"]] and not p.state.fired & BIT[P["CEM"]]


@pytest.mark.rule("GET-fire-t")
def test_the_marker_goes_when_a_gun_leaves():
    p = Scene(side=C)
    gun, stays = p.put("HER", C, artillery=2)
    p.mark("HER")
    p.block("HER", C, 3)
    p.go().march("HER", "HER", (gun, "KNX"))
    assert p.state.fired == 0 and p.at("HER") == [stays]


@pytest.mark.rule("GET-rmfire-a", "GET-fire-t")
def test_the_order_to_remove_a_marker():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    p.mark("HER", "KNX", "CEM")
    p.block("HER", C, 3)
    p.go().order("HER", REMOVE_MARKER, unmark=["HER"])
    assert p.state.fired == BIT[P["KNX"]] | BIT[P["CEM"]]


@pytest.mark.rule("GET-rmfire-a", refuses=True)
def test_only_a_marker_in_reach():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    p.mark("HER", "KNX", "CEM")
    p.block("HER", C, 3)
    p.go().order("HER", REMOVE_MARKER)
    assert p.why("CEM") == "GET-rmfire-a"
    q = Scene(side=C)
    q.put("HER", C, artillery=1)
    q.block("HER", C, 3)
    q.go().tell(act=[GIVE_ORDER], block=["HER"])
    assert q.why(REMOVE_MARKER) == "GET-rmfire-a"


# --- reinforce --------------------------------------------------------------------------------------


@pytest.mark.rule("GET-ordreinf-a", "GET-ordreinf-b")
def test_a_cube_is_taken_over():
    """The giver need not be next to the disc."""
    p = Scene(side=U)
    one, elite = p.put("CEM", U, regular=1, elite=1)
    (two,) = p.put("LEI", U, regular=1)
    p.hurt(**{f"p{one}": 2, f"p{elite}": 2})
    p.block("PAT", U, 3)
    p.go().order("PAT", REINFORCE)
    assert (p.state.cubes[one], p.state.cubes[two], p.state.cubes[elite]) == (1, 1, 2), "only the blue cube had a taker"


@pytest.mark.rule("GET-ordreinf-a", "GET-ordreinf-b", refuses=True)
def test_what_cannot_be_taken_over():
    p = Scene(side=U)
    one, elite = p.put("CEM", U, regular=1, elite=1)
    (horse,) = p.put("ANG", U, cavalry=1)
    p.put("LEI", U, regular=1, cavalry=1)
    p.put("CUL", U, regular=1)
    p.put("WIN", U, regular=1)
    p.hurt(**{f"p{one}": 2, f"p{elite}": 2, f"p{horse}": 2})
    p.block("PAT", U, 3)
    p.block("LEI", U, 4)
    p.go().order("LEI", REINFORCE)
    assert places_of(p.options) == {"LEI", "CUL"}
    assert p.why("WIN") == "GET-ordreinf-b" and p.why("ANG") == "GET-ordreinf-a"
    p.tell(cube_to=["LEI"])
    assert p.state.cubes[one] == 1, "one cube could go, so it went"
    q = Scene(side=U)
    a, b = q.put("CEM", U, regular=1, elite=1)
    _c, _d = q.put("LEI", U, regular=1, cavalry=1)
    (h,) = q.put("ANG", U, cavalry=1)
    (k,) = q.put("CUL", U, regular=1)
    q.hurt(**{f"p{a}": 2, f"p{b}": 2, f"p{h}": 1, f"p{k}": 1})
    q.block("LEI", U, 4)
    q.go().order("LEI", REINFORCE, cube_to=["LEI"])
    assert q.options == [P["CEM"] * KINDS + REGULAR, P["CUL"] * KINDS + REGULAR]
    assert q.why(P["CEM"] * KINDS + ELITE) == "GET-ordreinf-a", "no elite infantry there"
    assert q.why(P["ANG"] * KINDS + CAVALRY) == "GET-ordreinf-a", "cavalry cubes stay"


@pytest.mark.rule("GET-ordreinf-c", "GET-cubes-m")
def test_reinforcing_may_kill():
    p = Scene(side=U)
    (one,) = p.put("CEM", U, regular=1)
    (two,) = p.put("LEI", U, regular=1)
    p.hurt(**{f"p{one}": 2, f"p{two}": 5})
    p.block("PAT", U, 3)
    p.go().order("PAT", REINFORCE)
    assert p.at("LEI") == [] and p.state.cubes[one] == 1 and p.state.stock[COLOUR[one]] == 29


@pytest.mark.rule("GET-ordreinf-c", "GET-cubes-m")
def test_reinforcing_kills_nobody_who_can_be_spared():
    """Nine cubes on two pieces: the tenth goes to the one with four."""
    p = Scene(side=U)
    (one,) = p.put("CEM", U, regular=1)
    two, three = p.put("LEI", U, regular=2)
    p.hurt(**{f"p{one}": 2, f"p{two}": 5, f"p{three}": 4})
    p.block("PAT", U, 3)
    p.go().order("PAT", REINFORCE)
    if p.question.box == "cube_to":
        p.tell(cube_to=["LEI"])
    assert p.at("LEI") == [two, three] and (p.state.cubes[two], p.state.cubes[three], p.state.cubes[one]) == (5, 5, 1)


# --- reorganise -------------------------------------------------------------------------------------


@pytest.mark.rule("GET-reorg-a", "GET-disrupt-e")
def test_reorganising():
    p = Scene(side=U)
    p.put("CEM", U, regular=1)
    p.disrupt("CEM", "LEI", "HER")
    p.block("CEM", U, 3)
    p.go().order("CEM", REORGANISE, reorganise=["CEM"])
    assert p.state.disrupted == BIT[P["LEI"]] | BIT[P["HER"]]


@pytest.mark.rule("GET-reorg-a", refuses=True)
def test_only_a_disruption_in_reach():
    p = Scene(side=U)
    p.put("CEM", U, regular=1)
    p.disrupt("CEM", "LEI", "HER")
    p.block("CEM", U, 3)
    p.go().order("CEM", REORGANISE)
    assert p.why("HER") == "GET-reorg-a"
    q = Scene(side=U)
    q.put("CEM", U, regular=1)
    q.block("CEM", U, 3)
    q.go().tell(act=[GIVE_ORDER], block=["CEM"])
    assert q.why(REORGANISE) == "GET-reorg-a"


# --- entrenchments ----------------------------------------------------------------------------------


def digger(*sticks, block="CEM"):
    p = Scene(side=U)
    p.put("CEM", U, regular=1)
    p.sticks("CEM", *sticks)
    p.block(block, U, 5)
    return p


def dig_elsewhere(p, sticks):
    """Lay so many sticks in areas that no disc on Cemetery Hill reaches, two in each as far as they go."""
    far = [a for a in range(AREAS) if not REACH[P["CEM"]] & BIT[a]]
    for n in range(sticks):
        a = far[n // 2]
        p.state.sticks[a] = (*p.state.sticks[a], BORDERS[a][0])


@pytest.mark.rule("GET-trench-a", "GET-trench-b", "GET-trench-c")
def test_two_sticks_along_one_border():
    p = digger()
    p.go().order("CEM", ENTRENCH, border=["GET"])
    assert p.state.sticks[P["CEM"]] == (P["GET"],) and sticks_left(p.state) == 19
    p.until(lambda q: q.side == U and q.box == "act")
    p.order("CEM", ENTRENCH, border=["GET"])
    assert p.state.sticks[P["CEM"]] == (P["GET"], P["GET"])


@pytest.mark.rule("GET-trench-c", "GET-trench-d", refuses=True)
def test_the_second_lies_beside_the_first_and_there_is_no_third():
    p = digger("GET")
    p.go().order("CEM", ENTRENCH)
    assert p.why("LON") == "GET-trench-c" and P["GET"] in p.options
    q = digger("GET", "GET")
    q.go().order("CEM", ENTRENCH)
    assert q.why("GET") == "GET-trench-d" and q.why("LON") == "GET-trench-d"


@pytest.mark.rule("GET-trench-a", refuses=True)
def test_digging_needs_own_pieces_in_reach():
    p = Scene(side=U)
    p.put("CEM", U, regular=1)
    p.put("CUL", U, regular=1)
    p.put("MCP", U, regular=1)
    p.block("CEM", U, 5)
    p.go().order("CEM", ENTRENCH)
    assert places_of(p.options) == {"CEM", "CUL"}
    assert p.why("LEI") == "GET-trench-a" and p.why("MCP") == "GET-trench-a"
    q = Scene(side=U)
    q.put("MCP", U, regular=1)
    q.put("LEI", C, regular=1)
    q.block("CEM", U, 5)
    q.go().tell(act=[GIVE_ORDER], block=["CEM"])
    assert q.told("ordered")[-1]["order"].id == PASS


@pytest.mark.rule("GET-trench-e", "GET-trench-f")
def test_a_stick_is_turned():
    p = digger("GET", "GET")
    p.go().order("CEM", ENTRENCH, border=[TURN_STICK + P["GET"] * 100 + P["LON"]])
    assert sorted(p.state.sticks[P["CEM"]]) == sorted((P["GET"], P["LON"])) and sticks_left(p.state) == 18
    q = digger("GET", "LON")
    q.go().order("CEM", ENTRENCH, border=[TURN_STICK + P["LON"] * 100 + P["GET"]])
    assert q.state.sticks[P["CEM"]] == (P["GET"], P["GET"])


@pytest.mark.rule("GET-comp-j", refuses=True)
def test_when_no_stick_is_left_they_can_only_be_turned():
    p = digger()
    others = ("CUL", "LEI", "GET", "LON", "WIN", "ANG", "SPA", "PAT", "CRS", "WEI")
    for place in others:
        p.put(place, U, **({"regular": 1} if place not in ("CUL",) else {"elite": 1}))
        p.sticks(place, *[["CEM", "CEM"], ["CEM", "CEM"]][place != "CUL"])
    assert sticks_left(p.state) == 0
    p.go().order("CEM", ENTRENCH)
    assert p.why("CEM") == "GET-comp-j"
    p.tell(dig=["CUL"])
    assert all(a >= TURN_STICK for a in p.options) and p.why("LEI") == "GET-trench-d"
    q = digger("GET", block="CEM")
    dig_elsewhere(q, 19)
    q.go().order("CEM", ENTRENCH)
    assert q.why("GET") == "GET-comp-j"
    r = digger(block="CEM")
    dig_elsewhere(r, 20)
    r.go().tell(act=[GIVE_ORDER], block=["CEM"])
    assert r.why(ENTRENCH) == "GET-comp-j"


@pytest.mark.rule("GET-comp-j")
def test_the_last_stick_can_be_laid():
    p = digger(block="CEM")
    dig_elsewhere(p, 19)
    p.go().order("CEM", ENTRENCH, border=["GET"])
    assert sticks_left(p.state) == 0 and p.state.sticks[P["CEM"]] == (P["GET"],)


@pytest.mark.rule("GET-trench-g")
def test_sticks_go_when_the_area_is_empty():
    p = digger("GET", "GET")
    p.go().march("CEM", "CEM", (p.at("CEM")[0], "LEI"))
    assert p.state.sticks[P["CEM"]] == ()


@pytest.mark.rule("GET-trench-i")
def test_every_friend_that_moves_in_removes_a_stick():
    p = digger("GET", "GET")
    one, two = p.put("LEI", U, regular=2)
    p.go().order("CEM", MOVE, from_=["LEI"], pick=[one], to=["CEM"])
    assert p.state.sticks[P["CEM"]] == (P["GET"],)
    p.tell(pick=[two], to=["CEM"])
    assert p.state.sticks[P["CEM"]] == ()
    q = digger("GET", "LON")
    (three,) = q.put("LEI", U, regular=1)
    q.go().order("CEM", MOVE, from_=["LEI"], pick=[three], to=["CEM"])
    assert q.asked == (U, "lose_stick")
    q.tell(lose_stick=["GET"])
    assert q.state.sticks[P["CEM"]] == (P["LON"],)


@pytest.mark.rule("GET-trench-i")
def test_every_piece_out_of_a_box_removes_a_stick():
    p = Scene(side=C)
    p.put("KNX", C, regular=1)
    p.sticks("KNX", "HER", "HER")
    elite, two, _gun = p.put("CHAMBERSBURG", C, elite=1, regular=1, artillery=1)
    p.go().tell(act=[LEAVE_BOX + P["CHAMBERSBURG"]], exit=[elite])
    assert p.state.sticks[P["KNX"]] == (P["HER"],)
    p.tell(exit=[two])
    assert p.state.sticks[P["KNX"]] == ()


@pytest.mark.rule("GET-trench-i", "GET-move-a")
def test_cavalry_that_rides_through_removes_no_stick():
    p = digger("GET", "GET")
    (horse,) = p.put("LEI", U, cavalry=1)
    p.go().order("CEM", MOVE, from_=["LEI"], pick=[horse], to=["CEM"])
    assert p.asked == (U, "ride_on") and p.state.sticks[P["CEM"]] == (P["GET"],) * 2
    p.tell(ride_on=["LON"])
    assert p.at("LON") == [horse] and p.state.sticks[P["CEM"]] == (P["GET"],) * 2
    q = digger("GET", "GET")
    (stays,) = q.put("LEI", U, cavalry=1)
    q.go().order("CEM", MOVE, from_=["LEI"], pick=[stays], to=["CEM"])
    q.tell(ride_on=[STAY])
    assert q.state.sticks[P["CEM"]] == (P["GET"],)


@pytest.mark.rule("GET-trench-b", "GET-flank-a", "GET-trench-k")
def test_sticks_face_an_entry_box():
    p = Scene(side=U)
    p.put("KNX", U, regular=1)
    p.block("KNX", U, 3)
    p.go().order("KNX", ENTRENCH, border=["CHAMBERSBURG"])
    assert p.state.sticks[P["KNX"]] == (P["CHAMBERSBURG"],)
    for towards, flanked, entrenched in (("CHAMBERSBURG", 0, 1), ("HER", 1, 0)):
        q = Scene(side=C)
        q.put("KNX", U, regular=1)
        q.put("CHAMBERSBURG", C, regular=1)
        q.sticks("KNX", towards, towards)
        q.go().tell(act=[PLACE_BLOCK], place=["HER"], value=[3], after=[LEAVE_BOX + P["CHAMBERSBURG"]])
        assert (q.state.fight[FLANKED], q.state.fight[ENTRENCHED]) == (flanked, entrenched)


@pytest.mark.rule("GET-trench-j")
def test_no_order_pulls_an_entrenchment_down():
    p = digger("GET", "GET")
    p.go().tell(act=[GIVE_ORDER], block=["CEM"])
    for kind in list(p.options):
        q = digger("GET", "GET")
        q.go().tell(act=[GIVE_ORDER], block=["CEM"], kind=[kind])
        before = len(q.state.sticks[P["CEM"]])
        if kind == ENTRENCH:
            for a in q.options:
                s = q.state.clone()
                q.title.play(s, a)
                assert len(s.sticks[P["CEM"]]) >= before


@pytest.mark.rule("GET-order-g")
def test_fire_first_and_then_attack_in_a_double_order():
    p = Scene(side=C)
    one, _gun = p.put("HER", C, regular=1, artillery=1)
    (_x,) = p.put("MCP", U, regular=1)
    p.block("HER", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["HER"], kind=[FIRE], aim=["MCP"]).rolls(4)
    p.tell(block=["HER"], kind=[MOVE], pick=[one], to=["MCP"])
    assert p.state.disrupted == BIT[P["MCP"]]
    p.tell(pick=[DONE])
    assert p.asked == (Side.CHANCE, "volley")


@pytest.mark.rule("GET-fire-d")
def test_areas_are_counted_by_the_shortest_way():
    away = steps_from(P["KNX"])
    assert [away[P[name]] for name in ("KNX", "HER", "MCP")] == [0, 1, 2]


@pytest.mark.rule("GET-fire-g", "GET-fire-i")
def test_guns_that_are_missed_are_not_hurt():
    p = Scene(side=U)
    p.put("HER", U, artillery=1)
    (gun,) = p.put("MCP", C, artillery=1)
    p.mark("MCP")
    p.block("HER", U, 3)
    p.go().order("HER", FIRE)
    p.tell(aim=[AT_GUNS + P["MCP"]]).rolls(1)
    assert p.state.cubes[gun] == 0 and p.at("MCP") == [gun] and p.told("gun_damaged") == []


@pytest.mark.rule("GET-fire-i", "GET-ordreinf-a")
def test_a_cube_from_afar_can_be_taken_over_afterwards():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    (hit,) = p.put("MCP", U, regular=1)
    p.put("SMN", U, regular=1)
    p.block("HER", C, 3)
    p.go().order("HER", FIRE, aim=["MCP"]).rolls(5)
    assert p.state.cubes[hit] == 1 and p.state.sets[HURT + U] == BIT[P["MCP"]]


@pytest.mark.rule("GET-ordreinf-a")
def test_the_confederacy_takes_over_cubes_too_and_only_those_that_lie_there():
    p = Scene(side=C)
    one, _ = p.put("CEM", C, regular=1, elite=1)
    two, _ = p.put("LEI", C, regular=1, elite=1)
    p.hurt(**{f"p{one}": 1})
    p.block("PAT", C, 3)
    p.go().order("PAT", REINFORCE)
    assert (p.state.cubes[one], p.state.cubes[two]) == (0, 1), "the elite have no cube to give"


@pytest.mark.rule("GET-trench-d", refuses=True)
def test_no_third_stick_towards_knoxlyn_either():
    """Knoxlyn is place number nought."""
    p = Scene(side=C)
    p.put("HER", C, regular=1)
    p.sticks("HER", "KNX", "KNX")
    p.block("HER", C, 3)
    p.go().order("HER", ENTRENCH)
    if p.question.box == "dig":
        p.tell(dig=["HER"])
    assert p.asked == (C, "border") and p.why("KNX") == "GET-trench-d"
