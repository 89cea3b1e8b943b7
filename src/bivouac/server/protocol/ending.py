"""What can be known after the end."""

from __future__ import annotations

from bivouac.server.protocol.base import Wire


class Point(Wire):
    """The Union's chance to win after `at` answers."""

    at: int
    chance: float


class Turn(Wire):
    """A turning point: the position it leads to, the chances before and after, the time, the fights."""

    at: int
    before: float
    after: float
    when: str
    fights: list[str]


class Chances(Wire):
    points: list[Point]
    turns: list[Turn]


class DiceSpan(Wire, rename={"start": "from"}):
    """The dice from answer `from` on, in the order in which they were promised; a later span counts from its start on. Spans of old files
    have no nonces."""

    start: int
    commit: str
    seed: str | None
    nonces: list[str] | None


class Throw(Wire):
    """A kind of throw: what can come, and with which weights (None: all alike)."""

    outcomes: list[int]
    weights: list[int] | None


class Dice(Wire):
    """Do all results follow from what was promised? (`ok` None: that can be seen after the end.) `rolls` are the number of an answer, the
    number of its kind among the kinds of throws, and what came."""

    ok: bool | None
    lines: list[str]
    spans: list[DiceSpan]
    kinds: list[Throw]
    rolls: list[list[int]]
