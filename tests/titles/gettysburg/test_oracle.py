"""Whole matches beside the oracle: after every answer the same question, the same legal answers, the same table.

BIVOUAC_ORACLE says how many matches; `make test` plays twenty.
"""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from random import Random

import pytest

from bivouac.titles.gettysburg import TITLE
from bivouac.titles.gettysburg.printed.scenarios import read_scenario
from titles.gettysburg.oracle import Oracle
from titles.gettysburg.oracle_board import GUN, MAP, MOST_CUBES, SIDE_AND_KIND

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
    assert s.stock == [t.stock[colour] for colour in sorted(t.stock)]
    mine = sorted(zip([b // EACH for b in range(2 * EACH)], s.block_at, s.block_value, s.block_discs, strict=True))
    assert mine == sorted((b.side, b.place, b.value, b.discs) for b in t.blocks)


# --- fields made for it: enemies before the entry boxes, areas full of friends -----------------------

FIELDS = {
    "gates": """
        KNX union regular=2 cavalry=1 artillery=1 | HER union regular=3 artillery=1 | HOF union inferior=3 artillery=1
        COB union regular=2 cavalry=1 artillery=1 | JBN union regular=3 | OKH union regular=3 artillery=1 | MCP union inferior=4
        OKR union regular=3 elite=1 | CHAMBERSBURG csa regular=6 elite=2 artillery=1 | MUMMASBURG csa regular=3 artillery=1
        CARLISLE csa regular=2 elite=1 | HARRISBURG csa regular=1 artillery=1 | BEN csa regular=2 elite=2 | FOR csa artillery=2 regular=1
        MAR csa regular=2 artillery=2 | TANEYTOWN union regular=3 artillery=6 | BIE csa artillery=2""",
    "crowds": """
        KNX csa regular=4 | HER csa regular=3 elite=1 | BEN csa regular=2 artillery=2 | MAR csa elite=4 | HAR csa regular=2 artillery=2
        CHAMBERSBURG csa regular=5 artillery=1 | FOR union inferior=3 artillery=1 | MCP union regular=2 cavalry=1 artillery=1
        OKH union regular=4 | OKR union regular=3 artillery=1 | SMN union inferior=4 | SMC union cavalry=1 regular=2 artillery=1
        BHT union regular=2 elite=1 | FAI csa regular=1 artillery=3 | HOF union regular=4 | COL union regular=2 artillery=2
        TANEYTOWN union artillery=5 | HARRISBURG csa artillery=1""",
}


def field(name):
    """A battle of one day in which all pieces stand near each other, as the text of a scenario."""
    rows = [row.split() for line in FIELDS[name].splitlines() for row in line.split("|") if row.split()]
    head = f'[scenario]\nid = "{name}"\nname = {{ en = "{name}", it = "{name}" }}\ndays = 1\nsource = "reconstructed"\n'
    text = ["reinforcement = []", head]
    for place, side, *pieces in rows:
        where = "box" if MAP.ids[place] >= MAP.areas else "area"
        counts = ", ".join(pieces).replace("=", " = ")
        text.append(
            f'[[start]]\nside = "{side}"\n{where} = "{place}"\npieces = {{ {counts} }}\nstands_for = ""\nsource = "reconstructed"\n'
        )
    return "\n".join(text)


def wound(s, t, rng):
    """The same cubes on both tables, and few left in the reserve."""
    for place in range(MAP.places):
        for p in s.at[place]:
            if KIND[p] != GUN and rng.random() < 0.4:
                n = rng.randrange(MOST_CUBES[KIND[p]] + 1)
                s.cubes[p] = n
                t.pool[place, KIND[p]] += n
        s.settle(place)
    for i, colour in enumerate(sorted(t.stock)):
        s.stock[i] = t.stock[colour] = rng.choice((0, 1, 3, 30))


# --- a match beside the oracle -----------------------------------------------------------------------


def advance(referee, answer=None):
    try:
        return referee.send(answer)
    except StopIteration:
        return None


def referee_match(seed, choose, options=(), ground="battle"):
    """Plays a match beside the oracle, and gives how many answers there were."""
    rng = Random(seed)
    if ground == "battle":
        s, oracle = TITLE.setup(options=list(options)), Oracle(options)
    else:
        text = field(ground)
        s, oracle = TITLE.setup(read_scenario(text, "field.toml"), options=list(options)), Oracle(options, tomllib.loads(text))
        if seed % 2:
            wound(s, oracle.t, rng)
    referee = oracle.play()
    question, n = advance(referee), 0
    while s.stack:
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


GROUNDS = ("gates", "crowds", "battle", "crowds", "gates")
PLAYERS = (lively, lively, lively, at_random, scripted, lively, lively)


@pytest.mark.parametrize("seed", range(MATCHES))
def test_the_oracle_agrees_answer_by_answer(seed):
    chosen = [name for i, name in enumerate(OPTIONS) if seed >> i & 1] if seed % 4 == 3 else []
    assert referee_match(seed, PLAYERS[seed % len(PLAYERS)], chosen, GROUNDS[seed % len(GROUNDS)]) > 100
