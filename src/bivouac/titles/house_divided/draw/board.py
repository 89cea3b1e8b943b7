"""The board as one SVG. It is the same in every scenario."""

from __future__ import annotations

from functools import cache, partial

from bivouac.core.draw.palette import INK, PAPER, PAPER_DEEP
from bivouac.core.draw.svg import sheet, tag
from bivouac.core.table import Say
from bivouac.core.text import Text
from bivouac.core.title import Scenario
from bivouac.titles.house_divided.draw.boxes import banks, boxes, symbols
from bivouac.titles.house_divided.draw.land import hills, land, rivers, sea, sea_names, state_names
from bivouac.titles.house_divided.draw.lines import transport_lines
from bivouac.titles.house_divided.draw.places import FRAME, HEIGHT, WIDTH
from bivouac.titles.house_divided.draw.tracks import furniture
from bivouac.titles.house_divided.printed.map import MAP

INNER = FRAME + 14


def board(scenario: Scenario | None, say: Say) -> str:
    def word(key: str) -> str:
        return say(Text(f"board.{key}"))

    lettered = sea_names(word) + state_names(MAP, word("language").lower())
    return sheet(
        WIDTH,
        HEIGHT,
        tag("defs", tag("clipPath", tag("rect", **band(INNER)), id="ahd-neat"), symbols()),
        tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER_DEEP),
        tag("g", country(), clip_path="url(#ahd-neat)", class_="ahd-ground"),
        neat_line(),
        tag("g", ways(), lettered, clip_path="url(#ahd-neat)", class_="ahd-lines"),
        furniture(MAP, word, say),
        boxes(MAP),
        aria_label=word("title"),
    )


@cache
def country() -> str:
    """What lies under the lines; the same in every language."""
    return sea() + land() + rivers() + hills()


@cache
def ways() -> str:
    """Blue sides, and the lines over them."""
    return banks(MAP) + transport_lines(MAP)


def band(inset: float) -> dict[str, float]:
    """A rectangle so far inside the paper."""
    return {"x": inset, "y": inset, "width": WIDTH - 2 * inset, "height": HEIGHT - 2 * inset}


def neat_line() -> str:
    """The border of the map: a heavy line, a ladder of degrees, a fine line."""
    line = partial(tag, "rect")
    return tag(
        "g",
        line(**band(FRAME - 8), stroke=INK, stroke_width=5),
        line(**band(FRAME + 4), stroke=PAPER, stroke_width=14),
        line(**band(FRAME + 4), stroke=INK, stroke_width=9, stroke_dasharray="73 73"),
        line(**band(INNER), stroke=INK, stroke_width=2),
        fill="none",
    )
