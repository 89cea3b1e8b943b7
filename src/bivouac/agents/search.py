"""Planning whole activations around the plans of the title's script.

A *line* is a run of answers that one side gives until chance, the other side or the next turn comes between. The planner follows a plan; at
every thought it takes the line of that plan, those of the other plans and variations, and plays each one on to a horizon: its own side goes
on by the plan that the line belongs to, the other side by one drawn from the mixture that it would be wise to play. All lines meet the same
dice, worlds and enemies. The field is halved until a few are left; then the best line is improved, one answer at a time, each challenger
against the same futures. At last the most hopeful lines are judged from afar, on other futures that go as far as there is time for, until
the race is decided or the time is up. The best line is kept and answered without thinking as long as the questions come as foreseen; its
plan is followed until another one is better beyond doubt.

Hidden things: futures are tried in many worlds that the side cannot tell from the true one, the likelier ones by what the other side has
done more often.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any, NamedTuple

from bivouac.agents.clock import Clock
from bivouac.agents.futures import Futures, Line, Luck, fallen, first_seed
from bivouac.agents.heads import several
from bivouac.core.flow import Question
from bivouac.core.ids import Side
from bivouac.core.title import Advice
from bivouac.match.view import View

FUTURES = 8  # a thought wants so many for each line
TELLING = 6  # fewer futures than these tell nothing
FIRST_ROUND = 4  # futures of every line before the field is halved
DEEP = 32  # futures on which a challenger is judged
DEEPEST = 2048
WARY = 30  # times as many futures as the enemy has plans are wanted before each of them is tried
BEWARE = 2  # futures for each of the enemy's plans, to see which suits him
DREAD = 0.04  # a plan that costs so much more of a win is expected e times as often
SURE = 3.0  # standard errors at which a race between two lines is over
WORLDS = 64  # that are dealt for one thought, at the most
NEAR = 1 / 3  # the share of a thought that goes to looking for lines; the rest to judging the best of them from afar
FINALISTS = 8  # lines that are judged from afar, at the least
MOST_FINALISTS = 32
MANY = 4  # times as many futures as a thought wants, that each line has as far as can be seen, before there are more finalists
FAR_DOUBT = 0.75  # as `Effort.doubt`, from afar: there is less to doubt in what is seen, and every doubt costs good lines
CERTAIN = 0.002  # a match so nearly won or lost is not thought about
STALE = 24  # changes in a row that were tried before
NO_TIME = 1e-6
COMPANY = 0.2  # seconds; a shorter thought is not worth calling others
SETTLING = 0.12  # the share of a thought in which what several heads found is compared
FOE = (-1, 0)  # the throw for the enemy's plan: of no turn


@dataclass(frozen=True)
class Effort:
    """How hard a planner tries where no clock limits it, and how it judges.

    lines:    how many at the most.
    boldness: how far variations stray from the script (0: not at all).
    samples:  futures tried for the last lines.
    doubt:    how many standard errors better than the plan's own line another one must be.
    worlds:   how many, for titles with secrets.
    steps:    the longest future, in answers.
    """

    lines: int = 12
    boldness: float = 0.35
    samples: int = 8
    doubt: float = 1.5
    worlds: int = 8
    steps: int = 400


class Candidate(NamedTuple):
    """A line, and the plan that goes on after it."""

    line: Line
    plan: int


class Planner:
    def __init__(self, name: str, rng: Random, effort: Effort, lot: float = 0.0, temper: str = "") -> None:
        self.name = name
        self._rng = rng
        self._effort = effort
        self._lot, self._temper = lot, temper
        self._kept: list[tuple[str, int]] = []
        self._turn = -1
        self._spent = 0.0
        self.plan = -1
        self._side: Side | None = None

    def decide(self, view: View, question: Question, clock: Clock) -> int:
        advice = view.title.advice
        if advice is None:
            return self._rng.choice(question.options)
        if len(question.options) == 1:
            return question.options[0]
        foreseen = self._foreseen(question)
        if foreseen is not None:
            return foreseen
        started = clock.now()
        search = Search(view, advice, question.side, self._rng, self._effort, clock.now)
        if question.side != self._side:
            self.plan, self._side = search.futures.draw(search.worlds[0], question.side, self._lot, self._temper), question.side
        search.plans = search.futures.suiting(search.worlds[0], self._temper)
        best = search.best(self.plan, self._deadline(search, clock, started), clock.heads)
        self._kept = search.futures.boxes(search.worlds[0], best.line)[1:]
        self.plan = best.plan
        self._spent += clock.now() - started
        return best.line[0]

    def _foreseen(self, question: Question) -> int | None:
        """The next answer of the line, if the question is the one that was foreseen."""
        if self._kept:
            box, answer = self._kept.pop(0)
            if box == question.box and answer in question.options:
                return answer
            self._kept = []
        return None

    def _deadline(self, search: Search, clock: Clock, started: float) -> float | None:
        """What is left of the turn's time is shared out among the thoughts that are still to come in it, by how much each decides."""
        if clock.seconds is None:
            return None
        turn = search.futures.turn(search.worlds[0])
        if turn != self._turn:
            self._turn, self._spent = turn, 0.0
        left = clock.seconds - self._spent
        return started + left * search.futures.share(search.worlds[0], search.side, self.plan) if left > 0 else started


