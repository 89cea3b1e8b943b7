"""Damage cubes (chapter cubes): carried by pieces that move, taken by pieces that are hit, short in the reserve. Cavalry that evades (cav).

Outside an assault the cubes of a place belong to its classes and are kept level; then the piece with the fewest of a class is the one
that even spreading would choose, and the first of a class is as good as any other to march off with as many cubes as its owner likes.
"""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.ids import SIDES, Side
from bivouac.core.legality import Verdict, clause, refuse
from bivouac.titles.gettysburg.events import EVADED, HURT_BY_CUBE, SHORT_OF_CUBES
from bivouac.titles.gettysburg.frames import AT, ATTACKERS, DONE, NO, YES, At, Box, Flight, Hits, March, Rank, Sally
from bivouac.titles.gettysburg.printed.units import BEARS, CLASS, COLOUR, COLOURS, IS_CAVALRY, IS_GUN, LIMITS, SIDE
from bivouac.titles.gettysburg.rules.ch01_components import (
    FROM_AFAR,
    IN_THE_PRESS,
    ON_ATTACKERS,
    ON_DEFENDERS,
    THEN_POP,
    eliminate,
    fronts,
    guns_in,
    piece_name,
    return_cubes,
)
from bivouac.titles.gettysburg.rules.ch15_retreat import can_flee, go_home
from bivouac.titles.gettysburg.state import INFLICTED, State

# --- cubes of pieces that march ---------------------------------------------------------------------


def equals_of(s: State, p: int, place: int) -> list[int]:
    return [q for q in s.at[place] if COLOUR[q] == COLOUR[p]]


def carried(s: State, p: int) -> int:
    return 0 if IS_GUN[p] else s.cubes[p]


def choices_of_load(s: State, p: int, place: int) -> range:
    """GET-cubes-c to GET-cubes-e, GET-cubes-h: how many cubes the piece may take along; the others must bear the rest."""
    if IS_GUN[p]:
        return range(1)
    cubes, colour = s.cubes, COLOUR[p]
    total = others = 0
    for q in s.at[place]:
        if COLOUR[q] == colour:
            total += cubes[q]
            others += 1
    bears = BEARS[p]
    return range(max(0, total - bears * (others - 1)), min(bears, total) + 1)


def load(s: State, p: int, place: int, n: int) -> None:
    """GET-move-n: the piece takes n cubes of its class, the others share what is left."""
    others = [q for q in equals_of(s, p, place) if q != p]
    rest = s.cubes[p] + sum(s.cubes[q] for q in others) - n
    s.cubes[p] = n
    if others:
        share, more = divmod(rest, len(others))
        for i, q in enumerate(others):
            s.cubes[q] = share + (i < more)


Leaving = March | Sally | Flight


def load_candidates(s: State, f: Leaving) -> Sequence[int]:
    return range(BEARS[f.piece] + 1)


def _place(f: Leaving) -> int:
    return f.place if isinstance(f, Sally) else f.frm


def _total(s: State, f: Leaving) -> int:
    return sum(s.cubes[q] for q in equals_of(s, f.piece, _place(f)))


@clause("GET-cubes-d")
def are_there(s: State, f: Leaving, n: int) -> Verdict:
    """A piece carries cubes of its own colour: no more than lie there."""
    return n <= _total(s, f) or refuse(n=_total(s, f))


@clause("GET-cubes-h")
def leaves_nobody_to_die(s: State, f: Leaving, n: int) -> Verdict:
    """Cubes are not left to others that could not bear them."""
    least = choices_of_load(s, f.piece, _place(f)).start
    return n >= least or refuse(n=least)


MAY_CARRY = (are_there, leaves_nobody_to_die)

# --- hits -------------------------------------------------------------------------------------------


def take_hits(s: State, area: int, role: int, n: int, then: int) -> None:
    """Goes to the boxes where n cubes are taken, and then to the box `then` (or back to where they were pushed from)."""
    if n:
        s.goto(Hits(Box.HITS, area, role, n, (), (), then))
    elif then == THEN_POP:
        s.pop()
    else:
        s.goto(AT[then])


def hurt_side(s: State, f: Hits) -> Side:
    return SIDES[SIDE[victims(s, f)[0]]]


def victims(s: State, f: Hits) -> list[int]:
    if f.role == ON_ATTACKERS:
        return s.attackers(f.area)
    return [p for p in s.at[f.area] if not IS_GUN[p]]


