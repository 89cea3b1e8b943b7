"""Chapter 5: attacks, lines of sight, hills, dice and terrain."""

from __future__ import annotations

from random import Random

import pytest

from bivouac.titles.yankees_rebels.frames import ALONE, FIRST_FIRES, PASS, RECOVER, SECOND_FIRES
from bivouac.titles.yankees_rebels.printed.map import (
    AROUND,
    CEMETERY_HILL,
    DIST,
    EASY,
    GRID,
    HARD,
    KIND,
    LEVEL,
    PROTECTION,
    SCREENS,
    SIZE,
    STOPS,
    STREAM_SIDES,
    TERRAIN,
    sees,
)
from bivouac.titles.yankees_rebels.printed.units import UNIT
from bivouac.titles.yankees_rebels.rules.ch02_sequence import works_of
from bivouac.titles.yankees_rebels.rules.ch04_movement import may_fight_at, reach
from bivouac.titles.yankees_rebels.rules.ch05_combat import attackers, dice_for, protection
from titles.yankees_rebels.kit import (
    BIT,
    CSA_FLAG,
    DOUBLE,
    HAT,
    HEX,
    LOSS,
    TRUMPET,
    UNION_FLAG,
    Box,
    acting,
    aiming,
    at_box,
    battle,
    h,
    m,
    marching,
    round_of,
    u,
)


def dice(firers, target, *pieces, **setup):
    return dice_for(battle(*pieces, **setup), tuple(u(f) for f in firers), u(target))


@pytest.mark.rule("YR-5.0a")
def test_units_fight_in_all_directions():
    for name in (HEX[n] for n in AROUND[h("C3")]):
        assert u("us_hays") in aiming(("cs_hood",), "cs_hood@C3", f"us_hays@{name}").options


@pytest.mark.rule("YR-5.0b")
@pytest.mark.rule("YR-5.0b", refuses=True)
def test_infantry_and_cavalry_fight_adjacent_units_only():
    p = aiming(("cs_hood",), "cs_hood@C2", "us_hays@C3", "us_gibbon@C4")
    assert p.options == [PASS, u("us_hays")] and p.refusal(u("us_gibbon")).rule == "YR-5.0b"
    assert aiming(("us_custer",), "us_custer@C2", "cs_hood@C3", "cs_early@C4").refusal(u("cs_early")).rule == "YR-5.0b"
    beside = marching("us_hays", "us_hays@C2", "cs_hood@C3")
    assert beside.refusal(h("C3")).rule == "YR-5.0b", "nobody enters an enemy's hex"


@pytest.mark.rule("YR-5.0c", refuses=True)
def test_artillery_fires_four_hexes_far():
    p = aiming(("us_taft",), "us_taft@E1", "cs_hood@E5", "cs_early@C8", "cs_heth@G1")
    assert u("cs_hood") in p.options and p.refusal(u("cs_early")).rule == "YR-5.0c"


@pytest.mark.rule("YR-5.0e")
@pytest.mark.rule("YR-5.0e", refuses=True)
def test_one_move_and_then_one_attack():
    p = round_of(battle("cs_hood@C3", "us_hays@C4", "us_gibbon@D4", "cs_mclaws@A1"), m("csa", "I"), flags=2)
    p.answer(u("cs_hood"), PASS, u("us_hays")).rolls(*[HAT] * 6)
    assert p.question.box == "activate" and p.refusal(u("cs_hood")) is not None, "no second attack, no move after it"


@pytest.mark.rule("YR-5.0f")
def test_the_attacker_chooses_one_of_two_units():
    p = aiming(("cs_hood",), "cs_hood@C3", "us_hays@C4", "us_taft@C4")
    assert p.options == [PASS, u("us_hays"), u("us_taft")]
    p.answer(u("us_taft")).rolls(CSA_FLAG, *[HAT] * 5).rolls(LOSS)
    assert p.state.force[u("us_taft")] == 1 and p.state.force[u("us_hays")] == 4


