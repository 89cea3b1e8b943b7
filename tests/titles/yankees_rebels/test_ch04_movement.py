"""Chapter 4: marches, roads, terrain, stacking, zones of control."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from bivouac.titles.yankees_rebels.frames import AT, PASS, Box
from bivouac.titles.yankees_rebels.printed.map import NEXT
from bivouac.titles.yankees_rebels.printed.units import SIDE, UNIT
from bivouac.titles.yankees_rebels.rules.ch04_movement import March, may_fight_at, reach
from kit import random_play
from titles.yankees_rebels.kit import BIT, DOUBLE, HAT, TITLE, aiming, battle, h, hexes, m, marching, round_of, u

FAR = "us_gibbon@V1"
FAR_CSA = "cs_hood@V1"


@pytest.mark.rule("YR-4.0a")
def test_infantry_has_two_points_and_may_fight():
    p = marching("cs_early", "cs_early@C3", FAR)
    reached = hexes(p.options)
    assert {"C1", "C5", "E2", "E3", "E4", "A3"} <= reached and "C6" not in reached
    p = marching("cs_early", "cs_early@C2", "us_gibbon@C5").answer(h("C4")).rolls(HAT, HAT, HAT, HAT)
    assert p.question.box == "aim" and u("us_gibbon") in p.options


@pytest.mark.rule("YR-4.0b")
def test_cavalry_has_four_points_and_may_fight():
    p = marching("cs_hampton", "cs_hampton@A1", FAR)
    assert {"E1", "E3", "D4", "A5"} <= hexes(p.options)
    p = marching("cs_hampton", "cs_hampton@A1", "us_hays@E4")
    p.answer(h("E3")).rolls(HAT, HAT, HAT)
    assert p.question.box == "aim"


@pytest.mark.rule("YR-4.0c", "YR-5.0c")
@pytest.mark.rule("YR-4.0c", refuses=True)
def test_artillery_moves_or_fires():
    p = marching("us_taft", "us_taft@C2", "cs_hood@C5")
    p.answer(PASS)
    assert p.question.box == "aim" and u("cs_hood") in p.options
    p = round_of(battle("us_taft@C2", "cs_hood@C5"), m("union", "flag"), flags=1).answer(u("us_taft"), h("C3"))
    assert p.question.box != "aim", "having moved it is not even asked"
    assert p.told("marched") and not p.told("marched_by_road")


@pytest.mark.rule("YR-4.0d", "YR-5.0d")
def test_horse_artillery_moves_three_and_fires():
    p = marching("us_tidball", "us_tidball@C1", "cs_hood@E5")
    assert "C4" in hexes(p.options) and "C5" not in hexes(p.options)
    p.answer(h("C4"))
    assert p.question.box == "aim" and u("cs_hood") in p.options


@pytest.mark.rule("YR-4.0e")
@pytest.mark.rule("YR-4.0e", refuses=True)
def test_terrain_costs_points_and_there_is_no_minimum_move():
    p = marching("cs_early", "cs_early@E3", FAR)
    assert "F3" in hexes(p.options), "woods, two points"
    assert p.refusal(h("G2")).rule == "YR-4.0e", "beyond the woods"
    p = marching("cs_early", "cs_early@E4", FAR)
    assert "F3" not in hexes(p.options) and "F4" in hexes(p.options), "one point left is not enough for woods"


@pytest.mark.rule("YR-4.0f")
@pytest.mark.rule("YR-4.0f", refuses=True)
def test_houses_and_wooded_hills_end_the_march():
    """Through the Rose farm (two points) Devin would get to G10; the ways around it are longer."""
    p = marching("us_devin", "us_devin@D9", FAR_CSA)
    assert "E9" in hexes(p.options)
    assert p.refusal(h("G10")).rule == "YR-4.0f" and p.refusal(h("H9")).rule == "YR-4.0f"


@pytest.mark.rule("YR-4.0g")
@pytest.mark.rule("YR-4.0g", refuses=True)
def test_no_fight_after_ground_of_two_points():
    s = battle("cs_early@E3", "us_gibbon@G3")
    p = round_of(s, m("csa", "II"), flags=1).answer(u("cs_early"), h("F3"))
    assert p.question.box == "reaction"
    p.rolls(HAT, HAT, HAT, HAT)
    assert p.question.box != "aim"


@pytest.mark.rule("YR-4.0h")
def test_roads_cost_half_a_point_along_the_road():
    p = marching("us_hays", "us_hays@A5", FAR_CSA)
    assert {"B5", "C5", "D5", "E5"} <= hexes(p.options) and "F5" not in hexes(p.options)
    off = marching("us_hays", "us_hays@B4", FAR_CSA)
    assert "D5" in hexes(off.options) and "E5" not in hexes(off.options), "onto the road at full cost, then half a point"


@pytest.mark.rule("YR-4.0i")
@pytest.mark.rule("YR-4.0i", refuses=True)
def test_no_fight_after_the_road():
    s = battle("us_hays@A5", "cs_hood@E5")
    p = round_of(s, m("union", "II"), flags=1).answer(u("us_hays"), h("D5"))
    assert p.told("marched_by_road") and p.question.box == "reaction", "D5 lies next to E5"
    p.rolls(HAT, HAT, HAT, HAT)
    assert p.question.box != "aim"
    s = battle("us_hays@B5", "cs_hood@E5")
    p = round_of(s, m("union", "II"), flags=1).answer(u("us_hays"), h("D5")).rolls(HAT, HAT, HAT, HAT)
    assert p.question.box == "aim", "two hexes of road at the full cost keep the combat"


@pytest.mark.rule("YR-4.0j")
def test_the_road_leads_through_the_town_and_over_bridges():
    p = marching("us_hays", "us_hays@O6", FAR_CSA)
    assert {"P5", "Q6", "R5", "S6"} <= hexes(p.options), "through the streets of Gettysburg"
    p = marching("us_hays", "us_hays@U13", FAR_CSA)
    assert "T10" in hexes(p.options), "over Willoughby Run by the Chambersburg Pike: U12, U11, T10"
    p = marching("us_hays", "us_hays@O6", "cs_hood@Q7", "cs_early@Q4")
    assert {"Q5", "Q6"} <= hexes(p.options) and "R5" not in hexes(p.options), "but an enemy zone stops"


@pytest.mark.rule("YR-4.0k", refuses=True)
def test_cavalry_keeps_off_wooded_hills():
    p = marching("us_custer", "us_custer@D5", FAR_CSA)
    assert p.refusal(h("D6")).rule == "YR-4.0k"
    assert "D6" in hexes(marching("us_hays", "us_hays@D5", FAR_CSA).options)


@pytest.mark.rule("YR-4.0l", refuses=True)
def test_artillery_keeps_off_round_top_and_devils_den():
    p = marching("us_taft", "us_taft@D7", FAR_CSA)
    assert p.refusal(h("D8")).rule == "YR-4.0l" and "D6" in hexes(p.options)
    assert marching("us_tidball", "us_tidball@B6", FAR_CSA).refusal(h("B7")).rule == "YR-4.0l"
    assert "D8" in hexes(marching("us_hays", "us_hays@D7", FAR_CSA).options)


@pytest.mark.rule("YR-4.0n")
def test_everything_about_units_is_open():
    s = battle("us_hays@C2:3", "cs_hood@C5")
    assert TITLE.view(s, None)._replace(side=0) == TITLE.view(s, 0)._replace(side=0) == TITLE.view(s, 1)._replace(side=0)
    assert not TITLE.secrets


@pytest.mark.rule("YR-4.1a")
@pytest.mark.rule("YR-4.1a", refuses=True)
def test_two_units_a_hex_and_one_infantry():
    p = marching("us_hays", "us_hays@C2", "us_gibbon@C3", "us_taft@D3", "us_custer@B3", "us_gamble@B3", FAR_CSA)
    assert p.refusal(h("C3")).rule == "YR-4.1a" and p.refusal(h("B3")).rule == "YR-4.1a"
    assert "D3" in hexes(p.options) and "C4" in hexes(p.options), "friends may be passed through"
    guns = marching("us_mcgilvery", "us_mcgilvery@C2", "us_gibbon@C3", "us_taft@D3", FAR_CSA)
    assert {"C3", "D3"} <= hexes(guns.options)


@pytest.mark.rule("YR-4.2a")
def test_every_unit_controls_the_six_hexes_around_it():
    s = battle("cs_alexander@C3", "us_hays@M11")
    assert hexes(n for n in range(273) if s.enemy_zone(0) & BIT[n]) == {"C4", "C2", "B3", "B4", "D3", "D4"}


@pytest.mark.rule("YR-4.2b")
@pytest.mark.rule("YR-4.2b", refuses=True)
def test_a_march_stops_next_to_an_enemy():
    p = marching("us_custer", "us_custer@A1", "cs_hood@C3")
    assert "C2" in hexes(p.options)
    assert p.refusal(h("C4")).rule == "YR-4.2b", "every way there leads past Hood"


@pytest.mark.rule("YR-4.2c")
@pytest.mark.rule("YR-4.2c", refuses=True)
def test_out_of_a_zone_only_to_free_hexes():
    p = marching("us_custer", "us_custer@C2", "cs_hood@C3")
    assert p.refusal(h("B3")).rule == "YR-4.2c" and p.refusal(h("D3")).rule == "YR-4.2c"
    assert {"C1", "B1", "A1", "E1", "E2"} <= hexes(p.options)
    assert not hexes(p.options) & {"C4", "B3", "B4", "D3", "D4"}
    p.answer(PASS)
    assert p.question.box == "aim", "it may attack where it stands"


@pytest.mark.rule("YR-4.2d", "YR-5.4.1a")
def test_occupying_a_cleared_hex_goes_from_zone_to_zone():
    p = aiming(("cs_hood",), "cs_hood@C2", "us_gibbon@C3:1", "us_hays@D4").answer(u("us_gibbon"))
    p.rolls(DOUBLE, *[HAT] * 5).rolls(0)
    assert p.question.box == "occupy" and p.options == [PASS, h("C3")]
    p.answer(h("C3"))
    assert p.state.where[u("cs_hood")] == h("C3") and p.question.box == "reaction"


@pytest.mark.rule("YR-5.3.1j", refuses=True)
def test_a_stream_ends_the_march():
    p = marching("cs_early", "cs_early@N12", FAR)
    assert "N11" in hexes(p.options), "across Willoughby Run"
    assert p.refusal(h("N10")).rule == "YR-5.3.1j"
    dry = marching("cs_early", "cs_early@N11", FAR)
    assert {"N10", "N9"} <= hexes(dry.options)


@pytest.mark.parametrize(
    ("unit", "to", "rule", "pieces"),
    [
        ("us_custer", "C5", "YR-4.2c", ("us_custer@C2", "cs_hood@C3")),  # and past the enemy besides
        ("us_custer", "C6", "YR-4.0k", ("us_custer@C2", "cs_hood@C3")),
        ("us_custer", "C7", "YR-4.0e", ("us_custer@C2", "cs_hood@V1")),
        ("us_custer", "L10", "YR-4.2b", ("us_custer@N12", "cs_hood@N10")),  # and across Willoughby Run besides
        ("us_custer", "N8", "YR-5.3.1j", ("us_custer@N12", "cs_hood@V1")),
    ],
)
@pytest.mark.rule("YR-4.0e", "YR-4.2b", "YR-4.2c", "YR-5.3.1j", refuses=True)
def test_a_refused_march_names_what_stands_in_the_way(unit, to, rule, pieces):
    assert marching(unit, *pieces).refusal(h(to)).rule == rule


@pytest.mark.rule("YR-4.0e", refuses=True)
def test_the_first_hex_of_the_map_is_a_hex_like_any_other():
    p = marching("us_hays", "us_hays@A13", FAR_CSA)
    assert {"A12", "A11"} <= hexes(p.options) and p.refusal(h("F13")).rule == "YR-4.0e" and p.refusal(h("A13")).name == "goes_elsewhere"
    assert not may_fight_at(marching("us_hays", "us_hays@C3", FAR_CSA).state, u("us_hays"), h("A13"))


def test_the_log_says_where_units_came_from():
    state = TITLE.setup("july-1", log=True)
    random_play(TITLE, state, Random(11), 60_000)
    moves = [event for event in state.log if not event.kind.effect and "frm" in event.facts]
    assert len({event.kind.name for event in moves}) >= 4
    assert all(event.facts["frm"] != event.facts["to"] for event in moves)


def test_only_a_hex_beyond_all_points_lacks_points():
    """Whoever would get there if enemies, streams and houses were not is told of them, never of points."""
    for pieces in (("us_custer@N12", "cs_hood@N10", "cs_early@K12"), ("us_custer@C2", "cs_hood@C3"), ("us_hays@P4", "cs_hood@R3")):
        unit = pieces[0].split("@")[0]
        p = marching(unit, *pieces)
        free = reach(p.state, u(unit), March(p.state.passable(u(unit)), 0, p.state.rules.road_steps, stops=0, streams=False))
        for n in range(273):
            refusal = p.refusal(n)
            if refusal is not None and refusal.rule == "YR-4.0e" and n != p.state.where[u(unit)]:
                assert not free & BIT[n]


def test_activation_is_spent_by_marching():
    p = marching("us_hays", "us_hays@C2", FAR_CSA)
    p.answer(h("C3"))
    assert p.state.done & UNIT[u("us_hays")]


@pytest.mark.rule("YR-4.0i")
def test_a_march_tells_its_way():
    p = marching("cs_early", "cs_early@C3", FAR).answer(h("C1"))
    (event,) = [e for e in p.state.log if e.kind.name == "marched"]
    assert event.targets == (f"unit:{u('cs_early')}", *(f"hex:{h(x)}" for x in ("C3", "C2", "C1")))


def test_every_way_is_one_that_the_unit_could_march():
    """From neighbour to neighbour over open hexes, never on from one next to an enemy; so it leads to wherever a march may end."""
    state, rng, long = TITLE.setup("july-1", log=True), Random(11), 0
    while state.stack:
        before, told = state.clone(), len(state.log)
        weights = TITLE.flow.weights(state)
        TITLE.flow.play(state, rng.choices(state.options, weights)[0] if weights else rng.choice(state.options))
        for event in state.log[told:]:
            if "way" in dict(event.kind.blanks):
                unit, frm, to, way = event.values
                steps = (frm, *way, to)
                assert all(BIT[b] & NEXT[a] for a, b in pairwise(steps)) and len({*steps}) == len(steps)
                assert not any(BIT[x] & before.enemy_zone(SIDE[unit]) or not BIT[x] & before.passable(unit) for x in way)
                long += bool(way)
    assert long > 40


@pytest.mark.rule("YR-4.0e")
def test_every_arm_marches_into_the_corner():
    """A13 is hex number nought."""
    for unit in ("cs_hood", "cs_hampton", "cs_alexander"):
        p = marching(unit, f"{unit}@A12", "us_gibbon@U1")
        way = next(way for way in TITLE.flow.boxes[Box.MARCH].ways if way.options)
        assert h("A13") in p.options and h("A13") in way.filtered(p.state, AT[Box.MARCH]), unit


@pytest.mark.rule("YR-4.2c", refuses=True)
def test_out_of_the_corner_a_unit_leaves_the_zone_first_too():
    p = marching("cs_hood", "cs_hood@A13", "us_gibbon@A12", "us_hays@U1")
    assert reach(p.state, u("cs_hood")) == 0, "B13, the only other hex, lies next to Gibbon"
