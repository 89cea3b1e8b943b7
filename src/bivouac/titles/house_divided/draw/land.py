"""What lies behind the boxes and has no effect on play: sea, states, rivers, hills, and their names."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any, Final

from bivouac.core.draw import ground
from bivouac.core.draw.palette import INK, INK_SOFT, PAPER, SEA, TINT, WATER, WATER_EDGE, WATER_INK
from bivouac.core.draw.svg import SERIF, Point, along, grain, num, rim, tag, words
from bivouac.titles.house_divided.draw.places import HEIGHT, WIDTH, Words, board_point
from bivouac.titles.house_divided.printed.map import Board

CONFEDERATE: Final = frozenset({"VA", "NC", "SC", "GA", "FL", "AL", "MS", "LA", "TX", "AR", "TN"})
BORDER: Final = frozenset({"MO", "KY", "MD", "DE", "OK", "KS", "NE"})

# where the names of the states stand (units of map.toml), how large, how far apart their letters, how much they lean
STATE_NAMES: Final[dict[str, tuple[float, float, float, float, float]]] = {
    "IL": (832, 366, 34, 7, 0), "MO": (548, 560, 34, 7, 0), "IN": (1212, 390, 30, 5, 0), "OH": (1486, 392, 32, 8, 0),
    "KY": (1530, 592, 32, 5, 0), "TN": (1122, 868, 30, 6, 0), "VA": (1795, 715, 34, 8, -14), "WV": (1795, 455, 22, 2, -38),
    "PA": (2000, 266, 28, 3, 0), "MD": (2500, 420, 20, 3, 62), "NJ": (2612, 211, 20, 3, -62), "NC": (2043, 1050, 27, 3, 0),
    "SC": (2015, 1350, 27, 3, 0), "GA": (1495, 1430, 40, 12, 0), "FL": (1200, 1892, 32, 14, 0), "AL": (1071, 1435, 38, 10, 0),
    "MS": (690, 1440, 24, 2, 0), "LA": (298, 1546, 32, 7, 0), "AR": (350, 1158, 30, 5, 0),
}  # fmt: skip


@cache
def outlines() -> Any:
    """The bent outlines (see tools/house_divided_outlines.py)."""
    return json.loads(resources.files("bivouac.titles.house_divided").joinpath("data", "art", "outlines.json").read_text("utf-8"))


def points_of(line: list[int]) -> list[Point]:
    """A stored line: first point, then steps."""
    x, y = line[0], line[1]
    out = [board_point((x, y))]
    for i in range(2, len(line), 2):
        x, y = x + line[i], y + line[i + 1]
        out.append(board_point((x, y)))
    return out


def steps(points: Iterable[Point], *, closed: bool = False) -> str:
    """A path in whole steps from its first point: these outlines are long."""
    spots = [(round(x), round(y)) for x, y in points]
    parts = [f"M{spots[0][0]} {spots[0][1]}l"]
    parts += (f"{x - px} {y - py} " for (px, py), (x, y) in pairwise(spots) if (x, y) != (px, py))
    return "".join(parts).rstrip() + ("z" if closed else "")


def state_path(rings: list[list[int]]) -> str:
    """The outline of one state."""
    arcs = outlines()["arcs"]
    shapes = []
    for ring in rings:
        points = [p for arc in ring for p in (points_of(arcs[arc]) if arc >= 0 else points_of(arcs[~arc])[::-1])]
        shapes.append(steps(points, closed=True))
    return "".join(shapes)


def side_of(state: str) -> int:
    """0 Union, 1 Confederacy, 2 between them: only for the tint of a border."""
    return 1 if state in CONFEDERATE else 2 if state in BORDER else 0


def sea() -> str:
    """The water, with lines that follow the coast."""
    art = outlines()
    coast = tag("g", *(tag("path", d=steps(points_of(art["arcs"][i]))) for i in art["coast"]), id="ahd-coast")
    return tag("rect", width=WIDTH, height=HEIGHT, fill=SEA) + tag("defs", coast) + ground.shore("use", href="#ahd-coast")


def land() -> str:
    """The states: paper, a band of colour inside each border as the old engravers had it, and the borders."""
    shapes, clips, bands = [], [], []
    for state, rings in outlines()["states"].items():
        name = f"ahd-state-{state}"
        clips.append(tag("clipPath", tag("use", href=f"#{name}"), id=f"{name}-clip"))
        shapes.append(tag("path", id=name, d=state_path(rings)))
        tint = TINT[side_of(state)]
        band = tag("use", href=f"#{name}", stroke=tint, stroke_width=34, stroke_opacity=0.28)
        inner = tag("use", href=f"#{name}", stroke=tint, stroke_width=15, stroke_opacity=0.45)
        bands.append(tag("g", band, inner, clip_path=f"url(#{name}-clip)"))
    states = list(outlines()["states"])
    paper = tag("g", *(tag("use", href=f"#ahd-state-{s}") for s in states), fill=PAPER, stroke=PAPER, stroke_width=2)
    borders = tag(
        "g", *(tag("use", href=f"#ahd-state-{s}") for s in states), stroke=INK_SOFT, stroke_width=1.6,
        stroke_dasharray="9 3 2 3", stroke_opacity=0.8,
    )  # fmt: skip
    coast = tag("use", href="#ahd-coast", stroke=INK, stroke_width=2, stroke_opacity=0.75)
    drawn = tag("g", *bands, borders, coast, fill="none", stroke_linejoin="round")
    return tag("defs", *shapes, *clips) + paper + drawn


def rivers() -> str:
    """The courses of the rivers as thin lines; the lines one moves along are drawn over them."""
    courses = (steps(points_of(line)) for lines in outlines()["rivers"].values() for line in lines)
    return ground.strokes(courses, (WATER, 7, None), (WATER_EDGE, 1.5, None), stroke_linecap="round", opacity=0.6)


def hills() -> str:
    """Ridges as engraved hachures: wedges down both slopes, thick at the crest, running out to a point."""
    strokes: list[str] = []
    for number, (width, line) in enumerate(outlines()["ridges"]):
        spots = along(points_of(line), 5.0)
        for n, ((x, y), (ux, uy)) in enumerate(spots):
            swell = min(1.0, 0.35 + n / 12, 0.35 + (len(spots) - n) / 12)  # low at both ends
            for side in (-1, 1):
                seed = number * 977 + n * 13 + side
                start, lean = 0.6 + 2.4 * grain(seed), 0.44 * grain(seed + 2) - 0.22
                length = width * swell * (0.44 + 0.56 * grain(seed + 1)) * (1.0 if side > 0 else 0.75)
                nx, ny = -uy * side + ux * lean, ux * side + uy * lean
                ax, ay = x + nx * start, y + ny * start
                strokes.append(
                    f"M{num(ax - ux)} {num(ay - uy)}L{num(ax + ux)} {num(ay + uy)}L{num(ax + nx * length)} {num(ay + ny * length)}z"
                )
    return tag("g", *(tag("path", d=d) for d in ground.by_region(strokes)), fill=INK_SOFT, fill_opacity=0.5)


def state_names(board: Board, language: str) -> str:
    """The names of the states in wide capitals, clear of boxes, over lines and hills; longer words are set smaller to keep their room."""
    out = []
    for state, (x, y, size, gap, turn) in STATE_NAMES.items():
        name, english = board.states[state][language], board.states[state]["en"]
        tight = min(1.0, len(english) / len(name))
        px, py = board_point((x, y))
        out.append(words(name.upper(), px, py, size * tight**0.6, ink=INK_SOFT, turn=turn, letter_spacing=gap * tight))
    return tag("g", *out, font_family=SERIF, pointer_events="none", **rim(PAPER, 5))


def sea_names(word: Words) -> str:
    """The waters."""
    names = (("atlantic", (3260.0, 1640.0), 60, 14), ("ocean", (3260.0, 1708.0), 60, 14), ("gulf", board_point((1220, 2010)), 50, 8))
    out = (words(word(key), *at, size, ink=WATER_INK, on=SEA, letter_spacing=gap) for key, at, size, gap in names)
    return tag("g", *out, font_family=SERIF, font_style="italic")
