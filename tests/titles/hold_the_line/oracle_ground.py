"""The board of the oracle: thirteen columns of nine hexes, lines of sight and terrain, worked out from drawings and coordinates.

Nothing is imported from the title. Hex number h stands in column h % 13 and row h // 13; rows 2, 4, 6 and 8 of the printed board lie half
a hex to the right. Centers and corners of hexes have whole coordinates, so that every line is judged exactly.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

COLUMNS, ROWS = 13, 9
SIDES = ("E", "SE", "SW", "W", "NW", "NE")
CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))  # side i lies between corner i and the next
TERRAIN = {".": "open", "s": "swamp", "~": "river", "=": "bridge", "f": "forest", "o": "orchard", "h": "hill", "t": "town"}
TERRAIN |= {"r": "fence", "x": "trench"}
DICE = {"river": 1, "forest": -1, "orchard": -1, "hill": -1, "town": -1, "fence": -1, "trench": -1}
MORALE = {"river": -1, "bridge": -1, "forest": 1, "orchard": 1, "hill": 1, "town": 1, "fence": 1, "trench": 1}
STOPS = ("forest", "orchard", "hill")
BLOCKS = ("forest", "orchard", "hill", "town")


def at(column: int, row: int) -> int | None:
    """The hex in a column and row, or None beyond the edge of the board."""
    return row * COLUMNS + column if 0 <= column < COLUMNS and 0 <= row < ROWS else None


def number(name: str) -> int:
    return (int(name[1]) - 1) * COLUMNS + ord(name[0]) - ord("A")


@cache
def around(h: int) -> tuple[int | None, ...]:
    """The six neighbors of a hex, clockwise from the east; None beyond the edge."""
    row, column = divmod(h, COLUMNS)
    east = column + row % 2  # the eastern one of the two hexes above, and below
    found = ((column + 1, row), (east, row + 1), (east - 1, row + 1), (column - 1, row), (east - 1, row - 1), (east, row - 1))
    return tuple(at(*place) for place in found)


@cache
def near(h: int) -> frozenset[int]:
    return frozenset(n for n in around(h) if n is not None)


@cache
def distances(h: int) -> tuple[int, ...]:
    """How far every hex is from one, found by going outward."""
    far, edge, steps = {h: 0}, {h}, 0
    while edge:
        steps += 1
        edge = {n for e in edge for n in near(e)} - far.keys()
        far |= dict.fromkeys(edge, steps)
    return tuple(far[n] for n in range(COLUMNS * ROWS))


def center(h: int) -> tuple[int, int]:
    row, column = divmod(h, COLUMNS)
    return 2 * column + row % 2, 3 * row


def to_edge(h: int, edge: str) -> int:
    """How far an edge of the board is: in rows, or across the rows in half hexes."""
    x, row = center(h)[0], h // COLUMNS
    return {"top": row, "bottom": ROWS - 1 - row, "left": x, "right": 2 * COLUMNS - 1 - x}[edge]


# --- lines ----------------------------------------------------------------------------------------------------------


def cut(a: tuple[int, int], b: tuple[int, int], middle: tuple[int, int]) -> tuple[Fraction, Fraction, list[int]] | None:
    """The part of the line from a to b that lies in the hex around a point, as shares of the line, and the sides that it runs along."""
    first, last, along = Fraction(0), Fraction(1), []
    for side, (x, y) in enumerate(CORNERS):
        nx, ny = CORNERS[(side + 1) % 6]
        outward = (ny - y, x - nx)  # at right angles to the side
        start = outward[0] * (a[0] - middle[0] - x) + outward[1] * (a[1] - middle[1] - y)
        end = outward[0] * (b[0] - middle[0] - x) + outward[1] * (b[1] - middle[1] - y)
        if start == end:
            if start > 0:
                return None
            along += [side] if start == 0 else []
        elif start < end:
            last = min(last, Fraction(-start, end - start))
        else:
            first = max(first, Fraction(start, start - end))
    return (first, last, along) if first < last else None


@cache
def line(odd: int, across: int, down: int) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[tuple[int, int], ...], ...]]:
    """What a line to a hex so many columns and rows away goes through, and the pairs of hexes between which it runs, all as steps from its
    start. `odd`: whether it starts in one of the rows that lie to the right."""
    a, b = (odd, 0), (2 * across + (odd + down) % 2, 3 * down)
    through, pairs = [], {}
    for row in range(min(0, down) - 1, max(0, down) + 2):
        for column in range(min(0, across) - 2, max(0, across) + 3):
            middle = (2 * column + (odd + row) % 2, 3 * row)
            part = None if middle in (a, b) else cut(a, b, middle)
            if part and part[2]:
                pairs.setdefault(part[:2], []).append((column, row))
            elif part:
                through.append((column, row))
    return tuple(through), tuple(tuple(pair) for pair in pairs.values())


@cache
def sight(a: int, b: int) -> tuple[tuple[int, ...], tuple[tuple[int | None, ...], ...]]:
    """The hexes between two others, and the pairs of hexes that the line between them divides (None beyond the edge)."""
    (row, column), (to_row, to_column) = divmod(a, COLUMNS), divmod(b, COLUMNS)
    through, pairs = line(row % 2, to_column - column, to_row - row)
    place = [at(column + c, row + r) for c, r in through]
    return tuple(h for h in place if h is not None), tuple(tuple(at(column + c, row + r) for c, r in pair) for pair in pairs)


@cache
def way_in(a: int, b: int) -> tuple[str, ...]:
    """The side of b by which the line from a comes in; the two sides of a corner if it comes in there."""
    start, end = center(a), center(b)
    found = cut(start, end, end)
    assert found is not None
    x = start[0] + found[0] * (end[0] - start[0]) - end[0]
    y = start[1] + found[0] * (end[1] - start[1]) - end[1]
    sides = []
    for i, (px, py) in enumerate(CORNERS):
        qx, qy = CORNERS[(i + 1) % 6]
        on_the_line = (qx - px) * (y - py) == (qy - py) * (x - px)
        if on_the_line and min(px, qx) <= x <= max(px, qx) and min(py, qy) <= y <= max(py, qy):
            sides.append(SIDES[i])
    return tuple(sides)


# --- the ground of a battle -----------------------------------------------------------------------------------------


class Ground:
    """The terrain of a scenario, read from the values of its file."""

    def __init__(self, battle: dict) -> None:
        rows = [line.split() for line in battle["map"].splitlines() if line.split()]
        letters = ["".join(row[1:] if row[0].isdigit() else row) for row in rows if row[:2] != ["A", "B"]]
        self.terrain = [TERRAIN[letter] for row in letters for letter in row]
        assert len(self.terrain) == COLUMNS * ROWS
        self.cover = {}
        for row in battle.get("cover", []):
            for name in row["hexes"].split():
                self.cover[number(name)] = row["kind"], row["sides"].split()
        ford = battle.get("ford", {"hexes": "", "kinds": []})
        self.ford, self.waders = {number(name) for name in ford["hexes"].split()}, ford["kinds"]

    def is_open(self, kind: str, h: int) -> bool:
        """Whether a kind of piece may be in a hex at all."""
        terrain = self.terrain[h]
        if kind == "gunboat":
            return terrain in ("river", "bridge")
        return terrain not in ("swamp", "river") or (h in self.ford and kind in self.waders)

    def is_harbor(self, h: int) -> bool:
        return self.terrain[h] == "river"

    def must_stop(self, frm: int, h: int) -> bool:
        """Whether a move from a neighbor into a hex ends there."""
        kind, sides = self.cover.get(h, ("", []))
        is_trench = kind == "trench" and SIDES[around(h).index(frm)] in sides
        return self.terrain[h] in STOPS or h in self.ford or is_trench

    def shelter(self, a: int, b: int) -> str:
        """The one terrain that counts for a defender in b against an attack from a."""
        kind, sides = self.cover.get(b, ("", []))
        if kind and all(side in sides for side in way_in(a, b)):
            return kind
        return "open" if self.terrain[b] in ("fence", "trench") else self.terrain[b]

    def is_clear(self, a: int, b: int, occupied: set[int]) -> bool:
        """Whether a line of sight is clear of terrain and units; neighbors always see each other."""
        if b in near(a):
            return True
        between, pairs = sight(a, b)
        closed = [self.terrain[h] in BLOCKS or h in occupied for h in between]
        return not any(closed) and not any(
            all(h is not None and (self.terrain[h] in BLOCKS or h in occupied) for h in pair) for pair in pairs
        )
