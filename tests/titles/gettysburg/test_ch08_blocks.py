"""Actions, command blocks, discs, orders, entry boxes, passing, secrets (chapters act, block, remove, order, entry, pass, fpass)."""

from __future__ import annotations

from random import Random

import pytest

from bivouac import Match
from bivouac.core.ids import Side
from bivouac.titles.gettysburg import TITLE
from bivouac.titles.gettysburg.frames import (
    AT,
    DONE,
    DOUBLE_ORDER,
    END_TURN,
    ENTRENCH,
    FORCED_PASS,
    GIVE_ORDER,
    GO_ON,
    LEAVE_BOX,
    MOVE,
    ORDER_KEYS,
    PASS,
    PLACE_BLOCK,
    REMOVE_BLOCK,
    Box,
)
from bivouac.titles.gettysburg.printed.map import PLACES
from bivouac.titles.gettysburg.printed.units import AFTERNOON, CSA, EACH, MORNING, NIGHT, UNION
from bivouac.titles.gettysburg.rules.ch01_components import set_aside
from bivouac.titles.gettysburg.rules.ch05_entry import boxes_now
from bivouac.titles.gettysburg.state import ASIDE, BLACK, BLUE, DOUBLE, HAND, SINGLE
from kit import Position
from titles.gettysburg.kit import P, Scene, places_of

U, C = Side.UNION, Side.CSA


# --- turns and actions ------------------------------------------------------------------------------


@pytest.mark.rule("GET-act-a")
def test_the_confederacy_begins_and_the_sides_alternate():
    p = Position(TITLE)
    asked = []
    for place in (P["HER"], P["CEM"], P["BEN"], P["CUL"]):
        asked.append(p.question.side)
        p.answer(PLACE_BLOCK, place, 2 if place in (P["HER"], P["CEM"]) else 3)
        if p.question.box == "after":
            p.answer(END_TURN)
    assert asked == [C, U, C, U]


@pytest.mark.rule("GET-act-b", refuses=True)
def test_a_turn_needs_an_action():
    p = Position(TITLE)
    assert p.refusal(END_TURN).rule == "GET-act-b"
    assert p.options == [PLACE_BLOCK, LEAVE_BOX + P["CHAMBERSBURG"]]


@pytest.mark.rule("GET-act-b")
def test_whoever_can_do_nothing_is_passed_over():
    """No such position can be reached: a block is always in hand or on the board. The rule is there all the same."""
    p = Scene(side=C)
    p.state.block_at[EACH:] = [ASIDE] * EACH
    p.state.discs[SINGLE] = p.state.discs[DOUBLE] = 0
    p.go()
    assert p.told("skipped") == [{"side": p.told("skipped")[0]["side"]}] and p.question.side == U


@pytest.mark.rule("GET-act-c", "GET-end-a")
def test_the_phase_ends_with_the_unions_last_disc():
    p = Scene(side=U)
    p.block("CEM", U, 3)
    p.state.discs = [1, 0, 7, 2]
    p.go().order("CEM", PASS).rolls(1)
    assert p.told("period")[-1]["period"].id == 1, "noon has come"
    assert p.told("csa_discs_set")[-1] == {"single": 19, "double": 3}, "its unused discs stayed in their boxes: 7 and 2"


@pytest.mark.rule("GET-act-d", refuses=True)
def test_blocks_are_not_shuffled_for_ever():
    p = Scene(side=U)
    p.block("CEM", U, 3)
    p.state.shuffles[UNION] = EACH
    p.go()
    assert p.options == [GIVE_ORDER]
    assert p.why(PLACE_BLOCK) == "GET-act-d" and p.why(REMOVE_BLOCK) == "GET-act-d"
    assert p.told("guarded"), "and it is logged"
    p.order("CEM", PASS)
    assert p.state.shuffles[UNION] == 0


@pytest.mark.rule("GET-act-d", "GET-block-f")
def test_each_side_may_place_all_eight_blocks_one_after_the_other():
    p = Scene(side=U)
    places = ("CEM", "CUL", "LEI", "PAT", "JWK", "WEI", "LRT", "POW"), ("KNX", "HER", "BEN", "MAR", "HAR", "BHT", "FAI", "WIL")
    p.go()
    for n in range(EACH):
        for side in (U, C):
            assert p.asked == (side, "act") and PLACE_BLOCK in p.options
            p.answer(PLACE_BLOCK, P[places[side][n]])
            if p.question.box == "value":
                p.answer(p.options[0])
    assert HAND not in p.state.block_at
    assert p.asked == (U, "act") and p.options == [GIVE_ORDER] and p.why(REMOVE_BLOCK) == "GET-act-d"


@pytest.mark.rule("GET-act-d")
def test_the_guard_binds_the_union_alone_and_counts_blocks_that_are_placed():
    p = Scene(side=C)
    p.block("HER", C, 3)
    p.state.shuffles[CSA] = EACH + 3
    p.go()
    assert PLACE_BLOCK in p.options and REMOVE_BLOCK in p.options and not p.told("guarded")
    q = Scene(side=U)
    q.block("CEM", U, 3)
    q.state.shuffles[UNION] = EACH - 1
    q.go().tell(act=[REMOVE_BLOCK])
    assert q.state.shuffles[UNION] == EACH - 1


