"""Moving by sea: EMBARK, which army; SAIL, which port, or one more card for one more army."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import SAILED
from bivouac.titles.lincoln.frames import FORT_CODE, NAVAL_MOVE, OVER, Box, Moving, does
from bivouac.titles.lincoln.printed.map import COLOUR, HALVES, LOCS, PORT_BONUS, PORT_HALF, PORTS
from bivouac.titles.lincoln.printed.units import NAVAL
from bivouac.titles.lincoln.rules.ch06_entering import AUTOMATIC, enter, meeting
from bivouac.titles.lincoln.rules.ch09_rail import is_an_army, is_stack, one_more
from bivouac.titles.lincoln.rules.ch20_decks import discard, in_hand
from bivouac.titles.lincoln.state import ARMIES, CSA, UNION, State, counters, each, kinds_in


def _aboard(s: State, port: int) -> int:
    """LIN-naval-c: the armies that can go aboard; in a contested location, those in the port's half."""
    if s.control[port] == s.active:
        return s.here(s.active, port) & ARMIES
    return s.troops[s.active * HALVES + PORT_HALF[port]] & ARMIES


def _has_port_to_sail_to(s: State, port: int, cards: int) -> bool:
    """Another port is open: an attack needs a card left to play."""
    return any(p != port and (cards or meeting(s, s.active, PORT_HALF[p]) != AUTOMATIC) for p in PORTS)


def can_sail(s: State) -> bool:
    """Whether a naval move is possible once its card is paid."""
    cards = s.held[s.active] - 1
    return any(_aboard(s, port) and _has_port_to_sail_to(s, port, cards) for port in PORTS)


@clause("LIN-naval-a")
def has_a_navy(s: State, f: object, a: int) -> Verdict:
    """Naval movement is for the Union only."""
    return not does(a, NAVAL_MOVE) or s.active == UNION or refuse()


@clause("LIN-naval-b")
def has_the_naval_symbol(s: State, f: object, a: int) -> Verdict:
    """A naval move costs a card with the naval symbol for each army."""
    return not does(a, NAVAL_MOVE) or NAVAL[a - NAVAL_MOVE] or refuse(card=Name("card", a - NAVAL_MOVE))


@clause("LIN-naval-c")
def something_can_sail(s: State, f: object, a: int) -> Verdict:
    """There must be an army in a port, and a port to sail to."""
    return not does(a, NAVAL_MOVE) or can_sail(s) or refuse()


MAY_MOVE_BY_SEA = (has_a_navy, has_the_naval_symbol, something_can_sail)

# --- EMBARK ---------------------------------------------------------------------------------------------------------


def embarkable(s: State, f: Moving) -> Sequence[int]:
    """Every counter that is not aboard yet: of the whole board, then of the port of departure."""
    own, halves = s.active * HALVES, range(HALVES) if f.loc < 0 else (2 * f.loc, 2 * f.loc + 1)
    return [half * 4 + kind for half in halves for kind in kinds_in(s.troops[own + half] - _lifted(f, half))]


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
    return a % 4 == FORT_CODE or _has_port_to_sail_to(s, a // 8, s.held[s.active]) or refuse()


MAY_EMBARK = (is_an_army, is_in_a_port, has_a_port_to_sail_to)


def embark(s: State, f: Moving, a: int) -> None:
    """LIN-naval-b: one army for each naval card."""
    s.goto(one_more(f, Box.SAIL, a))


# --- SAIL -----------------------------------------------------------------------------------------------------------


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
    cards = s.held[s.active]
    if a < OVER:
        return cards > 0 or meeting(s, s.active, PORT_HALF[a]) != AUTOMATIC or refuse()
    return _has_port_to_sail_to(s, f.loc, cards - 1) or refuse()


MAY_SAIL = (takes_a_naval_card, has_another_army, is_a_port, leaves_a_card_to_fight_with)


def sail(s: State, f: Moving, a: int) -> None:
    """LIN-naval-b: from one port to one port; the attack comes over the port (LIN-map-f)."""
    if a >= OVER:
        discard(s, s.active, a - OVER)
        s.goto(f._replace(box=Box.EMBARK))
        return
    half = PORT_HALF[a]
    s.tell(SAILED, s.active, tuple(each(f.first + f.second)), f.loc, half)
    s.pop()
    origin = PORT_HALF[f.loc] if is_stack(f) else 2 * f.loc + (f.second > 0)
    enter(s, half, (f.first, f.second), f.loc, origin, PORT_BONUS[a] if COLOUR[a] == CSA else 0)
