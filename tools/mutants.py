"""Breaks the rules of a title in small ways and shows which breaks no test notices.

    python tools/mutants.py lincoln                      300 mutants of titles/lincoln/rules; what is known already is not tried again
    python tools/mutants.py lincoln --again              those that survived so far, once more
    python tools/mutants.py lincoln --seconds 60         longer tests, too
    python tools/mutants.py lincoln --all --only ch07    every one of a chapter
    python tools/mutants.py lincoln --tests test_oracle.py --seconds 30 --mutants 100 --only ch09 ch14 ch21
                                                         100 mutants of three chapters against one file of tests alone

A mutant is one function of the rules with one change: a clause that forbids nothing, a comparison turned, a number changed, a condition
denied, two statements in the other order. First the title's own tests run once as they are, and it is noted which lines of the rules each
of them comes through and how long it takes. Then every mutant meets, in a child of one warm process, the tests that come through its line,
those that cite its clause first and the short before the long, until one of them fails or the tests' time is used up. What survives is
printed with its place. Both are kept under build/mutants, a line for each test and each mutant, so that a run can be broken off and goes on
where it was: a test is met anew when its file or the rules have changed, a mutant when its function has.

Mutants that change nothing that a match could show are listed, with the reason, in tests/titles/<title>/equivalent.toml.
"""

from __future__ import annotations

import argparse
import ast
import copy
import functools
import gc
import hashlib
import importlib
import inspect
import json
import os
import resource
import signal
import sys
import time
import tomllib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import CallInfo
from hypothesis import Phase, settings

from bivouac.core.writing import CALLS_ONLY

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
TITLES = ROOT / "src" / "bivouac" / "titles"
KEPT = ROOT / "build" / "mutants"
WORTH_WARMING = 40  # mutants
SHORT = 0.1  # seconds of a test that is run to warm up

TURNED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn}
TURNED |= {ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
OTHER = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd}


class Mutant(NamedTuple):
    """`change(tree)` makes it in a fresh copy of the module's tree."""

    name: str  # "ch07_movement.go_to: s.steps < 2 -> s.steps <= 2"
    module: str
    function: str
    lines: range  # of the statement that is changed
    rules: tuple[str, ...]
    made_of: str  # the function's text, in short
    change: Callable[[ast.Module], None]

    @property
    def file(self) -> str:
        return self.module.rpartition(".")[2]


# --- making them --------------------------------------------------------------------------------------------------------------------


def mutants_of(path: Path, module: str) -> Iterator[Mutant]:
    tree = ast.parse(path.read_text("utf-8"))
    for qualname, function in functions(tree):
        rules, made_of = cited(function), short(ast.unparse(function))
        seen: dict[str, int] = {}
        for index, (_, words, lines) in enumerate(points(function)):
            name = f"{path.stem}.{qualname}: {words}"
            seen[name] = seen.get(name, 0) + 1
            label = name if seen[name] == 1 else f"{name} ({seen[name]})"
            yield Mutant(label, module, qualname, lines, rules, made_of, lambda t, q=qualname, i=index: apply(t, q, i))


def short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


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


def points(function: ast.FunctionDef) -> Iterator[tuple[Change, str, range]]:
    """Every small change that can be made to a function: how, in words, and the lines of the statement."""
    marked = decorator_of(function)
    body = [n for n in function.body if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))]
    if marked is not None and marked[0] != "offers":
        yield lambda: silence(function, marked[0]), "the clause forbids nothing", spanned(function)
    for statement in body:
        for node, lines in placed(statement, spanned(statement)):
            yield from ((change, words, lines) for change, words in changes_of(node))
    for block in blocks(function):
        yield from swaps(block)


def placed(node: ast.AST, lines: range) -> Iterator[tuple[ast.AST, range]]:
    """Everything within a node in the order of `ast.walk`, each with the lines of the smallest statement around it."""
    todo = deque([(node, lines)])
    while todo:
        node, lines = todo.popleft()
        if isinstance(node, ast.stmt | ast.match_case):
            lines = spanned(node)
        todo.extend((child, lines) for child in ast.iter_child_nodes(node))
        yield node, lines


def spanned(node: Any) -> range:
    """The lines of a statement; of one with a block under it, those of its head."""
    if isinstance(node, ast.match_case):
        return range(node.pattern.lineno, node.body[0].lineno)
    if isinstance(node, ast.FunctionDef):
        return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    body = getattr(node, "body", None)
    end = body[0].lineno if isinstance(body, list) else (node.end_lineno or node.lineno) + 1
    return range(node.lineno, max(end, node.lineno + 1))


