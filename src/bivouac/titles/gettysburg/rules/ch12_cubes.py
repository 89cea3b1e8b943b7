"""Damage cubes (chapter cubes): carried by pieces that move, taken by pieces that are hit, short in the reserve. Cavalry that evades (cav).

Outside an assault the cubes of a place belong to its classes and are kept level; then the piece with the fewest of a class is the one
that even spreading would choose, and the first of a class is as good as any other to march off with as many cubes as its owner likes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from bivouac.core.ids import SIDES, Side
from bivouac.core.kit.bits import set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg
from bivouac.titles.gettysburg.events import CUBE_ADDED, CUBES_GONE, EVADED, HURT_BY_CUBE, SHORT_OF_CUBES, STRUCK
from bivouac.titles.gettysburg.frames import AT, ATTACKERS, At, Box, Flight, Hits, March, Sally
from bivouac.titles.gettysburg.printed.units import BEARS, CLASS, COLOUR, COLOURS, IS_CAVALRY, IS_GUN, LIMITS, SIDE
from bivouac.titles.gettysburg.rules import ch01_components as parts
from bivouac.titles.gettysburg.rules.ch01_components import eliminate, fronts, guns_in, piece_name, return_cubes, sort_of
from bivouac.titles.gettysburg.rules.ch15_retreat import can_flee, go_home
from bivouac.titles.gettysburg.state import INFLICTED, State

Leaving = March | Sally | Flight

# --- cubes of pieces that march ---------------------------------------------------------------------


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


def spread(s: State, pieces: list[int], n: int, place: int) -> None:
    """So many cubes evenly over equal pieces of a place, the lower numbers first."""
    if pieces:
        share, more = divmod(n, len(pieces))
        for i, q in enumerate(pieces):
            s.deal(q, share + (i < more), place)


def load(s: State, p: int, place: int, n: int) -> None:
    """GET-move-n: the piece takes n cubes of its class, the others share what is left."""
    others = [q for q in s.at[place] if COLOUR[q] == COLOUR[p] and q != p]
    rest = s.cubes[p] + sum(s.cubes[q] for q in others) - n
    s.deal(p, n, place)
    spread(s, others, rest, place)


def _choices(s: State, f: Leaving) -> range:
    return choices_of_load(s, f.piece, f.place if isinstance(f, Sally) else f.frm)


@offers("GET-cubes-e", lambda s, f, n: {"n": BEARS[f.piece]})
def can_be_borne(s: State, f: Leaving) -> int:
    """Infantry bears five cubes, cavalry three."""
    return (2 << BEARS[f.piece]) - 1


@closes("GET-cubes-d", lambda s, f, n: {"n": _choices(s, f).stop - 1})
def are_there(s: State, f: Leaving) -> int:
    """A piece carries cubes of its own colour: no more than lie there."""
    return -1 << _choices(s, f).stop


@closes("GET-cubes-h", lambda s, f, n: {"n": _choices(s, f).start})
def leaves_nobody_to_die(s: State, f: Leaving) -> int:
    """Cubes are not left to others that could not bear them."""
    return (1 << _choices(s, f).start) - 1


MAY_CARRY = (are_there, leaves_nobody_to_die)

# --- hits -------------------------------------------------------------------------------------------


def take_hits(s: State, area: int, role: int, n: int, then: int) -> None:
    """Goes to the boxes where n cubes are taken, and then to the box `then` (or back to where they were pushed from)."""
    if n:
        s.goto(Hits(Box.HITS, area, role, n, (), (), then))
    elif then == parts.THEN_POP:
        s.pop()
    else:
        s.goto(AT[then])


def hurt_side(s: State, f: Hits) -> Side:
    return SIDES[SIDE[victims(s, f)[0]]]


def victims(s: State, f: Hits) -> list[int]:
    if f.role == parts.ON_ATTACKERS:
        return s.attackers(f.area)
    return [p for p in s.at[f.area] if not IS_GUN[p]]


def one_of_each(pieces: Iterable[tuple[int, Hashable]]) -> int:
    """One piece of each sort, as a set."""
    found, sorts = 0, []
    for p, sort in pieces:
        if sort not in sorts:
            sorts.append(sort)
            found |= 1 << p
    return found


@offers("GET-cubes-j", sort_of)
def is_under_fire(s: State, f: Hits) -> int:
    """A cube goes to a piece that was fired at; equal pieces with equal cubes are not told apart. Of those whom a retreat runs into the
    owner chooses a colour."""
    here = victims(s, f)
    if len(here) == 1:
        return 1 << here[0]
    if f.role == parts.IN_THE_PRESS:
        return one_of_each((p, CLASS[p]) for p in sorted(here, key=s.cubes.__getitem__))
    origins = {p: origin for p, _, origin, _ in s.attack} if f.role == parts.ON_ATTACKERS else {}
    return one_of_each((p, (CLASS[p], s.cubes[p] + (p in f.doomed), origins.get(p, 0))) for p in here)


@closes("GET-cubes-e", sort_of)
def is_not_past_bearing(s: State, f: Hits) -> int:
    """A cavalry piece that has had its last cube takes no more."""
    return set_of(f.doomed) if f.doomed else 0


@closes("GET-cubes-h", sort_of)
def is_not_sacrificed(s: State, f: Hits) -> int:
    """No cube eliminates a piece while another can bear it."""
    here = victims(s, f)
    spent = [p for p in here if s.cubes[p] >= BEARS[p]]
    return set_of(spent) if 0 < len(spent) < len(here) else 0


@closes("GET-cubes-k", sort_of)
def is_least_hurt(s: State, f: Hits) -> int:
    """The cubes of enemy fire are spread evenly: each goes to a piece that has the fewest."""
    here = victims(s, f)
    if len(here) == 1 or f.role == parts.IN_THE_PRESS:
        return 0
    least = min((s.cubes[p] for p in here if s.cubes[p] < BEARS[p]), default=-1)
    return set_of(p for p in here if s.cubes[p] > least) if least >= 0 else 0


MAY_BE_HIT = (is_not_past_bearing, is_not_sacrificed, is_least_hurt)


def next_hit(s: State, f: Hits) -> None:
    here = victims(s, f)
    struck = tuple(p for p in f.struck if p in here) if f.struck else ()
    if f.left and any(p not in f.doomed for p in here):
        s.goto(Hits(Box.HIT, f.area, f.role, f.left, struck, f.doomed, f.then))
    elif struck:
        s.goto(Hits(Box.EVADE, f.area, f.role, 0, struck, f.doomed, f.then, f.evaded))
    else:
        take_hits(s, f.area, f.role, 0, f.then)
        if f.evaded and f.role != parts.ON_ATTACKERS and guns_in(s, f.area) and (here or f.role != parts.ON_DEFENDERS):
            s.push(At(Box.ESCORT, f.area))


def take_hit(s: State, f: Hits, p: int) -> None:
    """GET-cubes-a, GET-cubes-j: one cube for this piece; if the reserve has none, room is made first and the owner is asked again."""
    cavalry = IS_CAVALRY[p]
    doomed = f.doomed
    if s.cubes[p] < BEARS[p]:
        if not s.stock[COLOUR[p]]:
            s.goto(Hits(Box.HITS, f.area, f.role, f.left, f.struck, doomed, f.then))
            s.push(At(Box.SHORTAGE, COLOUR[p]))
            return
        _add_cube(s, f, p)
    elif cavalry:
        doomed = (*doomed, p)
        s.tell(STRUCK, p, f.area)
    else:
        eliminate(s, p, f.area)
    s.fight[INFLICTED] += f.role <= parts.ON_DEFENDERS
    struck = (*f.struck, p) if cavalry and p not in f.struck else f.struck
    s.goto(Hits(Box.HITS, f.area, f.role, f.left - 1, struck, doomed, f.then))


def _add_cube(s: State, f: Hits, p: int) -> None:
    s.stock[COLOUR[p]] -= 1
    s.cubes[p] += 1
    s.tell(HURT_BY_CUBE, p, f.area)
    s.tell(CUBE_ADDED, p, 1, f.area)
    if f.role != parts.ON_ATTACKERS:
        s.settle(f.area)


# --- cavalry that evades ----------------------------------------------------------------------------


def struck_side(s: State, f: Hits) -> Side:
    return SIDES[SIDE[f.struck[0]]]


@clause("GET-cav-e")
def has_somewhere_to_ride(s: State, f: Hits, n: int) -> Verdict:
    """Cavalry that evades follows the rules of retreat: without a place to go it stays."""
    return f.role == parts.ON_ATTACKERS or can_flee(s, f.struck[0], f.area) or refuse(piece=piece_name(f.struck[0]))


def take_it(s: State, f: Hits, n: int) -> None:
    """GET-cav-b: the fourth cube eliminates cavalry that stays."""
    p = f.struck[0]
    s.goto(Hits(Box.HITS, f.area, f.role, 0, f.struck[1:], f.doomed, f.then, f.evaded))
    if p in f.doomed:
        eliminate(s, p, f.area)


def evade(s: State, f: Hits, n: int) -> None:
    """GET-cav-c: one cube is ignored and the piece retreats."""
    p = f.struck[0]
    s.goto(Hits(Box.HITS, f.area, f.role, 0, f.struck[1:], f.doomed, f.then, 1))
    if p not in f.doomed:
        s.cubes[p] -= 1
        s.stock[COLOUR[p]] += 1
        s.tell(CUBES_GONE, p, 1, f.area)
    s.fight[INFLICTED] -= f.role <= parts.ON_DEFENDERS
    s.tell(EVADED, p, f.area)
    if f.role == parts.ON_ATTACKERS:
        go_home(s, p)
    else:
        s.push(Flight(Box.FLEE if f.role == parts.ON_DEFENDERS else Box.EVADE_CUBES, p, f.area))


def load_evading(s: State, f: Flight, n: int) -> None:
    """GET-cubes-c: outside an assault the cubes are dealt out as the piece leaves; in one they are dealt out already."""
    load(s, f.piece, f.frm, n)
    s.goto(Flight(Box.FLEE, f.piece, f.frm))


# --- guns that leave with it, or after the first round ----------------------------------------------


def owner_here(s: State, f: At) -> Side:
    """The side that stands in the area of the frame."""
    return SIDES[SIDE[s.at[f.n][0]]]


@offers("GET-cav-d", sort_of)
def is_a_gun_here(s: State, f: At) -> int:
    """Guns of the area."""
    return fronts(s, guns_in(s, f.n))


@clause("GET-art-e")
def gun_has_somewhere_to_go(s: State, f: At, gun: int) -> Verdict:
    """Artillery retreats like infantry: where no block helps, it cannot."""
    return can_flee(s, gun, f.n) or refuse(piece=piece_name(gun))


def leave_with_gun(s: State, f: At, gun: int) -> None:
    """GET-cav-d, GET-art-c: guns go unharmed, one, some or all."""
    s.push(Flight(Box.FLEE, gun, f.n))


def guns_stay(s: State, f: At, n: int) -> None:
    s.pop()


# --- a reserve without cubes ------------------------------------------------------------------------


def shortage_side(s: State, f: At) -> Side:
    return SIDES[COLOURS[f.n][0]]


def groups_of(s: State, colour: int) -> dict[int, list[int]]:
    """The pieces of a colour by where they are: a place, or ATTACKERS and the area they assault."""
    groups: dict[int, list[int]] = {}
    for place, here in enumerate(s.at):
        mine = [p for p in here if COLOUR[p] == colour] if here else []
        if mine:
            groups[place] = mine
    for p, area, _, _ in s.attack:
        if COLOUR[p] == colour:
            groups.setdefault(ATTACKERS + area, []).append(p)
    return groups


def cubes_lying(s: State, colour: int) -> dict[int, int]:
    return {where: sum(s.cubes[p] for p in group) for where, group in groups_of(s, colour).items()}


def _enough(s: State, colour: int) -> int:
    """The cubes that must lie where a piece is given up: as many as leave with it, or, if they lie nowhere, as many as lie anywhere."""
    return min(_given_up(colour), max(cubes_lying(s, colour).values()))


def _given_up(colour: int) -> int:
    """How many cubes leave with a piece of this colour: five, with cavalry three."""
    return min(LIMITS.shortage_cubes, BEARS[COLOUR.index(colour)])


def lying_there(s: State, f: At, place: int) -> dict[str, Arg]:
    return {"n": cubes_lying(s, f.n).get(place, 0)}


@offers("GET-cubes-p", lying_there)
def has_five_cubes(s: State, f: At) -> int:
    """A piece is given up where five cubes of the colour that ran out lie (cavalry: three); if they lie nowhere, where most do."""
    enough = _enough(s, f.n)
    return set_of(where for where, n in cubes_lying(s, f.n).items() if where < ATTACKERS and n >= enough)


@offers("GET-cubes-p", lambda s, f, n: lying_there(s, f, ATTACKERS + n))
def attackers_have_five_cubes(s: State, f: At) -> int:
    """The same among the pieces that attack."""
    enough = _enough(s, f.n)
    return set_of(where - ATTACKERS for where, n in cubes_lying(s, f.n).items() if where >= ATTACKERS and n >= enough)


def give_up_piece(s: State, f: At, place: int) -> None:
    _give_up(s, f.n, groups_of(s, f.n)[place], place)


def give_up_attacker(s: State, f: At, area: int) -> None:
    _give_up(s, f.n, groups_of(s, f.n)[ATTACKERS + area], area)


def _give_up(s: State, colour: int, group: list[int], area: int) -> None:
    """GET-cubes-o: a piece leaves with up to five cubes of its colour from the same place."""
    p = max(group, key=lambda q: s.cubes[q])
    wanted = min(_given_up(colour), sum(s.cubes[q] for q in group))
    s.tell(SHORT_OF_CUBES, p, area, wanted)
    wanted -= s.cubes[p]
    return_cubes(s, p)
    for q in sorted(group, key=lambda q: -s.cubes[q]):
        n = min(wanted, s.cubes[q])
        s.cubes[q] -= n
        s.stock[colour] += n
        wanted -= n
        if n:
            s.tell(CUBES_GONE, q, n, area)
    s.pop()
    eliminate(s, p, area)
