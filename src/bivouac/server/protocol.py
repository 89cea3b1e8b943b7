"""What goes over the wire, in both directions, as types: HTTP bodies, and the messages of the socket.

`tools/wire.py` makes the client's types (web/js/wire.d.ts) from this file; a test sees to it that they agree. A struct that leaves out its
defaults has those fields as optional ones there. Nothing here knows how a message comes about: see render.py for the table, home.py for the
pages before it.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Wire(msgspec.Struct):
    """Something that is sent."""


class Wish(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Something that is asked for."""


# --- what browsers ask for ----------------------------------------------------------------------------


class NewMatch(Wish):
    """Seats are `me`, `here`, `link` or `computer:LEVEL`, by the number of the side; with `check` nothing is begun."""

    title: str
    scenario: str | None = None
    options: list[str] = []
    seats: dict[str, str] = {}
    seconds: dict[str, float] = {}
    scenario_text: str | None = None
    check: bool = False


class Upload(Wish):
    """A save to go on with."""

    save: str
    seats: dict[str, str] = {}
    seconds: dict[str, float] = {}


class Tokens(Wish):
    """The seats a browser remembers."""

    tokens: list[str]


class Answer(Wish):
    """`serial` says which question is answered; with `sure` nobody is warned any more."""

    answer: int
    serial: int
    side: int | None = None
    sure: bool = False


class TakeBack(Wish):
    """The last answer, or all that is free; with `ask` the other side is asked."""

    side: int | None = None
    whole: bool = False
    ask: bool = False


class Grant(Wish):
    """The other side's word to that."""

    yes: bool = False


class HandOver(Wish):
    """Who answers for a seat from now on: a computer player, or (None) whoever has the link."""

    side: int | None = None
    agent: str | None = None
    seconds: float | None = None


class Concede(Wish):
    side: int | None = None


class Nonce(Wish):
    """What a browser gives to the dice, for the promise that it has seen and kept."""

    nonce: str
    commit: str


class Ping(Wish, tag_field="kind", tag="ping"):
    """Over the socket: are you still there?"""


# --- what lies on the table ---------------------------------------------------------------------------


class Place(Wire):
    """Somewhere on the board, in its own units."""

    id: str
    name: str
    x: float
    y: float
    size: float


class Token(Wire, omit_defaults=True):
    """A piece, marker or card, at a place or a cell; with `dx` and `dy` on a fixed spot there."""

    id: str
    at: str
    face: str
    name: str
    side: int
    dx: float | None = None
    dy: float | None = None


class Cell(Wire):
    id: str
    name: str


class Panel(Wire):
    """Something beside the board: `hand`, `track`, `pool`, `lineup` or `facts`."""

    id: str
    kind: str
    name: str
    cells: list[Cell]


class Scene(Wire, omit_defaults=True):
    """All that lies on the table (`full`), or what has changed of it: tokens that are gone, new or changed, the order of all where it is
    another one, drawings not yet known, panels if any changed."""

    full: bool
    gone: list[str]
    tokens: list[Token]
    faces: dict[str, str]
    status: list[str]
    order: list[str] | None = None
    panels: list[Panel] | None = None


class LogLine(Wire, omit_defaults=True):
    """What followed from answer `n` (-1: from setting up), with the things on the table it speaks of and the dice to draw beside it."""

    n: int
    text: str
    rule: str | None = None
    heading: bool = False
    targets: list[str] = []
    dice: list[int] = []


class Log(Wire, rename={"first": "from"}):
    """The lines from answer `from` on; -1: all that is shown at first. `more`: there are older ones."""

    first: int
    more: bool
    lines: list[LogLine]


class Note(Wire):
    """Something out of the ordinary, before answer `n`: a take-back, a file that was brought, rules that were corrected."""

    n: int
    text: str


# --- the question -------------------------------------------------------------------------------------


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


class Hint(Wire):
    """What a computer player might do, and the chance to win it sees in it."""

    answer: int
    label: str
    targets: list[str]
    chance: float


