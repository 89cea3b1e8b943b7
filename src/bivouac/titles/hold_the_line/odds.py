"""Exact odds of one attack, described in words or taken from a match. The same flow that play uses is enumerated (`bivouac.lab.odds`)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bivouac.core.text import Name, Text
from bivouac.core.title import BadSetup, Odds, Result, Term
from bivouac.titles.hold_the_line.events import who
from bivouac.titles.hold_the_line.flow import FLOW
from bivouac.titles.hold_the_line.frames import ASSAULT, AT, FIRE, HALT, Box
from bivouac.titles.hold_the_line.printed.map import GONE, HEX_NUMBERS, NOBODY
from bivouac.titles.hold_the_line.printed.scenarios import Field, field_of
from bivouac.titles.hold_the_line.printed.units import ASSAULT_PRICE, COLOURS, KINDS, NO_MORALE, STRENGTH, TERRAIN, TERRAIN_IDS
from bivouac.titles.hold_the_line.rules.ch06_actions import ORDERS, orders_of
from bivouac.titles.hold_the_line.rules.ch08_assault import morale_in
from bivouac.titles.hold_the_line.rules.ch08_fire import begin_assault, open_fire
from bivouac.titles.hold_the_line.state import ASSAULTING, BOMBARDING, FIRING, Rules, State, fresh

TARGET = HEX_NUMBERS["G5"]
STANDS = tuple(HEX_NUMBERS[name] for name in ("G5", "H5", "I5", "J5", "K5"))  # where the attacker stands, by range
IN_ATTACK = {Box.NERVE, Box.NERVE_FIRE, Box.DICE, Box.AFTERMATH, Box.LEADER_DIE, Box.ESCAPE, Box.MORALE_DIE, Box.RETREAT, Box.DISPLACE}
ARMS = ("infantry", "cavalry", "artillery")
COVER: Final = {
    "river": "HTL-2.2.3a",
    "forest": "HTL-2.2.5a",
    "orchard": "HTL-2.2.6a",
    "hill": "HTL-2.2.7a",
    "town": "HTL-2.2.8a",
    "fence": "HTL-2.2.9b",
    "trench": "HTL-2.2.10b",
}
"""The clause by which each terrain changes the dice of an attack; the others do nothing to them."""


class Troop(NamedTuple):
    kind: str
    colour: str
    strength: int


# --- a range of targets: one small scenario for each terrain, with one unit of every kind and colour ----------------


@lru_cache(maxsize=16)
def range_of(terrain: str) -> Field:
    """A bare field with the target's terrain in G5 and a hill in K5 for the artillery of 11.3."""
    letter = TERRAIN[TERRAIN_IDS.index(terrain)].letter
    rows = [["."] * 13 for _ in range(9)]
    rows[4][6], rows[4][10] = letter, "h"
    cover = f'cover = [{{ kind = "{terrain}", sides = "E SE SW W NW NE", hexes = "G5" }}]' if terrain in ("fence", "trench") else ""
    ford = f'[ford]\nhexes = "G5"\nkinds = ["{KINDS[0]}", "{KINDS[1]}", "{KINDS[2]}", "leader"]' if terrain == "river" else ""
    sides = []
    for side, row, home in (("union", 1, "right"), ("csa", 9, "left")):
        places = iter(f"{c}{row}" for c in "ABCDEFGHIJKLM")
        troops = [(kind, colour) for kind in ARMS for colour in COLOURS]
        units = [f'{{ kind = "{kind}", morale = "{colour}", name = "{kind}", hex = "{next(places)}" }}' for kind, colour in troops]
        units.append(f'{{ kind = "leader", name = "leader", hex = "{next(places)}" }}')
        if side == "union":
            units.append('{ kind = "gunboat", name = "gunboat", hex = "A2" }')
        sides.append(f'[{side}]\ncap = 9\nvp_to_win = 99\nhome = "{home}"\nunits = [{", ".join(units)}]')
    rows[1][0] = "~"
    drawing = "\n".join("".join(row) for row in rows)
    text = (
        f'id = "range-{terrain}"\nname = {{ en = "range", it = "poligono" }}\ndate = {{ en = "", it = "" }}\nfirst = "union"\nturns = 9\n'
        f'time_out = "union"\nmap = """\n{drawing}\n"""\n{cover}\n{sides[0]}\n{sides[1]}\n{ford}\n'
    )
    return field_of(text, f"range-{terrain}")


