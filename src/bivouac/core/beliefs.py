"""What the other side's doings tell about its secrets.

A *clue* is what everybody sees of a hidden thing: that a block was used up and is bare again, that a card was laid face down. The file
(`data/beliefs.toml`, made by `bivouac learn --beliefs`) says for each clue how much more often each secret lies behind it than a blind deal
would put it there, among sides that follow the title's plans.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any, Final

import msgspec

from bivouac.core.data import read_resource
from bivouac.core.ids import Side

FILE: Final = ("data", "beliefs.toml")
Odds = Mapping[str, Mapping[str, float]]
"""For each clue how much more often each secret lies behind it; 1 where nothing is said."""


class BeliefsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    positions   from which they were learned
    right       the share of secrets that a world dealt by them has where they are, in matches left aside; `blind`: one dealt without them
    of          the odds
    """

    command: str
    positions: int
    right: float
    blind: float
    of: dict[str, dict[str, float]]


class Beliefs:
    """
    clues   the hidden things of a side in a state: of each the clue, and the secret behind it
    read    the odds as the title wants them
    deal    a world that a side cannot tell from the true one, by such odds
    """

    def __init__(
        self,
        package: str,
        clues: Callable[[Any, int], Iterable[tuple[str, str]]],
        read: Callable[[Odds], Any],
        deal: Callable[[Any, Side, Random, Any], Any],
    ) -> None:
        self.package, self.clues, self.read, self.deal = package, clues, read, deal

    def world(self, s: Any, side: Side, rng: Random) -> Any:
        """A world that a side cannot tell from the true one, dealt the more often the likelier it is."""
        return self.deal(s, side, rng, self._odds)

    @cached_property
    def _odds(self) -> Any:
        return self.read(read_resource(BeliefsFile, self.package, *FILE).of)
