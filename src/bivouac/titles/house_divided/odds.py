"""Exact odds of a battle, round by round, from the boxes that play uses.

In words: the attackers, `vs`, the defenders, and what there is to say about the field: `2FV MC vs 3MF* crossing rounds=2 at=Richmond`.
A star is for works, a minus for a reduced piece; `csa` first where the Confederacy attacks. Both sides stand and fight, nobody comes up,
and targets are chosen by the script.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from bivouac.core.kit.bits import bits
from bivouac.core.text import Name, Text
from bivouac.core.title import BadSetup, Odds, Result, Term
from bivouac.titles.house_divided.advice.script import order
from bivouac.titles.house_divided.flow import FLOW
from bivouac.titles.house_divided.frames import DONE, FIGHT_ON, NO, Box
from bivouac.titles.house_divided.printed.map import CSA, MAP, NOBODY, ON_MAP, UNION
from bivouac.titles.house_divided.printed.scenarios import SCENARIOS
from bivouac.titles.house_divided.printed.units import FIRE, KINDS, TABLES
from bivouac.titles.house_divided.rules.ch05_battle import begin_battle
from bivouac.titles.house_divided.setup import blank
from bivouac.titles.house_divided.state import MASK, State

USAGE: Final = Text("odds_usage.usage")
PIECE: Final = re.compile(r"(\d*)([A-Za-z]{2})([*-]*)$")
OPEN_FIELD: Final = "Camden"  # no number, no fort, no water: where a battle in words is fought unless it says otherwise
MOST_PIECES: Final = 16
MOST_ROUNDS: Final = 3
TO_THE_END: Final = 60  # rounds: no battle lasts so long
STAND: Final = {Box.ESCAPE: NO, Box.RETREAT: FIGHT_ON, Box.REINFORCE: DONE, Box.RALLY: DONE}


class Study(NamedTuple):
    """A battle cut out of its match: where it is, how many attackers and defenders stood there before, the round it is followed
    through, and the side that asks."""

    field: int
    before: tuple[int, int]
    until: int
    side: int


def study(s: State, rounds: int, side: int | None = None) -> State:
    """The battle at hand, with nothing after it; the attacker asks unless another side does."""
    new = s.clone()
    new.stack = s.stack[-1:]
    before = (s.count_at(s.attacker, s.place), s.count_at(1 - s.attacker, s.place))
    new.study = Study(s.place, before, max(s.rnd, 1) + rounds - 1, s.attacker if side is None else side)
    FLOW.run(new)
    return new


def study_of(s: State) -> Study:
    assert isinstance(s.study, Study)
    return s.study


# --- in words ---------------------------------------------------------------------------------------------


def parse(words: Sequence[str]) -> State | None:
    """The battle that the words describe, alone on the map."""
    if "vs" not in words:
        return None
    field = {key: value for key, _, value in (w.partition("=") for w in words if "=" in w)}
    plain = [w for w in words if "=" not in w]
    side = CSA if "csa" in plain else UNION
    box = MAP.index.get(field.get("at", OPEN_FIELD))
    if box is None:
        raise BadSetup(Text("odds_usage.no_box", {"name": field["at"]}))
    s = blank(SCENARIOS["1861"].data, rules=0)
    middle = plain.index("vs")
    muster(s, [w for w in plain[:middle] if w not in ("csa", "crossing")], side, box)
    muster(s, [w for w in plain[middle + 1 :] if w != "crossing"], 1 - side, box)
    return ready(s, side, box, crossing="crossing" in plain, rounds=rounds_of(field.get("rounds", "1")))


def rounds_of(word: str) -> int:
    if not word.isdigit() or not 1 <= int(word) <= MOST_ROUNDS:
        raise BadSetup(Text("odds_usage.rounds", {"n": MOST_ROUNDS}))
    return int(word)


def muster(s: State, words: Sequence[str], side: int, box: int) -> None:
    """`2FV*-`: two reduced veterans in works."""
    for word in words:
        found = PIECE.match(word)
        if found is None or found[2].upper() not in KINDS:
            raise BadSetup(Text("odds_usage.no_piece", {"name": word, "known": KINDS}))
        for _ in range(min(int(found[1] or 1), MOST_PIECES)):
            if s.count_at(side, box) < MOST_PIECES:
                piece = s.raise_piece(side, KINDS.index(found[2].upper()), box)
                s.entrenched |= ("*" in found[3]) << piece
                s.reduced |= ("-" in found[3]) << piece


def ready(s: State, side: int, box: int, *, crossing: bool, rounds: int) -> State | None:
    if not (s.has_pieces(side, box) and s.has_pieces(1 - side, box)):
        return None
    if s.owner[box] == side:
        s.set_owner(box, 1 - side)
    if crossing:
        s.crossed |= s.at[box] & MASK[side]
    s.active = side
    begin_battle(s, box)
    return study(s, rounds)


# --- in a match -------------------------------------------------------------------------------------------


def ask(s: State, words: Sequence[str]) -> State | None:
    """The battle at hand, or the one in the named box, through the rest of its round."""
    if s.place >= 0:
        return study(s, 1)
    boxes = [b for b in s.boxes_of(UNION) if s.has_pieces(CSA, b)]
    name = " ".join(words)
    if name and name not in MAP.index:
        raise BadSetup(Text("odds_usage.no_box", {"name": name}))
    boxes = [b for b in boxes if not name or MAP.name[b] == name]
    if not boxes:
        return None
    copy = s.clone()
    begin_battle(copy, boxes[0])
    return study(copy, 1)


# --- following it -----------------------------------------------------------------------------------------


def is_done(s: State) -> bool:
    return s.winner != NOBODY or s.rnd > study_of(s).until or s.place < 0


def policy(s: State) -> int:
    """Everybody stands; targets, firers and bonuses are the script's."""
    box = s.stack[-1][0]
    stand = STAND.get(box)
    return stand if stand is not None and stand in s.options else order(s)[0]