def hints(view: View, question: Question, rng: Random, effort: Effort, best: int = 3) -> list[tuple[int, float]]:
    """The best options with the chance to win that the planner gives each, the best first. Empty where the title has no advice."""
    if view.title.advice is None:
        return []
    search = Search(view, view.title.advice, question.side, rng, effort)
    return sorted(search.values().items(), key=lambda item: -item[1])[:best]


def best_lines(view: View, question: Question, rng: Random, effort: Effort, best: int = 3) -> list[tuple[Line, float]]:
    """The best lines, one for each first answer, with the chance to win that the planner gives each. Empty without advice."""
    if view.title.advice is None:
        return []
    search = Search(view, view.title.advice, question.side, rng, effort)
    chances = sorted(search.values().items(), key=lambda item: -item[1])[:best]
    return [(search.futures.line(search.worlds[0], 0, first=answer), chance) for answer, chance in chances]


def winning_chance(view: View, rng: Random, effort: Effort) -> float | None:
    """How good the position looks to a side, averaged over worlds it might be in and a few futures. None without advice."""
    advice, side = view.title.advice, view.side
    if advice is None or side is None:
        return None
    futures = Futures(view.title, advice, side, effort.steps)
    plans = futures.lots(view.sample(rng), rng)
    first = first_seed(rng)
    values = [futures.play(view.sample(rng), (), plans(), first + n) for n in range(effort.samples)]
    return sum(values) / len(values)


class _Trial(NamedTuple):
    """One future for all lines alike: the world, the enemy's plan, the seed of the dice."""

    world: Any
    foe: int
    seed: int


