"""Odds of a combat: nothing is rolled, but cards are hidden. What the other side may hold is drawn anew from all its unseen cards.

In words: the attackers' armies, "vs", the defenders' armies and forts, and the defender's bonus: `3 2 1 vs 2 fort +2`. The Union attacks,
unless a word is `csa`. Each side plays one card of its first deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bivouac.core.kit.bits import bits
from bivouac.core.text import Arg, Text
from bivouac.core.title import BadSetup, Odds, Result, Term
from bivouac.titles.lincoln.advice.script import order
from bivouac.titles.lincoln.flow import FLOW
from bivouac.titles.lincoln.frames import AT, FACE_DOWN, FIGHT, NO_DEFENCE_CARD, Box, Combat, Counting
from bivouac.titles.lincoln.printed.map import HALVES, LOC_BY_ID, WAY_TO, WAYS_OF_LOC
from bivouac.titles.lincoln.printed.units import COPIES, FORT, KINDS_OF, LEADERSHIP, OWNER, SET
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch15_losses import engaged
from bivouac.titles.lincoln.state import CSA, NO_CARD, UNION, State, strength

USAGE: Final = Text("odds.usage")
DEFENCES: Final = (Box.DECIDE, Box.DECIDE_BY_SEA, Box.DEFEND)
NOTHING: Final = -1
FIELD: Final = ("kentucky", "nashville")  # where a combat in words is fought: a Union attack from the first on the second, or the other way


class Fight(NamedTuple):
    """What a combat is looked at for: which side, where, what the two had in stock before; the defender's question and the answer to it
    that is considered (nothing: any card)."""

    side: int
    place: int
    before: tuple[int, int]
    asked: int
    chosen: int


def fight_of(s: State) -> Fight:
    assert isinstance(s.study, Fight)
    return s.study


def begin(s: State, side: int, hidden: int, cards: int, asked: int = NOTHING, chosen: int = NOTHING) -> State:
    """Before the first card: what `hidden` holds goes back to its unseen cards, and as many are drawn."""
    s.study = Fight(side, s.fight.loc, in_stock(s), asked, chosen)
    for kind in KINDS_OF[hidden]:
        s.deck[kind] += s.hand[kind]
        s.hand[kind] = 0
    s.left[hidden] += s.held[hidden]
    s.held[hidden] = s.kinds[hidden] = 0
    if cards:
        s.push(Counting(Box.DRAW, hidden, cards))
    FLOW.run(s)
    return s


def in_stock(s: State) -> tuple[int, int]:
    """The counters of each side that are not on the board."""
    return sum(s.stock[:4]), sum(s.stock[4:])


# --- in words -------------------------------------------------------------------------------------------------------


def parse(words: Sequence[str]) -> State | None:
    """The combat alone, both decks whole."""
    if "vs" not in words:
        return None
    side = CSA if "csa" in words else UNION
    plain = [w for w in words if w != "csa"]
    cut = plain.index("vs")
    bonus = sum(int(w) for w in plain[cut:] if w[:1] == "+" and w[1:].isdigit())
    attackers = [_kind(w) for w in plain[:cut]]
    defenders = [_kind(w) for w in plain[cut + 1 :] if w[:1] != "+"]
    if not attackers or not defenders or FORT in attackers:
        raise BadSetup(USAGE)
    frm, to = (LOC_BY_ID[name] for name in (FIELD if side == UNION else FIELD[::-1]))
    way = next(w for w in bits(WAYS_OF_LOC[frm]) if WAY_TO[w] // 2 == to)
    s = State(active=side)
    for kind in defenders:
        s.put(1 - side, WAY_TO[way], kind)
    settle(s, to)
    for kind in attackers:
        s.put(side, WAY_TO[way], kind)
    for card, copies in enumerate(COPIES):
        if SET[card] == 0:
            s.deck[card] = copies
            s.left[OWNER[card]] += copies
    s.combat = Combat(WAY_TO[way], WAY_TO[way], bonus, 2 * frm, s.troops[side * HALVES + WAY_TO[way]], 1 - side)
    s.stack = (AT[Box.ACTION], AT[Box.BATTLE_CARD], Counting(Box.DRAW, side, 1))
    return begin(s, side, 1 - side, 1, Box.DEFEND)


def _kind(word: str) -> int:
    kinds = {"1": 0, "2": 1, "3": 2, "fort": FORT}
    if word not in kinds:
        raise BadSetup(USAGE)
    return kinds[word]


def ask(s: State, words: Sequence[str]) -> State | None:
    """Only in words: at the table every answer has its own forecast."""
    return parse(words) if words else None


# --- before an answer is given ----------------------------------------------------------------------------------------


def attack(s: State, answer: int) -> State | None:
    """The combat that an attacker's answer leads to, or that a defender accepts with it."""
    if s.stack[-1][0] in DEFENCES:
        return _defended(s, answer) if answer in (FIGHT, NO_DEFENCE_CARD) or FACE_DOWN.takes(answer) else None
    if FLOW.is_chance(s) or (s.combat is not None and s.stack[-1][0] not in (Box.ENGAGE, Box.BATTLE_CARD)):
        return None
    new = s.clone()
    FLOW.play(new, answer)
    if new.combat is None or new.stack[-1][0] not in (Box.BATTLE_CARD, *DEFENCES):
        return None
    return begin(new, s.active, 1 - s.active, new.held[1 - s.active])


