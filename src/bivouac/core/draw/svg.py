"""Writing SVG: elements, letters, paths, numbers. Presentation attributes only, no styles, no scripts: the strictest page may show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, degrees, floor, hypot, pi, sin
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from bivouac.core.draw.palette import INK, PAPER, READABLE, contrast

Point = tuple[float, float]
Value = str | float | None

SERIF: Final = "'Old Standard TT', Georgia, serif"  # names, titles, numbers of tracks
SANS: Final = "'Source Sans 3', 'Helvetica Neue', Arial, sans-serif"  # everything else
CAMEL: Final = {"view_box": "viewBox", "text_length": "textLength", "length_adjust": "lengthAdjust"}


def num(value: float, places: int = 1) -> str:
    """A number as short as it can be written."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".") if places else f"{value:.0f}"
    return "0" if text == "-0" else text


def attributes(values: dict[str, Value]) -> str:
    """`stroke_width=2` becomes stroke-width="2"; None is left out."""
    parts = []
    for key, value in values.items():
        if value is not None:
            name = CAMEL.get(key) or key.rstrip("_").replace("_", "-")
            parts.append(f" {name}={quoteattr(value if isinstance(value, str) else num(value, 2))}")
    return "".join(parts)


def tag(name: str, /, *inside: str, **values: Value) -> str:
    """One element with its attributes and children."""
    body = "".join(inside)
    return f"<{name}{attributes(values)}>{body}</{name}>" if body else f"<{name}{attributes(values)}/>"


def sheet(width: float, height: float, *inside: str, **values: Value) -> str:
    """A whole drawing, in the plain type unless a part says otherwise."""
    box = f"0 0 {num(width, 0)} {num(height, 0)}"
    return tag("svg", *inside, xmlns="http://www.w3.org/2000/svg", view_box=box, font_family=SANS, **values)


def place(ident: str, name: str, *inside: str, **values: Value) -> str:
    """A thing to click, with its name."""
    return tag("g", tooltip(name), *inside, data_id=ident, **values)


def tooltip(text: str) -> str:
    """What a mouse that rests on the group is told."""
    return tag("title", escape(text))


