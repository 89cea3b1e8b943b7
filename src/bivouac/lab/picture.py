"""A whole table as one SVG file: the board with its pieces, as `bivouac board` writes it."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape, quoteattr

from bivouac.core.table import Place, Token
from bivouac.core.title import Scenario, Title
from bivouac.i18n import catalogue


def board_svg(title: Title[Any], scenario: Scenario, language: str, *, pieces: bool) -> str:
    """The board of a scenario; with `pieces`, as it stands at the start."""
    c = catalogue(language, title)
    svg = title.table.board(scenario, c.say)
    if not pieces:
        return svg
    state = title.setup(scenario)
    tokens = title.table.layout(title.view(state, None)).tokens
    places = {p.id: p for p in title.table.places(scenario)}
    stacks: dict[str, list[Token]] = {}
    for token in tokens:
        if token.at in places:
            stacks.setdefault(token.at, []).append(token)
    drawn = "".join(_stack(title, places[at], stack, c.say) for at, stack in stacks.items())
    return svg.replace("</svg>", f"{drawn}</svg>") if svg.count("</svg>") == 1 else drawn.join(svg.rsplit("</svg>", 1)) + "</svg>"


def _stack(title: Title[Any], place: Place, stack: list[Token], say: Any) -> str:
    """Pieces of a stack side by side, shrunk to the room there is; those with a spot of their own lie there."""
    loose = [t for t in stack if t.dx is None]
    side = place.size * (1.0 if len(loose) <= 1 else 0.72 if len(loose) <= 4 else 0.55)
    columns = 1 if len(loose) <= 1 else 2 if len(loose) <= 4 else 3
    rows = -(-len(loose) // columns) if loose else 0
    parts = []
    for i, token in enumerate(loose):
        x = place.x + (i % columns - (min(columns, len(loose)) - 1) / 2) * side * 0.92
        y = place.y + (i // columns - (rows - 1) / 2) * side * 0.92
        parts.append(_piece(title, token, x, y, side, say))
    parts += [_piece(title, t, place.x + (t.dx or 0), place.y + (t.dy or 0), place.size, say) for t in stack if t.dx is not None]
    return "".join(parts)


def _piece(title: Title[Any], token: Token, x: float, y: float, side: float, say: Any) -> str:
    scale = side / 48
    return (
        f'<g data-token={quoteattr(token.id)} transform="translate({x - side / 2:.1f} {y - side / 2:.1f}) scale({scale:.3f})">'
        f"<title>{escape(say(token.name))}</title>{title.table.face(token.face)}</g>"
    )
