"""Secrets: what a side cannot see changes nothing for it; worlds that are sampled are possible."""

from __future__ import annotations

from random import Random

from bivouac.core.ids import SIDES, Side
from bivouac.i18n import catalogue
from bivouac.match import View
from kit import random_play


def states(title, scenario, rng, steps=800):
    state = title.setup(scenario)
    for n in range(steps):
        if not state.stack:
            return
        if n < 30 or rng.random() < 0.08:
            yield state
        title.play(state, rng.choices(state.options, title.flow.weights(state))[0])


def what_it_sees(title, state, side):
    question = title.question(state)
    view = title.view(state, side)
    seen = [view, title.table.layout(view), question.side, question.box if question.side == side else None]
    if question.side == side:
        c = catalogue("en", title)
        seen += [list(question.options), c.say(question.prompt), [c.say(title.choice(state, a).label) for a in question.options]]
        others = [a for a in title.flow.candidates(state) if a not in question.options]
        seen += [[(a, title.refusal(state, a)) for a in others]]
    return seen


def worlds(title, state, side, rng):
    """One dealt blindly and, where there are beliefs, one dealt by what the other side has done."""
    yield title.determinize(state, side, rng)
    if title.advice.beliefs is not None:
        yield View(title, state, side).likely(rng)


def test_a_side_cannot_tell_a_sampled_world_from_the_true_one(title, scenario):
    rng = Random(21)
    for state in states(title, scenario, rng):
        for side in SIDES:
            for world in worlds(title, state, side, rng):
                assert what_it_sees(title, world, side) == what_it_sees(title, state, side)


def test_what_is_sampled_depends_only_on_what_the_side_knows(title, scenario):
    """With the same seed, the same worlds come out of two states that the side cannot tell apart: so agents decide alike in both."""
    rng = Random(25)
    for state in states(title, scenario, rng, 400):
        for side in SIDES:
            twin = title.determinize(state, side, rng)
            for one, other in zip(worlds(title, state, side, Random(5)), worlds(title, twin, side, Random(5))):
                assert one.key() == other.key()


def test_the_script_looks_only_at_what_its_side_knows(title, scenario):
    """It orders the options alike in the true position and in worlds that its side cannot tell from it, and leaves it as it was."""
    rng, advice = Random(26), title.advice
    state, order = title.setup(scenario), advice.plans.order if advice.plans is not None else lambda s, plans: advice.order(s)
    plans = [range(len(names)) for names in advice.plans.names] if advice.plans is not None else [range(1)] * 2
    for _ in range(400):
        if not state.stack:
            break
        answers, side = list(state.options), title.flow.side(state)
        if side != Side.CHANCE:
            pair, before = tuple(map(rng.choice, plans)), state.key()
            answers = list(order(state, pair))
            assert answers == list(order(title.determinize(state, side, rng), pair)) and state.key() == before
            answers = answers if rng.random() < 0.2 else answers[:1]
        title.play(state, rng.choices(answers, title.flow.weights(state))[0])


def test_the_first_of_the_script_s_order_is_its_best(title, scenario):
    plans = title.advice.plans
    for state in states(title, scenario, Random(27), 400) if plans is not None else ():
        if not title.flow.is_chance(state):
            assert plans.best(state, (0, 0)) == plans.order(state, (0, 0))[0]


def test_worlds_can_be_played_to_the_end(title, scenario):
    rng = Random(22)
    for n, state in enumerate(states(title, scenario, rng, 300)):
        if n % 10 == 0:
            for world in worlds(title, state, SIDES[n // 10 % 2], rng):
                random_play(title, world, rng, 60_000)


def test_the_same_answer_tells_a_side_the_same_in_both_worlds(title, scenario):
    """Until something hidden is revealed by the rules, public events do not depend on it."""
    if not title.secrets:
        return
    rng = Random(23)
    for state in states(title, scenario, rng, 400):
        question = title.question(state)
        if question.side == Side.CHANCE:
            continue
        side = question.side
        world = title.determinize(state, side, rng)
        answer = rng.choice(question.options)
        told = []
        for s in (state.clone(), world):
            s.log = []
            title.play(s, answer)
            told.append(None if any(e.kind.reveals for e in s.log) else [e for e in s.log if e.visible_to(side)])
        if None not in told:
            assert told[0] == told[1]


def test_spectators_see_no_more_than_both_sides(title, scenario):
    rng = Random(24)
    for state in states(title, scenario, rng, 300):
        for side in SIDES:
            world = title.determinize(state, side, rng)
            world = title.determinize(world, side.other, rng)
            assert title.view(world, None) == title.view(state, None)
