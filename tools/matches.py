"""The matches of which the balance reports and the calibration are made: the same ones, kept in build/matches."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from bivouac.agents import LEVELS
from bivouac.core.title import Title
from bivouac.lab import balance, calibrate
from bivouac.lab.crew import Journal

ROOT = Path(__file__).resolve().parents[1]
SEED = "1"


class Size(NamedTuple):
    """Matches of each scenario: between equal players who do not think, between crack troops (with so many seconds of processor a turn),
    between recruit and veteran, and for each rule that can be switched on. `reported`: so many of the first are enough for a report."""

    equal: int
    thinking: int
    seconds: float
    unequal: int
    rule: int
    reported: int = 200


SIZES = {
    "house-divided": Size(250, 24, 0.4, 50, 50),
    "lincoln": Size(2000, 60, 0.4, 400, 200),
    "hold-the-line": Size(200, 24, 0.4, 40, 50),
    "yankees-rebels": Size(200, 24, 0.4, 40, 20, 100),
    "gettysburg": Size(1500, 40, 0.2, 300, 200),
}
HANDICAPS: dict[str, dict[str, tuple[str, ...]]] = {
    "house-divided": {"1861-short": ("first-turn-limits",), "1862": ("more-union-forces",)},
    "hold-the-line": {
        "antietam": ("union-plus-1",),
        "chancellorsville": ("csa-plus-2",),
        "gettysburg-2": ("union-plus-1",),
        "gettysburg-3": ("csa-plus-1",),
        "chickamauga": ("union-plus-1",),
    },
    "yankees-rebels": {
        "campaign": ("union-plus-4+min-one-die",),
        "july-1": ("union-plus-4+min-one-die",),
        "july-2": ("union-plus-4",),
        "july-2-3": ("union-plus-4+min-one-die",),
        "july-3": ("union-plus-4",),
    },
}
"""What is tried between crack troops in scenarios that are uneven for them: options, with a plus between those that go together."""


def report_wish(title: Title[Any]) -> balance.Wish:
    """What a balance report is made of."""
    n, players = SIZES[title.id], ("veteran", "crack")
    return balance.Wish(title.id, tuple(title.scenarios), players, n.reported, n.rule, SEED, n.thinking, n.seconds, with_looks=True)


def calibration_wish(title: Title[Any]) -> calibrate.Wish:
    """What a calibration is made of."""
    n, scenarios = SIZES[title.id], len(title.scenarios)
    equal, thinking, unequal = (scenarios * each for each in (n.equal, n.thinking, n.unequal))
    return calibrate.Wish(LEVELS, equal, thinking, unequal, 0, SEED, n.seconds)


def journal(title: Title[Any]) -> Journal:
    """What was played before an interruption."""
    kept = ROOT / "build" / "matches"
    kept.mkdir(parents=True, exist_ok=True)
    return Journal(kept / f"{title.id}.journal")
