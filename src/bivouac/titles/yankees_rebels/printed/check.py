"""What does not add up in the data files: start positions that break the rules of the game (S-check)."""

from __future__ import annotations

from bivouac.core.text import Name, Text
from bivouac.titles.yankees_rebels.printed.map import BIT, NEXT, NO_ARTILLERY, NO_CAVALRY
from bivouac.titles.yankees_rebels.printed.scenarios import DOUBTS, SETUPS, Setup, with_options
from bivouac.titles.yankees_rebels.printed.units import IS_FOOT, IS_GUN, IS_HORSE, SIDE, STRENGTH


def check() -> list[Text]:
    """Every scenario as printed, and with all the doubts about the print switched on."""
    problems = []
    for setup in SETUPS.values():
        for chosen in (frozenset[str](), frozenset(DOUBTS)):
            problems += check_setup(with_options(setup, chosen))
    return list(dict.fromkeys(problems))


def check_setup(setup: Setup) -> list[Text]:
    problems = []
    on_map = [u for u, h in enumerate(setup.where) if h >= 0]
    for u in on_map:
        h = setup.where[u]
        others = [v for v in on_map if v != u and setup.where[v] == h]
        facts = {"unit": Name("unit", u), "hex": Name("hex", h)}
        if len(others) > 1 or any((IS_FOOT[u] and IS_FOOT[v]) or SIDE[u] != SIDE[v] for v in others):
            problems.append(Text("checks.stacking", facts))
        if (IS_HORSE[u] and BIT[h] & NO_CAVALRY) or (IS_GUN[u] and BIT[h] & NO_ARTILLERY):
            problems.append(Text("checks.barred", facts))
        if any(SIDE[v] != SIDE[u] and NEXT[h] & BIT[setup.where[v]] for v in on_map):
            problems.append(Text("checks.contact", facts))
        if not 0 < setup.strength[u] <= STRENGTH[u]:
            problems.append(Text("checks.strength", facts))
    return problems
