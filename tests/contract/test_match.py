"""Matches: replay, saves, undo, checked dice, bad input."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from bivouac import Match
from bivouac.cli import app
from bivouac.core.ids import Side
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.match import CannotUndo, Illegal, Malformed, NotAsked, Stale, format_save
from bivouac.match.save import parse_save
from kit import checksum

SAVES = Path(__file__).resolve().parents[1] / "saves"


def played(title, scenario, seed, limit=4000):
    rng = Random(seed)
    match = Match.new(title, scenario=scenario, seed=seed)
    while match.question and len(match.answers) < limit:
        match.submit(rng.choice(match.question.options), side=match.question.side, serial=match.question.serial)
    return match


def test_a_save_replays_to_the_same_match(title, scenario):
    match = played(title, scenario, 11, 1500)
    text = format_save(match.save())
    again = Match.load(text)
    assert again.answers == match.answers and again.outcome == match.outcome
    assert checksum(again.state) == checksum(match.state)
    assert again.check_dice() is None
    for language in LANGUAGES:
        c = catalogue(language, title)
        for side in (None, Side.UNION, Side.CSA):
            logs = [[c.say(e.text) for e in one.events(side) if not e.kind.effect] for one in (again, match)]
            assert logs[0] == logs[1]


def test_events_cite_clauses_that_exist(title, scenario):
    match = played(title, scenario, 12, 1500)
    for event in match.events(Side.UNION) + match.events(Side.CSA):
        assert event.kind.rule in title.rulebook, event


def test_resume_from_a_snapshot_is_the_same_match(title, scenario):
    match = played(title, scenario, 13, 300)
    snapshot = match.at(150).snapshot()
    resumed = Match.resume(parse_save(match.save(reveal=True)).save, snapshot)
    assert checksum(resumed.state) == checksum(match.state)
    assert resumed.answers == match.answers


def test_undo_gives_the_position_before(title, scenario):
    rng = Random(14)
    match = Match.new(title, scenario=scenario, seed=14)
    undone = refused = 0
    for _ in range(300):
        question = match.question
        if question is None:
            break
        before, n = checksum(match.state), len(match.answers)
        match.submit(rng.choice(question.options), side=question.side, serial=question.serial)
        obstacle = match.undo_obstacle(question.side)
        if obstacle is None and (undone == 0 or rng.random() < 0.5):
            match.undo(question.side)
            assert checksum(match.state) == before and len(match.answers) == n
            undone += 1
        elif obstacle is not None:
            assert (
                match.outcome or Side.CHANCE in match.sides[n + 1 :] or any(e.kind.reveals for e in match.events_of(n, None) + match._log)
            )
            with pytest.raises(CannotUndo):
                match.undo(question.side)
            refused += 1
    assert undone > 0


def test_bad_answers_are_told_apart_and_change_nothing(title, scenario):
    match = Match.new(title, scenario=scenario, seed=15)
    question = match.question
    before = checksum(match.state)
    with pytest.raises(Malformed):
        match.submit("forward!")
    with pytest.raises(Malformed):
        match.submit(True)
    with pytest.raises(NotAsked):
        match.submit(question.options[0], side=question.side.other)
    with pytest.raises(Stale):
        match.submit(question.options[0], side=question.side, serial=question.serial + 1)
    with pytest.raises(Illegal) as caught:
        match.submit(max(question.options) + 12345, side=question.side)
    assert caught.value.refusal.rule in title.rulebook
    assert checksum(match.state) == before


def test_a_side_can_give_up_and_the_save_knows_it(title, scenario):
    match = Match.new(title, scenario=scenario, seed=16)
    if title.concession is not None:
        return
    match.concede(Side.UNION)
    assert match.outcome.winner == Side.CSA and match.question is None
    again = Match.load(format_save(match.save()))
    assert again.outcome == match.outcome


@pytest.mark.parametrize("file", sorted(SAVES.glob("*/*/*.json")), ids=lambda f: str(f.relative_to(SAVES)))
def test_saves_of_every_version_open_and_say_what_became_of_them(file):
    said = CliRunner().invoke(app, ["--lang", "en", "replay", str(file), "--json"])
    assert said.exit_code == 0, said.output
    told, save = json.loads(said.stdout), json.loads(file.read_text("utf-8"))
    assert told["rules"]["was"] == save["rules"]
    if save["outcome"] is not None:
        assert told["outcome"]["winner"] == save["outcome"]["winner"]
    elif not told["notes"]:
        assert told["answers"] >= len(save["answers"]) and told["outcome"] is None
