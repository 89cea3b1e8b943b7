"""Makes src/bivouac/titles/house_divided/data/art/outlines.json: coast, state borders, rivers and hills behind the boxes.

    npm pack us-atlas@3 && tar xf us-atlas-3*.tgz package/states-10m.json
    python tools/house_divided_outlines.py package/states-10m.json

State outlines: us-atlas (ISC), made from the cartographic boundary files of the U.S. Census Bureau (public domain). Places, inland rivers
and ridges below are our own readings of the globe. Everything is bent by a thin-plate spline so that each place falls near its box.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
import tomllib
from pathlib import Path

Point = tuple[float, float]
TITLE = Path(__file__).parent.parent / "src/bivouac/titles/house_divided"
STIFFNESS = 8  # how much the spline may miss a box to stay smooth
FRAME = (-62.0, -62.0, 2752.0, 2072.0)  # what is seen of the map, in the units of map.toml
LOOSE = 140.0  # beyond the frame by this much, points matter little

STATES = {
    "01": "AL", "05": "AR", "09": "CT", "10": "DE", "11": "DC", "12": "FL", "13": "GA", "17": "IL", "18": "IN", "19": "IA", "20": "KS",
    "21": "KY", "22": "LA", "24": "MD", "25": "MA", "26": "MI", "27": "MN", "28": "MS", "29": "MO", "31": "NE", "34": "NJ", "36": "NY",
    "37": "NC", "39": "OH", "40": "OK", "42": "PA", "44": "RI", "45": "SC", "47": "TN", "48": "TX", "51": "VA", "54": "WV", "55": "WI",
}  # fmt: skip

PLACES: dict[str, Point] = {
    "Albany": (-84.16, 31.58), "Alexandria": (-92.45, 31.31), "Arkansas Post": (-91.35, 34.02), "Asheville": (-82.55, 35.60),
    "Atlanta": (-84.39, 33.75), "Atlantic City": (-74.42, 39.36), "Augusta": (-81.97, 33.47), "Baltimore": (-76.61, 39.29),
    "Baton Rouge": (-91.15, 30.45), "Bloomington (IL)": (-88.99, 40.48), "Bloomington (IN)": (-86.53, 39.17),
    "Bowling Green": (-86.44, 36.99), "Brunswick": (-81.49, 31.15), "Cairo": (-89.18, 37.00), "Camden": (-92.83, 33.58),
    "Canton": (-81.38, 40.80), "Charleston (SC)": (-79.93, 32.78), "Charleston (WV)": (-81.63, 38.35), "Charlotte": (-80.84, 35.23),
    "Chattanooga": (-85.31, 35.05), "Chicago": (-87.65, 41.85), "Chillicothe": (-82.98, 39.33), "Cincinnati": (-84.51, 39.10),
    "Cleveland": (-81.69, 41.50), "Columbia": (-81.03, 34.00), "Columbus (GA)": (-84.99, 32.46), "Columbus (OH)": (-83.00, 39.96),
    "Corinth": (-88.52, 34.93), "Cumberland Gap": (-83.67, 36.60), "Dayton": (-84.19, 39.76), "Decatur": (-86.98, 34.61),
    "Ebensburg": (-78.72, 40.48), "Evansville": (-87.57, 37.97), "Fayetteville (AR)": (-94.16, 36.06),
    "Fayetteville (NC)": (-78.88, 35.05), "Florence": (-79.76, 34.20), "Fort Monroe": (-76.31, 37.00), "Fort Smith": (-94.40, 35.39),
    "Fort Wayne": (-85.14, 41.08), "Forts Henry & Donelson": (-88.00, 36.45), "Franklin": (-79.33, 38.64),
    "Fredericksburg": (-77.46, 38.30), "Front Royal": (-78.19, 38.92), "Gainesville": (-82.32, 29.65), "Gettysburg": (-77.23, 39.83),
    "Glasgow": (-85.91, 37.00), "Goldsboro": (-77.99, 35.38), "Gordonsville": (-78.19, 38.14), "Grafton": (-80.02, 39.34),
    "Grand Junction": (-89.19, 35.05), "Greensboro": (-79.79, 36.07), "Greenville": (-82.39, 34.85), "Grenada": (-89.81, 33.77),
    "Harper's Ferry": (-77.74, 39.33), "Harrisburg": (-76.88, 40.27), "Humboldt": (-88.92, 35.82), "Indianapolis": (-86.16, 39.77),
    "Ironton": (-90.63, 37.60), "Island No. 10": (-89.47, 36.45), "Jackson": (-90.18, 32.30), "Jacksonville (AL)": (-85.76, 33.81),
    "Jacksonville (FL)": (-81.66, 30.33), "Jefferson City": (-92.17, 38.58), "Kansas City": (-94.58, 39.10),
    "Knoxville": (-83.92, 35.96), "Lafayette": (-86.88, 40.42), "Lebanon": (-85.25, 37.57), "Lexington": (-84.50, 38.05),
    "Little Rock": (-92.29, 34.75), "London": (-84.08, 37.13), "Louisville": (-85.76, 38.25), "Lynchburg": (-79.14, 37.41),
    "Macon (GA)": (-83.63, 32.84), "Macon (MO)": (-92.47, 39.74), "Manassas Junction": (-77.48, 38.75), "Marion": (-81.51, 36.83),
    "McComb": (-90.45, 31.24), "Memphis": (-90.05, 35.15), "Meridian": (-88.70, 32.36), "Millen": (-81.95, 32.80),
    "Mobile": (-88.04, 30.69), "Monroe": (-92.12, 32.51), "Montgomery": (-86.30, 32.37), "Munfordville": (-85.89, 37.27),
    "Murfreesboro": (-86.39, 35.85), "Nashville": (-86.78, 36.17), "Natchez": (-91.40, 31.56), "New Bern": (-77.04, 35.11),
    "New Orleans": (-90.07, 29.95), "New York": (-74.01, 40.71), "Newport": (-91.28, 35.61), "Norfolk": (-76.29, 36.85),
    "Okolona": (-88.75, 34.00), "Paducah": (-88.60, 37.08), "Parkersburg": (-81.56, 39.27), "Pensacola": (-87.22, 30.42),
    "Petersburg": (-77.40, 37.23), "Philadelphia": (-75.16, 39.95), "Pittsburgh": (-80.00, 40.44),
    "Pittsburgh Landing": (-88.32, 35.15), "Port Royal": (-80.69, 32.38), "Quincy": (-91.41, 39.93), "Raleigh": (-78.64, 35.78),
    "Richmond": (-77.44, 37.54), "Roanoke": (-79.94, 37.27), "Rolla": (-91.77, 37.95), "Savannah": (-81.10, 32.08),
    "Scranton": (-75.66, 41.41), "Sedalia": (-93.23, 38.70), "Selma": (-87.02, 32.41), "Shreveport": (-93.75, 32.52),
    "Sparta": (-85.46, 35.93), "Springfield (IL)": (-89.65, 39.80), "Springfield (MO)": (-93.29, 37.21), "St. George": (-80.58, 33.19),
    "St. Joseph": (-94.85, 39.77), "St. Louis": (-90.20, 38.63), "Staunton": (-79.07, 38.15), "Tallahassee": (-84.28, 30.44),
    "Terre Haute": (-87.41, 39.47), "Thayer": (-91.54, 36.52), "Tuscaloosa": (-87.57, 33.21), "Vandalia": (-89.09, 38.96),
    "Vicksburg": (-90.88, 32.35), "Washington": (-77.04, 38.90), "Waycross": (-82.35, 31.21), "Wheeling": (-80.72, 40.06),
    "Wilmington": (-77.94, 34.24), "Yorktown": (-76.51, 37.24),
}  # fmt: skip

# Rivers that are state borders, by the pairs of states they part (with limits of latitude where only a stretch is river)
BORDER_RIVERS: dict[str, list[tuple[str, str, float, float]]] = {
    "Mississippi": [
        ("IA", "IL", 0, 90), ("MO", "IL", 0, 90), ("MO", "KY", 0, 90), ("MO", "TN", 0, 90), ("AR", "TN", 0, 90), ("AR", "MS", 0, 90),
        ("LA", "MS", 31.01, 90),
    ],
    "Ohio": [("OH", "WV", 0, 90), ("OH", "KY", 0, 90), ("IN", "KY", 0, 90), ("IL", "KY", 0, 90)],
    "Savannah": [("SC", "GA", 0, 34.6)],
    "Chattahoochee": [("GA", "AL", 30.8, 32.9)],
    "Delaware": [("PA", "NJ", 0, 90), ("PA", "NY", 0, 41.99)],
    "Missouri": [("KS", "MO", 39.13, 90), ("NE", "MO", 0, 90)],
    "Potomac": [("WV", "MD", 39.1, 90), ("VA", "MD", 38.3, 90)],
}  # fmt: skip

# Rivers within the states, by hand
INLAND_RIVERS: dict[str, list[Point]] = {
    "Mississippi": [(-91.62, 31.0), (-91.58, 30.85), (-91.35, 30.75), (-91.2, 30.45), (-91.1, 30.25), (-90.85, 30.12), (-90.5, 30.05),
                    (-90.2, 29.95), (-90.02, 29.93), (-89.9, 29.75), (-89.65, 29.5), (-89.4, 29.25), (-89.2, 29.1)],
    "Missouri": [(-94.6, 39.12), (-94.2, 39.2), (-93.5, 39.25), (-92.9, 39.2), (-92.65, 38.97), (-92.35, 38.65), (-92.1, 38.58),
                 (-91.7, 38.7), (-91.3, 38.68), (-90.9, 38.57), (-90.5, 38.8), (-90.12, 38.8)],
    "Tennessee": [(-83.9, 35.95), (-84.25, 35.8), (-84.6, 35.75), (-85.0, 35.4), (-85.31, 35.07), (-85.6, 34.95), (-85.9, 34.7),
                  (-86.3, 34.4), (-86.98, 34.63), (-87.4, 34.8), (-87.7, 34.82), (-88.1, 34.95), (-88.3, 35.15), (-88.1, 35.45),
                  (-88.0, 35.8), (-88.05, 36.2), (-88.15, 36.6), (-88.3, 36.95), (-88.58, 37.07)],
    "Cumberland": [(-83.7, 36.85), (-84.3, 36.85), (-84.9, 36.8), (-85.4, 36.6), (-85.9, 36.4), (-86.4, 36.3), (-86.78, 36.18),
                   (-87.1, 36.3), (-87.4, 36.45), (-87.85, 36.5), (-88.05, 36.75), (-88.35, 37.1)],
    "Arkansas": [(-97.0, 36.2), (-95.8, 36.0), (-95.3, 35.75), (-94.4, 35.4), (-93.9, 35.45), (-93.2, 35.25), (-92.75, 35.05),
                 (-92.3, 34.77), (-91.95, 34.35), (-91.6, 34.2), (-91.3, 34.0), (-91.08, 33.78)],
    "White": [(-93.0, 36.35), (-92.3, 36.2), (-91.6, 35.9), (-91.3, 35.6), (-91.4, 35.1), (-91.25, 34.6), (-91.1, 34.2), (-91.08, 33.95)],
    "Red": [(-97.0, 33.8), (-95.6, 33.9), (-94.5, 33.6), (-93.85, 33.3), (-93.75, 32.55), (-93.3, 32.0), (-92.95, 31.6), (-92.45, 31.32),
            (-92.0, 31.25), (-91.75, 31.05)],
    "Yazoo": [(-89.85, 33.75), (-90.2, 33.5), (-90.4, 33.0), (-90.75, 32.6), (-90.9, 32.35)],
    "Alabama": [(-86.2, 33.35), (-86.4, 32.9), (-86.3, 32.4), (-86.6, 32.35), (-87.02, 32.4), (-87.4, 32.1), (-87.55, 31.6),
                (-87.9, 31.2), (-88.0, 30.85)],
    "Tombigbee": [(-88.45, 33.9), (-88.4, 33.4), (-88.1, 32.8), (-87.9, 32.5), (-88.1, 31.9), (-87.97, 31.3)],
    "Coosa": [(-84.95, 34.75), (-85.2, 34.25), (-85.6, 34.0), (-86.0, 33.7), (-86.2, 33.35)],
    "Chattahoochee": [(-83.7, 34.7), (-84.1, 34.1), (-84.55, 33.7), (-85.0, 33.2), (-85.15, 32.85)],
    "Apalachicola": [(-84.87, 30.75), (-85.05, 30.3), (-85.0, 29.8)],
    "Ocmulgee": [(-84.1, 33.8), (-83.85, 33.3), (-83.63, 32.84), (-83.4, 32.2), (-82.6, 31.95), (-82.1, 31.8), (-81.6, 31.4)],
    "Santee": [(-81.05, 34.0), (-80.6, 33.75), (-80.2, 33.4), (-79.6, 33.25), (-79.35, 33.15)],
    "Cape Fear": [(-79.1, 35.6), (-78.88, 35.05), (-78.4, 34.55), (-77.97, 34.2)],
    "Neuse": [(-78.8, 36.0), (-78.3, 35.5), (-77.9, 35.35), (-77.3, 35.2), (-77.05, 35.1)],
    "Roanoke": [(-79.9, 37.25), (-79.2, 37.0), (-78.7, 36.7), (-77.8, 36.5), (-77.2, 36.0), (-76.8, 35.9)],
    "James": [(-79.6, 37.6), (-79.15, 37.42), (-78.6, 37.6), (-78.0, 37.7), (-77.45, 37.53), (-77.2, 37.3), (-76.9, 37.2)],
    "Rappahannock": [(-78.1, 38.7), (-77.8, 38.5), (-77.45, 38.3), (-77.1, 38.1), (-76.85, 37.9)],
    "Shenandoah": [(-79.0, 38.2), (-78.6, 38.6), (-78.2, 38.93), (-77.75, 39.3)],
    "Susquehanna": [(-75.9, 41.5), (-76.3, 41.15), (-76.8, 40.9), (-76.9, 40.3), (-76.4, 39.9), (-76.1, 39.58)],
    "Hudson": [(-73.8, 42.6), (-73.95, 41.8), (-74.0, 41.2), (-74.0, 40.75)],
    "Allegheny": [(-79.0, 42.0), (-79.6, 41.4), (-79.7, 40.9), (-80.0, 40.45), (-80.25, 40.6), (-80.52, 40.64)],
    "Monongahela": [(-80.0, 39.3), (-79.95, 39.8), (-80.0, 40.43)],
    "Kanawha": [(-80.9, 37.7), (-81.2, 38.1), (-81.63, 38.35), (-82.0, 38.7), (-82.15, 38.84)],
    "Kentucky": [(-83.6, 37.55), (-84.2, 37.85), (-84.85, 38.2), (-85.18, 38.68)],
    "Green": [(-85.3, 37.25), (-85.9, 37.28), (-86.6, 37.2), (-87.2, 37.5), (-87.5, 37.9)],
    "Wabash": [(-85.2, 40.8), (-86.3, 40.75), (-87.0, 40.35), (-87.45, 39.5), (-87.55, 38.8), (-87.9, 38.2), (-88.08, 37.8)],
    "Illinois": [(-88.2, 41.4), (-89.3, 41.3), (-89.55, 40.7), (-90.3, 40.1), (-90.6, 39.4), (-90.5, 38.97)],
    "St. Johns": [(-81.0, 28.9), (-81.5, 29.4), (-81.65, 30.0), (-81.62, 30.38), (-81.4, 30.4)],
    "St. Francis": [(-90.4, 37.3), (-90.3, 36.6), (-90.4, 36.0), (-90.7, 35.3), (-90.65, 34.65)],
    "Ouachita": [(-93.3, 34.5), (-92.8, 33.6), (-92.3, 33.1), (-92.1, 32.5), (-91.9, 31.9), (-91.8, 31.3)],
    "Pee Dee": [(-80.3, 36.1), (-80.05, 35.3), (-79.7, 34.6), (-79.4, 33.9), (-79.2, 33.3)],
}  # fmt: skip

RIDGES: list[tuple[float, list[Point]]] = [  # width in units of the map, crest line
    (26, [(-84.3, 34.75), (-83.6, 35.1), (-83.3, 35.6), (-82.6, 36.0), (-81.9, 36.15), (-81.2, 36.6), (-80.4, 36.95)]),
    (20, [(-80.1, 37.2), (-79.5, 37.55), (-79.0, 37.95), (-78.5, 38.4), (-78.25, 38.75)]),
    (16, [(-78.0, 39.1), (-77.7, 39.45), (-77.45, 39.85)]),
    (24, [(-84.9, 36.2), (-84.4, 36.45), (-83.9, 36.7), (-83.1, 37.0), (-82.4, 37.4), (-81.6, 37.7), (-80.9, 38.1)]),
    (22, [(-80.5, 38.3), (-80.0, 38.6), (-79.55, 38.95), (-79.3, 39.3), (-79.0, 39.8), (-78.6, 40.3), (-78.2, 40.75)]),
    (18, [(-80.8, 37.3), (-80.2, 37.75), (-79.7, 38.2), (-79.2, 38.7), (-78.8, 39.1)]),
    (18, [(-77.9, 40.6), (-77.2, 40.75), (-76.6, 41.0)]),
    (18, [(-86.0, 34.5), (-85.6, 34.85), (-85.3, 35.25), (-85.1, 35.6)]),
    (16, [(-77.6, 41.3), (-76.6, 41.55), (-75.9, 41.75)]),
    (18, [(-94.2, 35.75), (-93.5, 35.8), (-92.8, 35.75), (-92.3, 35.95)]),
    (18, [(-94.4, 34.65), (-93.8, 34.7), (-93.2, 34.6), (-92.9, 34.75)]),
    (16, [(-92.3, 37.2), (-91.5, 37.3), (-90.9, 37.45)]),
]  # fmt: skip


# --- the spline -------------------------------------------------------------------------------------------


def solve(a: list[list[float]], b: list[list[float]]) -> list[list[float]]:
    """Gauss with pivoting; several right-hand sides."""
    n = len(a)
    m = [row[:] + rhs[:] for row, rhs in zip(a, b, strict=True)]
    for col in range(n):
        best = max(range(col, n), key=lambda r: abs(m[r][col]))
        m[col], m[best] = m[best], m[col]
        for row in range(col + 1, n):
            f = m[row][col] / m[col][col]
            if f:
                m[row] = [x - f * y for x, y in zip(m[row], m[col], strict=True)]
    out = [[0.0] * len(b[0]) for _ in range(n)]
    for row in range(n - 1, -1, -1):
        for k in range(len(b[0])):
            known = sum(m[row][j] * out[j][k] for j in range(row + 1, n))
            out[row][k] = (m[row][n + k] - known) / m[row][row]
    return out


def flat(place: Point) -> Point:
    """Longitude and latitude to a plane of roughly the map's size."""
    lon, lat = place
    return (lon + 84.5) * 112.0 * math.cos(math.radians(36.0)) * 1.28, -(lat - 36.0) * 145.0


