"""Each answer as a thing to click: its label, and the halves, counters and cards it is tied to."""

from __future__ import annotations

from collections.abc import Mapping

from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.lincoln.frames import (
    ADD,
    ALL_OF,
    ATTACK,
    BENEFIT,
    BY_PORT,
    BY_SEA,
    CANCEL,
    DISCARD,
    FACE_DOWN,
    FIGHT,
    INSIDE,
    MOVE,
    NAVAL_MOVE,
    NO,
    OVER,
    PASS,
    PLAY,
    STOP,
    TO_OTHER_HALF,
    YES,
    Counting,
    Deploying,
    Drawing,
    Moving,
    Step,
)
from bivouac.titles.lincoln.printed.tables import HALVES, PORT_HALF, TEXT, TOP, WAY_FROM_LOC, WAY_TO
from bivouac.titles.lincoln.state import BASE, HALF, LOC, PIECES, State


def _say(a: int, key: str, targets: tuple[str, ...] = (), **facts: Arg) -> Choice:
    return Choice(a, Text(f"choices.{key}", facts), targets)


def card_ids(s: State, card: int) -> tuple[str, ...]:
    """The tokens of a kind of card in a hand."""
    return tuple(f"card:{card}.{n}" for n in range(max(s.hand[card], 1)))


def piece_ids(s: State, side: int, half: int, kind: int) -> tuple[str, ...]:
    return tuple(f"piece:{p}" for p in PIECES[side * 4 + kind] if s.where[p] == half)


def halves_of(loc: int) -> tuple[str, ...]:
    return (f"half:{2 * loc}", f"half:{2 * loc + 1}")


# --- the turn -------------------------------------------------------------------------------------------------------


def show_action(s: State, f: Step, a: int) -> Choice:
    if a == PASS:
        return Choice(a, Text("choices.pass"))
    if ATTACK <= a < PLAY:
        return _say(a, "attack", halves_of(a - ATTACK), location=Name("location", a - ATTACK))
    card = a % 100
    if a < MOVE:
        return _say(
            a, "deploy" if TOP[card] >= 0 else "use_top", card_ids(s, card), unit=Name("unit", max(TOP[card], 0)), card=Name("card", card)
        )
    if PLAY <= a < DISCARD:
        return _show_text(s, a, card)
    verb = {MOVE: "move", NAVAL_MOVE: "naval_move", DISCARD: "discard"}[a - card]
    return _say(a, verb, card_ids(s, card), card=Name("card", card))


def _show_text(s: State, a: int, card: int) -> Choice:
    if TEXT[card] < 0:
        return _say(a, "use_text", card_ids(s, card), card=Name("card", card))
    return _say(a, "play", card_ids(s, card), action=Name("text_action", TEXT[card]))


def show_closing(s: State, f: Step, a: int) -> Choice:
    return _say(a, "end_turn") if a == PASS else _show_text(s, a, a - PLAY)


def show_more_discards(s: State, f: Step, a: int) -> Choice:
    return Choice(a, Text("choices.done")) if a == STOP else _say(a, "discard", card_ids(s, a), card=Name("card", a))


def show_drawn(s: State, f: Drawing | Counting, a: int) -> Choice:
    return _say(a, "card", card=Name("card", a))


# --- deploying ------------------------------------------------------------------------------------------------------


def show_place(s: State, f: Deploying, a: int) -> Choice:
    if a < HALVES:
        return _say(a, "half", (f"half:{a}",), half=Name("half", a))
    port, card = (a - BY_PORT) // 64, (a - BY_PORT) % 64
    return _say(a, "by_port", (f"half:{PORT_HALF[port]}",), half=Name("half", PORT_HALF[port]), card=Name("card", card))


def show_payment(s: State, f: Deploying, a: int) -> Choice:
    return _say(a, "card", card_ids(s, a), card=Name("card", a))


def show_bonds(s: State, f: Deploying, a: int) -> Choice:
    return Choice(a, Text("choices.done")) if a == STOP else show_action(s, Step(0), a)


def facts_of_deploying(s: State, f: Deploying) -> Mapping[str, Arg]:
    return {"unit": Name("unit", TOP[f.card]), "n": f.left}


def facts_of_bonds(s: State, f: Deploying) -> Mapping[str, Arg]:
    return {"n": f.bonds}


# --- moving ---------------------------------------------------------------------------------------------------------


