"""What an agent is given: what its side may know, and worlds it cannot tell from the true one."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

from bivouac.core.ids import Side
from bivouac.core.state import State
from bivouac.core.title import Title


class View:
    """`facts` is the title's own view of one side; `sample` deals everything hidden anew and gives a state to search in."""

    def __init__(self, title: Title[Any], state: State, side: Side | None) -> None:
        self.title = title
        self.side = side
        self._state = state

    @cached_property
    def facts(self) -> Any:
        return self.title.view(self._state, self.side)

    def glance(self) -> Any:
        """The position as it is, for a script, which changes nothing and looks only at what its side may know: it decides alike in every
        world that is possible (`test_secrets` holds it to that), so that none has to be dealt."""
        return self._state

    def sample(self, rng: Random) -> Any:
        """A state that is possible for all this side knows. It is a fresh clone: do with it what you like."""
        if self.side is None:
            raise ValueError("a spectator has no worlds to sample")
        return self.title.determinize(self._state, self.side, rng)

    def likely(self, rng: Random) -> Any:
        """The same, the more often the likelier it is by what the other side has done (`core.beliefs`)."""
        beliefs = self.title.advice.beliefs if self.title.advice is not None else None
        return self.sample(rng) if beliefs is None or self.side is None else beliefs.world(self._state, self.side, rng)
