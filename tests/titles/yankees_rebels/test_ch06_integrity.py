"""Chapter 6 (optional): corps integrity."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.core.kit.bits import EVERYTHING
from bivouac.titles.yankees_rebels.frames import PASS
from bivouac.titles.yankees_rebels.printed.map import DIST
from bivouac.titles.yankees_rebels.printed.units import CORPS_MARKER, MARKERS, UNIT, UNIT_NUMBER
from bivouac.titles.yankees_rebels.rules.ch06_integrity import closing_area, find_strays
from titles.yankees_rebels.kit import CSA_FLAG, HAT, LOSS, Box, acting, at_box, battle, h, hexes, m, marching, round_of, u

OPTION = {"options": ("corps-integrity",)}
PIECES = ("cs_hood@A1", "cs_mclaws@C1", "cs_pickett@E1", "cs_alexander@E13", "cs_hampton@V1", "us_gibbon@M11")


@pytest.mark.rule("YR-6.0a")
def test_every_two_units_of_a_corps_stay_within_two_hexes():
    s = battle(*PIECES, **OPTION)
    find_strays(s)
    corps = sum(UNIT[u(name)] for name in ("cs_hood", "cs_mclaws", "cs_pickett", "cs_alexander"))
    assert s.strays == corps, "McLaws between Hood and Pickett does not link them; reserves are exempt"
    near = battle("cs_hood@A1", "cs_mclaws@C1", "cs_hampton@V1", "us_gibbon@M11", **OPTION)
    find_strays(near)
    assert near.strays == 0
    s = battle(*PIECES, **OPTION)
    s.cup = 0
    p = at_box(s, Box.ROUND)
    assert p.state.turn == 1 and p.state.strays == corps, "found at the end of the turn"
    s = battle(*PIECES)
    s.cup = 0
    assert at_box(s, Box.ROUND).state.strays == 0, "only with the option"


@pytest.mark.rule("YR-6.0b")
@pytest.mark.rule("YR-6.0b", refuses=True)
def test_a_stray_may_only_close_up():
    s = acting(battle(*PIECES, **OPTION), "cs_alexander")
    s.strays = UNIT[u("cs_alexander")]
    p = at_box(s, Box.MARCH)
    body = [h("A1"), h("C1"), h("E1")]
    assert all(any(DIST[n][b] < DIST[h("E13")][b] for b in body) for n in p.options if n != PASS) and len(p.options) > 1
    assert p.refusal(h("F13")).rule == "YR-6.0b" and PASS in p.options
    free = marching("cs_alexander", *PIECES)
    assert h("F13") in free.options
    p = round_of(battle(*PIECES, **OPTION), m("csa", "I"), flags=1)
    assert u("cs_alexander") in p.options


@pytest.mark.rule("YR-6.0a")
def test_three_hexes_are_too_far():
    s = battle("cs_hood@A1", "cs_mclaws@A4", "us_gibbon@M11", **OPTION)
    find_strays(s)
    assert s.strays == UNIT[u("cs_hood")] | UNIT[u("cs_mclaws")]


@pytest.mark.rule("YR-6.0b")
def test_a_stray_comes_closer_to_one_of_those_it_has_lost_or_is_free_again():
    s = battle("cs_hood@A1", "cs_mclaws@A3", "cs_pickett@A5", "us_gibbon@M11", **OPTION)
    find_strays(s)
    assert s.strays == UNIT[u("cs_hood")] | UNIT[u("cs_pickett")], "McLaws is within two hexes of both"
    assert closing_area(s, u("cs_mclaws")) == closing_area(s, u("cs_hampton")) == EVERYTHING
    assert closing_area(s, u("cs_hood")) == sum(1 << n for n in range(273) if DIST[h("A5")][n] < 4)
    s.move(u("cs_pickett"), h("A2"))
    assert closing_area(s, u("cs_hood")) == EVERYTHING, "nobody is too far away any more"


def with_a_stray(*pieces):
    """Hood and McLaws at E1 and F1, Pickett away from them."""
    s = battle("cs_hood@E1", "cs_mclaws@F1", *pieces, **OPTION)
    s.strays = UNIT[u("cs_pickett")]
    return s


@pytest.mark.rule("YR-6.0b")
@pytest.mark.rule("YR-6.0b", refuses=True)
def test_a_stray_shifts_and_falls_back_only_to_close_up():
    p = round_of(with_a_stray("cs_pickett@K12", "us_gibbon@V1"), m("union", "II"), calls=1).answer(u("cs_pickett"))
    assert p.question.box == "redeploy_to" and hexes(p.options) == {"K11", "I11"}
    assert p.refusal(h("K13")).rule == "YR-6.0b" and p.refusal(h("I12")).rule == "YR-6.0b", "farther, and as far"
    shut = with_a_stray("cs_pickett@K9", "us_gibbon@I7")
    assert round_of(shut, m("union", "II"), calls=1).refusal(u("cs_pickett")).rule == "YR-2.0f", "K8 and I8 lie next to Gibbon"
    shut.strays = 0
    assert u("cs_pickett") in round_of(shut, m("union", "II"), calls=1).options
    p = round_of(with_a_stray("cs_pickett@K9", "us_gibbon@M11"), m("csa", "I"), trumpets=1, flags=1).answer(u("cs_pickett"))
    assert p.question.box == "fall_back" and hexes(p.options) == {"K8", "I8"}
    p = round_of(with_a_stray("cs_pickett@K9", "us_gibbon@I8"), m("csa", "I"), trumpets=1, flags=1)
    assert u("cs_pickett") not in p.options, "away from the enemy is away from the corps"


@pytest.mark.rule("YR-6.0b")
def test_a_stray_occupies_only_what_brings_it_closer():
    for hays, offered in (("E11", False), ("E9", True)):
        s = acting(with_a_stray("cs_pickett@E10", f"us_hays@{hays}:1", "us_gibbon@M11"), "cs_pickett")
        s.ready = UNIT[u("cs_pickett")]
        p = at_box(s, Box.AIM).answer(u("us_hays"))
        p.rolls(CSA_FLAG, *[HAT] * (p.state.dice - 1)).rolls(LOSS)
        assert (p.question.box == "occupy") == offered


@pytest.mark.rule("YR-6.0b")
def test_a_stray_that_need_not_go_by_night_stays_or_closes_up():
    def asked(strays):
        s = battle("cs_hood@E1", "cs_mclaws@F1", "cs_pickett@F11", "us_hays@F10", scenario="campaign", turn=13, **OPTION)
        s.strays, s.side = strays, Side.CSA
        p = at_box(s, Box.NIGHT_UNIT)
        assert p.question.box == "part_from" and p.state.unit == u("us_hays"), "both in cover: they may go"
        return p.answer(PASS)

    assert asked(0).state.unit == u("cs_pickett") and h("F12") in asked(0).options
    assert asked(UNIT[u("cs_pickett")]).question.box == "draw", "it could only go farther away"


@pytest.mark.rule("YR-6.0a")
def test_strays_are_told_of_and_nobody_else():
    s = battle(*PIECES, **OPTION)
    find_strays(s)
    told = [[name.id for name in e.facts["units"]] for e in s.log if e.kind.name == "strayed"]
    assert told == [sorted(u(name) for name in ("cs_hood", "cs_mclaws", "cs_pickett", "cs_alexander"))]
    s = battle("cs_hood@A1", "cs_mclaws@A3", "us_gibbon@M11", **OPTION)
    find_strays(s)
    assert s.log == [] and s.strays == 0


@pytest.mark.rule("YR-6.0a")
def test_every_corps_has_its_strays():
    corps = {}
    for unit, marker in enumerate(CORPS_MARKER):
        if marker >= 2:
            corps.setdefault(marker, []).append(unit)
    named = {number: name for name, number in UNIT_NUMBER.items()}
    assert len(corps) == len(MARKERS) - 2
    for units in corps.values():
        s = battle(*(f"{named[unit]}@{place}" for unit, place in zip(units, ("A1", "V1"))), **OPTION)
        find_strays(s)
        assert s.strays.bit_count() == 2, named[units[0]]