def silence(function: ast.FunctionDef, kind: str) -> None:
    function.body = [ast.Return(ast.Constant(True if kind == "clause" else 0))]


def changes_of(node: ast.AST) -> Iterator[tuple[Change, str]]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED and not tells(node):
        after = copy.deepcopy(node)
        after.ops[0] = TURNED[type(node.ops[0])]()
        yield lambda: setattr(node, "ops", after.ops), f"{ast.unparse(node)} -> {ast.unparse(after)}"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        value = node.value
        yield lambda: setattr(node, "value", value + 1), f"{value} -> {value + 1}"
    elif isinstance(node, ast.If) and not tells(node.test):
        test = node.test
        yield lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), test)), f"if not {ast.unparse(test)}"
    elif isinstance(node, ast.BoolOp):
        op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        if not any(isinstance(v, ast.Call) and getattr(v.func, "id", "") == "refuse" for v in node.values):
            words = f"{ast.unparse(node)}: {type(node.op).__name__} -> {type(op).__name__}"
            yield lambda: setattr(node, "op", op), words
    elif isinstance(node, ast.BinOp) and type(node.op) in OTHER:
        other = OTHER[type(node.op)]()
        yield lambda: setattr(node, "op", other), f"{ast.unparse(node)}: {type(node.op).__name__} -> {type(other).__name__}"


def tells(test: ast.expr) -> bool:
    """`s.log is not None` only asks whether anybody listens."""
    return "s.log" in ast.unparse(test)


def blocks(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(function):
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list) and len(block) > 1:
                yield block


def swaps(block: list[ast.stmt]) -> Iterator[tuple[Change, str, range]]:
    """Two statements that both do something, the other way round."""
    for i in range(len(block) - 1):
        if all(isinstance(b, ast.Expr) and isinstance(b.value, ast.Call) for b in block[i : i + 2]):
            words = f"{ast.unparse(block[i + 1])} before {ast.unparse(block[i])}"

            def swap(i: int = i) -> None:
                block[i], block[i + 1] = block[i + 1], block[i]

            yield swap, words, spanned(block[i])


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
    """A test as it is: how long it takes, and the lines of the rules it comes through. One that fails proves nothing about a mutant."""

    seconds: float
    failed: bool
    lines: dict[str, frozenset[int]]

    def comes_through(self, mutant: Mutant) -> bool:
        return not self.lines.get(mutant.file, frozenset()).isdisjoint(mutant.lines)


class Breaker:
    """A plugin of pytest that, once the tests are collected, plays them against every mutant in a child process of its own."""

    def __init__(self, mutants: list[Mutant], title: str, jobs: int, seconds: float, known: Known) -> None:
        self.mutants, self.title, self.jobs, self.seconds = mutants, title, jobs, seconds
        self.known = known

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """A property that fails has noticed: no smaller example is looked for, and every run tries the same ones."""
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.default, phases=phases, derandomize=True, database=None)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: Any) -> bool:
        items = session.items
        in_children(self.jobs, lambda job: self.meet_some(items, job))
        met = self.known.tests(items)
        if len(self.mutants) > WORTH_WARMING:
            warm_up(items, met)
        gc.collect()
        gc.freeze()
        tries = [(mutant, concerned(mutant, items, met, self.seconds)) for mutant in self.mutants]
        in_children(self.jobs, lambda job: self.try_some(tries[job :: self.jobs], met))
        return True

    def meet_some(self, items: list[Any], job: int) -> None:
        """A share of the tests that are not known yet, with nothing kept that another one has found out."""
        known = self.known.tests(items)
        for item in [item for item in items if item.nodeid not in known][job :: self.jobs]:
            forget()
            self.known.note_test(item, meet(item, f"titles/{self.title}/rules/"))

    def try_some(self, tries: list[tuple[Mutant, list[Any]]], met: dict[str, Met]) -> None:
        for mutant, items in tries:
            if not items:
                self.known.note_mutant(mutant, "")
                continue
            child = os.fork()
            if child == 0:
                self.known.note_mutant(mutant, noticed_by(mutant, items, met))
                os._exit(0)
            if os.waitpid(child, 0)[1] != 0:
                self.known.note_mutant(mutant, "it ends the process, or never ends")


def warm_up(items: list[Any], met: dict[str, Met]) -> None:
    """What the short tests read and compute from the printed parts is found out once, for all children."""
    for item in items:
        if met[item.nodeid].seconds < SHORT:
            fails(item)
    forget()


