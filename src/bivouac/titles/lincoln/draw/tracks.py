"""The two tracks below the map: the blockade, and what Europe thinks."""

from __future__ import annotations

from bivouac.core.draw import tracks
from bivouac.core.draw.palette import DEEP, PALE, PAPER_DEEP, PAPER_LIGHT, PURPLE
from bivouac.core.draw.svg import SERIF, figure, placed, tag, tooltip, upright, words
from bivouac.core.table import Say
from bivouac.core.text import Text
from bivouac.titles.lincoln.draw.places import BLOCKADE_TOP, CELL, EUROPE_TOP, HEIGHT, MAP_HEIGHT, TRACK_LEFT, WIDTH, blockade_at, europe_at
from bivouac.titles.lincoln.printed.units import BLOCKADE_POINTS, EUROPE_CSA, EUROPE_UNION, HAND_LIMIT_CSA


def hexagon(points: int) -> str:
    """LIN-map-g: victory points on a purple hexagon."""
    shape = tag("path", d="M-16 0L-8 -14H8L16 0L8 14H-8Z", fill=PURPLE, stroke=PAPER_LIGHT, stroke_width=2)
    return upright(shape, figure(points, 0, 6.4, 19, ink=PAPER_LIGHT, on=PURPLE))


def hand(limit: int) -> str:
    """How many cards the Confederacy may hold: a card with the number."""
    card = tag("rect", x=-11, y=-14, width=22, height=28, rx=2.5, fill=DEEP[1], stroke=PAPER_LIGHT, stroke_width=1.6)
    return upright(card, figure(limit, 0, 6.4, 19, ink=PAPER_LIGHT, on=DEEP[1]))


def europe_text(space: int) -> Text:
    key = "europe_start" if space == 0 else "europe_end" if space == EUROPE_CSA else "europe_space"
    return Text(f"labels.{key}", {"space": space})


def blockade_text(space: int) -> Text:
    facts = {"space": space, "limit": HAND_LIMIT_CSA[space], "points": BLOCKADE_POINTS[space]}
    return Text("labels.blockade_space", {**facts})


def blockade_cell(space: int, say: Say) -> str:
    """A space with the Confederate hand and the Union's points, where they change and in full."""
    x, y = blockade_at(space)
    shown = placed(hand(HAND_LIMIT_CSA[space]), x - 22, y - 23, 0.86) + placed(hexagon(BLOCKADE_POINTS[space]), x + 19, y - 23, 0.86)
    return tracks.cell(f"blockade:{space}", say(blockade_text(space)), (x, y), CELL, PAPER_LIGHT, shown)


def europe_cell(n: int, say: Say) -> str:
    """A space: blue towards the Union, butternut towards the Confederacy, whose last one wins the war."""
    (x, y), space = europe_at(n), n + EUROPE_UNION
    fill = PAPER_LIGHT if space == 0 else PALE[0] if space < 0 else PALE[1]
    number = words("S" if space == 0 else f"{space:+}".replace("-", "−"), x, y - 17, 24, on=fill, font_family=SERIF)
    star = tracks.stars(1, x + 28, y - 25, 11) if space == EUROPE_CSA else ""
    return tracks.cell(f"europe:{n}", say(europe_text(space)), (x, y), CELL, fill, number, star)


def furniture(say: Say) -> str:
    """The band below the map."""
    ground = tag("rect", y=MAP_HEIGHT, width=WIDTH, height=HEIGHT - MAP_HEIGHT, fill=PAPER_DEEP)
    tops = ((BLOCKADE_TOP, "blockade"), (EUROPE_TOP, "europe"))
    names = (tracks.heading(say(Text(f"labels.{key}")), TRACK_LEFT, top - 9, 22, on=PAPER_DEEP, anchor="start") for top, key in tops)
    cells = (blockade_cell(n, say) for n in range(len(BLOCKADE_POINTS)))
    europe = (europe_cell(n, say) for n in range(EUROPE_CSA - EUROPE_UNION + 1))
    return ground + "".join((*names, *cells, *europe)) + note(say)


def note(say: Say) -> str:
    """What the numbers of the blockade mean, right of its track."""
    x, y = blockade_at(len(BLOCKADE_POINTS))
    rows = ((hand(5), "labels.hand_limit"), (hexagon(1), "labels.vp_sign"))
    signs = [(tooltip(say(Text(key))) + sign, say(Text(key))) for sign, key in rows]
    return tracks.rows(signs, x, y - 17, 34, 18, on=PAPER_DEEP)
