"""A whole table as one SVG file: the board with its pieces, as `bivouac board` writes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from bivouac.core.table import Layout, Place, Say, Token
from bivouac.core.title import Scenario, Title
from bivouac.i18n import catalogue

SVG: Final = "http://www.w3.org/2000/svg"


def board_svg(title: Title[Any], scenario: Scenario, language: str, *, pieces: bool) -> str:
    """The board of a scenario; with `pieces`, as it stands at the start."""
    c = catalogue(language, title)
    if not pieces:
        return title.table.board(scenario, c.say)
    return table_svg(title, scenario, title.table.layout(title.view(title.setup(scenario), None)), c.say)


def table_svg(title: Title[Any], scenario: Scenario, layout: Layout, say: Say) -> str:
    """The board of a scenario with what lies on it."""
    svg = in_hands(title.table.board(scenario, say), layout.held)
    places = {p.id: p for p in title.table.places(scenario)}
    stacks: dict[str, list[Token]] = {}
    for token in layout.tokens:
        if token.at in places:
            stacks.setdefault(token.at, []).append(token)
    drawn = "".join(_stack(title, places[at], stack, say) for at, stack in stacks.items())
    return svg.replace("</svg>", f"{drawn}</svg>") if svg.count("</svg>") == 1 else drawn.join(svg.rsplit("</svg>", 1)) + "</svg>"


def in_hands(svg: str, held: Iterable[tuple[str, int]]) -> str:
    """A board with the places that were taken in the colours of those who hold them."""
    holders = dict(held)
    if not holders:
        return svg
    root = ElementTree.fromstring(svg)
    for group in root.iter():
        if (side := holders.get(group.get("data-id", ""))) is not None:
            for look in group:
                if "as" in look.get("class", "").split():
                    look.set("display", "inline" if f"as-{side}" in look.get("class", "") else "none")
    ElementTree.register_namespace("", SVG)
    return ElementTree.tostring(root, "unicode")


def _stack(title: Title[Any], place: Place, stack: list[Token], say: Say) -> str:
    """Pieces of a stack fanned out over the room there is, never smaller; those with a spot of their own lie there."""
    loose = [t for t in stack if t.dx is None]
    wide, high = max(place.wide, place.size), max(place.high, place.size)
    rows = max(1, min(len(loose) // 2, int(high / place.size + 0.7)))
    columns = -(-len(loose) // rows) if loose else 0
    across = min(place.size * 1.04, (wide - place.size) / max(columns - 1, 1))
    down = min(place.size * 1.04, (high - place.size) / max(rows - 1, 1))
    parts = []
    for i, token in enumerate(loose):
        row = i // columns
        beside = min(columns, len(loose) - row * columns)
        x = place.x + (i % columns - (beside - 1) / 2) * across
        y = place.y + (row - (rows - 1) / 2) * down
        parts.append(piece(title, token, x, y, place.size, say))
    parts += [piece(title, t, place.x + (t.dx or 0), place.y + (t.dy or 0), place.size, say) for t in stack if t.dx is not None]
    return "".join(parts)


def piece(title: Title[Any], token: Token, x: float, y: float, side: float, say: Say) -> str:
    """A counter with its middle at a point."""
    scale = side / 48
    return (
        f'<g data-token={quoteattr(token.id)} transform="translate({x - side / 2:.1f} {y - side / 2:.1f}) scale({scale:.3f})">'
        f"<title>{escape(say(token.name))}</title>{title.table.face(token.face, say)}</g>"
    )
