"""The board of the oracle: map, units and scenarios, read from the data files by a parser of its own, and brute-force geometry.

Nothing of the title's code is used. A hex is a number, column by column from A13, as in the answers of the game; distances come from a
breadth-first search, lines of sight from the corners of every hex.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from itertools import pairwise
from math import sqrt

DATA = resources.files("bivouac.titles.yankees_rebels").joinpath("data")
MAP = tomllib.loads(DATA.joinpath("map.toml").read_text("utf-8"))
TABLES = tomllib.loads(DATA.joinpath("tables.toml").read_text("utf-8"))
UNITS = tomllib.loads(DATA.joinpath("units.toml").read_text("utf-8"))["unit"]

# --- units ------------------------------------------------------------------------------------------------------------

COUNT = len(UNITS)
SIDES = ("union", "csa")
UNIT = {row["id"]: u for u, row in enumerate(UNITS)}
SIDE = [SIDES.index(row["side"]) for row in UNITS]
TYPE = [row["type"] for row in UNITS]
CORPS = [row["corps"] for row in UNITS]
FULL = [row["strength"] for row in UNITS]
TRAINING = [{"conscript": 2, "veteran": 3, "elite": 4}[row["training"]] for row in UNITS]
POINTS = {"F": 2, "C": 4, "A": 2, "AC": 3}
FIRE = (0, 3, 2, 1, 1)
RESERVES = ("CR", "AR")
MARKERS = [(0, "flag"), (1, "flag")]
for u in range(COUNT):
    if CORPS[u] not in RESERVES and (SIDE[u], CORPS[u]) not in MARKERS:
        MARKERS.append((SIDE[u], CORPS[u]))


def is_gun(u: int) -> bool:
    return TYPE[u] in ("A", "AC")


def answers_to(marker: int, u: int) -> bool:
    """Whether a unit belongs to the corps, or the army, of a marker."""
    side, corps = MARKERS[marker]
    return SIDE[u] == side and corps in ("flag", CORPS[u])


# --- the grid -----------------------------------------------------------------------------------------------------------

COLUMNS, ROWS = MAP["grid"]["columns"], MAP["grid"]["rows"]
HEXES = range(len(COLUMNS) * ROWS)
NAME = [f"{COLUMNS[h // ROWS]}{ROWS - h % ROWS}" for h in HEXES]
HEX = {name: h for h, name in enumerate(NAME)}


def _neighbors(h: int) -> list[int]:
    """The facts about the printed grid: low columns lie half a hex lower, towards number 1."""
    column, number = h // ROWS, ROWS - h % ROWS
    beside = (number - 1, number) if COLUMNS[column] in MAP["grid"]["low_columns"] else (number, number + 1)
    found = [(column, number - 1), (column, number + 1)]
    found += [(column + step, n) for step in (-1, 1) for n in beside]
    return sorted(c * ROWS + ROWS - n for c, n in found if 0 <= c < len(COLUMNS) and 1 <= n <= ROWS)


NEIGHBORS = [_neighbors(h) for h in HEXES]


def _distances(start: int) -> list[int]:
    found, ring, steps = [-1] * len(HEXES), [start], 0
    while ring:
        for h in ring:
            found[h] = steps
        steps += 1
        ring = sorted({n for h in ring for n in NEIGHBORS[h] if found[n] < 0})
    return found


DISTANCE = [_distances(h) for h in HEXES]


def _centre(h: int) -> tuple[float, float]:
    column, number = h // ROWS, ROWS - h % ROWS
    low = COLUMNS[column] in MAP["grid"]["low_columns"]
    return 1.5 * column, sqrt(3) * (number - (0.5 if low else 0.0))


CENTRE = [_centre(h) for h in HEXES]
CORNERS = ((1.0, 0.0), (0.5, sqrt(3) / 2), (-0.5, sqrt(3) / 2), (-1.0, 0.0), (-0.5, -sqrt(3) / 2), (0.5, -sqrt(3) / 2))

# --- ground -------------------------------------------------------------------------------------------------------------

ROW_OF = {row["id"]: row for row in TABLES["terrain"]}


def _ground() -> list[str]:
    kinds = [""] * len(HEXES)
    for line in MAP["terrain"]["rows"][1:]:
        number, *letters = line.split()
        for column, letter in zip(COLUMNS, letters, strict=True):
            kinds[HEX[f"{column}{number}"]] = MAP["terrain"]["legend"][letter]
    return kinds


GROUND = _ground()
COST = [2 * ROW_OF[kind]["mp"] for kind in GROUND]  # in half points
ENDS = [ROW_OF[kind].get("stop", False) for kind in GROUND]
BLOCKS = [ROW_OF[kind]["sight"] == "blocked" for kind in GROUND]
COVER = [ROW_OF[kind]["protection"] for kind in GROUND]
HEIGHT = [ROW_OF[kind]["level"] for kind in GROUND]
CEMETERY_HILL = HEX["N5"]
VICTORY = {HEX[name]: points for name, points in MAP["victory"]["hexes"].items()}


def pair(text: str) -> frozenset[int]:
    return frozenset(HEX[name] for name in text.split("/"))


STREAM = {pair(side) for stream in MAP["stream"] for side in stream["sides"]}


def roads(options: frozenset[str]) -> set[frozenset[int]]:
    """The hex sides that roads cross."""
    found = set()
    for road in MAP["road"]:
        if road.get("option", "") in ("", *options):
            names = road["hexes"].split()
            found |= {pair(f"{a}/{b}") for a, b in pairwise(names)}
    return found


def entrenched(options: frozenset[str], day: int) -> set[int]:
    return {HEX[w["hex"]] for w in MAP["entrenchment"] if w["option"] in options and w["from_day"] <= day}


def barred(u: int, h: int) -> str:
    """The clause that bars a hex to the arm of a unit, or nothing."""
    if TYPE[u] == "C" and GROUND[h] == "wooded_hill":
        return "YR-4.0k"
    return "YR-4.0l" if is_gun(u) and NAME[h] in ("B7", "D8") else ""


@cache
def edge_rings(entry: int) -> list[list[int]]:
    """The hexes of the same edge of the map, by their distance from an entry hex."""
    edges = [
        [h for h in HEXES if h // ROWS == 0],
        [h for h in HEXES if h // ROWS == len(COLUMNS) - 1],
        [h for h in HEXES if h % ROWS == 0],
        [h for h in HEXES if h % ROWS == ROWS - 1],
    ]
    same = {h for edge in edges if entry in edge for h in edge}
    return [[h for h in same if DISTANCE[entry][h] == d] for d in range(max(DISTANCE[entry][h] for h in same) + 1)]


# --- lines --------------------------------------------------------------------------------------------------------------


@cache
def line(a: int, b: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """The hexes that the line between two centres goes through, and the pairs along whose common side it runs (-1: off the map)."""
    through, sides = [], {}
    (ax, ay), (bx, by) = CENTRE[a], CENTRE[b]
    for h in HEXES:
        if h in (a, b) or DISTANCE[a][h] >= DISTANCE[a][b] or DISTANCE[h][b] >= DISTANCE[a][b]:
            continue
        off = [(bx - ax) * (CENTRE[h][1] + y - ay) - (by - ay) * (CENTRE[h][0] + x - ax) for x, y in CORNERS]
        if min(off) < -1e-6 and max(off) > 1e-6:
            through.append(h)
        on = [i for i, value in enumerate(off) if abs(value) < 1e-6]
        if len(on) == 2 and len(set(map(abs, off))) > 1 and not (min(off) < -1e-6 and max(off) > 1e-6):
            x, y = (CENTRE[h][k] + (CORNERS[on[0]][k] + CORNERS[on[1]][k]) / 2 for k in (0, 1))
            sides.setdefault((round(x, 3), round(y, 3)), []).append(h)
    return tuple(through), tuple((found[0], found[1] if len(found) == 2 else -1) for found in sides.values())


def sees(a: int, b: int, occupied: set[int], height: int, works: set[int]) -> bool:
    """Whether the line between two hexes is free over everything lower than a height."""

    def blocks(h: int) -> bool:
        return h >= 0 and HEIGHT[h] >= height and (h in occupied or (BLOCKS[h] and h not in works))

    through, sides = line(a, b)
    return not any(map(blocks, through)) and not any(blocks(x) and blocks(y) for x, y in sides)


@cache
def behind(firer: int, here: int) -> tuple[int, ...]:
    """The neighbors in the half away from the firer, those exactly on its border included."""
    (fx, fy), (x, y) = CENTRE[firer], CENTRE[here]
    return tuple(n for n in NEIGHBORS[here] if (CENTRE[n][0] - x) * (x - fx) + (CENTRE[n][1] - y) * (y - fy) > -1e-6)


# --- scenarios ----------------------------------------------------------------------------------------------------------

NIGHT = 21


class Setup:
    """A way to play a scenario file: turns, places, strengths and arrivals."""

    def __init__(self, text: str, play_id: str, options: frozenset[str]) -> None:
        file = tomllib.loads(text)
        play = next(p for p in file["play"] if p["id"] == play_id)
        self.short = play.get("short_game", False)
        day, hour = file["start"]["day"], file["start"]["hour"]
        self.turns = [(d, h) for d in range(day, play["last_day"] + 1) for h in (*range(7, 21), NIGHT)]
        self.turns = [t for t in self.turns if t >= (day, hour) and t != (play["last_day"], NIGHT)]
        self.where: list[int | None] = [None] * COUNT
        self.force, self.entry, self.when = list(FULL), [-1] * COUNT, [(0, 0)] * COUNT
        for side in SIDES:
            for row in file[side]["on_map"]:
                self.where[UNIT[row["unit"]]], self.force[UNIT[row["unit"]]] = HEX[row["hex"]], row["strength"]
            for row in file[side]["arrivals"]:
                u = UNIT[row["unit"]]
                self.entry[u], self.when[u] = HEX[row["hex"]], (row["day"], NIGHT if row["hour"] == "night" else row["hour"])
        for change in file.get("change", []):
            if change["option"] in options:
                for new in change["set"]:
                    self._change(UNIT[new["unit"]], new)

    def _change(self, u: int, new: dict[str, object]) -> None:
        if "hex" in new and self.where[u] is not None:
            self.where[u] = HEX[str(new["hex"])]
        elif "hex" in new:
            self.entry[u] = HEX[str(new["hex"])]
        self.force[u] = int(str(new.get("strength", self.force[u])))
