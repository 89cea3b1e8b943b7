"""The script's marches: from which box, with which pieces, where to."""

from __future__ import annotations

from typing import Final

from bivouac.titles.house_divided.advice.look import BOLD, LOSS, RIVER_WAYS, WORTH, Field, chance
from bivouac.titles.house_divided.frames import DONE, ENTRENCH, LEAD, SAIL, STOP, March, Step
from bivouac.titles.house_divided.options import COASTAL_DEFENCE
from bivouac.titles.house_divided.printed.tables import (
    CAVALRY,
    CSA,
    EUROPE,
    GARRISON_VALUE,
    NEIGHBOURS,
    PIECES,
    PORTS,
    TABLES,
    TO,
    UNION,
    WASHINGTON,
)
from bivouac.titles.house_divided.state import ENTRENCHED, State

ENOUGH: Final = 0.12  # a march for less than this is not worth it


def best_going(field: Field, box: int) -> tuple[float, float]:
    """The best that the pieces of a box can do in one march, and how much of them can go there."""
    best, power = -1.0, 0.0
    free = field.spare(box)
    if free < 0.65 and box not in field.near:
        return best, power
    for to in ways(field, box):
        moving = field.spare(box, to) if to in field.foes else free
        if moving > 0.65 and (gain := field.gain(box, to, moving)) > best:
            best, power = gain, moving
    return best, power


def ways(field: Field, box: int) -> list[int]:
    """The boxes beside, and those two boxes away by river."""
    return [*NEIGHBOURS[box], *[to for _, between, to in RIVER_WAYS[box] if between not in field.foes]]


def march_order(s: State) -> list[int]:
    field = Field(s, s.active).far()
    scored = [(march_score(field, a), -i, a) for i, a in enumerate(s.options)]
    scored.sort(reverse=True)
    return [a for _, _, a in scored]


def march_score(field: Field, a: int) -> float:
    if a == DONE:
        return ENOUGH
    if a >= LEAD:
        return leader_score(field, a - LEAD)
    if a == SAIL + EUROPE:
        return 2.0
    if a >= SAIL:
        return max([invasion_gain(field, port) for port in PORTS]) if a == SAIL + WASHINGTON else -2.0
    return max(best_going(field, a)[0], field.dig(a))


def leader_score(field: Field, leader: int) -> float:
    """A leader moves alone only to join a larger army."""
    here = field.s.box[leader]
    beside = max([field.mine.get(b, 0.0) for b in NEIGHBOURS[here] if b not in field.foes], default=0.0)
    return 0.3 if beside > 2.0 * field.mine.get(here, 0.0) + 2.0 else -1.0


def invasion_gain(field: Field, port: int) -> float:
    """A landing, one piece a march: the city by the odds to win it and to keep it, less what is there already."""
    s = field.s
    if field.side != UNION or s.die != TABLES.dice.invasion or s.owner[port] != CSA or s.target not in (-1, port):
        return -2.0
    landed = field.mine.get(port, 0.0)
    coming = min(field.spare(WASHINGTON), 1.3 * (max(field.marches, 0) + 1))
    if coming < 0.9:
        return -2.0
    against = field.resists(port)
    if s.rules & COASTAL_DEFENCE and s.target != port:
        against += 1.5 * GARRISON_VALUE[port]
    value = landing(field, port, landed + coming, against)
    if landed:
        return value - landing(field, port, landed, against)
    return value if chance(landed + coming, 1.1 * against) > BOLD else -2.0


def landing(field: Field, port: int, power: float, against: float) -> float:
    won = chance(power, 1.1 * against)
    if port not in field.foes:
        risk = field.danger(port)
        won *= 1.0 - chance(0.8 * risk, power) if risk else 1.0
    return field.take(port) * won - LOSS * power * (1.0 - won)


def piece_order(s: State) -> list[int]:
    """The strongest who can be spared, then the end of the march."""
    frm = s.stack[-1].frm
    field = Field(s, s.active).far()
    go, spare = best_going(field, frm)
    dig = field.dig(frm)
    good = max(go, dig) > ENOUGH
    digging = dig > go

    def score(a: int) -> float:
        if a == DONE:
            return 0.0
        if a >= PIECES:
            return 9.0 if good and not digging else -9.0
        worth = WORTH[s.kind[a]]
        if digging:
            return -worth if s.stat[a] & ENTRENCHED or not good else worth
        return worth if good and worth <= spare + 0.5 else -worth

    return sorted(s.options, key=score, reverse=True)


def step_order(s: State) -> list[int]:
    """The line with the greatest gain; works where they save more."""
    frame = s.stack[-1]
    field = Field(s, s.active).far()
    piece, here = frame.piece, s.box[frame.piece]
    river = {} if frame.steps else river_gains(field, here, frame)

    def score(a: int) -> float:
        if a == STOP:
            return 0.0 if piece < PIECES or here not in field.foes else -5.0
        if a == ENTRENCH:
            return field.dig(here) or 0.02
        if piece >= PIECES:
            return field.mine.get(TO[a], 0.0) - field.mine.get(here, 0.0) - (20.0 if TO[a] in field.foes else 0.0)
        best = field.gain(here, TO[a], under_way(field, frame, TO[a]))
        return max(best, river[a]) if a in river else best

    return sorted(s.options, key=score, reverse=True)


def under_way(field: Field, frame: Step, to: int) -> float:
    """The power of a piece and those who can follow it to a box."""
    s = field.s
    worth = WORTH[s.kind[frame.piece]]
    if frame.steps == 0:
        return max(worth, field.spare(s.box[frame.piece], to))
    if len(s.stack) > 1 and isinstance(s.stack[-2], March):
        return worth + max(field.spare(s.stack[-2].frm, to), 0.0)
    return worth


def river_gains(field: Field, box: int, frame: Step) -> dict[int, float]:
    """For each first line by river, the best that the second can bring."""
    found: dict[int, float] = {}
    for line, between, to in RIVER_WAYS[box]:
        if between not in field.foes:
            found[line] = max(found.get(line, -9.0), field.gain(box, to, under_way(field, frame, to)))
    return found


def sail_piece_order(s: State) -> list[int]:
    return sorted(s.options, key=lambda a: -1.0 if a >= PIECES else WORTH[s.kind[a]] - 0.3 * CAVALRY[s.kind[a]], reverse=True)


def sail_to_order(s: State) -> list[int]:
    field = Field(s, s.active).far()

    def score(port: int) -> float:
        if s.owner[port] != s.active:
            return invasion_gain(field, port)
        return field.pull[port] + 0.3 * max(field.guard(port) - field.mine.get(port, 0.0), 0.0)

    return sorted(s.options, key=score, reverse=True)
