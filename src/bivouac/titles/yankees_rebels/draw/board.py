"""The map as a campaign sheet: everything follows from the data; only the larger names are placed by hand."""

from __future__ import annotations

from functools import cache

from bivouac.core.draw import legend, tracks
from bivouac.core.draw.palette import DEEP, INK, PAPER, RED
from bivouac.core.draw.svg import ABOVE, NEAR, ROAMS, SERIF, label, path, rim, sheet, tag, upright, words
from bivouac.core.table import Say
from bivouac.core.text import Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.yankees_rebels.draw import land
from bivouac.titles.yankees_rebels.draw.labels import LABELS, LARGE
from bivouac.titles.yankees_rebels.draw.legend import map_signs
from bivouac.titles.yankees_rebels.draw.places import BOARD, HEIGHT, WIDTH
from bivouac.titles.yankees_rebels.printed.map import ENTRIES, HEX, NUMBER, PLACE_NAME, SIZE, VICTORY


def hex_name(h: int) -> Text:
    if h in PLACE_NAME:
        return Text("labels.named_hex", {"hex": Name("hex", h), "name": PLACE_NAME[h]})
    return Text("labels.hex", {"hex": Name("hex", h)})


def board(scenario: Scenario, say: Say) -> str:
    """The sheet with a place to click for every hex on top."""
    areas = (BOARD.clickable(h, say(hex_name(h))) for h in range(SIZE))
    return sheet(WIDTH, HEIGHT, landscape(), cartouche(scenario, say), *areas)


@cache
def landscape() -> str:
    """Everything without words in a language."""
    return "".join((
        tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER),
        tracks.border(12, 12, WIDTH - 24, HEIGHT - 24),
        land.symbols(), land.washes(),
        land.hachures(), land.furrows(), land.orchards(), land.streams(), land.woods(), land.houses(), land.roads(),
        land.bridges(), BOARD.lines(range(SIZE)), victory_hexes(), hex_numbers(), lettering(),
        tag("g", *map(seal, VICTORY), class_=ABOVE),
        entry_arrows(),
    ))  # fmt: skip


def seal(h: int) -> str:
    """The points of a victory hex, upon its eastern corner."""
    x, y = BOARD.centre[h]
    return tracks.seal(str(VICTORY[h]), x + 39, y, 13)


def victory_hexes() -> str:
    """A red line just inside every victory hex, to be seen round any stack."""
    d = []
    for h in VICTORY:
        cx, cy = BOARD.centre[h]
        d.append(path([(cx + (x - cx) * 0.93, cy + (y - cy) * 0.93) for x, y in BOARD.corners[h]], closed=True))
    return tag("path", d="".join(d), fill="none", stroke=RED, stroke_width=2)


def hex_numbers() -> str:
    """The code of every hex, over its counters, with a rim in the colour of its ground; to be read from near."""
    groups = []
    for terrain, wash in land.WASH.items():
        spots = ((HEX[h], *BOARD.centre[h]) for h in land.hexes_of(terrain))
        groups.append(tag("g", *(words(code, x, y - 26.5, 12, on=wash, class_=NEAR) for code, x, y in spots), **rim(wash, 2.6)))
    return "".join(groups)


def lettering() -> str:
    """Ridges and the town upright in capitals, all else slanted."""
    parts = []
    for name in LABELS:
        x, y = BOARD.centre[NUMBER[name.hex]]
        x, y = x + name.dx, y + name.dy
        slant, level = None if name.text.isupper() else "italic", NEAR if name.size < LARGE else ""
        marks = f"{level} {'' if name.turn else ROAMS}".strip() or None
        parts.append(
            label(
                name.text, x, y, name.size, ink=name.ink, turn=name.turn, font_style=slant, letter_spacing=name.space or None, class_=marks
            )
        )
    return "".join(parts)


def entry_arrows() -> str:
    """Arrows at the edge where reinforcements come in, in the colour of their side: from the south, the north, or below."""
    parts = []
    for side in (0, 1):
        for h in sorted(ENTRIES[side]):
            x, y = BOARD.centre[h]
            tip, turn = ((x, y + 46), -90) if HEX[h] == "I1" else ((x - 52, y), 0) if side == 0 else ((x + 52, y), 180)
            how = f"translate({tip[0]:.1f} {tip[1]:.1f}) rotate({turn})"
            parts.append(tag("path", d="M0 0L-15 -11V-5H-34V5H-15V11Z", transform=how, fill=DEEP[side], stroke=INK))
    return "".join(parts)


def cartouche(scenario: Scenario, say: Say) -> str:
    """Title, key and compass, below the map."""
    y = HEIGHT - 62
    title = tracks.heading(say(Text("labels.map_title")), 46, y + 12, 34, anchor="start")
    date = words(say(Text("labels.map_date")), 48, y + 36, 19, font_family=SERIF, font_style="italic", text_anchor="start")
    key = legend.key(map_signs(), say)
    return "".join((
        upright(title, date),
        tracks.in_line(key[:7], 390, y - 6, 17, room=17),
        tracks.in_line(key[7:], 390, y + 30, 17, room=17),
        tracks.compass(WIDTH - 104, y + 4, 34, say(Text("labels.north")), turn=90),
    ))  # fmt: skip
