"""The ground: places, borders, roads, sight. Read once from `data/map.toml`; everything here is a tuple or an int.

A place is an area (0 to AREAS - 1) or an entry box (AREAS to PLACES - 1). A set of places is an int with one bit for each.
"""

from __future__ import annotations

from importlib import resources
from typing import Final, Literal

import msgspec

from bivouac.core.data import BadData, Path, fail, read
from bivouac.core.text import Both

FILE: Final = "map.toml"
OPEN, TOWN, RIDGE, HILL = 0, 1, 2, 3
TERRAINS: Final = ("open", "town", "ridge", "hill")
Source = Literal["rulebook", "public", "reconstructed"]
Confidence = Literal["certain", "likely", "guess"]
Point = tuple[int, int]


class _Map(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    size: tuple[int, int]
    confidence: Confidence = "certain"


class _Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    terrain: Literal["open", "town", "ridge", "hill"]
    centre: tuple[int, int]
    borders: str
    outline: str
    corners: str = ""
    stars: int = 0


class _Road(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: Literal["road", "railroad"]
    crosses: str
    line: str


class _Stream(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    along: str
    line: str


class _Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    side: Literal["union", "confederacy"]
    area: str
    at: tuple[int, int]
    source: Source


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    map: _Map
    area: list[_Area]
    road: list[_Road]
    stream: list[_Stream]
    box: list[_Box]


class Line(msgspec.Struct, frozen=True):
    """A road or stream as it is drawn."""

    name: str
    kind: str
    points: tuple[Point, ...]


def points(text: str) -> tuple[Point, ...]:
    """A row of points as written in the file: "0,0  153,0"."""
    return tuple((int(x), int(y)) for x, y in (pair.split(",") for pair in text.split()))


class Ground:
    """A checked map. `borders[a]`: the neighbours of place a; `reach[a]`: a itself and its neighbours, as bits."""

    def __init__(self, text: str, file: str = FILE) -> None:
        self._text, self._file = text, file
        self.data = data = read(MapFile, text, file)
        self.index = {a.id: i for i, a in enumerate(data.area)}
        self.areas = len(data.area)
        self._unique()
        self.box_index = {b.id: self.areas + i for i, b in enumerate(data.box)}
        self.box_area = tuple(self._area(b.area, ("box", i, "area")) for i, b in enumerate(data.box))
        self.box_side = tuple(0 if b.side == "union" else 1 for b in data.box)
        self._read_borders()
        self._check_lines()
        self._add_boxes()
        self.terrain = tuple(TERRAINS.index(a.terrain) for a in data.area) + (OPEN,) * len(data.box)
        self.stars = tuple(a.stars for a in data.area) + (0,) * len(data.box)
        self.corners = tuple(
            tuple(sorted(self._area(c, ("area", i, "corners")) for c in a.corners.split())) for i, a in enumerate(data.area)
        )
        self._check_corners()

    def _unique(self) -> None:
        if len(self.index) != self.areas:
            raise self.wrong(("area",), Both("two areas have the same id", "due aree hanno lo stesso id"))

    def wrong(self, path: Path, problem: Both) -> BadData:
        return fail(self._text, self._file, path, problem)

    def _area(self, name: str, path: Path) -> int:
        if name not in self.index:
            raise self.wrong(path, Both(f"there is no area {name}", f"non c'è un'area {name}"))
        return self.index[name]

    def _read_borders(self) -> None:
        links: list[set[int]] = [set() for _ in self.data.area]
        self.roads: set[tuple[int, int]] = set()
        self.streams: set[tuple[int, int]] = set()
        for i, area in enumerate(self.data.area):
            for word in area.borders.split():
                j = self._area(word.rstrip("=~"), ("area", i, "borders"))
                links[i].add(j)
                if "=" in word:
                    self.roads.add((i, j))
                if "~" in word:
                    self.streams.add((i, j))
        for i, near in enumerate(links):
            for j in near:
                pairs = (self.roads, self.streams)
                if i not in links[j] or any(((i, j) in marked) != ((j, i) in marked) for marked in pairs):
                    problem = Both(
                        f"the border with {self.data.area[j].id} is not told alike on both sides",
                        f"il confine con {self.data.area[j].id} non è detto allo stesso modo dalle due parti",
                    )
                    raise self.wrong(("area", i, "borders"), problem)
        self.links = links

    def _check_lines(self) -> None:
        for kind, marked in (("road", self.roads), ("stream", self.streams)):
            found: set[tuple[int, int]] = set()
            drawn = [road.crosses for road in self.data.road] if kind == "road" else [stream.along for stream in self.data.stream]
            for n, line in enumerate(drawn):
                for word in line.split():
                    a, b = (self._area(x, (kind, n)) for x in word.split("-"))
                    if (a, b) not in marked:
                        raise self.wrong(
                            (kind, n),
                            Both(f"{word} is not marked as a border of this kind", f"{word} non è segnato come confine di questo tipo"),
                        )
                    found |= {(a, b), (b, a)}
            if found != marked:
                i, j = min(marked - found)
                raise self.wrong(
                    ("area", i, "borders"),
                    Both(
                        f"no {kind} is drawn over the border with {self.data.area[j].id}",
                        f"nessuna linea ({kind}) passa il confine con {self.data.area[j].id}",
                    ),
                )

    def _add_boxes(self) -> None:
        borders = [tuple(sorted(near)) for near in self.links]
        borders += [(a,) for a in self.box_area]
        boxes_of: list[list[int]] = [[] for _ in borders]
        for i, a in enumerate(self.box_area):
            boxes_of[a].append(self.areas + i)
        self.borders = tuple(borders)
        self.beside = tuple((*near, *boxes) for near, boxes in zip(borders, boxes_of))

    def _check_corners(self) -> None:
        for i, near in enumerate(self.corners):
            for j in near:
                if i not in self.corners[j] or j in self.links[i]:
                    problem = Both(
                        f"the corner with {self.data.area[j].id} is not told alike on both sides",
                        f"l'angolo con {self.data.area[j].id} non è detto allo stesso modo dalle due parti",
                    )
                    raise self.wrong(("area", i, "corners"), problem)

    def edge(self, a: int, b: int) -> tuple[Point, Point]:
        """The two ends of the border between two areas, in the order of a's outline."""
        pa = points(self.data.area[a].outline)
        pb = set(points(self.data.area[b].outline))
        for p, q in zip(pa, (*pa[1:], pa[0])):
            if p in pb and q in pb:
                return p, q
        raise self.wrong(
            ("area", a, "outline"),
            Both(f"shares no edge with {self.data.area[b].id}", f"non ha un lato in comune con {self.data.area[b].id}"),
        )

    def sight(self, a: int, reach: int) -> int:
        """The areas a gun in area a can fire into: within reach by the shortest way, corners included, one such way free of high ground."""
        far = {a: 0}
        clear = {a}
        seen = 0
        ring = [a]
        for d in range(1, reach + 1):
            found: dict[int, bool] = {}
            for x in ring:
                open_way = x in clear and (x == a or self.terrain[x] in (OPEN, TOWN))
                for y in (*self.borders[x], *self.corners[x]):
                    if y not in far:
                        found[y] = found.get(y, False) or open_way
            for y, is_clear in found.items():
                far[y] = d
                if is_clear:
                    clear.add(y)
                    seen |= 1 << y
            ring = list(found)
        return seen


def bits_of(places: tuple[int, ...] | list[int] | set[int]) -> int:
    total = 0
    for p in places:
        total |= 1 << p
    return total


GROUND: Final = Ground(resources.files("bivouac.titles.gettysburg").joinpath("data", FILE).read_text("utf-8"))

AREAS: Final = GROUND.areas
PLACES: Final = AREAS + len(GROUND.data.box)
BOXES: Final = tuple(range(AREAS, PLACES))
NAMES: Final = tuple(a.name for a in GROUND.data.area) + tuple(b.name for b in GROUND.data.box)
IDS: Final = {**GROUND.index, **GROUND.box_index}
TERRAIN: Final = GROUND.terrain
STARS: Final = GROUND.stars
BORDERS: Final = GROUND.borders
BESIDE: Final = GROUND.beside
CORNERS: Final = GROUND.corners + ((),) * len(GROUND.data.box)
BIT: Final = tuple(1 << p for p in range(PLACES))
NEAR: Final = tuple(bits_of(near) for near in BORDERS)
REACH: Final = tuple(bits_of(near) | 1 << p for p, near in enumerate(BESIDE))
REACHED: Final = tuple(tuple(sorted((p, *near))) for p, near in enumerate(BESIDE))
ROAD: Final = tuple(bits_of([b for b in BORDERS[a] if (a, b) in GROUND.roads]) for a in range(PLACES))
ON_BOARD: Final = (1 << AREAS) - 1
BOX_AREA: Final = (-1,) * AREAS + GROUND.box_area
BOX_SIDE: Final = (-1,) * AREAS + GROUND.box_side
OWN_BOXES: Final = tuple(bits_of([b for b in BOXES if BOX_SIDE[b] == side]) for side in (0, 1))
BOXES_OF: Final = tuple(tuple(b for b in BOXES if BOX_SIDE[b] == side) for side in (0, 1))
STARRED: Final = bits_of([a for a in range(AREAS) if STARS[a]])
DOUBLE_STAR: Final = bits_of([a for a in range(AREAS) if STARS[a] == 2])

_BYTE: Final = tuple(tuple(i for i in range(8) if b >> i & 1) for b in range(256))
_TABLE: Final = tuple(tuple(tuple(8 * k + i for i in row) for row in _BYTE) for k in range((PLACES + 7) // 8))


def places_in(bits: int) -> list[int]:
    """The places of a set, in order."""
    found: list[int] = []
    k = 0
    while bits:
        low = bits & 255
        if low:
            found += _TABLE[k][low]
        bits >>= 8
        k += 1
    return found
