"""What lies on the table for one side, made from its view alone."""

from __future__ import annotations

from functools import cache, lru_cache

from bivouac.core.draw.pieces import wordless
from bivouac.core.kit.bits import bits
from bivouac.core.table import Cell, Layout, Panel, Place, Table, Token, made
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.gettysburg.draw.board import board
from bivouac.titles.gettysburg.draw.faces import face
from bivouac.titles.gettysburg.draw.legend import signs
from bivouac.titles.gettysburg.draw.places import PIECE, border, box_middle, heart, inward, trench_spot
from bivouac.titles.gettysburg.printed import units
from bivouac.titles.gettysburg.printed.map import AREAS, BORDERS, BOXES, STARRED
from bivouac.titles.gettysburg.printed.scenarios import BATTLE, Group, moment
from bivouac.titles.gettysburg.printed.units import CLASS, CLASSES, CSA, CSA_DISCS, EACH, IS_GUN, NIGHT, PIECES, SIDE, UNION, UNION_DISCS
from bivouac.titles.gettysburg.state import AREA, ASIDE, BLACK, BLUE, DOUBLE, ENTRENCHED, FLANKED, ROUND, SINGLE
from bivouac.titles.gettysburg.view import UNKNOWN, BlockSeen, View

TABLES = 64  # that are kept for those who look at them next
SIDE_WORD = ("union", "csa")
# Where things lie in an area, from its heart: four pieces, the block beside them, markers below it.
PIECE_SPOTS = ((-66.0, -6.0), (-2.0, -6.0), (-66.0, 58.0), (-2.0, 58.0), (-66.0, 122.0), (-2.0, 122.0), (-130.0, 58.0), (-130.0, -6.0))
ONE_SPOT = ((-34.0, 20.0),)
TWO_SPOTS = ((-66.0, 20.0), (-2.0, 20.0))
ALONE_SHIFT = 34.0
BLOCK_SPOT = (60.0, -4.0)
DISRUPTED_SPOT, FIRED_SPOT = (48.0, 54.0), (82.0, 54.0)
BOX_BLOCK_SPOT = (116.0, 8.0)


def places(scenario: Scenario) -> tuple[Place, ...]:
    areas = [Place(f"place:{a}", _name(a), *heart(a), PIECE) for a in range(AREAS)]
    boxes = [Place(f"place:{b}", _name(b), box_middle(b)[0] - 42, box_middle(b)[1] + 18, PIECE, 200.0, 88.0) for b in BOXES]
    return (*areas, *boxes)


def _name(place: int) -> Text:
    return Text("labels.place", {"place": Name("place", place)})


def layout(v: View) -> Layout:
    """All but the values of the blocks is the same for everybody."""
    seen = v._replace(side=None, blocks=tuple(block._replace(value=UNKNOWN) for block in v.blocks))
    first, last, beside = open_table(seen)
    return Layout((*first, *(block_token(b, block) for b, block in enumerate(v.blocks)), *last), beside, status(v))


@lru_cache(TABLES)
def open_table(v: View) -> tuple[tuple[Token, ...], tuple[Token, ...], tuple[Panel, ...]]:
    """What a spectator sees: the tokens before and after the blocks, and the panels."""
    tokens = [t for place, here in enumerate(v.at) if here for t in stack_tokens(v, place)]
    tokens += attacker_tokens(v)
    for area in range(AREAS):
        tokens += marker_tokens(area, v.sticks[area], disrupted=bool(v.disrupted >> area & 1), fired=bool(v.fired >> area & 1))
    clock = Token("clock:0", f"when:{moment(v.day, v.period)}", "clock", Text("labels.clock"), 2)
    return tuple(tokens), (*disc_tokens(v), *waiting_tokens(v), clock), panels(v)


# --- pieces -----------------------------------------------------------------------------------------


