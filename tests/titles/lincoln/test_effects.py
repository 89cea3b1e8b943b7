"""Effects add up in busy matches, stand behind the sentence they belong to, and betray no card."""

from __future__ import annotations

from random import Random

import pytest

from bivouac.core.events import EVENT_KINDS
from bivouac.core.ids import Side
from bivouac.titles.lincoln.frames import ALL_OF, DEPLOY, FIGHT, MOVE, OVER, TO_NEIGHBOURS, TO_OTHER_HALF
from bivouac.titles.lincoln.printed.map import HALVES
from bivouac.titles.lincoln.printed.units import BLOCKADE_END, BLOCKADE_MARKER, EUROPE_MARKER, EUROPE_UNION, PRICE
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch17_europe import move_europe
from bivouac.titles.lincoln.state import CSA, KIND_OF_PIECE, ONE, UNION, State
from effects import Things, add_effects, differences
from titles.lincoln.kit import FORT, TITLE, card, field, half, loc, things, way

MATCHES = 8
OPTIONS = ("discard-action", "withdrawal-from-ports", "card-back-on-withdrawal")
ALL = {kind for (prefix, _), kind in EVENT_KINDS.items() if prefix == "LIN" and kind.effect}


def troops_of(found: Things) -> list[int]:
    """The stacks of both sides in each half, as the places of the counters have it."""
    troops = [0] * (2 * HALVES)
    for piece, (side, kind) in enumerate(KIND_OF_PIECE):
        if f"piece:{piece}" in found:
            place = found[f"piece:{piece}"].place
            assert place is not None
            troops[side * HALVES + int(place.removeprefix("half:"))] += ONE[kind]
    return troops


