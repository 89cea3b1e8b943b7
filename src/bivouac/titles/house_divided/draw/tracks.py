"""The furniture of the board: time, army maximum, the key, Europe, the title and a compass."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from bivouac.titles.house_divided.draw.boxes import HALF, frame, shield
from bivouac.titles.house_divided.draw.kit import HEIGHT, INK, INK_SOFT, PAPER, SERIF, SHIELD, WIDTH, Point, num, tag, words
from bivouac.titles.house_divided.draw.lines import RIVER_STROKES, ROAD_STROKES, Curve, layer, rails, waves
from bivouac.titles.house_divided.printed.map import CSA, NOBODY, UNION, Board

Words = Callable[[str], str]
Sign = Callable[[float, float], str]

TURNS: Final = 40
MONTHS: Final = ("jul", "aug", "sep", "oct", "nov_dec", "jan_feb", "mar", "apr", "may", "jun")
DRAFTS: Final = (8, 18, 28)
HIGHEST: Final = 39  # the last number of the army-maximum track

CELL: Final = 76.0
ROW: Final = 72.0
LEFT: Final = WIDTH - 52 - 10 * CELL
TIME_TOP: Final = HEIGHT - 52 - 8 * ROW - 62
ARMY_TOP: Final = HEIGHT - 52 - 4 * ROW
EUROPE: Final[Point] = (3424.0, 1492.0)
KEY: Final = (56.0, 2206.0, 456.0, 452.0)  # left, top, width, height


def turn_point(turn: int) -> Point:
    """The middle of a turn's cell."""
    return LEFT + ((turn - 1) % 10 + 0.5) * CELL, TIME_TOP + ((turn - 1) // 10 + 0.5) * ROW


def army_point(value: int) -> Point:
    """The middle of a cell of the army-maximum track."""
    return LEFT + (value % 10 + 0.5) * CELL, ARMY_TOP + (value // 10 + 0.5) * ROW


def cell(name: str, at: Point, fill: str, *inside: str) -> str:
    """One cell of a track."""
    x, y = at
    box = tag(
        "rect", x=x - CELL / 2, y=y - ROW / 2, width=CELL, height=ROW, fill=fill, stroke=INK_SOFT, stroke_width="1.5", pointer_events="all"
    )
    return tag("g", box, *inside, data_id=name, class_="place cell")


def time_track(word: Words) -> str:
    """Forty turns, a row from July to June; winter turns are shaded, drafts carry a mark."""
    cells = []
    for turn in range(1, TURNS + 1):
        x, y = turn_point(turn)
        month = MONTHS[(turn - 1) % 10]
        winter = "_" in month
        inside = [
            words(word(month), x, y - ROW / 2 + 20, 16 if winter else 19, font_weight="bold"),
            words(str(turn), x, y + 25, 28, fill=INK_SOFT, fill_opacity="0.5", font_family=SERIF),
        ]
        if turn in DRAFTS:
            inside.append(words("+4", x + 24, y + 27, 17, fill=SHIELD[UNION], font_weight="bold"))
        cells.append(cell(f"turn:{turn}", (x, y), "#dfe3dc" if winter else "#faf3e1", *inside))
    years = [year_label(row) for row in range(4)]
    return heading(word("time"), TIME_TOP) + "".join(cells) + "".join(years) + track_frame(TIME_TOP)


def year_label(row: int) -> str:
    """The years of one row, before its first cell."""
    y = TIME_TOP + (row + 0.5) * ROW
    first, second = 1861 + row, 1862 + row
    return words(f"{first}", LEFT - 10, y - 2, 22, font_family=SERIF, text_anchor="end") + words(
        f"–{second % 100}", LEFT - 10, y + 20, 22, font_family=SERIF, text_anchor="end"
    )


def army_track(word: Words) -> str:
    """Numbers from 0 to 39; both sides' flags stand on it."""
    cells = []
    for value in range(HIGHEST + 1):
        x, y = army_point(value)
        number = words(str(value), x, y + 10, 30, fill=INK_SOFT, fill_opacity="0.8", font_family=SERIF)
        cells.append(cell(f"maximum:{value}", (x, y), "#faf3e1", number))
    return heading(word("maximum"), ARMY_TOP) + "".join(cells) + track_frame(ARMY_TOP)


def heading(text: str, top: float) -> str:
    return words(text, LEFT + 5 * CELL, top - 14, 32, font_family=SERIF, font_weight="bold", letter_spacing="2")


def track_frame(top: float) -> str:
    return tag("rect", x=LEFT, y=top, width=10 * CELL, height=4 * ROW, fill="none", stroke=INK, stroke_width=4)


def europe(board: Board, word: Words) -> str:
    """Where foreign units wait for ships."""
    x, y = EUROPE
    w, h = 172.0, 120.0
    box = tag("rect", x=x - w / 2, y=y - h / 2, width=w, height=h, rx=12, fill=PAPER, fill_opacity="0.75", stroke=INK, stroke_width=3,
              stroke_dasharray="3 7", stroke_linecap="round", pointer_events="all")  # fmt: skip
    name = words(word("europe"), x, y - h / 2 + 25, 23, font_family=SERIF, font_style="italic")
    return tag("g", box, name, data_id=f"box:{len(board.name)}", class_="place cell", aria_label=word("europe"))


def title(word: Words) -> str:
    """The cartouche."""
    x, y = 3190.0, 1832.0
    lines = [
        words(word("title"), x, y, 74, font_family=SERIF, font_weight="bold", letter_spacing="1"),
        tag(
            "path", d=f"M{num(x - 250)} {num(y + 24)}H{num(x - 22)}M{num(x + 22)} {num(y + 24)}H{num(x + 250)}", stroke=INK, stroke_width=2
        ),
        tag("path", d=star(x, y + 24, 11), fill=INK),
        words(word("subtitle"), x, y + 60, 31, font_family=SERIF, font_style="italic"),
    ]
    return tag("g", *lines, class_="cartouche")


def star(x: float, y: float, r: float) -> str:
    points = []
    for n in range(10):
        turn = math.radians(-90 + 36 * n)
        reach = r if n % 2 == 0 else r * 0.4
        points.append(f"{num(x + reach * math.cos(turn))} {num(y + reach * math.sin(turn))}")
    return "M" + "L".join(points) + "Z"


def compass() -> str:
    """A rose of eight points."""
    x, y, r = 3410.0, 1020.0, 92.0
    out = [tag("circle", cx=x, cy=y, r=r * 0.62, stroke=INK_SOFT, stroke_width="1.5", fill="none"),
           tag("circle", cx=x, cy=y, r=r * 0.56, stroke=INK_SOFT, stroke_width="0.8", fill="none")]  # fmt: skip
    for n in (1, 3, 5, 7, 0, 2, 4, 6):
        reach, wide = (r, 13.0) if n % 2 == 0 else (r * 0.6, 9.0)
        turn = f"translate({num(x)} {num(y)}) rotate({45 * n})"
        out.append(tag("path", d=f"M0 {num(-reach)}L{num(wide)} {num(-wide)}L0 0Z", fill=INK, stroke=INK, stroke_width=1, transform=turn))
        out.append(
            tag("path", d=f"M0 {num(-reach)}L{num(-wide)} {num(-wide)}L0 0Z", fill=PAPER, stroke=INK, stroke_width=1, transform=turn)
        )
    out.append(words("N", x, y - r - 9, 30, font_family=SERIF, font_weight="bold"))
    return tag("g", *out, class_="compass")


# --- the key ------------------------------------------------------------------------------------------------


def key(word: Words) -> str:
    """What the signs mean."""
    left, top, width, height = KEY
    x, y, step = left + 66, top + 66, 39.5
    paper = tag("rect", x=left, y=top, width=width, height=height, fill=PAPER, fill_opacity="0.93", stroke=INK, stroke_width=3)
    line = tag("rect", x=left + 6, y=top + 6, width=width - 12, height=height - 12, fill="none", stroke=INK, stroke_width=1)
    drawn = [paper, line, words(word("key"), left + width / 2, top + 36, 27, font_family=SERIF, font_weight="bold", letter_spacing="2")]
    for n, (name, sign) in enumerate(SIGNS):
        level = y + n * step
        drawn.append(sign(x, level) + words(word(name), left + 132, level + 7, 21, text_anchor="start"))
    return tag("g", *drawn, class_="key")


def key_frame(owner: int) -> Sign:
    """A box of one side, small."""
    return lambda x, y: tag("g", frame(owner, 0, 0), transform=f"translate({num(x)} {num(y)}) scale(0.33)")


def key_symbol(name: str) -> Sign:
    return lambda x, y: tag("use", href=f"#ahd-{name}", transform=f"translate({num(x)} {num(y)})")


def key_shields(x: float, y: float) -> str:
    return shield(UNION, 2, x - 20, y) + shield(CSA, 1, x + 20, y)


def straight(x: float, y: float, half: float) -> Curve:
    return Curve((x - half, y), (x - half / 3, y), (x + half / 3, y), (x + half, y))


def key_road(x: float, y: float) -> str:
    return layer("road", [straight(x, y, 42).drawn()], *ROAD_STROKES)


def key_rail(x: float, y: float) -> str:
    return rails([straight(x, y, 42).drawn()])


def key_river(x: float, y: float) -> str:
    wave = waves(straight(x, y, 42), 4.5, 52)
    drawn = layer("river", [wave], *RIVER_STROKES)
    return drawn + tag("use", href="#ahd-arrow", transform=f"translate({num(x)} {num(y)})")


def key_bank(x: float, y: float) -> str:
    return tag("g", tag("use", href="#ahd-bank"), transform=f"translate({num(x)} {num(y + 0.72 * (HALF + 9))}) scale(0.72)")


SIGNS: Final[tuple[tuple[str, Sign], ...]] = (
    ("key_union", key_frame(UNION)),
    ("key_csa", key_frame(CSA)),
    ("key_white", key_frame(NOBODY)),
    ("key_shield", key_shields),
    ("key_port", key_symbol("anchor")),
    ("key_fort", key_symbol("fort")),
    ("key_road", key_road),
    ("key_rail", key_rail),
    ("key_river", key_river),
    ("key_bank", key_bank),
)


def furniture(board: Board, word: Words) -> str:
    """All that stands beside the war."""
    return tag("g", title(word), compass(), europe(board, word), time_track(word), army_track(word), key(word), class_="furniture")
