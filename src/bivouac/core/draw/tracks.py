"""What stands on and beside a map: its border, title, compass and key; cells of a track; shields, seals and anchors."""

from __future__ import annotations

from collections.abc import Iterable

from bivouac.core.draw.palette import DEEP, GOLD, INK, INK_SOFT, PAPER, PAPER_DEEP, PAPER_LIGHT, RED, RED_EDGE, RULE, WATER_INK
from bivouac.core.draw.svg import SERIF, Point, figure, num, place, placed, star, tag, text_width, upright, words


def border(x: float, y: float, width: float, height: float, gap: float = 8) -> str:
    """A heavy line and a fine one inside it."""
    fine = tag("rect", x=x + gap, y=y + gap, width=width - 2 * gap, height=height - 2 * gap, stroke_width=1)
    return tag("g", tag("rect", x=x, y=y, width=width, height=height, stroke_width=3), fine, fill="none", stroke=INK)


def heading(text: str, x: float, y: float, size: float, *, on: str = PAPER, anchor: str = "middle") -> str:
    return words(text, x, y, size, on=on, font_family=SERIF, font_weight="bold", letter_spacing=size * 0.05, text_anchor=anchor)


def cartouche(title: str, subtitle: str, x: float, y: float, size: float, *, on: str = PAPER) -> str:
    """The title over a rule with a star; the subtitle below."""
    half, level = size * 3.4, y + size * 0.32
    rule = tag("path", d=f"M{num(x - half)} {num(level)}H{num(x - size * 0.3)}M{num(x + size * 0.3)} {num(level)}H{num(x + half)}",
               stroke=INK, stroke_width=max(1.2, size * 0.027))  # fmt: skip
    under = words(subtitle, x, y + size * 0.81, size * 0.42, on=on, font_family=SERIF, font_style="italic")
    return upright(heading(title, x, y, size, on=on), rule, tag("path", d=star(x, level, size * 0.15), fill=INK), under)


def compass(x: float, y: float, reach: float, north: str, turn: float = 0.0) -> str:
    """A rose of eight points; `turn` is where north lies, in degrees from the top of the sheet."""
    rings = "".join(tag("circle", r=reach * r, stroke=INK_SOFT, stroke_width=w, fill="none") for r, w in ((0.62, 1.5), (0.56, 0.8)))
    points = []
    for n in (1, 3, 5, 7, 0, 2, 4, 6):
        tip, wide = (reach, reach * 0.14) if n % 2 == 0 else (reach * 0.6, reach * 0.1)
        for flank, fill in ((wide, INK), (-wide, PAPER)):
            d = f"M0 {num(-tip)}L{num(flank)} {num(-wide)}L0 0Z"
            points.append(tag("path", d=d, fill=fill, stroke=INK, stroke_width=1, transform=f"rotate({45 * n})"))
    size = reach * 0.45
    letter = placed(figure(north, 0, size * 0.35, size, font_family=SERIF), 0, -reach * 1.24, turn=-turn)
    return placed(rings + "".join(points) + letter, x, y, turn=turn)


def panel(x: float, y: float, width: float, height: float) -> str:
    """Paper laid over the map."""
    return tag("rect", x=x, y=y, width=width, height=height, fill=PAPER) + border(x, y, width, height, 6)


def cell(ident: str, name: str, at: Point, size: Point, fill: str, *inside: str) -> str:
    """A cell of a track, to be clicked."""
    (x, y), (wide, high) = at, size
    box = tag("rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, fill=fill, stroke=RULE, stroke_width=1.5)
    return place(ident, name, box, *inside)


def changing(printed: int, looks: Iterable[str]) -> str:
    """What looks otherwise in other hands: a drawing for the Union, the Confederacy and (if it may be so) nobody. The printed one is shown
    until the table says who holds the place around it (`Layout.held`)."""
    drawn = (tag("g", look, class_=f"as as-{side}", display=None if side == printed else "none") for side, look in enumerate(looks))
    return "".join(drawn)


# --- signs, around the origin or at a spot -----------------------------------------------------------------

SHIELDS = ("M-15 -17Q-7 -13 0 -17Q7 -13 15 -17V2Q15 13 0 20Q-15 13 -15 2Z", "M-15 -10L-10 -17H10L15 -10V6Q15 19 0 19Q-15 19 -15 6Z")


def shield(side: int, value: str, x: float, y: float, fill: str | None = None, scale: float = 1.0) -> str:
    """A number on a shield, each side's of its own shape."""
    colour = fill or DEEP[side]
    shape = tag("path", d=SHIELDS[side], fill=colour, stroke=PAPER_LIGHT, stroke_width=2.6)
    return placed(upright(shape, figure(value, 0, 7.5, 22 if len(value) == 1 else 19, ink=PAPER_LIGHT, on=colour)), x, y, scale)


def seal(value: str, x: float, y: float, reach: float = 9.6) -> str:
    """A wax seal with a number."""
    rings = tag("circle", r=reach, fill=RED, stroke=RED_EDGE, stroke_width=1.4) + tag(
        "circle", r=reach * 0.78, fill="none", stroke=GOLD, stroke_width=0.7
    )
    return placed(rings + figure(value, 0, reach * 0.46, reach * 1.35, ink=PAPER_LIGHT, on=RED, font_family=SERIF), x, y)


def anchor() -> str:
    """A port: an anchor on a disc."""
    d = "M0 -5.6V10M-5.6 -2H5.6M-9.4 3.4Q-8 10.6 0 10.6Q8 10.6 9.4 3.4M-11.6 6L-9.4 2.6L-6.4 5.2M11.6 6L9.4 2.6L6.4 5.2"
    lines = tag("g", tag("circle", cy=-8.4, r=2.6), tag("path", d=d), stroke=WATER_INK, stroke_width=2.8)
    disc = tag("circle", r=16.5, fill=PAPER_LIGHT, stroke=INK, stroke_width=2)
    return tag("g", disc, lines, fill="none", stroke_linecap="round", stroke_linejoin="round")


def fort() -> str:
    """A star fort."""
    outer = tag("path", d=star(0, 0, 19, 0.48), fill=INK, stroke=PAPER_LIGHT, stroke_width=2.4, stroke_linejoin="round")
    return outer + tag("path", d=star(0, 0, 9, 0.48), fill=PAPER_DEEP)


def stars(count: int, x: float, y: float, reach: float = 14.0, step: float = 30.0) -> str:
    """Gold stars in a row, the first at the spot."""
    return "".join(
        tag("path", d=star(x + step * i, y, reach), fill=GOLD, stroke=INK, stroke_width=1.6, stroke_linejoin="round") for i in range(count)
    )


def rows(signs: Iterable[tuple[str, str]], x: float, y: float, step: float, size: float, *, room: float = 20, on: str = PAPER) -> str:
    """A key: (sign, meaning), one under the other; a sign takes `room` to either side of its spot."""
    return upright(
        *(placed(sign, x, y + n * step) + meaning(text, x + room, y + n * step, size, on) for n, (sign, text) in enumerate(signs))
    )


def in_line(signs: Iterable[tuple[str, str]], x: float, y: float, size: float, *, room: float = 20, on: str = PAPER) -> str:
    """A key: (sign, meaning), side by side."""
    drawn = []
    for sign, text in signs:
        drawn.append(placed(sign, x, y) + meaning(text, x + room, y, size, on))
        x += 2 * room + text_width(text, size) * 0.96 + size * 0.9
    return upright(*drawn)


def meaning(text: str, x: float, y: float, size: float, on: str) -> str:
    return words(text, x + size * 0.3, y + size * 0.34, size, on=on, text_anchor="start")
