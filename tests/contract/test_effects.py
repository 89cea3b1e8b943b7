"""The effects that rules tell add up to what changed on the map."""

from __future__ import annotations

import os
from random import Random

import pytest

import toy
from bivouac import Match, load
from bivouac.core.effects import EFFECTS
from bivouac.core.events import EVENT_KINDS
from effects import DESCRIBE, STATUS, add_effects, differences

TURNS = int(os.environ.get("BIVOUAC_EFFECTS", "400"))  # answers for each scenario; `make test-long` sets more


@pytest.mark.parametrize("title_id", DESCRIBE)
def test_after_each_answer_the_effects_add_up_to_the_difference_between_the_states(title_id: str) -> None:
    title, describe = toy.TITLE if title_id == "pickets" else load(title_id), DESCRIBE[title_id]
    for scenario in title.scenarios.values():
        rng, match = Random(scenario.id), Match.new(title, scenario=scenario, seed=scenario.id)
        # effects of setting up are not told: the table is laid out
        while match.question is not None and len(match.answers) < TURNS:
            before, first = describe(match.state), len(match.answers)
            match.submit(rng.choice(match.question.options))
            events = [event for number in range(first, len(match.answers)) for event in match.all_events_of(number)]
            wrong = differences(add_effects(before, events), describe(match.state))
            assert wrong == [], f"{title.id}/{scenario.id}, answer {first}: {wrong}\n{events}"


def test_every_effect_of_a_status_is_known_to_the_sum() -> None:
    assert {kind for kind, changes in EFFECTS.items() if changes == "status"} == set(STATUS)


def test_titles_tell_effects_of_known_kinds_alone() -> None:
    for title_id in DESCRIBE:
        if title_id != "pickets":
            load(title_id)
    assert {kind.effect for kind in EVENT_KINDS.values() if kind.effect} <= set(EFFECTS)