def bend(d2: float) -> float:
    return d2 * math.log(d2) / 2 if d2 > 1e-9 else 0.0


class Spline:
    """A thin plate through the boxes: `spline(lon, lat)` is a point of the map."""

    def __init__(self, boxes: dict[str, Point], stiffness: float) -> None:
        names = sorted(boxes)
        self.knots = [flat(PLACES[n]) for n in names]
        n = len(names)
        rows: list[list[float]] = []
        for i, (xi, yi) in enumerate(self.knots):
            row = [bend((xi - x) ** 2 + (yi - y) ** 2) for x, y in self.knots]
            row[i] += stiffness * 1000
            rows.append([*row, 1.0, xi, yi])
        rows += [[1.0] * n + [0.0] * 3, [x for x, _ in self.knots] + [0.0] * 3, [y for _, y in self.knots] + [0.0] * 3]
        self.weights = solve(rows, [list(boxes[name]) for name in names] + [[0.0, 0.0]] * 3)

    def __call__(self, place: Point) -> Point:
        x, y = flat(place)
        basis = [bend((x - a) ** 2 + (y - b) ** 2) for a, b in self.knots] + [1.0, x, y]
        return (
            sum(f * w[0] for f, w in zip(basis, self.weights, strict=True)),
            sum(f * w[1] for f, w in zip(basis, self.weights, strict=True)),
        )


