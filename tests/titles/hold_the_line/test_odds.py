"""Exact odds: the enumeration of the flow against plain counting of dice."""

import time
from fractions import Fraction
from itertools import product

import pytest

from bivouac import Match
from bivouac.core.title import BadSetup
from bivouac.lab.odds import distribution, marginals
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.odds import ask, parse
from titles.hold_the_line.kit import Field

FACES = (0, 0, 0, 1, 1, 2)
NEEDS = {("infantry", 1): 5, ("infantry", 2): 6, ("cavalry", 1): 5}
NEEDS |= {("artillery", 1): 4, ("artillery", 2): 5, ("artillery", 3): 6, ("artillery", 4): 6}
SHIFT = dict.fromkeys(("forest", "hill", "town", "trench", "fence"), (-1, 1)) | {"open": (0, 0), "river": (1, -1), "bridge": (0, -1)}
COLOURS = ("green", "black", "gold")


def counted(kind, far, assault, defenders, terrain, leader):
    """Every throw of every die, one by one: an independent account of 8.1, 8.3 and 9.3 on open ground with friends far away."""
    dice_shift, morale_shift = SHIFT[terrain]
    dice = 4 if kind == "artillery" and far == 1 else 3
    need = (4 if assault else NEEDS[kind, far]) - dice_shift
    shares = {}

    def add(key, share):
        shares[key] = shares.get(key, Fraction(0)) + share

    for throw in product(range(1, 7), repeat=dice):
        share = Fraction(1, 6**dice)
        hits, ones = sum(d >= need for d in throw), throw.count(1) * leader
        left, units = hits, []
        for colour, strength in defenders:
            taken = min(left, strength)
            left -= taken
            units.append((colour, strength - taken))
        taken, dead = hits - left, sum(n == 0 for _, n in units)
        tries = ones if assault else min(ones, 1)
        killed = 1 - Fraction(5, 6) ** tries
        for fallen, chance in ((1, killed), (0, 1 - killed)):
            standing = [COLOURS.index(c) for c, n in units if n]
            if not assault or not hits or not standing:
                add(f"hits:{taken} lost:{dead} retreats:0 leader:{fallen}", share * chance)
                continue
            steps = morale_shift + (leader and not fallen)
            now = [min(max(c + steps, 0), 2) for c in standing]
            for colours in product(FACES, repeat=hits):
                flee = sum(c in colours for c in now)
                add(f"hits:{taken} lost:{dead} retreats:{flee} leader:{fallen}", share * chance / 6**hits)
    return {k: v for k, v in shares.items() if v}


CASES = [
    ("infantry", 1, False, [("black", 4)], "open", 0),
    ("infantry", 2, False, [("green", 1)], "open", 1),
    ("infantry", 2, False, [("green", 4)], "forest", 1),
    ("cavalry", 1, False, [("gold", 2)], "river", 1),
    ("artillery", 1, False, [("black", 4), ("green", 2)], "hill", 1),
    ("artillery", 2, False, [("black", 2), ("green", 1)], "open", 1),
    ("artillery", 3, False, [("black", 1)], "open", 0),
    ("artillery", 4, False, [("black", 1)], "open", 0),
    ("infantry", 1, True, [("green", 4)], "open", 0),
    ("infantry", 1, True, [("green", 4)], "hill", 1),
    ("cavalry", 1, True, [("gold", 3)], "bridge", 1),
    ("infantry", 1, True, [("black", 2), ("green", 2)], "trench", 1),
    ("infantry", 1, True, [("green", 1), ("black", 1)], "fence", 1),
    ("infantry", 1, True, [("gold", 4)], "river", 0),
]


def words_of(kind, far, assault, defenders, terrain, leader):
    arms = ["infantry", "artillery"]
    at = "+".join(f"{arms[i]}:{c}:{n}" for i, (c, n) in enumerate(defenders))
    return [kind, "assault" if assault else f"range={far}", f"at={at}", f"terrain={terrain}", *(["leader"] if leader else [])]


