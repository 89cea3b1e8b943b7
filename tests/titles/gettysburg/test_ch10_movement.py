"""Movement, the limit of pieces, damage cubes (chapters move, stack, cubes)."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.core.state import dump, restore
from bivouac.titles.gettysburg import TITLE
from bivouac.titles.gettysburg.frames import AT, ATTACKERS, DONE, DOUBLE_ORDER, GIVE_ORDER, LEAVE_BOX, MOVE, PASS, STAY, At, Box, Hits
from bivouac.titles.gettysburg.printed.units import BEARS, COLOUR, CUBES, NIGHT
from bivouac.titles.gettysburg.rules.ch01_components import FROM_AFAR, IN_THE_PRESS, THEN_POP
from bivouac.titles.gettysburg.rules.ch12_cubes import attackers_have_five_cubes
from titles.gettysburg.kit import P, Scene, places_of

U, C = Side.UNION, Side.CSA


# --- how far ----------------------------------------------------------------------------------------


@pytest.mark.rule("GET-move-a", refuses=True)
def test_infantry_and_guns_move_one_area():
    p = Scene(side=C)
    one, gun = p.put("KNX", C, regular=1, artillery=1)
    p.block("KNX", C, 4)
    p.go().order("KNX", MOVE, pick=[one])
    assert places_of(p.options) == {"BEN", "HER", "MAR"} and p.why("MCP") == "GET-move-a"
    p.tell(to=["HER"], pick=[gun])
    assert p.why("FOR") == "GET-move-a"


@pytest.mark.rule("GET-move-a")
def test_cavalry_moves_up_to_two():
    p = Scene(side=U)
    (horse,) = p.put("MCP", U, cavalry=1)
    p.block("MCP", U, 4)
    p.go().order("MCP", MOVE, pick=[horse], to=["SMN"])
    assert p.asked == (U, "ride_on") and STAY in p.options and P["MCP"] not in p.options
    assert p.why("CEM") == "GET-move-a" and p.why("MCP") == "GET-move-a"
    p.tell(ride_on=["GET"])
    assert p.at("GET") == [horse]


@pytest.mark.rule("GET-move-a")
def test_cavalry_may_stop_after_one_area():
    p = Scene(side=U)
    (horse,) = p.put("MCP", U, cavalry=1)
    p.block("MCP", U, 4)
    p.go().order("MCP", MOVE, pick=[horse], to=["SMN"], ride_on=[STAY])
    assert p.at("SMN") == [horse]


@pytest.mark.rule("GET-move-b", "GET-move-c")
def test_some_pieces_may_stay_and_others_part():
    p = Scene(side=C)
    one, two, three = p.put("KNX", C, regular=3)
    p.block("KNX", C, 4)
    p.go().march("KNX", "KNX", (one, "BEN"), (two, "MAR"))
    assert (p.at("BEN"), p.at("MAR"), p.at("KNX")) == ([one], [two], [three])


# --- borders ----------------------------------------------------------------------------------------


@pytest.mark.rule("GET-move-d", refuses=True)
def test_two_pieces_cross_a_plain_border():
    p = Scene(side=C)
    one, two, three = p.put("KNX", C, regular=3)
    p.block("KNX", C, 4)
    p.go().order("KNX", MOVE, pick=[one, two, three], to=["BEN", "BEN"])
    assert p.asked == (C, "to") and p.why("BEN") == "GET-move-d"
    assert places_of(p.options) == {"HER", "MAR"}


@pytest.mark.rule("GET-move-e", refuses=True)
def test_four_pieces_cross_a_border_with_a_road():
    """The fifth does not; five stand there only in the middle of a double order."""
    p = Scene(side=C)
    five = p.put("KNX", C, regular=5)
    p.block("KNX", C, 4)
    p.go().tell(act=[GIVE_ORDER], block=["KNX"], kind=[MOVE], pick=five, to=["HER"] * 4)
    assert p.asked == (C, "to") and p.why("HER") == "GET-move-e"


@pytest.mark.rule("GET-move-f", refuses=True)
def test_nobody_moves_over_a_corner():
    p = Scene(side=C)
    (one,) = p.put("ALM", C, regular=1)
    p.block("ALM", C, 4)
    p.go().order("ALM", MOVE, pick=[one])
    assert p.why("WIN") == "GET-move-f" and P["GET"] in p.options


# --- enemies ----------------------------------------------------------------------------------------


@pytest.mark.rule("GET-move-h", "GET-assault-a")
def test_entering_an_enemy_area_brings_an_assault():
    p = Scene(side=C)
    (one,) = p.put("HER", C, regular=1)
    p.put("MCP", U, regular=1)
    p.block("HER", C, 4)
    p.go().march("HER", "HER", (one, "MCP"))
    assert p.told("attacked") and p.told("assault")[0]["place"].id == P["MCP"]
    assert p.asked == (Side.CHANCE, "volley")


@pytest.mark.rule("GET-move-i", refuses=True)
def test_two_pieces_attack_over_a_border_even_by_road():
    p = Scene(side=C)
    one, two, three = p.put("HER", C, regular=3)
    p.put("MCP", U, regular=1)
    p.block("HER", C, 4)
    p.go().order("HER", MOVE, pick=[one, two, three], to=["MCP", "MCP"])
    assert p.why("MCP") == "GET-move-i"


@pytest.mark.rule("GET-move-i", refuses=True)
def test_one_order_attacks_an_area_with_two_however_they_come():
    """Two infantry straight at the ridge, two cavalry that would ride round: the order has sent its two."""
    p = Scene(side=U)
    one, two, horse, other = p.put("MCP", U, regular=2, cavalry=2)
    p.put("HER", C, regular=1)
    p.block("MCP", U, 4)
    p.go().order("MCP", MOVE, pick=[one, two, horse], to=["HER", "HER", "FOR"])
    assert p.asked == (U, "ride_on") and p.why("HER") == "GET-move-i"
    q = Scene(side=U)
    one, horse, other = q.put("MCP", U, regular=1, cavalry=2)
    q.put("HER", C, regular=1)
    q.block("MCP", U, 4)
    q.go().order("MCP", MOVE, pick=[horse, other], to=["FOR", "FOR"], ride_on=["HER", "HER"])
    q.tell(pick=[one])
    assert q.asked == (U, "to") and q.why("HER") == "GET-move-i", "the two that rode round count"


@pytest.mark.rule("GET-move-a", refuses=True)
def test_no_order_to_move_where_nobody_can():
    p = Scene(side=U)
    p.put("KNX", U, artillery=1)
    (one,) = p.put("CEM", U, regular=1)
    for place in ("BEN", "HER", "MAR"):
        p.put(place, C, regular=1)
    p.block("KNX", U, 4)
    p.block("CEM", U, 4)
    p.go().tell(act=[GIVE_ORDER])
    assert p.title.choice(p.state, P["KNX"]).label.key == "choices.place", "the gun can fire, or dig"
    p.tell(block=["KNX"])
    assert p.asked == (U, "kind") and p.why(MOVE) == "GET-move-a"
    p.tell(kind=[PASS]).end_turn()
    assert p.at("CEM") == [one]


@pytest.mark.rule("GET-pass-a")
def test_a_block_that_reaches_nothing_says_that_it_is_a_pass():
    p = Scene(side=U)
    p.put("CEM", U, regular=1)
    p.block("KNX", U, 4)
    p.block("CEM", U, 4)
    p.go().tell(act=[GIVE_ORDER])
    assert p.title.choice(p.state, P["KNX"]).label.key == "choices.idle_block"
    assert p.title.choice(p.state, P["CEM"]).label.key == "choices.place"


@pytest.mark.rule("GET-move-j", refuses=True)
def test_cavalry_that_attacks_rides_no_further():
    p = Scene(side=U)
    horse, _foot = p.put("MCP", U, cavalry=1, regular=1)
    p.put("HER", C, regular=1)
    p.block("MCP", U, 4)
    p.go().order("MCP", MOVE, pick=[horse], to=["HER"])
    assert p.asked == (U, "pick") and p.why(horse) == "GET-move-j"


@pytest.mark.rule("GET-move-j", "GET-flank-a")
def test_cavalry_may_ride_round_and_then_attack():
    p = Scene(side=U)
    (horse,) = p.put("SMN", U, cavalry=1)
    p.put("HER", C, regular=1)
    p.block("SMN", U, 4)
    p.go().order("SMN", MOVE, pick=[horse], to=["MCP"], ride_on=["HER"])
    assert p.asked == (Side.CHANCE, "volley")
    assert p.state.attack == ((horse, P["HER"], P["SMN"], P["MCP"]),), "it came from the Seminary, over the border of McPherson's Ridge"


@pytest.mark.rule("GET-move-k", refuses=True)
def test_guns_do_not_attack():
    p = Scene(side=C)
    gun, _foot = p.put("HER", C, artillery=1, regular=1)
    p.put("MCP", U, regular=1)
    p.block("HER", C, 4)
    p.go().order("HER", MOVE, pick=[gun])
    assert p.why("MCP") == "GET-move-k"


@pytest.mark.rule("GET-move-l", "GET-end-c", refuses=True)
def test_no_attack_at_night():
    p = Scene(side=C, period=NIGHT)
    one, _gun = p.put("HER", C, regular=1, artillery=1)
    p.put("MCP", U, regular=1)
    p.block("HER", C, 4)
    p.go().tell(act=[GIVE_ORDER], block=["HER"])
    assert p.why(1) == "GET-fire-w", "nor artillery fire"
    p.tell(kind=[MOVE], pick=[one])
    assert p.why("MCP") == "GET-move-l" and P["FOR"] in p.options
    q = Scene(side=U, period=NIGHT)
    (horse,) = q.put("SMN", U, cavalry=1)
    q.put("HER", C, regular=1)
    q.block("SMN", U, 4)
    q.go().order("SMN", MOVE, pick=[horse], to=["MCP"])
    assert q.why("HER") == "GET-move-l"


@pytest.mark.rule("GET-assault-d", "GET-move-m", "GET-move-c")
def test_the_active_player_chooses_which_assault_comes_first():
    p = Scene(side=C)
    one, two = p.put("OKR", C, regular=2)
    p.put("MCP", U, regular=1)
    p.put("COL", U, regular=1)
    p.block("OKR", C, 4)
    p.go().order("OKR", MOVE, pick=[one, two], to=["MCP", "COL"])
    assert p.asked == (C, "which") and places_of(p.options) == {"MCP", "COL"}
    p.tell(which=["COL"]).rolls(1, 1)
    p.until(lambda q: p.state.fight[0] == P["MCP"], lambda q: 1)
    assert [a["place"].id for a in p.told("assault")] == [P["COL"], P["MCP"]]


@pytest.mark.rule("GET-move-o", "GET-disrupt-g", refuses=True)
def test_somebody_stays_in_a_disrupted_area():
    p = Scene(side=C)
    one, gun = p.put("HER", C, regular=1, artillery=1)
    p.put("KNX", C, regular=1)
    p.disrupt("HER")
    p.block("HER", C, 4)
    p.go().order("HER", MOVE, from_=["HER"])
    assert p.why(one) == "GET-move-o" and gun in p.options
    q = Scene(side=C)
    two, three = q.put("HER", C, regular=2)
    q.disrupt("HER")
    q.block("HER", C, 4)
    q.go().order("HER", MOVE, pick=[two], to=["KNX"])
    assert q.at("HER") == [three], "the last one stays, so nothing more is asked"


# --- the limit of four ------------------------------------------------------------------------------


@pytest.mark.rule("GET-stack-a", refuses=True)
def test_no_more_than_four_in_an_area():
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    p.put("HER", C, regular=4)
    p.block("KNX", C, 4)
    p.go().order("KNX", MOVE, from_=["KNX"], pick=[one])
    assert p.why("HER") == "GET-stack-a"
    q = Scene(side=U)
    (horse,) = q.put("MCP", U, cavalry=1)
    q.put("SMN", U, regular=4)
    q.block("MCP", U, 4)
    q.go().order("MCP", MOVE, from_=["MCP"], pick=[horse], to=["SMN"])
    assert q.why(STAY) == "GET-stack-a", "cavalry rides through a full area but does not stop there"


@pytest.mark.rule("GET-stack-b", "GET-stack-a")
def test_the_second_order_may_thin_what_the_first_overfilled():
    p = Scene(side=C)
    one, two = p.put("KNX", C, regular=2)
    here = p.put("HER", C, elite=1, regular=3)
    p.block("KNX", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["KNX"], kind=[MOVE], from_=["KNX"], pick=[one, two], to=["HER", "HER"])
    assert len(p.at("HER")) == 6
    assert p.asked == (C, "pick"), "a move out of the crowd is the only order left"
    assert p.why(DONE) == "GET-stack-a"
    p.tell(pick=[here[0]], to=["FOR"])
    p.tell(to=["FOR"])
    assert DONE in p.options and len(p.at("HER")) == 4
    p.tell(pick=[DONE])
    assert p.question.side == U


@pytest.mark.rule("GET-stack-b", refuses=True)
def test_no_crowd_that_could_not_be_thinned():
    """The only block has no room for a second disc next to that area, or there is nowhere to go."""
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    p.put("HER", C, regular=4)
    p.block("KNX", C, 2, 1)
    p.block("CEM", C, 5)
    p.go().tell(act=[DOUBLE_ORDER], block=["KNX"], kind=[MOVE], from_=["KNX"], pick=[one])
    assert p.why("HER") == "GET-stack-a"
    q = Scene(side=C)
    (gun,) = q.put("KNX", C, artillery=1)
    q.put("HER", C, artillery=4)
    q.disrupt("HER")
    q.block("KNX", C, 5)
    q.go().tell(act=[DOUBLE_ORDER], block=["KNX"], kind=[MOVE])
    q.tell(from_=["KNX"] if q.question.box == "from" else [], pick=[gun])
    assert q.why("HER") == "GET-stack-a", "out of a disrupted area guns alone do not move"


@pytest.mark.rule("GET-stack-b", "GET-move-o", refuses=True)
def test_a_disrupted_area_may_be_overfilled_while_infantry_stays():
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    guns = p.put("HER", C, artillery=4)
    p.state.cubes[guns[3]] = 1
    p.disrupt("HER")
    p.block("KNX", C, 5)
    p.go().tell(act=[DOUBLE_ORDER], block=["KNX"], kind=[MOVE], pick=[one], to=["HER"])
    assert p.asked == (C, "pick") and p.why(one) == "GET-move-o" and p.why(DONE) == "GET-stack-a"
    p.tell(pick=[guns[0]], to=["BEN"])
    p.tell(pick=[DONE])
    assert p.at("HER") == sorted([one, *guns[1:]])


@pytest.mark.rule("GET-stack-b", "GET-stack-a")
def test_while_an_area_is_overfull_no_box_is_left():
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    p.put("HER", C, regular=4)
    p.put("CHAMBERSBURG", C, regular=1)
    (_far,) = p.put("OKH", C, regular=1)
    p.block("KNX", C, 4)
    p.block("OKH", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["KNX"], kind=[MOVE], from_=["KNX"], pick=[one], to=["HER"])
    assert p.asked == (C, "block") and LEAVE_BOX + P["CHAMBERSBURG"] not in p.options
    assert p.why("OKH") == "GET-stack-a", "its disc would not reach the crowd"


@pytest.mark.rule("GET-stack-c")
def test_markers_and_blocks_do_not_count():
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    p.put("HER", C, regular=3)
    p.block("HER", C, 5, 2)
    p.disrupt("HER")
    p.sticks("HER", "MCP", "MCP")
    p.go().march("HER", "KNX", (one, "HER"))
    assert len(p.at("HER")) == 4


@pytest.mark.rule("GET-stack-d", "GET-order-h", "GET-move-i")
def test_four_against_four():
    """Two discs send four over one border: eight pieces are in the area until the assault is over."""
    p = Scene(side=C)
    four = p.put("HER", C, regular=4)
    here = p.put("MCP", U, regular=4)
    p.block("HER", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["HER"], kind=[MOVE], pick=[four[0], four[1], DONE], to=["MCP", "MCP"])
    p.tell(block=["HER"], kind=[MOVE], pick=[four[2], four[3]], to=["MCP", "MCP"])
    assert [a[0] for a in p.state.attack] == four and p.at("MCP") == here
    p.until(lambda q: q.box == "act", lambda q: 3 if q.side == Side.CHANCE else q.options[0])
    assert not p.state.attack and len(p.at("MCP")) <= 4, "afterwards one side is left"


@pytest.mark.rule("GET-stack-d", refuses=True)
def test_no_fifth_attacker():
    p = Scene(side=C)
    two = p.put("HER", C, regular=2)
    three = p.put("OKR", C, regular=3)
    p.put("MCP", U, regular=1)
    p.block("HER", C, 4)
    p.block("OKR", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["HER"], kind=[MOVE], pick=two, to=["MCP", "MCP"])
    for x in three[:2]:
        p.state.attack += ((x, P["MCP"], P["OKR"], P["OKR"]),)
        p.state.take(x, P["OKR"])
    p.tell(block=["OKR"], kind=[MOVE], pick=[three[2]])
    assert p.why("MCP") == "GET-stack-d"


# --- damage cubes -----------------------------------------------------------------------------------


@pytest.mark.rule("GET-ex-cubes", "GET-cubes-c", "GET-move-n", "GET-cubes-l", "GET-cubes-b")
def test_the_example_of_assigning_cubes():
    """Two red cubes go with the elite; of three orange ones one goes, two stay."""
    p = Scene(side=U)
    elite, one, two = p.put("CEM", U, elite=1, inferior=2)
    p.hurt(**{f"p{elite}": 2, f"p{one}": 2, f"p{two}": 1})
    p.block("CEM", U, 4)
    p.go().order("CEM", MOVE, pick=[elite])
    assert p.asked == (U, "to"), "there is nothing to choose for the elite"
    p.tell(to=["LEI"], pick=[one])
    assert p.asked == (U, "carry") and p.options == [0, 1, 2, 3]
    p.tell(carry=[1], to=["LEI"], pick=[DONE])
    assert (p.state.cubes[elite], p.state.cubes[one], p.state.cubes[two]) == (2, 1, 2)
    assert p.at("LEI") == [elite, one] and p.at("CEM") == [two]


@pytest.mark.rule("GET-cubes-d", "GET-cubes-e", "GET-cubes-h", refuses=True)
def test_what_a_piece_can_carry():
    """Seven cubes on two regulars: whoever goes takes at least two, at most five, and none of another colour."""
    p = Scene(side=U)
    elite, one, two = p.put("CEM", U, elite=1, regular=2)
    p.hurt(**{f"p{elite}": 3, f"p{one}": 4, f"p{two}": 3})
    p.block("CEM", U, 4)
    p.go().order("CEM", MOVE, pick=[one])
    assert p.options == [2, 3, 4, 5]
    assert p.why(1) == "GET-cubes-h"
    q = Scene(side=U)
    elite, one, two = q.put("CEM", U, elite=1, regular=2)
    q.hurt(**{f"p{elite}": 3, f"p{one}": 1})
    q.block("CEM", U, 4)
    q.go().order("CEM", MOVE, pick=[one])
    assert q.options == [0, 1] and q.why(2) == "GET-cubes-d"


@pytest.mark.rule("GET-cubes-b", "GET-assault-end-d")
def test_cubes_in_an_area_belong_to_nobody():
    """Two regulars with 3 and 0 cubes meet: the three are shared anew when one of them leaves."""
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    (_two,) = p.put("HER", C, regular=1)
    p.hurt(**{f"p{one}": 3})
    p.block("HER", C, 4)
    p.go().march("HER", "KNX", (one, "HER"))
    p.until(lambda q: q.side == C and q.box == "act")
    p.order("HER", MOVE, pick=[one])
    assert p.asked == (C, "carry") and p.options == [0, 1, 2, 3]


@pytest.mark.rule("GET-cubes-g", "GET-assault-e")
def test_attackers_keep_the_cubes_they_brought():
    p = Scene(side=C)
    one, two = p.put("HER", C, regular=2)
    p.put("MCP", U, regular=1)
    p.hurt(**{f"p{one}": 2, f"p{two}": 2})
    p.block("HER", C, 4)
    p.go().order("HER", MOVE, pick=[one], carry=[4], to=["MCP"])
    p.tell(pick=[two], to=["MCP"])
    assert (p.state.cubes[one], p.state.cubes[two]) == (4, 0)
    p.rolls(2)
    assert p.asked == (Side.CHANCE, "nerve_die") and (p.state.cubes[one], p.state.cubes[two]) == (4, 0)


def take(p, area, n, role=FROM_AFAR):
    """Cubes for the pieces of an area."""
    p.state.stack = (AT[Box.NEXT], Hits(Box.HITS, P[area], role, n, (), (), THEN_POP))
    return p.go()


@pytest.mark.rule("GET-cubes-a", "GET-cubes-i", "GET-cubes-k", "GET-fire-l")
def test_cubes_are_spread_evenly_and_the_owner_chooses_among_equals():
    p = Scene(side=C)
    one, elite = p.put("CEM", U, regular=1, elite=1)
    take(p, "CEM", 3)
    assert p.asked == (U, "hit") and p.options == [one, elite]
    p.answer(elite)
    assert p.asked == (U, "hit") and p.options == [one, elite], "the second went to the one without a cube, the third is free"
    p.answer(one)
    assert (p.state.cubes[one], p.state.cubes[elite]) == (2, 1)
    assert p.state.stock[COLOUR[one]] == 28 and p.state.stock[COLOUR[elite]] == 4


@pytest.mark.rule("GET-cubes-k", "GET-fire-l", refuses=True)
def test_no_cube_for_the_more_hurt():
    p = Scene(side=C)
    one, elite, bad = p.put("CEM", U, regular=1, elite=1, inferior=1)
    p.hurt(**{f"p{elite}": 2})
    take(p, "CEM", 1)
    assert p.why(elite) == "GET-cubes-k" and p.options == [one, bad]


@pytest.mark.rule("GET-cubes-h", refuses=True)
def test_no_piece_is_sacrificed_while_another_can_bear_the_cube():
    p = Scene(side=C)
    one, elite, horse = p.put("CEM", U, regular=1, elite=1, cavalry=1)
    p.hurt(**{f"p{one}": 4, f"p{elite}": 4, f"p{horse}": 3})
    take(p, "CEM", 1)
    assert p.options == [one, elite] and p.why(horse) == "GET-cubes-h"


@pytest.mark.rule("GET-cubes-e", "GET-cubes-n", "GET-cubes-m")
def test_the_sixth_cube_eliminates():
    p = Scene(side=C)
    (one,) = p.put("CEM", U, regular=1)
    p.hurt(**{f"p{one}": 5})
    p.sticks("CEM", "GET")
    take(p, "CEM", 1)
    assert p.at("CEM") == [] and p.state.stock == list(CUBES) and p.state.cubes[one] == 0
    assert p.told("eliminated")


@pytest.mark.rule("GET-cubes-e", refuses=True)
def test_cavalry_past_bearing_takes_no_more():
    """Two cavalry with three cubes each take two hits: one each, and both may still evade."""
    p = Scene(side=C)
    one, two = p.put("CEM", U, cavalry=2)
    p.hurt(**{f"p{one}": 3, f"p{two}": 2})
    p.block("LEI", U, 4)
    take(p, "CEM", 2)
    assert p.asked == (U, "evade")
    assert p.refusal(7).rule == "GET-cav-c"
    assert p.state.is_sound()
    q = Scene(side=C)
    three, four = q.put("CEM", U, cavalry=2)
    q.hurt(**{f"p{three}": 3, f"p{four}": 2})
    q.state.stack = (AT[Box.NEXT], Hits(Box.HIT, P["CEM"], FROM_AFAR, 1, (), (three,), THEN_POP))
    assert list(q.title.flow.options(q.state)) == [four]
    q.state.options = [four]
    assert q.why(three) == "GET-cubes-e"


@pytest.mark.rule("GET-cubes-f")
def test_guns_bear_no_cubes():
    p = Scene(side=C)
    one, gun = p.put("CEM", U, regular=1, artillery=1)
    take(p, "CEM", 2)
    assert p.state.cubes[one] == 2 and p.state.cubes[gun] == 0 and BEARS[gun] == 0 and COLOUR[gun] == -1


@pytest.mark.rule("GET-cubes-f", "GET-fire-o")
def test_a_damaged_gun_stays_damaged_wherever_it_goes():
    p = Scene(side=U)
    up, down = p.put("CEM", U, artillery=2)
    p.state.cubes[down] = 1
    p.block("CEM", U, 4)
    p.go().march("CEM", "CEM", (down, "LEI"), (up, "LEI"))
    assert p.at("LEI") == [up, down] and (p.state.cubes[up], p.state.cubes[down]) == (0, 1)
    q = Scene(side=U)
    (gun,) = q.put("TANEYTOWN", U, artillery=1)
    q.state.cubes[gun] = 1
    q.go().tell(act=[LEAVE_BOX + P["TANEYTOWN"]])
    assert q.state.cubes[gun] == 1 and not q.at("TANEYTOWN")


@pytest.mark.rule("GET-cubes-m")
def test_too_many_cubes_in_an_area_cost_a_piece_with_them():
    p = Scene(side=C)
    one, two = p.put("CEM", U, regular=2)
    p.hurt(**{f"p{one}": 5, f"p{two}": 5})
    take(p, "CEM", 1, IN_THE_PRESS)
    assert len(p.at("CEM")) == 1 and sum(p.state.cubes[x] for x in (one, two)) == 5


@pytest.mark.rule("GET-cubes-o", "GET-cubes-p", refuses=True)
def test_a_reserve_without_cubes():
    """All thirty blue cubes lie on the map; the next one costs a piece with five of them, then it is placed."""
    p = Scene(side=C)
    places = ("CEM", "CUL", "LEI", "GET")
    stacks = {}
    for place, n in zip(places, (2, 2, 2, 1)):
        stacks[place] = p.put(place, U, regular=n)
    full = {f"p{x}": 5 for place in places[:3] for x in stacks[place]}
    p.hurt(**full)
    assert p.state.stock[0] == 0
    take(p, "GET", 1)
    assert p.asked == (U, "shortage") and places_of(p.options) == {"CEM", "CUL", "LEI"}
    assert p.why("GET") == "GET-cubes-p"
    p.tell(shortage=["CUL"])
    assert len(p.at("CUL")) == 1 and p.state.cubes[stacks["GET"][0]] == 1 and p.state.stock[0] == 4


@pytest.mark.rule("GET-cubes-o", "GET-cubes-p", refuses=True)
def test_any_area_with_five_cubes_will_do_and_five_go_with_the_piece():
    """The piece has two cubes, its fellows the rest: five leave with it, no more and no fewer."""
    p = Scene(side=C)
    stacks = {place: p.put(place, U, regular=n) for place, n in (("CEM", 4), ("CUL", 3), ("LEI", 2), ("SPA", 1))}
    cubes = {"CEM": (5, 5, 4, 4), "CUL": (2, 2, 2), "LEI": (3, 3)}
    p.hurt(**{f"p{x}": n for place, ns in cubes.items() for x, n in zip(stacks[place], ns)})
    assert p.state.stock[0] == 0
    take(p, "SPA", 1)
    assert places_of(p.options) == {"CEM", "CUL", "LEI"} and p.why("SPA") == "GET-cubes-p"
    p.tell(shortage=["CUL"])
    assert len(p.at("CUL")) == 2 and sum(p.state.cubes[x] for x in p.at("CUL")) == 1
    assert p.told("short_of_cubes")[0]["n"] == 5 and p.state.stock[0] == 4, "five came back and one was placed"


@pytest.mark.rule("GET-cubes-o", "GET-cubes-p")
def test_fewer_than_five_cubes_and_cavalry_cubes():
    """Five cavalry cubes for two pieces of three: the sixth costs the cavalry piece with most, with its cubes."""
    p = Scene(side=C)
    (one,) = p.put("CEM", U, cavalry=1)
    (two,) = p.put("CUL", U, cavalry=1)
    p.hurt(**{f"p{one}": 3, f"p{two}": 2})
    p.block("SPA", U, 3)
    take(p, "CUL", 1)
    assert p.at("CEM") == [], "given up with its three cubes"
    assert p.asked == (U, "evade") and p.state.cubes[two] == 3
    q = Scene(side=C)
    groups = [q.put(place, U, inferior=1) for place in ("CEM", "CUL", "LEI", "ANG", "GET", "WIN", "SPA")]
    q.hurt(**{f"p{g[0]}": n for g, n in zip(groups, (3, 3, 3, 2, 2, 2, 0))})
    take(q, "SPA", 1)
    assert places_of(q.options) == {"CEM", "CUL", "LEI"}
    q.tell(shortage=["LEI"])
    assert q.state.stock[2] == 2 and q.state.cubes[groups[6][0]] == 1


@pytest.mark.rule("GET-cubes-o")
def test_attackers_may_be_the_ones_given_up():
    p = Scene(side=C)
    one, two = p.put("HER", C, regular=2)
    rest = [*p.put("KNX", C, regular=2), *p.put("BEN", C, regular=2), *p.put("MAR", C, regular=1)]
    p.hurt(**{f"p{x}": n for x, n in zip(rest, (4, 4, 4, 4, 5))}, **{f"p{one}": 5, f"p{two}": 4})
    p.put("MCP", U, regular=1)
    p.block("HER", C, 5)
    p.go().order("HER", MOVE, from_=["HER"], pick=[one], carry=[5], to=["MCP"])
    p.tell(pick=[two], to=["MCP"])
    assert p.state.stock[4] == 0
    p.rolls(4)
    assert p.asked == (C, "shortage") and P["MAR"] in p.options and P["BEN"] in p.options, "five lie there, too"
    p.tell(shortage=[ATTACKERS + P["MCP"]])
    assert p.told("short_of_cubes")[0]["piece"].id == one
    assert [a[0] for a in p.state.attack] == [two] and p.state.cubes[two] == 5 and p.state.stock[4] == 4


def test_a_pass_changes_nothing_else():
    p = Scene(side=C)
    p.put("HER", C, regular=1)
    p.block("HER", C, 4)
    before = list(p.state.at)
    p.go().order("HER", PASS)
    assert p.state.at == before


@pytest.mark.rule("GET-stack-a", "GET-stack-b", refuses=True)
def test_a_crowd_in_knoxlyn_is_thinned_like_any_other():
    """Knoxlyn is place number nought."""
    p = Scene(side=C)
    (one,) = p.put("HER", C, regular=1)
    here = p.put("KNX", C, elite=1, regular=3)
    for place in ("BEN", "OKH", "MUMMASBURG"):
        p.put(place, C, regular=1)
    p.block("HER", C, 4)
    p.block("OKH", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["HER"], kind=[MOVE], from_=["HER"], pick=[one], to=["KNX"])
    assert p.asked == (C, "block") and LEAVE_BOX + P["MUMMASBURG"] not in p.options
    assert p.why("OKH") == "GET-stack-a", "its disc would not reach the crowd"
    p.tell(block=["HER"])
    if p.question.box == "kind":
        p.tell(kind=[MOVE])
    if p.question.box == "from":
        assert p.why("BEN") == "GET-stack-a"
        p.tell(from_=["KNX"])
    assert p.asked == (C, "pick") and p.why(DONE) == "GET-stack-a"
    p.tell(pick=[here[0]], to=["MAR"])
    p.tell(pick=[DONE])
    assert len(p.at("KNX")) == 4


@pytest.mark.rule("GET-stack-b", refuses=True)
def test_only_one_area_is_overfilled():
    p = Scene(side=C)
    one, two = p.put("HER", C, regular=2)
    p.put("KNX", C, elite=1, regular=3)
    p.put("MAR", C, regular=4)
    p.block("HER", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["HER"], kind=[MOVE], from_=["HER"], pick=[one], to=["KNX"])
    p.tell(pick=[two])
    assert p.why("MAR") == "GET-stack-a" and P["BEN"] in p.options


@pytest.mark.rule("GET-stack-b")
def test_room_for_one_is_enough_to_overfill_by_one():
    p = Scene(side=C)
    mover, *_ = p.put("HER", C, regular=3)
    for place in ("KNX", "BEN", "MAR"):
        p.put(place, C, regular=4)
    p.block("HER", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["HER"], kind=[MOVE], from_=["HER"], pick=[mover])
    assert P["KNX"] in p.options


@pytest.mark.parametrize("more", [(), (0,)], ids=["today", "version 3"])
def test_a_position_in_the_middle_of_a_move_is_read_in_the_form_of_every_version(more):
    p = Scene(side=C)
    one, _two = p.put("KNX", C, regular=2)
    p.block("KNX", C, 4)
    p.go().order("KNX", MOVE, pick=[one])
    stored = dump(p.state)
    march = stored["stack"]["t"][-1]["t"]
    stored["stack"]["t"][-1] = {"t": [*march[:7], *more, *march[7:]]}
    again = TITLE.setup()
    restore(again, stored, TITLE.flow.frames)
    TITLE.flow.run(again)
    assert again.stack == p.state.stack and list(again.options) == p.options


@pytest.mark.rule("GET-stack-b")
def test_the_place_that_the_piece_leaves_is_room_for_the_second_order():
    """Two full areas among full ones: a piece goes over, and another one comes back."""
    p = Scene(side=C)
    mover, *_ = p.put("HER", C, regular=4)
    p.put("KNX", C, elite=4)
    for place in ("BEN", "MAR"):
        p.put(place, C, regular=4)
    p.block("HER", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["HER"], kind=[MOVE], from_=["HER"], pick=[mover])
    assert P["KNX"] in p.options
    p.tell(to=["KNX"], pick=[DONE])
    assert p.asked == (C, "pick") and len(p.at("KNX")) == 5
    p.tell(pick=[p.options[-1]])
    assert len(p.at("KNX")) == 4 and len(p.at("HER")) == 4 and p.question.side == U


@pytest.mark.rule("GET-move-a", "GET-move-l", refuses=True)
def test_among_enemies_at_night_nobody_can_be_ordered_to_move():
    p = Scene(side=C, period=NIGHT)
    p.put("KNX", C, regular=1)
    p.put("CEM", C, regular=1)
    for place in ("HER", "BEN", "MAR"):
        p.put(place, U, regular=1)
    p.block("KNX", C, 4)
    p.disrupt("KNX")
    p.go().tell(act=[GIVE_ORDER], block=["KNX"])
    assert p.asked == (C, "kind") and p.why(MOVE) == "GET-move-a"


@pytest.mark.rule("GET-move-n")
def test_the_log_tells_the_cubes_that_a_piece_carries():
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    p.put("HER", C, regular=1)
    p.hurt(**{f"p{one}": 2})
    p.block("KNX", C, 4)
    p.go().march("KNX", "KNX", (one, "HER"))
    assert [facts["cubes"] for facts in p.told("moved_hurt")] == [2]


@pytest.mark.rule("GET-cubes-p")
def test_attackers_of_knoxlyn_with_just_five_cubes_may_be_given_up():
    """Knoxlyn is place number nought."""
    p = Scene(side=C)
    (one,) = p.put("HER", C, regular=1)
    rest = [x for place, n in (("OKH", 4), ("MAR", 1)) for x in p.put(place, C, regular=n)]
    (hit,) = p.put("BEN", C, regular=1)
    p.hurt(**{f"p{x}": n for x, n in zip(rest, (5, 5, 5, 5, 5))}, **{f"p{one}": 5})
    p.put("KNX", U, regular=1)
    s = p.state
    s.take(one, P["HER"])
    s.attack = ((one, P["KNX"], P["HER"], P["HER"]),)
    assert s.stock[COLOUR[one]] == 0 and attackers_have_five_cubes(s, At(Box.SHORTAGE, COLOUR[one])) == 1 << P["KNX"]
    assert s.cubes[hit] == 0
