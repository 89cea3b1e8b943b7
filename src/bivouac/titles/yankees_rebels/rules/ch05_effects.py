"""Chapter 5.4: what the hits do: losses, retreats, and the hex that was won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import (
    CORNERED,
    ELIMINATED,
    HARMED,
    LOST,
    OCCUPIED,
    RETREATED,
    UNIT_HIT,
    UNIT_RETREATED,
    UNIT_WEAKENED,
    harm,
)
from bivouac.titles.yankees_rebels.frames import AT, At, Box, Gain
from bivouac.titles.yankees_rebels.printed.map import AROUND, BIT, CEMETERY_HILL, DIST, GRID, NEXT
from bivouac.titles.yankees_rebels.printed.units import BLACK_WEIGHTS, IS_GUN, IS_HORSE, LOSS, RETREAT, SAVE, SIDE, STRENGTH, UNIT
from bivouac.titles.yankees_rebels.rules.ch05_combat import put_shot
from bivouac.titles.yankees_rebels.rules.ch06_integrity import closing_area
from bivouac.titles.yankees_rebels.state import State, unit_and_hex, why_closed

BLACK_DIE = (LOSS, RETREAT, SAVE)


@cache
def farther(firer: int, here: int) -> int:
    """The hexes next to `here` that are farther from the firer, counted in hexes: two or three."""
    return set_of(n for n in AROUND[here] if DIST[firer][n] > DIST[firer][here])


@cache
def behind(firer: int, here: int) -> int:
    """The three hexes of the half away from the firer. Where the line of fire runs between two of them, both hexes beside it are as good
    for the third: the scalar product of step and line is nought."""
    (fq, fr), (q, r) = GRID.cells[firer], GRID.cells[here]
    dq, dr = q - fq, r - fr
    cells = {n: GRID.cells[n] for n in AROUND[here]}
    return set_of(n for n, (nq, nr) in cells.items() if (nq - q) * (2 * dq + dr) + (nr - r) * (2 * dr + dq) >= 0)


def away(s: State, firer: int, here: int) -> int:
    return (farther if s.rules.retreat_farther else behind)(firer, here)


# --- black dice ----------------------------------------------------------------------------------------


def next_harm(s: State, f: At) -> None:
    """One black die for each hit (5.4a)."""
    while s.shot < len(s.shots):
        if s.shots[s.shot].hits:
            s.dice = s.shots[s.shot].hits
            s.goto(AT[Box.EFFECT])
            return
        s.shot += 1
    s.shot = 0
    s.goto(AT[Box.LOSSES])


def black_die(s: State, f: At) -> Sequence[int]:
    return BLACK_DIE


def black_weights(s: State, f: At) -> Sequence[int]:
    return BLACK_WEIGHTS


def ignores_retreats(s: State, h: int) -> bool:
    """Cemetery Hill, and entrenchments (5.2.1a, 5.4d)."""
    return h == CEMETERY_HILL or bool(s.works & BIT[h])


def roll_effect(s: State, f: At, a: int) -> None:
    """A cross is a loss, an arrow a retreat; hits beyond the target's strength do nothing more (5.4b to 5.4e, 5.4i)."""
    shot = s.shots[s.shot]
    if a == LOSS:
        shot = shot._replace(losses=shot.losses + 1)
    elif a == RETREAT and not ignores_retreats(s, shot.there):
        shot = shot._replace(arrows=shot.arrows + 1)
    put_shot(s, s.shot, shot)
    s.dice -= 1
    if not s.dice or shot.losses >= s.force[shot.target]:
        if s.log is not None:
            s.tell(HARMED, shot.target, harm(shot.losses, shot.arrows, shot.hits - s.dice - shot.losses - shot.arrows))
        if not shot.losses and not shot.arrows:
            s.tell(UNIT_HIT, shot.target, shot.there)
        s.dice = 0
        s.shot += 1
        s.goto(AT[Box.HARM])


# --- losses ----------------------------------------------------------------------------------------


def lose(s: State, u: int, losses: int) -> None:
    """Take strength points from a unit; without any it is removed and the enemy scores its printed strength (5.4f, 8.0b)."""
    losses = min(losses, s.force[u])
    s.force[u] -= losses
    s.tell(UNIT_WEAKENED, u, losses, s.where[u])
    if s.force[u]:
        return
    s.eliminate(u)
    winner = 1 - SIDE[u]
    s.points[winner] += STRENGTH[u]
    s.tell(ELIMINATED, u, STRENGTH[u], winner)


