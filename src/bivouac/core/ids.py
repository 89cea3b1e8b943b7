"""Who may be asked."""

from __future__ import annotations

from enum import IntEnum


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
