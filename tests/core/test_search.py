"""The planner: a turn's time is shared out, other work on the machine is not counted, a line must be better beyond doubt."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest

from bivouac import Match, load
from bivouac.agents import Clock, Effort
from bivouac.agents.futures import SPREAD, Futures, Luck, fallen
from bivouac.agents.heads import several
from bivouac.agents.search import Candidate, Planner, Search
from bivouac.core.ids import Side
from bivouac.match import View
from toy import TITLE

LONG = 4  # the seed of a future that goes on for some turns
EFFORT = Effort(lines=6, samples=400, worlds=2)


class Tick:
    """A clock on which every look takes a hundredth of a second."""

    def __init__(self):
        self.looks = 0

    def __call__(self):
        self.looks += 1
        return self.looks / 100


def thoughts(title, seconds, dice=2):
    """One turn of the Union by the planner: the time it took by the clock, and its answers."""
    state, planner, tick = title.setup(), Planner("crack", Random(1), EFFORT), Tick()
    rng, answers = Random(dice), []
    turn = None
    while state.stack:
        if title.flow.is_chance(state):
            title.play(state, rng.choices(state.options, title.flow.weights(state))[0])
            continue
        if title.flow.side(state) != Side.UNION:
            title.play(state, title.advice.order(state)[0])
            continue
        if turn is None:
            turn = title.advice.turn(state)
        if title.advice.turn(state) != turn:
            break
        answers.append(planner.decide(View(title, state, Side.UNION), title.question(state), Clock(seconds, tick)))
        title.play(state, answers[-1])
    return tick.looks / 100, answers


def by_lot(s, side):
    """An evaluation that cannot be seen through."""
    return 0.3 + 0.4 * Random(str(s.key())).random()


def test_the_time_of_a_turn_is_kept_and_used():
    open_title = replace(TITLE, advice=TITLE.advice._replace(evaluate=by_lot))
    spent, _ = thoughts(open_title, 1.0, dice=1)
    assert 0.8 < spent < 1.05
    longer, _ = thoughts(open_title, 2.0, dice=1)
    assert spent < longer < 2.1
    decided, _ = thoughts(open_title, 20.0, dice=1)
    assert decided < 20.0


def test_no_time_is_lost_on_a_match_that_is_won_or_lost():
    spent, _ = thoughts(replace(TITLE, advice=TITLE.advice._replace(evaluate=lambda s, side: 0.0)), 5.0)
    assert spent < 1.0


def test_without_time_nothing_is_tried():
    spent, hasty = thoughts(TITLE, 0.0)
    assert hasty and spent <= 0.06 * len(hasty)


def test_where_every_end_looks_alike_the_script_is_followed():
    flat = replace(TITLE, advice=TITLE.advice._replace(evaluate=lambda s, side: 0.5, horizon=1))
    state, rng = flat.setup(), Random(3)
    planner = Planner("crack", Random(4), Effort(lines=5, samples=4, worlds=1))
    seen = 0
    while state.stack and seen < 12:
        if flat.flow.is_chance(state):
            flat.play(state, rng.choices(state.options, flat.flow.weights(state))[0])
            continue
        side = flat.flow.side(state)
        world = View(flat, state, side).sample(Random(5))
        if len(state.options) > 1 and state.outcome is None and _far_from_the_end(flat, state):
            assert planner.decide(View(flat, state, side), flat.question(state), Clock()) == flat.advice.order(world)[0]
            seen += 1
        flat.play(state, flat.advice.order(state)[0])
    assert seen


def _far_from_the_end(title, state):
    """No future within the horizon ends the match."""
    twin, rng, turn, passed = state.clone(), Random(6), title.advice.turn(state), 0
    while twin.stack and passed < 4:
        answer = rng.choice(twin.options) if title.flow.is_chance(twin) else title.advice.order(twin)[0]
        title.play(twin, answer)
        if twin.stack and title.advice.turn(twin) != turn:
            turn, passed = title.advice.turn(twin), passed + 1
    return bool(twin.stack)


def test_with_time_futures_go_farther_and_are_looked_at_on_the_second_half_of_the_way():
    advice = TITLE.advice
    state = TITLE.setup()
    first = advice.turn(state)
    by_turn = advice._replace(evaluate=lambda s, side: (first - advice.turn(s)) / 10, horizon=1, outlook=4)
    futures = Futures(TITLE, by_turn, Side.UNION, 400)
    assert futures.play(state, (), (0, 0), LONG) == 0.1
    futures.look_far()
    assert abs(futures.play(state, (), (0, 0), LONG) - 0.35) < 1e-9  # after three turns and after four


@pytest.mark.parametrize("kept", [1, 1024])
def test_a_line_is_played_once_and_its_futures_are_what_they_were(monkeypatch, kept):
    """Of one world the ends of lines are kept, as many as there is room for; another world has others."""
    monkeypatch.setattr("bivouac.agents.futures.KEPT", kept)
    title = load("house-divided")
    worlds = [title.setup("1862"), title.setup("1863")]
    plays = Futures(title, title.advice, Side.UNION, 400)
    lines = [plays.line(worlds[0], 0, first=answer) for answer in plays.order(worlds[0], Side.UNION, 0)[:2]]
    begun = []
    monkeypatch.setattr(plays, "_played", lambda world, line: begun.append(line) or Futures._played(plays, world, line))
    for world in worlds:
        begun.clear()
        for line, seed in product(lines, range(3)):
            fresh = Futures(title, title.advice, Side.UNION, 400).play(world, line, (0, 0), seed)
            assert plays.play(world, line, (0, 0), seed) == fresh
        assert begun == lines
        plays.play(world, lines[0], (0, 0), 0)
        assert begun == (lines if kept > 1 else [*lines, lines[0]])


def test_futures_that_go_farther_are_valued_farther_off():
    advice, state = TITLE.advice, TITLE.setup()
    first = advice.turn(state)
    by_turn = advice._replace(evaluate=lambda s, side: (first - advice.turn(s)) / 10, horizon=1, outlook=1)
    futures = Futures(TITLE, by_turn, Side.UNION, 400)
    futures.look_far()
    assert futures.play(state, (), (0, 0), LONG) == 0.1 and not futures.is_far
    futures.look_farther(2)
    assert futures.play(state, (), (0, 0), LONG) == 0.2 and futures.is_far
    futures.look_farther(4)
    assert abs(futures.play(state, (), (0, 0), LONG) - 0.35) < 1e-9


def test_a_longer_way_may_have_more_answers():
    advice, state = TITLE.advice, TITLE.setup()
    by_turn = advice._replace(evaluate=lambda s, side: advice.turn(s) / 100, horizon=1, outlook=1)
    whole, short = (Futures(TITLE, by_turn, Side.UNION, steps) for steps in (400, 6))
    for futures in (whole, short):
        futures.look_far()
        futures.look_farther(4)
    assert short.play(state, (), (0, 0), LONG) == whole.play(state, (), (0, 0), LONG)


def test_how_far_lines_are_judged_is_the_titles_to_say():
    farthest = {title: Futures(load(title), load(title).advice, Side.UNION, 400).farthest for title in ("hold-the-line", "lincoln")}
    assert farthest == {"hold-the-line": 8, "lincoln": 6}
    assert Futures(TITLE, TITLE.advice._replace(outlook=3, farthest=0), Side.UNION, 400).farthest == 12


def far_sighted(monkeypatch, values, until=100.0):
    """A search of some lines, the first of them the plan's own, whose values are those of `values` near and far, and how far it looked."""
    match = Match.new(load("lincoln"), seed="far")
    side = Side(match.question.side)
    search = Search(match.view(side), match.title.advice, side, Random(1), Effort(), Tick())
    looks = []
    monkeypatch.setattr(search.futures, "look_farther", looks.append)
    monkeypatch.setattr(search.futures, "play", lambda world, line, plans, seed: values[line][len(looks)])
    search._deadline = until
    lines = [Candidate(line, 0) for line in values]
    for line in lines:
        search.value(line, 31)
    return search, lines, looks


