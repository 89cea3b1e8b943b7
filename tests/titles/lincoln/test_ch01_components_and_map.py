"""Text, components, set-up, map."""

import tomllib
from collections import Counter
from importlib import resources
from random import Random

import pytest

from bivouac.core.ids import Side
from bivouac.titles.lincoln.frames import DEPLOY, FACE_DOWN, FIGHT, MOVE, NAVAL_MOVE, OVER, PASS, TO_OTHER_HALF, Box
from bivouac.titles.lincoln.printed import units
from bivouac.titles.lincoln.printed.map import COLOUR, LOCATIONS, PORT_HALF, SUPPLY, WAY_TO, WAYS
from bivouac.titles.lincoln.printed.units import COPIES, COUNTERS, KINDS, KINDS_DATA, KINDS_OF, SET
from bivouac.titles.lincoln.state import CSA, PIECES, UNION
from titles.lincoln.kit import (
    FORT,
    TITLE,
    Position,
    box,
    card,
    control,
    counter,
    discards,
    everything,
    field,
    half,
    loc,
    powers,
    stack,
    way,
    why,
)


@pytest.mark.rule("LIN-pre-a", "LIN-pre-b")
def test_the_later_word_is_played_and_the_booklets_parts_are_there():
    """Withdrawal into the other half, no combat beside a lone fort, passing through the own half: all of them changes after printing."""
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"))
    assert TO_OTHER_HALF in p.options
    p = field(union={"kentucky south": [3]}, csa={"nashville south": [FORT]}, hand=["UB01", "UB19"])
    assert half("nashville north") in p.answer(MOVE + card("UB01")).options
    contested = {"nashville south": [1], "cairo south": [1]}
    p = field(union={"kentucky north": [1], "nashville north": [1]}, csa=contested, hand=["UB01"], flags=["fort_henry_donelson"])
    assert half("fort_henry_donelson south") in p.answer(MOVE + card("UB01"), counter("kentucky north", 1)).options
    whole = Position(TITLE).state
    assert [sum(COPIES[k] for k in KINDS_OF[side]) for side in (UNION, CSA)] == [69, 50] and sum(h >= 0 for h in whole.where) == 11


@pytest.mark.rule("LIN-comp-a")
def test_the_box_adds_up():
    assert sum(COPIES[k] for k in KINDS_OF[UNION]) == 69
    assert sum(COPIES[k] for k in KINDS_OF[CSA]) == 50
    assert sum(COUNTERS[0:3]) + sum(COUNTERS[4:7]) == 45
    assert COUNTERS[7] == 4 and units.TABLES.counters.flags == 18


@pytest.mark.rule("LIN-comp-b", "LIN-def-b")
def test_armies_have_strength_1_to_3_and_only_the_confederate_has_forts():
    assert {c.top for c in KINDS_DATA if c.top and c.top.startswith("army")} == {"army1", "army2", "army3"}
    assert COUNTERS[3] == 0 and COUNTERS[7] > 0
    assert all(c.side == "csa" for c in KINDS_DATA if c.top == "fort")


@pytest.mark.rule("LIN-comp-c", refuses=True)
def test_no_counter_no_unit():
    p = field(csa={"richmond north": [1], "atlanta north": [FORT] * 4}, hand=["CB07", "CB01", "CB02"], active=CSA)
    refusal = p.refusal(DEPLOY + card("CB07"))
    assert (refusal.rule, refusal.name) == ("LIN-comp-c", "counter_is_in_stock")


@pytest.mark.rule("LIN-comp-c")
def test_a_lost_counter_returns_to_the_stock_and_can_be_deployed_again():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB02"])
    before = p.state.stock[CSA * 4]
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB02"), FIGHT)
    assert box(p) == "defend"
    p.answer(0)
    assert p.state.stock[CSA * 4] == before + 1


@pytest.mark.rule("LIN-comp-d")
def test_both_sides_and_spectators_see_every_counter():
    p = Position(TITLE)
    views = [TITLE.view(p.state, side) for side in (Side.UNION, Side.CSA, None)]
    assert views[0].where == views[1].where == views[2].where
    assert sum(h >= 0 for h in views[0].where) == 11


