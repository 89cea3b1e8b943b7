"""The lobby: challenges and who may take them, clocks that a test can put forward, what happens when time runs out, rematches."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from bivouac.server.lobby.clocks import begun, left, passed_on, to_go
from bivouac.server.protocol import Pace
from server.guests import Guest
from server.harness import Seat, Server

DAY = 86_400.0
DAYS = {"kind": "days", "turn": 3 * DAY, "bank": 2 * DAY}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server.with_clock(tmp_path_factory.mktemp("lobby")).start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def pair(server):
    return Guest(server).sign_up("Ulysses"), Guest(server).sign_up("Robert")


def challenge(maker, **more):
    maker.told("/api/challenges", **{"title": "pickets", "side": 0, **more})
    return next(c for c in maker.get("/api/lobby").json()["challenges"] if c["mine"])


def agreed(seat):
    return seat.get("/agreed")


def until(check, patience=200):
    for _ in range(patience):
        found = check()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("it did not come about")


def begun_match(server, maker, taker, **more):
    """A match by challenge, with both browsers' nonces given: the maker's seat and the taker's."""
    offer = challenge(maker, **more)
    seat = Seat(server, taker.told("/api/challenges/take", id=offer["id"])["token"])
    match = maker.me()["matches"][0]["match"]
    other = Seat(server, maker.told("/api/me/open", match=match)["token"])
    for one in (seat, other):
        one.give()
    return other, seat


# --- the clock by itself ------------------------------------------------------------------------------------


def test_days_a_turn_and_then_the_bank():
    clock = passed_on(begun(Pace(kind="days", turn=100.0, bank=50.0), 0.0), 0, 1000.0, ())
    assert left(clock, 1090.0, ()) == (50.0, 50.0) and to_go(clock, 1090.0, ()) == 60.0
    assert left(clock, 1120.0, ()) == (30.0, 50.0)
    assert left(clock, 1120.0, [(1010.0, 1040.0)]) == (50.0, 50.0), "a vacation does not count"
    clock = passed_on(clock, 1, 1120.0, ())
    assert clock.left == (30.0, 50.0) and to_go(clock, 1120.0, ()) == 150.0, "the next has the whole of a turn"


def test_a_live_clock_runs_and_grows():
    clock = passed_on(begun(Pace(kind="live", bank=60.0, increment=5.0), 0.0), 0, 0.0, ())
    clock = passed_on(clock, 1, 20.0, [(0.0, 100.0)])
    assert clock.left == (45.0, 60.0), "nobody is away from a live clock"
    assert to_go(passed_on(clock, 0, 30.0, ()), 75.0, ()) == 0.0


# --- challenges -----------------------------------------------------------------------------------------------


def test_a_challenge_is_taken_by_one(server, pair):
    ulysses, robert = pair
    offer = challenge(ulysses, options=[], pace=DAYS, rated=False)
    assert ulysses.post("/api/challenges/take", id=offer["id"]).status_code == 409, "one's own"
    guest = Guest(server)
    seen = next(c for c in guest.get("/api/lobby").json()["challenges"] if c["id"] == offer["id"])
    assert seen["maker"] == "Ulysses" and seen["side"] == 1 and not seen["for_me"]
    assert "waiting" not in seen and set(seen["pace"]) == {"kind", "turn", "bank"}
    seat = Seat(server, guest.told("/api/challenges/take", id=offer["id"])["token"])
    assert seat.look()["room"]["sides"] == [1], "an open challenge needs no name"
    assert robert.post("/api/challenges/take", id=offer["id"]).status_code == 404
    running = guest.get("/api/lobby").json()["running"]
    assert running[0]["players"] == ["Ulysses", "A guest"]
    watch = Seat(server, running[0]["watch"].rsplit("/", 1)[1])
    assert watch.look()["room"]["sides"] == [] and watch.post("/concede").status_code == 403


