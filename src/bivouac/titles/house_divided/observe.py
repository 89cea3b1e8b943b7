"""A position as numbers for learners, see `core.observe`. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bivouac.core.observe import Plane, members, named, numbers, the_question
from bivouac.titles.house_divided.frames import Box, Items, March, One, Sail, Step
from bivouac.titles.house_divided.printed.map import AWAY, EUROPE, N
from bivouac.titles.house_divided.printed.units import GARRISON, PIECES, TURNS
from bivouac.titles.house_divided.setup import OPTIONS
from bivouac.titles.house_divided.state import State

COUNTERS: Final = GARRISON  # pieces and leaders
MOST: Final = 24  # pieces that fire in a battle, boxes or pieces of a list


def hand(s: State) -> Sequence[int]:
    """The procedure at hand: from which box it goes, by which piece, how far and how, and the one thing that a question is about."""
    frm = piece = kind = item = -1
    steps = fast = friendly = down = jumped = 0
    for f in s.stack[-2:]:
        if isinstance(f, March):
            frm = f.frm
        elif isinstance(f, Step):
            _, piece, steps, kind, fast, friendly, down, jumped = f
        elif isinstance(f, Sail):
            frm, piece = f.port, f.piece
        elif isinstance(f, One):
            item = f.item
    return frm, piece, kind, item, steps, fast, friendly, down, jumped


def used(s: State) -> int:
    """The pieces that have taken part in the march at hand."""
    return next((f.used for f in s.stack[-2:] if isinstance(f, March)), 0)


def items(s: State) -> Sequence[int]:
    f = s.stack[-1] if s.stack else None
    return f.items[:MOST] if isinstance(f, Items) else ()


PLANES: Final[tuple[Plane, ...]] = (
    *the_question(Box),
    named("clock", "turn last active marches die drafts locked", 0, TURNS + 1,
          lambda s: (s.turn, s.setup.last_turn, s.active, s.marches, s.die, s.drafts, s.locked)),
    named("nations", "maximum_union maximum_csa union_foot union_horse csa_foot csa_horse foreign foreign_lost lost", 0, 99,
          lambda s: (*s.maximum, *s.pool, s.foreign, s.foreign_lost, s.lost)),
    named("steps", "promotions recruits alarm victory first_turn", 0, 99,
          lambda s: (s.promotions, s.recruits, s.alarm, max(s.setup.row - 1860, 0), s.setup.first_turn)),
    named("battle", "place attacker round firing shot garrison regulars winner retreat_to command_union command_csa", -1, N,
          lambda s: (s.place, s.attacker, s.rnd, s.firing, s.shot, s.garrison, s.regulars, s.winner, s.retreat_to, *s.command)),
    named("hand", "from piece kind item steps fast friendly down jumped", -1, N, hand),
    numbers("where", COUNTERS, AWAY, EUROPE, lambda s: s.box),
    numbers("kind", COUNTERS, 0, 7, lambda s: s.kind),
    numbers("origin", COUNTERS, AWAY, EUROPE, lambda s: s.origin),
    numbers("owner", N, 0, 2, lambda s: s.owner),
    numbers("firers", MOST, -1, COUNTERS, lambda s: s.firers[:MOST]),
    numbers("aims", MOST, -1, COUNTERS, lambda s: s.aims[:MOST]),
    numbers("bonus", MOST, -1, COUNTERS, lambda s: s.bonus[:MOST]),
    numbers("queue", MOST, -1, COUNTERS, lambda s: s.queue[:MOST]),
    numbers("items", MOST, -1, N, items),
    members("rules", len(OPTIONS), lambda s: s.rules),
    members("gained", 8, lambda s: s.gained),
    members("raised", PIECES, lambda s: s.raised),
    members("entrenched", COUNTERS, lambda s: s.entrenched),
    members("reduced", COUNTERS, lambda s: s.reduced),
    members("once", COUNTERS, lambda s: s.once),
    members("twice", COUNTERS, lambda s: s.twice),
    members("moved", COUNTERS, lambda s: s.moved),
    members("sailed", COUNTERS, lambda s: s.sailed),
    members("jumped", COUNTERS, lambda s: s.jumped),
    members("crossed", COUNTERS, lambda s: s.crossed),
    members("digging", COUNTERS, lambda s: s.digging),
    members("fought", COUNTERS, lambda s: s.fought),
    members("retreated", COUNTERS, lambda s: s.retreated),
    members("routed", COUNTERS, lambda s: s.routed),
    members("hits", COUNTERS + 1, lambda s: s.hits),
    members("riders", COUNTERS, lambda s: s.riders),
    members("used", COUNTERS, used),
    members("held", N, lambda s: s.held),
    members("to_union", N, lambda s: s.to_union),
    members("to_csa", N, lambda s: s.to_csa),
    members("invaded", N, lambda s: s.invaded),
    members("contained", N, lambda s: s.contained),
    members("landings", N, lambda s: s.landings),
    members("placed", N, lambda s: s.placed),
    members("placed_twice", N, lambda s: s.placed_twice),
    members("fights", N, lambda s: s.fights),
    members("came_union", N, lambda s: s.came[0]),
    members("came_csa", N, lambda s: s.came[1]),
    members("arrived", N, lambda s: s.arrived),
)  # fmt: skip
