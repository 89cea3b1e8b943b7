"""Nobody freezes the table: what is turned away at the door, what waits for whom, what is ended."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import toy
from bivouac.match import Match
from bivouac.server.app import HANDLERS
from bivouac.server.errors import Refused
from bivouac.server.guard import KNOCKS, RUDE, STATUS, WAITING, WORK, Bucket, Guard, block_of
from bivouac.server.home import statuses
from bivouac.server.hub import Hub
from bivouac.server.keeping import beginning_of
from bivouac.server.live import A_MOMENT
from bivouac.server.logs import AsJson, masked
from bivouac.server.players import Crew, Decided, Players, Stranger, Turns
from bivouac.server.seats import rank_of, seated
from bivouac.server.settings import Settings
from bivouac.server.store import Store, new_token
from bivouac.server.thinking import ALONE, UNATTENDED
from server.harness import Seat, Server, friends, get, new, post


def asked(guard, path="/api/titles", method="GET", address="192.0.2.1", **headers):
    """The status with which a guard lets a request through (200) or turns it away."""
    statuses = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "client": (address, 1),
        "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in {"host": "127.0.0.1:8000", **headers}.items()],
    }
    asyncio.run(guard(scope, receive, send))
    return statuses[0]


async def welcome(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def no_time_passes(monkeypatch):
    monkeypatch.setattr("bivouac.server.guard.time", SimpleNamespace(monotonic=lambda: 100.0))
    monkeypatch.setattr("bivouac.server.guard.DELAY", 0.0)


def guarded(**settings):
    return Guard(welcome, Settings("sqlite://", **settings))


@pytest.mark.parametrize("kind", WORK)
def test_work_has_a_limit_for_each_seat_and_for_each_address(kind, no_time_passes):
    guard = guarded(rate=1e6)
    burst = int(WORK[kind][1])
    mine = [asked(guard, f"/api/table/one/{kind}/3") for _ in range(burst + 5)]
    assert mine[0] == 200 and mine[-1] == 429
    assert asked(guard, f"/api/table/two/{kind}", address="192.0.2.9") == 200, "another seat at another address is not held up"
    for n in range(4 * burst + 10):
        asked(guard, f"/api/table/seat{n}/{kind}", address="192.0.2.7")
    assert asked(guard, f"/api/table/fresh/{kind}", address="192.0.2.7") == 429, "an address does not get round it with many seats"


def test_who_knocks_on_and_on_is_answered_late(monkeypatch, no_time_passes):
    """And nobody else; of those who wait at the door there are only so many."""
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    monkeypatch.setattr("bivouac.server.guard.asyncio", SimpleNamespace(sleep=sleep))
    guard = guarded(rate=1.0)
    burst, knocks = 10, int(KNOCKS[1])
    codes = [asked(guard, "/api/words", address="192.0.2.7") for _ in range(burst + knocks + 5)]
    assert codes.count(200) == burst and codes.count(429) == knocks + 5
    assert len(waits) == 5 and not guard.waiting
    assert asked(guard, "/api/words", address="192.0.2.8") == 200 and len(waits) == 5
    guard.waiting["192.0.2.7"] = WAITING
    assert asked(guard, "/api/words", address="192.0.2.7") == 429 and len(waits) == 5


def test_the_files_of_a_page_are_outside_the_rate_limit(no_time_passes):
    """A page fetches some eighty modules at once; with one of them refused it stays blank."""
    guard = guarded(rate=1.0)
    for _ in range(11):
        asked(guard, "/api/words")
    assert asked(guard, "/api/words") == asked(guard, "/") == 429
    assert {asked(guard, path) for path in ["/static/js/main.js"] * 200 + ["/static/css/house.css", "/worker.js", "/favicon.ico"]} == {200}
    assert asked(guard, "/static/js/main.js", "POST") == 429 and asked(guard, "/staticky") == 429
    turned_away = Guard(welcome, Settings("sqlite://", rate=1.0), lambda who: True)
    assert asked(turned_away, "/static/js/main.js") == 403


def test_the_matches_of_a_browser_are_looked_up_now_and_then(no_time_passes):
    guard = guarded(rate=1e6)
    codes = [asked(guard, "/api/matches/status", "POST") for _ in range(int(STATUS[1]) + 1)]
    assert codes[-2:] == [200, 429]


def test_every_door_of_a_table_has_a_limit_of_its_own_or_costs_little():
    """Who adds one says what it may cost."""
    doors = {path.split("/")[4] for handler in HANDLERS for path in handler.paths if path.startswith("/api/table/") and path.count("/") > 3}
    assert "gestures" in doors and doors - set(WORK) == {"answer", "concede", "grant", "links"}


def test_uploads_are_fewer_than_matches(no_time_passes):
    guard = guarded(rate=1e6, creations=10)
    assert [asked(guard, "/api/saves", "POST") for _ in range(3)][-1] == 429
    assert asked(guard, "/api/matches", "POST") == 200


def test_an_address_of_ipv6_is_its_house(no_time_passes):
    assert block_of("2001:db8:1:2:3:4:5:6") == block_of("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert block_of("::ffff:192.0.2.1") == block_of("192.0.2.1") == "192.0.2.1"
    guard = guarded(rate=0.1)
    codes = [asked(guard, address=f"2001:db8::{n:x}") for n in range(1, 5)]
    assert codes[0] == 200 and codes[-1] == 429
    assert asked(guard, address="2001:db8:0:1::1") == 200


def test_a_header_does_not_make_a_new_address(no_time_passes):
    guard = guarded(rate=0.1)
    assert [asked(guard, x_forwarded_for=f"198.51.100.{n}") for n in range(3)][-1] == 429
    trusting = guarded(rate=0.1, trust_proxy=True)
    assert [asked(trusting, x_forwarded_for=f"198.51.100.{n}") for n in range(3)] == [200] * 3
    assert [asked(trusting, x_forwarded_for=f"203.0.113.{n}, 198.51.100.77") for n in range(3)][-1] == 429, "the last is the proxy's word"


def test_headers_of_proxies_are_not_obeyed_unless_set(tmp_path):
    slow = Server(tmp_path, BIVOUAC_RATE="1").start()
    try:
        codes = [get(f"{slow.url}/api/words", headers={"x-forwarded-for": f"198.51.100.{n}"}).status_code for n in range(25)]
        assert 429 in codes
    finally:
        slow.stop()


@pytest.mark.parametrize(
    "host, status", [("evil.example", 421), ("evil.example:8000", 421), ("localhost:8000", 200), ("[::1]:8000", 200), ("pc.local", 200)]
)
def test_foreign_names_lead_nowhere(host, status):
    assert asked(guarded(), host=host) == status
    assert asked(guarded(hosts=("play.example",)), host=host) == 421
    assert asked(guarded(hosts=("play.example",)), host="play.example:443") == 200


def test_two_ways_to_say_how_long_a_request_is_are_one_too_many():
    assert asked(guarded(), "/api/matches", "POST", content_length="3", transfer_encoding="chunked") == 400
    assert asked(guarded(), "/api/matches", "POST", content_length="²") == 400


def test_who_is_banned_stays_out():
    guard = Guard(welcome, Settings("sqlite://"), lambda who: who == "192.0.2.1")
    assert asked(guard) == 403 and asked(guard, address="192.0.2.2") == 200


def test_a_page_that_shouts_is_closed(server):
    union, _, _ = friends(server)
    with connect(f"{server.url.replace('http', 'ws')}/ws/{union.token}") as page, pytest.raises(ConnectionClosed) as caught:
        for _ in range(10_000):
            page.send('{"kind": "ping"}')
        while True:
            page.recv(60)
    assert caught.value.rcvd.code == 1008


def test_who_shouts_finds_the_door_closed(no_time_passes):
    guard, opened = guarded(), []

    async def loud(scope, receive, send):
        opened.append(scope)
        scope[RUDE] = True

    guard.app = loud

    async def go():
        async def nothing(*args):
            return None

        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
            await guard(
                {"type": "websocket", "path": "/ws/x", "client": (address, 1), "headers": [(b"host", b"localhost")]}, nothing, nothing
            )

    asyncio.run(go())
    assert [scope["client"][0] for scope in opened] == ["192.0.2.1", "192.0.2.2"]


def test_an_address_has_so_many_pages(tmp_path):
    server = Server(tmp_path, BIVOUAC_SOCKETS="2").start()
    try:
        address = f"{server.url.replace('http', 'ws')}/ws/{new(server)['token']}"
        with connect(address), connect(address), pytest.raises(Exception, match=r"403|rejected|1008"):
            connect(address).recv(60)
        with connect(address) as page:
            assert page.recv(60)
    finally:
        server.stop()


def test_a_bucket_fills_again():
    bucket = Bucket(1000, 2)
    assert [bucket.allows() for _ in range(3)] == [True, True, False]
    time.sleep(0.01)
    assert bucket.allows()


# --- processes ----------------------------------------------------------------------------------------


def sleepy(seconds):
    time.sleep(seconds)
    return os.getpid()


def greedy():
    return len(b"x" * 10_000_000_000)


def test_a_file_that_takes_too_long_or_too_much_is_ended(monkeypatch):
    async def go():
        stranger = Stranger()
        first = await stranger.read(os.getpid)
        with pytest.raises(Refused) as caught:
            await stranger.read(greedy)
        assert caught.value.status == 400
        monkeypatch.setattr("bivouac.server.players.STRANGERS_SECONDS", 0.5)
        with pytest.raises(Refused):
            await stranger.read(sleepy, 600)
        monkeypatch.setattr("bivouac.server.players.STRANGERS_SECONDS", 60)
        assert await stranger.read(os.getpid) != first, "the next file has a process of its own"
        stranger.close()

    asyncio.run(go())


def test_only_so_many_files_wait(monkeypatch):
    async def go():
        stranger = Stranger()
        stranger.waiting = 8
        with pytest.raises(Refused) as caught:
            await stranger.read(os.getpid)
        assert caught.value.status == 503

    asyncio.run(go())


def test_only_so_many_hints_are_under_way(monkeypatch):
    async def go():
        players = Players(1)
        players._at_work = 24
        with pytest.raises(Refused) as caught:
            await players.replayed(lambda stretch, number: b"", None, 0)
        assert caught.value.status == 503
        players.close()

    asyncio.run(go())


def test_who_waits_goes_before_who_does_not():
    async def go():
        turns, order = Turns(), []

        async def think(name, rank):
            async with turns.turn(rank):
                order.append(name)
                await asyncio.sleep(0.01)

        tasks = [asyncio.create_task(think("first", 2))]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(think(f"alone {n}", 2)) for n in range(3)]
        given_up = asyncio.create_task(think("gone", 0))
        tasks += [asyncio.create_task(think("waited for", 1)), asyncio.create_task(think("script", 0))]
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(*tasks)
        assert order == ["first", "script", "waited for", "alone 0", "alone 1", "alone 2"]

    asyncio.run(go())
    assert rank_of("veteran", attended=False) < rank_of("crack", attended=True) < rank_of("crack", attended=False)


def test_computers_that_nobody_looks_at_have_little_time_and_then_none(tmp_path, monkeypatch):
    """Twenty matches of two computers, begun and left, once made everybody else's computer slow."""

    async def go():
        hub = Hub(Store(f"sqlite:///{tmp_path / 'x.db'}"), Players(1), 20.0)
        given = []

        async def decide(position, seat, agent, seconds, begun, *, new_turn, rank):
            given.append((seconds, rank))
            return Decided([live.match.state.options[0]], "")

        monkeypatch.setattr(hub.players, "decide", decide)
        live, _, _ = await hub.create(Match.new(toy.TITLE, seed=1), {"0": "computer:crack", "1": "computer:crack"})
        hub.thinking.break_off(live)
        for idle in (0.0, A_MOMENT + 1, ALONE + 1):
            live.used, before = time.monotonic() - idle, len(given)
            assert hub.thinking._goes_on(live) == (idle < ALONE)
            if idle < ALONE:
                await hub.thinking._decided(live, live.asked, "crack")
            assert len(given) == before + (idle < ALONE)
        (seconds, rank), (fewer, later) = given
        assert fewer == UNATTENDED < seconds and later > rank
        hub.close()
        hub.players.close()
        hub.store.close()

    asyncio.run(go())