@pytest.mark.rule("GET-act-d")
def test_the_guard_lets_go_where_no_order_is_possible():
    p = Scene(side=U)
    p.block("CEM", U, 2, 2)
    p.state.shuffles[UNION] = EACH
    p.go()
    assert p.options == [PLACE_BLOCK, REMOVE_BLOCK]
    p.tell(act=[PLACE_BLOCK], place=["CUL"], value=[3])
    assert p.state.shuffles[UNION] == EACH + 1


# --- placing ----------------------------------------------------------------------------------------


@pytest.mark.rule("GET-block-c", refuses=True)
def test_no_block_among_enemies_or_on_a_block():
    p = Scene(side=C)
    p.put("MCP", U, cavalry=1)
    p.block("HER", C, 2)
    p.block("CEM", U, 3)
    p.go().tell(act=[PLACE_BLOCK])
    assert p.why("MCP") == p.why("HER") == p.why("CEM") == "GET-block-c"
    assert P["KNX"] in p.options


@pytest.mark.rule("GET-block-d")
def test_otherwise_any_area_will_do():
    p = Scene(side=C)
    p.go().tell(act=[PLACE_BLOCK])
    assert set(p.options) == set(range(PLACES))


@pytest.mark.rule("GET-entry-g")
def test_a_block_in_an_entry_box_commands_its_area():
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    p.go().tell(act=[PLACE_BLOCK], place=["CHAMBERSBURG"], value=[4])
    p.until(lambda q: q.side == C and q.box == "act")
    p.march("CHAMBERSBURG", "KNX", (one, "HER"))
    assert p.at("HER") == [one]


@pytest.mark.rule("GET-entry-h")
def test_a_box_is_next_to_its_area_alone():
    p = Scene(side=C)
    p.put("HER", C, regular=1)
    p.put("KNX", C, regular=1)
    p.block("CHAMBERSBURG", C, 4)
    p.go().order("CHAMBERSBURG", MOVE)
    assert p.question.box == "pick", "KNX is the only area in reach"


@pytest.mark.rule("GET-entry-g", "GET-block-j", "GET-entry-h")
def test_a_block_stands_in_an_enemy_box_until_enemy_pieces_arrive_there():
    p = Scene(side=C, period=MORNING)
    (one,) = p.put("TAN", C, regular=1)
    p.go().tell(act=[PLACE_BLOCK], place=["TANEYTOWN"], value=[4])
    slot = p.state.block_in(P["TANEYTOWN"])
    p.until(lambda q: q.side == C and q.box == "act")
    p.march("TANEYTOWN", "TAN", (one, "PLM"))
    assert p.at("PLM") == [one], "it commands the area of the box"
    p.state.discs[BLUE] = 0
    p.state.stack = (AT[Box.NEXT],)
    p.go().rolls(1)
    assert len(p.at("TANEYTOWN")) == 5 and p.state.block_at[slot] == ASIDE and p.state.block_discs[slot] == 0
    assert [e.kind.name for e in p.state.log if e.kind.name in ("arrived", "captured")][-2:] == ["arrived", "captured"]
    assert p.told("captured") == [{"side": p.told("captured")[0]["side"], "place": p.told("captured")[0]["place"], "discs": 1}]


@pytest.mark.rule("GET-block-c", refuses=True)
def test_no_block_in_a_box_where_enemy_pieces_wait():
    p = Scene(side=U)
    p.put("CHAMBERSBURG", C, regular=1)
    p.go().tell(act=[PLACE_BLOCK])
    assert p.why("CHAMBERSBURG") == "GET-block-c" and P["CARLISLE"] in p.options


@pytest.mark.rule("GET-block-e", "GET-block-f")
def test_the_last_block_brings_back_those_set_aside():
    p = Scene(side=C)
    for b in range(EACH, 2 * EACH - 1):
        p.state.block_at[b] = ASIDE
    p.go().tell(act=[PLACE_BLOCK], place=["HER"], value=[5])
    mine = p.state.block_at[EACH:]
    assert mine.count(HAND) == 7 and ASIDE not in mine
    assert p.told("took_back")[-1]["n"] == 7


@pytest.mark.rule("GET-block-f", refuses=True)
def test_a_used_block_waits():
    p = Scene(side=C)
    used = p.block("HER", C, 5)
    again = p.block("BEN", C, 5)
    p.state.block_at[used] = p.state.block_at[again] = ASIDE
    p.go().tell(act=[PLACE_BLOCK], place=["KNX"])
    assert p.options == [2, 3, 4] and p.why(5) == "GET-block-f"


@pytest.mark.rule("GET-block-f")
def test_with_all_eight_on_the_board_a_removed_one_comes_back_at_once():
    p = Scene(side=C)
    for place, value in zip(("KNX", "HER", "BEN", "MAR", "HAR", "FOR", "HOF", "OKH"), (2, 2, 3, 3, 4, 4, 5, 5)):
        p.block(place, C, value)
    p.go()
    assert p.why(PLACE_BLOCK) == "GET-block-f"
    p.tell(act=[REMOVE_BLOCK], remove=["OKH"])
    assert p.state.block_at[EACH:].count(HAND) == 1


