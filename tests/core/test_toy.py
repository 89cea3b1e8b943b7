"""The rules of the example title, clause by clause: how tests of a title are written."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from kit import Position
from toy import TITLE
from toy.frames import At, Box
from toy.printed.units import GONE


def ring(*posts, secret=(5, 5), active=0, left=30, long_guns=False):
    state = TITLE.start(TITLE.scenario("ring"), frozenset({"long-guns"} if long_guns else ()))
    state.post, state.secret, state.active, state.left = list(posts), list(secret), active, left
    state.stack = (At(Box.MOVE),)
    return Position.of(TITLE, state)


@pytest.mark.rule("TOY-2a", "TOY-2b", "TOY-3a")
def test_set_up_draws_a_secret_for_each_side_and_the_union_begins():
    p = Position(TITLE).rolls(4, 5)
    assert p.state.post == [0, 1, 3, 4] and p.state.secret == [4, 5]
    assert p.asked == (Side.UNION, "picket")
    assert [e.visible_to(Side.CSA) for e in p.state.log if e.kind.name == "drew"] == [False, True]


@pytest.mark.rule("TOY-3b", refuses=True)
def test_a_fallen_picket_does_not_move():
    p = ring(0, 1, 3, 4)
    assert p.options == [0, 1]
    p.state.post[0] = GONE
    refusal = p.title.refusal(Position.of(TITLE, p.state).state, 0)
    assert refusal is None or refusal.rule == "TOY-3b"


@pytest.mark.rule("TOY-3c", refuses=True)
def test_a_picket_moves_to_a_neighbouring_post():
    p = ring(0, 2, 4, 3).answer(0)
    assert p.options == [1, 5]
    assert p.refusal(3).rule == "TOY-3c"


@pytest.mark.rule("TOY-3d", refuses=True)
def test_friends_do_not_share_a_post():
    p = ring(0, 2, 4, 5).answer(1)
    assert p.options == [1, 3]
    assert ring(0, 1, 3, 4).refusal(99).rule == "TOY-3b"
    p = ring(1, 2, 4, 5)
    p.answer(1)
    assert p.state.stack[-1].box in (Box.PICKET, Box.POST)


@pytest.mark.rule("TOY-4a")
@pytest.mark.parametrize(("die", "fallen"), [(3, 0), (4, 3)])
def test_a_die_decides_a_fight(die, fallen):
    p = ring(3, 0, 1, 4).answer(0, 4).rolls(die)
    assert p.state.post[fallen] == GONE


@pytest.mark.rule("TOY-4b")
def test_with_long_guns_three_is_enough():
    p = ring(3, 0, 1, 4, long_guns=True).answer(0, 4).rolls(3)
    assert p.state.post == [4, 0, 1, GONE]


@pytest.mark.rule("TOY-5a")
def test_standing_on_the_secret_post_wins():
    p = ring(0, 2, 4, 3, secret=(5, 1)).answer(0, 5)
    assert p.state.outcome == (Side.UNION, "TOY-5a", "arrived")


@pytest.mark.rule("TOY-5b")
def test_a_side_without_pickets_loses():
    p = ring(3, 0, GONE, 4).answer(0, 4).rolls(6)
    assert p.state.outcome == (Side.UNION, "TOY-5b", "destroyed")


@pytest.mark.rule("TOY-5c")
def test_time_runs_out():
    p = ring(0, 2, 4, 3, secret=(3, 3), left=1).answer(0, 1)
    assert p.state.outcome == (None, "TOY-5c", "time")
