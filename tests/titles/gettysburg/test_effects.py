"""Effects add up in matches full of assaults, and say what kind of change it was."""

from __future__ import annotations

from random import Random

import pytest

from bivouac.core.events import EVENT_KINDS
from bivouac.titles.gettysburg import TITLE
from bivouac.titles.gettysburg.frames import AT, AT_GUNS, FIRE, Box, Flight
from bivouac.titles.gettysburg.printed.map import STARRED
from bivouac.titles.gettysburg.printed.scenarios import read_scenario
from bivouac.titles.gettysburg.printed.units import COLOUR, MORNING, NOON, SHAKEN, STEPS, TABLE_2, TABLE_4
from effects import add_effects, differences
from titles.gettysburg.kit import C, P, Scene, U, things
from titles.gettysburg.test_oracle import field, lively

FLOW = TITLE.flow
MATCHES = 6
ALL = {kind for (prefix, _), kind in EVENT_KINDS.items() if prefix == "GET" and kind.effect}


def scarce(s, rng):
    """Cubes lie on half of the pieces, and few are left in the reserve."""
    for place, here in enumerate(s.at):
        for p in here:
            if COLOUR[p] >= 0 and s.stock[COLOUR[p]]:
                s.cubes[p] = rng.randrange(3)
                s.stock[COLOUR[p]] -= s.cubes[p]
        s.settle(place)
    for colour in range(len(s.stock)):
        s.stock[colour] = min(s.stock[colour], 2)


def played(seed):
    """Play a match in which all pieces stand near each other; check the effects of each answer; return the kinds that were told."""
    rng, found = Random(seed), set()
    s = TITLE.setup(read_scenario(field(("gates", "crowds")[seed % 2]), "field.toml"), log=True)
    if seed % 3 == 0:
        scarce(s, rng)
    while s.stack:
        before, first = things(s), len(s.log)
        FLOW.play(s, lively(s, rng))
        events = s.log[first:]
        assert differences(add_effects(before, events), things(s)) == [], events
        found |= {event.kind for event in events if event.kind.effect}
    return found


def test_effects_add_up_and_every_kind_of_them_is_told():
    told = set.union(*map(played, range(MATCHES)))
    assert {kind.effect for kind in ALL - told} == {"arrival", "capture"}, "nobody arrives on these fields; the victory areas are far off"


def effects_of(p):
    """The effects that were told, without those on blocks: kind, thing, and what else they say."""
    return [(e.kind.effect, *e.values) for e in p.state.log if e.kind.effect and ("thing", "block") not in e.kind.blanks]


@pytest.mark.parametrize(("die", "disrupted", "effect"), [(1, False, "miss"), (4, False, "disrupted"), (4, True, "hit"), (6, True, "loss")])
def test_a_shell_tells_what_it_does(die, disrupted, effect):
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    (x,) = p.put("MCP", U, regular=1)
    p.block("HER", C, 3)
    if disrupted:
        p.disrupt("MCP")
    p.go().order("HER", FIRE, aim=["MCP"]).rolls(die)
    told = {"disrupted": (P["MCP"],), "loss": (x, 1, P["MCP"])}.get(effect, (x, P["MCP"]))
    assert effects_of(p) == [(effect, *told), ("revealed", P["HER"])]


def test_a_shell_that_disrupts_infantry_misses_guns():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    _, gun = p.put("MCP", U, regular=1, artillery=1)
    p.mark("MCP")
    p.block("HER", C, 3)
    p.go().order("HER", FIRE, aim=[AT_GUNS + P["MCP"]]).rolls(4)
    assert effects_of(p)[0] == ("miss", gun, P["MCP"])


def test_cubes_that_a_piece_brings_along_are_dealt_and_nobody_is_said_to_lose_or_regain_any():
    p = Scene(side=C)
    (x,) = p.put("KNX", C, regular=1)
    (y,) = p.put("HER", C, regular=1)
    p.hurt(**{f"p{x}": 4})
    p.block("KNX", C, 3)
    p.go().march("KNX", "KNX", (x, "HER"))
    dealt = [("move", q, P["HER"], P["HER"], 5 - 2) for q in (x, y)]
    assert effects_of(p) == [("move", x, P["KNX"], P["HER"]), *dealt]


