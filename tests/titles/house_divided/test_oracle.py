"""The rules against a second referee: whole matches, question by question.

Games are played at random, and some by the script. After every answer the oracle's question with all its options, the table, what
happened and the outcome must be those of the rules. BIVOUAC_ORACLE=1000 plays that many whole games.
"""

from __future__ import annotations

import json
import os
import tomllib
from itertools import count
from random import Random

import pytest

from bivouac.titles.house_divided import TITLE
from kit import option_sets
from titles.house_divided.oracle import (
    BOXES,
    CHANCE,
    DONE,
    FIGHT_ON,
    GO,
    KINDS,
    LEAD,
    LINES,
    NAMES,
    NEAR,
    NOBODY,
    PORTS,
    PRINTED,
    PRIZES,
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


DONE_SO_FAR = ("moved", "sailed", "jumped", "fought", "retreated")  # what pieces and leaders have done


def table_of(state):
    """What lies on the table, and what pieces have done."""
    whole = (state.turn, state.active, state.marches, state.die, state.pool, state.locked, state.maximum, state.drafts, state.lost)
    marks = (state.entrenched, state.reduced, state.once, state.twice, state.crossed, *(getattr(state, name) for name in DONE_SO_FAR))
    boxes = (state.owner, state.held, state.contained, state.invaded, state.landings, state.foreign, state.gained)
    pieces = [(n, state.kind[n], state.box[n], state.origin[n]) for n in range(len(state.box)) if state.box[n] >= 0]
    return whole, marks, boxes, pieces, battle_of(state) if state.place >= 0 else None


def battle_of(s):
    fire = (s.firing, s.firers, s.aims, s.shot, s.bonus) if s.rnd and s.stack[-1][0].name in FIRE else ()
    return s.place, s.attacker, s.rnd, s.garrison, s.command, s.came, s.routed & s.raised, fire


FIRE = ("ENGAGE", "BONUS", "ANNOUNCE", "AIM", "SHOT")


def bits(things):
    return sum(1 << n for n in things)


def table_by(o):
    whole = (o.turn, o.active, o.marches, o.die, [o.pool[side][kind] for side in (0, 1) for kind in ("MF", "MC")], o.locked)
    whole += ((o.maximum(0), o.maximum(1)), o.drafts, o.lost)
    counters = [*o.pieces.values(), *o.leaders.values()]
    marks = (
        bits(p.number for p in counters if p.entrenched),
        bits(p.number for p in counters if p.reduced),
        bits(p.number for p in counters if p.marches),
        bits(p.number for p in counters if p.marches > 1),
        bits(p.number for p in counters if p.wet),
        *(bits(p.number for p in counters if getattr(p, name)) for name in DONE_SO_FAR),
    )
    boxes = (tuple(o.owner), bits(o.held), bits(o.contained), bits(o.invaded), bits(o.landings), int(o.foreign), bits(o.joined))
    standing = [p for p in counters if isinstance(p.box, int)]
    pieces = [(p.number, KIND_NUMBER[p.kind], p.box, -1 if p.origin is None else p.origin) for p in standing]
    return whole, marks, boxes, pieces, battle_by(o, o.battle) if o.battle else None


KIND_NUMBER = {kind: n for n, kind in enumerate((*KINDS, "leader"))}


def battle_by(o, b):
    fire = (b.firing, tuple(b.firers), tuple(b.aims), b.fired, tuple(b.bonus)) if o.question.box.upper() in FIRE else ()
    routed = bits(p.number for p in o.pieces.values() if p.routed)
    return b.box, b.attacker, b.round, b.guns, b.command, [bits(came) for came in b.came], routed, fire


def happened(state):
    """Kinds and values of the events; the sentence of the last one is not read."""
    found = [(e.kind.name, *(() if e.kind.name == "over" else map(int, e.values))) for e in state.log if not e.kind.effect]
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
MOST = None if "BIVOUAC_ORACLE" in os.environ else 700  # answers of a game
SHIPPED = ("1864", "1861-march", "1863", "1861-short", "1862", "1861")
THEMES = ("", "inland", "port", "lost", "", "capital", "coast", "port", "", "Kentucky", "coast", "inland")
"""lost: Washington is in Confederate hands; port: a Union garrison in the South is surrounded."""
NEEDED = {
    "port": {"containment"},
    "coast": {"coastal-defence", "leaders"},
    "lost": {"foreign"},
    "capital": {"washington"},
    "Kentucky": {"first-turn-limits"},
}
LONGER = {"campaign-victory", "march-1863", "march-1864"}
KINDS_AT_HAND = ("MF", "MF", "FV", "FV", "FS", "MC", "CV", "CS")


def game(number):
    """A scenario as the title reads it and as its file stands, the options, and the dice of those who choose. One game of four is a
    scenario of the title, every other one of these played by the script. The others are short wars in a crowded corner of the map."""
    rng = Random(f"oracle {number}")
    theme = THEMES[number % len(THEMES)]
    if theme:
        text = crowded(rng, theme)
        raw, scenario = tomllib.loads(text), TITLE.read_scenario(text, "crowded")
    else:
        name = SHIPPED[number // 4 % len(SHIPPED)]
        raw, scenario = toml(f"scenarios/{name.replace('-', '_')}.toml"), TITLE.scenarios[name]
    needed = NEEDED.get(theme, set())
    some = (options for options in option_sets(TITLE, scenario, rng, 300) if options and not options & LONGER and needed <= options)
    return scenario, raw, next(some) if needed or number % 5 else frozenset(), rng


def holders(rng, theme, stands, margins):
    """Flags, those of the armies among them, and the maxima that they make, with one of these margins. Where Washington is lost the South
    holds a large city of the Union, too, and has not lost more of its own."""
    for tries in count():
        if tries == 300:  # the armies' own boxes forbid it
            theme, margins = "", range(99)
        flags = {b: int(rng.random() < (0.5 if tries < 300 else 0.2)) for b in rng.sample(BOXES, 30)} | stands
        owner = [flags.get(b, PRINTED[b]) for b in BOXES]
        maximum = [sum(VALUE[side][b] for b in BOXES if owner[b] == side) for side in (0, 1)]
        taken = [b for b in BOXES if VALUE[0][b] > 1 and owner[b]]
        lost = [b for b in PRIZES if not owner[b]]
        if maximum[0] - maximum[1] in margins and (theme != "lost" or len(taken) >= max(len(lost), 1)):
            return flags, maximum
    raise AssertionError("never")


def crowded(rng, theme):
    """The text of a scenario of a few turns: both armies stand around one box, among flags of all colours."""
    white = [b for b in BOXES if PRINTED[b] == NOBODY]
    places = {"port": sorted(SOUTHERN), "coast": sorted(PORTS), "capital": [WASHINGTON], "Kentucky": white}
    middle = rng.choice(places.get(theme, [0, *BOXES[::4]]))
    area = [middle, *NEAR[middle], *(far for near in NEAR[middle] for far in NEAR[near]), *rng.sample(sorted(PORTS), 4), WASHINGTON]
    stands = {b: n % 2 for n, b in enumerate(rng.sample([*dict.fromkeys(area)], k=min(16, len({*area}))))}
    stands[WASHINGTON] = int(theme == "lost")
    if theme == "port":
        stands |= dict.fromkeys(NEAR[middle], 1) | {middle: 0, WASHINGTON: 0}
    if theme == "capital":
        stands |= dict.fromkeys(NEAR[WASHINGTON], 1)
    first = 1 if theme == "Kentucky" else rng.choice([1, 36, rng.randint(2, 36)])
    victory, row = rng.choice(("campaign", "short", "table")), rng.randint(1862, 1864)
    likely = {"short": range(4, 8), "table": range(6 + 4 * (row - 1862), 11 + 4 * (row - 1862))}.get(victory, range(30))
    flags, maximum = holders(rng, theme, stands, range(4) if theme == "lost" else likely)
    lines = [
        'id = "crowded"\nname = { en = "Crowded", it = "Folla" }\nsummary = { en = "-", it = "-" }\nsource = "reconstructed"',
        f"first_turn = {first}\nlast_turn = {min(first + 5, 40)}\nfirst_turn_marches = {rng.randint(2, 6)}",
        f'victory = "{victory}"\nrow = {row}',
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
    if rng.random() < 0.2:
        return rng.choice(("1 MC", "2 CV", "1 CS"))
    parts = [f"{rng.randint(1, 3)} {kind}" for kind in rng.sample(sorted(set(KINDS_AT_HAND)), rng.randint(1, 2))]
    return ", ".join(parts) + rng.choice(("", "", " *"))


def chosen(rng, oracle):
    """An answer at random, with a liking for marches and landings, for boxes where there is an enemy, and for standing one's ground."""
    q = oracle.question
    options = sorted(q.options)
    liked = options
    if q.box in ("step", "onward"):
        enemy = oracle.occupied(1 - oracle.active) | {WASHINGTON}
        liked = [a for a in options if a >= GO and LINES[a - GO].to in enemy]
    elif q.box == "march":
        liked = [a for a in options if SAIL <= a < LEAD] if rng.random() < 0.3 else [a for a in options if a != DONE]
    elif q.box in ("piece", "reinforce", "break_out"):
        liked = [a for a in options if a != DONE]
    elif q.box == "sail_to":
        liked = [a for a in options if oracle.owner[a] != oracle.active]
    else:
        liked = {"retreat": [FIGHT_ON], "contain": [YES], "escape": [YES], "march_die": [6]}.get(q.box, options)
    return rng.choice(liked if liked and rng.random() < 0.65 else options)


@pytest.mark.parametrize("number", range(GAMES))
def test_the_rules_and_the_oracle_agree_on_every_question(number):
    scenario, raw, options, rng = game(number)
    state, oracle = TITLE.setup(scenario, options, log=True), Oracle(raw, options)
    compare(state, oracle, (scenario.id, sorted(options)))
    answers = []
    while state.stack and (MOST is None or len(answers) < MOST):
        scripted = number % 12 == 4 and oracle.question.side != CHANCE
        a = TITLE.advice.order(state)[0] if scripted else chosen(rng, oracle)
        answers.append(a)
        TITLE.play(state, a)
        oracle.answer(a)
        compare(state, oracle, (scenario.id, sorted(options), answers[-12:], len(answers)))