# --- lines -------------------------------------------------------------------------------------------------


def outside(p: Point, margin: float) -> bool:
    return not (FRAME[0] - margin < p[0] < FRAME[2] + margin and FRAME[1] - margin < p[1] < FRAME[3] + margin)


def simplify(points: list[Point], tolerance: float) -> list[Point]:
    """Douglas and Peucker; far outside the frame nearly everything goes."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.hypot(bx - ax, by - ay)
    worst, at = 0.0, 0
    for i, p in enumerate(points[1:-1], 1):
        off = abs((by - ay) * (p[0] - ax) - (bx - ax) * (p[1] - ay)) / length if length > 1e-6 else math.hypot(p[0] - ax, p[1] - ay)
        if outside(p, LOOSE):
            off /= 40
        if off > worst:
            worst, at = off, i
    if worst <= tolerance:
        return [points[0], points[-1]]
    return simplify(points[: at + 1], tolerance)[:-1] + simplify(points[at:], tolerance)


def smooth(points: list[Point], steps: int = 4) -> list[Point]:
    """A Catmull-Rom curve through the points."""
    out: list[Point] = []
    p = [points[0], *points, points[-1]]
    for i in range(1, len(p) - 2):
        for s in range(steps):
            t = s / steps
            out.append(tuple(
                0.5 * (2 * p[i][k] + (p[i + 1][k] - p[i - 1][k]) * t
                       + (2 * p[i - 1][k] - 5 * p[i][k] + 4 * p[i + 1][k] - p[i + 2][k]) * t * t
                       + (3 * p[i][k] - p[i - 1][k] - 3 * p[i + 1][k] + p[i + 2][k]) * t**3)
                for k in (0, 1)
            ))  # type: ignore[arg-type]  # fmt: skip
    return [*out, points[-1]]


def whole(points: list[Point]) -> list[int]:
    """Rounded, repeats dropped, as one flat list: first point, then steps."""
    out: list[tuple[int, int]] = []
    for x, y in points:
        q = (round(x), round(y))
        if not out or out[-1] != q:
            out.append(q)
    flat_list = list(out[0])
    for (ax, ay), (bx, by) in itertools.pairwise(out):
        flat_list += [bx - ax, by - ay]
    return flat_list


def pieces_inside(points: list[Point]) -> list[list[Point]]:
    """The stretches of an open line that can be seen."""
    out: list[list[Point]] = [[]]
    for p in points:
        if outside(p, 30):
            if out[-1]:
                out.append([])
        else:
            out[-1].append(p)
    return [part for part in out if len(part) > 1]


# --- the atlas ---------------------------------------------------------------------------------------------


def decode(topology: dict[str, object]) -> list[list[Point]]:
    """The arcs of a TopoJSON file as longitudes and latitudes."""
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]  # type: ignore[index]
    arcs: list[list[Point]] = []
    for arc in topology["arcs"]:  # type: ignore[attr-defined]
        x = y = 0
        line: list[Point] = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            line.append((x * scale[0] + shift[0], y * scale[1] + shift[1]))
        arcs.append(line)
    return arcs


def rings_of(geometry: dict[str, object]) -> list[list[int]]:
    polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
    return [ring for polygon in polygons for ring in polygon]  # type: ignore[attr-defined]


def area(points: list[Point]) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True))) / 2


def main(atlas: str) -> None:
    raw = tomllib.loads((TITLE / "data/map.toml").read_text("utf-8"))
    boxes = {name: tuple(row["at"]) for rows in raw["boxes"].values() for name, row in rows.items()}
    spline = Spline(boxes, STIFFNESS)
    misses = sorted(((math.dist(spline(PLACES[n]), at), n) for n, at in boxes.items()), reverse=True)
    print("worst misses:", [(round(d), n) for d, n in misses[:12]])

    topology = json.loads(Path(atlas).read_text("utf-8"))
    arcs = decode(topology)
    states = {STATES[g["id"]]: rings_of(g) for g in topology["objects"]["states"]["geometries"] if g["id"] in STATES}
    users: dict[int, set[str]] = {}
    for state, rings in states.items():
        for ring in rings:
            for arc in ring:
                users.setdefault(arc if arc >= 0 else ~arc, set()).add(state)
    bent = {i: [spline(p) for p in arcs[i]] for i in users}

    def ring_points(ring: list[int]) -> list[Point]:
        return [p for arc in ring for p in (bent[arc] if arc >= 0 else bent[~arc][::-1])]

    kept_states: dict[str, list[list[int]]] = {}
    for state, rings in states.items():
        good = [r for r in rings if area(ring_points(r)) > 60 and not all(outside(p, LOOSE) for p in ring_points(r))]
        if good:
            kept_states[state] = good
    used = sorted({a if a >= 0 else ~a for rings in kept_states.values() for ring in rings for a in ring})
    number = {old: new for new, old in enumerate(used)}
    lines: list[list[int]] = []
    for old in used:
        closed = bent[old][0] == bent[old][-1]
        half = len(bent[old]) // 2
        points = simplify(bent[old][: half + 1], 0.9)[:-1] + simplify(bent[old][half:], 0.9) if closed else simplify(bent[old], 0.9)
        lines.append(whole(points))

    rivers: dict[str, list[list[int]]] = {}
    for name, pairs in BORDER_RIVERS.items():
        for a, b, south, north in pairs:
            for i in used:
                if users[i] == {a, b}:
                    stretch = [p for p, (_, lat) in zip(bent[i], arcs[i], strict=True) if south <= lat <= north]
                    rivers.setdefault(name, []).extend(whole(simplify(part, 0.9)) for part in pieces_inside(stretch))
    for name, course in INLAND_RIVERS.items():
        curve = smooth([spline(p) for p in course])
        rivers.setdefault(name, []).extend(whole(simplify(part, 0.9)) for part in pieces_inside(curve))

    art = {
        "source": "public",
        "note": "State outlines from us-atlas 3 (ISC; U.S. Census Bureau, public domain), bent to the boxes; rivers and ridges by hand. "
        "Made by tools/house_divided_outlines.py. Lines: first point, then steps.",
        "arcs": lines,
        "coast": [number[i] for i in used if len(users[i]) == 1],
        "states": {s: [[number[a] if a >= 0 else ~number[~a] for a in r] for r in rings] for s, rings in sorted(kept_states.items())},
        "rivers": dict(sorted(rivers.items())),
        "ridges": [[width, whole(smooth([spline(p) for p in crest], 6))] for width, crest in RIDGES],
    }
    target = TITLE / "data/art/outlines.json"
    target.parent.mkdir(exist_ok=True)
    keys = [f'"{k}": {json.dumps(v, separators=(",", ":"))}' for k, v in art.items()]
    target.write_text("{\n" + ",\n".join(keys) + "\n}\n", "utf-8")
    print(target, target.stat().st_size, "bytes;", len(lines), "arcs;", len(rivers), "rivers")


if __name__ == "__main__":
    main(sys.argv[1])
