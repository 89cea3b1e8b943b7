"""Exact odds: the enumeration of the flow against plain counting of dice."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from bivouac import Match
from bivouac.core.title import BadSetup
from bivouac.lab.odds import distribution, forecast, marginals
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.odds import ask, parse
from kit import calls
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


def test_little_work_when_warm():
    """About 8,000 calls, some milliseconds."""
    words = words_of("infantry", 1, True, [("black", 4), ("green", 2)], "trench", 1)
    distribution(TITLE, TITLE.odds, parse(words))
    _, work = calls(lambda: distribution(TITLE, TITLE.odds, parse(words)))
    assert work < 20_000


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


# --- before an answer is given --------------------------------------------------------------------------------------


def told(f, word):
    return forecast(TITLE, f.state, f.number(word), Random(1))


def rules_of(found):
    return [term.rule for term in found.terms]


def test_fire_is_forecast_for_every_target():
    """Three dice, a third of them hits: a unit with one strength point left falls with 19 of 27; fire takes no hex."""
    f = Field("infantry E5 black", "infantry F5 green 1, infantry E6 black 4").activate("E5")
    weak, strong = told(f, "fire F5"), told(f, "fire E6")
    assert weak.exact and weak.won == pytest.approx(19 / 27) and weak.enemy == pytest.approx(19 / 27)
    assert strong.won == 0 and strong.enemy == pytest.approx(1)
    assert weak.taken is None and weak.own == 0 and rules_of(weak) == ["HTL-8.1.1b"]


@pytest.mark.parametrize(("letter", "rule"), [("f", "HTL-2.2.5a"), ("h", "HTL-2.2.7a"), ("t", "HTL-2.2.8a"), ("o", "HTL-2.2.6a")])
def test_the_ground_is_named_with_its_clause(letter, rule):
    f = Field("infantry E5 black", "infantry F5 green 4", ground={"F5": letter}).activate("E5")
    assert rules_of(told(f, "fire F5")) == ["HTL-8.1.1b", rule] and told(f, "fire F5").enemy == pytest.approx(0.5)


def test_an_assault_is_forecast_to_the_advance():
    """Each die hits with 1/2, a green unit gives way to each coloured die with 1/2; whoever empties the hex may go in."""
    f = Field("infantry E5 black", "infantry F5 green 4").activate("E5")
    found = told(f, "assault F5")
    gives_way = sum(n * 0.125 * (1 - 0.5**hits) for hits, n in ((1, 3), (2, 3), (3, 1)))
    assert found.won == found.taken == pytest.approx(gives_way)
    assert found.enemy == pytest.approx(1.5) and rules_of(found) == ["HTL-8.3.2a", "HTL-8.3.3d"]
    two = told(Field("infantry E5 black", "infantry F5 green 4, artillery F5 gold").activate("E5"), "assault F5")
    assert two.won < found.won, "both units must go"


def test_a_forecast_does_not_stumble_over_the_end_of_the_turn():
    """The last action point: what follows is the other side's turn."""
    f = Field("infantry E5 black", "infantry F5 green 1", bystanders=False, cap=(0, 9)).activate("E5")
    assert f.ap == 1 and told(f, "fire F5").won == pytest.approx(19 / 27)


def test_a_move_has_no_forecast():
    f = Field("infantry E5 black", "infantry F5 green 1").activate("E5")
    assert told(f, "move E4") is None


def test_fire_that_empties_a_hex_may_take_it_under_the_optional_rule():
    f = Field("infantry E5 black", "infantry F5 green 1", "advance-after-fire").activate("E5")
    assert told(f, "fire F5").taken == pytest.approx(19 / 27)


def test_a_test_of_nerve_is_told_first():
    f = Field("infantry E5 green", "infantry F5 green 4", "attacker-morale").activate("E5")
    assert rules_of(told(f, "assault F5")) == ["HTL-11.1a"] and 0 < told(f, "assault F5").won < 0.5
