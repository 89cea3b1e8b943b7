"""Odds of a combat: nothing is rolled, but cards are hidden. What the other side may hold is drawn anew from all its unseen cards.

In words: the attackers' armies, "vs", the defenders' armies and forts, and the defender's bonus: `3 2 1 vs 2 fort +2`. The Union attacks,
unless a word is `csa`. Each side plays one card of its first deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, inf
from typing import Final, NamedTuple

from bivouac.core.kit.bits import bits
from bivouac.core.text import Arg, Text
from bivouac.core.title import BadSetup, Odds, Result, Term
from bivouac.titles.lincoln.advice.look import EXPECTED, HELD_CAPITAL, KEEP, LOST_CAPITAL, WORTH, WORTH_SHORT, Look, chance
from bivouac.titles.lincoln.advice.plans import POSTURES
from bivouac.titles.lincoln.advice.script import battle_card_scores, best, forces
from bivouac.titles.lincoln.flow import FLOW
from bivouac.titles.lincoln.frames import AT, FACE_DOWN, FIGHT, NO_DEFENCE_CARD, Box, Combat, Counting
from bivouac.titles.lincoln.printed.map import HALVES, LOC_BY_ID, WAY_TO, WAYS_OF_LOC
from bivouac.titles.lincoln.printed.units import (
    CAPITAL,
    COPIES,
    FORT,
    HIGH_GROUND,
    KINDS,
    KINDS_OF,
    LEADERSHIP,
    OWNER,
    REINFORCEMENTS,
    SET,
    WITH_NAVAL,
    WITH_TEXT,
)
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch14_combat import HIGH_GROUND_BONUS
from bivouac.titles.lincoln.rules.ch15_losses import engaged
from bivouac.titles.lincoln.rules.ch19_withdrawal import can_leave_by_sea
from bivouac.titles.lincoln.state import ARMIES, CSA, NO_CARD, UNION, State, counters, strength

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


class Uses(NamedTuple):
    """What a side's cards are good for in a combat: for each how promising it is, face down, in each course that the combat may take until
    then, and how promising it is to have none; the cards that may be played beside it, and those that take troops off by sea."""

    scores: list[tuple[float, ...]]
    none: tuple[float, ...]
    beside: int
    by_sea: int


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
    return FIGHT if box in DEFENCES and look.asked == Box.DEFEND else best(s, (0, 0))


# --- a hand drawn at once ---------------------------------------------------------------------------------------------

Hand = tuple[int, ...]


def branches(s: State) -> Iterator[tuple[int, State]] | None:
    """The cards that a side draws before the combat, by what they are good for in it, not one by one."""
    f = s.stack[-1]
    return hands(s, f) if f[0] == Box.DRAW and s.combat is not None else None


def hands(s: State, f: Counting) -> Iterator[tuple[int, State]]:
    """Kind by kind: how many cards are drawn so far, those that may be played, in how many ways, and all cards of one of them."""
    uses = of_an_attacker(s) if f.side == s.active else of_a_defender(s)
    kinds = sorted(KINDS_OF[f.side], key=lambda k: uses.beside >> k & 1)  # last those of which all count: there are many ways to have them
    deck = [(k, s.deck[k]) for k in kinds if s.deck[k]]
    found: dict[tuple[int, Hand], tuple[int, Hand]] = {(0, ()): (1, ())}
    for kind, copies in deck:
        before, found = found, {}
        added: dict[tuple[Hand, int], Hand] = {}
        for (n, kept), (ways, drawn) in before.items():
            for more in range(min(copies, f.left - n) + 1):
                given = kept, min(more, 2)
                if given not in added:
                    added[given] = with_cards(kept, kind, given[1], uses)
                key = n + more, added[given]
                others, first = found.get(key, (0, drawn + (kind,) * more))
                found[key] = others + ways * comb(copies, more), first
    most = min(f.left, sum(copies for _, copies in deck))
    return ((ways, drawn_by(s, f, cards)) for (n, _), (ways, cards) in found.items() if n == most)


def of_an_attacker(s: State) -> Uses:
    """He has one best card, whatever else he holds."""
    scores = battle_card_scores(s, s.stack[-1], range(KINDS), (0, 0))
    return Uses([(score,) for score in scores], (-inf,), 0, 0)


def of_a_defender(s: State) -> Uses:
    """He may have more strength by then, or his forts alone; and what the place is worth may have changed."""
    attacker, side = s.active, 1 - s.active
    mine, theirs, n = forces(s)
    drawn = sum(f.left for f in s.stack if isinstance(f, Counting) and f.box == Box.DRAW and f.side == attacker)
    held = s.held[attacker] + drawn - any(f[0] == Box.BATTLE_CARD for f in s.stack)
    ahead = mine + EXPECTED[min(held, 8)] + 0.4
    armies = engaged(s, side) & ARMIES
    leaving = [(strength(armies), counters(armies))] if armies and engaged(s, side) != armies else []
    courses = []
    for less, fewer in [(0, 0), *leaving]:
        for bonus in (0, HIGH_GROUND_BONUS):
            for army in (0, 1, 2, 3):
                worths = worths_of(s, side) if fewer or army else worths_of(s, side)[:1]
                courses += [(ahead - (theirs - less + bonus + army), worth + 0.9 * (n - fewer + (army > 0))) for worth in worths]
    scores = [tuple([(1.0 - chance(lead - LEADERSHIP[k])) * stake - KEEP[k] for lead, stake in courses]) for k in range(KINDS)]
    none = tuple([(1.0 - chance(lead)) * stake for lead, stake in courses])
    beside = WITH_TEXT[HIGH_GROUND] | WITH_TEXT[REINFORCEMENTS]
    return Uses(scores, none, beside, WITH_NAVAL if can_leave_by_sea(s) else 0)


def worths_of(s: State, side: int) -> list[float]:
    """What the place is worth to a side now, and what it may be when troops have left or come."""
    loc, posture = s.fight.loc, POSTURES[side][0]
    draw = posture.draw if loc in posture.after else 1.0
    now = Look(s, side, (0, 0)).worth[loc]
    then = {WORTH[loc] * draw, WORTH_SHORT[loc] * draw}
    return [now, *(then | {HELD_CAPITAL, LOST_CAPITAL} if loc == CAPITAL else then) - {now}]


def with_cards(kept: Hand, kind: int, more: int, uses: Uses) -> Hand:
    """The cards that may matter when so many of a kind are added to them: in each course the first of the most promising, the best leader,
    the cheapest to leave by sea; and of those that may be played beside it one to be played so, and one face down."""
    if not more:
        return kept
    if uses.beside >> kind & 1:
        return (*kept, *(kind,) * more)
    plain = [*[k for k in kept if not uses.beside >> k & 1], kind]
    wanted = {max(plain, key=lambda k: LEADERSHIP[k])}
    for course, none in enumerate(uses.none):
        first = max(plain, key=lambda k: uses.scores[k][course])
        if uses.scores[first][course] > none:
            wanted.add(first)
    ships = [k for k in plain if uses.by_sea >> k & 1]
    if ships:
        wanted.add(min(ships, key=lambda k: KEEP[k]))
    return tuple([k for k in (*kept, kind) if uses.beside >> k & 1 or k in wanted])


def drawn_by(s: State, f: Counting, cards: Hand) -> State:
    new = s.clone()
    for card in cards:
        FLOW.play(new, card)
    return new


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
    parse=parse,
    ask=ask,
    done=is_done,
    measure=measure,
    policy=policy,
    usage=USAGE,
    branches=branches,
    attack=attack,
    terms=terms,
    result=result,
)