def test_hints_and_moves_have_processes_of_their_own():
    players = Players(1)
    assert isinstance(players._clerks, Crew) and players._clerks is not players._quick


def whose(stretch, number):
    return str(os.getpid()).encode()


def test_replays_are_drawn_in_another_process():
    """Four hundred frames once stopped everybody's table while they were drawn."""

    async def go():
        players = Players(1)
        try:
            assert int(await players.replayed(whose, None, 0)) != os.getpid()
        finally:
            players.close()

    asyncio.run(go())


# --- what is said -------------------------------------------------------------------------------------


def test_logs_have_no_links():
    token = "Zk3v9sXYZabcdefghijklmnopqrstu12"
    for path in (f"/api/table/{token}/answer", f"/ws/{token}?lang=en", f"/t/{token}", f"/join/{token}", f"/api/join/{token}"):
        assert token not in masked(f"POST {path} failed") and "failed" in masked(f"POST {path} failed")
        record = logging.LogRecord("bivouac", logging.ERROR, "x", 1, "GET %s", (path,), None)
        assert token not in AsJson().format(record)


def test_tables_are_not_kept_on_the_way(server):
    seat = Seat(server, new(server)["token"])
    for path in ("", "/links", "/why", "/log", "/dice", "/at/0", "/frames"):
        assert seat.raw(path).headers["cache-control"] == "no-store", path
    assert get(f"{server.url}/static/js/main.js").headers["cache-control"] == "no-cache"


