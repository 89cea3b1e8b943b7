"""Retreats, cavalry that evades, victory (chapters retreat, cav, vic)."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.gettysburg.frames import AT, DONE, DOUBLE_ORDER, MOVE, NO, YES, Box, Flight, Hits
from bivouac.titles.gettysburg.printed.map import BIT, BORDERS, REACH
from bivouac.titles.gettysburg.printed.units import AFTERNOON, CAVALRY, CLASS, INFERIOR, MORNING, NIGHT, NOON, REGULAR
from bivouac.titles.gettysburg.rules.ch01_components import FROM_AFAR, IN_THE_PRESS, THEN_POP
from bivouac.titles.gettysburg.rules.ch15_retreat import flight
from bivouac.titles.gettysburg.state import ASIDE
from titles.gettysburg.kit import P, Scene, places_of

U, C = Side.UNION, Side.CSA


def fleeing(*blocks, frm="FOR", side=C, **others):
    """A Union piece that must leave an area."""
    p = Scene(side=side)
    (x,) = p.put(frm, U, regular=1)
    for place in blocks:
        p.block(place, U, 3)
    for place, (who, n) in others.items():
        p.put(place, who, regular=n)
    p.state.stack = (AT[Box.NEXT], Flight(Box.FLEE, x, P[frm]))
    return p, x


# --- where to ---------------------------------------------------------------------------------------


@pytest.mark.rule("GET-retreat-c", "GET-retreat-e")
def test_a_defender_goes_to_or_next_to_a_block():
    p, x = fleeing("OKR")
    p.go()
    assert p.asked == (U, "haven") and places_of(p.options) == {"MCP", "OKH", "OKR"}
    p.tell(haven=["OKH"])
    assert p.at("OKH") == [x]


@pytest.mark.rule("GET-retreat-c", "GET-retreat-e", refuses=True)
def test_where_nobody_retreats_to():
    p, _ = fleeing("OKR", "BEN", HER=(C, 1), KNX=(C, 1))
    p.go()
    assert places_of(p.options) == {"BEN", "HOF", "MCP", "OKH", "OKR"}
    assert p.why("HER") == "GET-retreat-e", "the enemy is there"
    assert p.why("SMN") == "GET-retreat-e", "it does not border"
    q, _ = fleeing("OKR")
    q.go()
    assert q.why("BEN") == "GET-retreat-c", "no block there or next to it"
    r, _ = fleeing("MCP", frm="HER")
    r.go()
    assert r.why("KNX") == "GET-retreat-c", "nor at the first area of the list"


@pytest.mark.rule("GET-retreat-e", refuses=True)
def test_guns_alone_close_an_area_to_a_retreat():
    p = Scene(side=U)
    (x,) = p.put("FOR", C, regular=1)
    p.block("OKR", C, 3)
    p.put("OKH", U, artillery=1)
    p.state.stack = (AT[Box.NEXT], Flight(Box.FLEE, x, P["FOR"]))
    p.go()
    assert p.why("OKH") == "GET-retreat-e" and "OKR" in places_of(p.options)


@pytest.mark.rule("GET-retreat-e", refuses=True)
def test_a_refusal_names_the_area_that_the_piece_stands_in():
    """In the second step of a retreat that is the area it passes, whichever that is."""
    p = Scene(side=C)
    (x,) = p.put("FOR", U, regular=1)
    first, via = Flight(Box.HAVEN, x, P["FOR"]), Flight(Box.BEYOND, x, P["FOR"], P["KNX"])
    assert P["KNX"] == 0 and flight(p.state, via, P["SMN"])["frm"].id == P["KNX"]
    assert flight(p.state, first, P["SMN"])["frm"].id == P["FOR"]


def log_of(p):
    return [e.kind.name for e in p.state.log if not e.kind.effect]


@pytest.mark.rule("GET-retreat-d", "GET-retreat-c", "GET-disrupt-d", "GET-block-j")
def test_the_log_tells_a_flight_in_the_order_in_which_things_happen():
    lost, _ = fleeing()
    lost.go()
    assert log_of(lost)[:2] == ["no_haven", "eliminated"]
    p, _ = fleeing("OKR")
    p.disrupt("FOR")
    p.block("OKH", C, 2)
    p.sticks("FOR", "HER")
    p.go().tell(haven=["OKH"])
    assert log_of(p)[:5] == ["sticks_gone", "fled_to", "captured", "marker_carried", "now_disrupted"]


@pytest.mark.rule("GET-retreat-e")
def test_a_block_in_the_area_itself_covers_every_neighbour():
    p, _ = fleeing("FOR")
    p.go()
    assert places_of(p.options) == {"BEN", "HER", "HOF", "MCP", "OKH", "OKR"}


@pytest.mark.rule("GET-retreat-c")
def test_every_block_counts_the_one_in_the_first_area_too():
    p, _x = fleeing("KNX", frm="BEN")
    p.go()
    assert places_of(p.options) == {"KNX", "HER"}


@pytest.mark.rule("GET-retreat-d", "GET-art-e")
def test_without_a_place_the_piece_is_eliminated():
    p, x = fleeing("CEM")
    p.go()
    assert p.told("no_haven") and not any(x in here for here in p.state.at)


@pytest.mark.rule("GET-retreat-e")
def test_areas_that_the_enemy_has_just_entered_are_closed():
    p, _ = fleeing("OKR", OKH=(U, 1))
    (attacker,) = p.put("HOF", C, elite=1)
    p.state.take(attacker, P["HOF"])
    p.state.attack = ((attacker, P["OKH"], P["HOF"], P["HOF"]),)
    p.go()
    assert places_of(p.options) == {"MCP", "OKR"}


# --- full areas -------------------------------------------------------------------------------------


@pytest.mark.rule("GET-retreat-f", "GET-retreat-g", "GET-stack-e", "GET-disrupt-a")
def test_through_a_full_area():
    p, x = fleeing("OKR", OKR=(U, 4), OKH=(U, 4), MCP=(C, 1))
    p.go()
    assert p.asked == (U, "via") and places_of(p.options) == {"OKR", "OKH"}
    p.tell(via=["OKR"])
    assert places_of(p.options) == {"COL", "HAG", "SMN"}
    p.tell(beyond=["SMN"])
    assert p.at("SMN") == [x] and p.state.disrupted == BIT[P["OKR"]]


@pytest.mark.rule("GET-retreat-f", "GET-retreat-c")
def test_a_confederate_goes_through_a_full_area_to_his_own_block():
    p = Scene(side=U)
    (x,) = p.put("FOR", C, regular=1)
    p.block("OKR", C, 3)
    for place in ("OKR", "OKH"):
        p.put(place, C, regular=4)
    p.put("MCP", U, regular=1)
    p.state.stack = (AT[Box.NEXT], Flight(Box.FLEE, x, P["FOR"]))
    p.go()
    assert p.asked == (C, "via") and places_of(p.options) == {"OKR", "OKH"}
    p.tell(via=["OKR"], beyond=["SMN"])
    assert p.at("SMN") == [x]


@pytest.mark.rule("GET-retreat-g")
def test_a_disrupted_area_that_is_run_through_takes_a_cube():
    p, x = fleeing("OKR", OKR=(U, 4), OKH=(C, 1), MCP=(C, 1))
    p.disrupt("OKR")
    p.go().tell(beyond=["SMN"])
    assert sum(p.state.cubes[y] for y in p.at("OKR")) == 1 and p.state.cubes[x] == 0


@pytest.mark.rule("GET-retreat-f", refuses=True)
def test_the_limit_holds_while_it_can():
    p, _ = fleeing("OKR", OKR=(U, 4))
    p.go()
    assert places_of(p.options) == {"MCP", "OKH"} and p.why("OKR") == "GET-retreat-f"
    q, y = fleeing("OKR", OKR=(U, 4), OKH=(C, 1), MCP=(C, 1), COL=(C, 1), HAG=(C, 1), SMN=(C, 1))
    q.go()
    assert q.told("no_haven") and not any(y in here for here in q.state.at), "nothing beyond: eliminated"


@pytest.mark.rule("GET-retreat-f", refuses=True)
def test_only_the_last_area_of_a_retreat_through_a_full_one_needs_a_block():
    """Wolf Farm and a full Winebrenner's Run that no block covers; the block at Leister Farm covers what lies beyond."""
    p = Scene(side=C)
    (x,) = p.put("WLF", U, regular=1)
    p.put("WIN", U, regular=4)
    p.block("LEI", U, 3)
    p.state.stack = (AT[Box.NEXT], Flight(Box.FLEE, x, P["WLF"]))
    p.go()
    assert p.asked == (U, "beyond"), "one way leads through"
    assert all(REACH[P["LEI"]] >> a & 1 for a in p.options) and not REACH[P["LEI"]] >> P["WIN"] & 1
    beyond = next(a for a in BORDERS[P["WIN"]] if a != P["WLF"] and not REACH[P["LEI"]] >> a & 1)
    assert p.why(beyond) == "GET-retreat-c", "the last area needs a block"
    to = p.options[0]
    p.answer(to)
    assert x in p.state.at[to] and p.state.disrupted == BIT[P["WIN"]]


