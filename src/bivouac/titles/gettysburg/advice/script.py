"""A sound script of a turn: the options of every question, the most promising first. (How good a position is: value.py.)

The script in a sentence: come out of the entry boxes; order where a block with room has something useful to do in its reach (a march
towards the starred areas, an assault with the odds, guns that see a target, works on a starred hill); else bring a block to where the
pieces are; else take off a used one. It uses nothing that the side asked may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from bivouac.core.kit.bits import bits
from bivouac.core.kit.ranks import foremost, ranked
from bivouac.core.plans import Pair
from bivouac.titles.gettysburg import frames as verb
from bivouac.titles.gettysburg.advice.plans import POSTURES, Posture
from bivouac.titles.gettysburg.advice.value import STARS, TO_STAR, TWO_AWAY, strength
from bivouac.titles.gettysburg.flow import FLOW
from bivouac.titles.gettysburg.frames import Box
from bivouac.titles.gettysburg.printed.map import (
    AREAS,
    BIT,
    BORDERS,
    BOX_AREA,
    DOUBLE_STAR,
    HIGH,
    NEAR,
    ON_BOARD,
    OWN_BOXES,
    PLACES,
    REACH,
    STARRED,
)
from bivouac.titles.gettysburg.printed.units import EACH, IS_GUN, NIGHT, SIGHT, STACK
from bivouac.titles.gettysburg.rules.ch05_entry import faces_enemy
from bivouac.titles.gettysburg.state import FOOT, FULL, GUNS, OCCUPIED, State

# --- where pieces want to be ------------------------------------------------------------------------


Wants = tuple[tuple[float, ...], Posture, dict[int, float]]
"""How much each place draws, the plan's posture, and what the best march out of each area gains, as far as it was found."""
AREAS_NEAR = tuple(tuple(b for b in bits(REACH[a]) if b < AREAS) for a in range(PLACES))


def wanted_at(posture: Posture, star: int) -> int:
    """How many pieces a starred area should keep."""
    return posture.garrison[1 if BIT[star] & DOUBLE_STAR else 0]


def goals(s: State, side: int, posture: Posture) -> tuple[int, ...]:
    """The starred areas a side should go for: where it stands with too few, the easiest ones if the plan is after a few of them."""
    enemy, own = s.sets[OCCUPIED + 1 - side], s.sets[OCCUPIED + side]
    wanted = [star for star in STARS if enemy & BIT[star] or len(s.at[star]) < (wanted_at(posture, star) or int(not own & BIT[star]))]
    if len(wanted) > posture.goals:
        wanted.sort(key=lambda star: len(s.at[star]) * bool(enemy & BIT[star]) - posture.tops * bool(BIT[star] & DOUBLE_STAR))
        wanted = sorted(wanted[: posture.goals])
    return tuple(wanted) or STARS


def pull(s: State, side: int, posture: Posture) -> tuple[float, ...]:
    """How much a piece of the side wants to be in each place: higher is better."""
    stars = goals(s, side, posture)
    if not posture.alert:
        return _pull_of(stars, posture.tops)
    return _pull(tuple([(star, head_start(s, side, posture, star)) for star in stars]))


def wants_of(s: State, side: int, posture: Posture) -> Wants:
    return pull(s, side, posture), posture, {}


def head_start(s: State, side: int, posture: Posture, star: int) -> float:
    """How many moves nearer a starred area seems than it is: for the plan's sake, for the pieces it lacks, for the enemies about it."""
    ahead = posture.tops if BIT[star] & DOUBLE_STAR else 0.0
    enemy = s.sets[OCCUPIED + 1 - side]
    lacks = max(0, wanted_at(posture, star) - (0 if enemy & BIT[star] else len(s.at[star])))
    if lacks:
        about = _pieces_in(s, BORDERS[star], enemy) + 0.5 * _pieces_in(s, TWO_AWAY[star], enemy)
        ahead += posture.alert * (lacks + min(3.0, 0.5 * about))
    return in_halves(ahead)


