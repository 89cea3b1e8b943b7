"""The question, and what belongs to it."""

from __future__ import annotations

from typing import Literal

from bivouac.server.protocol.base import Wire


class Choice(Wire):
    """An answer as a thing to click: what it is tied to on the table (nothing: a button). `leads`: more may be asked about the
    thing, so that it may be the beginning of a gesture."""

    answer: int
    label: str
    targets: list[str]
    leads: bool


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


class Gesture(Wire):
    """Answers that are given at once. `to`: the thing it leads to, or the button that ends it ("answer:-1"), or nothing where the pick is
    all; `targets`: what can be clicked for it; `label`: what it says, of several ways to the same thing what tells this one from the
    others; `whole`: nothing more is asked then; `means`: what it is done with (an order, a card), as its label also says."""

    to: str
    targets: list[str]
    answers: list[int]
    label: str
    whole: bool
    means: str


class Gestures(Wire):
    """What can be done with what is picked, at revision `rev`; or why it cannot."""

    rev: int
    serial: int
    picks: list[str]
    gestures: list[Gesture]
    refusal: Refusal | None


class Undo(Wire):
    """What may be taken back: freely, by asking, for practice against a computer, or not at all and why."""

    free: bool
    ask: bool
    practice: bool
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
    """What may come of the attack at hand: for each kind of result its lines with their chances. `about` names it where the question
    does not."""

    groups: list[list[OddsLine]]
    about: str = ""


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


class Reach(Wire):
    """A place that a thing could come to, and what that costs; nothing where it costs nothing that is counted."""

    to: str
    cost: str


class Outlook(Wire):
    """What a thing could do and suffer where it lies: where it could go, the places it could fire at, where it could retreat to (None:
    it never has to), what becomes of it if it cannot, and who could still come to its aid (None: nobody ever does)."""

    of: str
    reach: list[Reach]
    fire: list[str]
    retreat: list[str] | None
    warning: Term | None
    helps: list[str] | None = None


class Sight(Wire):
    """The line between two places: free, or closed by these; in words, with its clause. `seen`: where only one place was given, all that
    can be seen from there."""

    free: bool
    blocks: list[str]
    text: str
    rule: str
    seen: list[str]


class Row(Wire, omit_defaults=True):
    """A row of a table; `now`: the one that is in force."""

    cells: list[str]
    now: bool = False


class Chart(Wire):
    """A printed table of the title, as it stands in this match."""

    name: str
    head: list[str]
    rows: list[Row]
    rule: str


class Hint(Wire):
    """What a computer player might do, and the chance to win it sees in it."""

    answer: int
    label: str
    targets: list[str]
    chance: float
