"""How many movements of a hand a player's turn takes: what two agents answered, covered by the longest gestures that the table offers.

What leaves nothing to choose costs nothing: the match answers what is all one (`Match.settle`), and the table in the browser gives the only
answer to a question that is asked to protect a secret, after a moment that tells nobody anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median, quantiles
from typing import Any, NamedTuple

from bivouac.agents import Clock, make_agent
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State
from bivouac.core.title import Scenario, Title
from bivouac.match import Match
from bivouac.match.gestures import Gesture, Reach, is_all_one, leads_to_one

FAR = 6  # answers looked at for something that could have been picked


class Handling(NamedTuple):
    """Of a player's turn: the median number of answers and of gestures, the 90th percentile of gestures; and how many questions of all
    matches had to be answered by a gesture of their own though whatever was answered would have led to the same position."""

    title: str
    scenario: str
    answers_per_turn: float
    gestures_per_turn: float
    gestures_p90: float
    choiceless: int


class Turn(NamedTuple):
    kind: str
    answers: int
    gestures: int
    choiceless: int


def handling(title: Title[Any], scenario: str | None = None, matches: int = 3, agent: str = "veteran", seed: str = "1") -> Handling:
    """Some matches between two agents, and what a person would have done with his hands to play the same."""
    return summed(title, scenario, turns_of(title, scenario, matches, agent, seed))


def handling_by_kind(title: Title[Any], scenario: str | None = None, matches: int = 3, seed: str = "1") -> dict[str, Handling]:
    """The same, apart for every kind of turn."""
    turns = turns_of(title, scenario, matches, seed=seed)
    kinds = sorted({turn.kind for turn in turns})
    return {kind: summed(title, scenario, [turn for turn in turns if turn.kind == kind]) for kind in kinds}


def summed(title: Title[Any], scenario: str | None, turns: Sequence[Turn]) -> Handling:
    gestures = [turn.gestures for turn in turns]
    most = quantiles(gestures, n=10)[-1] if len(gestures) > 1 else float(gestures[0])
    choiceless = sum(turn.choiceless for turn in turns)
    return Handling(title.id, title.scenario(scenario).id, median(t.answers for t in turns), median(gestures), most, choiceless)


def turns_of(title: Title[Any], scenario: str | None, matches: int, agent: str = "veteran", seed: str = "1") -> list[Turn]:
    played = (_played(title, title.scenario(scenario), agent, f"{seed}:{number}") for number in range(matches))
    return [turn for match in played for turn in _turns(match)]


def _played(title: Title[Any], scenario: Scenario, agent: str, seed: str) -> Match:
    """A match between two agents of a kind, with the record of its answers."""
    match = Match.new(title.id, scenario=scenario, seed=seed, keep_log=False)
    rng = Random(f"{seed}:agents")
    seats = {side: make_agent(agent, rng) for side in SIDES}
    while (question := match.question) is not None:
        answer = seats[question.side].decide(match.view(question.side), question, Clock(None))
        match.submit(answer, side=question.side, serial=question.serial)
    return match


def _turns(match: Match) -> Iterator[Turn]:
    """What the player did whose turn it was: who was asked first in it, or either side where they take turns within one."""
    advice = match.title.advice
    assert advice is not None
    counts: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    begun: dict[tuple[int, int], tuple[int, str]] = {}
    owners: dict[int, int] = {}
    for turn, side, block, states in _blocks(match):
        if owners.setdefault(turn, side) != side and advice.activation is None:
            continue
        count, lengths = counts[turn, side], covered(match.title, states, block)
        count[0] += len(block)
        count[1] += len(lengths)
        count[2] += _choiceless(match.title, states, lengths)
        box, kind = begun.get((turn, side), (states[0].stack[-1][0], ""))
        begun[turn, side] = box, kind or _kind(match.title, states, block, box)
    yield from (Turn(begun[key][1], *count) for key, count in counts.items())


def _kind(title: Title[Any], states: Sequence[State], block: Sequence[int], box: int) -> str:
    """The button by which the question of this box was answered, by the name of its words; nothing, where that was done on the table."""
    choices = (title.choice(state, answer) for state, answer in zip(states, block) if state.stack[-1][0] == box)
    return next((choice.label.key.removeprefix("choices.") for choice in choices if not choice.targets), "")


def _choiceless(title: Title[Any], states: Sequence[State], lengths: Sequence[int]) -> int:
    """How many gestures answered one question in which nothing could be chosen."""
    at = found = 0
    for length in lengths:
        while length and is_settled(title, states[at]):
            at += 1
        found += length == 1 and leads_to_one(title, states[at])
        at += length
    return found


def is_settled(title: Title[Any], state: State) -> bool:
    """Whether nobody has to lift a hand for this question."""
    return len(state.options) == 1 or is_all_one(title, state)


def _blocks(match: Match) -> Iterator[tuple[int, int, list[int], list[State]]]:
    """The answers that a side gave without dice or the other side in between: turn, side, answers, and the positions around them."""
    title = match.title
    assert title.advice is not None
    state: State = title.setup(match.scenario, match.options)
    block: list[int] = []
    states: list[State] = []
    turn = 0
    for answer, side in zip(match.answers, match.sides):
        if not block:
            states, turn = [state.clone()], title.advice.turn(state)
        title.play(state, answer)
        if side == Side.CHANCE:
            continue
        block.append(answer)
        states.append(state.clone())
        if not state.stack or title.flow.side(state) != side or title.advice.turn(state) != turn:
            yield turn, side, block, states
            block = []


def covered(title: Title[Any], states: Sequence[State], block: Sequence[int]) -> list[int]:
    """How many answers each gesture gives, from the first to the last, as few gestures as may be; what the match answers itself is no
    gesture. Several gestures that a hand would sort by where they lead are given as their answers and then noughts."""
    fewest = [(0, 0, 0)] * (
        len(block) + 1
    )  # from each answer on: how many gestures in all, how many answers the next take, how many they are
    for at in range(len(block) - 1, -1, -1):
        found = {1: 0} if is_settled(title, states[at]) else _gestures(title, states, block, at)
        fewest[at] = min((fewest[at + length][0] + hands, length, hands) for length, hands in found.items())
    lengths, at = [], 0
    while at < len(block):
        _, length, hands = fewest[at]
        lengths += [length, *[0] * (hands - 1)] if hands else []
        at += length
    return lengths


def _gestures(title: Title[Any], states: Sequence[State], block: Sequence[int], at: int) -> dict[int, int]:
    """How many of the next answers can be given, and by how many gestures: of one thing; of others that lie beside it and do the same; or
    of others beside it that go elsewhere, sorted by where they go."""
    reach = Reach(title, states[at])
    found = {1: 1}
    for first in (g for x in _named(title, states, block, at) for g in _matching(reach, x, block, at)):
        hand = [first]
        length = len(first.answers)
        found[length] = 1
        while at + length < len(block) and hand[-1].whole:
            companion = _companion(title, reach, states, block, at + length, hand)
            if companion is None:
                break
            hand.append(companion)
            length += len(companion.answers)
            hands = len({g.targets for g in hand})
            if hands == 1 or (hands < len(hand) and _look(title, _sorted(reach, hand)) == _look(title, states[at + length])):
                found[length] = min(hands, found.get(length, hands))
    return found


def _sorted(reach: Reach, hand: Sequence[Gesture]) -> State | None:
    """The position after the same gestures, those that lead to the same thing together; None where that does not go. Of pieces that look
    alike any will do."""
    state: State | None = reach.state
    place = reach.places.get(hand[0].pick)
    for targets in dict.fromkeys(g.targets for g in hand):
        if state is None:
            return None
        here = Reach(reach.title, state)
        picks: list[str] = []
        for face in (reach.faces[g.pick] for g in hand if g.targets == targets):
            picks += [t for t, at in here.places.items() if at == place and here.faces[t] == face and t not in picks][:1]
        moved = here.together(picks, targets[0] if targets else "") if picks else None
        state = here.played(moved.answers) if isinstance(moved, Gesture) else None
    return state


def _look(title: Title[Any], state: State | None) -> object:
    """The table as it looks, whichever of its pieces is which."""
    if state is None or not state.stack:
        return None
    asked = title.flow.side(state)
    tokens = title.table.layout(title.view(state, asked if asked in SIDES else None)).tokens
    return state.stack[-1][0], sorted((t.at, t.face) for t in tokens)


def _named(title: Title[Any], states: Sequence[State], block: Sequence[int], at: int) -> list[str]:
    """The things that the next answers name."""
    near = range(at, min(at + FAR, len(block)))
    return [*dict.fromkeys(t for i in near for t in title.choice(states[i], block[i]).targets)]


def _matching(reach: Reach, pick: str, block: Sequence[int], at: int) -> list[Gesture]:
    """The gestures of a thing that give just the next answers."""
    return [g for g in reach.of(pick) if tuple(block[at : at + len(g.answers)]) == g.answers]


def _companion(
    title: Title[Any], start: Reach, states: Sequence[State], block: Sequence[int], at: int, hand: Sequence[Gesture]
) -> Gesture | None:
    """What the next thing out of the same place does, without more ado: all of a box are picked at once, and so are all that one aims at,
    or one of them for all shots."""
    first, picked = hand[0], {g.pick for g in hand}
    reach, place = Reach(title, states[at]), start.places.get(first.pick)
    for pick in title.choice(states[at], block[at]).targets:
        is_beside = pick not in picked and place is not None and start.places.get(pick) == place
        if is_beside or picked == {pick}:
            for gesture in _matching(reach, pick, block, at):
                if gesture.named == 1 and (gesture.targets or gesture.answers[1:] == first.answers[first.named :]):
                    return gesture
    return None
