"""Several processes on one PostgreSQL: any of them serves any seat, workers think for all of them, and none is missed when it dies.

`make test-postgres` runs them, with a PostgreSQL of their own; elsewhere they are skipped.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from websockets.sync.client import connect

from bivouac.server.store import Store
from server.guests import Guest
from server.harness import POSTGRES, ROOT, Seat, Server, fresh_database, friends, get, known, post

ALL = {"BIVOUAC_SECONDS": "2"}


@pytest.fixture
def database():
    """The address of a PostgreSQL database of our own."""
    pytest.importorskip("psycopg")
    if POSTGRES is None:
        pytest.skip("make test-postgres runs these")
    return fresh_database()


@pytest.fixture
def pair(database, tmp_path):
    servers = [Server(tmp_path / name, BIVOUAC_DATABASE=database, **ALL) for name in ("a", "b")]
    for server in servers:
        server.folder.mkdir()
    with ThreadPoolExecutor() as pool:
        list(pool.map(Server.start, servers))
    yield servers
    for server in servers:
        server.stop()


@contextlib.contextmanager
def worker(database, folder):
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}", "BIVOUAC_DATABASE": database}
    env |= {"BIVOUAC_EXTRA_TITLES": "toy:TITLE", "BIVOUAC_WORKERS": "1", **ALL}
    command = [sys.executable, "-m", "bivouac.cli", "work", "--data", str(folder)]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    assert "thinking" in process.stdout.readline()
    yield process
    process.terminate()
    assert process.wait(30) in (0, -signal.SIGKILL)
    process.stdout.close()


def until(condition, patience=1200):
    for _ in range(patience):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it does not come")


def across(pair):
    """A match whose players, and a spectator, sit at different processes."""
    union, csa, watch = friends(pair[0])
    return union, Seat(pair[1], csa.token), Seat(pair[1], watch.token)


def hear(page, revision):
    while True:
        message = json.loads(page.recv(60))
        if message["kind"] == "table" and message["rev"] >= revision:
            return message


def test_any_process_serves_any_seat(pair):
    union, csa, watch = across(pair)
    with connect(f"{pair[1].url.replace('http', 'ws')}/ws/{csa.token}?lang=en") as page:
        hear(page, 0)
        until(lambda: union.look()["room"]["seats"][1]["here"])
        taken = union.answer_first()
        news = hear(page, taken["rev"])
        assert news["rev"] == taken["rev"] and news["question"]["yours"]
        assert csa.look()["rev"] == watch.look()["rev"] == taken["rev"]
    until(lambda: not union.look()["room"]["seats"][1]["here"])
    while (table := union.look())["outcome"] is None:
        until(lambda: csa.look()["rev"] >= table["rev"])
        (union, csa)[table["question"]["side"]].answer_first()
        until(lambda: union.look()["rev"] > table["rev"])
    until(lambda: csa.look()["outcome"] == union.look()["outcome"])
    told, seen = (seat.look()["log"]["lines"] for seat in (Seat(pair[1], union.token), watch))
    assert told == union.look()["log"]["lines"]
    assert [line for line in told if line in seen] == seen, "a spectator hears no more than that"


def test_undo_here_and_answer_there_leave_one_match(pair):
    """What once left matches that could not be read again."""
    union, csa, _ = across(pair)
    twin = Seat(pair[1], union.token)
    for n in range(6):
        until(lambda: union.look()["rev"] == csa.look()["rev"])
        question = union.look()["question"]
        seat = union if question["side"] == 0 else csa
        seat.answer_first()
        with ThreadPoolExecutor() as pool:
            mine = pool.submit(union.post, "/undo", ask=False)
            theirs = pool.submit(lambda: twin.answer(0, twin.look()["question"]["serial"]))
            codes = {mine.result().status_code, theirs.result().status_code}
        assert not codes & {500, 503}, n
    until(lambda: union.look()["rev"] == csa.look()["rev"] == twin.look()["rev"])
    assert union.look()["serial"] == csa.look()["serial"] and union.look()["log"] == twin.look()["log"]


def test_of_two_who_answer_at_once_one_is_taken(pair):
    union, csa, _ = across(pair)
    twin = Seat(pair[1], union.token)
    for _ in range(4):
        question = union.look()["question"]
        until(lambda: twin.look()["question"] == union.look()["question"])
        seats = (union, twin) if question["side"] == 0 else (csa, Seat(pair[0], csa.token))
        question = seats[0].look()["question"]
        answer, serial = question["choices"][0]["answer"], question["serial"]
        with ThreadPoolExecutor() as pool:
            replies = [pool.submit(seat.answer, answer, serial) for seat in seats]
        assert sorted(reply.result().status_code for reply in replies) == [200, 409]


def test_a_process_that_dies_is_not_missed(pair):
    union, csa, _ = across(pair)
    taken = union.answer_first()
    pair[1].kill()
    there = Seat(pair[0], csa.token)
    assert there.look()["rev"] == taken["rev"]
    there.answer_first()
    pair[1].start()
    until(lambda: csa.look()["serial"] == union.look()["serial"])


def test_workers_think_for_everybody_and_are_replaced(pair, database, tmp_path):
    made = known(pair[0], csa="computer:recruit")
    here, there = (Seat(server, made["token"]) for server in pair)
    here.answer_first()
    assert here.look()["question"]["side"] == 1 and here.look()["room"]["thinking"] == 1, "nobody thinks yet: it waits"
    with worker(database, tmp_path / "w1") as first:
        until(lambda: there.look()["question"] is None or there.look()["question"]["side"] == 0)
        first.kill()
        first.wait()
    if there.look()["question"] is not None:
        there.answer_first()
    with worker(database, tmp_path / "w2"):
        until(lambda: here.look()["outcome"] or here.look()["question"]["side"] == 0)


def test_strange_links_are_told_plainly(pair):
    for token in ("%00", "x" * 200, "%F0%9F%98%80", "a%00b" * 20):
        assert get(f"{pair[0].url}/api/table/{token}").status_code == 404
        assert post(f"{pair[0].url}/api/join/{token}").status_code == 404
    long = {"title": "house-divided", "scenario": "x" * 500}
    assert post(f"{pair[0].url}/api/matches", json=long).status_code == 400


def test_a_database_that_was_started_anew_is_found_again(pair, database):
    union, _, _ = across(pair)
    store = Store(database)
    with store.engine.connect() as db:
        ended = sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = current_user")
        db.execute(ended)
    store.close()
    time.sleep(2.5)
    assert union.raw("").status_code == 200
    until(lambda: union.post("/answer", answer=0, serial=-1).status_code == 409)


def test_migrations_run_once_however_many_begin(pair, database):
    with ThreadPoolExecutor() as pool:
        stores = list(pool.map(lambda _: Store(database), range(6)))
    for store in stores:
        store.close()


def test_a_place_to_play_in_several_processes(pair):
    """A name of one process is a name of the other; a challenge left here is taken there, its clock runs, its match is found again."""
    here, there = pair
    ulysses, robert = Guest(here).sign_up("Ulysses"), Guest(there).sign_up("Robert")
    ulysses.told(
        "/api/challenges", title="pickets", side=0, pace={"kind": "days", "turn": 86_400.0, "bank": 0.0, "late": "claim"}, rated=True
    )
    (offer,) = robert.get("/api/lobby").json()["challenges"]
    token = robert.told("/api/challenges/take", id=offer["id"])["token"]
    (match,) = ulysses.me()["matches"]
    seats = Seat(here, ulysses.told("/api/me/open", match=match["match"])["token"]), Seat(there, token)
    for seat in seats:
        seat.give()
    for _ in range(200):
        agreed = [seat.get("/agreed") for seat in seats]
        if agreed[0]["side"] is not None:
            break
        time.sleep(0.05)
    assert agreed[0]["side"] == agreed[1]["side"] is not None and agreed[0]["players"] == ["Ulysses", "Robert"]
    seats[0].post("/words", room="players", text="Good evening").raise_for_status()
    until(lambda: seats[1].look()["room"]["said"] == 1)
    assert [w["text"] for w in seats[1].get("/words")["words"]] == ["Good evening"]
    seats[0].post("/notes", text="for myself").raise_for_status()
    seats[1].post("/concede").raise_for_status()
    until(lambda: all(seat.get("/agreed")["ratings"][0]["change"] for seat in seats))
    assert robert.me()["ratings"][0]["matches"] == 1 and ulysses.get("/api/me/export").json()["notes"][0]["text"] == "for myself"
    elsewhere = Guest(there)
    elsewhere.authenticator = ulysses.authenticator
    elsewhere.authenticator.origin = elsewhere.origin
    assert elsewhere.sign_in().status_code == 200 and elsewhere.me()["name"] == "Ulysses"
    elsewhere.told("/api/me/delete", name="Ulysses")
    assert ulysses.get("/api/me").status_code == 401


def test_a_tournament_in_several_processes(pair, database, tmp_path):
    """One process draws a round, however many look at it; workers think for the computers."""
    host = Guest(pair[0]).sign_up("Host")
    url = f"/api/tournaments/{host.told('/api/tournaments', name='Cup', title='pickets')['id']}"
    for level in ("recruit", "veteran", "veteran-bold"):
        assert host.post(f"{url}/computer", level=level).status_code == 200
    with worker(database, tmp_path / "w"):
        host.post(f"{url}/begin").raise_for_status()
        until(lambda: host.get(url).json()["about"]["state"] == "over")
    table = Guest(pair[1]).get(url).json()
    assert [len(r) for r in table["encounters"]] == [4, 4, 4] and sum(line["points"] for line in table["table"]) == 12
    store = Store(database)
    with store.engine.connect() as db:
        made = db.execute(sa.text("SELECT count(*) FROM pairings WHERE match IS NOT NULL")).scalar()
        assert made == 6 == db.execute(sa.text("SELECT count(*) FROM agreements WHERE public AND NOT rated")).scalar()
    store.close()
