"""Chapter 2: turns, the cup, rounds, the activation dice and the other side's redeployments.

TURN -> ROUND -> DRAW -> ACTIVATION (dice) -> REDEPLOY (for each enemy flag) -> TRUMPET (for each) -> ACTIVATE (flags and hats) -> ROUND
ROUND, when the cup is empty or everybody has been activated -> END_TURN -> TURN or NIGHT, or the match is over
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import ACTIVATION, DREW, NIGHT_BEGINS, REDEPLOYED, TURN_BEGINS
from bivouac.titles.yankees_rebels.frames import AT, PASS, At, Box
from bivouac.titles.yankees_rebels.printed import units as army
from bivouac.titles.yankees_rebels.printed.map import ALL, BIT, NEXT, NO_ARTILLERY, NO_CAVALRY, hexes_of
from bivouac.titles.yankees_rebels.printed.units import HAT, SIDE, SIDE_FORCE, TRUMPET, UNIT, members
from bivouac.titles.yankees_rebels.rules.ch06_integrity import find_strays
from bivouac.titles.yankees_rebels.rules.ch08_victory import end_of_day
from bivouac.titles.yankees_rebels.state import State

WHITE_DIE = tuple(range(len(army.FACES)))


def landing_by_arm(s: State, side: int) -> tuple[int, int, int, int]:
    """`landing` for all units of a side at once, by their type."""
    free = ALL & ~s.ground[1 - side] & ~s.full
    guns = free & ~NO_ARTILLERY
    return free & ~s.foot, free & ~NO_CAVALRY, guns, guns


# --- the turn ----------------------------------------------------------------------------------------


def begin_turn(s: State, f: At) -> None:
    """Arrivals become due; the cup is filled with the flags and the corps that have units on the map or waiting (2.0b, 7.0b)."""
    setup = s.rules.setup
    turn = setup.turns[s.turn]
    s.due |= setup.arrivals[s.turn]
    s.done = 0
    s.works = 0
    for h, day in s.rules.works:
        if turn.day >= day:
            s.works |= BIT[h]
    if turn.is_night:
        s.tell(NIGHT_BEGINS, turn.day)
        s.goto(AT[Box.NIGHT])
        return
    s.tell(TURN_BEGINS, turn.day, turn.hour)
    present = s.on_map | s.due
    s.cup = army.FLAG_MARKERS
    for marker in range(2, len(army.MARKERS)):
        if army.MARKER_FORCE[marker] & present:
            s.cup |= 1 << marker
    s.goto(AT[Box.ROUND])


def next_round(s: State, f: At) -> None:
    """The turn ends with the last marker, or as soon as every unit on the map and every arrival has been activated (2.0a, 7.0f)."""
    everybody_done = not (s.on_map | s.due) & ~s.done
    s.goto(AT[Box.END_TURN if everybody_done or not s.cup else Box.DRAW])


def markers_in_the_cup(s: State, f: At) -> Sequence[int]:
    return members(s.cup)


def draw_marker(s: State, f: At, a: int) -> None:
    """A marker is drawn; its owner will roll (2.0c, 2.0d)."""
    s.cup ^= 1 << a
    s.marker = a
    s.side = army.MARKER_SIDE[a]
    s.flags = s.hats = s.trumpets = s.calls = s.shifted = 0
    s.dice = army.ACTIVATION_DICE[s.side]
    s.tell(DREW, s.side, a)
    s.goto(AT[Box.ACTIVATION])


def white_die(s: State, f: At) -> Sequence[int]:
    return WHITE_DIE


def white_weights(s: State, f: At) -> Sequence[int]:
    return army.WHITE_WEIGHTS


def roll_activation(s: State, f: At, a: int) -> None:
    """One activation die: own flags and double flags for units of the corps, hats, trumpets, and enemy flags (3.0d to 3.0q)."""
    if a in army.OWN_FLAGS[s.side]:
        s.flags += 1
    elif a == TRUMPET:
        s.trumpets += 1
    elif a == HAT:
        s.hats += 1
    else:
        s.calls += 1
    s.dice -= 1
    if not s.dice:
        s.tell(ACTIVATION, s.side, army.ACTIVATION_DICE[s.side], s.flags, s.hats, s.trumpets, s.calls)
        after_redeployment(s)


def after_redeployment(s: State) -> None:
    """The other side's redeployments, then the trumpets, then the rest (2.0e, 3.0h)."""
    if s.calls:
        s.goto(AT[Box.REDEPLOY])
    elif s.trumpets:
        s.goto(AT[Box.TRUMPET])
    else:
        s.goto(AT[Box.ACTIVATE])