def _pieces_in(s: State, areas: Sequence[int], among: int) -> int:
    """How many pieces there are in those of some areas that are in a set."""
    found = 0
    for a in areas:
        if among >> a & 1:
            found += len(s.at[a])
    return found


def in_halves(moves: float) -> float:
    return round(2.0 * moves) / 2.0


@cache
def _pull_of(stars: tuple[int, ...], tops: float) -> tuple[float, ...]:
    return _pull(tuple([(star, in_halves(tops if BIT[star] & DOUBLE_STAR else 0.0)) for star in stars]))


@cache
def _pull(wanted: tuple[tuple[int, float], ...]) -> tuple[float, ...]:
    ways = [(TO_STAR[star], ahead) for star, ahead in wanted]
    return tuple(-min(far[p] - ahead for far, ahead in ways) for p in range(PLACES))


def spare(s: State, posture: Posture, area: int) -> int:
    """How many pieces may leave an area."""
    return len(s.at[area]) - (wanted_at(posture, area) if STARRED & BIT[area] else 0)


def odds(s: State, area: int, attackers: float) -> float:
    """Attackers' strength against the defenders': above 1 an assault looks sound."""
    defence = 0.2
    for p in s.at[area]:
        defence += strength(s, p) * (0.9 if IS_GUN[p] else 1.0)
    if HIGH >> area & 1:
        defence *= 1.25
    if len(s.sticks[area]) == 2:
        defence *= 1.3
    if s.disrupted & BIT[area]:
        defence *= 0.75
    return attackers / defence


def may_assault(s: State, posture: Posture, frm: int, area: int, *, double: bool) -> bool:
    """Whether the foot that one area can spare should go at another."""
    if s.period == NIGHT:
        return False
    foot = [strength(s, p) for p in s.at[frm] if not IS_GUN[p]]
    foot.sort(reverse=True)
    foot = foot[: min(4 if double else 2, spare(s, posture, frm))]
    boldness = (posture.early if s.day == 1 else posture.late) - (posture.star if STARRED & BIT[area] else 0.0)
    return bool(foot) and odds(s, area, total(foot) + strength_of(s, s.attackers(area))) >= boldness


def total(strengths: Sequence[float]) -> float:
    found = 0.0
    for each in strengths:
        found += each
    return found


def strength_of(s: State, pieces: Sequence[int]) -> float:
    found = 0.0
    for p in pieces:
        found += strength(s, p)
    return found


def gain(s: State, side: int, wants: Wants, frm: int, *, double: bool = False) -> tuple[float, int]:
    """The best that a march out of an area can do, and where to."""
    wish, posture, _ = wants
    best, where = 0.0, -1
    enemy, full = s.sets[OCCUPIED + 1 - side], s.sets[FULL + side]
    free = spare(s, posture, frm)
    if free <= 0:
        return best, where
    for a in BORDERS[frm]:
        if enemy >> a & 1:
            sound = s.sets[FOOT + side] >> frm & 1 and may_assault(s, posture, frm, a, double=double)
            value = 1.6 + (wish[a] - wish[frm]) if sound else -1.0
        elif full >> a & 1:
            continue
        else:
            value = wish[a] - wish[frm] - (posture.shy if NEAR[a] & enemy and not STARRED >> a & 1 else 0.0)
        if value > best:
            best, where = value, a
    return best * min(free, 3), where


def march_value(s: State, side: int, disc: int, wants: Wants) -> tuple[float, int]:
    """The best area to march from within reach of a disc."""
    best, where, known = 0.0, -1, wants[2]
    for a in bits(s.sets[OCCUPIED + side] & REACH[disc] & ON_BOARD):
        value = known.get(a)
        if value is None:
            value = known[a] = gain(s, side, wants, a)[0]
        if value > best:
            best, where = value, a
    return best, where


def fire_value(s: State, side: int, disc: int, posture: Posture) -> float:
    if s.period == NIGHT:
        return 0.0
    enemy, guns = s.sets[FOOT + 1 - side], 0
    for a in bits(s.sets[GUNS + side] & REACH[disc] & ON_BOARD):
        if SIGHT[a] & enemy:
            for p in s.at[a]:
                guns += IS_GUN[p]
    return 0.45 * posture.fire * guns


