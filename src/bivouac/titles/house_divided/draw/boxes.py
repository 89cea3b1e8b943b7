"""The boxes: a frame of its own shape for each side, the name, shields, anchor, star fort and blue sides."""

from __future__ import annotations

import math
from typing import Final

from bivouac.titles.house_divided.draw.kit import (
    BOX,
    DEEP,
    INK,
    PLATE,
    RIVER_EDGE,
    SHIELD,
    WASH,
    Point,
    board_point,
    num,
    polygon,
    tag,
    text_width,
    words,
)
from bivouac.titles.house_divided.printed.map import CSA, NOBODY, UNION, Board

HALF: Final = BOX / 2
CUT: Final = 15  # the corners of a Confederate box
ROUND: Final = 20  # the corners of a white one
HIT: Final = 10  # how far beyond its frame a box can be clicked
CLASS: Final = ("union", "csa", "white")

# Symbols used again and again; drawn around the origin.
SYMBOLS: Final = (
    '<g id="ahd-shield-union"><path d="M-15 -17Q-7 -13 0 -17Q7 -13 15 -17V2Q15 13 0 20Q-15 13 -15 2Z" stroke="#fff"'
    ' stroke-width="2.6"/></g>'
    '<g id="ahd-shield-csa"><path d="M-15 -10L-10 -17H10L15 -10V6Q15 19 0 19Q-15 19 -15 6Z" stroke="#fff" stroke-width="2.6"/></g>'
    '<g id="ahd-anchor" fill="none" stroke-linecap="round" stroke-linejoin="round">'
    '<circle r="16.5" fill="#fdfaf1" stroke="#2b2118" stroke-width="2"/>'
    '<g stroke="#1d4a6b" stroke-width="2.8"><circle cy="-8.4" r="2.6"/>'
    '<path d="M0 -5.6V10M-5.6 -2H5.6M-9.4 3.4Q-8 10.6 0 10.6Q8 10.6 9.4 3.4"/>'
    '<path d="M-11.6 6L-9.4 2.6L-6.4 5.2M11.6 6L9.4 2.6L6.4 5.2"/></g></g>'
    '<g id="ahd-fort"><path d="M0 -19L5.4 -7.4L18 -5.9L8.7 2.8L11.2 15.4L0 9.2L-11.2 15.4L-8.7 2.8L-18 -5.9L-5.4 -7.4Z"'
    ' fill="#2b2118" stroke="#fdfaf1" stroke-width="2.4" stroke-linejoin="round"/>'
    '<path d="M0 -9L2.6 -3.4L8.6 -2.7L4.2 1.4L5.4 7.4L0 4.4L-5.4 7.4L-4.2 1.4L-8.6 -2.7L-2.6 -3.4Z"'
    ' fill="#e8d9b4"/></g>'
    '<path id="ahd-arrow" d="M-12 -8.5L13 0L-12 8.5L-7 0Z" fill="#fff" stroke="#2f5b7e" stroke-width="1.8" stroke-linejoin="round"/>'
)


def outline(owner: int, x: float, y: float, out: float = 0.0) -> str:
    """The shape of a box of one side, grown by `out`."""
    h = HALF + out
    if owner == CSA:
        return polygon(cut_corners(x, y, h, CUT + out * 0.4))
    return polygon([(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)])


def cut_corners(x: float, y: float, h: float, c: float) -> list[Point]:
    return [
        (x - h + c, y - h), (x + h - c, y - h), (x + h, y - h + c), (x + h, y + h - c),
        (x + h - c, y + h), (x - h + c, y + h), (x - h, y + h - c), (x - h, y - h + c),
    ]  # fmt: skip


def frame(owner: int, x: float, y: float) -> str:
    """Union: square corners and a double line. Confederacy: cut corners and one heavy line. Nobody: round corners, dashed."""
    if owner == NOBODY:
        left, top = x - HALF, y - HALF
        plain = tag("rect", x=left, y=top, width=BOX, height=BOX, rx=ROUND, fill=WASH[owner], stroke=DEEP[owner], stroke_width=4,
                    stroke_dasharray="11 5")  # fmt: skip
        return plain + plate_line(owner, x, y)
    shape = tag("polygon", points=outline(owner, x, y), fill=WASH[owner], stroke=DEEP[owner], stroke_width=5, stroke_linejoin="miter")
    return shape + plate(owner, x, y) + (inner_line(x, y) if owner == UNION else "")


def inner_line(x: float, y: float) -> str:
    """The second, thin line of a Union frame."""
    top = y - HALF + PLATE + 4
    return tag(
        "rect", x=x - HALF + 7, y=top, width=BOX - 14, height=y + HALF - 7 - top, fill="none", stroke=DEEP[UNION], stroke_width="1.6"
    )


def plate(owner: int, x: float, y: float) -> str:
    """The dark band that carries the name."""
    left, right, top, low = x - HALF, x + HALF, y - HALF, y - HALF + PLATE
    corner = CUT if owner == CSA else 0
    shape = [(left, low), (left, top + corner), (left + corner, top), (right - corner, top), (right, top + corner), (right, low)]
    return tag("polygon", points=polygon(shape), fill=DEEP[owner])


