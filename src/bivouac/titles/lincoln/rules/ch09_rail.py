"""Moving by rail: a stack to the next place or one counter far; the Rail Movement card.

LIFT   which counter, or all of a location (the card is discarded before)
GO     where to, or one more counter from the same place
"""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import MOVED
from bivouac.titles.lincoln.frames import ADD, ALL_OF, FORT_CODE, MOVE, OVER, PLAY, STOP, Box, Moving, does
from bivouac.titles.lincoln.printed import map as atlas
from bivouac.titles.lincoln.printed.map import CLOSED, HALVES, LOC_OF, LOCS, WAY_TO, WAY_TO_LOC, WAYS_OF_HALF, WAYS_OF_LOC
from bivouac.titles.lincoln.printed.units import RAIL, RAIL_CARD, TEXT
from bivouac.titles.lincoln.rules.ch05_control import own_half
from bivouac.titles.lincoln.rules.ch06_entering import AUTOMATIC, FRIENDLY, TAKEN, enter, meeting
from bivouac.titles.lincoln.state import ARMIES, CSA, NOBODY, ONE, State, counters, each, kinds_in

# --- ways -----------------------------------------------------------------------------------------------------------


def ways_out(s: State, side: int, loc: int) -> tuple[int, ...]:
    """LIN-rail-i: from a contested location only over the links of the own half, otherwise over all of them."""
    return WAYS_OF_LOC[loc] if s.control[loc] == side else WAYS_OF_HALF[own_half(s, side, loc)]


def open_ways(s: State, side: int, loc: int) -> list[int]:
    """LIN-rail-c to LIN-rail-g: every way over which one counter from `loc` may come to the end of its move, nearest first.

    It may go on from a location it controls, or from the half of a contested one that its own troops hold.
    """
    control, troops, own = s.control, s.troops, side * HALVES
    found: list[int] = []
    seen = 1 << loc
    frontier: list[int] = list(ways_out(s, side, loc))
    for way in frontier:
        place = WAY_TO_LOC[way]
        if place == loc or (side == CSA and CLOSED[place]):
            continue
        found.append(way)
        if seen >> place & 1:
            continue
        if control[place] == side:
            seen |= 1 << place
            frontier.extend(WAYS_OF_LOC[place])
        elif control[place] == NOBODY and troops[own + WAY_TO[way]]:
            seen |= 1 << place
            frontier.extend(WAYS_OF_HALF[WAY_TO[way]])
    return found


# --- may anything leave? --------------------------------------------------------------------------------------------


def can_leave(s: State, loc: int, cards: int, *, by_card: bool) -> bool:
    """Whether an army in this location could go anywhere at all with so many cards left (its neighbours decide: what is farther lies
    behind them)."""
    side = s.active
    for way in ways_out(s, side, loc):
        if side == CSA and CLOSED[WAY_TO_LOC[way]]:
            continue
        met = meeting(s, side, WAY_TO[way])
        if met <= TAKEN or (not by_card and (met != AUTOMATIC or cards)):
            return True
    return False


def can_move_by_rail(s: State, *, by_card: bool) -> bool:
    """Whether any army can move once the card is paid."""
    cards = s.held[s.active] - 1
    return any(s.here(s.active, loc) & ARMIES and can_leave(s, loc, cards, by_card=by_card) for loc in range(LOCS))


@clause("LIN-rail-a")
def has_the_rail_symbol(s: State, f: object, a: int) -> Verdict:
    """A rail move costs a card with the rail symbol."""
    return not does(a, MOVE) or RAIL[a - MOVE] or refuse(card=Name("card", a - MOVE))


@clause("LIN-rail-a")
def something_can_move(s: State, f: object, a: int) -> Verdict:
    """There must be an army that can move once the card is paid."""
    return not does(a, MOVE) or can_move_by_rail(s, by_card=False) or refuse()


@clause("LIN-card-i")
def rails_lead_somewhere(s: State, f: object, a: int) -> Verdict:
    """The Rail Movement card needs an army that can move without meeting the enemy."""
    return not does(a, PLAY) or TEXT[a - PLAY] != RAIL_CARD or can_move_by_rail(s, by_card=True) or refuse()


MAY_MOVE = (has_the_rail_symbol, something_can_move)

# --- LIFT -----------------------------------------------------------------------------------------------------------


def liftable(s: State, f: Moving) -> Sequence[int]:
    """Every counter of the mover, armies and forts, by half and kind; then whole locations; then, by card, an end."""
    own = s.active * HALVES
    found = [half * 4 + kind for half in range(HALVES) for kind in kinds_in(s.troops[own + half])]
    if f.by_card < 0:
        found += [ALL_OF + loc for loc in range(LOCS) if counters(s.here(s.active, loc) & ARMIES) > 1]
    return [*found, STOP] if f.box == Box.LIFT_MORE else found


def _lift_loc(a: int) -> int:
    return a // 8 if a < ALL_OF else a - ALL_OF