def test_a_challenge_by_name_is_for_nobody_else(server, pair):
    ulysses, robert = pair
    known, unknown = (ulysses.post("/api/challenges", title="pickets", whom=name) for name in ("robert", "Nobody Here"))
    assert known.status_code == unknown.status_code == 201 and known.content == unknown.content, "who exists is not told"
    (offer,) = [c for c in robert.get("/api/lobby").json()["challenges"] if c["for_me"]]
    assert robert.get("/api/here").json()["invited"] == 1 and offer["side"] is None
    stranger = Guest(server).sign_up("Braxton")
    assert all(c["id"] != offer["id"] for c in stranger.get("/api/lobby").json()["challenges"])
    assert stranger.post("/api/challenges/take", id=offer["id"]).status_code == 404
    assert stranger.post("/api/challenges/drop", id=offer["id"]).status_code == 404
    robert.told("/api/challenges/drop", id=offer["id"])
    assert robert.get("/api/here").json()["invited"] == 0


def test_rated_needs_names_and_ten_are_enough(server):
    many = Guest(server).sign_up("Many")
    offer = challenge(many, rated=True)
    assert Guest(server).post("/api/challenges/take", id=offer["id"]).status_code == 401
    assert Guest(server).post("/api/challenges", title="pickets").status_code == 401
    codes = [many.post("/api/challenges", title="pickets").status_code for _ in range(10)]
    assert codes == [201] * 9 + [409]
    many.told("/api/me/delete", name="Many")
    assert all(c["maker"] != "Many" for c in Guest(server).get("/api/lobby").json()["challenges"])


@pytest.mark.parametrize(
    "wish",
    [
        {"title": "nonsense"},
        {"title": "pickets", "scenario": "nonsense"},
        {"title": "pickets", "side": 2},
        {"title": "pickets", "pace": {"kind": "days", "turn": 1, "bank": 0}},
        {"title": "pickets", "pace": {"kind": "live", "bank": 1e9}},
        {"title": "pickets", "pace": {"kind": "never"}},
    ],
)
def test_what_cannot_be_played_is_refused(pair, wish):
    assert pair[0].post("/api/challenges", **wish).status_code in (400, 404)


# --- time -------------------------------------------------------------------------------------------------------


def test_time_runs_out_and_the_match_is_claimed_and_played_again(server, pair):
    ulysses, robert = pair
    server.ahead(0)
    seats = begun_match(server, ulysses, robert, pace={**DAYS, "late": "claim"}, rated=True)
    asked = until(lambda: (a := agreed(seats[0]))["side"] is not None and a)["side"]
    waiting, late = seats[1 - asked], seats[asked]
    server.ahead(4 * DAY)
    assert agreed(waiting)["late"] is None and 0 < agreed(waiting)["left"][asked] < 2 * DAY, "a day of the bank is gone"
    assert waiting.post("/claim").status_code == 409
    server.ahead(6 * DAY)
    until(lambda: agreed(waiting)["late"] == asked)
    assert agreed(waiting)["claim"] and not agreed(late)["claim"] and late.post("/claim").status_code == 409
    assert waiting.post("/claim").status_code == 200
    assert waiting.look()["outcome"]["winner"] == 1 - asked
    assert agreed(waiting)["again"]
    guests = {0: ulysses, 1: robert}
    first = guests[0].told(f"/api/table/{seats[0].token}/rematch")
    assert first == {"url": None, "token": None} and guests[1].get("/api/here").json()["invited"] == 1
    second = guests[1].told(f"/api/table/{seats[1].token}/rematch")
    assert Seat(server, second["token"]).look()["room"]["sides"] == [0], "with the sides swapped"
    assert Seat(server, second["token"]).get("/agreed")["pace"]["late"] == "claim"
    assert guests[1].get("/api/here").json()["invited"] == 0


def test_veteran_plays_on_where_that_was_agreed(server, pair):
    server.ahead(0)
    seats = begun_match(server, *pair, pace={**DAYS, "late": "veteran"})
    asked = until(lambda: (a := agreed(seats[0]))["side"] is not None and a)["side"]
    server.ahead(5.5 * DAY)
    until(lambda: seats[0].look()["room"]["seats"][asked]["agent"] == "veteran")
    assert seats[1 - asked].post("/claim").status_code == 409


