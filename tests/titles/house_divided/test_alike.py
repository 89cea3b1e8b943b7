"""Pieces that are taken for alike are: whichever of two is named, the same follows but for their numbers."""

from __future__ import annotations

from random import Random

from bivouac import load
from bivouac.core.state import State, dump
from bivouac.core.text import Name
from bivouac.match.gestures import alike, is_all_one
from bivouac.titles.house_divided.frames import March, Sail, Step

SETS = [
    "entrenched",
    "reduced",
    "once",
    "twice",
    "moved",
    "sailed",
    "jumped",
    "crossed",
    "digging",
    "fought",
    "retreated",
    "promoted",
    "routed",
    "raised",
    "cavalry",
    "crack",
    "riders",
]  # slots that are sets of pieces
LISTS = ("box", "origin", "kind")  # slots by piece
NAMES = ("firers", "aims", "bonus", "queue")  # slots that name pieces
TITLE = load("house-divided")


def exchanged(state: State, p: int, q: int) -> State:
    """The same position with the numbers of two pieces exchanged."""
    new = state.clone()
    for slot in SETS:
        setattr(new, slot, bits_exchanged(getattr(state, slot), p, q))
    new.at = [bits_exchanged(here, p, q) for here in state.at]
    for slot in LISTS:
        values = list(getattr(state, slot))
        values[p], values[q] = values[q], values[p]
        setattr(new, slot, type(getattr(state, slot))(values))
    for slot in NAMES:
        setattr(new, slot, tuple(named(n, p, q) for n in getattr(state, slot)))
    new.stack = tuple(frame_exchanged(f, p, q) for f in state.stack)
    return new


def bits_exchanged(pieces: int, p: int, q: int) -> int:
    return pieces ^ (1 << p | 1 << q) if (pieces >> p ^ pieces >> q) & 1 else pieces


def named(n: int, p: int, q: int) -> int:
    return {p: q, q: p}.get(n, n)


def frame_exchanged(f, p, q):
    if isinstance(f, March):
        return f._replace(used=bits_exchanged(f.used, p, q))
    return f._replace(piece=named(f.piece, p, q)) if isinstance(f, Step | Sail) else f


def test_exchanging_two_alike_pieces_changes_nothing_and_what_follows_is_the_same():
    rng, seen = Random("alike"), set()
    for options in ((), ("leaders", "rout", "command"), ("announce",)):
        known = [o for o in options if o in TITLE.options]
        state = TITLE.setup("1862", known)
        for _ in range(2500):
            if not state.stack:
                break
            if not TITLE.flow.is_chance(state):
                seen |= compare(state, rng)
            state_options = TITLE.advice.order(state) if not TITLE.flow.is_chance(state) else rng.sample(list(state.options), 1)
            TITLE.play(state, state_options[0])
    assert {"piece", "aim"} <= seen


def compare(state: State, rng: Random) -> set[str]:
    """Two answers that are taken for alike, where there are any."""
    answers = {}
    for answer in state.options:
        answers.setdefault(alike(TITLE, state, answer), []).append(answer)
    several = [some for some in answers.values() if len(some) > 1]
    if not several:
        return set()
    a, b = rng.sample(rng.choice(several), 2)
    verb = TITLE.flow.way(state, a).verb
    p, q = a - verb, b - verb
    assert dump(exchanged(state, p, q)) == dump(state)
    one, other = state.clone(), state.clone()
    TITLE.play(one, a)
    TITLE.play(other, b)
    assert dump(exchanged(one, p, q)) == dump(other)
    return {TITLE.question(state).box}


def test_two_kinds_are_not_alike():
    state = TITLE.setup("1861")
    pieces = [p for p in range(40) if state.box[p] >= 0]
    for p in pieces:
        for q in pieces:
            if (state.kind[p], state.box[p]) != (state.kind[q], state.box[q]):
                assert TITLE.alike(state, Name("piece", p)) != TITLE.alike(state, Name("piece", q))
    assert not is_all_one(TITLE, state)