class Search:
    def __init__(
        self, view: View, advice: Advice, side: Side, rng: Random, effort: Effort, now: Callable[[], float] = time.perf_counter
    ) -> None:
        self.side = side
        self.futures = Futures(view.title, advice, side, effort.steps)
        self._view, self._rng, self._effort, self._now = view, rng, effort, now
        self.worlds = [view.likely(rng)]
        self.plans: Sequence[int] = range(self.futures.count())
        self._foes = self.futures.enemies(self.worlds[0])
        self._first = first_seed(rng)
        self._trials: list[_Trial] = []
        self._values: dict[Candidate, list[float]] = {}
        self._played, self._started = 0, now()
        self._deadline: float | None = None

    # --- the best line ----------------------------------------------------------------------------------

    def best(self, plan: int, deadline: float | None, heads: int = 1) -> Candidate:
        """The plan's own line stays to the end, and another one must be better than it beyond doubt: on few futures the luckiest line is
        seldom the best."""
        if deadline is not None and heads > 1 and deadline - self._now() > COMPANY:
            return self._best_of(plan, deadline, heads)
        self._deadline = deadline
        own = Candidate(self.futures.line(self.worlds[0], plan), plan)
        count = self._affordable(own)
        if count < 2:
            return own
        if deadline is not None and count * FUTURES > WARY * len(self._foes) > WARY:
            self._beware(own)
        field = self._field(own, count)
        if deadline is None:
            return self._halved(own, field, self._effort.samples) if len(field) > 1 else own
        if count >= 2 * FINALISTS:
            self._deadline = self._now() + NEAR * (deadline - self._now())
        leader = self._halved(own, field, DEEP) if len(field) > 1 else own
        if not self._is_certain(leader):
            leader = self._improved(leader)
            self._deadline = deadline
            leader = self._judged_from_afar(own, leader)
        return leader

    def _best_of(self, plan: int, deadline: float, heads: int) -> Candidate:
        """Several heads look for the best line, each by chances of its own; then what they found is compared on futures that none of them
        has seen."""
        seconds = (1.0 - SETTLING) * (deadline - self._now())

        def look(head: int) -> Candidate:
            if head:
                self._rng, self._started = Random(f"{self._rng.random()}:{head}"), self._now()
                self._begin_anew()
            return self.best(plan, self._now() + seconds)

        found = several(look, heads)
        own = Candidate(self.futures.line(self.worlds[0], plan), plan)
        self._begin_anew()
        self._deadline = deadline
        field = list(dict.fromkeys((own, *found)))
        return self._halved(own, field, DEEPEST) if len(field) > 1 else own

    def _begin_anew(self) -> None:
        """Other futures from now on."""
        self._first = first_seed(self._rng)
        self._trials.clear()
        self._values.clear()

    def _affordable(self, own: Candidate) -> int:
        """How many lines there is time for: a hasty thought is worse than none."""
        if self._deadline is None:
            return self._effort.lines
        started = self._now()
        if started >= self._deadline:
            return 1
        self.futures.look_far()
        self.value(own, 0)
        now = self._now()
        return int((self._deadline - now) / (FUTURES * max(now - started, NO_TIME)))

    def _beware(self, own: Candidate) -> None:
        """The enemy does what suits him: the worse the own line fares against one of his plans, the more often he is taken to follow it."""
        foes, tries = range(len(self._foes)), [(self._view.likely(self._rng), self._first + n) for n in range(BEWARE)]
        fares = [sum(self.futures.play(w, own.line, self.futures.pair(own.plan, f), seed) for w, seed in tries) / BEWARE for f in foes]
        best = min(fares)
        self._foes = [(share + 1 / len(foes)) * exp((best - fare) / DREAD) for share, fare in zip(self._foes, fares)]
        self._begin_anew()

    def _is_over(self) -> bool:
        return self._deadline is not None and self._now() > self._deadline

    def _halved(self, own: Candidate, field: list[Candidate], limit: int) -> Candidate:
        """Sequential halving: more futures for fewer lines, until the last race is decided or so many have been seen."""
        more, done = FIRST_ROUND, 0
        while done < limit:
            until = min(done + more, limit)
            for n in range(done, until):
                for candidate in field:
                    if self._is_over():
                        return self._surest(own, field)
                    self.value(candidate, n)
            done, more = until, 2 * more
            rivals = sorted((c for c in field if c != own), key=lambda c: -sum(self._values[c][:done]))
            field = [own, *rivals[: max(1, len(rivals) // 2)]]
            gain, error, n = self._gain(field[1], own)
            if len(field) == 2 and n > TELLING and abs(gain) > SURE * error:
                break
        return self._surest(own, field)

    def _surest(self, own: Candidate, field: list[Candidate]) -> Candidate:
        """The line that beats one's own by most, if it does so by more than `doubt` standard errors on the same futures."""
        best, most, doubt = own, 0.0, FAR_DOUBT if self.futures.is_far else self._effort.doubt
        for candidate in field:
            gain, error, n = self._gain(candidate, own)
            if candidate != own and n >= min(TELLING, self._effort.samples) and gain > most and gain > doubt * error:
                best, most = candidate, gain
        return best

    def _gain(self, one: Candidate, other: Candidate) -> tuple[float, float, int]:
        """How much better one line is than another on the futures that both have seen, its standard error, and how many they are."""
        gains = [a - b for a, b in zip(self._values.get(one, ()), self._values.get(other, ()))]
        n = len(gains)
        if n < 2:
            return 0.0, 1.0, n
        mean = sum(gains) / n
        return mean, (sum((g - mean) ** 2 for g in gains) / (n - 1) / n) ** 0.5, n

    def _is_certain(self, candidate: Candidate) -> bool:
        values = self._values.get(candidate, [])
        mean = sum(values) / len(values) if values else 0.5
        return mean < CERTAIN or mean > 1.0 - CERTAIN

    # --- improving it -------------------------------------------------------------------------------------

    def _improved(self, leader: Candidate) -> Candidate:
        """One answer changed, the rest kept as far as it goes, and judged on the futures that the leader has seen, until the time is up or
        nothing new is found near it."""
        stale, tried = 0, set(self._values)
        while not self._is_over() and stale <= STALE:
            challenger = self._changed(leader)
            if challenger in tried:
                stale += 1
                continue
            stale = 0
            tried.add(challenger)
            if self._beats(challenger, leader):
                leader = challenger
        return leader

    def _changed(self, leader: Candidate) -> Candidate:
        plan = leader.plan if self._rng.random() < 0.7 else self._rng.choice(self.plans)
        at = int(self._rng.random() * len(leader.line))
        return Candidate(self.futures.varied(self.worlds[0], leader.line, at, plan, self._rank), plan)

    def _beats(self, challenger: Candidate, leader: Candidate) -> bool:
        """Given up as soon as it looks no better; taken when it is better beyond doubt."""
        done, check = 0, FIRST_ROUND
        while True:
            for n in range(done, check):
                if self._is_over():
                    return False
                self.value(leader, n)
                self.value(challenger, n)
            done, check = check, min(2 * check, DEEP)
            gain, error, n = self._gain(challenger, leader)
            if gain <= 0 or done >= DEEP:
                return gain > self._effort.doubt * error
            if n > TELLING and gain > SURE * error:
                return True

    # --- judging it from afar -------------------------------------------------------------------------------

    def _judged_from_afar(self, own: Candidate, leader: Candidate) -> Candidate:
        """What looks good near by is often nothing from afar: the most hopeful lines are judged anew, on other futures that go farther. The
        leader stays if none of them, the plan's own line neither, looks better from there: few futures that waver are not to undo what many
        have told. Where there is no time for that, or nothing farther to see, they are looked at longer."""
        if self._is_over():
            return leader
        field = self._hopeful(own, leader)
        if len(field) < 2:
            return leader
        far = self._far(len(field))
        if far:
            self._begin_anew()
            self.futures.look_farther(far)
        return self._halved(leader, field, DEEPEST)

    def _far(self, lines: int) -> int:
        """How far there is time to look with so many lines: rather few futures that go far than many that do not. 0: not even twice as far
        as the outlook."""
        far = min(self.futures.farthest, int(self._reach() / lines))
        return far if far >= 2 * self.futures.horizon else 0

    def _reach(self) -> float:
        """How far the futures of one line could go if it had all the time that is left."""
        now = self._now()
        left = self._deadline - now if self._deadline is not None else 0.0
        return self.futures.horizon * left * self._played / (FUTURES * max(now - self._started, NO_TIME))

    def _hopeful(self, own: Candidate, leader: Candidate) -> list[Candidate]:
        """The plan's own line, the leader, and those next to it by what they surely win, as many as there is time for; lines that have led
        to the same as a better one come last."""
        gains = {c: self._gain(c, own) for c in self._values}
        ranked = dict.fromkeys((own, leader, *sorted(gains, key=lambda c: gains[c][1] - gains[c][0])))
        found: dict[tuple[float, ...], Candidate] = {}
        for candidate in ranked:
            found.setdefault(tuple(self._values.get(candidate, ())[:FIRST_ROUND]), candidate)
        most = int(self._reach() / (MANY * self.futures.farthest))
        return list(dict.fromkeys((*found.values(), *ranked)))[: max(FINALISTS, min(most, MOST_FINALISTS))]

    # --- the field ----------------------------------------------------------------------------------------

    def _field(self, own: Candidate, count: int) -> list[Candidate]:
        """The lines of all plans, then one for each of the plan's next-best first answers, then bolder variations."""
        futures, world = self.futures, self.worlds[0]
        count = min(count, self._effort.lines) if self._deadline is None else count
        found = [own]
        others = sorted((q for q in self.plans if q != own.plan), key=lambda q: -futures.weight(world, q))
        for plan in others[: max(1, count // 2)]:
            found.append(Candidate(futures.line(world, plan), plan))
        for answer in futures.order(world, self.side, own.plan)[1 : 1 + count // 3]:
            found.append(Candidate(futures.line(world, own.plan, first=answer), own.plan))
        tries, most = 0, min(count, 2 * self._effort.lines)
        while len(found) < most and tries < most:
            tries += 1
            found.append(Candidate(futures.line(world, own.plan, rank=self._rank), own.plan))
        distinct: dict[Line, Candidate] = {}
        for candidate in found:
            distinct.setdefault(candidate.line, candidate)
        return list(distinct.values())[: max(count, 2)]

    def _rank(self, n: int) -> int:
        """Mostly the script's first choice, at times the next."""
        rank = 0
        while rank < n - 1 and self._rng.random() < self._effort.boldness:
            rank += 1
        return rank

    def value(self, candidate: Candidate, n: int) -> None:
        """What a line leads to in the n-th future, if that is not known yet."""
        values = self._values.setdefault(candidate, [])
        while len(values) <= n:
            trial = self._trial(len(values))
            self._played += 1
            values.append(self.futures.play(trial.world, candidate.line, self.futures.pair(candidate.plan, trial.foe), trial.seed))

    def values_of(self, candidate: Candidate) -> Sequence[float]:
        """What is known of a line, future by future."""
        return self._values[candidate]

    def end(self, candidate: Candidate, n: int) -> float:
        """What a line wins in the n-th future if that is played until the match is over."""
        trial, title = self._trial(n), self._view.title
        assert title.advice is not None
        whole = Futures.to_the_end(title, title.advice, self.side)
        return whole.play(trial.world, candidate.line, whole.pair(candidate.plan, trial.foe), trial.seed)

    def _trial(self, n: int) -> _Trial:
        while len(self._trials) <= n:
            most = 1 if not self._view.title.secrets else self._effort.worlds if self._deadline is None else WORLDS
            if len(self.worlds) < most and len(self.worlds) <= len(self._trials):
                self.worlds.append(self._view.likely(self._rng))
            seed = self._first + len(self._trials)
            foe = fallen(range(len(self._foes)), self._foes, Luck(seed).falls(*FOE)) if len(self._foes) > 1 else 0
            self._trials.append(_Trial(self.worlds[len(self._trials) % len(self.worlds)], foe, seed))
        return self._trials[n]

    def values(self) -> dict[int, float]:
        """For each of the script's most promising options, what it leads to on average, on the same futures for all."""
        world = self.worlds[0]
        options = list(self.futures.order(world, self.side, 0)[: self._effort.lines])
        lines = [Candidate(self.futures.line(world, 0, first=a), 0) for a in options]
        for n in range(self._effort.samples):
            for candidate in lines:
                self.value(candidate, n)
        return {a: sum(self._values[c][: self._effort.samples]) / self._effort.samples for a, c in zip(options, lines)}
