"""Whole matches beside the oracle: after every answer the same question, the same legal answers, the same table.

BIVOUAC_ORACLE says how many matches; `make test` plays twenty.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from bivouac.titles.gettysburg import TITLE
from titles.gettysburg.oracle import Oracle
from titles.gettysburg.oracle_board import GUN, MAP, SIDE_AND_KIND

FLOW = TITLE.flow
MATCHES = int(os.environ.get("BIVOUAC_ORACLE", "20"))
OPTIONS = sorted(TITLE.options)
KIND = [kind for _, kind in SIDE_AND_KIND]
EACH = 8


def translated(s, question, answer):
    """An answer as the oracle gives it: pieces by what can be told apart."""
    if question.form == "plain" or answer < 0:
        return answer
    if question.form == "sort":
        return (KIND[answer], s.cubes[answer] if KIND[answer] == GUN else 0)
    origin = next((a[2] for a in s.attack if a[0] == answer), -1)
    return (KIND[answer], s.cubes[answer], origin)


def compare_question(s, question):
    assert s.stack[-1][0].name.lower().rstrip("_") == question.box
    assert (-1 if FLOW.is_chance(s) else int(FLOW.side(s))) == question.side
    options = list(FLOW.boxes[s.stack[-1][0]].outcomes(s, s.stack[-1])) if question.side < 0 else list(s.options)
    assert {translated(s, question, a) for a in options} == question.options
    assert len(options) == len(question.options)


def compare_table(s, t):
    """Where the pieces stand, and their cubes: those of an assault one by one, the others by area and class."""
    lying = Counter()
    for place, (here, pieces) in enumerate(zip(t.at.values(), s.at, strict=True)):
        if here or pieces:
            assert [(p.side, p.kind) for p in here] == [SIDE_AND_KIND[p] for p in pieces]
            assert [(p.number, p.cubes) for p in here if p.is_gun] == [(p, s.cubes[p]) for p in pieces if KIND[p] == GUN]
            if place == t.fight:
                assert [p.cubes for p in here if not p.is_gun] == [s.cubes[p] for p in pieces if KIND[p] != GUN]
            else:
                for p in pieces:
                    if s.cubes[p] and KIND[p] != GUN:
                        lying[place, KIND[p]] += s.cubes[p]
    assert lying == {where: n for where, n in t.pool.items() if n}
    attackers = [(p.side, p.kind, p.cubes, p.target, p.origin, p.border) for p in t.attackers]
    assert attackers == [(*SIDE_AND_KIND[p], s.cubes[p], to, origin, border) for p, to, origin, border in s.attack]
    compare_markers(s, t)


def compare_markers(s, t):
    assert s.disrupted == sum(1 << a for a in t.disrupted)
    assert s.fired == sum(1 << a for a in t.fired)
    assert [sorted(row) for row in s.sticks if row] == [sorted(row) for row in t.sticks.values() if row]
    assert all(bool(a) == bool(b) for a, b in zip(s.sticks, t.sticks.values(), strict=True))
    assert s.discs == [t.blue, t.black, t.single, t.double]
    assert (s.day, s.period, s.active) == (t.day, t.period, t.active)
    assert sorted(s.stock) == sorted(t.stock.values())
    mine = sorted(zip([b // EACH for b in range(2 * EACH)], s.block_at, s.block_value, s.block_discs, strict=True))
    assert mine == sorted((b.side, b.place, b.value, b.discs) for b in t.blocks)


def advance(referee, answer=None):
    try:
        return referee.send(answer)
    except StopIteration:
        return None


def referee_match(seed, choose, options=(), longest=None):
    """Plays a match beside the oracle, and gives how many answers there were."""
    rng, s, oracle = Random(seed), TITLE.setup(options=list(options)), Oracle(options)
    referee = oracle.play()
    question, n = advance(referee), 0
    while s.stack and n != longest:
        compare_question(s, question)
        compare_table(s, oracle.t)
        answer = choose(s, rng)
        key = translated(s, question, answer)
        FLOW.play(s, answer)
        question, n = advance(referee, key), n + 1
    if not s.stack:
        assert question is None and oracle.outcome == (int(s.outcome.winner), s.outcome.rule)
    return n


def at_random(s, rng):
    return rng.choice(list(s.options))


def lively(s, rng):
    """Orders rather than blocks, blocks near the pieces, marches towards the enemy."""
    options, box = list(s.options), s.stack[-1][0].name
    enemy = {a for a in range(MAP.places) if s.at[a] and SIDE_AND_KIND[s.at[a][0]][0] != s.active}
    if box == "PLACE":
        near = [a for a in options if any(s.at[x] and x not in enemy for x in MAP.reach(a))]
        return rng.choice(near or options)
    if box == "ACT":
        return rng.choice([a for a in options if a in (2, 3, 4) or a >= 10] or options) if rng.random() < 0.85 else rng.choice(options)
    if box in ("TO", "TO_FIRST", "RIDE_ON", "AIM") and rng.random() < 0.8:
        return rng.choice([a for a in options if a % 1000 in enemy] or options)
    if box in ("PICK", "PICK_FIRST", "EXIT") and rng.random() < 0.7:
        return rng.choice([a for a in options if a >= 0] or options)
    return rng.choice(options)


def scripted(s, rng):
    return rng.choice(list(s.options)) if FLOW.is_chance(s) or rng.random() < 0.1 else TITLE.advice.order(s)[0]


PLAYERS = (lively, lively, at_random, lively, scripted)


@pytest.mark.parametrize("seed", range(MATCHES))
def test_the_oracle_agrees_answer_by_answer(seed):
    chosen = [name for i, name in enumerate(OPTIONS) if seed >> i & 1] if seed % 4 == 3 else []
    assert referee_match(seed, PLAYERS[seed % len(PLAYERS)], chosen) > 100
