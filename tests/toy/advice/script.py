"""The script: towards the secret post by the shorter way."""

from collections.abc import Sequence

from toy.frames import Box
from toy.printed.map import POSTS
from toy.state import State


def order(s: State) -> Sequence[int]:
    goal, going = s.secret[s.active], s.stack[-1].box == Box.POST
    posts = {a: a if going else s.post[a] for a in s.options}
    return sorted(posts, key=lambda a: min((posts[a] - goal) % POSTS, (goal - posts[a]) % POSTS) or POSTS * (not going))


def turn(s: State) -> int:
    return s.left