def hit_candidates(s: State, f: Hits) -> list[int]:
    """One of each sort: equal pieces with equal cubes are not told apart."""
    found: list[int] = []
    sorts: list[tuple[int, int, int]] = []
    origins = {p: origin for p, _, origin, _ in s.attack} if f.role == ON_ATTACKERS else {}
    for p in victims(s, f):
        sort = (CLASS[p], s.cubes[p] + (p in f.doomed), origins.get(p, 0))
        if sort not in sorts:
            sorts.append(sort)
            found.append(p)
    return found


@clause("GET-cubes-e")
def is_not_past_bearing(s: State, f: Hits, a: int) -> Verdict:
    """A cavalry piece that has had its last cube takes no more."""
    return a not in f.doomed or refuse(piece=piece_name(a))


@clause("GET-cubes-h")
def is_not_sacrificed(s: State, f: Hits, a: int) -> Verdict:
    """No cube eliminates a piece while another can bear it."""
    return s.cubes[a] < BEARS[a] or all(s.cubes[p] >= BEARS[p] for p in victims(s, f)) or refuse(piece=piece_name(a))


@clause("GET-cubes-k")
def is_least_hurt(s: State, f: Hits, a: int) -> Verdict:
    """Cubes are spread evenly: each goes to a piece that has the fewest."""
    cubes = s.cubes
    least = min((cubes[p] for p in victims(s, f) if cubes[p] < BEARS[p]), default=-1)
    return least < 0 or cubes[a] == least or refuse(piece=piece_name(a))


MAY_BE_HIT = (is_not_past_bearing, is_not_sacrificed, is_least_hurt)


def hit_options(s: State, f: Hits) -> list[int]:
    """The same as MAY_BE_HIT allows, for one victim at once."""
    here = victims(s, f)
    if len(here) == 1:
        return [p for p in here if p not in f.doomed]
    cubes = s.cubes
    candidates = hit_candidates(s, f)
    least = min((cubes[p] for p in here if cubes[p] < BEARS[p]), default=-1)
    if least < 0:
        return [p for p in candidates if p not in f.doomed]
    return [p for p in candidates if cubes[p] == least and cubes[p] < BEARS[p]]


def next_hit(s: State, f: Hits) -> None:
    here = victims(s, f)
    struck = tuple(p for p in f.struck if p in here) if f.struck else ()
    if f.left and any(p not in f.doomed for p in here):
        s.goto(Hits(Box.HIT, f.area, f.role, f.left, struck, f.doomed, f.then))
    elif struck:
        s.goto(Hits(Box.EVADE, f.area, f.role, 0, struck, f.doomed, f.then, f.evaded))
    else:
        take_hits(s, f.area, f.role, 0, f.then)
        if f.evaded and f.role != ON_ATTACKERS and guns_in(s, f.area) and (here or f.role == FROM_AFAR):
            s.push(Rank(Box.ESCORT, (f.area,)))


def take_hit(s: State, f: Hits, p: int) -> None:
    """GET-cubes-a, GET-cubes-j: one cube for this piece; if the reserve has none, room is made first and the owner is asked again."""
    cavalry = IS_CAVALRY[p] and f.role != IN_THE_PRESS
    doomed = f.doomed
    if s.cubes[p] < BEARS[p]:
        if not s.stock[COLOUR[p]]:
            s.goto(Hits(Box.HITS, f.area, f.role, f.left, f.struck, doomed, f.then))
            s.push(At(Box.SHORTAGE, COLOUR[p]))
            return
        _add_cube(s, f, p)
    elif cavalry:
        doomed = (*doomed, p)
    else:
        eliminate(s, p, f.area)
    s.fight[INFLICTED] += f.role <= ON_DEFENDERS
    struck = (*f.struck, p) if cavalry and p not in f.struck else f.struck
    s.goto(Hits(Box.HITS, f.area, f.role, f.left - 1, struck, doomed, f.then))


def _add_cube(s: State, f: Hits, p: int) -> None:
    s.stock[COLOUR[p]] -= 1
    s.cubes[p] += 1
    s.tell(HURT_BY_CUBE, p, f.area)
    if f.role != ON_ATTACKERS:
        s.settle(f.area)


# --- cavalry that evades ----------------------------------------------------------------------------


def struck_side(s: State, f: Hits) -> Side:
    return SIDES[SIDE[f.struck[0]]]


def yes_or_no(s: State, f: Hits) -> Sequence[int]:
    return (NO, YES)


