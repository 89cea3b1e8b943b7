"""Days, periods, reinforcements, order discs, victory (chapters seq, reinf, disc, end, vic, chart)."""

from __future__ import annotations

from bivouac.core.ids import SIDES, Side
from bivouac.core.kit.bits import bits
from bivouac.core.legality import Refusal
from bivouac.core.state import Outcome
from bivouac.titles.gettysburg import events as told
from bivouac.titles.gettysburg.frames import AT, At, Box
from bivouac.titles.gettysburg.printed import units
from bivouac.titles.gettysburg.printed.map import DOUBLE_STAR, STARRED
from bivouac.titles.gettysburg.printed.scenarios import FILL_TO_TWELVE, Group
from bivouac.titles.gettysburg.printed.units import AFTERNOON, CSA, DISCS, EACH, IS_GUN, MORNING, NIGHT, STEPS, UNION
from bivouac.titles.gettysburg.rules.ch01_components import capture, enter, lift_disruption
from bivouac.titles.gettysburg.rules.ch08_blocks import can_act, must_order
from bivouac.titles.gettysburg.state import BLACK, BLUE, DOUBLE, OCCUPIED, SINGLE, State

# --- reinforcements ---------------------------------------------------------------------------------


def arrive(s: State, f: At) -> None:
    """GET-reinf-a: the groups due now go to their entry boxes, one after the other."""
    if f.n == 0:
        s.tell(told.PERIOD, s.day, s.period)
    due = s.battle.due(s.day, s.period)
    if f.n == len(due):
        s.goto(AT[Box.DISCS])
    elif len(due[f.n].places) == 2:
        s.goto(At(Box.ROAD, f.n))
    else:
        bring(s, due[f.n], due[f.n].places[0])
        s.goto(At(Box.ARRIVE, f.n + 1))


def roll_road(s: State, f: At, die: int) -> None:
    """GET-reinf-b: 1-3 the first box, 4-6 the second, for the whole group."""
    group = s.battle.due(s.day, s.period)[f.n]
    box = group.places[0 if die <= 3 else 1]
    s.tell(told.ROAD_ROLLED, die, box)
    bring(s, group, box)
    s.goto(At(Box.ARRIVE, f.n + 1))


def bring(s: State, group: Group, place: int) -> None:
    """GET-entry-g, GET-block-j: the pieces arrive, and an enemy block in their box falls to them."""
    for p in group.pieces:
        s.tell(told.CAME, p, place, STEPS[p])
        enter(s, p, place)
    guns = sum(IS_GUN[p] for p in group.pieces)
    s.tell(told.ARRIVED, group.side, len(group.pieces) - guns, guns, place)
    capture(s, place, group.side)


# --- order discs ------------------------------------------------------------------------------------


def set_discs(s: State, f: At) -> None:
    """GET-disc-a to GET-disc-i: both sides put discs into their boxes; discs on the map are not to be had."""
    discs = s.discs
    needed = units.UNION_DISCS[s.period]
    discs[BLUE] = min(needed, DISCS[UNION] - s.discs_on_map(UNION))
    discs[BLACK] = needed - discs[BLUE]
    s.tell(told.UNION_DISCS_SET, discs[BLUE], discs[BLACK])
    reserve = DISCS[CSA] - s.discs_on_map(CSA) - discs[SINGLE] - discs[DOUBLE]
    wanted = units.CSA_DISCS.single - (discs[SINGLE] if FILL_TO_TWELVE in s.battle.rulings else 0)
    single = min(wanted, reserve)
    more = units.CSA_DISCS.double_when_stocked if discs[DOUBLE] >= units.CSA_DISCS.stocked else units.CSA_DISCS.double
    discs[SINGLE] += single
    discs[DOUBLE] += min(more, reserve - single)
    s.tell(told.CSA_DISCS_SET, discs[SINGLE], discs[DOUBLE])
    s.active = CSA
    s.goto(AT[Box.NEXT])


# --- turns ------------------------------------------------------------------------------------------


def next_turn(s: State, f: At) -> None:
    """GET-act-a, GET-act-c: the sides take turns until the Union has used its last disc."""
    discs = s.discs
    if not discs[BLUE] and not discs[BLACK]:
        s.goto(AT[Box.CLOSE])
        return
    if not can_act(s):
        s.tell(told.SKIPPED, s.active)
        s.active = 1 - s.active
        return
    s.sorties = 0
    s.turn += 1
    if s.log is not None and must_order(s):
        s.tell(told.GUARDED, s.active, EACH)
    s.push(AT[Box.ACT])


# --- the end of a period ----------------------------------------------------------------------------


def close_period(s: State, f: At) -> None:
    """GET-end-b, GET-end-d, GET-vic-*: markers come off, victory is looked at, the clock moves on."""
    if s.fired:
        s.tell(told.MARKERS_OFF, s.fired.bit_count())
        for area in bits(s.fired):
            s.tell(told.GUNS_HIDDEN, area)
        s.fired = 0
    if s.period == AFTERNOON and s.disrupted:
        s.tell(told.RALLIED, s.disrupted.bit_count())
        for area in bits(s.disrupted):
            lift_disruption(s, area)
    s.tell(told.PERIOD_OVER, stars_held(s).bit_count())
    outcome = verdict(s)
    if outcome is not None:
        s.finish(outcome)
        return
    if s.period == NIGHT:
        s.day, s.period = s.day + 1, MORNING
        s.tell(told.NEW_DAY, s.day)
    else:
        s.period += 1
    s.goto(AT[Box.ARRIVE])


def stars_held(s: State) -> int:
    """GET-vic-f: a starred area with a Confederate piece and no Union piece in it."""
    return s.sets[OCCUPIED + CSA] & STARRED


def verdict(s: State) -> Outcome | None:
    """GET-vic-a, GET-vic-b, GET-vic-d: who has won at the end of this period, if anybody."""
    held = stars_held(s)
    if held.bit_count() >= units.VICTORY_AREAS:
        return Outcome(Side.CSA, "GET-vic-a", "two_areas")
    if s.period == AFTERNOON and held & DOUBLE_STAR:
        return Outcome(Side.CSA, "GET-vic-b", "round_tops")
    if s.day == s.battle.days and s.period == AFTERNOON:
        return Outcome(Side.UNION, "GET-vic-d", "held")
    return None


def concession(s: State, side: Side) -> Outcome | Refusal:
    """GET-vic-e: the Confederacy may concede by the rules of the book; the Union by those of the house."""
    rule = "GET-vic-e" if side == Side.CSA else "house-conceded"
    return Outcome(SIDES[1 - side], rule, "conceded")