@pytest.mark.rule("YR-5.1a", "YR-5.1b")
@pytest.mark.rule("YR-5.1a", "YR-5.1b", refuses=True)
def test_fire_at_a_distance_needs_a_free_line():
    assert u("cs_hood") in aiming(("us_taft",), "us_taft@C1", "cs_hood@C3").options
    for between in ("us_hays@C2", "cs_early@C2"):
        p = aiming(("us_taft",), "us_taft@C1", "cs_hood@C3", between, "cs_heth@D1")
        assert p.refusal(u("cs_hood")).rule == "YR-5.1b", between
    woods = aiming(("us_taft",), "us_taft@F1", "cs_hood@F4", "cs_heth@G1")
    assert woods.refusal(u("cs_hood")).rule == "YR-5.1b", "the woods F2 and F3"


@pytest.mark.rule("YR-5.1c")
def test_a_line_along_a_side_is_blocked_only_by_both_hexes():
    """From C3 the line to a hex straight across column D runs along the side between two hexes of it."""
    a, b = next((a, b) for a in (h("C3"),) for b in range(SIZE) if DIST[a][b] == 2 and GRID.line(a, b).sides and HEX[b][0] == "E")
    one, other = GRID.line(a, b).sides[0]
    ends = [f"us_taft@{HEX[a]}", f"cs_hood@{HEX[b]}", "cs_heth@A3"]
    assert u("cs_hood") in aiming(("us_taft",), *ends, f"us_hays@{HEX[one]}").options
    assert u("cs_hood") in aiming(("us_taft",), *ends, f"us_hays@{HEX[other]}").options
    blocked = aiming(("us_taft",), *ends, f"us_hays@{HEX[one]}", f"us_gibbon@{HEX[other]}", "cs_early@B3")
    assert u("cs_hood") not in blocked.options


@pytest.mark.rule("YR-5.1d")
def test_the_ends_of_the_line_never_block():
    assert sees(h("F3"), h("D3"), 0, 0), "from the woods"
    p = aiming(("us_taft",), "us_taft@F3", "us_hays@F3", "cs_hood@D3", "cs_dance@D3")
    assert {u("cs_hood"), u("cs_dance")} <= set(p.options)


@pytest.mark.rule("YR-5.2a")
def test_levels():
    assert LEVEL[h("C3")] == 0 and LEVEL[h("F3")] == 0 and LEVEL[h("N5")] == 1 and LEVEL[h("D8")] == 2
    assert {(TERRAIN[n], LEVEL[n]) for n in range(SIZE)} == {(kind.id, kind.level) for kind in KIND.values()}


@pytest.mark.rule("YR-5.2b")
def test_guns_on_a_hill_fire_over_lower_obstacles_and_nobody_fires_so_at_a_hill():
    assert SCREENS & BIT[h("T8")] and (LEVEL[h("U9")], LEVEL[h("T8")], LEVEL[h("S8")]) == (0, 0, 1)
    assert u("cs_hood") in aiming(("us_taft",), "us_taft@S8", "cs_hood@U9", "cs_early@S7").options, "over the woods T8"
    p = aiming(("us_taft",), "us_taft@U9", "cs_hood@S8", "cs_early@U8")
    assert p.refusal(u("cs_hood")).rule == "YR-5.1b", "the book grants it from hills only"
    assert u("cs_hood") in aiming(("us_taft",), "us_taft@D6", "cs_hood@D4", "us_hays@D5", "cs_early@E6").options, "over a unit, too"
    level = aiming(("us_taft",), "us_taft@M6", "cs_hood@M4", "cs_early@M7")
    assert level.refusal(u("cs_hood")).rule == "YR-5.1b", "the hill M5 is as high"


@pytest.mark.rule("YR-3.0f", "YR-5.2b")
def test_a_unit_below_a_hill_is_in_sight_of_it():
    """No recovery in the open at U9 with the enemy on the hill S8, though the woods T8 lie between: a line in either direction counts."""
    for height in (LEVEL[h("U9")], LEVEL[h("S8")]):
        assert sees(h("U9"), h("S8"), 0, height) == sees(h("S8"), h("U9"), 0, height) == bool(height)
    p = round_of(battle("us_gibbon@U9:1", "us_hays@V1:2", "cs_hood@S8"), m("union", "flag"), trumpets=1, flags=1)
    assert p.refusal(u("us_gibbon") + RECOVER).rule == "YR-3.0f"