def measure(s: State) -> str:
    """What is lost and what is reduced on each side."""
    known = study_of(s)
    parts = []
    for word, side, before in zip(("attacker", "defender"), (s.attacker, 1 - s.attacker), known.before):
        left = s.pieces_at(side, known.field)
        parts.append(f"{word}_lost:{before - len(left)}")
        parts.append(f"{word}_hurt:{len([p for p in left if s.reduced >> p & 1])}")
    return " ".join(parts)


def about(s: State) -> Text:
    return Text("odds.about", {"box": Name("box", study_of(s).field), "n": max(s.rnd, 1)})


# --- before one marches, and before one fights on ---------------------------------------------------------


def attack(s: State, answer: int) -> State | None:
    """The battle that an answer begins or fights on, or that a march into a box with enemies leads to: to its end, with who is there
    then."""
    if FLOW.is_chance(s):
        return None
    if s.place >= 0:
        return study(s, TO_THE_END, FLOW.side(s)) if s.stack[-1][0] == Box.RETREAT and answer == FIGHT_ON else None
    after = s.clone()
    FLOW.play(after, answer)
    if after.place >= 0:
        return study(after, TO_THE_END)
    met = [box for box in bits(after.here[UNION] & after.here[CSA] & ON_MAP) if after.at[box] & ~s.at[box]]
    if not met or after.active != s.active:
        return None
    begin_battle(after, met[0])
    return study(after, TO_THE_END)


def terms(s: State) -> list[Term]:
    """Who fires with what, who came over water, who stands in works; in the words of the side that asks."""
    found, own = [], study_of(s).side
    for word, side in (("attack", s.attacker), ("defend", 1 - s.attacker)):
        key = f"terms.{'own' if side == own else 'enemy'}_{word}"
        kinds = Counter(s.kind[p] for p in s.pieces_at(side, s.place))
        found += [Term(Text(key, {"n": n, "unit": Name("kind", kind), "hit": FIRE[kind]}), "AHD-5.2a") for kind, n in kinds.items()]
    if s.at[s.place] & MASK[s.attacker] & s.crossed:
        word = "own_crossing" if own == s.attacker else "enemy_crossing"
        found.append(Term(Text(f"terms.{word}", {"n": TABLES.battle.crossing_rounds}), "AHD-5.2.3b"))
    if s.at[s.place] & MASK[1 - s.attacker] & s.entrenched:
        found.append(Term(Text("terms.works"), "AHD-5.2.1a"))
    return found


def result(s: State) -> Result:
    """Who holds the field, and the pieces that are gone from it."""
    known = study_of(s)
    lost = [max(before - s.count_at(side, known.field), 0) for before, side in zip(known.before, (s.attacker, 1 - s.attacker))]
    own, enemy = lost if known.side == s.attacker else reversed(lost)
    won = s.winner == known.side
    return Result(won=won, taken=won, own=own, enemy=enemy)


ODDS: Final = Odds(parse, ask, is_done, measure, policy, USAGE, attack=attack, terms=terms, result=result, about=about)
