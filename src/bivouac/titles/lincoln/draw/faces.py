"""Counters, flags, markers and cards as small drawings. They hold no words: figures and silhouettes are the same in every language."""

from __future__ import annotations

from typing import Final

from bivouac.core.draw import pieces
from bivouac.core.draw.palette import BLACK, DEEP, EDGE, GOLD, INK, PAPER, PAPER_LIGHT, WATER_INK
from bivouac.core.draw.svg import cut, figure, path, placed, star, tag
from bivouac.titles.lincoln.draw import cards
from bivouac.titles.lincoln.draw.cards import KIND_FILL, TEXT_FIGURES, TEXT_ICONS, TOP_ICONS, Icon
from bivouac.titles.lincoln.printed.units import KINDS, LEADERSHIP, NAVAL, OWNER, PRICE, RAIL, SET, TABLES, TEXT, TEXT_KIND, TOP

FORT_UNIT: Final = 3


def face(name: str) -> str:
    """A drawing by its name: unit-0-2, flag-1, back-0, card-17, ship-marker, europe-marker."""
    return FACES[name]


# --- counters -------------------------------------------------------------------------------------------------------


def unit(side: int, kind: int) -> str:
    """An army with its strength, or a star fort."""
    if kind == FORT_UNIT:
        fort = tag("path", d=star(24, 24, 19, 0.66, 6), fill=PAPER_LIGHT)
        return pieces.block(side) + fort + figure(TABLES.limits.fort_value, 24, 31, 19, ink=EDGE[side], on=PAPER_LIGHT)
    strength = figure(kind + 1, 24, 41.6, 23, ink=PAPER_LIGHT, on=DEEP[side])
    return pieces.block(side) + pieces.silhouette("infantry", ground=DEEP[side], y=15.5, scale=0.74) + strength


def marker(icon: Icon) -> str:
    return pieces.disc(placed(icon(PAPER_LIGHT, BLACK), 24, 24, 1.2), fill=BLACK, edge=PAPER)


# --- cards ----------------------------------------------------------------------------------------------------------


def leaf(side: int, fill: str) -> str:
    """The card itself: square for the Union, corners cut for the Confederacy."""
    return tag("path", d=path(cut(45, 63, 43.5, 61.5, 8 * side), closed=True), fill=fill, stroke=EDGE[side], stroke_width=3)


def top(card: int) -> str:
    """The unit and, in a small card, how many other cards it costs."""
    kind, side = TOP[card], OWNER[card]
    if kind < 0:
        return ""
    shown = placed(unit(side, kind), 12, 20) if kind <= FORT_UNIT else placed(TOP_ICONS[kind](DEEP[side], PAPER_LIGHT), 37, 44, 1.9)
    price = tag("rect", x=65, y=28, width=17, height=23, rx=2, fill=PAPER, stroke=INK, stroke_width=1.6)
    return shown + price + figure(PRICE[card], 73.5, 45.4, 17)


def symbols(card: int) -> str:
    """In a row: leadership in a star, rails, an anchor."""
    shown: list[str] = []
    if LEADERSHIP[card]:
        lead = tag("path", d=star(0, 0, 16), fill=GOLD, stroke=INK, stroke_width=0.8)
        shown.append(lead + figure(LEADERSHIP[card], 0, 5.6, 15, on=GOLD))
    shown += [cards.RAILS(INK, PAPER_LIGHT)] * bool(RAIL[card]) + [cards.ANCHOR(WATER_INK, PAPER_LIGHT)] * bool(NAVAL[card])
    return "".join(placed(sign, 22 + 28 * n, 83) for n, sign in enumerate(shown))


def text_action(card: int) -> str:
    """The text action: its sign and its figure on the colour of its kind (green free, red action, purple benefit)."""
    text = TEXT[card]
    if text < 0:
        return ""
    fill = KIND_FILL[TEXT_KIND[text]]
    band = tag("rect", x=8, y=99, width=74, height=21, rx=2, fill=fill)
    return (
        band
        + placed(TEXT_ICONS[text](PAPER_LIGHT, fill), 27, 109.5, 0.8)
        + figure(TEXT_FIGURES[text], 61, 116, 19, ink=PAPER_LIGHT, on=fill)
    )


def large(card: int) -> str:
    """What a card without a unit is about: its text action, a leader's hat, or nothing."""
    if TOP[card] >= 0:
        return ""
    if TEXT[card] >= 0:
        return placed(TEXT_ICONS[TEXT[card]](DEEP[OWNER[card]], PAPER_LIGHT), 45, 44, 2.1)
    if LEADERSHIP[card]:
        return placed(cards.HAT(DEEP[OWNER[card]], PAPER_LIGHT), 45, 44, 2.4)
    return tag("path", d="M24 44H66", stroke=INK, stroke_opacity=0.35)


def card_face(card: int) -> str:
    side = OWNER[card]
    band = tag("rect", x=8, y=6, width=74, height=10, fill=DEEP[side])
    numeral = figure("I" * SET[card], 76, 14.6, 10.5, ink=PAPER_LIGHT, on=DEEP[side]) if SET[card] else ""
    return leaf(side, PAPER_LIGHT) + band + numeral + top(card) + large(card) + symbols(card) + text_action(card)


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
    faces |= {f"card-{card}": card_face(card) for card in range(KINDS)}
    return {name: pieces.face(drawing) for name, drawing in faces.items()}


FACES: Final = all_faces()
