"""A log in lines: what belongs to one volley goes on in its line, what is alike is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bivouac.core.events import Event
from bivouac.core.text import Arg, Text

DIE = "die"
Line = tuple[int, list[Event]]  # the number of an answer, and the events that are told in one line, with their effects


def in_lines(events: Iterable[tuple[int, Event]]) -> list[Line]:
    """Group events with the numbers of their answers into lines of the log.

    Effects go with the line before them that has the same number. Where none has, they make a line without words.
    """
    lines: list[Line] = []
    for number, event in events:
        if event.kind.effect:
            line = lines[-1][1] if lines and lines[-1][0] == number else None
        else:
            line = _line_of(event, lines) if event.kind.adds else None
        if line is None:
            lines.append((number, [event]))
        else:
            line.append(event)
    return lines


def _line_of(event: Event, lines: Sequence[Line]) -> list[Event] | None:
    """The last line that an event goes on in, if nothing has been headed since."""
    line: list[Event]
    for _, line in reversed(lines):
        if event.kind.goes_on(line[0].kind):
            return line
        if line[0].kind.heading:
            break
    return None


def sentences(line: Sequence[Event], say: Callable[[Text], str]) -> str:
    """The events of a line as sentences, those that differ in their dice alone as one."""
    alike: list[list[Event]] = []
    for event in (e for e in line if not e.kind.effect):
        if alike and _but_for_the_die(alike[-1][0]) == _but_for_the_die(event):
            alike[-1].append(event)
        else:
            alike.append([event])
    return " ".join(_sentence(same, say) for same in alike)


def _but_for_the_die(event: Event) -> object:
    facts = event.facts
    return event if DIE not in facts else (event.kind.name, [(blank, arg) for blank, arg in facts.items() if blank != DIE])


def _sentence(same: Sequence[Event], say: Callable[[Text], str]) -> str:
    text = same[0].text
    if len(same) == 1:
        return say(text)
    dice: dict[str, Arg] = {DIE: tuple(e.facts[DIE] for e in same)} if DIE in text.args else {}
    return f"{len(same)} × {say(Text(text.key, {**text.args, **dice}))}"