def piece_for(field: Field, side: int, kind: str, colour: str) -> int:
    wanted = COLOURS.index(colour) if kind in ARMS else NO_MORALE
    return next(p for p in field.own[side] if field.kind_of[p] == KINDS.index(kind) and field.morale_of[p] == wanted)


# --- the words of the command line ----------------------------------------------------------------------------------


class Attack(NamedTuple):
    attacker: Troop
    assault: bool
    range: int
    defenders: tuple[Troop, ...]
    terrain: str
    leader: bool
    led: bool
    nerve: bool


def unknown(word: str) -> BadSetup:
    return BadSetup(Text("odds_usage.unknown", {"word": word}))


def parse_troop(word: str, kinds: Sequence[str]) -> Troop:
    """ "infantry:green:3": kind, colour (black if not said), strength (full if not said)."""
    parts = word.split(":")
    kind = parts[0]
    if kind not in kinds or len(parts) > 3:
        raise unknown(word)
    colour, strength = "black", STRENGTH[KINDS.index(kind)]
    for part in parts[1:]:
        if part in COLOURS:
            colour = part
        elif part.isdigit() and 1 <= int(part) <= STRENGTH[KINDS.index(kind)]:
            strength = int(part)
        else:
            raise unknown(word)
    return Troop(kind, colour, strength)


def parse_attack(words: Sequence[str]) -> Attack:
    attacker: Troop | None = None
    assault, distance, terrain = False, 1, "open"
    leader = led = nerve = False
    defenders: tuple[Troop, ...] = (Troop("infantry", "black", 4),)
    for word in words:
        key, _, value = word.partition("=")
        if word == "assault":
            assault = True
        elif word == "leader":
            leader = True
        elif word == "led":
            led = True
        elif word == "attacker-morale":
            nerve = True
        elif key == "range" and value in ("1", "2", "3", "4"):
            distance = int(value)
        elif key == "terrain" and value in TERRAIN_IDS and value != "swamp":
            terrain = value
        elif key == "at":
            defenders = tuple(parse_troop(part, ARMS) for part in value.split("+"))
        elif attacker is None and not value:
            attacker = parse_troop(word, KINDS[:4])
        else:
            raise unknown(word)
    if attacker is None:
        raise BadSetup(Text("odds_usage.usage"))
    layers = [d.kind == "artillery" for d in defenders]
    if len(layers) > 2 or len(set(layers)) != len(layers):
        raise unknown("+".join(d.kind for d in defenders))
    return Attack(attacker, assault, distance, defenders, terrain, leader, led, nerve)


def parse(words: Sequence[str]) -> State:
    """A state at the first die of the attack the words describe."""
    attack = parse_attack(words)
    field = range_of(attack.terrain)
    s = fresh(field, Rules(attacker_morale=attack.nerve, hill_artillery=attack.range == 4))
    for p in range(len(field.pieces)):
        s.lift(p)
        s.pos[p] = GONE
    s.ap = 2 * ASSAULT_PRICE
    s.active = 0
    s.take_up(piece_for(field, 0, attack.attacker.kind, attack.attacker.colour))
    s.put(s.unit, STANDS[attack.range])
    if attack.led and attack.attacker.kind in ARMS:
        s.put(piece_for(field, 0, "leader", ""), STANDS[attack.range])
    for troop in attack.defenders:
        p = piece_for(field, 1, troop.kind, troop.colour)
        s.put(p, TARGET)
        s.sp[p] = troop.strength
    if attack.leader:
        s.put(piece_for(field, 1, "leader", ""), TARGET)
    order = (ASSAULT if attack.assault else FIRE) + TARGET
    if order not in orders_of(s, s.unit):
        why = Text("odds_usage.reason", {"kind": Name("kind", KINDS.index(attack.attacker.kind))})
        raise BadSetup(Text("odds_usage.impossible", {"why": why}))
    return begin(s, order)


def begin(s: State, order: int) -> State:
    """Play an attack up to its first die."""
    if order < ASSAULT:
        open_fire(s, order - FIRE)
    else:
        begin_assault(s, order - ASSAULT)
    FLOW.run(s)
    return s


# --- from a match ---------------------------------------------------------------------------------------------------


def ask(state: State, words: Sequence[str]) -> State | None:
    """The attack at hand in a match, or the one the words name: "D3 E5", "D3 fire E5", "D3 assault E5"."""
    s = state.clone()
    if not s.stack:
        return None
    box = s.stack[-1].box
    if box in IN_ATTACK:
        return s
    if words:
        return _named_attack(s, words)
    if box not in ORDERS:
        return None
    attacks = [a for a in s.options if FIRE.takes(a) or ASSAULT.takes(a)]
    return begin(s, attacks[0]) if len(attacks) == 1 else None


