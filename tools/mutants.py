"""Breaks the rules of a title in small ways and shows which breaks no test notices.

    python tools/mutants.py lincoln                      300 mutants of titles/lincoln/rules, two at a time
    python tools/mutants.py lincoln --all --jobs 4       every one
    python tools/mutants.py lincoln --only ch07 -o m.json
    python tools/mutants.py lincoln --part 2/5           the second fifth of the 300
    python tools/mutants.py lincoln --again m.json       those that survived then

A mutant is one function of the rules with one change: a clause that forbids nothing, a comparison turned, a number changed, a condition
denied, two statements in the other order. First the title's own tests run once as they are, and it is noted which functions each of them
comes through and how long it takes. Then every mutant meets the tests that come through its function, those that cite its clause first and
the short before the long, until one of them fails. What survives is printed with its place. Mutants that change nothing that a match could
show are listed, with the reason, in tests/titles/<title>/equivalent.toml.
"""

from __future__ import annotations

import argparse
import ast
import copy
import functools
import gc
import importlib
import inspect
import json
import os
import resource
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from bivouac.core.writing import CALLS_ONLY

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
SECONDS = 240  # of processor for one mutant: one that runs for ever counts as noticed

TURNED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn}
TURNED |= {ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
OTHER = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd}


class Mutant(NamedTuple):
    """`change(tree)` makes it in a fresh copy of the module's tree."""

    name: str  # "ch07_movement.go_to: s.steps < 2 -> s.steps <= 2"
    module: str
    function: str
    line: int
    rules: tuple[str, ...]
    change: Callable[[ast.Module], None]


# --- making them --------------------------------------------------------------------------------------------------------------------


def mutants_of(path: Path, module: str) -> Iterator[Mutant]:
    tree = ast.parse(path.read_text("utf-8"))
    for qualname, function in functions(tree):
        rules = cited(function)
        seen: dict[str, int] = {}
        for index, (node, words, line) in enumerate(points(function)):
            del node
            name = f"{path.stem}.{qualname}: {words}"
            seen[name] = seen.get(name, 0) + 1
            label = name if seen[name] == 1 else f"{name} ({seen[name]})"
            yield Mutant(label, module, qualname, line, rules, lambda t, q=qualname, i=index: apply(t, q, i))


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{f.name}", f) for f in node.body if isinstance(f, ast.FunctionDef))


def decorator_of(function: ast.FunctionDef) -> tuple[str, str] | None:
    """("closes", "HTL-2.4b") for a function that enforces a clause."""
    for d in function.decorator_list:
        if isinstance(d, ast.Call) and isinstance(d.func, ast.Name) and d.func.id in ("clause", "closes", "offers"):
            rule = d.args[0]
            return d.func.id, rule.value if isinstance(rule, ast.Constant) else ""
    return None


def cited(function: ast.FunctionDef) -> tuple[str, ...]:
    found = decorator_of(function)
    return (found[1],) if found else ()


Change = Callable[[], None]


def points(function: ast.FunctionDef) -> Iterator[tuple[Change, str, int]]:
    """Every small change that can be made to a function: how, in words, where."""
    marked = decorator_of(function)
    if marked is not None and marked[0] != "offers":
        yield lambda: silence(function, marked[0]), "the clause forbids nothing", function.lineno
    body = [n for n in function.body if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))]
    for statement in body:
        for node in ast.walk(statement):
            yield from changes_of(node)
    for block in blocks(function):
        yield from swaps(block)


def silence(function: ast.FunctionDef, kind: str) -> None:
    function.body = [ast.Return(ast.Constant(True if kind == "clause" else 0))]


def changes_of(node: ast.AST) -> Iterator[tuple[Change, str, int]]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED and not tells(node):
        after = copy.deepcopy(node)
        after.ops[0] = TURNED[type(node.ops[0])]()
        yield lambda: setattr(node, "ops", after.ops), f"{ast.unparse(node)} -> {ast.unparse(after)}", node.lineno
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        value = node.value
        yield lambda: setattr(node, "value", value + 1), f"{value} -> {value + 1}", node.lineno
    elif isinstance(node, ast.If) and not tells(node.test):
        test = node.test
        yield lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), test)), f"if not {ast.unparse(test)}", node.lineno
    elif isinstance(node, ast.BoolOp):
        op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        if not any(isinstance(v, ast.Call) and getattr(v.func, "id", "") == "refuse" for v in node.values):
            words = f"{ast.unparse(node)}: {type(node.op).__name__} -> {type(op).__name__}"
            yield lambda: setattr(node, "op", op), words, node.lineno
    elif isinstance(node, ast.BinOp) and type(node.op) in OTHER:
        other = OTHER[type(node.op)]()
        yield lambda: setattr(node, "op", other), f"{ast.unparse(node)}: {type(node.op).__name__} -> {type(other).__name__}", node.lineno


