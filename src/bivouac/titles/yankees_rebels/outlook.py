"""Before somebody chooses: how far units march and fire, lines of sight, ways back."""

from __future__ import annotations

from bivouac.core.hexes import obstacles
from bivouac.core.kit.bits import bits
from bivouac.core.outlook import Outlook, Sight
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.yankees_rebels.printed.map import BIT, DIST, GRID, LEVEL, NEXT, SCREENS, SIZE, TERRAIN, hexes_of
from bivouac.titles.yankees_rebels.printed.units import HALF_POINTS, IS_GUN, SIDE
from bivouac.titles.yankees_rebels.rules.ch04_movement import entrance, entry_area, march_area, march_of, reach
from bivouac.titles.yankees_rebels.rules.ch05_combat import IN_RANGE
from bivouac.titles.yankees_rebels.rules.ch05_effects import retreat_area
from bivouac.titles.yankees_rebels.state import State

TOLD = 3


def outlook(s: State, thing: Name) -> Outlook | None:
    """A unit of either side on the map, or one that waits to enter it."""
    if thing.kind != "unit" or not 0 <= thing.id < len(s.where):
        return None
    u, h = thing.id, s.where[thing.id]
    if h < 0:
        return Outlook(reach=marches(s, u)) if s.due >> u & 1 else None
    fire = bits(IN_RANGE[h] if IS_GUN[u] else NEXT[h])
    seen = tuple(Name("hex", n) for n in fire if not blocking(s, h, n))
    return Outlook(marches(s, u), seen, ways_out(s, u), rule="YR-5.4.2c")


def marches(s: State, u: int) -> tuple[tuple[Name, Text], ...]:
    """Every hex where its march may end, with the movement points that it takes to get there."""
    h, ways, seen, found = s.where[u], march_of(s, u), 0, []
    goals, entry = reach(s, u), 0 if h >= 0 else entrance(s, u, HALF_POINTS[u], ways)
    for points in range(1, HALF_POINTS[u] + 1):
        area = march_area(BIT[h], 0, points, ways) if h >= 0 else entry_area(entry, points, ways)
        new = area & goals & ~seen
        seen |= new
        found += [(Name("hex", n), cost(points)) for n in bits(new)]
    return tuple(found)


def cost(half_points: int) -> Text:
    key = "cost" if half_points % 2 == 0 else "cost_half" if half_points > 1 else "half"
    return Text(f"outlook.{key}", {"n": half_points // 2} if key != "half" else {})


def ways_out(s: State, u: int) -> tuple[Name, ...] | None:
    """YR-5.4.2: where a unit could go back to under the fire of the nearest enemy."""
    h = s.where[u]
    enemies = hexes_of(s.ground[1 - SIDE[u]])
    if not enemies:
        return None
    return tuple(Name("hex", n) for n in bits(retreat_area(s, u, min(enemies, key=lambda n: DIST[n][h]))))


def blocking(s: State, a: int, b: int) -> tuple[int, ...]:
    """YR-5.1, YR-5.2: the hexes that close the line of fire from one hex to another; only what is as high as the firer does."""
    height, closed = LEVEL[a], SCREENS & ~s.works | s.ground[0] | s.ground[1]
    return () if DIST[a][b] < 2 else obstacles(GRID.line(a, b), lambda h: LEVEL[h] >= height and bool(closed & BIT[h]))


def sight(s: State, a: Name, b: Name) -> Sight | None:
    if any(end.kind != "hex" or not 0 <= end.id < SIZE for end in (a, b)):
        return None
    found = blocking(s, a.id, b.id)
    facts: dict[str, Arg] = {"frm": a, "to": b, "n": DIST[a.id][b.id]}
    words = Text("outlook.blocked", {**facts, "what": tuple(what_is_in(s, h) for h in found)}) if found else Text("outlook.free", facts)
    return Sight(not found, tuple(Name("hex", h) for h in found), words, "YR-5.1b")


def what_is_in(s: State, h: int) -> Text:
    if SCREENS & ~s.works & BIT[h]:
        return Text("outlook.ground", {"terrain": Text(f"labels.legend_{TERRAIN[h]}"), "hex": Name("hex", h)})
    return Text("outlook.unit", {"unit": Name("unit", s.units_at(h)[0]), "hex": Name("hex", h)})
