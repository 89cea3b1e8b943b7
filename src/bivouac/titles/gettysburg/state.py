"""The state of a battle: who stands where, what lies there, whose blocks are where. Lists of ints and frozen tuples."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bivouac.core.state import State as CoreState
from bivouac.titles.gettysburg.events import CUBES_DEALT
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, PLACES
from bivouac.titles.gettysburg.printed.scenarios import BATTLE, Battle
from bivouac.titles.gettysburg.printed.units import BLOCKS, COLOUR, CSA, CUBES, EACH, IS_GUN, MORNING, PIECES, SIDE, STACK, STEPS

HAND, ASIDE = -1, -2

# Rows of `sets`: places that hold something, one int of bits for each side.
OCCUPIED, FOOT, GUNS, FULL, HURT = 0, 2, 4, 6, 8

# Order discs in the boxes on the board's edge.
BLUE, BLACK, SINGLE, DOUBLE = range(4)

# What is known of the assault at hand.
AREA, ROUND, HITS, INFLICTED, SHOCK, FLANKED, ENTRENCHED, UNSETTLED, FLED = range(9)

NO_FIGHT: Final = [-1, 0, 0, 0, 0, 0, 0, 0, 0]

Attacker = tuple[int, int, int, int]  # the piece, the area it attacks, where it came from, where it stood before the border


@dataclass(slots=True, eq=False)
class State(CoreState):
    """
    day, period     1 to 3; morning to night
    active          whose turn it is
    at              the pieces in each place, sorted, of one side only: attackers wait in `attack`
    cubes           damage on each piece; a gun that lies on its side has 1. Outside an assault the cubes of a place belong to its class
                    as a whole and are kept in level order
    stock           damage cubes left in the reserve, by colour
    sticks          the borders (as neighbouring areas) along which entrenchments lie in each area
    disrupted, fired  areas with a disruption marker, with an artillery-fire marker
    block_at        where each of the sixteen blocks is: a place, HAND or ASIDE; the Union's come first
    block_value     what it is worth, for its owner's eyes
    block_discs     the discs on it
    block_shown     the most discs it has shown since it was last in hand
    discs           in the boxes: blue, black, single, double
    shuffles        blocks that each side has placed since its last order
    sets            see OCCUPIED and the others
    battle          the scenario, never changed
    attack          pieces that have entered enemy areas and will assault them
    fight           see AREA and the others
    turn            turns taken so far
    guns_first      by a ruling: guns may leave after the first round whatever has become of their infantry
    sorties         attackers that left each entry box this turn, two bits a box
    """

    SHARED = ("battle",)

    battle: Battle = BATTLE
    day: int = 1
    period: int = MORNING
    active: int = CSA
    turn: int = 0
    guns_first: int = 0
    sorties: int = 0
    disrupted: int = 0
    fired: int = 0
    attack: tuple[Attacker, ...] = ()
    at: list[tuple[int, ...]] = field(default_factory=lambda: [()] * PLACES)
    cubes: list[int] = field(default_factory=lambda: [0] * PIECES)
    stock: list[int] = field(default_factory=lambda: list(CUBES))
    sticks: list[tuple[int, ...]] = field(default_factory=lambda: [()] * AREAS)
    block_at: list[int] = field(default_factory=lambda: [HAND] * (2 * EACH))
    block_value: list[int] = field(default_factory=lambda: [*BLOCKS[0], *BLOCKS[1]])
    block_discs: list[int] = field(default_factory=lambda: [0] * (2 * EACH))
    block_shown: list[int] = field(default_factory=lambda: [0] * (2 * EACH))
    discs: list[int] = field(default_factory=lambda: [0] * 4)
    shuffles: list[int] = field(default_factory=lambda: [0, 0])
    sets: list[int] = field(default_factory=lambda: [0] * 10)
    fight: list[int] = field(default_factory=lambda: NO_FIGHT[:])

    # --- pieces ------------------------------------------------------------------------------------------

    def put(self, p: int, place: int) -> None:
        """A piece comes to stand in a place."""
        here = self.at[place]
        self.at[place] = (*here, p) if not here or here[-1] < p else tuple(sorted((*here, p)))
        self.settle(place)

    def take(self, p: int, place: int) -> None:
        """A piece leaves a place, with its cubes."""
        here = self.at[place]
        i = here.index(p)
        self.at[place] = here[:i] + here[i + 1 :]
        self.settle(place)

    def settle(self, place: int) -> None:
        """Cubes lie in the place: level them over the pieces of their class, and note what the place holds."""
        here = self.at[place]
        bit = BIT[place]
        sets = self.sets
        if not here:
            clear = ~bit
            self.sets = [row & clear for row in sets]
            return
        cubes = self.cubes
        foot = guns = hurt = 0
        for p in here:
            if IS_GUN[p]:
                guns = 1
            else:
                foot += 1
                hurt += cubes[p]
        if hurt and foot > 1 and place != self.fight[AREA]:
            self.level(here, place)
        side = SIDE[here[0]]
        values = (1, foot, guns, len(here) >= STACK, hurt)
        row = side
        for value in values:
            if value:
                sets[row] |= bit
            elif sets[row] & bit:
                sets[row] ^= bit
            row += 2

    def level(self, here: tuple[int, ...], place: int) -> None:
        """Even out the cubes of each class of pieces, the lower numbers first."""
        cubes = self.cubes
        i, n = 0, len(here)
        while i < n and not IS_GUN[here[i]]:
            colour, total, j = COLOUR[here[i]], 0, i
            while j < n and COLOUR[here[j]] == colour:
                total += cubes[here[j]]
                j += 1
            if total and j - i > 1:
                share, more = divmod(total, j - i)
                for k in range(i, j):
                    if cubes[here[k]] != share + (k - i < more):
                        self.deal(here[k], share + (k - i < more), place)
            i = j

    def deal(self, p: int, n: int, place: int) -> None:
        """Put n cubes on a piece; they come from its equals in the place, or go to them."""
        if self.cubes[p] != n:
            self.cubes[p] = n
            self.tell(CUBES_DEALT, p, place, place, STEPS[p] - n)

    def attackers(self, area: int) -> list[int]:
        return [p for p, to, _, _ in self.attack if to == area]

    # --- blocks ------------------------------------------------------------------------------------------

    def block_in(self, place: int) -> int:
        """The block that stands in a place, or -1."""
        return self.block_at.index(place) if place in self.block_at else -1

    def discs_on_map(self, side: int) -> int:
        return sum(self.block_discs[EACH * side : EACH * side + EACH])

    # --- the whole ----------------------------------------------------------------------------------------

    def is_sound(self) -> bool:
        """Nothing is lost and nothing is doubled: pieces, cubes, discs, blocks."""
        standing = [p for here in self.at for p in here] + [a[0] for a in self.attack]
        return (
            len(standing) == len(set(standing))
            and all(self.stock[c] + cubes_in(self, c) == CUBES[c] for c in range(len(CUBES)))
            and all(n <= STEPS[p] for p, n in enumerate(self.cubes))
            and all(sorted(self.block_value[EACH * side : EACH * side + EACH]) == list(BLOCKS[side]) for side in (0, 1))
            and all(d <= v for d, v in zip(self.block_discs, self.block_value))
            and all((d == 0) or (a >= 0) for d, a in zip(self.block_discs, self.block_at))
        )


def cubes_in(s: State, colour: int) -> int:
    """Cubes of a colour that lie on the board: what the reserve lacks."""
    return sum(n for p, n in enumerate(s.cubes) if COLOUR[p] == colour)
