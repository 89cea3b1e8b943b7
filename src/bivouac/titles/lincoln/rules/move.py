"""Moving: a stack to the next place or one counter far, by rail; by sea; the Rail Movement card; what happens on arrival.

LIFT   which counter, or all of a location
GO     where to, or one more counter from the same place
(the card of a rail move is discarded before; a naval move asks EMBARK and SAIL instead)
arrive: put down, then nothing / control / automatic combat / ENGAGE (fight or stay)
"""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import MOVED, SAILED
from bivouac.titles.lincoln.frames import ADD, ALL_OF, FORT_CODE, OVER, STOP, Box, Moving
from bivouac.titles.lincoln.printed.tables import (
    CLOSED,
    COLOUR,
    HALVES,
    LOC_OF,
    LOCS,
    NAVAL,
    PORT_BONUS,
    PORT_HALF,
    PORTS,
    WAY_BONUS,
    WAY_FROM,
    WAY_TO,
    WAY_TO_LOC,
    WAYS,
    WAYS_OF_LOC,
)
from bivouac.titles.lincoln.rules.cards import discard, in_hand
from bivouac.titles.lincoln.rules.combat import arrive
from bivouac.titles.lincoln.rules.ground import AUTOMATIC, FRIENDLY, TAKEN, meeting, open_ways, settle, ways_out
from bivouac.titles.lincoln.state import ARMIES, CSA, NOBODY, ONE, State, counters, kinds_in

# --- may anything leave? --------------------------------------------------------------------------------------------


def can_leave(s: State, side: int, loc: int, by_card: bool) -> bool:
    """Whether an army in this location could go anywhere at all (its neighbours decide: what is farther lies behind them)."""
    cards = s.held[side]
    for way in ways_out(s, side, loc):
        if side == CSA and CLOSED[WAY_TO_LOC[way]]:
            continue
        met = meeting(s, side, WAY_TO[way])
        if met <= TAKEN or (not by_card and (met != AUTOMATIC or cards)):
            return True
    return False


def can_move_by_rail(s: State, side: int, spent: int, by_card: bool) -> bool:
    """Whether any army can move once `spent` cards are paid."""
    troops, own = s.troops, side * HALVES
    s.held[side] -= spent
    found = False
    for loc in range(LOCS):
        if (troops[own + 2 * loc] | troops[own + 2 * loc + 1]) & ARMIES and can_leave(s, side, loc, by_card):
            found = True
            break
    s.held[side] += spent
    return found


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
    return a == STOP or can_leave(s, s.active, _lift_loc(a), f.by_card >= 0) or refuse(location=Name("location", _lift_loc(a)))


MAY_LIFT = (is_an_army, can_go_somewhere)


def legal_lifts(s: State, f: Moving) -> Sequence[int]:
    """`MAY_LIFT` over all counters, quickly."""
    side, troops = s.active, s.troops
    own, by_card = side * HALVES, f.by_card >= 0
    found: list[int] = []
    whole: list[int] = []
    for loc in range(LOCS):
        here = own + 2 * loc
        first, second = troops[here] & ARMIES, troops[here + 1] & ARMIES
        if (first or second) and can_leave(s, side, loc, by_card):
            found += [loc * 8 + kind for kind in (0, 1, 2) if first >> 8 * kind & 255]
            found += [loc * 8 + 4 + kind for kind in (0, 1, 2) if second >> 8 * kind & 255]
            if not by_card and counters(first + second) > 1:
                whole.append(ALL_OF + loc)
    found += whole
    return [*found, STOP] if f.box == Box.LIFT_MORE else found


def lift(s: State, f: Moving, a: int) -> None:
    """LIN-rail-b, LIN-rail-c: one counter (more may be added), or all armies of a location."""
    if a == STOP:
        s.stack = s.stack[:-1]
        return
    own, loc = s.active * HALVES, _lift_loc(a)
    if a >= ALL_OF:
        first, second = s.troops[own + 2 * loc] & ARMIES, s.troops[own + 2 * loc + 1] & ARMIES
    else:
        first, second = (0, ONE[a % 4]) if a // 4 & 1 else (ONE[a % 4], 0)
    s.stack = (*s.stack[:-1], Moving(Box.GO, loc, first, second, f.by_card))


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
    attacks = [OVER + w for w in range(WAYS) if WAY_TO_LOC[w] != f.loc and meeting(s, side, WAY_TO[w]) == AUTOMATIC]
    return halves + attacks + _more(s, f)


def _half_of(a: int) -> int:
    return a if a < HALVES else WAY_TO[a - OVER]


def _is_stack(f: Moving) -> bool:
    return counters(f.first) + counters(f.second) > 1


