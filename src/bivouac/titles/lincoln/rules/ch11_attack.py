"""The attack that is declared in a contested location."""

from __future__ import annotations

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.frames import ATTACK, Combat, does
from bivouac.titles.lincoln.printed.map import HALVES
from bivouac.titles.lincoln.rules.ch05_control import own_half
from bivouac.titles.lincoln.rules.ch14_combat import open_combat
from bivouac.titles.lincoln.state import ARMIES, NOBODY, State


@clause("LIN-attack-a")
def place_is_contested(s: State, f: object, a: int) -> Verdict:
    """An attack is declared in a contested location."""
    return not does(a, ATTACK) or s.control[a - ATTACK] == NOBODY or refuse(location=Name("location", a - ATTACK))


@clause("LIN-combat-h")
def has_armies_to_attack(s: State, f: object, a: int) -> Verdict:
    """Forts fight only in defence."""
    return not does(a, ATTACK) or has_armies(s, a - ATTACK) or refuse(location=Name("location", a - ATTACK))


@clause("LIN-attack-c")
def has_a_card_to_attack(s: State, f: object, a: int) -> Verdict:
    """The declaration is free, the card face down is not."""
    return not does(a, ATTACK) or s.held[s.active] > 0 or refuse()


def has_armies(s: State, loc: int) -> bool:
    return bool(s.troops[s.active * HALVES + own_half(s, s.active, loc)] & ARMIES)


MAY_ATTACK = (place_is_contested, has_armies_to_attack, has_a_card_to_attack)


def declare(s: State, loc: int) -> None:
    """LIN-attack-a, LIN-attack-b: from the own half of a contested location against the other; no modifier (LIN-combat-l)."""
    base = own_half(s, s.active, loc)
    open_combat(s, Combat(base ^ 1, base, 0, -1, 0, NOBODY))
