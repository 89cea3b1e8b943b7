"""Chapter 8: victory points and the end of the battle."""

from __future__ import annotations

from bivouac.core.ids import Side
from bivouac.core.state import Outcome
from bivouac.titles.yankees_rebels.events import FINAL, SCORED, SCORED_NOTHING
from bivouac.titles.yankees_rebels.printed.map import BIT, NUMBERS, VICTORY
from bivouac.titles.yankees_rebels.state import State


def controlled(s: State) -> list[int]:
    """The victory hexes that the Confederacy controls: a unit of it stands there, or stood there last (8.0d)."""
    area = s.held if s.rules.control_last_occupied else s.ground[Side.CSA]
    return [h for h in VICTORY if area & BIT[h]]


def hex_points(s: State) -> int:
    return sum(VICTORY[h] for h in controlled(s))


def end_of_day(s: State, *, is_last: bool) -> None:
    """Victory hexes score at the end of the last day (8.0a), or of every day if the players chose so."""
    if is_last or s.rules.vp_every_day:
        points = hex_points(s)
        s.points[Side.CSA] += points
        if points:
            s.tell(SCORED, tuple(controlled(s)), points)
        else:
            s.tell(SCORED_NOTHING)
    if is_last:
        s.tell(FINAL, s.points[Side.UNION], s.points[Side.CSA])
        s.finish(short_outcome(s) if s.rules.setup.short_game else outcome(s))


def outcome(s: State) -> Outcome:
    """More points win, equal points are a draw (8.0c)."""
    union, csa = s.points
    if union == csa:
        return Outcome(None, "YR-8.0c", "level")
    return Outcome(Side.CSA if csa > union else Side.UNION, "YR-8.0c", "points")


def short_outcome(s: State) -> Outcome:
    """The short game: a Confederate lead of ten wins, of four to nine draws, everything else is a Union victory (8.2a)."""
    lead = s.points[Side.CSA] - s.points[Side.UNION]
    if lead >= NUMBERS.short_game["win"]:
        return Outcome(Side.CSA, "YR-8.2a", "broke_through")
    return Outcome(None, "YR-8.2a", "undecided") if lead >= NUMBERS.short_game["draw"] else Outcome(Side.UNION, "YR-8.2a", "held")
