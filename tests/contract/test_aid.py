"""The player's aid follows a match: every question belongs to exactly one part of the sequence of play."""

from __future__ import annotations

from collections import Counter

from bivouac.core.flow import Do
from bivouac.lab.aid import aid_of, has_aid


def test_every_question_has_its_part_of_the_sequence(title):
    if not has_aid(title):
        assert title.id == "pickets"
        return
    aid = aid_of(title.id)
    asked = {title.flow.name_of(box) for box, node in title.flow.boxes.items() if not isinstance(node, Do)}
    named = Counter(box for phase in aid.phase for box in phase.boxes)
    assert set(named) == asked and set(named.values()) == {1}
    assert all(aid.here(box) is not None for box in asked) and aid.here("nowhere") is None
    assert all(words.en and words.it for phase in aid.phase for words in (phase.name, phase.does)) and aid.victory