@pytest.mark.rule("GET-retreat-f", "GET-retreat-d")
def test_no_retreat_of_two_areas_through_one_that_is_not_full():
    p = Scene(side=C)
    (x,) = p.put("WLF", U, regular=1)
    p.put("WIN", U, regular=3)
    p.block("LEI", U, 3)
    p.state.stack = (AT[Box.NEXT], Flight(Box.FLEE, x, P["WLF"]))
    p.go()
    assert p.told("no_haven") and not any(x in here for here in p.state.at)


@pytest.mark.rule("GET-retreat-f", "GET-retreat-g")
def test_through_the_first_area_too():
    p, x = fleeing("MAR", frm="BEN", KNX=(U, 4), HER=(C, 1))
    p.go()
    assert p.at("BEN") == [] and p.at("MAR") == [x] and p.state.disrupted == BIT[P["KNX"]], "one way, one end"


@pytest.mark.rule("GET-retreat-f", refuses=True)
def test_through_which_area():
    p, _x = fleeing("OKR", OKR=(U, 4), MCP=(U, 4), OKH=(C, 1))
    p.go()
    assert p.asked == (U, "via") and places_of(p.options) == {"MCP", "OKR"}
    assert p.refusal(P["HER"]).name == "is_full_of_friends" and p.why("OKH") == "GET-retreat-e"


