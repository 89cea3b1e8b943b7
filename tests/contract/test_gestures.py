"""Gestures, for every title: each one offered is a legal list of answers that is taken whole or not at all, and taken back whole."""

from __future__ import annotations

from random import Random

import pytest

from bivouac import Match
from bivouac.core.ids import Side
from bivouac.match import Illegal, Malformed
from bivouac.match.gestures import MOST_NODES, Gesture, Reach, alike, ends_the_turn, goal

STEPS, PICKS = 250, 3


def positions(title, scenario, word):
    """Questions to a side all through a match that the script plays."""
    rng = Random(f"{word} {title.id} {scenario.id}")
    match = Match.new(title, scenario=scenario, seed=word)
    for _ in range(STEPS):
        if match.question is None:
            return
        yield match, rng
        options = title.advice.order(match.state) if title.advice is not None and rng.random() < 0.9 else match.question.options
        match.submit(options[0])


def picked(match, rng):
    """Some gestures of some things."""
    reach = Reach(match.title, match.state.clone())
    named = [t for c in match.choices() for t in c.targets] or sorted(reach.own)
    for pick in rng.sample(named, min(PICKS, len(named))):
        found = reach.of(pick)
        assert reach.tried < MOST_NODES, f"{pick}: the search was cut short, and took its time"
        yield from rng.sample(found, min(PICKS, len(found)))


def test_what_is_offered_is_taken_and_taken_back_whole(title, scenario):
    long = 0
    for match, rng in positions(title, scenario, "gestures"):
        if match.title.flow.is_chance(match.state):
            continue
        for gesture in picked(match, rng):
            before, number = match.state.key(), len(match.answers)
            side = match.title.flow.side(match.state)
            tried = Match.load(match.save(reveal=True)) if number < 40 else match.at(number)
            tried.submit_all(gesture.answers, side=side, serial=number)
            long += len(gesture.answers) > 1
            assert tuple(tried.answers[number : number + len(gesture.answers)]) == gesture.answers
            if tried.undo_obstacle(side) is None:
                tried.undo(side)
                assert (tried.state.key(), len(tried.answers)) == (before, number)
        if long > 40:
            break
    assert long or title.id == "pickets"


def test_a_list_with_a_wrong_answer_leaves_nothing_behind(title, scenario):
    tried = 0
    for match, rng in positions(title, scenario, "wrong"):
        for gesture in picked(match, rng):
            if len(gesture.answers) < 2:
                continue
            before = (match.state.key(), list(match.answers), len(match.events(None)))
            with pytest.raises((Illegal, Malformed)):
                match.submit_all([*gesture.answers[:-1], 999_999])
            assert (match.state.key(), list(match.answers), len(match.events(None))) == before
            tried += 1
        if tried > 10:
            return


def test_no_list_goes_beyond_dice_or_another_side(title, scenario):
    for match, rng in positions(title, scenario, "beyond"):
        for gesture in picked(match, rng):
            state = match.state.clone()
            side = title.flow.side(state)
            for answer in gesture.answers[:-1]:
                title.play(state, answer)
                assert state.stack and title.flow.side(state) == side
            title.play(state, gesture.answers[-1])
            if not state.stack or title.flow.side(state) != side:
                beyond = state.options[0] if state.stack else 0
                with pytest.raises((Illegal, Malformed)):
                    match.submit_all([*gesture.answers, beyond])
                return


def test_several_things_go_together_or_not_at_all(title, scenario):
    """The list for several is what each of them would have done alone, one after the other."""
    together = 0
    for match, rng in positions(title, scenario, "together"):
        reach = Reach(title, match.state.clone())
        for gesture in picked(match, rng):
            beside = [t for t, at in reach.places.items() if at == reach.places.get(gesture.pick) and t in reach.own and t != gesture.pick]
            if not gesture.whole or not beside:
                continue
            found = reach.together((gesture.pick, *beside[:2]), goal(gesture))
            if isinstance(found, Gesture):
                match.at(len(match.answers)).submit_all(found.answers)
                together += 1
            else:
                assert found.rule
        if together > 10:
            return


def test_settling_answers_only_what_leaves_no_choice(title, scenario):
    """Things that are alike, or answers that all lead to the very same position; never where asking protects a secret."""
    for match, _ in positions(title, scenario, "settle"):
        state = match.state
        if title.flow.side(state) == Side.CHANCE:
            continue
        kinds = {alike(title, state, a) for a in state.options}
        ends = {match.title.flow.play(after := state.clone(), a) or after.key() for a in state.options}
        copy = match.at(len(match.answers))
        copy.settle()
        nothing_to_choose = len(kinds) == 1 or (len(ends) == 1 and title.flow.is_forced(state))
        settled = len(copy.answers) > len(match.answers)
        assert settled == (nothing_to_choose and len(state.options) > 1)
        side = title.flow.side(state)
        if settled and (not match.sides or match.sides[-1] != side):
            assert copy.undo_obstacle(side) is not None, "what nobody chose is not offered to be taken back"


def test_what_would_end_the_turn_ends_it(title, scenario):
    """Where no dice fall, it is foretold exactly; and nobody is told that his turn ends in the other side's."""
    ended = 0
    for match, rng in positions(title, scenario, "ending"):
        state, now = match.state, title.turns.now
        answer, side = rng.choice(state.options), title.flow.side(state)
        foretold = ends_the_turn(title, state, [answer], Random(3))
        if now(state)[0] != side:
            assert not foretold
            continue
        after = state.clone()
        title.play(after, answer)
        if not after.stack or not title.flow.is_chance(after):
            assert foretold == (not after.stack or now(after) != now(state))
            ended += foretold
        if ended > 3:
            return