@clause("GET-cav-e")
def has_somewhere_to_ride(s: State, f: Hits, a: int) -> Verdict:
    """Cavalry that evades follows the rules of retreat: without a place to go it stays."""
    return a == NO or f.role == ON_ATTACKERS or can_flee(s, f.struck[0], f.area) or refuse(piece=piece_name(f.struck[0]))


def evade(s: State, f: Hits, a: int) -> None:
    """GET-cav-c: one cube is ignored and the piece retreats; GET-cav-b: the fourth cube eliminates it otherwise."""
    p, struck = f.struck[0], f.struck[1:]
    s.goto(Hits(Box.HITS, f.area, f.role, 0, struck, f.doomed, f.then, f.evaded or a))
    if a == NO:
        if p in f.doomed:
            eliminate(s, p, f.area)
        return
    if p not in f.doomed:
        s.cubes[p] -= 1
        s.stock[COLOUR[p]] += 1
    s.fight[INFLICTED] -= f.role <= ON_DEFENDERS
    s.tell(EVADED, p, f.area)
    if f.role == ON_ATTACKERS:
        go_home(s, p)
        return
    s.push(Flight(Box.EVADE_CUBES if f.role == FROM_AFAR else Box.FLEE, p, f.area))


def load_evading(s: State, f: Flight, n: int) -> None:
    """GET-cubes-c: outside an assault the cubes are dealt out as the piece leaves; in one they are dealt out already."""
    load(s, f.piece, f.frm, n)
    s.goto(Flight(Box.FLEE, f.piece, f.frm))


def escort_side(s: State, f: Rank) -> Side:
    return SIDES[SIDE[s.at[f.queue[0]][0]]]


def escort_candidates(s: State, f: Rank) -> list[int]:
    return [DONE, *fronts(s, guns_in(s, f.queue[0]))]


@clause("GET-art-e")
def gun_has_haven(s: State, f: Rank, a: int) -> Verdict:
    """Artillery retreats like infantry: where no block helps, it cannot."""
    area = f.queue[0]
    return a == DONE or can_flee(s, a, area) or refuse(piece=piece_name(a))


def escort(s: State, f: Rank, a: int) -> None:
    """GET-cav-d: guns may go along with cavalry that evades, undamaged; in an assault those that are left alone go anyway. (GET-art-d)"""
    if a == DONE:
        s.pop()
    else:
        s.push(Flight(Box.FLEE, a, f.queue[0]))


# --- a reserve without cubes ------------------------------------------------------------------------


def shortage_side(s: State, f: At) -> Side:
    return SIDES[COLOURS[f.n][0]]


def groups_of(s: State, colour: int) -> dict[int, list[int]]:
    """The pieces of a colour by where they are: a place, or ATTACKERS and the area they assault."""
    groups: dict[int, list[int]] = {}
    for place, here in enumerate(s.at):
        mine = [p for p in here if COLOUR[p] == colour]
        if mine:
            groups[place] = mine
    for p, area, _, _ in s.attack:
        if COLOUR[p] == colour:
            groups.setdefault(ATTACKERS + area, []).append(p)
    return groups


def shortage_candidates(s: State, f: At) -> list[int]:
    return sorted(groups_of(s, f.n))


@clause("GET-cubes-p")
def has_five_cubes(s: State, f: At, a: int) -> Verdict:
    """A piece is given up where five cubes of the colour that ran out lie (cavalry: three); if they lie nowhere, where most do."""
    lying = {place: sum(s.cubes[p] for p in group) for place, group in groups_of(s, f.n).items()}
    return lying[a] >= min(_given_up(f.n), max(lying.values())) or refuse(n=lying[a])


def _given_up(colour: int) -> int:
    """How many cubes leave with a piece of this colour."""
    return min(LIMITS.shortage_cubes, BEARS[COLOUR.index(colour)])


def give_up_piece(s: State, f: At, a: int) -> None:
    """GET-cubes-o: a piece leaves with up to five cubes of its colour from the same place."""
    group = groups_of(s, f.n)[a]
    p = max(group, key=lambda q: s.cubes[q])
    area = a - ATTACKERS if a >= ATTACKERS else a
    wanted = min(_given_up(f.n), sum(s.cubes[q] for q in group))
    s.tell(SHORT_OF_CUBES, p, area, wanted)
    wanted -= s.cubes[p]
    return_cubes(s, p)
    for q in sorted(group, key=lambda q: -s.cubes[q]):
        n = min(wanted, s.cubes[q])
        s.cubes[q] -= n
        s.stock[f.n] += n
        wanted -= n
    s.pop()
    eliminate(s, p, area)
