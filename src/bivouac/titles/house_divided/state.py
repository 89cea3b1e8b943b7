"""The state of a match: where every piece is and what it has done, who owns what, and the battle at hand.

A set of pieces or of boxes is an int with one bit each (`core.kit.bits`). `at[box]` is the set of all pieces in a box, of both sides;
`MASK[side]` picks a side's. What changes seldom (owners, kinds) is a tuple that is made anew, so that clones share it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.state import State as CoreState
from bivouac.titles.house_divided.events import CAME, FELL, NOW_OWNED, REVERTED, STEADY, WORKS_LEFT
from bivouac.titles.house_divided.printed.map import CSA, EUROPE, FORT, MAP, NOBODY, OFF, ON_MAP, UNION, VALUE_OF, N
from bivouac.titles.house_divided.printed.scenarios import Setup
from bivouac.titles.house_divided.printed.units import (
    CAVALRY,
    FIRST,
    FOREIGN_NUMBER,
    FS,
    FV,
    FX,
    GARRISON,
    LAST,
    LEADER,
    LEADER_VALUE,
    LEADERS,
    LEADERS_OF,
    PIECES,
    PROMOTED,
    QUALITY,
    SIDE_OF,
    STRENGTH,
)

MASK: Final = tuple(set_of(range(FIRST[side], LAST[side])) for side in (UNION, CSA))
NOWHERE: Final = (OFF,) * GARRISON


@dataclass(slots=True, eq=False, kw_only=True)
class State(CoreState):
    """Slots by subject. Sets of pieces include leaders where leaders can do the thing."""

    SHARED: ClassVar[tuple[str, ...]] = ("setup",)
    FORMER: ClassVar[tuple[str, ...]] = ("to_union", "to_csa")
    ADDED: ClassVar[tuple[str, ...]] = ("promoted",)

    setup: Setup
    rules: int  # the switched-on rules, see setup.py
    turn: int
    active: int = UNION
    # pieces and leaders
    box: list[int] = field(default_factory=lambda: [*NOWHERE])
    kind: tuple[int, ...] = (0,) * PIECES + (LEADER,) * len(LEADERS)
    raised: int = 0  # all pieces in play
    cavalry: int = 0
    crack: int = 0  # those that cannot be promoted
    at: list[int] = field(default_factory=lambda: [0] * (N + 1))  # the pieces in each box of the map and in Europe
    here: list[int] = field(default_factory=lambda: [0, 0])  # the boxes where each side has pieces
    entrenched: int = 0
    reduced: int = 0
    # what they have done in this player turn
    origin: list[int] = field(default_factory=lambda: [*NOWHERE])  # the box from which a piece marched into the one where it is
    once: int = 0  # took part in a march,
    twice: int = 0  # or in two
    moved: int = 0
    sailed: int = 0
    jumped: int = 0
    crossed: int = 0  # came over water, or in an invasion
    digging: int = 0  # spent one of the two marches for works outside a numbered box
    fought: int = 0
    retreated: int = 0  # since the beginning of the month
    promoted: int = 0  # cannot be promoted again in the Promotion segment
    # boxes
    owner: tuple[int, ...]
    own: tuple[int, int]  # the boxes of each side, as sets
    held: int = 0  # boxes of another colour held by lone cavalry
    invaded: int = 0  # ports the Union took by sea
    contained: int = 0  # ports where the Confederacy contains the Union
    # the two nations
    maximum: tuple[int, int]
    pool: list[int]  # militia off the map: [2 * side + is_cavalry]
    locked: int  # Union militia not drafted yet
    drafts: int  # drafts held so far
    gained: int = 0  # border states that gave their militia
    foreign: int = 0  # 1: Europe has intervened
    foreign_lost: int = 0
    lost: int = 0  # Confederate veteran and crack infantry lost in battle this game turn
    # the player turn
    marches: int = 0
    die: int = 0
    landings: int = 0  # the ports of this turn's invasion
    riders: int = 0  # leaders that go with the piece that moves next
    promotions: int = 0
    recruits: int = 0
    placed: int = 0  # cities that got a recruit this turn,
    placed_twice: int = 0  # or two
    alarm: int = 0  # 1: a maximum changed in the middle of a turn
    # the battle at hand
    fights: int = 0  # boxes where a battle is still to be fought
    place: int = OFF
    attacker: int = UNION
    rnd: int = 0
    firing: int = UNION
    came: list[int] = field(default_factory=lambda: [0, 0])  # boxes from which each side came
    arrived: int = 0  # boxes that sent a reinforcement this round
    routed: int = 0
    firers: tuple[int, ...] = ()
    bonus: tuple[int, ...] = ()  # one firer for each +1 of a leader
    aims: tuple[int, ...] = ()
    shot: int = 0
    hits: int = 0  # pieces reduced by this fire
    command: list[int] = field(default_factory=lambda: [0, 0])
    garrison: int = 0  # hits it still takes
    regulars: int = 0  # 1: there were units beside the garrison
    winner: int = NOBODY
    retreat_to: int = OFF
    queue: tuple[int, ...] = ()  # pieces that still test

    # --- looking ------------------------------------------------------------------------------------------

    def pieces_at(self, side: int, box: int) -> tuple[int, ...]:
        """A side's pieces in a box (leaders are not among them)."""
        return bits(self.at[box] & MASK[side])

    def has_pieces(self, side: int, box: int) -> bool:
        return self.at[box] & MASK[side] != 0

    def count_at(self, side: int, box: int) -> int:
        return (self.at[box] & MASK[side]).bit_count()

    def has_cavalry(self, side: int, box: int) -> bool:
        return self.at[box] & MASK[side] & self.cavalry != 0

    def only_cavalry(self, side: int, box: int) -> bool:
        """There are pieces, and all of them are cavalry."""
        return 0 != self.at[box] & MASK[side] == self.at[box] & MASK[side] & self.cavalry

    def boxes_of(self, side: int) -> tuple[int, ...]:
        """The boxes of the map where a side has pieces, in order."""
        return bits(self.here[side] & ON_MAP)

    def in_play(self, side: int) -> int:
        """A side's pieces on the map, Europe left out, as a set."""
        return self.raised & MASK[side] & ~self.at[EUROPE]

    def army(self, side: int) -> int:
        """The pieces that count against the army maximum."""
        return (self.in_play(side) & ~self.foreigners()).bit_count()

    def invaders(self) -> int:
        """The pieces that landed in an enemy port this turn: other moves by sea cross no hostile water."""
        return self.sailed & self.crossed

    def foreigners(self) -> int:
        """The foreign units, as a set."""
        return set_of([p for p in range(FIRST[CSA], LAST[CSA]) if self.kind[p] == FX]) if self.foreign else 0

    def leaders_at(self, side: int, box: int) -> tuple[int, ...]:
        return tuple([p for p in LEADERS_OF[side] if self.box[p] == box])

    def leadership(self, side: int, box: int) -> int:
        """The summed value of a side's leaders in a box."""
        return sum([LEADER_VALUE[p - PIECES][self.turn] for p in LEADERS_OF[side] if self.box[p] == box])

    def in_works(self, piece: int) -> bool:
        """Entrenched, or in a permanent entrenchment of its own side."""
        box = self.box[piece]
        return self.entrenched >> piece & 1 == 1 or (FORT[box] and self.owner[box] == SIDE_OF[piece])

    # --- pieces -------------------------------------------------------------------------------------------

    def put(self, piece: int, box: int) -> None:
        """Move a piece or a leader to a box."""
        if piece < PIECES:
            self.lift(piece)
            self.at[box] |= 1 << piece
            self.here[SIDE_OF[piece]] |= 1 << box
        self.box[piece] = box

    def lift(self, piece: int) -> None:
        """Take a piece out of its box, which falls back to its original owner when the last piece that holds it has gone (9.0g)."""
        box, side = self.box[piece], SIDE_OF[piece]
        self.at[box] ^= 1 << piece
        if not self.at[box] & MASK[side]:
            self.here[side] ^= 1 << box
            if self.held >> box & 1 and self.owner[box] == side:
                self.fall_back(box)

    def take_off(self, piece: int, *, for_good: bool = False) -> None:
        """Out of play: militia goes back to its pool, unless it is gone for good."""
        kind = self.kind[piece]
        self.lift(piece)
        self.box[piece] = OFF
        self.raised ^= 1 << piece
        self.forget(piece)
        if QUALITY[kind] == 0 and not for_good:
            self.pool[2 * SIDE_OF[piece] + CAVALRY[kind]] += 1
        elif kind == FX and not for_good:
            self.foreign_lost += 1

    def forget(self, piece: int) -> None:
        """Nothing is known of a piece that is no more."""
        others = ~(1 << piece)
        self.entrenched &= others
        self.reduced &= others
        self.once &= others
        self.twice &= others
        self.moved &= others
        self.sailed &= others
        self.jumped &= others
        self.crossed &= others
        self.digging &= others
        self.fought &= others
        self.retreated &= others
        self.promoted &= others
        self.origin[piece] = OFF

    def leave_works(self, pieces: int) -> None:
        """Those of a set of pieces that are entrenched are so no longer."""
        left = self.entrenched & pieces
        if left:
            self.entrenched ^= left
            for piece in bits(left):
                self.tell(WORKS_LEFT, piece, self.box[piece])

    def end_rout(self, pieces: int) -> None:
        """Those of a set of pieces that are in rout are so no longer."""
        for piece in bits(self.routed & pieces & self.raised):
            self.tell(STEADY, piece, self.box[piece])
        self.routed &= ~pieces

    def eliminate(self, piece: int, *, for_good: bool = False) -> None:
        """Take a piece out of play and tell it."""
        self.tell(FELL, piece, self.box[piece])
        self.take_off(piece, for_good=for_good)

    def lose(self, piece: int) -> None:
        """A piece lost in battle; lost Confederate regulars are counted for the training of replacements."""
        if self.kind[piece] in (FV, FS) and piece >= FIRST[CSA]:
            self.lost += 1
        self.eliminate(piece)

    def raise_piece(self, side: int, kind: int, box: int) -> int:
        """A new piece at full strength."""
        piece = self.box.index(OFF, FIRST[side], LAST[side])
        self.set_kind(piece, kind)
        self.box[piece] = box
        self.raised |= 1 << piece
        self.at[box] |= 1 << piece
        self.here[side] |= 1 << box
        return piece

    def bring(self, side: int, kind: int, box: int) -> None:
        """A new piece comes to a box in the course of play."""
        piece = self.raise_piece(side, kind, box)
        self.tell(CAME, piece, box, STRENGTH[kind])

    def set_kind(self, piece: int, kind: int) -> None:
        bit = 1 << piece
        self.kind = (*self.kind[:piece], kind, *self.kind[piece + 1 :])
        self.cavalry = self.cavalry | bit if CAVALRY[kind] else self.cavalry & ~bit
        self.crack = self.crack | bit if PROMOTED[kind] == OFF else self.crack & ~bit

    def raise_foreigners(self) -> None:
        for _ in range(FOREIGN_NUMBER):
            self.bring(CSA, FX, EUROPE)

    def spend_march(self, piece: int) -> None:
        """One of the two marches of a piece."""
        bit = 1 << piece
        self.twice |= self.once & bit
        self.once |= bit

    # --- boxes --------------------------------------------------------------------------------------------

    def set_owner(self, box: int, side: int) -> None:
        """Give a box to a side (or to NOBODY) and keep both army maxima."""
        bit, maximum, own = 1 << box, [*self.maximum], [*self.own]
        for change, owner in ((-1, self.owner[box]), (1, side)):
            if owner != NOBODY:
                maximum[owner] += change * VALUE_OF[owner][box]
                own[owner] ^= bit
        self.maximum, self.own = (maximum[UNION], maximum[CSA]), (own[UNION], own[CSA])
        self.owner = (*self.owner[:box], side, *self.owner[box + 1 :])
        self.held &= ~bit
        if side == CSA:
            self.invaded &= ~bit

    def fall_back(self, box: int) -> None:
        """Give a box that lone cavalry has left to its original owner, the side of its printed colour (9.0g)."""
        self.set_owner(box, MAP.owner[box])
        self.alarm = 1
        self.tell(REVERTED, box)
        self.tell(NOW_OWNED, self.owner[box], box)

    # --- the whole ------------------------------------------------------------------------------------------

    def is_sound(self) -> bool:
        """Every piece in play is in one box and no other is anywhere; owners, maxima and pools agree with what lies on the map."""
        standing = [piece for here in self.at for piece in bits(here)]
        return (
            sorted(standing) == list(bits(self.raised))
            and all(self.at[self.box[piece]] >> piece & 1 for piece in standing)
            and all(self.box[piece] == OFF for piece in range(PIECES) if not self.raised >> piece & 1)
            and all(self.here[side] == set_of([b for b, here in enumerate(self.at) if here & MASK[side]]) for side in (UNION, CSA))
            and all(self.own[side] == set_of([b for b, owner in enumerate(self.owner) if owner == side]) for side in (UNION, CSA))
            and self.maximum[CSA] == sum([VALUE_OF[CSA][b] for b in bits(self.own[CSA])])
            and self.maximum[UNION] <= sum([VALUE_OF[UNION][b] for b in bits(self.own[UNION])])  # the fall of Washington costs more (A6.0)
            and self.cavalry & self.raised == set_of([piece for piece in standing if CAVALRY[self.kind[piece]]])
            and min(*self.pool, self.locked) >= 0
        )
