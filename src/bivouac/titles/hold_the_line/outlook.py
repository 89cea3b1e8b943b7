"""Before somebody chooses: fields of fire, lines of sight, ways back."""

from __future__ import annotations

from bivouac.core.hexes import obstacles
from bivouac.core.kit.bits import bits
from bivouac.core.outlook import Outlook, Sight
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.hold_the_line.events import who
from bivouac.titles.hold_the_line.printed.map import ALL, BIT, DISTANCE, GRID, HEXES, NEAR
from bivouac.titles.hold_the_line.printed.units import ARTILLERY, DICE_FAR, GUNBOAT, LEADER
from bivouac.titles.hold_the_line.rules.ch08_fire import in_sight
from bivouac.titles.hold_the_line.rules.ch08_retreat import sieved, ways_back
from bivouac.titles.hold_the_line.state import GUNS_FALL, LINE_FALLS, State

TOLD = 3


def outlook(s: State, thing: Name) -> Outlook | None:
    """A piece on the map: the hexes it could fire at, and where it could go back to."""
    if thing.kind != "piece" or thing.id >= len(s.pos) or s.pos[thing.id] < 0:
        return None
    kind, h = s.field.kind_of[thing.id], s.pos[thing.id]
    fire = bits(in_sight(s, kind, h, ALL)) if DICE_FAR[kind] else ()
    return Outlook(fire=tuple(Name("hex", n) for n in fire), retreat=ways_out(s, thing.id), rule="HTL-8.4.2a")


def ways_out(s: State, p: int) -> tuple[Name, ...] | None:
    """Where a unit would go back to that the nearest enemy beats in a close assault."""
    kind, h, side = s.field.kind_of[p], s.pos[p], s.field.side_of[p]
    enemies = [q for q, at in enumerate(s.pos) if at >= 0 and s.field.side_of[q] != side and s.field.kind_of[q] not in (LEADER, GUNBOAT)]
    if kind in (LEADER, GUNBOAT) or not enemies:
        return None
    tried = s.clone()
    tried.target, tried.unit = h, min(enemies, key=lambda q: DISTANCE[s.pos[q]][h])
    tried.falling = GUNS_FALL if kind == ARTILLERY else LINE_FALLS
    return tuple(Name("hex", n) for n in bits(sieved(tried, p, h, ways_back(tried, p, h)).best))


def sight(s: State, a: Name, b: Name) -> Sight | None:
    """HTL-8.2: the line between the centres of two hexes, and what stands in its way."""
    if any(end.kind != "hex" or not 0 <= end.id < HEXES for end in (a, b)):
        return None
    closed = s.field.blocking | s.lines[0] | s.lines[1] | s.guns[0] | s.guns[1]
    line = GRID.line(a.id, b.id)
    blocks = () if NEAR[a.id] & BIT[b.id] else obstacles(line, lambda h: bool(closed & BIT[h]))
    facts: dict[str, Arg] = {"frm": a, "to": b, "n": DISTANCE[a.id][b.id]}
    words = Text("outlook.blocked", {**facts, "what": tuple(what_is_in(s, h) for h in blocks)}) if blocks else Text("outlook.free", facts)
    rule = "HTL-8.2c" if any(s.field.blocking & BIT[h] for h in blocks) or not blocks else "HTL-8.2d"
    return Sight(not blocks, tuple(Name("hex", h) for h in blocks), words, rule)


def what_is_in(s: State, h: int) -> Text:
    """What closes a line in a hex: the ground, or who stands there."""
    if s.field.blocking & BIT[h]:
        return Text("outlook.ground", {"terrain": Name("terrain", s.field.terrain[h]), "hex": Name("hex", h)})
    return Text("outlook.unit", {"unit": who(s, s.unit_in(h)), "hex": Name("hex", h)})


def spent(before: State, after: State) -> Text | None:
    """Action points; where the turn is over, all that were left."""
    n = before.ap - after.ap if after.active == before.active else before.ap
    return Text("outlook.cost", {"n": n}) if n > 0 else None