def forget() -> None:
    """Whatever a cache holds that may depend on the rules; what is printed stays as it is."""
    for cache in [x for x in gc.get_objects() if isinstance(x, functools._lru_cache_wrapper)]:
        home = str(cache.__module__)
        if home.startswith(("bivouac.titles", "titles", "tests", "kit")) and ".printed" not in home:
            cache.cache_clear()


def in_children(jobs: int, work: Callable[[int], None]) -> None:
    """The work in as many processes; what they find they note down themselves."""
    children = []
    for job in range(jobs):
        if (child := os.fork()) == 0:
            work(job)
            os._exit(0)
        children.append(child)
    for child in children:
        if os.waitpid(child, 0)[1] != 0:
            sys.exit("a test takes the whole process with it")


class Known:
    """What earlier runs have found out, line by line in two files. A choice of tests has results of its own."""

    def __init__(self, title: str, tests: Sequence[str] = ()) -> None:
        KEPT.mkdir(parents=True, exist_ok=True)
        self.folder = ROOT / "tests" / "titles" / title
        choice = f"-{short(' '.join(tests))}" if tests else ""
        self.met, self.tried = KEPT / f"{title}.tests.jsonl", KEPT / f"{title}{choice}.jsonl"
        rules = sorted((TITLES / title / "rules").glob("*.py"))
        helpers = [path for path in sorted(self.folder.glob("*.py")) if not path.name.startswith("test_")]
        self.rules = short("".join(p.read_text("utf-8") for p in [*rules, *helpers, ROOT / "tests" / "kit.py"]))

    @functools.cache  # noqa: B019
    def made_of(self, path: Path) -> str:
        return short(self.rules + path.read_text("utf-8"))

    def note_test(self, item: Any, met: tuple[float, bool, dict[str, list[int]]]) -> None:
        add_line(self.met, [item.nodeid, self.made_of(item.path), *met])

    def tests(self, items: list[Any]) -> dict[str, Met]:
        found = {(name, made_of): rest for name, made_of, *rest in lines_in(self.met)}
        return {
            item.nodeid: Met(seconds, failed, {file: frozenset(lines) for file, lines in through.items()})
            for item in items
            for seconds, failed, through in [found.get((item.nodeid, self.made_of(item.path)), (0.0, False, None))]
            if through is not None
        }

    def note_mutant(self, mutant: Mutant, by: str) -> None:
        add_line(self.tried, [mutant.name, mutant.made_of, by])

    def mutants(self) -> dict[tuple[str, str], str]:
        """By name and text: the test that notices it, "" if none does."""
        return {(name, made_of): by for name, made_of, by in lines_in(self.tried)}