def apply_losses(s: State, f: At) -> None:
    """All losses come before the retreats (5.4g)."""
    for shot in s.shots:
        u = shot.target
        if shot.losses and s.on_map & UNIT[u]:
            s.tell(LOST, u, shot.losses, max(s.force[u] - shot.losses, 0))
            lose(s, u, shot.losses)
    s.goto(AT[Box.REPEL])


# --- retreats ----------------------------------------------------------------------------------------


def retreat_area(s: State, u: int, firer: int) -> int:
    """Away from the firer, outside enemy zones, where the unit may stand (5.4.2a, 5.4.2b)."""
    return away(s, firer, s.where[u]) & s.landing(u) & ~s.enemy_zone(SIDE[u])


def next_retreat(s: State, f: At) -> None:
    """One hex for each arrow; where none is open the unit loses a strength point instead (5.4.2c)."""
    while s.shot < len(s.shots):
        shot = s.shots[s.shot]
        u = shot.target
        if not shot.arrows or not s.on_map & UNIT[u]:
            s.shot += 1
            continue
        put_shot(s, s.shot, shot._replace(arrows=shot.arrows - 1))
        if retreat_area(s, u, shot.frm):
            s.unit = u
            s.goto(AT[Box.RETREAT])
            return
        s.tell(CORNERED, u, s.force[u] - 1)
        lose(s, u, 1)
    s.gains = find_gains(s)
    s.shots, s.shot, s.acting = (), 0, ()
    s.goto(AT[Box.GAIN])


@offers("YR-5.4.2a")
def retreats_away(s: State, f: At) -> int:
    """A retreat leads away from the attack."""
    return away(s, s.shots[s.shot].frm, s.where[s.unit])


@closes("YR-5.4.2b", why_closed)
def retreats_into_the_clear(s: State, f: At) -> int:
    """A retreat ends outside enemy zones, without enemies, within the stacking limit, on ground open to the arm."""
    return ~s.landing(s.unit) | s.enemy_zone(SIDE[s.unit])


def retreat(s: State, f: At, h: int) -> None:
    """The owner chooses; retreats cost nothing and provoke nobody (5.4.2d, 5.4.2e)."""
    s.tell(RETREATED, s.unit, s.where[s.unit], h)
    s.move(s.unit, h, UNIT_RETREATED)
    s.goto(AT[Box.REPEL])


# --- the hex that was won ----------------------------------------------------------------------------------------


def find_gains(s: State) -> tuple[Gain, ...]:
    """Hexes that an attack has cleared (5.4.1a); reacting units and guns, the only ones that fire from afar, win none (5.4.1c, 5.4.1f)."""
    gains = list(s.gains)
    for shot in s.shots:
        if not s.at[shot.there] and not shot.is_reaction:
            fled = set_of([x.target for x in s.shots if x.there == shot.there and not x.is_reaction])
            gains += [Gain(u, shot.frm, shot.there, fled) for u in shot.firers if not IS_GUN[u]]
    return tuple(gains)


def next_gain(s: State, f: At) -> None:
    """Each attacker that still stands where it attacked from may go in; when those of one hex are in, other units react (5.4.1d)."""
    while s.gains:
        u, frm, to, _ = s.gains[0]
        if s.acting and s.where[s.acting[0]] != to:
            break
        if s.where[u] == frm and BIT[to] & s.landing(u) & closing_area(s, u):
            s.unit = u
            s.goto(AT[Box.OCCUPY])
            return
        s.gains = s.gains[1:]
    s.goto(AT[Box.CONTACT if s.acting else Box.OVER])


@clause("YR-5.4.1b")
def cavalry_must_occupy(s: State, f: At, a: int) -> Verdict:
    """Cavalry has to occupy the hex it has cleared."""
    return not IS_HORSE[s.unit] or refuse(unit=Name("unit", s.unit))


@offers("YR-5.4.1a", unit_and_hex)
def has_been_cleared(s: State, f: At) -> int:
    """A unit occupies the hex that its attack has cleared."""
    return BIT[s.gains[0].to]


def stay_behind(s: State, f: At, a: int) -> None:
    s.gains = s.gains[1:]
    s.goto(AT[Box.GAIN])


def occupy(s: State, f: At, h: int) -> None:
    """From zone to zone is allowed here (4.2d). No new combat follows, only reaction fire (5.4.1e), not by those driven out."""
    s.tell(OCCUPIED, s.unit, h)
    s.move(s.unit, h)
    s.acting = (*s.acting, s.unit)
    s.reactors = bits(s.units_in(NEXT[h] & s.ground[1 - SIDE[s.unit]]) & ~s.gains[0].fled)
    stay_behind(s, f, h)
