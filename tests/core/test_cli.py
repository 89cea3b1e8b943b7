"""The command line: JSON and nothing else on standard output, helpful errors, exit codes."""

from __future__ import annotations

import json
import sys

import pytest
from typer.testing import CliRunner

import bivouac
from bivouac import Match
from bivouac.cli import app
from bivouac.core.build import build
from bivouac.match import format_save
from bivouac.match.save import checksum

runner = CliRunner()


def run(*args, code=0):
    result = runner.invoke(app, ["--lang", "en", *args])
    assert result.exit_code == code, result.output
    return result


def test_titles_as_json():
    for row in json.loads(run("titles", "--json").stdout):
        assert {"title", "name", "scenarios", "options", "clauses"} <= set(row) and row["clauses"]["total"] > 0


def test_rules_by_number_and_by_chapter():
    row = json.loads(run("rules", "pickets", "3c", "--json").stdout)
    assert [r["id"] for r in row] == ["TOY-3c"]
    assert len(json.loads(run("rules", "pickets", "3", "--json").stdout)) == 4
    assert "TOY-4a" in run("rules", "pickets").stdout


def test_mistyped_names_get_suggestions():
    assert "pickets" in run("rules", "picket", code=2).stderr
    assert "Did you mean TOY-3" in run("rules", "pickets", "3x", code=2).stderr
    assert "ring" in run("simulate", "pickets", "--scenario", "rong", code=2).stderr
    assert "long-guns" in run("simulate", "pickets", "--options", "long-gun", code=2).stderr
    assert "veteran" in run("simulate", "pickets", "--union", "veterna", code=2).stderr


def test_simulate_is_repeatable_and_adds_up():
    args = ("simulate", "pickets", "--matches", "30", "--seed", "7", "--json")
    one, two = json.loads(run(*args).stdout), json.loads(run(*args).stdout)
    assert one["wins"] == two["wins"] and sum(one["wins"].values()) == 30 == sum(one["endings"].values())
    assert set(one) >= {"title", "scenario", "matches", "wins", "answers", "seconds", "endings"}
    told = run("simulate", "pickets", "--matches", "5", "--union", "veteran").stdout
    assert "95 %" in told and any(words in told for words in ("has reached its secret post", "eliminated the enemy", "Time is up"))


def test_replay_says_whether_a_save_is_whole(tmp_path):
    match = Match.new("pickets", seed=2)
    while match.question:
        match.submit(match.question.options[0])
    file = tmp_path / "m.json"
    file.write_text(format_save(match.save()), "utf-8")
    assert json.loads(run("replay", str(file), "--json").stdout)["ok"] is True
    assert "replays" in run("replay", str(file), "--log").stdout
    file.write_text(format_save(match.save()).replace(match.save()["checksum"], "0"), "utf-8")
    assert json.loads(run("replay", str(file), "--json", code=1).stdout)["ok"] is False
    run("replay", str(tmp_path / "none.json"), code=2)


def test_board_is_written(tmp_path):
    file = tmp_path / "b.svg"
    run("board", "pickets", "-o", str(file))
    assert "data-token" in file.read_text("utf-8")
    run("board", "pickets", "--bare", "-o", str(file), "--json")
    assert "data-token" not in file.read_text("utf-8")


def test_check_and_bench():
    assert json.loads(run("check", "pickets", "--json").stdout)["problems"] == []
    hands = json.loads(run("bench", "pickets", "--handling", "--matches", "1", "--json").stdout)[0]
    assert list(hands) == ["title", "scenario", "answers_per_turn", "gestures_per_turn", "gestures_p90", "choiceless"]
    assert 0 < hands["gestures_per_turn"] <= hands["answers_per_turn"]
    found = json.loads(run("bench", "pickets", "--seconds", "0.1", "--json").stdout)[0]
    measured = ("answers_per_second", "simulate_answers_per_second", "script_answers_per_second", "clone_microseconds")
    assert found["build"] == build() and all(found[key] > 0 for key in measured)


OTHER_RULES = {
    "en": "played under version 0 of the rules; this program has version 1",
    "it": "giocata con la versione 0 delle regole; questo programma ha la versione 1",
}


