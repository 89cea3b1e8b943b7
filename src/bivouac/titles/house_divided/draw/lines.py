"""The transport lines: double lines for roads, ties for railroads, waves and arrows for rivers. Told apart without colour too."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from bivouac.core.draw import ground
from bivouac.core.draw.svg import Point, lean, num, path, tag, use
from bivouac.titles.house_divided.draw.places import HALF, board_point
from bivouac.titles.house_divided.printed.map import RAIL, RIVER, ROAD, Board, Line

NORMAL: Final[dict[str, Point]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
APART: Final = 17.0  # between the two lines that join the same boxes
CLEAR: Final = 76.0  # how far a line keeps from the centre of a box it passes
ROAD_WIDE, RAIL_WIDE, RIVER_WIDE = 11, 12, 19


class Curve(NamedTuple):
    """A cubic curve."""

    a: Point
    b: Point
    c: Point
    d: Point

    def at(self, t: float) -> Point:
        s = 1 - t
        w = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        return (sum(f * p[0] for f, p in zip(w, self)), sum(f * p[1] for f, p in zip(w, self)))

    def drawn(self) -> str:
        ax, ay, bx, by, cx, cy, dx, dy = (num(v) for p in self for v in p)
        return f"M{ax} {ay}C{bx} {by} {cx} {cy} {dx} {dy}"


def facing(frm: Point, to: Point) -> str:
    """The side of the box at `frm` that looks towards `to`."""
    dx, dy = to[0] - frm[0], to[1] - frm[1]
    if abs(dx) > abs(dy):
        return "E" if dx > 0 else "W"
    return "S" if dy > 0 else "N"


def side_used(board: Board, box: int, neighbour: int, kind: int) -> str | None:
    """The side a line must use where the blue sides of the box demand it; None: the straight way is right."""
    water = board.water[box]
    here, there = board_point(board.at[box]), board_point(board.at[neighbour])
    straight = facing(here, there)
    wet = (neighbour, box, kind) in board.crossing
    if not water or (straight in water) == wet:
        return None
    dx, dy = there[0] - here[0], there[1] - here[1]
    fitting = [s for s in NORMAL if (s in water) == wet]
    return max(fitting, key=lambda s: NORMAL[s][0] * dx + NORMAL[s][1] * dy)


def leaving(board: Board, box: int, neighbour: int, kind: int, reach: float) -> tuple[Point, Point]:
    """Where a line leaves a box, and the handle of the curve there."""
    here, there = board_point(board.at[box]), board_point(board.at[neighbour])
    side = side_used(board, box, neighbour, kind)
    dx, dy = there[0] - here[0], there[1] - here[1]
    if side is None:
        return here, (here[0] + dx / 3, here[1] + dy / 3)
    nx, ny = NORMAL[side]
    tilt = max(-0.62, min(0.62, (dx if ny else dy) / (abs(dx) + abs(dy))))
    start = (here[0] + nx * HALF * 0.9 + abs(ny) * tilt * HALF, here[1] + ny * HALF * 0.9 + abs(nx) * tilt * HALF)
    return start, (start[0] + nx * reach, start[1] + ny * reach)


def route(board: Board, kind: int, a: int, b: int, shift: float) -> Curve:
    """The way of one line: straight where it can be, bent round boxes it does not touch and into the side it must enter by."""
    pa, pb = board_point(board.at[a]), board_point(board.at[b])
    length = math.dist(pa, pb)
    start, first = leaving(board, a, b, kind, length / 3)
    end, second = leaving(board, b, a, kind, length / 3)
    ux, uy = (pb[0] - pa[0]) / length, (pb[1] - pa[1]) / length
    push = shift * 4 / 3 + bend_round(board, a, b)
    off = (-uy * push, ux * push)
    lift = (-uy * shift, ux * shift) if shift else (0.0, 0.0)
    return Curve(
        (start[0] + lift[0], start[1] + lift[1]),
        (first[0] + off[0], first[1] + off[1]),
        (second[0] + off[0], second[1] + off[1]),
        (end[0] + lift[0], end[1] + lift[1]),
    )


def bend_round(board: Board, a: int, b: int) -> float:
    """How far a line must swing out to keep clear of the boxes between its ends (left or right of its way)."""
    (ax, ay), (bx, by) = board_point(board.at[a]), board_point(board.at[b])
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    worst = 0.0
    for other, at in enumerate(board.at):
        if other in (a, b):
            continue
        px, py = board_point(at)
        along = (px - ax) * ux + (py - ay) * uy
        aside = -(px - ax) * uy + (py - ay) * ux
        if HALF < along < length - HALF and abs(aside) < CLEAR:
            needed = (CLEAR - abs(aside)) * (-1 if aside > 0 else 1)
            worst = max(worst, needed, key=abs)
    return worst * 4 / 3


def hidden(board: Board, box: int, p: Point) -> bool:
    """Whether a box covers the point."""
    x, y = board_point(board.at[box])
    return abs(p[0] - x) < HALF and abs(p[1] - y) < HALF


def seen(board: Board, a: int, b: int, curve: Curve) -> tuple[float, float]:
    """The part of a curve between its two boxes."""
    steps = [n / 100 for n in range(101)]
    t0 = max((t for t in steps if hidden(board, a, curve.at(t))), default=0.0)
    t1 = min((t for t in steps if hidden(board, b, curve.at(t))), default=1.0)
    return (t0, t1) if t0 < t1 else (0.3, 0.7)


def waves(curve: Curve, amplitude: float, wavelength: float) -> str:
    """A curve that winds about another one like a river."""
    length = sum(math.dist(curve.at(n / 20), curve.at((n + 1) / 20)) for n in range(20))
    turns = max(2, round(length / wavelength))
    count = turns * 8
    out = []
    for n in range(count + 1):
        t = n / count
        (x, y), (qx, qy) = curve.at(t), curve.at(min(1.0, t + 0.01) if t < 1 else 0.99)
        dx, dy = (qx - x, qy - y) if t < 1 else (x - qx, y - qy)
        d = math.hypot(dx, dy) or 1.0
        swing = amplitude * math.sin(t * turns * 2 * math.pi)
        out.append((x - dy / d * swing, y + dx / d * swing))
    return path(out)


def arrow(curve: Curve, t: float) -> str:
    """A white arrow with the current."""
    here = curve.at(t)
    return use("ahd-arrow", *here, turn=lean(here, curve.at(min(1.0, t + 0.02))))


def apart(board: Board, first: Line, second: Line) -> tuple[Curve, Curve]:
    """Two lines that join the same boxes, side by side, on the sides where they get least in each other's way."""
    turn = 1.0 if first.a == second.a else -1.0
    best: tuple[Curve, Curve] | None = None
    for shift in (APART, -APART):
        pair = route(board, *first, shift), route(board, *second, -shift * turn)
        if best is None or nearness(*pair, turn) < nearness(*best, turn):
            best = pair
    assert best is not None
    return best


