"""Agents: they answer with an option, never peek, and decide alike where they cannot tell the difference."""

from __future__ import annotations

from random import Random

import pytest

from bivouac import Match
from bivouac.agents import LEVELS, Clock, Effort, hints, make_agent, winning_chance
from bivouac.core.ids import SIDES, Side
from bivouac.match import View


def decisions(title, rng, n):
    """Questions for a player along a random match, with the state they are asked in."""
    state = title.setup()
    while n and state.stack:
        question = title.question(state)
        if question.side != Side.CHANCE and rng.random() < 0.2:
            n -= 1
            yield state, question
        title.play(state, rng.choices(state.options, title.flow.weights(state))[0])


@pytest.mark.parametrize("level", LEVELS)
def test_an_agent_decides_alike_where_its_side_sees_the_same(title, level):
    rng = Random(41)
    for state, question in decisions(title, rng, 4 if level == "crack" else 12):
        world = title.determinize(state, question.side, rng)
        one, two = (make_agent(level, Random(7)).decide(View(title, s, question.side), question, Clock()) for s in (state, world))
        assert one == two and one in question.options


def test_hints_are_options_with_chances(title):
    rng = Random(42)
    effort = Effort(lines=4, samples=2, worlds=2)
    for state, question in decisions(title, rng, 4):
        view = View(title, state, question.side)
        found = hints(view, question, rng, effort)
        assert 1 <= len(found) <= 3 and all(a in question.options and 0 <= chance <= 1 for a, chance in found)
        assert 0 <= winning_chance(view, rng, effort) <= 1


def test_agents_play_on_through_a_match(title):
    match = Match.new(title, seed=43)
    seats = {side: make_agent(name, Random(1)) for side, name in zip(SIDES, ("veteran", "recruit"))}
    for _ in range(120):
        if (question := match.question) is None:
            break
        match.submit(seats[question.side].decide(match.view(question.side), question, Clock(0.2)), side=question.side)
