"""A match: the list of answers and what follows from it."""

from bivouac.match.dice import DiceReport
from bivouac.match.errors import BadSave, CannotUndo, Illegal, Malformed, MatchError, NotAsked, Stale
from bivouac.match.match import Match
from bivouac.match.save import Save, format_save
from bivouac.match.view import View

__all__ = [
    "BadSave",
    "CannotUndo",
    "DiceReport",
    "Illegal",
    "Malformed",
    "Match",
    "MatchError",
    "NotAsked",
    "Save",
    "Stale",
    "View",
    "format_save",
]