def test_what_looks_better_only_for_a_moment_is_given_up_when_it_is_judged_from_afar(monkeypatch):
    search, (own, other), looks = far_sighted(monkeypatch, {(1,): (0.5, 0.5), (2,): (0.6, 0.4)})
    assert search._judged_from_afar(own, other) == own and looks == [search.futures.farthest]


def test_a_line_that_was_behind_may_come_first_when_it_is_judged_from_afar(monkeypatch):
    search, (own, other), looks = far_sighted(monkeypatch, {(1,): (0.5, 0.5), (2,): (0.4, 0.6)})
    assert search._judged_from_afar(own, own) == other and looks


def test_the_more_lines_and_the_less_time_the_less_far_it_looks(monkeypatch):
    """The outlook is two turns, the farthest six."""
    near = {(1,): (0.5, 0.5), (2,): (0.6, 0.4)}
    none, little, much = (far_sighted(monkeypatch, near, until)[0] for until in (0.0, 1.0, 2.0))
    assert none._far(2) == 0 and none._reach() <= 0 < 1.5 * little._reach() < much._reach()
    monkeypatch.setattr(much, "_reach", lambda: 500.0)
    assert [much._far(lines) for lines in (2, 100, 1000)] == [6, 5, 0]


def test_where_there_is_no_time_for_more_the_best_so_far_is_taken(monkeypatch):
    search, (own, other), looks = far_sighted(monkeypatch, {(1,): (0.5, 0.5), (2,): (0.6, 0.4)}, until=0.0)
    assert search._judged_from_afar(own, other) == other and not looks