def works_value(s: State, side: int, disc: int, posture: Posture) -> float:
    """Digging in where the side means to stay."""
    if not posture.works:
        return 0.0
    best = 0.0
    for a in bits(s.sets[FOOT + side] & REACH[disc] & ON_BOARD):
        if len(s.sticks[a]) < 2 and STARRED >> a & 1:
            best = max(best, 0.5 + (0.6 if NEAR[a] & s.sets[OCCUPIED + 1 - side] else 0.0))
    return best * posture.works


def rally_value(s: State, side: int, disc: int) -> float:
    torn = s.disrupted & REACH[disc] & s.sets[OCCUPIED + side]
    return 0.9 if torn & STARRED else 0.3 if torn else 0.0


def disc_value(s: State, side: int, disc: int, wants: Wants) -> float:
    posture = wants[1]
    best = max(march_value(s, side, disc, wants)[0], fire_value(s, side, disc, posture))
    return max(best, max(works_value(s, side, disc, posture), rally_value(s, side, disc)))


# --- the script: one ordering for each box ----------------------------------------------------------


def _act(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    wants = wants_of(s, side, posture)
    useful, spent = 0.0, False
    for b in range(EACH * side, EACH * side + EACH):
        if s.block_at[b] >= 0 and s.block_discs[b] < s.block_value[b]:
            useful = max(useful, disc_value(s, side, s.block_at[b], wants))
        elif s.block_at[b] >= 0:
            spent = True
    return [
        _leave_worth(s, posture, a - verb.LEAVE_BOX) if a >= verb.LEAVE_BOX else _action_worth(a, useful, spent=spent) for a in s.options
    ]


def _action_worth(a: int, useful: float, *, spent: bool) -> float:
    """A Union short of things to do lets its black discs run; the Confederacy always has somewhere to go."""
    if a == verb.GIVE_ORDER:
        return 2.0 + useful if useful > 0.3 else 0.6
    if a == verb.DOUBLE_ORDER:
        return 2.2 + useful if useful > 1.2 else 0.4
    if a == verb.PLACE_BLOCK:
        return 2.2 if useful <= 0.3 else 1.0
    if a == verb.REMOVE_BLOCK:
        return 1.5 if spent else 0.2
    return 1.9 if useful <= 0.6 else 1.2


def _leave_worth(s: State, posture: Posture, box: int) -> float:
    if not faces_enemy(s, box):
        return 9.0
    return 3.0 if may_assault(s, posture, box, BOX_AREA[box], double=False) else 0.1


def _after(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    return [1.0 if a in (verb.END_TURN, verb.GO_ON) else 2.0 if not faces_enemy(s, a - verb.LEAVE_BOX) else 0.5 for a in s.options]


def _place(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    """Where most pieces with something to do come into reach, a little ahead of them."""
    wants = wants_of(s, side, posture)
    own, values = s.sets[OCCUPIED + side], [0.0] * AREAS
    for a in bits(own & ON_BOARD):
        values[a] = gain(s, side, wants, a)[0] + 0.15 * len(s.at[a])
    for b in bits(own & OWN_BOXES[side]):
        values[BOX_AREA[b]] += 0.5 * len(s.at[b])
    reached = 0
    for p in s.block_at[EACH * side : EACH * side + EACH]:
        if p >= 0:
            reached |= REACH[p]
    for a in bits(reached & ON_BOARD):
        values[a] *= 0.5
    return [_place_worth(s, side, a, values, wants[0]) for a in s.options]


def _place_worth(s: State, side: int, a: int, values: list[float], wish: tuple[float, ...]) -> float:
    reached = 0.0
    for b in AREAS_NEAR[a]:
        reached += values[b]
    danger = 0.8 if NEAR[a] & s.sets[OCCUPIED + 1 - side] and not s.sets[OCCUPIED + side] >> a & 1 else 0.0
    return reached + 0.05 * wish[a] - danger - (3.0 if a >= AREAS else 0.0)


def _value(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    """High blocks where many pieces are."""
    busy = 0
    for a in bits(REACH[f.n] & s.sets[OCCUPIED + side]):
        busy += len(s.at[a])
    return [float(-abs(a - min(5, 2 + busy // 2))) for a in s.options]


def _remove(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    wants = wants_of(s, side, posture)
    return [_remove_worth(s, side, place, wants) for place in s.options]


def _remove_worth(s: State, side: int, place: int, wants: Wants) -> float:
    b = s.block_at.index(place)
    left = s.block_value[b] - s.block_discs[b]
    return s.block_discs[b] - 2.0 * left - (disc_value(s, side, place, wants) if left else 0.0)


def _block(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    wants = wants_of(s, side, posture)
    return [disc_value(s, side, place, wants) for place in s.options]


def _kind(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    wants = wants_of(s, side, posture)
    return [_kind_worth(s, side, f.place, a, wants) for a in s.options]


def _kind_worth(s: State, side: int, disc: int, a: int, wants: Wants) -> float:
    if a == verb.MOVE:
        march = march_value(s, side, disc, wants)[0]
        return march if march > 0 else -1.0
    if a == verb.FIRE:
        return fire_value(s, side, disc, wants[1])
    if a == verb.ENTRENCH:
        return works_value(s, side, disc, wants[1])
    if a == verb.REORGANISE:
        return rally_value(s, side, disc)
    return 0.05 if a == verb.PASS else 0.02 if a == verb.REINFORCE else 0.01


def _from(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    wants = wants_of(s, side, posture)
    return [gain(s, side, wants, a)[0] for a in s.options]


def _pick(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    """Guns and foot go along while the march gains; a post keeps its garrison and somebody to look after its guns."""
    _, where = gain(s, side, wants_of(s, side, posture), f.frm, double=f.nth > 0)
    if where < 0 or spare(s, posture, f.frm) <= 0:
        return [0.0 if a == verb.DONE else -1.0 for a in s.options]
    enemy, crossed = s.sets[OCCUPIED + 1 - side], f.crossed.count(where)
    if enemy >> where & 1:
        return [0.0 if a == verb.DONE else -1.0 if IS_GUN[a] or crossed >= 2 else 2.0 + strength(s, a) for a in s.options]
    exposed = bool(NEAR[where] & enemy) and not s.sets[FOOT + side] >> where & 1
    return [0.0 if a == verb.DONE else -0.5 if exposed and IS_GUN[a] else 1.0 + strength(s, a) for a in s.options]


def _to(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    wish = pull(s, side, posture)
    return [wish[f.here] if a == verb.STAY else _to_worth(s, f, side, posture, a, wish) for a in s.options]


def _to_worth(s: State, f: Any, side: int, posture: Posture, a: int, wish: tuple[float, ...]) -> float:
    if s.sets[OCCUPIED + 1 - side] >> a & 1:
        return wish[a] + 3.0 if may_assault(s, posture, f.frm, a, double=f.nth > 0) or s.attackers(a) else wish[a] - 9.0
    return wish[a] - 0.05 * len(s.at[a])


def _least_carried(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    return [float(-n) for n in s.options]


def _aim(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    return [_aim_worth(s, s.sets[OCCUPIED + side], a) for a in s.options]


def _aim_worth(s: State, own: int, a: int) -> float:
    """At many, at the disrupted, at what stands on a star or next to one of ours."""
    if a == verb.HOLD_FIRE:
        return -1.0
    area = a - verb.AT_GUNS if a >= verb.AT_GUNS else a
    value = 0.3 * len(s.at[area]) + bool(NEAR[area] & own) + bool(STARRED >> area & 1)
    return value - 0.6 * (len(s.sticks[area]) == 2) - 0.4 * (a >= verb.AT_GUNS)


def _border(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    """Towards the enemy: the neighbour with most of him in it or beyond it."""
    enemy, scores = s.sets[OCCUPIED + 1 - side], list[float]()
    for a in s.options:
        if a < verb.TURN_STICK:
            scores.append(1.0 + _threat(s, enemy, a))
        else:
            frm, to = divmod(a - verb.TURN_STICK, 100)
            scores.append(_threat(s, enemy, to) - _threat(s, enemy, frm))
    return scores


def _threat(s: State, enemy: int, a: int) -> float:
    return (3.0 + len(s.at[a]) if enemy >> a & 1 else 0.0) + (NEAR[a] & enemy).bit_count()


def _dig(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    enemy = s.sets[OCCUPIED + 1 - side]
    return [2.0 * (STARRED >> a & 1) + bool(NEAR[a] & enemy) + 0.2 * len(s.at[a]) - 2.0 * (len(s.sticks[a]) == 2) for a in s.options]


def _haven(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    wish, enemy = pull(s, side, posture), s.sets[OCCUPIED + 1 - side]
    return [wish[a] - 0.7 * bool(NEAR[a] & enemy) + 0.2 * (0 < len(s.at[a]) < STACK) for a in s.options]


def _weakest(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    """The piece one can best spare."""
    return [-strength(s, p) for p in s.options]


def _guns_leave(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    foot, press = strength_of(s, [p for p in s.at[f.n] if not IS_GUN[p]]), strength_of(s, s.attackers(f.n))
    return [0.0 if a == verb.DONE else 1.0 if foot < 0.6 * press else -1.0 for a in s.options]


def _evade(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    runs = s.cubes[f.struck[0]] >= 2 or not STARRED >> f.area & 1
    return [1.0 if (a == verb.YES) == runs else 0.0 for a in s.options]


def _share(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    """One piece takes much, so that the others shoot well."""
    return [float(n) for n in s.options]


def _exit(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    return [0.0 if a == verb.DONE else 1.0 + strength(s, a) for a in s.options]


def _first(s: State, f: Any, side: int, posture: Posture) -> list[float]:
    return [0.0] * len(s.options)


SCRIPT: dict[int, Callable[[State, Any, int, Posture], list[float]]] = {
    Box.ACT: _act,
    Box.AFTER: _after,
    Box.BETWEEN: _after,
    Box.PLACE: _place,
    Box.VALUE: _value,
    Box.REMOVE: _remove,
    Box.BLOCK: _block,
    Box.KIND: _kind,
    Box.FROM: _from,
    Box.PICK: _pick,
    Box.PICK_FIRST: _pick,
    Box.TO: _to,
    Box.TO_FIRST: _to,
    Box.RIDE_ON: _to,
    Box.CARRY: _least_carried,
    Box.EXIT_CUBES: _least_carried,
    Box.EVADE_CUBES: _least_carried,
    Box.EXIT: _exit,
    Box.AIM: _aim,
    Box.BORDER: _border,
    Box.DIG: _dig,
    Box.HAVEN: _haven,
    Box.BEYOND: _haven,
    Box.HOME: _haven,
    Box.HIT: _weakest,
    Box.RECOIL: _weakest,
    Box.SMASH: _weakest,
    Box.PULL_OUT: _guns_leave,
    Box.ESCORT: _guns_leave,
    Box.EVADE: _evade,
    Box.SHARE_OUT: _share,
}


def order(s: State) -> Sequence[int]:
    return follow(s, (0, 0))


def follow(s: State, plans: Pair) -> Sequence[int]:
    """The options of the question on top, the most promising first, each side following its plan."""
    return ranked(s.options, scores(s, plans))


def best(s: State, plans: Pair) -> int:
    """The first of them."""
    options = s.options
    return foremost(options, scores(s, plans)) if len(options) > 1 else options[0]


def scores(s: State, plans: Pair) -> list[float]:
    """What each option is worth."""
    f = s.stack[-1]
    side = asked(s, f)
    return SCRIPT.get(f.box, _first)(s, f, side, POSTURES[side][plans[side]])


def asked(s: State, f: Any) -> int:
    return int(FLOW.side(s))