# --- secrets ----------------------------------------------------------------------------------------


@pytest.mark.rule("GET-block-g", "GET-block-h", "GET-setup-e")
def test_a_block_shows_its_value_to_its_owner_alone():
    p = Scene(side=C)
    p.go().tell(act=[PLACE_BLOCK], place=["HER"], value=[5])
    slot = p.state.block_in(P["HER"])
    assert TITLE.view(p.state, C).blocks[slot].value == 5
    for other in (U, None):
        seen = TITLE.view(p.state, other)
        assert seen.blocks[slot].value == 0 and seen.blocks[slot].at == P["HER"]
        assert all(b.value == 0 for b in seen.blocks[EACH:])
    heard = [e.kind.name for e in p.state.log if e.visible_to(U)]
    assert "placed" in heard and "placed_as" not in heard
    faces = {t.id: t.face for t in TITLE.table.layout(TITLE.view(p.state, U)).tokens}
    assert faces[f"block:{slot}"] == "block csa 0 0"


@pytest.mark.rule("GET-block-g", "GET-block-h")
def test_the_wood_itself_betrays_nothing():
    """Whatever value is placed, the same piece of wood goes to the board, and the same is seen of it."""
    seen = []
    for value in (2, 3, 4, 5):
        p = Scene(side=C)
        p.go().tell(act=[PLACE_BLOCK], place=["HER"], value=[value])
        seen.append((TITLE.view(p.state, U), TITLE.table.layout(TITLE.view(p.state, U)), [e for e in p.state.log if e.visible_to(U)]))
    assert all(x == seen[0] for x in seen)


@pytest.mark.rule("GET-block-h")
def test_sampled_worlds_respect_what_a_block_has_shown():
    p = Scene(side=U)
    p.block("KNX", C, 5, 5)
    p.block("HER", C, 4, 3)
    p.block("BEN", C, 2, 1)
    p.go()
    found = {p.state.block_in(P["HER"]): set(), p.state.block_in(P["BEN"]): set()}
    rng = Random(5)
    for _ in range(300):
        world = TITLE.determinize(p.state, U, rng)
        assert sorted(world.block_value[EACH:]) == [2, 2, 3, 3, 4, 4, 5, 5]
        assert world.block_value[p.state.block_in(P["KNX"])] == 5
        assert world.block_value[:EACH] == p.state.block_value[:EACH]
        for slot, values in found.items():
            values.add(world.block_value[slot])
    assert list(found.values()) == [{3, 4, 5}, {2, 3, 4, 5}]


@pytest.mark.rule("GET-order-i")
def test_sampled_worlds_have_room_for_the_second_disc():
    """Who gives a double order has room for both discs, whatever the block's value may be: the other side may reckon with that."""
    p = Scene(side=C)
    p.put("HER", C, regular=2)
    p.put("CHAMBERSBURG", C, regular=1)
    slot = p.block("HER", C, 4, 1)
    p.go()
    rng = Random(6)
    for answer in ({"act": [DOUBLE_ORDER]}, {"block": ["HER"]}, {"kind": [PASS]}):
        p.tell(**answer)
        for _ in range(100):
            world = TITLE.determinize(p.state, U, rng)
            assert world.block_value[slot] >= 3
            while world.stack and world.active == C:
                TITLE.play(world, rng.choice(world.options))


@pytest.mark.rule("GET-order-i")
def test_the_second_order_lapses_when_the_last_room_is_gone():
    """Cavalry that evades the guns of the first order may run over the block that the second disc was meant for."""
    for lost in (False, True):
        p = Scene(side=C)
        p.put("HER", C, regular=2)
        slot = p.block("HER", C, 3, 1)
        p.go().tell(act=[DOUBLE_ORDER], block=["HER"])
        if lost:
            set_aside(p.state, slot)
        p.tell(kind=[PASS])
        assert bool(p.told("lapsed")) == lost
        assert p.state.active == (U if lost else C) and (lost or p.question.box == "kind")


@pytest.mark.rule("GET-block-h")
def test_a_removed_block_is_not_shown():
    p = Scene(side=C)
    slot = p.block("HER", C, 5, 2)
    p.go().tell(act=[REMOVE_BLOCK])
    seen = TITLE.view(p.state, U).blocks[slot]
    assert (seen.at, seen.value, seen.shown) == (ASIDE, 0, 2)


# --- removing ---------------------------------------------------------------------------------------


@pytest.mark.rule("GET-remove-a", "GET-remove-b", "GET-remove-c", "GET-remove-d")
def test_a_block_comes_off_with_its_discs():
    p = Scene(side=U)
    slot = p.block("CEM", U, 5, 2)
    p.go().tell(act=[REMOVE_BLOCK])
    assert p.state.block_at[slot] == ASIDE and p.state.block_discs[slot] == 0
    assert p.state.discs[BLUE] == 10, "the discs are in the reserve, not in the box"
    assert p.told("removed")[0]["discs"] == 2


