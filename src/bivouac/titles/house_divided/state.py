"""The state of a match: where every piece is and what it has done, who owns what, and the battle at hand.

A set of pieces or of boxes is an int with one bit each. `at[box]` is the set of all pieces in a box, of both sides; `MASK[side]` picks
a side's. What changes seldom (owners, kinds) is a tuple that is made anew, so that clones share it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, Self

from bivouac.core.state import State as CoreState
from bivouac.titles.house_divided.events import REVERTED
from bivouac.titles.house_divided.printed.map import CSA, EUROPE, FORT, NOBODY, OFF, UNION, VALUE_OF, N
from bivouac.titles.house_divided.printed.scenarios import Setup
from bivouac.titles.house_divided.printed.units import (
    CAVALRY,
    FIRST,
    FOREIGN_NUMBER,
    FS,
    FV,
    FX,
    LAST,
    LEADER,
    LEADER_VALUE,
    LEADERS,
    LEADERS_OF,
    PIECES,
    QUALITY,
    SIDE_OF,
)

M: Final = N + 1  # boxes and Europe

# what a piece is and has done: bits of State.stat[piece]
ENTRENCHED: Final = 1
REDUCED: Final = 2
MARCHED: Final = 4  # one march; two marches are 8
MARCHES_MASK: Final = 12
MOVED: Final = 16
SAILED: Final = 32
JUMPED: Final = 64
FOUGHT: Final = 128
RETREATED: Final = 256
CROSSED: Final = 512
DIGGING: Final = 1024  # one of the two marches of works outside a numbered box
INVADED: Final = 2048
LINE: Final = 12  # from this bit on: the line by which the piece came this turn
KEPT: Final = ENTRENCHED | REDUCED  # what lasts beyond a player turn


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """The members of a set, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


MASK: Final = tuple(sum(1 << p for p in range(FIRST[side], LAST[side])) for side in (UNION, CSA))


