"""Chapter 6 (optional): corps integrity."""

from __future__ import annotations

import pytest

from bivouac.titles.yankees_rebels.frames import PASS
from bivouac.titles.yankees_rebels.printed.map import DIST
from bivouac.titles.yankees_rebels.printed.units import UNIT
from bivouac.titles.yankees_rebels.rules.ch06_integrity import find_strays
from titles.yankees_rebels.kit import Box, acting, at_box, battle, h, m, marching, round_of, u

OPTION = {"options": ("corps_integrity",)}
PIECES = ("cs_hood@A1", "cs_mclaws@C1", "cs_pickett@E1", "cs_alexander@E13", "cs_hampton@V1", "us_gibbon@M11")


@pytest.mark.rule("YR-6.0a")
def test_units_are_linked_in_a_chain_of_two_hexes():
    s = battle(*PIECES, **OPTION)
    find_strays(s)
    assert s.strays == UNIT[u("cs_alexander")], "Hood and Pickett are four hexes apart but linked by McLaws; reserves are exempt"
    s = battle(*PIECES, **OPTION)
    s.cup = 0
    p = at_box(s, Box.ROUND)
    assert p.state.turn == 1 and p.state.strays == UNIT[u("cs_alexander")], "found at the end of the turn"
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
    now = min(DIST[h("E13")][b] for b in body)
    assert all(min(DIST[n][b] for b in body) < now for n in p.options if n != PASS) and len(p.options) > 1
    assert p.refusal(h("F13")).rule == "YR-6.0b" and PASS in p.options
    free = marching("cs_alexander", *PIECES)
    assert h("F13") in free.options
    p = round_of(battle(*PIECES, **OPTION), m("csa", "I"), flags=1)
    assert u("cs_alexander") in p.options
