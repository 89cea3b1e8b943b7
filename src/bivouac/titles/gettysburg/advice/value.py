"""How good a position is: named features, and the weights that were learned for them (`data/learned.toml`, made by `bivouac learn`).

They are counted as the Confederacy sees them and know nothing that either side may not know. A strength is a piece's worth less its damage.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.kit.bits import bits
from bivouac.core.learned import Evaluation
from bivouac.titles.gettysburg.printed import units
from bivouac.titles.gettysburg.printed.map import AREAS, BORDERS, BOX_AREA, DOUBLE_STAR, IDS, PLACES, REACH, STARRED
from bivouac.titles.gettysburg.printed.scenarios import moment
from bivouac.titles.gettysburg.printed.units import AFTERNOON, BEARS, CLASS, CSA, EACH, IS_GUN, MORNING, NIGHT, PIECES, SIDE, UNION
from bivouac.titles.gettysburg.state import BLACK, BLUE, DOUBLE, OCCUPIED, SINGLE, State

WORTH: Final = {units.REGULAR: 1.0, units.ELITE: 1.35, units.INFERIOR: 0.8, units.CAVALRY: 0.7, units.GUN: 0.7}
PIECE_WORTH: Final = tuple(WORTH[c] for c in CLASS)
STARS: Final = tuple(bits(STARRED))
WORKS_HELP: Final = 1.3


def _distances(goal: int) -> tuple[int, ...]:
    """Moves to an area from every place."""
    far, ring = {goal: 0}, {goal}
    while ring:
        ring = {b for a in ring for b in BORDERS[a]} - set(far)
        far |= dict.fromkeys(ring, max(far.values()) + 1)
    return tuple(far[p] if p < AREAS else far[BOX_AREA[p]] + 1 for p in range(PLACES))


TO_STAR: Final = {star: _distances(star) for star in STARS}
TWO_AWAY: Final = {star: tuple(p for p in range(PLACES) if TO_STAR[star][p] == 2) for star in STARS}


def strength(s: State, p: int) -> float:
    if IS_GUN[p]:
        return PIECE_WORTH[p] * (0.5 if s.cubes[p] else 1.0)
    return PIECE_WORTH[p] * (1.0 - 0.55 * s.cubes[p] / BEARS[p])


# What each side has in all; `coming` is what of it is still to come.
ALL: Final = tuple(sum(PIECE_WORTH[p] for p in range(PIECES) if SIDE[p] == who) for who in (UNION, CSA))


@cache
def coming(arrives: tuple[int, ...], now: int) -> tuple[float, float]:
    union, csa = (sum(PIECE_WORTH[p] for p in range(PIECES) if SIDE[p] == who and arrives[p] > now) for who in (UNION, CSA))
    return union, csa


AT_STAR: Final = """
    csa union                                  who stands there
    union_guard csa_guard                      the strength that stands there
    csa_beside union_beside                    the strength in the areas around it
    csa_near union_near                        the strength two moves away
    works                                      Union entrenchments on two borders
    torn                                       a Union garrison that is disrupted
    threat                                     by how much the Confederates around it are stronger than the garrison and its works
"""
OVERALL: Final = """
    winning one_star                           the Confederacy holds what wins at the end of the period; one star that is not enough
    winning_late one_star_late                 the same times the share of the period that is over
    discs_left                                 Union discs that the period still has, in tens
    afternoon night morning                    the period
    clock clock_squared                        periods since the start, in tens
    union_lost csa_lost                        strength that is lost
    union_coming csa_coming                    strength that is still to come
    union_torn csa_torn                        disrupted areas
    csa_command union_command                  blocks on the board next to own pieces: counted, not valued, for their values are secret
    single_orders double_orders black_discs    what lies in the boxes on the board's edge
    csa_moves                                  whose turn it is
