"""The kernel of one title, written out: its flow table as functions that call the clauses straight.

`core.flow` reads the table at every step; here the table is read once, when the wheel is built, and what the steps do is written down as
Python for the compiler: for every box its options and what an answer does, and one loop that goes on to the next question.
"""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Callable, Sequence
from types import UnionType
from typing import Any, Union, get_args, get_origin

from shape import FRAME, MAY

from bivouac.core.flow import Ask, Do, Roll, one_die
from bivouac.core.legality import is_implied, is_set_clause
from bivouac.core.title import Title
from bivouac.core.ways import Way
from bivouac.core.writing import Words

HEAD = '''"""What the flow table of a title does, as plain calls. Made when the package is built."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from bivouac.core.flow import Stuck
from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits
from bivouac.core.native import DIE, Frame, less
'''


class Kernel:
    """Collects the lines of a kernel and the modules it calls."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self.boxes = {int(box): node for box, node in title.flow.boxes.items()}
        self.modules: dict[str, str] = {}
        self.bound: list[str] = []  # functions that have no name of their own: where the flow table has them

    # --- names ------------------------------------------------------------------------------------------

    def module(self, name: str) -> str:
        return self.modules.setdefault(name, f"m{len(self.modules)}")

    def name_of(self, function: Callable[..., Any], place: str) -> str:
        """How a function is called from here; `place` is where the flow table has it."""
        home = sys.modules[function.__module__]
        if getattr(home, function.__name__, None) is function:
            return f"{self.module(home.__name__)}.{function.__name__}"
        self.bound.append(place)
        return f"bound[{len(self.bound) - 1}]"

    def frame_for(self, function: Callable[..., Any]) -> str:
        """The frame as this function wants it: of its own kind, where it looks at it at all."""
        if not any(step.argval == FRAME for step in dis.get_instructions(function)):
            return "f"
        home = sys.modules[function.__module__]
        note = list(inspect.signature(function).parameters.values())[1].annotation
        kind = eval(note, vars(home)) if isinstance(note, str) else note
        kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
        if not all(isinstance(k, type) and k.__name__ in self.title.flow.frames for k in kinds):
            return "f"
        return f"cast({' | '.join(f'{self.module(k.__module__)}.{k.__name__}' for k in kinds)!r}, f)".replace("'", "")

    def call(self, function: Callable[..., Any], place: str, *more: str) -> str:
        return f"{self.name_of(function, place)}({', '.join(('s', self.frame_for(function), *more))})"

    def may(self, function: Callable[..., Any], place: str, n: str) -> str:
        """A single clause as a condition."""
        name = self.name_of(function, place)
        if name.startswith("bound"):
            return f"{name}(s, f, {n}) is True"
        return f"{name}{MAY}(s, {self.frame_for(function)}, {n})"

    # --- options ----------------------------------------------------------------------------------------

    def options(self, box: int, node: Ask[Any]) -> list[str]:
        """The function that gives the options of a box that asks."""
        body = [line for i, way in enumerate(node.ways) for line in self._way(way, f"boxes[{box}].ways[{i}]")]
        return [f"def options_{box}(s: State, f: Frame) -> list[int]:", *_in(["found: list[int] = []", *body, "return found"]), ""]

    def _way(self, way: Way[Any], place: str) -> list[str]:
        if any(is_set_clause(c) and _is_shut(c) for c in way.clauses):
            return []
        code = int(way.verb)
        plus = f"{code} + n" if code else "n"
        spare = " and ".join(self.may(c, f"{place}.spare[{j}]", "0") for j, c in enumerate(way.spare))
        if way.options is not None:
            inner = [f"for n in {self.call(way.options, f'{place}.options')}:", f"    found.append({plus})"]
        elif way.offered is None and not way.clauses:
            inner = [f"found.append({code})"]
        else:
            inner = self._filtered(way, place, plus)
        return [f"if not found or ({spare}):", *_in(inner)] if spare else inner

    def _filtered(self, way: Way[Any], place: str, plus: str) -> list[str]:
        lines = [f"left = {self.call(way.offered, f'{place}.offered')}" if way.offered is not None else "left = 1"]
        tests = []
        for j, c in enumerate(way.clauses):
            at = f"{place}.clauses[{j}]"
            if is_implied(c):
                continue
            if is_set_clause(c):
                lines += ["if left:", f"    left = less(left, {self.call(c, at)})"]
            else:
                tests.append(self.may(c, at, "n"))
        if way.offered is None:
            return [*lines, f"if left{''.join(' and ' + t.replace(', n)', ', 0)') for t in tests)}:", f"    found.append({int(way.verb)})"]
        if not tests and plus == "n":
            return [*lines, "if left:", "    found.extend(bits(left))"]
        inner = [f"if {' and '.join(tests)}:", f"    found.append({plus})"] if tests else [f"found.append({plus})"]
        return [*lines, "if left:", "    for n in bits(left):", *_in(inner, 2)]

    # --- answers ----------------------------------------------------------------------------------------

    def answers(self, box: int, node: Ask[Any] | Roll[Any]) -> list[str]:
        """What an answer does."""
        if isinstance(node, Roll):
            return [self.call(node.answer, f"boxes[{box}].answer", "a")]
        lines = []
        for i, way in enumerate(node.ways):
            first, end = int(way.verb), int(way.verb) + way.verb.size
            test = f"a == {first}" if way.verb.size == 1 else f"{first} <= a < {end}"
            minus = f"a - {first}" if first > 0 else f"a + {-first}" if first else "a"
            lines += [f"{'el' if i else ''}if {test}:", f"    {self.call(way.do, f'boxes[{box}].ways[{i}].do', minus)}"]
        return [*lines, "else:", '    raise ValueError(f"no way takes the answer {a}")']

    # --- the whole --------------------------------------------------------------------------------------

    def written(self) -> str:
        functions: list[str] = []
        for box, node in self.boxes.items():
            if isinstance(node, Ask):
                functions += self.options(box, node)
        run = ["def advance(s: State) -> None:", *_in(RUN), *_in(self._tree(sorted(self.boxes), self._step), 2), "    s.options = ()", ""]
        acts = [b for b, node in self.boxes.items() if not isinstance(node, Do)]
        act = ["def act(s: State, f: Frame, box: int, a: int) -> None:", *_in(self._tree(sorted(acts), self._act)), ""]
        sides = ["def side(s: State) -> Any:", *_in([*TOP, *self._tree(sorted(acts), self._side)]), ""]
        fresh = ["def options(s: State) -> tuple[int, ...]:", *_in([*TOP, *self._tree(sorted(acts), self._options)]), ""]
        weights = self._weights()
        chance = tuple(int(isinstance(self.boxes.get(box), Roll)) for box in range(max(self.boxes) + 1))
        facts = f"IS_CHANCE: Final[tuple[int, ...]] = {chance!r}"
        package = self.title.package
        lines = [*functions, *run, *act, *sides, *fresh, *weights]
        imports = [f"from {package}.state import State", *(f"import {name} as {short}" for name, short in self.modules.items())]
        bound = [
            "bound: list[Any] = []",
            "",
            "",
            "def bind(boxes: Any) -> None:",
            *_in([f"bound.append({p})" for p in self.bound] or ["pass"]),
        ]
        return "\n".join((HEAD, *imports, "", facts, *bound, "", TAIL, *lines)) + "\n"

    def _step(self, box: int) -> list[str]:
        node = self.boxes[box]
        if isinstance(node, Do):
            return [self.call(node.step, f"boxes[{box}].step")]
        if isinstance(node, Ask):
            found, lines = "found", [f"found = options_{box}(s, f)"]
        elif node.outcomes is one_die:
            return ["s.options = DIE", "return"]
        else:
            found, lines = "outcomes", [f"outcomes = {self.call(node.outcomes, f'boxes[{box}].outcomes')}"]
        if node.forced:
            act = [line.replace("(a)", f"({found}[0])") for line in self.answers(box, node)]
            lines += [f"if len({found}) == 1:", *_in(["a = " + f"{found}[0]", *act, "continue"])]
        return [*lines, f"if not {found}:", f"    raise Stuck('nobody can answer box {box}')", f"s.options = {found}", "return"]

    def _act(self, box: int) -> list[str]:
        node = self.boxes[box]
        assert not isinstance(node, Do)
        return self.answers(box, node)

    def _side(self, box: int) -> list[str]:
        node = self.boxes[box]
        if isinstance(node, Ask):
            return [f"return {self.call(node.side, f'boxes[{box}].side')}"]
        return ["return Side.CHANCE"]

    def _options(self, box: int) -> list[str]:
        node = self.boxes[box]
        assert not isinstance(node, Do)
        if isinstance(node, Roll):
            return ["return DIE" if node.outcomes is one_die else f"return tuple({self.call(node.outcomes, f'boxes[{box}].outcomes')})"]
        return [f"return tuple(options_{box}(s, f))"]

    def _weights(self) -> list[str]:
        lines = [*TOP]
        for box, node in self.boxes.items():
            if isinstance(node, Roll) and node.weights is not None:
                lines += [f"if box == {int(box)}:", f"    return {self.call(node.weights, f'boxes[{box}].weights')}"]
        return ["def weights(s: State) -> Sequence[int] | None:", *_in([*lines, "return None"]), ""]

    def _tree(self, boxes: Sequence[int], leaf: Callable[[int], list[str]]) -> list[str]:
        """A choice by the box, halving what is left at every test."""
        if len(boxes) == 1:
            return leaf(boxes[0])
        middle = len(boxes) // 2
        return [f"if box < {int(boxes[middle])}:", *_in(self._tree(boxes[:middle], leaf)), "else:", *_in(self._tree(boxes[middle:], leaf))]


def _is_shut(clause: Callable[..., Any]) -> bool:
    """Whether a set clause closes everything, always: it is there for its reason alone."""
    closing = Words({}).closing(clause)
    return closing.is_all and not closing.when


def _in(lines: Sequence[str], depth: int = 1) -> list[str]:
    return [f"{'    ' * depth}{line}" for line in lines]


TOP = ["f = cast(Frame, s.stack[-1])", "box = f.box"]
RUN = ["while s.stack:", "    f = cast(Frame, s.stack[-1])", "    box = f.box"]

# `advance` leaves the options as the list in which they were found; `run` and `play`, whose states are handed out, make them a tuple.
TAIL = """
def is_chance(s: State) -> bool:
    f = cast(Frame, s.stack[-1])
    return IS_CHANCE[f.box] == 1


