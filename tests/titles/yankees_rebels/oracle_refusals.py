"""By which clause the oracle refuses an answer, and the way that a march takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from titles.yankees_rebels.oracle import EVADE, PASS, Oracle
from titles.yankees_rebels.oracle_board import (
    COUNT,
    DISTANCE,
    HEIGHT,
    HEXES,
    NEIGHBORS,
    POINTS,
    SIDE,
    TYPE,
    answers_to,
    barred,
    behind,
    is_gun,
    sees,
)
from titles.yankees_rebels.oracle_march import Walk


def march(o: Oracle, h: int) -> str:
    """The first thing in the way: the hex itself, then points, zones, ground and streams."""
    u, points = o.unit, 2 * POINTS[TYPE[o.unit]]
    if h == o.where[u]:
        return "YR-4.0e"
    if h in o.ground(1 - SIDE[u]):
        return "YR-5.0b"
    if barred(u, h):
        return barred(u, h)
    if not o.may_stand(u, h):
        return "YR-4.1a"
    if not o.closes_up(u, h):
        return "YR-6.0b"
    for rule, way in (
        ("YR-4.0e", Walk(points, zone=False, leave=False, ground=False, streams=False)),
        ("YR-4.2c", Walk(points, zone=False, ground=False, streams=False)),
        ("YR-4.2b", Walk(points, ground=False, streams=False)),
        ("YR-4.0f", Walk(points, streams=False)),
    ):
        if h not in o.reach(u, way):
            return rule
    return "YR-5.3.1j"


def aim(o: Oracle, t: int) -> str:
    firers, there = o.party, o.where[t]
    here = o.where[firers[0]]
    if there is None or SIDE[t] == SIDE[firers[0]]:
        return "YR-5.0f"
    if DISTANCE[here][there] > (4 if all(map(is_gun, firers)) else 1):
        return "YR-5.0c" if all(map(is_gun, firers)) else "YR-5.0b"
    seen = DISTANCE[here][there] == 1 or sees(here, there, o.ground(), HEIGHT[here], o.works)
    return "YR-5.3b" if seen else "YR-5.1b"


def retreat(o: Oracle, h: int) -> str:
    here, frm = o.where[o.unit], o.fire.frm
    farther = [n for n in NEIGHBORS[here] if DISTANCE[frm][n] > DISTANCE[frm][here]]
    return "YR-5.4.2b" if h in (farther if "retreat-farther" in o.options else behind(frm, here)) else "YR-5.4.2a"


def react(o: Oracle, a: int) -> str:
    if a == EVADE:
        return "YR-4.3.1c" if TYPE[o.unit] == "C" else "YR-4.3.1a"
    return "YR-4.3c"


def evade(o: Oracle, h: int) -> str:
    if h == o.where[o.unit]:
        return "YR-4.0e"
    points = 2 * POINTS[TYPE[o.unit]]
    within = o.walked(o.unit, {o.where[o.unit]: points}, Walk(points, shun=True))
    return "YR-4.3.1a" if h in within and o.may_stand(o.unit, h) else "YR-4.3.1c"


def redeploy(o: Oracle, side: int, u: int) -> str:
    if u == PASS:
        return "YR-2.0g"
    if o.where[u] is None or SIDE[u] != side:
        return "YR-2.0e"
    return "YR-2.0g" if u in o.shifted else "YR-3.0j" if u in o.recovered else "YR-2.0f"


def redeploy_to(o: Oracle, h: int) -> str:
    if h not in NEIGHBORS[o.where[o.unit]] or h in o.near_enemy(SIDE[o.unit]):
        return "YR-2.0f"
    return "YR-4.1a" if not o.may_stand(o.unit, h) else "YR-6.0b"


def activate(o: Oracle, side: int, m: int, u: int) -> str:
    if SIDE[u] != side or (o.where[u] is None and u not in o.waiting):
        return "YR-3.0a"
    if not o.flags:
        return "YR-3.0p"
    if u in o.done:
        return "YR-3.0c"
    return "YR-7.0e" if answers_to(m, u) else "YR-3.0a"


def refused(o: Oracle, side: int, box: str, m: int) -> tuple[Sequence[int], Callable[[int], str]] | None:
    """For a question: the answers that could be thought of, and by which clause each is refused."""
    if box in ("march", "retreat", "evade", "redeploy_to"):
        by = {"march": march, "retreat": retreat, "evade": evade, "redeploy_to": redeploy_to}[box]
        return HEXES, lambda h: by(o, h)
    if box == "aim":
        return range(COUNT), lambda t: aim(o, t)
    if box == "react":
        return [EVADE, *range(COUNT)], lambda a: react(o, a)
    if box == "redeploy":
        return [PASS, *range(COUNT)], lambda u: redeploy(o, side, u)
    return (range(COUNT), lambda u: activate(o, side, m, u)) if box == "activate" else None


def is_cheapest(before: Oracle, to: int, way: Sequence[int], *, fights: bool, evades: bool) -> bool:
    """Whether a way leads from hex to hex, ends nowhere before its goal and costs no more than any other."""
    u, zone = before.unit, before.near_enemy(SIDE[before.unit])
    frm, walk = before.where[u], Walk(2 * POINTS[TYPE[u]], roads=not fights, shun=evades)
    path, spent = [frm, *way, to], 0
    for h, n in pairwise(path):
        costs = [cost for cost, ends in before.steps(h, n, walk) if n == to or not (ends or n in zone)]
        if n not in NEIGHBORS[h] or not costs:
            return False
        spent += min(costs)
    return to in before.walked(u, {frm: spent}, walk) and to not in before.walked(u, {frm: spent - 1}, walk)
