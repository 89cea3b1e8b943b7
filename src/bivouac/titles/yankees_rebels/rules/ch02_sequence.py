"""Chapter 2: turns, the cup, rounds, the activation dice and the other side's redeployments.

TURN -> ROUND -> DRAW -> ACTIVATION (dice) -> TRUMPET (for each) -> REDEPLOY (for each enemy flag) -> ACTIVATE (flags and hats) -> ROUND
ROUND, when the cup is empty or everybody has been activated -> END_TURN -> TURN or NIGHT, or the match is over
"""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.ids import SIDES, Side
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Name
from bivouac.titles.yankees_rebels.events import ACTIVATION, DREW, HEX_ENTRENCHED, NIGHT_BEGINS, REDEPLOYED, TURN_BEGINS, UNIT_READIED
from bivouac.titles.yankees_rebels.frames import AT, At, Box
from bivouac.titles.yankees_rebels.printed import units as army
from bivouac.titles.yankees_rebels.printed.map import ALL, NEXT, NO_ARTILLERY, NO_CAVALRY
from bivouac.titles.yankees_rebels.printed.units import HAT, SIDE, SIDE_FORCE, TRUMPET, UNIT
from bivouac.titles.yankees_rebels.rules.ch06_integrity import closing_area, find_strays
from bivouac.titles.yankees_rebels.rules.ch08_victory import end_of_day
from bivouac.titles.yankees_rebels.state import State, unit_and_hex

WHITE_DIE = tuple(range(len(army.FACES)))
ROUND_ANSWERS = 33
"""Answers of a round besides its activations, at most: the marker, 5 dice, 5 answers for each of their results, 2 to end."""
ACTIVATION_ANSWERS = 510
"""Answers of a unit's activation, at most: 3 to choose and march, 12 reactors with 6 each, 3 to aim, 63 white dice, as many black ones and
retreats, an occupation with 12 reactors again and their 54 dice of each kind."""
MOST_ANSWERS_A_TURN = len(army.MARKERS) * ROUND_ANSWERS + army.COUNT * ACTIVATION_ANSWERS
"""No turn has more answers, dice included: every marker is drawn once, every unit activated once (2.0o)."""


# --- who is asked ----------------------------------------------------------------------------------------


def the_active(s: State, f: At) -> Side:
    return SIDES[s.side]


def the_other(s: State, f: At) -> Side:
    return SIDES[1 - s.side]


def the_owner(s: State, f: At) -> Side:
    return SIDE[s.unit]


# --- the turn ----------------------------------------------------------------------------------------


def begin_turn(s: State, f: At) -> None:
    """Arrivals become due; the cup is filled with the flags and the corps that have units on the map or waiting (2.0b, 7.0b)."""
    setup = s.rules.setup
    turn = setup.turns[s.turn]
    s.due |= setup.arrivals[s.turn]
    if turn.is_night:
        s.tell(NIGHT_BEGINS, turn.day)
        renew(s)
        s.goto(AT[Box.NIGHT])
        return
    s.tell(TURN_BEGINS, turn.day, turn.hour)
    renew(s)
    present = s.on_map | s.due
    s.cup = army.FLAG_MARKERS
    for marker in range(2, len(army.MARKERS)):
        if army.MARKER_FORCE[marker] & present:
            s.cup |= 1 << marker
    s.goto(AT[Box.ROUND])


def renew(s: State) -> None:
    """Every unit may be activated again (3.0c), and the works of the day stand (5.3.1g)."""
    works = works_of(s)
    if s.log is not None:
        for u in bits(s.done & s.on_map):
            s.tell(UNIT_READIED, u)
        for h in bits(works & ~s.works):
            s.tell(HEX_ENTRENCHED, h)
    s.done = s.recovered = 0
    s.works = works


def works_of(s: State) -> int:
    """The hexes that are entrenched today (5.3.1g)."""
    day = s.rules.setup.turns[s.turn].day
    return set_of({h for h, since in s.rules.works if day >= since})


def next_round(s: State, f: At) -> None:
    """The turn ends with the last marker, or as soon as every unit on the map and every arrival of this turn has been activated (2.0a).
    Units that wait from earlier turns do not keep it going (7.0f)."""
    everybody_done = not (s.on_map | s.due & s.rules.setup.arrivals[s.turn]) & ~s.done
    s.goto(AT[Box.END_TURN if everybody_done or not s.cup else Box.DRAW])


def markers_in_the_cup(s: State, f: At) -> Sequence[int]:
    return bits(s.cup)


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
        next_result(s)