def test_a_flight_is_a_retreat_and_takes_the_disruption_marker_along():
    p = Scene(side=C)
    (x,) = p.put("FOR", U, regular=1)
    p.block("OKR", U, 3)
    p.disrupt("FOR")
    p.sticks("FOR", "HER", "HER")
    p.state.stack = (AT[Box.NEXT], Flight(Box.FLEE, x, P["FOR"]))
    p.go().tell(haven=["OKH"])
    sticks = [("unentrenched", 2 * P["FOR"] + i, P["FOR"]) for i in (0, 1)]
    moved = [("retreat", x, P["FOR"], P["OKH"]), ("restored", P["FOR"]), ("disrupted", P["OKH"])]
    assert effects_of(p) == [*sticks, *moved]


def test_a_victory_area_changes_hands_when_the_first_confederate_comes_and_the_last_one_goes():
    assert STARRED >> P["CEM"] & 1 and not STARRED >> P["GET"] & 1
    for frm, to, n, owner in (("GET", "CEM", 2, C), ("CEM", "GET", 2, U)):
        p = Scene(side=C)
        pieces = p.put(frm, C, regular=n)
        p.block("GET", C, 3)
        p.go().march("GET", frm, *[(x, to) for x in pieces])
        went = [("move", x, P[frm], P[to]) for x in pieces]
        assert effects_of(p) == [went[0], ("capture", owner, P["CEM"]), went[1]]


def test_other_areas_are_not_said_to_change_hands():
    p = Scene(side=U)
    (x,) = p.put("GET", U, regular=1)
    p.block("GET", U, 3)
    p.go().march("GET", "GET", (x, "CEM"))
    assert effects_of(p) == [("move", x, P["GET"], P["CEM"])]


def test_the_cube_that_cavalry_cannot_bear_is_a_hit_before_it_destroys():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    (x,) = p.put("MCP", U, cavalry=1)
    p.hurt(**{f"p{x}": 3})
    p.block("HER", C, 3)
    p.go().order("HER", FIRE, aim=["MCP"]).rolls(6)
    assert effects_of(p) == [("hit", x, P["MCP"]), ("destroyed", x, P["MCP"]), ("revealed", P["HER"])]


def test_reinforcements_arrive_at_full_strength():
    p = Scene(day=1, period=MORNING)
    p.state.stack = (AT[Box.CLOSE],)
    p.go()
    while p.state.stack[-1][0] == Box.ROAD:
        p.rolls(1)
    came = [(e[1], e[2], e[3]) for e in effects_of(p) if e[0] == "arrival"]
    groups = p.state.battle.due(1, NOON)
    assert sorted(x for x, _, _ in came) == sorted(x for group in groups for x in group.pieces)
    assert all(x in p.state.at[place] and n == STEPS[x] for x, place, n in came)


def attack():
    """A Confederate piece attacks a Union piece on open ground, before the first die."""
    p = Scene(side=C)
    (x,) = p.put("HER", C, regular=1)
    (y,) = p.put("MCP", U, regular=1)
    p.block("HER", C, 3)
    p.go().march("HER", "HER", (x, "MCP"))
    return p, ("move", x, P["HER"], P["MCP"]), x, y


def test_volleys_that_inflict_nothing_miss_and_the_attacker_goes_back():
    p, came, x, y = attack()
    p.rolls(*[1] * 4)
    missed = [("miss", x, P["MCP"]), ("miss", y, P["MCP"])]
    assert effects_of(p) == [came, *missed, *missed, ("retreat", x, P["MCP"], P["HER"])]


def test_a_volley_that_shakes_the_attackers_is_a_hit():
    p, came, x, _ = attack()
    p.rolls(TABLE_2.index(SHAKEN))
    assert effects_of(p) == [came, ("hit", x, P["MCP"])]


def test_a_volley_that_disrupts_defenders_tells_that_or_a_hit_if_they_are_disrupted_already():
    for disrupted in (False, True):
        p, came, x, y = attack()
        if disrupted:
            p.disrupt("MCP")
        p.rolls(1, TABLE_4.index(SHAKEN))
        assert effects_of(p)[:3] == [came, ("miss", x, P["MCP"]), ("hit", y, P["MCP"]) if disrupted else ("disrupted", P["MCP"])]


def test_a_fire_marker_that_is_taken_from_elsewhere_conceals_the_guns_there():
    p = Scene(side=C)
    p.put("HER", C, artillery=1)
    p.put("MCP", U, regular=1)
    p.mark("KNX", "OKH", "CEM", "GET")
    p.block("HER", C, 3)
    p.go().order("HER", FIRE, aim=["MCP"]).rolls(1).tell(marker_from=["CEM"])
    assert effects_of(p)[1:] == [("concealed", P["CEM"]), ("revealed", P["HER"])]
