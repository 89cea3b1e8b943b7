"""The position that a side has seen: where to start whatever is imagined, planned or shown for a side that is not asked.

While the other side acts, its unfinished choices stand in the pending frames of the state: which army it lifted, where its block goes,
whether it fights or withdraws. Dealing the hands again does not hide them. So the match is rewound, for this side, to the last position
in which every choice so far had been shown to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bivouac.core.ids import Side
from bivouac.core.state import State
from bivouac.core.table import Layout
from bivouac.core.title import Title

if TYPE_CHECKING:
    from bivouac.match.match import Match


def seen_position(match: Match, side: Side) -> State:
    """The last position in which nothing was chosen that this side has not been shown.

    It is the present one where the side is asked, or where a title has no secrets. Hands, decks and blocks in it are the true ones:
    `Title.determinize` deals them again. It must not be changed. A match that does not reach back far enough gives its first position.
    """
    found = last_seen(match, side)
    return match.title.setup(match.scenario, match.options) if found is None else found


def last_seen(match: Match, side: Side) -> State | None:
    """The same, or None where the record of the match does not reach back that far."""
    title, now = match.title, match.state
    if not title.secrets or not now.stack or title.flow.side(now) == side:
        return now
    own = _after_last_answer_of(side, match.sides)
    first = max(own, match.earliest)
    state = match.at(first).state.clone()
    is_seen = first == own or (first == match.floor and _is_disclosed(title, state))
    found, shown = state.clone() if is_seen else None, _layout(title, state, side)
    for answer, by in zip(match.answers[first:], match.sides[first:]):
        state.log = []
        title.play(state, answer)
        before, shown = shown, _layout(title, state, side)
        is_told = shown != before or any(event.visible_to(side) for event in state.log)
        is_seen = (is_told and _is_disclosed(title, state)) or (is_seen and by == Side.CHANCE)  # dice and draws are nobody's choice
        found = state.clone() if is_seen else found
    return found


def _after_last_answer_of(side: Side, sides: Sequence[int]) -> int:
    """How many answers there were when this side had last given one; 0 if it never has."""
    return next((number + 1 for number in range(len(sides) - 1, -1, -1) if sides[number] == side), 0)


def _is_disclosed(title: Title[State], state: State) -> bool:
    """Whether the procedure stands in a box that hides no choice, once something was shown on the way there."""
    return bool(state.stack) and state.stack[-1][0] in title.disclosed


def _layout(title: Title[State], state: State, side: Side) -> Layout:
    return title.table.layout(title.view(state, side))
