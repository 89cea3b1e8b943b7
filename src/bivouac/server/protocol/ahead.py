"""Planning ahead: a private copy to play one's next turn on, and what is kept of it."""

from __future__ import annotations

from typing import Literal

from bivouac.server.protocol.base import Wire, Wish


class PlanAhead(Wish):
    """`anew`: on a fresh copy of the match as it stands now, in place of the one there is."""

    side: int | None = None
    anew: bool = False


class KeepPlan(Wish):
    """Keep what was played on the private copy; `forget`: let go of the plan and the copy."""

    side: int | None = None
    forget: bool = False


class SendPlan(Wish):
    """Send what can be done of the plan, at the question with this serial."""

    serial: int
    side: int | None = None


class PlannedStep(Wire):
    """A gesture of a plan: it can be done now (`ready`); it cannot (`gone`: `why`); it comes `later`, after dice or another's answer; or
    its turn has not come (`waits`)."""

    words: str
    how: Literal["ready", "gone", "later", "waits"]
    why: str | None
    rule: str | None


class Planned(Wire):
    """`may`: a turn can be planned now; `copy`: there is a private copy; `serial` of the question at which steps can be sent."""

    may: bool
    copy: bool
    steps: list[PlannedStep]
    serial: int


class PrivateCopy(Wire):
    url: str
    token: str


class SentPlan(Wire):
    """How many gestures were sent, and why it stopped: dice (or the other side) `changed` something, or the next one `cannot` be done;
    nothing: all was sent, or the other side is asked. `rest`: what is left."""

    rev: int
    sent: int
    stopped: Literal["changed", "cannot"] | None
    rest: Planned
