"""Positions of players' own: pieces and leaders in boxes, who holds what, pools, the month, whose turn it is and the marches left.

A position stands at the beginning of a player turn, or among its marches. What belongs to a procedure under way (who has marched how often,
who is reduced in a battle) is no part of it; ports of the South that the Union holds count as taken by sea, as in the scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from bivouac.core.text import Both, Name, Text
from bivouac.core.title import Positions, Scenario, Slot
from bivouac.titles.house_divided.frames import AT, SEGMENTS, Box
from bivouac.titles.house_divided.printed.map import AWAY, CSA, EUROPE, GREY, MAP, OFF, PORT_SET, PORTS, UNION, N
from bivouac.titles.house_divided.printed.units import (
    CAVALRY,
    DRAFT_TURNS,
    FOREIGN_NUMBER,
    FX,
    KINDS,
    LEADER_NAMES,
    LEADERS,
    PIECES,
    SIDE_OF,
    STATES,
    TABLES,
)
from bivouac.titles.house_divided.setup import LEADERS_RULE, blank
from bivouac.titles.house_divided.state import State
from bivouac.titles.house_divided.table import LOCKED, all_places

Values = Mapping[str, str]
Found = Iterator[tuple[Both, tuple[str, ...]]]

SIDE_WORDS: Final = ("union", "csa")
HOLDERS: Final = ("union", "csa", "nobody", "cavalry-union", "cavalry-csa", "cavalry-nobody")  # lone cavalry, in a box of that colour
ROLL: Final = "roll"
MOST_MARCHES: Final = 12
MOST_MILITIA: Final = 40
SHORT: Final = TABLES.drafts.pieces
PLACES: Final = {place.id: place.name for place in all_places()}
NO_YES: Final = {"no": Text("positions.no"), "yes": Text("positions.yes")}
NOT_YET: Final = {Box.GAME_TURN, Box.PLAYER_TURN, Box.MARCHES, Box.MARCH_DIE}  # the marches are still to be rolled


def numbers(most: int) -> dict[str, Text]:
    return {str(n): Text("positions.n", {"n": n}) for n in range(most + 1)}


BOXES: Final = {f"box:{b}": PLACES[f"box:{b}"] for b in range(N)}
WHERE: Final = ({**BOXES, "off": Text("positions.off")}, {**BOXES, f"box:{EUROPE}": PLACES[f"box:{EUROPE}"], "off": Text("positions.off")})
LEADER_WHERE: Final = {**BOXES, "off": Text("positions.off"), "away": Text("positions.driven_off")}
KIND: Final = tuple(
    {kind: Text("positions.thing", {"thing": Name("kind", n)}) for n, kind in enumerate(kinds)} for kinds in (KINDS[:FX], KINDS)
)
MILITIA: Final = numbers(MOST_MILITIA)
SIDES: Final = {word: Text("positions.thing", {"thing": Name("side", side)}) for side, word in enumerate(SIDE_WORDS)}
HELD: Final = {word: Text(f"positions.{word.replace('-', '_')}") for word in HOLDERS}


@cache
def slots_until(last: int) -> tuple[Slot, ...]:
    turns = {f"turn:{n}": PLACES[f"turn:{n}"] for n in range(1, last + 1)}
    marches = {ROLL: Text("positions.roll"), **numbers(MOST_MARCHES)}
    whole = [
        Slot("turn", "marker:0", Text("positions.turn"), turns),
        Slot("side", "", Text("positions.side"), SIDES),
        Slot("marches", "", Text("positions.marches"), marches),
        Slot("foreign", "", Text("positions.foreign"), NO_YES),
    ]
    whole += [Slot(f"joined:{n}", "", Text("positions.joined", {"state": Name("state", n)}), NO_YES) for n in range(len(STATES))]
    pools = [Slot(f"pool:{n}", f"pool:{n}", Text("positions.militia"), MILITIA) for n in range(LOCKED + 1)]
    return (*whole, *pools, *piece_slots(), *box_slots())


def piece_slots() -> Iterator[Slot]:
    for p in range(PIECES):
        yield Slot(f"piece:{p}", f"piece:{p}", Text("positions.piece", {"side": Name("side", SIDE_OF[p])}), WHERE[SIDE_OF[p]])
        yield Slot(f"piece:{p} kind", f"piece:{p}", Text("positions.kind"), KIND[SIDE_OF[p]])
        yield Slot(f"piece:{p} works", f"piece:{p}", Text("positions.works"), NO_YES)
    for p in LEADERS:
        yield Slot(f"piece:{p}", f"piece:{p}", Text("positions.thing", {"thing": Name("leader", p - PIECES)}), LEADER_WHERE)


def box_slots() -> Iterator[Slot]:
    for b in range(N):
        yield Slot(f"box:{b} holder", f"box:{b}", Text("positions.holder"), HELD)
    for b in PORTS:
        yield Slot(f"box:{b} contained", f"box:{b}", Text("positions.contained"), NO_YES)


def slots(scenario: Scenario) -> tuple[Slot, ...]:
    return slots_until(scenario.data.last_turn)


# --- from a state -----------------------------------------------------------------------------------------


def read(s: State) -> Values:
    whole = {"turn": f"turn:{s.turn}", "side": SIDE_WORDS[s.active], "marches": marches_of(s), "foreign": yes(s.foreign)}
    whole |= {f"joined:{n}": yes(s.gained >> n & 1) for n in range(len(STATES))}
    whole |= {f"pool:{n}": str(count) for n, count in enumerate((*s.pool, s.locked))}
    return {**whole, **pieces_of(s), **boxes_of(s)}


def yes(flag: int) -> str:
    return "yes" if flag else "no"


def marches_of(s: State) -> str:
    """Those left; after the movement none."""
    boxes = {frame.box for frame in s.stack}
    if boxes & NOT_YET:
        return ROLL
    return str(min(max(s.marches, 0), MOST_MARCHES)) if Box.COMBAT in boxes else "0"


def pieces_of(s: State) -> dict[str, str]:
    found = {}
    for p in range(PIECES):
        there = s.box[p] >= 0
        found[f"piece:{p}"] = f"box:{s.box[p]}" if there else "off"
        found[f"piece:{p} kind"] = KINDS[s.kind[p]] if there else KINDS[0]
        found[f"piece:{p} works"] = yes(s.entrenched >> p & 1)
    for p in LEADERS:
        found[f"piece:{p}"] = f"box:{s.box[p]}" if s.box[p] >= 0 else "away" if s.box[p] == AWAY else "off"
    return found


def boxes_of(s: State) -> dict[str, str]:
    held = {f"box:{b} holder": holder_of(s, b) for b in range(N)}
    return {**held, **{f"box:{b} contained": yes(s.contained >> b & 1) for b in PORTS}}


def holder_of(s: State, b: int) -> str:
    return HOLDERS[3 + MAP.owner[b] if s.held >> b & 1 else s.owner[b]]


# --- to a state -------------------------------------------------------------------------------------------


def make(fresh: State, v: Values) -> State:
    s = blank(fresh.setup, fresh.rules)
    s.turn = min(int(v["turn"].removeprefix("turn:")), s.setup.last_turn)
    s.active = SIDE_WORDS.index(v["side"])
    s.drafts = sum(turn <= s.turn for turn in DRAFT_TURNS)
    *s.pool, s.locked = (int(v[f"pool:{n}"]) for n in range(LOCKED + 1))
    s.gained = sum(1 << n for n in range(len(STATES)) if v[f"joined:{n}"] == "yes")
    set_pieces(s, v)
    set_boxes(s, v)
    s.foreign = int(v["foreign"] == "yes")
    s.foreign_lost = FOREIGN_NUMBER - s.foreigners().bit_count() if s.foreign else 0
    set_stage(s, v["marches"])
    return s


def set_pieces(s: State, v: Values) -> None:
    for p in range(PIECES):
        if v[f"piece:{p}"] == "off":
            continue
        box = number_in(v[f"piece:{p}"])
        s.set_kind(p, KINDS.index(v[f"piece:{p} kind"]))
        s.box[p] = box
        s.raised |= 1 << p
        s.at[box] |= 1 << p
        s.here[SIDE_OF[p]] |= 1 << box
        s.entrenched |= (v[f"piece:{p} works"] == "yes") << p
    if s.rules & LEADERS_RULE:
        for p in LEADERS:
            where = v[f"piece:{p}"]
            s.box[p] = AWAY if where == "away" else OFF if where == "off" else number_in(where)


def set_boxes(s: State, v: Values) -> None:
    for b in range(N):
        holder = HOLDERS.index(v[f"box:{b} holder"])
        if holder < 3:
            s.set_owner(b, holder)
        else:
            side = UNION if s.has_pieces(UNION, b) else CSA
            s.set_owner(b, side)
            s.held |= (side != MAP.owner[b]) << b
    s.invaded = PORT_SET & GREY & s.own[UNION]
    s.contained = sum(1 << b for b in PORTS if v[f"box:{b} contained"] == "yes")


def set_stage(s: State, marches: str) -> None:
    """A player turn is about to begin, or so many marches of it are left."""
    if marches == ROLL:
        s.stack = (AT[Box.PLAYER_TURN],)
        return
    s.marches = int(marches)
    s.stack = (*SEGMENTS[: SEGMENTS.index(AT[Box.MARCHES])], AT[Box.BREAK_OUT if s.contained and s.active == UNION else Box.MARCH])


def number_in(place: str) -> int:
    return int(place.partition(":")[2])


# --- what cannot be ---------------------------------------------------------------------------------------


def wrong(scenario: Scenario, v: Values) -> Found:
    yield from wrong_boxes(v)
    yield from wrong_foreigners(v)
    yield from wrong_leaders(v)
    turn = number_in(v["turn"])
    left = SHORT * sum(later > turn for later in DRAFT_TURNS)
    if int(v[f"pool:{LOCKED}"]) < left:
        yield (
            Both(
                f"the drafts that are still to come take {left} militia: as many must wait for them",
                f"le leve ancora da fare prendono {left} milizie: tante devono essere in attesa",
            ),
            (f"pool:{LOCKED}",),
        )


def standing_in(v: Values) -> dict[int, list[int]]:
    """The pieces in each box, leaders left out."""
    found: dict[int, list[int]] = {}
    for p in range(PIECES):
        if v[f"piece:{p}"] != "off":
            found.setdefault(number_in(v[f"piece:{p}"]), []).append(p)
    return found


def wrong_boxes(v: Values) -> Found:
    standing = standing_in(v)
    for b in range(N):
        here, name = standing.get(b, []), MAP.name[b]
        slots = (f"box:{b} holder", *(f"piece:{p}" for p in here))
        sides = {SIDE_OF[p] for p in here}
        if b in PORTS and v[f"box:{b} contained"] == "yes":
            yield from wrong_containment(v, b, sides)
        elif len(sides) > 1:
            yield (
                Both(f"both sides stand in {name}: one of them must go", f"a {name} stanno tutte e due le parti: una deve andare via"),
                slots,
            )
        if v[f"box:{b} holder"].startswith("cavalry") and (len(sides) != 1 or not all(CAVALRY[kind_of(v, p)] for p in here)):
            yield (
                Both(
                    f"no lone cavalry holds {name}: only cavalry of one side may stand there",
                    f"nessuna cavalleria tiene da sola {name}: può starci solo cavalleria di una parte",
                ),
                slots,
            )


def kind_of(v: Values, p: int) -> int:
    return KINDS.index(v[f"piece:{p} kind"])


def wrong_containment(v: Values, b: int, sides: set[int]) -> Found:
    """A4.0a: a Union port with both sides in it."""
    name = MAP.name[b]
    if sides != {UNION, CSA} or v[f"box:{b} holder"] != "union":
        yield (
            Both(
                f"{name} cannot be contained: it is contained when the Union holds it and both sides stand there",
                f"{name} non può essere contenuta: lo è quando la tiene l'Unione e ci stanno tutte e due le parti",
            ),
            (f"box:{b} contained",),
        )


def wrong_foreigners(v: Values) -> Found:
    foreign = [p for p in range(PIECES) if v[f"piece:{p}"] != "off" and kind_of(v, p) == FX]
    slots = ("foreign", *(f"piece:{p}" for p in foreign))
    if foreign and v["foreign"] == "no":
        yield Both("there are foreign units but Europe has not intervened", "ci sono unità straniere ma l'Europa non è intervenuta"), slots
    if len(foreign) > FOREIGN_NUMBER:
        yield Both(f"there are {FOREIGN_NUMBER} foreign units at most", f"ci sono al massimo {FOREIGN_NUMBER} unità straniere"), slots
    for p in range(PIECES):
        if v[f"piece:{p}"] == f"box:{EUROPE}" and p not in foreign:
            yield Both("only foreign units wait in Europe", "in Europa aspettano solo unità straniere"), (f"piece:{p}",)


def wrong_leaders(v: Values) -> Found:
    standing = standing_in(v)
    for p in LEADERS:
        where = v[f"piece:{p}"]
        here = {SIDE_OF[q] for q in standing.get(number_in(where), [])} if where.startswith("box:") else set()
        if here and SIDE_OF[p] not in here:
            name = LEADER_NAMES[p - PIECES]
            yield Both(f"{name} stands alone among enemies", f"{name} sta solo fra i nemici"), (f"piece:{p}",)


def strange(scenario: Scenario, v: Values) -> Found:
    """As a rule a side has the box where it stands (9.0b). A box that lone cavalry leaves falls back by its colour (9.0g)."""
    for b in range(N):
        if v[f"box:{b} holder"] in HOLDERS[3:] and v[f"box:{b} holder"] != HOLDERS[3 + MAP.owner[b]]:
            name = MAP.name[b]
            yield (Both(f"{name} falls back to the side of its colour", f"{name} torna alla parte del suo colore"), (f"box:{b} holder",))
    for b, here in standing_in(v).items():
        sides = {SIDE_OF[p] for p in here}
        if b < N and len(sides) == 1 and v[f"box:{b} holder"] in (*SIDE_WORDS, "nobody") and v[f"box:{b} holder"] != SIDE_WORDS[min(sides)]:
            name = MAP.name[b]
            yield (
                Both(f"{name} belongs to somebody else than who stands there", f"{name} è di qualcun altro rispetto a chi ci sta"),
                (f"box:{b} holder",),
            )


POSITIONS: Final = Positions(slots, read, make, wrong, strange)
