"""Clauses: one rule, one short function, one number.

A question offers things of some kind: pieces, boxes, hexes, cards. Three forms of clause say which of them may be answered:

    @offers("HTL-7.1a")                                   the things that come into question, as a set: whatever lies outside is refused
    def neighbours(s: State, f: At) -> int:               by this clause
        \"\"\"Units move from a hex to a neighbouring hex.\"\"\"
        return NEAR[s.pos[s.unit]]

    @closes("HTL-2.4b")                                   a set of things that this rule closes, whatever was offered
    def not_into_the_swamp(s: State, f: At) -> int:
        \"\"\"Nobody enters a swamp.\"\"\"
        return s.field.swamp

    @clause("AHD-4.2.1c")                                 judges one thing at a time: `cond or refuse(...)` is its usual body
    def lands_clear(s: State, f: Step, box: int) -> Verdict:
        \"\"\"A jump does not end in a box with enemies.\"\"\"
        return not s.has_pieces(s.enemy, box) or refuse(box=Name("box", box))

Options are the offered things less the closed sets, as far as every single clause allows them; the same clauses, in the order in which
they are listed, explain a refusal. The function's name is the key of its message. A set clause says of a thing that it refuses what kind
it is and which (`{hex}`); where the message needs more, `facts=` gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from bivouac.core.text import Arg, Name, Text


class No:
    """Not allowed; carries the facts for the message."""

    __slots__ = ("facts",)

    def __init__(self, facts: dict[str, Arg]) -> None:
        self.facts = facts

    def __bool__(self) -> bool:
        return False


Verdict = bool | No
Clause = Callable[[Any, Any, int], Verdict]
SetClause = Callable[[Any, Any], int]
Facts = Callable[[Any, Any, int], Mapping[str, Arg]]
C = TypeVar("C", bound=Callable[..., Verdict])
SC = TypeVar("SC", bound=Callable[..., int])


class Refusal(NamedTuple):
    """Why not: the clause, the name of its message, and the facts."""

    rule: str
    name: str
    facts: Mapping[str, Arg]

    @property
    def text(self) -> Text:
        return Text(f"refusals.{self.name}", self.facts)


class RuleRef(NamedTuple):
    """Where a clause is enforced: kept for the coverage report."""

    rule: str
    name: str
    module: str


REGISTER: list[RuleRef] = []
_RULES: dict[Any, str] = {}
_SETS: dict[Any, Facts | None] = {}
_IMPLIED: set[Any] = set()


def clause(rule: str) -> Callable[[C], C]:
    """Mark a function as the enforcement of clause `rule` (the full id, such as "AHD-4.2.1c"), judging one thing at a time."""

    def mark(function: C) -> C:
        _note(function, rule)
        return function

    return mark


def closes(rule: str, facts: Facts | None = None, *, implied: bool = False) -> Callable[[SC], SC]:
    """Mark a function that gives the set of things which clause `rule` closes. `implied`: another clause beside it closes all of them, and
    more, so that this one is there for its reason alone and no option hangs on it."""

    def mark(function: SC) -> SC:
        _note(function, rule)
        _SETS[function] = facts
        if implied:
            _IMPLIED.add(function)
        return function

    return mark


offers = closes  # the same mark; a function that offers gives the set of things that are open to start with


def _note(function: Callable[..., Any], rule: str) -> None:
    _RULES[function] = rule
    REGISTER.append(RuleRef(rule, function.__name__, function.__module__))


def refuse(**facts: Arg) -> No:
    return No(facts)


def is_set_clause(function: Callable[..., Any]) -> bool:
    return function in _SETS


def is_implied(function: Callable[..., Any]) -> bool:
    return function in _IMPLIED


def set_refusal(function: SetClause, s: Any, f: Any, thing: str, n: int) -> Refusal:
    """The refusal of thing number `n` by a set clause that closes it, or does not offer it."""
    facts = _SETS[function]
    known = facts(s, f, n) if facts is not None else {thing: Name(thing, n)} if thing else {}
    return Refusal(_RULES[function], function.__name__, known)


def refusal_of(function: Clause, verdict: Verdict) -> Refusal:
    return Refusal(_RULES[function], function.__name__, verdict.facts if isinstance(verdict, No) else {})


def allows(clauses: Sequence[Clause], s: Any, f: Any, a: int) -> bool:
    return all(c(s, f, a) is True for c in clauses)


def first_refusal(clauses: Sequence[Clause], s: Any, f: Any, a: int) -> Refusal | None:
    for c in clauses:
        verdict = c(s, f, a)
        if verdict is not True:
            return refusal_of(c, verdict)
    return None
