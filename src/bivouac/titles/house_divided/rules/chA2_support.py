"""A2.0: stacks must trace a line of support along own railroads and rivers, or lose a piece."""

from __future__ import annotations

from bivouac.core.legality import offers
from bivouac.core.text import Arg, Name
from bivouac.titles.house_divided.events import UNSUPPORTED
from bivouac.titles.house_divided.frames import At, Box, Items
from bivouac.titles.house_divided.printed.map import EXITS, KIND, NUMBERED, PORT, PORT_SET, POTOMAC, RIVER, ROAD, TO, UNION, N
from bivouac.titles.house_divided.rules.ch11_victory import settle_alarm
from bivouac.titles.house_divided.setup import SUPPORT
from bivouac.titles.house_divided.state import MASK, State


def check_support(s: State, f: At) -> None:
    """Before anything else a player looks for stacks without support (A2.0a)."""
    boxes = unsupported(s) if s.rules & SUPPORT else ()
    if boxes:
        s.goto(Items(Box.SUPPORT_LOSS, boxes))
    else:
        s.pop()


def unsupported(s: State) -> tuple[int, ...]:
    """The boxes where two or more pieces of the active side have no line of support."""
    side = s.active
    stacks = [b for b in s.boxes_of(side) if s.count_at(side, b) > 1]
    if not stacks:
        return ()
    supported = supported_boxes(s)
    return tuple([b for b in stacks if not (supported >> b & 1 or reaches_by_river(s, b, supported))])


def is_friendly(s: State, box: int) -> bool:
    """A box on a line of support is owned and holds no enemy."""
    return s.owner[box] == s.active and not s.has_pieces(1 - s.active, box)


def supported_boxes(s: State) -> int:
    """Friendly boxes joined by railroads and rivers support each other if two recruitment cities, or a Union port, are among them. Union
    pieces that stand in a port are always supported (A2.1d)."""
    side = s.active
    seen = supported = 0
    for start in range(N):
        if seen >> start & 1 or not is_friendly(s, start):
            continue
        group = flood(s, start)
        seen |= sum([1 << b for b in group])
        cities = len([b for b in group if NUMBERED >> b & 1])
        if cities >= 2 or (side == UNION and any(PORT[b] for b in group)):
            supported |= sum([1 << b for b in group])
    return supported | PORT_SET if side == UNION else supported


def flood(s: State, start: int) -> list[int]:
    """All friendly boxes that a line of support can reach from one."""
    group, reached = [start], 1 << start
    for box in group:
        for line in EXITS[box]:
            to = TO[line]
            if not reached >> to & 1 and carries_support(s, line) and is_friendly(s, to):
                reached |= 1 << to
                group.append(to)
    return group


def carries_support(s: State, line: int) -> bool:
    """Railroads and rivers do, roads do not, and the Potomac not for the South (A2.1c)."""
    return KIND[line] != ROAD and (s.active == UNION or not POTOMAC >> line & 1)


def reaches_by_river(s: State, box: int, supported: int) -> bool:
    """From a box that is not its own a stack reaches support only by river: no railroad there is friendly."""
    if is_friendly(s, box):
        return False
    return any(KIND[e] == RIVER and carries_support(s, e) and supported >> TO[e] & 1 and is_friendly(s, TO[e]) for e in EXITS[box])


def of_the_box(s: State, f: Items, piece: int) -> dict[str, Arg]:
    return {"box": Name("box", f.items[0])}


@offers("AHD-A2.2a", of_the_box)
def is_without_support(s: State, f: Items) -> int:
    """The piece that is lost is one of those in the box without support."""
    return s.at[f.items[0]] & MASK[s.active]


def lose_support(s: State, f: Items, piece: int) -> None:
    """One piece of the owner's choice is eliminated in each box without support (A2.2a)."""
    s.tell(UNSUPPORTED, s.active, s.kind[piece], f.items[0])
    s.eliminate(piece)
    if len(f.items) > 1:
        s.goto(Items(Box.SUPPORT_LOSS, f.items[1:]))
    else:
        s.pop()
    if s.alarm:
        settle_alarm(s)
