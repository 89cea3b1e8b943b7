"""Random battles: whatever happens, the field stays a possible one."""

import os
from random import Random

import pytest

from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.frames import END, FIRE, Box
from bivouac.titles.hold_the_line.printed.map import BIT, GONE, HEX_NAMES
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, GUNBOAT, LEADER
from bivouac.titles.hold_the_line.rules.ch05_sequence import ANSWERS_OF_AN_ACTION, most_answers
from kit import option_sets
from titles.hold_the_line.kit import Field

MATCHES = int(os.environ.get("BIVOUAC_FUZZ", "3"))


def possible(s):
    """Stacking, terrain, sets of hexes, strength, points: everything that must hold at every question (4.4, 2.1.2, 3.0.2, 10)."""
    field = s.field
    lines, guns, leads, boats = [0, 0], [0, 0], [0, 0], 0
    gone = [0, 0]
    for p, h in enumerate(s.pos):
        side, kind = field.side_of[p], field.kind_of[p]
        assert 0 <= s.sp[p] <= field.strength_of[p] and (s.sp[p] == 0) == (h == GONE)
        if h < 0:
            gone[side] += h == GONE
            continue
        if kind == LEADER and s.stack[-1].box == Box.STEP and p != s.leader and s.leader >= 0 and h == s.pos[s.leader]:
            continue  # another leader is passing through his hex
        layer = leads if kind == LEADER else guns if kind == ARTILLERY else lines
        assert not layer[side] & BIT[h], f"two pieces of one layer in {HEX_NAMES[h]}"
        layer[side] |= BIT[h]
        boats |= BIT[h] if kind == GUNBOAT else 0
        assert field.open_to[kind] & BIT[h], f"{field.pieces[p].name} cannot be in {HEX_NAMES[h]}"
    assert (lines, guns, leads, boats) == (s.lines, s.guns, s.leads, s.boats)
    assert not (lines[0] | guns[0]) & (lines[1] | guns[1]) and not leads[0] & leads[1]
    assert not boats & (guns[0] | guns[1] | leads[0] | leads[1])
    for side in (0, 1):
        assert not leads[side] & (lines[1 - side] | guns[1 - side]), "a leader among enemies"
        blocks = sum(holder == side == field.blocks[i].side for i, holder in enumerate(s.blocks))
        assert s.vp[side] == gone[1 - side] + blocks
        assert s.lost[side] == sum(s.pos[p] == GONE for p in field.own[side] if field.kind_of[p] == LEADER)
    assert s.ap >= 0 and 1 <= s.turn <= field.turns


@pytest.mark.parametrize("name", list(TITLE.scenarios))
def test_the_field_stays_possible(name):
    rng = Random(name)
    for options in option_sets(TITLE, TITLE.scenarios[name], rng, MATCHES):
        s = TITLE.setup(name, options)
        n = 0
        while s.stack:
            if n % 7 == 0 and s.stack[-1].box in (Box.ACTIVATE, Box.STEP, Box.ORDER):
                possible(s)
            weights = TITLE.flow.weights(s)
            TITLE.play(s, rng.choices(s.options, weights)[0])
            n += 1
            assert n < 5000
        assert s.outcome is not None


def idle(s, rng):
    """The answer of a player who wants the battle to last: small moves to and fro, no attack, never the end of the turn."""
    moves = [a for a in s.options if a < FIRE and a != END]
    return rng.choice(moves) if moves and s.stack[-1].box in (Box.ACTIVATE, Box.ORDER, Box.ORDER_LED, Box.ORDER_LEADER, Box.STEP) else None


@pytest.mark.rule("HTL-6.1.4a", "HTL-6.2.7b", "HTL-10f")
@pytest.mark.parametrize("name", list(TITLE.scenarios))
def test_neither_side_can_prolong_a_battle(name):
    """Every action costs a point and takes a bounded number of answers; idle players come to the last turn, too."""
    rng = Random(f"idle {name}")
    for options in option_sets(TITLE, TITLE.scenarios[name], rng, 1):
        s = TITLE.setup(name, options)
        bound, n, action, points = most_answers(s), 0, 0, s.ap
        while s.stack:
            if s.stack[-1].box == Box.ACTIVATE:
                assert action <= ANSWERS_OF_AN_ACTION
                action, points = 0, s.ap
            answer = idle(s, rng)
            if answer is None:
                answer = rng.choices(s.options, TITLE.flow.weights(s))[0]
            acts = s.stack[-1].box == Box.ACTIVATE and answer != END
            TITLE.play(s, answer)
            n, action = n + 1, action + 1
            if acts and s.stack and s.stack[-1].box == Box.ACTIVATE:
                assert s.ap < points or not s.ap, "every action costs a point"
        assert n <= bound and s.outcome is not None
        assert bound < 20_000


def test_the_bound_counts_turns_points_and_gunners():
    """Ten turns of both sides, 9 CAP and at most 3 more points in each, 20 answers for a point, the die and the end of the turn."""
    assert ANSWERS_OF_AN_ACTION == 20
    assert most_answers(Field().state) == 10 * 2 * (2 + 20 * 12)
    assert most_answers(Field("", "", "union-plus-2", "csa-minus-1").state) == 10 * 2 * (2 + 20 * 12) + 10 * 20 * 2
    fire = '[bombardment]\nside = "union"\nkind = "artillery"\ndice = 3\nneeds = 6'
    f = Field("artillery E5 black, artillery E7 black", more=fire, cap=(1, 2), turns=2, roll=None)
    assert most_answers(f.state) == 2 * (2 + 20 * 4) + 2 * (2 + 20 * 5) + 2 * 20


@pytest.mark.parametrize("name", list(TITLE.scenarios))
def test_the_script_fights_to_a_decision(name):
    """The computer's own advice, followed by both sides, ends every battle, nearly always by victory points."""
    rng = Random(name)
    s = TITLE.setup(name)
    while s.stack:
        if TITLE.flow.is_chance(s):
            answer = rng.choices(s.options, TITLE.flow.weights(s))[0]
        else:
            answer = TITLE.advice.order(s)[0]
            if s.stack[-1].box == Box.ACTIVATE:
                possible(s)
        TITLE.play(s, answer)
    assert s.outcome is not None and max(s.vp) >= 3
