"""Computer players that take their time: the seconds a player gives them, the clock, and that nobody else waits for them."""

from __future__ import annotations

import asyncio
import functools
import json
import time
from random import Random

import pytest
import sqlalchemy as sa

import toy
from bivouac import Match, load, titles
from bivouac.agents import Clock, make_agent
from bivouac.core.ids import Side
from bivouac.core.title import BadSetup
from bivouac.server.hub import Hub
from bivouac.server.players import Decided, Players, Position, Thinker, best_options
from bivouac.server.schema import COURSES, MATCHES
from bivouac.server.settings import Settings
from bivouac.server.store import Store
from bivouac.server.thinking import STAND_IN
from server.harness import HTTP, Seat, Server, as_it_was, known, new, post

HOUR = 3600  # the seconds of a thought that is never thought to its end
HANGS = 600  # a test that waits so long has failed; nothing is proven by being quicker
MOST_WORK = 8  # seconds of the processor


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """A server with one process for long thoughts, and a title in which they are long."""
    running = Server(tmp_path_factory.mktemp("patient"), BIVOUAC_SECONDS="60", BIVOUAC_EXTRA_TITLES="toy:TITLE,server.slow:TITLE").start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def pensive(tmp_path_factory):
    """The same where a thought may last for an hour: whatever is there before was not waiting for it."""
    running = Server(
        tmp_path_factory.mktemp("pensive"), BIVOUAC_SECONDS=str(HOUR), BIVOUAC_EXTRA_TITLES="toy:TITLE,server.slow:TITLE"
    ).start()
    yield running
    running.stop()


def until(condition):
    """Wait for something to become true."""
    started = time.monotonic()
    while not condition():
        assert time.monotonic() - started < HANGS, "it does not come"
        time.sleep(0.05)


def is_thinking(seat):
    return (seat.look()["room"]["clock"] or {"running": False})["running"]


def thoughtful(server):
    """A match in which `crack` is thinking for the Union."""
    made = new(server, title="slow-pickets", union="computer:crack", csa="me", seconds={"0": HOUR})
    seat = Seat(server, made["token"])
    until(lambda: is_thinking(seat))
    return seat


# --- choosing the seconds ---------------------------------------------------------------------------


def test_the_seconds_are_chosen_with_the_match_and_changed_in_mid_match(patient):
    seat = Seat(patient, new(patient, csa="computer:crack", seconds={"1": 40})["token"])
    assert seat.look()["room"]["seats"][1]["seconds"] == 40
    assert seat.look()["match"]["seconds"] == {"choices": [5, 10, 20, 40, 60], "standard": 20}
    assert next(level["id"] for level in seat.look()["match"]["levels"] if level["timed"]) == "crack"
    assert seat.post("/seat", side=1, agent="crack", seconds=10).status_code == 200
    assert seat.look()["room"]["seats"][1]["seconds"] == 10
    seat.post("/seat", side=1, agent="veteran")
    seat.post("/seat", side=1, agent="crack")
    assert seat.look()["room"]["seats"][1]["seconds"] == 10, "another level and back: the seconds stay"
    assert Seat(patient, new(patient, csa="computer:crack")["token"]).look()["room"]["seats"][1]["seconds"] == 20


@pytest.mark.parametrize(("language", "words"), [("en", "up to 60 seconds"), ("it", "al massimo 60 secondi")])
def test_seconds_that_the_server_does_not_allow_are_refused(patient, language, words):
    seat = Seat(patient, known(patient, csa="computer:crack")["token"], language)
    for wrong in (0, -3, 61):
        for reply in (
            HTTP.post(
                f"{patient.url}/api/matches?lang={language}",
                json={"title": "pickets", "seats": {"1": "computer:crack"}, "seconds": {"1": wrong}},
            ),
            seat.post("/seat", side=1, agent="crack", seconds=wrong),
        ):
            assert reply.status_code == 400 and words in reply.json()["error"]["message"] and f"{wrong}" in reply.json()["error"]["message"]
    assert seat.post("/seat", side=1, agent="crack", seconds="long").status_code == 400
    assert seat.look()["room"]["seats"][1]["seconds"] == 20


