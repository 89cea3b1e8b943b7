"""How good a position is."""

from collections.abc import Mapping

from bivouac.core.ids import Side
from toy.printed.map import POSTS
from toy.state import State


def features(s: State, side: Side) -> Mapping[str, float]:
    own, enemy = s.posts_of(side), s.posts_of(side.other)
    steps = [(post - s.secret[side]) % POSTS for post in own]
    far = min((min(n, POSTS - n) for n in steps), default=POSTS)
    return {"material": len(own) - len(enemy), "nearness": -far}


def evaluate(s: State, side: Side) -> float:
    f = features(s, side)
    return min(max(0.5 + 0.1 * f["material"] + 0.05 * (f["nearness"] + 1.5), 0.0), 1.0)