@pytest.mark.rule("YR-5.2b")
def test_a_unit_on_the_same_height_blocks():
    over = [
        (a, b, m_)
        for a in range(SIZE)
        for b in range(a)
        if DIST[a][b] == 2 and LEVEL[a] == 2 > LEVEL[b]
        for m_ in GRID.line(a, b).through
        if LEVEL[m_] == 1
    ]
    level = [
        (a, b, m_)
        for a in range(SIZE)
        for b in range(a)
        if DIST[a][b] == 2 and LEVEL[a] == LEVEL[b] == 0
        for m_ in GRID.line(a, b).through
        if LEVEL[m_] == 0 and not SCREENS & BIT[m_]
    ]
    assert all(sees(a, b, BIT[m_], LEVEL[a]) for a, b, m_ in over)
    assert level and not any(sees(a, b, BIT[m_], LEVEL[a]) for a, b, m_ in level)


@pytest.mark.rule("YR-5.2b")
def test_a_line_over_the_same_height_is_the_same_in_both_directions():
    rng = Random(7)
    units = sum(BIT[n] for n in rng.sample(range(SIZE), 40))
    for _ in range(4000):
        a, b, height = rng.randrange(SIZE), rng.randrange(SIZE), rng.randrange(3)
        if a != b:
            assert sees(a, b, units, height) == sees(b, a, units, height)


@pytest.mark.rule("YR-5.2c")
def test_the_hill_does_not_protect_between_equal_heights():
    assert dice(("cs_hood",), "us_hays", "cs_hood@L7", "us_hays@L6") == 5, "uphill"
    assert dice(("cs_hood",), "us_hays", "cs_hood@K6", "us_hays@L6") == 6, "along the ridge"
    assert dice(("cs_hood",), "us_hays", "cs_hood@D6", "us_hays@C6") == 6, "between wooded hills"
    assert dice(("cs_hood",), "us_hays", "cs_hood@H5", "us_hays@G5") == 5, "downhill into woods: the table"
    assert dice(("cs_hood",), "us_hays", "cs_hood@E3", "us_hays@F3") == 5, "woods protect at level 0 all the same"


@pytest.mark.rule("YR-5.2.1a")
def test_cemetery_hill():
    assert HEX[CEMETERY_HILL] == "N5"
    assert dice(("cs_hood",), "us_hays", "cs_hood@O6", "us_hays@N5") == 4
    assert dice(("cs_hood",), "us_hays", "cs_hood@N4", "us_hays@N5") == 4, "from any height"
    assert dice(("cs_hampton",), "us_hays", "cs_hampton@O6", "us_hays@N5") == 0
    assert dice(("cs_dance",), "us_hays", "cs_dance@O6", "us_hays@N5") == 2, "guns: an ordinary hill"
    p = aiming(("cs_hood",), "cs_hood@O6", "us_hays@N5").answer(u("us_hays")).rolls(*[DOUBLE] * 4).rolls(1, 1, 1, 1)
    assert p.state.where[u("us_hays")] == h("N5") and p.state.force[u("us_hays")] == 4, "retreats are ignored"


@pytest.mark.rule("YR-5.3b")
def test_terrain_takes_dice_away_down_to_none():
    assert dice(("us_taft",), "cs_hood", "us_taft@E3", "cs_hood@F3") == 2
    p = aiming(("us_taft",), "us_taft@D2", "cs_hood@F3", "cs_heth@D3")
    assert u("cs_hood") in p.options
    p = aiming(("us_taft",), "us_taft@C2", "cs_hood@F3", "cs_heth@C3")
    assert p.refusal(u("cs_hood")).rule == "YR-5.3b", "one die at three hexes, and woods"


@pytest.mark.rule("YR-5.3c")
def test_own_and_double_flags_hit():
    p = aiming(("cs_hood",), "cs_hood@C3", "us_hays@C4").answer(u("us_hays"))
    p.rolls(DOUBLE, CSA_FLAG, UNION_FLAG, TRUMPET, HAT, DOUBLE)
    assert p.told("hits")[0]["n"] == 3 and p.state.dice == 3