"""


def _names(table: str) -> list[str]:
    """The names in a table of features, each row of which ends in what they mean."""
    return [name for row in table.strip().splitlines() for name in row.strip().split("  ")[0].split()]


_IDS: Final = {place: name.lower() for name, place in IDS.items()}
NAMES: Final = (*(f"{_IDS[star]}_{what}" for star in STARS for what in _names(AT_STAR)), *_names(OVERALL))


def measure(s: State) -> list[float]:
    """The features in the order of NAMES."""
    power = ([0.0] * PLACES, [0.0] * PLACES)
    alive = [0.0, 0.0]
    for place, here in enumerate(s.at):
        if here:
            total = 0.0
            for p in here:
                total += strength(s, p)
            power[SIDE[here[0]]][place] = total
            alive[SIDE[here[0]]] += total
    for p, _, _, _ in s.attack:
        alive[SIDE[p]] += strength(s, p)
    found: list[float] = []
    for star in STARS:
        found += _at_star(s, star, power)
    return found + _overall(s, alive)


def _at_star(s: State, star: int, power: tuple[list[float], list[float]]) -> list[float]:
    blue, grey = power
    csa, union = float(s.sets[OCCUPIED + CSA] >> star & 1), float(s.sets[OCCUPIED + UNION] >> star & 1)
    union_beside = csa_beside = union_near = csa_near = 0.0
    for a in BORDERS[star]:
        union_beside += blue[a]
        csa_beside += grey[a]
    for a in TWO_AWAY[star]:
        union_near += blue[a]
        csa_near += grey[a]
    works = union * (len(s.sticks[star]) == 2)
    guard = blue[star] * (WORKS_HELP if works else 1.0)
    threat = max(0.0, csa_beside - 1.2 * guard) if not csa else 0.0
    torn = union * (s.disrupted >> star & 1)
    return [csa, union, blue[star], grey[star], csa_beside, union_beside, csa_near, union_near, works, torn, threat]


def _overall(s: State, alive: list[float]) -> list[float]:
    rebels, union = s.sets[OCCUPIED + CSA], s.sets[OCCUPIED + UNION]
    held = (rebels & STARRED).bit_count()
    afternoon = float(s.period == AFTERNOON)
    winning = float(held >= 2 or (afternoon and rebels & DOUBLE_STAR > 0))
    one = float(held == 1 and not winning)
    left = (s.discs[BLUE] + s.discs[BLACK]) / 10
    clock = (4 * s.day + s.period - 4) / 10
    later = coming(s.battle.arrives, moment(s.day, s.period))
    return [
        winning,
        one,
        winning * (1 - left),
        one * (1 - left),
        left,
        afternoon,
        float(s.period == NIGHT),
        float(s.period == MORNING),
        clock,
        clock * clock,
        ALL[UNION] - alive[UNION] - later[UNION],
        ALL[CSA] - alive[CSA] - later[CSA],
        *later,
        float((s.disrupted & union).bit_count()),
        float((s.disrupted & rebels).bit_count()),
        _command(s, CSA),
        _command(s, UNION),
        s.discs[SINGLE] / 12,
        s.discs[DOUBLE] / 4,
        s.discs[BLACK] / 10,
        float(s.active == CSA),
    ]


def _command(s: State, side: int) -> float:
    own = s.sets[OCCUPIED + side]
    return float(sum(1 for p in s.block_at[EACH * side : EACH * side + EACH] if p >= 0 and REACH[p] & own))


_GOOD: Final = "csa csa_guard csa_beside csa_near torn threat"
_BAD: Final = "union union_guard union_beside union_near works"
SIGNS: Final = {
    **{f"{_IDS[star]}_{what}": 1 for star in STARS for what in _GOOD.split()},
    **{f"{_IDS[star]}_{what}": -1 for star in STARS for what in _BAD.split()},
    **dict.fromkeys(["winning", "one_star", "winning_late", "union_lost", "csa_coming", "union_torn", "csa_command"], 1),
    **dict.fromkeys(["csa_lost", "union_coming", "csa_torn", "union_command"], -1),
}
EVALUATION: Final = Evaluation("bivouac.titles.gettysburg", NAMES, measure, lambda s: "battle")
