"""The plans of the battle: postures of the script, each a set of weights over its judgement."""

from __future__ import annotations

from typing import Final, NamedTuple

from bivouac.core.plans import BOLD, CAUTIOUS, Mixtures
from bivouac.titles.gettysburg.state import State


class Posture(NamedTuple):
    """
    garrison    pieces that stay on a starred area, and on the Round Tops
    early, late the odds that an assault wants, on the first day and later; a star asks for `star` less
    goals       how many of the starred areas it goes for: the easiest; all of them if there are fewer
    tops        how much rather it goes for the Round Tops (in moves)
    works       digging in
    fire        long-range fire
    alert       how much nearer a starred area seems for every piece that it lacks and for the enemies about it (in moves)
    shy         how much it dislikes to stop beside the enemy away from a star
    """

    garrison: tuple[int, int] = (3, 4)
    early: float = 1.15
    late: float = 1.15
    star: float = 0.0
    goals: int = 9
    tops: float = 0.0
    works: float = 1.0
    fire: float = 1.0
    alert: float = 0.5
    shy: float = 0.4


UNION_PLANS: Final = {
    "hills": Posture(alert=0.0),
    "fishhook": Posture(garrison=(5, 5), alert=1.0, works=1.5, shy=0.8),
    "dig_in": Posture(garrison=(3, 4), works=4.0, early=1.5, late=1.5),
    "round_tops": Posture(garrison=(3, 6), tops=1.0, works=1.5),
    "counterstroke": Posture(garrison=(2, 3), early=1.0, late=0.9, shy=0.0),
    "gunline": Posture(garrison=(3, 4), fire=2.0, works=1.5, early=1.4, late=1.4),
    "retake": Posture(garrison=(4, 3), early=3.0, late=0.9, star=0.4, works=2.0, fire=1.5, alert=0.0, shy=0.0),
    "second_day": Posture(garrison=(5, 5), early=4.8, late=0.7, star=0.45, goals=8, works=1.5, fire=0.55, shy=0.75),
    "refuse_left": Posture(early=1.5, late=1.5, tops=1.25, works=4.0, fire=0.6, alert=0.55),
    "thin_line": Posture(garrison=(2, 2), alert=1.0, shy=0.2),
}
CSA_PLANS: Final = {
    "onward": Posture((0, 0), early=0.95, late=0.8, star=0.1, tops=-0.6, alert=0.0, works=0.0, shy=0.0),
    "seize_and_stay": Posture((2, 3), early=0.95, late=0.85, star=0.15, alert=0.0, works=0.0, shy=0.0),
    "two_hills": Posture((3, 3), early=0.9, late=0.8, star=0.15, goals=2, alert=0.0, works=0.0, shy=0.0),
    "longstreet": Posture((2, 3), early=0.95, late=0.8, star=0.15, goals=2, tops=2.0, alert=0.0, works=0.0, shy=0.0),
    "left_hook": Posture((2, 2), early=1.05, late=0.85, star=0.1, tops=2.75, alert=0.0, works=0.0, shy=0.7),
    "storm": Posture((1, 1), early=0.7, late=0.65, star=0.1, alert=0.0, works=0.0, shy=0.0),
    "patient": Posture((2, 3), early=1.2, late=1.05, star=0.1, alert=0.0, works=0.0, fire=1.5, shy=0.3),
    "bombard": Posture((2, 2), early=1.0, late=0.9, star=0.1, alert=0.0, works=0.0, fire=2.5, shy=0.0),
}
TEMPERS: Final = {
    CAUTIOUS: (("fishhook", "dig_in", "gunline", "retake", "refuse_left"), ("patient", "seize_and_stay", "bombard")),
    BOLD: (("counterstroke", "second_day", "thin_line"), ("storm", "onward", "longstreet", "left_hook")),
}
NAMES: Final = (tuple(UNION_PLANS), tuple(CSA_PLANS))
POSTURES: Final = (list(UNION_PLANS.values()), list(CSA_PLANS.values()))  # whoever looks for a better plan puts it behind these


def the_battle(s: State) -> str:
    return "battle"


MIXTURES: Final = Mixtures("bivouac.titles.gettysburg", NAMES, the_battle, otherwise="battle")