@pytest.mark.rule("GET-remove-a", refuses=True)
def test_only_an_own_block_can_be_removed():
    p = Scene(side=U)
    p.block("CEM", U, 5)
    p.block("CUL", U, 2)
    p.block("HER", C, 5)
    p.go().tell(act=[REMOVE_BLOCK])
    assert places_of(p.options) == {"CEM", "CUL"} and p.why("HER") == "GET-remove-a"
    q = Scene(side=U).go()
    assert q.why(REMOVE_BLOCK) == "GET-remove-a"


# --- overrun blocks ---------------------------------------------------------------------------------


@pytest.mark.rule("GET-block-i", "GET-block-j", "GET-block-l")
def test_pieces_overrun_a_block_that_stands_alone():
    """Guns may do it, by road four of them, and at night."""
    p = Scene(side=C, period=NIGHT)
    four = p.put("KNX", C, regular=2, artillery=2)
    slot = p.block("HER", U, 3, 2)
    p.block("KNX", C, 5)
    p.go().march("KNX", "KNX", *((x, "HER") for x in four))
    assert sorted(p.at("HER")) == four
    assert p.state.block_at[slot] == ASIDE and p.state.block_discs[slot] == 0
    assert p.told("captured")[0]["discs"] == 2


@pytest.mark.rule("GET-block-k")
def test_a_block_falls_with_its_area():
    p = Scene(side=C)
    one, two = p.put("HER", C, regular=2)
    (_gun,) = p.put("MCP", U, artillery=1)
    slot = p.block("MCP", U, 4)
    p.block("HER", C, 5)
    p.go().march("HER", "HER", (one, "MCP"), (two, "MCP")).rolls(1)
    assert p.at("MCP") == [one, two] and p.state.block_at[slot] == ASIDE


# --- giving an order --------------------------------------------------------------------------------


@pytest.mark.rule("GET-order-a", "GET-order-d", "GET-pass-a")
def test_an_order_takes_a_disc_to_a_block():
    p = Scene(side=U)
    slot = p.block("CEM", U, 2)
    p.go().order("CEM", PASS)
    assert p.state.discs[BLUE] == 9 and p.state.block_discs[slot] == 1
    assert p.told("ordered")[0]["order"].id == PASS


@pytest.mark.rule("GET-block-a", "GET-order-b", refuses=True)
def test_no_disc_without_a_block_with_room():
    p = Scene(side=U)
    p.block("CEM", U, 2, 2)
    p.block("CUL", U, 2, 1)
    p.go().tell(act=[GIVE_ORDER])
    assert places_of(p.options) == {"CUL"}
    assert p.why("CEM") == "GET-block-a" and p.why("GET") == "GET-order-b"
    q = Scene(side=U)
    q.block("CEM", U, 2, 2)
    q.go()
    assert q.why(GIVE_ORDER) == "GET-block-a"


@pytest.mark.rule("GET-pass-b", refuses=True)
def test_no_order_and_no_pass_without_a_disc():
    p = Scene(side=C)
    p.block("HER", C, 3)
    p.state.discs = [5, 0, 0, 0]
    p.go()
    assert p.why(GIVE_ORDER) == "GET-pass-b"


@pytest.mark.rule("GET-block-b", "GET-order-c", refuses=True)
def test_an_order_reaches_one_area_at_a_time():
    p = Scene(side=C)
    p.put("KNX", C, regular=1)
    (other,) = p.put("HER", C, regular=1)
    p.put("MCP", C, regular=1)
    p.block("HER", C, 4)
    p.block("BEN", C, 2)
    p.go().order("HER", MOVE)
    assert places_of(p.options) == {"KNX", "HER", "MCP"}
    assert p.why("FOR") == "GET-order-c" and p.why("OKR") == "GET-block-b"
    p.tell(from_=["KNX"])
    assert p.why(other) == "GET-order-c"


@pytest.mark.rule("GET-order-c", "GET-block-b")
def test_an_adjacent_area_may_receive_the_order():
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    p.block("HER", C, 4)
    p.go().march("HER", "KNX", (one, "HER"))
    assert p.at("HER") == [one]


@pytest.mark.rule("GET-block-b")
def test_a_disc_that_reaches_nobody_can_only_pass():
    p = Scene(side=C)
    p.put("CEM", C, regular=1)
    p.block("KNX", C, 4)
    p.go().tell(act=[GIVE_ORDER], block=["KNX"])
    assert p.told("ordered")[-1]["order"].id == PASS


@pytest.mark.rule("GET-order-e")
def test_the_kinds_of_order():
    assert ORDER_KEYS == ("move", "fire", "reinforce", "reorganise", "entrench", "remove_marker", "pass")
    p = Scene(side=U, period=AFTERNOON)
    one, _two, _gun = p.put("CEM", U, regular=2, artillery=1)
    p.put("GET", C, regular=1)
    (_three,) = p.put("CUL", U, regular=1)
    p.hurt(**{f"p{one}": 2})
    p.disrupt("CEM")
    p.mark("CUL")
    p.block("CEM", U, 5)
    p.state.discs[BLACK] = 1
    p.go()
    assert FORCED_PASS in p.options
    p.tell(act=[GIVE_ORDER], block=["CEM"])
    assert p.options == [0, 1, 2, 3, 4, 5, 6]