# --- attackers --------------------------------------------------------------------------------------


@pytest.mark.rule("GET-retreat-b")
def test_attackers_need_no_block():
    p = Scene(side=C)
    (one,) = p.put("HER", C, regular=1)
    p.put("MCP", U, regular=2)
    p.hurt(**{f"p{one}": 1})
    p.block("KNX", C, 4)
    p.go().march("KNX", "HER", (one, "MCP"))
    slot = p.state.block_in(P["KNX"])
    p.state.block_at[slot], p.state.block_discs[slot] = ASIDE, 0
    p.rolls(2, 1, 1)
    assert p.at("HER") == [one] and p.state.cubes[one] == 1


@pytest.mark.rule("GET-retreat-j", refuses=True)
@pytest.mark.rule("GET-retreat-g")
def test_attackers_whose_area_has_filled_up():
    """The first order attacks out of an area, the second fills it: who comes back goes one area further."""
    p = Scene(side=C)
    one, two = p.put("HER", C, regular=2)
    p.put("KNX", C, regular=4)
    p.put("MCP", U, regular=2)
    p.block("KNX", C, 5)
    p.go().tell(act=[DOUBLE_ORDER], block=["KNX"], kind=[MOVE], from_=["HER"], pick=[one, two], to=["MCP", "MCP"])
    p.tell(block=["KNX"], kind=[MOVE])
    while p.question.box in ("pick", "to"):
        p.answer(P["HER"] if p.question.box == "to" else p.options[-1])
    assert len(p.at("HER")) == 4 and p.asked == (Side.CHANCE, "volley")
    p.rolls(2, 2, 6, 6, 1, 1)
    p.rolls(1, 1, 1, 1)
    assert p.asked == (C, "home") and places_of(p.options) == {"BEN", "FOR", "HAR", "KNX", "MAR"}
    assert p.why("CEM") == "GET-retreat-j"
    p.tell(home=["KNX", "KNX"])
    assert p.at("KNX") == [one, two] and p.state.disrupted == BIT[P["HER"]]
    assert sum(p.state.cubes[x] for x in p.at("HER")) == 1, "the first left a marker, the second a cube"


