"""People with a name: coming in by passkey or by a mail's link, what is theirs, and what nobody else may have of it."""

from __future__ import annotations

import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.authenticator import Authenticator
from server.guests import Guest, link_to, mails
from server.harness import POSTGRES, Seat, Server, get, known, new, play_out, post


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server.with_clock(tmp_path_factory.mktemp("names")).start()
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def clock_as_it_is(server):
    yield
    server.ahead(0)


# --- passkeys ----------------------------------------------------------------------------------------------


def test_a_passkey_lets_in_and_another_one_does_not(server):
    anna = Guest(server).sign_up("Anna")
    assert anna.me()["name"] == "Anna" and len(anna.me()["passkeys"]) == 1
    anna.post("/api/me/leave").raise_for_status()
    assert anna.get("/api/me").status_code == 401
    assert anna.sign_in().status_code == 200 and anna.me()["name"] == "Anna"
    stranger = Guest(server)
    assert stranger.sign_in().status_code == 400 and stranger.get("/api/me").status_code == 401


def test_a_challenge_is_answered_once_and_only_as_it_was_asked(server):
    berta = Guest(server).sign_up("Berta")
    options = berta.told("/api/enter/passkey", new=False)["options"]
    credential = berta.authenticator.use(options)
    assert berta.post("/api/enter/passkey/finish", credential=credential).status_code == 200
    assert Guest(server).post("/api/enter/passkey/finish", credential=credential).status_code == 403, "a second time"
    options = berta.told("/api/enter/passkey", new=False)["options"]
    berta.authenticator.origin = "https://elsewhere.example"
    assert Guest(server).post("/api/enter/passkey/finish", credential=berta.authenticator.use(options)).status_code == 400, "another site"
    berta.authenticator.origin = berta.origin
    options = berta.told("/api/enter/passkey", new=False)["options"]
    berta.authenticator.flags = 0x01
    assert Guest(server).post("/api/enter/passkey/finish", credential=berta.authenticator.use(options)).status_code == 400, "not verified"
    for nonsense in ("", "{}", "[]", '{"response": {"clientDataJSON": "e30"}}', json.dumps({"response": {"clientDataJSON": 3}})):
        assert berta.post("/api/enter/passkey/finish", credential=nonsense).status_code == 400


def test_nobody_adds_a_passkey_to_somebody_else(server):
    carla, thief = Guest(server).sign_up("Carla"), Guest(server)
    second = Authenticator(carla.origin)
    options = carla.told("/api/enter/passkey", new=True)["options"]
    credential = second.make(options)
    assert thief.post("/api/enter/passkey/finish", new=True, credential=credential).status_code == 401
    options = carla.told("/api/enter/passkey", new=True)["options"]
    assert carla.post("/api/enter/passkey/finish", new=True, credential=second.make(options)).status_code == 200
    assert len(carla.me()["passkeys"]) == 2
    assert thief.post("/api/enter/passkey", new=True).status_code == 401, "who is not in has to choose a name"


def test_a_number_has_no_passkeys(server):
    reply = post(f"{server.url}/api/enter/passkey", json={"new": False})
    assert reply.status_code == 400 and "localhost" in reply.json()["error"]["message"]


# --- links in mails --------------------------------------------------------------------------------------------


def test_a_link_works_once_and_not_for_long(server):
    dora = Guest(server)
    dora.told("/api/enter/mail", mail="Dora@Example.org")
    token = link_to(server, "dora@example.org")
    entered = dora.told("/api/enter/link", token=token)
    assert entered["fresh"] and entered["name"].startswith("Player ")
    again = Guest(server)
    assert again.post("/api/enter/link", token=token).status_code == 403 and again.get("/api/me").status_code == 401
    again.told("/api/enter/mail", mail="dora@example.org")
    late = link_to(server, "dora@example.org", 2)
    server.ahead(901)
    assert again.post("/api/enter/link", token=late).status_code == 403
    server.ahead(0)
    again.told("/api/enter/mail", mail="dora@example.org")
    assert not again.told("/api/enter/link", token=link_to(server, "dora@example.org", 3))["fresh"], "the same person"
    assert again.me()["mail"] == "dora@example.org"
    assert all(letter["subject"] and "enter#" not in json.dumps(letter) for letter in again.get("/api/me/news").json()["sent"])