class State(CoreState):
    """Slots by subject; see the comments in `__init__`."""

    __slots__ = (
        "active",
        "aims",
        "alarm",
        "arrived",
        "at",
        "attacker",
        "bonus",
        "box",
        "came",
        "command",
        "contained",
        "die",
        "drafts",
        "enemies",
        "fights",
        "firers",
        "firing",
        "foreign",
        "foreign_lost",
        "gained",
        "garrison",
        "held",
        "hits",
        "invaded",
        "kind",
        "locked",
        "lost",
        "marches",
        "maximum",
        "owner",
        "penalty",
        "place",
        "placed",
        "placed_twice",
        "pool",
        "promotions",
        "queue",
        "recruits",
        "regulars",
        "retreat_to",
        "riders",
        "rnd",
        "routed",
        "rules",
        "setup",
        "shot",
        "stat",
        "target",
        "to_csa",
        "to_union",
        "turn",
        "winner",
    )
    SHARED = ("setup",)

    def __init__(self, setup: Setup, rules: int) -> None:
        self.stack = ()
        self.options = ()
        self.outcome = None
        self.log = None
        self.setup = setup
        self.rules = rules  # the switched-on rules, see options.py
        self.turn = setup.first_turn
        self.active = UNION
        # pieces
        self.box = [OFF] * (PIECES + len(LEADERS))
        self.kind = (0,) * PIECES + (LEADER,) * len(LEADERS)
        self.stat = [0] * (PIECES + len(LEADERS))
        self.at = [0] * M
        # boxes
        self.owner = setup.owner
        self.held = 0  # boxes held by lone cavalry,
        self.to_union = 0  # which fall back to the Union,
        self.to_csa = 0  # or to the Confederacy (or to nobody) when it leaves
        self.invaded = 0  # ports the Union took by sea
        self.contained = 0  # ports where the Confederacy contains the Union
        # the two nations
        self.pool = list(setup.pool)  # militia off the map: [2 * side + is_cavalry]
        self.locked = setup.locked  # Union militia not drafted yet
        self.drafts = setup.drafts  # drafts held so far
        self.maximum = [sum(v for v, o in zip(VALUE_OF[side], self.owner) if o == side) for side in (UNION, CSA)]
        self.penalty = 0  # lost for good with Washington (already taken off the maximum)
        self.gained = 0  # border states that gave their militia
        self.foreign = 0  # 1: Europe has intervened
        self.foreign_lost = 0
        self.lost = 0  # Confederate veteran and crack infantry lost in battle this game turn
        # the player turn
        self.marches = 0
        self.die = 0
        self.target = OFF  # the port of this turn's invasion
        self.riders = 0  # leaders that go with the piece that moves next
        self.promotions = 0
        self.recruits = 0
        self.placed = 0  # cities that got a recruit this turn,
        self.placed_twice = 0  # or two
        self.alarm = 0  # 1: a maximum changed in the middle of a turn
        # the battle at hand
        self.fights = 0  # boxes where a battle is still to be fought
        self.place = OFF
        self.attacker = UNION
        self.rnd = 0
        self.firing = UNION
        self.came = [0, 0]  # boxes from which each side came
        self.arrived = 0  # boxes that sent a reinforcement this round
        self.routed = 0
        self.firers: tuple[int, ...] = ()
        self.bonus: tuple[int, ...] = ()  # one firer for each +1 of a leader
        self.enemies: tuple[int, ...] = ()
        self.aims: tuple[int, ...] = ()
        self.shot = 0
        self.hits = 0  # pieces reduced by this fire
        self.command = [0, 0]
        self.garrison = 0  # hits it still takes
        self.regulars = 0  # 1: there were units beside the garrison
        self.winner = NOBODY
        self.retreat_to = OFF
        self.queue: tuple[int, ...] = ()  # pieces that still test

    def clone(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new.stack = self.stack
        new.options = self.options
        new.outcome = self.outcome
        new.log = None
        new.setup = self.setup
        new.rules = self.rules
        new.turn = self.turn
        new.active = self.active
        new.box = self.box[:]
        new.kind = self.kind
        new.stat = self.stat[:]
        new.at = self.at[:]
        new.owner = self.owner
        new.held = self.held
        new.to_union = self.to_union
        new.to_csa = self.to_csa
        new.invaded = self.invaded
        new.contained = self.contained
        new.pool = self.pool[:]
        new.locked = self.locked
        new.drafts = self.drafts
        new.maximum = self.maximum[:]
        new.penalty = self.penalty
        new.gained = self.gained
        new.foreign = self.foreign
        new.foreign_lost = self.foreign_lost
        new.lost = self.lost
        new.marches = self.marches
        new.die = self.die
        new.target = self.target
        new.riders = self.riders
        new.promotions = self.promotions
        new.recruits = self.recruits
        new.placed = self.placed
        new.placed_twice = self.placed_twice
        new.alarm = self.alarm
        new.fights = self.fights
        new.place = self.place
        new.attacker = self.attacker
        new.rnd = self.rnd
        new.firing = self.firing
        new.came = self.came[:]
        new.arrived = self.arrived
        new.routed = self.routed
        new.firers = self.firers
        new.bonus = self.bonus
        new.enemies = self.enemies
        new.aims = self.aims
        new.shot = self.shot
        new.hits = self.hits
        new.command = self.command[:]
        new.garrison = self.garrison
        new.regulars = self.regulars
        new.winner = self.winner
        new.retreat_to = self.retreat_to
        new.queue = self.queue
        return new

    def key(self) -> tuple[Any, ...]:
        return (
            self.stack,
            self.setup.id,
            self.rules,
            self.turn,
            self.active,
            tuple(self.box),
            self.kind,
            tuple(self.stat),
            self.owner,
            self.held,
            self.to_union,
            self.to_csa,
            self.invaded,
            self.contained,
            tuple(self.pool),
            self.locked,
            self.drafts,
            tuple(self.maximum),
            self.penalty,
            self.gained,
            self.foreign,
            self.foreign_lost,
            self.lost,
            self.marches,
            self.die,
            self.target,
            self.riders,
            self.promotions,
            self.recruits,
            self.placed,
            self.placed_twice,
            self.fights,
            self.place,
            self.attacker,
            self.rnd,
            self.firing,
            tuple(self.came),
            self.arrived,
            self.routed,
            self.firers,
            self.bonus,
            self.enemies,
            self.aims,
            self.shot,
            self.hits,
            tuple(self.command),
            self.garrison,
            self.regulars,
            self.winner,
            self.retreat_to,
            self.queue,
            self.alarm,
            self.outcome,
        )

    # --- looking ------------------------------------------------------------------------------------------

    def pieces_at(self, side: int, box: int) -> tuple[int, ...]:
        """A side's pieces in a box (leaders are not among them)."""
        return bits(self.at[box] & MASK[side])

    def has_pieces(self, side: int, box: int) -> bool:
        return self.at[box] & MASK[side] != 0

    def count_at(self, side: int, box: int) -> int:
        return (self.at[box] & MASK[side]).bit_count()

    def has_cavalry(self, side: int, box: int) -> bool:
        return any(CAVALRY[self.kind[p]] for p in bits(self.at[box] & MASK[side]))

    def only_cavalry(self, side: int, box: int) -> bool:
        """There are pieces, and all of them are cavalry."""
        here = bits(self.at[box] & MASK[side])
        return bool(here) and all(CAVALRY[self.kind[p]] for p in here)

    def in_play(self, side: int) -> tuple[int, ...]:
        """A side's pieces on the map, Europe left out."""
        box = self.box
        return tuple([p for p in range(FIRST[side], LAST[side]) if 0 <= box[p] < N])

    def boxes_of(self, side: int) -> list[int]:
        """The boxes where a side has pieces, in order."""
        return sorted({b for b in self.box[FIRST[side] : LAST[side]] if 0 <= b < N})

    def army(self, side: int) -> int:
        """The pieces that count against the army maximum."""
        box, kind = self.box, self.kind
        return len([p for p in range(FIRST[side], LAST[side]) if box[p] >= 0 and kind[p] != FX])

    def leaders_at(self, side: int, box: int) -> tuple[int, ...]:
        return tuple([p for p in LEADERS_OF[side] if self.box[p] == box])

    def leadership(self, side: int, box: int) -> int:
        """The summed value of a side's leaders in a box."""
        return sum([LEADER_VALUE[p - PIECES][self.turn] for p in LEADERS_OF[side] if self.box[p] == box])

    def in_works(self, piece: int) -> bool:
        """Entrenched, or in a permanent entrenchment of its own side."""
        box = self.box[piece]
        return bool(self.stat[piece] & ENTRENCHED) or (FORT[box] and self.owner[box] == SIDE_OF[piece])

    # --- changing -----------------------------------------------------------------------------------------

    def put(self, piece: int, box: int) -> None:
        """Move a piece or a leader to a box; the one it leaves may fall back to its former owner."""
        if piece >= PIECES:
            self.box[piece] = box
            return
        bit = 1 << piece
        old = self.box[piece]
        if old >= 0:
            self.at[old] ^= bit
            if self.held >> old & 1 and not self.at[old] & MASK[SIDE_OF[piece]]:
                self.fall_back(old)
        self.box[piece] = box
        self.at[box] |= bit

    def settle_in(self, piece: int, box: int) -> None:
        """A piece has come to stay: infantry makes what lone cavalry holds a lasting possession."""
        if self.held >> box & 1 and not CAVALRY[self.kind[piece]] and self.owner[box] == SIDE_OF[piece]:
            self.held &= ~(1 << box)

    def take_off(self, piece: int) -> None:
        """Out of play: militia goes back to its pool."""
        side = SIDE_OF[piece]
        old, kind = self.box[piece], self.kind[piece]
        self.at[old] ^= 1 << piece
        self.box[piece] = OFF
        self.stat[piece] = 0
        if QUALITY[kind] == 0:
            self.pool[2 * side + CAVALRY[kind]] += 1
        elif kind == FX:
            self.foreign_lost += 1
        if self.held >> old & 1 and not self.at[old] & MASK[side]:
            self.fall_back(old)

    def lose(self, piece: int) -> None:
        """A piece lost in battle; lost Confederate regulars are counted for the training of replacements."""
        if self.kind[piece] in (FV, FS) and piece >= FIRST[CSA]:
            self.lost += 1
        self.take_off(piece)

    def free_slot(self, side: int) -> int:
        """The number for a new piece."""
        for piece in range(FIRST[side], LAST[side]):
            if self.box[piece] == OFF:
                return piece
        raise AssertionError("a side has more pieces than the counter mix of this title allows")

    def raise_piece(self, side: int, kind: int, box: int) -> int:
        """A new piece at full strength."""
        piece = self.free_slot(side)
        self.set_kind(piece, kind)
        self.stat[piece] = 0
        self.box[piece] = box
        self.at[box] |= 1 << piece
        return piece

    def set_kind(self, piece: int, kind: int) -> None:
        self.kind = (*self.kind[:piece], kind, *self.kind[piece + 1 :])

    def raise_foreigners(self) -> None:
        for _ in range(FOREIGN_NUMBER):
            self.raise_piece(CSA, FX, EUROPE)

    def set_owner(self, box: int, side: int) -> None:
        """Give a box to a side (or to NOBODY) and keep both army maxima."""
        old = self.owner[box]
        if old != NOBODY:
            self.maximum[old] -= VALUE_OF[old][box]
        if side != NOBODY:
            self.maximum[side] += VALUE_OF[side][box]
        self.owner = (*self.owner[:box], side, *self.owner[box + 1 :])
        bit = ~(1 << box)
        self.held &= bit
        if side == CSA:
            self.invaded &= bit

    def hold(self, box: int, former: int) -> None:
        """Lone cavalry holds a box that `former` owned."""
        bit = 1 << box
        self.held |= bit
        self.to_union = self.to_union | bit if former == UNION else self.to_union & ~bit
        self.to_csa = self.to_csa | bit if former == CSA else self.to_csa & ~bit

    def fall_back(self, box: int) -> None:
        """The lone cavalry has gone: the box belongs again to whoever had it before."""
        former = UNION if self.to_union >> box & 1 else CSA if self.to_csa >> box & 1 else NOBODY
        self.set_owner(box, former)
        self.alarm = 1
        self.tell(REVERTED, box)