def end_turn(s: State, f: At) -> None:
    """The turn marker advances; after the last hour of a day points may be scored, after the last turn the match is over (2.0m)."""
    turns = s.rules.setup.turns
    if s.rules.corps_integrity:
        find_strays(s)
    if not turns[s.turn].is_night and (s.turn + 1 == len(turns) or turns[s.turn + 1].is_night):
        end_of_day(s, is_last=s.turn + 1 == len(turns))
    if s.outcome is None:
        s.turn += 1
        s.goto(AT[Box.TURN])


# --- redeployment ----------------------------------------------------------------------------------------


def redeploy_area(s: State, u: int) -> int:
    return NEXT[s.where[u]] & s.landing(u) & ~s.enemy_zone(SIDE[u])


def other_sides_units(s: State, f: At) -> Iterable[int]:
    return [PASS, *members(SIDE_FORCE[1 - s.side] & s.on_map)]


@clause("YR-2.0g")
def redeploys_once(s: State, f: At, a: int) -> Verdict:
    """Each unit redeploys at most once per roll."""
    return a == PASS or not s.shifted & UNIT[a] or refuse(unit=Name("unit", a))


@clause("YR-2.0f")
def can_redeploy(s: State, f: At, a: int) -> Verdict:
    """A unit needs an adjacent hex that is free for it and not next to an enemy."""
    return a == PASS or redeploy_area(s, a) != 0 or refuse(unit=Name("unit", a))


MAY_REDEPLOY = (redeploys_once, can_redeploy)


def redeploy_options(s: State, f: At) -> Sequence[int]:
    """The same as the clauses, with the sets found once for all units."""
    side = 1 - s.side
    by_arm = landing_by_arm(s, side)
    clear = ~s.enemy_zone(side)
    options, where = [PASS], s.where
    for u in members(SIDE_FORCE[side] & s.on_map & ~s.shifted):
        if NEXT[where[u]] & by_arm[army.TYPE[u]] & clear:
            options.append(u)
    return options


def choose_redeployment(s: State, f: At, a: int) -> None:
    s.calls -= 1
    if a == PASS:
        s.calls = 0
        after_redeployment(s)
    else:
        s.unit = a
        s.shifted |= UNIT[a]
        s.goto(AT[Box.REDEPLOY_TO])


def hexes_around_the_unit(s: State, f: At) -> Iterable[int]:
    return hexes_of(NEXT[s.where[s.unit]])


@clause("YR-2.0f")
def redeploys_away_from_enemies(s: State, f: At, a: int) -> Verdict:
    """A redeploying unit may not move next to an enemy unit."""
    return not BIT[a] & s.enemy_zone(SIDE[s.unit]) or refuse(hex=Name("hex", a))


@clause("YR-4.1a")
def redeploys_where_there_is_room(s: State, f: At, a: int) -> Verdict:
    """The hex must be free of enemies, passable for the arm and within the stacking limit."""
    return BIT[a] & s.landing(s.unit) != 0 or refuse(hex=Name("hex", a))


MAY_REDEPLOY_TO = (redeploys_away_from_enemies, redeploys_where_there_is_room)


def redeploy_to_options(s: State, f: At) -> Sequence[int]:
    return hexes_of(redeploy_area(s, s.unit))


def redeploy(s: State, f: At, a: int) -> None:
    s.tell(REDEPLOYED, s.unit, s.where[s.unit], a)
    s.move(s.unit, a)
    after_redeployment(s)
