"""The counters: flat blocks in a 48 x 48 box, square for the Union, with cut corners for the Confederacy; arm, corps, level, strength."""

from __future__ import annotations

from functools import cache
from html import escape
from math import cos, pi, sin
from typing import Final

from bivouac.core.ids import Side
from bivouac.titles.yankees_rebels.printed.units import MARKER_SIDE, MARKERS, NAME, SIDE, STRENGTH, TRAINING, UNITS

INK: Final = "#2b2118"
PAPER: Final = "#f4ecd8"
GOLD: Final = "#c9992e"
SANS: Final = "Helvetica, Arial, sans-serif"
COLOUR: Final = ("#24426b", "#8b7355")
DARK: Final = ("#16294a", "#4e3d28")
SHORT_NAME: Final = {
    "us_steinwehr": "Steinwehr",
    "us_mcintosh": "McIntosh",
    "cs_mcintosh": "McIntosh",
    "us_robertson": "Robertson",
    "cs_robertson": "Robertson",
}


def frame(side: int, *, fill: str | None = None) -> str:
    """The block of a side."""
    colour, dark = fill or COLOUR[side], DARK[side]
    if side == Side.UNION:
        return f'<rect x="2" y="2" width="44" height="44" rx="1.5" fill="{colour}" stroke="{dark}" stroke-width="1.6"/>'
    return f'<path d="M9 2H39L46 9V39L39 46H9L2 39V9Z" fill="{colour}" stroke="{dark}" stroke-width="1.6"/>'


# --- arms ----------------------------------------------------------------------------------------

RIFLES: Final = (
    f'<g fill="none" stroke="{INK}" stroke-linecap="round"><path d="M13 31L35 15M35 31L13 15" stroke-width="1.9"/>'
    f'<path d="M13 31L18.5 27M35 31L29.5 27" stroke-width="4.2"/><path d="M35 15l2-1.5M13 15l-2-1.5" stroke-width="1"/></g>'
)
HORSE: Final = (
    f'<path d="M14 33C14.5 26 17 19.5 22.5 16L22 12.5L25.3 14.8C29.5 15.8 33.5 19.5 35.8 23.6C36.4 25.2 35.2 26.8 33.6 26.6L30 25.2'
    f'C28.6 26.8 27.6 27.2 26 27.2C27.4 29 27.6 31 27.2 33Z" fill="{INK}"/><circle cx="27.4" cy="19.4" r=".9" fill="{PAPER}"/>'
)
GUN: Final = (
    f'<g stroke="{INK}" fill="none" stroke-width="1.7" stroke-linecap="round"><circle cx="22" cy="26.5" r="6.2"/>'
    '<path d="M22 20.3V32.7M15.8 26.5H28.2M17.6 22.1L26.4 30.9M26.4 22.1L17.6 30.9" stroke-width=".9"/>'
    f'<path d="M20 26L10.5 32.2" stroke-width="2.2"/></g><path d="M15.5 24.6L37.5 16.2L38.3 18.8L17 27.6Z" fill="{INK}"/>'
)
HORSE_GUN: Final = f'<g transform="translate(-3.5 4) scale(.88)">{GUN}</g><g transform="translate(15.5 4.2) scale(.58)">{HORSE}</g>'
ARM: Final = {"F": RIFLES, "C": HORSE, "A": GUN, "AC": HORSE_GUN}


# --- corps badges, in a box of twelve around the origin ----------------------------------------------------------------


def _star(points: int, outer: float, inner: float) -> str:
    spots = []
    for i in range(2 * points):
        r, angle = (outer, inner)[i % 2], pi * i / points - pi / 2
        spots.append(f"{r * cos(angle):.2f} {r * sin(angle):.2f}")
    return f"M{'L'.join(spots)}Z"


BADGE: Final = {
    ("union", "I"): '<circle r="4.2" fill="{c}"/>',
    (
        "union",
        "II",
    ): '<path d="M0 -4.6A2.3 2.3 0 1 1 -.1 -4.6ZM-2.6 -.6A2.3 2.3 0 1 1 -2.7 -.6ZM2.6 -.6A2.3 2.3 0 1 1 2.5 -.6Z" fill="{c}"/>'
    '<path d="M-.8 0L.8 0L1.6 4.8H-1.6Z" fill="{c}"/>',
    ("union", "III"): '<path d="M0 -5L4.2 0L0 5L-4.2 0Z" fill="{c}"/>',
    (
        "union",
        "V",
    ): '<path d="M0 0L-2.4 -4.8L0 -3.8L2.4 -4.8ZM0 0L4.8 -2.4L3.8 0L4.8 2.4ZM0 0L2.4 4.8L0 3.8L-2.4 4.8ZM0 0L-4.8 2.4L-3.8 0L-4.8 -2.4Z" '
    'fill="{c}"/>',
    ("union", "VI"): '<path d="M-1.6 -4.8H1.6V-1.6H4.8V1.6H1.6V4.8H-1.6V1.6H-4.8V-1.6H-1.6Z" fill="{c}"/>',
    ("union", "XI"): '<path d="M2.6 -4.2A4.8 4.8 0 1 0 2.6 4.2A3.7 3.7 0 1 1 2.6 -4.2Z" fill="{c}"/>',
    ("union", "XII"): f'<path d="{_star(5, 5.0, 2.0)}" fill="{{c}}"/>',
}
SABRES: Final = (
    '<g fill="none" stroke="{c}" stroke-width="1.3" stroke-linecap="round"><path d="M-4 4C-1 2 3 -1 4 -4.4M4 4C1 2 -3 -1 -4 -4.4"/></g>'
)
CANNONS: Final = '<g stroke="{c}" stroke-width="2.2" stroke-linecap="round"><path d="M-3.6 3.6L3.6 -3.6M3.6 3.6L-3.6 -3.6"/></g>'


