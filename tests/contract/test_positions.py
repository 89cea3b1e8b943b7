"""Positions of players' own: read from any match, made again, changed at random; what the checker lets pass can be played."""

import os
from random import Random

import pytest

from bivouac import titles
from bivouac.core.data import BadData
from bivouac.core.position import format_position, mistakes_in, parse_position, position, standing, strange_in
from bivouac.i18n import LANGUAGES, catalogue, scenario_name
from bivouac.match import Match
from bivouac.titles import load
from kit import random_play

EDITS = int(os.environ.get("BIVOUAC_EDITS", "80"))
EDITED = [name for name in titles() if load(name).positions is not None]


def states_of(title, scenario, rng, steps):
    """Positions along a random match."""
    state = title.setup(scenario)
    for n in range(steps):
        if not state.stack:
            return
        weights = title.flow.weights(state)
        title.play(state, rng.choices(state.options, weights)[0] if weights else rng.choice(state.options))
        if n % 40 == 0 and state.stack:
            yield state


def made(title, scenario, values):
    """The state of these values, before anything is asked."""
    return title.positions.make(title.start(scenario, frozenset()), values)


def test_all_but_hold_the_line_have_positions():
    assert set(titles()) - set(EDITED) == {"hold-the-line"}


@pytest.mark.parametrize("name", EDITED)
def test_a_position_is_what_was_read(name):
    """From anywhere in a match: every slot has one of its values, and the state that is made has the same ones."""
    title, rng, good = load(name), Random(22), 0
    for scenario in title.scenarios.values():
        slots = {slot.id: slot for slot in title.positions.slots(scenario)}
        for state in states_of(title, scenario, rng, 500):
            values = title.positions.read(state)
            assert set(values) == set(slots) and all(value in slots[slot].values for slot, value in values.items())
            if mistakes_in(title, scenario, values):
                continue
            good += 1
            again = made(title, scenario, values)
            assert title.positions.read(again) == values
            title.flow.run(again)
            assert again.is_sound()
    assert good > 3


@pytest.mark.parametrize("name", EDITED)
def test_every_scenario_is_a_position_without_mistakes(name):
    title = load(name)
    for scenario in title.scenarios.values():
        values = standing(title, scenario)
        assert mistakes_in(title, scenario, values) == [] and strange_in(title, scenario, values) == []
        text = format_position(title, scenario, values)
        assert parse_position(title, text, "x") == (scenario, {})
        own = title.read_scenario(text, "x")
        for lang in LANGUAGES:
            assert scenario_name(title, scenario, lang) in scenario_name(title, own, lang)


@pytest.mark.parametrize("name", EDITED)
def test_everything_that_can_be_set_has_words(name):
    title = load(name)
    for lang in LANGUAGES:
        say = catalogue(lang, title).say
        lists = {id(slot.values): slot.values for slot in title.positions.slots(title.scenario(None))}
        assert all(say(slot.name) for slot in title.positions.slots(title.scenario(None)))
        assert all(say(words) for values in lists.values() for words in values.values())


@pytest.mark.parametrize("name", EDITED)
def test_whatever_is_set_is_refused_in_words_or_can_be_played(name):
    """Random edits: the file says the same as the values, and a position without mistakes is sound and is played to its end."""
    title, rng, played = load(name), Random(22), 0
    scenarios = list(title.scenarios.values())
    scenario, values, slots = scenarios[0], {}, []
    for number in range(EDITS):
        if number % 20 == 0:
            scenario = rng.choice(scenarios)
            slots = title.positions.slots(scenario)
            values = dict(standing(title, scenario))
        before = dict(values)
        for _ in range(rng.randint(1, 3)):
            slot = rng.choice(slots)
            values[slot.id] = rng.choice([*slot.values])
        text = format_position(title, scenario, values)
        base, settings = parse_position(title, text, "x")
        assert {**standing(title, base), **settings} == values
        wrong = mistakes_in(title, scenario, settings, text)
        if wrong:
            with pytest.raises(BadData) as caught:
                title.read_scenario(text, "x")
            assert [m.problem for m in caught.value.mistakes] == sorted_by_line(wrong)
            values = before if rng.random() < 0.9 else values
            continue
        played += 1
        state = title.setup(title.read_scenario(text, "x"))
        assert state.is_sound(), settings
        if played % 12 == 1:
            random_play(title, state, rng, 60_000)
            assert state.outcome is not None
    assert played > EDITS // 40


def sorted_by_line(wrong):
    return [m.problem for m in sorted(wrong, key=lambda m: m.line or 0)]


@pytest.mark.parametrize("name", EDITED)
def test_a_save_of_a_position_opens_and_stands_where_it_stood(name):
    title, rng = load(name), Random(3)
    scenario = title.scenario(None)
    for state in states_of(title, scenario, rng, 400):
        values = title.positions.read(state)
        if not mistakes_in(title, scenario, values):
            break
    match = Match.new(title, scenario=position(scenario, values, format_position(title, scenario, values)), seed=5)
    for _ in range(12):
        if match.question is not None:
            match.submit(rng.choice(match.state.options))
    again = Match.load(match.save(reveal=True))
    assert again.state.key()[1:] == match.state.key()[1:] or match.save()["snapshot"] == again.save()["snapshot"]
    assert again.scenario.base == scenario.id and again.check_dice() is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('position = "nowhere"', "there is no scenario nowhere"),
        ('position = "1862"\n[set]\n"piece:999" = "off"', "line 3: nothing here is called"),
        ('position = "1862"\n[set]\n"piece:1" = "box:999"', "line 3: `piece:1` cannot be box:999"),
        ('position = "1862"\n[set]\n"piece:1" = 7', "a text in quotes"),
        ('position = "1862"\nset = 3', "a table"),
        ('position = "1862"\n<script>', "this is not TOML"),
        ('position = "1862"\nx = 1', "there is no key `x`"),
        ('position = "1862"\n[set]\n"a" = ' + "[" * 100, "within one another"),
    ],
)
def test_hostile_files_are_refused_with_a_message(text, problem):
    with pytest.raises(BadData) as caught:
        load("house-divided").read_scenario(text, "mine.toml")
    told = [catalogue(lang).say(caught.value.text) for lang in LANGUAGES]
    assert problem in str(caught.value) or problem in told[0].replace("In mine.toml, ", ""), told
    assert told[0] != told[1]
