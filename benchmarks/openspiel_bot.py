"""Our `crack` against OpenSpiel's own MCTS bot, which drives our titles through a thin adapter, with the same time per decision.

    python benchmarks/openspiel_bot.py lincoln --matches 200 --seconds 0.3 --json docs/ladder/lincoln-openspiel.json
    python benchmarks/openspiel_bot.py lincoln --bot ismcts --leaves evaluation --seconds 10

`--bot ismcts` is its search over information sets, which deals a world for every simulation; `--leaves evaluation` gives it our evaluation
instead of rollouts. OpenSpiel comes from PyPI into the environment of the benchmarks (.bench-venv), where this file runs itself again.
The bot gets, like our agents, a world its side cannot tell from the true one. It may use as much processor time per decision as crack has
used so far in the match, what it saved earlier included, and never has less than two of its simulations. Its random rollouts are played by
our own loop, which is more than twice as fast as OpenSpiel's through the adapter. Questions with one answer are no decisions.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".bench-venv"
EXPLORE = {"rollouts": 2.0, "evaluation": 0.3}  # positions differ less in our evaluation than in how they end


def in_own_environment() -> None:
    """Runs this file again where OpenSpiel is installed."""
    python = VENV / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "open_spiel", "-e", str(ROOT)], check=True)
    raise SystemExit(subprocess.run([str(python), __file__, *sys.argv[1:]]).returncode)


class SpielState:
    """One of our states as OpenSpiel's search wants to see it."""

    def __init__(self, title, state, path=()):
        self.title, self.state, self.path = title, state, path

    def clone(self):
        return SpielState(self.title, self.state.clone(), self.path)

    def information_state_string(self):
        """For ISMCTS: what has happened since the root, the same in all its worlds."""
        return self.path

    def get_game(self):
        return SimpleNamespace(get_type=lambda: kind_of_game())

    def is_terminal(self):
        return not self.state.stack

    def is_chance_node(self):
        return bool(self.state.stack) and self.title.flow.is_chance(self.state)

    def chance_outcomes(self):
        options = list(self.state.options)
        weights = self.title.flow.weights(self.state) or [1] * len(options)
        return [(a, w / sum(weights)) for a, w in zip(options, weights)]

    def legal_actions(self, player=None):
        return list(self.state.options)

    def current_player(self):
        return -4 if self.is_terminal() else -1 if self.is_chance_node() else int(self.title.flow.side(self.state))

    def apply_action(self, action):
        self.title.play(self.state, int(action))
        self.path = (*self.path, int(action))

    def returns(self):
        return [2 * self.state.outcome.worth(side) - 1 for side in (0, 1)]


def kind_of_game():
    from pyspiel import GameType

    return SimpleNamespace(
        reward_model=GameType.RewardModel.TERMINAL,
        dynamics=GameType.Dynamics.SEQUENTIAL,
        information=GameType.Information.IMPERFECT_INFORMATION,
    )


def rollout(state, rng):
    """The end of a match in which everybody answers anything."""
    flow, ended = state.title.flow, state.clone()
    position = ended.state
    while position.stack:
        weights = flow.weights(position) if flow.is_chance(position) else None
        options = position.options
        flow.play(position, rng.choices(options, weights)[0] if weights else options[int(rng.random() * len(options))])
    return ended.returns()


def judged(state):
    """What our evaluation makes of a position, for both sides."""
    chance = state.title.advice.evaluate(state.state, 0) if state.state.outcome is None else state.state.outcome.worth(0)
    return [2 * chance - 1, 1 - 2 * chance]


