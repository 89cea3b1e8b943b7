"""The doors for learners: PettingZoo and Gymnasium accept every title, and a side sees and does what the rules say."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from bivouac import titles
from bivouac.core.ids import Side
from bivouac.core.title import BadSetup

gymnasium = pytest.importorskip("gymnasium", reason="the extra `research` is not installed")
pettingzoo = pytest.importorskip("pettingzoo", reason="the extra `research` is not installed")

from bivouac import gym  # noqa: E402


@pytest.fixture(params=titles())
def title(request):
    return request.param


def play(env, seed):
    """A random match through PettingZoo's loop: what was done, and what everybody got."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    got, done = dict.fromkeys(env.possible_agents, 0.0), []
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        got[agent] += reward
        action = None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"])))
        done.append(action)
        env.step(action)
    return done, got


def test_pettingzoo_s_own_test(title):
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(gym.aec(title), num_cycles=100)
        seed_test(lambda: gym.aec(title), num_cycles=40)


def test_a_match_between_two_agents(title):
    first, got = play(gym.aec(title), 3)
    again, _ = play(gym.aec(title), 3)
    assert first == again and sum(got.values()) == 0 and set(got.values()) <= {1.0, -1.0, 0.0}


def test_gymnasium_s_own_test(title):
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gym.solo(title, illegal="lose", opponent="random"), skip_render_check=True)


def test_one_side_against_a_computer(title):
    env = gym.solo(title, "csa", opponent="random")
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=5)
    over, reward = False, 0.0
    while not over:
        seen, reward, over, _, _ = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert reward in (1.0, -1.0, 0.0)


def test_an_illegal_action_raises_or_loses(title):
    env = gym.solo(title, opponent="random")
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(ValueError):
        env.step(wrong)
    env = gym.solo(title, opponent="random", illegal="lose")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})


def test_wrong_words_are_told_at_once():
    with pytest.raises(ValueError, match="raise"):
        gym.solo("lincoln", illegal="shrug")
    with pytest.raises(BadSetup):
        gym.solo("lincoln", opponent="nobody")


def test_gymnasium_s_registry_knows_every_title():
    gym.register()
    for name in titles():
        word = "".join(part.capitalize() for part in name.split("-"))
        (id,) = [id for id in gymnasium.registry if id.startswith(f"bivouac/{word}-v")]
    env = gymnasium.make(id, side="csa", opponent="random", disable_env_checker=True)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen) and env.unwrapped.table.asked == Side.CSA
