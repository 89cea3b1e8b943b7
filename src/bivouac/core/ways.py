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
        return allowed(self.offered, self.clauses, s, f)

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


def allowed(offered: SetClause | None, clauses: Sequence[Any], s: State, f: Any) -> list[int]:
    """What is offered, less what is closed, as far as every single clause allows it."""
    left = 1 if offered is None else offered(s, f)
    for c in clauses:
        left &= ~c(s, f) if is_set_clause(c) else -1
    return [n for n in bits(left) if all(is_set_clause(c) or c(s, f, n) is True for c in clauses)]


def options_of(ways: Sequence[Way[S]]) -> Options:
    """The list of options of a question with these ways. It is asked at every step of every match, so it is written out as one function:
    for each way what is offered, less what each set clause closes, as far as anything is left; then the single clauses."""
    known: dict[str, Any] = {"bits": bits}
    lines = [line for i, way in enumerate(ways) for line in _way_lines(way, i, known)]
    made: Options = _written("options(s, f)", ["found = []", *lines, "return found"], known)
    return made


def _way_lines(way: Way[S], i: int, known: dict[str, Any]) -> list[str]:
    """The lines of one way: they add its answers to `found`. Each condition stands within the one before."""
    code, ifs = int(way.verb), []
    if way.spare:
        ifs.append(f"if not found or ({_tests(way.spare, f'spare{i}', '0', known)}):")
    if way.options is not None:
        known[f"options{i}"] = way.options
        return _nested(ifs, f"for n in options{i}(s, f):", f"    found.append({code} + n)")
    if way.offered is not None:
        known[f"offered{i}"] = way.offered
        ifs.append(f"if left := offered{i}(s, f):")
    for j, c in enumerate(c for c in way.clauses if is_set_clause(c)):
        known[f"closed{i}_{j}"] = c
        ifs.append(f"if left := {'left' if way.offered or j else '1'} & ~closed{i}_{j}(s, f):")
    tests = _tests([c for c in way.clauses if not is_set_clause(c)], f"may{i}", "n" if way.offered else "0", known)
    if way.offered is None:
        return _nested([*ifs, f"if {tests}:"] if tests else ifs, f"found.append({code})")
    if tests:
        return _nested(ifs, "for n in bits(left):", f"    if {tests}:", f"        found.append({code} + n)")
    return _nested(ifs, f"for n in bits(left): found.append({code} + n)" if code else "found += bits(left)")


def _tests(clauses: Sequence[Any], name: str, n: str, known: dict[str, Any]) -> str:
    """Single clauses as one condition on thing number `n`."""
    known.update({f"{name}_{j}": c for j, c in enumerate(clauses)})
    return " and ".join(f"{name}_{j}(s, f, {n}) is True" for j in range(len(clauses)))


def _nested(ifs: Sequence[str], *lines: str) -> list[str]:
    """Lines within conditions within one another."""
    found = list(lines)
    for condition in reversed(ifs):
        found = [condition, *(f"    {line}" for line in found)]
    return found


def _written(head: str, lines: Sequence[str], known: dict[str, Any]) -> Any:
    exec("\n".join((f"def {head}:", *(f"    {line}" for line in lines))), known)
    return known[head.partition("(")[0]]


def doer_of(ways: Sequence[Way[S]]) -> Callable[[Any, Any, int], None]:
    """What an answer does, by the way it belongs to."""
    if len(ways) == 1 and int(ways[0].verb) == 0:
        return ways[0].do
    known: dict[str, Any] = {f"do{i}": way.do for i, way in enumerate(ways)}
    lines: list[str] = []
    for i, way in enumerate(ways):
        first, end = int(way.verb), int(way.verb) + way.verb.size
        lines.append(f"if answer == {first}:" if way.verb.size == 1 else f"if {first} <= answer < {end}:")
        lines.append(f"    return do{i}(s, f, answer - {first})")
    made: Callable[[Any, Any, int], None] = _written(
        "do(s, f, answer)", [*lines, 'raise ValueError(f"no way takes the answer {answer}")'], known
    )
    return made
