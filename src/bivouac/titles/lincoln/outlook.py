"""Before somebody chooses: where armies could retreat to, who could reinforce them, and the actions that something takes."""

from __future__ import annotations

from bivouac.core.kit.bits import bits
from bivouac.core.outlook import Outlook
from bivouac.core.text import Name, Text
from bivouac.titles.lincoln.printed.map import LOC_OF, WAY_FROM_LOC, WAY_TO, WAY_TO_LOC, WAYS_INTO, WAYS_OF_LOC
from bivouac.titles.lincoln.printed.units import FORT
from bivouac.titles.lincoln.rules.ch16_retreat import is_refuge
from bivouac.titles.lincoln.state import KIND_OF_PIECE, State


def outlook(s: State, thing: Name) -> Outlook | None:
    """LIN-retreat-b, LIN-retreat-i: an army, and the refuges over the links of its location."""
    if thing.kind != "piece" or not 0 <= thing.id < len(s.where) or s.where[thing.id] < 0:
        return None
    half, (side, kind) = s.where[thing.id], KIND_OF_PIECE[thing.id]
    if kind == FORT:
        return None
    loc = LOC_OF[half]
    refuges = dict.fromkeys(WAY_TO[way] for way in bits(WAYS_OF_LOC[loc]) if WAY_TO_LOC[way] != loc and is_refuge(s, side, way))
    return Outlook(retreat=tuple(Name("half", h) for h in refuges), rule="LIN-retreat-h", helps=reserves(s, half, side))


def reserves(s: State, half: int, side: int) -> tuple[Name, ...] | None:
    """LIN-card-j: the armies next door that could come by the Reinforcements card; nobody comes to the attacker."""
    if side == s.active:
        return None
    loc = LOC_OF[half]
    ways = [w for w in bits(WAYS_INTO[loc]) if s.control[loc] == side or WAY_TO[w] == half]
    doors = {WAY_FROM_LOC[w] for w in ways if s.control[WAY_FROM_LOC[w]] == side}
    beside = [p for p, at in enumerate(s.where) if at >= 0 and LOC_OF[at] in doors]
    return tuple(Name("piece", p) for p in beside if KIND_OF_PIECE[p][0] == side and KIND_OF_PIECE[p][1] != FORT)


def spent(before: State, after: State) -> Text | None:
    """Actions; where the turn is over, all that were left."""
    n = before.actions - after.actions if after.active == before.active else before.actions
    return Text("outlook.cost", {"n": n}) if n > 0 else None
