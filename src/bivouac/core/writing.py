"""Clauses written out: the text of the short functions that `core.ways` makes of the clauses of a question.

A question is asked at every step of every match, and most clauses are one line, so that calling them costs more than what they say. Here
the line itself is taken from the source, with the names it uses; what is longer is called. A clause that judges one thing at a time is
taken without the facts of its refusal, which nobody reads before somebody asks why.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any, Final, NamedTuple

CALLS_ONLY: Final[list[bool]] = []
"""Not empty: nothing is written out, every clause is called (for tools that change functions or count how often they are called)."""

SCOPES: Final = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Starred)


class Closing(NamedTuple):
    """
    lines     to be run first
    when      whether it closes anything, empty where that is not said apart
    mask      the set that it closes
    is_short  nothing is called: it is sooner found than the question whether it is needed
    is_all    the same, and it closes everything
    """

    lines: list[str]
    when: str
    mask: str
    is_short: bool
    is_all: bool


class Words:
    """What one written function knows by name, and how its lines call that."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self.known = dict(known)
        self._names: dict[int, str] = {}

    def name(self, value: Any, wish: str) -> str:
        """The name of a value; the same one for the same value."""
        if id(value) not in self._names:
            self._names[id(value)] = name = wish if wish not in self.known else f"{wish}_{len(self.known)}"
            self.known[name] = value
        return self._names[id(value)]

    def said(self, function: Callable[..., Any], arguments: Sequence[str]) -> tuple[list[str], str]:
        """What a function gives for these arguments: lines to run first, and an expression."""
        node = _source_of(function)
        body = _straight(node) if node is not None else None
        if body is None:
            return [], f"{self.name(function, function.__name__)}({', '.join(arguments)})"
        assert node is not None and isinstance(function, FunctionType)
        *before, last = body
        own = {arg.arg: word for arg, word in zip(node.args.args, arguments, strict=True)}
        made = {
            target.id for line in before for target in ast.walk(line) if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store)
        }
        own |= {name: f"{name}_{function.__name__}" for name in made}
        plain = _Plain(self, own, function.__globals__)
        assert isinstance(last, ast.Return) and last.value is not None
        return [ast.unparse(plain.visit(deepcopy(line))) for line in before], f"({ast.unparse(plain.visit(deepcopy(last.value)))})"

    def closing(self, function: Callable[..., Any]) -> Closing:
        """What a set clause takes out of the set `left`, which mostly is nothing."""
        lines, value = self.said(function, ("s", "f"))
        said, unless = ast.parse(value, mode="eval").body, ""
        if isinstance(said, ast.IfExp) and _is_none(said.body):
            unless, said = f"not ({ast.unparse(said.test)})", said.orelse
        elif isinstance(said, ast.IfExp) and _is_none(said.orelse):
            unless, said = f"({ast.unparse(said.test)})", said.body
        is_short = not lines and not any(isinstance(part, ast.Call) for part in ast.walk(ast.parse(f"{unless or 0}, {ast.unparse(said)}")))
        return Closing(lines, unless, f"({ast.unparse(said)})", is_short=is_short, is_all=is_short and ast.unparse(said) == "-1")

    def test(self, function: Callable[..., Any], n: str) -> tuple[list[str], str]:
        """Whether a single clause allows thing number `n`: lines to run first, and a condition."""
        lines, value = self.said(verdict_alone(function), ("s", "f", n))
        return lines, value if _is_bool(ast.parse(value, mode="eval").body) else f"{value} is True"

    def made(self, head: str, lines: Sequence[str], about: str) -> Any:
        """The function with this head and these lines; `about` is told where a file would be."""
        text = "\n".join((f"def {head}:", *(f"    {line}" for line in lines)))
        exec(compile(text, f"<{about}>", "exec"), self.known)
        return self.known[head.partition("(")[0]]


def _is_none(said: ast.expr) -> bool:
    return isinstance(said, ast.Constant) and said.value == 0


def _is_looked_up(given: ast.expr) -> bool:
    return isinstance(given, ast.Name | ast.Constant) or (isinstance(given, ast.Attribute) and _is_looked_up(given.value))


def _is_bool(said: ast.expr) -> bool:
    """Whether an expression gives a bool whatever is in it."""
    if isinstance(said, ast.BoolOp):
        return all(map(_is_bool, said.values))
    return isinstance(said, ast.Compare) or (isinstance(said, ast.UnaryOp) and isinstance(said.op, ast.Not))