class SpielBot:
    """OpenSpiel's MCTS or ISMCTS, with random rollouts or our evaluation at its leaves, given so many seconds for each decision."""

    def __init__(self, title, seed, kind, leaves):
        import numpy as np
        from open_spiel.python.algorithms import ismcts, mcts

        game = SimpleNamespace(get_type=kind_of_game, max_utility=lambda: 1.0, num_players=lambda: 2)
        rng, dice = np.random.RandomState(seed), Random(seed)

        class Leaves(mcts.RandomRolloutEvaluator):
            def evaluate(self, state):
                return np.array(judged(state) if leaves == "evaluation" else rollout(state, dice))

        explore = EXPLORE[leaves]
        if kind == "ismcts":
            self.bot = ismcts.ISMCTSBot(game, Leaves(1, rng), explore, 4, random_state=rng, allow_inconsistent_action_sets=title.secrets)
            self.bot.set_resampler(lambda state, side: SpielState(title, self.view.sample(dice)))
        else:
            self.bot = mcts.MCTSBot(game, explore, 4, Leaves(1, rng), solve=False, random_state=rng)
        self.title, self.kind, self.rng, self.per_simulation, self.simulations, self.view = title, kind, Random(seed), 0.01, 0, None

    def decide(self, view, question, seconds):
        self.view, most = view, max(2, int(seconds / self.per_simulation))
        if self.kind == "ismcts":
            self.bot._max_simulations = most
        else:
            self.bot.max_simulations = most
        started = time.process_time()
        answer = self.bot.step(SpielState(self.title, view.sample(self.rng)))
        spent = time.process_time() - started
        self.simulations += most
        self.per_simulation = 0.7 * self.per_simulation + 0.3 * spent / most
        return int(answer)


def play(job):
    from bivouac import Match, load
    from bivouac.agents import Clock, make_agent

    name, scenario, seconds, kind, leaves, number = job
    title = load(name)
    match = Match.new(title, scenario=scenario, seed=f"spiel:{number // 2}", keep_log=False)
    ours = number % 2
    crack, spiel = make_agent("crack", Random(number)), SpielBot(title, number, kind, leaves)
    used, decisions, theirs, their_decisions = 0.0, 0, 0.0, 0
    while (question := match.question) is not None:
        view, started = match.view(question.side), time.process_time()
        if len(question.options) == 1:
            answer = question.options[0]
        elif question.side == ours:
            answer = crack.decide(view, question, Clock(seconds, time.process_time))
            used, decisions = used + time.process_time() - started, decisions + 1
        else:
            pace = used / decisions if decisions else seconds / 10
            answer = spiel.decide(view, question, pace * (their_decisions + 1) - theirs)
            theirs, their_decisions = theirs + time.process_time() - started, their_decisions + 1
        match.submit(answer, side=question.side, serial=question.serial)
    paces = used / max(decisions, 1), theirs / max(their_decisions, 1), spiel.simulations / max(their_decisions, 1)
    return match.outcome.worth(ours), *paces


def summary(args, results, interval):
    n = len(results)
    points = sum(r[0] for r in results)
    low, high = interval(int(points), n)
    pace = {name: round(sum(r[i] for r in results) / n, 5) for i, name in ((1, "crack"), (2, "openspiel"))}
    return {
        "title": args.title,
        "scenario": args.scenario,
        "command": " ".join(["python", *sys.argv]),
        "bot": args.bot,
        "leaves": args.leaves,
        "seconds_per_turn": args.seconds,
        "matches": n,
        "draws": sum(r[0] == 0.5 for r in results),
        "crack": round(points / n, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "seconds_per_decision": pace,
        "simulations_per_decision": round(sum(r[3] for r in results) / n, 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--scenario")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="number of the first match: to go on with a run that was stopped")
    parser.add_argument("--seconds", type=float, default=2.0, help="for a whole turn of crack")
    parser.add_argument("--bot", choices=("mcts", "ismcts"), default="mcts")
    parser.add_argument("--leaves", choices=tuple(EXPLORE), default="rollouts")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        in_own_environment()
    from bivouac.lab.simulate import interval

    results = []
    with ProcessPoolExecutor(args.jobs) as pool:
        jobs = [
            pool.submit(play, (args.title, args.scenario, args.seconds, args.bot, args.leaves, args.first + n)) for n in range(args.matches)
        ]
        for job in as_completed(jobs):
            results.append(job.result())
            record = summary(args, results, interval)
            print(f"\r{record['matches']} matches, crack {100 * record['crack']:.1f} %", end="", file=sys.stderr, flush=True)
            if args.json:
                args.json.write_text(json.dumps(record, indent=1) + "\n")
    print(json.dumps(record, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