def run(s: State) -> None:
    advance(s)
    s.options = tuple(s.options)


def play(s: State, a: int) -> None:
    f = cast(Frame, s.stack[-1])
    act(s, f, f.box, a)
    run(s)


def playout(s: State, random: Callable[[], float]) -> tuple[int, int]:
    players = chances = 0
    if s.stack and not is_chance(s):
        s.options = list(s.options)
    while s.stack:
        f = cast(Frame, s.stack[-1])
        box = f.box
        if IS_CHANCE[box] == 1:
            chances += 1
            act(s, f, box, draw(s, random()))
        else:
            players += 1
            options = cast(list[int], s.options)
            act(s, f, box, options[int(random() * len(options))])
        advance(s)
    return players, chances


def scripted(s: State, random: Callable[[], float], best: Callable[[State, Any], int], plans: Sequence[Any]) -> int:
    answers = 0
    while s.stack:
        f = cast(Frame, s.stack[-1])
        box = f.box
        act(s, f, box, draw(s, random()) if IS_CHANCE[box] == 1 else best(s, plans[side(s)]))
        advance(s)
        answers += 1
    return answers


def draw(s: State, point: float) -> int:
    outcomes = s.options
    if outcomes is DIE:
        return 1 + int(point * 6)
    shares = weights(s)
    if shares is None:
        return outcomes[int(point * len(outcomes))]
    point *= sum(shares)
    for i in range(len(shares)):
        point -= shares[i]
        if point < 0:
            return outcomes[i]
    return outcomes[-1]


"""
