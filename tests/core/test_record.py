"""Matches as data: what is written down is what was played, and pandas, polars and DuckDB read it."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bivouac import Match, load, titles
from bivouac.cli import app
from bivouac.core.ids import Side
from bivouac.lab.parquet import About, Choices
from bivouac.lab.record import Move, Order, Record, record_one
from bivouac.lab.simulate import Plan, end_of_one

ROOT = Path(__file__).resolve().parents[2]
SHORT = {"house-divided": "1861-short", "yankees-rebels": "july-3"}


@pytest.mark.parametrize("title", titles())
@pytest.mark.parametrize("agent", ["random", "veteran"])
def test_a_watched_match_is_the_same_and_its_losses_are_on_the_board(title, agent):
    if agent == "random" and title != "lincoln":
        pytest.skip("one title is enough to show that random players draw alike")
    plan = Plan(title, SHORT.get(title), None, (), (agent, agent), "watch")
    record = next(r for number in range(9) if (r := record_one(Order(plan, number, with_moves=True))).fallen)  # a match with losses
    assert (record.winner, record.ending, record.answers) == end_of_one((plan, record.number))
    state = load(title).setup(plan.scenario)
    for move in record.moves:
        assert move.answer in state.options
        load(title).play(state, move.answer)
    assert state.outcome is not None and state.outcome.rule == record.rule
    places = {place.id for place in load(title).table.places(load(title).scenario(plan.scenario))}
    assert {place for _, place in record.fallen} <= places
    assert record.battles and all(b.place and b.attacker in (0, 1) for b in record.battles)
    assert sum(sum(b.lost) for b in record.battles) <= len(record.fallen)
    assert all(0 <= t.chance <= 1 for t in record.turns) and len(record.turns) > 3
    assert [who for who, *_ in record.opening].count(Side.UNION) == 3


def test_parquet_is_read_by_everybody(tmp_path):
    pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
    pandas, polars, duckdb = (pytest.importorskip(name) for name in ("pandas", "polars", "duckdb"))
    file = tmp_path / "matches.parquet"
    asked = ["--lang", "en", "simulate", "lincoln", "--union", "veteran", "--csa", "random", "--matches", "3", "--json"]
    plain, kept = (CliRunner().invoke(app, [*asked, *more]) for more in ((), ("-o", str(file))))
    assert kept.exit_code == 0, kept.output
    told = json.loads(kept.stdout)
    assert {**told, "seconds": 0} == {**json.loads(plain.stdout), "seconds": 0}
    frame = pandas.read_parquet(file)
    assert list(frame["winner"]).count("union") == told["wins"]["union"] and frame["answers"].sum() == told["answers"]
    assert polars.read_parquet(file)["answers"].sum() == told["answers"]
    folder = str(file).removesuffix(".parquet")
    asked = (
        f"select count(*), count(distinct name) from '{folder}.answers.parquet' join '{folder}.choices.parquet' using (choice) "
        f"join '{folder}.parquet' using (match)"
    )
    rows, names = duckdb.sql(asked).fetchall()[0]
    assert rows == told["answers"] and names > 20
    assert duckdb.sql(f"select count(*) from '{folder}.battles.parquet'").fetchall()[0][0] == frame["battles"].sum()
    assert polars.read_parquet(f"{folder}.turns.parquet")["chance"].is_between(0, 1).all()
    answers = [read(f"{folder}.answers.parquet")["choice"].sum() for read in (pandas.read_parquet, polars.read_parquet)]
    assert answers == [duckdb.sql(f"select sum(choice) from '{folder}.answers.parquet'").fetchall()[0][0]] * 2


def test_every_choice_has_a_number_of_its_own(monkeypatch):
    """Also where the choices of one kind fill more than a block."""
    monkeypatch.setattr("bivouac.lab.parquet.BLOCK", 2)
    about = About("pickets", "ring", "", "1", "random", "random")
    moves = [Move(side, "box", answer, "name") for answer in (3, 4, 5, 4) for side in (0, 1)]
    record = Record(7, "union", "TOY-1", "end", len(moves), ("", ""), [], [], [], [], moves)
    choices = Choices()
    numbers = [choice for match, _, choice in choices.answers([(about, record)]) if match == 7]
    known = {number: choice for number, *choice in choices.rows()}
    assert [known[n] for n in numbers] == [["pickets", ("union", "csa")[m.side], "box", m.answer, "name"] for m in moves]
    assert len(known) == 6 and len({n // 2 for n in numbers[:4]}) == 2, "the first two of each side are of one block"
    assert {numbers[2], numbers[3]} == {0, 2}, "what was chosen most often comes first"


def test_saves_are_exported_and_what_is_none_is_named(tmp_path):
    pandas = pytest.importorskip("pandas", reason="the extra `data` is not installed")
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "a.json").write_text(json.dumps(Match.new("pickets", seed=1).save()))
    (tmp_path / "saves" / "b.json").write_text("{}")
    file = tmp_path / "x.parquet"
    result = CliRunner().invoke(app, ["--lang", "en", "export", str(tmp_path / "saves"), "-o", str(file)])
    assert result.exit_code == 0 and "b.json is left out" in result.output and "Matches exported: 1" in result.output
    assert list(pandas.read_parquet(file)["title"]) == ["pickets"]
    (tmp_path / "saves" / "a.json").unlink()
    assert CliRunner().invoke(app, ["--lang", "it", "export", str(tmp_path / "saves"), "-o", str(file)]).exit_code == 2


@pytest.mark.parametrize("command", [("simulate", "lincoln"), ("export", "saves")])
def test_data_in_another_format_are_refused_before_anybody_plays(tmp_path, monkeypatch, command):
    monkeypatch.setattr("bivouac.lab.crew.Crew.each", None)
    result = CliRunner().invoke(app, ["--lang", "en", *command, "-o", str(tmp_path / "matches.csv")])
    assert result.exit_code == 2 and "Parquet" in result.output and not list(tmp_path.iterdir()), result.output


def test_the_notebook_answers_its_questions(tmp_path, monkeypatch):
    pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
    pytest.importorskip("duckdb")
    asked = ["simulate", "house-divided", "--scenario", "1861-short", "--union", "veteran", "--csa", "veteran", "--matches", "4"]
    assert CliRunner().invoke(app, [*asked, "-o", str(tmp_path / "m.parquet")]).exit_code == 0
    monkeypatch.setenv("MATCHES", str(tmp_path / "m.parquet"))
    spec = importlib.util.spec_from_file_location("notebook", ROOT / "tools" / "notebook.py")
    notebook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(notebook)
    cells = [cell for cell in notebook.run(ROOT / "examples" / "matches.ipynb")["cells"] if cell["cell_type"] == "code"]
    said = ["".join(cell["outputs"][0]["text"]) for cell in cells]
    assert "house-divided" in said[0] and "veteran" in said[0] and all(text.count("\n") >= 2 for text in said)