def _named_attack(s: State, words: Sequence[str]) -> State | None:
    hexes = [HEX_NUMBERS[w.upper()] for w in words if w.upper() in HEX_NUMBERS]
    if len(hexes) != 2:
        raise unknown(" ".join(words))
    verb = ASSAULT if "assault" in words else FIRE
    for p in (s.line_in(hexes[0]), s.guns_in(hexes[0])):
        if p != NOBODY and s.field.side_of[p] == s.active and verb + hexes[1] in orders_of(s, p):
            s.take_up(p)
            return begin(s, verb + hexes[1])
    return None


# --- the result -----------------------------------------------------------------------------------------------------


def is_done(s: State) -> bool:
    return not s.stack or s.stack[-1].box not in IN_ATTACK


def measure(s: State) -> str:
    """Hits taken, units eliminated, units that fell back, leaders lost."""
    return f"hits:{s.taken} lost:{s.killed} retreats:{s.fled} leader:{s.fallen}"


def policy(s: State) -> int:
    """Retreats and escapes take the first of the best hexes, a leader stays with artillery that is left in his hex, and after a failed test
    of nerve the unit fires at the same target."""
    box = s.stack[-1].box
    if box == Box.NERVE_FIRE and FIRE + s.target in s.options:
        return FIRE + s.target
    return HALT if box == Box.ESCAPE and s.unit_in(s.target) != NOBODY else s.options[0]


def alike(s: State) -> Hashable:
    """Which dice are down does not matter, only what they did."""
    if s.stack[-1].box != Box.DICE:
        return s.key()
    copy = s.clone()
    copy.goto(AT[Box.DICE])
    return copy.key()


# --- before an answer is given --------------------------------------------------------------------------------------


def attack(state: State, answer: int) -> State | None:
    """The position before the dice of a fire, an assault or a bombardment that is offered."""
    if state.stack[-1].box in IN_ATTACK - {Box.NERVE_FIRE}:
        return None
    s = state.clone()
    FLOW.play(s, answer)
    if is_done(s):
        return None
    s.study = (sum(p != NOBODY for p in (s.line_in(s.target), s.guns_in(s.target))),)
    return s


def defenders(s: State) -> int:
    """How many units defended the hex before the attack."""
    assert s.study is not None
    return int(s.study[0])


def terms(s: State) -> list[Term]:
    """The dice, the number that hits, and what the defender's ground does to it."""
    if s.stack[-1].box != Box.DICE:
        return [Term(Text("terms.nerve", {"colour": Name("colour", s.field.morale_of[s.unit])}), "HTL-11.1a")]
    rule = "HTL-4.1b" if s.mode == BOMBARDING else "HTL-8.3.2a" if s.mode == ASSAULTING else "HTL-8.1.1b"
    found = [Term(Text("terms.dice" if s.need <= 6 else "terms.in_vain", {"n": s.dice, "need": s.need}), rule)]
    shelter = s.field.shelter(s.pos[s.unit], s.target)
    shift = 0 if s.mode == BOMBARDING else TERRAIN[shelter].combat
    if shift:
        found.append(
            Term(Text("terms.ground", {"terrain": Name("terrain", shelter), "shift": shift}), COVER.get(TERRAIN_IDS[shelter], "HTL-2.1.1d"))
        )
    if s.mode == ASSAULTING:
        for p in (s.line_in(s.target), s.guns_in(s.target)):
            if p != NOBODY:
                found.append(Term(Text("terms.morale", {"unit": who(s, p), "colour": Name("colour", morale_in(s, p))}), "HTL-8.3.3d"))
    return found


def result(s: State) -> Result:
    """Won: fire has eliminated a unit, an assault has emptied the hex. The attacker loses nothing by attacking."""
    assaulted = s.mode == ASSAULTING
    may_enter = assaulted or (s.mode == FIRING and s.rules.advance_after_fire)
    taken = bool(s.stack) and s.stack[-1].box == Box.ADVANCE
    won = s.killed + s.fled >= defenders(s) if assaulted else s.killed > 0
    return Result(won=won, taken=taken if may_enter else None, own=0, enemy=s.taken)


ODDS = Odds(
    parse=parse,
    ask=ask,
    done=is_done,
    measure=measure,
    policy=policy,
    usage=Text("odds_usage.usage"),
    alike=alike,
    attack=attack,
    terms=terms,
    result=result,
)
