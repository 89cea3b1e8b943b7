"""Exact odds of one attack, from the boxes that play uses.

In words: `hood gibbon` (on open ground), `hood@G8 caldwell@F7:2`, two units of one hex as `early+dance@N10`, and `moved` at the end if
the attacker has just come up, so that the enemy may react and plain guns do not fire.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product, repeat
from operator import itemgetter
from typing import Final, NamedTuple

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import Ahead, BadSetup, Odds, Result, Term
from bivouac.titles.yankees_rebels.flow import FLOW
from bivouac.titles.yankees_rebels.frames import ALONE, AT, EVADE, PASS, Box, Shot
from bivouac.titles.yankees_rebels.printed.map import (
    BIT,
    CEMETERY_HILL,
    DIST,
    HILLS,
    LEVEL,
    MAP,
    NEXT,
    NUMBER,
    NUMBERS,
    PROTECTION,
    TERRAIN,
    WET,
)
from bivouac.titles.yankees_rebels.printed.scenarios import SETUPS
from bivouac.titles.yankees_rebels.printed.units import (
    COUNT,
    FACES,
    GONE,
    IS_GUN,
    MOVE_AND_FIGHT,
    NAME,
    OWN_FLAGS,
    SIDE,
    STRENGTH,
    TRAINING_DICE,
    UNIT,
    UNITS,
    WHITE_WEIGHTS,
)
from bivouac.titles.yankees_rebels.reckon import Board, Harm, Known, Sequel, all_ends
from bivouac.titles.yankees_rebels.rules.ch04_movement import may_fight_at, meet, reach, together_area
from bivouac.titles.yankees_rebels.rules.ch05_combat import (
    are_guns,
    attackers,
    dice_for,
    dice_left,
    ready_units,
    shot_at,
    targets_of,
    value_of_all,
)
from bivouac.titles.yankees_rebels.rules.ch05_effects import ignores_retreats, lose
from bivouac.titles.yankees_rebels.setup import rules_of
from bivouac.titles.yankees_rebels.state import State

FIGHT = frozenset((Box.REACTION, Box.REACT, Box.EVADE, Box.AIM, Box.SHOT, Box.EFFECT, Box.RETREAT, Box.OCCUPY))
DEFAULT_HEXES = ("N10", "N9")
STEPS: Final = 20  # of reckoning, that take as long as a position
USAGE = Text("odds.usage")
SHELTER: Final = {
    "hill": "YR-5.3.1c",
    "woods": "YR-5.3.1d",
    "wooded_hill": "YR-5.3.1e",
    "buildings": "YR-5.3.1f",
    "orchard": "YR-5.3.1h",
    "ploughed": "YR-5.3.1i",
}
"""The clause of the table by which each terrain takes dice away."""


class Attack(NamedTuple):
    """Whom the attack is meant for (-1: nobody was named), and how everybody stood before it."""

    target: int
    had: tuple[int, ...]
    were: tuple[int, ...]
    party: tuple[int, ...]  # who attacks, or reacts
    ends: Known  # what was found of fires,
    work: list[int]  # and the steps that it took
    numbers: dict[Hashable, int]  # of positions before fires, as long keys are dear


def studied(s: State, target: int) -> State:
    """A copy of the position that knows what its attack is measured against."""
    copy = s.clone()
    copy.study = Attack(target, tuple(s.force), tuple(s.where), s.acting, {}, [0], {})
    return copy


def attack_of(s: State) -> Attack:
    assert isinstance(s.study, Attack)
    return s.study


# --- words ----------------------------------------------------------------------------------------


def unit_called(word: str) -> int:
    """A unit by its name or id; where two share a name the side's letters help (us_mcintosh)."""
    plain = re.sub(r"[^a-z_]", "", word.lower())
    for u, block in enumerate(UNITS):
        if plain in (block.id, block.id[3:], re.sub(r"[^a-z_]", "", NAME[u].lower())):
            return u
    raise BadSetup(Text("odds.no_unit", {"name": word}))