def test_the_seconds_survive_a_restart_and_old_databases_get_the_standard(tmp_path):
    server = Server(tmp_path, BIVOUAC_SECONDS="60").start()
    try:
        seat = Seat(server, new(server, csa="computer:crack", seconds={"1": 40})["token"])
        server.kill()
        server.start()
        assert seat.look()["room"]["seats"][1]["seconds"] == 40
        server.kill()
        server.environment["BIVOUAC_SECONDS"] = "8"
        server.start()
        assert seat.look()["room"]["seats"][1]["seconds"] == 8, "a server that allows less gives less"
        assert seat.look()["match"]["seconds"] == {"choices": [5, 8], "standard": 8}
        server.kill()
        make_old(server.database)
        server.environment["BIVOUAC_SECONDS"] = "60"
        server.start()
        assert seat.look()["room"]["seats"][1]["seconds"] == 20
        seat.post("/concede", side=0)
        assert seat.get("/chances")["points"][-1]["chance"] == 0
    finally:
        server.stop()


def make_old(url):
    """The database as it was before seconds and courses were kept."""
    store = Store(url)
    with store.engine.begin() as db:
        for identity, seats in db.execute(sa.select(MATCHES.c.id, MATCHES.c.seats)).all():
            old = [{k: v for k, v in seat.items() if k != "seconds"} for seat in json.loads(seats)]
            db.execute(MATCHES.update().where(MATCHES.c.id == identity).values(seats=json.dumps(old)))
        COURSES.drop(db)
        as_it_was(db)
    store.close()


@pytest.mark.parametrize("value", ["soon", "0", "nan", "inf"])
def test_a_setting_that_is_no_number_is_named(tmp_path, monkeypatch, value):
    monkeypatch.setenv("BIVOUAC_SECONDS", value)
    with pytest.raises(BadSetup) as caught:
        Settings.in_folder(tmp_path)
    assert caught.value.text.args["name"] == "BIVOUAC_SECONDS" and caught.value.text.args["found"] == value


# --- thinking ---------------------------------------------------------------------------------------


def test_the_clock_of_the_turn_is_told_while_the_computer_thinks(pensive):
    seat = thoughtful(pensive)
    first = seat.look()
    assert first["room"]["thinking"] == 0 and first["room"]["clock"]["seconds"] == HOUR
    until(lambda: seat.look()["room"]["clock"]["spent"] >= first["room"]["clock"]["spent"] + 0.5)
    seat.post("/concede", side=1)
    assert seat.look()["room"]["clock"] is None and seat.look()["room"]["thinking"] is None


def test_levels_that_answer_at_once_have_no_clock(patient):
    seat = Seat(patient, known(patient, union="computer:veteran", csa="me")["token"])
    assert seat.look()["room"]["clock"] is None


def test_a_thought_at_one_table_holds_up_nobody_at_another(pensive):
    other = Seat(pensive, known(pensive)["token"])
    thinking = thoughtful(pensive)
    assert other.get("/hints")
    quick = Seat(pensive, known(pensive, csa="computer:veteran")["token"])
    quick.answer_first()
    until(lambda: quick.look()["outcome"] or quick.look()["question"]["yours"])
    assert is_thinking(thinking), "and all the while it was thinking"
    thinking.post("/concede", side=1)


def test_another_level_is_there_at_once_in_mid_thought(pensive):
    seat = thoughtful(pensive)
    before = seat.look()["serial"]
    seat.post("/seat", side=0, agent="veteran")
    until(lambda: seat.look()["serial"] > before)


def test_other_seconds_begin_at_once_in_mid_thought(pensive):
    """The only process for thoughts is free again: the old thought was broken off."""
    seat = thoughtful(pensive)
    before = seat.look()["serial"]
    seat.post("/seat", side=0, agent="crack", seconds=0.5)
    until(lambda: seat.look()["serial"] > before)