TABLE = {
    "open": (False, 1, False, 0),
    "hill": (True, 1, False, 1),
    "woods": (True, 2, False, 1),
    "wooded_hill": (True, 2, True, 2),
    "buildings": (True, 2, True, 2),
    "orchard": (False, 1, False, 1),
    "ploughed": (False, 2, False, 1),
}


@pytest.mark.rule("YR-5.3.1b", "YR-5.3.1c", "YR-5.3.1d", "YR-5.3.1e", "YR-5.3.1f", "YR-5.3.1h", "YR-5.3.1i")
@pytest.mark.parametrize("kind", TABLE)
def test_the_terrain_table(kind):
    blocks, mp, stops, protects = TABLE[kind]
    spots = [n for n in range(SIZE) if TERRAIN[n] == kind]
    assert spots
    for n in spots:
        assert bool(SCREENS & BIT[n]) == blocks and bool(STOPS & BIT[n]) == stops
        assert bool((EASY if mp == 1 else HARD) & BIT[n]) and PROTECTION[n] == protects


@pytest.mark.rule("YR-5.3.1g", "YR-5.4d")
def test_entrenchments_protect_and_hold():
    pieces = ("cs_hood@L7", "us_hays@L6")
    plain = battle(*pieces)
    works = battle(*pieces)
    works.works = BIT[h("L6")]
    assert (dice_for(plain, (u("cs_hood"),), u("us_hays")), dice_for(works, (u("cs_hood"),), u("us_hays"))) == (5, 4)
    p = aiming(("cs_hood",), "cs_hood@C3", "us_hays@C4")
    p.state.works = BIT[h("C4")]
    p.answer(u("us_hays")).rolls(*[DOUBLE] * 4).rolls(1, 1, 1, 0)
    assert p.state.where[u("us_hays")] == h("C4") and p.state.force[u("us_hays")] == 3
    assert not battle(*pieces).rules.works and battle(*pieces, options=("stone-wall", "breastworks")).rules.works == (
        (h("N3"), 2),
        (h("L6"), 1),
    )


@pytest.mark.rule("YR-5.3.1g")
def test_an_entrenched_hex_costs_a_point_and_blocks_no_sight():
    """Culp's Hill, N3, is a wooded hill: entrenched it costs 1 point, ends no march, leaves the fight after it, and is looked through."""

    def hays(options=()):
        s = acting(battle("us_hays@M3", "cs_hood@O2", "cs_early@V1", scenario="july-2", options=options), "us_hays")
        s.works = works_of(s)
        return at_box(s, Box.MARCH)

    bare, dug = hays(), hays(("breastworks",))
    assert h("N3") in bare.options and not may_fight_at(bare.state, u("us_hays"), h("N3"))
    assert h("O4") not in bare.options and h("O4") in dug.options, "beyond the wooded hill, where the march would end"
    assert may_fight_at(dug.state, u("us_hays"), h("N3"))
    dug.answer(h("N3")).until(lambda q: q.box != "reaction", lambda q: HAT)
    assert [told["to"].id for told in dug.told("marched")] == [h("N3")]
    horse = battle("us_custer@N4", "cs_early@V1", scenario="july-2", options=("breastworks",))
    horse.works = works_of(horse)
    assert not reach(horse, u("us_custer")) & BIT[h("N3")], "cavalry keeps off the wooded hill all the same"
    pieces = ("us_taft@L5", "cs_hood@L7", "cs_early@M5")
    assert aiming(("us_taft",), *pieces).refusal(u("cs_hood")).rule == "YR-5.1b", "the hill L6 lies between"
    wall = aiming(("us_taft",), *pieces).state
    wall.works = BIT[h("L6")]
    assert u("cs_hood") in at_box(wall, Box.AIM).options, "not so over the stone wall"