def party(word: str, default_hex: str) -> tuple[list[int], int, int]:
    """`early+dance@N10:4` as units, hex and strength (0: full)."""
    found = re.fullmatch(r"([^@:]+)(?:@(\w+))?(?::(\d+))?", word)
    place = (found[2] or default_hex).upper() if found else ""
    if found is None or (place and place not in NUMBER):
        raise BadSetup(USAGE)
    return [unit_called(name) for name in found[1].split("+")], NUMBER.get(place, -1), int(found[3] or 0)


def parse(words: Sequence[str]) -> State | None:
    """The attack alone on the map."""
    words, moved = (words[:-1], True) if words and words[-1] == "moved" else (words, False)
    if len(words) != 2:
        return None
    s = State(rules=rules_of(SETUPS["july-3"], frozenset()), where=[GONE] * COUNT)
    parties = [party(word, hex_) for word, hex_ in zip(words, DEFAULT_HEXES, strict=True)]
    for units, h, force in parties:
        for u in units:
            s.force[u] = min(force, STRENGTH[u]) if force and u == units[0] else STRENGTH[u]
            s.on_map |= UNIT[u]
            s.stand(u, h)
    firers, targets = parties[0][0], parties[1][0]
    return about_to_attack(s, firers, [u for u in firers if MOVE_AND_FIGHT[u] or not moved], targets[0], moved=moved)


def ask(s: State, words: Sequence[str]) -> State | None:
    """The attack that the words name, with the units where they stand (`hood@G8 caldwell`: after marching to G8), or the fight at hand."""
    if not words:
        return None if done(s) else studied(s, -1)
    words, moved = (words[:-1], True) if words[-1] == "moved" else (words, False)
    if len(words) != 2:
        return None
    (firers, here, _), (targets, _, _) = (party(word, "") for word in words)
    if any(s.where[u] < 0 for u in (*firers, *targets)):
        return None
    new = s.clone()
    ready = [u for u in firers if MOVE_AND_FIGHT[u] or not moved]
    if here >= 0 and any(s.where[u] != here for u in firers):
        if not can_march(new, firers, here):
            return None
        ready, moved = [u for u in firers if may_fight_at(s, u, here)], True
        for u in firers:
            new.move(u, here)
    return about_to_attack(new, firers, ready, targets[0], moved=moved)


def can_march(s: State, firers: list[int], to: int) -> bool:
    """Whether one unit, or the two of a hex together, can march there now."""
    if len(firers) == 1:
        return reach(s, firers[0]) & BIT[to] != 0
    s.acting = tuple(firers)
    return len(firers) == 2 and s.where[firers[0]] == s.where[firers[1]] and together_area(s) & BIT[to] != 0


# --- the attack ----------------------------------------------------------------------------------------


def about_to_attack(s: State, firers: list[int], ready: list[int], target: int, *, moved: bool) -> State | None:
    """The position in which these units are about to attack; None where they cannot."""
    if SIDE[firers[0]] == SIDE[target] or len(firers) > 2 or len({s.where[u] for u in firers}) > 1:
        return None
    s.side = SIDE[firers[0]]
    if not ready or not targets_of(s, tuple(ready)) & UNIT[target]:
        return None
    s.acting, s.unit = tuple(firers), firers[0]
    s.ready = set_of(ready)
    s.flags = s.hats = s.shot = 0
    s.mate, s.shots, s.gains, s.reactors = -1, (), (), ()
    s.stack = (AT[Box.AIM],)
    if moved:
        meet(s, s.where[firers[0]])
    attack = studied(s, target)
    FLOW.run(attack)
    return attack


def done(s: State) -> bool:
    return not s.stack or s.stack[-1].box not in FIGHT


def measure(s: State) -> str:
    """Strength lost on both sides, the defender first, and units eliminated or thrown back: not those that went into a hex they won."""
    _, had, were, *_ = attack_of(s)
    parts = []
    for who, side in (("enemy", 1 - s.side), ("own", s.side)):
        units = [u for u in range(COUNT) if SIDE[u] == side and were[u] >= 0]
        won = {were[u] for u in range(COUNT) if SIDE[u] != side}
        lost = sum(had[u] - s.force[u] for u in units)
        gone = sum(s.where[u] == GONE for u in units)
        back = sum(s.where[u] >= 0 and s.where[u] != were[u] and s.where[u] not in won for u in units)
        parts.append(f"{who}_lost:{lost}")
        parts += [f"{who}_{what}:{n}" for what, n in (("gone", gone), ("back", back)) if n]
    return " ".join(parts)