@pytest.mark.rule("GET-retreat-b", "GET-retreat-k", refuses=True)
def test_nobody_retreats_to_where_the_attackers_came_from():
    """A routed defender does not take the attackers' empty start area and their block there: if they are repulsed, they go back."""
    p = Scene(side=C)
    one, two = p.put("HER", C, regular=2)
    d1, d2 = p.put("FOR", U, regular=2)
    p.block("BEN", U, 3)
    slot = p.block("HER", C, 3)
    p.go().march("HER", "HER", (one, "FOR"), (two, "FOR")).rolls(1, 1, 4, 1)
    p.rolls(1)
    assert p.asked == (U, "haven") and p.why("HER") == "GET-retreat-k" and p.refusal(P["HER"]).name == "attackers_may_come_back"
    p.tell(haven=["BEN"])
    p.rolls(6)
    p.rolls(2, 1, 1)
    p.until(lambda q: q.box == "act", lambda q: 1)
    assert p.at("HER") == [one, two] and p.at("FOR") == [d2] and p.at("BEN") == [d1] and p.state.block_at[slot] == P["HER"]


@pytest.mark.rule("GET-retreat-d", "GET-retreat-b", "GET-retreat-k")
def test_a_defender_who_could_only_go_where_the_attackers_came_from_is_lost():
    p = Scene(side=C)
    one, two = p.put("HER", C, regular=2)
    (d1,) = p.put("MCP", U, regular=1)
    p.block("KNX", U, 3)
    p.block("HER", C, 3)
    p.go().march("HER", "HER", (one, "MCP"), (two, "MCP")).rolls(1, 4, 1, 1)
    assert p.told("no_haven")[0]["piece"].id == d1 and p.at("MCP") == [one, two]


@pytest.mark.rule("GET-retreat-b", "GET-entry-a", "GET-entry-e")
def test_a_box_takes_its_attackers_back_however_full_it_is():
    p = Scene(side=C)
    seven = p.put("CHAMBERSBURG", C, regular=7)
    p.put("KNX", U, regular=2)
    for x in seven[:2]:
        p.state.take(x, P["CHAMBERSBURG"])
        p.state.attack = (*p.state.attack, (x, P["KNX"], P["CHAMBERSBURG"], P["CHAMBERSBURG"]))
    p.state.stack = (AT[Box.NEXT], AT[Box.RESOLVE])
    p.go().rolls(3, 3)
    p.until(lambda q: q.box != "nerve_die", lambda q: 1)
    assert p.at("CHAMBERSBURG") == seven and not p.told("no_haven")


@pytest.mark.rule("GET-retreat-j", "GET-retreat-d")
def test_an_attacker_whose_start_and_all_around_it_is_full_is_lost():
    p = Scene(side=C)
    one, two = p.put("HER", C, regular=2)
    full = p.put("HER", C, artillery=4)
    p.put("KNX", C, elite=4)
    for place in ("BEN", "FOR", "HAR", "MAR"):
        p.put(place, C, regular=4 if place != "MAR" else 3, **({"elite": 1} if place == "MAR" else {}))
    p.put("MCP", U, regular=2)
    p.block("HER", C, 3)
    for x in (one, two):
        p.state.take(x, P["HER"])
        p.state.attack = (*p.state.attack, (x, P["MCP"], P["HER"], P["HER"]))
    p.state.stack = (AT[Box.NEXT], AT[Box.RESOLVE])
    p.go().rolls(3, 1)
    p.until(lambda q: q.box != "nerve_die", lambda q: 1)
    assert p.at("HER") == full and p.told("no_haven")[0]["piece"].id == one