def tells(test: ast.expr) -> bool:
    """`s.log is not None` only asks whether anybody listens."""
    return "s.log" in ast.unparse(test)


def blocks(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(function):
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list) and len(block) > 1:
                yield block


def swaps(block: list[ast.stmt]) -> Iterator[tuple[Change, str, int]]:
    """Two statements that both do something, the other way round."""
    for i in range(len(block) - 1):
        if all(isinstance(b, ast.Expr) and isinstance(b.value, ast.Call) for b in block[i : i + 2]):
            words = f"{ast.unparse(block[i + 1])} before {ast.unparse(block[i])}"

            def swap(i: int = i) -> None:
                block[i], block[i + 1] = block[i + 1], block[i]

            yield swap, words, block[i].lineno


def apply(tree: ast.Module, qualname: str, index: int) -> None:
    function = dict(functions(tree))[qualname]
    list(points(function))[index][0]()
    ast.fix_missing_locations(tree)


# --- running them -------------------------------------------------------------------------------------------------------------------


def code_of(code: CodeType, qualname: str) -> CodeType:
    for part in qualname.split("."):
        code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == part)
    return code


def break_it(mutant: Mutant) -> None:
    """Put the changed code into the living function: every table that holds the function plays by it."""
    module = importlib.import_module(mutant.module)
    path = Path(inspect.getsourcefile(module) or "")
    tree = ast.parse(path.read_text("utf-8"))
    mutant.change(tree)
    code = code_of(compile(tree, str(path), "exec", dont_inherit=True), mutant.function)
    target: Any = module
    for part in mutant.function.split("."):
        target = target.__dict__[part]
    target = getattr(target, "fget", None) or getattr(target, "__func__", None) or target
    if hasattr(target, "cache_clear"):
        target.cache_clear()
        target = target.__wrapped__
    assert isinstance(target, FunctionType)
    target.__code__ = code


class Met(NamedTuple):
    """A test as it is: how long it takes, and the functions of the rules it comes through. One that fails proves nothing about a mutant."""

    seconds: float
    functions: frozenset[tuple[str, str]]
    failed: bool


class Breaker:
    """A plugin of pytest that, once the tests are collected, plays them against every mutant in a child process of its own."""

    def __init__(self, mutants: list[Mutant], title: str, jobs: int) -> None:
        self.mutants, self.title, self.jobs = mutants, title, jobs
        self.alive: list[Mutant] = []

    def pytest_runtestloop(self, session: Any) -> bool:
        items = session.items
        with in_a_child(lambda told: self.meet_all(items, told)) as pipe:
            met = [Met(seconds, frozenset(map(tuple, functions)), failed) for seconds, functions, failed in map(json.loads, pipe)]
        broken = [item.nodeid for item, m in zip(items, met) if m.failed]
        if broken or len(met) < len(items):
            sys.exit(f"tests that fail as they are: {', '.join(broken) or 'one takes the whole process with it'}")
        pipes = [in_a_child(lambda told, job=job: self.try_some(items, met, job, told)) for job in range(self.jobs)]
        for pipe in pipes:
            with pipe:
                for mutant in (self.mutants[number] for number, lives in (map(int, line.split()) for line in pipe) if lives):
                    self.alive.append(mutant)
                    print(f"SURVIVED {mutant.module}:{mutant.line} {mutant.name}", file=sys.stderr)
        return True

    def meet_all(self, items: list[Any], told: Any) -> None:
        kept = [x for x in gc.get_objects() if isinstance(x, functools._lru_cache_wrapper)]
        for item in items:
            for cache in kept:
                cache.cache_clear()
            told.write(json.dumps(meet(item, f"titles/{self.title}/rules/")) + "\n")

    def try_some(self, items: list[Any], met: list[Met], job: int, told: Any) -> None:
        for number in range(job, len(self.mutants), self.jobs):
            mutant = self.mutants[number]
            told.write(f"{number} {int(not is_noticed(mutant, concerned(mutant, items, met)))}\n")
            told.flush()


