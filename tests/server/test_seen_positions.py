"""What a side starts from while the other one acts: the last position in which it had been shown every choice."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

import toy
from bivouac import load
from bivouac.core.ids import SIDES, Side
from bivouac.match import Match
from bivouac.match.ahead import imagined
from bivouac.match.save import parse_save
from bivouac.match.seen import last_seen, seen_position
from bivouac.server import keeping
from bivouac.server.aid import here_of
from bivouac.server.keeping import Keeper, beginning_of
from bivouac.server.scouting import known_to
from bivouac.server.seats import seated
from bivouac.server.store import Store
from contract.test_pairs import Table

HIDDEN = (("gettysburg", "place"), ("lincoln", "lift"), ("lincoln", "decide"), ("gettysburg", "act"), ("lincoln", "action"))
A_WHILE = 4000


def at_box(title, box, seed=1):
    """A match in which a side is asked this question; the side that waits; and the tables after answers that look the same to it, though
    they lead elsewhere."""
    rng = Random(seed)
    while True:
        match = Match.new(title, seed=rng.randrange(1 << 30))
        for _ in range(A_WHILE):
            if not match.state.stack:
                break
            if title.flow.name_of(match.state.stack[-1][0]) == box:
                side = title.flow.side(match.state).other
                alike = choices_that_look_alike(match, side)
                if len({table.stack for table in alike}) > 1:
                    return match, side, alike
            match.submit(rng.choice(match.state.options))


def choices_that_look_alike(match, side):
    """Of the tables after each answer after which this side still waits, the most that it cannot tell apart."""
    table, groups = Table.begun(match, match.state, side), defaultdict(list)
    for answer in match.state.options:
        tried = table.tried(answer)
        if tried.match.state.stack and match.title.flow.side(tried.match.state) == side.other:
            groups[tried.seen].append(tried)
    return max(groups.values(), key=len, default=[])


@pytest.mark.parametrize(("name", "box"), HIDDEN)
def test_a_planning_copy_does_not_tell_what_the_other_side_has_just_chosen(name, box):
    title = load(name)
    _, side, alike = at_box(title, box)
    copies = {imagined(t.match, side, Random(1)).state.key() for t in alike}
    assert len(copies) == 1


@pytest.mark.parametrize(("name", "box"), HIDDEN)
def test_a_world_dealt_for_the_side_that_waits_does_not_tell_it_either(name, box):
    title = load(name)
    _, side, alike = at_box(title, box)
    assert len({t.match.view(side).sample(Random(1)).key() for t in alike}) == 1
    assert len({t.match.view(side).likely(Random(1)).key() for t in alike}) == 1
    assert len({known_to(t.live, side).key() for t in alike}) == 1


@pytest.mark.parametrize(("name", "box"), HIDDEN)
def test_the_players_aid_tells_the_phase_that_the_reader_has_seen(name, box):
    title = load(name)
    _, side, alike = at_box(title, box)
    for number in (0, 1):  # the side that waits, and a spectator
        assert len({repr(here_of(t.live, t.readers[number])) for t in alike}) == 1
    one = alike[0]
    one.side = side.other
    one.readers[0].key = one.readers[0].key.__class__("match", (int(side.other),))
    assert here_of(one.live, one.readers[0]).prompt, "the side that is asked is told all of it"


def test_the_side_that_is_asked_sees_the_position_as_it_stands():
    match, side, _ = at_box(load("gettysburg"), "place")
    assert seen_position(match, side.other).key() == match.state.key()


def test_nothing_is_rewound_in_a_title_without_secrets():
    title, rng = load("house-divided"), Random(2)
    match = Match.new(title, seed=2)
    for _ in range(60):
        for side in SIDES:
            assert seen_position(match, side).key() == match.state.key()
        match.submit(rng.choice(match.state.options))


def test_what_has_been_shown_since_is_in_the_position():
    """The Confederacy's order and its moves so far are on the table; the piece in hand is not."""
    title, rng = load("gettysburg"), Random(5)
    found = 0
    while found < 3:
        match = Match.new(title, seed=rng.randrange(1 << 30))
        for _ in range(300):
            if title.flow.name_of(match.state.stack[-1][0]) == "to":
                side = title.flow.side(match.state).other
                seen = seen_position(match, side)
                assert title.flow.name_of(seen.stack[-1][0]) in ("from", "pick", "ride_on")
                assert title.view(seen, side) == title.view(match.state, side)
                found += 1
            match.submit(rng.choice(match.state.options))


def test_a_title_that_declares_no_disclosed_box_is_rewound_to_the_sides_own_last_answer():
    match, rng = Match.new(toy.TITLE, seed=3), Random(3)
    while match.state.stack:
        for side in SIDES:
            if toy.TITLE.flow.side(match.state) == side.other and int(side) in match.sides:
                own = len(match.sides) - match.sides[::-1].index(int(side))
                while own < len(match.sides) and match.sides[own] == Side.CHANCE:
                    own += 1
                assert seen_position(match, side).key() == match.at(own).state.key()
        match.submit(rng.choice(match.state.options))


def test_a_record_that_does_not_reach_back_gives_the_beginning():
    title = load("gettysburg")
    match, side, _ = at_box(title, "place")
    match.submit(match.state.options[0])
    short = Match.resume(*saved_at(match, len(match.answers)))
    assert last_seen(short, side) is None
    assert seen_position(short, side).key() == title.setup(match.scenario, match.options).key()


def saved_at(match, number):
    """A match as its keeper has it, with a snapshot after so many answers."""
    save = parse_save(match.save(reveal=True)).save
    return save, {"answers": number, "state": match.at(number).snapshot()["state"]}, match.sides[:number]


def test_a_table_that_is_opened_in_the_middle_of_an_action_knows_how_it_began(tmp_path, monkeypatch):
    """However few answers are played again when a table is opened."""
    monkeypatch.setattr(keeping, "TO_TAKE_BACK", 0)
    store, title, rng = Store(f"sqlite:///{tmp_path / 'bivouac.db'}"), load("gettysburg"), Random(4)
    keeper, met = Keeper(store, 20.0), 0
    for number in range(40):
        match = Match.new(title, seed=rng.randrange(1 << 30))
        while len(match.answers) < 64 + number % 3:
            match.submit(rng.choice(match.state.options))
        live = keeper.begin(beginning_of(match, seated({}, {}, 20.0)))
        for side in SIDES:
            met += seen_position(match, side).key() != match.state.key()
            assert seen_position(live.match, side).key() == seen_position(match, side).key()
    store.close()
    assert met > 3