@clause("LIN-rail-j")
def is_an_army(s: State, f: Moving, a: int) -> Verdict:
    """Only armies move; a fort stays where it was built (LIN-enter-d)."""
    return a >= ALL_OF or a % 4 != FORT_CODE or refuse()


@clause("LIN-rail-a")
def can_go_somewhere(s: State, f: Moving, a: int) -> Verdict:
    """There must be a place it could go to."""
    if a == STOP:
        return True
    loc = _lift_loc(a)
    return can_leave(s, loc, s.held[s.active], by_card=f.by_card >= 0) or refuse(location=Name("location", loc))


MAY_LIFT = (is_an_army, can_go_somewhere)


def legal_lifts(s: State, f: Moving) -> Sequence[int]:
    """`MAY_LIFT` over all counters, quickly."""
    side, troops = s.active, s.troops
    own, by_card, cards = side * HALVES, f.by_card >= 0, s.held[side]
    found: list[int] = []
    whole: list[int] = []
    for loc in range(LOCS):
        here = own + 2 * loc
        first, second = troops[here] & ARMIES, troops[here + 1] & ARMIES
        if (first or second) and can_leave(s, loc, cards, by_card=by_card):
            found += [loc * 8 + kind for kind in (0, 1, 2) if first >> 8 * kind & 255]
            found += [loc * 8 + 4 + kind for kind in (0, 1, 2) if second >> 8 * kind & 255]
            if not by_card and counters(first + second) > 1:
                whole.append(ALL_OF + loc)
    found += whole
    return [*found, STOP] if f.box == Box.LIFT_MORE else found


def lift(s: State, f: Moving, a: int) -> None:
    """LIN-rail-b, LIN-rail-c: one counter (more may be added), or all armies of a location."""
    if a == STOP:
        s.pop()
        return
    own, loc = s.active * HALVES, _lift_loc(a)
    if a >= ALL_OF:
        first, second = s.troops[own + 2 * loc] & ARMIES, s.troops[own + 2 * loc + 1] & ARMIES
    else:
        first, second = (0, ONE[a % 4]) if a // 4 & 1 else (ONE[a % 4], 0)
    s.goto(Moving(Box.GO, loc, first, second, f.by_card))