def nearness(one: Curve, two: Curve, turn: float) -> float:
    """How much two curves crowd each other."""
    steps = [n / 12 for n in range(2, 11)]
    return sum(1 / (4 + math.dist(one.at(t), two.at(t if turn > 0 else 1 - t))) for t in steps)


def routes(board: Board) -> list[Curve]:
    """The way of every line."""
    twins: dict[tuple[int, int], list[int]] = {}
    for n, line in enumerate(board.lines):
        twins.setdefault((min(line.a, line.b), max(line.a, line.b)), []).append(n)
    out = [route(board, *line, 0.0) for line in board.lines]
    for pair in twins.values():
        if len(pair) == 2:
            out[pair[0]], out[pair[1]] = apart(board, board.lines[pair[0]], board.lines[pair[1]])
    return out


def transport_lines(board: Board) -> str:
    """All lines, rivers lowest, railroads on top."""
    drawn: dict[int, list[str]] = {ROAD: [], RAIL: [], RIVER: []}
    arrows: list[str] = []
    for (kind, a, b), curve in zip(board.lines, routes(board)):
        drawn[kind].append(waves(curve, 4.5, 52) if kind == RIVER else curve.drawn())
        if kind == RIVER:
            t0, t1 = seen(board, a, b, curve)
            arrows += [arrow(curve, t) for t in arrow_places(curve, t0, t1)]
    return (
        ground.streams(drawn[RIVER], RIVER_WIDE, class_="ahd-line ahd-river")
        + ground.roads(drawn[ROAD], ROAD_WIDE, class_="ahd-line ahd-road")
        + ground.rails(drawn[RAIL], RAIL_WIDE, class_="ahd-line ahd-rail")
        + tag("g", *arrows, class_="ahd-currents")
    )


def arrow_places(curve: Curve, t0: float, t1: float) -> list[float]:
    """One arrow in the middle of a short line, two on a long one."""
    if math.dist(curve.at(t0), curve.at(t1)) < 190:
        return [(t0 + t1) / 2]
    return [t0 + (t1 - t0) * 0.33, t0 + (t1 - t0) * 0.7]