def piece_face(p: int, cubes: int) -> str:
    state = ("down" if cubes else "up") if IS_GUN[p] else str(cubes)
    return f"{SIDE_WORD[SIDE[p]]} {CLASSES[CLASS[p]]} {state}"


def piece_label(p: int, cubes: int) -> Text:
    facts: dict[str, Arg] = {"side": Name("side", SIDE[p]), "piece": Name("sort", CLASS[p]), "n": cubes}
    if IS_GUN[p]:
        return Text("labels.damaged_gun" if cubes else "labels.piece", facts)
    return Text("labels.hurt_piece" if cubes else "labels.piece", facts)


@made
def piece_token(p: int, cubes: int, at: str, dx: float | None = None, dy: float | None = None) -> Token:
    return Token(f"piece:{p}", at, piece_face(p, cubes), piece_label(p, cubes), SIDE[p], dx, dy, piece_facts(CLASS[p]))


@cache
def piece_facts(kind: int) -> tuple[Text, ...]:
    """How far a class of piece moves, how far it fires, what it bears, what its quality is worth."""
    row = units.UNITS.class_[CLASSES[kind]]
    facts = [Text("facts.move", {"n": row.moves})]
    if not row.enters_enemy:
        reach = units.TABLES.range
        facts.append(Text("facts.guns", {"open": reach.open, "ridge": reach.ridge, "hill": reach.hill}))
    else:
        facts.append(Text("facts.bears", {"n": row.bears}))
    if row.left:
        facts.append(Text("facts.elite"))
    if row.right:
        facts.append(Text("facts.inferior"))
    return tuple(facts)


def stack_tokens(v: View, place: int) -> list[Token]:
    """In an area each piece has its spot; in an entry box the client piles them up."""
    here = v.at[place]
    if place >= AREAS:
        return [piece_token(p, v.cubes[p], f"place:{place}") for p in here]
    spots = PIECE_SPOTS if len(here) > 2 else TWO_SPOTS if len(here) == 2 else ONE_SPOT
    shift = 0.0 if is_shared(v, place) else ALONE_SHIFT
    middle = [spots[min(i, 7)] for i in range(len(here))]
    return [piece_token(p, v.cubes[p], f"place:{place}", x + shift, y) for p, (x, y) in zip(here, middle)]


def is_shared(v: View, area: int) -> bool:
    """Whether something lies beside the pieces, so that they must make room."""
    return bool((v.disrupted | v.fired) >> area & 1) or any(seen.at == area for seen in v.blocks)


def attacker_tokens(v: View) -> list[Token]:
    """Attackers stand at the border they came over, side by side."""
    tokens = []
    seen: dict[tuple[int, int], int] = {}
    for p, area, _, frm in v.attack:
        n = seen[area, frm] = seen.get((area, frm), -1) + 1
        x, y = _entrance(area, frm, n)
        tokens.append(piece_token(p, v.cubes[p], f"place:{area}", x, y))
    return tokens


def _entrance(area: int, frm: int, n: int) -> tuple[float, float]:
    hx, hy = heart(area)
    if frm not in BORDERS[area]:
        return -75.0 + 50 * n, -100.0 if hy < 1400 else 100.0
    (x1, y1), (x2, y2) = border(area, frm)
    t = 0.5 + (n - 1.5) * 0.22
    ix, iy = inward(area, frm, -8.0)
    return x1 + (x2 - x1) * t + ix - hx, y1 + (y2 - y1) * t + iy - hy


# --- markers ----------------------------------------------------------------------------------------