def one_more(f: Moving, box: Box, a: int) -> Moving:
    """The move with one counter more, given by its half and kind."""
    more = ONE[a % 4]
    first, second = (f.first, f.second + more) if a // 4 & 1 else (f.first + more, f.second)
    return Moving(box, a // 8, first, second, f.by_card)


# --- GO -------------------------------------------------------------------------------------------------------------


def _more(s: State, f: Moving) -> list[int]:
    """Counters that could still be added, by half and kind."""
    own, loc = s.active * HALVES, f.loc
    first, second = s.troops[own + 2 * loc] - f.first, s.troops[own + 2 * loc + 1] - f.second
    return [ADD + loc * 8 + kind for kind in kinds_in(first)] + [ADD + loc * 8 + 4 + kind for kind in kinds_in(second)]


def goals(s: State, f: Moving) -> Sequence[int]:
    """Peaceful halves by their number, attacks by the way they come over, counters to add."""
    side = s.active
    halves = [h for h in range(HALVES) if LOC_OF[h] != f.loc and meeting(s, side, h) != AUTOMATIC]
    attacks = [OVER + w for w in range(atlas.WAYS) if WAY_TO_LOC[w] != f.loc and meeting(s, side, WAY_TO[w]) == AUTOMATIC]
    return halves + attacks + _more(s, f)


def _half_of(a: int) -> int:
    return a if a < HALVES else WAY_TO[a - OVER]


def _goal(a: int) -> Name:
    return Name("location", LOC_OF[_half_of(a)])


def is_stack(f: Moving) -> bool:
    return counters(f.first + f.second) > 1


def _ways(s: State, f: Moving) -> Sequence[int]:
    """LIN-rail-b, LIN-rail-c: the ways a stack or a single counter may end on."""
    if not is_stack(f):
        return open_ways(s, s.active, f.loc)
    return [w for w in ways_out(s, s.active, f.loc) if s.active != CSA or not CLOSED[WAY_TO_LOC[w]]]


def _reaches(ways: Sequence[int], a: int) -> bool:
    """Whether one of these ways is, or ends at, what the answer names."""
    return a - OVER in ways if a >= OVER else any(WAY_TO[way] == a for way in ways)


@clause("LIN-rail-j")
def adds_an_army(s: State, f: Moving, a: int) -> Verdict:
    """Only armies move."""
    return a < ADD or (a - ADD) % 4 != FORT_CODE or refuse()


@clause("LIN-card-i")
def moves_one_at_a_time(s: State, f: Moving, a: int) -> Verdict:
    """The counters of the Rail Movement card move one by one, each with its own way."""
    return a < ADD or f.by_card < 0 or refuse()


@clause("LIN-rail-g")
def is_not_closed(s: State, f: Moving, a: int) -> Verdict:
    """The Confederate never enters a location that is closed to him (LIN-map-d)."""
    return a >= ADD or s.active != CSA or not CLOSED[LOC_OF[_half_of(a)]] or refuse(location=_goal(a))


@clause("LIN-rail-b")
def stack_goes_next_door(s: State, f: Moving, a: int) -> Verdict:
    """Several armies together move only to an adjacent location."""
    return a >= ADD or not is_stack(f) or _reaches(WAYS_OF_LOC[f.loc], a) or refuse(frm=Name("location", f.loc), to=_goal(a))


@clause("LIN-rail-i")
def leaves_by_its_own_half(s: State, f: Moving, a: int) -> Verdict:
    """Out of a contested location only over the links of the half one holds."""
    if a >= ADD or s.control[f.loc] == s.active or _reaches(_ways(s, f), a):
        return True
    return not _reaches(WAYS_OF_LOC[f.loc], a) or refuse(location=Name("location", f.loc))


@clause("LIN-rail-e")
def does_not_cross_a_place(s: State, f: Moving, a: int) -> Verdict:
    """Nobody enters the enemy's half of a contested location and goes on from his own."""
    return a >= ADD or _reaches(_ways(s, f), a) or not _reaches(_ways_across(s, f), a) or refuse(to=_goal(a))


def _ways_across(s: State, f: Moving) -> list[int]:
    """The ways that would be open if a contested location could be crossed from half to half."""
    seen, found = {f.loc}, list(ways_out(s, s.active, f.loc))
    for way in found:
        place = WAY_TO_LOC[way]
        if place not in seen and s.control[place] in (s.active, NOBODY):
            seen.add(place)
            found.extend(WAYS_OF_LOC[place])
    return found


@clause("LIN-rail-d")
def way_is_open(s: State, f: Moving, a: int) -> Verdict:
    """Every location passed must be controlled, or contested and passed through the half of one's own troops."""
    return a >= ADD or _reaches(_ways(s, f), a) or refuse(to=_goal(a))


@clause("LIN-card-i")
def keeps_away_from_the_enemy(s: State, f: Moving, a: int) -> Verdict:
    """The Rail Movement card never leads into an enemy-occupied location."""
    return a >= ADD or f.by_card < 0 or meeting(s, s.active, _half_of(a)) in (FRIENDLY, TAKEN) or refuse(to=_goal(a))


@clause("LIN-combat-d")
def has_a_card_to_fight_with(s: State, f: Moving, a: int) -> Verdict:
    """No combat is started without a card left to play in it."""
    return not OVER <= a < ADD or s.held[s.active] > 0 or refuse()


MAY_GO = (adds_an_army, moves_one_at_a_time, is_not_closed, stack_goes_next_door, leaves_by_its_own_half, does_not_cross_a_place,
          way_is_open, keeps_away_from_the_enemy, has_a_card_to_fight_with)  # fmt: skip


def legal_goals(s: State, f: Moving) -> Sequence[int]:
    """`MAY_GO` over all goals, quickly."""
    side, by_card = s.active, f.by_card >= 0
    cards, seen = s.held[side], 0
    halves: list[int] = []
    attacks: list[int] = []
    for way in _ways(s, f):
        half = WAY_TO[way]
        met = meeting(s, side, half)
        if met == AUTOMATIC:
            if cards and not by_card:
                attacks.append(OVER + way)
        elif not seen >> half & 1 and (met <= TAKEN or not by_card):
            seen |= 1 << half
            halves.append(half)
    halves.sort()
    attacks.sort()
    return halves + attacks + ([] if by_card else [a for a in _more(s, f) if a % 4 != FORT_CODE])


def go(s: State, f: Moving, a: int) -> None:
    """LIN-rail-b: another counter comes along, or the move is made; LIN-combat-b: into the half that the link leads to."""
    if a >= ADD:
        s.goto(one_more(f, Box.GO, a - ADD))
        return
    half, side = _half_of(a), s.active
    s.tell(MOVED, side, tuple(each(f.first + f.second)), f.loc, half)
    s.pop()
    if f.by_card > 0:
        s.push(Moving(Box.LIFT_MORE, -1, 0, 0, f.by_card - 1))
    bonus = atlas.WAY_BONUS[1 - side][a - OVER] if a >= OVER else 0
    enter(s, half, (f.first, f.second), f.loc, _origin(f, a), bonus)


def _origin(f: Moving, a: int) -> int:
    """LIN-retreat-d: the half a beaten attacker goes back to: a single counter's own, a stack's on the side of the link it used."""
    if not is_stack(f):
        return 2 * f.loc + (f.second > 0)
    if a >= OVER:
        return atlas.WAY_FROM[a - OVER]
    return next(atlas.WAY_FROM[w] for w in WAYS_OF_LOC[f.loc] if WAY_TO[w] == a)