def _ways(s: State, f: Moving) -> Sequence[int]:
    """LIN-rail-b, LIN-rail-c: the ways a stack or a single counter may end on."""
    if not _is_stack(f):
        return open_ways(s, s.active, f.loc)
    return [w for w in ways_out(s, s.active, f.loc) if s.active != CSA or not CLOSED[WAY_TO_LOC[w]]]


def _fits(way: int, a: int) -> bool:
    return way == a - OVER if a >= OVER else WAY_TO[way] == a


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
    return a >= ADD or s.active != CSA or not CLOSED[LOC_OF[_half_of(a)]] or refuse(location=Name("location", LOC_OF[_half_of(a)]))


@clause("LIN-rail-b")
def stack_goes_next_door(s: State, f: Moving, a: int) -> Verdict:
    """Several armies together move only to an adjacent location."""
    if a >= ADD or not _is_stack(f):
        return True
    return any(_fits(w, a) for w in WAYS_OF_LOC[f.loc]) or refuse(frm=Name("location", f.loc), to=Name("location", LOC_OF[_half_of(a)]))


@clause("LIN-rail-i")
def leaves_by_its_own_half(s: State, f: Moving, a: int) -> Verdict:
    """Out of a contested location only over the links of the half one holds."""
    if a >= ADD or s.control[f.loc] == s.active or any(_fits(w, a) for w in _ways(s, f)):
        return True
    return not any(_fits(w, a) for w in WAYS_OF_LOC[f.loc]) or refuse(location=Name("location", f.loc))


@clause("LIN-rail-e")
def does_not_cross_a_place(s: State, f: Moving, a: int) -> Verdict:
    """Nobody enters the enemy's half of a contested location and goes on from his own."""
    if a >= ADD or any(_fits(w, a) for w in _ways(s, f)):
        return True
    return not any(_fits(w, a) for w in _ways_across(s, f)) or refuse(to=Name("location", LOC_OF[_half_of(a)]))


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
    return a >= ADD or any(_fits(w, a) for w in _ways(s, f)) or refuse(to=Name("location", LOC_OF[_half_of(a)]))


@clause("LIN-card-i")
def keeps_away_from_the_enemy(s: State, f: Moving, a: int) -> Verdict:
    """The Rail Movement card never leads into an enemy-occupied location."""
    if a >= ADD or f.by_card < 0 or meeting(s, s.active, _half_of(a)) in (FRIENDLY, TAKEN):
        return True
    return refuse(to=Name("location", LOC_OF[_half_of(a)]))


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
    if a >= ADD:
        code = a - ADD
        more = ONE[code % 4]
        first, second = (f.first, f.second + more) if code // 4 & 1 else (f.first + more, f.second)
        s.stack = (*s.stack[:-1], Moving(Box.GO, f.loc, first, second, f.by_card))
        return
    way = a - OVER if a >= OVER else -1
    origin = _origin(f, way, a)
    bonus = WAY_BONUS[1 - s.active][way] if way >= 0 else 0
    _march(s, f, _half_of(a), origin, bonus)


def _origin(f: Moving, way: int, a: int) -> int:
    """LIN-retreat-d: the half a beaten attacker goes back to: a single counter's own, a stack's on the side of the link it used."""
    if not _is_stack(f):
        return 2 * f.loc + (f.second > 0)
    if way >= 0:
        return WAY_FROM[way]
    return next(WAY_FROM[w] for w in WAYS_OF_LOC[f.loc] if WAY_TO[w] == a)


def _march(s: State, f: Moving, half: int, origin: int, bonus: int) -> None:
    side = s.active
    s.tell(MOVED, side, units_of(f.first + f.second), f.loc, half)
    _follow_on(s, f)
    _put_down(s, f, half, origin, bonus)


def _follow_on(s: State, f: Moving) -> None:
    """By card a second counter may follow: it is asked for when the first has arrived."""
    if f.by_card > 0:
        s.stack = (*s.stack[:-1], Moving(Box.LIFT_MORE, -1, 0, 0, f.by_card - 1))
    else:
        s.stack = s.stack[:-1]


