"""What an agent is given: what its side may know, and worlds it cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Any, NoReturn

from bivouac.core.ids import Side, whole_number
from bivouac.core.plans import Pair
from bivouac.core.state import State
from bivouac.core.text import Text
from bivouac.core.title import Advice, Title
from bivouac.match.errors import HiddenState, Malformed


class View:
    """`facts` is the title's own view of one side; `sample` deals everything hidden anew and gives a state to search in.

    No public attribute or method gives the true position. `agent` is the name of the agent that the view is for.
    """

    def __init__(
        self, title: Title[Any], state: State, side: Side | None, agent: str = "", seen: Callable[[], State] | None = None
    ) -> None:
        """`seen` gives the position that the side has seen, where the other side may be in the middle of an action (`match.seen`)."""
        self._title = title
        self._side = side
        self._state = state
        self._agent = agent
        self._seen = seen

    @property
    def title(self) -> Title[Any]:
        return self._title

    @property
    def side(self) -> Side | None:
        return self._side

    @cached_property
    def facts(self) -> Any:
        return self._title.view(self._state, self._side)

    def sample(self, rng: Random) -> Any:
        """A state that is possible for all this side knows. It is a fresh clone: do with it what you like."""
        if self._side is None:
            raise ValueError("a spectator has no worlds to sample")
        return self._title.determinize(self._position, self._side, rng)

    def likely(self, rng: Random) -> Any:
        """The same, the more often the likelier it is by what the other side has done (`core.beliefs`)."""
        beliefs = self._title.advice.beliefs if self._title.advice is not None else None
        return self.sample(rng) if beliefs is None or self._side is None else beliefs.world(self._position, self._side, rng)

    @property
    def _position(self) -> State:
        return self._state if self._seen is None else self._seen()

    # --- the title's script -----------------------------------------------------------------------------

    def script_answer(self, plans: Pair | None = None) -> int:
        """What the title's script answers to the question of this side, by a pair of plans where it has plans. It answers alike in every
        world that is possible for the side (`test_secrets` checks that), so that no world has to be dealt."""
        advice = self._advice()
        if advice.plans is None or plans is None:
            return advice.order(self._state)[0]
        return advice.plans.best(self._state, plans)

    def script_plan(self, lot: float, temper: str = "") -> int:
        """The plan of the script for this side that is drawn by a lot from 0 up to 1, out of those that are wise and suit the temper."""
        advice = self._advice()
        if advice.plans is None or self._side is None:
            return 0
        return advice.plans.draw(self._state, self._side, lot, temper)

    def _advice(self) -> Advice:
        """The title's advice, for the side that is asked alone: what the script answers for the other side may tell its secrets."""
        advice = self._title.advice
        if advice is None:
            raise ValueError(f"{self._title.id} has no script")
        if not self._state.stack or self._title.flow.side(self._state) != self._side:
            raise ValueError("the script answers only for the side that is asked")
        return advice

    # --- what is refused --------------------------------------------------------------------------------

    @property
    def state(self) -> NoReturn:
        """Refused: an agent plays by what its side knows."""
        self.glance()

    def glance(self) -> NoReturn:
        """Refused, as `state` is: in former versions it gave the true position."""
        question = self._title.question(self._state)
        told = question.name if question is not None else "-"
        raise HiddenState(Text("errors.hidden_state", {"agent": self._name(), "question": told}))

    def _name(self) -> str:
        return self._agent or (self._side.name if self._side is not None else "?")


def known_side(side: object) -> Side | None:
    """A side (None: a spectator); what is no side is refused."""
    number = whole_number(side)
    if side is not None and number not in (Side.UNION, Side.CSA):
        raise Malformed(Text("errors.no_side", {"value": repr(side)[:60]}))
    return None if number is None else Side(number)