def test_a_little_better_from_afar_is_better(monkeypatch):
    """Near by one is to be in doubt, for what is seen there is often nothing: a gain of one standard error counts only from afar."""
    search, (own, other), _ = far_sighted(monkeypatch, {(1,): (0.5, 0.5), (2,): (0.5, 0.5)})
    search._values = {own: [0.5] * 16, other: [0.5 + (0.31 if n % 2 else -0.19) for n in range(16)]}
    gain, error, _ = search._gain(other, own)
    assert 0.75 < gain / error < 1.5
    assert search._surest(own, [own, other]) == own
    search.futures.is_far = True
    assert search._surest(own, [own, other]) == other


def test_what_many_futures_have_told_near_by_stands_where_it_does_not_look_worse_from_afar(monkeypatch):
    search, (own, other), looks = far_sighted(monkeypatch, {(1,): (0.5, 0.5), (2,): (0.6, 0.5)})
    assert search._judged_from_afar(own, other) == other and looks


@pytest.mark.parametrize(("count", "near"), [(15, 90.0), (16, 30.0)])
def test_a_third_of_the_time_goes_to_looking_for_lines_where_there_is_time_to_judge_them(monkeypatch, count, near):
    search, _, _ = far_sighted(monkeypatch, {(1,): (0.5, 0.5)})
    until = {}
    monkeypatch.setattr(search, "_now", lambda: 10.0)
    monkeypatch.setattr(search, "_affordable", lambda own: count)
    monkeypatch.setattr(search, "_beware", lambda own: None)
    monkeypatch.setattr(search, "_field", lambda own, count: [own])
    monkeypatch.setattr(search, "_improved", lambda leader: until.update(near=search._deadline) or leader)
    monkeypatch.setattr(search, "_judged_from_afar", lambda own, leader: until.update(far=search._deadline) or leader)
    search.best(0, 100.0)
    assert until == {"near": 10.0 + near, "far": 100.0}


def test_where_only_one_line_is_known_it_is_taken(monkeypatch):
    search, (own,), looks = far_sighted(monkeypatch, {(1,): (0.5, 0.5)})
    search._values.clear()
    assert search._judged_from_afar(own, own) == own and not looks


def test_lines_are_compared_on_as_many_futures_whatever_else_is_known_of_them(monkeypatch):
    search, (own, known, new, weak), _ = far_sighted(monkeypatch, {(1,): (0.1, 0.1), (2,): (0.5, 0.5), (3,): (0.6, 0.6), (4,): (0.2, 0.2)})
    search._values = {own: [0.1] * 32, known: [0.5] * 32, new: [], weak: []}
    assert search._halved(own, [own, known, new, weak], 64) == new


def test_the_most_hopeful_lines_are_judged_and_not_the_same_one_twice(monkeypatch):
    values = {(n,): (0.5 + n / 100, 0.5) for n in range(12)} | {(20,): (0.61, 0.5)}
    search, lines, _ = far_sighted(monkeypatch, values)
    own, best, twin = lines[0], lines[11], lines[12]
    assert search._hopeful(own, best) == [own, best, *lines[10:0:-1], twin]
    monkeypatch.setattr(search, "_reach", lambda: 0.0)
    assert search._hopeful(own, best) == [own, best, *lines[10:4:-1]]
    few, (own, other, third), _ = far_sighted(monkeypatch, {(1,): (0.5, 0.5), (2,): (0.6, 0.4), (3,): (0.6, 0.6)})
    assert few._hopeful(own, other) == [own, other, third], "what has led to the same so far may lead elsewhere from afar"


