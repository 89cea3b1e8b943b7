"""Standing orders: answered in the other side's turn and only there, by numbers and words, told to nobody else."""

from __future__ import annotations

import time
from functools import cache
from types import SimpleNamespace

import pytest

from bivouac.core.ids import SIDES, Side
from bivouac.match import Match, format_save
from bivouac.server.lobby.orders import answer, formations, is_others_turn, kinds
from bivouac.server.news.crier import part_of
from bivouac.server.protocol import Order
from bivouac.titles import load, titles
from server.harness import Seat, post

TITLE = "yankees-rebels"


@cache
def at_a_reaction():
    """A match of scripts up to the question whether a unit, the only one that may, fires in reaction to an attacker."""
    title = load(TITLE)
    match = Match.new(title, seed=0)
    while match.question.box != "react" or not (match.state.ready and not match.state.reactors and any(c.targets for c in match.choices())):
        match.submit(title.advice.order(match.state)[0], side=title.flow.side(match.state))
    return match


def ordered(match, **order):
    return answer(match.title, match.state, Side(match.question.side), [Order(**order)])


def test_orders_answer_by_numbers_and_words():
    match = at_a_reaction()
    assert is_others_turn(match.title, match.state, int(match.question.side))
    choices = {c.answer: c for c in match.choices()}
    dice = {a: c.label.args["n"] for a, c in choices.items() if c.targets and "n" in c.label.args}
    pass_ = next(a for a, c in choices.items() if not c.targets)
    assert dice and ordered(match, box="retreat", how="computer") is None, "an order is for one kind of question"
    assert ordered(match, box="react") is None and ordered(match, box="react", how="ask") is None
    assert ordered(match, box="react", how="decline") == pass_
    assert ordered(match, box="react", how="computer") in choices
    assert ordered(match, box="react", how="computer", least=max(dice.values()) + 1) not in dice, "react only with more dice than there are"
    said = ordered(match, box="react", how="computer", words="fire at")
    assert said in dice, "what the words name comes first"


@pytest.mark.parametrize("name", titles())
def test_every_title_tells_what_may_fall_in_the_others_turn(name):
    title = load(name)
    known = {clause.id for clause in title.rulebook}
    assert kinds(title) and all(rule in known for rule in kinds(title).values())


def test_the_adjutant_leads_the_formations_that_are_left_to_it():
    title = load(TITLE)
    match, seen = Match.new(title, seed=1), []
    union = formations(title, Side.UNION)
    assert len(union) > 4 and not set(union) & set(formations(title, Side.CSA))
    while len(set(seen)) < 6:
        state, side = match.state, title.flow.side(match.state)
        best = title.advice.order(state)[0]
        if side in SIDES:
            acting = title.turns.formation(state)
            seen.append(acting)
            mine, others = [Order(box=str(acting), how="computer")], [Order(box="marker:99", how="computer")]
            own = not is_others_turn(title, state, int(side))
            assert (answer(title, state, side, mine) in state.options) == own, "only in one's own turn"
            assert answer(title, state, side, others) is None
            assert not own or str(acting) in formations(title, side)
        match.submit(best, side=side)


def played_to(title, seed, box):
    """A match by the script up to a question of that kind, if it comes to one."""
    match = Match.new(title, seed=seed)
    while match.question and match.question.box != box:
        match.submit(title.advice.order(match.state)[0], side=title.flow.side(match.state))
    return match if match.question else None


def test_orders_answer_by_night_when_it_is_nobodys_round():
    title = load(TITLE)
    match = next(found for seed in range(20) if (found := played_to(title, seed, "part_from")))
    assert title.turns.formation(match.state) is None
    assert ordered(match, box="part_from", how="computer") in match.state.options
    assert ordered(match, box="react", how="computer") is None


def test_a_part_of_a_turn_never_comes_again():
    """What news are told once for."""
    title = load(TITLE)
    match, parts = Match.new(title, seed=2), []
    live = SimpleNamespace(match=match, title=title, stamp=0, turn=lambda: title.advice.turn(match.state))
    while title.advice.turn(match.state) < 3:
        if title.flow.side(match.state) in SIDES and (not parts or parts[-1] != part_of(live)):
            parts.append(part_of(live))
        match.submit(title.advice.order(match.state)[0], side=title.flow.side(match.state))
    assert len(parts) == len(set(parts)) > 6


def test_orders_are_followed_at_the_table_and_secret(server):
    match = at_a_reaction()
    save = format_save(match.save(reveal=True))
    asked = int(match.question.side)
    seats = {"0": "me", "1": "link"} if asked else {"0": "link", "1": "me"}
    made = post(f"{server.url}/api/saves", json={"save": save, "seats": seats}).raise_for_status().json()
    joined = post(f"{server.url}/api/join/{made['invites'][0]['url'].rsplit('/', 1)[1]}").raise_for_status().json()
    mover, reacts = Seat(server, made["token"]), Seat(server, joined["token"])
    for seat in (mover, reacts):
        seat.give()
    assert mover.look()["question"]["side"] == asked
    watcher, orders = Seat(server, made["watch"].rsplit("/", 1)[1]), [{"box": "react", "how": "decline"}]
    assert mover.post("/orders", orders=orders, side=asked).status_code == 403, "nobody orders for the other side"
    assert watcher.raw("/orders").status_code == 403 and watcher.post("/orders", orders=[]).status_code == 403
    for wrong in (
        [{"box": "nonsense"}],
        [{"box": next(iter(formations(match.title, Side(1 - asked))))}],
        orders * 2,
        [{"box": "react", "words": "x" * 61}],
        [{"box": "react", "how": "cheat"}],
    ):
        assert reacts.post("/orders", orders=wrong).status_code == 400
    assert reacts.post("/orders", orders=orders).status_code == 200
    assert reacts.get("/orders")["orders"] == orders and mover.get("/orders")["orders"] == []
    for _ in range(200):
        now = mover.look()
        if now["question"]["side"] != asked:
            break
        time.sleep(0.05)
    assert now["question"]["side"] == 1 - asked, "it was answered, and the other side goes on"
    assert "decline" not in str(now), "and nobody is told why"
