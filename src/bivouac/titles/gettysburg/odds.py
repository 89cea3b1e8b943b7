"""Exact odds of one assault, from the boxes that play uses.

In words: the attackers, "vs", the defenders, and what helps or hurts: `regular regular elite:1 vs regular artillery hill entrenched`.
A number after a piece is its cubes (a gun with 1 lies on its side). Ground: open, ridge, hill, town. More: entrenched, flank, disrupted.
The Confederacy attacks, unless a word is `union` or an attacker is inferior infantry or cavalry. Both sides have a block near, so that
who must retreat can.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Odds
from bivouac.titles.gettysburg.advice.script import order
from bivouac.titles.gettysburg.flow import FLOW
from bivouac.titles.gettysburg.frames import AT, DONE, Box, Flight, Hits, Rank
from bivouac.titles.gettysburg.printed.map import BIT, IDS
from bivouac.titles.gettysburg.printed.units import BEARS, CLASS, CLASSES, COLOUR, CSA, EACH, IS_GUN, KIND, PIECES, SIDE, STACK, UNION
from bivouac.titles.gettysburg.state import AREA, State

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


class Assault(NamedTuple):
    """What the result of an assault is measured against: the area, the attacking side, both sides' pieces before it."""

    area: int
    side: int
    pieces: tuple[int, int]


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
    remember(s)
    s.stack = (AT[Box.AFTER], AT[Box.FIGHT])
    FLOW.run(s)
    return s


def pieces_of(s: State) -> tuple[int, int]:
    """How many pieces each side has on the board."""
    sides = [SIDE[p] for here in s.at for p in here] + [SIDE[attacker[0]] for attacker in s.attack]
    return sides.count(UNION), sides.count(CSA)


def remember(s: State) -> None:
    s.study = Assault(s.fight[AREA], s.active, pieces_of(s))


def assault_of(s: State) -> Assault:
    assert isinstance(s.study, Assault)
    return s.study


def ask(s: State, words: Sequence[str]) -> State | None:
    """The assault at hand in a match."""
    if words:
        return parse(words)
    if not s.stack or s.fight[AREA] < 0:
        return None
    new = s.clone()
    remember(new)
    return new


def done(s: State) -> bool:
    return not s.stack or s.fight[AREA] != assault_of(s).area


def measure(s: State) -> str:
    """Whether the area was taken, and how many pieces each side lost."""
    area, side, before = assault_of(s)
    lost = [n - m for n, m in zip(before, pieces_of(s))]
    here = s.at[area]
    taken = int(bool(here) and SIDE[here[0]] == side)
    return f"taken:{taken} own_lost:{lost[side]} enemy_lost:{lost[1 - side]}"


def alike(s: State) -> Hashable:
    """Pieces of one kind with the same cubes, from the same place, are not told apart."""
    came = {p: rest for p, *rest in s.attack}

    def sort(p: int) -> tuple[int, ...]:
        return KIND[p], s.cubes[p], *came.get(p, ())

    def frame(f: Any) -> Hashable:
        if isinstance(f, Rank):
            return f.box, *map(sort, f.queue)
        if isinstance(f, Flight):
            return sort(f.piece), f
        if isinstance(f, Hits):
            return tuple(map(sort, f.struck)), tuple(map(sort, f.doomed)), f
        return f  # type: ignore[no-any-return]

    frames = tuple(map(frame, s.stack))
    places = tuple((place, tuple(sorted(map(sort, here)))) for place, here in enumerate(s.at) if here)
    return frames, places, tuple(sorted(map(sort, came))), s.disrupted, tuple(s.fight), tuple(s.sticks), tuple(s.block_at)


def policy(s: State) -> int:
    """Guns stay with their infantry; otherwise as the script would."""
    if s.stack[-1][0] == Box.PULL_OUT:
        return DONE
    return order(s)[0]


ODDS = Odds(parse, ask, done, measure, policy, USAGE, alike)
