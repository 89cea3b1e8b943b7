"""The oracle plays along: after every answer the position, the questions, the legal options and what happened are the same.

BIVOUAC_ORACLE=1000 plays that many games instead of twenty.
"""

import os
import tomllib
from pathlib import Path
from random import Random

import pytest

import bivouac
from bivouac.core.text import Name, Text
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.printed.scenarios import read_scenario
from bivouac.titles.hold_the_line.workshop import from_values
from kit import option_sets
from titles.hold_the_line.made_battles import made
from titles.hold_the_line.oracle import ASSAULT, END, FIRE, RIDE, Oracle

GAMES = int(os.environ.get("BIVOUAC_ORACLE", "20"))
FILES = sorted((Path(bivouac.__file__).parent / "titles/hold_the_line/data/scenarios").glob("*.toml"))
BATTLES = {battle["id"]: battle for battle in (tomllib.loads(path.read_text("utf-8")) for path in FILES)}
KINDS = ("infantry", "cavalry", "artillery", "gunboat", "leader")
GONE, OFF_MAP = -2, -1


def plain(value):
    """A value of an event without words: a piece by its name and kind, a thing by its number."""
    match value:
        case Text(key="labels.unit"):
            return value.args["name"], KINDS[value.args["kind"].id]
        case Text(key="labels.ground_shift"):
            return value.args["shift"]
        case Text(key="labels.ground_none"):
            return 0
        case Name():
            return value.id
        case tuple() | list():
            return tuple(plain(one) for one in value)
    return value


def of_the_title(s):
    """The whole position as the title has it."""
    pieces = [(s.pos[p], s.sp[p]) for p in range(len(s.pos))]
    return pieces, list(s.vp), list(s.lost), [s.holder(i) for i in range(len(s.blocks))], s.ap, s.turn, s.active


def of_the_oracle(o):
    pieces = [(GONE if p.gone else OFF_MAP if p.hex is None else p.hex, p.sp) for p in o.pieces]
    holders = [-1 if b.holder is None else b.holder for b in o.blocks]
    return pieces, o.vp, o.lost, holders, o.ap, o.turn, o.active


def compare(s, oracle, asked, n):
    question = TITLE.question(s)
    side, box, options = asked
    assert (question.side.name.lower(), question.box) == (side, box), f"answer {n}: who is asked what"
    assert sorted(s.options) == sorted(options), f"answer {n}, {box}: {sorted(set(s.options) ^ set(options))} are options of one alone"
    assert of_the_title(s) == of_the_oracle(oracle), f"answer {n}, {box}: the positions differ"
    told = [(event.kind.name, tuple(plain(v) for v in event.facts.values())) for event in s.log if not event.kind.effect]
    assert told == oracle.told, f"answer {n}, {box}: something else happened"
    s.log.clear()
    oracle.told.clear()


def play_along(scenario, battle, options, choose):
    """A whole game, looked at after every answer; gives the number of answers."""
    s = TITLE.setup(scenario, options, log=True)
    oracle = Oracle(battle, options)
    questions = oracle.play()
    asked, n = next(questions), 0
    try:
        while s.stack:
            compare(s, oracle, asked, n)
            answer = choose(s)
            TITLE.play(s, answer)
            n += 1
            asked = questions.send(answer)
    except StopIteration:
        pass
    assert not s.stack and (s.outcome.winner, s.outcome.ending) == (oracle.outcome[0], oracle.outcome[1]), "who wins, and how"
    assert of_the_title(s)[:4] == of_the_oracle(oracle)[:4]
    return n


def at_random(rng):
    return lambda s: rng.choices(s.options, TITLE.flow.weights(s))[0]


def as_veterans(rng):
    """The answers that the title's advice finds best; one in ten at random, so that rare positions come up."""

    def choose(s):
        if TITLE.flow.is_chance(s) or rng.random() < 0.1:
            return at_random(rng)(s)
        return TITLE.advice.order(s)[0]

    return choose


def as_brawlers(rng):
    """Mostly close assaults and rides with a leader, so that retreats and crowded hexes come up."""

    def choose(s):
        bold = [a for a in s.options if ASSAULT <= a < END or RIDE <= a < FIRE]
        return rng.choice(bold) if bold and rng.random() < 0.6 else at_random(rng)(s)

    return choose


@pytest.mark.parametrize("scenario", BATTLES)
def test_the_title_and_the_oracle_play_the_same_game(scenario):
    share = max(1, round(GAMES / len(BATTLES)))
    rng = Random(f"oracle {scenario}")
    sets = list(option_sets(TITLE, TITLE.scenarios[scenario], rng, share))[-share:]
    for n, options in enumerate(sets):
        play_along(scenario, BATTLES[scenario], options, (as_veterans if n % 4 == 1 else at_random)(rng))


@pytest.mark.parametrize("seed", range(max(1, GAMES // 2)))
def test_battles_made_at_random_are_played_the_same(seed):
    rng = Random(f"made {seed}")
    text = from_values(made(rng), "made.toml")[1]
    scenario = read_scenario(text, "made.toml")
    options = list(option_sets(TITLE, scenario, rng, 1))[1]
    play_along(scenario, tomllib.loads(text), options, (as_veterans, as_brawlers, at_random)[seed % 3](rng))
