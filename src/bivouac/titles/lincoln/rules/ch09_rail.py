"""Moving by rail: a stack to the next place or one counter far; the Rail Movement card.

LIFT   which counter, or all of a location (the card is discarded before)
GO     where to, or one more counter from the same place
"""

from __future__ import annotations

from functools import lru_cache

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg, Name
from bivouac.titles.lincoln.events import MOVED
from bivouac.titles.lincoln.frames import At, Box, Moving
from bivouac.titles.lincoln.printed import map as atlas
from bivouac.titles.lincoln.printed.map import ALL_WAYS, HALVES, WAY_TO, WAY_TO_LOC, WAYS_OF_HALF, WAYS_OF_LOC
from bivouac.titles.lincoln.printed.units import ALL_CARDS, RAIL_CARD, WITH_RAIL, WITH_TEXT
from bivouac.titles.lincoln.rules.ch05_control import own_half, places_of
from bivouac.titles.lincoln.rules.ch06_entering import AUTOMATIC, OPTIONAL, TAKEN, enter, meeting
from bivouac.titles.lincoln.state import ARMIES, NOBODY, ONE, State, counters, each, kind_set

# --- ways -----------------------------------------------------------------------------------------------------------


def ways_out(s: State, side: int, loc: int) -> int:
    """LIN-rail-i: from a contested location only over the links of the own half, otherwise over all of them; LIN-rail-g: never into a
    location that is closed to the side."""
    ways = WAYS_OF_LOC[loc] if s.control[loc] == side else WAYS_OF_HALF[own_half(s, side, loc)]
    return ways & ~atlas.BARRED[side]


def open_ways(s: State, side: int, loc: int) -> int:
    """LIN-rail-c to LIN-rail-g: every way over which one counter from `loc` may come to the end of its move."""
    return ways_from(side, loc, bytes(s.control), own_halves(s, side) if NOBODY in s.control else 0)


def own_halves(s: State, side: int) -> int:
    """LIN-def-f: the halves of contested locations that a side holds, as a set."""
    return set_of([own_half(s, side, loc) for loc in bits(places_of(s, NOBODY))])


@lru_cache(maxsize=1 << 14)
def ways_from(side: int, loc: int, control: bytes, held: int) -> int:
    """The same by who controls each location and the halves of contested ones that the side holds. A counter may go on from a location
    that its side controls, or from a half that its side holds."""
    ways = WAYS_OF_LOC[loc] if control[loc] == side else WAYS_OF_HALF[2 * loc if held >> 2 * loc & 1 else 2 * loc + 1]
    found, fresh, passed = 0, ways & ~atlas.BARRED[side], 1 << loc
    while fresh:
        found |= fresh
        more = 0
        for way in bits(fresh):
            place = WAY_TO_LOC[way]
            if passed >> place & 1:
                continue
            if control[place] == side:
                more |= WAYS_OF_LOC[place]
            elif held >> WAY_TO[way] & 1:
                more |= WAYS_OF_HALF[WAY_TO[way]]
            else:
                continue
            passed |= 1 << place
        fresh = more & ~found & ~atlas.BARRED[side]
    return found & ~atlas.WAYS_INTO[loc]


# --- may anything leave? --------------------------------------------------------------------------------------------


def can_leave(s: State, loc: int, cards: int, *, by_card: bool) -> bool:
    """Whether an army in this location could go anywhere at all with so many cards left. Its neighbours decide: what is farther lies behind
    them; only by card it may pass through a neighbour where it may not stay (LIN-rail-d, LIN-card-i)."""
    side, control, passes = s.active, s.control, False
    for half, place in atlas.OUT_OF_LOC[side][loc] if control[loc] == side else atlas.OUT_OF_HALF[side][own_half(s, side, loc)]:
        if control[place] == side:
            return True
        met = meeting(s, side, half)
        if met <= TAKEN or (not by_card and (met != AUTOMATIC or cards)):
            return True
        passes |= met == OPTIONAL
    return passes and by_card and any(meeting(s, side, WAY_TO[way]) <= TAKEN for way in bits(open_ways(s, side, loc)))


def can_move_by_rail(s: State, *, by_card: bool) -> bool:
    """Whether any army can move once the card is paid."""
    cards, armies = s.held[s.active] - 1, s.standing[s.active] & ~atlas.FORT_COUNTERS
    while armies:
        loc = (armies & -armies).bit_length() - 1 >> 3
        if can_leave(s, loc, cards, by_card=by_card):
            return True
        armies &= ~(255 << 8 * loc)
    return False


@closes("LIN-rail-a")
def has_the_rail_symbol(s: State, f: At) -> int:
    """A rail move costs a card with the rail symbol."""
    return ALL_CARDS & ~WITH_RAIL


@closes("LIN-rail-a")
def something_can_move(s: State, f: At) -> int:
    """There must be an army that can move once the card is paid."""
    return 0 if not s.kinds[s.active] & WITH_RAIL or can_move_by_rail(s, by_card=False) else ALL_CARDS