def policy(s: State) -> int:
    """Attack the unit that was named, or else with the most dice; fire back whenever possible, never evade, stay where one is."""
    box, options = s.stack[-1].box, s.options
    if box == Box.AIM:
        target = attack_of(s).target
        aims = [a for a in options if a != PASS and target in (-1, a % ALONE)]
        return max(aims, key=lambda a: (dice_for(s, attackers(s, a), a % ALONE), -a), default=PASS)
    if box == Box.REACT:
        return next(a for a in options if a not in (PASS, EVADE))
    return PASS if PASS in options else options[0]


# --- all dice of a fight at once ----------------------------------------------------------------------------------------


def branches(s: State) -> Iterable[tuple[int, State | Ahead]] | None:
    """A test of reaction, or all fires of a fight that nobody has rolled for: they do not depend on one another until they take effect."""
    box = s.stack[-1].box
    if box == Box.REACTION:
        return reactions(s) or tests(s)
    shots = s.shots[s.shot :]
    if box != Box.SHOT or shots[0].hits or any(shot.hits for shot in s.shots) or s.dice != dice_of(s, shots[0]):
        return None
    return fires(s, shots, [harm_of(s, shot) for shot in shots])


def reactions(s: State) -> Iterator[tuple[int, Ahead]] | None:
    """All tests of reaction and all fires after them at once: who does not react fires without effect. Units of a hex fire together, when
    the first of them does that reacts."""
    if s.dice != TRAINING_DICE[s.unit] or any(shot.is_reaction for shot in s.shots):
        return None
    turns = (s.unit, *s.reactors)
    new = s.clone()
    while not done(new) and new.stack[-1].box != Box.SHOT:
        FLOW.play(new, OWN_FLAGS[SIDE[new.unit]][0] if new.stack[-1].box == Box.REACTION else policy(new))
    if done(new) or new.shot or any(dice_of(new, shot) == 0 for shot in new.shots):
        return None
    return all_turns(new, turns)


def all_turns(s: State, turns: Sequence[int]) -> Iterator[tuple[int, Ahead]]:
    """The fires, for each order in which the hexes may come to fire in reaction."""
    attacks = [(shot, harm_of(s, shot)) for shot in s.shots if not shot.is_reaction]
    answers = []
    for shot in s.shots[len(attacks) :]:
        among = firsts(shot.firers, turns)
        answers.append([(turns.index(u), shot, mixed_harm(s, shot, u, among)) for u in among])
    for order in product(*answers):
        fired = [*attacks, *[(shot, harm) for _, shot, harm in sorted(order, key=itemgetter(0))]]
        yield from fires(s, [shot for shot, _ in fired], [harm for _, harm in fired])


def firsts(firers: tuple[int, ...], turns: Sequence[int]) -> tuple[int, ...]:
    """Who may be the first of a hex to react; where their turns follow one another it does not matter who."""
    together = turns.index(firers[-1]) - turns.index(firers[0]) == len(firers) - 1
    return firers[:1] if together else firers


def mixed_harm(s: State, shot: Shot, first: int, among: Sequence[int]) -> Harm:
    """A fire in reaction, with the tests of its units before it, where of those `among` whom it matters this one is the first to react; or
    nobody, which counts as if it were the first of all."""
    rolls: list[tuple[int, int]] = []
    most = 0
    flags, of = sum(WHITE_WEIGHTS[face] for face in OWN_FLAGS[SIDE[shot.firers[0]]]), sum(WHITE_WEIGHTS)
    for react in product((False, True), repeat=len(shot.firers)):
        firers = tuple([u for u, does in zip(shot.firers, react) if does])
        value = value_of_all(s, firers, DIST[shot.frm][shot.there])
        dice = dice_of(s, shot._replace(firers=firers, value=value)) if firers else 0
        most = max(most, dice)
        if len(among) > 1 and first != (firers or among)[0]:
            continue
        weight = 1
        for u, does in zip(shot.firers, react):
            fails = (of - flags) ** TRAINING_DICE[u]
            weight *= of ** TRAINING_DICE[u] - fails if does else fails
        rolls.append((dice, weight))
    return harm_of(s, shot)._replace(rolls=tuple(rolls), most=most)


