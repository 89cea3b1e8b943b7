"""The battle on the table: the board of a scenario as SVG, its places, the pieces and panels of a view."""

from __future__ import annotations

from xml.sax.saxutils import escape

from bivouac.core.table import Cell, Layout, Panel, Place, Say, Table, Token
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.hold_the_line.draw import board as draw
from bivouac.titles.hold_the_line.draw.board import INK, PAPER, SIZE, WASH
from bivouac.titles.hold_the_line.printed.map import COLUMNS, GONE, GRID, HEX_NAMES, HEXES, OFF_MAP, ROWS
from bivouac.titles.hold_the_line.printed.scenarios import Field, field_for, numbers_of
from bivouac.titles.hold_the_line.printed.units import BRIDGE, COLOURS, FENCE, KINDS, LEADER, OPEN, SIDE_KEYS, TERRAIN_IDS, TRENCH
from bivouac.titles.hold_the_line.view import BattleView, PieceView

MARGIN = 62.0
LEFT, TOP = MARGIN + 4, MARGIN + 10
WIDTH = 2 * MARGIN + SIZE * 3**0.5 * (COLUMNS + 0.5) - SIZE * 0.9
HEIGHT = TOP + SIZE * (1.5 * ROWS - 0.5) + 74


def centre(h: int) -> tuple[float, float]:
    x, y = GRID.centre(h, SIZE)
    return x + LEFT, y + TOP


def corners(h: int) -> list[tuple[float, float]]:
    return [(x + LEFT, y + TOP) for x, y in GRID.corners(h, SIZE)]


# --- places ---------------------------------------------------------------------------------------------------------


def hex_text(field: Field, h: int) -> Text:
    """A hex by its name, its terrain and the place it belongs to."""
    args: dict[str, Arg] = {"hex": Name("hex", h), "terrain": Name("terrain", field.terrain[h])}
    for place in field.file.places:
        if h in numbers_of(place.hexes):
            return Text("labels.hex_place", {**args, "place": place.name})
    return Text("labels.hex", args)


def places(scenario: Scenario) -> tuple[Place, ...]:
    field = field_for(scenario)
    return tuple(Place(f"hex:{h}", hex_text(field, h), round(centre(h)[0], 1), round(centre(h)[1], 1), 42) for h in range(HEXES))


# --- the board ------------------------------------------------------------------------------------------------------


def board(scenario: Scenario, say: Say) -> str:
    field = field_for(scenario)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" font-family="Georgia, serif" fill="{INK}">',
        f'<rect x="0" y="0" width="{WIDTH:.0f}" height="{HEIGHT:.0f}" fill="#e6d9ba"/>',
        "<defs>",
        *figures(),
        "</defs>",
        *(hex_drawing(field, h, say) for h in range(HEXES)),
        *(covers(field, h) for h in range(HEXES) if field.cover_sides[h]),
        *place_names(field, say),
        *border(),
        *legend(field, say),
        compass(field, say),
        "</svg>",
    ]
    return "\n".join(p for p in parts if p)


def figures() -> list[str]:
    """Every figure once; hexes point to them."""
    found = [f'<g id="htl-{t}-{v}">{draw.figure(t, v)}</g>' for t in ("forest", "town") for v in (0, 1)]
    found += [f'<g id="htl-{t}-0">{draw.figure(t, 0)}</g>' for t in ("orchard", "hill", "river", "swamp")]
    return found + [f'<g id="htl-bridge-{angle}">{draw.figure("bridge", angle)}</g>' for angle in (0, 60, 120)]