# --- the table ----------------------------------------------------------------------------------------


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
    """`agent` answers for it now; `computer`: it is the computer's own; `here`: somebody is connected."""

    name: str
    agent: str | None
    computer: bool
    seconds: float
    here: bool


class Room(Wire):
    """Who reads (`side`: whose view, `sides`: whose seats), who sits where, who is thinking, who asks to take back."""

    side: int | None
    sides: list[int]
    thinking: int | None
    clock: Clock | None
    seats: list[Seat]
    request: int | None
    requested: bool


class About(Wire):
    """What does not change in a match. `recap`: the position after the reader's own last answer."""

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
    recap: int
    seconds: Seconds


class Promise(Wire, rename={"start": "from"}):
    """The SHA-256 of the secret seed of the dice from answer `from` on, and whether they wait for a nonce of who reads."""

    start: int
    commit: str
    wanted: bool


class TableMessage(Wire, tag_field="kind", tag="table", omit_defaults=True):
    """The table at a revision, as a difference to revision `base` (None: everything, with `match`). `by`: whose answer led to it."""

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


class SeatsMessage(Wire, tag_field="kind", tag="seats"):
    """Nothing has happened on the table, but who is there or thinking has changed."""

    rev: int
    room: Room


class Pong(Wire, tag_field="kind", tag="pong"):
    """Still here."""


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


# --- replies to what was asked for --------------------------------------------------------------------


class Taken(Wire):
    """An answer was taken."""

    rev: int
    serial: int


class Warned(Wire):
    """It was not: it would leave something unused. Ask again with `sure`."""

    warn: str


class Revision(Wire):
    rev: int


class TakenBack(Wire):
    """`asked`: the other side has been asked and has not said yes yet."""

    rev: int
    asked: bool


class Invite(Wire):
    side: int
    name: str
    url: str


class Links(Wire):
    watch: str
    invites: list[Invite]


class Created(Wire):
    token: str
    url: str
    watch: str
    invites: list[Invite]


class SetupGood(Wire):
    ok: Literal[True] = True


class Seated(Wire):
    url: str
    token: str


class Invitation(Wire):
    name: str
    blurb: str
    title: str
    scenario: str
    side: int
    side_name: str
    taken: bool
    watch: str


class Status(Wire):
    """How a match stands, for the list of one's matches."""

    title: str
    name: str
    scenario: str
    updated: float
    serial: int
    yours: bool
    sides: list[int]
    asked: str | None
    outcome: str | None


class Fault(Wire):
    """What was wrong; `stale`: the match has moved on."""

    message: str
    rule: str | None = None
    stale: bool = False


class Failed(Wire):
    error: Fault


# --- after the end ------------------------------------------------------------------------------------


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


# --- the titles ---------------------------------------------------------------------------------------


class Scenario(Wire):
    id: str
    name: str
    source: str
    page: list[str]


class Option(Wire):
    id: str
    name: str
    help: str
    rule: str
    group: str
    needs: list[str]
    excludes: list[str]


class Title(Wire):
    """A title as the home page shows it; texts it does not have are empty."""

    id: str
    name: str
    blurb: str
    length: str
    weight: str
    howto: str
    original: str
    reconstructed: str
    secrets: bool
    clauses: int
    own_scenario: bool
    scenarios: list[Scenario]
    options: list[Option]
    levels: list[Level]
    seconds: Seconds
    credits: dict[str, str]
    sides: list[str]


class Chapter(Wire):
    id: str
    name: str


class Clause(Wire, omit_defaults=True):
    id: str
    chapter: str
    topic: str
    text: str
    status: str
    ruling: str | None = None
    reason: str | None = None


class Rules(Wire):
    title: str
    name: str
    howto: str
    chapters: list[Chapter]
    clauses: list[Clause]


ToClient = TableMessage | SeatsMessage | Pong
ToServer = Ping
Sentences = dict[str, dict[str, str]]
ALIASES = ("ToClient", "ToServer", "Sentences")
