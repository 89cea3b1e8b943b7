"""What happened, and who may know it.

A title declares its kinds of event in `events.py`; rules say that one happened with `s.tell(KIND, ...)`:

    MOVED = event("moved", "AHD-4.0b", piece="unit", frm="box", to="box")
    s.tell(MOVED, unit_type, here, there)

Each blank has a kind: the name of a kind of thing of the title (its number is turned into its name), or "number", or "text"
(then the value is a `Text`), or "list:<kind>" for a tuple of numbers. The blank `way`, always the last, lists the places between `frm`
and `to`. An event whose `sees` is "owner" or "other" has the side as its first value and reaches that side, or the other, alone. `heading`
makes a heading of the log; `reveals` says that somebody learns a secret by it, so that who does cannot take back the answer that led to
it. `adds` names the kinds in whose line it goes on, as the dice of a volley do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bivouac.core.ids import Side
from bivouac.core.text import Arg, Name, Text

WAY, GOAL = "way", "to"
PLAIN, LIST = ("number", "text"), "list:"


class EventKind(NamedTuple):
    name: str
    rule: str
    blanks: tuple[tuple[str, str], ...]
    sees: str = "all"
    heading: bool = False
    reveals: bool = False
    adds: str = ""
    effect: str = ""  # a fact without a sentence, see effects.py

    def goes_on(self, line: EventKind) -> bool:
        """Whether it is told in a line that begins with an event of another kind."""
        return line.name in self.adds.split()


class Event(NamedTuple):
    kind: EventKind
    values: tuple[Any, ...]

    def visible_to(self, side: Side | None) -> bool:
        """Whether a side (None: a spectator) learns of it."""
        if self.kind.sees == "all":
            return True
        if side is None:
            return False
        return bool(self.values[0] == side) == (self.kind.sees == "owner")

    def teaches(self, side: Side) -> bool:
        """Whether a side learns a secret by it: any but its own, which the event names first."""
        if not self.kind.reveals or not self.visible_to(side):
            return False
        return self.kind.blanks[:1] != (("side", "side"),) or self.values[0] != side

    @property
    def facts(self) -> dict[str, Arg]:
        return {blank: _arg(kind, value) for (blank, kind), value in zip(self.kind.blanks, self.values, strict=True)}

    @property
    def text(self) -> Text:
        return Text(f"events.{self.kind.name}", self.facts)

    @property
    def targets(self) -> tuple[str, ...]:
        """The things on the table that this event speaks of; the places of a way before the one it leads to."""
        found: list[str] = []
        blanks, values = self.kind.blanks, self.values
        for (blank, kind), value in zip(blanks, values):
            if blank == GOAL and blanks[-1][0] == WAY:
                found += [f"{blanks[-1][1].removeprefix(LIST)}:{place}" for place in values[-1]]
            if kind not in PLAIN and not kind.startswith(LIST):
                found.append(f"{kind}:{value}")
        return tuple(found)


EVENT_KINDS: dict[tuple[str, str], EventKind] = {}


def event(
    name: str, rule: str, *, sees: str = "all", heading: bool = False, reveals: bool = False, adds: str = "", **blanks: str
) -> EventKind:
    """Declare a kind of event; `rule` is the clause it follows from."""
    return declare(EventKind(name, rule, tuple(blanks.items()), sees, heading, reveals, adds))


def declare(kind: EventKind) -> EventKind:
    """Register a kind of event, so that stored events of its title can be decoded by name."""
    if kind.sees not in ("all", "owner", "other"):
        raise ValueError(f"event {kind.name}: sees must be all, owner or other, not {kind.sees}")
    EVENT_KINDS[kind.rule.split("-", 1)[0], kind.name] = kind
    return kind


def _arg(kind: str, value: Any) -> Arg:
    if kind in PLAIN:
        result: Arg = value
    elif kind.startswith(LIST):
        result = tuple(_arg(kind.removeprefix(LIST), v) for v in value)
    else:
        result = Name(kind, value)
    return result
