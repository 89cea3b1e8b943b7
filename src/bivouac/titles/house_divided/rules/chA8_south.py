"""A8.3 and A8.4: the border states may send men, and Europe may intervene."""

from __future__ import annotations

from bivouac.titles.house_divided.events import BORDER_JOINED, BORDER_MODIFIED, BORDER_PLAIN, INTERVENED
from bivouac.titles.house_divided.frames import At, Box, One
from bivouac.titles.house_divided.printed.map import CSA, RICHMOND, UNION, WASHINGTON
from bivouac.titles.house_divided.printed.units import CSA_LARGE, STATE_CITIES, STATE_NUMBER, STATES, TABLES, UNION_LARGE, YEAR
from bivouac.titles.house_divided.rules.ch11_victory import margin
from bivouac.titles.house_divided.setup import BORDER_STATES, FOREIGN
from bivouac.titles.house_divided.state import State

# --- border states (A8.3) ---------------------------------------------------------------------------------


def next_border_state(s: State, f: One) -> None:
    """At the start of a Confederate turn: a die for each state whose cities are all Confederate and that has not joined yet."""
    if s.rules & BORDER_STATES and s.active == CSA:
        for state in range(f.item, len(STATES)):
            if not s.gained >> state & 1 and all(s.owner[b] == CSA for b in STATE_CITIES[state]):
                s.goto(One(Box.BORDER_DIE, state))
                return
    s.pop()


def border_modifier(s: State) -> int:
    """Help sheet 2: how the war stands, and how late it is."""
    table, year = TABLES.border_modifiers, YEAR[s.turn]
    total = table.close.die if margin(s) <= table.close.within else 0
    total += table.first_year.die if year == table.first_year.year else 0
    total += table.washington if s.owner[WASHINGTON] == CSA else 0
    total += table.late_years.die * max(year - table.late_years.after, 0)
    total += table.far.die if margin(s) >= table.far.ahead else 0
    total += table.richmond if s.owner[RICHMOND] == UNION else 0
    return total


def roll_border_state(s: State, f: One, die: int) -> None:
    """A modified die above the state's number brings one militia infantry into the pool for good (A8.3b)."""
    modifier = border_modifier(s)
    if modifier:
        s.tell(BORDER_MODIFIED, f.item, die, modifier, die + modifier, STATE_NUMBER[f.item])
    else:
        s.tell(BORDER_PLAIN, f.item, die, STATE_NUMBER[f.item])
    if die + modifier > STATE_NUMBER[f.item]:
        s.gained |= 1 << f.item
        s.pool[2 * CSA] += 1
        s.tell(BORDER_JOINED, f.item)
    s.goto(One(Box.BORDER, f.item + 1))


# --- foreign intervention (A8.4) --------------------------------------------------------------------------


def union_cities_lost(s: State) -> int:
    """Union cities of value 2 or more that the South holds."""
    return len([b for b in UNION_LARGE if s.owner[b] == CSA])


def confederate_cities_lost(s: State) -> int:
    return len([b for b in CSA_LARGE if s.owner[b] == UNION])


def europe_is_persuaded(s: State) -> bool:
    """The armies are nearly equal; the South holds Washington and a large Union city; and it has lost no more than it has taken."""
    return (
        margin(s) <= TABLES.intervention.within
        and s.owner[WASHINGTON] == CSA
        and union_cities_lost(s) >= 1
        and union_cities_lost(s) >= confederate_cities_lost(s)
    )


def intervention(s: State, f: At) -> None:
    """Four foreign units wait in Europe, and the South may use the sea, for the rest of the game (A8.4e, A8.4f)."""
    s.pop()
    if s.rules & FOREIGN and s.active == CSA and not s.foreign and europe_is_persuaded(s):
        s.foreign = 1
        s.tell(INTERVENED)
        s.raise_foreigners()
