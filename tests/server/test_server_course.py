"""The course of the chances: one estimate a turn, the turning points, kept once worked out."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

import toy
from bivouac import Match, load, titles
from bivouac.agents import Clock, make_agent
from bivouac.core.events import Event
from bivouac.core.ids import SIDES, Side
from bivouac.i18n import LANGUAGES
from bivouac.server import render
from bivouac.server.course import MARKS, POINTS, Headings, Swing, course_of, turning_points
from bivouac.server.hub import Hub
from bivouac.server.render import Reader
from bivouac.server.store import Key, Store
from bivouac.server.taking_back import take_back
from toy.events import MOVE_BEGINS


def played(name, seed=3):
    """A whole match, played by the scripts."""
    match = Match.new(load(name), seed=seed)
    scripts = [make_agent("veteran", Random(int(s))) for s in SIDES]
    while (question := match.question) is not None:
        match.submit(scripts[question.side].decide(match.view(question.side), question, Clock(1)), side=question.side)
    return match


class Counting:
    """Players that work in this process and count how often they are asked for a course."""

    def __init__(self):
        self.asked = 0

    async def course(self, position, answers, level):
        self.asked += 1
        await asyncio.sleep(0)
        title, state = position.open()
        return course_of(title, position.scenario, state, answers, level)


@pytest.mark.parametrize("name", [toy.TITLE.id, *titles()])
def test_one_estimate_a_turn_from_the_start_to_the_end(tmp_path, name):
    asyncio.run(the_course(tmp_path, played(name)))


async def the_course(folder, match):
    players = Counting()
    hub = Hub(Store(f"sqlite:///{folder / 'x.db'}"), players, 20.0)
    live, _, _ = await hub.create(match, {"0": "me", "1": "here"})
    points = await hub.course(live)
    numbers = [number for number, _ in points]
    assert numbers == sorted(numbers) and numbers[-1] == len(match.answers) and 2 <= len(points) <= POINTS + 2
    assert all(0 <= chance <= 1 for _, chance in points) and points[-1][1] == match.outcome.worth(Side.UNION)
    assert hub.store.course(live.id) == points and await hub.course(live) == points and players.asked == 1, "kept, not worked out again"
    swings = turning_points(points, given_up=False)
    for language in LANGUAGES:
        rows = render.turns(live, Reader(Key(live.id, (0,)), language), swings, hub.keeper.earlier(live, -1, live.serial))
        assert len(rows) == len(swings) <= MARKS and all(row.when for row in rows)
    hub.store.close()


def test_two_who_ask_at_once_are_told_the_same(tmp_path):
    async def both():
        players = Counting()
        hub = Hub(Store(f"sqlite:///{tmp_path / 'x.db'}"), players, 20.0)
        live, _, _ = await hub.create(played("pickets"), {"0": "me", "1": "here"})
        first, second = await asyncio.gather(hub.course(live), hub.course(live))
        assert first == second and players.asked == 1
        hub.store.close()

    asyncio.run(both())


def test_giving_up_ends_the_course_and_is_no_turning_point(tmp_path):
    async def given_up():
        hub = Hub(Store(f"sqlite:///{tmp_path / 'x.db'}"), Counting(), 20.0)
        live, _, _ = await hub.create(Match.new(toy.TITLE, seed=1), {"0": "me", "1": "here"})
        await hub.concede(live, Side.UNION)
        points = await hub.course(live)
        assert points[-1] == (live.serial, 0.0) and turning_points(points, given_up=True) == []
        hub.store.close()

    asyncio.run(given_up())


def test_what_is_taken_back_takes_the_course_with_it(tmp_path):
    async def taken_back():
        hub = Hub(Store(f"sqlite:///{tmp_path / 'x.db'}"), Counting(), 20.0)
        live, _, _ = await hub.create(played("pickets"), {"0": "me", "1": "here"})
        await hub.course(live)
        side = next(Side(s) for s in reversed(live.match.sides) if s != Side.CHANCE)
        await take_back(hub, live, side, granted=True)
        assert live.match.outcome is None and hub.store.course(live.id) is None
        assert await hub.course(live) == [], "nothing is said before the end"
        hub.store.close()

    asyncio.run(taken_back())


def test_the_largest_swings_are_the_turning_points():
    points = [(0, 0.5), (10, 0.52), (20, 0.3), (30, 0.35), (40, 0.6), (50, 0.58), (60, 1.0)]
    assert turning_points(points, given_up=False) == [Swing((10, 0.52), (20, 0.3)), Swing((30, 0.35), (40, 0.6))]
    upset = [*points[:-1], (60, 0.0)]
    assert turning_points(upset, given_up=False)[-1] == Swing((50, 0.58), (60, 0.0)), "an end that nobody expected is one, too"
    assert turning_points(upset, given_up=True)[-1] == Swing((30, 0.35), (40, 0.6))
    many = [(n, 0.2 + 0.6 * (n % 2)) for n in range(20)]
    assert len(turning_points(many, given_up=False)) == MARKS
    assert turning_points([(0, 0.5), (1, 0.5)], given_up=False) == [] == turning_points([], given_up=False)


def test_a_turning_point_says_when_it_was():
    begins = Event(MOVE_BEGINS, (0, 9)), Event(MOVE_BEGINS, (1, 8))
    heads = Headings([(-1, [begins[0]]), (3, [begins[1]])], {"post:1"})
    assert heads.of(Swing((0, 0.5), (4, 0.7))) == (begins[0], [])
    assert heads.of(Swing((4, 0.5), (9, 0.7))) == (begins[1], [])
    assert Headings([], set()).of(Swing((0, 0.5), (4, 0.7))) == (None, [])
