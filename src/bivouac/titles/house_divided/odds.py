"""Exact odds of a battle, round by round, from the boxes that play uses.

In words: the attackers, `vs`, the defenders, and what there is to say about the field: `2FV MC vs 3MF* crossing rounds=2 at=Richmond`.
A star is for works, a minus for a reduced piece; `csa` first where the Confederacy attacks. Both sides stand and fight, nobody comes up,
and
targets are chosen as the script chooses them, the best shots first (`reckon`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import groupby, product
from math import prod
from typing import Final, NamedTuple

from bivouac.core.flow import DIE
from bivouac.core.ids import SIDES
from bivouac.core.kit.bits import bits
from bivouac.core.text import Name, Text
from bivouac.core.title import Ahead, BadSetup, Expected, Odds, Result, Term
from bivouac.titles.house_divided.advice.script import best
from bivouac.titles.house_divided.flow import FLOW
from bivouac.titles.house_divided.frames import DONE, FIGHT_ON, HOLD_FIRE, NO, Box
from bivouac.titles.house_divided.printed.map import CSA, MAP, NOBODY, OFF, ON_MAP, UNION
from bivouac.titles.house_divided.printed.scenarios import SCENARIOS
from bivouac.titles.house_divided.printed.units import FIRE, GARRISON, KINDS, TABLES
from bivouac.titles.house_divided.reckon import Sort, fire_of, is_horse, life_of, orders, sort_of, worth_of
from bivouac.titles.house_divided.rounds import Battle
from bivouac.titles.house_divided.rules.ch05_battle import begin_battle
from bivouac.titles.house_divided.rules.ch05_fire import CROSSING_ROUNDS, firer, is_gone, next_shot, standing, take_hit, value_against
from bivouac.titles.house_divided.rules.ch05_retreat import open_ways, way_home
from bivouac.titles.house_divided.setup import BATTLE_COMMAND, BATTLEFIELD_TARGETS, DESERTION, MORALE_RULE, blank
from bivouac.titles.house_divided.state import MASK, State

USAGE: Final = Text("odds_usage.usage")
PIECE: Final = re.compile(r"(\d*)([A-Za-z]{2})([*-]*)$")
OPEN_FIELD: Final = "Camden"  # no number, no fort, no water: where a battle in words is fought unless it says otherwise
MOST_PIECES: Final = 16
MOST_ROUNDS: Final = 3
TO_THE_END: Final = 200  # rounds: no battle lasts so long
BEFORE_FIRE: Final = (Box.ESCAPE, Box.COMMAND_DIE, Box.RETREAT, Box.REINFORCE)
TO_FIRE: Final = (Box.ENGAGE, Box.BONUS, Box.ANNOUNCE, Box.AIM, Box.SHOT)
STAND: Final = {Box.ESCAPE: NO, Box.RETREAT: FIGHT_ON, Box.REINFORCE: DONE, Box.RALLY: DONE}


class Study(NamedTuple):
    """A battle cut out of its match: where it is, how many attackers and defenders stood there before, the round it is followed
    through, and the side that asks."""

    field: int
    before: tuple[int, int]
    until: int
    side: int
    there: int  # all of them, as a set


def study(s: State, rounds: int, side: int | None = None) -> State:
    """The battle at hand, with nothing after it; the attacker asks unless another side does."""
    new = s.clone()
    new.stack = s.stack[-1:]
    before = (s.count_at(s.attacker, s.place), s.count_at(1 - s.attacker, s.place))
    new.study = Study(s.place, before, max(s.rnd, 1) + rounds - 1, s.attacker if side is None else side, s.at[s.place])
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


def round_of(s: State) -> int:
    """The round, as far as it matters: to the end of a battle only while somebody who crossed water is hit more easily."""
    if study_of(s).until < TO_THE_END or s.rules & (BATTLE_COMMAND | MORALE_RULE):
        return s.rnd
    return min(s.rnd, CROSSING_ROUNDS + 1) if s.at[s.place] & MASK[s.attacker] & s.crossed else CROSSING_ROUNDS + 1


def shots_left(s: State) -> dict[int, list[int]]:
    """For each target that is still there the values of the shots to come."""
    found: dict[int, list[int]] = {}
    for shooter, target in zip(s.firers[s.shot :], s.aims[s.shot :]):
        if target != HOLD_FIRE and not is_gone(s, target):
            need = value_against(s, shooter, target)
            if need > 0:
                found.setdefault(target, []).append(min(need, DIE[-1]))
    return found


def alike(s: State) -> Hashable:
    """While shots are fired pieces that differ in nothing but wounds and the shots they still have to bear are not told apart; who is gone
    is forgotten. Where pieces may rout, only equal positions are alike."""
    if s.stack[-1][0] != Box.SHOT or s.rules & MORALE_RULE:
        return s.key()
    shots = shots_left(s)
    rows = []
    for side in (UNION, CSA):
        rows.append(tuple(sorted([(sort_of(s, p), s.reduced >> p & 1, *shots.get(p, ())) for p in s.pieces_at(side, s.place)])))
    return round_of(s), s.firing, s.garrison, tuple(shots.get(GARRISON, ())), tuple(s.command), *rows


# --- a volley at once -------------------------------------------------------------------------------------


def branches(s: State) -> Iterable[tuple[int, Ahead]] | None:
    """All shots of a side at once: they do not depend on one another but through their target. Where pieces may rout, die by die."""
    if s.stack[-1][0] != Box.SHOT or s.rules & MORALE_RULE:
        return None
    return volley(s)


def volley(s: State) -> Iterator[tuple[int, Ahead]]:
    """What the fire does to each run of equal pieces, and to the garrison."""
    shots = shots_left(s)
    known = round_of(s), s.firing, tuple(s.command), runs(s, s.firing)
    rows: list[tuple[Sort, list[int]]] = [((), [GARRISON])] if s.garrison and s.firing == UNION else []
    rows += [(sort, list(run)) for sort, run in groupby(by_sort(s, 1 - s.firing), key=partial(sort_of, s))]
    harms = []
    for _, row in rows:
        bears = sorted([(life_of(s, p), tuple(sorted(shots.get(p, ()))), p) for p in row])
        order = [p for _, _, p in bears]
        harms.append([(ways, left, order, hits) for left, (ways, hits) in harm_of(tuple([b[:2] for b in bears])).items()])
    for choice in product(*harms):
        left = tuple([(sort, lives) for (sort, _), (_, lives, _, _) in zip(rows, choice) if lives])
        struck = [(p, n) for _, _, order, hits in choice for p, n in zip(order, hits) if n]
        yield prod([ways for ways, _, _, _ in choice]), Ahead((known, left), 0, 0, partial(after, s, struck))


def by_sort(s: State, side: int) -> list[int]:
    return sorted(s.pieces_at(side, s.place), key=partial(sort_of, s))


def runs(s: State, side: int) -> tuple[tuple[Sort, tuple[int, ...]], ...]:
    """The pieces of each sort, and the hits that they still take."""
    pieces = groupby(by_sort(s, side), key=partial(sort_of, s))
    return tuple([(sort, tuple(sorted([life_of(s, p) for p in run]))) for sort, run in pieces])


@lru_cache(maxsize=4096)
def harm_of(row: tuple[tuple[int, tuple[int, ...]], ...]) -> Mapping[tuple[int, ...], tuple[int, tuple[int, ...]]]:
    """For equal pieces, each with the hits it still takes and the shots at it: what they then take still (who is gone is left out), in how
    many ways, and the hits of each in one of them."""
    found: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {(): (1, ())}
    for life, shots in row:
        before, found = found, {}
        for hits, chances in enumerate(hits_of(shots, life)):
            for left, (ways, struck) in before.items():
                now = tuple(sorted((*left, life - hits))) if hits < life else left
                more, first = found.get(now, (0, (*struck, hits)))
                found[now] = more + ways * chances, first
    return {left: known for left, known in found.items() if known[0]}


@lru_cache(maxsize=1024)
def hits_of(shots: tuple[int, ...], life: int) -> list[int]:
    """The ways to each number of hits; more than a target takes are wasted."""
    ways = [1] + [0] * life
    for need in shots:
        ways = [n * (DIE[-1] - need if hits < life else DIE[-1]) + (ways[hits - 1] * need if hits else 0) for hits, n in enumerate(ways)]
    return ways


def after(s: State, struck: Sequence[tuple[int, int]]) -> State:
    """The volley has hit; what follows is the rules'."""
    new = s.clone()
    for target, hits in struck:
        for _ in range(hits):
            take_hit(new, target)
    new.shot = len(new.firers)
    next_shot(new)
    FLOW.run(new)
    return new


