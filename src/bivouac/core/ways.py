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

from bivouac.core.kit.bits import KNOWN, bits
from bivouac.core.legality import Clause, Refusal, SetClause, is_implied, is_set_clause, refusal_of, set_refusal
from bivouac.core.state import State
from bivouac.core.table import Choice
from bivouac.core.writing import Closing, Words

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
    words = Words({"bits": bits, "known": KNOWN.get})
    lines = [line for i, way in enumerate(ways) for line in _way_lines(way, words, is_first=i == 0)]
    made: Options = words.made("options(s, f)", [*lines, "return found"], " ".join(way.do.__name__ for way in ways))
    return made


def _way_lines(way: Way[S], words: Words, *, is_first: bool) -> list[str]:
    """The lines of one way: they add its answers to `found`. Each condition stands within the one before."""
    code, lines = int(way.verb), list[str]()
    if way.options is not None:
        lines = _adding(f"{words.name(way.options, 'options_of_it')}(s, f)", code, is_first=is_first)
    elif way.offered is None and not way.clauses:
        lines = [f"found = [{code}]" if is_first else f"found.append({code})"]
    else:
        lines = [*(["found = []"] if is_first else []), *_filtering(way, code, words)]
    if not way.spare:
        return lines
    tests = " and ".join(f"{words.name(c, c.__name__)}(s, f, 0) is True" for c in way.spare)
    return [*(["found = []"] if is_first else []), f"if not found or ({tests}):", *_in(lines)]


def _adding(things: str, code: int, *, is_first: bool) -> list[str]:
    """Lines that add the answers about some things to `found`, which is none yet if they are the first."""
    if code == 0:
        return [f"found = [*{things}]" if is_first else f"found += {things}"]
    answers = f"[{code} + n for n in some]"
    return [f"some = {things}", f"found = {answers} if some else []" if is_first else f"if some: found += {answers}"]


def _filtering(way: Way[S], code: int, words: Words) -> list[str]:
    closings = [words.closing(c) for c in way.clauses if is_set_clause(c) and not is_implied(c)]
    tests: list[Any] = [c for c in way.clauses if not is_set_clause(c)]
    lines, value = words.said(way.offered, ("s", "f")) if way.offered is not None else ([], "1")
    lines = [*lines, f"left = {value}", *_closing([c for c in closings if not c.is_all])]
    if way.offered is None:
        added = _judging(tests, "0", f"found.append({code})", words)
    elif tests:
        judged = _judging(tests, "n", f"found.append({code} + n)" if code else "found.append(n)", words)
        added = ["for n in known(left) or bits(left):", *_in(judged)]
    else:
        added = _adding("known(left) or bits(left)", code, is_first=False)
    lines += ["if left:", *_in(added)]
    open_when = [f"not {c.when}" if c.when else "False" for c in closings if c.is_all]
    return [f"if {' and '.join(open_when)}:", *_in(lines)] if open_when else lines


def _closing(closings: Sequence[Closing]) -> list[str]:
    """Lines that take out of `left` what is closed: what is always closed and found without a call at once, then one after the other."""
    always = [c.mask for c in closings if c.is_short and not c.when]
    lines = [f"left ^= left & ({' | '.join(always)})"] if always else []
    for c in closings:
        if c.is_short and c.when:
            lines += [f"if {c.when}:", f"    left ^= left & {c.mask}"]
    for c in closings:
        if not c.is_short:
            taken = [f"if {c.when + ' and ' if c.when else ''}(shut := left & {c.mask}):", "    left ^= shut"]
            lines += ["if left:", *_in([*c.lines, *taken])]
    return lines


def _judging(tests: Sequence[Clause], n: str, then: str, words: Words) -> list[str]:
    """Single clauses on thing number `n`, each within the one before."""
    found: list[str] = []
    for depth, c in enumerate(tests):
        lines, condition = words.test(c, n)
        found += _in([*lines, f"if {condition}:"], depth)
    return [*found, *_in([then], len(tests))]


def _in(lines: Sequence[str], depth: int = 1) -> list[str]:
    return [f"{'    ' * depth}{line}" for line in lines]


def doer_of(ways: Sequence[Way[S]]) -> Callable[[Any, Any, int], None]:
    """What an answer does, by the way it belongs to."""
    if len(ways) == 1 and int(ways[0].verb) == 0:
        return ways[0].do
    words, lines = Words({f"do{i}": way.do for i, way in enumerate(ways)}), list[str]()
    for i, way in enumerate(ways):
        first, end = int(way.verb), int(way.verb) + way.verb.size
        lines.append(f"if answer == {first}:" if way.verb.size == 1 else f"if {first} <= answer < {end}:")
        lines.append(f"    return do{i}(s, f, answer - {first})" if first else f"    return do{i}(s, f, answer)")
    made: Callable[[Any, Any, int], None] = words.made(
        "do(s, f, answer)", [*lines, 'raise ValueError(f"no way takes the answer {answer}")'], "do"
    )
    return made
