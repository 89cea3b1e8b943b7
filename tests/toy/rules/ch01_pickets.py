"""The rules of Pickets, in the order of their clauses."""

from bivouac.core.ids import SIDES, Side
from bivouac.core.kit.bits import set_of
from bivouac.core.legality import closes, offers
from bivouac.core.state import Outcome
from toy.events import DREW, DREW_UNSEEN, FELL, FOUGHT, MOVE_BEGINS, MOVED, WENT
from toy.frames import At, Box
from toy.printed.map import NEAR
from toy.printed.units import GONE, OF
from toy.state import State


def draw_secret(s: State, f: At, post: int) -> None:
    side = 0 if s.secret[0] == GONE else 1
    s.secret[side] = post
    s.tell(DREW, side, post)
    s.tell(DREW_UNSEEN, side)
    s.goto(At(Box.DRAW) if side == 0 else At(Box.MOVE))


def begin_move(s: State, f: At) -> None:
    s.tell(MOVE_BEGINS, s.active, s.left)
    s.goto(At(Box.PICKET))


def the_active(s: State, f: At) -> Side:
    return SIDES[s.active]


@offers("TOY-3b")
def own_pickets(s: State, f: At) -> int:
    """A side moves one of its own pickets."""
    return set_of(OF[s.active])


@closes("TOY-3b")
def has_not_fallen(s: State, f: At) -> int:
    """A picket that has fallen does not move."""
    return set_of(p for p, post in enumerate(s.post) if post == GONE)


def take_picket(s: State, f: At, picket: int) -> None:
    s.goto(At(Box.POST, picket))


@offers("TOY-3c")
def is_next_to(s: State, f: At) -> int:
    """A picket moves to a neighbouring post."""
    return NEAR[s.post[f.picket]]


@closes("TOY-3d")
def is_not_held_by_a_friend(s: State, f: At) -> int:
    """Two pickets of a side never share a post."""
    return set_of(s.posts_of(s.active))


def go(s: State, f: At, post: int) -> None:
    if post in s.posts_of(1 - s.active):
        s.goto(At(Box.FIGHT, f.picket, post))
        return
    s.tell(MOVED, s.active, s.post[f.picket], post)
    s.tell(WENT, f.picket, s.post[f.picket], post)
    s.post[f.picket] = post
    s.goto(At(Box.END, f.picket))


def fight(s: State, f: At, die: int) -> None:
    need = 3 if s.long_guns else 4
    s.tell(FOUGHT, s.active, f.post, die, need)
    loser = s.post.index(f.post) if die >= need else f.picket
    s.tell(FELL, loser, s.post[loser])
    s.post[loser] = GONE
    if die >= need:
        s.tell(WENT, f.picket, s.post[f.picket], f.post)
        s.post[f.picket] = f.post
    s.goto(At(Box.END, f.picket))


def end_move(s: State, f: At) -> None:
    s.left -= 1
    beaten = next((side for side in SIDES if not s.posts_of(side)), None)
    if beaten is not None:
        s.finish(Outcome(beaten.other, "TOY-5b", "destroyed"))
    elif s.post[f.picket] == s.secret[s.active]:
        s.finish(Outcome(SIDES[s.active], "TOY-5a", "arrived"))
    elif s.left == 0:
        s.finish(Outcome(None, "TOY-5c", "time"))
    else:
        s.active = 1 - s.active
        s.goto(At(Box.MOVE))
