"""The plans of the war: postures of the script, each a set of weights over its judgement and the places it is after."""

from __future__ import annotations

from typing import Final, NamedTuple

from bivouac.core.plans import BOLD, CAUTIOUS, Mixtures
from bivouac.titles.lincoln.printed.map import FILES, LOC_BY_ID
from bivouac.titles.lincoln.state import State


class Posture(NamedTuple):
    """
    strike    how much a place from which to strike asks for armies
    hold      how much a place in danger does
    home      the share of the force that could fall on Washington which its guard should match
    bold      by how much an attack is thought more of than it is
    deploy    what units are worth
    ships     what a ship on the blockade is worth
    landing   what a landing is worth
    rail      what a move by rail is worth
    after     the places that the plan is after, and how much more they are worth
    """

    strike: float = 0.9
    hold: float = 2.0
    home: float = 1.0
    bold: float = 0.0
    deploy: float = 1.0
    ships: float = 1.0
    landing: float = 1.0
    rail: float = 1.0
    after: tuple[int, ...] = ()
    draw: float = 1.0


def places(*names: str) -> tuple[int, ...]:
    return tuple(LOC_BY_ID[name] for name in names)


COAST: Final = places("fort_monroe", "charleston", "savannah", "mobile", "new_orleans")
WEST: Final = places("fort_henry_donelson", "memphis", "vicksburg", "new_orleans")
CENTRE: Final = places("nashville", "chattanooga", "atlanta")
EAST: Final = places("manassas", "front_royal", "richmond", "fort_monroe")
SOUTH: Final = Posture(strike=0.35)
UNION_PLANS: Final = {
    "balanced": Posture(),
    "anaconda": Posture(ships=1.8, landing=1.6, after=COAST, draw=1.8),
    "mississippi": Posture(after=WEST, draw=2.2, strike=1.1),
    "atlanta": Posture(after=CENTRE, draw=2.2, strike=1.1),
    "richmond": Posture(after=EAST, draw=2.2, strike=1.2),
    "capital_guard": Posture(home=1.5, hold=3.0, deploy=1.2),
    "hammer": Posture(bold=1.0, strike=1.4, rail=1.2, home=0.8),
    "steady": Posture(strike=0.7, bold=-1.5, deploy=1.1, ships=1.3, rail=1.45),
    "build_up": Posture(bold=-1.0, deploy=1.5, hold=2.5, ships=1.3),
}
CSA_PLANS: Final = {
    "defend": SOUTH,
    "washington": SOUTH._replace(after=places("washington", "harpers_ferry", "manassas"), draw=2.5, strike=0.9, bold=0.5),
    "rush": SOUTH._replace(after=places("washington"), draw=5.0, strike=1.2, bold=1.0, hold=1.0, deploy=1.3),
    "kentucky": SOUTH._replace(after=places("kentucky", "cairo", "nashville"), draw=2.2, strike=0.8),
    "fortress": SOUTH._replace(hold=3.5, bold=-1.0, deploy=1.3),
    "muster": SOUTH._replace(hold=1.05, bold=-1.0, deploy=1.3, rail=1.1),
    "europe": SOUTH._replace(ships=1.8, hold=2.5),
    "strike_back": SOUTH._replace(strike=0.8, bold=0.8, rail=1.2),
}
TEMPERS: Final = {
    CAUTIOUS: (("capital_guard", "steady", "build_up", "anaconda"), ("defend", "fortress", "muster", "europe")),
    BOLD: (("hammer", "richmond", "atlanta"), ("rush", "washington", "strike_back")),
}
NAMES: Final = (tuple(UNION_PLANS), tuple(CSA_PLANS))
POSTURES: Final = (list(UNION_PLANS.values()), list(CSA_PLANS.values()))  # whoever looks for a better plan puts it behind these


def the_war(s: State) -> str:
    return "war"


MIXTURES: Final = Mixtures(FILES.package, NAMES, the_war, otherwise="war")