class _Plain(ast.NodeTransformer):
    """Names as they are known where the text is going to stand; numbers that have a name as numbers."""

    def __init__(self, words: Words, own: Mapping[str, str], known: Mapping[str, Any]) -> None:
        self.words, self.own, self.known = words, own, known

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.own:
            return (
                ast.parse(self.own[node.id], mode="eval").body if isinstance(node.ctx, ast.Load) else ast.Name(self.own[node.id], node.ctx)
            )
        if node.id not in self.known:  # built in
            return node
        return self._value(self.known[node.id], node.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        home = self.known.get(node.value.id) if isinstance(node.value, ast.Name) and node.value.id not in self.own else None
        if isinstance(home, ModuleType):
            return self._value(getattr(home, node.attr), node.attr)
        if isinstance(home, type) and isinstance(getattr(home, node.attr), int):
            return ast.Constant(int(getattr(home, node.attr)))
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A call of another one-line function is that line, where what it is given is only looked up."""
        self.generic_visit(node)
        function = self.words.known.get(node.func.id) if isinstance(node.func, ast.Name) else None
        source = _source_of(function) if isinstance(function, FunctionType) and not node.keywords else None
        body = _straight(source) if source is not None else None
        if source is None or body is None or len(body) > 1 or not all(map(_is_looked_up, node.args)):
            return node
        assert isinstance(function, FunctionType) and isinstance(body[0], ast.Return) and body[0].value is not None
        own = {arg.arg: ast.unparse(given) for arg, given in zip(source.args.args, node.args, strict=True)}
        said: ast.expr = _Plain(self.words, own, function.__globals__).visit(deepcopy(body[0].value))
        return said

    def _value(self, value: Any, name: str) -> ast.expr:
        return ast.Constant(value) if type(value) in (int, bool) else ast.Name(self.words.name(value, name), ast.Load())


def _straight(node: ast.FunctionDef) -> list[ast.stmt] | None:
    """The statements of a function that only names some things and gives one; None of any other."""
    body = [line for line in node.body if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))]
    is_plain = all(isinstance(line, ast.Assign) for line in body[:-1]) and isinstance(body[-1], ast.Return)
    return body if is_plain and not any(isinstance(part, SCOPES) for line in body for part in ast.walk(line)) else None


@cache
def verdict_alone(function: Callable[..., Any]) -> Callable[..., Any]:
    """A single clause without the facts for a message: `refuse(...)` is False."""
    node = _source_of(function)
    if node is None:
        return function
    alone = _NoFacts().visit(ast.parse(ast.unparse(node)).body[0])
    alone.decorator_list, alone.name = [], f"{node.name}_alone"
    assert isinstance(function, FunctionType)
    space: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(ast.Module([alone], [])), function.__code__.co_filename, "exec"), function.__globals__, space)
    made: Callable[..., Any] = space[alone.name]
    _ALONE[made] = alone
    return made


class _NoFacts(ast.NodeTransformer):
    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        if (
            isinstance(node.op, ast.Or) and isinstance(last := node.values[-1], ast.Constant) and last.value is False
        ):  # `cond or refuse(...)`
            return node.values[0] if len(node.values) == 2 else ast.BoolOp(node.op, node.values[:-1])
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id == "refuse":
            return ast.Constant(False)
        self.generic_visit(node)
        return node


_ALONE: Final[dict[Callable[..., Any], ast.FunctionDef]] = {}


def _source_of(function: Callable[..., Any]) -> ast.FunctionDef | None:
    """The source of a plain function of a module, where it is at hand."""
    if function in _ALONE:
        return _ALONE[function]
    if CALLS_ONLY or not isinstance(function, FunctionType) or function.__closure__ or function.__defaults__ or function.__kwdefaults__:
        return None
    home = sys.modules.get(function.__module__)
    if getattr(home, function.__name__, None) is not function:
        return None
    return _functions_in(function.__code__.co_filename).get(function.__name__)


_ONE_AT_A_TIME = Lock()  # Python 3.11's parser raises a SystemError now and then where two threads use it at once


@cache
def _functions_in(file: str) -> dict[str, ast.FunctionDef]:
    try:
        with _ONE_AT_A_TIME:
            tree = ast.parse(Path(file).read_text("utf-8"))
    except (OSError, SyntaxError):
        return {}
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
