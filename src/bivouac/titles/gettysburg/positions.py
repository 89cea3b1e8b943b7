"""Positions of players' own: pieces in areas, on the chart or lost, their cubes, blocks and discs, works and markers, the clock.

A position stands between two turns of a period, before any assault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from bivouac.core.kit.bits import set_of
from bivouac.core.text import Both, Name, Text
from bivouac.core.title import Positions, Scenario, Slot
from bivouac.titles.gettysburg.frames import AT, Box
from bivouac.titles.gettysburg.printed.map import AREAS, BESIDE, BOX_SIDE, NAMES, PLACES
from bivouac.titles.gettysburg.printed.scenarios import Battle, moment
from bivouac.titles.gettysburg.printed.units import (
    BEARS,
    BLOCKS,
    CLASS,
    COLOUR,
    COLOURS,
    CSA,
    CUBES,
    DISCS,
    EACH,
    FIRE_MARKERS,
    IS_GUN,
    LIMITS,
    NIGHT,
    PIECES,
    SIDE,
    STACK,
    STICKS,
    UNION,
)
from bivouac.titles.gettysburg.rules.ch01_components import take_back
from bivouac.titles.gettysburg.state import ASIDE, BLACK, BLUE, DOUBLE, HAND, SINGLE, State

Values = Mapping[str, str]
Found = Iterator[tuple[Both, tuple[str, ...]]]

SIDE_WORDS: Final = ("union", "csa")
DISC_ROWS: Final = {"blue": BLUE, "black": BLACK, "single": SINGLE, "double": DOUBLE}
DISC_CELLS: Final = {"blue": "", "black": "", "single": "discs:4", "double": "discs:5"}
MOST_DISCS: Final = max(DISCS) + 12
NO_YES: Final = {"no": Text("positions.no"), "yes": Text("positions.yes")}
SIDES: Final = {word: Text("positions.thing", {"thing": Name("side", side)}) for side, word in enumerate(SIDE_WORDS)}
WHERE: Final = {f"place:{p}": Text("labels.place", {"place": Name("place", p)}) for p in range(PLACES)}
BLOCK_WHERE: Final = tuple(
    {**WHERE, f"blocks:{2 * side}": Text("positions.in_hand"), f"blocks:{2 * side + 1}": Text("positions.aside")} for side in (UNION, CSA)
)


@cache
def numbers(first: int, last: int) -> dict[str, Text]:
    return {str(n): Text("positions.n", {"n": n}) for n in range(first, last + 1)}


@cache
def slots_of(battle: Battle) -> tuple[Slot, ...]:
    return (*whole_slots(battle), *piece_slots(battle), *block_slots(), *area_slots())


def whole_slots(battle: Battle) -> Iterator[Slot]:
    moments = [(d, p) for d in range(1, battle.days + 1) for p in range(4) if (d, p) != (battle.days, NIGHT)]
    when = {f"when:{moment(d, p)}": Text("labels.moment", {"day": d, "period": Name("period", p)}) for d, p in moments}
    yield Slot("clock", "clock:0", Text("positions.turn"), when)
    yield Slot("side", "", Text("positions.side"), SIDES)
    for word in DISC_ROWS:
        yield Slot(f"discs {word}", DISC_CELLS[word], Text(f"positions.discs_{word}"), numbers(0, MOST_DISCS))


def piece_slots(battle: Battle) -> Iterator[Slot]:
    group_of = {p: n for n, group in enumerate(battle.chart) for p in group.pieces}
    for p in range(PIECES):
        name = Text("labels.piece", {"side": Name("side", SIDE[p]), "piece": Name("sort", CLASS[p]), "n": 0})
        yield Slot(f"piece:{p}", f"piece:{p}", name, piece_where(SIDE[p], group_of.get(p, -1)))
        if IS_GUN[p]:
            yield Slot(f"piece:{p} damaged", f"piece:{p}", Text("positions.damaged"), NO_YES)
        else:
            yield Slot(f"piece:{p} cubes", f"piece:{p}", Text("positions.cubes"), numbers(0, BEARS[p]))


@cache
def piece_where(side: int, group: int) -> dict[str, Text]:
    due = {f"due:{group}": Text("positions.on_the_chart")} if group >= 0 else {}
    return {**WHERE, **due, f"lost:{side}": Text("positions.lost")}


def block_slots() -> Iterator[Slot]:
    for b in range(2 * EACH):
        side = b // EACH
        values = numbers(min(BLOCKS[side]), max(BLOCKS[side]))
        yield Slot(f"block:{b}", f"block:{b}", Text("labels.block", {"side": Name("side", side), "n": 0, "discs": 0}), BLOCK_WHERE[side])
        yield Slot(f"block:{b} value", f"block:{b}", Text("positions.value"), values)
        yield Slot(f"block:{b} discs", f"block:{b}", Text("positions.discs"), numbers(0, max(BLOCKS[side])))


def area_slots() -> Iterator[Slot]:
    for a in range(AREAS):
        yield Slot(f"place:{a} disrupted", f"place:{a}", Text("positions.disrupted"), NO_YES)
        yield Slot(f"place:{a} fired", f"place:{a}", Text("positions.fired"), NO_YES)
        borders = {"no": Text("positions.no"), **{f"place:{b}": WHERE[f"place:{b}"] for b in BESIDE[a]}}
        for n in range(1, LIMITS.sticks + 1):
            yield Slot(f"place:{a} works {n}", f"place:{a}", Text("positions.works_towards", {"n": n}), borders)


def slots(scenario: Scenario) -> tuple[Slot, ...]:
    return slots_of(scenario.data)


# --- from a state -----------------------------------------------------------------------------------------


def read(s: State) -> Values:
    found = {"clock": f"when:{moment(s.day, s.period)}", "side": SIDE_WORDS[s.active]}
    found |= {f"discs {word}": str(s.discs[row]) for word, row in DISC_ROWS.items()}
    return {**found, **pieces_of(s), **blocks_of(s), **areas_of(s)}


def pieces_of(s: State) -> dict[str, str]:
    where = {p: f"place:{place}" for place, here in enumerate(s.at) for p in here}
    where |= {p: f"place:{before}" for p, _, before, _ in s.attack}  # attackers are back where they came from
    now = moment(s.day, s.period)
    coming = {p: f"due:{n}" for n, g in enumerate(s.battle.chart) if moment(g.day, g.period) > now for p in g.pieces}
    found = {}
    for p in range(PIECES):
        found[f"piece:{p}"] = where.get(p) or coming.get(p, f"lost:{SIDE[p]}")
        if IS_GUN[p]:
            found[f"piece:{p} damaged"] = "yes" if s.cubes[p] else "no"
        else:
            found[f"piece:{p} cubes"] = str(s.cubes[p])
    return found


def blocks_of(s: State) -> dict[str, str]:
    found = {}
    for b in range(2 * EACH):
        at = s.block_at[b]
        found[f"block:{b}"] = f"place:{at}" if at >= 0 else f"blocks:{2 * (b // EACH) + (at == ASIDE)}"
        found[f"block:{b} value"] = str(s.block_value[b])
        found[f"block:{b} discs"] = str(s.block_discs[b])
    return found


def areas_of(s: State) -> dict[str, str]:
    found = {}
    for a in range(AREAS):
        found[f"place:{a} disrupted"] = "yes" if s.disrupted >> a & 1 else "no"
        found[f"place:{a} fired"] = "yes" if s.fired >> a & 1 else "no"
        for n in range(LIMITS.sticks):
            found[f"place:{a} works {n + 1}"] = f"place:{s.sticks[a][n]}" if n < len(s.sticks[a]) else "no"
    return found


# --- to a state -------------------------------------------------------------------------------------------


def make(fresh: State, v: Values) -> State:
    coming = set_of(p for p in range(PIECES) if v[f"piece:{p}"].startswith("due:"))
    s = State(battle=with_chart(fresh.battle, coming), guns_first=fresh.guns_first, stack=(AT[Box.NEXT],))
    s.day, s.period = divmod(number_in(v["clock"]), 4)
    s.active = SIDE_WORDS.index(v["side"])
    s.discs = [int(v[f"discs {word}"]) for word in DISC_ROWS]
    set_pieces(s, v)
    set_blocks(s, v)
    for a in range(AREAS):
        s.disrupted |= (v[f"place:{a} disrupted"] == "yes") << a
        s.fired |= (v[f"place:{a} fired"] == "yes") << a
        works = [v[f"place:{a} works {n}"] for n in range(1, LIMITS.sticks + 1)]
        s.sticks[a] = tuple(sorted(number_in(border) for border in works if border != "no"))
    return s


@cache
def with_chart(battle: Battle, coming: int) -> Battle:
    """Of the pieces on the chart, these still come."""
    chart = tuple(group._replace(pieces=tuple(p for p in group.pieces if coming >> p & 1)) for group in battle.chart)
    arrives = tuple(when if coming >> p & 1 else 0 for p, when in enumerate(battle.arrives))
    return battle._replace(chart=chart, arrives=arrives)


def set_pieces(s: State, v: Values) -> None:
    for p in range(PIECES):
        s.cubes[p] = int(v[f"piece:{p} damaged"] == "yes") if IS_GUN[p] else int(v[f"piece:{p} cubes"])
        if COLOUR[p] >= 0:
            s.stock[COLOUR[p]] -= s.cubes[p]
    for p in range(PIECES):
        if v[f"piece:{p}"].startswith("place:"):
            s.put(p, number_in(v[f"piece:{p}"]))


def set_blocks(s: State, v: Values) -> None:
    for b in range(2 * EACH):
        where = v[f"block:{b}"]
        s.block_at[b] = number_in(where) if where.startswith("place:") else ASIDE if number_in(where) % 2 else HAND
        s.block_value[b] = int(v[f"block:{b} value"])
        s.block_discs[b] = s.block_shown[b] = int(v[f"block:{b} discs"])
    for side in (UNION, CSA):
        take_back(s, side)


def number_in(place: str) -> int:
    return int(place.partition(":")[2])


# --- what cannot be ---------------------------------------------------------------------------------------


def wrong(scenario: Scenario, v: Values) -> Found:
    here: dict[int, list[int]] = {}
    for p in range(PIECES):
        if v[f"piece:{p}"].startswith("place:"):
            here.setdefault(number_in(v[f"piece:{p}"]), []).append(p)
    for place in range(PLACES):
        yield from wrong_place(place, here.get(place, []))
    yield from wrong_chart(scenario.data, v)
    yield from wrong_cubes(v)
    yield from wrong_blocks(v, here)
    yield from wrong_discs(v)
    yield from wrong_works(v, here)


def wrong_place(place: int, here: list[int]) -> Found:
    name, slots = NAMES[place], tuple(f"piece:{p}" for p in here)
    sides = {SIDE[p] for p in here}
    if len(sides) > 1:
        yield Both(f"both sides stand in {name}: one of them must go", f"in {name} stanno tutte e due le parti: una deve andare via"), slots
    elif place >= AREAS and sides - {BOX_SIDE[place]}:
        yield Both(f"{name} is the other side's entry box", f"{name} è la casella d'entrata dell'altra parte"), slots
    elif place < AREAS and len(here) > STACK:
        yield (
            Both(f"{len(here)} pieces stand in {name}: {STACK} at most", f"in {name} ci sono {len(here)} pezzi: al massimo {STACK}"),
            slots,
        )


def wrong_chart(battle: Battle, v: Values) -> Found:
    """Who is on the chart must be still to come."""
    now = number_in(v["clock"])
    for group in battle.chart:
        late = [p for p in group.pieces if v[f"piece:{p}"].startswith("due:")]
        if late and moment(group.day, group.period) <= now:
            problem = Both(
                f"{len(late)} pieces on the chart would have come by now: they stand on the board or are lost",
                f"{len(late)} pezzi della tabella sarebbero già arrivati: stanno sul tabellone o sono perduti",
            )
            yield problem, tuple(f"piece:{p}" for p in late)


def wrong_cubes(v: Values) -> Found:
    used: Counter[int] = Counter()
    for p in range(PIECES):
        key = f"piece:{p} damaged" if IS_GUN[p] else f"piece:{p} cubes"
        if v[key] in ("no", "0"):
            continue
        if not v[f"piece:{p}"].startswith("place:"):
            yield Both("only pieces on the board have cubes or damage", "solo i pezzi sul tabellone hanno cubetti o danni"), (key,)
        used[COLOUR[p]] += 0 if IS_GUN[p] else int(v[key])
    for colour in range(len(COLOURS)):
        if used[colour] > CUBES[colour]:
            slots = tuple(f"piece:{p} cubes" for p in range(PIECES) if COLOUR[p] == colour and v[f"piece:{p} cubes"] != "0")
            n, most = used[colour], CUBES[colour]
            yield (
                Both(
                    f"{n} cubes of one colour lie on the board: there are {most}",
                    f"sul tabellone ci sono {n} cubetti di un colore: ce ne sono {most}",
                ),
                slots,
            )


def wrong_blocks(v: Values, here: Mapping[int, list[int]]) -> Found:
    taken: dict[str, list[int]] = {}
    for b in range(2 * EACH):
        where, value, discs = v[f"block:{b}"], int(v[f"block:{b} value"]), int(v[f"block:{b} discs"])
        on_board = where.startswith("place:")
        if on_board:
            taken.setdefault(where, []).append(b)
            yield from wrong_company(b, number_in(where), here)
        if discs > (value if on_board else 0):
            yield (
                Both(
                    "a block bears as many discs as its value, and only on the board",
                    "un blocco porta tanti dischi quanto il suo valore, e solo sul tabellone",
                ),
                (f"block:{b} discs",),
            )
    for where, blocks in taken.items():
        if len(blocks) > 1:
            name = NAMES[number_in(where)]
            yield (
                Both(f"two blocks stand in {name}: one at most", f"in {name} ci sono due blocchi: al massimo uno"),
                tuple(f"block:{b}" for b in blocks),
            )
    for side in (UNION, CSA):
        yield from wrong_values(v, side)


def wrong_company(b: int, place: int, here: Mapping[int, list[int]]) -> Found:
    """GET-block-c, GET-block-j: no block among enemies."""
    side, name = b // EACH, NAMES[place]
    if any(SIDE[p] != side for p in here.get(place, [])):
        yield Both(f"a block stands among enemies in {name}", f"in {name} un blocco sta fra i nemici"), (f"block:{b}",)


def wrong_values(v: Values, side: int) -> Found:
    blocks = range(EACH * side, EACH * side + EACH)
    if sorted(int(v[f"block:{b} value"]) for b in blocks) != sorted(BLOCKS[side]):
        values = ", ".join(map(str, BLOCKS[side]))
        it = f"i valori dei blocchi di una parte sono {values}, ciascuno una volta"
        yield Both(f"the values of a side's blocks are {values}, each once", it), tuple(f"block:{b} value" for b in blocks)


def wrong_discs(v: Values) -> Found:
    boxes = (("blue",), ("single", "double"))
    for side in (UNION, CSA):
        on_map = sum(int(v[f"block:{b} discs"]) for b in range(EACH * side, EACH * side + EACH))
        used = on_map + sum(int(v[f"discs {word}"]) for word in boxes[side])
        if used > DISCS[side]:
            en = f"{used} discs are in use on one side: it has {DISCS[side]}"
            yield Both(en, f"una parte usa {used} dischi: ne ha {DISCS[side]}"), tuple(f"discs {word}" for word in boxes[side])


def wrong_works(v: Values, here: Mapping[int, list[int]]) -> Found:
    """Works and markers need pieces (GET-trench-g); a fire marker needs a gun; there are only so many of them."""
    sticks = fired = 0
    for a in range(AREAS):
        dug = [n for n in range(1, LIMITS.sticks + 1) if v[f"place:{a} works {n}"] != "no"]
        has_fired = v[f"place:{a} fired"] == "yes"
        sticks, fired = sticks + len(dug), fired + has_fired
        slots = tuple(f"place:{a} works {n}" for n in dug)
        if dug and not here.get(a):
            yield Both(f"nobody stands in the entrenchments of {NAMES[a]}", f"nelle trincee di {NAMES[a]} non sta nessuno"), slots
        if v[f"place:{a} disrupted"] == "yes" and not here.get(a):
            yield Both(f"nobody is disrupted in {NAMES[a]}", f"in {NAMES[a]} non c'è nessuno da interrompere"), (f"place:{a} disrupted",)
        if has_fired and not any(IS_GUN[p] for p in here.get(a, [])):
            yield Both(f"no gun has fired from {NAMES[a]}", f"da {NAMES[a]} non ha sparato nessun cannone"), (f"place:{a} fired",)
    if sticks > STICKS:
        yield Both(f"{sticks} entrenchments are dug: there are {STICKS}", f"sono scavate {sticks} trincee: ce ne sono {STICKS}"), ()
    if fired > FIRE_MARKERS:
        yield (
            Both(
                f"{fired} artillery-fire markers lie on the board: there are {FIRE_MARKERS}",
                f"ci sono {fired} segnalini di fuoco d'artiglieria: in tutto sono {FIRE_MARKERS}",
            ),
            (),
        )


POSITIONS: Final = Positions(slots, read, make, wrong)