# --- cavalry ----------------------------------------------------------------------------------------


def shelled(n=1, cubes=0, **more):
    p = Scene(side=C)
    (horse,) = p.put("MCP", U, cavalry=1)
    p.hurt(**{f"p{horse}": cubes})
    p.block("SMN", U, 3)
    rest = p.put("MCP", U, **more) if more else []
    p.state.stack = (AT[Box.NEXT], Hits(Box.HITS, P["MCP"], FROM_AFAR, n, (), (), THEN_POP))
    return p.go(), horse, rest


@pytest.mark.rule("GET-cav-c", "GET-cav-e", "GET-retreat-a")
def test_cavalry_evades_and_ignores_one_cube():
    p, horse, _ = shelled(n=2)
    assert p.asked == (U, "evade") and p.state.cubes[horse] == 2
    p.tell(evade=[YES], haven=["SMN"])
    assert p.at("SMN") == [horse] and p.state.cubes[horse] == 1 and p.state.stock[3] == 4


@pytest.mark.rule("GET-cav-b")
def test_the_fourth_cube_eliminates_cavalry_unless_it_evades():
    p, horse, _ = shelled(cubes=3)
    p.tell(evade=[NO])
    assert not p.at("MCP") and p.state.stock[3] == 5
    q, horse, _ = shelled(cubes=3)
    q.tell(evade=[YES], haven=["OKR"])
    assert q.at("OKR") == [horse] and q.state.cubes[horse] == 3


@pytest.mark.rule("GET-cav-d")
def test_guns_may_ride_along():
    p, horse, guns = shelled(artillery=2)
    p.tell(evade=[YES], haven=["SMN"])
    assert p.asked == (U, "escort") and p.options == [DONE, guns[0]]
    p.tell(escort=[guns[0]], haven=["SMN"])
    p.tell(escort=[DONE])
    assert p.at("SMN") == [horse, guns[0]] and p.at("MCP") == [guns[1]] and not any(p.state.cubes[g] for g in guns)


@pytest.mark.rule("GET-cav-e")
def test_cavalry_without_a_haven_stands():
    p = Scene(side=C)
    (horse,) = p.put("MCP", U, cavalry=1)
    p.state.stack = (AT[Box.NEXT], Hits(Box.HITS, P["MCP"], FROM_AFAR, 1, (), (), THEN_POP))
    p.go()
    assert p.at("MCP") == [horse] and p.state.cubes[horse] == 1 and p.question.box == "act", "nothing was to be chosen"


@pytest.mark.rule("GET-cav-d", "GET-assault-4d", "GET-art-d")
def test_evading_from_an_assault_leaves_the_guns_unharmed():
    p = Scene(side=C)
    (one,) = p.put("HER", C, regular=1)
    horse, gun = p.put("MCP", U, cavalry=1, artillery=1)
    p.block("SMN", U, 3)
    p.block("HER", C, 3)
    p.go().march("HER", "HER", (one, "MCP")).rolls(1, 1, 4)
    p.tell(evade=[YES], haven=["SMN"], pull_out=[gun]).tell(haven=["SMN"])
    assert p.at("SMN") == [horse, gun] and p.state.cubes[gun] == 0 and p.state.cubes[horse] == 0
    assert p.at("MCP") == [one] and not p.told("defender_tested")