@pytest.mark.parametrize(("language", "words"), OTHER_RULES.items())
def test_replay_says_which_rules_it_was_and_which_they_are(tmp_path, language, words):
    match = Match.new("pickets", seed=2)
    match.concede(match.question.side)
    save = {**match.save(), "rules": 0}
    save["checksum"] = checksum(save)
    file = tmp_path / "old.json"
    file.write_text(format_save(save), "utf-8")
    said = runner.invoke(app, ["--lang", language, "replay", str(file)])
    assert said.exit_code == 0 and words in said.stdout and "CHANGELOG.md" in said.stdout
    told = json.loads(run("replay", str(file), "--json").stdout)
    assert told["rules"] == {"was": 0, "now": 1} and told["outcome"]["ending"] == "conceded"
    save["answers"] = [77, *save["answers"][1:]]
    save["chance"] = save["chance"][1:]
    save["checksum"] = checksum(save)
    file.write_text(format_save(save), "utf-8")
    assert "keeps its end as it was played" in run("replay", str(file)).stdout


def test_a_small_ladder_ranks_and_is_repeatable(tmp_path):
    file = tmp_path / "ladder" / "l.json"
    args = ("ladder", "pickets", "--agents", "random,recruit,crack", "--matches", "20", "--seed", "4", "--json")
    one = json.loads(run(*args, "-o", str(file)).stdout)
    assert [p["matches"] for p in one["pairings"]] == [20, 20, 20]
    assert json.loads(file.read_text())["pairings"] == one["pairings"] == json.loads(run(*args).stdout)["pairings"]
    assert file.with_suffix(".svg").read_text().startswith("<svg")
    assert one["elo"]["crack"] > one["elo"]["random"]


def test_italian_is_spoken():
    result = runner.invoke(app, ["--lang", "it", "rules", "pickets", "3c"])
    assert "posto vicino" in result.stdout
    assert "Intendevi pickets" in runner.invoke(app, ["--lang", "it", "rules", "picket"]).stderr
    assert runner.invoke(app, ["--lang", "xx", "titles"]).exit_code == 2


@pytest.mark.parametrize("typed", ["nonsense\n1\n?\nu\n99\nq\n"])
def test_a_match_in_the_terminal_survives_nonsense_and_goes_on(tmp_path, typed):
    file = tmp_path / "t.json"
    result = runner.invoke(app, ["--lang", "en", "play", "pickets", "--csa", "human", "--save", str(file), "--seed", "3"], input=typed)
    assert result.exit_code == 0 and "not an answer" in result.stdout and file.exists()
    result = runner.invoke(app, ["--lang", "it", "play", "pickets", "--union", "random", "--csa", "crack", "--save", str(file)])
    assert result.exit_code == 0 and Match.load(file.read_text("utf-8")).outcome is not None


@pytest.mark.parametrize(("language", "words"), [("en", "cannot think for -1 seconds"), ("it", "non può pensare per -1 secondi")])
def test_the_computers_seconds_in_the_terminal(tmp_path, language, words):
    file = tmp_path / "t.json"
    seats = ["play", "pickets", "--union", "veteran", "--csa", "crack", "--save", str(file)]
    assert runner.invoke(app, ["--lang", language, *seats, "--seconds", "0.1"]).exit_code == 0 and file.exists()
    wrong = runner.invoke(app, ["--lang", language, *seats, "--seconds", "-1"])
    assert wrong.exit_code == 2 and words in wrong.stderr


@pytest.mark.parametrize(("language", "words"), [("en", "must be a number"), ("it", "dev'essere un numero")])
def test_a_wrong_setting_of_the_server_is_named(tmp_path, monkeypatch, language, words):
    monkeypatch.setenv("BIVOUAC_SECONDS", "soon")
    wrong = runner.invoke(app, ["--lang", language, "serve", "--port", "0", "--data", str(tmp_path)])
    assert wrong.exit_code == 2 and words in wrong.stderr and "BIVOUAC_SECONDS" in wrong.stderr


def test_the_version_is_told():
    assert run("--version").stdout.strip() == f"bivouac {bivouac.__version__} ({build()})"


def test_serving_without_the_server_extra_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "bivouac.server.run", None)
    assert "bivouac[server]" in run("serve", code=2).stderr
    assert "Si installa con" in runner.invoke(app, ["--lang", "it", "serve"]).stderr


def test_an_unknown_handicap_is_told_before_anybody_plays():
    said = runner.invoke(app, ["--lang", "en", "plans", "lincoln", "--handicaps", "nonsense", "--matches", "1"])
    assert said.exit_code == 2 and "no option nonsense" in said.stderr and "card-back-on-withdrawal" in said.stderr
