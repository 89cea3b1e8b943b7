"""Verbs and ways: the kinds of answer that a question takes, and how the clauses make options of them.

A verb is a kind of answer. It is the number of its first answer: a button is that number alone, a verb over things is `FIRE + hex`:

    STOP = Verb(-1)                       a button
    MOVE = Verb(0, "hex", HEXES)          MOVE + h for every hex h
    FIRE = Verb(256, "hex", HEXES)

A way is a verb in a question: which things it offers, the clauses that decide, what the answer does, and how it looks as a thing to
click. All of them are given the thing's own number, not the answer:

    Way(FIRE, enemies_in_range, MAY_FIRE, open_fire, show_target)
    Way(STOP, None, (), stop, show_stop)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bivouac.core.kit.bits import bits
from bivouac.core.legality import Clause, Refusal, SetClause, is_set_clause, refusal_of, set_refusal
from bivouac.core.state import State
from bivouac.core.table import Choice

S = TypeVar("S", bound=State)
Options = Callable[[Any, Any], Sequence[int]]


class Verb(int):
    """A kind of answer: `verb + n` for thing number n of a kind (0 <= n < size); without a kind of thing it is a button."""

    thing: str
    size: int

    def __new__(cls, code: int, thing: str = "", size: int = 1) -> Verb:
        verb = super().__new__(cls, code)
        verb.thing, verb.size = thing, size
        return verb

    def takes(self, answer: int) -> bool:
        return 0 <= answer - self < self.size


@dataclass(frozen=True)
class Way(Generic[S]):
    """
    verb     the kind of answer
    offered  the set of things that come into question (`@offers`), None for a button
    clauses  decide which of them are options: set clauses (`@closes`) and single ones (`@clause`), in the order in which they explain
    do       changes the state; the thing's number is its last argument (0 for a button)
    show     one answer as a thing to click (its answer is filled in by the flow)
    spare    clauses that count only while a way before this one is open: "go on if you can, else stop"
    options  a hand-written generator of the things' numbers, for a hot spot that was measured; a contract test compares it with the clauses
    """

    verb: Verb
    offered: SetClause | None
    clauses: tuple[Clause | SetClause, ...]
    do: Callable[[S, Any, int], None]
    show: Callable[[S, Any, int], Choice]
    spare: tuple[Clause, ...] = ()
    options: Options | None = None

    def filtered(self, s: S, f: Any) -> Sequence[int]:
        """The things that every clause allows, by the clauses alone (`spare` left out)."""
        return _numbers(self)(s, f)

    def refusal(self, s: S, f: Any, n: int) -> Refusal | None:
        """Why thing number `n` is not an option of this way (`spare` left out); None if it is one."""
        thing = self.verb.thing
        if self.offered is not None and not self.offered(s, f) >> n & 1:
            return set_refusal(self.offered, s, f, thing, n)
        rules: tuple[Any, ...] = self.clauses
        for c in rules:
            if is_set_clause(c):
                if c(s, f) >> n & 1:
                    return set_refusal(c, s, f, thing, n)
            elif (verdict := c(s, f, n)) is not True:
                return refusal_of(c, verdict)
        return None


def options_of(ways: Sequence[Way[S]]) -> Options:
    """The list of options of a question with these ways, as one function."""
    makers = [_answers(way) for way in ways]
    if len(makers) == 1 and not ways[0].spare:
        return makers[0]
    spares = [way.spare for way in ways]
    if not any(spares):
        return _joined(makers)

    def options(s: Any, f: Any) -> list[int]:
        found: list[int] = []
        for make, spare in zip(makers, spares):
            if not spare or not found or all(c(s, f, 0) is True for c in spare):
                found += make(s, f)
        return found

    return options


def _joined(makers: Sequence[Options]) -> Options:
    first, *rest = makers

    def options(s: Any, f: Any) -> list[int]:
        found = list(first(s, f))
        for make in rest:
            found += make(s, f)
        return found

    return options


def _answers(way: Way[S]) -> Options:
    """The answers of one way: its things' numbers with the verb's code."""
    make, code = way.options or _numbers(way), int(way.verb)
    if way.offered is None and way.options is None:
        button = (code,)
        return (lambda s, f: button if make(s, f) else ()) if way.clauses else (lambda s, f: button)
    return (lambda s, f: [code + n for n in make(s, f)]) if code else make


def _numbers(way: Way[S]) -> Options:
    """The numbers of the things that every clause allows: set clauses first, for one `&` judges them all."""
    ones: list[Any] = [c for c in way.clauses if not is_set_clause(c)]
    open_things = _open_things(way)
    if not ones:
        return lambda s, f: bits(open_things(s, f))

    def numbers(s: Any, f: Any) -> list[int]:
        found = []
        for n in bits(open_things(s, f)):
            for one in ones:
                if one(s, f, n) is not True:
                    break
            else:
                found.append(n)
        return found

    return numbers


def _open_things(way: Way[S]) -> SetClause:
    """What is offered and not closed, as one expression: `offered(s, f) & ~(a(s, f) | b(s, f))`."""
    sets = [c for c in way.clauses if is_set_clause(c)]
    known: dict[str, Any] = {f"c{i}": c for i, c in enumerate(sets)} | {"offered": way.offered}
    closed = " | ".join(f"c{i}(s, f)" for i in range(len(sets)))
    source = "offered(s, f)" if way.offered is not None else "1"
    made: SetClause = eval(f"lambda s, f: {source}{f' & ~({closed})' if closed else ''}", known)
    return made


def doer_of(ways: Sequence[Way[S]]) -> Callable[[Any, Any, int], None]:
    """What an answer does, by the way it belongs to."""
    if len(ways) == 1 and int(ways[0].verb) == 0:
        return ways[0].do
    spans = [(int(w.verb), int(w.verb) + w.verb.size, w.do) for w in ways]

    def do(s: Any, f: Any, answer: int) -> None:
        for first, end, act in spans:
            if first <= answer < end:
                act(s, f, answer - first)
                return
        raise ValueError(f"no way takes the answer {answer}")

    return do
