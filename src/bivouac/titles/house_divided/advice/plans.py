"""The plans of the war: postures of the script, each a set of weights over its judgement and the cities it is after."""

from __future__ import annotations

from typing import Final, NamedTuple

from bivouac.core.plans import BOLD, CAUTIOUS, Mixtures
from bivouac.titles.house_divided.printed.map import FILES, MAP
from bivouac.titles.house_divided.state import State


class Posture(NamedTuple):
    """
    bold      the least chance to attack with
    follow    how much a move follows what draws the side
    guard     the share of the danger that the guard of a city should match
    capital   the same in the own capital
    far       how much of the enemies beyond the next box counts as danger: by river they come from afar
    keep      how much an own city in danger draws, for each point of danger
    home      the same for Washington
    muster    what a recruit is worth in a city that the enemy can reach, for each point that he saves by the odds
    dig       what works are worth
    resist    how much less a goal draws for each point of enemy power about it
    city      what a point of army maximum is worth
    prize     how much more the great cities draw the Union
    since     the turn from which the Union goes for the great cities in the campaign; before, for the margin
    sea       what a landing is worth
    after     the cities that the plan is after, and how much more they draw
    """

    bold: float = 0.55
    follow: float = 3.0
    guard: float = 0.7
    capital: float = 0.9
    far: float = 0.0
    keep: float = 0.15
    home: float = 0.3
    muster: float = 4.0
    dig: float = 1.0
    resist: float = 0.12
    city: float = 1.4
    prize: float = 1.0
    since: int = 1
    sea: float = 1.0
    after: tuple[int, ...] = ()
    draw: float = 1.0


def boxes(*names: str) -> tuple[int, ...]:
    return tuple(MAP.index[name] for name in names)


OHIO: Final = boxes("Louisville", "Cincinnati", "Cairo", "Evansville", "Bowling Green", "Chillicothe")
WEST: Final = boxes("Memphis", "New Orleans", "Jackson", "Natchez", "Nashville")
CENTRE: Final = boxes("Bowling Green", "Nashville", "Chattanooga", "Atlanta")
EAST: Final = boxes("Richmond", "Petersburg", "Raleigh", "Wilmington")
NORTH: Final = boxes("Washington", "Baltimore", "Philadelphia")
SOUTH: Final = Posture(guard=1.0, capital=0.8, keep=0.2)
UNION_PLANS: Final = {
    "advance": Posture(),
    "ohio": Posture(guard=1.0, far=0.5, keep=0.3, dig=3.0, since=18, after=OHIO, draw=1.5),
    "mississippi": Posture(guard=0.8, far=0.3, dig=2.0, since=16, after=WEST, draw=2.2),
    "heartland": Posture(guard=0.8, far=0.3, dig=2.0, after=CENTRE, draw=2.2),
    "richmond": Posture(guard=0.8, far=0.3, home=0.4, after=EAST, draw=2.2),
    "coast": Posture(guard=0.9, far=0.4, dig=2.0, sea=2.5),
    "sortie": Posture(bold=0.3, guard=1.5, follow=4.0, home=0.13, dig=0.8, resist=0.09, city=1.2, sea=0.9),
    "drive": Posture(guard=0.95, follow=10.0, capital=1.35, keep=0.2, home=0.35, dig=1.3, resist=0.05),
    "everywhere": Posture(bold=0.45, guard=0.5, follow=4.0, resist=0.05, since=18),
    "bide": Posture(guard=1.25, follow=6.0, capital=1.5, home=0.27, muster=1.2, resist=0.08, city=1.5, since=21, sea=2.5),
}
CSA_PLANS: Final = {
    "recover": SOUTH,
    "ohio": SOUTH._replace(after=OHIO, draw=2.0, bold=0.5),
    "washington": SOUTH._replace(after=NORTH, draw=2.5, guard=0.7),
    "invade": SOUTH._replace(bold=0.5, guard=1.15, capital=0.5, dig=0.85, city=1.6, after=OHIO, draw=3.4),
    "fortress": SOUTH._replace(bold=0.7, guard=1.2, far=0.5, dig=3.0, keep=0.4),
    "raid": SOUTH._replace(guard=0.6, resist=0.3, follow=4.0, city=1.8),
    "manoeuvre": SOUTH._replace(bold=0.75, follow=8.0, guard=0.7, muster=3.3, after=OHIO, draw=2.5),
    "army_of_the_west": SOUTH._replace(after=(*CENTRE, *WEST, *OHIO), draw=1.6, far=0.3),
}
TEMPERS: Final = {
    CAUTIOUS: (("ohio", "coast", "bide"), ("fortress", "recover", "manoeuvre")),
    BOLD: (("everywhere", "sortie", "drive", "richmond", "heartland"), ("washington", "invade", "raid", "ohio")),
}
NAMES: Final = (tuple(UNION_PLANS), tuple(CSA_PLANS))
POSTURES: Final = (list(UNION_PLANS.values()), list(CSA_PLANS.values()))  # whoever looks for a better plan puts it behind these


def scenario_of(s: State) -> str:
    return s.setup.id


MIXTURES: Final = Mixtures(FILES.package, NAMES, scenario_of, otherwise="1862")