def badge(side: str, corps: str, colour: str) -> str:
    if corps == "CR":
        return SABRES.replace("{c}", colour)
    if corps == "AR":
        return CANNONS.replace("{c}", colour)
    if side == "union":
        return BADGE[side, corps].replace("{c}", colour)
    return (
        f'<circle r="5" fill="none" stroke="{colour}" stroke-width="1"/>'
        f'<text y="2.6" text-anchor="middle" font-family="Georgia, serif" font-weight="bold" font-size="7.4" fill="{colour}">{corps}</text>'
    )


# --- units ----------------------------------------------------------------------------------------


def training_band(training: str) -> str:
    """Chevrons at the right edge: one for conscripts, two for veterans, three in gold for the elite."""
    n = {"conscript": 1, "veteran": 2, "elite": 3}[training]
    colour = GOLD if n == 3 else PAPER
    marks = "".join(f"M34.5 {6.6 + 2.7 * i}L38.2 {4.4 + 2.7 * i}L41.9 {6.6 + 2.7 * i}" for i in range(n))
    return f'<path d="{marks}" fill="none" stroke="{colour}" stroke-width="1.5"/>'


def pips(force: int, full: int) -> str:
    """One dot for each strength point; hollow where it is lost."""
    left = 24 - (full - 1) * 2.7
    return "".join(
        f'<circle cx="{left + 5.4 * i:.1f}" cy="42.6" r="1.9" fill="{PAPER if i < force else "none"}" stroke="{PAPER}" stroke-width=".8"/>'
        for i in range(full)
    )


def unit_face(u: int, force: int, *, done: bool) -> str:
    unit = UNITS[u]
    name = escape(SHORT_NAME.get(unit.id, NAME[u]))
    size = 7.4 if len(name) <= 8 else 6.2
    parts = [
        frame(SIDE[u]),
        f'<rect x="5" y="12.4" width="38" height="20.4" rx="1" fill="{PAPER}"/>',
        f'<g transform="translate(0 -.8)">{ARM[unit.type]}</g>',
        f'<g transform="translate(9.6 7.3)">{badge(unit.side, unit.corps, PAPER)}</g>',
        training_band(TRAINING[u]),
        f'<text x="24" y="39.2" text-anchor="middle" font-family="{SANS}" font-weight="bold" font-size="{size}" '
        f'fill="{PAPER}">{name}</text>',
        pips(force, STRENGTH[u]),
    ]
    if done:
        parts.append(
            f'<path d="M5 12.4H43V32.8H5Z" fill="{INK}" fill-opacity=".32"/><path d="M31.5 32.8L43 21.3V32.8Z" fill="{DARK[SIDE[u]]}"/>'
        )
    return "".join(parts)


def marker_face(m: int) -> str:
    """A black disc with the corps' badge or the side's flag."""
    side, corps = MARKERS[m]
    inner = flag(side) if corps == "flag" else f'<g transform="translate(24 24) scale(2.5)">{badge(side, corps, PAPER)}</g>'
    return f'<circle cx="24" cy="24" r="21" fill="#1d1813"/><circle cx="24" cy="24" r="18.4" fill="{COLOUR[MARKER_SIDE[m]]}"/>{inner}'


def flag(side: str) -> str:
    if side == "union":
        stripes = "".join(f'<path d="M12 {17.4 + 3.4 * i}H36" stroke="#b23b32" stroke-width="1.7"/>' for i in range(5))
        field = f'<rect x="12" y="15.5" width="24" height="17" fill="{PAPER}"/>'
        return f'{field}{stripes}<rect x="12" y="15.5" width="11" height="8.8" fill="#24426b"/>'
    return (
        '<rect x="14" y="14" width="20" height="20" fill="#b23b32"/><path d="M14 14L34 34M34 14L14 34" stroke="#f4ecd8" stroke-width="5"/>'
        '<path d="M14 14L34 34M34 14L14 34" stroke="#24426b" stroke-width="3"/>'
    )


@cache
def face(name: str) -> str:
    """A drawing by its name: unit-<number>-<strength>-<activated>, marker-<number>, turn."""
    kind, *numbers = name.split("-")
    if kind == "unit":
        u, force, done = (int(n) for n in numbers)
        return unit_face(u, force, done=bool(done))
    if kind == "marker":
        return marker_face(int(numbers[0]))
    hands = f'<path d="M24 14V24L31 28" fill="none" stroke="{INK}" stroke-width="2.4"/>'
    return f'<circle cx="24" cy="24" r="15" fill="{GOLD}" stroke="{INK}" stroke-width="2"/>{hands}'
