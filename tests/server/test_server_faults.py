"""What goes wrong: a database that cannot be written, a process that dies, a change that was overtaken. The store is right, and everybody
hears what it has."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from websockets.sync.client import connect

import toy
from bivouac.core.ids import Side
from bivouac.core.title import BadSetup
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.match import Match, Stale
from bivouac.server import database, others
from bivouac.server import hub as hub_module
from bivouac.server.connections import Connection
from bivouac.server.database import NEWEST, Database
from bivouac.server.errors import Refused
from bivouac.server.hub import Hub
from bivouac.server.players import Players
from bivouac.server.render import Reader
from bivouac.server.schema import META
from bivouac.server.store import Change, Key, Overtaken, Store
from bivouac.server.taking_back import take_back
from server.harness import POSTGRES, Seat, Server, as_it_was, friends


def at_a_table(test):
    """Run `test(hub, live, page)` with a fresh match of Pickets and one open page of the Union's."""

    def run(tmp_path, monkeypatch):
        async def go():
            hub = Hub(Store(f"sqlite:///{tmp_path / 'x.db'}"), Players(1), 1.0)
            live, token, _ = await hub.create(Match.new(toy.TITLE, seed=3), {"0": "me", "1": "here"})
            page = Connection(Reader(hub.store.key(token), "en"))
            live.onlookers.add(page)
            page.offer(page.drawn(live, by=None, told={}))
            await page.queue.get()
            await test(hub, live, page, monkeypatch)
            hub.close()
            hub.store.close()

        asyncio.run(go())

    return run


async def told(page):
    return json.loads(await asyncio.wait_for(page.queue.get(), 60))


@at_a_table
async def test_a_change_that_was_stored_though_it_failed_is_told(hub, live, page, monkeypatch):
    change = hub.store.change

    def cut(match, wish):
        change(match, wish)
        raise sa.exc.OperationalError("COMMIT", {}, Exception("the line broke"))

    monkeypatch.setattr(hub.store, "change", cut)
    revision = live.revision
    with pytest.raises(sa.exc.OperationalError):
        async with hub.at(live):
            await hub.play(live, Side.UNION, live.match.state.options[0])
    news = await told(page)
    assert news["rev"] == revision + 1 == live.revision and not live.is_broken


@at_a_table
async def test_a_change_that_was_not_stored_is_taken_out_of_memory(hub, live, page, monkeypatch):
    def full(match, wish):
        raise sa.exc.OperationalError("INSERT", {}, Exception("disk is full"))

    revision, serial, seats = live.revision, live.serial, [s.agent for s in live.seats]
    with monkeypatch.context() as fault:
        fault.setattr(hub.store, "change", full)
        for work in (
            hub.play(live, Side.UNION, live.match.state.options[0]),
            hub.hand_over(live, Side.UNION, "recruit"),
            hub.concede(live, Side.UNION),
        ):
            with pytest.raises(sa.exc.OperationalError):
                async with hub.at(live):
                    await work
    async with hub.at(live):
        assert (live.revision, live.serial, [s.agent for s in live.seats], live.match.outcome) == (revision, serial, seats, None)
        await hub.play(live, Side.UNION, live.match.state.options[0])
    assert live.revision == revision + 1


@at_a_table
async def test_what_was_put_into_words_but_not_stored_counts_as_never_told(hub, live, page, monkeypatch):
    """Words are found while the database stores. If it does not, the page is told everything anew, drawings too."""

    def full(match, wish):
        raise sa.exc.OperationalError("INSERT", {}, Exception("disk is full"))

    revision = live.revision
    with monkeypatch.context() as fault:
        fault.setattr(hub.store, "change", full)
        fault.setattr(live, "drawn", drawn := Drawn(live))
        with pytest.raises(sa.exc.OperationalError):
            async with hub.at(live):
                await hub.play(live, Side.UNION, live.match.state.options[0])
    assert drawn.revisions[0] == revision + 1
    news = await told(page)
    assert news["rev"] == live.revision == revision and news["base"] is None and news["scene"]["full"] and news["scene"]["faces"]


class Drawn:
    """Notes the revisions that were put into words."""

    def __init__(self, live):
        self.live, self.drawn, self.revisions = live, live.drawn, []

    def __call__(self, by):
        self.revisions.append(self.live.revision)
        return self.drawn(by)


