"""Counters, flags, markers and cards as small drawings. They hold no words: figures and silhouettes are the same in every language."""

from __future__ import annotations

from bivouac.titles.lincoln.printed.units import (
    BONDS,
    DRAFT,
    HIGH_GROUND,
    KINDS,
    LEADERSHIP,
    MONEY,
    NAVAL,
    OWNER,
    PRICE,
    RAID,
    RAIL,
    RAIL_CARD,
    REINFORCEMENTS,
    RUNNER,
    SET,
    TABLES,
    TEXT,
    TEXT_KIND,
    TOP,
)

INK, PAPER, CREAM = "#3a2d1f", "#f2e8d0", "#fbf6e6"
SIDE_FILL = ("#2b4a73", "#a58a5b")
SIDE_DARK = ("#1b3252", "#6f5a35")
SIDE_TEXT = ("#ffffff", "#2e2415")
SANS = "'Source Sans 3', 'Helvetica Neue', Arial, sans-serif"


def face(name: str) -> str:
    """A drawing by its name: unit-0-2, flag-1, back-0, card-17, ship-marker, europe-marker."""
    return FACES[name]


def _number(x: float, y: float, n: int | str, size: float, fill: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="middle" font-family="{SANS}" font-size="{size}" font-weight="700" fill="{fill}">{n}</text>'


# --- silhouettes, each around its own centre, about 20 across -------------------------------------------------------

RIFLES = (
    '<path d="M-9 9 L7 -9 M9 9 L-7 -9" fill="none" stroke-width="2.8" stroke-linecap="round"/>'
    '<path d="M-11 11 l4 -4 M11 11 l-4 -4" fill="none" stroke-width="4.6"/>'
)
STAR_FORT = '<path d="M0 -11 L4 -5 L11 -6 L8 0 L11 6 L4 5 L0 11 L-4 5 L-11 6 L-8 0 L-11 -6 L-4 -5 Z"/>'
SHIP = (
    '<path d="M-11 3 H11 L7 9 H-8 Z"/><path d="M-2 2 V-10 M5 2 V-6" fill="none" stroke-width="1.8"/>'
    '<path d="M-3 -9 L-10 1 H-3 Z M0 -10 Q8 -4 1 1 Z"/>'
)
HAT = '<path d="M-11 8 H11 V5 H7 V-9 Q0 -12 -7 -9 V5 H-11 Z"/>'
HORSE = '<path d="M-10 9 L-8 1 Q-9 -4 -3 -4 L3 -4 L6 -11 L9 -10 L11 -5 L8 -4 L7 1 L9 9 H6 L4 3 L-4 3 L-6 9 Z"/>'
ENGINE = (
    '<path d="M-11 4 V-6 H-4 V-1 H7 V-7 H10 V4 Z"/><circle cx="-7" cy="7" r="3"/><circle cx="1" cy="7" r="3"/><circle cx="8" cy="7" r="3"/>'
)
HILL = '<path d="M-12 9 L-3 -8 L2 0 L5 -4 L12 9 Z"/>'
NOTE = '<rect x="-11" y="-6" width="22" height="13" fill="none" stroke-width="2"/><circle r="3.6"/>'
DRUM = (
    '<path d="M-9 -5 H9 V8 H-9 Z"/><path d="M-9 -5 L-3 8 L3 -5 L9 8" fill="none" stroke="#fbf6e6" stroke-width="1.4"/>'
    '<path d="M-11 -10 L2 -6 M11 -10 L-2 -6" fill="none" stroke-width="1.8"/>'
)
COTTON = (
    '<rect x="-10" y="-6" width="20" height="13" rx="2"/><path d="M-4 -6 V7 M4 -6 V7" fill="none" stroke="#fbf6e6" stroke-width="1.6"/>'
)
ARROW = '<path d="M-11 -3 H2 V-9 L12 0 L2 9 V3 H-11 Z"/>'
ANCHOR = '<g fill="none" stroke-width="2.2"><circle cy="-8" r="3"/><path d="M0 -5 V10 M-5 -1 H5 M-9 3 Q-7 11 0 11 Q7 11 9 3"/></g>'
TRACK = (
    '<path d="M-10 4 H10 M-10 -4 H10" fill="none" stroke-width="2"/><path d="M-7 -8 V8 M0 -8 V8 M7 -8 V8" fill="none" stroke-width="2"/>'
)
STAR = '<path d="M0 -10 L2.6 -3.4 L9.6 -3.1 L4.1 1.3 L6 8.1 L0 4.2 L-6 8.1 L-4.1 1.3 L-9.6 -3.1 L-2.6 -3.4 Z"/>'


def _icon(x: float, y: float, drawing: str, colour: str, scale: float = 1.0) -> str:
    inked = _stroked(drawing, colour)
    return f'<g transform="translate({x} {y}) scale({scale})" fill="{colour}" stroke="{colour}" stroke-width="0">{inked}</g>'


def _stroked(drawing: str, colour: str) -> str:
    """Open lines take the colour as stroke; closed shapes have none."""
    return drawing.replace('fill="none"', f'fill="none" stroke="{colour}"').replace(
        f'stroke="{colour}" stroke="#fbf6e6"', 'stroke="#fbf6e6"'
    )


# --- counters -------------------------------------------------------------------------------------------------------


def _block(side: int) -> str:
    """The Union's block has cut corners, the Confederate's round ones."""
    if side == 0:
        return f'<path d="M9 3 H39 L45 9 V39 L39 45 H9 L3 39 V9 Z" fill="{SIDE_FILL[0]}" stroke="{SIDE_DARK[0]}" stroke-width="2.4"/>'
    return f'<rect x="3" y="3" width="42" height="42" rx="10" fill="{SIDE_FILL[1]}" stroke="{SIDE_DARK[1]}" stroke-width="2.4"/>'


def _unit(side: int, kind: int) -> str:
    text = SIDE_TEXT[side]
    if kind == 3:
        return _block(side) + _icon(24, 22, STAR_FORT, text, 1.35) + _number(24, 27.5, TABLES.limits.fort_value, 15, SIDE_FILL[side])
    pips = "".join(f'<circle cx="{24 + 9 * (i - kind / 2)}" cy="40" r="2.7" fill="{text}"/>' for i in range(kind + 1))
    return _block(side) + _icon(15, 20, RIFLES, text, 0.85) + _number(34, 29, kind + 1, 25, text) + pips


def _flag(side: int) -> str:
    cloth = '<path d="M12 6 H42 L36 14 L42 22 H12 Z"' if side == 0 else '<path d="M12 6 Q24 2 42 8 V24 Q24 18 12 22 Z"'
    pole = f'<path d="M12 4 V45" stroke="{INK}" stroke-width="3.4" stroke-linecap="round"/>'
    return f'{cloth} fill="{SIDE_FILL[side]}" stroke="{INK}" stroke-width="2"/>{pole}'


def _marker(drawing: str) -> str:
    return f'<circle cx="24" cy="24" r="20" fill="#23211f" stroke="{PAPER}" stroke-width="2.5"/>' + _icon(24, 24, drawing, PAPER, 1.2)


# --- cards ----------------------------------------------------------------------------------------------------------

TEXT_ICONS = {
    DRAFT: DRUM,
    RUNNER: SHIP,
    RAID: HORSE,
    HIGH_GROUND: HILL,
    MONEY: NOTE,
    BONDS: COTTON,
    RAIL_CARD: ENGINE,
    REINFORCEMENTS: ARROW,
}
TEXT_FIGURES = {
    DRAFT: f"+{TABLES.effects.free_draw}",
    RUNNER: f"+{TABLES.effects.free_draw}",
    RAID: f"−{TABLES.effects.raid_discards}",
    HIGH_GROUND: f"+{TABLES.high_ground.bonus}",
    MONEY: f"×{TABLES.effects.bond_units}",
    BONDS: f"×{TABLES.effects.bond_units}",
    RAIL_CARD: f"×{TABLES.effects.rail_counters}",
    REINFORCEMENTS: "+1",
}
KIND_FILL = {"free": "#4d7a4a", "action": "#8c2f23", "benefit": "#6b3f7c"}
TOP_ICONS = {3: STAR_FORT, 4: SHIP, 5: HAT}


def _sheet(side: int) -> str:
    fill, dark = SIDE_FILL[side], SIDE_DARK[side]
    corners = 'rx="2"' if side == 0 else 'rx="9"'
    return (
        f'<rect x="1.5" y="1.5" width="87" height="123" {corners} fill="{CREAM}" stroke="{dark}" stroke-width="3"/>'
        f'<rect x="6" y="6" width="78" height="8" fill="{fill}"/>'
    )


def _top(card: int) -> str:
    """The unit and, in a small square, how many other cards it costs."""
    top, side = TOP[card], OWNER[card]
    if top < 0:
        return ""
    if top < 3:
        unit = f'<g transform="translate(12 18)">{_unit(side, top)}</g>'
    elif top == 3:
        unit = f'<g transform="translate(12 18)">{_unit(side, 3)}</g>'
    else:
        unit = _icon(36, 42, TOP_ICONS[top], SIDE_DARK[side], 1.9)
    cards = f'<rect x="66" y="28" width="15" height="20" rx="2" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/>' + _number(
        73.5, 44, PRICE[card], 16, INK
    )
    return unit + cards


def _symbols(card: int) -> str:
    """Along the left edge: leadership in a star, rails, an anchor."""
    marks, x = [], 16.0
    if LEADERSHIP[card]:
        marks.append(_icon(x + 1, 82, STAR, "#d9a93c", 1.7) + _number(x + 1, 87.5, LEADERSHIP[card], 16, INK))
        x += 30
    if RAIL[card]:
        marks.append(_icon(x, 82, TRACK, INK, 0.95))
        x += 25
    if NAVAL[card]:
        marks.append(_icon(x, 82, ANCHOR, "#2b5f74", 0.95))
    return "".join(marks)


def _text(card: int) -> str:
    """The text action: its sign and its figure on the colour of its kind (green free, red action, purple benefit)."""
    text = TEXT[card]
    if text < 0:
        return ""
    fill = KIND_FILL[TEXT_KIND[text]]
    return (
        f'<rect x="6" y="98" width="78" height="23" rx="3" fill="{fill}"/>'
        + _icon(26, 110, TEXT_ICONS[text], CREAM, 0.85).replace('#fbf6e6" stroke-width="1', f'{fill}" stroke-width="1')
        + _number(62, 116, TEXT_FIGURES[text], 18, CREAM)
    )


def _card(card: int) -> str:
    numeral = _number(79, 13.2, "I" * SET[card], 8.5, SIDE_TEXT[OWNER[card]]) if SET[card] else ""
    large = ""
    if TOP[card] < 0:
        large = _icon(45, 44, TEXT_ICONS[TEXT[card]], SIDE_DARK[OWNER[card]], 2.1) if TEXT[card] >= 0 else _general(card)
    return _sheet(OWNER[card]) + numeral + _top(card) + large + _symbols(card) + _text(card)


def _general(card: int) -> str:
    """A leader's hat for a card that only leads; nothing for a blank one."""
    if not LEADERSHIP[card]:
        return f'<path d="M24 44 H66" stroke="{INK}" stroke-width="1" opacity="0.35"/>'
    return _icon(
        45,
        44,
        '<path d="M-13 4 Q0 -1 13 4 L9 8 Q0 4 -9 8 Z"/><path d="M-7 2 L-6 -7 Q0 -11 6 -7 L7 2 Q0 -1 -7 2 Z"/>',
        SIDE_DARK[OWNER[card]],
        2.2,
    )


def _back(side: int) -> str:
    fill, dark = SIDE_FILL[side], SIDE_DARK[side]
    corners = 'rx="2"' if side == 0 else 'rx="9"'
    lines = "".join(f'<path d="M{8 + 8 * i} 10 V116" stroke="{dark}" stroke-width="1.4"/>' for i in range(10))
    return (
        f'<rect x="1.5" y="1.5" width="87" height="123" {corners} fill="{fill}" stroke="{dark}" stroke-width="3"/>{lines}'
        f'<circle cx="45" cy="63" r="22" fill="{CREAM}" stroke="{dark}" stroke-width="2"/>'
        + _icon(45, 63, STAR if side == 0 else RIFLES, dark, 1.5)
    )


def _all_faces() -> dict[str, str]:
    faces = {f"unit-{side}-{kind}": _unit(side, kind) for side in (0, 1) for kind in range(4)}
    for side in (0, 1):
        faces[f"flag-{side}"] = _flag(side)
        faces[f"back-{side}"] = _back(side)
    faces["ship-marker"], faces["europe-marker"] = _marker(SHIP), _marker(HAT)
    for card in range(KINDS):
        faces[f"card-{card}"] = _card(card)
    return faces


FACES = _all_faces()