def in_a_child(work: Callable[[Any], None]) -> Any:
    """A process that does this work, and the pipe through which it tells of it."""
    read, write = os.pipe()
    if os.fork() == 0:
        os.close(read)
        with os.fdopen(write, "w") as told:
            work(told)
        os._exit(0)
    os.close(write)
    return os.fdopen(read)


def meet(item: Any, folder: str) -> tuple[float, list[tuple[str, str]], bool]:
    """Run a test; gives how long it took, the functions in this folder that it came through, and whether it failed."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    started = time.process_time()
    sys.setprofile(note)
    try:
        failed = fails(item)
    finally:
        sys.setprofile(None)
    seconds = time.process_time() - started
    found = {(Path(c.co_filename).stem, c.co_qualname.split(".<locals>")[0]) for c in codes if folder in c.co_filename}
    return seconds, sorted(found), failed


def concerned(mutant: Mutant, items: list[Any], met: list[Met]) -> list[Any]:
    """The tests that come through the mutant's function, in the order in which they are tried."""
    function = (mutant.module.rpartition(".")[2], mutant.function)
    found = [(not cites(item, mutant.rules), m.seconds, n) for n, (item, m) in enumerate(zip(items, met)) if function in m.functions]
    return [items[n] for *_, n in sorted(found)]


def is_noticed(mutant: Mutant, items: list[Any]) -> bool:
    """Whether one of the tests fails. A child that dies has noticed, too."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        try:
            break_it(mutant)
            os._exit(int(any(fails(item) for item in items)))
        except BaseException:
            os._exit(1)
    return os.waitpid(child, 0)[1] != 0


def cites(item: Any, rules: tuple[str, ...]) -> bool:
    return any(rule in mark.args for mark in item.iter_markers("rule") for rule in rules)


def fails(item: Any) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def survivors(mutants: list[Mutant], title: str, jobs: int) -> list[Mutant]:
    breaker = Breaker(mutants, title, jobs)
    tests = str(ROOT / "tests" / "titles" / title)
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "-c", str(ROOT / "pyproject.toml"), f"--rootdir={ROOT}"]
    pytest.main([*options, tests], plugins=[breaker])
    return breaker.alive


# --- the command line ---------------------------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", help="house_divided, lincoln, hold_the_line, yankees_rebels or gettysburg")
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="", help="modules whose name contains this")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--part", default="1/1", help="K/N: the K-th of N parts")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", type=Path, help="only the survivors of an earlier run")
    parser.add_argument("-o", "--output", type=Path)
    args = parser.parse_args()
    folder = ROOT / "src" / "bivouac" / "titles" / args.title
    if not folder.is_dir():
        parser.error(f"there is no title {args.title}")
    found = [
        m
        for p in sorted((folder / "rules").glob("*.py"))
        if args.only in p.stem
        for m in mutants_of(p, f"bivouac.titles.{args.title}.rules.{p.stem}")
    ]
    listed = equivalents(args.title)
    found = [m for m in found if m.name not in listed]
    if args.again:
        survived = json.loads(args.again.read_text("utf-8"))["survivors"]
        found = [m for m in found if m.name in survived]
    elif not args.all and len(found) > args.mutants:
        found = Random(args.seed).sample(found, args.mutants)
    part, parts = map(int, args.part.split("/"))
    found = found[part - 1 :: parts]
    CALLS_ONLY.append(True)  # every clause is called, so that a change in it is felt
    importlib.import_module(f"bivouac.titles.{args.title}")
    started = time.time()
    alive = survivors(found, args.title, args.jobs)
    killed = len(found) - len(alive)
    print(
        f"{args.title}: {killed} of {len(found)} mutants noticed ({killed / max(len(found), 1):.1%}), {len(listed)} listed as equivalent,"
        f" {time.time() - started:.0f} s"
    )
    if args.output:
        args.output.write_text(
            json.dumps({"title": args.title, "mutants": len(found), "noticed": killed, "survivors": [m.name for m in alive]}, indent=1)
        )


def equivalents(title: str) -> dict[str, str]:
    """Mutants that no test could notice, each with the reason."""
    path = ROOT / "tests" / "titles" / title / "equivalent.toml"
    return tomllib.loads(path.read_text("utf-8"))["equivalent"] if path.exists() else {}


if __name__ == "__main__":
    main()