def test_a_seat_is_lent_to_the_computer_and_taken_back_in_mid_thought(pensive):
    seat = Seat(pensive, new(pensive, title="slow-pickets", union="me", csa="computer:recruit")["token"])
    assert seat.look()["question"]["yours"]
    seat.post("/seat", side=0, agent="crack", seconds=HOUR)
    until(lambda: is_thinking(seat))
    serial = seat.look()["serial"]
    seat.post("/seat", side=0)
    table = seat.look()
    assert table["question"]["yours"] and table["room"]["thinking"] is None and table["serial"] == serial
    time.sleep(1)
    assert seat.look()["serial"] == serial, "what was thought until then is not played"
    seat.answer_first()


def test_taking_back_while_the_computer_thinks(pensive):
    for _ in range(20):
        seat = Seat(pensive, new(pensive, title="slow-pickets", union="me", csa="computer:crack", seconds={"1": HOUR})["token"])
        start = seat.look()["serial"]
        while (question := seat.look()["question"]) is not None and question["yours"]:
            seat.answer_first()
        if question is not None:  # the first step did not lead to the secret post
            break
    until(lambda: is_thinking(seat))
    seat.post("/undo", ask=True)
    table = seat.look()
    assert table["question"]["yours"] and table["room"]["thinking"] is None and start <= table["serial"]


def test_an_agent_thinks_in_one_process_for_a_whole_turn():
    """What it remembers, its plan and the time it has used, is there. With a new turn it may go where less is to do."""
    players = Players(3)
    home = players._home("a", new_turn=True)
    home.waiting = 2
    assert players._home("a", new_turn=False) is home
    other = players._home("b", new_turn=True)
    assert other is not home
    moved = players._home("a", new_turn=True)
    assert moved is not home and players._home("a", new_turn=False) is moved


def test_whoever_has_nothing_to_think_about_lends_a_head(monkeypatch):
    players, asked = Players(4), []

    async def think(self, rank, begun, work, *args):
        asked.append(args[-1])

    monkeypatch.setattr(Thinker, "think", think)
    decide = functools.partial(players.decide, None, "a", "crack", 5.0, lambda: None, new_turn=False)
    asyncio.run(decide())
    home = players._home("a", new_turn=False)
    next(t for t in players._thinkers if t is not home).waiting = 1
    asyncio.run(decide())
    assert asked == [4, 3]


def test_a_server_stops_in_mid_thought(tmp_path):
    """It ends by itself, though the thought has an hour before it."""
    server = Server(tmp_path, BIVOUAC_SECONDS=str(HOUR), BIVOUAC_EXTRA_TITLES="toy:TITLE,server.slow:TITLE").start()
    try:
        thoughtful(server)
        server.process.terminate()
        assert server.process.wait(HANGS) == 0
    finally:
        server.stop()
    assert server.complaints == ""


class Failing:
    """Players of whom only the stand-in can answer."""

    async def decide(self, position, seat, agent, seconds, begun, *, new_turn, rank):
        if agent != STAND_IN:
            raise RuntimeError("no thought comes")
        _, state = position.open()
        return Decided([state.options[0]], "")


def test_where_a_computer_player_fails_the_script_answers(tmp_path):
    async def go_on():
        hub = Hub(Store(f"sqlite:///{tmp_path / 'x.db'}"), Failing(), 20.0)
        live, _, _ = await hub.create(Match.new(load("house-divided"), seed=1), {"0": "computer:crack", "1": "here"})
        hub.thinking.poke(live)
        await live.thought
        assert live.serial > 0 and (live.match.outcome or live.asked == Side.CSA)
        hub.store.close()

    asyncio.run(go_on())


