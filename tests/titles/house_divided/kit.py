"""Positions of A House Divided in a few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bivouac.core.flow import Question
from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import AT, DONE, GO, SEGMENTS, STOP, Box
from bivouac.titles.house_divided.printed.map import CSA, EXITS, KIND, MAP, OFF, TO, UNION
from bivouac.titles.house_divided.printed.units import GARRISON, KINDS, LEADER_NAMES, LEADERS, PIECES, SIDE_OF, STRENGTH
from bivouac.titles.house_divided.state import State
from kit import Position

if TYPE_CHECKING:
    from effects import Thing

LINES = ("road", "rail", "river")
UNDER_WAY = ("step", "onward", "jump")
TO_MARCH, TO_COMBAT, TO_PROMOTION, TO_RECRUITMENT, TO_END = 5, 5, 3, 2, 1  # how many segments still lie on the stack


def box(name: str) -> int:
    return MAP.index[name]


def line(frm: str, to: str, kind: str | None = None) -> int:
    """The answer "go along the line from one box to another" (of a kind, where there are two)."""
    found = [e for e in EXITS[box(frm)] if TO[e] == box(to) and kind in (None, LINES[KIND[e]])]
    assert len(found) == 1, (frm, to, found)
    return GO + found[0]


class Field(Position):
    """An empty map (or a scenario as it is) where a test puts what it needs."""

    def __init__(self, *options: str, scenario: str = "1861", side: int = UNION, turn: int = 2, empty: bool = True) -> None:
        super().__init__(TITLE, scenario, *options)
        s = self.state
        s.active, s.turn = side, turn
        if empty:
            for p in range(PIECES):
                if s.box[p] >= 0:
                    s.take_off(p)
            for p in range(PIECES, len(s.box)):
                s.box[p] = OFF
            s.pool = [0, 0, 0, 0]
            s.alarm = 0
            s.log.clear()

    # --- putting things -------------------------------------------------------------------------------

    def unit(self, kind: str, place: str, side: int = UNION, *, works: bool = False, reduced: bool = False) -> int:
        piece = self.state.raise_piece(side, KINDS.index(kind), box(place))
        self.state.entrenched |= works << piece
        self.state.reduced |= reduced << piece
        return piece

    def rebel(self, kind: str, place: str, *, works: bool = False, reduced: bool = False) -> int:
        return self.unit(kind, place, CSA, works=works, reduced=reduced)

    def leader(self, name: str, place: str) -> int:
        piece = PIECES + LEADER_NAMES.index(name)
        self.state.box[piece] = box(place)
        return piece

    def owns(self, side: int, *places: str) -> Field:
        for place in places:
            self.state.set_owner(box(place), side)
        return self

    # --- going to a segment ---------------------------------------------------------------------------

    def _at(self, segments: int, *top: Box) -> Field:
        self.state.stack = SEGMENTS[:segments] + tuple(AT[b] for b in top)
        self.title.flow.run(self.state)
        return self

    def marching(self, marches: int = 3, die: int = 0) -> Field:
        self.state.marches, self.state.die = marches, die
        return self._at(TO_MARCH, Box.MARCH)

    def rolling_marches(self) -> Field:
        return self._at(TO_MARCH, Box.MARCHES)

    def fighting(self) -> Field:
        return self._at(TO_COMBAT)

    def promoting(self) -> Field:
        return self._at(TO_PROMOTION)

    def recruiting(self) -> Field:
        return self._at(TO_RECRUITMENT)

    def ending(self) -> Field:
        return self._at(TO_END)

    def player_turn(self) -> Field:
        return self._at(0, Box.PLAYER_TURN)

    # --- acting ---------------------------------------------------------------------------------------

    def at(self, place: str) -> list[int]:
        """All pieces in a box."""
        return [p for p in range(PIECES) if self.state.box[p] == box(place)]

    def where(self, piece: int) -> str:
        b = self.state.box[piece]
        return "" if b < 0 else "Europe" if b == len(MAP.name) else MAP.name[b]

    def go(self, piece: int, *places: str, by: str | None = None, done: bool = True) -> Field:
        """One march of one piece along the named boxes."""
        s = self.state
        if self.question.box == "march":
            self.answer(s.box[piece])
        if self.question.box == "piece" and piece in self.options:
            self.answer(piece)
        for place in places:
            self.answer(line(self.where(piece), place, by))
        if s.stack and self.question.box in UNDER_WAY and s.stack[-1].piece == piece:
            self.answer(STOP)
        if done and s.stack and self.question.box == "piece":
            self.answer(DONE)
        return self

    def take(self, piece: int) -> Field:
        """Begin a march with a piece: the next question is where it goes."""
        if self.question.box == "march":
            self.answer(self.state.box[piece])
        if self.question.box == "piece":
            self.answer(piece)
        assert self.question.box == "step"
        return self

    def lines(self) -> set[str]:
        """Where the piece in hand may go."""
        return {MAP.name[TO[a - GO]] for a in self.options if a >= GO}

    def rule(self, answer: int) -> str | None:
        """The clause that refuses an answer (None: it is an option)."""
        refusal = self.refusal(answer)
        return refusal.rule if refusal else None

    def aims(self, *pairs: tuple[int, int]) -> Field:
        """Announce targets, firer by firer in the order they are asked; where there is no choice the announced one must be it."""
        for firer, target in pairs:
            number = self.state.firers.index(firer)
            if number == len(self.state.aims):
                self.answer(target)
            assert self.state.aims[number] == target, self.question
        return self

    def side_of(self, piece: int) -> int:
        return SIDE_OF[piece]

    def judged(self, where: Box, answer: int, frame: object | None = None) -> str | None:
        """What the clauses of a box say to an answer, also where the flow would not stop to ask."""
        node = self.title.flow.boxes[where]
        way = next(way for way in node.ways if way.verb.takes(answer))
        refusal = way.refusal(self.state, frame or AT[where], answer - way.verb)
        return refusal.rule if refusal else None


def reduced(field: Field, piece: int) -> bool:
    return field.state.reduced >> piece & 1 == 1


def entrenched(field: Field, piece: int) -> bool:
    return field.state.in_works(piece)


def missing(q: Question) -> int:
    """Answer so that nothing happens: misses, no retreat, no reinforcement."""
    return 6 if q.side == Side.CHANCE else DONE if DONE in q.options else q.options[0]


def names(boxes: Iterable[int]) -> set[str]:
    return {MAP.name[b] for b in boxes}


def lazily(field: Field) -> Field:
    """Do nothing until the other side or the next month begins, or the match is over."""
    s = field.state
    turn, active = s.turn, s.active
    field.until(lambda q: (s.turn, s.active) != (turn, active), missing)
    return field


# --- effects ----------------------------------------------------------------------------------------------


def things(s: State) -> dict[str, Thing]:
    """What effects add up to: the pieces, leaders and garrison in play, and whose each box is.

    The values of leaders, the pools of militia, containment and half-finished works are left out."""
    from effects import Thing  # which imports this module

    marks = {"disrupted": s.routed, "entrenched": s.entrenched}
    found = {f"box:{b}": Thing(owner=owner) for b, owner in enumerate(s.owner)}
    for p in bits(s.raised):
        status = frozenset(mark for mark, pieces in marks.items() if pieces >> p & 1)
        found[f"piece:{p}"] = Thing(f"box:{s.box[p]}", STRENGTH[s.kind[p]] - (s.reduced >> p & 1), None, status)
    found |= {f"piece:{p}": Thing(f"box:{s.box[p]}") for p in LEADERS if s.box[p] >= 0}
    if s.garrison:
        found[f"piece:{GARRISON}"] = Thing(f"box:{s.place}", s.garrison)
    return found