def show_counter(s: State, f: Moving, a: int) -> Choice:
    if a == STOP:
        return Choice(a, Text("choices.done"))
    if a >= ALL_OF:
        return _say(a, "all_of", (), location=Name("location", a - ALL_OF))
    half, kind = a // 4, a % 4
    return _say(a, "counter", piece_ids(s, s.active, half, kind), unit=Name("unit", kind), half=Name("half", half))


def show_goal(s: State, f: Moving, a: int) -> Choice:
    if a >= ADD:
        half, kind = (a - ADD) // 4, (a - ADD) % 4
        return _say(a, "add", piece_ids(s, s.active, half, kind), unit=Name("unit", kind), half=Name("half", half))
    if a < HALVES:
        return _say(a, "half", (f"half:{a}",), half=Name("half", a))
    way = a - OVER
    return _say(a, "attack_over", (f"half:{WAY_TO[way]}",), half=Name("half", WAY_TO[way]), frm=Name("location", WAY_FROM_LOC[way]))


def show_sea_goal(s: State, f: Moving, a: int) -> Choice:
    if a >= OVER:
        return _say(a, "one_more_ship", card_ids(s, a - OVER), card=Name("card", a - OVER))
    half = PORT_HALF[a] if PORT_HALF[a] >= 0 else 2 * a
    return _say(a, "half", (f"half:{half}",), half=Name("half", half))


def facts_of_moving(s: State, f: Moving) -> Mapping[str, Arg]:
    return {"location": Name("location", f.loc)}


# --- combat ---------------------------------------------------------------------------------------------------------


def show_raid_answer(s: State, f: Step, a: int) -> Choice:
    return _say(a, "suffer_raid") if a == NO else _say(a, "cancel_raid", card_ids(s, a - CANCEL), card=Name("card", a - CANCEL))


def show_engage(s: State, f: Step, a: int) -> Choice:
    return _say(a, "fight" if a == YES else "stay", (f"half:{s.battle[HALF if a == YES else BASE]}",))


def show_battle_card(s: State, f: Step, a: int) -> Choice:
    return _say(a, "card", card_ids(s, a), card=Name("card", a))


def show_decision(s: State, f: Step, a: int) -> Choice:
    if a == FIGHT:
        return _say(a, "fight")
    if a == TO_OTHER_HALF:
        half = s.battle[HALF] ^ 1
        return _say(a, "withdraw_half", (f"half:{half}",), half=Name("half", half))
    if a < BY_SEA:
        return _say(a, "withdraw")
    return _say(a, "withdraw_sea", card_ids(s, a - BY_SEA), card=Name("card", a - BY_SEA))


def show_way(s: State, f: Counting, a: int) -> Choice:
    half = WAY_TO[a] if a < INSIDE else 2 * s.battle[LOC] + a - INSIDE
    return _say(a, "half", (f"half:{half}",), half=Name("half", half))


def show_defence(s: State, f: Step, a: int) -> Choice:
    if a < FACE_DOWN:
        return _say(a, "no_card")
    if a < BENEFIT:
        return _say(a, "face_down", card_ids(s, a - FACE_DOWN), card=Name("card", a - FACE_DOWN))
    return _say(a, "benefit", card_ids(s, a - BENEFIT), card=Name("card", a - BENEFIT))


def show_reserve(s: State, f: Counting, a: int) -> Choice:
    loc, kind = WAY_FROM_LOC[a // 4], a % 4
    targets = piece_ids(s, f.side, 2 * loc, kind) + piece_ids(s, f.side, 2 * loc + 1, kind)
    return _say(a, "counter_at", targets, unit=Name("unit", kind), location=Name("location", loc))


def show_loss(s: State, f: Counting, a: int) -> Choice:
    half = s.battle[BASE] if f.side == s.battle[0] else s.battle[HALF]
    return _say(a, "unit", piece_ids(s, f.side, half, a), unit=Name("unit", a))


def facts_of_battle(s: State, f: Step | Counting) -> Mapping[str, Arg]:
    return {"location": Name("location", s.battle[LOC])}


def facts_of_counter(s: State, f: Counting) -> Mapping[str, Arg]:
    return {"unit": Name("unit", f.left), "location": Name("location", s.battle[LOC])}


def facts_of_losses(s: State, f: Counting) -> Mapping[str, Arg]:
    return {"n": f.left, "location": Name("location", s.battle[LOC])}


def facts_of_turn(s: State, f: Step) -> Mapping[str, Arg]:
    return {"n": s.actions}