@closes("LIN-card-i")
def rails_lead_somewhere(s: State, f: At) -> int:
    """The Rail Movement card needs an army that can move without meeting the enemy."""
    cards = s.kinds[s.active] & WITH_TEXT[RAIL_CARD]
    return cards if cards and not can_move_by_rail(s, by_card=True) else 0


MAY_MOVE = (has_the_rail_symbol, something_can_move)

# --- LIFT -----------------------------------------------------------------------------------------------------------


def counter_facts(s: State, f: Moving, n: int) -> dict[str, Arg]:
    return {"unit": Name("unit", n % 4), "half": Name("half", n // 4), "location": Name("location", n // 8)}


@offers("LIN-rail-a", counter_facts)
def is_its_own(s: State, f: Moving) -> int:
    """A side moves its own armies."""
    return s.standing[s.active]


@closes("LIN-rail-j", counter_facts)
def is_an_army(s: State, f: Moving) -> int:
    """Only armies move; a fort stays where it was built (LIN-enter-d)."""
    return atlas.FORT_COUNTERS


@closes("LIN-rail-a", counter_facts)
def can_go_somewhere(s: State, f: Moving) -> int:
    """There must be a place it could go to."""
    cards, by_card = s.held[s.active], f.by_card >= 0
    return sum([255 << 8 * loc for loc in _places(s) if not can_leave(s, loc, cards, by_card=by_card)])


def _places(s: State) -> set[int]:
    """Where the active side has counters."""
    return {counter >> 3 for counter in bits(s.standing[s.active])}


def moved_already(s: State, f: Moving) -> int:
    """The counters of whose kind no other stands where the move at hand has brought them, as a set."""
    troops, own = s.troops, s.active * HALVES
    return set_of([n for n in f.moved if troops[own + n // 4] >> 8 * (n % 4) & 255 <= f.moved.count(n)])


@closes("LIN-card-i", counter_facts)
def has_not_moved_by_card(s: State, f: Moving) -> int:
    """The Rail Movement card moves two different counters, or one once."""
    return moved_already(s, f) if f.moved else 0


MAY_LIFT = (is_an_army, has_not_moved_by_card, can_go_somewhere)


@offers("LIN-rail-b")
def is_a_stack_that_can_go(s: State, f: Moving) -> int:
    """All armies of a location move together, where there are several; by card each moves by itself (LIN-card-i)."""
    if f.by_card >= 0:
        return 0
    several = [loc for loc in _places(s) if counters(s.here(s.active, loc) & ARMIES) > 1]
    return set_of([loc for loc in several if can_leave(s, loc, s.held[s.active], by_card=False)])


def lift(s: State, f: Moving, n: int) -> None:
    """LIN-rail-c: one counter; more may be added."""
    _lift(s, f, n // 8, *one_more(f, n))


def lift_all(s: State, f: Moving, loc: int) -> None:
    """LIN-rail-b: all armies of a location."""
    first = s.active * HALVES + 2 * loc
    _lift(s, f, loc, s.troops[first] & ARMIES, s.troops[first + 1] & ARMIES)


def one_more(f: Moving, n: int) -> tuple[int, int]:
    """The stacks of a move with one counter more."""
    return (f.first, f.second + ONE[n % 4]) if n // 4 & 1 else (f.first + ONE[n % 4], f.second)


def _lift(s: State, f: Moving, loc: int, first: int, second: int) -> None:
    """LIN-rail-b, LIN-rail-c: a stack goes next door, a single counter may go far; with or without a combat at the end."""
    ways = ways_out(s, s.active, loc) if counters(first + second) > 1 else open_ways(s, s.active, loc)
    side, control = s.active, s.control
    halves = attacks = 0
    for way in bits(ways):
        if control[WAY_TO_LOC[way]] != side and meeting(s, side, WAY_TO[way]) == AUTOMATIC:
            attacks |= 1 << way
        else:
            halves |= 1 << WAY_TO[way]
    s.goto(Moving(Box.GO, loc, first, second, f.by_card, halves, attacks, f.moved))


def is_stack(f: Moving) -> bool:
    return counters(f.first + f.second) > 1


# --- GO: over a link that starts a combat ---------------------------------------------------------------------------


def _goal(s: State, f: Moving, way: int) -> dict[str, Arg]:
    return {"frm": Name("location", f.loc), "half": Name("half", WAY_TO[way]), "location": Name("location", WAY_TO_LOC[way])}


@offers("LIN-rail-b", _goal)
def leaves_its_place(s: State, f: Moving) -> int:
    """A move ends in another location."""
    return ALL_WAYS & ~atlas.WAYS_INTO[f.loc]


@closes("LIN-rail-g", _goal)
def is_not_closed(s: State, f: Moving) -> int:
    """The Confederate never enters a location that is closed to him (LIN-map-d)."""
    return atlas.BARRED[s.active]


@closes("LIN-rail-b", _goal)
def stack_goes_next_door(s: State, f: Moving) -> int:
    """Several armies together move only to an adjacent location."""
    return ALL_WAYS & ~WAYS_OF_LOC[f.loc] if is_stack(f) else 0


@closes("LIN-rail-i", _goal)
def leaves_by_its_own_half(s: State, f: Moving) -> int:
    """Out of a contested location only over the links of the half one holds."""
    return WAYS_OF_LOC[f.loc] & ~ways_out(s, s.active, f.loc) if s.control[f.loc] != s.active else 0


@clause("LIN-rail-e")
def does_not_cross_a_place(s: State, f: Moving, way: int) -> Verdict:
    """Nobody enters the enemy's half of a contested location and goes on from his own."""
    return bool(f.ways >> way & 1) or not _ways_across(s, f.loc) >> way & 1 or refuse(half=Name("half", WAY_TO[way]))


def _ways_across(s: State, loc: int) -> int:
    """The ways that would be open if a contested location could be crossed from half to half."""
    found, fresh = 0, ways_out(s, s.active, loc)
    while fresh:
        found |= fresh
        passed = (place for way in bits(fresh) if s.control[place := WAY_TO_LOC[way]] in (s.active, NOBODY))
        fresh = 0
        for place in passed:
            fresh |= WAYS_OF_LOC[place] & ~found
    return found


@closes("LIN-rail-d", _goal)
def way_is_open(s: State, f: Moving) -> int:
    """Every location passed must be controlled, or contested and passed through the half of one's own troops."""
    return ALL_WAYS & ~f.ways


@closes("LIN-card-i", _goal)
def keeps_away_from_the_enemy(s: State, f: Moving) -> int:
    """The Rail Movement card never leads into an enemy-occupied location."""
    return f.ways if f.by_card >= 0 else 0


@closes("LIN-combat-d")
def has_a_card_to_fight_with(s: State, f: Moving) -> int:
    """No combat is started without a card left to play in it."""
    return 0 if s.held[s.active] else ALL_WAYS


MAY_ATTACK_OVER = (is_not_closed, stack_goes_next_door, leaves_by_its_own_half, does_not_cross_a_place, way_is_open,
                   keeps_away_from_the_enemy, has_a_card_to_fight_with)  # fmt: skip

# --- GO: without a combat, or with one more army --------------------------------------------------------------------


@offers("LIN-rail-d")
def is_open_and_quiet(s: State, f: Moving) -> int:
    """Into a half that can be reached and where no enemy must be fought."""
    return f.halves


@closes("LIN-card-i")
def is_not_contested_by_card(s: State, f: Moving) -> int:
    """Nor does the Rail Movement card end in the own half of a contested location."""
    return set_of(half for half in bits(f.halves) if meeting(s, s.active, half) > TAKEN) if f.by_card >= 0 else 0


@offers("LIN-rail-b", counter_facts)
def is_of_the_same_place(s: State, f: Moving) -> int:
    """Armies that move together come from one location."""
    first = s.active * HALVES + 2 * f.loc
    return (kind_set(s.troops[first] - f.first) | kind_set(s.troops[first + 1] - f.second) << 4) << 8 * f.loc


@closes("LIN-card-i")
def moves_one_at_a_time(s: State, f: Moving) -> int:
    """The counters of the Rail Movement card move one by one, each with its own way."""
    return 255 << 8 * f.loc if f.by_card >= 0 else 0


def add(s: State, f: Moving, n: int) -> None:
    """LIN-rail-b: another counter comes along."""
    _lift(s, f, f.loc, *one_more(f, n))


def go(s: State, f: Moving, half: int) -> None:
    """LIN-combat-b: into the half that the link leads to."""
    _march(s, f, half, least_bonus(s, f, half) if meeting(s, s.active, half) == OPTIONAL else 0)


def least_bonus(s: State, f: Moving, half: int) -> int:
    """LIN-map-f: the modifier of the links over which this half can be entered; of several the least."""
    ways = ways_out(s, s.active, f.loc) if is_stack(f) else open_ways(s, s.active, f.loc)
    return min([atlas.WAY_BONUS[1 - s.active][way] for way in bits(ways) if WAY_TO[way] == half])


def go_over(s: State, f: Moving, way: int) -> None:
    """LIN-map-f: the attack comes over this link, with its modifier."""
    _march(s, f, WAY_TO[way], atlas.WAY_BONUS[1 - s.active][way])


def _march(s: State, f: Moving, half: int, bonus: int) -> None:
    """The armies leave; by the Rail Movement card another counter may follow (LIN-card-i)."""
    s.tell(MOVED, s.active, tuple(each(f.first + f.second)), f.loc, half)
    s.pop()
    if f.by_card > 0:
        s.push(Moving(Box.LIFT_MORE, by_card=f.by_card - 1, moved=arrivals(f, half)))
    enter(s, half, (f.first, f.second), f.loc, bonus)


def arrivals(f: Moving, half: int) -> tuple[int, ...]:
    """The counters moved so far and those of this move, where they arrive."""
    return (*f.moved, *(4 * half + kind for kind in each(f.first + f.second)))
