"""Pickets: the smallest title that uses everything the kernel offers. An example to read, and a subject for the kernel's own tests.

Two pickets a side on a ring of six posts. A side moves one picket to a neighbouring post; where it meets an enemy a die decides who
falls. Each side has a secret post, drawn at the start: it wins by moving a picket there, or by destroying the enemy.
After thirty moves nobody wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from random import Random
from typing import NamedTuple

from bivouac.core.events import event
from bivouac.core.flow import Ask, Do, Flow, Roll
from bivouac.core.ids import SIDES, Side
from bivouac.core.kit.bits import set_of
from bivouac.core.legality import closes, offers
from bivouac.core.state import Outcome, State
from bivouac.core.table import Cell, Choice, Layout, Panel, Place, Say, Table, Token
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Advice, RuleOption, Scenario, Title
from bivouac.core.ways import Verb, Way

POSTS = 6
NEAR = tuple(set_of(((p - 1) % POSTS, (p + 1) % POSTS)) for p in range(POSTS))
GONE = -1


# --- state.py -------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Pickets(State):
    """`post[i]`: where picket i stands (0, 1 Union; 2, 3 Confederate) or GONE. `secret[side]`: its secret post, GONE before it is drawn."""

    active: int = 0
    left: int = 30
    long_guns: int = 0
    post: list[int] = field(default_factory=lambda: [0, 1, 3, 4])
    secret: list[int] = field(default_factory=lambda: [GONE, GONE])


def pickets_of(side: int) -> tuple[int, int]:
    return (0, 1) if side == 0 else (2, 3)


# --- events.py ------------------------------------------------------------------------------------

DREW = event("drew", "TOY-2b", sees="owner", side="side", post="post")
DREW_UNSEEN = event("drew_unseen", "TOY-2b", sees="other", side="side")
MOVE_BEGINS = event("move_begins", "TOY-3a", heading=True, side="side", left="number")
MOVED = event("moved", "TOY-3b", side="side", frm="post", to="post")
FOUGHT = event("fought", "TOY-4a", side="side", post="post", die="number", need="number")


# --- rules ----------------------------------------------------------------------------------------


class Box(IntEnum):
    DRAW = 0
    MOVE = 1
    PICKET = 2
    POST = 3
    FIGHT = 4
    END = 5


class At(NamedTuple):
    """Where the procedure stands: the box, the picket in hand, the post it goes to."""

    box: Box
    picket: int = GONE
    post: int = GONE


PICKET = Verb(0, "picket", 4)
POST = Verb(0, "post", POSTS)


def the_active(s: Pickets, f: At) -> Side:
    return SIDES[s.active]


@offers("TOY-3b")
def own_pickets(s: Pickets, f: At) -> int:
    """A side moves one of its own pickets."""
    return set_of(pickets_of(s.active))


@closes("TOY-3b")
def has_not_fallen(s: Pickets, f: At) -> int:
    """A picket that has fallen does not move."""
    return set_of(p for p, post in enumerate(s.post) if post == GONE)


def from_here(s: Pickets, f: At, post: int) -> dict[str, Arg]:
    return {"frm": Name("post", s.post[f.picket]), "to": Name("post", post)}


@offers("TOY-3c", from_here)
def is_next_to(s: Pickets, f: At) -> int:
    """A picket moves to a neighbouring post."""
    return NEAR[s.post[f.picket]]


@closes("TOY-3d")
def is_not_held_by_a_friend(s: Pickets, f: At) -> int:
    """Two pickets of a side never share a post."""
    return set_of(s.post[p] for p in pickets_of(s.active) if s.post[p] != GONE)


def possible_secrets(s: Pickets, f: At) -> Sequence[int]:
    return range(POSTS)


def weights_of_secrets(s: Pickets, f: At) -> Sequence[int]:
    """The far posts lie twice in the cup."""
    return (1, 2, 2, 1, 2, 2)


def draw_secret(s: Pickets, f: At, a: int) -> None:
    side = 0 if s.secret[0] == GONE else 1
    s.secret[side] = a
    s.tell(DREW, side, a)
    s.tell(DREW_UNSEEN, side)
    s.goto(At(Box.DRAW) if side == 0 else At(Box.MOVE))


def begin_move(s: Pickets, f: At) -> None:
    s.tell(MOVE_BEGINS, s.active, s.left)
    s.goto(At(Box.PICKET))


def take_picket(s: Pickets, f: At, a: int) -> None:
    s.goto(At(Box.POST, a))


def go(s: Pickets, f: At, a: int) -> None:
    if a in (s.post[p] for p in pickets_of(1 - s.active)):
        s.goto(At(Box.FIGHT, f.picket, a))
        return
    s.tell(MOVED, s.active, s.post[f.picket], a)
    s.post[f.picket] = a
    s.goto(At(Box.END, f.picket))


def fight(s: Pickets, f: At, a: int) -> None:
    need = 3 if s.long_guns else 4
    s.tell(FOUGHT, s.active, f.post, a, need)
    if a >= need:
        s.post[s.post.index(f.post)] = GONE
        s.post[f.picket] = f.post
    else:
        s.post[f.picket] = GONE
    s.goto(At(Box.END, f.picket))


def end_move(s: Pickets, f: At) -> None:
    for side in SIDES:
        if all(s.post[p] == GONE for p in pickets_of(side)):
            s.finish(Outcome(side.other, "TOY-5b", "destroyed"))
            return
    if s.post[f.picket] == s.secret[s.active]:
        s.finish(Outcome(SIDES[s.active], "TOY-5a", "arrived"))
        return
    s.left -= 1
    if s.left == 0:
        s.finish(Outcome(None, "TOY-5c", "time"))
        return
    s.active = 1 - s.active
    s.goto(At(Box.MOVE))


def show_picket(s: Pickets, f: At, a: int) -> Choice:
    label = Text("choices.picket", {"post": Name("post", s.post[a])}) if s.post[a] != GONE else Text("choices.fallen")
    return Choice(a, label, (f"picket:{a}",))


def show_post(s: Pickets, f: At, a: int) -> Choice:
    return Choice(a, Text("choices.post", {"post": Name("post", a)}), (f"post:{a}",))


FLOW: Flow[Pickets] = Flow(
    {
        Box.DRAW: Roll("TOY-2b", draw_secret, possible_secrets, weights_of_secrets),
        Box.MOVE: Do(begin_move),
        Box.PICKET: Ask("TOY-3b", the_active, (Way(PICKET, own_pickets, (has_not_fallen,), take_picket, show_picket),)),
        Box.POST: Ask("TOY-3c", the_active, (Way(POST, is_next_to, (is_not_held_by_a_friend,), go, show_post),)),
        Box.FIGHT: Roll("TOY-4a", fight),
        Box.END: Do(end_move),
    },
    frames=(At,),
)


def start(scenario: Scenario, options: frozenset[str]) -> Pickets:
    return Pickets(stack=(At(Box.DRAW),), long_guns=int("long_guns" in options))


def meant(s: Pickets, thing: Name) -> Sequence[Name]:
    """A picket's post, the pickets at a post."""
    if thing.kind == "picket":
        return (Name("post", s.post[thing.id]),)
    return [Name("picket", p) for p, post in enumerate(s.post) if post == thing.id]


