"""Learning what the other side's doings tell about its secrets.

Matches of the script against itself are looked at where a side decides: what lies behind each clue of the other side, and what lies there
in a world dealt by what is believed so far. Whatever lies there too seldom gets better odds, round after round, until the worlds are like
the true ones. Every eighth match is left aside to measure how much of a world is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from bivouac.core.beliefs import Beliefs, BeliefsFile, Odds
from bivouac.core.ids import Side
from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.lab.learn import ASIDE, advice_of, script
from bivouac.titles import load

ROUNDS = 6
LOOKS = 0.06  # how many of the decisions of a match are looked at
FEW = 5.0  # so many of a kind are taken to have been seen in the worlds and in truth, before any are
MOST = 12.0  # the longest odds: the other side need not play as the script does
Place = tuple[Any, Side]
"""A state, and the side that does not see into the other's secrets."""
Seen = Counter[tuple[str, str]]


class Views(NamedTuple):
    """Those to learn from, and those left aside."""

    known: list[Place]
    aside: list[Place]


def learn_beliefs(title: str, scenario: str, matches: int, seed: str, command: str) -> BeliefsFile:
    beliefs = advice_of(title).beliefs
    if beliefs is None:
        raise BadSetup(Text("errors.no_beliefs", {"name": title}))
    views, rng = gather(title, scenario, matches, seed), Random(seed)
    odds: dict[str, dict[str, float]] = {}
    truth = secrets_in(beliefs, views.known)
    for _ in range(ROUNDS):
        dealt = secrets_in(beliefs, worlds_of(beliefs, views.known, odds, rng))
        for clue, secret in sorted(truth.keys() | dealt.keys()):
            better = (truth[clue, secret] + FEW) / (dealt[clue, secret] + FEW)
            known = odds.setdefault(clue, {}).get(secret, 1.0)
            odds[clue][secret] = round(max(1.0 / MOST, min(MOST, known * better)), 3)
    right, blind = (share_right(beliefs, views.aside, found, rng) for found in (odds, {}))
    return BeliefsFile(command, len(views.known) + len(views.aside), round(right, 3), round(blind, 3), odds)


def gather(title: str, scenario: str, matches: int, seed: str) -> Views:
    """Some decisions of matches in which each side follows a plan."""
    game, advice, views = load(title), advice_of(title), Views([], [])
    for n in range(matches):
        rng, s = Random(f"{seed}:{n}"), game.setup(scenario)
        order = script(advice, s, rng)
        while s.stack:
            if game.flow.is_chance(s):
                answer = rng.choices(s.options, game.flow.weights(s))[0]
            else:
                if len(s.options) > 1 and rng.random() < LOOKS:
                    (views.known if n % ASIDE else views.aside).append((s.clone(), Side(game.flow.side(s))))
                answer = order(s)[0]
            game.flow.play(s, answer)
    return views


def worlds_of(beliefs: Beliefs, places: Sequence[Place], odds: Odds, rng: Random) -> list[Place]:
    """For each place a world dealt by the odds."""
    ready = beliefs.read(odds)
    return [(beliefs.deal(s, side, rng, ready), side) for s, side in places]


def secrets_in(beliefs: Beliefs, places: Sequence[Place]) -> Seen:
    """How often each secret lies behind each clue."""
    return Counter(found for s, side in places for found in beliefs.clues(s, 1 - side))


def share_right(beliefs: Beliefs, places: Sequence[Place], odds: Odds, rng: Random) -> float:
    """The share of secrets that worlds have where they are."""
    right = whole = 0
    for (s, side), (world, _) in zip(places, worlds_of(beliefs, places, odds, rng)):
        truth = Counter(beliefs.clues(s, 1 - side))
        right += (truth & Counter(beliefs.clues(world, 1 - side))).total()
        whole += truth.total()
    return right / max(whole, 1)


def as_toml(file: BeliefsFile) -> str:
    lines = [
        "# What the other side's doings tell about its secrets: for each clue how much more often than by a blind deal each secret",
        "# lies behind it. Made by the command below; not to be edited by hand.",
        f'command = "{file.command}"',
        f"positions = {file.positions}",
        f"right = {file.right}",
        f"blind = {file.blind}",
    ]
    for clue, odds in file.of.items():
        lines += ["", f"[of.{clue}]", *[f'"{secret}" = {value}' for secret, value in odds.items()]]
    return "\n".join(lines) + "\n"
