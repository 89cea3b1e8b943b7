"""Files that players bring: read, checked and made ready to be stored, in a process that can be ended. See `players.Stranger`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bivouac.core.data import BadData, Mistake
from bivouac.core.text import Both, Text
from bivouac.core.title import BadSetup
from bivouac.lab.simulate import Plan, play_one
from bivouac.match import Match, MatchError
from bivouac.server import protocol
from bivouac.server.dice import our_seal
from bivouac.server.keeping import beginning_of
from bivouac.server.seats import Line, Seating, expected
from bivouac.server.store import Beginning
from bivouac.server.words import speaker
from bivouac.titles import load


@dataclass(frozen=True)
class Wrong:
    """What is wrong with a file, and in whose words: a title's, or the house's."""

    text: Text
    title: str | None


def read_save(save: str, seating: Seating, secret: bytes) -> Beginning | Wrong:
    """A match to go on with: every answer in it is checked again, and from here on the dice are new."""
    try:
        match = Match.load(save, nonces=expected(seating.seats), brought=True, trust=our_seal(secret))
    except MatchError as e:
        return Wrong(e.text, None)
    return beginning_of(match, seating)


def read_study(save: str, at: int | None, then: list[int], seating: Seating, secret: bytes) -> Beginning | Wrong:
    """An analysis of a match from its save: it begins after `at` answers (all of them: None), unless the study says where it began, and
    stands where the answers `then` lead to. What was played on from there is its first variation."""
    study = seating.seats[0].study
    assert study is not None
    try:
        played = Match.load(save, brought=True, trust=our_seal(secret))
        match = played.branch(len(played.answers) if at is None else at)
        if study.base < 0:
            study.base = len(match.answers)
            study.lines = [Line("", list(played.answers[study.base :]))]
        match.take(then)
    except MatchError as e:
        return Wrong(e.text, None)
    return beginning_of(match, seating)


def read_scenario(title_id: str, text: str, options: list[str], seating: Seating, *, check: bool) -> Beginning | Wrong | None:
    """A match of a player's own scenario; with `check` nothing but what is wrong with it."""
    title = load(title_id)
    if title.read_scenario is None:
        return Wrong(Text("errors.no_scenario_file", {"title": title.id}), None)
    try:
        scenario = title.scenario(title.read_scenario(text, "scenario"))
        match = Match.new(title, scenario=scenario, options=options, nonces=expected(seating.seats))
    except BadData as e:
        return Wrong(e.text, None)
    except BadSetup as e:
        return Wrong(e.text, title_id)
    return None if check else beginning_of(match, seating)


def look_at(title_id: str, battle: str | Mapping[str, object], language: str) -> protocol.Seen:
    """What is wrong with a battle that somebody is making, what is strange, and what it looks like so far."""
    title = load(title_id)
    assert title.workshop is not None
    seen = title.workshop.look(battle, "scenario", speaker(title, language))
    wrong, strange = remarks(seen.mistakes, language), remarks(seen.warnings, language)
    return protocol.Seen(wrong, strange, seen.text, dict(seen.values), seen.ground)


def remarks(found: Iterable[Mistake], language: str) -> list[protocol.Remark]:
    return [protocol.Remark(m.problem.in_language(language), m.line, list(m.path), list(m.at)) for m in found]


def words_of(title_id: str, text: str) -> tuple[Both, Both] | Wrong:
    """The name of a battle that can be played, and what its maker says about it."""
    title = load(title_id)
    assert title.read_scenario is not None and title.workshop is not None
    try:
        scenario = title.read_scenario(text, "scenario")
    except BadData as e:
        return Wrong(e.text, None)
    values = title.workshop.look(text, "scenario", speaker(title, "en")).values
    return scenario.name or Both(scenario.id, scenario.id), Both(**values["known"])


def try_out(title_id: str, text: str, seed: str) -> tuple[int | None, str, int, int] | Wrong:
    """A match between two veterans: who won, by which ending, after how many answers and turns."""
    workshop, plan = load(title_id).workshop, Plan(title_id, None, text, (), ("veteran", "veteran"), seed)
    assert workshop is not None
    try:
        bout = play_one(plan, 0)
    except BadData as e:
        return Wrong(e.text, None)
    winner = bout.outcome.winner
    return None if winner is None else int(winner), bout.outcome.ending, bout.answers, workshop.turns(bout.state)
