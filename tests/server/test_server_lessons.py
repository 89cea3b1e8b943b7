"""A lesson over HTTP: a match like any other, in which only what is meant is lit and taken, and anything else is answered."""

from __future__ import annotations

import time

import httpx

from bivouac.match.lesson import lesson_of
from server.harness import HTTP, Seat


def learn(server, language="en", **wish) -> Seat:
    made = HTTP.post(f"{server.url}/api/lessons", json={"title": "hold-the-line", **wish}).raise_for_status().json()
    return Seat(server, made["token"], language)


def asked(seat):
    """The table as soon as the learner is asked."""
    for _ in range(400):
        table = seat.look()
        if table["question"] is None or table["question"]["yours"]:
            return table
        time.sleep(0.02)
    raise AssertionError("the other side never answers")


def test_a_wrong_answer_is_answered_and_a_right_one_leads_on(server):
    seat = learn(server)
    table = asked(seat)
    assert table["lesson"]["step"] == 0 and table["lesson"]["say"] and len(table["question"]["choices"]) == 1
    wrong = seat.answer(1, table["question"]["serial"])
    assert wrong.status_code == 400 and "1st Maine" in wrong.json()["error"]["message"] and wrong.json()["error"]["rule"] == "HTL-6.1.3a"
    why = seat.get("/why", target="piece:1")
    assert "1st Maine" in why[0]["why"] and seat.get("/why", target="hex:0")
    assert seat.get("/gestures", pick="piece:0")["gestures"] == []
    assert seat.post("/seat", side=0, agent="recruit").status_code == seat.post("/seat", side=1, agent="crack").status_code == 409
    seat.answer_first()
    assert asked(seat)["lesson"]["step"] == 1
    assert seat.post("/undo").status_code == 200 and seat.look()["lesson"]["step"] == 0


def test_a_lesson_is_played_to_its_end(server):
    """By whoever answers with what is lit, wrong answers and all; the last chapter is begun by itself; the dice promise nothing."""
    seat, refused = learn(server, "it", chapter=5), 0
    while (table := asked(seat))["question"] is not None:
        question, step = table["question"], table["lesson"]["step"]
        for choice in question["choices"]:
            reply = seat.answer(choice["answer"], question["serial"])
            refused += reply.status_code == httpx.codes.BAD_REQUEST
            if reply.status_code == httpx.codes.OK:
                break
        assert asked(seat)["lesson"]["step"] == step + 1
    assert refused and table["lesson"]["over"] and table["lesson"]["done"] and table["outcome"]["winner"] == 0
    assert "disposti" in seat.get("/dice")["lines"][0]
    assert not server.complaints


def test_a_puzzle_says_what_an_answer_wins_and_the_coach_keeps_silent(server):
    (step,) = lesson_of("lincoln", "puzzles").chapters[0].steps
    best, *others = sorted(map(int, step.chances), key=lambda a: -step.chances[str(a)])
    seat = learn(server, title="lincoln", lesson="puzzles")
    table = asked(seat)
    assert len(table["question"]["choices"]) == len(others) + 1
    for answer in others:
        told = seat.answer(answer, table["question"]["serial"], coach=True)
        assert told.status_code == 400 and f"wins {round(step.chances[str(answer)])} of 100" in told.json()["error"]["message"]
    assert seat.answer(best, table["question"]["serial"], coach=True).status_code == 200
    lesson = seat.look()["lesson"]
    assert lesson["next"] == 1 and lesson["done"].startswith("Right: ")


def test_what_is_no_lesson_is_said(server):
    for wish in ({"title": "hold-the-line", "lesson": "none"}, {"title": "hold-the-line", "chapter": 99}, {"title": "none"}):
        reply = HTTP.post(f"{server.url}/api/lessons", json=wish)
        assert reply.status_code == 404 and reply.json()["error"]["message"]
    listed = HTTP.get(f"{server.url}/api/lessons", params={"lang": "it"}).json()
    assert [row["title"] for row in listed if row["lessons"]]
