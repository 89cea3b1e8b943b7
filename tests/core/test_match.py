"""Matches, saves and fair dice, with the example title."""

from __future__ import annotations

import hashlib
import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bivouac import Match, Side
from bivouac.core.chance import draw
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.match import BadSave, CannotUndo, NotAsked, format_save
from bivouac.match.match import checksum


def finished(seed=5):
    rng, match = Random(seed), Match.new("pickets", seed=seed)
    while match.question:
        match.submit(rng.choice(match.question.options))
    return match


def problem(text):
    with pytest.raises(BadSave) as caught:
        Match.load(text)
    for language in LANGUAGES:
        assert catalogue(language).say(caught.value.text)
    return caught.value.text


def problem_or_none(save):
    """None where the save loads: a changed secret post may leave everything else possible."""
    try:
        Match.load(save)
    except BadSave as e:
        return e.text
    return None


def test_the_seed_is_promised_at_once_and_opened_at_the_end():
    match = Match.new("pickets", seed=3)
    save = match.save()
    assert save["dice"][0]["seed"] is None and save["dice"][0]["commit"] == match.commitment
    done = finished().save()
    assert hashlib.sha256(bytes.fromhex(done["dice"][0]["seed"])).hexdigest() == done["dice"][0]["commit"]


def test_anyone_can_check_the_dice_with_sha256_alone():
    save = finished().save()
    seed = bytes.fromhex(save["dice"][0]["seed"])
    first = int.from_bytes(hashlib.sha256(seed + b":0").digest(), "big") % 10
    assert save["chance"][0] == [0, 1, 1, 2, 2, 3, 4, 4, 5, 5][first]


@given(st.binary(min_size=1, max_size=40), st.integers(0, 5000), st.lists(st.integers(1, 9), min_size=1, max_size=9))
def test_draws_stay_within_their_weights(seed, number, weights):
    assert draw(seed, number, range(len(weights)), weights) in range(len(weights))
    assert draw(seed, number, (7, 8), (0, 3)) == 8


def test_dice_are_fair_enough():
    counts = [0] * 7
    for n in range(6000):
        counts[draw(b"fair", n, (1, 2, 3, 4, 5, 6), None)] += 1
    assert all(850 < c < 1150 for c in counts[1:])


def test_a_running_match_goes_on_from_its_save_with_a_new_seed():
    match = Match.new("pickets", seed=1)
    match.submit(match.question.options[0])
    assert match.outcome is None
    again = Match.load(match.save())
    assert again.commitment != match.commitment and again.question.options == match.question.options
    rng = Random(1)
    while again.question:
        again.submit(rng.choice(again.question.options))
    assert len(again.save()["dice"]) == 2
    loaded = Match.load(format_save(again.save()))
    assert loaded.sealed() == match.sides.count(Side.CHANCE) and loaded.check_dice() is None


def test_a_changed_die_is_found():
    save = finished().save()
    rolls = [i for i, a in enumerate(save["answers"]) if a is None]
    save["chance"][0] = (save["chance"][0] + 1) % 6
    if problem_or_none(save) is None:
        assert Match.load(save).check_dice().args["number"] == rolls[0]


def test_damage_is_told_with_its_line():
    text = format_save(finished().save())
    lines = text.splitlines()
    assert problem(text[:60]).key == "errors.save_not_json"
    assert problem("[1, 2]").key == "errors.save_foreign"
    assert problem("{}").key == "errors.save_foreign"
    assert problem(text.replace('"bivouac": 1', '"bivouac": 7')).args["found"] == "7"
    assert problem(text.replace('"rules": 1', '"rules": 0')).key == "errors.save_version"
    assert problem(text.replace('"rules": 1', '"rules": "one"')).args["line"] == 4
    assert problem(text.replace('"pickets"', '"chess"')).key == "errors.no_title"
    assert problem(text.replace('"ring"', '"square"')).key == "errors.no_scenario"
    row = next(i for i, line in enumerate(lines) if line.startswith('  "answers"')) + 1
    damaged = [*lines[:row], lines[row].replace("null, null, ", "null, null, 77", 1), *lines[row + 1 :]]
    found = problem("\n".join(damaged))
    assert found.key == "errors.save_answer" and found.args["line"] == row + 1
    checksum_line = next(line for line in lines if '"checksum"' in line)
    assert problem(text.replace(checksum_line, '  "checksum": "00",')).key == "errors.save_checksum"
    seed = json.loads(text)["dice"][0]["seed"]
    assert problem(text.replace(seed, "00" * 32)).key == "errors.save_seed"


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10_000), st.text('0123456789,[]{}:"nul \n', max_size=4), st.integers(0, 6))
def test_whatever_is_done_to_a_save_it_is_read_or_refused(at, noise, cut):
    text = format_save(finished().save())
    at %= len(text)
    try:
        Match.load(text[:at] + noise + text[at + cut :])
    except BadSave as e:
        for language in LANGUAGES:
            assert catalogue(language).say(e.text)


def test_a_granted_undo_leaves_a_trace_and_the_dice_do_not_change():
    rng, match = Random(4), Match.new("pickets", seed=21)
    while match.question and match.sides.count(Side.CHANCE) < 3:
        match.submit(rng.choice(match.question.options))
    side = next(Side(s) for s in reversed(match.sides) if s != Side.CHANCE)
    before = list(match.answers)
    with pytest.raises(CannotUndo):
        match.undo(side)
    match.undo(side, granted=True)
    assert match.save()["undone"][0]["side"] == side
    for answer in before[len(match.answers) :]:
        if match.question and len(match.answers) < len(before):
            match.submit(answer)
            break
    assert match.answers == before


def test_positions_along_the_way_can_be_looked_at():
    match = finished(8)
    for n in range(len(match.answers) + 1):
        assert len(match.at(n).answers) == n
    assert checksum(match.at(len(match.answers)).state) == checksum(match.state)


def test_nothing_is_asked_after_the_end():
    match = finished()
    with pytest.raises(NotAsked):
        match.submit(0)
    with pytest.raises(NotAsked):
        match.concede(Side.UNION)
