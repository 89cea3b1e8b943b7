"""Matches, saves and fair dice, with the example title."""

from __future__ import annotations

import hashlib
import hmac
import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy
from bivouac import Match, Side
from bivouac.core.chance import draw
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.match import BadSave, CannotUndo, Malformed, NotAsked, format_save
from bivouac.match.save import parse_save
from kit import checksum


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


def test_anyone_can_check_the_dice_with_hmac_alone():
    save = finished().save()
    span = save["dice"][0]
    words = f"{span['nonces'][0]}:{span['nonces'][1]}:0".encode()
    first = int.from_bytes(hmac.new(bytes.fromhex(span["seed"]), words, "sha256").digest(), "big") % 10
    assert save["chance"][0] == [0, 1, 1, 2, 2, 3, 4, 4, 5, 5][first]


def test_dice_of_the_first_format_follow_from_the_seed_alone():
    point = int.from_bytes(hashlib.sha256(b"seed:7").digest(), "big") % 6
    assert draw(b"seed", 7, (1, 2, 3, 4, 5, 6), None) == point + 1


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
    assert problem(text.replace('"bivouac": 2', '"bivouac": 7')).args["found"] == "7"
    assert problem(text.replace('"rules": 1', '"rules": 0')).key == "errors.save_checksum"
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


# --- taking back ------------------------------------------------------------------------------------------------------


def fought():
    """A match in which a side has just rolled a die, and that side."""
    rng, match = Random(4), Match.new("pickets", seed=21)
    while match.question and match.sides.count(Side.CHANCE) < 3:
        match.submit(rng.choice(match.question.options))
    return match, next(Side(s) for s in reversed(match.sides) if s != Side.CHANCE)


def test_a_granted_undo_across_a_die_leaves_a_note_and_brings_new_dice():
    match, side = fought()
    promise, before = match.commitment, list(match.answers)
    with pytest.raises(CannotUndo):
        match.undo(side)
    match.undo(side, granted=True)
    assert match.save()["undone"] == [{"at": len(match.answers), "dropped": len(before) - len(match.answers), "side": side, "fresh": True}]
    assert match.commitment != promise and match.dice.spans[0].commit == promise, "the old promise is not forgotten"
    [(at, note)] = match.notes()
    assert at == len(match.answers) and "new" in catalogue("en", match.title).say(note)
    assert "nuovi" in catalogue("it", match.title).say(note)


def test_the_same_answers_after_a_granted_undo_meet_other_dice():
    seen = set()
    for _ in range(12):
        match, side = fought()
        answer = match.answers[-2]
        match.undo(side, granted=True)
        match.submit(answer)
        seen.add(match.answers[-1])
        assert match.check_dice() is None
    assert len(seen) > 1, "they would be one and the same with the old seed"


def one_answer():
    """A match after its first answer, and who gave it."""
    for seed in range(100):
        match = Match.new("pickets", seed=seed)
        side = match.question.side
        match.submit(match.question.options[0])
        if match.outcome is None and len(match.answers) == 3:
            return match, side
    raise AssertionError("no such match")


def test_however_often_something_is_taken_back_the_record_stays_small(monkeypatch):
    monkeypatch.setattr("bivouac.match.dice.MOST_SPANS", 10)
    monkeypatch.setattr("bivouac.match.match.MOST_UNDONE", 10)
    match, side = fought()
    answer = match.answers[-2]
    for _ in range(30):
        match.undo(side, granted=True)
        match.submit(answer)
        if match.outcome is None and match.sides[-1] != Side.CHANCE:
            break
    assert len(match.dice.spans) <= 11 and len(match.undone) <= 10
    assert match.check_dice() is None and Match.load(match.save(reveal=True)).check_dice() is None


def test_who_has_given_up_cannot_read_the_seed_and_go_on():
    match, side = one_answer()
    match.concede(side)
    seed = match.save()["dice"][0]["seed"]
    assert seed, "the match is over: the seed is open"
    with pytest.raises(CannotUndo) as refused:
        match.undo(side)
    assert refused.value.text.key == "errors.undo_over"
    match.undo(side, granted=True)
    assert match.outcome is None and len(match.answers) == 3, "the concession alone is taken back"
    assert match.dice.now.seed != seed and match.undone[0].fresh


@pytest.mark.parametrize("seed", range(6))
def test_after_the_end_nothing_is_taken_back_without_leave(seed):
    match = finished(seed)
    for side in (Side.UNION, Side.CSA):
        with pytest.raises(CannotUndo):
            match.undo(side)
    promise = match.commitment
    match.undo(Side(next(s for s in reversed(match.sides) if s != Side.CHANCE)), granted=True)
    assert match.outcome is None and match.commitment != promise


def test_dice_begun_by_a_file_cannot_be_gone_back_behind():
    """Whoever uploads a match knows its old seed: taking back what came before the new span does not bring the old dice back."""
    match, side = one_answer()
    again = Match.load(match.save(reveal=True))
    again.fresh_dice()
    again.undo(side)
    assert again.dice.span_of(len(again.answers)).why == "file"
    assert [t.key for _, t in again.notes()] == ["notes.from_file"]


