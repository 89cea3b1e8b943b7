"""How good a position is.

The evaluation is a logistic sum of named features; their weights are learned from matches of the script against itself (`bivouac learn`)
and kept in data/learned.toml, for each scenario; those of 1861 serve wherever else the Union must conquer every prize in time, those of
1862 where a margin decides.
"""

from __future__ import annotations

from typing import Final

from bivouac.core.ids import Side
from bivouac.core.learned import Evaluation
from bivouac.titles.house_divided.advice.look import WORKS, Army, Look, chance, is_war
from bivouac.titles.house_divided.printed.map import CSA, FILES, FORT, UNION, VALUE_OF, WASHINGTON
from bivouac.titles.house_divided.printed.units import PRIZES, TABLES
from bivouac.titles.house_divided.state import State

BOTH: Final = tuple(u + c for u, c in zip(*VALUE_OF))
ATTACKING: Final = 0.8  # share of the power beside a box that will attack it
CLOSE: Final = 4  # maxima less than this apart are close
NAMES: Final = (
    "lead",
    "lead_late",
    "prizes",
    "prizes_late",
    "late",
    "army",
    "army_early",
    "ready_grabs",
    "later_grabs",
    "washington",
    "tempo",
    "close",
)


def needed_margin(s: State) -> int:
    """The margin at which a scenario is even."""
    return TABLES.victory.table[str(s.setup.row)][3] if s.setup.victory == "table" else TABLES.victory.short_game_margin


def grabs(s: State, army: Army, host: Army, side: int) -> float:
    """The points of army maximum that an army could take at once, by the odds."""
    total = 0.0
    for b in army.beside:
        if s.owner[b] != side and BOTH[b]:
            near, held = army.near[b], host.power[b] + host.walls[b]
            total += BOTH[b] * (chance(ATTACKING * near, held * WORKS if FORT[b] else held) if held else 1.0)
    return total


def washington_falls(union: Army, south: Army) -> float:
    """The chance that the Confederates beside Washington take it."""
    near = south.near[WASHINGTON]
    return chance(near, WORKS * union.power[WASHINGTON]) if near else 0.0


def union_features(s: State) -> tuple[float, ...]:
    """The features in the order of NAMES, from the Union's point of view.

    lead: the margin of the maxima beyond the needed one (in the campaign beyond none), also by how late it is. prizes:
    the great cities the Union has, also by how late it is. late: how much of the time is gone. army: the difference in power, also by how
    early it is. ready_grabs, later_grabs: the points that the side to move, or the other one, could take at once. washington: its
    danger. tempo: who moves. close: how near the Confederate maximum is to the Union's, which would end the war.
    """
    look = Look(s, UNION)
    union, south = look.army, look.host
    if not union.near:
        union.spread()
    late = (s.turn - s.setup.first_turn + 0.5 * s.active) / (s.setup.last_turn - s.setup.first_turn + 1)
    margin = s.maximum[UNION] - s.maximum[CSA]
    lead = (margin if look.war else margin - needed_margin(s)) / 4.0
    prizes = len([b for b in PRIZES if s.owner[b] == UNION])
    army = (union.whole() - south.whole()) / 5.0
    north, rebel = grabs(s, union, south, UNION), grabs(s, south, union, CSA)
    ready, later = (north, -rebel) if s.active == UNION else (-rebel, north)
    danger = -washington_falls(union, south) * (1.0 if s.active == CSA else 0.4)
    tempo = 1.0 if s.active == UNION else -1.0
    return (
        lead,
        lead * late,
        prizes,
        prizes * late,
        late,
        army,
        army * (1.0 - late),
        ready / 3.0,
        later / 3.0,
        danger,
        tempo,
        -float(max(CLOSE - margin, 0)),
    )


SIGNS: Final = {name: 1 for name in NAMES if name not in ("late", "tempo")}
WARS: Final = ("1861", "1864")
MARGINS: Final = ("1862", "1861-short", "1861-march", "1863")


def learned_in(s: State) -> str:
    """The scenario whose weights a state wants: its own, or the first in which the war is won in the same way."""
    alike = WARS if is_war(s) else MARGINS
    return s.setup.id if s.setup.id in alike else alike[0]


EVALUATION: Final = Evaluation(FILES.package, NAMES, union_features, learned_in, seen_by=Side.UNION)