def test_a_vacation_stops_the_clock(server, pair):
    server.ahead(0)
    seats = begun_match(server, *pair, pace={**DAYS, "late": "claim"})
    asked = until(lambda: (a := agreed(seats[0]))["side"] is not None and a)["side"]
    guest = pair[asked]
    assert guest.post("/api/me/vacation", days=22).status_code == 400
    told = guest.told("/api/me/vacation", days=20)
    assert told["until"] and round(told["days"]) == 1 and agreed(seats[0])["away"][asked]
    server.ahead(10 * DAY)
    time.sleep(2.5)
    assert agreed(seats[0])["late"] is None, "ten days of vacation are no days"
    guest.told("/api/me/vacation", days=0)
    server.ahead(16 * DAY)
    until(lambda: agreed(seats[0])["late"] == asked)
    server.ahead(0)


def test_a_guest_table_has_nothing_agreed(server):
    from server.harness import friends

    union, _, _ = friends(server)
    told = agreed(union)
    assert told["players"] == [None, None] and told["pace"] is None and not told["again"]
    assert union.post("/claim").status_code == 409
    assert union.post("/rematch").status_code == 401


# --- what open pages are told ---------------------------------------------------------------------------------


@contextmanager
def page_of(guest):
    """What an open page of somebody hears: a function that gives the next message, once it says what is wanted."""
    cookies = "; ".join(f"{c.name}={c.value}" for c in guest.http.cookies.jar)
    address = f"ws://localhost:{guest.server.port}/ws/me?lang=it"
    with connect(address, additional_headers={"Cookie": cookies, "Origin": guest.origin}) as socket:

        def heard(wanted):
            for _ in range(100):
                message = json.loads(socket.recv(60))
                if wanted(message):
                    return message
            raise AssertionError("never heard")

        yield heard


def test_an_open_page_is_told_that_a_challenge_was_accepted_and_what_waits(server, pair):
    anna, bruno = Guest(server).sign_up("Anna"), Guest(server).sign_up("Bruno")
    with page_of(anna) as heard:
        assert heard(lambda m: True) == {"waiting": 0, "invited": 0, "changed": 0.0, "begun": None}
        offer = challenge(anna, title="hold-the-line", side=1)
        Seat(server, bruno.told("/api/challenges/take", id=offer["id"])["token"]).give()
        begun = heard(lambda m: m["begun"])["begun"]
        assert begun["other"] == "Bruno" and begun["is_challenge"] and begun["match"] == anna.me()["matches"][0]["match"]
        bruno.told("/api/challenges", title="pickets", whom="Anna")
        assert heard(lambda m: m["invited"])["waiting"] == 0, "Bruno has the Union, and its turn is the first"
    with page_of(bruno) as heard:
        assert heard(lambda m: True)["begun"] is None, "who accepted a challenge was there"


def test_only_who_is_signed_in_is_told(server):
    guest = Guest(server)
    guest.http.cookies.set("bivouac", "0" * 43)
    with pytest.raises(InvalidStatus), page_of(guest):
        pass


def test_a_game_from_the_lobby_does_not_wait_for_who_posted_it(server, pair):
    """Whose turn is first, and whoever opens the table first: nobody waits for dice, and the dice can be checked."""
    anna, bruno = Guest(server).sign_up("Dorothea"), Guest(server).sign_up("Clara")
    for side, mine in ((0, True), (1, False)):
        offer = challenge(anna, title="hold-the-line", side=side)
        taker = Seat(server, bruno.told("/api/challenges/take", id=offer["id"])["token"])
        assert anna.me()["matches"][0]["yours"] and bruno.me()["matches"][0]["yours"], "before the first page is open both may begin"
        taker.give("ab" * 16)
        assert taker.look()["serial"] and taker.look()["question"]["yours"] is not mine
        row = anna.me()["matches"][0]
        assert row["yours"] is mine and row["asked"] == "Union"
        maker = Seat(server, anna.told("/api/me/open", match=row["match"])["token"])
        maker.give("cd" * 16)
        maker.post("/concede").raise_for_status()
        dice = maker.get("/dice")
        assert dice["ok"] and [s["nonces"].count("") for s in dice["spans"]] == [1, 0]
