"""What a match hands out can be altered by anybody: the match stays as it was. `make test-long` makes 10,000 calls in the five titles."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator
from enum import Enum
from random import Random
from typing import Any

import msgspec
import pytest

from bivouac import Match
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State, dump
from bivouac.core.text import Facts, Name
from bivouac.core.title import Scenario, Title
from bivouac.match import Illegal, View

CALLS = int(os.environ.get("BIVOUAC_CALLS", "60"))  # of each title
A_MATCH = 40  # calls between two answers, at the most
CHANGE = {"submit", "submit_all", "settle", "play", "undo", "concede", "give_nonce", "give_nonces", "fresh_dice", "take", "stand", "know"}
MAKE = {"new", "standing", "load", "resume"}
RECORD = {"dice", "nonces", "was", "joined", "settled", "undone", "moved", "conceded"}  # of the keeper of a match
EYES = (*SIDES, None)


def calls(match: Match, rng: Random) -> dict[str, Any]:
    """Every public way to ask a match for something, by its name."""
    number, side, eyes = rng.randrange(match.serial + 1), rng.choice(SIDES), rng.choice(EYES)
    answer, last = rng.choice(match.state.options or (0,)), match.serial - 1
    thing = next((c.targets[0] for c in match.choices() if c.targets), "")
    return {
        "all_events_of": lambda: match.all_events_of(last),
        "answers": lambda: match.answers,
        "at": lambda: match.at(number),
        "awaited": lambda: match.awaited,
        "branch": lambda: match.branch(number),
        "check_dice": match.check_dice,
        "choices": match.choices,
        "commitment": lambda: match.commitment,
        "dice_report": match.dice_report,
        "earliest": lambda: match.earliest,
        "entry": lambda: match.entry(last) if match.serial else None,
        "events": lambda: match.events(eyes),
        "events_of": lambda: match.events_of(last, eyes),
        "floor": lambda: match.floor,
        "notes": match.notes,
        "options": lambda: match.options,
        "outcome": lambda: match.outcome,
        "outcome_record": match.outcome_record,
        "question": lambda: match.question,
        "refusal": lambda: match.refusal(answer + rng.randrange(3)) if match.question else None,
        "refused": match.refused,
        "rolls": lambda: list(match.rolls()),
        "save": lambda: match.save(reveal=rng.random() < 0.5),
        "scenario": lambda: match.scenario,
        "sealed": match.sealed,
        "serial": lambda: match.serial,
        "sides": lambda: match.sides,
        "snapshot": match.snapshot,
        "snapshots": lambda: list(match.snapshots()),
        "state": lambda: match.state,
        "title": lambda: match.title,
        "undo_obstacle": lambda: match.undo_obstacle(side),
        "view": lambda: match.view(eyes),
        "why": lambda: match.why(Name.parse(thing)),
    }


def of_the_title(match: Match, rng: Random) -> dict[str, Any]:
    """What a bot asks the title about the position."""
    title, state, side = match.title, match.state, rng.choice(SIDES)
    thing = next((Name.parse(c.targets[0]) for c in match.choices() if c.targets), None)
    found = {
        "setup": lambda: title.setup(match.scenario, match.options),
        "scenario": lambda: title.scenario(match.scenario.id),
        "option_set": lambda: title.option_set(match.scenario, match.options),
        "title.view": lambda: title.view(state, side),
        "layout": lambda: title.table.layout(title.view(state, side)),
        "places": lambda: title.table.places(match.scenario),
        "charts": lambda: title.charts(state),
        "locale": lambda: title.locale("en"),
    }
    if state.stack:
        found |= {
            "title.question": lambda: title.question(state),
            "flow.options": lambda: title.flow.options(state),
            "flow.weights": lambda: title.flow.weights(state),
            "candidates": lambda: title.flow.candidates(state),
            "determinize": lambda: title.determinize(state, side, rng),
            "order": lambda: title.advice.order(state) if not title.flow.is_chance(state) else None,
            "features": lambda: title.advice.features(state, side),
            "meant": lambda: title.meant(state, thing) if thing is not None else None,
            "outlook": lambda: title.outlook(state, thing) if thing is not None else None,
        }
    if title.positions is not None:
        found["positions.read"] = lambda: title.positions.read(state)
        found["positions.slots"] = lambda: title.positions.slots(match.scenario)
    return found


# --- how it is altered ------------------------------------------------------------------------------------


def alter(value: Any, rng: Random, seen: set[int]) -> None:
    """Change whatever can be changed, through and through."""
    if id(value) in seen or value is None or isinstance(value, (int, str, float, bytes, Enum, type)) or callable(value):
        return
    seen.add(id(value))
    if isinstance(value, Match):
        alter_match(value, rng, seen)
        return
    if isinstance(value, View):
        alter_view(value, rng, seen)
    for part in list(parts(value)):
        alter(part, rng, seen)
    if isinstance(value, list):
        rng.shuffle(value)
        value.append(99)
        del value[: rng.randrange(len(value))]
    elif isinstance(value, dict):
        alter_dict(value)
    elif isinstance(value, set):
        value.add(99)
    elif not isinstance(value, Title):
        for name in public(value):
            try_to_set(value, name)


def alter_dict(value: dict[Any, Any]) -> None:
    try:
        value["altered"] = True
    except TypeError:  # it is frozen
        assert isinstance(value, Facts)
        return
    for key in list(value)[::2]:
        value[key] = 77


def parts(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple, set, frozenset)):
        yield from value
    elif isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, Title):
        yield from (value.scenarios, value.options, value.names, value.credits)
    elif isinstance(value, State):
        yield from (getattr(value, name) for name in (*type(value).SLOTS, "log") if name not in type(value).SHARED)
    elif isinstance(value, msgspec.Struct) or type(value).__module__.startswith(("bivouac", "toy")):
        yield from (getattr(value, name, None) for name in public(value))


def public(value: Any) -> list[str]:
    if isinstance(value, View):
        return ["facts", "title", "side"]
    if isinstance(value, Scenario):  # its data is the title's own, as its modules are
        return ["id", "source", "text", "name", "base", "settings"]
    found = [*getattr(value, "__dict__", ()), *(name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()))]
    return [name for name in found if not name.startswith("_")]


def try_to_set(value: Any, name: str) -> None:
    try:
        setattr(value, name, None)
    except (AttributeError, TypeError):  # it is frozen
        return


def alter_view(view: View, rng: Random, seen: set[int]) -> None:
    if view.side is not None:
        for world in (view.sample(rng), view.likely(rng)):
            alter(world, rng, seen)


def alter_match(copy: Match, rng: Random, seen: set[int]) -> None:
    """Play a copy on, take back, and change all that it has."""
    if copy.question is not None and copy.question.side != Side.CHANCE:
        copy.submit(rng.choice(copy.question.options))
        with_a_question = copy.question
        if with_a_question is not None and with_a_question.side != Side.CHANCE:
            copy.undo(with_a_question.side.other if copy.undo_obstacle(with_a_question.side) else with_a_question.side, granted=True)
    copy.fresh_dice()
    for name in ("joined", "settled", "undone", "moved"):
        alter(getattr(copy, name), rng, seen)
    for span in copy.dice.spans:
        span.start, span.seed = 5, None
    copy.dice.spans.clear()


# --- what must hold ---------------------------------------------------------------------------------------


def looks(match: Match) -> list[str]:
    """All that anybody can see of a match, written down, so that it shares nothing with the match."""
    title, state, question = match.title, match.state, match.question
    asked = None if question is None else (repr(question), question.prompt, question.weights)
    tables = [title.table.layout(title.view(state, eyes)) for eyes in EYES]
    record = [match.answers, match.sides, sorted(match.joined), match.options, match.scenario.id, match.commitment]
    worlds = [dump(title.determinize(state, side, Random(1))) for side in SIDES]
    told = [match.choices(), match.refused(), [match.events(eyes) for eyes in EYES], match.notes()]
    kept = [(number, dump(position)) for number, position in match.snapshots()]
    return [*map(repr, (dump(state), asked, tables, record, worlds, told, kept, match.save(reveal=True)))]


def test_a_match_is_as_it_was_whatever_is_done_to_what_it_handed_out(title):
    rng, done = Random(f"{title.id} altered"), 0
    while done < CALLS:
        match = Match.new(title, scenario=rng.choice(list(title.scenarios)), seed=rng.randrange(1000))
        twin = Match.load(match.save(reveal=True))
        while match.question is not None and done < CALLS:
            for _ in range(rng.randrange(A_MATCH)):
                if match.question is None:
                    break
                answer = rng.choice(match.question.options)
                match.submit(answer)
                twin.submit(answer)
            before, asked = looks(match), []
            for _ in range(1 + rng.randrange(12)):
                name, call = rng.choice([*calls(match, rng).items(), *of_the_title(match, rng).items()])
                alter(call(), rng, set())
                asked.append(name)
            done += len(asked)
            assert looks(match) == before, f"one of these hands out something of the match itself: {asked}"
        while match.question is not None and twin.question is not None and rng.random() < 0.98:
            answer = rng.choice(match.question.options)
            match.submit(answer)
            twin.submit(answer)
        assert looks(match)[:-1] == looks(twin)[:-1], "it goes on as if nobody had touched anything"


def test_every_public_name_of_a_match_is_tried():
    match = Match.new("pickets", seed=1)
    public_names = {name for name, _ in inspect.getmembers(Match) if not name.startswith("_")} | {n for n in vars(match) if n[0] != "_"}
    assert public_names == set(calls(match, Random(1))) | CHANGE | MAKE | RECORD


def test_what_was_refused_stays_refused_when_it_is_added_to_the_options(title):
    """By whatever way somebody tries to add it."""
    rng, tried = Random(7), 0
    match = Match.new(title, seed=7)
    while tried < 10 and match.question is not None:
        question = match.question
        refused = [choice.answer for choice, _ in match.refused()] or [max(question.options) + 1]
        if refused and question.side != Side.CHANCE:
            answer, tried = rng.choice(refused), tried + 1
            assert isinstance(question.options, tuple) and isinstance(match.state.options, tuple)
            question.options = (*question.options, answer)
            match.state.options = question.options
            before = dump(match.state)
            with pytest.raises(Illegal):
                match.submit(answer)
            assert dump(match.state) == before and answer not in match.question.options
        match.submit(rng.choice(match.question.options))
    assert tried


def test_options_and_weights_are_tuples_of_ints_at_every_question(title, scenario):
    rng, state = Random(8), title.setup(scenario)
    for _ in range(400):
        if not state.stack:
            break
        question = title.question(state)
        assert type(state.options) is type(question.options) is type(title.flow.options(state)) is tuple
        assert question.weights is None or type(question.weights) is tuple
        assert question.options == state.options == title.flow.options(state)
        title.play(state, rng.choices(state.options, title.flow.weights(state))[0])


def test_an_option_taken_from_the_list_of_a_position_is_missed_by_no_other(title):
    state = title.setup()
    child = state.clone()
    with pytest.raises(AttributeError):
        state.options.pop()
    with pytest.raises(TypeError):
        Random(1).shuffle(state.options)
    assert child.options == state.options == title.flow.options(state)