def test_an_invitation_that_never_was_is_told_so(server):
    for lang in ("en", "it"):
        never = post(f"{server.url}/api/join/{'x' * 32}?lang={lang}")
        assert never.status_code == 404
    made = new(server)
    token = made["invites"][0]["url"].rsplit("/", 1)[1]
    assert post(f"{server.url}/api/join/{token}").status_code == 200
    assert post(f"{server.url}/api/join/{token}").status_code == 409


def test_health_readiness_and_metrics(server):
    Seat(server, new(server)["token"]).look()
    assert get(f"{server.url}/health").json() == {"status": "alive"} and get(f"{server.url}/ready").json() == {"status": "ready"}
    lines = get(f"{server.url}/metrics").text.splitlines()
    values = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    assert float(values["bivouac_tables"]) >= 1 and float(values["process_resident_memory_bytes"]) > 1e6
    assert float(values['bivouac_responses_total{class="2xx"}']) > 0


# --- looking up ----------------------------------------------------------------------------------------------------------


def test_sixty_links_are_three_questions_to_the_database(tmp_path):
    """However many of them open nothing; the answers come in the order of the links, and the watchers' link has an index."""
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    asked_for = []
    try:
        new = beginning_of(Match.new("lincoln", seed=1), seated({"0": "me", "1": "link"}, {}, 5.0))
        store.create(new)
        sa.event.listen(store.engine, "before_cursor_execute", lambda *seen: asked_for.append(seen[2]))
        seat, watch, strangers = new.key[0], new.row.watch, [new_token() for _ in range(58)]
        found = statuses(store, [watch, *strangers, seat], "it")
        assert len(asked_for) == 3
        assert found[1:-1] == [None] * 58 and found[0].sides == [] and found[-1].sides == [0]
        with store.engine.connect() as db:
            plan = db.exec_driver_sql("EXPLAIN QUERY PLAN SELECT id FROM matches WHERE watch = 'x'").all()
        assert "USING INDEX" in str(plan)
    finally:
        store.close()
