"""What can be wrong with an answer, an undo or a save. Each carries a Text, so that it is told in the reader's language."""

from __future__ import annotations

from bivouac.core.legality import Refusal
from bivouac.core.text import Text


class MatchError(Exception):
    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f"{self.text.key} {dict(self.text.args)}"


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

    def __reduce__(self) -> tuple[type[Illegal], tuple[Refusal]]:
        return type(self), (self.refusal,)


class BadAnswer(MatchError):
    """An agent answered with what is not an option; names the agent and the question."""


class HiddenState(MatchError):
    """An agent asked its view for the true position; names the agent and the question."""


class CannotUndo(MatchError):
    """Dice, a secret or the other side stand between."""


class BadSave(MatchError):
    """A file that is damaged, foreign, or of another version; says which line."""