# --- the double order -------------------------------------------------------------------------------


@pytest.mark.rule("GET-order-f", "GET-order-g", "GET-order-i")
def test_a_double_order_is_two_orders_in_one_action():
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    (two,) = p.put("MAR", C, regular=1)
    first = p.block("KNX", C, 2)
    second = p.block("MAR", C, 2)
    p.go().tell(act=[DOUBLE_ORDER], block=["KNX"], kind=[MOVE], from_=["KNX"], pick=[one], to=["BEN"])
    p.tell(block=["MAR"], kind=[MOVE], pick=[two], to=["HAR"])
    assert p.at("BEN") == [one] and p.at("HAR") == [two]
    assert p.state.discs[DOUBLE] == 2 and p.state.discs[SINGLE] == 12
    assert p.state.block_discs[first] == p.state.block_discs[second] == 1
    assert p.question.side == U, "it was one action"


@pytest.mark.rule("GET-order-f")
def test_both_discs_may_go_to_one_block():
    p = Scene(side=C)
    slot = p.block("KNX", C, 2)
    p.block("CEM", C, 3)
    p.go().tell(act=[DOUBLE_ORDER], block=["KNX", "KNX"])
    assert p.state.block_discs[slot] == 2


@pytest.mark.rule("GET-order-b", "GET-block-f")
def test_nothing_is_asked_where_everybody_sees_the_only_answer():
    """The only block on the board takes the disc; the last block in hand is the one that is placed. Where a full block stands beside it,
    the question is asked: its absence would betray the value."""
    p = Scene(side=C)
    p.put("KNX", C, regular=1)
    slot = p.block("KNX", C, 3)
    p.go().answer(GIVE_ORDER)
    assert p.asked == (C, "kind") and p.state.block_discs[slot] == 1
    q = Scene(side=C)
    q.put("KNX", C, regular=1)
    q.block("KNX", C, 3)
    q.block("CEM", C, 2, 2)
    q.go().answer(GIVE_ORDER)
    assert q.asked == (C, "block") and q.options == [P["KNX"]]
    r = Scene(side=C)
    low = EACH * C
    for n in range(1, EACH):
        r.state.block_at[low + n] = ASIDE
    last = r.state.block_value[low]
    r.go().answer(PLACE_BLOCK, P["HER"])
    assert r.told("placed_as")[0]["value"] == last and r.state.active == U


@pytest.mark.rule("GET-order-f", "GET-order-i", refuses=True)
def test_what_a_double_order_needs():
    p = Scene(side=C)
    p.block("KNX", C, 2, 1)
    p.go()
    assert p.why(DOUBLE_ORDER) == "GET-order-i"
    q = Scene(side=C)
    q.block("KNX", C, 3)
    q.state.discs[DOUBLE] = 1
    q.go()
    assert q.why(DOUBLE_ORDER) == "GET-order-f"
    r = Scene(side=U)
    r.block("CEM", U, 5)
    r.go()
    assert r.why(DOUBLE_ORDER) == "GET-order-f"


@pytest.mark.rule("GET-order-g", "GET-move-m")
def test_all_movement_comes_before_the_assault():
    """The first order attacks; its assault waits for the second order."""
    p = Scene(side=C)
    one, two, three = p.put("HER", C, regular=3)
    p.put("MCP", U, regular=1)
    p.block("HER", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["HER"], kind=[MOVE], pick=[one, two, DONE], to=["MCP", "MCP"])
    assert p.asked == (C, "kind") and not p.told("assault")
    p.tell(block=["HER"], kind=[MOVE], pick=[three], to=["FOR"])
    assert p.asked == (Side.CHANCE, "volley") and p.at("FOR") == [three]


# --- forced passes ----------------------------------------------------------------------------------


@pytest.mark.rule("GET-fpass-a", "GET-fpass-b", "GET-seq-d")
def test_black_discs_are_used_up_in_any_order():
    p = Scene(side=U)
    p.block("CEM", U, 3)
    p.state.discs = [1, 2, 12, 4]
    p.go()
    assert FORCED_PASS in p.options and GIVE_ORDER in p.options
    p.answer(FORCED_PASS)
    assert p.state.discs[BLACK] == 1 and p.state.discs_on_map(UNION) == 0 and p.question.side == C
    assert p.state.period == 0, "the period goes on"


@pytest.mark.rule("GET-fpass-a", refuses=True)
def test_only_the_union_and_only_with_a_black_disc():
    p = Scene(side=U).go()
    assert p.why(FORCED_PASS) == "GET-fpass-a"
    q = Scene(side=C)
    q.state.discs[BLACK] = 2
    q.go()
    assert q.why(FORCED_PASS) == "GET-fpass-a"


# --- entry boxes ------------------------------------------------------------------------------------


@pytest.mark.rule("GET-entry-a", "GET-stack-f")
def test_a_box_holds_any_number():
    p = Scene(side=C)
    pieces = p.put("CHAMBERSBURG", C, regular=9, artillery=3)
    p.go()
    assert len(p.at("CHAMBERSBURG")) == len(pieces) == 12