@made
def marker_tokens(area: int, sticks: tuple[int, ...], *, disrupted: bool, fired: bool) -> tuple[Token, ...]:
    tokens = []
    if disrupted:
        tokens.append(
            Token(
                f"disrupted:{area}", f"place:{area}", "disrupted", Text("labels.disrupted"), 2, *DISRUPTED_SPOT, (Text("legend.disrupted"),)
            )
        )
    if fired:
        tokens.append(Token(f"fired:{area}", f"place:{area}", "fired", Text("labels.fired"), 2, *FIRED_SPOT, (Text("legend.fired"),)))
    for i, near in enumerate(sticks):
        x, y, angle = trench_spot(area, near)
        ix, iy = inward(area, near, 12.0 + (13.0 if sticks[:i].count(near) else 0.0))
        name = Text("labels.stick", {"place": Name("place", near)})
        tokens.append(Token(f"stick:{2 * area + i}", f"place:{area}", f"stick {angle}", name, 2, x + ix, y + iy, (Text("legend.stick"),)))
    return tuple(tokens)


# --- blocks and discs -------------------------------------------------------------------------------


@made
def block_token(b: int, seen: BlockSeen) -> Token:
    side = b // EACH
    spot: tuple[float | None, float | None]
    if seen.at >= AREAS:
        at, spot = f"place:{seen.at}", BOX_BLOCK_SPOT
    elif seen.at >= 0:
        at, spot = f"place:{seen.at}", BLOCK_SPOT
    else:
        at, spot = f"blocks:{side * 2 + (seen.at == ASIDE)}", (None, None)
    facts: dict[str, Arg] = {"side": Name("side", side), "n": seen.value, "discs": seen.discs}
    name = Text("labels.own_block" if seen.value else "labels.block", facts)
    facts_of = (Text("legend.block_seen" if seen.value else "legend.block_hidden"),)
    return Token(f"block:{b}", at, f"block {SIDE_WORD[side]} {seen.value} {seen.discs}", name, side, spot[0], spot[1], facts_of)


def disc_tokens(v: View) -> list[Token]:
    tokens = []
    rows = ((BLUE, v.period, "blue", UNION), (BLACK, v.period, "black", UNION), (SINGLE, 4, "grey", CSA), (DOUBLE, 5, "grey", CSA))
    for row, cell, colour, side in rows:
        tokens += [disc_token(row, i, cell, colour, side) for i in range(v.discs[row])]
    return tokens


@made
def disc_token(row: int, i: int, cell: int, colour: str, side: int) -> Token:
    name, facts = Text(f"labels.disc_{colour}"), (Text("legend.forced" if row == BLACK else "legend.disc"),)
    return Token(f"disc:{100 * row + i}", f"discs:{cell}", f"disc {colour}", name, side, facts=facts)


# --- pieces that are not on the board ---------------------------------------------------------------


def waiting_tokens(v: View) -> list[Token]:
    """Reinforcements on their chart, and the lost in their trays."""
    standing = {p for here in v.at for p in here} | {a[0] for a in v.attack}
    due = {p: i for i, group in due_groups(v) for p in group.pieces}
    away = [p for p in range(PIECES) if p not in standing]
    return [piece_token(p, v.cubes[p], f"due:{due[p]}" if p in due else f"lost:{SIDE[p]}") for p in away]


def due_groups(v: View) -> list[tuple[int, Group]]:
    """The groups of the chart that are still to come, by their numbers."""
    return [(i, group) for i, group in enumerate(v.chart) if moment(group.day, group.period) > moment(v.day, v.period)]


def panels(v: View) -> tuple[Panel, ...]:
    found = [
        clock_panel(),
        orders_panel(),
        blocks_panel(),
        chart_panel(v),
        losses_panel(),
        reserve_panel(v.stock, sum(map(len, v.sticks)), v.fired.bit_count()),
    ]
    if v.fight[AREA] >= 0:
        found.insert(0, assault_panel(v))
    return tuple(found)


def _cell(kind: str, number: int, label: str, **facts: Name | int) -> Cell:
    return Cell(f"{kind}:{number}", Text(f"labels.{label}", facts))


@cache
def clock_panel() -> Panel:
    moments = [(d, p) for d in range(1, BATTLE.days + 1) for p in range(4) if (d, p) != (BATTLE.days, NIGHT)]
    cells = [_cell("when", moment(d, p), "moment", day=d, period=Name("period", p)) for d, p in moments]
    return Panel("clock", "track", Text("labels.time"), tuple(cells))


