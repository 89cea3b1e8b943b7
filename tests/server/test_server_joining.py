"""Invitations: who they know, how a lost seat is given back, and whose seat an address is."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.guests import Guest
from server.harness import Seat, Server, friends, get, new, post


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("joining")).start()
    yield running
    running.stop()


def token_of(url):
    return url.rsplit("/", 1)[1]


def invited(server, **more):
    """A match with an open invitation: its maker's seat, the invitation's token, the match as its maker was told of it."""
    made = new(server, **more)
    return Seat(server, made["token"]), token_of(made["invites"][0]["url"]), made


def join(server, invitation):
    return post(f"{server.url}/api/join/{invitation}")


def test_a_seat_is_vacant_until_somebody_has_joined(server):
    union, invitation, _ = invited(server)
    assert [seat["vacant"] for seat in union.look()["room"]["seats"]] == [False, True]
    with connect(f"{server.url.replace('http', 'ws')}/ws/{union.token}?lang=en") as socket:
        socket.recv(60)
        join(server, invitation).raise_for_status()
        while '"vacant":true' in socket.recv(60).replace(" ", ""):
            pass
    assert not any(seat["vacant"] for seat in union.look()["room"]["seats"])


def test_who_made_the_match_invites_again_and_the_old_link_ends(server):
    union, invitation, _ = invited(server)
    friend = Seat(server, join(server, invitation).json()["token"])
    friend.give()
    assert union.get("/links")["invites"] == [] and union.get("/links")["again"] == [1]
    with connect(f"{server.url.replace('http', 'ws')}/ws/{friend.token}?lang=en") as socket:
        socket.recv(60)
        fresh = union.post("/invite", side=1).raise_for_status().json()
        with pytest.raises(ConnectionClosed):
            for _ in range(20):
                socket.recv(60)
    for path in ("", "/seat", "/log"):
        refused = friend.raw(path)
        assert refused.status_code == 410 and "a new invitation was sent" in refused.json()["error"]["message"]
    assert "nuovo invito" in Seat(server, friend.token, "it").raw("").json()["error"]["message"]
    assert post(f"{server.url}/api/matches/status", json={"tokens": [friend.token, union.token]}).json()[0] is None
    assert get(f"{server.url}/api/join/{invitation}").json()["taken"] and join(server, invitation).status_code == 409
    assert union.look()["room"]["seats"][1]["vacant"] and union.get("/links")["again"] == []
    again = Seat(server, join(server, token_of(fresh["url"])).json()["token"])
    assert again.look()["room"]["sides"] == [1] and union.look()["room"]["sides"] == [0]


@pytest.mark.parametrize("side", [0, 1, 2, -1])
def test_nobody_else_invites_and_only_to_a_seat_that_was_invited_to(server, side):
    union, friend, watch = friends(server)
    for seat in (friend, watch):
        assert seat.post("/invite", side=side).status_code == 403
    if side != 1:
        assert union.post("/invite", side=side).status_code == 403
    computer = Seat(server, new(server, csa="computer:recruit")["token"])
    both = Seat(server, new(server, csa="here")["token"])
    assert computer.post("/invite", side=side).status_code == both.post("/invite", side=side).status_code == 403
    assert friend.look()["room"]["sides"] == [1], "nobody has lost a seat"


def test_an_opponent_from_the_lobby_cannot_be_replaced(server):
    anna, bruno = Guest(server).sign_up("Anna"), Guest(server).sign_up("Bruno")
    anna.told("/api/challenges", title="pickets", side=0)
    offer = anna.get("/api/lobby").json()["challenges"][0]
    theirs = Seat(server, bruno.told("/api/challenges/take", id=offer["id"])["token"])
    mine = Seat(server, anna.told("/api/me/open", match=anna.me()["matches"][0]["match"])["token"])
    mine.give()
    assert mine.get("/links")["again"] == [] and mine.post("/invite", side=1).status_code == 403
    assert not any(seat["vacant"] for seat in mine.look()["room"]["seats"]) and theirs.look()["room"]["sides"] == [1]


def test_a_named_player_whose_seat_is_invited_to_again_holds_it_no_more(server):
    union, invitation, _ = invited(server)
    friend = Guest(server).sign_up("Carla")
    friend.told(f"/api/join/{invitation}", sides=1)
    match = friend.me()["matches"][0]["match"]
    fresh = union.post("/invite", side=1).json()
    assert friend.me()["matches"] == [] and friend.post("/api/me/open", match=match).status_code == 404
    friend.told(f"/api/join/{token_of(fresh['url'])}", sides=1)
    assert friend.me()["matches"][0]["match"] == match


def test_an_invitation_tells_the_sides_that_who_asks_holds(server):
    host = Guest(server).sign_up("Dora")
    made = host.told("/api/matches", title="pickets", seats={"0": "me", "1": "link"})
    path = f"/api/join/{token_of(made['invites'][0]['url'])}"
    assert host.get(path).json()["held"] == [0] and Guest(server).get(path).json()["held"] == []


def test_whose_seat_it_is_can_be_read_without_reading_the_table(server):
    union, _, made = invited(server, title="lincoln")
    info = union.get("/seat")
    assert set(info) == {"match", "name", "scenario", "sides", "watch", "asks"} and info["sides"] == ["Union"] and info["asks"]
    watch = Seat(server, token_of(made["watch"]))
    assert watch.get("/seat") == {**info, "sides": [], "asks": False}, "a spectator's link shows what everybody may see"
    both = Seat(server, new(server, csa="here")["token"])
    assert both.get("/seat")["sides"] == ["Union", "Confederacy"] and both.get("/seat")["asks"]
    lesson = post(f"{server.url}/api/lessons", json={"title": "lincoln", "lesson": "first"}).json()
    assert not Seat(server, lesson["token"]).get("/seat")["asks"]
    host = Guest(server).sign_up("Emma")
    own = host.told("/api/matches", title="pickets", seats={"0": "me", "1": "link"})
    assert not host.get(f"/api/table/{own['token']}/seat").json()["asks"], "a signed-in player is known"
    assert Guest(server).get(f"/api/table/{own['token']}/seat").json()["asks"]
