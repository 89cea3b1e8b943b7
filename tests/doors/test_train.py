"""The example that trains an agent: features, gradient and learning are sound; with BIVOUAC_LONG it trains until it beats `recruit`."""

from __future__ import annotations

import importlib.util
import os
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the extra `research` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `research` is not installed")

from bivouac.lab.simulate import Plan, simulate

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def train():
    spec = importlib.util.spec_from_file_location("train", ROOT / "examples" / "train.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["train"] = module  # as the laboratory finds it by `train:Trained`
    spec.loader.exec_module(module)
    yield module
    del sys.modules["train"]


@pytest.fixture(scope="module")
def some(train):
    """A network and two matches of it, one from each seat."""
    net = train.fresh_for("bull-run-1", np.random.default_rng(1))
    return net, [train.play((net, "bull-run-1", side, seed, "any")) for seed, side in enumerate(("union", "csa"))]


def test_every_option_is_seen_and_the_rewards_add_up(train, some):
    _, played = some
    for m in played:
        assert len(m["rows"]) == len(m["states"]) == len(m["chosen"]) == len(m["rewards"]) > 20
        assert all(np.isfinite(x).all() and 0 <= at < len(x) for x, at in zip(m["rows"], m["chosen"]))
        assert m["won"] in (0, 0.5, 1) and abs(sum(m["rewards"])) < 5


def test_the_gradient_is_that_of_the_aim(train):
    rng = np.random.default_rng(2)
    net = {k: v.astype(np.float64) for k, v in train.fresh(6, 3, rng).items()}
    net["p2"] = rng.standard_normal(train.HIDDEN) * 0.3
    sizes, x = np.array([3, 2, 4]), rng.standard_normal((9, 6))
    at, gain, starts = np.array([1, 0, 3]), np.array([0.7, -1.1, 0.4]), np.array([0, 3, 5])
    before = np.log(train.chances(train.score(net, "p", x)[0], starts)[starts + at]) + np.array([0.05, -0.03, 0.02])

    def aim(net):
        p = train.chances(train.score(net, "p", x)[0], starts)
        ratio = np.exp(np.log(p[starts + at]) - before)
        entropy = -np.add.reduceat(p * np.log(p), starts)
        return (np.minimum(ratio * gain, ratio.clip(1 - train.CLIP, 1 + train.CLIP) * gain) + train.ENTROPY * entropy).mean()

    found = train.slopes(net, x, sizes, at, before, gain)
    for name, place in (("p1", (2, 5)), ("p0", (7,)), ("p2", (11,))):
        up, down = ({k: v.copy() for k, v in net.items()} for _ in range(2))
        up[name][place] += 1e-5
        down[name][place] -= 1e-5
        assert found[name][place] == pytest.approx((aim(up) - aim(down)) / 2e-5, rel=1e-3, abs=1e-7)


def test_what_went_well_becomes_likelier(train, some):
    net, played = some
    better = {k: v.copy() for k, v in net.items()}
    train.improve(better, train.Adam(better), played, np.random.default_rng(3))
    gain, _ = train.advantages(net, played)
    rows, chosen, odds = ([x for m in played for x in m[k]] for k in ("rows", "chosen", "odds"))
    after = [np.log(train.chances(train.score(better, "p", x)[0], np.array([0]))[at]) for x, at in zip(rows, chosen)]
    assert np.corrcoef(np.array(after) - np.array(odds), gain)[0, 1] > 0.1


def test_what_was_learned_plays_in_the_laboratory(train, some, tmp_path, monkeypatch):
    monkeypatch.setattr(train, "FILE", tmp_path / "trained.npz")
    np.savez(train.FILE, **some[0])
    plan = Plan("hold-the-line", "bull-run-1", None, (), ("train:Trained", "recruit"), "1")
    assert simulate(plan, 1).matches == 1
    assert train.Trained(Random(1)).name == "trained"


def test_a_short_training_keeps_time(train):
    with ThreadPoolExecutor(1) as executor:
        net, share = train.train(executor, "bull-run-1", minutes=0, lessons=2)
    assert net["p1"].shape[1] == train.HIDDEN and share == 0


@pytest.mark.skipif(not os.environ.get("BIVOUAC_LONG"), reason="takes minutes: BIVOUAC_LONG=1")
def test_it_learns_to_beat_recruit(train, tmp_path, monkeypatch):
    monkeypatch.setattr(train, "FILE", tmp_path / "trained.npz")
    with ProcessPoolExecutor(2) as executor:
        _, share = train.train(executor, "bull-run-1", minutes=30)
    assert share > 0.5
