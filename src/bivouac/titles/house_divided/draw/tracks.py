"""The furniture of the board: time, army maximum, the key, Europe, the title and a compass."""

from __future__ import annotations

from typing import Final

from bivouac.core.draw import legend, tracks
from bivouac.core.draw.palette import INK, PAPER, PAPER_LIGHT, SEA, WINTER
from bivouac.core.draw.svg import SERIF, figure, place, tag, upright, words
from bivouac.core.table import Say
from bivouac.titles.house_divided.draw.boxes import SHIELD
from bivouac.titles.house_divided.draw.legend import map_signs
from bivouac.titles.house_divided.draw.places import (
    ARMY_TOP,
    CELL,
    COLUMNS,
    EUROPE,
    HIGHEST,
    LEFT,
    ROW,
    ROWS,
    TIME_TOP,
    Words,
    army_point,
    turn_point,
)
from bivouac.titles.house_divided.printed.map import UNION, Board
from bivouac.titles.house_divided.printed.units import CALENDAR, DRAFT_TURNS, TABLES, TURNS, YEAR

MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


# --- the tracks --------------------------------------------------------------------------------------------


def month_of(turn: int) -> str:
    """The key of a turn's month, or of the two months of a winter turn."""
    return "_".join(MONTHS[int(month) - 1] for month in CALENDAR[turn].split("-")[1:])


def time_cell(turn: int, word: Words) -> str:
    """A turn: its month, its number, a mark where a draft is held; winter is shaded."""
    (x, y), month = turn_point(turn), month_of(turn)
    fill = WINTER if "_" in month else PAPER_LIGHT
    inside = [
        figure(word(month), x, y - ROW / 2 + 22, 17 if "_" in month else 22, on=fill),
        words(str(turn), x, y + 27, 28, on=fill, font_family=SERIF),
    ]
    if turn in DRAFT_TURNS:
        inside.append(figure(f"+{TABLES.drafts.pieces}", x + 25, y + 27, 18, ink=SHIELD[UNION], on=fill))
    return tracks.cell(f"turn:{turn}", f"{word(month)} {YEAR[turn]}", (x, y), (CELL, ROW), fill, *inside)


def year_label(row: int) -> str:
    """The years of one row, before its first cell."""
    y = TIME_TOP + (row + 0.5) * ROW
    first, last = YEAR[row * COLUMNS + 1], YEAR[min(TURNS, (row + 1) * COLUMNS)]
    lines = ((f"{first}", y - 2), (f"–{last % 100}", y + 22))
    return "".join(words(text, LEFT - 10, at, 24, on=SEA, font_family=SERIF, text_anchor="end") for text, at in lines)


def time_track(word: Words) -> str:
    """All turns, a row from July to June."""
    cells = (time_cell(turn, word) for turn in range(1, TURNS + 1))
    years = (year_label(row) for row in range(-(-TURNS // COLUMNS)))
    return track(word("time"), TIME_TOP, *cells, *years)


def army_cell(value: int) -> str:
    x, y = army_point(value)
    number = words(str(value), x, y + 10, 30, on=PAPER_LIGHT, font_family=SERIF)
    return tracks.cell(f"maximum:{value}", str(value), (x, y), (CELL, ROW), PAPER_LIGHT, number)


def track(name: str, top: float, *cells: str) -> str:
    """A track with its heading, framed."""
    heading = tracks.heading(name, LEFT + COLUMNS / 2 * CELL, top - 14, 34, on=SEA)
    rim = tag("rect", x=LEFT, y=top, width=COLUMNS * CELL, height=ROWS * ROW, fill="none", stroke=INK, stroke_width=4)
    return heading + "".join(cells) + rim


def europe(board: Board, word: Words) -> str:
    """Where foreign units wait for ships."""
    (x, y), (w, h) = EUROPE, (172.0, 120.0)
    box = tag("rect", x=x - w / 2, y=y - h / 2, width=w, height=h, rx=12, fill=PAPER, stroke=INK, stroke_width=3, stroke_dasharray="3 7",
              stroke_linecap="round")  # fmt: skip
    name = words(word("europe"), x, y - h / 2 + 26, 25, font_family=SERIF, font_style="italic")
    return place(f"box:{len(board.name)}", word("europe"), box, name)


# --- the key -----------------------------------------------------------------------------------------------


def key(word: Words, say: Say) -> str:
    """What the signs mean."""
    left, top, width, height = 56, 2206, 456, 452
    heading = tracks.heading(word("key"), left + width / 2, top + 38, 29)
    rows = tracks.rows(legend.key(map_signs(), say), left + 66, top + 66, 39.5, 23, room=58)
    return upright(tracks.panel(left, top, width, height), heading, rows)


def furniture(board: Board, word: Words, say: Say) -> str:
    """All that stands beside the war."""
    army = track(word("maximum"), ARMY_TOP, *map(army_cell, range(HIGHEST + 1)))
    title = tracks.cartouche(word("title"), word("subtitle"), 3190, 1832, 74, on=SEA)
    return "".join((title, tracks.compass(3410, 1020, 92, "N"), europe(board, word), time_track(word), army, key(word, say)))
