"""The plans of a battle: postures of the script, each a set of weights over its judgement. Both sides know nine of them; the tenth is the
bulwark of the Union and the storm of the Confederacy."""

from __future__ import annotations

from typing import Final, NamedTuple

from bivouac.core.plans import BOLD, CAUTIOUS, Mixtures
from bivouac.titles.hold_the_line.printed.units import PACKAGE
from bivouac.titles.hold_the_line.state import State


class Posture(NamedTuple):
    """How much more or less than usual each thing counts.

    push, patience   closing with the enemy, when the clock is against the side and when it works for it
    goal             what there is to capture
    hold             what the enemy may still capture: being on it or near it
    contact          the danger of several enemies beside a hex
    cover            standing in cover
    mass             friends beside a hex
    assault, fire    the two ways to attack
    rally            reinforcing
    """

    push: float = 1.0
    patience: float = 0.45
    goal: float = 1.0
    hold: float = 0.0
    contact: float = 1.0
    cover: float = 1.0
    mass: float = 0.0
    assault: float = 1.0
    fire: float = 1.0
    rally: float = 1.0


PLANS: Final = {
    "press": Posture(),
    "cautious": Posture(push=0.3, patience=0.3, contact=3.0, cover=2.0),
    "stand": Posture(push=0.0, patience=0.0, contact=3.0, cover=3.0, hold=0.5),
    "objectives": Posture(push=0.4, patience=0.3, goal=2.5, contact=2.0),
    "firefight": Posture(push=0.6, patience=0.3, contact=2.0, assault=0.5, fire=1.3, cover=1.5),
    "shoulder": Posture(push=0.8, patience=0.4, mass=1.0, contact=2.0, rally=1.3),
    "creep": Posture(push=1.0, patience=0.6, goal=2.6, hold=1.2, contact=2.6, cover=3.3, fire=0.5, rally=0.9),
    "riposte": Posture(push=0.45, patience=0.05, goal=0.9, hold=2.0, contact=2.0, cover=0.6, mass=0.25, assault=1.75, fire=0.6),
    "guard": Posture(push=0.2, patience=0.1, hold=2.0, goal=0.5, contact=2.0, cover=2.0),
}
BULWARK: Final = {"bulwark": Posture(push=0.25, patience=0.05, goal=1.5, hold=0.5, contact=3.3, cover=2.0, mass=1.8)}
STORM: Final = {"storm": Posture(push=1.6, patience=1.2, contact=0.2, assault=1.4, cover=0.5)}
UNION_PLANS: Final = PLANS | BULWARK
CSA_PLANS: Final = PLANS | STORM
TEMPERS: Final = {
    CAUTIOUS: (("cautious", "stand", "firefight", "creep", "guard", "bulwark"), ("cautious", "stand", "firefight", "creep", "guard")),
    BOLD: (("press", "objectives", "riposte"), ("press", "storm", "objectives", "riposte")),
}
NAMES: Final = (tuple(UNION_PLANS), tuple(CSA_PLANS))
POSTURES: Final = (list(UNION_PLANS.values()), list(CSA_PLANS.values()))  # whoever looks for a better plan puts it behind these


def battle_of(s: State) -> str:
    return s.field.file.id


MIXTURES: Final = Mixtures(PACKAGE, NAMES, battle_of, otherwise="bull-run-1")
