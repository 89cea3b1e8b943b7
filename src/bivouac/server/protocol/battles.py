"""Battles of players' own: the editor, trials, what is kept and shared."""

from __future__ import annotations

from bivouac.server.protocol.base import Wire, Wish

Values = dict[str, object]


class Look(Wish):
    """A battle to be looked at: as the values of its file, as its text, or one of the title's own by its id."""

    battle: Values | None = None
    text: str | None = None
    scenario: str | None = None


class Remark(Wire):
    """Something that is wrong, or only strange: its line, its place among the values, the things on the map that it is about."""

    message: str
    line: int | None
    path: list[str | int]
    at: list[str]


class Seen(Wire):
    """What came of looking; text, battle and ground are empty where nothing could be made of it."""

    mistakes: list[Remark]
    warnings: list[Remark]
    text: str
    battle: Values
    ground: str


class Spot(Wire):
    """The centre of a place on the board."""

    id: str
    x: float
    y: float


class Bench(Wire):
    """All that the editor needs before anything is made. `words`: for grounds, kinds and strengths, what they are called."""

    title: str
    blank: Values
    faces: dict[str, str]
    spots: list[Spot]
    words: dict[str, dict[str, str]]
    battles: dict[str, str]


class Tried(Wire):
    """How one match between two veterans ended: the side that won (None: nobody), the words for it, how many answers it took."""

    winner: int | None
    ending: str
    answers: int
    turns: int


class Try(Wish):
    """Let two veterans play a battle."""

    text: str


class Keep(Wish):
    """A battle to be kept under a link. `id` and `key`: in the place of one's own; `ancestor`: what it is a copy of; `listed`: for all."""

    text: str
    ancestor: str = ""
    listed: bool = True
    id: str | None = None
    key: str | None = None


class Kept(Wire):
    """Its link, and the key to change it by."""

    id: str
    key: str
    url: str


class Drop(Wish):
    key: str


class PlayKept(Wish):
    """Who sits where, as in `NewMatch`."""

    seats: dict[str, str] = {}


class Balance(Wire):
    """What is known of who wins: matches that were tried, won by the Union, by nobody; the 95 % interval of the Union's share."""

    matches: int
    union: int
    draws: int
    low: float
    high: float


class KeptBattle(Wire):
    """A battle that is kept. `ancestor`: the name of what it is a copy of, and where that is. Its text is left out in lists."""

    id: str
    name: str
    about: str
    text: str
    ancestor: str
    ancestor_url: str
    created: float
    played: int
    balance: Balance
