"""The state of a match: flat lists of ints, and the stack of frames that says where the procedure stands.

A title declares the slots of its own `State` once; `clone`, `key` and `dump` are made from the declaration:

    @dataclass(slots=True, eq=False)
    class State(CoreState):
        setup: Setup = EMPTY                                       # shared: named in SHARED
        turn: int = 1
        box: list[int] = field(default_factory=lambda: [OFF] * PIECES)

A slot holds an int, a string, None, a list of ints (the only thing that changes in place, and is copied with a clone), or something frozen
(tuples, frames). Shared data of the scenario is named in `SHARED`: it is neither copied nor dumped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, Self

from bivouac.core.events import Event, EventKind
from bivouac.core.ids import Side

NUMBERS, PLAIN = frozenset({int}), frozenset({int, str, bool, type(None)})


class Outcome(NamedTuple):
    """Who won (None: a draw), by which clause, and the name of the way it ended (a key of the title's `endings`)."""

    winner: Side | None
    rule: str
    ending: str

    def worth(self, side: Side) -> float:
        """1 to who won, 0 to who lost, half to both in a draw."""
        return 0.5 if self.winner is None else float(self.winner == side)


@dataclass(slots=True, eq=False)
class State:
    SHARED: ClassVar[tuple[str, ...]] = ()
    SLOTS: ClassVar[tuple[str, ...]] = ()  # the names of all of them, made from the declaration
    FORMER: ClassVar[tuple[str, ...]] = ()  # slots that older snapshots hold and this state no longer needs

    stack: tuple[Any, ...] = ()
    options: tuple[int, ...] = ()
    outcome: Outcome | None = None
    log: list[Event] | None = None
    study: tuple[Any, ...] | None = None  # what an enquiry into odds measures against; no part of a match

    def __init_subclass__(cls) -> None:
        if "__dataclass_fields__" in cls.__dict__ and "__slots__" in cls.__dict__:
            names = [(f.name, str(f.type).startswith("list")) for f in fields(cls) if f.name not in ("log", "study")]
            cls.SLOTS = tuple(name for name, _ in names)
            cls.clone = _made_clone(cls, names)  # type: ignore[method-assign, assignment]
            cls.key = _made_key(cls, names)  # type: ignore[method-assign, assignment]

    def clone(self) -> Self:
        """A copy that shares nothing that changes. The copy keeps no log."""
        raise TypeError("a title's State is a dataclass with slots")

    def key(self) -> tuple[Any, ...]:
        """Everything that matters for what may still happen, hashable. Equal keys: equal futures."""
        raise TypeError("a title's State is a dataclass with slots")

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def tell(self, kind: EventKind, *values: Any) -> None:
        """Say that something happened (nothing is kept where nobody listens, as in search)."""
        if self.log is not None:
            self.log.append(Event(kind, values))

    # --- the stack of frames ----------------------------------------------------------------------------------------

    def push(self, frame: Any) -> None:
        self.stack = self.stack + (frame,)  # noqa: RUF005 (sooner done than unpacking)

    def pop(self) -> None:
        self.stack = self.stack[:-1]

    def goto(self, frame: Any) -> None:
        """Replace the top frame."""
        self.stack = self.stack[:-1] + (frame,)  # noqa: RUF005

    def finish(self, outcome: Outcome) -> None:
        """The match is over: nothing is asked any more."""
        self.outcome = outcome
        self.stack = ()

    def is_sound(self) -> bool:
        """Somebody is asked, or it is over. A title adds what its own slots claim about each other: nothing is lost, nothing is doubled."""
        return bool(self.stack) == bool(self.options) == (self.outcome is None)


def _made_clone(cls: type[State], names: Sequence[tuple[str, bool]]) -> Callable[[Any], Any]:
    """`clone` as one would write it by hand: a plain assignment for every slot, lists copied."""
    lines = [f"    new.{name} = self.{name}{'[:]' if is_list else ''}" for name, is_list in names]
    source = "\n".join(("def clone(self):", "    new = make(cls)", *lines, "    new.log, new.study = None, self.study", "    return new"))
    return _made(source, "clone", {"cls": cls, "make": cls.__new__})


def _made_key(cls: type[State], names: Sequence[tuple[str, bool]]) -> Callable[[Any], Any]:
    """`key`: every slot, lists as tuples, shared data by its identity."""
    values = [
        f"id(self.{name})" if name in cls.SHARED else f"tuple(self.{name})" if is_list else f"self.{name}"
        for name, is_list in names
        if name != "options"
    ]
    return _made(f"def key(self):\n    return ({', '.join(values)},)", "key", {})


def _made(source: str, name: str, known: dict[str, Any]) -> Callable[[Any], Any]:
    exec(source, known)
    made: Callable[[Any], Any] = known[name]
    return made


def slots_of(state: State) -> list[str]:
    kind: Any = type(state)
    return _reader(kind)[0]


@cache
def _reader(kind: type[Any]) -> tuple[list[str], Callable[[State], tuple[Any, ...]]]:
    """The slots, and what gives all that they hold, in their order."""
    names: list[str] = sorted({*kind.SLOTS} - {*kind.SHARED, "options"})
    return names, attrgetter(*names)


def dump(state: State) -> dict[str, Any]:
    """The state as plain JSON values. A cache, never the record of a match: that is the list of answers."""
    kind: Any = type(state)
    names, values = _reader(kind)
    return {name: value if type(value) in PLAIN else _pack(value) for name, value in zip(names, values(state))}


def restore(state: State, data: dict[str, Any], frames: dict[str, type]) -> None:
    """Put dumped values into `state` (a fresh one of the same scenario and options). Run its flow afterwards: options are not dumped."""
    data = {name: value for name, value in data.items() if name not in state.FORMER}
    if set(data) != set(slots_of(state)):
        raise ValueError("the snapshot is of another form of state")
    for name, value in data.items():
        setattr(state, name, _unpack(value, frames))


def _pack(value: Any) -> Any:
    kind = type(value)
    if kind in PLAIN:
        return value
    if isinstance(value, list):
        return {"l": _packed(value)}
    if isinstance(value, tuple) or hasattr(value, "_fields"):
        name = kind.__name__ if hasattr(value, "_fields") else ""
        return {"t": [name, *_packed(value)]}
    if isinstance(value, Side):
        return {"s": int(value)}
    if isinstance(value, (int, str)):
        return int(value) if isinstance(value, int) else value
    raise TypeError(f"a state may not hold a {kind.__name__}")


def _packed(values: Sequence[Any]) -> list[Any]:
    """Most lists hold nothing but numbers."""
    return [*values] if NUMBERS.issuperset(map(type, values)) else [_pack(v) for v in values]


def _unpack(value: Any, frames: dict[str, type]) -> Any:
    if not isinstance(value, dict):
        return value
    if "l" in value:
        return [_unpack(v, frames) for v in value["l"]]
    if "s" in value:
        return Side(value["s"])
    name, *rest = value["t"]
    items = [_unpack(v, frames) for v in rest]
    if not name:
        return tuple(items)
    return Outcome(*items) if name == "Outcome" else frames[name](*items)
