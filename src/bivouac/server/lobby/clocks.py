"""How much time each side has. A clock is a few numbers that follow from when the move passed on; nothing ticks.

    days   whenever a side is asked it has `turn` seconds; what it takes beyond them comes from its bank
    live   the bank runs whenever a side is asked, and grows by `increment` when the move passes on

Days of vacation do not count, except on live clocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bivouac.core.ids import SIDES
from bivouac.server.errors import Refused
from bivouac.server.people.clock import DAY, HOUR
from bivouac.server.protocol import Pace

Span = tuple[float, float]
LIMITS = {"days": {"turn": (HOUR, 30 * DAY), "bank": (0.0, 365 * DAY)}, "live": {"bank": (60.0, DAY), "increment": (0.0, HOUR)}}


@dataclass(frozen=True)
class Clockwork:
    """`side`: who is asked (None: nobody whose time runs), since when; what is `left` in the banks; who is `late`."""

    pace: Pace
    side: int | None
    since: float
    left: tuple[float, float]
    late: int | None = None


def checked(pace: Pace) -> Pace:
    """A pace that can be played, without what it does not need."""
    limits = LIMITS.get(pace.kind, {})
    for name, (least, most) in limits.items():
        if not least <= getattr(pace, name) <= most:
            raise Refused(400, "errors.bad_pace")
    return Pace(kind=pace.kind, late=pace.late, **{name: getattr(pace, name) for name in limits})


def begun(pace: Pace, now: float) -> Clockwork:
    return Clockwork(pace, None, now, (pace.bank, pace.bank))


def spent(clock: Clockwork, now: float, away: Sequence[Span]) -> float:
    """Seconds that count since the side was asked."""
    passed = now - clock.since
    if clock.pace.kind == "days":
        passed -= sum(max(0.0, min(now, until) - max(clock.since, start)) for start, until in away)
    return max(0.0, passed)


def left(clock: Clockwork, now: float, away: Sequence[Span]) -> tuple[float, float]:
    """What the banks hold now."""
    if clock.side is None or clock.pace.kind == "none":
        return clock.left
    used = spent(clock, now, away)
    over = used if clock.pace.kind == "live" else max(0.0, used - clock.pace.turn)
    return _with(clock.left, clock.side, clock.left[clock.side] - over)


def to_go(clock: Clockwork, now: float, away: Sequence[Span]) -> float:
    """Seconds until the side that is asked is late."""
    assert clock.side is not None
    return clock.left[clock.side] + (clock.pace.turn if clock.pace.kind == "days" else 0.0) - spent(clock, now, away)


def passed_on(clock: Clockwork, side: int | None, now: float, away: Sequence[Span]) -> Clockwork:
    """The move has passed on. Who was late begins anew with an empty bank."""
    if side == clock.side:
        return clock
    banks = left(clock, now, away)
    before = clock.side
    if before is not None and clock.pace.kind == "live":
        banks = _with(banks, before, max(0.0, banks[before]) + clock.pace.increment)
    return replace(clock, side=side, since=now, left=(max(0.0, banks[0]), max(0.0, banks[1])), late=None)


def _with(banks: tuple[float, float], side: int, value: float) -> tuple[float, float]:
    return (value, banks[1]) if side == SIDES[0] else (banks[0], value)
