"""What a side can answer. Answers are unit numbers and hex numbers; where both or several kinds meet in one question they are set apart."""

from __future__ import annotations

from typing import Final

PASS: Final = -1
"""Nothing: stay, decline, leave the rest unused."""
EVADE: Final = -2
"""Cavalry avoids the combat."""
FIRST_ALONE: Final = -3
SECOND_ALONE: Final = -4
"""Of a stack under a hat, one unit acts before the other."""

HAT_UNIT: Final = 100
"""HAT_UNIT + u: a hat for the reserve unit u."""
HAT_STACK: Final = 200
"""HAT_STACK + h: a hat for both units of hex h."""
RECOVER: Final = 100
"""RECOVER + u: unit u tries to recover (u alone: it falls back)."""
ALONE: Final = 100
"""ALONE * (i + 1) + t: only the i-th of the acting units attacks t."""
