"""The table: who sits at it, how it stands, how it stood."""

from __future__ import annotations

from bivouac.server.protocol.asking import Asked, Outcome, Question, Undo
from bivouac.server.protocol.base import Wire
from bivouac.server.protocol.lessons import LessonStep
from bivouac.server.protocol.scene import Log, LogLine, Note, Place, Scene


class Level(Wire):
    """A computer player; `timed`: it thinks for as long as it is given."""

    id: str
    name: str
    timed: bool


class Seconds(Wire):
    """How long a computer player may think about a turn: what can be chosen, and what is chosen where nobody says."""

    choices: list[float]
    standard: float


class Clock(Wire):
    """How much of its seconds for the turn the computer player has used, and whether it goes on using them."""

    spent: float
    seconds: float
    running: bool


class Seat(Wire):
    """`agent` answers for it now; `computer`: it is the computer's own; `here`: somebody is connected; `aim`: what the computer was
    after in its last turn, in a sentence, as far as it has said; `opened`: it agrees that the match be analysed before its end;
    `vacant`: nobody has joined."""

    name: str
    agent: str | None
    computer: bool
    seconds: float
    here: bool
    aim: str = ""
    opened: bool = False
    vacant: bool = False


class Room(Wire):
    """Who reads (`side`: whose view, `sides`: whose seats), who sits where, who is thinking, who asks to take back;
    `said` grows when there are new words to read."""

    side: int | None
    sides: list[int]
    thinking: int | None
    clock: Clock | None
    seats: list[Seat]
    request: int | None
    requested: bool
    said: int


class About(Wire):
    """What does not change in a match. `recap`: the position after the reader's own last answer; `ahead`: the side that plans its
    next turn here."""

    title: str
    name: str
    scenario: str
    options: list[str]
    secrets: bool
    owner: bool
    places: list[Place]
    sides: list[str]
    levels: list[Level]
    odds: bool
    sight: bool
    recap: int
    seconds: Seconds
    page: list[str]
    positions: bool
    study: bool
    ahead: int | None


class Promise(Wire, rename={"start": "from"}):
    """The SHA-256 of the secret seed of the dice from answer `from` on, and whether the reader's nonce is missing."""

    start: int
    commit: str
    wanted: bool


class TableMessage(Wire, tag_field="kind", tag="table", omit_defaults=True):
    """The table at a revision, as a difference to revision `base` (None: everything, with `match`). `by`: whose answer led to it.
    `lesson`: what a lesson says now, where one is played."""

    rev: int
    base: int | None
    by: int | None
    room: Room
    scene: Scene
    question: Asked | Question | None
    log: Log
    outcome: Outcome | None
    serial: int
    undo: Undo
    notes: list[Note]
    dice: Promise
    match: About | None = None
    lesson: LessonStep | None = None


class SeatsMessage(Wire, tag_field="kind", tag="seats"):
    """Nothing has happened on the table, but who is there or thinking has changed."""

    rev: int
    room: Room


class Pong(Wire, tag_field="kind", tag="pong"):
    """Still here, with the table at this revision: a reader who has another one has missed something."""

    rev: int


class Still(Wire):
    """The table as it stood after `at` answers of `serial`."""

    at: int
    serial: int
    scene: Scene
    asked: str | None
    lines: list[LogLine]


class Frame(Wire):
    """What an answer changed, and what was told of it."""

    at: int
    scene: Scene
    lines: list[LogLine]


class Frames(Wire):
    frames: list[Frame]


class OlderLog(Wire):
    more: bool
    lines: list[LogLine]
