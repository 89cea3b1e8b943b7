"""Answers and positions as numbers: every option has one number, in order; a side sees all it may and nothing else."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bivouac.core.ids import SIDES
from bivouac.encode import Actions, Observer
from kit import walk


@pytest.fixture
def seen(title):
    if not title.planes:
        pytest.skip("the toy declares no planes")
    return Observer(title)


def test_every_answer_has_its_own_number(title, scenario):
    actions = Actions(title)
    for state in walk(title, scenario, Random(4), 1500, 1):
        options = actions.options(state)
        assert options == sorted(set(options)) and len(options) == len(state.options)
        assert [actions.answer(state, n) for n in options] == list(state.options)
        assert [actions.index(state, a) for a in state.options] == options
        chance = title.flow.is_chance(state)
        assert all((n >= actions.decisions) == chance and n < actions.size for n in options)
        assert np.flatnonzero(actions.mask(state)).tolist() == ([] if chance else options)


def test_an_action_of_another_question_is_refused(title):
    actions = Actions(title)
    state = title.setup()
    foreign = next(n for n in range(actions.size) if actions.describe(n)[0] != title.flow.name_of(state.stack[-1][0]))
    with pytest.raises(ValueError, match="another question"):
        actions.answer(state, foreign)
    with pytest.raises(ValueError, match="none is number"):
        actions.describe(actions.size)


def test_planes_keep_their_bounds_and_their_places(title, scenario, seen):
    row = np.zeros(seen.size, np.int32)
    for state in walk(title, scenario, Random(5), 1500, 1):
        for side in SIDES:
            seen.write(state, side, row)
            assert (row >= seen.low).all() and (row <= seen.high).all(), outside(seen, row)
    taken = [n for place, *_ in seen.planes.values() for n in range(place.start, place.stop)]
    assert len(taken) == len(set(taken)) and not row[sorted(set(range(seen.size)) - set(taken))].any()


def outside(seen, row):
    return {
        name: row[place].tolist()
        for name, (place, low, high, _) in seen.planes.items()
        if (row[place] < low).any() or (row[place] > high).any()
    }


def test_a_side_cannot_tell_a_sampled_world_by_its_numbers(title, scenario, seen):
    rng = Random(6)
    for state in walk(title, scenario, rng, 1200, 1):
        for side in SIDES:
            world = title.sample(state, side, rng)
            assert seen.observe(world, side).tobytes() == seen.observe(state, side).tobytes()


def test_positions_that_look_alike_are_alike(title, scenario, seen):
    """Where both sides' numbers are the same, so are question and options, for the procedure at hand is in them."""
    known = {}
    rng = Random(7)
    for _ in range(3):
        for state in walk(title, scenario, rng, 1500, 1):
            eyes = b"".join(seen.observe(state, side).tobytes() for side in SIDES)
            told = (tuple(state.stack), tuple(state.options))
            assert known.setdefault(eyes, told) == told
