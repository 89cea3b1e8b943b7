"""The attack that is declared in a contested location."""

from __future__ import annotations

from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.frames import At, Combat
from bivouac.titles.lincoln.printed.map import ALL_LOCS, HALVES
from bivouac.titles.lincoln.rules.ch05_control import own_half, places_of
from bivouac.titles.lincoln.rules.ch14_combat import open_combat
from bivouac.titles.lincoln.state import ARMIES, NOBODY, State


@offers("LIN-attack-a")
def place_is_contested(s: State, f: At) -> int:
    """An attack is declared in a contested location."""
    return places_of(s, NOBODY) if NOBODY in s.control else 0


@clause("LIN-combat-h")
def has_armies_to_attack(s: State, f: At, loc: int) -> Verdict:
    """Forts fight only in defence."""
    return bool(s.troops[s.active * HALVES + own_half(s, s.active, loc)] & ARMIES) or refuse(location=Name("location", loc))


@closes("LIN-attack-c")
def has_a_card_to_attack(s: State, f: At) -> int:
    """The declaration is free, the card face down is not."""
    return 0 if s.held[s.active] else ALL_LOCS


MAY_ATTACK = (has_armies_to_attack, has_a_card_to_attack)


def declare(s: State, loc: int) -> None:
    """LIN-attack-a, LIN-attack-b: from the own half of a contested location against the other; no modifier (LIN-combat-l)."""
    base = own_half(s, s.active, loc)
    open_combat(s, Combat(base ^ 1, base, 0, -1, 0, NOBODY))