@pytest.mark.rule("GET-entry-b", "GET-entry-i", "GET-ex-block")
def test_leaving_a_box_costs_nothing():
    """The example: two regulars and two guns step out, then a block of 3 goes in front of them."""
    p = Position(TITLE)
    regulars = list(p.state.at[P["CHAMBERSBURG"]])[:2]
    guns = list(p.state.at[P["CHAMBERSBURG"]])[5:]
    p.answer(LEAVE_BOX + P["CHAMBERSBURG"], regulars[0], regulars[1], guns[0], guns[1])
    assert p.asked == (C, "act"), "the area is full, the turn goes on"
    assert sorted(p.state.at[P["KNX"]]) == [*regulars, *guns] and p.state.discs[SINGLE] == 12
    p.answer(PLACE_BLOCK, P["HER"], 3)
    assert p.state.block_value[p.state.block_in(P["HER"])] == 3 and p.question.side == U


@pytest.mark.rule("GET-ex-move", "GET-move-e", "GET-move-b")
def test_four_pieces_move_by_rail_and_more_come_out_behind_them():
    p = Position(TITLE)
    box = p.state.at[P["CHAMBERSBURG"]]
    four = [box[0], box[1], box[5], box[6]]
    p.answer(LEAVE_BOX + P["CHAMBERSBURG"], *four, PLACE_BLOCK, P["HER"], 3)
    p.answer(PLACE_BLOCK, P["SMN"], 2)
    assert p.asked == (C, "act")
    p.answer(GIVE_ORDER, MOVE)
    for piece in four:
        if p.question.box == "pick":
            p.answer(piece)
        p.answer(P["HER"])
    assert sorted(p.state.at[P["HER"]]) == sorted(four)
    assert p.asked == (C, "after") and LEAVE_BOX + P["CHAMBERSBURG"] in p.options
    p.answer(LEAVE_BOX + P["CHAMBERSBURG"])
    assert len(p.state.at[P["KNX"]]) == 1


@pytest.mark.rule("GET-entry-b")
def test_between_two_orders_the_box_is_open_too():
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    (two,) = p.put("CHAMBERSBURG", C, regular=1)
    p.block("KNX", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["KNX"], kind=[MOVE], pick=[one], to=["HER"])
    assert p.asked == (C, "between") and p.options == [GO_ON, LEAVE_BOX + P["CHAMBERSBURG"]]
    p.tell(between=[LEAVE_BOX + P["CHAMBERSBURG"]], block=["KNX"], kind=[MOVE], from_=["KNX"], pick=[two], to=["BEN"])
    assert p.at("BEN") == [two]


@pytest.mark.rule("GET-entry-i", "GET-entry-b", refuses=True)
def test_a_full_area_keeps_the_box_shut():
    p = Scene(side=C)
    p.put("KNX", C, regular=4)
    p.put("CHAMBERSBURG", C, regular=1)
    p.go()
    assert p.why(LEAVE_BOX + P["CHAMBERSBURG"]) == "GET-entry-i"
    assert p.why(LEAVE_BOX + P["CARLISLE"]) == "GET-entry-b"
    assert p.why(LEAVE_BOX + P["TANEYTOWN"]) == "GET-entry-b"


@pytest.mark.rule("GET-entry-c", refuses=True)
def test_nobody_goes_back_into_a_box():
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    p.block("KNX", C, 4)
    p.go().order("KNX", MOVE, pick=[one])
    assert p.asked == (C, "to") and p.why("CHAMBERSBURG") == "GET-entry-c"


@pytest.mark.rule("GET-entry-d", "GET-assault-a")
def test_pieces_may_fight_their_way_out_of_a_box():
    p = Scene(side=C)
    one, two, _three = p.put("CHAMBERSBURG", C, regular=3)
    p.put("KNX", U, regular=1)
    p.go()
    p.tell(act=[LEAVE_BOX + P["CHAMBERSBURG"]], exit=[two])
    assert p.asked == (C, "act") and [a[0] for a in p.state.attack] == [one, two], "two are the limit, and the action is still to come"
    p.tell(act=[PLACE_BLOCK], place=["HER"], value=[3])
    assert p.asked == (Side.CHANCE, "volley"), "all movement is done: the assault follows"
    p.rolls(1)
    p.rolls(6, 6)
    p.until(lambda q: q.box == "hold_die", lambda q: q.options[0])
    p.rolls(1)
    assert p.at("KNX") == [one, two], "without a block the defender had nowhere to go"
    assert p.state.discs[SINGLE] == 12, "no disc was used"


