"""A small agent learns Hold the Line in plain numpy: it watches `veteran` for a while, then plays, by masked PPO, until it beats `recruit`.

python examples/train.py                            trains on two processes and keeps the agent in trained.npz
PYTHONPATH=examples bivouac simulate hold-the-line --union train:Trained --csa recruit --matches 100

A question of Bivouac has few options, so the policy does not spread over all the actions of a title: every option that the mask leaves is
a row of features, read from the observation's planes, and one small network gives each row its score. Another network of the same size
foresees the reward to come. The reward: 1 or -1 at the end, and on the way what is gained or lost in victory points and strength. Half of
the matches are played from either seat.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the processes do the sharing

import numpy as np

from bivouac import gym, load
from bivouac.agents import Clock, make_agent
from bivouac.encode import Actions, Observer
from bivouac.lab.simulate import interval
from bivouac.match import View
from bivouac.titles.hold_the_line.printed.map import DISTANCE, HEXES

FILE = Path("trained.npz")
SCENARIO = "bull-run-1"
HIDDEN = 48
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 0.998, 0.95, 0.2, 0.01, 3e-3
EPOCHS, BATCH = 4, 800  # decisions
LESSONS, WATCHED_EPOCHS = 400, 8
ROUNDS = 8  # of matches, between two exams
FAR = np.array(DISTANCE, np.float32)
KINDS, TERRAINS, NONE = 5, 10, 12.0
Net = dict[str, np.ndarray]


# --- what the agent sees ----------------------------------------------------------------------------------------


class Eyes:
    """An observation as features: one row for each option, one for the position."""

    def __init__(self) -> None:
        title = load("hold-the-line")
        self.actions, self.observer = Actions(title), Observer(title)
        told = [self.actions.describe(n) for n in range(self.actions.decisions)]
        boxes = sorted({box for box, _ in told})
        groups = [(boxes.index(box), answer // 128 if box != "ACTIVATE" else answer // 900 * 7) for box, answer in told]
        known = sorted(set(groups))
        self.group = np.array([known.index(g) for g in groups])  # box and verb of each action
        self.groups = len(known)
        self.thing = np.array([-1 if answer >= 900 else answer if box == "ACTIVATE" else answer % 128 for box, answer in told])
        self.is_piece = np.array([box == "ACTIVATE" for box, _ in told]) & (self.thing >= 0)

    def plane(self, row: np.ndarray, name: str) -> np.ndarray:
        return row[self.observer.planes[name][0]]

    def worth(self, row: np.ndarray) -> float:
        """How far ahead the side that looks is: victory points as shares of its aim, and strength."""
        side = int(self.plane(row, "eyes")[0])
        points, aims = self.plane(row, "clock")[4:6], self.plane(row, "clock")[6:8]
        sides, strength = self.plane(row, "battle")[:128], np.maximum(self.plane(row, "strength"), 0)
        where = self.plane(row, "where")
        blocks = [strength[(sides == s) & (where != -2)].sum() for s in (side, 1 - side)]
        shares = [points[s] / aims[s] for s in (side, 1 - side)]
        return float(shares[0] - shares[1] + 0.02 * (blocks[0] - blocks[1]))

    def see(self, row: np.ndarray, options: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Features of every option, and of the position."""
        side, clock, unit = int(self.plane(row, "eyes")[0]), self.plane(row, "clock"), self.plane(row, "unit")
        battle, where, strength = self.plane(row, "battle"), self.plane(row, "where"), self.plane(row, "strength")
        sides, kinds, morale, terrain, walls = battle[:128], battle[128:256], battle[256:384], battle[512:629], battle[629:746]
        here = (where >= 0) & (kinds >= 0)
        men = np.zeros((2, HEXES), np.float32)  # own, then the enemy's strength in every hex
        guns = np.zeros((2, HEXES), np.float32)
        for s in (0, 1):
            mine = here & (sides == (side if s == 0 else 1 - side))
            np.add.at(men[s], where[mine], strength[mine])
            np.add.at(guns[s], where[mine & (kinds == 2)], 1)
        goals = self.goals(row, side)
        pieces = np.where(self.is_piece[options], self.thing[options], unit[0])
        at = np.where(pieces >= 0, where[pieces], -1)
        to = np.where(self.is_piece[options], at, self.thing[options])
        state = self.position(row, side, men)
        hexes = [around(h, men, guns, goals, terrain, walls) for h in (at, to)]
        own = np.zeros((len(options), KINDS + 3), np.float32)
        known = pieces >= 0
        own[np.flatnonzero(known), kinds[pieces[known]]] = 1
        own[known, KINDS:] = np.stack([strength[pieces[known]] / 4, morale[pieces[known]], self.plane(row, "hit")[pieces[known]]], 1)
        step = np.where((at >= 0) & (to >= 0), FAR[at, to] / 4, 0)[:, None]
        ahead = hexes[1][:, :5] - hexes[0][:, :5]
        verbs = np.zeros((len(options), self.groups), np.float32)
        verbs[np.arange(len(options)), self.group[options]] = 1
        few = np.array([clock[3] / 6, clock[0] / max(clock[1], 1), side], np.float32)
        rows = [verbs, *hexes, ahead, own, step, np.broadcast_to(few, (len(options), 3))]
        return np.concatenate(rows, 1, dtype=np.float32), state

    def goals(self, row: np.ndarray, side: int) -> np.ndarray:
        """How far every hex is from the nearest VP block that the side could still take."""
        battle, taken = self.plane(row, "battle"), self.plane(row, "blocks")
        wanted = battle[746:770][(battle[770:794] == side) & (taken != side)]
        wanted = wanted[wanted >= 0]
        return FAR[wanted].min(0) if len(wanted) else np.full(HEXES, NONE, np.float32)

    def position(self, row: np.ndarray, side: int, men: np.ndarray) -> np.ndarray:
        clock = self.plane(row, "clock").astype(np.float32)
        share = clock[0] / max(clock[1], 1)
        shares = clock[4:6] / clock[6:8]
        own, other = shares[side], shares[1 - side]
        army = men.sum(1) / 40
        mine = float(clock[2] == side)
        return np.array(
            [own, other, share, *army, own * share, other * share, own**2, other**2, clock[3] / 6 * mine, mine, side], np.float32
        )


