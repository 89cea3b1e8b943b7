"""4.0 and 4.1: how many marches, from which box, with which pieces.

MARCHES      the first turn gives a fixed number; otherwise a die (or the command table, A3.0)
BREAK_OUT    a contained Union port may fight its way out first (A4.0, see chA4_containment)
MARCH        march from a box | sail from a port | a leader moves alone | done
  PIECE      which piece of that box? (a leader named first rides with the next piece)  ... until done
    STEP     along which line? stop? entrench?                                          (ch04_steps)
  SAIL_PIECE, SAIL_TO                                                                    (ch04_sea)
"""

from __future__ import annotations

from typing import Final

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg, Name
from bivouac.titles.house_divided.events import INVASION_POSSIBLE, MARCHES_GIVEN, MARCHES_ROLLED, SCENARIO_MARCHES
from bivouac.titles.house_divided.frames import AT, At, Box, March, Step
from bivouac.titles.house_divided.printed.map import CSA, FORT, NUMBERED, ON_MAP, UNION
from bivouac.titles.house_divided.printed.units import COMMAND, LEADERS, LEADERS_OF, MARCHES, PIECES, TABLES, YEAR
from bivouac.titles.house_divided.rules import ALL
from bivouac.titles.house_divided.setup import COMMAND_MARCHES, LEADERS_RULE
from bivouac.titles.house_divided.state import MASK, State

THE_LEADERS: Final = set_of(LEADERS)


# --- how many ---------------------------------------------------------------------------------------------


def give_marches(s: State, f: At) -> None:
    """The first turn of a game has a fixed number of marches (4.1, O5.0d); otherwise the die is rolled."""
    if s.turn != s.setup.first_turn:
        s.goto(AT[Box.MARCH_DIE])
        return
    s.marches = s.setup.first_turn_marches
    s.tell(MARCHES_GIVEN if s.turn == 1 else SCENARIO_MARCHES, s.active, s.marches)
    begin_marching(s)


def roll_marches(s: State, f: At, die: int) -> None:
    """The die is the number of marches, a 1 counts as 2 (4.0); with the command rule it is read in the table (A3.0)."""
    s.die = die
    s.marches = COMMAND[YEAR[s.turn]][die - 1][s.active] if s.rules & COMMAND_MARCHES else MARCHES[die]
    s.tell(MARCHES_ROLLED, s.active, die, s.marches)
    if s.active == UNION and die == TABLES.dice.invasion:
        s.tell(INVASION_POSSIBLE, s.active)
    begin_marching(s)


def begin_marching(s: State) -> None:
    s.goto(AT[Box.BREAK_OUT] if s.contained and s.active == UNION else AT[Box.MARCH])


# --- MARCH: which box -------------------------------------------------------------------------------------


def pinned(s: State, box: int) -> int:
    """The own pieces of a box that have met the enemy there: all, but for those that contain him since an earlier turn (A4.0)."""
    mine = s.at[box] & MASK[s.active]
    if mine == s.at[box]:
        return 0
    return mine & s.moved if s.active == CSA and s.contained >> box & 1 else mine


@offers("AHD-4.0d")
def own_pieces_stand_there(s: State, f: At) -> int:
    """A march moves pieces that stand together in one box."""
    return s.here[s.active] & ON_MAP


@closes("AHD-4.0b")
def has_a_march_left(s: State, f: At) -> int:
    """The die gives the number of marches; when they are spent nobody marches."""
    return 0 if s.marches > 0 else ALL


@closes("AHD-A4.0d")
def is_not_contained(s: State, f: object) -> int:
    """Union pieces do not leave a contained port until they have beaten the containing force."""
    return s.contained & s.here[CSA] if s.active == UNION else 0


@closes("AHD-4.0p")
def somebody_is_free_to_go(s: State, f: At) -> int:
    """Whoever has entered a box with enemies stays there and fights."""
    met = s.here[UNION] & s.here[CSA]
    return met and set_of([b for b in bits(met) if pinned(s, b) == s.at[b] & MASK[s.active]])


@closes("AHD-4.0o")
def somebody_has_a_march_left(s: State, f: At) -> int:
    """No piece takes part in more than two marches a turn."""
    tired = s.twice & MASK[s.active]
    free = MASK[s.active] & ~tired
    return tired and set_of([b for b in {s.box[p] for p in bits(tired)} if not s.at[b] & free & ~pinned(s, b)])


def may_dig_after_sailing(s: State, box: int) -> bool:
    """A piece that went by sea has one march left: enough for works in a numbered box without enemies, if it has none there (4.2.5)."""
    has_works = FORT[box] and s.owner[box] == s.active
    return NUMBERED >> box & 1 == 1 and not has_works and not s.here[1 - s.active] >> box & 1


@closes("AHD-4.2.3e")
def somebody_did_not_sail(s: State, f: At) -> int:
    """Pieces that went by sea do not march on. All that they can still do is entrench."""
    return sailors_boxes(s) if s.sailed else 0


