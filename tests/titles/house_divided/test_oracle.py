"""The rules against a second referee: whole matches, question by question.

Games are played at random, and some by the script. After every answer the oracle's question with all its options, the table, what
happened and the outcome must be those of the rules. BIVOUAC_ORACLE=1000 plays that many whole games.
"""

from __future__ import annotations

import json
import os
import tomllib
from random import Random

import pytest

from bivouac.titles.house_divided import TITLE
from kit import option_sets
from titles.house_divided.oracle import (
    BOXES,
    CHANCE,
    DONE,
    EUROPE,
    FIGHT_ON,
    GO,
    KINDS,
    LEAD,
    LINES,
    NAMES,
    NEAR,
    PORTS,
    PRINTED,
    SAIL,
    SIDES,
    SOUTHERN,
    VALUE,
    WASHINGTON,
    YES,
    toml,
)
from titles.house_divided.oracle_turn import Oracle


def asked(state):
    q = TITLE.question(state)
    return None if q is None else (q.side.name.lower(), q.box, frozenset(q.options))


def known(oracle):
    q = oracle.question
    return None if q is None else (q.side, q.box, q.options)


def table_of(state):
    """What lies on the table, by the view that players have."""
    v = TITLE.view(state, None)
    pieces = [(p.id, p.side, KINDS[p.kind], p.box, p.entrenched, p.reduced, p.routed, p.marches) for p in v.pieces]
    whole = (v.turn, v.active, v.marches, v.march_die, v.pool, v.locked, v.maximum, v.army, v.foreign, v.contained)
    battle = v.battle and (v.battle.box, v.battle.attacker, v.battle.round, v.battle.garrison, v.battle.command)
    return whole, v.owner, v.held, pieces, [(p.id, p.box, p.value) for p in v.leaders], battle, fire_of(v.battle)


def fire_of(battle):
    return battle and battle.round and (battle.firing, battle.aims, battle.shots_fired)


def table_by(o):
    pieces = [
        (p.number, p.side, p.kind, p.box, p.box != EUROPE and o.in_works(p), p.reduced, p.routed, p.marches) for p in o.pieces.values()
    ]
    pool = tuple(o.pool[side][kind] for side in (0, 1) for kind in ("MF", "MC"))
    maxima, armies = (o.maximum(0), o.maximum(1)), (o.army(0), o.army(1))
    whole = (o.turn, o.active, o.marches, o.die, pool, o.locked, maxima, armies, o.foreign, tuple(sorted(o.contained & PORTS)))
    leaders = [(p.number, p.box, o.worth(p)) for p in o.leaders.values() if isinstance(p.box, int)]
    b = o.battle
    battle = b and (b.box, b.attacker, b.round, b.guns, tuple(b.command))
    fire = b and b.round and (b.firing, tuple(zip(b.firers, b.aims)), b.fired)
    return whole, tuple(o.owner), tuple(sorted(o.held)), pieces, leaders, battle, fire


def happened(state):
    """Kinds and values of the events; the sentence of the last one is not read."""
    found = [(e.kind.name, *(() if e.kind.name == "over" else map(int, e.values))) for e in state.log]
    state.log.clear()
    return found


def ended(state):
    return state.outcome and (None if state.outcome.winner is None else int(state.outcome.winner), state.outcome.rule, state.outcome.ending)


def compare(state, oracle, said):
    assert happened(state) == oracle.events, said
    oracle.events.clear()
    assert asked(state) == known(oracle), said
    assert ended(state) == oracle.outcome, said
    if state.stack:
        assert table_of(state) == table_by(oracle), said


# --- games ------------------------------------------------------------------------------------------------------

GAMES = int(os.environ.get("BIVOUAC_ORACLE", "20"))
MOST = None if "BIVOUAC_ORACLE" in os.environ else 300  # answers of a game
SHIPPED = ("1864", "1861-march", "1863", "1861-short", "1862", "1861")
LONGER = {"campaign-victory", "march-1863", "march-1864"}
KINDS_AT_HAND = ("MF", "MF", "FV", "FV", "FS", "MC", "CV", "CS")


