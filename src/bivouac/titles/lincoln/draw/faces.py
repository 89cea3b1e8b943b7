"""Counters, flags, markers and cards as small drawings. A card says in words what it does; all else is the same in every language."""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.draw import pieces
from bivouac.core.draw.palette import BLACK, DEEP, EDGE, GOLD, INK, PAPER, PAPER_LIGHT, WATER_INK
from bivouac.core.draw.svg import Value, cut, figure, path, placed, star, tag, text_width, words, wrapped
from bivouac.core.table import Say
from bivouac.core.text import Name, Text
from bivouac.titles.lincoln.draw import cards
from bivouac.titles.lincoln.draw.cards import FIGURES, KIND_FILL, TEXT_ICONS, TOP_ICONS, Icon
from bivouac.titles.lincoln.printed.units import (
    LEADERSHIP,
    NAVAL,
    OWNER,
    POLITICIAN,
    PRICE,
    RAIL,
    SET,
    SHIP,
    TABLES,
    TEXT,
    TEXT_KIND,
    TEXTS,
    TOP,
)

FORT_UNIT: Final = 3


def face(name: str, say: Say) -> str:
    """A drawing by its name: unit-0-2, flag-1, back-0, card-17, ship-marker, europe-marker."""
    return pieces.face(card_face(int(name.removeprefix("card-")), say)) if name.startswith("card-") else FACES[name]


# --- counters -------------------------------------------------------------------------------------------------------


def unit(side: int, kind: int) -> str:
    """An army with its strength, or a star fort."""
    if kind == FORT_UNIT:
        fort = tag("path", d=star(24, 24, 19, 0.66, 6), fill=PAPER_LIGHT)
        return pieces.block(side) + fort + figure(TABLES.limits.fort_value, 24, 31.5, 21, ink=EDGE[side], on=PAPER_LIGHT)
    strength = figure(kind + 1, 13, 23, 24, ink=PAPER_LIGHT, on=DEEP[side])
    return pieces.block(side) + pieces.silhouette("infantry", ground=DEEP[side], x=26, y=30, scale=0.86) + strength


def marker(icon: Icon) -> str:
    return pieces.disc(placed(icon(PAPER_LIGHT, BLACK), 24, 24, 1.2), fill=BLACK, edge=PAPER)


# --- cards ----------------------------------------------------------------------------------------------------------

PRINT: Final = 12.6  # words on a card: 11 pixels on one that is 80 wide
ROOM: Final = 76.0


def leaf(side: int, fill: str) -> str:
    """The card itself: square for the Union, corners cut for the Confederacy."""
    return tag("path", d=path(cut(45, 63, 43.5, 61.5, 8 * side), closed=True), fill=fill, stroke=EDGE[side], stroke_width=3)


def title_of(card: int) -> Text:
    """What a card is called: its unit, its text action, or a general."""
    if TOP[card] >= 0:
        return Text("cards.unit", {"unit": Name("unit", TOP[card])})
    if TEXT[card] >= 0:
        return Text("cards.action", {"action": Name("text_action", TEXT[card])})
    return Text("cards.general" if LEADERSHIP[card] else "cards.blank")


def does(card: int) -> Text:
    """What a card does when it is played for what stands on it, in a few words."""
    if TOP[card] >= 0:
        word = {SHIP: "ship", POLITICIAN: "politician"}.get(TOP[card], "deploy")
        return Text(f"cards.{word}", {"n": PRICE[card]})
    if TEXT[card] >= 0:
        return Text(f"cards.{TEXTS[TEXT[card]].id}", {"n": FIGURES.get(TEXT[card], 1)})
    return Text("cards.lead" if LEADERSHIP[card] else "cards.nothing")


def band(card: int, say: Say) -> str:
    """The name on the colour of the side, with the set a card comes from."""
    side, name = OWNER[card], say(title_of(card))
    plate = tag("rect", x=6, y=5, width=78, height=17, fill=DEEP[side])
    numeral = figure("I" * SET[card], 80, 17.8, PRINT, ink=PAPER_LIGHT, on=DEEP[side], text_anchor="end") if SET[card] else ""
    room = ROOM - 4 - 6 * SET[card]
    squeezed = room if text_width(name, 13.4) > room else None
    adjust = "spacingAndGlyphs" if squeezed else None
    lettered = figure(name, 9.5, 18, 13.4, ink=PAPER_LIGHT, on=DEEP[side], text_anchor="start", text_length=squeezed, length_adjust=adjust)
    return plate + lettered + numeral