def test_the_enemy_is_expected_to_do_what_suits_him(monkeypatch):
    match = Match.new(load("lincoln"), seed="wary")
    side = Side(match.question.side)
    search = Search(match.view(side), match.title.advice, side, Random(1), Effort())
    feared = 3
    monkeypatch.setattr(search.futures, "play", lambda world, line, plans, seed: 0.3 if plans[1 - side] == feared else 0.5)
    search._beware(Candidate(search.futures.line(search.worlds[0], 0), 0))
    foes = [search._trial(n).foe for n in range(60)]
    assert foes.count(feared) > 30


def test_a_challenger_is_given_up_as_soon_as_it_looks_no_better(monkeypatch):
    match = Match.new(load("lincoln"), seed="patient")
    side = Side(match.question.side)
    search = Search(match.view(side), match.title.advice, side, Random(1), Effort())
    leader, worse, better = Candidate((1,), 0), Candidate((2,), 0), Candidate((3,), 0)
    monkeypatch.setattr(search.futures, "play", lambda world, line, plans, seed: {(2,): 0.4, (3,): 0.6}.get(line, 0.5))
    assert not search._beats(worse, leader) and search._beats(better, leader)
    assert len(search.values_of(worse)) == 4 < len(search.values_of(better))


def test_time_goes_where_most_is_decided():
    """The marches of a turn are one long line; what its battles ask comes after them, and gets less than an even share."""
    title = load("house-divided")
    state, luck, shares, thinking = Match.new(title, scenario="1863", seed="share").state.clone(), Luck(3), [], False
    side, turn = title.flow.side(state), title.advice.turn(state)
    futures = Futures(title, title.advice, side, 400)
    while title.advice.turn(state) == turn:
        ours = not title.flow.is_chance(state) and title.flow.side(state) == side
        if ours and not thinking:
            shares.append(futures.share(state, side, 0))
        thinking = ours
        futures._step(state, (0, 0), luck)
    assert shares[0] > 1 / len(shares)
    assert shares[-1] == 1.0


def test_dice_begin_anew_with_every_turn_and_kind():
    """A line that throws more in one turn meets the same dice as the others in the next, and for other throws."""
    one, other = Luck(37), Luck(37)
    for _ in range(5):
        one.falls(7, 3)
    assert [one.falls(8, 3) for _ in range(4)] == [other.falls(8, 3) for _ in range(4)]
    assert [one.falls(7, 4) for _ in range(4)] == [other.falls(7, 4) for _ in range(4)]
    assert one.falls(8, 3) != Luck(38).falls(8, 3)


def test_dice_are_fair():
    rolls = [int(6 * luck.falls(turn, 2)) for luck in (Luck(n) for n in range(1000)) for turn in (3, 4) for _ in range(3)]
    faces, doubles = [rolls.count(face) for face in range(6)], sum(a == b for a, b in pairwise(rolls))
    assert all(abs(n - 1000) < 120 for n in faces)  # four standard errors
    assert abs(doubles - 1000) < 120


def test_futures_in_a_row_share_their_fortune_out():
    """Every throw falls once in each part of its range, whatever the others do: the mean of a row has little of its luck."""
    rows = [[Luck(5 * SPREAD + n) for n in range(SPREAD)] for _ in range(2)]
    first, second = ([luck.falls(turn, 2) for luck in row] for turn, row in zip((3, 4), rows))
    for throws in (first, second):
        assert sorted(int(SPREAD * lot) for lot in throws) == list(range(SPREAD))
    assert [lot > 0.5 for lot in first] != [lot > 0.5 for lot in second]


def test_the_enemys_plans_are_shared_out_among_the_futures():
    match = Match.new(load("lincoln"), seed="shared out")
    side = Side(match.question.side)
    search = Search(match.view(side), match.title.advice, side, Random(1), Effort())
    search._foes = [0.25, 0.75]
    assert [search._trial(n).foe for n in range(SPREAD)].count(0) == SPREAD // 4


def test_weighted_chances_fall_by_their_weights():
    assert [fallen((4, 5, 6), (1.0, 0.0, 3.0), lot) for lot in (0.0, 0.2, 0.26, 0.99)] == [4, 4, 6, 6]
    assert [fallen((4, 5, 6), None, lot) for lot in (0.0, 0.5, 0.99)] == [4, 5, 6]


