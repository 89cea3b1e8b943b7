"""What each side may know: everything but the other's secret post."""

from random import Random
from typing import NamedTuple

from bivouac.core.ids import Side
from toy.printed.map import LOTS, POSTS
from toy.printed.units import GONE
from toy.state import State


class View(NamedTuple):
    side: Side | None
    active: int
    left: int
    post: tuple[int, ...]
    secret: int


def view(s: State, side: Side | None) -> View:
    return View(side, s.active, s.left, tuple(s.post), GONE if side is None else s.secret[side])


def sample(s: State, side: Side, rng: Random) -> State:
    """Deal the other side a secret post it might have: nothing it did so far tells which."""
    new = s.clone()
    if new.secret[side.other] != GONE:
        new.secret[side.other] = rng.choices(range(POSTS), LOTS)[0]
    return new
