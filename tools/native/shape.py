"""The source as the compiler wants it: the same statements, with what Python makes at run time written out.

    @offers("HTL-7.1a") def near(...)     a plain function, marked after its definition, so that calls go straight to it
    @clause("AHD-4.2.1c") def clear(...)  the same, and beside it `clear__may`: the verdict alone, without the facts for a message
    @dataclass class State                a class with its slots, `__init__`, `clone` and `key`
    class Step(NamedTuple)                a class with the fields as slots; a frame when its first field is its box
    Box.STEP, OFF_MAP                     its number
    NEAR = tuple(...)                     NEAR: Final = tuple(...)
    s.tell(MOVED, ...)                    `if s.log is not None: s.tell(MOVED, ...)`, and so with `report(s, ...)`
    open & ~taken                         `_less(open, taken)`: one step for the compiler
    if open & taken                       `if _meets(open, taken)`: no set is made; so `_beyond(open, taken)` for `if open & ~taken`, and
                                          `_has(open, h)` for `if open >> h & 1`
    @cache def sight(a: int, b: int)      a dict of what was found, and a plain function that looks there first
    FLOW.side(s)                          `_kernel.side(s)`, in advice: the kernel's own function
    f: At                                 f: object, where the function does not look at its frame: any will do

Only the copy in the build folder is changed; what is changed keeps its line where it can.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

MARKS = ("clause", "closes", "offers")
MAY = "__may"
FRAME, FRAME_FIELD = "f", "box"


class Edits:
    """Replacements in one source, by the places of its nodes."""

    def __init__(self, source: str) -> None:
        self.text = source.encode()
        self.tree = ast.parse(source)
        self._starts = [0]
        for line in self.text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._edits: set[tuple[int, int, str]] = set()

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def source_of(self, node: ast.expr | ast.stmt) -> str:
        return self.text[self.start(node) : self.end(node)].decode()

    def lines_of(self, body: list[ast.stmt]) -> str:
        """Statements with all of their first line."""
        return self.text[self._starts[body[0].lineno - 1] : self.end(body[-1])].decode()

    def replace(self, node: ast.expr | ast.stmt, text: str) -> None:
        self._edits.add((self.start(node), self.end(node), text))

    def before(self, node: ast.expr | ast.stmt, text: str) -> None:
        self._edits.add((self.start(node), self.start(node), text))

    def after(self, node: ast.expr | ast.stmt, text: str) -> None:
        self._edits.add((self.end(node), self.end(node), text))

    def change(self, start: int, end: int, words: Mapping[str, str]) -> None:
        """Replace words between two places."""
        text = self.text[start:end].decode()
        for old, new in words.items():
            text = text.replace(old, new, 1)
        self._edits.add((start, end, text))

    def cut(self, first: int, last: int) -> None:
        """Empty these lines; they stay as lines."""
        blank = "\n" * (last - first + 1)
        self._edits.add((self._starts[first - 1], self._starts[last], blank))

    def done(self) -> str:
        """The edited text."""
        text = self.text
        for start, end, new in sorted(self._edits, key=lambda e: (-e[0], -e[1])):
            text = text[:start] + new.encode() + text[end:]
        return text.decode()


def shaped(source: str, boxes: Mapping[str, int], known: Mapping[str, object], *, states: bool, tuples: bool, sets: bool = True) -> str:
    """A module's source for the compiler. `boxes`: the numbers of the title's boxes; `known`: the names of the module and what they are;
    `states`, `tuples`, `sets`: write out the state, the named tuples, the tests of sets."""
    first = Edits(source)
    tail: list[str] = []
    for node in first.tree.body:
        if isinstance(node, ast.FunctionDef) and _is_kept(node):
            _plain_cache(first, node)
        elif isinstance(node, ast.FunctionDef):
            tail += _plain_function(first, node)
        elif isinstance(node, ast.ClassDef):
            _plain_class(first, node, states=states, tuples=tuples)
    text = first.done() + "\n" + "\n\n".join(tail) + "\n"
    if states:
        text = text.replace("from bivouac.core.state import State as CoreState", "from bivouac.core.native import State as CoreState")
        text = text.replace("self.stack[:-1] + (frame,)", "_replaced(self.stack, frame)")
    text = text.replace("from bivouac.core.boxes import Boxes", "from enum import IntEnum as Boxes")  # functions have the numbers anyway
    more = "\nfrom typing import Final as _Final\n" + (TUPLE_IMPORTS if tuples else "") + (SET_IMPORTS if sets else "")
    text = _with_future(text).replace(FUTURE, FUTURE + more, 1)
    second = Edits(text)
    _number_boxes(second, boxes)
    _guard_tells(second)
    _free_frames(second)
    _make_final(second)
    _sum_lists(second)
    third = Edits(second.done())
    _number_constants(third, {name: value for name, value in known.items() if name.isupper() and isinstance(value, int)})
    fourth = Edits(third.done())
    if not sets:
        return fourth.done()
    _test_sets(fourth)
    fifth = Edits(fourth.done())
    _positive_sets(fifth)
    return fifth.done()


FUTURE = "from __future__ import annotations\n"


def _with_future(text: str) -> str:
    """Where the annotations of a module are not put off, they are from now on: after its docstring, if it has one."""
    if FUTURE in text:
        return text
    tree = ast.parse(text)
    lines, line = text.splitlines(keepends=True), (tree.body[0].end_lineno or 0) if ast.get_docstring(tree) is not None else 0
    return "".join((*lines[:line], FUTURE, *lines[line:]))


# --- clauses ----------------------------------------------------------------------------------------------------------


def _plain_function(edits: Edits, node: ast.FunctionDef) -> Iterable[str]:
    """Take the marks off a function and put them after it. Gives what is to stand at the end of the module."""
    marks = [d for d in node.decorator_list if _is_mark(d)]
    if not marks:
        return
    edits.cut(marks[0].lineno, node.lineno - 1)
    edits.after(node, "".join(f"\n{edits.source_of(mark)}({node.name})" for mark in marks))
    if any(_called(mark) == "clause" for mark in marks):
        yield _verdict_alone(node)


def _is_mark(node: ast.expr) -> bool:
    return _called(node) in MARKS


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


class _NoFacts(ast.NodeTransformer):
    """`refuse(...)` is False, and a verdict is a bool."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if _called(node) == "refuse":
            return ast.copy_location(ast.Constant(False), node)
        self.generic_visit(node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        self.generic_visit(node)
        assert node.value is not None
        return ast.Return(ast.Call(ast.Name("bool"), [node.value], []))


def _verdict_alone(node: ast.FunctionDef) -> str:
    alone = ast.parse(ast.unparse(node)).body[0]
    assert isinstance(alone, ast.FunctionDef)
    alone.name, alone.decorator_list, alone.returns = alone.name + MAY, [], ast.Name("bool")
    return ast.unparse(ast.fix_missing_locations(_NoFacts().visit(alone)))


# --- what is kept ----------------------------------------------------------------------------------------------------------

KEPT_AT_MOST = 1 << 16


def _most_kept(mark: ast.expr) -> int:
    """How many answers are kept before all are thrown away."""
    sizes = [ast.unparse(word.value) for word in mark.keywords if word.arg == "maxsize"] if isinstance(mark, ast.Call) else []
    return min([KEPT_AT_MOST, *map(eval, sizes)])


def _is_kept(node: ast.FunctionDef) -> bool:
    """Whether the answers of this function are kept: `@cache`, `@lru_cache(...)`."""
    names = [_called(mark) or getattr(mark, "id", "") for mark in node.decorator_list]
    return len(names) == 1 and names[0] in ("cache", "lru_cache") and bool(node.args.args) and not node.args.kwonlyargs


def _plain_cache(edits: Edits, node: ast.FunctionDef) -> None:
    """A function whose answers are kept, as two plain ones: a call goes straight to the dict."""
    edits.cut(node.decorator_list[0].lineno, node.lineno - 1)
    names = [arg.arg for arg in node.args.args]
    types = [edits.source_of(arg.annotation) for arg in node.args.args if arg.annotation is not None]
    assert node.returns is not None and len(types) == len(names)
    given, found = ", ".join(names), edits.source_of(node.returns)
    key, key_type = (given, types[0]) if len(names) == 1 else (f"({given})", f"tuple[{', '.join(types)}]")
    body = edits.lines_of(node.body)
    head = f"def {node.name}__found({', '.join(map(': '.join, zip(names, types, strict=True)))}) -> {found}:"
    lines = [
        f"{node.name}__known: _Final[dict[{key_type}, {found}]] = {{}}",
        "",
        head.replace("__found", ""),
        f"    found = {node.name}__known.get({key})",
        "    if found is None:",
        f"        if len({node.name}__known) >= {_most_kept(node.decorator_list[0])}:",
        f"            {node.name}__known.clear()",
        f"        found = {node.name}__found({given})",
        f"        {node.name}__known[{key}] = found",
        "    return found",
    ]
    edits.replace(node, "\n".join((head, body, "", *lines)))


# --- the flow, where advice asks it -----------------------------------------------------------------------------------

FLOW_CALLS = ("side", "options")


def calling_kernel(source: str, package: str) -> str:
    """The source of advice with what it asks of the flow asked of the compiled kernel."""
    text = source
    for name in FLOW_CALLS:
        text = text.replace(f"FLOW.{name}(", f"_kernel.{name}(")
    flow = f"from {package}.flow import FLOW\n"
    return source if text == source else text.replace(flow, f"{flow}import {package}.kernel as _kernel\n", 1)


# --- boxes and events ---------------------------------------------------------------------------------------------------


def _number_boxes(edits: Edits, boxes: Mapping[str, int]) -> None:
    """In functions; what a module makes of its boxes keeps their names."""
    for function in (n for n in ast.walk(edits.tree) if isinstance(n, ast.FunctionDef)):
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Box" and node.attr in boxes:
                edits.replace(node, str(boxes[node.attr]))
            for note in _annotations(node):
                for part in ast.walk(note):
                    if isinstance(part, ast.Name) and part.id == "Box":
                        edits.replace(part, "int")


def _annotations(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.FunctionDef):
        return [node.returns] if node.returns is not None else []
    if isinstance(node, ast.arg):
        return [node.annotation] if node.annotation is not None else []
    return [node.annotation] if isinstance(node, ast.AnnAssign) else []


def _free_frames(edits: Edits) -> None:
    """A frame that a function does not look at may be of any kind."""
    for function in (n for n in edits.tree.body if isinstance(n, ast.FunctionDef)):
        frames = [arg for arg in function.args.args[1:2] if arg.arg == FRAME]
        is_looked_at = any(isinstance(node, ast.Name) and node.id == FRAME for node in ast.walk(function))
        for frame in frames:
            if frame.annotation is not None and not is_looked_at:
                edits.replace(frame.annotation, "object")


def _make_final(edits: Edits) -> None:
    """Tables that are given once are final."""
    for node in edits.tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target if isinstance(node, ast.AnnAssign) else None
        if not isinstance(target, ast.Name) or not target.id.isupper() or isinstance(getattr(node, "value", None), ast.Tuple):
            continue  # no table, or a tuple of clauses, which the compiler takes for a tuple of just these
        if isinstance(node, ast.Assign):
            edits.after(target, ": _Final")
        elif isinstance(node, ast.AnnAssign) and node.value is not None and not edits.source_of(node.annotation).startswith("Final"):
            edits.before(node.annotation, "_Final[")
            edits.after(node.annotation, "]")


def _number_constants(edits: Edits, known: Mapping[str, int]) -> None:
    """Numbers that have a name are written as numbers where a function uses them; verbs, which are more than numbers, in sums and
    comparisons alone."""
    for function in (n for n in ast.walk(edits.tree) if isinstance(n, ast.FunctionDef)):
        for part in ast.walk(function):
            for node in ast.iter_child_nodes(part):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in known:
                    value = known[node.id]
                    if type(value) in (int, bool) or isinstance(part, ast.BinOp | ast.Compare):
                        edits.replace(node, f"({int(value)})" if type(value) is not bool else str(value))


def _sum_lists(edits: Edits) -> None:
    """`sum` over a generator is taken for a sum of ints; over a list it is Python's own."""
    for node in ast.walk(edits.tree):
        if isinstance(node, ast.Call) and _called(node) == "sum" and isinstance(node.args[0], ast.GeneratorExp):
            inner = edits.source_of(node.args[0])[1:-1]
            if not any(part in inner for part in ("Box", ".tell(", "sum(")):
                edits.replace(node.args[0], f"([{inner}])")


def _guard_tells(edits: Edits) -> None:
    for node in ast.walk(edits.tree):
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "tell":
            who = edits.source_of(call.func.value)
            if who.isidentifier():
                edits.before(call, f"if {who}.log is not None: ")
        elif isinstance(call, ast.Call) and _called(call) == "report":
            edits.before(call, f"if {edits.source_of(call.args[0])}.log is not None: ")


# --- sets ---------------------------------------------------------------------------------------------------------------------

SET_IMPORTS = """
from bivouac.core.native import beyond as _beyond, has as _has, less as _less, meets as _meets
"""


def _test_sets(edits: Edits) -> None:
    """Where only the truth of `a & b` counts, no set is made of it."""
    for function in (n for n in ast.walk(edits.tree) if isinstance(n, ast.FunctionDef)):
        for node in _tested(function):
            if isinstance(node, ast.Compare):
                assert isinstance(node.left, ast.BinOp)
                edits.change(edits.end(node.left), edits.end(node), {"!= 0": ""})
                node = node.left
            if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.BitAnd):
                continue
            if isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.RShift) and edits.source_of(node.right) == "1":
                edits.before(node, "_has(")
                edits.change(edits.end(node.left.left), edits.start(node.left.right), {">>": ","})
                edits.change(edits.end(node.left.right), edits.end(node), {"& 1": ""})
            else:
                is_less = _is_inverted(node.right)
                edits.before(node, "_beyond(" if is_less else "_meets(")
                edits.change(edits.end(node.left), edits.start(node.right) + is_less, {"&": ",", "~": ""})
            edits.after(node, ")")


