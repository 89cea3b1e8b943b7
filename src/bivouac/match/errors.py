"""What can be wrong with an answer, an undo or a save. Each carries a Text, so that it is told in the reader's language."""

from __future__ import annotations

from bivouac.core.legality import Refusal
from bivouac.core.text import Text


class MatchError(Exception):
    def __init__(self, text: Text) -> None:
        super().__init__(f"{text.key} {dict(text.args)}")
        self.text = text


class Malformed(MatchError):
    """Not an answer at all."""


class NotAsked(MatchError):
    """The other side is asked, or nobody."""


class Stale(MatchError):
    """An answer to an older question."""


class Illegal(MatchError):
    """Not among the options; says by which clause."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


class CannotUndo(MatchError):
    """Dice, a secret or the other side stand between."""


class BadSave(MatchError):
    """A file that is damaged, foreign, or of another version; says which line."""