def busy(s: State, rng: Random) -> int:
    """Does every sort of thing alike often, and seldom passes."""
    kinds = sorted({a // 100 for a in s.options if a or rng.random() < 0.1})
    kind = rng.choice(kinds or [0])
    return rng.choice([a for a in s.options if a // 100 == kind])


def played(seed):
    """Play a match; check the effects of each answer; return the kinds that were told."""
    rng, found = Random(seed), set()
    s = TITLE.setup(None, tuple(option for n, option in enumerate(OPTIONS) if seed >> n & 1), log=True)
    TITLE.flow.run(s)
    while s.stack:
        before, first = things(s), len(s.log)
        TITLE.play(s, busy(s, rng))
        events, after = s.log[first:], things(s)
        summed = add_effects(before, events)
        assert differences(summed, after) == [], events
        assert troops_of({name: thing for name, thing in summed.items() if thing.place}) == s.troops
        found |= {event.kind for event in events if event.kind.effect}
    return found


def test_effects_add_up_and_every_kind_of_them_is_told():
    assert set.union(*map(played, range(MATCHES))) == ALL


def told_after(p, *answers):
    """What answers lead to: the names of sentences, and effects with their kind and what they say."""
    first = len(p.state.log)
    p.answer(*answers)
    return [(e.kind.effect, *e.values) if e.kind.effect else e.kind.name for e in p.state.log[first:]]


def piece(p, side, place, strength):
    """The number of the first counter of a kind in a half."""
    at = half(place)
    return next(n for n, what in enumerate(KIND_OF_PIECE) if what == (side, strength - 1) and p.state.where[n] == at)


def attack(p, face_down="UB19", lift=True):
    return told_after(p, MOVE + card("UB01"), *[ALL_OF + loc("kentucky")] * lift, OVER + way("kentucky", "nashville"), card(face_down))


def test_an_attack_tells_who_came_who_was_lost_and_where_the_rest_went_back_to():
    p = field(union={"kentucky south": [1, 2]}, csa={"nashville north": [3, FORT]}, hand=["UB01", "UB12"], other=["CB01"])
    one, two = (piece(p, UNION, "kentucky south", n) for n in (1, 2))
    here, there = half("kentucky south"), half("nashville north")
    told = attack(p, "UB12")
    assert told[1:4] == ["moved", ("move", one, here, there), ("move", two, here, there)]
    fallen = piece(p, CSA, "nashville north", 3)
    p.answer(FIGHT, 0)
    assert told_after(p, 0)[:2] == ["lost_units", ("destroyed", one, there)]
    told = [t for t in told_after(p, 2) if t[0] != "contested"]
    assert told[:4] == ["lost_units", ("destroyed", fallen, there), "retreated_units", ("retreat", two, there, here)]


@pytest.mark.rule("LIN-wd-a", "LIN-wd-c", "LIN-def-k", "LIN-def-e")
def test_a_withdrawal_is_a_retreat_and_leaves_the_place_contested_or_to_the_enemy():
    for answers, to, change in (
        ((TO_OTHER_HALF,), "nashville south", [("contested", half("nashville north")), ("contested", half("nashville south"))]),
        (
            (TO_NEIGHBOURS, way("nashville", "chattanooga")),
            "chattanooga north",
            [("capture", UNION, loc("nashville"), half("nashville north"))],
        ),
    ):
        p = field(union={"kentucky south": [3]}, csa={"nashville north": [2]}, hand=["UB01", "UB19"])
        gone = piece(p, CSA, "nashville north", 2)
        attack(p, lift=False)
        told = told_after(p, *answers)
        assert told[:2] == ["withdrew_units", ("retreat", gone, half("nashville north"), half(to))]
        assert [t for t in told[2:] if not isinstance(t, str)] == change


@pytest.mark.rule("LIN-def-e", "LIN-def-k")
def test_a_contested_place_that_its_last_holder_keeps_is_decided_and_not_captured():
    p = field(union={"nashville north": [3]}, csa={"nashville south": [1]}, flags=["nashville"])
    first = len(p.state.log)
    p.state.take(CSA, half("nashville south"), 0)
    settle(p.state, loc("nashville"))
    assert [e.kind.effect for e in p.state.log[first:] if e.kind.effect] == ["destroyed", "uncontested", "uncontested"]


@pytest.mark.rule("LIN-loss-e")
def test_each_fort_that_is_razed_is_destroyed_in_its_half():
    p = field(union={"kentucky south": [3, 3]}, csa={"nashville north": [1], "nashville south": [FORT, FORT]}, hand=["UB01", "UB19"])
    attack(p)
    told = told_after(p, FIGHT, 0)
    forts = [n for n, what in enumerate(KIND_OF_PIECE) if what == (CSA, FORT - 1)][:2]
    assert [t for t in told if t[1:2] in [(n,) for n in forts]] == [("destroyed", n, half("nashville south")) for n in forts]


@pytest.mark.rule("LIN-deploy-a", "LIN-deploy-m")
def test_a_unit_that_is_deployed_arrives_and_a_ship_moves_the_marker():
    p = field(hand=["UB01", "UB09", "UB02", "UB03", "UB04"], other=["CB01"])
    to = half("washington north")
    told = told_after(p, DEPLOY + card("UB01"), to)
    new = piece(p, UNION, "washington north", 1)
    assert told[told.index("deployed") + 1] == ("arrival", new, to)
    for was, effects in ((BLOCKADE_END - 1, [("move", BLOCKADE_MARKER, BLOCKADE_END - 1, BLOCKADE_END)]), (BLOCKADE_END, [])):
        p = field(hand=["UB09", "UB02", "UB03", "UB04"], blockade=was)
        told = told_after(p, DEPLOY + card("UB09"), *[card(name) for name in ("UB02", "UB03", "UB04")][: PRICE[card("UB09")]])
        assert told[told.index("blockade") + 1 :] == effects


@pytest.mark.rule("LIN-europe-e")
def test_a_marker_at_the_end_of_its_track_does_not_move():
    p = field(europe=EUROPE_UNION + 1)
    for effects in ([("move", EUROPE_MARKER, 1, 0)], []):
        first = len(p.state.log)
        move_europe(p.state, UNION, 2)
        assert [(e.kind.effect, *e.values) for e in p.state.log[first:] if e.kind.effect] == effects


@pytest.mark.rule("LIN-combat-e", "LIN-comp-e")
def test_effects_are_the_same_whichever_card_lies_face_down():
    seen = []
    for name in ("UB12", "UB19"):
        p = field(union={"kentucky south": [1, 2]}, csa={"nashville north": [3]}, hand=["UB01", "UB12", "UB19"], other=["CB01"])
        attack(p, name)
        seen.append([(e.kind.name, e.values) for e in p.state.log if e.visible_to(Side.CSA)])
    assert seen[0] == seen[1]
    assert not any("card" in kind for effect in ALL for _, kind in effect.blanks)
