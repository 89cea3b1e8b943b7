"""What a visitor is told when a request cannot be granted."""

from __future__ import annotations

from bivouac.core.text import Arg


class Refused(Exception):
    """A request that cannot be granted: a status and a sentence of the web catalogue."""

    def __init__(self, status: int, key: str, **facts: Arg) -> None:
        super().__init__(key)
        self.status, self.key, self.facts = status, key, facts
