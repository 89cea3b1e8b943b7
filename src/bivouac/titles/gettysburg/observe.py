"""A position as numbers for learners, see `core.observe`. A side sees the values of its own blocks alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from typing import Final

from bivouac.core.kit.bits import set_of
from bivouac.core.observe import Plane, kept, members, named, numbers, the_question
from bivouac.titles.gettysburg.frames import AT_GUNS, At, Barrage, Box, Flight, Hits, March, Order, Rank, Sally, Share, Work
from bivouac.titles.gettysburg.printed.map import AREAS, BESIDE, PLACES
from bivouac.titles.gettysburg.printed.scenarios import FILL_TO_TWELVE, FLANK_BY_STICKS
from bivouac.titles.gettysburg.printed.units import EACH, PIECES
from bivouac.titles.gettysburg.state import State

BLOCKS: Final = 2 * EACH
LIST: Final = 20
NUMBERS: Final = {
    At: ("n",),
    Order: ("place", "nth", "crowd"),
    March: ("disc", "frm", "nth", "crowd", "piece", "here", "load"),
    Sally: ("place", "n", "piece"),
    Barrage: ("disc", "nth"),
    Work: ("disc", "nth", "area"),
    Share: ("i", "rest", "most", "least"),
    Hits: ("area", "role", "left", "then", "evaded"),
    Flight: ("piece", "frm", "via"),
    Rank: (),
}
LISTS: Final = {March: "crossed", Barrage: "guns", Rank: "queue", Hits: "struck"}
WIDTH: Final = 7
FIRST_BORDER: Final = (0, *accumulate(len(BESIDE[area]) for area in range(AREAS)))


NONE: Final = (-1,) * PIECES


def where(s: State) -> Sequence[int]:
    """Where each piece stands (-1: not on the board); one that attacks is where it came from."""
    standing: Sequence[int] = stand(s)
    if not s.attack:
        return standing
    found = [*standing]
    for p, _, frm, _ in s.attack:
        found[p] = frm
    return found


@partial(kept, "at")
def stand(s: State) -> Sequence[int]:
    found = [*NONE]
    for place, pieces in enumerate(s.at):
        for p in pieces:
            found[p] = place
    return tuple(found)


def of_attack(field: int) -> Callable[[State], Sequence[int]]:
    """One number of each attacker, -1 for the other pieces."""

    def read(s: State) -> Sequence[int]:
        if not s.attack:
            return NONE
        found = [*NONE]
        for attacker in s.attack:
            found[attacker[0]] = attacker[field]
        return found

    return read


def frames(s: State) -> Sequence[int]:
    """The numbers of the two frames on top."""
    found: list[int] = []
    for f in s.stack[-1:-3:-1]:
        found += [getattr(f, name) for name in NUMBERS[type(f)]]
        found += (-1,) * (-len(found) % WIDTH)
    return found


def lists(s: State) -> Sequence[int]:
    """The list of the frame on top: borders crossed, guns to aim, pieces that roll, cavalry that was struck."""
    f = s.stack[-1] if s.stack else None
    return getattr(f, LISTS[type(f)])[:LIST] if type(f) in LISTS else ()


def shots(s: State) -> Sequence[int]:
    """What each gun has been aimed at, as its answer says, or -1."""
    if not s.stack or not isinstance(s.stack[-1], Barrage):
        return NONE
    found = [*NONE]
    for gun, _, aimed in s.stack[-1].shots:
        found[gun] = aimed
    return found


def of_barrage(s: State) -> int:
    return set_of(s.stack[-1].areas) if s.stack and isinstance(s.stack[-1], Barrage) else 0


def doomed(s: State) -> int:
    return set_of(s.stack[-1].doomed) if s.stack and isinstance(s.stack[-1], Hits) else 0


def values(s: State, side: int) -> Sequence[int]:
    """The values of one's own blocks; 0 for the others'."""
    blank = [0] * BLOCKS
    blank[EACH * side : EACH * side + EACH] = s.block_value[EACH * side : EACH * side + EACH]
    return blank


@partial(kept, "sticks")
def sticks(s: State) -> int:
    """The borders with entrenchments, counted through the areas, their neighbours and their entry boxes."""
    return sum([1 << FIRST_BORDER[area] + BESIDE[area].index(beyond) for area, row in enumerate(s.sticks) if row for beyond in row])


PLANES: Final[tuple[Plane, ...]] = (
    *the_question(Box),
    named("clock", "day period active guns_first fill_to_twelve flank_by_sticks days shuffles_union shuffles_csa sorties", 0, 32_000,
          lambda s: (s.day, s.period, s.active, s.guns_first, FILL_TO_TWELVE in s.battle.rulings, FLANK_BY_STICKS in s.battle.rulings,
                     s.battle.days, *s.shuffles, s.sorties)),
    named("discs", "blue black single double", 0, 99, "discs"),
    numbers("frames", 2 * WIDTH, -2, 127, frames),
    numbers("list", LIST, -1, 127, lists),
    numbers("shots", PIECES, -1, AT_GUNS + PLACES, shots),
    numbers("where", PIECES, -1, PLACES, where),
    numbers("attacks", PIECES, -1, PLACES, of_attack(1)),
    numbers("before", PIECES, -1, PLACES, of_attack(3)),
    numbers("arrives", PIECES, 0, 127, lambda s: s.battle.arrives),
    numbers("cubes", PIECES, 0, 9, "cubes"),
    numbers("stock", 6, 0, 99, "stock"),
    numbers("block_at", BLOCKS, -2, PLACES, "block_at"),
    numbers("block_discs", BLOCKS, 0, 9, "block_discs"),
    numbers("block_shown", BLOCKS, 0, 9, "block_shown"),
    Plane("block_value", BLOCKS, 0, 9, values),
    numbers("fight", 9, -1, 127, "fight"),
    members("disrupted", PLACES, "disrupted"),
    members("fired", PLACES, "fired"),
    members("firing", PLACES, of_barrage),
    members("sticks", FIRST_BORDER[AREAS], sticks),
    members("doomed", PIECES, doomed),
)  # fmt: skip