def _defended(s: State, answer: int) -> State:
    """The attacker's card lies face down: he lays it anew."""
    new = s.clone()
    new.take_card(s.active, s.fight.card)
    new.combat = s.fight._replace(card=NO_CARD)
    new.goto(AT[Box.BATTLE_CARD])
    return begin(new, 1 - s.active, s.active, new.held[s.active], s.stack[-1][0], answer)


def policy(s: State) -> int:
    """Who considers an answer gives it; who has come to fight fights; otherwise as the script would."""
    box, look = s.stack[-1][0], fight_of(s)
    if box == look.asked:
        return look.chosen if look.chosen != NOTHING else next(a for a in s.options if FACE_DOWN.takes(a))
    return FIGHT if box in DEFENCES and look.asked == Box.DEFEND else order(s)[0]


def is_done(s: State) -> bool:
    return not s.stack or s.combat is None


def terms(s: State) -> list[Term]:
    """The totals of both sides, with what is hidden or not yet chosen as a range, and the bonus of the ground."""
    side = fight_of(s).side
    found = [_total(s, side, "own"), _total(s, 1 - side, "enemy")]
    if s.fight.bonus:
        key = "terms.bonus" if side == s.active else "terms.own_bonus"
        found.append(Term(Text(key, {"bonus": s.fight.bonus}), "LIN-combat-k"))
    return found


def _total(s: State, side: int, key: str) -> Term:
    low, high = _leadership(s, side)
    base = strength(engaged(s, side)) + (s.fight.bonus if side != s.active else 0)
    facts: dict[str, Arg] = {"n": base, "low": low, "high": high, "least": base + low, "most": base + high}
    return Term(Text(f"terms.{key}" if low != high else f"terms.{key}_known", facts), "LIN-combat-g")


def _leadership(s: State, side: int) -> tuple[int, int]:
    """The least and the most that a side's card may bring."""
    look = fight_of(s)
    if side == look.side and side == s.active and s.fight.card != NO_CARD:
        return LEADERSHIP[s.fight.card], LEADERSHIP[s.fight.card]
    if side == look.side and FACE_DOWN.takes(look.chosen):
        return LEADERSHIP[look.chosen - FACE_DOWN], LEADERSHIP[look.chosen - FACE_DOWN]
    drawn = any(isinstance(f, Counting) and f.box == Box.DRAW and f.side == side for f in s.stack)
    held = [LEADERSHIP[k] for k in KINDS_OF[side] if (s.deck if drawn else s.hand)[k]]
    return (min(held), max(held)) if held else (0, 0)


def result(s: State) -> Result:
    """Won: the place is the side's own afterwards. Lost are counters."""
    look = fight_of(s)
    lost = [now - then for now, then in zip(in_stock(s), look.before)]
    return Result(won=s.control[look.place] == look.side, taken=None, own=lost[look.side], enemy=lost[1 - look.side])


def measure(s: State) -> str:
    outcome = result(s)
    return f"won:{int(outcome.won)} own_lost:{outcome.own} enemy_lost:{outcome.enemy}"


ODDS: Final = Odds(
    parse=parse, ask=ask, done=is_done, measure=measure, policy=policy, usage=USAGE, attack=attack, terms=terms, result=result
)