def around(hexes: np.ndarray, men: np.ndarray, guns: np.ndarray, goals: np.ndarray, terrain: np.ndarray, walls: np.ndarray) -> np.ndarray:
    """Features of some hexes (-1: none): who is there and near, how far the enemy and the goals are, the ground."""
    out = np.zeros((len(hexes), 12 + TERRAINS), np.float32)
    on = np.flatnonzero(hexes >= 0)
    if not len(on):
        return out
    h = hexes[on]
    far = FAR[h]
    enemy = np.where(men[1] > 0, far, NONE).min(1)
    friend = np.where((men[0] > 0) & (far > 0), far, NONE).min(1)
    beside, near = far == 1, far == 2
    out[on, :12] = np.stack(
        [
            enemy / 5,
            goals[h] / 5,
            beside @ men[1] / 5,
            near @ men[1] / 5,
            beside @ men[0] / 5,
            (far <= 3) @ guns[1] / 2,
            friend / 5,
            men[1][h] / 4,
            men[0][h] / 4,
            guns[1][h],
            walls[h] > 0,
            beside @ (men[1] == 1),
        ],
        1,
    )
    out[on, 12 + np.maximum(terrain[h], 0)] = 1
    return out


@cache
def eyes() -> Eyes:
    return Eyes()


# --- two small networks -----------------------------------------------------------------------------------------


def fresh(rows: int, state: int, rng: np.random.Generator) -> Net:
    """`p…` scores options, `v…` foresees the reward; small weights to begin with."""
    net: Net = {}
    for name, size in (("p", rows), ("v", state)):
        net[f"{name}1"] = (rng.standard_normal((size, HIDDEN)) / size**0.5).astype(np.float32)
        net[f"{name}2"] = np.zeros(HIDDEN, np.float32)
        net[f"{name}0"] = np.zeros(HIDDEN, np.float32)
    return net


def fresh_for(scenario: str, rng: np.random.Generator) -> Net:
    """As large as a first look at the table wants it."""
    seen, _ = table(scenario, "union").reset(seed=0)
    rows, state = eyes().see(seen["observation"], np.flatnonzero(seen["action_mask"]))
    return fresh(rows.shape[1], len(state), rng)


