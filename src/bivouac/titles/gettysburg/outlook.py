"""Before somebody chooses: what guns command, what hides behind high ground, where defenders could flee to."""

from __future__ import annotations

from bivouac.core.kit.bits import bits
from bivouac.core.outlook import Outlook, Sight
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.gettysburg.frames import Box, Flight
from bivouac.titles.gettysburg.printed.map import AREAS, HIGH
from bivouac.titles.gettysburg.printed.units import IS_GUN, SIGHT
from bivouac.titles.gettysburg.rules.ch01_components import left_open
from bivouac.titles.gettysburg.rules.ch15_retreat import MAY_PASS, havens, leads_to_a_haven, shares_a_border
from bivouac.titles.gettysburg.rules.ch19_fire import RANGE, steps_from
from bivouac.titles.gettysburg.state import State

TOLD = 3


def outlook(s: State, thing: Name) -> Outlook | None:
    """A piece in an area: what its guns reach, and where it would find a haven."""
    area = next((a for a in range(AREAS) if thing.kind == "piece" and thing.id in s.at[a]), -1)
    if area < 0:
        return None
    fire = tuple(Name("place", a) for a in bits(SIGHT[area])) if IS_GUN[thing.id] else ()
    return Outlook(fire=fire, retreat=ways_out(s, thing.id, area), rule="GET-retreat-f")


def ways_out(s: State, p: int, area: int) -> tuple[Name, ...]:
    """The havens next to an area; where all of them are full, those beyond a full one."""
    f = Flight(Box.FLEE, p, area)
    found = havens(s, f)
    if not found:
        full = [via for via in bits(left_open(s, f, shares_a_border, MAY_PASS)) if leads_to_a_haven(s, f, via) is True]
        for via in full:
            found |= havens(s, Flight(Box.BEYOND, p, area, via))
    return tuple(Name("place", a) for a in bits(found))


def sight(s: State, a: Name, b: Name) -> Sight | None:
    """GET-fire-c to GET-fire-e: how far it is, and the high ground on every shortest way."""
    if any(end.kind != "place" or not 0 <= end.id < AREAS for end in (a, b)) or a.id == b.id:
        return None
    far, back = steps_from(a.id), steps_from(b.id)
    n, is_seen = far[b.id], bool(SIGHT[a.id] >> b.id & 1)
    facts: dict[str, Arg] = {"frm": a, "to": b, "n": n}
    if not RANGE[a.id] >> b.id & 1:
        return Sight(False, (), Text("outlook.too_far", facts), "GET-fire-c")
    if is_seen:
        return Sight(True, (), Text("outlook.free", facts), "GET-fire-e")
    high = tuple(Name("place", x) for x in range(AREAS) if x not in (a.id, b.id) and far[x] + back[x] == n and HIGH >> x & 1)
    return Sight(False, high, Text("outlook.blocked", {**facts, "what": high[:TOLD]}), "GET-fire-e")