@pytest.mark.rule("YR-5.3.1j")
def test_a_stream_protects_against_attacks_across_it():
    assert (min(h("N12"), h("N11")), max(h("N12"), h("N11"))) in STREAM_SIDES
    assert dice(("cs_hood",), "us_hays", "cs_hood@N12", "us_hays@N11") == 5
    assert dice(("cs_hood",), "us_hays", "cs_hood@N10", "us_hays@N11") == 6
    assert dice(("us_taft",), "cs_hood", "us_taft@N13", "cs_hood@N11") == 2, "not against guns from a distance"


@pytest.mark.rule("YR-5.3.1k")
def test_the_best_feature_counts_and_the_stream_is_added():
    s = battle("cs_hood@M13", "us_hays@M12")
    assert protection(s, h("M13"), h("M12"), by_guns=False) == 2, "woods and stream"
    s.works = BIT[h("M12")]
    assert protection(s, h("M13"), h("M12"), by_guns=False) == 3, "entrenchment instead of woods, and stream"


@pytest.mark.rule("YR-5.3b")
def test_a_fire_without_dice_does_not_keep_the_next_one_from_firing():
    p = round_of(battle("cs_early@E3", "us_wadsworth@G3:1", "us_hays@G2"), m("csa", "II"), flags=1).answer(u("cs_early"), h("F3"))
    p.rolls(DOUBLE).answer(u("cs_early")).rolls(DOUBLE).answer(u("cs_early"))
    assert [facts["dice"] for facts in p.told("attacks")] == [0, 3], "the woods take Wadsworth's only die"
    assert p.question.box == "shot" and p.question.facts["unit"].id == u("us_hays")


@pytest.mark.rule("YR-5.3d")
def test_units_of_one_hex_combine_before_terrain():
    p = aiming(("cs_hood", "cs_alexander"), "cs_hood@E3", "cs_alexander@E3", "us_hays@F3")
    assert p.options == [PASS, u("us_hays"), ALONE + u("us_hays"), 2 * ALONE + u("us_hays")]
    p.answer(u("us_hays"))
    assert [p.told("attack_together")[0][word] for word in ("value", "dice")] == [9, 8]
    apart = aiming(("cs_hood", "cs_alexander"), "cs_hood@E3", "cs_alexander@E3", "us_hays@F3", "us_taft@E4")
    apart.answer(ALONE + u("us_taft"))
    assert apart.question.box == "aim" and set(apart.options) == {PASS, u("us_hays"), u("us_taft")}
    single = round_of(battle("cs_hood@E3", "cs_alexander@E3", "us_hays@F3"), m("csa", "I"), flags=1).answer(
        u("cs_hood"), PASS, u("us_hays")
    )
    assert single.told("attacks")[0]["value"] == 6, "only units activated together"


@pytest.mark.rule("YR-5.3e")
def test_the_example_of_combined_fire():
    """Cavalry of 2 and infantry of 4 attack an entrenched unit: 6 - 2 = 4 dice."""
    s = battle("us_custer@C3", "us_hays@C3:4", "cs_hood@C4")
    s.works = BIT[h("C4")]
    assert dice_for(s, (u("us_custer"), u("us_hays")), u("cs_hood")) == 4


@pytest.mark.rule("YR-5.3f")
def test_the_option_of_at_least_one_die():
    pieces = ("cs_hampton@O6", "us_hays@N5")
    assert dice(("cs_hampton",), "us_hays", *pieces) == 0
    assert dice(("cs_hampton",), "us_hays", *pieces, options=("min-one-die",)) == 1
    assert dice(("us_taft",), "cs_hood", "us_taft@C2", "cs_hood@F3", options=("min-one-die",)) == 0, "not for guns"


def test_activation_flag_of_the_attacker():
    p = marching("cs_hood", "cs_hood@C3", "us_hays@C4").answer(PASS, u("us_hays"))
    assert p.state.done & UNIT[u("cs_hood")]


@pytest.mark.rule("YR-5.0b", refuses=True)
def test_a_gun_beside_infantry_gives_it_no_range():
    p = aiming(("cs_hood", "cs_alexander"), "cs_hood@C3", "cs_alexander@C3", "us_hays@C5", "us_gibbon@V1")
    assert p.refusal(u("us_hays")).rule == "YR-5.0b"
    assert SECOND_FIRES + u("us_hays") in p.options and FIRST_FIRES + u("us_hays") not in p.options


