"""Options by their scores: the best one, or all of them, the best first. Of equal ones the first comes first."""

from __future__ import annotations

from collections.abc import Sequence


def foremost(options: Sequence[int], scores: list[float]) -> int:
    """The option with the highest score."""
    best, most = 0, scores[0]
    for n in range(1, len(scores)):
        score = scores[n]
        if score > most:
            best, most = n, score
    return options[best]


def ranked(options: Sequence[int], scores: list[float]) -> list[int]:
    """All options, the highest score first."""
    return [options[n] for n in sorted(range(len(options)), key=scores.__getitem__, reverse=True)]
