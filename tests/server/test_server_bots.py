"""What bots use: lines of JSON, the typed client, the example."""

from __future__ import annotations

import importlib.util
from random import Random

import httpx
import msgspec
import pytest

from bivouac.server import protocol
from bivouac.server.client import House, Refused, Seat
from server.harness import ROOT, friends

SPEC = importlib.util.spec_from_file_location("http_bot", ROOT / "examples" / "http_bot.py")
http_bot = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(http_bot)


def test_the_example_plays_a_match_to_its_end(server):
    made = House(server.url).begin("pickets", seats={"0": "me", "1": "computer:recruit"})
    seat = Seat(server.url, made.url)
    assert http_bot.play(seat, Random(1))
    assert seat.look().outcome is not None and len(seat.promises) == 1, "it gave a nonce for the promise, and kept that"


def test_two_bots_play_by_an_invitation(server):
    house = House(server.url)
    made = house.begin("pickets", seats={"0": "me", "1": "link"})
    union, csa = Seat(server.url, made.token), Seat(server.url, house.join(made.invites[0].url).token)
    for seat in (union, csa):
        seat.give(seat.look().dice)
    question = union.look().question
    assert question.yours and not csa.look().question.yours
    assert union.answer(question, question.choices[0].answer).serial == question.serial + 1
    with pytest.raises(Refused) as caught:
        union.answer(question, question.choices[0].answer)
    assert caught.value.status == 409 and caught.value.fault.message


def test_the_stream_tells_what_the_socket_tells(server):
    union, csa, _ = friends(server)
    with httpx.stream("GET", f"{server.url}/api/table/{csa.token}/stream?lang=it", timeout=60) as reply:
        assert reply.headers["content-type"].startswith("application/x-ndjson") and reply.headers["cache-control"] == "no-store"
        lines = (line for line in reply.iter_lines() if line)
        first = msgspec.json.decode(next(lines))
        assert first["kind"] == "table" and first["base"] is None
        union.answer_first()
        while (news := msgspec.json.decode(next(lines)))["kind"] != "table":
            pass
        assert news["rev"] == first["rev"] + 1 and news["base"] == first["rev"] and news["question"]["yours"]


def test_what_the_client_leaves_out_is_in_the_message(server):
    union, _, _ = friends(server)
    whole = msgspec.json.decode(union.raw("").content)
    assert {field.name for field in msgspec.structs.fields(protocol.TableMessage)} >= set(whole) - {"kind"}
