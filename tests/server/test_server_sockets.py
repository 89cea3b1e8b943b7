"""Answers over the socket of an open page: taken, refused and limited as requests are; and the frames that carry them."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.sync.client import connect

from bivouac.server.breath import Breath
from bivouac.server.links import MOST, Links
from bivouac.server.listening import ANSWERS, FLURRY
from bivouac.server.run import Line, end_of_frame, head_of_frame
from server.harness import POSTGRES, fresh_database, friends


@contextmanager
def page_of(server, seat, language="en"):
    with connect(f"{server.url.replace('http', 'ws')}/ws/{seat.token}?lang={language}") as page:
        page.first = json.loads(page.recv(60))
        yield page


def give(page, wish, number=1):
    page.send(json.dumps({"kind": "answer", "id": number, "wish": wish}))


def until(page, kind):
    while (message := json.loads(page.recv(60)))["kind"] != kind:
        pass
    return message


def test_an_answer_over_the_socket_is_taken_and_everybody_is_told(server):
    union, csa, _ = friends(server)
    question = union.look()["question"]
    with page_of(server, union) as mine, page_of(server, csa) as theirs:
        give(mine, {"answer": question["choices"][0]["answer"], "serial": question["serial"], "sure": True}, 7)
        news, reply = until(mine, "table"), until(mine, "reply")
        assert reply["id"] == 7 and reply["status"] == 200 and reply["error"] is None
        assert reply["said"]["rev"] == news["rev"] == until(theirs, "table")["rev"] == union.look()["rev"]


def test_what_is_refused_over_the_socket_is_told_as_a_request_would_be(server):
    union, csa, watch = friends(server)
    question = union.look()["question"]
    wish = {"answer": question["choices"][0]["answer"], "serial": question["serial"], "sure": True}
    for seat, wrong in (
        (union, {**wish, "serial": 99}),
        (csa, wish),
        (union, {**wish, "answer": 12345}),
        (watch, wish),
        (union, {"serial": 0}),
    ):
        seat.language = "it"
        asked = seat.post("/answer", **wrong)
        with page_of(server, seat, "it") as page:
            give(page, wrong)
            reply = until(page, "reply")
        assert reply["said"] is None and reply["status"] == asked.status_code >= 400
        assert {"error": reply["error"]} == asked.json()
    assert union.look()["question"]["serial"] == question["serial"]


def test_who_floods_with_answers_is_sent_away(server):
    union, _, _ = friends(server)
    with page_of(server, union) as page, pytest.raises(ConnectionClosed):
        for n in range(int(FLURRY + 20 * ANSWERS)):
            give(page, {"answer": 1, "serial": 99}, n)
        while True:
            page.recv(60)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 500, 65535, 65536, 100_000])
def test_frames_begin_as_the_library_writes_them(length):
    text = b"x" * length
    frame = Frame(Opcode.TEXT, text)
    assert frame.serialize(mask=False) == head_of_frame(length) + text
    for masked in (False, True):
        whole = frame.serialize(mask=masked)
        assert end_of_frame(whole + b"more of it") == (len(whole) if length < 65536 else 0)
    assert end_of_frame(b"\x81") == 0


def test_messages_in_pieces_and_several_at_once_are_heard(server):
    """As a slow line brings them."""
    union, _, _ = friends(server)
    ping = Frame(Opcode.TEXT, b'{"kind": "ping"}')
    with page_of(server, union) as page:
        wire = page.socket
        wire.sendall(ping.serialize(mask=True) * 3)
        assert [until(page, "pong")["rev"] for _ in range(3)] == [page.first["rev"]] * 3
        data = ping.serialize(mask=True)
        wire.sendall(data[:3])
        until_quiet(page)
        wire.sendall(data[3:] + data)
        assert until(page, "pong") and until(page, "pong")


def until_quiet(page):
    with pytest.raises(TimeoutError):
        page.recv(0.2)


@pytest.mark.skipif(POSTGRES is None, reason="make test-postgres runs it")
def test_statements_that_need_no_thread():
    """Each by itself, in any number at once; a fault is told to who asked, and a lost connection is replaced."""
    engine = sa.create_engine(fresh_database())
    with engine.begin() as db:
        db.execute(sa.text("CREATE TABLE numbers (n int PRIMARY KEY)"))

    async def tried():
        links = Links(
            engine, {"add": "INSERT INTO numbers VALUES ($1) RETURNING n", "cut": "SELECT pg_terminate_backend(pg_backend_pid())"}
        )
        assert await asyncio.gather(*(links.ask("add", (n,)) for n in range(50))) == [1] * 50
        found = await asyncio.gather(*(links.ask("add", (n,)) for n in (3, 60)), return_exceptions=True)
        assert isinstance(found[0], sa.exc.IntegrityError) and found[1] == 1
        assert len(links._links) <= MOST
        lost = await asyncio.gather(*(links.ask("cut", ()) for _ in range(MOST)), return_exceptions=True)
        assert all(isinstance(fault, sa.exc.OperationalError) for fault in lost)
        assert await links.ask("add", (70,)) == 1
        links.close()

    asyncio.run(tried())
    with engine.connect() as db:
        assert db.execute(sa.text("SELECT count(*) FROM numbers")).scalar() == 52
    engine.dispose()


@pytest.mark.skipif(POSTGRES is None, reason="make test-postgres runs it")
def test_words_are_heard_on_the_connection_that_is_used_first():
    """Between results, after them, and of others; until the connection is lost."""
    engine = sa.create_engine(fresh_database())

    async def tried():
        statements = {"say": "SELECT pg_notify('talk', $1)", "cut": "SELECT pg_terminate_backend(pg_backend_pid())"}
        mine, theirs, heard = Links(engine, statements), Links(engine, statements), []
        ear = asyncio.create_task(mine.listen("talk", heard.append))
        while not mine._links:
            await asyncio.sleep(0.01)
        assert await mine.ask("say", ("1",)) == 1
        assert heard == ["1"] and len(mine._links) == 1, "what it says itself comes with the result"
        for n in range(2, 6):
            await theirs.ask("say", (str(n),))
            await mine.ask("say", (f"{n}!",))
        for _ in range(500):
            if len(heard) < 9:
                await asyncio.sleep(0.01)
        assert sorted(heard) == sorted(["1", *(f"{n}{end}" for n in range(2, 6) for end in ("", "!"))])
        with pytest.raises(sa.exc.OperationalError):
            await mine.ask("cut", ())
        await asyncio.wait_for(ear, 60)
        mine.close()
        theirs.close()

    asyncio.run(tried())
    engine.dispose()


def test_what_comes_in_one_breath_is_done_in_a_row():
    async def breathed():
        done, breath = [], Breath(0.05)
        breath.do(lambda: done.append(1))
        assert done == [1], "what comes alone is done at once"
        for n in (2, 3):
            breath.do(lambda n=n: done.append(n))
        assert done == [1]
        await asyncio.sleep(0.1)
        assert done == [1, 2, 3]
        await asyncio.sleep(0.1)
        breath.do(lambda: done.append(4))
        assert done == [1, 2, 3, 4]

    asyncio.run(breathed())


def test_a_fault_in_one_piece_of_work_is_not_anothers():
    async def breathed():
        done, faults, breath = [], [], Breath(0.05)
        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(type(context["exception"])))
        breath.do(lambda: done.append(1))
        breath.do(lambda: [].pop())
        breath.do(lambda: done.append(2))
        await asyncio.sleep(0.1)
        assert done == [1, 2] and faults == [IndexError]

    asyncio.run(breathed())


def test_who_comes_back_with_the_newest_revision_is_not_told_everything_again(server):
    union, csa, _ = friends(server)
    address = f"{server.url.replace('http', 'ws')}/ws/{csa.token}?lang=en&rev="
    rev = union.look()["rev"]
    with connect(f"{address}{rev}") as page:
        assert json.loads(page.recv(60))["kind"] == "seats"
        union.answer_first()
        news = until(page, "table")
        assert news["base"] == rev and news["rev"] == rev + 1 and not news["scene"]["full"]
    with connect(f"{address}{rev}") as page:
        assert json.loads(page.recv(60))["base"] is None, "who has missed something is told everything"


def test_what_is_said_in_one_breath_goes_out_in_one_piece():
    async def breath():
        line, written = Line.__new__(Line), []
        line.transport = SimpleNamespace(write=written.append, is_closing=lambda: False)
        line.loop, line.said, line.writable = asyncio.get_running_loop(), [], asyncio.Event()
        line.handshake_complete, line.disconnected, line.close_sent, line.conn = True, False, False, SimpleNamespace(state=OPEN)
        assert not line.write(b"nobody can hear it")
        line.writable.set()
        assert line.write(b"one") and line.write(b"two") and not written
        await asyncio.sleep(0)
        assert written == [b"\x81\x03one\x81\x03two"]
        assert line.write(b"three")
        line.close_sent = True
        await asyncio.sleep(0)
        assert len(written) == 1 and not line.write(b"four")

    asyncio.run(breath())
