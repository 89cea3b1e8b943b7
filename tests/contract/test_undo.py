"""Nothing that was learned is taken back: no free undo across dice, secrets, another side's answer or the end."""

from __future__ import annotations

from random import Random

import pytest

from bivouac import Match
from bivouac.core.ids import SIDES, Side
from bivouac.match import CannotUndo


def is_plainly_free(match: Match, side: Side) -> bool:
    """Whether the side's last answer is the last of all, nothing fell, and it learned no secret by it."""
    if not match.answers or match.sides[-1] != side or match.outcome is not None:
        return False
    return not any(e.teaches(side) for e in match._log[match._marks[len(match.answers) - 1] :])


def test_undo_is_free_just_until_something_is_learned(title, scenario):
    rng = Random(f"undo {title.id} {scenario.id}")
    free = barred = 0
    for seed in range(1 if len(title.names) > 1 else 8):  # the smallest title is over in a few answers
        match = Match.new(title, scenario=scenario, seed=f"undo {seed}")
        for _ in range(400):
            if match.question is None:
                break
            match.submit(rng.choice(match.question.options))
            for side in SIDES:
                if is_plainly_free(match, side):
                    assert match.undo_obstacle(side) is None
                    free += 1
                else:
                    assert match.undo_obstacle(side) is not None
                    with pytest.raises(CannotUndo):
                        match.undo(side)
                    barred += 1
    assert free and barred
