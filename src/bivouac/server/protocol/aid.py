"""The player's aid."""

from __future__ import annotations

from bivouac.server.protocol.base import Wire
from bivouac.server.protocol.scene import Sign


class Phase(Wire):
    """A part of the sequence of play."""

    name: str
    does: str


class Aid(Wire):
    name: str
    phases: list[Phase]
    victory: list[str]
    signs: list[Sign]


class Here(Wire):
    """The part of the sequence that a match is in; the question and its answers, where they are for who reads."""

    phase: int | None
    prompt: str
    choices: list[str]
