"""Who may be asked."""

from __future__ import annotations

from enum import IntEnum
from operator import index
from typing import Any


class Side(IntEnum):
    """The two sides, and chance, which is asked like anybody else."""

    UNION = 0
    CSA = 1
    CHANCE = 2

    @property
    def other(self) -> Side:
        return OTHER[self]


OTHER = (Side.CSA, Side.UNION, Side.CHANCE)
SIDES = (Side.UNION, Side.CSA)


def whole_number(value: Any) -> int | None:
    """The int that a value stands for, or None. numpy integers count; True and False do not: they come from a comparison by mistake."""
    if isinstance(value, bool):
        return None
    try:
        return int(index(value))
    except TypeError:
        return None