@at_a_table
async def test_a_store_that_cannot_be_read_is_told_plainly(hub, live, page, monkeypatch):
    def away(*args):
        raise sa.exc.OperationalError("SELECT", {}, Exception("no connection"))

    with monkeypatch.context() as fault:
        fault.setattr(hub.store, "change", away)
        fault.setattr(hub.store, "match", away)
        with pytest.raises(sa.exc.OperationalError):
            async with hub.at(live):
                await hub.play(live, Side.UNION, live.match.state.options[0])
        with pytest.raises(Refused) as caught:
            async with hub.at(live):
                pass
        assert caught.value.status == 503
    while live.is_broken:
        await asyncio.sleep(0.05)


@at_a_table
async def test_who_is_overtaken_is_told_what_the_other_did(hub, live, page, monkeypatch):
    other = Hub(hub.store, hub.players, 1.0)
    theirs = await other.get(live.id)
    await other.play(theirs, Side.UNION, theirs.match.state.options[0])
    with pytest.raises(Stale):
        async with hub.at(live):
            await hub.play(live, Side.UNION, live.match.state.options[1])
    assert live.match.answers == theirs.match.answers and live.revision == theirs.revision
    assert (await told(page))["rev"] == live.revision
    await other.play(theirs, theirs.asked, theirs.match.state.options[0])
    await take_back(other, theirs, Side(theirs.match.sides[-1]), granted=True)
    await hub.refresh(live)
    assert live.match.answers == theirs.match.answers and live.stamp == theirs.stamp
    await other.concede(theirs, Side.CSA)
    await hub.refresh(live)
    assert live.match.outcome == theirs.match.outcome and live.log[-1] == theirs.log[-1]
    other.close()


@at_a_table
async def test_an_answer_that_still_fits_is_taken_though_it_was_overtaken(hub, live, page, monkeypatch):
    """By something else than an answer; a question that was answered meanwhile is not answered again."""
    other = Hub(hub.store, hub.players, 1.0)
    theirs, stamp, options = await other.get(live.id), live.stamp, live.match.state.options
    hub.thinking.is_elsewhere = other.thinking.is_elsewhere = True
    await other.hand_over(theirs, Side.CSA, "recruit")
    async with hub.at(live):
        await hub.play(live, Side.UNION, options[0], stamp)
    with pytest.raises(Stale):
        async with other.at(theirs):
            await other.play(theirs, Side.UNION, options[0], stamp)
    assert live.match.answers == theirs.match.answers and live.serial
    await hub.hand_over(live, Side.CSA, None)
    await other.refresh(theirs)
    await hub.hand_over(live, Side.CSA, "recruit")
    with pytest.raises(Refused):
        async with other.at(theirs):
            await other.play(theirs, theirs.asked, theirs.match.state.options[0], theirs.stamp)
    other.close()


@at_a_table
async def test_two_stores_never_write_the_same_revision(hub, live, page, monkeypatch):
    head = hub.keeper._head(live, rewound=0, dropped=0)
    hub.store.change(live.id, Change(head))
    with pytest.raises(Overtaken):
        hub.store.change(live.id, Change(head))


@at_a_table
async def test_a_match_has_one_table_as_long_as_somebody_has_it(hub, live, page, monkeypatch):
    """A page that was just connecting once sat at a table that had been let go, and heard nothing more."""
    live.onlookers.clear()
    monkeypatch.setattr(hub_module, "KEPT", 1)
    for seed in (5, 6):
        await hub.create(Match.new(toy.TITLE, seed=seed), {"0": "me", "1": "here"})
    live.onlookers.add(page)
    again = await hub.get(live.id)
    await hub.play(again, Side.UNION, again.match.state.options[0])
    assert again is live and (await told(page))["rev"] == live.revision


@at_a_table
async def test_a_store_that_hangs_holds_up_nobody_else(hub, live, page, monkeypatch):
    """A change that waits for a locked database once stopped the loop, and with it every table."""
    other, _, _ = await hub.create(Match.new(toy.TITLE, seed=4), {"0": "me", "1": "here"})
    change, go = hub.store.change, threading.Event()

    def slow(match, wish):
        go.wait(60)
        change(match, wish)

    monkeypatch.setattr(hub.store, "change", slow)
    playing = asyncio.create_task(hub.play(live, Side.UNION, live.match.state.options[0]))
    await asyncio.sleep(0)
    async with hub.at(await hub.get(other.id)):
        await hub.looking(lambda: page.drawn(other, by=None, told={}))
    assert not playing.done()
    go.set()
    await playing