def harm_of(s: State, shot: Shot) -> Harm:
    dice = dice_of(s, shot)
    return Harm(((dice, 1),), dice, s.force[shot.target], SIDE[shot.firers[0]], not ignores_retreats(s, shot.there))


def fires(s: State, shots: Sequence[Shot], harms: Sequence[Harm]) -> Iterator[tuple[int, Ahead]]:
    """What all fires do. A fire in reaction that does no harm is as good as none."""
    rest = s.clone()
    rest.shots, rest.shot, rest.dice, rest.done, rest.unit = (), 0, 0, 0, 0
    attack = attack_of(s)
    given = rest.key(), tuple([(shot.firers, shot.frm, shot.target, shot.there, shot.value) for shot in shots if not shot.is_reaction])
    known = attack.numbers.setdefault(given, len(attack.numbers))
    before = attack.work[0]
    ends = all_ends(s, shots, harms, attack.ends, attack.work)
    yield from repeat((0, Ahead(known, 0, 0, s.clone)), (attack.work[0] - before) // STEPS)
    lost, sequel = losses_of(s), Sequel(s, shots)
    for board, ways in ends.items():
        changed = tuple([(u, h, force) for u, h, force in board if (h, force) != (s.where[u], s.force[u])])
        now = list(lost)
        for u, _, force in changed:
            now[SIDE[u]] += s.force[u] - force
        own = SIDE[attack.party[0]]
        yield ways, Ahead((known, changed), now[own], now[1 - own], partial(settled, s, changed), (known, sequel.of(board)))


def settled(s: State, changed: Board) -> State:
    """All have retreated, and their losses are taken; what follows is the rules'."""
    copy = s.clone()
    for u, h, force in changed:
        if h == GONE:
            lose(copy, u, s.force[u])
        else:
            copy.force[u] = force
            copy.leave(u)
    for u, h, _ in changed:
        if h != GONE:
            copy.stand(u, h)
    copy.shot, copy.dice = len(copy.shots), 0
    copy.goto(AT[Box.REPEL])
    FLOW.run(copy)
    return copy


def dice_of(s: State, shot: Shot) -> int:
    return dice_left(s, shot.value, shot.firers, shot.frm, shot.there)


def tests(s: State) -> list[tuple[int, State]]:
    """One own flag is enough (4.3c)."""
    flags = OWN_FLAGS[SIDE[s.unit]]
    other = min(set(range(len(FACES))) - set(flags))
    hits, of = sum(WHITE_WEIGHTS[face] for face in flags), sum(WHITE_WEIGHTS)
    fails = (of - hits) ** s.dice
    found = [(of**s.dice - fails, [flags[0]]), (fails, [other] * s.dice)]
    return [(weight, rolled(s, dice)) for weight, dice in found]


def rolled(s: State, dice: Sequence[int]) -> State:
    copy = s.clone()
    for die in dice:
        FLOW.play(copy, die)
    return copy


# --- before an answer is given ----------------------------------------------------------------------------------------


def attack(state: State, answer: int) -> State | None:
    """The position in which a march, an attack or a reaction that is offered leads to dice."""
    box = state.stack[-1].box
    if box not in (Box.MARCH, Box.MARCH_TOGETHER, Box.REACT, Box.AIM):
        return None
    s = state.clone()
    FLOW.play(s, answer)
    if done(s) or (box == Box.AIM and answer == PASS and not s.shots):
        return None
    fight = studied(s, answer % ALONE if box == Box.AIM and answer != PASS else -1)
    if box == Box.REACT:
        fight.study = attack_of(fight)._replace(party=(state.unit,))
    while not done(fight) and not FLOW.is_chance(fight):
        FLOW.play(fight, policy(fight))
    return None if done(fight) else fight


def terms(s: State) -> list[Term]:
    """Who may react and with how many dice, then every fire that is certain: its strength, what protects the target, the dice left."""
    found = [Term(Text("terms.reaction", {"unit": Name("unit", u), "n": TRAINING_DICE[u]}), "YR-4.3b") for u in reactors(s)]
    for shot in s.shots:
        found += terms_of(s, shot)
    if s.stack[-1].box == Box.REACTION and s.ready:
        aims = [(dice_for(s, ready_units(s), t), -t) for t in bits(targets_of(s, ready_units(s)))]
        if aims:
            found += terms_of(s, shot_at(s, ready_units(s), -max(aims)[1], is_reaction=False))
    return found


def reactors(s: State) -> tuple[int, ...]:
    return (s.unit, *s.reactors) if s.stack[-1].box == Box.REACTION else ()


def terms_of(s: State, shot: Shot) -> list[Term]:
    """One fire: its strength, the dice that the ground takes away, and those that are left."""
    rule = "YR-5.3d" if len(shot.firers) > 1 else "YR-5.3a"
    words: dict[str, Arg] = {"units": tuple(Name("unit", u) for u in shot.firers), "target": Name("unit", shot.target)}
    found = [Term(Text("terms.value", {**words, "n": shot.value}), rule)]
    found += [Term(Text("terms.less", {"ground": ground, "n": n}), rule) for ground, n, rule in shelters(s, shot)]
    found.append(Term(Text("terms.dice", {"n": dice_left(s, shot.value, shot.firers, shot.frm, shot.there)}), "YR-5.3c"))
    if shot.is_reaction:
        found.append(Term(Text("terms.spent", {"unit": Name("unit", shot.firers[0])}), "YR-4.3f"))
    return found


def shelters(s: State, shot: Shot) -> list[tuple[Text, int, str]]:
    """What takes dice away from a fire: the best feature of the target's hex, and the stream it crosses (5.3.1k), each with its clause."""
    bit, kind = BIT[shot.there], TERRAIN[shot.there]
    features = [(sheet_protection(shot), Text(f"labels.legend_{kind}"), SHELTER.get(kind, "YR-5.3b"))]
    if shot.there == CEMETERY_HILL and not are_guns(shot.firers):
        features.append((MAP.special.fortress_protection, Text("terms.fortress"), "YR-5.2.1a"))
    if s.works & bit:
        features.append((NUMBERS.works_protection, Text("terms.works"), "YR-5.3.1g"))
    n, ground, rule = max(features, key=lambda feature: feature[0])
    found = [(ground, n, rule)] if n else []
    return [*found, (Text("labels.legend_stream"), NUMBERS.stream_protection, "YR-5.3.1j")] if WET[shot.frm] & bit else found


def sheet_protection(shot: Shot) -> int:
    """What the printed terrain gives; a hill gives nothing against fire from its own height (5.2c)."""
    same_height = BIT[shot.there] & HILLS and LEVEL[shot.frm] == LEVEL[shot.there]
    return 0 if same_height else PROTECTION[shot.there]


def result(s: State) -> Result:
    """Won: an enemy unit is eliminated or thrown back. Taken: an attacker may go into a hex that it has cleared, which guns and reacting
    units never do (5.4.1c, 5.4.1f)."""
    _, _, were, party, *_ = attack_of(s)
    side, lost, cleared = SIDE[party[0]], losses_of(s), set()
    for u in range(COUNT):
        if s.where[u] != were[u] and SIDE[u] != side:
            cleared.add(were[u])
    can_take = side == s.side and any(not IS_GUN[u] for u in party)
    taken = any(goes_in(s, u, h) for u in party for h in cleared) if can_take else None
    return Result(won=bool(cleared), taken=taken, own=lost[side], enemy=lost[1 - side])


def losses_of(s: State) -> list[int]:
    """What each side has lost since the attack began."""
    had, lost = attack_of(s).had, [0, 0]
    for u in range(COUNT):
        lost[SIDE[u]] += had[u] - s.force[u]
    return lost


def goes_in(s: State, u: int, h: int) -> bool:
    """Whether a unit of the attack stands in a hex it has won, or could go there from where it attacked."""
    if s.where[u] == h:
        return True
    return not IS_GUN[u] and s.where[u] == attack_of(s).were[u] and not s.at[h] and BIT[h] & NEXT[s.where[u]] & s.landing(u) != 0


ODDS = Odds(parse, ask, done, measure, policy, USAGE, branches=branches, attack=attack, terms=terms, result=result)
