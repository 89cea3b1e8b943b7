"""Earlier positions of a match, to look at: worked out in a process of their own, since that may take a while.

What goes there are plain values: the position to start from, the answers and the events since, and who reads.
"""

from __future__ import annotations

import msgspec

from bivouac.core.state import State
from bivouac.core.table import Layout
from bivouac.core.title import Title
from bivouac.server import protocol
from bivouac.server.live import Log
from bivouac.server.packing import parse_events
from bivouac.server.players import Stretch
from bivouac.server.render import difference, log_lines, with_faces
from bivouac.server.words import side_name


def still(stretch: Stretch, serial: int) -> bytes:
    """The table as it stood at the end of a stretch, of a match with so many answers."""
    title, state = stretch.position.open()
    for answer in stretch.answers:
        if not state.stack or answer not in state.options:
            break  # the rules have changed since
        title.play(state, answer)
    asked = title.flow.side(state) if state.stack else None
    shown = protocol.Still(
        at=stretch.start + len(stretch.answers),
        serial=serial,
        scene=with_faces(difference(title, stretch.language, None, _layout(stretch, title, state)), title, stretch.language, set()),
        asked=None if asked is None else side_name(title, stretch.language, asked),
        lines=log_lines(title, stretch.language, _log(stretch, title), stretch.side, stretch.joined),
    )
    return msgspec.json.encode(shown)


def frames(stretch: Stretch, first: int) -> bytes:
    """What happened from position `first` to the end of a stretch, one frame for each answer that showed something, as differences."""
    title, state = stretch.position.open()
    known: Layout | None = None
    faces: set[str] = set()
    told = dict(_log(stretch, title))
    found: list[protocol.Frame] = []
    since: Log = []
    for number, answer in enumerate([*stretch.answers, None], stretch.start):
        if number >= first and not (found and state.stack and title.flow.is_chance(state)):
            layout = _layout(stretch, title, state)
            lines = log_lines(title, stretch.language, since, stretch.side, stretch.joined)
            if not found or lines or layout != known:
                scene = with_faces(difference(title, stretch.language, known, layout), title, stretch.language, faces)
                found.append(protocol.Frame(number, scene, lines))
                known, since = layout, []
        if answer is None or not state.stack or answer not in state.options:
            break
        title.play(state, answer)
        if number >= first:
            since.append((number, told.get(number, [])))
    return msgspec.json.encode(protocol.Frames(found))


def _log(stretch: Stretch, title: Title[State]) -> Log:
    return [(n, parse_events(title.prefix, text)) for n, text in stretch.events]


def _layout(stretch: Stretch, title: Title[State], state: State) -> Layout:
    return title.table.layout(title.view(state, stretch.side))