@pytest.mark.rule("GET-entry-d", "GET-assault-d", "GET-stack-d", refuses=True)
def test_pieces_out_of_a_box_join_the_assault_of_the_order():
    """Assaults come when all movement is done: two out of the box and two of an order fight together, and four are the limit."""
    p = Scene(side=C)
    box = p.put("CHAMBERSBURG", C, regular=3)
    four = p.put("HER", C, regular=4)
    p.put("KNX", U, regular=2)
    p.block("HER", C, 4)
    p.go().tell(act=[LEAVE_BOX + P["CHAMBERSBURG"]], exit=[box[1]])
    p.tell(act=[DOUBLE_ORDER], block=["HER"], kind=[MOVE], pick=[four[0], four[1]], to=["KNX", "KNX"])
    p.tell(pick=[DONE], block=["HER"], kind=[MOVE])
    p.tell(pick=[four[2]])
    assert p.why("KNX") == "GET-stack-d"
    p.tell(to=["MAR"], pick=[DONE])
    assert p.asked == (Side.CHANCE, "volley") and p.state.attackers(P["KNX"]) == [box[0], box[1], four[0], four[1]]


@pytest.mark.rule("GET-entry-d", "GET-move-i", refuses=True)
def test_one_order_and_a_box_attack_with_two_pieces_together():
    p = Scene(side=C)
    box = p.put("CHAMBERSBURG", C, regular=2)
    three = p.put("HER", C, regular=3)
    p.put("KNX", U, regular=2)
    p.block("HER", C, 4)
    p.go().tell(act=[LEAVE_BOX + P["CHAMBERSBURG"]], exit=[DONE])
    p.tell(act=[GIVE_ORDER], kind=[MOVE], pick=[three[0]], to=["KNX"])
    p.tell(pick=[three[1]])
    assert p.why("KNX") == "GET-move-i"
    p.tell(to=["MAR"], pick=[DONE])
    assert p.asked == (Side.CHANCE, "volley") and p.state.attackers(P["KNX"]) == [box[0], three[0]]


@pytest.mark.rule("GET-entry-d")
def test_after_the_action_the_assault_out_of_a_box_follows_at_once():
    p = Scene(side=C)
    one, two = p.put("CHAMBERSBURG", C, regular=2)
    p.put("KNX", U, regular=1)
    p.go().tell(act=[PLACE_BLOCK], place=["HER"], value=[3], after=[LEAVE_BOX + P["CHAMBERSBURG"]], exit=[two])
    assert p.asked == (Side.CHANCE, "volley") and p.state.attackers(P["KNX"]) == [one, two]


@pytest.mark.rule("GET-entry-d", refuses=True)
def test_a_box_attacks_with_two_a_turn_without_guns_and_not_at_night():
    p = Scene(side=C)
    one, _two, _elite, gun = p.put("CHAMBERSBURG", C, regular=2, elite=1, artillery=1)
    p.put("KNX", U, regular=1)
    p.go().tell(act=[LEAVE_BOX + P["CHAMBERSBURG"]])
    assert p.why(gun) == "GET-move-k" and p.why(DONE) == "GET-entry-b"
    p.tell(exit=[one, DONE], act=[PLACE_BLOCK], place=["HER"], value=[3]).rolls(2, 1)
    p.until(lambda q: q.box == "after", lambda q: 1)
    q = Scene(side=C, period=NIGHT)
    q.put("CHAMBERSBURG", C, regular=2)
    q.put("KNX", U, regular=1)
    q.go()
    assert q.why(LEAVE_BOX + P["CHAMBERSBURG"]) == "GET-entry-d"
    r = Scene(side=C)
    r.put("CHAMBERSBURG", C, artillery=2)
    r.put("KNX", U, regular=1)
    r.go()
    assert r.why(LEAVE_BOX + P["CHAMBERSBURG"]) == "GET-entry-d"


@pytest.mark.rule("GET-entry-e", "GET-entry-d")
def test_a_repulsed_attack_goes_back_into_the_box():
    p = Scene(side=C)
    one, two = p.put("CHAMBERSBURG", C, regular=2)
    p.put("KNX", U, regular=2)
    p.hurt(**{f"p{one}": 1})
    p.go().tell(act=[LEAVE_BOX + P["CHAMBERSBURG"]], exit_cubes=[1], exit=[two])
    p.tell(act=[PLACE_BLOCK], place=["HER"], value=[3])
    p.rolls(3, 3)
    assert p.asked == (Side.CHANCE, "nerve_die")
    p.rolls(1, 1)
    assert sorted(p.at("CHAMBERSBURG")) == [one, two] and not p.state.attack
    assert LEAVE_BOX + P["CHAMBERSBURG"] not in p.options and p.state.active == U, "two have attacked this turn"


@pytest.mark.rule("GET-entry-d", "GET-order-g")
def test_a_box_may_attack_between_two_orders():
    p = Scene(side=C)
    (_one,) = p.put("HER", C, regular=1)
    (two,) = p.put("CHAMBERSBURG", C, regular=1)
    p.put("KNX", U, regular=1)
    p.block("HER", C, 4)
    p.go().tell(act=[DOUBLE_ORDER], block=["HER"], kind=[PASS])
    p.tell(between=[LEAVE_BOX + P["CHAMBERSBURG"]])
    assert p.state.attackers(P["KNX"]) == [two] and p.asked == (C, "kind"), "the second order comes first"
    p.tell(block=["HER"], kind=[PASS])
    assert p.asked == (Side.CHANCE, "volley")