# --- several heads -----------------------------------------------------------------------------------------


@pytest.fixture
def heads(monkeypatch):
    """The processes of the heads that a test calls; none of them may be left."""
    called, fork = [], os.fork

    def recorded():
        process = fork()
        called.append(process)
        return process

    monkeypatch.setattr("os.fork", recorded)
    yield called
    assert called
    for process in called:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def test_several_heads_work_at_the_same_time_in_processes_of_their_own(heads):
    found = several(lambda n: (n, os.getpid()), 4)
    assert [n for n, _ in found] == [0, 1, 2, 3]
    assert len({process for _, process in found}) == 4 and found[0][1] == os.getpid()


def test_a_head_that_fails_has_nothing_to_say(heads):
    assert several(lambda n: 10 // (2 - n), 4) == [5, 10, -10]


def test_a_head_that_does_not_come_to_an_end_is_not_waited_for(monkeypatch, heads):
    monkeypatch.setattr("bivouac.agents.heads.PATIENCE", 0.05)
    assert several(lambda n: time.sleep(3600 * n), 2) == [None]


def test_no_head_is_left_behind_by_a_thought_that_is_broken_off(heads):
    def work(n):
        if n == 0:
            raise InterruptedError
        time.sleep(3600)

    with pytest.raises(InterruptedError):
        several(work, 3)


THINKING = """
import os, time
from bivouac.agents.heads import several
several(lambda n: n and print(os.getpid(), flush=True) or time.sleep(3600), 2)
"""


def test_a_head_does_not_outlive_whoever_called_it():
    with subprocess.Popen([sys.executable, "-c", THINKING], stdout=subprocess.PIPE, text=True) as thinker:
        head = int(thinker.stdout.readline())
        thinker.kill()
        assert thinker.stdout.read() == ""  # the pipe ends when the last one that has it is gone
    with pytest.raises(ProcessLookupError):
        while True:
            os.kill(head, 0)
            time.sleep(0.05)


def test_where_there_is_no_room_for_others_one_thinks_alone(monkeypatch):
    def full():
        raise BlockingIOError

    monkeypatch.setattr("os.fork", full)
    assert several(lambda n: n, 3) == [0]


def test_of_what_several_heads_find_the_best_is_taken(monkeypatch):
    """On futures that none of them has seen: what only looked good to one of them is not."""
    match = Match.new(load("lincoln"), seed="heads")
    side = Side(match.question.side)
    search = Search(match.view(side), match.title.advice, side, Random(1), Effort(), Tick())
    own = search.futures.line(search.worlds[0], 0)
    lucky, good = (own[0] + 1,), (own[0] + 2,)
    monkeypatch.setattr(search.futures, "play", lambda world, line, plans, seed: {lucky: 0.4, good: 0.6}.get(line, 0.5))
    monkeypatch.setattr("bivouac.agents.search.several", lambda work, heads: [Candidate(lucky, 0), Candidate(good, 0)])
    assert search.best(0, 50.0, heads=2) == Candidate(good, 0)
    monkeypatch.setattr("bivouac.agents.search.several", lambda work, heads: [Candidate(lucky, 0), Candidate(own, 0)])
    assert search.best(0, 100.0, heads=2) == Candidate(own, 0)


def test_every_head_tries_its_own_luck(monkeypatch):
    match = Match.new(load("lincoln"), seed="heads")
    side = Side(match.question.side)
    search = Search(match.view(side), match.title.advice, side, Random(1), Effort(), Tick())
    firsts = []

    def looked(plan, deadline, heads=1):
        firsts.append(search._first)
        return Candidate((1,), 0)

    def asked(work, heads):
        monkeypatch.setattr(search, "best", looked)
        return [work(n) for n in range(heads)]

    monkeypatch.setattr("bivouac.agents.search.several", asked)
    Search.best(search, 0, 50.0, heads=3)
    assert len(set(firsts)) == 3


def test_a_thought_of_several_heads_keeps_its_time():
    match, tick = Match.new(load("lincoln"), seed="heads"), Tick()
    side = Side(match.question.side)
    Search(match.view(side), match.title.advice, side, Random(1), EFFORT, tick).best(0, 3.0, heads=2)
    assert 2.4 < tick.looks / 100 < 3.1
