"""The ground: places, borders, roads, sight. Read once from `data/map.toml`; everything here is a tuple or an int.

A place is an area (0 to AREAS - 1) or an entry box (AREAS to PLACES - 1). A set of places is an int with one bit for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bivouac.core.data import BadData, Path, fail, read
from bivouac.core.kit.bits import set_of
from bivouac.core.kit.printed import Files
from bivouac.core.text import Both
from bivouac.titles.gettysburg.printed.schema import MapFile, Point

FILES: Final = Files("bivouac.titles.gettysburg")
OPEN, TOWN, RIDGE, HILL = 0, 1, 2, 3
TERRAINS: Final = ("open", "town", "ridge", "hill")
SIDE_KEYS: Final = ("union", "csa")
Pairs = set[tuple[int, int]]


def points(text: str) -> tuple[Point, ...]:
    """A row of points as written in the file: "0,0  153,0"."""
    return tuple((int(x), int(y)) for x, y in (pair.split(",") for pair in text.split()))


class Ground:
    """A checked map. `borders[a]`: the neighbours of place a; `beside[a]`: its entry boxes, too; `corners[a]`: what only touches it."""

    def __init__(self, text: str, file: str = "data/map.toml") -> None:
        self._text, self._file = text, file
        self.data = data = read(MapFile, text, file)
        self.index = {a.id: i for i, a in enumerate(data.area)}
        self.areas = len(data.area)
        if len(self.index) != self.areas:
            raise self.wrong(("area",), Both("two areas have the same id", "due aree hanno lo stesso id"))
        self.box_index = {b.id: self.areas + i for i, b in enumerate(data.box)}
        self.box_area = tuple(self._area(b.area, ("box", i, "area")) for i, b in enumerate(data.box))
        self.terrain = tuple(TERRAINS.index(a.terrain) for a in data.area) + (OPEN,) * len(data.box)
        self._read_borders()
        self._check_lines("road", self.roads, [road.crosses for road in data.road])
        self._check_lines("stream", self.streams, [stream.along for stream in data.stream])
        self._read_corners()

    def wrong(self, path: Path, problem: Both) -> BadData:
        return fail(self._text, self._file, path, problem)

    def _area(self, name: str, path: Path) -> int:
        if name not in self.index:
            raise self.wrong(path, Both(f"there is no area {name}", f"non c'è un'area {name}"))
        return self.index[name]

    def _read_borders(self) -> None:
        marks: dict[tuple[int, int], str] = {}
        for i, area in enumerate(self.data.area):
            for word in area.borders.split():
                name = word.rstrip("=~")
                marks[i, self._area(name, ("area", i, "borders"))] = "".join(sorted(word[len(name) :]))
        for (i, j), mark in marks.items():
            if marks.get((j, i)) != mark:
                raise self._unlike(i, j, "borders", Both("border", "il confine"))
        self.roads: Pairs = {pair for pair, mark in marks.items() if "=" in mark}
        self.streams: Pairs = {pair for pair, mark in marks.items() if "~" in mark}
        near = tuple(tuple(sorted(j for i, j in marks if i == a)) for a in range(self.areas))
        boxes = tuple(tuple(self.areas + i for i, b in enumerate(self.box_area) if b == a) for a in range(self.areas))
        self.borders = near + tuple((a,) for a in self.box_area)
        self.beside = tuple((*areas, *more) for areas, more in zip(near, boxes)) + self.borders[self.areas :]

    def _unlike(self, i: int, j: int, key: str, what: Both) -> BadData:
        name = self.data.area[j].id
        problem = Both(
            f"the {what.en} with {name} is not told alike on both sides",
            f"{what.it} con {name} non è detto allo stesso modo dalle due parti",
        )
        return self.wrong(("area", i, key), problem)

    def _check_lines(self, kind: str, marked: Pairs, drawn: Sequence[str]) -> None:
        """Every border with a mark is crossed by a drawn line, and no line crosses another."""
        found: Pairs = set()
        for n, line in enumerate(drawn):
            for word in line.split():
                a, b = (self._area(x, (kind, n)) for x in word.split("-"))
                if (a, b) not in marked:
                    problem = Both(f"{word} is not marked as a border of this kind", f"{word} non è segnato come confine di questo tipo")
                    raise self.wrong((kind, n), problem)
                found |= {(a, b), (b, a)}
        if found != marked:
            i, j = min(marked - found)
            name = self.data.area[j].id
            problem = Both(f"no {kind} is drawn over the border with {name}", f"nessuna linea ({kind}) passa il confine con {name}")
            raise self.wrong(("area", i, "borders"), problem)

    def _read_corners(self) -> None:
        rows = [[self._area(c, ("area", i, "corners")) for c in a.corners.split()] for i, a in enumerate(self.data.area)]
        self.corners = tuple(tuple(sorted(row)) for row in rows) + ((),) * len(self.data.box)
        for i, near in enumerate(rows):
            for j in near:
                if i not in rows[j] or j in self.borders[i]:
                    raise self._unlike(i, j, "corners", Both("corner", "l'angolo"))

    def edge(self, a: int, b: int) -> tuple[Point, Point]:
        """The two ends of the border between two areas, in the order of a's outline."""
        pa = points(self.data.area[a].outline)
        pb = set(points(self.data.area[b].outline))
        for p, q in zip(pa, (*pa[1:], pa[0])):
            if p in pb and q in pb:
                return p, q
        name = self.data.area[b].id
        raise self.wrong(("area", a, "outline"), Both(f"shares no edge with {name}", f"non ha un lato in comune con {name}"))

    def sight(self, a: int, reach: int) -> int:
        """The areas a gun in area a can fire into: within reach by the shortest way, corners included, one such way free of high ground."""
        far, clear, seen, ring = {a}, {a}, 0, [a]
        for _ in range(reach):
            found: dict[int, bool] = {}
            for x in ring:
                open_way = x in clear and (x == a or self.terrain[x] in (OPEN, TOWN))
                for y in (*self.borders[x], *self.corners[x]):
                    if y not in far:
                        found[y] = found.get(y, False) or open_way
            far |= set(found)
            clear |= {y for y, is_clear in found.items() if is_clear}
            seen |= set_of(y for y, is_clear in found.items() if is_clear)
            ring = list(found)
        return seen


