"""The printed matter of Gettysburg as the oracle reads it, with a parser of its own, and what lies on the table."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from importlib import resources
from typing import NamedTuple

UNION, CSA = 0, 1
KINDS = ("regular", "elite", "inferior", "cavalry", "artillery")
REGULAR, ELITE, INFERIOR, CAVALRY, GUN = range(5)
PERIODS = ("morning", "noon", "afternoon", "night")
AFTERNOON, NIGHT = 2, 3
MOST_CUBES = {REGULAR: 5, ELITE: 5, INFERIOR: 5, CAVALRY: 3}
HILLS = ("hill", "ridge")
RANGES = {"open": 1, "town": 1, "ridge": 3, "hill": 4}


def read(name):
    return tomllib.loads(resources.files("bivouac.titles.gettysburg").joinpath("data", *name.split("/")).read_text("utf-8"))


class Map:
    """Areas are numbered in the order of the file, entry boxes after them."""

    def __init__(self):
        data = read("map.toml")
        self.ids = {row["id"]: n for n, row in enumerate([*data["area"], *data["box"]])}
        self.areas = len(data["area"])
        self.places = len(self.ids)
        self.terrain = [row["terrain"] for row in data["area"]]
        self.stars = [row.get("stars", 0) for row in data["area"]]
        self.borders = [{self.ids[word.rstrip("=~")] for word in row["borders"].split()} for row in data["area"]]
        self.roads = {(a, self.ids[w.rstrip("=~")]) for a, row in enumerate(data["area"]) for w in row["borders"].split() if "=" in w}
        self.corners = [{self.ids[word] for word in row.get("corners", "").split()} for row in data["area"]]
        self.box_area = {self.ids[row["id"]]: self.ids[row["area"]] for row in data["box"]}
        self.box_side = {self.ids[row["id"]]: ("union", "csa").index(row["side"]) for row in data["box"]}
        self.targets = [self.seen_from(a) for a in range(self.areas)]

    def near(self, place):
        """What shares an edge with a place: areas, and entry boxes with their area."""
        if place >= self.areas:
            return {self.box_area[place]}
        return self.borders[place] | {box for box, area in self.box_area.items() if area == place}

    def reach(self, place):
        return {place} | self.near(place)

    def seen_from(self, gun):
        """The areas within range to which one of the shortest ways, corners included, passes no high ground on its way."""
        ways, found = [[gun]], set()
        passed = {gun}
        for _ in range(RANGES[self.terrain[gun]]):
            longer = [[*way, b] for way in ways for b in self.borders[way[-1]] | self.corners[way[-1]] if b not in passed]
            found |= {way[-1] for way in longer if not any(self.terrain[x] in HILLS for x in way[1:-1])}
            passed |= {way[-1] for way in longer}
            ways = longer
        return found


MAP = Map()
UNITS = read("units.toml")["side"]
TABLES = read("tables.toml")
BATTLE = read("scenarios/battle.toml")
SIDES = ("union", "csa")
SIDE_AND_KIND = [(s, k) for s in (UNION, CSA) for k in range(5) for _ in range(UNITS[SIDES[s]]["pieces"].get(KINDS[k], 0))]


class Piece:
    """One wooden piece. `cubes` counts in an assault, where each piece has its own; of a gun it says whether it lies on its side. Pieces
    stand in the order of their numbers, and of those that are alike the lowest number is taken."""

    __slots__ = ("border", "cubes", "kind", "number", "origin", "side", "target")

    def __init__(self, number):
        self.number, self.cubes = number, 0
        self.side, self.kind = SIDE_AND_KIND[number]
        self.target = self.origin = self.border = -1

    @property
    def is_gun(self):
        return self.kind == GUN

    @property
    def sort(self):
        """What can be told apart where cubes lie in the area."""
        return (self.kind, self.cubes) if self.is_gun else (self.kind, 0)

    @property
    def single(self):
        """What can be told apart in an assault."""
        return (self.kind, self.cubes, self.origin)


@dataclass
class Block:
    side: int
    value: int
    place: int = -1  # -1 in hand, -2 set aside
    discs: int = 0


class Question(NamedTuple):
    """What is asked: by which answers' form ("plain" numbers, "sort" or "single" of pieces), whether even of one answer."""

    side: int  # -1: chance
    box: str
    options: frozenset
    form: str = "plain"
    always: bool = False


@dataclass
class Table:
    """All that lies on the table."""

    at: dict = field(default_factory=lambda: {p: [] for p in range(MAP.places)})
    pool: Counter = field(default_factory=Counter)  # cubes by (place, kind)
    stock: dict = field(default_factory=lambda: {(s, KINDS.index(k)): n for s in (0, 1) for k, n in UNITS[SIDES[s]]["cubes"].items()})
    sticks: dict = field(default_factory=lambda: {a: [] for a in range(MAP.areas)})
    disrupted: set = field(default_factory=set)
    fired: set = field(default_factory=set)
    blocks: list = field(default_factory=lambda: [Block(s, v) for s in (0, 1) for v in UNITS[SIDES[s]]["blocks"]])
    blue: int = 0
    black: int = 0
    single: int = 0
    double: int = 0
    day: int = 1
    period: int = 0
    active: int = CSA
    attackers: list = field(default_factory=list)
    fight: int = -1  # the area of the assault at hand, once its cubes are assigned

    def side_of(self, place):
        return self.at[place][0].side if self.at[place] else -1

    def enemy_in(self, place, side):
        return self.side_of(place) == 1 - side

    def foot(self, place):
        return [p for p in self.at[place] if not p.is_gun]

    def guns(self, place):
        return [p for p in self.at[place] if p.is_gun]

    def blocks_of(self, side):
        return [b for b in self.blocks if b.side == side]

    def block_in(self, place):
        return next((b for b in self.blocks if b.place == place), None)

    def full(self, place, side):
        """An area that holds four pieces of a side."""
        return place < MAP.areas and self.side_of(place) == side and len(self.at[place]) >= 4

    def attackers_of(self, area):
        return [p for p in self.attackers if p.target == area]

    def sticks_left(self):
        return 20 - sum(len(s) for s in self.sticks.values())

    def has_rooms(self, side, n):
        return sum(b.value - b.discs for b in self.blocks_of(side) if b.place >= 0) >= n

    def cubes_of(self, place, kind):
        """The cubes of a class in a place, wherever they lie."""
        if place == self.fight:
            return sum(p.cubes for p in self.at[place] if p.kind == kind)
        return self.pool[place, kind]
