"""What only who runs the house may do, while it is open."""

from __future__ import annotations

import json
import time

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bivouac.cli import app
from bivouac.core.title import BadSetup
from bivouac.server import admin, backup
from bivouac.server.schema import ANSWERS, MATCHES
from bivouac.server.store import Store
from server.harness import Seat, Server, friends, get, new, post
from titles.hold_the_line.kit import text_of


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("house")).start()
    yield running
    running.stop()


@pytest.fixture
def store(house):
    opened = Store(house.database)
    yield opened
    opened.close()


def command(house, *words):
    return CliRunner(env={"BIVOUAC_DATABASE": house.database}).invoke(app, ["admin", *words, "--data", str(house.folder)])


def match_of(store, seat):
    return store.key(seat.token).match


def until(condition):
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it does not come")


def test_a_match_that_cannot_be_read_is_found(house, store):
    union, csa, _ = friends(house)
    for seat in (union, csa, union, csa):
        if seat.look()["question"]["yours"]:
            seat.answer_first()
    match = match_of(store, union)
    a, last = ANSWERS.c, store.match(match).serial - 1
    with store.engine.begin() as db:
        db.execute(ANSWERS.update().where(a.match == match, a.number == last).values(answer=a.answer + 31_000))
    for language, words in (("en", "that cannot be read: 1."), ("it", "che non si possono leggere: 1.")):
        found = CliRunner(env={"BIVOUAC_DATABASE": house.database}).invoke(
            app, ["--lang", language, "admin", "check", "--data", str(house.folder)]
        )
        assert found.exit_code == 1 and words in found.output and f"{match}  " in found.output
        assert "Text(" not in found.output and "errors." not in found.output, "why is said in words"
    with store.engine.begin() as db:
        db.execute(ANSWERS.update().where(a.match == match, a.number == last).values(answer=a.answer - 31_000))
    sound = command(house, "check", "--json")
    told = json.loads(sound.output)
    assert sound.exit_code == 0 and told["unreadable"] == [] and told["matches"] == len(admin.listed(store, None)) >= 1


def test_to_look_at_a_match_of_older_rules_changes_nothing(house, store):
    union, _, _ = friends(house)
    match = match_of(store, union)
    with store.engine.begin() as db:
        db.execute(MATCHES.update().where(MATCHES.c.id == match).values(rules=0))
    before = store.match(match)
    assert not any(one is not None and one.match.id == match for one in admin.looked_through(store))
    assert store.match(match) == before


def test_a_closed_match_opens_for_nobody_and_is_not_lost(house, store):
    union, csa, _ = friends(house)
    match = match_of(store, union)
    with connect(f"{house.url.replace('http', 'ws')}/ws/{csa.token}") as page:
        page.recv(60)
        assert command(house, "close", match).exit_code == 0
        with pytest.raises(ConnectionClosed):
            while True:
                page.recv(60)
    until(lambda: union.raw("").status_code == 403)
    assert [row.closed for row in admin.listed(store) if row.id == match] == [True]
    assert match in command(house, "list").stdout and json.loads(command(house, "list", "--json").stdout)
    assert command(house, "close", match, "--reopen").exit_code == 0
    until(lambda: union.raw("").status_code == 200)
    union.answer_first()


def test_a_new_link_takes_the_seat_from_the_old_one(house, store):
    union, csa, _ = friends(house)
    address = house.url.replace("http", "ws")
    with connect(f"{address}/ws/{union.token}") as page, connect(f"{address}/ws/{csa.token}") as other:
        page.recv(60)
        reply = command(house, "reissue", match_of(store, union), "0")
        with pytest.raises(ConnectionClosed):  # who is there by the old link is sent away, and nobody else
            while True:
                page.recv(60)
        other.send('{"kind": "ping"}')
        while json.loads(other.recv(60))["kind"] != "pong":
            pass
    fresh = Seat(house, reply.stdout.strip().rsplit("/", 1)[1])
    assert fresh.look()["room"]["sides"] == [0] and fresh.look()["match"]["owner"]
    until(lambda: union.raw("").status_code == 404)
    assert command(house, "reissue", "nothing", "0").exit_code == 2


def test_deleted_is_deleted(house, store):
    union, _, watch = friends(house)
    match = match_of(store, union)
    assert store.delete([match]) == 1 and store.match(match) is None and store.answers(match) == []
    until(lambda: union.raw("").status_code == 404 and watch.raw("").status_code == 404)


def test_bans_hold_until_they_are_lifted(tmp_path):
    house = Server(tmp_path).start()
    try:
        assert command(house, "ban", "127.0.0.1", "--days", "1", "--why", "noise").exit_code == 0
        until(lambda: get(f"{house.url}/api/words").status_code == 403)
        assert "127.0.0.1" in command(house, "bans").stdout
        assert command(house, "unban", "127.0.0.1").exit_code == 0
        until(lambda: get(f"{house.url}/api/words").status_code == 200)
    finally:
        house.stop()


def test_a_copy_while_it_runs_and_back_into_an_empty_house(house, store, tmp_path):
    union, csa, _ = friends(house)
    union.answer_first()
    before = union.look()
    file = tmp_path / "copy.gz"
    assert command(house, "backup", str(file)).exit_code == 0 and file.stat().st_mode & 0o077 == 0
    csa.answer_first()
    later = csa.look()["rev"]
    assert backup.restore(store, file)[0] == 0 and csa.look()["rev"] == later, "what is there stays as it is"
    other = Server(tmp_path)
    empty = Store(other.database)
    put_back = backup.restore(empty, file)
    assert put_back.matches >= 1 and put_back.here == 0 and backup.restore(empty, file) == (0, put_back.matches, 0)
    empty.close()
    other.start()
    try:
        again = Seat(other, union.token).look()
        assert again == {**before, "room": again["room"]}
        Seat(other, csa.token).answer_first()
    finally:
        other.stop()


def test_what_is_no_copy_is_told(store, tmp_path):
    for content in (b"", b"nonsense", b"\x1f\x8b"):
        (tmp_path / "x.gz").write_bytes(content)
        with pytest.raises(BadSetup):
            backup.restore(store, tmp_path / "x.gz")


def test_what_nobody_touches_expires(house, store):
    played, _, _ = friends(house)
    played.answer_first()
    untouched = Seat(house, new(house)["token"])
    now = time.time()
    assert admin.expire(store, 100, now) == 0
    gone = admin.expire(store, 100, now + 50 * admin.DAY)
    assert gone >= 1 and store.match(match_of(store, played)) is not None
    until(lambda: untouched.raw("").status_code in (200, 404))
    assert admin.expire(store, 100, now + 101 * admin.DAY) >= 1


def test_a_shared_battle_is_taken_away_by_who_runs_the_house(house):
    text = text_of("infantry E5 gold Porter", "infantry F5 green", turns=2)
    kept = post(f"{house.url}/api/battles", json={"text": text}).json()
    rows = json.loads(command(house, "battles", "--json").stdout)
    assert [row["id"] for row in rows] == [kept["id"]] and kept["id"] in command(house, "battles").stdout
    assert "1" in command(house, "drop-battle", kept["id"], "nobody").stdout
    assert get(f"{house.url}/api/battles/{kept['id']}").status_code == 404 and get(f"{house.url}/api/battles").json() == []