def test_nobody_learns_who_has_a_name(server):
    """The answers are the same for a mail and a name that somebody has and for those that nobody has."""
    emma = Guest(server).sign_up("Emma")
    emma.told("/api/me/mail", mail="emma@example.org")
    emma.told("/api/enter/link", token=link_to(server, "emma@example.org"))
    stranger = Guest(server)
    replies = [stranger.post("/api/enter/mail", mail=mail) for mail in ("emma@example.org", "nobody@example.org")]
    assert replies[0].status_code == replies[1].status_code == 200 and replies[0].content == replies[1].content
    replies = [stranger.get(f"/api/people/{name}") for name in ("Emma", "Nobody")]
    assert replies[0].status_code == replies[1].status_code == 404 and replies[0].content == replies[1].content
    options = [json.loads(stranger.told("/api/enter/passkey", new=True, name=name)["options"]) for name in ("Emma", "Nobody")]
    assert options[0].keys() == options[1].keys() and options[0]["excludeCredentials"] == options[1]["excludeCredentials"] == []

    twin = Guest(server).sign_up("EMMA")
    assert twin.me()["name"].startswith("EMMA ") and twin.me()["name"] != "EMMA", "a name belongs to one"


def test_a_mail_gets_few_links_at_a_time(server):
    flood = Guest(server)
    for _ in range(6):
        flood.told("/api/enter/mail", mail="flood@example.org")
    link_to(server, "flood@example.org", 3)
    flood.told("/api/enter/mail", mail="after@example.org")
    link_to(server, "after@example.org")
    assert len(mails(server, "flood@example.org")) == 3


def test_a_mail_that_somebody_has_is_not_taken_over(server):
    one, two = Guest(server).sign_up("One"), Guest(server).sign_up("Two")
    one.told("/api/me/mail", mail="one@example.org")
    one.told("/api/enter/link", token=link_to(server, "one@example.org"))
    two.told("/api/me/mail", mail="one@example.org")
    token = link_to(server, "one@example.org", 2)
    assert two.post("/api/enter/link", token=token).status_code == 409 and two.me()["mail"] is None


@pytest.mark.parametrize(
    "mail", ["", "x", "a@b", "a b@example.org", "a@example.org\nBcc: b@example.org", "x" * 300 + "@example.org", "a@[1.2.3.4]"]
)
def test_what_is_no_mail_is_refused(server, mail):
    assert Guest(server).post("/api/enter/mail", mail=mail).status_code == 400


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\u202eb", "<b>", "-a", "a_", "\x00"])
def test_what_is_no_name_is_refused(server, name):
    assert Guest(server).post("/api/enter/passkey", new=True, name=name).status_code == 400


# --- sessions ----------------------------------------------------------------------------------------------------


def test_the_cookie_is_for_this_site_alone(server):
    fanny = Guest(server)
    options = fanny.told("/api/enter/passkey", new=True, name="Fanny")["options"]
    reply = fanny.post("/api/enter/passkey/finish", new=True, credential=fanny.authenticator.make(options))
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie
    token = fanny.http.cookies["bivouac"]
    if POSTGRES is None:
        assert token not in (server.folder / "bivouac.db").read_bytes().decode("latin-1"), "only its hash is kept"
    assert token not in fanny.get("/api/me/export").text