# --- view.py --------------------------------------------------------------------------------------


class PicketsView(NamedTuple):
    side: Side | None
    active: int
    left: int
    post: tuple[int, ...]
    secret: int


def view(s: Pickets, side: Side | None) -> PicketsView:
    return PicketsView(side, s.active, s.left, tuple(s.post), GONE if side is None else s.secret[side])


def sample(s: Pickets, side: Side, rng: Random) -> Pickets:
    """Deal the other side a secret post it might have: nothing it did so far tells which."""
    new = s.clone()
    if new.secret[side.other] != GONE:
        new.secret[side.other] = rng.choices(range(POSTS), weights_of_secrets(s, s.stack[-1] if s.stack else At(Box.END)))[0]
    return new


# --- table.py -------------------------------------------------------------------------------------


def places(scenario: Scenario) -> tuple[Place, ...]:
    return tuple(Place(f"post:{p}", Text("labels.post", {"post": Name("post", p)}), 60 + 100 * p, 60, 40) for p in range(POSTS))


def board(scenario: Scenario, say: Say) -> str:
    posts = "".join(
        f'<g data-id="{p.id}"><circle cx="{p.x}" cy="{p.y}" r="{p.size}" fill="#efe6d0" stroke="#3b2f22"/>'
        f'<text x="{p.x}" y="{p.y + 55}" text-anchor="middle" font-size="16">{say(p.name)}</text></g>'
        for p in places(scenario)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 130">{posts}</svg>'


def layout(v: PicketsView) -> Layout:
    tokens = tuple(
        Token(f"picket:{i}", f"post:{post}", ("union", "csa")[i // 2], Text("labels.picket", {"side": Name("side", i // 2)}), i // 2)
        for i, post in enumerate(v.post)
        if post != GONE
    )
    facts = (Cell("secret", Text("labels.secret", {"post": Name("post", v.secret)})),) if v.secret != GONE else ()
    return Layout(tokens, (Panel("orders", "facts", Text("labels.orders"), facts),), (Text("labels.left", {"n": v.left}),))


def face(name: str) -> str:
    colour = {"union": "#1f3a5f", "csa": "#8a7f6a"}[name]
    return f'<rect x="4" y="4" width="40" height="40" fill="{colour}"/>'


# --- advice.py ------------------------------------------------------------------------------------


def features(s: Pickets, side: Side) -> Mapping[str, float]:
    alive = [sum(s.post[p] != GONE for p in pickets_of(x)) for x in SIDES]
    steps = [(s.post[p] - s.secret[side]) % POSTS for p in pickets_of(side) if s.post[p] != GONE]
    far = min((min(n, POSTS - n) for n in steps), default=POSTS)
    return {"material": alive[side] - alive[side.other], "nearness": -far}


def evaluate(s: Pickets, side: Side) -> float:
    f = features(s, side)
    return min(max(0.5 + 0.1 * f["material"] + 0.05 * (f["nearness"] + 1.5), 0.0), 1.0)


def order(s: Pickets) -> Sequence[int]:
    """Towards the secret post by the shorter way."""
    goal = s.secret[s.active]
    f = s.stack[-1]
    if f.box == Box.POST:
        return sorted(s.options, key=lambda a: min((a - goal) % POSTS, (goal - a) % POSTS))
    return sorted(s.options, key=lambda a: min((s.post[a] - goal) % POSTS, (goal - s.post[a]) % POSTS) or POSTS)


def turn(s: Pickets) -> int:
    return s.left


TITLE = Title(
    id="pickets",
    prefix="TOY",
    version=1,
    package="toy",
    scenarios={"ring": Scenario("ring", "reconstructed")},
    options={"long_guns": RuleOption("long_guns", "TOY-4b")},
    flow=FLOW,
    start=start,
    view=view,
    sample=sample,
    meant=meant,
    names={"post": ("mill", "ford", "Oak Hill", "chapel", "inn", "bridge")},
    table=Table(board, places, layout, face),
    advice=Advice(evaluate, order, features, turn),
    secrets=True,
)