@pytest.mark.rule("GET-cubes-c", "GET-cav-c")
def test_cavalry_that_evades_fire_takes_the_cubes_its_owner_gives_it():
    p = Scene(side=C)
    one, two = p.put("MCP", U, cavalry=2)
    p.hurt(**{f"p{one}": 1, f"p{two}": 1})
    p.block("SMN", U, 3)
    p.state.stack = (AT[Box.NEXT], Hits(Box.HITS, P["MCP"], FROM_AFAR, 1, (), (), THEN_POP))
    p.go()
    while p.question.box == "hit":
        p.answer(p.options[0])
    p.tell(evade=[YES])
    assert p.asked == (U, "evade_cubes") and p.options == [0, 1, 2] and p.why(3) == "GET-cubes-d"
    p.tell(evade_cubes=[0], haven=["SMN"])
    (rode,) = p.at("SMN")
    (stayed,) = p.at("MCP")
    assert p.state.cubes[rode] == 0 and p.state.cubes[stayed] == 2


@pytest.mark.rule("GET-cav-d")
def test_guns_are_asked_when_all_the_cavalry_has_answered():
    p = Scene(side=C)
    p.put("MCP", U, cavalry=2)
    (gun,) = p.put("MCP", U, artillery=1)
    p.block("SMN", U, 3)
    p.state.stack = (AT[Box.NEXT], Hits(Box.HITS, P["MCP"], FROM_AFAR, 2, (), (), THEN_POP))
    p.go()
    p.until(lambda q: q.box == "evade", lambda q: q.options[0])
    p.tell(evade=[YES])
    p.until(lambda q: q.box == "evade", lambda q: q.options[0])
    p.tell(evade=[NO])
    assert p.asked == (U, "escort") and p.options == [DONE, gun]


def run_into():
    """The last defender of a disrupted area flees to friends in a disrupted one: a cube is added there."""
    p = Scene(side=C)
    one, two = p.put("HER", C, regular=2)
    (routed,) = p.put("MCP", U, regular=1)
    hurt, inferior, horse = p.put("SMN", U, regular=1, inferior=1, cavalry=1)
    p.hurt(**{f"p{hurt}": 2})
    p.disrupt("MCP", "SMN")
    p.block("SMN", U, 3)
    p.block("HER", C, 3)
    p.go().march("HER", "HER", (one, "MCP"), (two, "MCP")).rolls(1, 4, 1, 1)
    p.tell(haven=["SMN"])
    return p, (routed, hurt, inferior, horse)


@pytest.mark.rule("GET-retreat-i", "GET-retreat-g")
def test_the_owner_chooses_the_colour_of_the_cube_that_a_retreat_adds():
    p, (routed, hurt, inferior, horse) = run_into()
    assert p.asked == (U, "hit") and [CLASS[x] for x in p.options] == [REGULAR, INFERIOR, CAVALRY], "though the regulars have cubes"
    p.answer(p.options[0])
    assert sum(p.state.cubes[x] for x in (routed, hurt)) == 4 and not p.state.cubes[inferior] + p.state.cubes[horse]
    assert p.state.disrupted == BIT[P["SMN"]]


@pytest.mark.rule("GET-cav-c", "GET-retreat-i", "GET-cubes-c")
def test_cavalry_that_is_run_into_may_evade():
    p, (routed, hurt, inferior, horse) = run_into()
    p.tell(hit=[horse])
    assert p.asked == (U, "evade")
    p.tell(evade=[YES], haven=["OKR"])
    assert p.at("OKR") == [horse] and p.at("SMN") == [routed, hurt, inferior] and not p.state.cubes[horse] and not p.state.cubes[inferior]
    q, (_, _, _, horse) = run_into()
    q.tell(hit=[horse], evade=[NO])
    assert q.state.cubes[horse] == 1 and horse in q.at("SMN")