@cache
def orders_panel() -> Panel:
    """GET-board-e: a box for each period of the Union, two for the Confederacy, with what is put into them."""
    union = [_cell("discs", i, "union_box", period=Name("period", i), n=n) for i, n in enumerate(UNION_DISCS)]
    single = _cell("discs", 4, "single_box", n=CSA_DISCS.single)
    double = _cell("discs", 5, "double_box", n=CSA_DISCS.double, more=CSA_DISCS.double_when_stocked, stocked=CSA_DISCS.stocked)
    return Panel("orders", "pool", Text("labels.orders"), (*union, single, double))


@cache
def blocks_panel() -> Panel:
    trays = [(side, i, key) for side in (UNION, CSA) for i, key in enumerate(("in_hand", "aside"))]
    cells = [_cell("blocks", side * 2 + i, key, side=Name("side", side)) for side, i, key in trays]
    return Panel("blocks", "pool", Text("labels.blocks"), tuple(cells))


def chart_panel(v: View) -> Panel:
    """GET-setup-c: who comes when, and by which road."""
    return Panel("chart", "pool", Text("labels.chart"), tuple(_due(i, group) for i, group in due_groups(v)))


@made
def _due(i: int, group: Group) -> Cell:
    roads: dict[str, Name | int] = {key: Name("place", place) for key, place in zip(("place", "other"), group.places)}
    label = "due" if len(roads) == 1 else "due_by_die"
    when: dict[str, Name | int] = {"day": group.day, "period": Name("period", group.period), "n": len(group.pieces)}
    return _cell("due", i, label, side=Name("side", group.side), **when, **roads)


@cache
def losses_panel() -> Panel:
    cells = [_cell("lost", side, "lost", side=Name("side", side)) for side in (UNION, CSA)]
    return Panel("losses", "pool", Text("labels.losses"), tuple(cells))


@made
def reserve_panel(stock: tuple[int, ...], sticks: int, fired: int) -> Panel:
    cubes = [
        _cell("reserve", c, "cubes_left", side=Name("side", side), sort=Name("sort", kind), n=stock[c])
        for c, (side, kind) in enumerate(units.COLOURS)
    ]
    more = (
        _cell("reserve", 10, "sticks_left", n=units.STICKS - sticks),
        _cell("reserve", 11, "markers_left", n=units.FIRE_MARKERS - fired),
    )
    return Panel("reserve", "facts", Text("labels.reserve"), (*cubes, *more))


def assault_panel(v: View) -> Panel:
    cells = [_cell("fight", 0, "fight_round", n=v.fight[ROUND])]
    if v.fight[FLANKED]:
        cells.append(_cell("fight", 1, "fight_flank"))
    if v.fight[ENTRENCHED]:
        cells.append(_cell("fight", 2, "fight_works"))
    return Panel("fight", "facts", Text("labels.fight", {"place": Name("place", v.fight[AREA])}), tuple(cells))


def status(v: View) -> tuple[Text, ...]:
    blue, black, single, double = v.discs
    return (
        Text("labels.moment", {"day": v.day, "period": Name("period", v.period)}),
        victory(v),
        Text("labels.discs_left", {"blue": blue, "black": black, "single": single, "double": double}),
    )


def victory(v: View) -> Text:
    """GET-vic-a, GET-vic-b: the victory areas that the Confederacy holds, of those it needs, and which."""
    held = tuple(Name("place", a) for a in bits(STARRED) if v.at[a] and SIDE[v.at[a][0]] == CSA)
    facts: dict[str, Arg] = {"n": len(held), "needed": units.VICTORY_AREAS}
    return Text("labels.victory_areas", {**facts, "held": held}) if held else Text("labels.no_victory_area", facts)


TABLE = Table(board, places, layout, wordless(face), signs)