def picture(card: int) -> str:
    """The unit it deploys and its price on a small card; or the sign of its text action; or a leader's hat."""
    side, ink = OWNER[card], DEEP[OWNER[card]]
    if TOP[card] < 0:
        icon = TEXT_ICONS[TEXT[card]] if TEXT[card] >= 0 else cards.HAT if LEADERSHIP[card] else None
        return placed(icon(ink, PAPER_LIGHT), 45, 41, 1.35) if icon else ""
    unit_kind = TOP[card] <= FORT_UNIT
    shown = placed(unit(side, TOP[card]), 8, 25, 0.76) if unit_kind else placed(TOP_ICONS[TOP[card]](ink, PAPER_LIGHT), 28, 43, 1.5)
    price = tag("rect", x=58, y=28, width=20, height=27, rx=2, fill=PAPER, stroke=INK, stroke_width=1.6)
    return shown + price + figure(PRICE[card], 68, 48, 18)


def symbols(card: int) -> str:
    """In a row: leadership in a star, rails, an anchor."""
    shown: list[str] = []
    if LEADERSHIP[card]:
        lead = tag("path", d=star(0, 0, 15), fill=GOLD, stroke=INK, stroke_width=0.8)
        shown.append(lead + figure(LEADERSHIP[card], 0, 5.6, 15, on=GOLD))
    shown += [cards.RAILS(INK, PAPER_LIGHT)] * bool(RAIL[card]) + [cards.ANCHOR(WATER_INK, PAPER_LIGHT)] * bool(NAVAL[card])
    return "".join(placed(sign, 22 + 24 * n, 73) for n, sign in enumerate(shown))


def told(card: int, say: Say) -> str:
    """What it does, on the colour of its kind (green free, red action, purple benefit) or on the paper."""
    fill = KIND_FILL[TEXT_KIND[TEXT[card]]] if TEXT[card] >= 0 else PAPER
    ink = PAPER_LIGHT if TEXT[card] >= 0 else INK
    rows = wrapped(say(does(card)), ROOM * 1.06, PRINT * 0.92)
    top = 121 - 11.6 * len(rows) - 3
    plate = tag("rect", x=5, y=top, width=80, height=118.5 - top, rx=1.5, fill=fill)
    lines = (words(row, 45, top + 10.6 + 11.6 * n, PRINT, ink=ink, on=fill, **narrow(row)) for n, row in enumerate(rows))
    return plate + "".join(lines)


def narrow(row: str) -> dict[str, Value]:
    """Set a line of words as wide as it may be."""
    return {"text_length": ROOM, "length_adjust": "spacingAndGlyphs"} if text_width(row, PRINT) * 0.94 > ROOM else {}


@cache
def ground_of(card: int) -> str:
    return leaf(OWNER[card], PAPER_LIGHT) + picture(card) + symbols(card)


def card_face(card: int, say: Say) -> str:
    return ground_of(card) + band(card, say) + told(card, say)


def back(side: int) -> str:
    """Stripes and the flag of a side."""
    stripes = "".join(f"M{8 + 8.2 * i:.1f} 10V116" for i in range(10))
    return (
        leaf(side, DEEP[side]) + tag("path", d=stripes, stroke=EDGE[side], stroke_width=1.4) + placed(pieces.cloth(side), 19.5, 45.7, 1.5)
    )


def all_faces() -> dict[str, str]:
    faces = {f"unit-{side}-{kind}": unit(side, kind) for side in (0, 1) for kind in range(4)}
    for side in (0, 1):
        faces[f"flag-{side}"], faces[f"back-{side}"] = pieces.flag(side), back(side)
    faces["ship-marker"], faces["europe-marker"] = marker(cards.SHIP), marker(cards.TOP_HAT)
    return {name: pieces.face(drawing) for name, drawing in faces.items()}


FACES: Final = all_faces()