@pytest.mark.rule("YR-5.0e")
def test_of_two_attackers_the_one_that_is_named_fires():
    for verb, unit in ((FIRST_FIRES, "cs_hood"), (SECOND_FIRES, "cs_hampton")):
        p = aiming(("cs_hood", "cs_hampton"), "cs_hood@C3", "cs_hampton@C3", "us_wadsworth@C4", "us_gibbon@V1")
        p.answer(verb + u("us_wadsworth"))
        assert [shot.firers for shot in p.state.shots] == [(u(unit),)]
        assert attackers(aiming(("cs_hood", "cs_hampton"), "cs_hood@C3", "cs_hampton@C3", "us_wadsworth@C4").state, verb) == (u(unit),)


@pytest.mark.rule("YR-5.0e", refuses=True)
def test_the_refusal_of_a_lone_attack_names_who_would_make_it():
    p = aiming(("cs_hood", "cs_hampton"), "cs_hood@C3", "cs_hampton@C3", "us_hays@C4", "us_gibbon@V1")
    for verb, unit in ((FIRST_FIRES, "cs_hood"), (SECOND_FIRES, "cs_hampton")):
        refusal = p.refusal(verb + u("us_gibbon"))
        assert refusal.rule == "YR-5.0e" and refusal.facts["unit"].id == u(unit) and refusal.facts["target"].id == u("us_gibbon")


@pytest.mark.rule("YR-5.0c")
def test_guns_fire_at_the_first_unit_of_the_list_too():
    p = aiming(("cs_alexander",), "cs_alexander@C3", "us_wadsworth@C5", "us_gibbon@V1")
    assert p.question.box == "aim" and u("us_wadsworth") in p.options


@pytest.mark.rule("YR-5.3a")
def test_the_log_tells_what_the_ground_takes_away():
    for place, less in (("F3", 1), ("C4", 0)):
        p = aiming(("cs_hood",), "cs_hood@E3" if less else "cs_hood@C3", f"us_hays@{place}", "us_gibbon@V1").answer(u("us_hays"))
        (told,) = p.told("attacks")
        assert told["value"] - told["dice"] == less and told["less"].args.get("n", 0) == less


@pytest.mark.rule("YR-5.0e")
def test_whoever_declines_to_attack_is_not_asked_again_after_the_occupation():
    p = aiming(("cs_hood", "cs_alexander"), "cs_hood@C3", "cs_alexander@C3", "us_hays@C4:1", "us_gibbon@D5")
    p.answer(FIRST_FIRES + u("us_hays"))
    assert p.question.box == "aim"
    p.answer(PASS).rolls(CSA_FLAG, *[HAT] * (p.state.dice - 1)).rolls(LOSS).answer(h("C4")).rolls(HAT, HAT, HAT, HAT)
    assert p.question.box == "draw"


@pytest.mark.rule("YR-5.0e", "YR-5.1b", "YR-5.3b")
def test_a_gun_beside_infantry_fires_alone_with_its_one_die_at_what_it_sees():
    p = aiming(("us_gibbon", "us_taft"), "us_gibbon@E1", "us_taft@E1", "cs_hood@E4", "cs_early@V1")
    assert SECOND_FIRES + u("cs_hood") in p.options and dice_for(p.state, (u("us_taft"),), u("cs_hood")) == 1
    p = aiming(("us_gibbon", "us_taft"), "us_gibbon@G1", "us_taft@G1", "cs_hood@E3", "cs_early@V1")
    assert SECOND_FIRES + u("cs_hood") not in p.options, "woods in between"


@pytest.mark.rule("YR-5.0b", "YR-5.0f")
@pytest.mark.rule("YR-5.0f", refuses=True)
def test_infantry_attacks_the_first_unit_of_the_list_and_no_friend():
    p = aiming(("cs_hood",), "cs_hood@C3", "us_wadsworth@C4", "cs_mclaws@B3", "us_gibbon@V1")
    assert p.question.box == "aim" and u("us_wadsworth") in p.options and p.refusal(u("cs_mclaws")).rule == "YR-5.0f"