def _tested(tree: ast.AST) -> Iterable[ast.expr]:
    """The expressions whose truth alone counts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
            yield from _parts(node.test)
        elif isinstance(node, ast.comprehension):
            yield from (part for test in node.ifs for part in _parts(test))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield from _parts(node.operand)
        elif isinstance(node, ast.Call) and _called(node) == "bool":
            yield from _parts(node.args[0])
        elif isinstance(node, ast.Compare) and isinstance(node.left, ast.BinOp) and ast.unparse(node).endswith(" != 0"):
            yield node


def _parts(test: ast.expr) -> Iterable[ast.expr]:
    """A test, or the tests that it is made of."""
    if isinstance(test, ast.BoolOp):
        yield from (part for value in test.values for part in _parts(value))
    elif not isinstance(test, ast.Compare):
        yield test


def _positive_sets(edits: Edits) -> None:
    """`a & ~b` as `_less(a, b)`."""
    for n, node in enumerate(ast.walk(edits.tree)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd) and _is_inverted(node.right):
            edits.before(node, f"_less({' ' * (n % 64)}")
            edits.change(edits.end(node.left), edits.start(node.right) + 1, {"&": ",", "~": ""})
            edits.after(node, ")")
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitAnd) and _is_inverted(node.value):
            target = edits.source_of(node.target)
            edits.change(edits.end(node.target), edits.start(node.value) + 1, {"&=": f"= _less({target},", "~": ""})
            edits.after(node, ")")


def _is_inverted(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert)


# --- classes ----------------------------------------------------------------------------------------------------------------

TUPLE_IMPORTS = """
from typing import Any as _Any, ClassVar as _ClassVar
from bivouac.core.native import MISSING as _MISSING, Frame as _Frame, Record as _Record, copied as _copied, replaced as _replaced
"""


class Field:
    """One field of a class: its name, type, and how a default is made."""

    def __init__(self, edits: Edits, node: ast.AnnAssign) -> None:
        assert isinstance(node.target, ast.Name)
        self.name = node.target.id
        self.type = edits.source_of(node.annotation)
        self.default, self.factory, self.kw_only = "", "", False
        if _called(node.value or node) == "field":
            assert isinstance(node.value, ast.Call)
            for word in node.value.keywords:
                if word.arg == "default_factory":
                    made = word.value
                    self.factory = edits.source_of(made.body) if isinstance(made, ast.Lambda) else f"{edits.source_of(made)}()"
                self.kw_only = self.kw_only or word.arg == "kw_only"
        elif node.value is not None:
            self.default = edits.source_of(node.value)

    @property
    def is_list(self) -> bool:
        return self.type.startswith("list")

    @property
    def parameter(self) -> str:
        if self.factory:
            return f"{self.name}: {self.type} | None = None"
        return f"{self.name}: {self.type} = {self.default}" if self.default else f"{self.name}: {self.type}"

    @property
    def given(self) -> str:
        return f"{self.factory} if {self.name} is None else {self.name}" if self.factory else self.name


def fields_of(edits: Edits, node: ast.ClassDef) -> list[Field]:
    return [
        Field(edits, part)
        for part in node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and not _is_of_class(edits, part)
    ]


def _is_of_class(edits: Edits, part: ast.AnnAssign) -> bool:
    return edits.source_of(part.annotation).startswith("ClassVar")


def _plain_class(edits: Edits, node: ast.ClassDef, *, states: bool, tuples: bool) -> None:
    for part in node.body:
        if isinstance(part, ast.Assign) and edits.source_of(part.targets[0]) == "__slots__":
            edits.replace(part, "")  # the compiler's classes have slots anyway
        elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Tuple):
            values = eval(edits.source_of(part.value))  # the members of an enumeration, several in one line
            names = [edits.source_of(name) for name in part.targets[0].elts]
            edits.replace(part, "; ".join(f"{name} = {value}" for name, value in zip(names, values, strict=True)))
    bases = [edits.source_of(base) for base in node.bases]
    if states and bases and bases[0] in ("CoreState", "State") and node.decorator_list:
        _plain_state(edits, node, inherited=bases[0] == "State")
    elif tuples and bases == ["NamedTuple"]:
        _plain_tuple(edits, node)


BASE = ("stack", "options", "outcome")
PARAMETERS = ("stack: _Any = ()", "options: _Any = ()", "outcome: _Any = None", "log: _Any = None")


def _plain_state(edits: Edits, node: ast.ClassDef, *, inherited: bool) -> None:
    """The slots of a state, and the methods that a dataclass and `core.state` would make of them."""
    edits.cut(node.decorator_list[0].lineno, node.lineno - 1)
    fields = fields_of(edits, node)
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and part.value is not None and not _is_of_class(edits, part):
            edits.replace(part, f"{edits.source_of(part.target)}: {edits.source_of(part.annotation)}")
    edits.after(node, "\n\n" + "\n".join(f"    {line}" if line else "" for line in _state_methods(node.name, fields, inherited=inherited)))


def _state_methods(name: str, fields: list[Field], *, inherited: bool) -> list[str]:
    assert not inherited, "a state of a state"
    names = [f.name for f in fields]
    copied = [f"{base}=self.{base}" for base in BASE] + [
        f"{f.name}={f'_copied(self.{f.name})' if f.is_list else f'self.{f.name}'}" for f in fields
    ]
    return [
        f"def __init__(self, *, {', '.join((*PARAMETERS, *(f.parameter for f in fields)))}) -> None:",
        "    self.stack, self.options, self.outcome, self.log, self.study = stack, options, outcome, log, None",
        *(f"    self.{f.name} = {f.given}" for f in fields),
        "",
        f"def clone(self) -> {name}:",
        f"    new = {name}({', '.join(copied)})",
        "    new.study = self.study",
        "    return new",
        "",
        "def key(self) -> tuple[object, ...]:",
        "    shared = self.SHARED",
        "    return (self.stack, self.outcome, " + ", ".join(_key_part(f) for f in fields) + ",)",
        "",
        f"SLOTS: _ClassVar[tuple[str, ...]] = {('stack', 'options', 'outcome', *names)!r}",
    ]


def _key_part(f: Field) -> str:
    return f"id(self.{f.name}) if {f.name!r} in shared else {f'tuple(self.{f.name})' if f.is_list else f'self.{f.name}'}"


def _plain_tuple(edits: Edits, node: ast.ClassDef) -> None:
    fields = fields_of(edits, node)
    is_frame = fields[0].name == FRAME_FIELD and fields[0].type in ("Box", "int")
    edits.replace(node.bases[0], "_Frame" if is_frame else "_Record")
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and part.value is not None:
            edits.replace(part, f"{edits.source_of(part.target)}: {edits.source_of(part.annotation)}")
        if isinstance(part, ast.AnnAssign) and is_frame and edits.source_of(part.target) == FRAME_FIELD:
            edits.cut(part.lineno, part.end_lineno or part.lineno)
    edits.after(node, "\n\n" + "\n".join(f"    {line}" if line else "" for line in _tuple_methods(node.name, fields)))


def _tuple_methods(name: str, fields: list[Field]) -> list[str]:
    values = ", ".join(f"self.{f.name}" for f in fields)
    same = " and ".join(f"self.{f.name} == other.{f.name}" for f in fields)
    return [
        f"_fields: _ClassVar[tuple[str, ...]] = {tuple(f.name for f in fields)!r}",
        "",
        f"def __init__(self, {', '.join(f.parameter for f in fields)}) -> None:",
        *(f"    self.{f.name} = {f.name}" for f in fields),
        "",
        "def __eq__(self, other: object) -> bool:",
        f"    return isinstance(other, {name}) and {same}",
        "",
        "def __hash__(self) -> int:",
        f"    return hash(({values},))",
        "",
        f"def _replace(self, *, {', '.join(f'{f.name}: _Any = _MISSING' for f in fields)}) -> {name}:",
        f"    return {name}({', '.join(f'self.{f.name} if {f.name} is _MISSING else {f.name}' for f in fields)})",
        "",
        "def values(self) -> tuple[_Any, ...]:",
        f"    return ({values},)",
    ]
