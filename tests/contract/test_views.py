"""What an agent is given: nothing public leads to the true position; one that asks for it is told so by name."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from bivouac import Match
from bivouac.agents import Clock
from bivouac.core.flow import Flow, Question
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State, slots_of
from bivouac.core.title import Title
from bivouac.lab.bout import Bout
from bivouac.match import View
from bivouac.match.errors import HiddenState, Malformed
from kit import walk

ASKED_FOR = ("glance", "state")
DEEP = 6


def public(thing: Any) -> list[str]:
    return [name for name, _ in inspect.getmembers_static(thing) if not name.startswith("_")]


def given(value: Any, depth: int = 0) -> Iterator[Any]:
    """A value and what can be reached from it by public names, the title and its functions left out."""
    if depth > DEEP or isinstance(value, (Title, Flow, int, str, type(None), type)) or callable(value):
        return
    yield value
    if isinstance(value, dict):
        parts = [*value.values()]
    elif isinstance(value, (list, tuple, set, frozenset)):
        parts = [*value]
    elif isinstance(value, State):
        parts = [getattr(value, name) for name in slots_of(value)]
    elif isinstance(value, msgspec.Struct) or type(value).__module__.startswith(("bivouac", "toy")):
        parts = [getattr(value, name) for name in public(value) if not isinstance(value, View)]
    else:
        parts = []
    for part in parts:
        yield from given(part, depth + 1)


def offered(view: View, question: Question | None, rng: Random) -> Iterator[tuple[str, Any]]:
    """Everything that the public names of a view and a question give."""
    asks = {"sample": (rng,), "likely": (rng,), "script_plan": (0.3,)}
    for name in public(view):
        if view.side is None and name in ("sample", "likely"):
            continue
        try:
            found = getattr(view, name)
            found = found(*asks.get(name, ())) if callable(found) else found
        except HiddenState:
            assert name in ASKED_FOR
            continue
        except ValueError:  # the script answers for the side that is asked alone
            assert name.startswith("script_") and (question is None or question.side != view.side)
            continue
        yield name, found
    yield "question", question


def test_nothing_that_a_view_offers_is_the_true_position_or_a_part_of_it_that_changes(title, scenario):
    rng = Random(51)
    for n, state in enumerate(walk(title, scenario, rng, 600, 1)):
        if n % 50:
            continue
        own = {id(value) for name in slots_of(state) if isinstance(value := getattr(state, name), list)}
        for side in (*SIDES, None):
            for name, found in offered(View(title, state, side), title.question(state), rng):
                for part in given(found):
                    assert part is not state and id(part) not in own, f"{name} leads to the true position"


def test_what_a_view_offers_is_alike_in_every_world_that_is_possible_for_its_side(title, scenario):
    """So no secret can be in it."""
    rng = Random(52)
    for n, state in enumerate(walk(title, scenario, rng, 600, 1)):
        if n % 50 == 0:
            for side in SIDES:
                looks = []
                for world in (state, title.determinize(state, side, rng)):
                    question = title.question(world)
                    found = offered(View(title, world, side), question, Random(5))
                    looks.append([(name, told(value)) for name, value in found if name not in ("title", "question")])
                assert looks[0] == looks[1]


def told(value: Any) -> Any:
    return value.key() if isinstance(value, State) else value


@pytest.mark.parametrize("wish", ASKED_FOR)
def test_an_agent_that_asks_for_the_true_position_is_named_with_its_question(title, wish):
    class Cheat:
        name = "cheat"

        def decide(self, view: View, question: Question, clock: Clock) -> int:
            found = getattr(view, wish)
            return (found() if callable(found) else found).options[0]

    bout = Bout(title, None, (), Random(1))
    question = title.question(bout.state)
    with pytest.raises(HiddenState) as caught:
        bout.decision(Cheat(), Clock())
    for words in ("cheat", question.side.name, question.box, question.rule):
        assert words in str(caught.value), "the error names the agent and the question"
    match = Match.new(title, seed=1)
    with pytest.raises(HiddenState, match="spy"):
        Cheat().decide(match.view(match.question.side, agent="spy"), match.question, Clock())


def test_a_view_is_given_of_a_side_or_of_a_spectator_alone(title):
    np = pytest.importorskip("numpy", reason="the extra `research` is not installed")
    match = Match.new(title, seed=1)
    for wrong in (-1, 2, Side.CHANCE, "union", 0.0, True, np.int64(-1), np.bool_(True), [0]):
        with pytest.raises(Malformed, match="no_side"):
            match.view(wrong)
        with pytest.raises(Malformed, match="no_side"):
            match.events(wrong)
    assert match.view(None).side is None
    for right in (0, Side.UNION, np.int64(0)):
        assert match.view(right).side is Side.UNION and match.view(right).facts == title.view(match.state, Side.UNION)


def test_a_view_cannot_be_pointed_at_another_side_or_title(title):
    view = Match.new(title, seed=1).view(Side.UNION)
    for name in ("side", "title"):
        with pytest.raises(AttributeError):
            setattr(view, name, getattr(view, name))
