"""Exact odds of one attack, from the boxes that play uses.

In words: `hood gibbon` (on open ground), `hood@G8 caldwell@F7:2`, two units of one hex as `early+dance@N10`, and `moved` at the end if
the attacker has just come up, so that the enemy may react and plain guns do not fire.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bivouac.core.kit.bits import set_of
from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Odds
from bivouac.titles.yankees_rebels.flow import FLOW
from bivouac.titles.yankees_rebels.frames import ALONE, AT, EVADE, PASS, Box
from bivouac.titles.yankees_rebels.printed.map import BIT, NUMBER
from bivouac.titles.yankees_rebels.printed.scenarios import SETUPS
from bivouac.titles.yankees_rebels.printed.units import COUNT, GONE, MOVE_AND_FIGHT, NAME, SIDE, STRENGTH, UNIT, UNITS
from bivouac.titles.yankees_rebels.rules.ch04_movement import may_fight_at, meet, reach, together_area
from bivouac.titles.yankees_rebels.rules.ch05_combat import attackers, dice_for, targets_of
from bivouac.titles.yankees_rebels.setup import rules_of
from bivouac.titles.yankees_rebels.state import State

FIGHT = frozenset((Box.REACTION, Box.REACT, Box.EVADE, Box.AIM, Box.SHOT, Box.EFFECT, Box.RETREAT, Box.OCCUPY))
DEFAULT_HEXES = ("N10", "N9")
USAGE = Text("odds.usage")


class Attack(NamedTuple):
    """Whom the attack is meant for (-1: nobody was named), and how everybody stood before it."""

    target: int
    had: tuple[int, ...]
    were: tuple[int, ...]


def studied(s: State, target: int) -> State:
    """A copy of the position that knows what its attack is measured against."""
    copy = s.clone()
    copy.study = Attack(target, tuple(s.force), tuple(s.where))
    return copy


def attack_of(s: State) -> Attack:
    assert isinstance(s.study, Attack)
    return s.study


# --- words ----------------------------------------------------------------------------------------


def unit_called(word: str) -> int:
    """A unit by its name or id; where two share a name the side's letters help (us_mcintosh)."""
    plain = re.sub(r"[^a-z_]", "", word.lower())
    for u, block in enumerate(UNITS):
        if plain in (block.id, block.id[3:], re.sub(r"[^a-z_]", "", NAME[u].lower())):
            return u
    raise BadSetup(Text("odds.no_unit", {"name": word}))


def party(word: str, default_hex: str) -> tuple[list[int], int, int]:
    """`early+dance@N10:4` as units, hex and strength (0: full)."""
    found = re.fullmatch(r"([^@:]+)(?:@(\w+))?(?::(\d+))?", word)
    place = (found[2] or default_hex).upper() if found else ""
    if found is None or (place and place not in NUMBER):
        raise BadSetup(USAGE)
    return [unit_called(name) for name in found[1].split("+")], NUMBER.get(place, -1), int(found[3] or 0)


def parse(words: Sequence[str]) -> State | None:
    """The attack alone on the map."""
    words, moved = (words[:-1], True) if words and words[-1] == "moved" else (words, False)
    if len(words) != 2:
        return None
    s = State(rules=rules_of(SETUPS["july-3"], frozenset()), where=[GONE] * COUNT)
    parties = [party(word, hex_) for word, hex_ in zip(words, DEFAULT_HEXES, strict=True)]
    for units, h, force in parties:
        for u in units:
            s.force[u] = min(force, STRENGTH[u]) if force and u == units[0] else STRENGTH[u]
            s.on_map |= UNIT[u]
            s.stand(u, h)
    firers, targets = parties[0][0], parties[1][0]
    return about_to_attack(s, firers, [u for u in firers if MOVE_AND_FIGHT[u] or not moved], targets[0], moved=moved)


def ask(s: State, words: Sequence[str]) -> State | None:
    """The attack that the words name, with the units where they stand (`hood@G8 caldwell`: after marching to G8), or the fight at hand."""
    if not words:
        return None if done(s) else studied(s, -1)
    words, moved = (words[:-1], True) if words[-1] == "moved" else (words, False)
    if len(words) != 2:
        return None
    (firers, here, _), (targets, _, _) = (party(word, "") for word in words)
    if any(s.where[u] < 0 for u in (*firers, *targets)):
        return None
    new = s.clone()
    ready = [u for u in firers if MOVE_AND_FIGHT[u] or not moved]
    if here >= 0 and any(s.where[u] != here for u in firers):
        if not can_march(new, firers, here):
            return None
        ready, moved = [u for u in firers if may_fight_at(s, u, here)], True
        for u in firers:
            new.move(u, here)
    return about_to_attack(new, firers, ready, targets[0], moved=moved)


def can_march(s: State, firers: list[int], to: int) -> bool:
    """Whether one unit, or the two of a hex together, can march there now."""
    if len(firers) == 1:
        return reach(s, firers[0]) & BIT[to] != 0
    s.acting = tuple(firers)
    return len(firers) == 2 and s.where[firers[0]] == s.where[firers[1]] and together_area(s) & BIT[to] != 0


# --- the attack ----------------------------------------------------------------------------------------


def about_to_attack(s: State, firers: list[int], ready: list[int], target: int, *, moved: bool) -> State | None:
    """The position in which these units are about to attack; None where they cannot."""
    if SIDE[firers[0]] == SIDE[target] or len(firers) > 2 or len({s.where[u] for u in firers}) > 1:
        return None
    s.side = SIDE[firers[0]]
    if not ready or not targets_of(s, tuple(ready)) & UNIT[target]:
        return None
    s.acting, s.unit = tuple(firers), firers[0]
    s.ready = set_of(ready)
    s.flags = s.hats = s.shot = 0
    s.mate, s.shots, s.gains, s.reactors = -1, (), (), ()
    s.stack = (AT[Box.AIM],)
    if moved:
        meet(s, s.where[firers[0]])
    attack = studied(s, target)
    FLOW.run(attack)
    return attack


def done(s: State) -> bool:
    return not s.stack or s.stack[-1].box not in FIGHT


def measure(s: State) -> str:
    """Strength lost on both sides, the defender first, and units eliminated or thrown back: not those that went into a hex they won."""
    _, had, were = attack_of(s)
    parts = []
    for who, side in (("enemy", 1 - s.side), ("own", s.side)):
        units = [u for u in range(COUNT) if SIDE[u] == side and were[u] >= 0]
        won = {were[u] for u in range(COUNT) if SIDE[u] != side}
        lost = sum(had[u] - s.force[u] for u in units)
        gone = sum(s.where[u] == GONE for u in units)
        back = sum(s.where[u] >= 0 and s.where[u] != were[u] and s.where[u] not in won for u in units)
        parts.append(f"{who}_lost:{lost}")
        parts += [f"{who}_{what}:{n}" for what, n in (("gone", gone), ("back", back)) if n]
    return " ".join(parts)


def policy(s: State) -> int:
    """Attack the unit that was named, or else with the most dice; fire back whenever possible, never evade, stay where one is."""
    box, options = s.stack[-1].box, s.options
    if box == Box.AIM:
        target = attack_of(s).target
        aims = [a for a in options if a != PASS and target in (-1, a % ALONE)]
        return max(aims, key=lambda a: (dice_for(s, attackers(s, a), a % ALONE), -a), default=PASS)
    if box == Box.REACT:
        return next(a for a in options if a not in (PASS, EVADE))
    return PASS if PASS in options else options[0]


ODDS = Odds(parse, ask, done, measure, policy, USAGE)