# --- dice that nobody can choose -----------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [Side.UNION, Side.CSA])
def test_dice_wait_for_one_player_and_not_for_both(first):
    match = Match.new("pickets", nonces=(None, None))
    promise = match.commitment
    assert match.awaited == (Side.UNION, Side.CSA) and match.answers == []
    with pytest.raises(NotAsked):
        match.submit(3)
    told = match.give_nonce(first, "0" * 32)
    assert match.awaited == (first.other,) and match.sides == [Side.CHANCE] * 2 and told
    assert match.dice.span_of(1).commit == promise


SLOW = 8  # a seed with which the first options do not end the match within five answers


def test_a_player_who_joins_later_has_a_part_in_all_dice_from_then_on():
    """The new seed is promised before the nonce is given, and used from the next answer on."""
    match = Match.new("pickets", seed=SLOW, nonces=(None, None))
    match.give_nonce(Side.UNION, "0" * 32)
    promise, first = match.commitment, match.dice.span_of(0).commit
    assert promise != first
    while len(match.answers) < 5:
        match.submit(match.question.options[0])
    assert match.commitment == promise, "one promise, however many dice fall meanwhile"
    assert len(match.save()["dice"]) == 1, "a save has no span that is only promised"
    before = len(match.answers)
    match.give_nonce(Side.CSA, "1" * 32)
    assert match.awaited == () and match.dice.now.start == before and match.commitment == promise
    assert match.dice.now.nonces == ("0" * 32, "1" * 32) and match.dice.now.why == "joined"
    match.give_nonce(Side.CSA, "2" * 32)
    assert match.dice.now.nonces == ("0" * 32, "1" * 32), "given once, it stays"
    assert [t.key for _, t in match.notes()] == ["notes.from_joined"]
    while match.question:
        match.submit(match.question.options[0])
    report = Match.load(match.save()).dice_report()
    assert report.wrong is None and report.right == match.sides.count(Side.CHANCE) > 2


def test_an_undo_before_the_second_player_joins_promises_new_dice_once():
    match = Match.new("pickets", seed=SLOW, nonces=(None, None))
    match.give_nonce(Side.UNION, "0" * 32)
    side = match.question.side
    match.submit(match.question.options[0])
    match.undo(side, granted=True)
    assert not any(span.start > len(match.answers) for span in match.dice.used)
    match.give_nonce(Side.UNION, "3" * 32)
    match.give_nonce(Side.CSA, "1" * 32)
    assert match.awaited == () and match.dice.now.start <= len(match.answers)


def test_an_analysis_leaves_the_dice_of_the_game_alone():
    match = finished()
    spans = [(span.start, span.commit) for span in match.dice.spans]
    match.dice.begin(len(match.answers), "undo")
    match.branch(1)
    assert [(span.start, span.commit) for span in match.dice.spans][:-1] == spans and match.dice.now.start == len(match.answers)


def test_a_nonce_is_a_nonce():
    match = Match.new("pickets", nonces=(None, ""))
    for wrong in ("", "0" * 31, "0" * 33, "g" * 32, "0" * 16 + ":" + "0" * 15):
        with pytest.raises(Malformed):
            match.give_nonce(Side.UNION, wrong)
    match.give_nonce(Side.UNION, "ab" * 16)
    assert match.sides == [Side.CHANCE] * 2


def test_each_nonce_changes_the_dice():
    def posts(nonces):
        return [draw(b"seed", n, range(1000), None, nonces) for n in range(3)]

    assert len({tuple(posts(n)) for n in (("a", "b"), ("a", "c"), ("c", "b"), ("b", "a"), ("", "b"))}) == 5


def test_a_match_that_waits_for_nonces_is_saved_and_loaded():
    match = Match.new("pickets", nonces=(None, None))
    again = Match.load(format_save(match.save()))
    assert again.sides == [Side.CHANCE] * 2, "without a table the match gives a nonce of its own"
    kept = Match.resume(parse_save(match.save(reveal=True)).save, match.snapshot())
    assert kept.awaited == (Side.UNION, Side.CSA)


def test_new_dice_wait_for_new_nonces():
    match = Match.new("pickets", nonces=(None, ""))
    match.give_nonce(Side.UNION, "ab" * 16)
    match.concede(Side.CSA)
    match.undo(Side.CSA, granted=True)
    assert match.awaited == (Side.UNION,)


def test_what_came_in_a_file_is_counted():
    match = Match.load(finished().save())
    match.fresh_dice()
    report = match.dice_report()
    assert report.brought == report.right == match.sides.count(Side.CHANCE) and report.sealed == 0
    running = Match.new("pickets", seed=1)
    again = Match.load(running.save())
    rng = Random(1)
    while again.question:
        again.submit(rng.choice(again.question.options))
    report = again.dice_report()
    assert report.sealed == report.brought == 2 and report.right == again.sides.count(Side.CHANCE) - 2


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


def test_the_results_of_a_match_that_begins_in_a_position_are_counted_once():
    """Its answers lead nowhere from where the scenario begins, and are not followed from there."""
    begun = Match.new(toy.TITLE, seed=1)
    for seed in range(20):
        match, rng = Match.standing(toy.TITLE, begun.scenario, begun.options, begun.state.clone(), bytes([seed]) * 32), Random(seed)
        while match.state.stack:
            match.submit(rng.choice(match.state.options))
        report = match.dice_report()
        assert report.right == match.sides.count(Side.CHANCE) and report.wrong is None and report.former == 0
