"""Gestures over the JSON interface: what is offered, lists of answers, all or nothing, taken back together."""

from __future__ import annotations

import pytest

from bivouac import Match, load
from bivouac.match import format_save
from server.harness import Seat, Server, new, uploaded


@pytest.fixture
def seat(server):
    """The Union in A House Divided, both sides at one screen, before its first march."""
    return Seat(server, new(server, "house-divided", csa="here")["token"])


def army(table):
    """The pieces in Washington."""
    return [t["id"] for t in table["scene"]["tokens"] if t["at"] == "box:124" and t["id"].startswith("piece:")]


def test_a_piece_goes_far_by_one_list(seat):
    seat.give()
    table = seat.look()
    piece = army(table)[0]
    offered = seat.get("/gestures", pick=piece)
    assert offered["rev"] == table["rev"] and offered["refusal"] is None
    way = next(g for g in offered["gestures"] if g["to"] == "box:44")
    assert len(way["answers"]) == 4 and way["label"] and way["whole"]
    assert seat.post("/answer", answers=way["answers"], serial=offered["serial"]).status_code == 200
    after = seat.look()
    assert next(t["at"] for t in after["scene"]["tokens"] if t["id"] == piece) == "box:44"
    assert len([line for line in after["log"]["lines"] if line["n"] == offered["serial"]]) == 1, "one line in the log"
    assert seat.post("/undo").status_code == 200
    assert seat.look()["serial"] == offered["serial"], "the whole gesture is taken back"


def test_an_army_goes_together(seat):
    seat.give()
    table = seat.look()
    pieces = army(table)
    assert len(pieces) > 2
    shared = {g["to"] for g in seat.get("/gestures", pick=",".join(pieces))["gestures"]}
    (march,) = seat.get("/gestures", pick=",".join(pieces), to="box:74")["gestures"]
    assert "box:74" in shared and seat.post("/answer", answers=march["answers"], serial=table["serial"]).status_code == 200
    after = {t["id"]: t["at"] for t in seat.look()["scene"]["tokens"]}
    assert {after[p] for p in pieces} == {"box:74"}
    line = seat.look()["log"]["lines"][-1]["text"]
    assert f"{len(pieces)} ×" in line


def test_what_cannot_be_done_by_all_is_refused_whole_with_its_clause(seat):
    seat.give()
    table = seat.look()
    pieces = army(table)
    refused = seat.get("/gestures", pick=",".join(pieces), to="box:16")
    assert refused["gestures"] == [] and refused["refusal"]["why"] and refused["refusal"]["rule"].startswith("AHD-")
    way = seat.get("/gestures", pick=pieces[0])["gestures"][-1]["answers"]
    wrong = seat.post("/answer", answers=[*way[:-1], 9999], serial=table["serial"])
    assert wrong.status_code == 400 and seat.look()["serial"] == table["serial"]
    assert seat.post("/answer", answers=[], serial=table["serial"]).status_code == 400


def before_an_order():
    """Gettysburg, when the Union may give an order."""
    title = load("gettysburg")
    match = Match.new(title, seed=3)
    while match.question.box != "act" or match.question.side != 0 or 2 not in match.question.options:
        match.submit(title.advice.order(match.state)[0])
    return match


def test_a_piece_is_picked_up_for_the_order_that_moves_it_and_a_place_for_what_is_done_there(server):
    seat = Seat(server, uploaded(server, format_save(before_an_order().save(reveal=True)))["token"])
    table = seat.look(**{"as": 0})
    pieces = [t["id"] for t in table["scene"]["tokens"] if t["id"].startswith("piece:") and t["side"] == 0 and t["at"].startswith("place:")]
    offers = [seat.get("/gestures", pick=piece, **{"as": 0})["gestures"] for piece in pieces]
    march = next(g for gestures in offers for g in gestures if g["to"].startswith("place:"))
    assert march["means"].startswith("Give an order (one disc)") and march["label"].startswith(march["means"]), "it says what it costs"
    assert len(march["answers"]) > 3
    free = [f"place:{n}" for n in range(40) if f"place:{n}" not in {t["at"] for t in table["scene"]["tokens"]}]
    blocks = seat.get("/gestures", pick=free[0], **{"as": 0})["gestures"]
    assert any(g["to"].startswith("block:") and g["means"] == "Place a command block" for g in blocks)
    assert seat.post("/answer", answers=march["answers"], serial=table["serial"], side=0, sure=True).status_code == 200


def test_a_gesture_is_still_one_after_the_server_was_killed(tmp_path):
    server = Server(tmp_path).start()
    try:
        seat = Seat(server, new(server, "house-divided", csa="here")["token"])
        seat.give()
        start = seat.look()["serial"]
        way = next(g for g in seat.get("/gestures", pick=army(seat.look())[0])["gestures"] if g["to"] == "box:44")
        seat.post("/answer", answers=way["answers"], serial=start)
        server.kill()
        server.start()
        assert seat.look()["serial"] == start + 4
        seat.post("/undo")
        assert seat.look()["serial"] == start
    finally:
        server.stop()


def test_nobody_else_is_told_what_could_be_done(server):
    made = new(server, "house-divided", csa="link")
    watch = Seat(server, made["watch"].split("/")[-1])
    piece = army(watch.look())[0]
    assert watch.get("/gestures", pick=piece)["gestures"] == []


def test_what_would_end_the_turn_is_not_taken_where_that_is_wished(server):
    seat = Seat(server, new(server, "pickets", csa="here")["token"])
    seat.give()
    taken = []
    while not taken:
        asked = seat.look()["question"]["side"]
        question = seat.look(**{"as": asked})["question"]
        wish = {"answer": question["choices"][0]["answer"], "serial": question["serial"], "side": asked}
        reply = seat.post("/answer", **wish, hold=True).json()
        if "ends" in reply:
            assert seat.look(**{"as": asked})["question"] == question, "nothing has happened"
            reply = seat.post("/answer", **wish).json()
            after = seat.look()["question"]
            taken.append(after is None or after["side"] != asked)  # the match may end with the turn
        assert reply["serial"] > question["serial"]
    assert all(taken)