def moved(x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """The transform that brings what was drawn around the origin to its spot."""
    return f"translate({num(x)} {num(y)})" + (f" rotate({num(turn)})" if turn else "") + (f" scale({num(scale, 3)})" if scale != 1 else "")


def placed(drawing: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """A drawing made around the origin, at its spot."""
    return tag("g", drawing, transform=moved(x, y, scale, turn))


def use(ident: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """A drawing that was defined once, at its spot."""
    return tag("use", href=f"#{ident}", transform=moved(x, y, scale, turn))


# --- letters -----------------------------------------------------------------------------------------------


NEAR: Final = "near"
ROAMS: Final = "roams"
ABOVE: Final = "above"  # what must be read even where counters lie
UPON: Final = "upon"  # what is drawn upon the edge of a place: it lies above the line around it when that can be chosen
UPRIGHT: Final = "upright"
MARKED: Final = re.compile(r' class="upright( near)?"')


def words(text: str, x: float, y: float, size: float, *, ink: str = INK, on: str = PAPER, turn: Value = None, **values: Value) -> str:
    """A line of text, centred unless told otherwise. `on` is what it stands on: letters that cannot be read there are an error.

    It stays upright on a board that is turned round; with class_=NEAR it is shown only near enough to be read. `turn` leans it."""
    if contrast(ink, on) < READABLE:
        raise ValueError(f"{text!r}: {ink} cannot be read on {on}")
    at: dict[str, Value] = {} if turn else {"x": x, "y": y}
    marks = UPRIGHT + (f" {values.pop('class_')}" if values.get("class_") else "")
    given: dict[str, Value] = {**at, "font_size": size, "text_anchor": "middle", "fill": ink, **values, "class_": marks}
    line = f"<text{attributes(given)}>{escape(text)}</text>"
    return placed(line, x, y, turn=float(turn)) if turn else line


def upright(*inside: str, **values: Value) -> str:
    """Things that stay upright together on a board that is turned round: lines of a name, a number on its shield."""
    return tag("g", settled(*inside), class_=UPRIGHT, **values)


def settled(*inside: str) -> str:
    """What turns with something larger: its letters do not turn by themselves."""
    return MARKED.sub(lambda found: ' class="near"' if found[1] else "", "".join(inside))


def near(*inside: str) -> str:
    """What is shown only near enough to be read."""
    return tag("g", *inside, class_=NEAR)


def figure(text: str | int, x: float, y: float, size: float, *, ink: str = INK, on: str = PAPER, **values: Value) -> str:
    """A number on a block, a shield or a seal: bold."""
    return words(str(text), x, y, size, ink=ink, on=on, font_weight="bold", **values)


def rim(colour: str = PAPER, width: float = 3.4) -> dict[str, Value]:
    """A rim in the colour of the ground, so that letters stand clear of what is drawn behind them."""
    return {"stroke": colour, "stroke_width": width, "paint_order": "stroke", "stroke_linejoin": "round"}


def label(text: str, x: float, y: float, size: float, *, ink: str = INK, on: str = PAPER, turn: float = 0.0, **values: Value) -> str:
    """A name on a map: the old-style type with a rim of paper; clicks go through it. With class_=ROAMS it gives way to counters."""
    given: dict[str, Value] = {"font_family": SERIF, "font_style": "italic", "pointer_events": "none", **rim(on, size * 0.22), **values}
    return words(text, x, y, size, ink=ink, on=on, turn=turn, **given)


NARROW: Final = frozenset("ijlI.,'’|! ")
SLIM: Final = frozenset("frt()-")
BROAD: Final = frozenset("mwMW")


def text_width(text: str, size: float) -> float:
    """About how wide a bold sans sets a text; used to choose a size, never to place a letter."""
    units = 0.0
    for letter in text:
        if letter in NARROW:
            units += 0.29
        elif letter in SLIM:
            units += 0.37
        elif letter in BROAD:
            units += 0.87
        else:
            units += 0.64 if letter.isupper() or letter == "&" else 0.53
    return units * size


def split(text: str, room: float, size: float) -> list[str]:
    """One line where it fits, else two, broken at a dash or where they are most alike."""
    if text_width(text, size) <= room or " " not in text:
        return [text]
    if " - " in text:
        return text.split(" - ", 1)
    breaks = [i for i, letter in enumerate(text) if letter == " "]
    best = min(breaks, key=lambda i: max(text_width(text[:i], size), text_width(text[i + 1 :], size)))
    return [text[:best], text[best + 1 :]]


def wrapped(text: str, room: float, size: float) -> list[str]:
    """As many lines as a text needs."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and text_width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


# --- lines -------------------------------------------------------------------------------------------------


def path(points: Iterable[Point], *, closed: bool = False) -> str:
    """Straight from point to point."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + ("Z" if closed else "")


def polygon(points: Iterable[Point]) -> str:
    """Points as the `points` attribute wants them."""
    return " ".join(f"{num(x)},{num(y)}" for x, y in points)


def curve(points: Sequence[Point]) -> str:
    """A smooth line through every point (Catmull-Rom as Bezier curves)."""
    pts = [points[0], *points, points[-1]]
    parts = [path(points[:1])]
    for a, b, c, d in zip(pts, pts[1:], pts[2:], pts[3:]):
        one = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
        two = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
        parts.append("C" + " ".join(f"{num(x)} {num(y)}" for x, y in (one, two, c)))
    return "".join(parts)


def rounded(points: Sequence[Point]) -> str:
    """A line along points that cuts its corners: a road through hexes, a stream along their sides."""
    parts = [path(points[:1])]
    for (ax, ay), (bx, by) in pairwise(points[1:]):
        parts.append(f"Q{num(ax)} {num(ay)} {num((ax + bx) / 2)} {num((ay + by) / 2)}")
    return "".join([*parts, f"L{num(points[-1][0])} {num(points[-1][1])}"])


def cut(x: float, y: float, half_wide: float, half_high: float, corner: float) -> list[Point]:
    """A rectangle around a point with its corners cut off."""
    left, right, top, low = x - half_wide, x + half_wide, y - half_high, y + half_high
    return [
        (left + corner, top), (right - corner, top), (right, top + corner), (right, low - corner),
        (right - corner, low), (left + corner, low), (left, low - corner), (left, top + corner),
    ]  # fmt: skip


def star(x: float, y: float, reach: float, inner: float = 0.42, tips: int = 5) -> str:
    """The path of a star that stands on two of its tips."""
    spots = []
    for i in range(2 * tips):
        r, turn = reach if i % 2 == 0 else reach * inner, pi * i / tips
        spots.append((x + r * sin(turn), y - r * cos(turn)))
    return path(spots, closed=True)


def along(points: Sequence[Point], step: float) -> list[tuple[Point, Point]]:
    """Points every `step` along a line, each with the direction there."""
    out: list[tuple[Point, Point]] = []
    left = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        if length < 1e-6:
            continue
        ux, uy = (bx - ax) / length, (by - ay) / length
        d = left
        while d < length:
            out.append(((ax + ux * d, ay + uy * d), (ux, uy)))
            d += step
        left = d - length
    return out


def lean(a: Point, b: Point) -> float:
    """The direction from a point to another, in degrees."""
    return degrees(atan2(b[1] - a[1], b[0] - a[0]))


def grain(*seed: float) -> float:
    """A number between 0 and 1 that looks random and is always the same, so that a drawn line looks drawn."""
    value = sin(sum(x * (12.9898 + 4.1 * i) for i, x in enumerate(seed))) * 43758.5453
    return value - floor(value)
