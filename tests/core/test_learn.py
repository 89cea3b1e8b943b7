"""Learned evaluations: the fit finds what is there, the file is strict, the command makes one."""

from __future__ import annotations

from math import exp
from random import Random

import msgspec
import pytest
from typer.testing import CliRunner

from bivouac.cli import app
from bivouac.core import learned
from bivouac.core.data import BadData, read, read_resource
from bivouac.core.learned import Judge, LearnedFile, Weights, read_judges
from bivouac.lab.learn import as_toml, collect, feature_names, fit
from bivouac.titles import load, register
from toy import TITLE

OURS = ("house-divided", "lincoln", "hold-the-line", "yankees-rebels", "gettysburg")


def matches_of(rng, bias, weights, n):
    """Matches of five positions each, won with the chance that the weights say."""
    for _ in range(n):
        rows = [tuple(rng.gauss(1, 2) for _ in weights) for _ in range(5)]
        for x in rows:
            total = bias + sum(w * v for w, v in zip(weights, x))
            yield [x], float(rng.random() < 1 / (1 + exp(-total)))


def test_the_fit_finds_the_weights_behind_the_results():
    found = fit(list(matches_of(Random(1), -0.5, (0.8, -0.4, 0.0), 1200)), "plain", ("a", "b", "c"))
    assert found.bias == pytest.approx(-0.5, abs=0.15)
    assert [found.of[name] for name in "abc"] == pytest.approx([0.8, -0.4, 0.0], abs=0.12)
    assert found.error < 0.8 * found.blind and found.examples == 6000


def test_weights_keep_to_the_signs_that_they_must_have():
    played = list(matches_of(Random(1), -0.5, (0.8, -0.4, 0.6), 1200))
    found = fit(played, "plain", ("a", "b", "c"), {"b": 1, "c": -1})
    assert found.of["b"] == found.of["c"] == 0.0 and found.of["a"] == pytest.approx(0.8, abs=0.2)


@pytest.mark.parametrize("title", OURS)
def test_what_a_title_has_learned_keeps_to_its_signs(title):
    file = read_resource(LearnedFile, f"bivouac.titles.{title.replace('-', '_')}", *learned.FILE)
    signs = load(title).advice.signs
    for weights in file.weights:
        assert signs and set(signs) <= set(weights.of)
        assert not [name for name, sign in signs.items() if weights.of[name] * sign < 0], weights.scenario


def test_a_feature_that_never_changes_does_no_harm():
    found = fit([([(1.0, float(i % 2))], float(i % 2)) for i in range(400)], "plain", ("one", "telling"))
    judge = Judge(found.bias, list(found.of.values()))
    assert judge.chance((1.0, 1.0)) > 0.9 > 0.1 > judge.chance((1.0, 0.0))


def test_a_file_says_how_it_was_made_and_reads_back_as_written():
    file = LearnedFile("bivouac learn pickets --matches 16 --seed 1", [Weights("plain", 9, 0.1, 0.25, 0.5, {"a": 1.5, "b": -2e-05})])
    assert read(LearnedFile, as_toml(file), "learned.toml") == file


def test_weights_for_other_features_are_refused(monkeypatch):
    file = LearnedFile("bivouac learn pickets", [Weights("plain", 9, 0.1, 0.25, 0.5, {"a": 1.5})])
    monkeypatch.setattr(learned, "read_resource", lambda *args: file)
    assert read_judges("somewhere", ("a",))["plain"].chance((0.0,)) == pytest.approx(0.6225, abs=1e-4)
    with pytest.raises(BadData, match=r"other features \(b\): run `bivouac learn pickets` again") as caught:
        read_judges("somewhere", ("a", "b"))
    assert "altre caratteristiche" in caught.value.problem.it


def test_lessons_are_the_same_for_the_same_seed():
    register(TITLE)
    scenario = next(iter(TITLE.scenarios))
    one, two = (collect(TITLE.id, scenario, 12, "5") for _ in range(2))
    assert one == two and len(one) == 12 and all(label in (0.0, 0.5, 1.0) for _, label in one)
    names = feature_names(TITLE.id, scenario)
    assert all(len(x) == len(names) for rows, _ in one for x in rows) and any(rows for rows, _ in one)


def test_the_command_writes_weights_and_tells_how_good_they_are(tmp_path):
    register(TITLE)
    file = tmp_path / "learned.toml"
    result = CliRunner().invoke(app, ["learn", TITLE.id, "--matches", "40", "--seed", "7", "-o", str(file)])
    assert result.exit_code == 0 and "error" in result.output
    made = read(LearnedFile, file.read_text("utf-8"), "learned.toml")
    assert made.command.startswith(f"bivouac learn {TITLE.id}") and made.command.endswith("--matches 40 --seed 7")
    assert set(made.weights[0].of) == set(feature_names(TITLE.id, made.weights[0].scenario))
    assert msgspec.structs.asdict(made.weights[0])["examples"] > 0


def test_an_unknown_scenario_is_told(tmp_path):
    register(TITLE)
    result = CliRunner().invoke(app, ["learn", TITLE.id, "--scenarios", "nowhere", "--matches", "16"])
    assert result.exit_code == 2 and "nowhere" in result.output
