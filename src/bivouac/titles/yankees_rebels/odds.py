"""Exact odds of one attack, from the boxes that play uses.

In words: `hood gibbon` (on open ground), `hood@G8 caldwell@F7:2`, two units of one hex as `early+dance@N10`, and `moved` at the end if
the attacker has just come up, so that the enemy may react.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Odds
from bivouac.titles.yankees_rebels.answers import ALONE, EVADE, PASS
from bivouac.titles.yankees_rebels.flow import FLOW
from bivouac.titles.yankees_rebels.frames import STANDING, Box
from bivouac.titles.yankees_rebels.printed.map import NUMBER
from bivouac.titles.yankees_rebels.printed.units import COUNT, GONE, NAME, SETUPS, SIDE, SIDE_FORCE, STRENGTH, UNIT, UNITS, members
from bivouac.titles.yankees_rebels.rules.ch04_movement import meet
from bivouac.titles.yankees_rebels.rules.ch05_combat import attackers, dice_for
from bivouac.titles.yankees_rebels.setup import empty, rules_of
from bivouac.titles.yankees_rebels.state import State

FIGHT = frozenset((Box.REACTION, Box.REACT, Box.EVADE, Box.AIM, Box.SHOT, Box.EFFECT, Box.RETREAT, Box.OCCUPY))
DEFAULT_HEXES = ("N10", "N9")
USAGE = Text("odds.usage")


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
    (firers, here, strength), (targets, there, left) = (party(word, hex_) for word, hex_ in zip(words, DEFAULT_HEXES, strict=True))
    s = empty(rules_of(SETUPS["july-3"], frozenset()))
    s.where = [GONE] * COUNT
    for units, h, force in ((firers, here, strength), (targets, there, left)):
        for u in units:
            s.force[u] = min(force, STRENGTH[u]) if force and u == units[0] else STRENGTH[u]
            s.on_map |= UNIT[u]
            s.stand(u, h)
    return before_the_dice(s, firers, targets, moved=moved)


def before_the_dice(s: State, firers: list[int], targets: list[int], *, moved: bool) -> State | None:
    """The position in which these units are about to attack; None where they cannot."""
    if SIDE[firers[0]] == SIDE[targets[0]] or len(firers) > 2 or len({s.where[u] for u in firers}) > 1:
        return None
    s.side = SIDE[firers[0]]
    s.acting, s.unit = tuple(firers), firers[0]
    s.ready = sum(UNIT[u] for u in firers)
    s.steps = targets[0] + 1  # whom the policy attacks; the slot is idle during an attack
    s.flags = s.hats = s.shot = 0
    s.mate, s.shots, s.gains, s.reactors = -1, [], (), ()
    if moved:
        meet(s, s.where[firers[0]])
    s.stack = STANDING[Box.CONTACT if s.reactors else Box.AIM]
    remember(s)
    FLOW.run(s)
    return None if done(s) or (s.stack[-1].box == Box.AIM and not set(targets) & {a % ALONE for a in s.options if a != PASS}) else s


def remember(s: State) -> None:
    """What the result is measured against: strengths and places now."""
    s.rules = s.rules._replace(setup=s.rules.setup._replace(strength=tuple(s.force), where=tuple(s.where)))


def ask(s: State, words: Sequence[str]) -> State | None:
    """The attack that the words name, with the units where they stand (`hood@G8 caldwell`: after marching to G8), or the fight at hand."""
    new = s.clone()
    if not words:
        remember(new)
        return None if done(s) else new
    words, moved = (words[:-1], True) if words[-1] == "moved" else (words, False)
    if len(words) != 2:
        return None
    (firers, here, _), (targets, _, _) = (party(word, "") for word in words)
    if any(s.where[u] < 0 for u in (*firers, *targets)):
        return None
    for u in firers:
        if here >= 0 and here != s.where[u]:
            new.move(u, here)
            moved = True
    return before_the_dice(new, firers, targets, moved=moved)


def done(s: State) -> bool:
    return not s.stack or s.stack[-1].box not in FIGHT


def measure(s: State) -> str:
    """Strength lost on both sides, the defender first, and units eliminated or thrown back."""
    before = s.rules.setup
    parts = []
    for who, side in (("enemy", 1 - s.side), ("own", s.side)):
        units = [u for u in members(SIDE_FORCE[side]) if before.where[u] >= 0]
        lost = sum(before.strength[u] - s.force[u] for u in units)
        gone = sum(s.where[u] == GONE for u in units)
        back = sum(s.where[u] >= 0 and s.where[u] != before.where[u] for u in units)
        parts.append(f"{who}_lost:{lost}")
        parts += [f"{who}_{what}:{n}" for what, n in (("gone", gone), ("back", back)) if n]
    return " ".join(parts)


def policy(s: State) -> int:
    """Attack the unit that was named, or else with the most dice; fire back whenever possible, never evade, stay where one is."""
    box, options = s.stack[-1].box, s.options
    if box == Box.AIM:
        aims = [a for a in options if a != PASS]
        return max(aims, key=lambda a: (a % ALONE == s.steps - 1, dice_for(s, attackers(s, a), a % ALONE), -a), default=PASS)
    if box == Box.REACT:
        return next(a for a in options if a not in (PASS, EVADE))
    return PASS if PASS in options else options[0]


ODDS = Odds(parse, ask, done, measure, policy, USAGE)
