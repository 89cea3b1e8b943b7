"""The door for OpenSpiel: its own random simulation, its searches, copies, snapshots and information states."""

from __future__ import annotations

import numpy as np
import pytest

from bivouac import load, titles

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from bivouac import openspiel  # noqa: E402


@pytest.fixture(params=titles())
def game(request):
    openspiel.register()
    return pyspiel.load_game(openspiel.name_of(request.param))


def walked(game, steps, seed=1):
    """A state after so many random answers and dice."""
    rng, state = np.random.RandomState(seed), game.new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def test_openspiel_s_own_simulation(game):
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_copies_and_snapshots_go_their_own_way(game):
    state = walked(game, 60)
    copy = state.clone()
    again = game.deserialize_state(state.serialize())
    assert str(copy) == str(state) == str(again) and again.history() == state.history()
    for player in (0, 1):
        assert again.information_state_string(player) == state.information_state_string(player)
    before = str(state)
    copy.apply_action(copy.legal_actions()[0] if not copy.is_chance_node() else copy.chance_outcomes()[0][0])
    assert str(state) == before


def test_a_sampled_world_is_the_same_information_state(game):
    for steps in (20, 70, 150):
        state = walked(game, steps)
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        if state.is_terminal():
            continue
        player = state.current_player()
        world = state.resample_from_infostate(player, np.random.RandomState(2).rand)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.legal_actions() == state.legal_actions()


class Even:
    """An evaluator that thinks nothing of anything: what is tried out is the search, not its luck."""

    def evaluate(self, state):
        return np.zeros(2)

    def prior(self, state):
        if state.is_chance_node():
            return state.chance_outcomes()
        options = state.legal_actions()
        return [(a, 1 / len(options)) for a in options]


def at_a_decision(game, steps):
    state = walked(game, steps)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def test_openspiel_s_mcts_plays(game):
    from open_spiel.python.algorithms import mcts

    state = at_a_decision(game, 40)
    bot = mcts.MCTSBot(game, 1.4, 40, Even(), random_state=np.random.RandomState(3))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("title", [name for name in titles() if load(name).secrets])
def test_openspiel_s_ismcts_plays(title):
    """It takes only games with secrets."""
    from open_spiel.python.algorithms import ismcts

    openspiel.register()
    game = pyspiel.load_game(openspiel.name_of(title))
    state = at_a_decision(game, 30)
    bot = ismcts.ISMCTSBot(game, Even(), 1.4, 12, random_state=np.random.RandomState(4))
    assert bot.step(state) in state.legal_actions()


def test_openspiel_s_ismcts_rolls_out():
    from open_spiel.python.algorithms import ismcts, mcts

    openspiel.register()
    game = pyspiel.load_game("bivouac_lincoln")
    state, rng = at_a_decision(game, 30), np.random.RandomState(4)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 3, random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_openspiel_s_q_learner_learns(game):
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import tabular_qlearner

    env = rl_environment.Environment(game, observation_type=rl_environment.ObservationType.OBSERVATION)
    np.random.seed(6)  # the learner draws from numpy's own generator
    learners = [tabular_qlearner.QLearner(player, game.num_distinct_actions()) for player in (0, 1)]
    step = env.reset()
    for _ in range(40):
        if step.last():
            break
        player = step.observations["current_player"]
        chosen = learners[player].step(step).action
        assert chosen in step.observations["legal_actions"][player]
        step = env.step([chosen])
    assert all(len(learner._q_values) > 1 for learner in learners)


def test_an_environment_of_openspiel_s_learners(game):
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(game, observation_type=rl_environment.ObservationType.OBSERVATION)
    step = env.reset()
    rng = np.random.RandomState(5)
    for _ in range(50):
        if step.last():
            break
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == sum(place.stop - place.start for place, *_ in game.observer.planes.values())
        step = env.step([int(rng.choice(step.observations["legal_actions"][player]))])
