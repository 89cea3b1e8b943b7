"""The question, and what belongs to it."""

from __future__ import annotations

from typing import Literal

from bivouac.server.protocol.base import Wire


class Choice(Wire):
    """An answer as a thing to click: what it is tied to on the table (nothing: a button)."""

    answer: int
    label: str
    targets: list[str]


class Asked(Wire):
    """The question as everybody else may know it: who is asked. `here`: a seat of this link."""

    side: int
    name: str
    serial: int
    here: bool
    agent: str | None
    yours: Literal[False] = False


class Question(Wire):
    """The question to who reads. `about`: the things on the table it speaks of."""

    side: int
    name: str
    serial: int
    here: bool
    agent: str | None
    prompt: str
    rule: str
    choices: list[Choice]
    about: list[str]
    yours: Literal[True] = True


class Refusal(Wire):
    """What may not be done, and why, by which clause."""

    label: str
    targets: list[str]
    why: str
    rule: str


class Undo(Wire):
    """What may be taken back: freely, by asking, or not at all and why."""

    free: bool
    ask: bool
    why: str


class Outcome(Wire):
    winner: int | None
    text: str
    rule: str | None
    name: str | None


class OddsLine(Wire):
    text: str
    share: float


class Odds(Wire):
    """What may come of the attack at hand: for each kind of result its lines with their chances."""

    groups: list[list[OddsLine]]


class Term(Wire):
    """One thing that a fight is reckoned with, and its clause."""

    text: str
    rule: str


class Forecast(Wire):
    """What is to be expected of the fight that an answer leads to. `won`: the chance to win it; `lines`: that and the rest in words;
    `exact`: False where it was only played many times."""

    answer: int
    won: float
    lines: list[str]
    terms: list[Term]
    exact: bool


class Hint(Wire):
    """What a computer player might do, and the chance to win it sees in it."""

    answer: int
    label: str
    targets: list[str]
    chance: float