@pytest.mark.rule("GET-entry-f", "GET-fire-x", refuses=True)
def test_guns_fire_neither_out_of_a_box_nor_into_one():
    p = Scene(side=U)
    p.put("KNX", U, artillery=1)
    p.put("CHAMBERSBURG", C, regular=2)
    p.put("BEN", C, regular=1)
    p.block("KNX", U, 3)
    p.go().order("KNX", 1)
    assert p.asked == (U, "aim")
    assert p.options == [-1, P["BEN"]] and P["CHAMBERSBURG"] not in p.title.flow.candidates(p.state)
    q = Scene(side=C)
    q.put("CHAMBERSBURG", C, artillery=1)
    q.put("BEN", C, artillery=1)
    q.put("MAR", C, artillery=1)
    q.put("HER", U, regular=1)
    q.block("KNX", C, 3)
    q.go().order("KNX", 1)
    assert q.asked == (C, "guns_of") and q.why("CHAMBERSBURG") == "GET-fire-x"
    r = Scene(side=C)
    r.put("CHAMBERSBURG", C, artillery=1)
    r.put("KNX", U, regular=1)
    r.block("CHAMBERSBURG", C, 3)
    r.go().tell(act=[GIVE_ORDER], block=["CHAMBERSBURG"])
    assert r.told("ordered")[-1]["order"].id == PASS, "no gun in reach can fire"


@pytest.mark.rule("GET-entry-h")
def test_a_block_in_a_box_cannot_be_taken():
    p = Scene(side=U)
    (one,) = p.put("HER", U, regular=1)
    slot = p.block("CHAMBERSBURG", C, 4)
    p.block("HER", U, 4)
    p.go().march("HER", "HER", (one, "KNX"))
    assert p.at("KNX") == [one] and p.state.block_at[slot] == P["CHAMBERSBURG"]


# --- giving up --------------------------------------------------------------------------------------


@pytest.mark.rule("GET-vic-e", "GET-seq-b")
def test_the_confederacy_may_concede():
    match = Match.new(TITLE, seed=1)
    match.concede(Side.CSA)
    assert match.outcome.winner == Side.UNION and match.outcome.rule == "GET-vic-e"
    assert match.question is None
    other = Match.new(TITLE, seed=1)
    other.concede(Side.UNION)
    assert other.outcome.winner == Side.CSA


def test_questions_about_hidden_things_are_always_asked():
    """A block of which only one value is left, or a single block with room, is asked for all the same: the silence would tell."""
    for box in (Box.ACT, Box.VALUE, Box.BLOCK):
        assert TITLE.flow.boxes[box].forced is False


@pytest.mark.rule("GET-fpass-a")
def test_a_forced_pass_counts_as_an_order():
    p = Scene(side=U)
    p.put("CEM", U, regular=1)
    p.block("CEM", U, 3)
    p.state.discs[BLACK] = 1
    p.state.shuffles[UNION] = EACH
    p.go().tell(act=[FORCED_PASS])
    assert p.state.shuffles[UNION] == 0


@pytest.mark.rule("GET-block-b", refuses=True)
def test_the_refusal_of_an_order_says_that_nobody_is_in_reach():
    p = Scene(side=C)
    p.put("CEM", C, regular=1)
    p.block("KNX", C, 4)
    p.disrupt("KNX")
    p.go().tell(act=[GIVE_ORDER], block=["KNX"])
    assert p.asked == (C, "kind") and p.why(MOVE) == p.why(ENTRENCH) == "GET-block-b"


@pytest.mark.rule("GET-block-a")
def test_a_block_has_shown_as_many_discs_as_it_has_borne():
    p = Scene(side=C)
    (one,) = p.put("KNX", C, regular=1)
    b = p.block("KNX", C, 4, 1)
    p.go().march("KNX", "KNX", (one, "HER"))
    assert (p.state.block_discs[b], p.state.block_shown[b]) == (2, 2)


@pytest.mark.rule("GET-entry-d", "GET-cubes-c")
def test_a_piece_fights_its_way_out_of_a_box_with_the_cubes_it_was_given():
    p = Scene(side=C)
    one, two = p.put("CHAMBERSBURG", C, regular=2)
    p.hurt(**{f"p{one}": 1, f"p{two}": 1})
    p.put("KNX", U, regular=1)
    p.block("HER", C, 3)
    p.go().answer(LEAVE_BOX + P["CHAMBERSBURG"])
    assert p.asked == (C, "exit_cubes") and p.options == [0, 1, 2]
    p.answer(2)
    assert (p.state.cubes[one], p.state.cubes[two]) == (2, 0) and [e["cubes"] for e in p.told("attacked_hurt")] == [2]


@pytest.mark.rule("GET-stack-d", refuses=True)
def test_no_fifth_attacker_out_of_a_box():
    p = Scene(side=C)
    p.put("CHAMBERSBURG", C, regular=1)
    four = p.put("HER", C, regular=4)
    p.put("KNX", U, regular=1)
    s = p.state
    assert boxes_now(s, None) == [P["CHAMBERSBURG"]]
    for x in four:
        s.take(x, P["HER"])
    s.attack = tuple((x, P["KNX"], P["HER"], P["HER"]) for x in four)
    assert boxes_now(s, None) == []
