"""What a block is worth, by what was done with it: a block is used up before its discs are taken off, so that one that is bare again has
shown all that it has; and the blocks that come first are the large ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from bivouac.core.beliefs import Beliefs, Odds
from bivouac.titles.gettysburg.printed.map import FILES, SIDE_KEYS
from bivouac.titles.gettysburg.printed.units import BLOCKS, EACH
from bivouac.titles.gettysburg.state import HAND, State
from bivouac.titles.gettysburg.view import sample

VALUES: Final = max(map(max, BLOCKS)) + 1
IN_HAND: Final = VALUES  # beside the most that a block has shown


def seen(s: State, b: int) -> tuple[int, int]:
    """Of a block the most that it has shown, or that it is in the hand, and whether it has discs."""
    return (IN_HAND, 0) if s.block_at[b] == HAND else (s.block_shown[b], min(s.block_discs[b], 1))


def name_of(side: int, shown: int, discs: int) -> str:
    return f"{SIDE_KEYS[side]}_hand" if shown == IN_HAND else f"{SIDE_KEYS[side]}_shown_{shown}_{('bare', 'in_use')[discs]}"


def clues(s: State, side: int) -> Iterator[tuple[str, str]]:
    """The blocks of a side, and their values."""
    for b in range(EACH * side, EACH * side + EACH):
        shown, discs = seen(s, b)
        yield name_of(side, shown, discs), str(s.block_value[b])


def odds_of_blocks(odds: Odds) -> Callable[[State, int], Sequence[float]]:
    rows = [[[_row(odds.get(name_of(side, shown, discs), {})) for discs in (0, 1)] for shown in range(VALUES + 1)] for side in (0, 1)]

    def by_value(s: State, b: int) -> Sequence[float]:
        shown, discs = seen(s, b)
        return rows[b // EACH][shown][discs]

    return by_value


def _row(found: Mapping[str, float]) -> list[float]:
    return [found.get(str(value), 1.0) for value in range(VALUES)]


BELIEFS: Final = Beliefs(FILES.package, clues, odds_of_blocks, sample)