@pytest.mark.rule("GET-cav-d", "GET-retreat-g")
def test_guns_may_go_with_the_cavalry_that_is_run_into():
    p = Scene(side=C)
    horse, gun = p.put("SMN", U, cavalry=1, artillery=1)
    p.block("SMN", U, 3)
    p.state.stack = (AT[Box.NEXT], Hits(Box.HITS, P["SMN"], IN_THE_PRESS, 1, (), (), THEN_POP))
    p.go().tell(evade=[YES], haven=["OKR"])
    assert p.asked == (U, "escort") and p.options == [DONE, gun]
    p.tell(escort=[gun], haven=["OKR"])
    assert p.at("OKR") == [horse, gun] and not p.state.cubes[gun]


@pytest.mark.rule("GET-cubes-h", "GET-retreat-i", refuses=True)
def test_a_cube_of_a_retreat_eliminates_nobody_while_another_colour_can_bear_it():
    p = Scene(side=C)
    full, inferior = p.put("SMN", U, regular=1, inferior=1)
    p.hurt(**{f"p{full}": 5})
    p.block("SMN", U, 3)
    p.state.stack = (AT[Box.NEXT], Hits(Box.HITS, P["SMN"], IN_THE_PRESS, 2, (), (), THEN_POP))
    p.go()
    assert p.state.cubes[inferior] == 2 and p.state.cubes[full] == 5, "there was no choice"


# --- victory ----------------------------------------------------------------------------------------


def ended(day, period, **held):
    p = Scene(side=C, day=day, period=period)
    p.state.discs = [0, 0, 0, 0]
    for place, side in held.items():
        if side == "block":
            p.block(place, C, 3)
        else:
            p.put(place, side, regular=1)
    return p.go().state.outcome


@pytest.mark.rule("GET-vic-a", "GET-vic-c", "GET-seq-b")
@pytest.mark.parametrize("period", [MORNING, NOON, AFTERNOON, NIGHT])
def test_two_starred_areas_win_at_the_end_of_any_period(period):
    outcome = ended(1, period, CEM=C, CUL=C)
    assert (outcome.winner, outcome.rule) == (Side.CSA, "GET-vic-a")
    assert ended(1, period, CEM=C, GET=C) is None


@pytest.mark.rule("GET-vic-a")
def test_the_double_star_counts_as_one_of_two():
    assert ended(1, MORNING, LRT=C, ANG=C).rule == "GET-vic-a"


@pytest.mark.rule("GET-vic-b")
@pytest.mark.parametrize(("period", "wins"), [(MORNING, False), (NOON, False), (AFTERNOON, True), (NIGHT, False)])
def test_the_round_tops_alone_win_in_the_afternoon(period, wins):
    outcome = ended(2, period, LRT=C)
    assert (outcome is not None and outcome.winner == Side.CSA and outcome.rule == "GET-vic-b") == wins


@pytest.mark.rule("GET-vic-d")
def test_the_union_wins_on_the_third_evening():
    assert ended(3, AFTERNOON, CEM=C).winner == Side.UNION
    assert ended(3, NOON, CEM=C) is None
    assert ended(3, AFTERNOON, LRT=C).winner == Side.CSA


@pytest.mark.rule("GET-vic-f")
def test_control_needs_a_piece():
    """A block is not enough, and areas with Union pieces are not controlled."""
    assert ended(1, MORNING, CEM=C, CUL="block") is None
    assert ended(1, MORNING, CEM=C, CUL=U) is None


@pytest.mark.rule("GET-art-e", refuses=True)
def test_a_gun_without_a_haven_does_not_ride_along():
    """Two guns may go with the cavalry; when the last haven is full the second has to stay."""
    p, _horse, guns = shelled(artillery=2)
    p.put("SMN", U, regular=3)
    p.tell(evade=[YES], haven=["OKR"])
    p.state.block_at = [ASIDE if place == P["SMN"] else place for place in p.state.block_at]
    p.state.options = [DONE]
    assert p.why(guns[0]) == "GET-art-e"


@pytest.mark.rule("GET-cav-e", refuses=True)
def test_no_evading_without_a_haven():
    p, _horse, _ = shelled()
    p.state.block_at = [ASIDE if place >= 0 else place for place in p.state.block_at]
    p.state.options = [NO]
    assert p.why(YES) == "GET-cav-e"
