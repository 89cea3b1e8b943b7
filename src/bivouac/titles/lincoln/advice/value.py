"""What a position is worth: a logistic sum of named features; their weights are learned (`data/learned.toml`, made by `bivouac learn`)."""

from __future__ import annotations

from typing import Final

from bivouac.core.ids import Side
from bivouac.core.learned import Evaluation
from bivouac.titles.lincoln.printed.map import HALVES, LOCATIONS, LOCS, POINTS
from bivouac.titles.lincoln.printed.units import CAPITAL, EUROPE_CSA, GATES, KINDS_OF, LEADERSHIP, NAVAL, PAIR, RAIL, TEXT, TOP
from bivouac.titles.lincoln.state import ARMIES, CSA, NOBODY, UNION, State, strength

PACKAGE: Final = "bivouac.titles.lincoln"
OWNER: Final = (1.0, -1.0, 0.0)  # by who controls
AT_PLACE: Final = ("control", "strength", "sums")
"""
For each place:
control    1 for the Union, -1 for the Confederacy
strength   the Union's strength there less the Confederacy's
sums       the strength of both, with the sign of who controls it
"""
OVERALL: Final = (
    "points", "points_late", "contested", "army", "europe", "alarm", "last_step", "blockade", "cities", "both_cities", "washington", "hand",
    "union_cards", "csa_cards", "union_left", "csa_left", "first_pass", "second_pass", "third_pass", "csa_passes", "forts", "moves",
)  # fmt: skip
"""
points, late            victory points above what the clock asks for by now; the same times the share of the pile that is gone
contested               victory points of contested places
army                    army strength on the board, more than the enemy's
europe, alarm, last_step   spaces from the Confederate end; beyond the last three before it; one space before it
blockade                the blockade track
cities, both_cities     Vicksburg and Richmond
washington              its loss
hand                    what the cards in hand are worth, more than the enemy's
cards, left             cards in hand, cards in the draw pile
passes                  how often the Union's pile has been shuffled, one by one; how often the Confederacy's
forts                   Confederate forts not yet built
moves                   whose turn it is
"""
NAMES: Final = (*(f"{place.id}_{what}" for place in LOCATIONS for what in AT_PLACE), *OVERALL)


def measure(s: State) -> list[float]:
    """The features in the order of NAMES, as the Union sees them."""
    found: list[float] = []
    power = [0, 0]
    for loc in range(LOCS):
        blue = grey = 0
        for half in (2 * loc, 2 * loc + 1):
            blue += strength(s.troops[half] & ARMIES)
            grey += strength(s.troops[HALVES + half] & ARMIES)
        power[UNION] += blue
        power[CSA] += grey
        owner = OWNER[s.control[loc]]
        found += (owner, blue - grey, owner * (blue + grey))
    return found + _overall(s, power[UNION] - power[CSA])


def _overall(s: State, army: int) -> list[float]:
    control = s.control
    cities = [control[city] == UNION for city in PAIR]
    to_go = EUROPE_CSA - s.europe
    points, passes = s.points() - wanted(s), s.shuffles[UNION]
    gone = 1.0 - s.left[UNION] / max(_cards(s), 1)
    return [
        points, points * gone, sum([POINTS[loc] for loc in range(LOCS) if control[loc] == NOBODY]), army,
        to_go - EUROPE_CSA, min(0, to_go - 4), -float(to_go <= 1), s.blockade,
        sum(cities), float(all(cities)), -(control[CAPITAL] == CSA) - 0.4 * (control[CAPITAL] == NOBODY),
        hand_worth(s, UNION) - hand_worth(s, CSA), s.held[UNION], -s.held[CSA], s.left[UNION] / 10, -s.left[CSA] / 10,
        float(passes == 0), float(passes == 1), float(passes == 2), -float(s.shuffles[CSA]), -float(s.stock[3 + 4 * CSA]), OWNER[s.active],
    ]  # fmt: skip


def _cards(s: State) -> int:
    """All the cards that go round in the Union's deck."""
    return s.left[UNION] + s.held[UNION] + sum([s.pile[k] for k in KINDS_OF[UNION]])


def wanted(s: State) -> float:
    """The points the Union's clock asks for by now: from gate to gate as the draw pile runs down."""
    number = min(s.shuffles[UNION], len(GATES) - 1)
    before = GATES[number - 1] if number else 0
    done = 1.0 - s.left[UNION] / max(_cards(s), 1)
    return before + (GATES[number] - before) * done


CARD_WORTH = tuple(
    0.5 + 0.45 * LEADERSHIP[k] + 0.4 * RAIL[k] + 0.4 * NAVAL[k] + 0.5 * (TEXT[k] >= 0) + 0.4 * (TOP[k] >= 0) for k in range(len(LEADERSHIP))
)


def hand_worth(s: State, side: int) -> float:
    hand = s.hand
    return sum(hand[k] * CARD_WORTH[k] for k in KINDS_OF[side] if hand[k])


_GOOD: Final = (
    "points", "points_late", "army", "europe", "alarm", "last_step", "blockade", "cities", "both_cities", "washington", "hand",
    "union_cards", "csa_cards",
)  # fmt: skip
SIGNS: Final = {**{f"{place.id}_control": 1 for place in LOCATIONS}, **dict.fromkeys(_GOOD, 1)}
EVALUATION: Final = Evaluation(PACKAGE, NAMES, measure, lambda s: "war", seen_by=Side.UNION)
