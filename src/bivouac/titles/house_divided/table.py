"""The table: the board, where things lie on it, and how a view is laid out. Everything comes from the view; nothing is hidden here."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final

from bivouac.core.draw.pieces import wordless
from bivouac.core.table import Cell, Layout, Panel, Place, Table, Token, made
from bivouac.core.text import Name, Text
from bivouac.titles.house_divided.draw.board import board
from bivouac.titles.house_divided.draw.boxes import plate_of
from bivouac.titles.house_divided.draw.faces import SIDES, face
from bivouac.titles.house_divided.draw.legend import signs
from bivouac.titles.house_divided.draw.places import BOX, CELL, COUNTER, HIGHEST, army_point, board_point, turn_point
from bivouac.titles.house_divided.draw.places import EUROPE as EUROPE_AT
from bivouac.titles.house_divided.printed.map import CSA, EUROPE, GARRISON_VALUE, MAP, NOBODY, UNION, N
from bivouac.titles.house_divided.printed.units import (
    CAVALRY,
    DEFENCE,
    FIRE,
    GARRISON,
    GARRISON_HITS,
    KINDS,
    LEADER_NAMES,
    MC,
    MF,
    PIECES,
    PRIZES,
    ROUNDS_A_DAY,
    TURNS,
)
from bivouac.titles.house_divided.view import BattleView, LeaderView, PieceView, View

POOL_KINDS: Final = (MF, MC, MF, MC)  # what each pool of View.pool holds
POOL_SIDES: Final = (UNION, UNION, CSA, CSA)
LOCKED: Final = 4  # the cell of the Union militia not drafted yet
CHAIN: Final = (BOX / 2 - 4.0, -8.0)


# --- places -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def all_places() -> tuple[Place, ...]:
    out = []
    for box, at in enumerate(MAP.at):
        x, y = board_point(at)
        plate = plate_of(MAP.name[box])
        name = Text("labels.box", {"box": Name("box", box)})
        out.append(Place(f"box:{box}", name, x, y + plate / 2 - 1, COUNTER, BOX - 8, BOX - plate - 8))
    abroad = Text("labels.box", {"box": Name("box", EUROPE)})
    out.append(Place(f"box:{EUROPE}", abroad, EUROPE_AT[0], EUROPE_AT[1] + 14, COUNTER, 160, 84))
    for turn in range(1, TURNS + 1):
        out.append(Place(f"turn:{turn}", turn_text(turn), *turn_point(turn), COUNTER))
    for value in range(HIGHEST + 1):
        out.append(Place(f"maximum:{value}", Text("labels.maximum", {"n": value}), *army_point(value), COUNTER, CELL - 8))
    return tuple(out)


def places(scenario: Any) -> tuple[Place, ...]:
    """Boxes, Europe, the turns and the army-maximum track."""
    return all_places()


# --- pieces -------------------------------------------------------------------------------------------------


def marks_of(piece: PieceView) -> list[str]:
    """How a piece stands, in the words its face and its name use."""
    return [mark for mark in ("reduced", "entrenched", "routed") if getattr(piece, mark)]


def piece_name(piece: PieceView) -> Text:
    name = Text("labels.piece", {"side": Name("side", piece.side), "unit": Name("kind", piece.kind)})
    marks = tuple(Text(f"labels.{mark}") for mark in marks_of(piece))
    return Text("labels.piece_marked", {"piece": name, "marks": marks}) if marks else name


@cache
def piece_facts(kind: int) -> tuple[Text, ...]:
    """How a piece fires, how far it marches, how hard it is to hit."""
    facts = [Text("facts.fire", {"n": FIRE[kind]}), Text("facts.cavalry" if CAVALRY[kind] else "facts.infantry")]
    return (*facts, Text("facts.defence", {"n": -DEFENCE[kind]})) if DEFENCE[kind] else tuple(facts)


def spot(box: int, side: int, battle: BattleView | None) -> str:
    """A box, or the line-up of the battle that is fought there."""
    return f"battle:{side}" if battle is not None and battle.box == box else f"box:{box}"


def piece_tokens(v: View) -> Iterator[Token]:
    """A combat piece; in rout it stays in the box while the others are lined up."""
    if v.battle is None:
        return map(piece_token, v.pieces)
    place = v.battle.box
    return (lined_up(piece) if piece.box == place and not piece.routed else piece_token(piece) for piece in v.pieces)


@made
def piece_token(piece: PieceView) -> Token:
    look = " ".join([SIDES[piece.side], KINDS[piece.kind], *marks_of(piece)])
    return Token(f"piece:{piece.id}", f"box:{piece.box}", look, piece_name(piece), piece.side, facts=piece_facts(piece.kind))


@made
def lined_up(piece: PieceView) -> Token:
    """In the battle at hand."""
    return piece_token(piece)._replace(at=f"battle:{piece.side}")


@made
def leader_token(leader: LeaderView, at: str) -> Token:
    name = Text("labels.leader", {"leader": Name("leader", leader.id - PIECES), "n": leader.value})
    look = f"leader {LEADER_NAMES[leader.id - PIECES]} {leader.value}"
    return Token(f"piece:{leader.id}", at, look, name, leader.side, facts=(Text("legend.leader"),))


# --- markers ------------------------------------------------------------------------------------------------


@made
def flag_tokens(owner: tuple[int, ...], held: tuple[int, ...]) -> tuple[Token, ...]:
    """A flag on every box that is not in the hands its colour says, and on those lone cavalry holds (9.0d, 9.0e)."""
    flagged = [box for box in range(N) if owner[box] != NOBODY and (box in held or owner[box] != MAP.owner[box])]
    return tuple(flag_token(box, owner[box], held=box in held) for box in flagged)


@cache
def flag_token(box: int, side: int, *, held: bool) -> Token:
    name = Text("labels.flag_held" if held else "labels.flag", {"side": Name("side", side), "box": Name("box", box)})
    look, facts = f"flag {SIDES[side]}{' held' if held else ''}", (Text("legend.flag_held" if held else "legend.flag"),)
    above = -BOX / 2 - plate_of(MAP.name[box]) / 2 - 18
    return Token(f"flag:{box}", f"box:{box}", look, name, NOBODY, 0.0, above, facts)


def marker_tokens(v: View) -> Iterator[Token]:
    """The turn, the two army maxima, contained ports, the battlefield."""
    yield turn_token(v.turn)
    for side in (UNION, CSA):
        yield maximum_token(side, v.maximum[side])
    for box in v.contained:
        yield chain_token(box)
    if v.battle is not None:
        yield Token("marker:3", f"box:{v.battle.box}", "battle", Text("labels.battle_at", {"box": Name("box", v.battle.box)}), NOBODY)


@cache
def turn_text(turn: int) -> Text:
    return Text("labels.turn", {"turn": turn, "month": Name("month", turn)})


@cache
def turn_token(turn: int) -> Token:
    return Token("marker:0", f"turn:{turn}", "turn", turn_text(turn), NOBODY)


@cache
def maximum_token(side: int, value: int) -> Token:
    name = Text("labels.maximum_of", {"side": Name("side", side), "n": value})
    at = f"maximum:{min(max(value, 0), HIGHEST)}"
    return Token(f"marker:{side + 1}", at, f"maximum {SIDES[side]}", name, side, facts=(Text("legend.maximum"),))


@cache
def chain_token(box: int) -> Token:
    name = Text("labels.contained", {"box": Name("box", box)})
    return Token(f"chain:{box}", f"box:{box}", "contained", name, CSA, *CHAIN, facts=(Text("legend.contained"),))


def garrison_token(battle: BattleView) -> Token:
    value = GARRISON_VALUE[battle.box]
    hit = " hit" if battle.garrison < GARRISON_HITS else ""
    return Token(f"piece:{GARRISON}", f"battle:{CSA}", f"garrison {value}{hit}", Text("labels.garrison", {"n": value}), CSA)


@made
def pool_tokens(pool: tuple[int, int, int, int], locked: int) -> tuple[Token, ...]:
    """Militia waiting off the map, one token each."""
    return tuple(reserve_token(cell, n) for cell, count in enumerate((*pool, locked)) for n in range(count))


@made
def reserve_token(cell: int, n: int) -> Token:
    kind = MF if cell == LOCKED else POOL_KINDS[cell]
    side = UNION if cell == LOCKED else POOL_SIDES[cell]
    name = Text("labels.piece", {"side": Name("side", side), "unit": Name("kind", kind)})
    return Token(f"reserve:{100 * cell + n}", f"pool:{cell}", f"{SIDES[side]} {KINDS[kind]}", name, side, facts=piece_facts(kind))


# --- panels -------------------------------------------------------------------------------------------------


@cache
def pool_panel() -> Panel:
    cells = [
        Cell(f"pool:{n}", Text("labels.pool", {"side": Name("side", POOL_SIDES[n]), "unit": Name("kind", POOL_KINDS[n])}))
        for n in range(LOCKED)
    ]
    return Panel("pools", "pool", Text("labels.pools"), (*cells, Cell(f"pool:{LOCKED}", Text("labels.locked"))))


def battle_panel(battle: BattleView) -> Panel:
    """The line-up, one cell a side."""
    cells = tuple(
        Cell(f"battle:{side}", Text("labels.attacker" if side == battle.attacker else "labels.defender", {"side": Name("side", side)}))
        for side in (UNION, CSA)
    )
    return Panel("battle", "lineup", Text("labels.battle_at", {"box": Name("box", battle.box)}), cells)


def battle_facts(v: View, battle: BattleView) -> Iterator[Text]:
    """Round and day, command, and who fires at whom."""
    if battle.round:
        days = {"n": battle.round, "day": battle.day, "in_day": (battle.round - 1) % ROUNDS_A_DAY + 1}
        yield Text("labels.round_of_day", days) if any(battle.command) else Text("labels.round", {"n": battle.round})
    for side in (UNION, CSA):
        if battle.command[side]:
            yield Text("labels.command", {"side": Name("side", side), "n": battle.command[side]})
    kinds = {piece.id: Text("labels.unit", {"unit": Name("kind", piece.kind)}) for piece in v.pieces}
    kinds[GARRISON] = Text("labels.the_garrison")
    gone = Text("labels.destroyed")
    for n, (firer, target) in enumerate(battle.aims):
        key = "labels.fired" if n < battle.shots_fired else "labels.aims"
        yield Text(key, {"unit": kinds.get(firer, gone), "target": kinds.get(target, gone)})


@made
def prizes(owner: tuple[int, ...]) -> Text:
    """How many of the great cities of the South the Union holds, and which it does not."""
    left = tuple(Name("box", box) for box in PRIZES if owner[box] != UNION)
    facts = {"n": len(PRIZES) - len(left), "all": len(PRIZES)}
    return Text("labels.prizes", {**facts, "left": left}) if left else Text("labels.all_prizes", {"all": len(PRIZES)})


@made
def standing(owner: tuple[int, ...], army: tuple[int, int], maximum: tuple[int, int]) -> Panel:
    """The way to victory (11.0a), the two armies against their maxima."""
    armies = [Text("labels.army", {"side": Name("side", side), "n": army[side], "most": maximum[side]}) for side in (UNION, CSA)]
    return Panel("facts", "facts", Text("labels.facts"), tuple(Cell(f"fact:{n}", line) for n, line in enumerate([prizes(owner), *armies])))


def facts_panel(v: View) -> Panel:
    """How things stand, and the battle at hand."""
    panel = standing(v.owner, v.army, v.maximum)
    if v.battle is None:
        return panel
    more = enumerate(battle_facts(v, v.battle), len(panel.cells))
    return panel._replace(cells=(*panel.cells, *(Cell(f"fact:{n}", line) for n, line in more)))


# --- all of it ----------------------------------------------------------------------------------------------


@made
def status(turn: int, marches: int, owner: tuple[int, ...], active: int) -> tuple[Text, ...]:
    """The line above the board."""
    left = [Text("labels.marches", {"n": marches})] if marches else []
    cities = Text("labels.cities", {"n": sum(owner[box] == UNION for box in PRIZES), "all": len(PRIZES)})
    return turn_text(turn), *left, cities, Text("labels.to_play", {"side": Name("side", active)})


@made
def taken(owner: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """The boxes that are in other hands than the board is printed with."""
    return tuple((f"box:{box}", side) for box, side in enumerate(owner) if side not in (NOBODY, MAP.owner[box]))


def layout(v: View) -> Layout:
    """What lies on the table."""
    tokens = [
        *flag_tokens(v.owner, v.held),
        *piece_tokens(v),
        *(leader_token(leader, spot(leader.box, leader.side, v.battle)) for leader in v.leaders),
        *marker_tokens(v),
        *pool_tokens(v.pool, v.locked),
    ]
    panels = [pool_panel(), facts_panel(v)]
    if v.battle is not None:
        panels.insert(0, battle_panel(v.battle))
        if v.battle.garrison:
            tokens.append(garrison_token(v.battle))
    return Layout(tuple(tokens), tuple(panels), status(v.turn, v.marches, v.owner, v.active), taken(v.owner))


TABLE: Final = Table(board, places, layout, wordless(face), signs)
