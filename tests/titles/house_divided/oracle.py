"""A second referee of A House Divided that shares no code with the rules.

`Oracle` plays the rulebook as one long procedure: plain loops over boxes and pieces, with the data files read by its own parser. It is
given the answers of a match. After each of them it knows what is asked next, with the whole set of legal options, what lies on the map,
what has happened, and who has won. Battles are in `oracle_battle`.

Numbers of answers are the public ones of the title: boxes in alphabetical order, lines in the order of their two boxes, pieces from 0
(Union), 52 (Confederacy) and 96 (leaders).
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).resolve().parents[3] / "src" / "bivouac" / "titles" / "house_divided" / "data"
UNION, CSA, NOBODY = 0, 1, 2
SIDES = ("union", "csa")
CHANCE = "chance"
IDS = (range(52), range(52, 96))
LEADER_IDS = {"Grant": 96, "Sherman": 97, "Lee": 98}
GARRISON = 99
ROAD, RAIL, RIVER = "road", "rail", "river"
LINE_KINDS = (ROAD, RAIL, RIVER)
SAIL, LEAD, DONE, STOP, ENTRENCH, GO, YES, NO, FIGHT_ON = 200, 400, -1, 0, -1, 1, 1, 0, -1
DIE = range(1, 7)
BETTER = {"MF": "FV", "FV": "FS", "MC": "CV", "CV": "CS"}
HORSE = {"MC", "CV", "CS"}


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text("utf-8"))


MAP, UNITS, TABLES = toml("map.toml"), toml("units.toml"), toml("tables.toml")
ROWS = {name: row for state in MAP["boxes"].values() for name, row in state.items()}
NAMES = sorted(ROWS)
NUMBER = {name: n for n, name in enumerate(NAMES)}
EUROPE = len(NAMES)
BOXES = range(EUROPE)
PRINTED = [("union", "csa", "none").index(ROWS[name]["owner"]) for name in NAMES]
VALUE = [[ROWS[name].get(side, 0) for name in NAMES] for side in SIDES]
PORTS = {n for n in BOXES if ROWS[NAMES[n]].get("port")}
FORTS = {n for n in BOXES if ROWS[NAMES[n]].get("fort")}
NUMBERED = {n for n in BOXES if VALUE[UNION][n] or VALUE[CSA][n]}
PRIZES = {n for n in BOXES if PRINTED[n] == CSA and VALUE[CSA][n] >= 2}
WASHINGTON, FORT_MONROE, PENSACOLA, RICHMOND = (NUMBER[n] for n in ("Washington", "Fort Monroe", "Pensacola", "Richmond"))
ROADSTEADS = {NUMBER["Yorktown"], NUMBER["Norfolk"]}
SOUTHERN = {n for n in PORTS if PRINTED[n] == CSA} | {FORT_MONROE, PENSACOLA}
POTOMAC = {NUMBER[name] for name in MAP["potomac"]}
GUNS = {n: VALUE[CSA][n] for n in PORTS if PRINTED[n] == CSA and VALUE[CSA][n]}
KINDS = list(UNITS["kinds"])
MONTHS = [None, *TABLES["calendar"]["turns"]]
YEAR = [0, *(int(month[:4]) for month in MONTHS[1:])]
STATES = [TABLES["border_states"][state] for state in ("Missouri", "Kentucky", "Maryland")]
BORDER = [(row["number"], [NUMBER[city] for city in row["cities"]]) for row in STATES]


class Line(NamedTuple):
    frm: int
    to: int
    kind: str
    down: bool
    number: int
    wet: bool
    potomac: bool


def all_lines() -> list[Line]:
    found = []
    for kind in LINE_KINDS:
        for one, other in MAP["lines"][kind]:
            a, b, k = NUMBER[one], NUMBER[other], LINE_KINDS.index(kind)
            found += [(a, b, k, True), (b, a, k, False)]
    lines = []
    for number, (a, b, k, first) in enumerate(sorted(found)):
        kind = LINE_KINDS[k]
        wet = f"{NAMES[a]} {kind}" in ROWS[NAMES[b]].get("crossing", ())
        lines.append(Line(a, b, kind, kind == RIVER and first, number, wet, kind == RIVER and {a, b} == POTOMAC))
    return lines


LINES = all_lines()
OUT = [[line for line in LINES if line.frm == box] for box in BOXES] + [[]]
NEAR = [{line.to for line in OUT[box]} for box in BOXES]
NEAR_SOUTH = [{line.to for line in OUT[box] if not line.potomac} for box in BOXES]


class Question(NamedTuple):
    side: str
    box: str
    options: frozenset[int]


class GameOver(Exception):
    pass


class Piece:
    """A combat piece or a leader, and what it has done in this turn."""

    def __init__(self, number: int, side: int, kind: str, box: int) -> None:
        self.number, self.side, self.kind, self.box = number, side, kind, box
        self.reduced = self.entrenched = self.half_dug = self.routed = False
        self.retreated = self.promoted = False
        self.fresh()

    def fresh(self) -> None:
        """The beginning of a player turn."""
        self.marches = 0
        self.moved = self.sailed = self.jumped = self.wet = self.fought = self.promoted = self.half_dug = False
        self.origin = None

    @property
    def is_leader(self) -> bool:
        return self.number >= 96

    @property
    def is_horse(self) -> bool:
        return self.kind in HORSE

    def spend(self) -> None:
        self.marches = min(self.marches + 1, 2)

    def leave_works(self) -> None:
        self.entrenched = self.half_dug = False


class World:
    """What lies on the table, and how to look at it."""

    def __init__(self, raw: dict[str, Any], options: set[str]) -> None:
        """`raw`: a scenario file as it stands."""
        self.options = options
        self.events: list[tuple[Any, ...]] = []
        self.first, self.last = raw["first_turn"], raw["last_turn"]
        self.first_marches, self.victory, self.row = raw["first_turn_marches"], raw["victory"], raw.get("row", 0)
        self.choose_end()
        self.turn, self.active = self.first, UNION
        self.pieces: dict[int, Piece] = {}
        self.leaders: dict[int, Piece] = {}
        self.owner = list(PRINTED)
        self.set_up(raw)
        pool = raw["pool"]
        self.pool = [{kind: pool[side][kind] for kind in ("MF", "MC")} for side in SIDES]
        self.locked, self.drafts = pool["union_locked"], pool["drafts_held"]
        self.washington_cost = self.foreign_lost = self.lost = 0
        self.foreign, self.joined = False, set()
        self.contained: set[int] = set()
        self.marches = self.die = 0
        self.landings: set[int] = set()
        self.outcome: tuple[int | None, str, str] | None = None
        self.battle = None

    def on(self, name: str) -> bool:
        return name in self.options

    def say(self, name: str, *values: Any) -> None:
        self.events.append((name, *values))

    def choose_end(self) -> None:
        if self.on("campaign-victory"):
            self.victory, self.last = "campaign", len(MONTHS) - 1
        for year in (1863, 1864):
            if self.on(f"march-{year}"):
                self.victory, self.last, self.row = "table", MONTHS.index(f"{year}-03"), year

    def set_up(self, raw: dict[str, Any]) -> None:
        flagged = set()
        for side in (UNION, CSA):
            for name in raw["flags"][SIDES[side]]:
                self.owner[NUMBER[name]] = side
                flagged.add(NUMBER[name])
        for side in (UNION, CSA):
            for name, words in raw["pieces"][SIDES[side]].items():
                for part in words.rstrip("* ").split(", "):
                    number, kind = part.split()
                    for _ in range(int(number)):
                        self.raise_piece(side, kind, NUMBER[name]).entrenched = words.endswith("*")
                self.owner[NUMBER[name]] = side
        for name, number in LEADER_IDS.items():
            place = raw["leaders"].get(name, "choose") if self.on("leaders") else "choose"
            side = SIDES.index(UNITS["leaders"][name]["side"])
            self.leaders[number] = Piece(number, side, "leader", None if place == "choose" else NUMBER[place])
        self.held = {b for b in BOXES if self.owner[b] != PRINTED[b] and b not in flagged and self.only_horse(self.owner[b], b)}
        self.invaded = {b for b in PORTS if PRINTED[b] == CSA and self.owner[b] == UNION}

    # --- looking ---

    def at(self, side: int, box: int) -> list[Piece]:
        return [p for p in self.pieces.values() if p.box == box and p.side == side]

    def leaders_at(self, side: int, box: int) -> list[Piece]:
        return [p for p in self.leaders.values() if p.box == box and p.side == side]

    def only_horse(self, side: int, box: int) -> bool:
        here = self.at(side, box)
        return bool(here) and all(p.is_horse for p in here)

    def occupied(self, side: int) -> set[int]:
        return {p.box for p in self.pieces.values() if p.side == side and p.box != EUROPE}

    def maximum(self, side: int) -> int:
        return sum(VALUE[side][b] for b in BOXES if self.owner[b] == side) - (self.washington_cost if side == UNION else 0)

    def army(self, side: int) -> int:
        return len([p for p in self.pieces.values() if p.side == side and p.box != EUROPE and p.kind != "FX"])

    def ceiling(self, side: int) -> int:
        return self.maximum(side) + (4 * self.drafts if side == UNION and self.on("more-union-forces") else 0)

    def in_works(self, p: Piece) -> bool:
        return p.entrenched or (p.box in FORTS and self.owner[p.box] == p.side)

    def worth(self, leader: Piece, turn: int | None = None) -> int:
        """A leader's value in a month."""
        name = next(n for n, number in LEADER_IDS.items() if number == leader.number)
        values = [row["value"] for row in UNITS["leaders"][name]["values"] if MONTHS.index(row["from"]) <= (turn or self.turn)]
        return values[-1] if values else 0

    def leadership(self, side: int, box: int) -> int:
        return sum(self.worth(p) for p in self.leaders_at(side, box))

    def closed_now(self) -> bool:
        return self.turn == 1 and self.on("first-turn-limits")

    # --- changing ---

    def raise_piece(self, side: int, kind: str, box: int) -> Piece:
        number = next(n for n in IDS[side] if n not in self.pieces)
        self.pieces[number] = Piece(number, side, kind, box)
        self.pieces = dict(sorted(self.pieces.items()))
        return self.pieces[number]

    def put(self, p: Piece, box: int | None) -> None:
        """Move a piece. What lone cavalry has left goes back to the side of its colour."""
        old, p.box = p.box, box
        if not p.is_leader and old in self.held and self.owner[old] == p.side and not self.at(p.side, old):
            self.held.discard(old)
            self.own(old, PRINTED[old])
            self.say("reverted", old)

    def own(self, box: int, side: int) -> None:
        self.owner[box] = side
        self.held.discard(box)
        if side == CSA:
            self.invaded.discard(box)

    def remove(self, p: Piece, *, for_good: bool = False) -> None:
        del self.pieces[p.number]
        self.put(p, None)
        if p.kind in ("MF", "MC") and not for_good:
            self.pool[p.side][p.kind] += 1
        if p.kind == "FX" and not for_good:
            self.foreign_lost += 1

    def finish(self, winner: int | None, rule: str, ending: str) -> None:
        self.say("over")
        self.outcome = winner, rule, ending
        raise GameOver

    def larger_army(self) -> None:
        """In the middle of a turn the South wins at once with the larger maximum."""
        if not self.on("inexperienced-union") and self.maximum(CSA) > self.maximum(UNION):
            self.finish(CSA, "AHD-11.0d", "army_maximum")

    # --- asking ---

    def ask(self, side: int, box: str, options: Any) -> Any:
        """One answer; where there is only one option nobody is asked."""
        options = frozenset(options)
        assert options, f"nothing can be answered at {box}"
        if len(options) == 1:
            return next(iter(options))
        return (yield Question(SIDES[side], box, options))

    def roll(self, box: str) -> Any:
        return (yield Question(CHANCE, box, frozenset(DIE)))
