"""Planning ahead in every title: the copy shows a side nothing that it does not see, and what is called ready can be done."""

from __future__ import annotations

from random import Random

import toy
from bivouac.core.ids import SIDES
from bivouac.match import Match, format_save
from bivouac.match.ahead import Step, acting, changes, fits, forward, imagined, is_own_turn, look, now_of, steps_of
from bivouac.match.seen import seen_position
from bivouac.titles import load


def no_words(labels):
    return {"en": str(len(labels))}


def scripted(match):
    match.submit(match.title.advice.order(match.state)[0], side=match.title.flow.side(match.state))


def to_a_turn_of_the_other(match, answers):
    """On by so many answers, and to a question in somebody's turn; gives the side that waits."""
    title = match.title
    for _ in range(answers):
        scripted(match)
    while title.flow.side(match.state) not in SIDES:
        scripted(match)
    return SIDES[title.turns.now(match.state)[0]].other


def turn_of(match, side):
    """A turn of the side by its script, up to where it is over."""
    now = now_of(match.title, match.state)
    while match.outcome is None and now_of(match.title, match.state) == now:
        scripted(match)


def test_a_turn_is_planned_and_what_is_ready_can_be_done(title):
    match, rng, done = Match.new(title, seed=1), Random(3), 0
    for answers in (1, 6, 40) if title.id != "pickets" else (0,):
        side = to_a_turn_of_the_other(match, answers)
        copy = imagined(match, side, rng)
        assert title.view(copy.state, side) == title.view(seen_position(match, side), side), "it shows nothing else"
        assert copy.events(side) == [], "and tells nothing of what went before"
        before = copy.state.clone()
        assert forward(copy, side) and is_own_turn(title, copy.state, side)
        turn_of(copy, side)
        steps = steps_of(copy, side, 0, before, no_words)
        assert steps and all(step.answers and step.words for step in steps)
        due = [step for step in steps if step.who == steps[0].who]
        while not is_own_turn(title, match.state, side) or acting(title, match.state) != steps[0].who:
            scripted(match)
        for fit in fits(title, match.state.clone(), side, due, rng):
            if fit.how == "later":
                break
            if fit.how == "ready":
                match.submit_all(fit.step.answers, side=side)
                done += 1
            else:
                assert fit.why is not None
    assert done, "nothing of any plan could be done"


def test_a_copy_is_saved_and_opened_again():
    match = Match.new(toy.TITLE, seed=1)
    copy = imagined(match, SIDES[1], Random(0))
    forward(copy, SIDES[1])
    again = Match.load(format_save(copy.save(reveal=True)))
    assert again.state.key() == copy.state.key() and [text.key for _, text in again.notes()] == ["notes.laid_out"]


def test_what_is_hidden_is_dealt_anew():
    match = Match.new(toy.TITLE, seed=1)
    secrets = {imagined(match, SIDES[1], Random(n)).state.secret[0] for n in range(40)}
    own = {imagined(match, SIDES[1], Random(n)).state.secret[1] for n in range(40)}
    assert len(secrets) > 2 and own == {match.state.secret[1]}


def test_what_cannot_be_done_is_left_out_and_ends_no_turn():
    """A plan of Hold the Line whose middle is impossible: the end of the turn waits for its player."""
    title = load("hold-the-line")
    match = Match.new(title, seed=0)
    side = title.flow.side(match.state)
    copy = imagined(match, side, Random(0))
    before = copy.state.clone()
    now = now_of(title, copy.state)
    while now_of(title, copy.state) == now:
        scripted(copy)
    steps = steps_of(copy, side, 0, before, no_words)
    plain = [fit.how for fit in fits(title, match.state, side, steps, Random(0))]
    assert plain[0] == "ready" and "gone" not in plain
    broken = [Step([99_999], steps[0].box, steps[0].about), steps[-1]]
    found = list(fits(title, match.state, side, broken, Random(0)))
    assert found[0].how == "gone" and found[0].why is not None and found[1].how != "ready"


def test_changes_are_what_lies_elsewhere():
    match = Match.new(toy.TITLE, seed=1)
    side = toy.TITLE.flow.side(match.state)
    before = look(toy.TITLE, match.state, side)
    assert changes(before, before) == []
    for _ in range(2):
        scripted(match)
    assert changes(before, look(toy.TITLE, match.state, side))
