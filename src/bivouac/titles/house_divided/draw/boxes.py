"""The boxes: a frame of its own shape for each side, the name, shields, anchor, star fort and blue sides."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from bivouac.core.draw import tracks
from bivouac.core.draw.palette import BLUE_WOOD, DEEP, INK, PAPER_LIGHT, RED, WASH, WATER, WATER_EDGE
from bivouac.core.draw.svg import UPON, Point, cut, figure, num, place, polygon, split, tag, text_width, upright, use
from bivouac.titles.house_divided.draw.places import BOX, HALF, PLATE, board_point
from bivouac.titles.house_divided.printed.map import CSA, NOBODY, UNION, Board

CUT: Final = 15  # the corners of a Confederate box
ROUND: Final = 20  # the corners of a white one
HIT: Final = 10  # how far beyond its frame a box can be clicked
CLASS: Final = ("union", "csa", "white")
SHIELD: Final = (BLUE_WOOD[0], RED)  # the blue and the red number
LARGEST, LEAST = 21, 17  # sizes of names
ROOM: Final = BOX - 9  # for a name
NARROW: Final = 0.8  # how narrow letters may be set


def bank() -> str:
    """One blue side: a row of waves on a band of wash, above a box around the origin."""
    level, half = -HALF - 8.5, HALF + 2
    wash = tag("path", d=f"M{num(-half)} {num(level)}H{num(half)}", stroke=WATER, stroke_width=14)
    wave = tag("path", d=f"M{num(-half)} {num(level)}" + "q6.75 -8.5 13.5 0t13.5 0" * 4, stroke=WATER_EDGE, stroke_width=3.2)
    return tag("g", wash, wave, fill="none", stroke_linecap="round")


def corners(owner: int, x: float, y: float, out: float = 0.0) -> list[Point]:
    """The shape of a box of one side, grown by `out`."""
    h = HALF + out
    if owner == CSA:
        return cut(x, y, h, h, CUT + out * 0.4)
    return [(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)]


def frame(owner: int, x: float, y: float, rows: int = 1) -> str:
    """Union: square corners and a double line. Confederacy: cut corners and one heavy line. Nobody: round corners, dashed."""
    left, top, colour, low = x - HALF, y - HALF, DEEP[owner], PLATE[rows - 1]
    if owner == NOBODY:
        box = tag("rect", x=left, y=top, width=BOX, height=BOX, rx=ROUND, fill=WASH[owner], stroke=colour, stroke_width=4,
                  stroke_dasharray="11 5")  # fmt: skip
        return box + tag("path", d=f"M{num(left + 4)} {num(top + low)}h{BOX - 8}", stroke=colour, stroke_width=2)
    box = tag("polygon", points=polygon(corners(owner, x, y)), fill=WASH[owner], stroke=colour, stroke_width=5)
    inner = tag("rect", x=left + 6, y=top + low + 3.5, width=BOX - 12, height=BOX - low - 9.5, fill="none", stroke=colour, stroke_width=1.4)
    return box + plate(owner, x, y, low) + (inner if owner == UNION else "")


def plate(owner: int, x: float, y: float, height: float) -> str:
    """The dark band that carries the name."""
    left, right, top, low = x - HALF, x + HALF, y - HALF, y - HALF + height
    corner = CUT if owner == CSA else 0
    shape = [(left, low), (left, top + corner), (left + corner, top), (right - corner, top), (right, top + corner), (right, low)]
    return tag("polygon", points=polygon(shape), fill=DEEP[owner])


def current() -> str:
    """A white arrow with the current."""
    return tag("path", d="M-12 -8.5L13 0L-12 8.5L-7 0Z", fill=PAPER_LIGHT, stroke=WATER_EDGE, stroke_width=1.8)


def symbols() -> str:
    """What is used again and again, drawn around the origin."""
    signs = {"anchor": tracks.anchor(), "fort": tracks.fort(), "bank": bank(), "arrow": current()}
    signs |= {f"box-{side}-{rows}": frame(side, 0, 0, rows) for side in (UNION, CSA, NOBODY) for rows in (1, 2)}
    return "".join(tag("g", drawing, id=f"ahd-{name}") for name, drawing in signs.items())


@cache
def lines_of(name: str) -> tuple[str, ...]:
    """The lines of a name: one where it fits in letters of a fair size, set a little narrow at most."""
    return tuple(split(name, ROOM / NARROW, LEAST))


def plate_of(name: str) -> int:
    """How high the plate of a box is."""
    return PLATE[len(lines_of(name)) - 1]


def name_plate(name: str, x: float, y: float, *, ink: str, on: str) -> str:
    """The name of a box, as large as it fits; a long word is set narrow."""
    rows, top = lines_of(name), y - HALF
    size = LEAST if len(rows) == 2 else max(LEAST, min(LARGEST, ROOM / text_width(name, 1)))
    levels = (top + 16.2, top + 34.2) if len(rows) == 2 else (top + PLATE[0] / 2 + size * 0.35,)
    out = []
    for row, level in zip(rows, levels):
        squeezed = ROOM if text_width(row, size) > ROOM else None
        adjust = "spacingAndGlyphs" if squeezed else None
        out.append(figure(row, x, level, size, ink=ink, on=on, text_length=squeezed, length_adjust=adjust))
    return upright(*out, pointer_events="none")


def looks(owner: int, name: str, x: float, y: float) -> str:
    """The frame of a box in the colours of its printed owner, and of the other side for when it is taken."""
    rows = len(lines_of(name))
    framed = [use(f"ahd-box-{side}-{rows}", x, y) for side in (UNION, CSA, NOBODY)]
    if owner != NOBODY:
        return tracks.changing(owner, framed[:2]) + name_plate(name, x, y, ink=PAPER_LIGHT, on=DEEP[owner])
    light, dark = name_plate(name, x, y, ink=PAPER_LIGHT, on=DEEP[CSA]), name_plate(name, x, y, ink=INK, on=WASH[NOBODY])
    return tracks.changing(owner, (framed[UNION] + light, framed[CSA] + light, framed[NOBODY] + dark))


def banks(board: Board) -> str:
    """Waves along every blue side. They lie under the transport lines: the line that crosses is seen to cross."""
    out = []
    for box, water in enumerate(board.water):
        for side in water:
            quarter = {"N": 0, "E": 90, "S": 180, "W": 270}[side]
            out.append(use("ahd-bank", *board_point(board.at[box]), turn=quarter, scale=1.13 if board.fort[box] else 1))
    return tag("g", *out, class_="ahd-banks")


def walls(owner: int, x: float, y: float) -> str:
    """A permanent entrenchment: a wall with battlements all round."""
    battlements = tag("polygon", points=polygon(corners(owner, x, y, 7)), stroke_width=9, stroke_dasharray="9 6")
    return tag("g", battlements, tag("polygon", points=polygon(corners(owner, x, y, 4)), stroke_width=2.5), fill="none", stroke=INK)


def shield(side: int, value: int, x: float, y: float) -> str:
    """A recruiting number."""
    return tracks.shield(side, str(value), x, y, SHIELD[side])


def room_at(board: Board, box: int, right: int, down: int) -> float:
    """How free one corner of a box is: far from other boxes, and no line runs out through it."""
    x, y = board_point(board.at[box])
    corner = (x + right * HALF, y + down * HALF)
    nearest = min(math.dist(corner, board_point(at)) for other, at in enumerate(board.at) if other != box)
    for _, a, b in board.lines:
        if box in (a, b):
            there = board_point(board.at[b if a == box else a])
            dx, dy = there[0] - x, there[1] - y
            if (dx * right + dy * down) / math.hypot(dx, dy) > 1.3:  # within 23 degrees of the diagonal
                nearest -= 60
    return nearest


def calmer(board: Board, box: int, down: int, usual: int) -> int:
    """-1 for the left corner, 1 for the right one: the usual one unless the other has clearly more room."""
    return -usual if room_at(board, box, -usual, down) > room_at(board, box, usual, down) + 15 else usual


def shields(board: Board, box: int) -> list[tuple[int, int]]:
    """(side, corner) of the recruiting shields: blue left and red right; a single one may change places."""
    sides = [side for side in (UNION, CSA) if board.value[side][box]]
    if len(sides) == 1:
        return [(sides[0], calmer(board, box, -1, -1 if sides[0] == UNION else 1))]
    return [(side, -1 if side == UNION else 1) for side in sides]


def badges(board: Board, box: int, x: float, y: float) -> str:
    """Shields on the upper corners, anchor and star fort on the lower ones."""
    out = [shield(side, board.value[side][box], x + corner * (HALF + 1), y - HALF - 12) for side, corner in shields(board, box)]
    calm = calmer(board, box, 1, -1)
    if board.port[box]:
        out.append(use("ahd-anchor", x + calm * (HALF - 3), y + HALF - 1))
    if board.fort[box]:
        fort = -calm if board.port[box] else calm
        out.append(use("ahd-fort", x + fort * (HALF - 2), y + HALF - 2))
    return tag("g", *out, class_=UPON) if out else ""


def draw_box(board: Board, box: int) -> str:
    """One box with all that is printed on it and around it."""
    (x, y), owner, name, reach = board_point(board.at[box]), board.owner[box], board.name[box], HALF + HIT
    hit = tag("rect", x=x - reach, y=y - reach, width=2 * reach, height=2 * reach, rx=6, fill=PAPER_LIGHT, fill_opacity=0, class_="ahd-hit")
    wall = walls(owner, x, y) if board.fort[box] else ""
    drawn = (hit, wall, looks(owner, name, x, y), badges(board, box, x, y))
    return place(f"box:{box}", name, *drawn, class_=f"ahd-box ahd-{CLASS[owner]}")


def boxes(board: Board) -> str:
    """All boxes, north to south, so that what overlaps lies as on a table."""
    order = sorted(range(len(board.name)), key=lambda box: board.at[box][1])
    return tag("g", *(draw_box(board, box) for box in order))
