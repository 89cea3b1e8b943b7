"""The board of A House Divided as one SVG."""

from __future__ import annotations

from collections.abc import Callable

from bivouac.titles.house_divided.draw.boxes import SYMBOLS, bank_symbol, banks, boxes
from bivouac.titles.house_divided.draw.kit import FRAME, HEIGHT, INK, PAPER, PAPER_DARK, SANS, WIDTH, tag
from bivouac.titles.house_divided.draw.land import hills, land, rivers, sea, sea_names, state_names
from bivouac.titles.house_divided.draw.lines import transport_lines
from bivouac.titles.house_divided.draw.tracks import furniture
from bivouac.titles.house_divided.printed.map import Board

Words = Callable[[str], str]


def draw_board(board: Board, word: Words) -> str:
    """The whole board; `word` gives the words of the `board` section of the catalogue in the reader's language."""
    inner = FRAME + 14
    clip = tag("clipPath", tag("rect", x=inner, y=inner, width=WIDTH - 2 * inner, height=HEIGHT - 2 * inner), id="ahd-neat")
    ground = tag(
        "g",
        sea(),
        land(),
        rivers(),
        hills(),
        sea_names(word),
        state_names(board, word("language").lower()),
        clip_path="url(#ahd-neat)",
        class_="ground",
    )
    return tag(
        "svg",
        tag("defs", clip, SYMBOLS, bank_symbol()),
        tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER_DARK),
        ground,
        neat_line(inner),
        tag("g", banks(board), transport_lines(board), clip_path="url(#ahd-neat)", class_="lines"),
        furniture(board, word),
        boxes(board),
        xmlns="http://www.w3.org/2000/svg", view_box=f"0 0 {WIDTH} {HEIGHT}", class_="board", font_family=SANS,
        aria_label=word("title"),
    )  # fmt: skip


def neat_line(inner: float) -> str:
    """The border of the map: a heavy line, a ladder of degrees, a fine line."""
    heavy = tag("rect", x=FRAME - 8, y=FRAME - 8, width=WIDTH - 2 * FRAME + 16, height=HEIGHT - 2 * FRAME + 16, stroke=INK, stroke_width=5)
    band = tag("rect", x=FRAME + 4, y=FRAME + 4, width=WIDTH - 2 * FRAME - 8, height=HEIGHT - 2 * FRAME - 8, stroke=PAPER, stroke_width=14)
    ladder = tag(
        "rect", x=FRAME + 4, y=FRAME + 4, width=WIDTH - 2 * FRAME - 8, height=HEIGHT - 2 * FRAME - 8, stroke=INK, stroke_width=9,
        stroke_dasharray="73 73",
    )  # fmt: skip
    fine = tag("rect", x=inner, y=inner, width=WIDTH - 2 * inner, height=HEIGHT - 2 * inner, stroke=INK, stroke_width=2)
    return tag("g", heavy, band, ladder, fine, fill="none")
