"""Play: never stuck, bounded, isolated clones, honest options, refusals that name a clause."""

from __future__ import annotations

import os
from random import Random

import pytest

from bivouac.core.flow import Ask
from bivouac.core.legality import allows
from bivouac.core.state import State, dump, restore
from bivouac.i18n import LANGUAGES, catalogue
from kit import option_sets, random_play, walk

MATCHES = int(os.environ.get("BIVOUAC_FUZZ", "3"))
LIMIT = 60_000
GENERATED = int(os.environ.get("BIVOUAC_MATCHES", "1"))


def test_random_matches_end(title, scenario):
    rng = Random(f"{title.id}{scenario.id}")
    for options in option_sets(title, scenario, rng, MATCHES):
        state = title.setup(scenario, options)
        random_play(title, state, rng, LIMIT)
        assert state.outcome is not None, "over without an outcome"
        assert state.outcome.rule in title.rulebook
        for language in LANGUAGES:
            assert catalogue(language, title).has(f"endings.{state.outcome.ending}")


def test_nothing_is_lost_and_nothing_is_doubled(title, scenario):
    """Pieces, cards and markers are conserved: a state is sound at every question, under any options."""
    rng = Random(f"{title.id} {scenario.id} whole")
    for options in option_sets(title, scenario, rng, 2):
        for state in walk(title, scenario, rng, 3000, 1, options):
            assert State.is_sound(state) and state.is_sound(), f"after {state.stack}"


def by_the_clauses(node, state, f):
    """The options of a question without any hand-written generator."""
    found = []
    for way in node.ways:
        if not found or allows(way.spare, state, f, 0):
            found += [way.verb + n for n in way.filtered(state, f)]
    return found


def test_options_are_the_candidates_that_the_clauses_allow(title, scenario):
    rng = Random(1)
    for options in option_sets(title, scenario, rng, 1):
        for state in walk(title, scenario, rng, 1500, 1, options):
            f = state.stack[-1]
            node = title.flow.boxes[f[0]]
            assert len(set(state.options)) == len(state.options)
            assert all(type(a) is int for a in state.options)
            if isinstance(node, Ask):
                assert list(state.options) == by_the_clauses(node, state, f), f


@pytest.mark.parametrize("player", ["random", "veteran"])
def test_hand_written_generators_agree_with_the_clauses_on_every_question(title, scenario, player):
    """A rule dropped from either is caught. `make test-long` plays 200 matches of each."""
    asks = {box: node.ways for box, node in title.flow.boxes.items() if isinstance(node, Ask)}
    hot = {box: [way for way in ways if way.options] for box, ways in asks.items()}
    rng = Random(f"{title.id} {scenario.id} {player}")
    for _ in range(GENERATED if any(hot.values()) else 0):
        state = title.setup(scenario)
        while state.stack:
            f = state.stack[-1]
            for way in hot.get(f[0], ()):
                assert list(way.options(state, f)) == list(way.filtered(state, f)), f
            chance = title.flow.is_chance(state)
            scripted = player == "veteran" and not chance
            title.play(state, title.advice.order(state)[0] if scripted else rng.choices(state.options, title.flow.weights(state))[0])


def test_clones_share_nothing_that_changes(title, scenario):
    rng = Random(2)
    for state in walk(title, scenario, rng, 600, 1):
        if rng.random() > 0.2:
            continue
        before, key = dump(state), state.key()
        copy = state.clone()
        assert copy.key() == key and dump(copy) == before
        hash(key)
        for _ in range(40):
            if not copy.stack:
                break
            title.play(copy, rng.choice(copy.options))
        assert state.key() == key and dump(state) == before


def test_a_dumped_state_plays_on_alike(title, scenario):
    rng = Random(3)
    for state in walk(title, scenario, rng, 400, 1):
        if rng.random() > 0.1:
            continue
        other = title.setup(scenario)
        restore(other, dump(state), title.flow.frames)
        title.flow.run(other)
        assert other.key() == state.key()
        copy = state.clone()
        for _ in range(30):
            if not copy.stack:
                break
            assert list(copy.options) == list(other.options)
            answer = rng.choice(copy.options)
            title.play(copy, answer)
            title.play(other, answer)
        assert other.key() == copy.key()


def test_whatever_is_not_an_option_is_refused_by_a_clause(title, scenario):
    rng = Random(4)
    words = [catalogue(language, title) for language in LANGUAGES]
    for options in option_sets(title, scenario, rng, 2):
        for state in walk(title, scenario, rng, 1200, 1, options):
            chosen = set(state.options)
            tried = [a for a in title.flow.candidates(state) if a not in chosen] + [max(chosen) + 1000, -999]
            for a in rng.sample(tried, min(len(tried), 12)):
                refusal = title.refusal(state, a)
                assert refusal is not None and refusal.rule in title.rulebook, refusal
                for c in words:
                    assert c.refusal(refusal)


def test_questions_and_choices_can_be_said_in_both_languages(title, scenario):
    rng = Random(5)
    words = [catalogue(language, title) for language in LANGUAGES]
    for options in option_sets(title, scenario, rng, 2):
        for state in walk(title, scenario, rng, 1500, 1, options):
            question = title.question(state)
            assert question.rule in title.rulebook, question
            for c in words:
                assert c.say(question.prompt)
                for a in question.options:
                    choice = title.choice(state, a)
                    assert choice.answer == a and c.say(choice.label)
                for a in title.flow.candidates(state):
                    assert c.say(title.choice(state, a).label)