@pytest.mark.rule("LIN-comp-e")
def test_a_discard_is_shown_and_lies_on_top_but_nobody_looks_deeper():
    p = field(hand=["UB09", "UB12", "UB01"], options=["discard-action"])
    p.answer(600 + card("UB09"), card("UB12"), 999)
    assert [e["card"].id for e in p.told("discarded")] == [card("UB09"), card("UB12")]
    own, enemy = TITLE.view(p.state, Side.UNION), TITLE.view(p.state, Side.CSA)
    assert own.discards[card("UB09")] == 1
    assert enemy.piles[UNION] == 2 and enemy.top[UNION] == card("UB12")
    assert len(enemy.discards) == len(KINDS_OF[CSA]) and len(enemy.hand) == len(KINDS_OF[CSA])
    assert sum(enemy.hand) == p.state.held[CSA] == 0


@pytest.mark.rule("LIN-setup-a", "LIN-setup-b", "LIN-setup-c")
def test_armies_at_the_start():
    p = Position(TITLE)
    union = {"washington": 3, "harpers_ferry": 2, "kentucky": 2, "cairo": 2}
    csa = {"manassas": 3, "front_royal": 2, "savannah": 2, "new_orleans": 2, "nashville": 1, "fort_henry_donelson": 1, "fort_monroe": 1}
    for side, armies in ((UNION, union), (CSA, csa)):
        for name, strength in armies.items():
            place = LOCATIONS[loc(name)]
            assert stack(p, side, f"{name} {place.halves[0]}") == [strength]
    assert sum(h >= 0 for h in p.state.where) == 11


@pytest.mark.rule("LIN-setup-d")
def test_both_markers_start_on_s():
    p = Position(TITLE)
    assert p.state.blockade == 0 and p.state.europe == 0


@pytest.mark.rule("LIN-setup-e")
def test_only_base_cards_are_in_the_draw_piles():
    p = Position(TITLE)
    for k in range(KINDS):
        assert p.state.deck[k] + p.state.hand[k] == (COPIES[k] if SET[k] == 0 else 0)


@pytest.mark.rule("LIN-setup-f", "LIN-setup-g")
def test_six_and_five_cards_are_dealt_and_the_union_begins():
    p = Position(TITLE)
    drawn = Counter()
    while p.question.side == Side.CHANCE:
        drawn[p.state.stack[-1].side] += 1
        p.answer(p.options[0])
    assert drawn == {UNION: 6, CSA: 5} and p.state.held == [6, 5]
    assert p.asked == (Side.UNION, "action")
    p.answer(PASS)
    assert p.asked == (Side.CSA, "action")


@pytest.mark.rule("LIN-map-a", "LIN-combat-b")
def test_a_link_leads_into_one_half():
    p = field(union={"kentucky north": [2]}, csa={}, hand=["UB01"])
    p.answer(MOVE + card("UB01"))
    assert p.options.count(half("nashville north")) == 1
    p.answer(half("nashville north"))
    assert stack(p, UNION, "nashville north") == [2] and stack(p, UNION, "nashville south") == []
    assert len(WAY_TO) == WAYS == 56


@pytest.mark.rule("LIN-map-b")
def test_a_colour_never_changes():
    p = field(union={"nashville north": [1]})
    assert control(p, "nashville") == UNION and COLOUR[loc("nashville")] == CSA
    assert [LOCATIONS[n].name for n in range(len(LOCATIONS)) if COLOUR[n] == UNION] == [
        "Pennsylvania",
        "Ohio",
        "Illinois",
        "Washington",
        "Harper's Ferry",
        "Kentucky",
        "Cairo",
    ]


@pytest.mark.rule("LIN-map-c")
def test_sources_of_supply_and_either_confederate_one_is_enough():
    assert ((loc("washington"),), (loc("richmond"), loc("atlanta"))) == SUPPLY
    p = field(union={"richmond north": [3]}, hand=["CB01", "CB02"], active=CSA)
    p.answer(DEPLOY + card("CB01"))
    assert half("atlanta north") in p.options and half("richmond north") not in p.options


@pytest.mark.rule("LIN-map-d", "LIN-rail-g", refuses=True)
def test_three_places_are_closed_to_the_confederate():
    assert [p.name for p in LOCATIONS if p.closed_to_csa] == ["Pennsylvania", "Ohio", "Illinois"]
    p = field(csa={"kentucky north": [2]}, hand=["CB01", "CB02"], active=CSA)
    p.answer(MOVE + card("CB01"))
    assert why(p, "ohio west") == "LIN-rail-g" and half("ohio west") not in p.options


