"""The printed tables beside the board, for every title: whole, in both languages, tied to a clause, the row in force marked."""

from __future__ import annotations

from random import Random

import pytest

from bivouac import load
from bivouac.i18n import LANGUAGES, catalogue


def test_every_table_is_whole_and_can_be_said(title):
    state = title.setup()
    found = title.charts(state)
    assert found or title.id == "pickets"
    for language in LANGUAGES:
        c = catalogue(language, title)
        for chart in found:
            assert c.say(chart.name) and chart.rule in title.rulebook and chart.rows
            for row in chart.rows:
                assert len(row.cells) == len(chart.head)
                assert all(isinstance(cell, (int, str)) or c.say(cell) for cell in (*chart.head, *row.cells))


@pytest.mark.parametrize(
    ("name", "chart"), [("house-divided", 3), ("lincoln", 0), ("hold-the-line", 0), ("yankees-rebels", 1), ("gettysburg", 5)]
)
def test_the_row_in_force_is_marked_and_moves_with_the_match(name, chart):
    """The year's command, the next gate, the arm of the unit that acts, the period of the day."""
    title = load(name)
    rng, state, marked = Random(3), title.setup(), set()
    for _ in range(4000):
        if not state.stack:
            break
        rows = title.charts(state)[chart].rows if rng.random() < 0.1 else ()
        now = [n for n, row in enumerate(rows) if row.now]
        assert len(now) <= 1
        marked.update(now)
        if len(marked) > 1:
            return
        chance = title.flow.is_chance(state)
        title.play(state, rng.choices(state.options, title.flow.weights(state))[0] if chance else title.advice.order(state)[0])
    raise AssertionError(f"only {marked} was ever in force")
