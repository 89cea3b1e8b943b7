"""Whatever is not lit says why: every piece and every place on the table, pointed at in random matches and in matches by the script."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

import pytest

from bivouac.core.text import Name
from bivouac.i18n import LANGUAGES, catalogue
from kit import calls

LOOKS, STRIDE = 40, 13
"""Questions looked at in each match, and how far they lie apart."""
GOAL = 0.95
DEAR = 500
"""Calls of Python functions for one reason, on the average of a match."""


def questions(title, chooses, rng):
    """Questions to players along one match, spread over it."""
    state, asked = title.setup(), 0
    while state.stack and asked < LOOKS * STRIDE:
        if not title.flow.is_chance(state):
            if asked % STRIDE == 0:
                yield state
            asked += 1
        by_script = chooses == "script" and title.advice is not None and not title.flow.is_chance(state)
        title.play(state, title.advice.order(state)[0] if by_script else rng.choices(state.options, title.flow.weights(state))[0])


def things_on_the_table(title, state):
    """The ids of the pieces that the asked side sees, and of the places of the board."""
    layout = title.table.layout(title.view(state, title.flow.side(state)))
    return [("piece", t.id) for t in layout.tokens] + [("place", p.id) for p in title.table.places(title.scenario(None))]


@pytest.mark.parametrize("chooses", ["random", "script"])
def test_everything_on_the_table_is_lit_or_says_why(title, chooses):
    told, pointed = Counter(), Counter()
    words = [catalogue(language, title) for language in LANGUAGES]
    said = set()
    spent = 0
    for state in questions(title, chooses, Random(7)):
        lit = {t for a in state.options for t in title.choice(state, a).targets}
        for kind, thing in things_on_the_table(title, state):
            pointed[kind] += 1
            refusal, work = calls(partial(title.why, state, Name.parse(thing)))
            spent += work
            told[kind] += thing in lit or refusal is None or (refusal.rule in title.rulebook and refusal.name != "not_offered")
            if refusal is not None and (refusal.name, state.stack[-1][0]) not in said:
                said.add((refusal.name, state.stack[-1][0]))
                assert all(c.refusal(refusal) for c in words)
    assert pointed["piece"] and pointed["place"]
    for kind in pointed:
        assert told[kind] >= GOAL * pointed[kind], (kind, told[kind], pointed[kind])
    assert spent < DEAR * sum(pointed.values()), spent / sum(pointed.values())


def test_what_answers_a_question_has_a_word_for_its_kind(title):
    """ "That is answered with hexes": the kinds of the pieces and places that are lit."""
    rng = Random(3)
    kinds = {t.partition(":")[0] for s in questions(title, "random", rng) for a in s.options for t in title.choice(s, a).targets}
    for language in LANGUAGES:
        assert all(catalogue(language, title).has(f"kinds.{kind}") for kind in kinds), kinds
