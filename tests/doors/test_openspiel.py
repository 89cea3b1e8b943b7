"""The door for OpenSpiel: its own random simulation, its searches, copies, snapshots and information states."""

from __future__ import annotations

import numpy as np
import pytest

from bivouac import titles

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


def test_openspiel_s_mcts_plays(game):
    from open_spiel.python.algorithms import mcts

    rng = np.random.RandomState(3)
    state = walked(game, 40)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    class Even:
        def evaluate(self, state):
            return np.zeros(2)

        def prior(self, state):
            return (
                [(a, 1 / len(state.legal_actions())) for a in state.legal_actions()]
                if not state.is_chance_node()
                else state.chance_outcomes()
            )

    bot = mcts.MCTSBot(game, 1.4, 40, Even(), random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_openspiel_s_ismcts_plays():
    from open_spiel.python.algorithms import ismcts, mcts

    openspiel.register()
    game = pyspiel.load_game("bivouac_lincoln")
    state = walked(game, 30)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    rng = np.random.RandomState(4)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 6, random_state=rng)
    assert bot.step(state) in state.legal_actions()


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