@pytest.mark.rule("LIN-map-e", refuses=True)
def test_only_the_union_uses_ports():
    p = field(csa={"savannah land": [2]}, hand=["CB01", "CB02"], active=CSA)
    assert p.refusal(NAVAL_MOVE + card("CB01")).rule == "LIN-naval-a"
    p = field(union={"washington south": [3]}, csa={"savannah sea": [2]}, hand=["UB09", "UB01"], other=["CB01"])
    p.answer(NAVAL_MOVE + card("UB09"), counter("washington south", 3), loc("savannah"), card("UB01"))
    assert p.refusal(100 + card("CB01")).rule == "LIN-map-e"


@pytest.mark.rule("LIN-map-e")
def test_landing_troops_arrive_in_the_half_of_the_port():
    p = field(union={"washington south": [3]}, hand=["UB09", "UB01"])
    p.answer(NAVAL_MOVE + card("UB09"), counter("washington south", 3), loc("charleston"))
    assert stack(p, UNION, "charleston sea") == [3] and PORT_HALF[loc("charleston")] == half("charleston sea")


@pytest.mark.rule("LIN-map-f", "LIN-combat-k")
def test_the_modifier_belongs_to_the_link_of_the_attack():
    p = field(union={"manassas south": [3]}, csa={"richmond south": [2]}, hand=["UB01", "UB02"])
    p.answer(MOVE + card("UB01"), OVER + way("manassas", "richmond"), card("UB02"), FIGHT, 0)
    both = powers(p)
    assert both[1]["bonus"] == 2 and both[1]["total"] == 4
    assert both[0]["bonus"] == 0 and both[0]["total"] == 3 + 1


@pytest.mark.rule("LIN-map-g")
def test_victory_points_are_controlled_places_and_the_blockade():
    p = field(union={"nashville north": [1], "richmond north": [2]}, csa={"new_orleans land": [1]}, flags=["chattanooga"], blockade=2)
    assert p.state.points() == 1 + 3 + 2 + 1
    p = field(union={"nashville north": [1]}, csa={"nashville south": [1]})
    assert p.state.points() == 0


@pytest.mark.rule("LIN-map-h")
def test_kentucky_and_nashville_are_neighbours():
    there, back = way("kentucky", "nashville"), way("nashville", "kentucky")
    assert there ^ 1 == back


def test_every_card_is_somewhere_along_a_match():
    rng = Random(3)
    for _ in range(3):
        s = TITLE.setup()
        while s.stack:
            for k, n in everything(s).items():
                joined = s.shuffles[units.OWNER[k]] >= SET[k]
                assert n == (COPIES[k] if joined else 0)
            on_board = Counter()
            for side in (0, 1):
                for kind in range(4):
                    on_board[side, kind] = sum(v >> 8 * kind & 255 for v in s.troops[side * 42 : side * 42 + 42])
                    assert on_board[side, kind] + s.stock[side * 4 + kind] == COUNTERS[side * 4 + kind]
            TITLE.play(s, rng.choices(s.options, TITLE.flow.weights(s))[0])


def test_a_counter_lies_where_the_stack_says():
    rng = Random(5)
    s = TITLE.setup()
    while s.stack:
        for side in (0, 1):
            for kind in range(4):
                for h in range(42):
                    assert sum(s.where[p] == h for p in PIECES[side * 4 + kind]) == s.troops[side * 42 + h] >> 8 * kind & 255
        TITLE.play(s, rng.choices(s.options, TITLE.flow.weights(s))[0])


def test_the_data_files_name_their_sources():
    for name in ("map.toml", "cards.toml", "tables.toml"):
        data = tomllib.loads(resources.files("bivouac.titles.lincoln").joinpath("data", name).read_text("utf-8"))
        for key, value in data.items():
            for block in value if isinstance(value, list) else [value]:
                assert key == "tuned" or block["source"] in ("rulebook", "public", "reconstructed"), block


def test_a_face_down_card_is_a_card_of_its_owner():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19"], other=["CB16"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"), FIGHT)
    assert FACE_DOWN + card("CB16") in p.options and discards(p, "UB19") == 0
    assert p.state.stack[-1].box == Box.DEFEND
