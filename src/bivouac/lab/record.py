"""A match as data: who won and how, every answer with its name, the turns with the chance to win, the battles and the losses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from bivouac.agents.agent import RandomAgent
from bivouac.agents.shown import reckoned
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import Outcome, State
from bivouac.core.title import Title
from bivouac.i18n import catalogue
from bivouac.lab.bout import Bout
from bivouac.lab.simulate import Plan, chosen_scenario, seats_of, winner_of
from bivouac.match import Match
from bivouac.titles import load

OPENING = 3  # decisions of each side that count as its first ones
LOOKS = 6  # positions of a match whose chance is reckoned as the table does, two of each third
LANGUAGE = "en"  # of the names in data


class Move(NamedTuple):
    """An answer: of whom (2: chance), to which box, and what it is called."""

    side: int
    box: str
    answer: int
    name: str


class Turn(NamedTuple):
    """A turn begins before answer number `at`; `chance`: the Union's to win, as the title's evaluation sees it (None: it has none)."""

    turn: int
    at: int
    side: int
    chance: float | None


class Battle(NamedTuple):
    """A fight begins with answer number `at`; `lost`: the pieces of either side that fell until the next one began."""

    at: int
    turn: int
    kind: str
    place: str
    attacker: int
    lost: tuple[int, int]


class Record(NamedTuple):
    """`opening`: the first decisions as (side, name in English, in Italian); `fallen`: every lost piece's side and the id of its place;
    `looks`: some of the turns, by their places among all, with the Union's chance as the table reckons it."""

    number: int
    winner: str
    rule: str
    ending: str
    answers: int
    plans: tuple[str, str]
    opening: list[tuple[int, str, str]]
    turns: list[Turn]
    battles: list[Battle]
    fallen: list[tuple[int, str]]
    moves: list[Move]
    looks: list[tuple[int, float]] = []


class Order(NamedTuple):
    """What is wanted: a match of a plan, with all its answers or without, and with chances as the table reckons them or without."""

    plan: Plan
    number: int
    with_moves: bool
    with_looks: bool = False


class Watcher:
    """Looks on while answers are given to a state that keeps its log."""

    def __init__(self, title: Title[Any], *, with_moves: bool, with_looks: bool = False) -> None:
        self.title = title
        self.moves: list[Move] = []
        self.opening: list[tuple[int, str, str]] = []
        self.turns: list[Turn] = []
        self.battles: list[Battle] = []
        self.fallen: list[tuple[int, str]] = []
        self.answers = 0
        self._with_moves, self._with_looks = with_moves, with_looks
        self._starts: list[State] = []  # of turns
        self._told = catalogue(LANGUAGE, title)

    def play(self, s: State, answer: int) -> None:
        """Give an answer, and write down what there is to it."""
        side = self.title.flow.side(s)
        self._note_turn(s, side)
        self._note_move(s, side, answer)
        assert s.log is not None
        before = s.clone()
        s.log.clear()
        self.title.play(s, answer)
        self._note_fights(before, s)
        self.answers += 1

    def _note_turn(self, s: State, side: Side) -> None:
        advice = self.title.advice
        if advice is None or side == Side.CHANCE:
            return
        turn = advice.turn(s)
        if not self.turns or self.turns[-1].turn != turn:
            self.turns.append(Turn(turn, self.answers, side, round(advice.evaluate(s, Side.UNION), 3)))
            if self._with_looks:
                self._starts.append(s.clone())

    def _note_move(self, s: State, side: Side, answer: int) -> None:
        first = side != Side.CHANCE and sum(who == side for who, _, _ in self.opening) < OPENING
        if not (first or self._with_moves):
            return
        label = self.title.choice(s, answer).label if side != Side.CHANCE else None
        name = str(answer) if label is None else self._told.say(label)
        if first and label is not None:
            self.opening.append((side, name, catalogue("it", self.title).say(label)))
        if self._with_moves:
            self.moves.append(Move(side, self.title.flow.name_of(s.stack[-1][0]), answer, name))

    def _note_fights(self, before: State, after: State) -> None:
        chronicle, log = self.title.chronicle, after.log
        if chronicle is None or not log:
            return
        for event in log:
            if (fight := chronicle.fight(before, event)) is not None:
                turn, where = self.turns[-1].turn if self.turns else 0, self._told.word(fight.place, "")
                self.battles.append(Battle(self.answers, turn, event.kind.name, where, fight.attacker, (0, 0)))
        for side, place in chronicle.falls(before, after, log):
            self.fallen.append((side, str(place)))
            if self.battles:
                union, csa = self.battles[-1].lost
                self.battles[-1] = self.battles[-1]._replace(lost=(union + (side == Side.UNION), csa + (side == Side.CSA)))

    def looks(self, rng: Random) -> list[tuple[int, float]]:
        """A few turns of each third of the match, with the chances at their beginnings."""
        chosen: list[int] = []
        for third in range(3):
            some = [n for n, turn in enumerate(self.turns[: len(self._starts)]) if third <= 3 * turn.at / self.answers < third + 1]
            chosen += sorted(rng.sample(some, min(LOOKS // 3, len(some))))
        return [(n, round(reckoned(self.title, self._starts[n]), 4)) for n in chosen]

    def record(self, number: int, outcome: Outcome | None, plans: tuple[str, str] = ("", "")) -> Record:
        winner, rule, ending = (winner_of(outcome), outcome.rule, outcome.ending) if outcome is not None else ("", "", "")
        told = (self.opening, self.turns, self.battles, self.fallen, self.moves)
        return Record(number, winner, rule, ending, self.answers, plans, *told)


class WatchedBout(Bout):
    """A match of the laboratory that somebody watches; the same one as unwatched."""

    def __init__(self, order: Order) -> None:
        plan, rng = order.plan, Random(f"{order.plan.seed}:{order.number}")
        self.watcher = Watcher(load(plan.title), with_moves=order.with_moves, with_looks=order.with_looks)
        self.rng = rng
        super().__init__(load(plan.title), chosen_scenario(plan), plan.options, rng, log=True)

    def give(self, answer: int) -> None:
        self.watcher.play(self.state, answer)
        self.answers += 1


def record_one(order: Order) -> Record:
    """One match of a plan as data. Two random players draw from the match's own generator, as they do unwatched."""
    bout, seats = WatchedBout(order), seats_of(order.plan, order.number)
    if all(type(agent) is RandomAgent for agent in seats.values()):
        while bout.asked is not None:
            bout.play(bout.state.options[int(bout.rng.random() * len(bout.state.options))])
    bout.play_on(seats, order.plan.seconds_per_turn)
    followed = [plan_name(order.plan.title, side, getattr(seats[side], "plan", -1)) for side in SIDES]
    record = bout.watcher.record(order.number, bout.outcome, (followed[0], followed[1]))
    return record._replace(looks=bout.watcher.looks(Random(f"{order.plan.seed}:{order.number}:looks")))


@cache
def plan_names(title: str) -> Sequence[Sequence[str]]:
    advice = load(title).advice
    return advice.plans.names if advice is not None and advice.plans is not None else ((), ())


def plan_name(title: str, side: int, plan: int) -> str:
    """The plan that an agent followed in the end, where it has such things."""
    names = plan_names(title)[side]
    return names[plan] if 0 <= plan < len(names) else ""


def record_match(match: Match, number: int) -> Record:
    """A saved match as data, finished or not."""
    state: State = match.title.setup(match.scenario, match.options, log=True)
    watcher = Watcher(match.title, with_moves=True)
    for answer in match.answers:
        watcher.play(state, answer)
    return watcher.record(number, match.outcome)