def game(number):
    """A scenario as the title reads it and as its file stands, the options, and the dice of those who choose. Three of four games are
    short wars in a crowded corner of the map; the others are scenarios of the title, every other one played by the script."""
    rng = Random(f"oracle {number}")
    if number % 4:
        text = crowded(rng)
        raw, scenario = tomllib.loads(text), TITLE.read_scenario(text, "crowded")
    else:
        name = SHIPPED[number // 4 % len(SHIPPED)]
        raw, scenario = toml(f"scenarios/{name.replace('-', '_')}.toml"), TITLE.scenarios[name]
    some = (options for options in option_sets(TITLE, scenario, rng, 100) if options and not options & LONGER)
    return scenario, raw, next(some) if number % 5 else frozenset(), rng


def crowded(rng):
    """The text of a scenario of a few turns: both armies stand around one box, among flags of all colours."""
    middle = rng.choice((*BOXES, *PORTS, *PORTS, *SOUTHERN))
    area = [middle, *NEAR[middle], *(far for near in NEAR[middle] for far in NEAR[near]), *rng.sample(sorted(PORTS), 4), WASHINGTON]
    stands = {b: int(rng.random() < 0.5) for b in dict.fromkeys(area) if rng.random() < 0.8}
    maximum = [0, 1]
    while maximum[0] < maximum[1]:  # otherwise the South would have won already
        flags = {b: int(rng.random() < 0.5) for b in rng.sample(BOXES, 30)} | stands
        owner = [flags.get(b, PRINTED[b]) for b in BOXES]
        maximum = [sum(VALUE[side][b] for b in BOXES if owner[b] == side) for side in (0, 1)]
    first, last = rng.choice([(1, 3), (36, 38), (n := rng.randint(2, 37), n + 2)])
    lines = [
        'id = "crowded"\nname = { en = "Crowded", it = "Folla" }\nsummary = { en = "-", it = "-" }\nsource = "reconstructed"',
        f"first_turn = {first}\nlast_turn = {last}\nfirst_turn_marches = {rng.randint(2, 6)}",
        f'victory = "{rng.choice(("campaign", "short", "table"))}"\nrow = {rng.randint(1862, 1864)}',
        f"maximum = {{ union = {maximum[0]}, csa = {maximum[1]} }}\n[pool]\nunion_locked = 12\ndrafts_held = 0",
        *(f"{side} = {{ MF = {rng.randint(0, 4)}, MC = {rng.randint(0, 2)} }}" for side in SIDES),
        "[flags]",
        *(f"{word} = {json.dumps([NAMES[b] for b in flags if b not in stands and flags[b] == n])}" for n, word in enumerate(SIDES)),
    ]
    pieces = [{NAMES[b]: stack(rng) for b, south in stands.items() if south == side} for side in (0, 1)]
    for side in (0, 1):
        lines += [f"[pieces.{SIDES[side]}]", *(f'"{name}" = "{words}"' for name, words in pieces[side].items())]
    places = [[*pieces[side], "choose"] for side in (0, 0, 1)]
    lines += ["[leaders]", *(f'{name} = "{rng.choice(some)}"' for name, some in zip(("Grant", "Sherman", "Lee"), places))]
    return "\n".join(lines)


def stack(rng):
    parts = [f"{rng.randint(1, 3)} {kind}" for kind in rng.sample(sorted(set(KINDS_AT_HAND)), rng.randint(1, 2))]
    return ", ".join(parts) + rng.choice(("", "", " *"))


def chosen(rng, oracle):
    """An answer at random, with a liking for marches and landings, for boxes where there is an enemy, and for standing one's ground."""
    q = oracle.question
    options = sorted(q.options)
    liked = options
    if q.box in ("step", "onward"):
        enemy = oracle.occupied(1 - oracle.active)
        liked = [a for a in options if a >= GO and LINES[a - GO].to in enemy]
    elif q.box == "march":
        liked = [a for a in options if SAIL <= a < LEAD] if rng.random() < 0.3 else [a for a in options if a != DONE]
    elif q.box in ("piece", "reinforce", "break_out"):
        liked = [a for a in options if a != DONE]
    elif q.box == "sail_to":
        liked = [a for a in options if oracle.owner[a] != oracle.active]
    else:
        liked = {"retreat": [FIGHT_ON], "contain": [YES], "march_die": [6]}.get(q.box, options)
    return rng.choice(liked if liked and rng.random() < 0.65 else options)


@pytest.mark.parametrize("number", range(GAMES))
def test_the_rules_and_the_oracle_agree_on_every_question(number):
    scenario, raw, options, rng = game(number)
    state, oracle = TITLE.setup(scenario, options, log=True), Oracle(raw, options)
    compare(state, oracle, (scenario.id, sorted(options)))
    answers = []
    while state.stack and (MOST is None or len(answers) < MOST):
        scripted = number % 8 == 4 and oracle.question.side != CHANCE
        a = TITLE.advice.order(state)[0] if scripted else chosen(rng, oracle)
        answers.append(a)
        TITLE.play(state, a)
        oracle.answer(a)
        compare(state, oracle, (scenario.id, sorted(options), answers[-12:], len(answers)))
