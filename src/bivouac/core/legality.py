"""Clauses: one rule, one short function, one number.

A clause answers *allowed?* for one answer to one question. `cond or refuse(...)` is its usual body:

    @clause("AHD-4.2.1c")
    def not_over_enemy_cavalry(s: State, f: March, a: int) -> Verdict:
        \"\"\"Cavalry may not jump a box that holds enemy cavalry.\"\"\"
        return not s.has_cavalry(a, s.active.other) or refuse(box=Name("box", a))

The same tuple of clauses makes the list of options, greys out a button and explains a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from bivouac.core.text import Arg, Text


class No:
    """Not allowed; carries the facts for the message."""

    __slots__ = ("facts",)

    def __init__(self, facts: dict[str, Arg]) -> None:
        self.facts = facts

    def __bool__(self) -> bool:
        return False


Verdict = bool | No
Clause = Callable[[Any, Any, int], Verdict]
C = TypeVar("C", bound=Callable[..., Verdict])


class Refusal(NamedTuple):
    """Why not: the clause, the name of its message, and the facts."""

    rule: str
    name: str
    facts: dict[str, Arg]

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


def clause(rule: str) -> Callable[[C], C]:
    """Mark a function as the enforcement of clause `rule` (the full id, such as "AHD-4.2.1c")."""

    def mark(function: C) -> C:
        _RULES[function] = rule
        REGISTER.append(RuleRef(rule, function.__name__, function.__module__))
        return function

    return mark


def refuse(**facts: Arg) -> No:
    return No(facts)


def rule_of(function: Callable[..., Any]) -> str:
    return _RULES[function]


def allows(clauses: Sequence[Clause], s: Any, f: Any, a: int) -> bool:
    return all(c(s, f, a) is True for c in clauses)


def allowed(candidates: Iterable[int], clauses: Sequence[Clause], s: Any, f: Any) -> list[int]:
    """The candidates that every clause allows, in their order."""
    options = []
    for a in candidates:
        for c in clauses:
            if c(s, f, a) is not True:
                break
        else:
            options.append(a)
    return options


def first_refusal(clauses: Sequence[Clause], s: Any, f: Any, a: int) -> Refusal | None:
    for c in clauses:
        verdict = c(s, f, a)
        if verdict is not True:
            facts = verdict.facts if isinstance(verdict, No) else {}
            return Refusal(_RULES[c], c.__name__, facts)
    return None
