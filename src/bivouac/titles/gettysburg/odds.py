"""Exact odds of one assault, from the boxes that play uses.

In words: the attackers, "vs", the defenders, and what helps or hurts: `regular regular elite:1 vs regular artillery hill entrenched`.
A number after a piece is its cubes (a gun with 1 lies on its side). Ground: open, ridge, hill, town. More: entrenched, flank, disrupted.
The Confederacy attacks, unless a word is `union` or an attacker is inferior infantry or cavalry. Both sides have a block near, so that
who must retreat can; he goes where no marker lies and most room is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bivouac.core.flow import DIE
from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Odds, Result, Term
from bivouac.titles.gettysburg.flow import FLOW
from bivouac.titles.gettysburg.frames import AT, HOLD_FIRE, Barrage, Box, Stake
from bivouac.titles.gettysburg.printed.map import BIT, IDS
from bivouac.titles.gettysburg.printed.units import (
    BEARS,
    CLASS,
    CLASSES,
    COLOUR,
    CSA,
    EACH,
    GROUND_SHIFT,
    IS_GUN,
    LIMITS,
    LONG_RANGE,
    MODIFIERS,
    PIECES,
    SHAKEN,
    SHIFTS,
    SIDE,
    STACK,
    UNION,
)
from bivouac.titles.gettysburg.reckon import alike, begun, branches, is_over, life_of, policy, result, tally
from bivouac.titles.gettysburg.rounds import expected
from bivouac.titles.gettysburg.rules.ch01_components import guns_in
from bivouac.titles.gettysburg.rules.ch13_assault import flank_shift
from bivouac.titles.gettysburg.rules.ch19_fire import target_of
from bivouac.titles.gettysburg.state import AREA, ENTRENCHED, FLANKED, State

# For each ground an area, where the attack comes from, another border, and where the defender's block stands.
GROUNDS = {
    "open": ("FOR", "HER", "BEN", "OKR"),
    "ridge": ("MCP", "HER", "FOR", "SMN"),
    "hill": ("CEM", "LON", "GET", "LEI"),
    "town": ("GET", "SMN", "COL", "CEM"),
}
WORDS = ("entrenched", "flank", "disrupted", "union")
SHORT = {"reg": "regular", "inf": "inferior", "cav": "cavalry", "art": "artillery", "gun": "artillery"}
USAGE = Text("odds.usage")


def parse(words: Sequence[str]) -> State | None:
    """The assault alone on the map, before its first die."""
    split = [w.lower() for w in words]
    if "vs" not in split:
        return None
    extra = {w for w in split if w in WORDS or w in GROUNDS}
    pieces = [w for w in split if w not in extra]
    cut = pieces.index("vs")
    attackers, defenders = pieces[:cut], pieces[cut + 1 :]
    if not 1 <= len(attackers) <= STACK or not 1 <= len(defenders) <= STACK:
        raise BadSetup(USAGE)
    area, frm, other, haven = (IDS[x] for x in GROUNDS[next((w for w in split if w in GROUNDS), "open")])
    s = State()
    s.active = side = UNION if "union" in extra or any(w.startswith(("inf", "cav")) for w in attackers) else CSA
    s.block_at[EACH * (1 - side)], s.block_at[EACH * side] = haven, frm
    for p in _pieces(s, attackers, side):
        if IS_GUN[p]:
            raise BadSetup(Text("odds.no_piece", {"name": "artillery"}))
        s.attack = (*s.attack, (p, area, frm, frm))
    for p in _pieces(s, defenders, 1 - side):
        s.put(p, area)
    _lay_works(s, extra, area, frm, other)
    return _begin(s, area)


def _pieces(s: State, words: Sequence[str], side: int) -> list[int]:
    """The pieces that the words name, with their cubes."""
    used: list[int] = []
    for word in words:
        name, _, cubes = word.partition(":")
        kind = SHORT.get(name, name)
        free = [p for p in range(PIECES) if SIDE[p] == side and CLASSES[CLASS[p]] == kind and p not in used]
        if not free or not (cubes or "0").isdigit():
            raise BadSetup(Text("odds.no_piece", {"name": word}))
        p = free[0]
        used.append(p)
        s.cubes[p] = min(int(cubes or 0), BEARS[p] or 1)
        if COLOUR[p] >= 0:
            s.stock[COLOUR[p]] = max(0, s.stock[COLOUR[p]] - s.cubes[p])
    return used


def _lay_works(s: State, extra: set[str], area: int, frm: int, other: int) -> None:
    if "entrenched" in extra or "flank" in extra:
        s.sticks[area] = (other if "flank" in extra else frm,) * 2
    if "disrupted" in extra:
        s.disrupted = BIT[area]


def _begin(s: State, area: int) -> State:
    s.fight[AREA] = area
    s.stack = (AT[Box.AFTER], AT[Box.FIGHT])
    remember(s)
    FLOW.run(s)
    return s


def remember(s: State) -> None:
    s.study = begun(s)


def ask(s: State, words: Sequence[str]) -> State | None:
    """The assault at hand in a match."""
    if words:
        return parse(words)
    if not s.stack or s.fight[AREA] < 0:
        return None
    new = s.clone()
    remember(new)
    return new


def measure(s: State) -> str:
    """Whether the area was taken, and how many pieces each side lost."""
    return said(result(s))


def said(end: Result) -> str:
    return f"taken:{int(end.won)} own_lost:{end.own} enemy_lost:{end.enemy}"


# --- before an answer is given ----------------------------------------------------------------------


def attack(s: State, answer: int) -> State | None:
    """The fire or the assault that an answer brings nearer: an assault with the pieces that would then have entered the area."""
    if FLOW.is_chance(s) or s.fight[AREA] >= 0:
        return None
    if s.stack[-1][0] == Box.AIM:
        return _shot(s, s.stack[-1], answer)
    new = s.clone()
    FLOW.play(new, answer)
    begun = new.fight[AREA] >= 0
    area = new.fight[AREA] if begun else new.attack[-1][1] if len(new.attack) > len(s.attack) else -1
    if area < 0:
        return None
    stake = Stake(Box.ACT, area, s.disrupted.bit_count(), life_of(s))
    if begun:
        new.stack = (stake, *new.stack[1 + next(i for i, f in enumerate(new.stack) if f[0] == Box.RESOLVE) :])
    else:
        new.fight[AREA], new.stack = area, (stake, AT[Box.FIGHT])
        FLOW.run(new)
    remember(new)
    return new


def _shot(s: State, f: Barrage, aimed: int) -> State | None:
    """One gun and its target, alone."""
    if aimed == HOLD_FIRE:
        return None
    new = s.clone()
    stake = Stake(Box.ACT, -1, s.disrupted.bit_count(), life_of(s))
    new.stack = (stake, Barrage(Box.SHELL, f.disc, 0, (), (), ((f.guns[0], f.areas[-1], aimed),)))
    FLOW.run(new)
    return new


def terms(s: State) -> list[Term]:
    """The dice of both sides, and everything that shifts them."""
    return _terms_of_fire(s, s.stack[-1]) if s.stack[0].area < 0 else list(_terms_of_assault(s, s.stack[0].area))


def _terms_of_fire(s: State, f: Barrage) -> list[Term]:
    gun, _, aimed = f.shots[0]
    works = len(s.sticks[target_of(aimed)]) == LIMITS.sticks
    mod = MODIFIERS.gun_damaged * s.cubes[gun] + MODIFIERS.entrenched * works
    effects = [LONG_RANGE[max(0, die + mod)] for die in DIE]
    hits, shakes = sum(0 < n < SHAKEN for n in effects), effects.count(SHAKEN)
    found = [Term(Text("terms.shell", {"hits": hits, "shakes": shakes}), "GET-fire-i")]
    if works:
        found.append(Term(Text("terms.works", {"n": MODIFIERS.entrenched}), "GET-fire-j"))
    if s.cubes[gun]:
        found.append(Term(Text("terms.damaged", {"n": MODIFIERS.gun_damaged}), "GET-fire-j"))
    return found


def _terms_of_assault(s: State, area: int) -> Iterator[Term]:
    guns = len(guns_in(s, area))
    if guns:
        yield Term(Text("terms.guns", {"n": guns}), "GET-assault-1a")
    yield Term(Text("terms.defenders", {"n": len(s.at[area]) - guns}), "GET-assault-2b")
    yield Term(Text("terms.attackers", {"n": len(s.attackers(area))}), "GET-assault-4a")
    if s.fight[ENTRENCHED]:
        yield Term(Text("terms.entrenched", {"n": MODIFIERS.entrenched, "shift": SHIFTS.entrenched}), "GET-trench-k")
    if s.fight[FLANKED]:
        yield Term(Text("terms.flank", {"shift": flank_shift(s)}), "GET-flank-b")
    if GROUND_SHIFT[area]:
        yield Term(Text("terms.ground", {"shift": GROUND_SHIFT[area]}), "GET-assault-5c" if GROUND_SHIFT[area] > 0 else "GET-assault-5b")
    if s.disrupted & BIT[area]:
        yield Term(Text("terms.disrupted", {"shift": SHIFTS.disrupted}), "GET-assault-5d")


ODDS = Odds(
    parse, ask, is_over, measure, policy, USAGE, alike, branches, tally, said, attack=attack, terms=terms, result=result, expected=expected
)
