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
    for f in s.stack[-2:]:
        if isinstance(f, March):
            return f.used
    return 0


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
    numbers("where", COUNTERS, AWAY, EUROPE, "box"),
    numbers("kind", COUNTERS, 0, 7, "kind"),
    numbers("origin", COUNTERS, AWAY, EUROPE, "origin"),
    numbers("owner", N, 0, 2, "owner"),
    numbers("firers", MOST, -1, COUNTERS, "firers"),
    numbers("aims", MOST, -1, COUNTERS, "aims"),
    numbers("bonus", MOST, -1, COUNTERS, "bonus"),
    numbers("queue", MOST, -1, COUNTERS, "queue"),
    numbers("items", MOST, -1, N, items),
    members("rules", len(OPTIONS), "rules"),
    members("gained", 8, "gained"),
    members("raised", PIECES, "raised"),
    members("entrenched", COUNTERS, "entrenched"),
    members("reduced", COUNTERS, "reduced"),
    members("once", COUNTERS, "once"),
    members("twice", COUNTERS, "twice"),
    members("moved", COUNTERS, "moved"),
    members("sailed", COUNTERS, "sailed"),
    members("jumped", COUNTERS, "jumped"),
    members("crossed", COUNTERS, "crossed"),
    members("digging", COUNTERS, "digging"),
    members("fought", COUNTERS, "fought"),
    members("retreated", COUNTERS, "retreated"),
    members("promoted", COUNTERS, "promoted"),
    members("routed", COUNTERS, "routed"),
    members("hits", COUNTERS + 1, "hits"),
    members("riders", COUNTERS, "riders"),
    members("used", COUNTERS, used),
    members("held", N, "held"),
    members("invaded", N, "invaded"),
    members("contained", N, "contained"),
    members("landings", N, "landings"),
    members("placed", N, "placed"),
    members("placed_twice", N, "placed_twice"),
    members("fights", N, "fights"),
    members("came_union", N, lambda s: s.came[0]),
    members("came_csa", N, lambda s: s.came[1]),
    members("arrived", N, "arrived"),
)  # fmt: skip