@at_a_table
async def test_answers_that_another_process_told_need_not_be_read(hub, live, page, monkeypatch):
    """Those of the next revision; whatever else is told, or cannot be played, is read from the store."""
    other = Hub(hub.store, hub.players, 1.0)
    theirs = await other.get(live.id)

    async def answered():
        before = theirs.serial
        await other.play(theirs, theirs.asked, theirs.match.state.options[0])
        return msgspec.json.encode(hub.store.since(live.id, before)).decode()

    rows, reads = await answered(), []
    match = hub.store.match
    monkeypatch.setattr(hub.store, "match", lambda identity: reads.append(identity) or match(identity))
    await hub.refresh(live, theirs.revision, rows)
    assert not reads and live.match.answers == theirs.match.answers and live.log == theirs.log
    assert (await told(page))["rev"] == live.revision == theirs.revision
    await answered()
    rows = await answered()
    await hub.refresh(live, theirs.revision, rows)
    assert reads and live.match.answers == theirs.match.answers, "one was not heard"
    await answered()
    await hub.refresh(live, theirs.revision, '[{"number": 0, "answer": 77, "side": 0, "events": "[]"}]')
    assert live.match.answers == theirs.match.answers and live.revision == theirs.revision and not live.is_broken
    other.close()


@at_a_table
async def test_processes_tell_each_other_once_who_is_here(hub, live, page, monkeypatch):
    """They once answered each other's question with the same question, for ever."""
    monkeypatch.setattr(others, "Ear", lambda store, hear: None)
    other = Hub(hub.store, hub.players, 1.0)
    theirs = await other.get(live.id)
    both = [others.Others(hub), others.Others(other)]
    both[1].name, words = "another", []
    for one in both:
        monkeypatch.setattr(one, "_say", words.append)
    theirs.onlookers.add(Connection(Reader(Key(live.id, (1,)), "en")))
    both[0].say_who_is_here(live)
    both[1].say_who_is_here(theirs)
    for n in range(20):
        if n < len(words):
            for one in both:
                one.hear(words[n])
    assert len(words) == 4 and live.is_here(1) and theirs.is_here(0)
    other.close()


def test_a_late_answer_to_a_question_that_was_taken_back_is_refused(server):
    union, _, _ = friends(server)
    question = union.look()["question"]
    late = question["choices"][0]["answer"], question["serial"]
    assert union.answer(*late).status_code == 200
    assert union.post("/undo").status_code == 200
    assert union.answer(*late).status_code == 409, "the same question has another serial now"
    again = union.look()["question"]
    assert again["serial"] > late[1] and union.answer(late[0], again["serial"]).status_code == 200


@pytest.mark.skipif(POSTGRES is not None, reason="it locks a file of SQLite; PostgreSQL has no lock of another that an answer would meet")
def test_a_locked_database_changes_nothing_and_pages_go_on(tmp_path):
    server = Server(tmp_path).start()
    try:
        union, csa, _ = friends(server)
        before = union.look()
        with connect(f"{server.url.replace('http', 'ws')}/ws/{csa.token}?lang=en") as page:
            json.loads(page.recv(60))
            other = sqlite3.connect(tmp_path / "bivouac.db")
            other.execute("BEGIN IMMEDIATE")
            reply = union.answer(before["question"]["choices"][0]["answer"], before["question"]["serial"])
            assert reply.status_code == 503 and "written" in reply.json()["error"]["message"]
            assert union.look()["rev"] == before["rev"], "tables can be seen while nothing can be written"
            other.rollback()
            other.close()
            union.answer_first()
            while (news := json.loads(page.recv(60)))["kind"] != "table" or news["rev"] == before["rev"]:
                pass
            assert news["rev"] == before["rev"] + 1
            page.send('{"kind": "ping"}')
            while (pong := json.loads(page.recv(60)))["kind"] != "pong":
                pass
            assert pong["rev"] == news["rev"]
    finally:
        server.stop()


def test_kills_lose_nothing(tmp_path):
    """Killed after each answer, between two, and while the computer thinks."""
    server = Server(tmp_path).start()
    try:
        union, csa, watch = friends(server)
        for kill in range(4):
            table = union.look()
            if table["question"] is None:
                break
            asked = (union, csa)[table["question"]["side"]]
            taken = asked.answer_first()
            server.kill()
            server.start()
            assert asked.look()["rev"] >= taken["rev"], f"kill {kill}"
            assert watch.look()["serial"] == union.look()["serial"]
    finally:
        server.stop()


def hang(url, wish):
    with contextlib.suppress(httpx.HTTPError):
        httpx.post(url, json=wish, timeout=60)


def test_a_stop_is_a_stop(tmp_path):
    """A request that hangs at a locked database does not hold it up."""
    server = Server(tmp_path).start()
    union, _, _ = friends(server)
    other = sqlite3.connect(tmp_path / "bivouac.db")
    other.execute("BEGIN IMMEDIATE")
    question = union.look()["question"]
    wish = {"answer": question["choices"][0]["answer"], "serial": question["serial"]}
    waiting = threading.Thread(target=hang, args=(f"{server.url}/api/table/{union.token}/answer", wish), daemon=True)
    waiting.start()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(30) == 0
    other.close()
    waiting.join(60)
    server.process.stdout.close()


