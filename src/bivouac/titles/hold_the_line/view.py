"""What each side may know: everything. A battle of this title has no secrets."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bivouac.core.ids import Side
from bivouac.titles.hold_the_line.printed.scenarios import Field
from bivouac.titles.hold_the_line.rules.ch05_sequence import command_points
from bivouac.titles.hold_the_line.state import State


class PieceView(NamedTuple):
    piece: int
    side: int
    kind: int
    morale: int
    hex: int
    strength: int
    full: int
    name: str
    done: bool
    turn: int
    worth: int


class View(NamedTuple):
    """All that lies on the table."""

    side: Side | None
    scenario: str
    turn: int
    turns: int
    active: int
    ap: int
    vp: tuple[int, ...]
    targets: tuple[int, ...]
    cap: tuple[int, ...]
    pieces: tuple[PieceView, ...]
    blocks: tuple[tuple[int, int, bool, int, int], ...]  # hex, the side it counts for, control or capture, holder, points
    attack: tuple[int, int] | None


def view(s: State, side: Side | None) -> View:
    field: Field = s.field
    pieces = tuple(
        PieceView(
            p,
            row.side,
            row.kind,
            row.morale,
            s.pos[p],
            s.sp[p],
            row.strength,
            row.name,
            row.side == s.active and bool(s.done >> p & 1),
            row.turn,
            row.worth,
        )
        for p, row in enumerate(field.pieces)
    )
    turn_now = min(s.turn, field.turns)
    caps = tuple(command_points(s, x) for x in (0, 1)) if s.turn <= field.turns else (0, 0)
    blocks = tuple((b.hex, b.side, b.control, s.holder(i), b.worth) for i, b in enumerate(field.blocks))
    attack = (s.unit, s.target) if s.dice or s.tests or s.ones else None
    return View(side, field.file.id, turn_now, field.turns, s.active, s.ap, tuple(s.vp), field.targets, caps, pieces, blocks, attack)


def sample(s: State, side: Side, rng: Random) -> State:
    """There is nothing hidden to deal anew."""
    return s.clone()
