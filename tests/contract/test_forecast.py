"""Odds before committing oneself: whoever is about to attack is told what may come of it."""

from __future__ import annotations

from random import Random

import pytest

from bivouac.i18n import LANGUAGES, catalogue
from bivouac.lab.odds import forecast

QUESTIONS = 400


def forecasts(title):
    """Forecasts of the answers along one match by the script."""
    rng, state = Random(11), title.setup()
    for n in range(QUESTIONS):
        if not state.stack:
            return
        if title.flow.is_chance(state):
            title.play(state, rng.choices(state.options, title.flow.weights(state))[0])
            continue
        if n % 7 == 0:
            yield from (found for a in state.options[:6] if (found := forecast(title, state, a, rng)) is not None)
        title.play(state, title.advice.order(state)[0])


def test_a_forecast_can_be_said_and_adds_up(title):
    if title.odds is None or title.advice is None:
        pytest.skip("no odds")
    words = [catalogue(language, title) for language in LANGUAGES]
    for found in forecasts(title):
        assert 0 <= found.won <= 1 and 0 <= (found.taken or 0) <= 1 and found.own >= 0 and found.enemy >= 0
        for c in words:
            assert all(c.has(f"forecast.{key}") for key in ("won", "taken", "own", "enemy"))
            assert found.terms and all(c.say(term.text) and term.rule in title.rulebook for term in found.terms)


def test_an_answer_without_a_fight_has_no_forecast(title):
    state = title.setup()
    assert title.odds is None or all(forecast(title, state, a, Random(1)) is None for a in state.options if title.flow.is_chance(state))
