"""Saves of other versions of the rules: they always open, and say what became of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy
from bivouac import Match, Side
from bivouac.core.title import RuleOption
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.match import BadSave, format_save
from bivouac.match.save import checksum as checksum_of
from kit import checksum

OLDER = 0


def played(answers=400, seed=5, **more):
    rng, match = Random(seed), Match.new("pickets", seed=seed, **more)
    while match.question and len(match.answers) < answers:
        match.submit(rng.choice(match.question.options))
    return match


def older(match, **changes):
    """The save of a match as if it had been played under older rules."""
    save = {**match.save(reveal=True), "rules": OLDER, **changes}
    save["checksum"] = checksum_of(save)
    return save


def spoilt(match, back=2):
    """Answers that are no longer possible from some point on."""
    answers = match.save()["answers"]
    number = max(n for n, a in enumerate(answers[: len(answers) - back]) if a is not None)
    return [77 if n == number else a for n, a in enumerate(answers)], number


def told(match):
    for language in LANGUAGES:
        assert all(catalogue(language, match.title).say(text) for _, text in match.notes())
    return [text.key for _, text in match.notes()]


@pytest.mark.parametrize("answers", [9, 400])
def test_a_match_that_replays_simply_moves_on(answers):
    match = played(answers)
    again = Match.load(older(match))
    assert again.answers == match.answers and again.outcome == match.outcome and again.was == OLDER
    assert told(again) == [] and checksum(again.state) == checksum(match.state)


def test_where_an_answer_is_no_longer_possible_the_position_stands():
    match = played(12)
    assert match.outcome is None
    answers, _ = spoilt(match)
    again = Match.load(older(match, answers=answers))
    assert told(again) == ["notes.rules_stands"] and checksum(again.state) == checksum(match.state)
    assert again.question.options == match.question.options and len(again.answers) == len(match.answers)
    rng = Random(1)
    while again.question:
        again.submit(rng.choice(again.question.options))
    assert again.check_dice() is None


def test_a_match_that_stood_is_saved_played_on_and_loaded():
    match = played(7)
    once = Match.load(older(match, answers=spoilt(match)[0]))
    rng = Random(2)
    for _ in range(2):
        once.submit(rng.choice(once.question.options))
    twice = Match.load(format_save(once.save(reveal=True)))
    assert checksum(twice.state) == checksum(once.state) and told(twice) == ["notes.rules_stands"]
    later = Match.load(older(once))
    assert checksum(later.state) == checksum(once.state) and told(later) == ["notes.rules_stands"], "the next correction, too"


def test_answers_that_lead_elsewhere_do_not_move_the_pieces():
    match = played(12)
    elsewhere = match.save()["snapshot"]
    elsewhere["left"] = elsewhere["left"] + 1
    again = Match.load(older(match, snapshot=elsewhere))
    assert told(again) == ["notes.rules_stands"] and again.state.left == match.state.left + 1


def test_a_finished_match_keeps_its_end():
    match = played()
    answers, _ = spoilt(match)
    again = Match.load(older(match, answers=answers))
    assert again.outcome == match.outcome and told(again) == ["notes.rules_as_played"]
    assert checksum(again.state) == checksum(match.state)
    assert Match.load(again.save()).outcome == match.outcome


def test_without_a_position_the_longest_possible_part_is_kept():
    match = played(14)
    assert match.outcome is None
    answers, number = spoilt(match, 5)
    again = Match.load(older(match, answers=answers, snapshot=None))
    assert again.answers[:number] == match.answers[:number] and told(again)[-1] == "notes.rules_shortened"
    assert again.moved[0].lost == len(match.answers) - number
    assert again.dice.now.why == "rules" and again.dice.now.start == number, "what was rolled since is known: the dice are new"
    assert again.check_dice() is None


def test_without_a_position_a_finished_match_keeps_its_outcome_and_its_record():
    match = played()
    answers, _ = spoilt(match)
    again = Match.load(older(match, answers=answers, snapshot=None))
    assert again.outcome == match.outcome and told(again) == ["notes.rules_as_recorded"]
    assert len(again.answers) == len(match.answers) and again.question is None
    once_more = Match.load(format_save(again.save()))
    assert once_more.outcome == match.outcome and told(once_more) == ["notes.rules_as_recorded"]


def test_a_finished_match_keeps_an_outcome_that_is_no_more():
    match = played()
    outcome = {"winner": 1, "rule": "TOY-9z", "ending": "by_moonlight"}
    again = Match.load(older(match, outcome=outcome))
    assert again.outcome.winner == Side.CSA and again.outcome.ending == "former"
    draw = Match.load(older(match, outcome={**outcome, "winner": None, "ending": "arrived"}))
    assert draw.outcome.winner is None and draw.outcome.ending == "former_draw"
    for language in LANGUAGES:
        assert catalogue(language, match.title).sentence("endings.former")


def test_a_match_given_up_stays_given_up():
    match = played(12)
    match.concede(Side.UNION)
    for save in (older(match), older(match, answers=spoilt(match)[0]), older(match, answers=spoilt(match)[0], snapshot=None)):
        again = Match.load(save)
        assert again.outcome == match.outcome and again.conceded == match.conceded


def test_a_position_in_another_form_is_no_reason_to_refuse():
    match = played(12)
    renamed = {("mail" if k == "post" else k): v for k, v in match.save()["snapshot"].items()}
    again = Match.load(older(match, snapshot=renamed))
    assert told(again) == [] and checksum(again.state) == checksum(match.state)
    frames = {**match.save()["snapshot"], "stack": {"t": ["", {"t": ["Somewhere", 1]}]}}
    assert told(Match.load(older(match, snapshot=frames))) == []


def test_a_position_on_the_way_is_better_than_nothing():
    """As a server keeps them: what came after it is played on as far as it goes."""
    match = played(14)
    assert match.outcome is None
    answers, early = spoilt(match, 9)
    on_the_way = match.at(early + 1)
    again = Match.load(older(match, answers=answers, snapshot=None), snapshots=[(early + 1, on_the_way.snapshot()["state"])])
    assert told(again) == ["notes.rules_stands"] and checksum(again.state) == checksum(match.state)
    later = [77 if n == len(answers) - 1 else a for n, a in enumerate(answers)]
    assert match.save()["answers"][-1] is not None
    short = Match.load(older(match, answers=later, snapshot=None), snapshots=[(early + 1, on_the_way.snapshot()["state"])])
    assert told(short) == ["notes.rules_stands", "notes.rules_shortened"] and short.moved[-1].lost == 1
    assert Match.load(format_save(short.save(reveal=True))).answers == short.answers


def test_a_position_that_is_not_believed_is_not_used():
    match = played(12)
    again = Match.load(older(match, answers=spoilt(match)[0]), trust=lambda save: False)
    assert told(again)[-1] == "notes.rules_shortened"


def test_a_save_of_the_first_format_has_no_checksum_that_could_be_held_against_it():
    save = played().save()
    for gone in ("moved", "snapshot", "seal"):
        del save[gone]
    for span in save["dice"]:
        del span["why"]
    again = Match.load({**save, "bivouac": 1, "checksum": "0" * 64})
    assert again.outcome is not None and again.check_dice() is None


def test_options_are_found_by_their_former_names(monkeypatch):
    match = played(12, options=list(toy.TITLE.options))
    option = RuleOption("far_guns", "TOY-4b", formerly=next(iter(toy.TITLE.options)))
    monkeypatch.setattr("bivouac.match.opening.load_title", lambda name: replace(toy.TITLE, options={"far_guns": option}))
    assert Match.load(older(match)).options == {"far_guns"}


def test_options_that_are_no_more_are_told():
    match = played(12)
    again = Match.load(older(match, options=["moonlight"]))
    assert told(again) == ["notes.rules_options"] and again.options == frozenset()


def test_of_these_rules_nothing_is_forgiven():
    match = played(12)
    save = {**match.save(), "answers": spoilt(match)[0]}
    with pytest.raises(BadSave):
        Match.load(save)


# --- hostile saves ---------------------------------------------------------------------------------------------------

INNER_KEYS = st.sampled_from(["at", "side", "from", "seed", "state", "l", "t"])
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["at", "side", "from", "seed", "state", "l", "t"]), inner, max_size=4)
    ),
    max_leaves=8,
)
KEYS = st.sampled_from(sorted(Match.new("pickets", seed=1).save()))


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(KEYS, ANYTHING, min_size=1, max_size=3), st.integers(0, 2), st.booleans())
def test_whatever_stands_in_a_save_it_is_read_or_refused(changes, rules, trusted):
    save = {**played(9).save(), "rules": rules, **changes}
    save["checksum"] = checksum_of(save)
    try:
        match = Match.load(save, trust=lambda save: trusted)
    except BadSave as e:
        for language in LANGUAGES:
            assert catalogue(language).say(e.text)
    else:
        told(match)
        assert match.dice_report() and Match.load(match.save()).outcome == match.outcome


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 40), st.none() | st.integers(-1, 7)), max_size=4), st.integers(0, 3), st.booleans(), st.booleans())
def test_whatever_was_answered_under_other_rules_the_match_opens(changes, cut, with_position, ended):
    match = played(400 if ended else 12)
    answers = match.answers[: len(match.answers) - cut]
    sides = match.sides[: len(answers)]
    for at, answer in changes:
        answers[at % len(answers)] = answer if answer is not None else 1
        sides[at % len(answers)] = Side.CHANCE if answer is None else Side.UNION
    save = older(
        match,
        answers=[None if s == Side.CHANCE else a for a, s in zip(answers, sides)],
        chance=[a for a, s in zip(answers, sides) if s == Side.CHANCE],
        **({} if with_position else {"snapshot": None}),
    )
    again = Match.load(save)
    assert again.outcome == match.outcome or match.outcome is None
    told(again)
    assert again.dice_report().wrong is None
    once_more = Match.load(format_save(again.save(reveal=True)))
    assert once_more.answers == again.answers and checksum(once_more.state) == checksum(again.state)
