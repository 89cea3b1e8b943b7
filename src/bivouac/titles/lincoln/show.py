"""Each answer as a thing to click: its label, and the halves, counters and cards it is tied to; and the facts of prompts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.lincoln import frames as codes
from bivouac.titles.lincoln.frames import At, Counting, Deploying, Leaving, Moving
from bivouac.titles.lincoln.printed.map import HALVES, PORT_HALF, WAY_FROM_LOC, WAY_TO
from bivouac.titles.lincoln.printed.units import TEXT, TOP
from bivouac.titles.lincoln.rules.ch15_losses import half_of
from bivouac.titles.lincoln.state import PIECES, State

VERBS = {codes.MOVE: "move", codes.NAVAL_MOVE: "naval_move", codes.DISCARD: "discard"}


def _say(a: int, key: str, *targets: str, **facts: Arg) -> Choice:
    return Choice(a, Text(f"choices.{key}", facts), targets)


def _card(s: State, a: int, key: str, card: int, **facts: Arg) -> Choice:
    """Something to do with a card: tied to all its copies in the hand."""
    return _say(a, key, *(f"card:{card}.{n}" for n in range(max(s.hand[card], 1))), card=Name("card", card), **facts)


def _half(a: int, half: int, key: str = "half", **facts: Arg) -> Choice:
    return _say(a, key, f"half:{half}", half=Name("half", half), **facts)


def _counter(s: State, a: int, key: str, code: int) -> Choice:
    """A counter of the active side by its half and kind."""
    half, kind = divmod(code, 4)
    return _say(a, key, *_pieces(s, s.active, half, kind), unit=Name("unit", kind), half=Name("half", half))


def _pieces(s: State, side: int, half: int, kind: int) -> tuple[str, ...]:
    return tuple(f"piece:{p}" for p in PIECES[side * 4 + kind] if s.where[p] == half)


# --- the turn -------------------------------------------------------------------------------------------------------


def show_action(s: State, f: At | Counting, a: int) -> Choice:
    verb, card = a - a % 100, a % 100
    if verb == codes.PASS:
        return _say(a, "pass")
    if verb == codes.ATTACK:
        return _say(a, "attack", f"half:{2 * card}", f"half:{2 * card + 1}", location=Name("location", card))
    if verb == codes.DEPLOY:
        return _card(s, a, "deploy" if TOP[card] >= 0 else "use_top", card, unit=Name("unit", max(TOP[card], 0)))
    if verb == codes.PLAY and TEXT[card] >= 0:
        return _card(s, a, "play", card, action=Name("text_action", TEXT[card]))
    return _card(s, a, VERBS.get(verb, "use_text"), card)


def show_closing(s: State, f: At, a: int) -> Choice:
    return _say(a, "end_turn") if a == codes.PASS else show_action(s, f, a)


def show_card(s: State, f: Any, a: int) -> Choice:
    return _card(s, a, "card", a)


def show_more_discards(s: State, f: At, a: int) -> Choice:
    return _say(a, "done") if a == codes.STOP else _card(s, a, "discard", a)


# --- deploying ------------------------------------------------------------------------------------------------------


def show_place(s: State, f: Deploying, a: int) -> Choice:
    if a < HALVES:
        return _half(a, a)
    port, card = codes.port_and_card(a)
    return _half(a, PORT_HALF[port], "by_port", card=Name("card", card))


def show_bonds(s: State, f: Counting, a: int) -> Choice:
    return _say(a, "done") if a == codes.STOP else show_action(s, f, a)


def facts_of_deploying(s: State, f: Deploying) -> Mapping[str, Arg]:
    return {"unit": Name("unit", TOP[f.card]), "n": f.left}


def facts_of_bonds(s: State, f: Counting) -> Mapping[str, Arg]:
    return {"n": f.left}


# --- moving ---------------------------------------------------------------------------------------------------------


def show_counter(s: State, f: Moving, a: int) -> Choice:
    if a == codes.STOP:
        return _say(a, "done")
    if a >= codes.ALL_OF:
        return _say(a, "all_of", location=Name("location", a - codes.ALL_OF))
    return _counter(s, a, "counter", a)


def show_goal(s: State, f: Moving, a: int) -> Choice:
    if a >= codes.ADD:
        return _counter(s, a, "add", a - codes.ADD)
    if a < HALVES:
        return _half(a, a)
    way = a - codes.OVER
    return _half(a, WAY_TO[way], "attack_over", frm=Name("location", WAY_FROM_LOC[way]))


def show_sea_goal(s: State, f: Moving, a: int) -> Choice:
    if a >= codes.OVER:
        return _card(s, a, "one_more_ship", a - codes.OVER)
    return _half(a, PORT_HALF[a] if PORT_HALF[a] >= 0 else 2 * a)


def facts_of_moving(s: State, f: Moving) -> Mapping[str, Arg]:
    return {"location": Name("location", f.loc)}


# --- combat ---------------------------------------------------------------------------------------------------------


def show_raid_answer(s: State, f: At, a: int) -> Choice:
    return _say(a, "suffer_raid") if a == codes.NO else _card(s, a, "cancel_raid", a - codes.CANCEL)


def show_engage(s: State, f: At, a: int) -> Choice:
    return _say(a, "fight", f"half:{s.fight.half}") if a == codes.YES else _say(a, "stay", f"half:{s.fight.base}")


def show_decision(s: State, f: At, a: int) -> Choice:
    if a == codes.FIGHT:
        return _say(a, "fight")
    if a == codes.TO_OTHER_HALF:
        return _half(a, s.fight.half ^ 1, "withdraw_half")
    if a == codes.TO_NEIGHBOURS:
        return _say(a, "withdraw")
    return _card(s, a, "withdraw_sea", a - codes.BY_SEA)


def show_way(s: State, f: Leaving, a: int) -> Choice:
    return _half(a, WAY_TO[a] if a < codes.INSIDE else 2 * s.fight.loc + a - codes.INSIDE)


def show_defence(s: State, f: At, a: int) -> Choice:
    if a == codes.NO_DEFENCE_CARD:
        return _say(a, "no_card")
    return _card(s, a, "face_down" if a < codes.BENEFIT else "benefit", a % 100)


def show_reserve(s: State, f: At, a: int) -> Choice:
    side, loc, kind = 1 - s.active, WAY_FROM_LOC[a // 4], a % 4
    targets = _pieces(s, side, 2 * loc, kind) + _pieces(s, side, 2 * loc + 1, kind)
    return _say(a, "counter_at", *targets, unit=Name("unit", kind), location=Name("location", loc))


def show_loss(s: State, f: Counting, a: int) -> Choice:
    return _say(a, "unit", *_pieces(s, f.side, half_of(s, f.side), a), unit=Name("unit", a))


def facts_of_combat(s: State, f: At) -> Mapping[str, Arg]:
    return {"location": Name("location", s.fight.loc)}


def facts_of_leaving(s: State, f: Leaving) -> Mapping[str, Arg]:
    return {"unit": Name("unit", f.kind), "location": Name("location", s.fight.loc)}


def facts_of_losses(s: State, f: Counting) -> Mapping[str, Arg]:
    return {"n": f.left, "location": Name("location", s.fight.loc)}


def facts_of_turn(s: State, f: At) -> Mapping[str, Arg]:
    return {"n": s.actions}
