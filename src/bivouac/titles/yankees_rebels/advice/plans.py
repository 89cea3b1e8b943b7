"""The plans of the battle: postures of the script, each a set of weights over its judgement."""

from __future__ import annotations

from typing import Final, NamedTuple

from bivouac.core.plans import BOLD, CAUTIOUS, Mixtures
from bivouac.titles.yankees_rebels.printed import map as sheet
from bivouac.titles.yankees_rebels.state import State

EVERYWHERE: Final = 99


class Posture(NamedTuple):
    """
    hexes     what a point of a victory hex draws
    alarm     how near the enemy must be to a victory hex for the side to care for it; EVERYWHERE: it cares for all of them
    lag       how much less a victory hex draws for each hex that the enemy is farther from it: first those in his way
    watch     how near he must be for a unit to stay on one
    crowd     how much less a goal draws if a friend is nearer to it
    prey      what a weaker enemy not far off draws
    caution   how much the answer to an attack counts
    peril     how much the danger of being destroyed counts, as a share of the points that it would cost
    blow      what an attack counts
    cover     what cover counts with the enemy about
    errand    how much sooner infantry marches the more its goal draws; without it whoever is fast marches first
    deep      what a point of a victory hex draws that one friend holds already, with the enemy not far
    """

    hexes: float = 1.2
    alarm: int = EVERYWHERE
    watch: int = EVERYWHERE
    crowd: float = 2.0
    prey: float = 1.0
    caution: float = 2.4
    peril: float = 0.7
    blow: float = 1.0
    cover: float = 0.35
    errand: float = 0.0
    deep: float = 0.0
    lag: float = 0.0


UNION_PLANS: Final = {
    "meet": Posture(alarm=6, watch=6),
    "occupy": Posture(hexes=1.6, prey=0.0),
    "heights": Posture(hexes=2.0, alarm=4, watch=6, crowd=4.0, prey=0.0, caution=1.9, peril=0.0, cover=0.6),
    "stand": Posture(hexes=1.4, alarm=12, prey=0.0, caution=4.0, peril=1.2, cover=0.7),
    "counterattack": Posture(hexes=1.4, prey=3.0, caution=1.6, peril=0.35, blow=1.2),
    "spread": Posture(hexes=1.25, alarm=6, watch=6, crowd=6.0, caution=2.6, peril=0.3, blow=1.1),
    "bar_the_way": Posture(
        hexes=2.0, alarm=4, watch=6, crowd=1.0, prey=1.4, caution=3.5, peril=0.4, blow=3.5, cover=0.6, errand=2.9, deep=0.3, lag=0.8
    ),
    "let_them_come": Posture(hexes=1.8, alarm=13, watch=34, prey=0.0, caution=2.0, peril=1.2, blow=2.5, cover=2.1, lag=0.45),
    "in_depth": Posture(hexes=1.4, crowd=3.2, prey=3.0, caution=1.7, peril=0.55, blow=1.2, deep=1.75),
    "delay": Posture(hexes=1.0, alarm=8, prey=0.0, caution=4.0, peril=1.6, cover=0.6),
}
CSA_PLANS: Final = {
    "hunt": Posture(prey=3.5, caution=1.6, peril=0.35),
    "seize": Posture(hexes=1.8, prey=0.5, caution=1.6, peril=0.35),
    "mass": Posture(hexes=1.4, prey=2.0, crowd=0.0, caution=1.3, peril=0.3, blow=1.4),
    "prowl": Posture(hexes=1.3, crowd=3.7, prey=3.5, caution=1.1, peril=0.35, blow=0.9, cover=0.3),
    "careful": Posture(prey=1.5, caution=3.0, peril=0.8, cover=0.5),
    "storm": Posture(prey=3.5, caution=0.8, peril=0.1, blow=1.5, cover=0.2),
    "wide": Posture(hexes=1.5, prey=1.5, crowd=4.0, caution=2.0, peril=0.5),
}
TEMPERS: Final = {
    CAUTIOUS: (("stand", "let_them_come", "delay", "spread"), ("careful", "wide")),
    BOLD: (("counterattack", "heights", "in_depth"), ("storm", "hunt", "prowl", "mass")),
}
NAMES: Final = (tuple(UNION_PLANS), tuple(CSA_PLANS))
POSTURES: Final = (list(UNION_PLANS.values()), list(CSA_PLANS.values()))  # whoever looks for a better plan puts it behind these


def scenario_of(s: State) -> str:
    return s.rules.setup.id


MIXTURES: Final = Mixtures(sheet.FILES.package, NAMES, scenario_of, otherwise="july-2")