# --- at the start -------------------------------------------------------------------------------------


def damaged(folder):
    (folder / "x.db").write_bytes(b"this is no database, whatever its name says " * 100)


def newer(folder):
    store = Store(f"sqlite:///{folder / 'x.db'}")
    with store.engine.begin() as db:
        db.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()


def missing(folder):
    (folder / "x.db").mkdir()


def torn(folder):
    Store(f"sqlite:///{folder / 'x.db'}").close()
    whole = (folder / "x.db").read_bytes()
    (folder / "x.db").write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])


@pytest.mark.parametrize("spoil, words", [(damaged, "restore"), (torn, "restore"), (newer, "9999"), (missing, "--data")])
def test_a_bad_database_is_told_in_a_sentence(tmp_path, spoil, words):
    spoil(tmp_path)
    with pytest.raises(BadSetup) as caught:
        Database(f"sqlite:///{tmp_path / 'x.db'}")
    said = {language: catalogue(language).say(caught.value.text) for language in LANGUAGES}
    assert words in said["en"] and len(set(said.values())) == 2 and not any("{" in s for s in said.values())


@pytest.mark.parametrize(
    "pragma, key",
    [("query_only=ON", "readonly"), ("max_page_count=1", "full"), ("busy_timeout=10", "locked")],
    ids=["readonly", "full", "locked"],
)
def test_a_database_that_cannot_be_written_is_told_in_a_sentence(tmp_path, monkeypatch, pragma, key):
    other = sqlite3.connect(tmp_path / "x.db")
    if key == "locked":
        other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(database, "_prepare_sqlite", lambda connection, record: connection.execute(f"PRAGMA {pragma}"))
    with pytest.raises(BadSetup) as caught:
        Database(f"sqlite:///{tmp_path / 'x.db'}")
    assert caught.value.text.key == f"errors.database_{key}"
    said = {language: catalogue(language).say(caught.value.text) for language in LANGUAGES}
    assert len(set(said.values())) == 2 and all("x.db" in s and "{" not in s for s in said.values())
    other.close()


WRONG = [("nonsense", "BIVOUAC_DATABASE"), ("postgresql+psycopg://nobody:secret@127.0.0.1:1/x", "password"), ("oracle://x", "pip")]


@pytest.mark.parametrize("url, words", WRONG)
def test_a_bad_address_is_told_without_its_password(url, words):
    with pytest.raises(BadSetup) as caught:
        Database(url)
    for language in LANGUAGES:
        said = catalogue(language).say(caught.value.text)
        assert words in said and "secret" not in said


def test_a_second_process_on_one_file_is_refused(tmp_path):
    server = Server(tmp_path).start()
    try:
        for language, words in (("en", "already"), ("it", "già")):
            second = subprocess.run(
                [sys.executable, "-m", "bivouac.cli", "--lang", language, "serve", "--port", "0", "--data", str(tmp_path)],
                capture_output=True,
                text=True,
                env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
            )
            assert second.returncode == 2 and words in second.stderr and "http" not in second.stdout and "Traceback" not in second.stderr
    finally:
        server.stop()


def test_a_database_of_before_is_brought_up_to_date(tmp_path):
    """And its tables are then the same as those of a new one."""
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    import bivouac.server

    server = Server(tmp_path).start()
    try:
        union, _, _ = friends(server)
        union.answer_first()
        before = union.look()
        server.kill()
        old = sa.create_engine(server.database)
        with old.begin() as db:
            as_it_was(db)
        server.start()
        after = union.look()
        assert after == {**before, "room": after["room"]}
        union.post("/undo")
        union.answer_first()
        with old.connect() as db:
            context = MigrationContext.configure(db)
            assert compare_metadata(context, META) == []
            newest = ScriptDirectory(f"{bivouac.server.__path__[0]}/migrations").get_current_head()
            assert context.get_current_revision() == NEWEST == newest
    finally:
        server.stop()


def test_a_seat_survives_a_restart_in_mid_request(tmp_path):
    """A request to take back waits in the store, not in memory."""
    server = Server(tmp_path).start()
    try:
        union, csa, _ = friends(server)
        union.answer_first()
        csa.answer_first()
        assert union.post("/undo", ask=True).json()["asked"]
        server.kill()
        server.start()
        assert csa.look()["room"]["request"] == 0 and union.look()["room"]["requested"]
        assert csa.post("/grant", yes=True).status_code == 200
        assert Seat(server, union.token).look()["question"]["yours"]
    finally:
        server.stop()