def _put_down(s: State, f: Moving, half: int, origin: int, bonus: int) -> None:
    """LIN-combat-b: into the half that the link or port leads to."""
    side, loc = s.active, f.loc
    before = s.control[half // 2]
    met = meeting(s, side, half)
    s.shift_stack(side, 2 * loc, half, f.first)
    s.shift_stack(side, 2 * loc + 1, half, f.second)
    settle(s, loc)
    arrive(s, half, met, before, f.first + f.second, origin, bonus)


def units_of(stack: int) -> tuple[int, ...]:
    """The kinds of counter of a stack, one by one."""
    return tuple(kind for kind in (0, 1, 2, 3) for _ in range(stack >> 8 * kind & 255))


# --- by sea ---------------------------------------------------------------------------------------------------------


def can_embark(s: State, port: int) -> bool:
    """LIN-naval-c: an army in the port; in a contested location, in the port's half. And a port it could sail to."""
    if not _aboard(s, port):
        return False
    return any(p != port and (s.held[s.active] or meeting(s, s.active, PORT_HALF[p]) != AUTOMATIC) for p in PORTS)


def _aboard(s: State, port: int) -> int:
    """The armies that can go aboard."""
    if s.control[port] == s.active:
        return s.here(s.active, port) & ARMIES
    return s.troops[s.active * HALVES + PORT_HALF[port]] & ARMIES


def can_sail(s: State) -> bool:
    """Whether a naval move is possible once its card is paid."""
    s.held[s.active] -= 1
    found = any(can_embark(s, port) for port in PORTS)
    s.held[s.active] += 1
    return found


def embarkable(s: State, f: Moving) -> Sequence[int]:
    own = s.active * HALVES
    locs = range(LOCS) if f.loc < 0 else (f.loc,)
    return [
        half * 4 + kind for loc in locs for half in (2 * loc, 2 * loc + 1) for kind in kinds_in(s.troops[own + half] - _lifted(f, half))
    ]


def _lifted(f: Moving, half: int) -> int:
    return 0 if half // 2 != f.loc else (f.second if half & 1 else f.first)


@clause("LIN-naval-c")
def is_in_a_port(s: State, f: Moving, a: int) -> Verdict:
    """Armies go aboard in a port, in a contested location only from the port's half."""
    loc = a // 8
    ashore = PORT_HALF[loc] < 0 or (s.control[loc] != s.active and a // 4 != PORT_HALF[loc])
    return not ashore or refuse(location=Name("location", loc))


@clause("LIN-naval-c")
def has_a_port_to_sail_to(s: State, f: Moving, a: int) -> Verdict:
    """Another port must be open: an attack needs a card left to play."""
    return a % 4 == FORT_CODE or can_embark(s, a // 8) or refuse()


MAY_EMBARK = (is_an_army, is_in_a_port, has_a_port_to_sail_to)


def embark(s: State, f: Moving, a: int) -> None:
    """LIN-naval-b: one army for each naval card."""
    first, second = (f.first, f.second + ONE[a % 4]) if a // 4 & 1 else (f.first + ONE[a % 4], f.second)
    s.stack = (*s.stack[:-1], Moving(Box.SAIL, a // 8, first, second, -1))


def sea_goals(s: State, f: Moving) -> Sequence[int]:
    """Every location, then the cards in hand: a further naval card takes a further army."""
    return [*(loc for loc in range(LOCS) if loc != f.loc), *(OVER + k for k in in_hand(s, s.active))]


@clause("LIN-naval-b")
def takes_a_naval_card(s: State, f: Moving, a: int) -> Verdict:
    """Each further army needs a card with the naval symbol."""
    return a < OVER or NAVAL[a - OVER] or refuse(card=Name("card", a - OVER))


@clause("LIN-naval-b")
def has_another_army(s: State, f: Moving, a: int) -> Verdict:
    """A further card needs a further army in the port of departure."""
    return a < OVER or counters(_aboard(s, f.loc)) > counters(f.first + f.second) or refuse(location=Name("location", f.loc))


@clause("LIN-naval-c")
def is_a_port(s: State, f: Moving, a: int) -> Verdict:
    """Ships sail to ports, and land in the port's half."""
    return a >= OVER or PORT_HALF[a] >= 0 or refuse(location=Name("location", a))


@clause("LIN-combat-d")
def leaves_a_card_to_fight_with(s: State, f: Moving, a: int) -> Verdict:
    """No combat is started, and the last card not spent on ships, where a card will be needed to fight."""
    side = s.active
    if a < OVER:
        return s.held[side] > 0 or meeting(s, side, PORT_HALF[a]) != AUTOMATIC or refuse()
    return s.held[side] > 1 or _has_quiet_port(s, f.loc) or refuse()


def _has_quiet_port(s: State, loc: int) -> bool:
    return any(p != loc and meeting(s, s.active, PORT_HALF[p]) != AUTOMATIC for p in PORTS)


MAY_SAIL = (takes_a_naval_card, has_another_army, is_a_port, leaves_a_card_to_fight_with)


def sail(s: State, f: Moving, a: int) -> None:
    """LIN-naval-b: from one port to one port; the attack comes over the port (LIN-map-f)."""
    if a >= OVER:
        discard(s, s.active, a - OVER)
        s.stack = (*s.stack[:-1], Moving(Box.EMBARK, f.loc, f.first, f.second, -1))
        return
    half = PORT_HALF[a]
    s.tell(SAILED, s.active, units_of(f.first + f.second), f.loc, half)
    s.stack = s.stack[:-1]
    origin = PORT_HALF[f.loc] if counters(f.first + f.second) > 1 else 2 * f.loc + (f.second > 0)
    _put_down(s, f, half, origin, PORT_BONUS[a] if COLOUR[a] == CSA else 0)
