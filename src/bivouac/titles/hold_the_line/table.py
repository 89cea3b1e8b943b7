"""The battle on the table: the board of a scenario as SVG, its places, the pieces and panels of a view."""

from __future__ import annotations

from functools import cache

from bivouac.core.draw.pieces import wordless
from bivouac.core.table import Cell, Layout, Panel, Place, Table, Token, made
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.hold_the_line.draw.board import board, hex_text
from bivouac.titles.hold_the_line.draw.faces import face, short
from bivouac.titles.hold_the_line.draw.legend import signs
from bivouac.titles.hold_the_line.draw.places import BOARD, COUNTER, ROOM
from bivouac.titles.hold_the_line.printed.map import GONE, HEXES, OFF_MAP
from bivouac.titles.hold_the_line.printed.scenarios import field_for
from bivouac.titles.hold_the_line.printed.units import COLOURS, DICE_FAR, DICE_NEAR, KINDS, LEADER, MOVES, NEEDS, REACH, SIDE_KEYS
from bivouac.titles.hold_the_line.view import PieceView, View

STAR = (36.0, -7.0)  # where the star of a VP block lies: at the right side of its hex, off the names, over the pieces


# --- places ---------------------------------------------------------------------------------------------------------


def places(scenario: Scenario) -> tuple[Place, ...]:
    field = field_for(scenario)
    return tuple(Place(f"hex:{h}", hex_text(field, h), *BOARD.centre[h], COUNTER, *ROOM) for h in range(HEXES))


# --- pieces and panels ----------------------------------------------------------------------------------------------


def face_of(p: PieceView) -> str:
    colour = COLOURS[p.morale] if p.morale >= 0 else "none"
    done = "-done" if p.done and p.hex >= 0 else ""
    return f"{SIDE_KEYS[p.side]}-{KINDS[p.kind]}-{colour}-{max(p.strength, 0)}-{p.full}-{short(p.name).replace('-', ' ')}{done}"


def name_of(p: PieceView) -> Text:
    side = Name("side", p.side)
    if p.kind == LEADER:
        return Text("labels.leader", {"side": side, "name": p.name})
    args: dict[str, Arg] = {"side": side, "kind": Name("kind", p.kind), "name": p.name, "strength": p.strength, "full": p.full}
    return Text("labels.piece_morale", {**args, "colour": Name("colour", p.morale)}) if p.morale >= 0 else Text("labels.piece", args)


@cache
def facts_of(kind: int) -> tuple[Text, ...]:
    """How far a kind of piece goes, and what its fire needs at every range."""
    if kind == LEADER:
        return (Text("facts.move", {"n": MOVES[kind]}), Text("facts.leader"))
    move = Text("facts.move", {"n": MOVES[kind]}) if MOVES[kind] else Text("facts.sail")
    dice = [(reach, DICE_NEAR[kind] if reach == 1 else DICE_FAR[kind]) for reach in range(1, REACH[kind] + 1)]
    return (move, *(Text("facts.fire", {"reach": reach, "dice": n, "n": NEEDS[kind][reach]}) for reach, n in dice))


def worth_of(points: int) -> tuple[Text, ...]:
    """The victory points of a unit or block, where the scenario gives it others than one."""
    return () if points == 1 else (Text("facts.worth", {"n": points}),)


def place_of(p: PieceView) -> str:
    if p.hex == GONE:
        return f"lost:{p.side}"
    return f"reserve:{p.side}:{p.turn}" if p.hex == OFF_MAP else f"hex:{p.hex}"


@made
def piece_token(p: PieceView) -> Token:
    return Token(f"piece:{p.piece}", place_of(p), face_of(p), name_of(p), p.side, facts=(*facts_of(p.kind), *worth_of(p.worth)))


def block_tokens(v: View) -> list[Token]:
    found = []
    for i, (h, side, control, holder, worth) in enumerate(v.blocks):
        if not control and holder >= 0:
            continue
        held = holder == side
        facts = (Text("legend.control" if control else "legend.capture"), *worth_of(worth))
        text = Text("labels.block_controlled" if held else "labels.block", {"side": Name("side", side)})
        found.append(Token(f"block:{i}", f"hex:{h}", f"block-{SIDE_KEYS[side]}{'-held' if held else ''}", text, side, *STAR, facts))
    return found


@cache
def turn_panel(turns: int) -> Panel:
    cells = tuple(Cell(f"turn:{n}", Text("labels.cell", {"n": n})) for n in range(1, turns + 1))
    return Panel("turns", "track", Text("labels.turn_track"), cells)


def layout(v: View) -> Layout:
    tokens = [piece_token(p) for p in v.pieces]
    tokens += block_tokens(v)
    tokens.append(Token("turn", f"turn:{v.turn}", "turn", Text("labels.turn_marker"), 2))
    groups = sorted({(p.turn, p.side) for p in v.pieces if p.turn and p.hex == OFF_MAP})
    side = [Name("side", i) for i in (0, 1)]
    points = [Cell(f"vp:{i}", Text("labels.vp", {"side": side[i], "vp": v.vp[i], "target": v.targets[i]})) for i in (0, 1)]
    points += [Cell(f"cap:{i}", Text("labels.cap", {"side": side[i], "cap": v.cap[i]})) for i in (0, 1)]
    lost = [Cell(f"lost:{i}", Text("labels.lost_of", {"side": side[i]})) for i in (0, 1)]
    panels = [
        turn_panel(v.turns),
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


TABLE = Table(board=board, places=places, layout=layout, face=wordless(face), legend=signs)