GROUND: Final = Ground(FILES.text("map.toml"))

AREAS: Final = GROUND.areas
PLACES: Final = AREAS + len(GROUND.data.box)
BOXES: Final = tuple(range(AREAS, PLACES))
NAMES: Final = (*(a.name for a in GROUND.data.area), *(b.name for b in GROUND.data.box))
IDS: Final = {**GROUND.index, **GROUND.box_index}
TERRAIN: Final = GROUND.terrain
STARS: Final = tuple(a.stars for a in GROUND.data.area) + (0,) * len(BOXES)
BORDERS: Final = GROUND.borders
BESIDE: Final = GROUND.beside
CORNERS: Final = tuple(map(set_of, GROUND.corners))
BIT: Final = tuple(1 << p for p in range(PLACES))
NEAR: Final = tuple(set_of(near) for near in BORDERS)
REACH: Final = tuple(set_of(near) | 1 << p for p, near in enumerate(BESIDE))
ROAD: Final = tuple(set_of(b for b in BORDERS[a] if (a, b) in GROUND.roads) for a in range(PLACES))
ON_BOARD: Final = (1 << AREAS) - 1
BOX_AREA: Final = (-1,) * AREAS + GROUND.box_area
BOX_SIDE: Final = (-1,) * AREAS + tuple(SIDE_KEYS.index(b.side) for b in GROUND.data.box)
BOXES_OF: Final = tuple(tuple(b for b in BOXES if BOX_SIDE[b] == side) for side in (0, 1))
OWN_BOXES: Final = tuple(map(set_of, BOXES_OF))
BEFORE_BOXES: Final = tuple(set_of(BOX_AREA[b] for b in boxes) for boxes in BOXES_OF)
HIGH: Final = set_of(a for a in range(AREAS) if TERRAIN[a] in (RIDGE, HILL))
STARRED: Final = set_of(a for a in range(AREAS) if STARS[a])
DOUBLE_STAR: Final = set_of(a for a in range(AREAS) if STARS[a] == 2)
