"""The legend of a title: every sign of its board, its pieces and its markers with what it means. The key on a board is its first part."""

from __future__ import annotations

from collections.abc import Iterable

from bivouac.core.draw.svg import placed, settled
from bivouac.core.table import Say, Sign
from bivouac.core.text import Text

MAP, PIECES, MARKERS = "map", "pieces", "markers"


def on_map(drawing: str, meaning: Text, half: float = 24.0) -> Sign:
    """A sign of the board, around the origin."""
    return Sign(MAP, settled(drawing), meaning, half)


def piece(face: str, meaning: Text) -> Sign:
    """A piece of 48 x 48."""
    return Sign(PIECES, placed(face, -24, -24), meaning)


def marker(face: str, meaning: Text) -> Sign:
    """A marker of 48 x 48."""
    return Sign(MARKERS, placed(face, -24, -24), meaning)


def key(signs: Iterable[Sign], say: Say) -> list[tuple[str, str]]:
    """The signs of the map with their words, as `tracks.rows` and `tracks.in_line` draw them."""
    return [(sign.drawing, say(sign.meaning)) for sign in signs if sign.group == MAP]
