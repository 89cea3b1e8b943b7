"""5, 6.1, 10. The sequence of play: action points, the turns of the two players, victory."""

from __future__ import annotations

from bivouac.core.ids import SIDES, Side
from bivouac.core.state import Outcome
from bivouac.titles.hold_the_line import events as tell
from bivouac.titles.hold_the_line.frames import AT, At, Box, Opening
from bivouac.titles.hold_the_line.printed.map import NOBODY
from bivouac.titles.hold_the_line.printed.units import POINTS_FOR, SIDE_KEYS
from bivouac.titles.hold_the_line.state import State

ANSWERS_OF_AN_ACTION = 20
"""The most answers that one action takes, dice and the enemy's answers included: a close assault with a test of nerve under rule 11.1."""


def most_answers(s: State) -> int:
    """A bound for the answers of a whole battle, so that neither side can prolong it.

    A piece acts once a turn and every action costs at least one action point (6.1.4, 6.2), a turn has at most CAP + 3 of them, and a
    battle has a fixed number of turns."""
    ends = 2  # the die for action points, and the end of the turn
    turns = [
        ends + ANSWERS_OF_AN_ACTION * (cap + max(0, s.rules.caps[side]) + max(POINTS_FOR))
        for side in (0, 1)
        for cap in s.field.caps[side][1 : s.field.turns + 1]
    ]
    return sum(turns) + ANSWERS_OF_AN_ACTION * len(s.field.gunners)


def the_active(s: State, f: At) -> Side:
    return SIDES[s.active]


def the_defender(s: State, f: object) -> Side:
    return SIDES[1 - s.active]


def begin_match(s: State, f: Opening) -> None:
    """A bombardment where the scenario has one, gunner by gunner; then the first turn."""
    fire, gunners = s.field.bombard, s.field.gunners
    if fire is not None and f.gunner < len(gunners) and s.targets(1 - fire.side):
        s.active = fire.side
        if f.gunner == 0:
            s.tell(tell.OPENING_FIRE, fire.side)
        s.take_up(gunners[f.gunner])
        s.goto(Opening(Box.BOMBARD, f.gunner) if s.pos[s.unit] >= 0 else Opening(Box.OPENING, f.gunner + 1))
        return
    s.active = s.field.first
    begin_turn(s)


def begin_turn(s: State) -> None:
    """Steps 1 and 4: whoever waits counts as having acted; then the die for action points."""
    s.done, s.rallied = waiting(s), 0
    s.tell(tell.TURN, s.turn, s.active)
    s.goto(AT[Box.AP_DIE])


def waiting(s: State) -> int:
    """The pieces that a special rule still holds back."""
    held = 0
    for i, hold in enumerate(s.field.holds):
        if s.turn < hold.until and not s.released >> i & 1:
            held |= hold.pieces
    return held


def command_points(s: State, side: int) -> int:
    """CAP of the turn: the scenario's, a handicap (11.5), less one for each leader lost (9.3.1), never below zero (9.3.2)."""
    return max(s.field.caps[side][s.turn] + s.rules.caps[side] - s.lost[side], 0)


def roll_for_points(s: State, f: At, a: int) -> None:
    """AP of the turn: CAP and one, two or three for the die (6.1.1)."""
    cap = command_points(s, s.active)
    s.ap = cap + POINTS_FOR[a]
    s.tell(tell.POINTS, s.active, a, cap, s.ap)
    s.goto(AT[Box.ACTIVATE])


def end_of_actions(s: State, f: At) -> None:
    """Steps 3 and 6: victory points; then the other player, or the next turn."""
    s.tell(tell.SCORE, s.vp[0], s.vp[1])
    s.ap = 0
    s.unit = s.kind = s.target = s.leader = NOBODY
    for side in (s.active, 1 - s.active):
        if s.vp[side] >= s.field.targets[side]:
            s.finish(Outcome(SIDES[side], "HTL-10a", "points"))
            return
    s.hit &= s.field.own_set[1 - s.active]
    s.active = 1 - s.active
    if s.active == s.field.first:
        s.turn += 1
        if s.turn > s.field.turns:
            s.finish(time_out(s))
            return
    begin_turn(s)


def time_out(s: State) -> Outcome:
    """After the last turn the scenario says who wins (10f)."""
    rule = s.field.file.time_out
    if rule != "more_vp":
        return Outcome(SIDES[SIDE_KEYS.index(rule)], "HTL-10f", "time")
    if s.vp[0] != s.vp[1]:
        return Outcome(SIDES[int(s.vp[1] > s.vp[0])], "HTL-10f", "more_points")
    return Outcome(SIDES[SIDE_KEYS.index(s.field.file.tie or "union")], "HTL-10f", "tied_points")