def variant_of(field: Field, h: int) -> int:
    """Which of two drawings a hex has; a bridge lies across its river."""
    if field.terrain[h] == BRIDGE:
        return bridge_angle(field, h)
    return (h % COLUMNS + h // COLUMNS) % 2 if TERRAIN_IDS[field.terrain[h]] in ("forest", "town") else 0


def bridge_angle(field: Field, h: int) -> int:
    """The deck runs between the two opposite neighbours that are not water."""
    wet = [n >= 0 and bool(field.water >> n & 1) for n in GRID.neighbours[h]]
    angle, best = 0, 9
    for axis in range(3):
        both = wet[axis] + wet[axis + 3]
        if both < best:
            angle, best = 60 * axis, both
    return angle


def hex_drawing(field: Field, h: int, say: Say) -> str:
    x, y = centre(h)
    terrain = TERRAIN_IDS[field.terrain[h]]
    points = " ".join(f"{px:.1f},{py:.1f}" for px, py in corners(h))
    bare = terrain in ("open", "fence", "trench")
    figure = "" if bare else f'<use href="#htl-{terrain}-{variant_of(field, h)}" x="{x:.1f}" y="{y:.1f}"/>'
    label = f'x="{x:.1f}" y="{y - SIZE * 0.70:.1f}" font-size="9.5" text-anchor="middle" fill="#6d5a40" font-family="sans-serif"'
    return (
        f'<g data-id="hex:{h}"><title>{escape(say(hex_text(field, h)))}</title>'
        f'<polygon points="{points}" fill="{WASH[terrain]}" stroke="#8d7a5a" stroke-width="1.1"/>{figure}'
        f"<text {label}>{HEX_NAMES[h]}</text></g>"
    )


def covers(field: Field, h: int) -> str:
    """The protected sides of a hex."""
    kind = "fence" if field.cover_kind[h] == FENCE else "trench"
    (cx, cy), ring = centre(h), corners(h)
    return "".join(draw.cover_side(kind, *ring[side - 1], *ring[side], cx, cy) for side in field.cover_sides[h])


def place_names(field: Field, say: Say) -> list[str]:
    """Names of places, under the middle of the hexes they cover."""
    found = []
    for place in field.file.places:
        hexes = numbers_of(place.hexes)
        middle = [centre(h) for h in hexes]
        x, y = sum(p[0] for p in middle) / len(middle), sum(p[1] for p in middle) / len(middle)
        near = min(middle, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2) if len(hexes) > 4 else (x, y)
        words = escape(say(Text("labels.both", {"words": place.name})))
        left, top = min(max(near[0], 90), WIDTH - 90), near[1] + SIZE * 0.67
        at = f'x="{left:.1f}" y="{top:.1f}" font-size="12.5" font-style="italic" text-anchor="middle"'
        found.append(f'<text {at} stroke="{PAPER}" stroke-width="3.4" stroke-linejoin="round" pointer-events="none">{words}</text>')
        found.append(f'<text {at} pointer-events="none">{words}</text>')
    return found


def border() -> list[str]:
    """Column letters and row numbers."""
    found = []
    for col in range(COLUMNS):
        x, y = centre(col)
        found.append(f'<text x="{x:.1f}" y="{y - SIZE - 8:.1f}" font-size="15" text-anchor="middle">{chr(65 + col)}</text>')
    for row in range(ROWS):
        x, y = centre(row * COLUMNS)
        found.append(f'<text x="{LEFT - SIZE - 8:.1f}" y="{y + 5:.1f}" font-size="15" text-anchor="middle">{row + 1}</text>')
    return found


def legend(field: Field, say: Say) -> list[str]:
    """The terrains of this map, each with its figure, below the board."""
    used = sorted({t for t in field.terrain if t != OPEN} | {k for k in field.cover_kind if k})
    found, x, y = [], LEFT - 20, HEIGHT - 30
    for t in used:
        name = TERRAIN_IDS[t]
        found.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="17" fill="{WASH[name]}" stroke="#8d7a5a" stroke-width="1"/>')
        if t in (FENCE, TRENCH):
            found.append(f'<g transform="translate({x:.1f} {y + 18:.1f}) scale(0.6)">{draw.cover_side(name, -23, -40, 23, -40, 0, 0)}</g>')
        else:
            found.append(f'<g transform="translate({x:.1f} {y:.1f}) scale(0.38)">{draw.figure(name, 0)}</g>')
        words = say(Text("labels.legend", {"terrain": Name("terrain", t)}))
        found.append(f'<text x="{x + 23:.1f}" y="{y + 5:.1f}" font-size="14">{escape(words)}</text>')
        x += 60 + 7.2 * len(words)
    return found


def compass(field: Field, say: Say) -> str:
    """An arrow to the north."""
    turn = {"north": 0, "east": -90, "south": 180, "west": 90}[field.file.top]
    x, y = WIDTH - 46, HEIGHT - 34
    words = escape(say(Text(f"labels.{field.file.top}")))
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn})"><title>{words}</title>'
        f'<path d="M0 -24 L8 10 L0 4 L-8 10 Z" fill="{INK}"/>'
        f'<text x="0" y="24" font-size="14" text-anchor="middle" transform="rotate({-turn} 0 19)">N</text></g>'
    )


