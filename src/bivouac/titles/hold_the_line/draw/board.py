"""The board of a scenario. Every terrain has a figure of its own: a grey print tells them apart."""

from __future__ import annotations

from collections.abc import Iterator

from bivouac.core.draw import legend, tracks
from bivouac.core.draw.palette import INK, PAPER_DEEP
from bivouac.core.draw.svg import NEAR, ROAMS, SERIF, Point, label, path, rim, sheet, tag, text_width, tooltip, words
from bivouac.core.table import Say
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.hold_the_line.draw.land import WASH, covers, landscape, symbols
from bivouac.titles.hold_the_line.draw.legend import map_signs
from bivouac.titles.hold_the_line.draw.places import BOARD, HEIGHT, LEFT, SIZE, WIDTH
from bivouac.titles.hold_the_line.printed.map import COLUMNS, HEX_NAMES, HEXES, ROWS
from bivouac.titles.hold_the_line.printed.scenarios import Field, field_for, numbers_of
from bivouac.titles.hold_the_line.printed.units import TERRAIN_IDS

NAMES = 16  # the size of the names of places


def hex_text(field: Field, h: int) -> Text:
    """A hex by its name, its terrain and the place it belongs to."""
    args: dict[str, Arg] = {"hex": Name("hex", h), "terrain": Name("terrain", field.terrain[h])}
    for spot in field.file.places:
        if h in numbers_of(spot.hexes):
            return Text("labels.hex_place", {**args, "place": spot.name})
    return Text("labels.hex", args)


def board(scenario: Scenario, say: Say) -> str:
    return drawn(field_for(scenario), say)


def drawn(field: Field, say: Say) -> str:
    """A battlefield with all that lies on it, but no pieces."""
    return sheet(
        WIDTH,
        HEIGHT,
        tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER_DEEP),
        tag(
            "defs",
            symbols(),
            tag("clipPath", tag("path", d="".join(path(ring, closed=True) for ring in BOARD.outline(range(HEXES)))), id="htl-map"),
        ),
        tag("g", landscape(field), clip_path="url(#htl-map)"),
        covers(field, [h for h in range(HEXES) if field.cover_sides[h]]),
        *(numbered(field, h) for h in range(HEXES)),
        *place_names(field, say),
        edge(),
        tracks.in_line(legend.key(map_signs(field), say), LEFT - 20, HEIGHT - 32, NAMES, on=PAPER_DEEP),
        compass(field, say),
        *(BOARD.clickable(h, say(hex_text(field, h))) for h in range(HEXES)),
    )


def numbered(field: Field, h: int) -> str:
    """The code of a hex, to be read from near, at its left side, where neither counters nor names lie."""
    (x, y), wash = BOARD.centre[h], WASH[TERRAIN_IDS[field.terrain[h]]]
    return words(HEX_NAMES[h], x - SIZE * 0.67, y - 12, 11.5, ink=INK, on=wash, class_=NEAR, **rim(wash, 2.6))


def place_names(field: Field, say: Say) -> Iterator[str]:
    """Names of places, at the foot of the hexes they cover or else at their head, where neither counters nor other names lie."""
    taken: list[tuple[float, float, float]] = []
    for spot in field.file.places:
        text = say(Text("labels.both", {"words": spot.name}))
        half = text_width(text, NAMES) * 0.48 + 6
        spots = [(min(max(x, half + 4), WIDTH - half - 4), y) for x, y in spots_for([BOARD.centre[h] for h in numbers_of(spot.hexes)])]
        clear = (at for at in spots if all(abs(at[1] - y) > NAMES or abs(at[0] - x) > half + other for x, y, other in taken))
        x, y = next(clear, spots[0])
        taken.append((x, y, half))
        yield label(text, x, y, NAMES, class_=ROAMS)


def spots_for(hexes: list[Point]) -> list[Point]:
    """Where the name of some hexes may stand, the best first: below a row of them, the middle row before the others; above one; aside."""
    middle = sum(y for _, y in hexes) / len(hexes)
    levels = sorted({y for _, y in hexes}, key=lambda y: (abs(y - middle), -y))
    rows = [(sum(row) / len(row), level) for level in levels for row in ([x for x, y in hexes if y == level],)]
    heights = (0.83, -0.58)
    straight = [(x, y + SIZE * high) for high in heights for x, y in rows]
    return [*straight, *((x + SIZE * aside, y) for x, y in straight for aside in (0.87, -0.87))]


# --- beside the hexes -----------------------------------------------------------------------------------------------


def edge() -> str:
    """Column letters and row numbers."""
    columns = (words(chr(65 + col), BOARD.centre[col][0], BOARD.centre[col][1] - SIZE - 8, 17, on=PAPER_DEEP) for col in range(COLUMNS))
    rows = (words(str(row + 1), LEFT - SIZE - 8, BOARD.centre[row * COLUMNS][1] + 5, 17, on=PAPER_DEEP) for row in range(ROWS))
    return tag("g", *columns, *rows, font_family=SERIF)


def compass(field: Field, say: Say) -> str:
    """A rose that shows where north is."""
    turn = {"north": 0, "east": -90, "south": 180, "west": 90}[field.file.top]
    return tag("g", tooltip(say(Text(f"labels.{field.file.top}"))), tracks.compass(WIDTH - 58, HEIGHT - 52, 35, "N", turn))
