"""Each answer as a thing to click: its label, and the halves, counters and cards it is tied to; the facts of prompts; and what a person
means who points at something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bivouac.core.kit.bits import bits
from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.lincoln.frames import DEPLOY, MOVE, NAVAL_MOVE, PLAY, At, Counting, Deploying, Leaving, Moving, port_and_card
from bivouac.titles.lincoln.printed.map import HALVES, LOC_OF, PORT_HALF, WAY_FROM_LOC, WAY_TO, WAYS_INTO
from bivouac.titles.lincoln.printed.units import NO_TEXT, NO_TOP, TEXT, TOP
from bivouac.titles.lincoln.rules.ch16_retreat import half_of
from bivouac.titles.lincoln.state import KIND_OF_PIECE, PIECES, State, kinds_in

Show = Callable[[State, Any, int], Choice]


def _say(key: str, *targets: str, **facts: Arg) -> Choice:
    return Choice(0, Text(f"choices.{key}", facts), targets)


def _pieces(s: State, side: int, half: int, kind: int) -> tuple[str, ...]:
    return tuple(f"piece:{p}" for p in PIECES[side * 4 + kind] if s.where[p] == half)


# --- one word for many ----------------------------------------------------------------------------------------------


def button(key: str) -> Show:
    choice = _say(key)
    return lambda s, f, n: choice


def card(key: str) -> Show:
    """Something to do with a card: tied to all its copies in the hand."""
    return lambda s, f, n: _card(s, key, n)


def _card(s: State, key: str, n: int, **facts: Arg) -> Choice:
    copies = (f"copy:{8 * n + copy}" for copy in range(max(s.hand[n], 1)))
    return _say(key, *copies, card=Name("card", n), **facts)._replace(answer=n)


def half(key: str) -> Show:
    return lambda s, f, n: _half(key, n)


def _half(key: str, n: int, **facts: Arg) -> Choice:
    return _say(key, f"half:{n}", half=Name("half", n), **facts)


def counter(key: str) -> Show:
    """A counter of the active side."""
    return lambda s, f, n: _say(key, *_pieces(s, s.active, n // 4, n % 4), unit=Name("unit", n % 4), half=Name("half", n // 4))


# --- the turn, deploying, moving ------------------------------------------------------------------------------------


def deploy(s: State, f: At | Counting, n: int) -> Choice:
    return _card(s, "deploy" if TOP[n] != NO_TOP else "use_top", n, unit=Name("unit", max(TOP[n], 0)))


def pass_turn(s: State, f: At, n: int) -> Choice:
    """Passing gives up what is left of the turn: how much, it says itself."""
    return _say("pass_turn", n=s.actions)


def discard(s: State, f: At, n: int) -> Choice:
    """A card that has no other use now is not thrown away by a click on it: it is named where the discards lie."""
    useful = any(verb + n in s.options for verb in (DEPLOY, MOVE, NAVAL_MOVE, PLAY))
    return _card(s, "spend_on_discard", n) if useful else _say("only_discard", f"discards:{s.active}", card=Name("card", n))


def text(s: State, f: At, n: int) -> Choice:
    return _card(s, "play", n, action=Name("text_action", TEXT[n])) if TEXT[n] != NO_TEXT else _card(s, "use_text", n)


def attack(s: State, f: At, loc: int) -> Choice:
    return _say("attack", f"half:{2 * loc}", f"half:{2 * loc + 1}", location=Name("location", loc))


def landing(s: State, f: Deploying, n: int) -> Choice:
    place, paid = port_and_card(n)
    return _half("by_port", max(PORT_HALF[place], 0), card=Name("card", paid))


def all_of(s: State, f: Moving, loc: int) -> Choice:
    return _say("all_of", location=Name("location", loc))


def attack_over(s: State, f: Moving, n: int) -> Choice:
    return _half("attack_over", WAY_TO[n], frm=Name("location", WAY_FROM_LOC[n]))


def port(s: State, f: Moving, loc: int) -> Choice:
    return _half("half", PORT_HALF[loc] if PORT_HALF[loc] >= 0 else 2 * loc)


# --- combat ---------------------------------------------------------------------------------------------------------


def engage(s: State, f: At, n: int) -> Choice:
    return _say("fight", f"half:{s.fight.half}")


def stay(s: State, f: At, n: int) -> Choice:
    return _say("stay", f"half:{s.fight.base}")


def other_half(s: State, f: At, n: int) -> Choice:
    return _half("withdraw_half", s.fight.half ^ 1)


def way(s: State, f: Leaving, n: int) -> Choice:
    return _half("half", WAY_TO[n])


def reserve(s: State, f: At, n: int) -> Choice:
    loc, kind = WAY_FROM_LOC[n // 4], n % 4
    targets = (piece for half in (2 * loc, 2 * loc + 1) for piece in _pieces(s, 1 - s.active, half, kind))
    return _say("counter_at", *targets, unit=Name("unit", kind), location=Name("location", loc))


def loss(s: State, f: Counting, kind: int) -> Choice:
    return _say("unit", *_pieces(s, f.side, half_of(s, f.side), kind), unit=Name("unit", kind))


# --- the facts of prompts -------------------------------------------------------------------------------------------


def facts_of_turn(s: State, f: At) -> Mapping[str, Arg]:
    return {"n": s.actions}


def facts_of_deploying(s: State, f: Deploying) -> Mapping[str, Arg]:
    return {"unit": Name("unit", TOP[f.card]), "n": f.left}


def facts_of_counting(s: State, f: Counting) -> Mapping[str, Arg]:
    return {"n": f.left}


def facts_of_moving(s: State, f: Moving) -> Mapping[str, Arg]:
    return {"location": Name("location", f.loc)}


def facts_of_ships(s: State, f: Moving) -> Mapping[str, Arg]:
    return {"n": f.by_card + 1}


def facts_of_combat(s: State, f: At) -> Mapping[str, Arg]:
    return {"location": Name("location", s.fight.loc)}


def facts_of_leaving(s: State, f: Leaving) -> Mapping[str, Arg]:
    return {"unit": Name("unit", f.kind), "location": Name("location", s.fight.loc)}


def facts_of_losses(s: State, f: Counting) -> Mapping[str, Arg]:
    return {"n": f.left, "location": Name("location", s.fight.loc)}


# --- what a person means who points at something --------------------------------------------------------------------


def meant(s: State, thing: Name) -> Sequence[Name]:
    """A piece: the counter it is, then its half; a half: its location, the links that lead there, the counters in it; a copy of a card:
    the card; a flag: its location."""
    if thing.kind == "piece" and 0 <= thing.id < len(s.where) and s.where[thing.id] >= 0:
        return (*_meant_by_piece(s, thing.id), Name("half", s.where[thing.id]), *_meant_by_half(s, s.where[thing.id]))
    if thing.kind == "half" and 0 <= thing.id < HALVES:
        return tuple(_meant_by_half(s, thing.id))
    if thing.kind == "copy":
        return (Name("card", thing.id // 8),)
    return (Name("location", thing.id),) if thing.kind == "flag" else ()


def _meant_by_piece(s: State, piece: int) -> Iterator[Name]:
    side, kind = KIND_OF_PIECE[piece]
    at = s.where[piece]
    yield Name("counter", 4 * at + kind)
    if s.combat is not None:
        if at == half_of(s, side):
            yield Name("unit", kind)
        yield from (Name("reserve", 4 * w + kind) for w in bits(WAYS_INTO[s.combat.loc]) if WAY_FROM_LOC[w] == LOC_OF[at])


def _meant_by_half(s: State, at: int) -> Iterator[Name]:
    yield Name("location", LOC_OF[at])
    yield from (Name("way", w) for w in bits(WAYS_INTO[LOC_OF[at]]) if WAY_TO[w] == at)
    yield from (Name("counter", 4 * at + kind) for kind in kinds_in(s.troops[s.active * HALVES + at]))