def policy(s: State) -> int:
    """Everybody stands; the best fire, leaders' points are spread over them, and targets are chosen by what stands there."""
    box = s.stack[-1][0]
    stand = STAND.get(box)
    if stand is not None and stand in s.options:
        return stand
    if box == Box.ENGAGE:
        return min(s.options, key=lambda p: (-worth_of(s, p), sort_of(s, p)))
    if box == Box.BONUS:
        return min(s.options, key=lambda p: (s.bonus.count(p), -fire_of(s, p), sort_of(s, p)))
    if box == Box.ANNOUNCE:
        return min(s.options, key=lambda p: (not sort_of(s, p)[3], not is_horse(s, p), -fire_of(s, p) - s.bonus.count(p), p))
    target = orders(s)[firer(s)] if box == Box.AIM else OFF
    return target if target in s.options else best(s, (0, 0))


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


def expected(s: State) -> Expected | None:
    """To the end of the battle by counts, where nothing has been announced yet."""
    known, box = study_of(s), s.stack[-1][0]
    if known.until < TO_THE_END or not (box in BEFORE_FIRE or (box in TO_FIRE and no_choice_yet(s))):
        return None
    battle, firing = Battle(s), 1 if box == Box.ESCAPE or s.firing != s.attacker else 0
    battle.fight(s, max(s.rnd, 1), firing, rolled=box not in (Box.ESCAPE, Box.COMMAND_DIE))
    won, lost = [0.0, 0.0], [0.0, 0.0]
    routed = [(s.routed & s.at[s.place] & MASK[side]).bit_count() for side in (s.attacker, 1 - s.attacker)]
    caught = [routed_are_caught(s, side) for side in (s.attacker, 1 - s.attacker)]
    for numbers, mass in battle.ends.items():
        winner = 1 if battle.hosts[0].is_gone(numbers[0]) else 0
        won[winner] += mass
        for side in (0, 1):
            counts = battle.hosts[side].counts(numbers[side])
            guard = [n for n, mark in enumerate(battle.armies[1 + side].marks) if mark.garrison]
            left = sum(counts[:-1]) - sum([counts[2 * n] + counts[2 * n + 1] for n in guard])
            left += 0 if side != winner and caught[side] else counts[-1] + routed[side]
            lost[side] += mass * (known.before[side] - left)
    me = 0 if known.side == s.attacker else 1
    return Expected(won[me], won[me], lost[me], lost[1 - me], exact=battle.draw is None)


def no_choice_yet(s: State) -> bool:
    """Nobody has fired or got a leader's point, and no target was chosen: none is announced, or there is only one."""
    enemies = standing(s, 1 - s.firing)
    return not s.shot and not s.bonus and (not s.aims or (enemies & enemies - 1 == 0 and not s.rules & BATTLEFIELD_TARGETS))


def routed_are_caught(s: State, side: int) -> bool:
    """Whether routed pieces of a side that is beaten find no way out (A8.1e)."""
    end = s.clone()
    end.winner = SIDES[1 - side]
    return not s.rules & DESERTION and not open_ways(end) | way_home(end)


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
    """Who holds the field, and the pieces that are lost: not those that routed and found a way out."""
    known = study_of(s)
    lost = [(known.there & MASK[side] & ~s.raised).bit_count() for side in (known.side, 1 - known.side)]
    won = s.winner == known.side
    return Result(won=won, taken=won, own=lost[0], enemy=lost[1])


ODDS: Final = Odds(
    parse, ask, is_done, measure, policy, USAGE, alike, branches, attack=attack, terms=terms, result=result, expected=expected, about=about
)
