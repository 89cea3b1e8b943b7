"""The coach: a grave mistake is one on futures it was not looked for in, and nothing hidden is looked at."""

from __future__ import annotations

from random import Random

import toy
from bivouac.agents import Clock, best_lines, judged
from bivouac.agents.coach import LEAST
from bivouac.agents.search import Effort
from bivouac.core.ids import Side
from bivouac.match import Match
from bivouac.match.view import View

PLAYOUTS = 60


def grave_mistakes(matches=6):
    """Positions of random matches with an answer that the coach warns of."""
    for seed in range(matches):
        match, rng = Match.new(toy.TITLE, seed=seed), Random(seed)
        while match.state.stack:
            question = match.question
            for answer in question.options if len(question.options) > 1 else ():
                found = judged(match.view(question.side), question, (answer,), Random(0), Clock())
                if found is not None and found.is_grave:
                    yield match.state.clone(), question, answer, found
            match.submit(rng.choice(question.options), side=question.side)


def wins(state, side, answer):
    """How often a side wins by an answer, for all it knows: both sides play on by the script in worlds that it cannot tell apart."""
    won = 0.0
    for n in range(PLAYOUTS):
        rng = Random(n)
        then = toy.TITLE.determinize(state, side, rng)
        toy.TITLE.play(then, answer)
        while then.stack:
            chance = toy.TITLE.flow.is_chance(then)
            toy.TITLE.play(then, rng.choice(then.options) if chance else toy.TITLE.advice.order(then)[0])
        won += then.outcome.worth(side)
    return won / PLAYOUTS


def test_what_it_advises_wins_more_often_than_what_it_warns_of():
    found = list(grave_mistakes())
    assert len(found) >= 10
    better = sum(wins(state, q.side, judgement.line[0]) > wins(state, q.side, answer) for state, q, answer, judgement in found)
    assert better >= 0.8 * len(found), f"{better} of {len(found)}"


def test_nothing_hidden_is_looked_at():
    """In two worlds that a side cannot tell apart it is told the same."""
    match = Match.new(toy.TITLE, seed=0)
    question = match.question
    side = question.side
    worlds = [match.state, *(toy.TITLE.determinize(match.state, side, Random(n)) for n in range(6))]
    told = {tuple(judged(View(toy.TITLE, world, side), question, (a,), Random(3), Clock()) for a in question.options) for world in worlds}
    assert len({tuple(world.secret) for world in worlds}) > 1 and len(told) == 1


def test_it_says_nothing_where_nothing_is_to_be_chosen():
    match = Match.new(toy.TITLE, seed=0)
    question = match.question
    assert judged(match.view(question.side), question, (), Random(0), Clock()) is None
    only = question.__class__(**{**vars(question), "options": question.options[:1]}) if hasattr(question, "__dict__") else None
    assert only is None or judged(match.view(question.side), only, only.options, Random(0), Clock()) is None


def test_a_clock_ends_its_thought():
    state, question, answer, calm = next(grave_mistakes())
    ticks = iter(range(10_000))
    view = View(toy.TITLE, state, question.side)
    hasty = judged(view, question, (answer,), Random(0), Clock(1.0, lambda: float(next(ticks))))
    assert hasty is not None and hasty.futures <= LEAST + 1 < calm.futures


def test_where_nothing_looks_better_it_does_not_think_on():
    """The best answer is not compared at length, and what is harmless beyond doubt is left at that."""
    state, question, _, grave = next(grave_mistakes())
    view = View(toy.TITLE, state, question.side)
    found = judged(view, question, grave.line[:1], Random(0), Clock())
    assert found is None or not found.is_grave


def test_best_lines_come_with_their_chances_the_best_first():
    match = Match.new(toy.TITLE, seed=0)
    lines = best_lines(match.view(Side(match.question.side)), match.question, Random(0), Effort(lines=4, samples=4, worlds=2))
    assert lines and [chance for _, chance in lines] == sorted((chance for _, chance in lines), reverse=True)
    assert len({line[0] for line, _ in lines}) == len(lines)