def score(net: Net, name: str, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    hidden = np.tanh(x @ net[f"{name}1"] + net[f"{name}0"])
    return hidden @ net[f"{name}2"], hidden


def backward(net: Net, name: str, x: np.ndarray, hidden: np.ndarray, slope: np.ndarray) -> Net:
    """What the weights of a network change of a sum whose slope by its outputs is known."""
    inner = slope[:, None] * net[f"{name}2"] * (1 - hidden**2)
    return {f"{name}1": x.T @ inner, f"{name}0": inner.sum(0), f"{name}2": hidden.T @ slope}


def chances(scores: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """A softmax within each decision; its options are the rows from one start to the next."""
    sizes = np.diff(np.append(starts, len(scores)))
    lifted = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
    return lifted / np.repeat(np.add.reduceat(lifted, starts), sizes)


# --- matches ----------------------------------------------------------------------------------------------------


def play(task: tuple[Net, str, str, int, str]) -> dict[str, Any]:
    """One match against `recruit`: what was seen, done and got at every decision. `how` we decide: "any" option by its chance, always the
    "best" one, or "watch" what `veteran` does in our place."""
    net, scenario, side, seed, how = task
    env, look, rng = table(scenario, side), eyes(), np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    teacher = make_agent("veteran", Random(seed))
    rows, states, chosen, odds, rewards = [], [], [], [], []
    worth, over, reward = look.worth(seen["observation"]), False, env.table.reward(env.side)
    while not over and env.table.asked is not None:
        options = np.flatnonzero(seen["action_mask"])
        x, state = look.see(seen["observation"], options)
        p = chances(score(net, "p", x)[0], np.array([0]))
        if how == "watch":
            at = int(np.searchsorted(options, advised(env.table, teacher)))
        else:
            at = int(p.argmax()) if how == "best" else int(rng.choice(len(p), p=p / p.sum()))
        seen, reward, over, _, _ = env.step(int(options[at]))
        before, worth = worth, look.worth(seen["observation"])
        for kept, value in ((rows, x), (states, state), (chosen, at), (odds, np.log(p[at])), (rewards, reward + worth - before)):
            kept.append(value)
    return {"rows": rows, "states": states, "chosen": chosen, "odds": odds, "rewards": rewards, "won": (reward + 1) / 2}


def advised(at: gym.Table, teacher: Any) -> int:
    """The action that a computer player would take."""
    answer = teacher.decide(View(at.title, at.state, at.asked), at.title.question(at.state), Clock())
    return at.actions.index(at.state, answer)


@cache
def table(scenario: str, side: str) -> gym.BivouacSolo:
    return gym.solo("hold-the-line", side, opponent="recruit", scenario=scenario)


def matches(executor: Executor, net: Net, scenario: str, seeds: range, how: str = "any") -> list[dict[str, Any]]:
    """The seats change from match to match."""
    tasks = [(net, scenario, gym.NAMES[seed % 2], seed, how) for seed in seeds]
    return [m for m in executor.map(play, tasks, chunksize=4) if m["rows"]]


# --- learning ---------------------------------------------------------------------------------------------------


def advantages(net: Net, played: list[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:
    """How much better each answer did than was foreseen, and the reward to come (generalised advantage estimation)."""
    gains, aims = [], []
    for m in played:
        foreseen = np.append(score(net, "v", np.array(m["states"]))[0], 0.0)
        gain, last = np.zeros(len(m["rewards"])), 0.0
        for t in range(len(gain) - 1, -1, -1):
            last = m["rewards"][t] + GAMMA * foreseen[t + 1] - foreseen[t] + GAMMA * LAMBDA * last
            gain[t] = last
        gains.append(gain)
        aims.append(gain + foreseen[:-1])
    return np.concatenate(gains), np.concatenate(aims)


def slopes(net: Net, x: np.ndarray, sizes: np.ndarray, at: np.ndarray, before: np.ndarray | None, gain: np.ndarray) -> Net:
    """The gradient of PPO's clipped aim with a bonus for entropy, to be followed upwards. Without the chances `before`: that of the mean
    logarithm of the chances of what was done, each times its gain."""
    starts = np.append(0, np.cumsum(sizes)[:-1])
    scores, hidden = score(net, "p", x)
    p = chances(scores, starts)
    taken = starts + at
    ratio = np.exp(np.log(p[taken]) - before) if before is not None else np.ones(len(at))
    free = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    push = np.where(free, ratio * gain, 0.0)
    slope = -np.repeat(push, sizes) * p
    slope[taken] += push
    logs = np.log(p + 1e-9)
    entropy = -np.add.reduceat(p * logs, starts)
    slope -= ENTROPY * p * (logs + np.repeat(entropy, sizes))
    return backward(net, "p", x, hidden, (slope / len(sizes)).astype(np.float32))


class Adam:
    def __init__(self, net: Net) -> None:
        self.mean, self.square = ({k: np.zeros_like(v) for k, v in net.items()} for _ in range(2))
        self.steps = 0

    def step(self, net: Net, gradient: Net, rate: float) -> None:
        self.steps += 1
        for k, g in gradient.items():
            self.mean[k] += 0.1 * (g - self.mean[k])
            self.square[k] += 0.001 * (g * g - self.square[k])
            mean, square = self.mean[k] / (1 - 0.9**self.steps), self.square[k] / (1 - 0.999**self.steps)
            net[k] += rate * mean / (np.sqrt(square) + 1e-8)


def improve(net: Net, adam: Adam, played: list[dict[str, Any]], rng: np.random.Generator, *, watched: bool = False) -> None:
    """A few steps towards what went better than was foreseen, or towards all that was watched."""
    gain, aim = advantages(net, played)
    gain = np.ones(len(gain)) if watched else (gain - gain.mean()) / (gain.std() + 1e-8)
    rows = [x for m in played for x in m["rows"]]
    states = np.concatenate([np.array(m["states"]) for m in played])
    at, before = (np.concatenate([np.array(m[k]) for m in played]) for k in ("chosen", "odds"))
    sizes = np.array([len(x) for x in rows])
    for _ in range(WATCHED_EPOCHS if watched else EPOCHS):
        for some in np.array_split(rng.permutation(len(rows)), max(1, len(rows) // BATCH)):
            x = np.concatenate([rows[i] for i in some])
            gradient = slopes(net, x, sizes[some], at[some], None if watched else before[some], gain[some])
            foreseen, hidden = score(net, "v", states[some])
            error = (aim[some] - foreseen) / len(some)
            gradient |= backward(net, "v", states[some], hidden, error.astype(np.float32))
            adam.step(net, gradient, RATE if watched else RATE / 3)


def train(executor: Executor, scenario: str, minutes: float, size: int = 64, exam: int = 200, lessons: int = LESSONS) -> tuple[Net, float]:
    """Until the agent wins beyond doubt more than half of an exam on seeds it has not seen, or the time is up; its share of the last."""
    rng = np.random.default_rng(1)
    net = fresh_for(scenario, rng)
    adam, started, done, share = Adam(net), time.perf_counter(), lessons, 0.0
    watched = matches(executor, net, scenario, range(lessons), "watch")
    improve(net, adam, watched, rng, watched=True)
    print(
        f"{(time.perf_counter() - started) / 60:5.1f} min  {done:6} matches watched, of which veteran won {won_of(watched):.0%}", flush=True
    )
    while time.perf_counter() - started < 60 * minutes:
        played = matches(executor, net, scenario, range(done, done + size))
        done += size
        improve(net, adam, played, rng)
        print(
            f"{(time.perf_counter() - started) / 60:5.1f} min  {done:6} matches  {won_of(played):4.0%} of the last {size} won", flush=True
        )
        if done // size % ROUNDS == 0:
            share = won_of(matches(executor, net, scenario, range(10**6 + done, 10**6 + done + exam), "best"))
            low, high = interval(share * exam, exam)
            print(f"           exam: {share:.1%} of {exam} matches against recruit ({low:.0%} to {high:.0%})", flush=True)
            np.savez(FILE, **net)  # who is interrupted keeps what was learned so far
            if low > 0.5:
                break
    return net, share


def won_of(played: list[dict[str, Any]]) -> float:
    return float(sum(m["won"] for m in played) / len(played))


class Trained:
    """What was learned, as an agent of the laboratory."""

    name = "trained"

    def __init__(self, rng: Random) -> None:
        with np.load(FILE) as file:
            self.net = dict(file)

    def decide(self, view: Any, question: Any, clock: Any) -> int:
        look, state = eyes(), view.sample(Random(0))
        options = np.array(look.actions.options(state))
        x, _ = look.see(look.observer.observe(state, question.side), options)
        return look.actions.answer(state, int(options[score(self.net, "p", x)[0].argmax()]))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--scenario", default=SCENARIO)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as executor:
        net, _ = train(executor, args.scenario, args.minutes)
    np.savez(FILE, **net)


if __name__ == "__main__":
    main()