def test_posts_of_other_sites_do_nothing(server):
    gerda = Guest(server).sign_up("Gerda")
    wish = {"name": "Changed", "languages": ["en"]}
    for headers in ({"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}):
        assert gerda.http.post("/api/me", json=wish, headers=headers).status_code == 403
    plain = gerda.http.post("/api/me", content=json.dumps(wish), headers={"content-type": "text/plain"})
    assert plain.status_code == 401, "a form of another site can send no JSON"
    assert gerda.me()["name"] == "Gerda"


def test_sessions_are_listed_and_ended(server):
    hanna = Guest(server).sign_up("Hanna")
    phone = Guest(server)
    phone.authenticator = hanna.authenticator
    assert phone.sign_in().status_code == 200
    listed = hanna.me()["sessions"]
    assert len(listed) == 2 and sum(s["here"] for s in listed) == 1 and listed[0]["device"] == "Firefox · Linux"
    other = next(s for s in listed if not s["here"])
    stranger = Guest(server).sign_up("Stranger")
    stranger.told("/api/me/sessions/end", mark=other["mark"])
    assert phone.get("/api/me").status_code == 200, "nobody ends somebody else's"
    hanna.told("/api/me/sessions/end", mark=other["mark"])
    assert phone.get("/api/me").status_code == 401 and hanna.get("/api/me").status_code == 200
    old = hanna.http.cookies["bivouac"]
    assert hanna.sign_in().status_code == 200 and hanna.http.cookies["bivouac"] != old
    hanna.http.cookies.set("bivouac", old, domain="localhost.local")
    assert httpx.get(f"{hanna.origin}/api/me", cookies={"bivouac": old}).status_code == 401, "coming in anew ends the session before"


def test_a_session_ends_when_nobody_uses_it_and_grows_stale(server):
    ida = Guest(server).sign_up("Ida")
    server.ahead(3600)
    assert ida.post("/api/me/delete", name="Ida").status_code == 403, "what cannot be undone needs a fresh session"
    assert ida.get("/api/me").status_code == 200
    server.ahead(3600 + 91 * 86_400)
    assert ida.get("/api/me").status_code == 401


# --- what is one's own ----------------------------------------------------------------------------------------------


def test_a_guests_matches_are_taken_along(server):
    made = new(server)
    jane = Guest(server).sign_up("Jane")
    watch = made["watch"].rsplit("/", 1)[1]
    assert jane.told("/api/me/seats", tokens=[made["token"], watch, "nonsense!"])["taken"] == 1
    held = jane.me()["matches"]
    assert len(held) == 1 and held[0]["sides"] == [0]
    link = jane.told("/api/me/open", match=held[0]["match"])
    assert Seat(server, link["token"]).look()["room"]["sides"] == [0]
    thief = Guest(server).sign_up("Thief")
    assert thief.told("/api/me/seats", tokens=[made["token"]])["taken"] == 0, "the seat is somebody's"
    assert thief.post("/api/me/open", match=held[0]["match"]).status_code == 404
    assert get(f"{server.url}/api/table/{made['token']}").status_code == 200, "the link works as ever"


def test_seats_taken_while_in_are_ones_own(server):
    kate, liz = Guest(server).sign_up("Kate"), Guest(server).sign_up("Liz")
    made = kate.told("/api/matches", title="pickets", seats={"0": "me", "1": "link"})
    joined = liz.http.post(f"/api/join/{made['invites'][0]['url'].rsplit('/', 1)[1]}", json={}).raise_for_status().json()
    for token in (made["token"], joined["token"]):
        Seat(server, token).give()
    assert [m["sides"] for m in kate.me()["matches"]] == [[0]] and [m["sides"] for m in liz.me()["matches"]] == [[1]]
    greeting = kate.get("/api/here").json()
    assert greeting["name"] == "Kate" and greeting["waiting"] + liz.get("/api/here").json()["waiting"] == 1
    assert get(f"{server.url}/api/here").json() == {"name": None, "waiting": 0, "invited": 0, "matches": []}


def test_profiles_show_what_their_owners_want(server):
    mary = Guest(server).sign_up("Mary")
    made = known(server, csa="computer:recruit")
    seat = Seat(server, made["token"])
    mary.told("/api/me/seats", tokens=[made["token"]])
    seat.post("/concede").raise_for_status()
    mary.told("/api/me", name="Mary", languages=["it", "en", "xx"], listed=True)
    seen = Guest(server).get("/api/people/mary").raise_for_status().json()
    assert seen["languages"] == ["it", "en"] and [(r["side"], r["won"], r["lost"]) for r in seen["results"]] == [(0, 0, 1)]
    assert set(seen) == {"name", "languages", "created", "results", "ratings"}, "no mail, no matches, no sessions"
    mary.told("/api/me", name="Mary", languages=["it"], listed=False)
    assert Guest(server).get("/api/people/Mary").status_code == 404


def test_everything_can_be_taken_away_and_deleted(server):
    nora, olga = Guest(server).sign_up("Nora"), Guest(server).sign_up("Olga")
    alone = nora.told("/api/matches", title="pickets", seats={"0": "me", "1": "computer:recruit"})
    shared = nora.told("/api/matches", title="pickets", seats={"0": "me", "1": "link"})
    olga.http.post(f"/api/join/{shared['invites'][0]['url'].rsplit('/', 1)[1]}", json={}).raise_for_status()
    export = nora.get("/api/me/export").json()
    assert export["person"]["name"] == "Nora" and len(export["matches"]) == 2 and "Olga" not in json.dumps(export)
    assert all(m["answers"] is None for m in export["matches"] if m["outcome"] is None), "a match that goes on keeps its secrets"
    assert nora.post("/api/me/delete", name="Olga").status_code == 400
    links = [alone["token"], alone["watch"].rsplit("/", 1)[1]]
    with connect(f"{server.url.replace('http', 'ws')}/ws/{links[1]}") as page:
        page.recv(60)
        assert all(get(f"{server.url}/api/table/{link}").status_code == 200 for link in links), "it is open, and its links are known"
        nora.told("/api/me/delete", name="Nora")
        assert all(get(f"{server.url}/api/table/{link}").status_code == 404 for link in links), "at once"
        with pytest.raises(ConnectionClosed):
            while True:
                page.recv(60)
    assert nora.get("/api/me").status_code == 401 and nora.sign_in().status_code == 400
    assert get(f"{server.url}/api/table/{shared['token']}").status_code == 200, "the other one's match stays"
    assert olga.me()["name"] == "Olga" and len(olga.me()["matches"]) == 1


def test_a_match_that_is_over_is_exported_whole(server):
    pia = Guest(server).sign_up("Pia")
    made = known(server, csa="here")
    play_out([Seat(server, made["token"])])
    pia.told("/api/me/seats", tokens=[made["token"]])
    (match,) = pia.get("/api/me/export").json()["matches"]
    assert match["outcome"] and match["answers"] and pia.me()["results"] == [], "both sides: neither won nor lost"


def test_the_last_way_in_stays(server):
    rita = Guest(server).sign_up("Rita")
    (key,) = rita.me()["passkeys"]
    assert rita.post("/api/me/passkeys/drop", id=key["id"]).status_code == 409
    rita.told("/api/me/mail", mail="rita@example.org")
    rita.told("/api/enter/link", token=link_to(server, "rita@example.org"))
    assert rita.told("/api/me/passkeys/drop", id=key["id"])["passkeys"] == []


def test_nothing_of_a_person_is_for_others(server):
    """Whatever needs a name is refused to who has none, and says nothing."""
    guest = Guest(server)
    for path in ("/api/me", "/api/me/export"):
        assert guest.get(path).status_code == 401
    wishes = {"/api/me/mail": {"mail": "a@example.org"}, "/api/me": {"name": "x", "languages": ["en"]}, "/api/me/seats": {"tokens": []},
              "/api/me/open": {"match": "x"}, "/api/me/sessions/end": {}, "/api/me/passkeys/drop": {"id": "x"},
              "/api/me/delete": {"name": "x"},
              "/api/me/leave": {}}  # fmt: skip
    for path, wish in wishes.items():
        assert guest.post(path, **wish).status_code == 401, path


def test_coming_in_is_limited(tmp_path):
    running = Server(tmp_path, BIVOUAC_RATE="30").start()
    try:
        codes = [Guest(running).post("/api/enter/link", token="x" * 32).status_code for _ in range(20)]
        assert codes[0] == 403 and codes[-1] == 429
    finally:
        running.stop()