def plate_line(owner: int, x: float, y: float) -> str:
    low = y - HALF + PLATE
    return tag("path", d=f"M{num(x - HALF + 4)} {num(low)}H{num(x + HALF - 4)}", stroke=DEEP[owner], stroke_width=2)


def split_name(name: str, room: float, size: float) -> list[str]:
    """One line where it fits, else two, broken where they are most alike."""
    if text_width(name, size) <= room or " " not in name:
        return [name]
    breaks = [i for i, letter in enumerate(name) if letter == " "]
    best = min(breaks, key=lambda i: max(text_width(name[:i], size), text_width(name[i + 1 :], size)))
    return [name[:best], name[best + 1 :]]


def name_plate(name: str, owner: int, x: float, y: float) -> str:
    """The name of a box, as large as it fits."""
    colour = INK if owner == NOBODY else "#fffaf0"
    room = BOX - (16 if owner == CSA else 8)
    lines = split_name(name, room, 17)
    size = 18 if len(lines) == 1 else 14
    top = y - HALF
    levels = [top + 20] if len(lines) == 1 else [top + 12.6, top + 25.2]
    out = []
    for line, level in zip(lines, levels):
        wide = text_width(line, size)
        narrow = min(room, BOX - 20 if level < top + 14 and owner == CSA else room)
        fit = {"text_length": narrow, "length_adjust": "spacingAndGlyphs"} if wide > narrow else {}
        out.append(words(line, x, level, size, fill=colour, font_weight="bold", **fit))
    return "".join(out)


def banks(board: Board) -> str:
    """Waves along every blue side. They lie under the transport lines: the line that crosses is seen to cross."""
    out = []
    for box, water in enumerate(board.water):
        x, y = board_point(board.at[box])
        for side in water:
            quarter = {"N": 0, "E": 90, "S": 180, "W": 270}[side]
            grown = " scale(1.13)" if board.fort[box] else ""
            out.append(tag("use", href="#ahd-bank", transform=f"translate({num(x)} {num(y)}) rotate({quarter}){grown}"))
    return tag("g", *out, class_="banks")


def bank_symbol() -> str:
    """One blue side: two rows of waves on a band of wash, above a box around the origin."""
    level, half = -HALF - 8.5, HALF + 2
    wave = f"M{num(-half)} {num(level)}" + "q6.75 -8.5 13.5 0t13.5 0" * 4
    band = tag("path", d=f"M{num(-half)} {num(level)}H{num(half)}", stroke="#a8c8dc", stroke_width=14, fill="none", stroke_linecap="round")
    lines = tag("path", d=wave, stroke=RIVER_EDGE, stroke_width="3.2", fill="none", stroke_linecap="round")
    return tag("g", band, lines, id="ahd-bank")


def walls(owner: int, x: float, y: float) -> str:
    """A permanent entrenchment: a wall with battlements all round."""
    wall = outline(owner, x, y, 7)
    return tag("polygon", points=wall, fill="none", stroke=INK, stroke_width=9, stroke_dasharray="9 6") + tag(
        "polygon", points=outline(owner, x, y, 4), fill="none", stroke=INK, stroke_width="2.5"
    )


def shield(side: int, value: int, x: float, y: float) -> str:
    """A recruiting number on its side's shield."""
    colour = SHIELD[side]
    drawn = tag("use", href=f"#ahd-shield-{CLASS[side]}", transform=f"translate({num(x)} {num(y)})", fill=colour)
    return drawn + words(str(value), x, y + 7.5, 22, fill="#fff", font_weight="bold")


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
    out = [shield(side, board.value[side][box], x + corner * (HALF + 3), y - HALF - 11) for side, corner in shields(board, box)]
    calm = calmer(board, box, 1, -1)
    if board.port[box]:
        out.append(tag("use", href="#ahd-anchor", transform=f"translate({num(x + calm * (HALF - 3))} {num(y + HALF - 1)})"))
    if board.fort[box]:
        fort = -calm if board.port[box] else calm
        out.append(tag("use", href="#ahd-fort", transform=f"translate({num(x + fort * (HALF - 2))} {num(y + HALF - 2)})"))
    return "".join(out)


def draw_box(board: Board, box: int) -> str:
    """One box with all that is printed on it and around it."""
    x, y = board_point(board.at[box])
    owner = board.owner[box]
    reach = HALF + HIT
    hit = tag("rect", x=x - reach, y=y - reach, width=2 * reach, height=2 * reach, fill="none", pointer_events="all", class_="hit")
    return tag(
        "g",
        hit,
        walls(owner, x, y) if board.fort[box] else "",
        frame(owner, x, y),
        name_plate(board.name[box], owner, x, y),
        badges(board, box, x, y),
        data_id=f"box:{box}", class_=f"place box {CLASS[owner]}", aria_label=board.name[box],
    )  # fmt: skip


def boxes(board: Board) -> str:
    """All boxes, north to south, so that what overlaps lies as on a table."""
    order = sorted(range(len(board.name)), key=lambda box: board.at[box][1])
    return tag("g", *(draw_box(board, box) for box in order), class_="boxes")
