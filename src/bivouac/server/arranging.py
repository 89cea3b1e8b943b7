"""Positions that players make, looked at in a process that can be ended. See `players.Stranger`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bivouac.core.data import BadData
from bivouac.core.ids import SIDES
from bivouac.core.position import form_of, format_position, mistakes_in, parse_position, positions_of, standing, strange_in
from bivouac.core.state import State
from bivouac.core.table import Layout
from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Scenario, Title
from bivouac.match import Match, MatchError
from bivouac.server import protocol, render
from bivouac.server.dice import our_seal
from bivouac.server.foreign import Wrong, remarks
from bivouac.server.keeping import beginning_of
from bivouac.server.seats import Seating, expected
from bivouac.server.store import Beginning
from bivouac.titles import load


def arranged(title_id: str, wish: protocol.Arrange, language: str) -> protocol.Arranged | Wrong:
    """A scenario's start, a file, or values for the slots of a scenario."""
    title = load(title_id)
    try:
        if wish.text is not None:
            base, settings = parse_position(title, wish.text, "position")
        else:
            base, settings = title.scenario(wish.scenario), wish.values or {}
        options = title.option_set(base, wish.options)
    except BadData as e:
        return Wrong(e.text, None)
    except BadSetup as e:
        return Wrong(e.text, title_id)
    return looked_at(title, base, settings, options, language)


def arranged_save(save: str, at: int | None, secret: bytes, language: str) -> tuple[str, protocol.Arranged] | Wrong:
    """The position of a save; with the title that it is of."""
    try:
        match = Match.load(save, brought=True, trust=our_seal(secret))
        match = match.branch(len(match.answers) if at is None else at)
    except MatchError as e:
        return Wrong(e.text, None)
    found = position_of(match, language)
    return found if isinstance(found, Wrong) else (match.title.id, found)


def position_of(match: Match, language: str) -> protocol.Arranged | Wrong:
    """The position at which a match stands."""
    title, scenario = match.title, match.scenario
    if title.positions is None or (scenario.text is not None and not scenario.base):
        return Wrong(Text("errors.no_position"), None)
    base = title.scenarios[scenario.base or scenario.id]
    return looked_at(title, base, title.positions.read(match.state), match.options, language)


def looked_at(
    title: Title[State], base: Scenario, settings: Mapping[str, str], options: frozenset[str], language: str
) -> protocol.Arranged:
    wrong = mistakes_in(title, base, settings)
    values = {**standing(title, base), **settings}
    has_form = not any(form_of({slot.id: slot for slot in positions_of(title).slots(base)}, settings))
    return protocol.Arranged(
        scenario=base.id,
        options=sorted(options),
        values=values,
        mistakes=remarks(wrong, language),
        warnings=[] if wrong else remarks(strange_in(title, base, settings), language),
        text="" if wrong else format_position(title, base, values),
        scene=drawn(title, base, values, options, language) if has_form else None,
    )


def drawn(title: Title[State], base: Scenario, values: Mapping[str, str], options: frozenset[str], language: str) -> protocol.Scene:
    state = positions_of(title).make(title.start(base, options), values)
    return render.with_faces(render.difference(title, language, None, whole_layout(title, state)), title, language, set())


def whole_layout(title: Title[Any], state: State) -> Layout:
    """The table as whoever makes the position sees it: with what each side alone knows."""
    shared = title.table.layout(title.view(state, None))
    if not title.secrets:
        return shared
    own = [token for side in SIDES for token in title.table.layout(title.view(state, side)).tokens if token.side == side]
    return shared._replace(tokens=(*(token for token in shared.tokens if token.side not in SIDES), *own))


def begun_from(save: str, at: int | None, seating: Seating, secret: bytes) -> Beginning | Wrong:
    """A match that begins where another one stood after `at` answers; its dice are new."""
    try:
        played = Match.load(save, brought=True, trust=our_seal(secret))
        match = played.branch(len(played.answers) if at is None else at, why="position", nonces=expected(seating.seats))
        match.take(())
    except MatchError as e:
        return Wrong(e.text, None)
    if match.outcome is not None:
        return Wrong(Text("errors.over_there"), None)
    return beginning_of(match, seating)
