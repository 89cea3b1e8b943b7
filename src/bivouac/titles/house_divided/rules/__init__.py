"""The rules, chapter by chapter; here what several of them need."""

from __future__ import annotations

from typing import Final

from bivouac.core.text import Arg, Name
from bivouac.titles.house_divided.state import State

ALL: Final = -1  # every thing there is, as a set


def in_this_battle(s: State, f: object, thing: int) -> dict[str, Arg]:
    return {"box": Name("box", s.place)}


def its_box(s: State, f: object, piece: int) -> dict[str, Arg]:
    return {"box": Name("box", s.box[piece])}


def enough(s: State, f: object, _: int) -> None:
    """No more marches, pieces, recruits or promotions."""
    s.pop()