def add_line(path: Path, line: Any) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def lines_in(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def meet(item: Any, folder: str) -> tuple[float, bool, dict[str, list[int]]]:
    """Run a test; gives how long it took, whether it failed, and the lines in this folder that it came through."""
    seen: dict[CodeType, set[int]] = {}
    lines: dict[str, set[int]] = {}

    def enter(frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if folder not in code.co_filename:
            return None
        noted = seen.setdefault(code, {code.co_firstlineno})
        return functools.partial(step, noted) if len(noted) < len(lines_of(code)) else None

    def step(noted: set[int], frame: FrameType, event: str, arg: Any) -> Any:
        noted.add(frame.f_lineno)
        return functools.partial(step, noted)

    started = time.process_time()
    sys.settrace(enter)
    try:
        failed = fails(item)
    finally:
        sys.settrace(None)
    seconds = time.process_time() - started
    for code, noted in seen.items():
        lines.setdefault(Path(code.co_filename).stem, set()).update(noted)
    return round(seconds, 4), failed, {file: sorted(numbers) for file, numbers in lines.items()}


@functools.cache
def lines_of(code: CodeType) -> frozenset[int]:
    return frozenset(line for _, _, line in code.co_lines() if line is not None)


def concerned(mutant: Mutant, items: list[Any], met: dict[str, Met], seconds: float) -> list[Any]:
    """The tests that come through what is changed, in the order in which they are tried, as far as the time goes."""
    through = [(item, met[item.nodeid]) for item in items if not met[item.nodeid].failed and met[item.nodeid].comes_through(mutant)]
    through.sort(key=lambda pair: (not cites(pair[0], mutant.rules), pair[1].seconds))
    found: list[Any] = []
    for item, m in through:
        seconds -= m.seconds
        if found and seconds < 0:
            break
        found.append(item)
    return found


def noticed_by(mutant: Mutant, items: list[Any], met: dict[str, Met]) -> str:
    """The first test that fails, or "". A test that takes far longer than it does ends the process."""
    break_it(mutant)
    for item in items:
        signal.setitimer(signal.ITIMER_VIRTUAL, 2 + 5 * met[item.nodeid].seconds)
        if fails(item):
            return str(item.nodeid)
    return ""


def cites(item: Any, rules: tuple[str, ...]) -> bool:
    return any(rule in mark.args for mark in item.iter_markers("rule") for rule in rules)


def fails(item: Any) -> bool:
    """Run a test, and make no report of it."""
    if hasattr(item, "_request") and not item._request:
        item._initrequest()
    hooks = item.ihook
    found = CallInfo.from_call(lambda: hooks.pytest_runtest_setup(item=item), "setup")
    if found.excinfo is None:
        found = CallInfo.from_call(lambda: hooks.pytest_runtest_call(item=item), "call")
    ended = CallInfo.from_call(lambda: hooks.pytest_runtest_teardown(item=item, nextitem=None), "teardown")
    item._request, item.funcargs = False, None
    return any(call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception) for call in (found, ended))


def try_all(mutants: list[Mutant], title: str, jobs: int, seconds: float, tests: Sequence[str]) -> None:
    folder = ROOT / "tests" / "titles" / title
    paths = [str(folder / name) for name in tests] or [str(folder)]
    quick = [
        part
        for name in ("cacheprovider", "xdist", "rerunfailures", "logging", "unraisableexception", "threadexception", "anyio")
        for part in ("-p", f"no:{name}")
    ]
    options = ["-q", "-s", "--assert=plain", "--no-header", *quick, "-c", str(ROOT / "pyproject.toml"), f"--rootdir={ROOT}"]
    pytest.main([*options, *paths], plugins=[Breaker(mutants, title, jobs, seconds, Known(title, tests))])


# --- the command line ---------------------------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", help="house_divided, lincoln, hold_the_line, yankees_rebels or gettysburg")
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", nargs="+", default=[""], metavar="NAME", help="modules whose name contains one of these")
    parser.add_argument("--tests", nargs="+", default=[], metavar="FILE", help="these files of the title's tests alone")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="try what survived so far once more")
    parser.add_argument("--seconds", type=float, default=3.0, help="of tests that a mutant meets")
    args = parser.parse_args()
    if not (TITLES / args.title).is_dir():
        parser.error(f"there is no title {args.title}")
    found, listed = all_mutants(args.title), equivalents(args.title)
    if strangers := sorted(set(listed) - {m.name for m in found}):
        print("listed as equivalent, but no mutant of today:", *strangers, sep="\n  ")
    for name in args.tests:
        if not (ROOT / "tests" / "titles" / args.title / name).is_file():
            parser.error(f"tests/titles/{args.title} has no file {name}")
    found = [m for m in found if any(part in m.file for part in args.only)]
    if not args.all:
        found = sorted(found, key=lambda m: short(args.seed + m.name))[: args.mutants]
    real = [m for m in found if m.name not in listed]
    known = Known(args.title, args.tests).mutants()
    todo = [m for m in real if (by := known.get((m.name, m.made_of))) is None or (args.again and not by)]
    CALLS_ONLY.append(True)  # every clause is called, so that a change in it is felt
    importlib.import_module(f"bivouac.titles.{args.title}")
    if todo:
        try_all(todo, args.title, args.jobs, args.seconds, args.tests)
    known = Known(args.title, args.tests).mutants()
    alive = [m for m in real if not known[m.name, m.made_of]]
    for m in alive:
        print(f"SURVIVED {m.file}:{m.lines[0]} {m.name}")
    killed = len(real) - len(alive)
    spent = sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(
        f"{args.title}: {len(found)} mutants, {len(found) - len(real)} listed as equivalent, {killed} of {len(real)} noticed"
        f" ({killed / max(len(real), 1):.1%}), {len(todo)} tried now in {spent:.0f} s of processor"
    )


def all_mutants(title: str) -> list[Mutant]:
    rooms = sorted((TITLES / title / "rules").glob("*.py"))
    return [m for p in rooms for m in mutants_of(p, f"bivouac.titles.{title}.rules.{p.stem}")]


def equivalents(title: str) -> dict[str, str]:
    """Mutants that no test could notice, each with the reason."""
    path = ROOT / "tests" / "titles" / title / "equivalent.toml"
    return tomllib.loads(path.read_text("utf-8"))["equivalent"] if path.exists() else {}


if __name__ == "__main__":
    main()