# --- pieces and panels ----------------------------------------------------------------------------------------------


def face_of(p: PieceView) -> str:
    colour = COLOURS[p.morale] if p.morale >= 0 else "none"
    done = "-done" if p.done and p.hex >= 0 else ""
    return f"{SIDE_KEYS[p.side]}-{KINDS[p.kind]}-{colour}-{max(p.strength, 0)}-{p.full}{done}"


def name_of(p: PieceView) -> Text:
    side = Name("side", p.side)
    if p.kind == LEADER:
        return Text("labels.leader", {"side": side, "name": p.name})
    args: dict[str, Arg] = {"side": side, "kind": Name("kind", p.kind), "name": p.name, "strength": p.strength, "full": p.full}
    return Text("labels.piece_morale", {**args, "colour": Name("colour", p.morale)}) if p.morale >= 0 else Text("labels.piece", args)


def place_of(p: PieceView) -> str:
    if p.hex == GONE:
        return f"lost:{p.side}"
    return f"reserve:{p.side}:{p.turn}" if p.hex == OFF_MAP else f"hex:{p.hex}"


def block_tokens(v: BattleView) -> list[Token]:
    found = []
    for i, (h, side, control, holder) in enumerate(v.blocks):
        if not control and holder >= 0:
            continue
        held = holder == side
        text = Text("labels.block_controlled" if held else "labels.block", {"side": Name("side", side)})
        found.append(Token(f"block:{i}", f"hex:{h}", f"block-{SIDE_KEYS[side]}{'-held' if held else ''}", text, side, 25.0, 19.0))
    return found


def layout(v: BattleView) -> Layout:
    tokens = block_tokens(v)
    tokens += [Token(f"piece:{p.piece}", place_of(p), face_of(p), name_of(p), p.side) for p in v.pieces]
    tokens.append(Token("turn", f"turn:{v.turn}", "turn", Text("labels.turn_marker"), 2))
    groups = sorted({(p.turn, p.side) for p in v.pieces if p.turn and p.hex == OFF_MAP})
    side = [Name("side", i) for i in (0, 1)]
    turns = [Cell(f"turn:{n}", Text("labels.cell", {"n": n})) for n in range(1, v.turns + 1)]
    points = [Cell(f"vp:{i}", Text("labels.vp", {"side": side[i], "vp": v.vp[i], "target": v.targets[i]})) for i in (0, 1)]
    points += [Cell(f"cap:{i}", Text("labels.cap", {"side": side[i], "cap": v.cap[i]})) for i in (0, 1)]
    lost = [Cell(f"lost:{i}", Text("labels.lost_of", {"side": side[i]})) for i in (0, 1)]
    panels = [
        Panel("turns", "track", Text("labels.turn_track"), tuple(turns)),
        Panel("score", "facts", Text("labels.score"), tuple(points)),
        Panel("lost", "pool", Text("labels.lost"), tuple(lost)),
    ]
    if groups:
        panels.append(
            Panel(
                "reserve",
                "pool",
                Text("labels.reserve"),
                tuple(Cell(f"reserve:{i}:{turn}", Text("labels.reserve_of", {"side": side[i], "turn": turn})) for turn, i in groups),
            )
        )
    status = (
        Text("labels.status_turn", {"turn": v.turn, "turns": v.turns, "side": Name("side", v.active), "ap": v.ap}),
        Text("labels.status_vp", {"union": v.vp[0], "union_target": v.targets[0], "csa": v.vp[1], "csa_target": v.targets[1]}),
    )
    return Layout(tuple(tokens), tuple(panels), status)


TABLE = Table(board=board, places=places, layout=layout, face=draw.face)