def test_a_computers_answer_that_fails_half_way_is_forgotten(tmp_path, monkeypatch):
    """The table in memory may be half changed: the next visitor opens the match as the store has it, and it goes on there."""

    async def go_on():
        hub = Hub(Store(f"sqlite:///{tmp_path / 'x.db'}"), Failing(), 20.0)
        live, _, _ = await hub.create(Match.new(load("house-divided"), seed=1), {"0": f"computer:{STAND_IN}", "1": "here"})
        submit, before = live.match.submit_all, live.serial

        def fails(*args, **more):
            submit(*args, **more)
            raise RuntimeError("a fault of the rules")

        monkeypatch.setattr(live.match, "submit_all", fails)
        await live.thought
        async with hub.at(live):
            assert not live.is_broken and live.serial == before
        hub.thinking.poke(live)
        await live.thought
        assert live.serial > before
        hub.store.close()

    asyncio.run(go_on())


# --- hints ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", titles())
def test_a_hint_is_up_to_three_different_things_with_their_chances(patient, name):
    seat = Seat(patient, new(patient, title=name, csa="computer:veteran", union="me")["token"])
    for _ in range(4):
        until(lambda: seat.look()["outcome"] or (seat.look()["question"] or {"yours": False})["yours"])
        if seat.look()["outcome"]:
            break
        question = seat.look()["question"]
        hints = seat.get("/hints")
        labels = [hint["label"] for hint in hints]
        assert len(set(labels)) == len(labels) and 1 <= len(labels) <= 3
        assert [hint["chance"] for hint in hints] == sorted((hint["chance"] for hint in hints), reverse=True)
        assert seat.answer(hints[0]["answer"], question["serial"]).status_code == 200


@pytest.mark.parametrize("name", [toy.TITLE.id, *titles()])
def test_hints_take_little_work_in_every_title(name):
    """The best three with their chances, at the start and on the way."""
    match = Match.new(load(name), seed=11)
    script = make_agent("veteran", Random(1))
    shown = 0
    for n in range(240):
        question = match.question
        if question is None:
            break
        if n % 40 == 0:
            started = time.process_time()
            found = best_options(Position.of(match), int(question.side))
            assert time.process_time() - started < MOST_WORK
            chances = [chance for _, chance in found]
            assert min(3, len(question.options)) <= len(found) and chances == sorted(chances, reverse=True)
            assert all(answer in question.options and 0 <= chance <= 1 for answer, chance in found)
            shown += 1
        match.submit(script.decide(match.view(question.side), question, Clock(1)), side=question.side)
    assert shown


def test_a_guest_does_not_set_the_seconds_of_another_seat(patient):
    """Only who made the match changes the computer's seconds."""
    made = new(patient, csa="link")
    joined = post(f"{patient.url}/api/join/{made['invites'][0]['url'].rsplit('/', 1)[1]}").json()
    guest = Seat(patient, joined["token"])
    assert guest.post("/seat", side=0, agent="crack", seconds=5).status_code == 403
    union = guest.look()["room"]["seats"][0]
    assert union | {"here": False} == {
        "name": "Union",
        "agent": None,
        "computer": False,
        "seconds": 20,
        "here": False,
        "aim": "",
        "opened": False,
        "vacant": False,
    }


# --- tempers and aims -------------------------------------------------------------------------------


def test_a_computer_of_some_temper_says_what_it_is_after(patient):
    made = new(patient, title="hold-the-line", union="computer:veteran-bold", csa="me")
    seat = Seat(patient, made["token"])
    until(lambda: seat.look()["room"]["seats"][0]["aim"])
    words = load("hold-the-line").locale("en")["aims"]
    bold = load("hold-the-line").advice.plans.tempers["bold"][0]
    assert seat.look()["room"]["seats"][0]["aim"].rstrip(".").lower() in {words[name].lower() for name in bold}
    assert seat.look()["room"]["seats"][1]["aim"] == "", "a person keeps her own counsel"
    names = {level["id"]: level["name"] for level in seat.look()["match"]["levels"]}
    assert names["veteran-bold"].startswith(names["veteran"] + ", ")