def sailors_boxes(s: State) -> int:
    """The boxes where nobody can march but pieces that went by sea, and these cannot entrench."""
    sailors = s.sailed & MASK[s.active] & ~s.twice
    return set_of([b for b in {s.box[p] for p in bits(sailors)} if not may_dig_after_sailing(s, b) and not others_ready(s, b)])


def others_ready(s: State, box: int) -> int:
    """The pieces of a box that did not sail and can still march."""
    return s.at[box] & MASK[s.active] & ~(s.sailed | s.twice | pinned(s, box))


MAY_MARCH_FROM: Final = (has_a_march_left, is_not_contained, somebody_is_free_to_go, somebody_has_a_march_left, somebody_did_not_sail)


def begin_march(s: State, f: At, box: int) -> None:
    s.marches -= 1
    s.push(March(Box.PIECE, box))


# --- a leader alone ---------------------------------------------------------------------------------------


@offers("AHD-A8.2.1a")
def is_an_own_leader(s: State, f: At) -> int:
    """Leaders move alone, or with their pieces; pieces march box by box."""
    return set_of([p for p in LEADERS_OF[s.active] if s.box[p] >= 0]) if s.rules & LEADERS_RULE else 0


@clause("AHD-A4.0d")
def leader_is_not_contained(s: State, f: At, leader: int) -> Verdict:
    """No more does a leader leave a contained port."""
    box = s.box[leader]
    return not is_not_contained(s, f) >> box & 1 or refuse(box=Name("box", box))


@clause("AHD-A8.2.1d")
def leader_has_a_march_left(s: State, f: At, leader: int) -> Verdict:
    """A leader moves at most twice a turn, and not out of a box where he has met the enemy."""
    box = s.box[leader]
    enemy = s.has_pieces(1 - s.active, box) and not (s.contained >> box & 1 and s.active == CSA)
    return (not s.twice >> leader & 1 and not enemy) or refuse(leader=Name("leader", leader - PIECES))


@closes("AHD-4.2.3e")
def leader_did_not_sail(s: State, f: At) -> int:
    """A leader who went by sea makes no other move this turn."""
    return s.sailed


MAY_LEAD: Final = (leader_is_not_contained, leader_did_not_sail, leader_has_a_march_left)


def lead_alone(s: State, f: At, leader: int) -> None:
    """A leader alone costs no march (A8.2.1d)."""
    s.push(Step(Box.STEP, leader))


# --- PIECE: which piece of the box ------------------------------------------------------------------------


def leaders_in(s: State, box: int) -> int:
    """The active side's leaders in a box, as a set."""
    return set_of(s.leaders_at(s.active, box)) if s.rules & LEADERS_RULE else 0


def from_the_box(s: State, f: March, piece: int) -> dict[str, Arg]:
    return {"box": Name("box", f.frm)}


@offers("AHD-4.0d", from_the_box)
def is_in_the_marching_box(s: State, f: March) -> int:
    """All pieces of one march start from the same box; leaders may ride along."""
    return s.at[f.frm] & MASK[s.active] | leaders_in(s, f.frm)


@closes("AHD-4.2.3e")
def has_not_sailed(s: State, f: March) -> int:
    """A piece that went by sea makes no other move this turn. It may entrench where that takes one march; leaders do not entrench."""
    return sailors_who_stay(s, f.frm) if s.sailed else 0


def sailors_who_stay(s: State, box: int) -> int:
    """Those of the pieces and leaders that went by sea who can do nothing else in a box."""
    return s.sailed & THE_LEADERS if may_dig_after_sailing(s, box) else s.sailed


@closes("AHD-4.0o")
def has_marched_once_at_most(s: State, f: March) -> int:
    """No piece takes part in more than two marches a turn."""
    return s.twice


@closes("AHD-4.0p", from_the_box)
def need_not_fight_here(s: State, f: March) -> int:
    """A piece that entered a box with enemies stops there."""
    return pinned(s, f.frm)


@closes("AHD-4.0d")
def takes_part_once(s: State, f: March) -> int:
    """A march moves each piece once, though it may lead back to where it began; who entrenches in it has taken part."""
    return f.used


@closes("AHD-A8.2.1a")
def leader_has_company(s: State, f: March) -> int:
    """A leader rides with a piece that can still march from his box, and mounts once."""
    if not s.rules & LEADERS_RULE:
        return 0
    return s.riders if others_ready(s, f.frm) & ~f.used else THE_LEADERS


MAY_TAKE_PART: Final = (has_not_sailed, has_marched_once_at_most, need_not_fight_here, takes_part_once, leader_has_company)


@clause("AHD-4.0d")
def march_moves_somebody(s: State, f: March, _: int) -> Verdict:
    """A march moves one or more pieces; a leader who has mounted waits for his piece."""
    return f.used != 0 and not s.riders


def take_piece(s: State, f: March, piece: int) -> None:
    """A piece sets out, or a leader mounts."""
    if piece >= PIECES:
        s.riders |= 1 << piece
    else:
        s.stack = (*s.stack[:-1], March(Box.PIECE, f.frm, f.used | 1 << piece | s.riders), Step(Box.STEP, piece))