@pytest.mark.parametrize("case", CASES)
def test_the_odds_are_those_of_counting_every_throw(case):
    shares = distribution(TITLE, TITLE.odds, parse(words_of(*case)))
    assert sum(shares.values()) == 1
    assert shares == counted(*case)


def test_known_numbers():
    """Infantry fires at a neighbour in the open: each die hits one time in three."""
    shares = marginals(distribution(TITLE, TITLE.odds, parse(["infantry", "range=1", "at=infantry:black:4"])))
    assert shares["hits"] == {"hits:0": Fraction(8, 27), "hits:1": Fraction(12, 27), "hits:2": Fraction(6, 27), "hits:3": Fraction(1, 27)}
    one = marginals(distribution(TITLE, TITLE.odds, parse(["infantry", "assault", "at=infantry:green:4"])))
    hit = Fraction(1, 2)
    flee = sum(comb * hit**3 * (1 - Fraction(1, 2) ** n) for n, comb in ((1, 3), (2, 3), (3, 1)))
    assert one["retreats"]["retreats:1"] == flee


def test_under_fifty_milliseconds_when_warm():
    words = words_of("infantry", 1, True, [("black", 4), ("green", 2)], "trench", 1)
    distribution(TITLE, TITLE.odds, parse(words))
    best = min(_seconds(words) for _ in range(5))
    assert best < 0.05, best


def _seconds(words):
    started = time.perf_counter()
    distribution(TITLE, TITLE.odds, parse(words))
    return time.perf_counter() - started


def test_nerve_comes_first_under_the_optional_rule():
    plain = marginals(distribution(TITLE, TITLE.odds, parse(["infantry:green", "assault"])))
    nervous = marginals(distribution(TITLE, TITLE.odds, parse(["infantry:green", "assault", "attacker-morale"])))
    fire = marginals(distribution(TITLE, TITLE.odds, parse(["infantry:green", "range=1"])))
    assert nervous["hits"]["hits:3"] == (plain["hits"]["hits:3"] + fire["hits"]["hits:3"]) / 2
    led = marginals(distribution(TITLE, TITLE.odds, parse(["infantry:green", "assault", "attacker-morale", "led"])))
    assert led["hits"]["hits:3"] == Fraction(2, 3) * plain["hits"]["hits:3"] + Fraction(1, 3) * fire["hits"]["hits:3"]


@pytest.mark.parametrize("words", [["infantry", "range=3"], ["artillery", "assault"], ["cavalry", "range=2"], ["infantry", "range=4"]])
def test_impossible_attacks_are_refused(words):
    with pytest.raises(BadSetup):
        parse(words)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "bananas",
        "infantry at=infantry:blue",
        "infantry at=infantry:9",
        "infantry terrain=swamp",
        "infantry infantry",
        "infantry at=infantry+cavalry",
        "infantry range=9",
    ],
)
def test_words_that_make_no_sense_are_refused(words):
    with pytest.raises(BadSetup):
        parse(words.split())


def test_an_attack_of_a_match_by_its_hexes():
    f = Field("infantry E5 black, cavalry E6 black", "infantry F5 green 4, leader F5", ground={"F5": "f"})
    from_match = distribution(TITLE, TITLE.odds, ask(f.state, ["E5", "assault", "F5"]))
    described = distribution(TITLE, TITLE.odds, parse(["infantry", "assault", "at=infantry:green:4", "terrain=forest", "leader"]))
    assert from_match == described
    assert ask(f.state, ["E5", "fire", "M1"]) is None and ask(f.state, []) is None
    with pytest.raises(BadSetup):
        ask(f.state, ["somewhere"])
    f.activate("E6")
    assert ask(f.state, ["e6", "f5"]) is not None
    lone = Field("artillery E5 black", "infantry G5 green").activate("E5")
    assert ask(lone.state, []) is not None, "one attack is at hand"


def test_the_state_that_is_asked_about_stays_as_it_is():
    match = Match.new(TITLE, scenario="shiloh", seed=3)
    key = match.state.key()
    ask(match.state, ["E7", "E8"])
    assert match.state.key() == key