def next_result(s: State) -> None:
    """Trumpets, then the other side's redeployments, then the rest (3.0h, 2.0e); with the publisher's FAQ redeployments come first."""
    if s.trumpets and not (s.rules.faq_shifts and s.calls):
        s.goto(AT[Box.TRUMPET])
    elif s.calls and any_can_redeploy(s):
        s.goto(AT[Box.REDEPLOY])
    else:
        s.calls = 0
        s.goto(AT[Box.TRUMPET if s.trumpets else Box.ACTIVATE])


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


def marker_number(s: State) -> int:
    """Sides alternate by the markers that are drawn from the cup: changes with each of them."""
    return s.turn << 4 | s.cup.bit_count()


def formation(s: State) -> Name | None:
    """The corps, or the whole army by its flag, whose round this is; by night there are no rounds."""
    return None if s.marker < 0 or s.rules.setup.turns[s.turn].is_night else Name("marker", s.marker)


def formations(side: Side) -> tuple[Name, ...]:
    return tuple(Name("marker", marker) for marker, owner in enumerate(army.MARKER_SIDE) if owner == side)


# --- redeployment ----------------------------------------------------------------------------------------


def landing_by_arm(s: State, side: int) -> tuple[int, int, int, int]:
    """`landing` for all units of a side at once, by their type."""
    free = ALL & ~s.ground[1 - side] & ~s.full
    guns = free & ~NO_ARTILLERY
    return free & ~s.foot, free & ~NO_CAVALRY, guns, guns


@offers("YR-2.0e")
def may_be_called(s: State, f: At) -> int:
    """An enemy flag lets the other side shift one of its units on the map."""
    return SIDE_FORCE[1 - s.side] & s.on_map


@closes("YR-2.0g")
def redeploys_once(s: State, f: At) -> int:
    """Each unit redeploys at most once per roll."""
    return s.shifted


@closes("YR-3.0j")
def has_not_recovered(s: State, f: At) -> int:
    """A unit that has recovered strength does not move in the same turn."""
    return s.recovered


@closes("YR-2.0f")
def can_redeploy(s: State, f: At) -> int:
    """A unit needs an adjacent hex that is free for it and not next to an enemy."""
    side, closed = 1 - s.side, 0
    by_arm = clear_landing(s, side)
    for u in bits(SIDE_FORCE[side] & s.on_map):
        area = NEXT[s.where[u]] & by_arm[army.TYPE[u]]
        if not area or (s.strays and not area & closing_area(s, u)):
            closed |= UNIT[u]
    return closed


def clear_landing(s: State, side: int) -> tuple[int, int, int, int]:
    """`landing` outside the enemy's zones, for all units of a side at once, by their type."""
    clear = ALL & ~s.enemy_zone(side)
    foot, horse, guns, _ = landing_by_arm(s, side)
    return foot & clear, horse & clear, guns & clear, guns & clear


def any_can_redeploy(s: State) -> bool:
    """Whether the other side has a unit to redeploy: only then it is asked."""
    side = 1 - s.side
    by_arm = clear_landing(s, side)
    for u in bits(SIDE_FORCE[side] & s.on_map & ~(s.shifted | s.recovered)):
        if NEXT[s.where[u]] & by_arm[army.TYPE[u]] & (closing_area(s, u) if s.strays else ALL):
            return True
    return False


@clause("YR-2.0g")
def may_decline_redeployment(s: State, f: At, a: int) -> Verdict:
    """For every enemy flag a unit is moved; only by the publisher's FAQ its owner may decline."""
    return s.rules.faq_shifts or refuse()


def decline_redeployment(s: State, f: At, a: int) -> None:
    s.calls = 0
    next_result(s)


def choose_redeployment(s: State, f: At, u: int) -> None:
    s.calls -= 1
    s.unit = u
    s.shifted |= UNIT[u]
    s.goto(AT[Box.REDEPLOY_TO])


@offers("YR-2.0f", unit_and_hex)
def redeploys_by_one_hex(s: State, f: At) -> int:
    """A redeploying unit moves to an adjacent hex."""
    return NEXT[s.where[s.unit]]


@closes("YR-2.0f")
def redeploys_away_from_enemies(s: State, f: At) -> int:
    """A redeploying unit may not move next to an enemy unit."""
    return s.enemy_zone(SIDE[s.unit])


@closes("YR-4.1a", unit_and_hex)
def redeploys_where_there_is_room(s: State, f: At) -> int:
    """The hex must be free of enemies, passable for the arm and within the stacking limit."""
    return ALL & ~s.landing(s.unit)


def redeploy(s: State, f: At, h: int) -> None:
    s.tell(REDEPLOYED, s.unit, s.where[s.unit], h)
    s.move(s.unit, h)
    next_result(s)
