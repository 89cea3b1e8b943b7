"""News for who is not at the table: once for a turn, by the ways they chose, not in quiet hours, never twice, and never into the house."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from websockets.sync.client import connect

from bivouac.server.news.book import Hours
from bivouac.server.news.hooks import Hook, Word, body_of
from bivouac.server.news.outward import Outward, is_postable, is_public
from bivouac.server.news.push import CURVE, Signer, Subscription, b64, sealed, unb64
from bivouac.server.people.letters import Unsendable
from server.guests import Guest
from server.harness import Seat, Server, known, post
from server.sinks import Listener, MailServer, WebServer, soon

HOUR = 3600


@pytest.fixture(scope="module")
def web():
    running = WebServer()
    yield running
    running.close()


@pytest.fixture(scope="module")
def mail():
    running = MailServer()
    yield running
    running.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory, mail):
    folder = tmp_path_factory.mktemp("news")
    settings = {"BIVOUAC_SMTP": mail.url, "BIVOUAC_URL": "http://localhost:1", "BIVOUAC_INNER_HOOKS": "1"}
    running = Server(folder, BIVOUAC_CLOCK=str(folder / "clock.txt"), **settings).start()
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def clock_as_it_is(server):
    yield
    server.ahead(0)


def with_mail(server, mail, name):
    """Somebody who came in by a link in a mail."""
    guest, address = Guest(server), f"{name.lower()}@example.org"
    guest.told("/api/enter/mail", mail=address)
    letter = soon(lambda: mail.to(address), "no link came")[0]
    guest.told("/api/enter/link", token=letter.get_content().split("/enter#")[1].split()[0])
    guest.told("/api/me", name=name, languages=["en"])
    return guest


def against(server, guest):
    """A match of Pickets between somebody with a name, who is asked first, and a friend by link: both seats, and the id of the match."""
    made = known(server)
    guest.told("/api/me/seats", tokens=[made["token"]])
    joined = post(f"{server.url}/api/join/{made['invites'][0]['url'].rsplit('/', 1)[1]}").raise_for_status().json()
    friend = Seat(server, joined["token"])
    friend.give()
    return Seat(server, made["token"]), friend, guest.me()["matches"][0]["match"]


def pass_on(mine, friend):
    """Play until the move has gone to the friend and come back."""
    side, been = mine.look()["room"]["sides"][0], False
    for _ in range(60):
        table = mine.look()
        if table["outcome"] or (been and table["question"]["side"] == side):
            return
        been = been or table["question"]["side"] != side
        (mine if table["question"]["side"] == side else friend).answer_first()
    raise AssertionError("the move does not come back")


def news_of(guest):
    return guest.get("/api/me/news").raise_for_status().json()


def quiet(server):
    """Long enough for two looks at the matches and at the letters."""
    time.sleep(3.5)


# --- what is told ----------------------------------------------------------------------------------------


def test_once_for_a_turn_by_every_way(server, mail, web):
    anna = with_mail(server, mail, "Anna")
    mine, friend, match = against(server, anna)
    before = len(mail.to("anna@example.org"))
    assert not any(news_of(anna)["usual"].values()), "nobody is told anything before they say so"
    browser = Listener(f"{web.url}/push")
    anna.told("/api/me/news", mail=True)
    told = anna.told("/api/me/news/push", **browser.subscription)
    assert told["usual"] == {"mail": True, "push": True, "hook": False}, "the first way of a channel switches it on"
    told = anna.told("/api/me/news/hook", url=f"{web.url}/hook")
    assert told["usual"]["hook"] and [way["host"] for way in told["ways"]] == ["127.0.0.1"] * 2
    assert "/hook" not in json.dumps(told["ways"]), "the address is a secret"

    pass_on(mine, friend)
    server.ahead(120)
    headers, body = soon(lambda: web.at("/hook"), "no webhook")[0]
    word = json.loads(body)
    assert word["kind"] == "turn" and word["match"] == match and word["url"].endswith(f"/me#open={match}") and headers["idempotency-key"]
    headers, body = soon(lambda: web.at("/push"), "no push")[0]
    assert browser.read(body)["subject"] == word["subject"] and headers["authorization"].startswith("vapid t=")
    letter = soon(lambda: mail.to("anna@example.org")[before:], "no mail")[0]
    assert letter["Subject"] == word["subject"] == "Pickets: it is your turn"
    assert letter["List-Unsubscribe"].startswith("<http://localhost:1/stop/")
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    mine.answer_first()
    server.ahead(240)
    time.sleep(2.5)
    assert len(web.at("/hook")) == len(web.at("/push")) == 1, "not for each question"
    states = {(x["channel"], x["state"]) for x in news_of(anna)["sent"]}
    assert {("hook", "sent"), ("push", "sent"), ("mail", "sent")} <= states

    assert friend.post("/concede").status_code == 200
    soon(lambda: len(web.at("/hook")) == 2, "the end is no news")
    assert json.loads(web.at("/hook")[1][1])["kind"] == "over"
    exported = anna.get("/api/me/export").json()["news"]
    assert len(exported["ways"]) == 2 and exported["switches"]


def test_who_posted_a_challenge_is_told_by_mail_that_it_was_accepted(server, mail):
    """At once, whoever moves first; a page that is open says so itself. Then, as ever, when it is their turn."""
    hanna, taker = with_mail(server, mail, "Hanna"), Guest(server).sign_up("Hugo")
    hanna.told("/api/me/news", mail=True)
    before = len(mail.to("hanna@example.org"))

    def accepted():
        hanna.told("/api/challenges", title="hold-the-line", side=0)
        offer = next(c for c in hanna.get("/api/lobby").json()["challenges"] if c["mine"])
        return Seat(server, taker.told("/api/challenges/take", id=offer["id"])["token"])

    seat = accepted()
    letter = soon(lambda: mail.to("hanna@example.org")[before:], "no mail")[0]
    assert letter["Subject"] == "Hugo accepted your challenge" and "/me#open=" in letter.get_content()
    seat.give()
    server.ahead(1000)
    turn = soon(lambda: mail.to("hanna@example.org")[before + 1 :], "no mail of the turn")[0]
    assert turn["Subject"].endswith("it is your turn"), "the dice have fallen without her, and it is her turn"
    cookies = "; ".join(f"{c.name}={c.value}" for c in hanna.http.cookies.jar)
    with connect(f"ws://localhost:{server.port}/ws/me", additional_headers={"Cookie": cookies, "Origin": hanna.origin}) as socket:
        socket.recv(60)
        accepted()
        while json.loads(socket.recv(60))["waiting"] < 2:
            pass
    states = [x["subject"] for x in news_of(hanna)["sent"]]
    assert sum("accepted" in subject for subject in states) == 1, states


def test_a_click_in_the_mail_stops_it(server, mail):
    berta = with_mail(server, mail, "Berta")
    mine, friend, _ = against(server, berta)
    berta.told("/api/me/news", mail=True)
    before = len(mail.to("berta@example.org"))
    pass_on(mine, friend)
    server.ahead(120)
    letter = soon(lambda: mail.to("berta@example.org")[before:], "no mail")[0]
    stop = letter["List-Unsubscribe"].strip("<>").replace("http://localhost:1", server.url)
    for_match = next(line for line in letter.get_content().splitlines() if "this match" in line).split(": ")[1]
    stranger = Guest(server)
    assert stranger.get(f"/stop/{stop.rsplit('/', 1)[1]}").status_code == 200 and news_of(berta)["usual"]["mail"], "looking stops nothing"
    reply = stranger.post(f"/stop/{for_match.rsplit('/', 1)[1]}")
    assert reply.json() == {"all": False, "on": False}
    token = mine.token
    assert berta.get(f"/api/table/{token}/news").json()["now"]["mail"] is False and news_of(berta)["usual"]["mail"]
    reply = post(stop, data={"List-Unsubscribe": "One-Click"})
    assert reply.status_code == 200 and reply.json()["all"] and not news_of(berta)["usual"]["mail"]
    assert post(stop, json={"again": True}).status_code == 200 and news_of(berta)["usual"]["mail"]
    for wrong in (stop[:-1], stop + "x", f"{server.url}/stop/x", f"{server.url}/stop/eA.eA", f"{server.url}/stop/%F0.é"):
        assert post(wrong, json={}).status_code == 404


def test_switched_for_each_match_and_only_by_who_holds_it(server, web):
    carla, thief = Guest(server).sign_up("Carla"), Guest(server).sign_up("Diebin")
    mine, friend, _ = against(server, carla)
    carla.told("/api/me/news/hook", url=f"{web.url}/carla", kind="discord")
    told = carla.told(f"/api/table/{mine.token}/news", hook=False)
    assert told["hook"] is False and told["now"]["hook"] is False
    assert thief.get(f"/api/table/{mine.token}/news").status_code == 403, "the link alone is not enough"
    assert Guest(server).post(f"/api/table/{mine.token}/news", hook=True).status_code == 401
    pass_on(mine, friend)
    server.ahead(120)
    quiet(server)
    assert not web.at("/carla")
    carla.told(f"/api/table/{mine.token}/news", hook=None)
    pass_on(mine, friend)
    server.ahead(240)
    soon(lambda: web.at("/carla"), "as usual again")
    way = news_of(carla)["ways"][0]["id"]
    thief.told("/api/me/news/drop", id=way)
    assert news_of(carla)["ways"], "nobody lets go of somebody else's"
    thief.told("/api/me/news/try", channel="hook", way=way)
    assert not news_of(thief)["sent"]
    assert not carla.told("/api/me/news/drop", id=way)["ways"]


def test_quiet_hours(server, web):
    dora = Guest(server).sign_up("Dora")
    mine, friend, _ = against(server, dora)
    dora.told("/api/me/news/hook", url=f"{web.url}/dora")
    now = datetime.now(UTC)
    hours = {"quiet_from": f"{now.hour:02d}:00", "quiet_until": f"{(now.hour + 2) % 24:02d}:00", "zone": "UTC"}
    dora.told("/api/me/news", hook=True, **hours)
    pass_on(mine, friend)
    server.ahead(65)
    soon(lambda: any(x["state"] == "waiting" for x in news_of(dora)["sent"]), "no letter was written")
    time.sleep(1.5)
    assert not web.at("/dora")
    server.ahead(3 * HOUR)
    soon(lambda: web.at("/dora"), "nothing after the quiet hours")
    for wrong in ({"quiet_from": "25:00"}, {"quiet_from": "1:00"}, {"zone": "Nowhere"}, {"zone": "../etc"}):
        assert dora.post("/api/me/news", **wrong).status_code == 400


def test_what_is_answered_meanwhile_is_not_told(server, web):
    emil = Guest(server).sign_up("Emil")
    mine, friend, _ = against(server, emil)
    now = datetime.now(UTC)
    hours = {"quiet_from": f"{now.hour:02d}:00", "quiet_until": f"{(now.hour + 2) % 24:02d}:00"}
    emil.told("/api/me/news/hook", url=f"{web.url}/emil")
    emil.told("/api/me/news", hook=True, **hours)
    pass_on(mine, friend)
    server.ahead(65)
    soon(lambda: news_of(emil)["sent"], "no letter was written")
    side = mine.look()["room"]["sides"][0]
    while mine.look()["question"]["side"] == side:
        mine.answer_first()
    server.ahead(3 * HOUR)
    soon(lambda: news_of(emil)["sent"][0]["state"] == "dropped", "it is no news any more")
    assert not web.at("/emil")


def test_a_challenge_by_name_is_told(server, web):
    frida, gina = Guest(server).sign_up("Frida"), Guest(server).sign_up("Gina")
    gina.told("/api/me/news/hook", url=f"{web.url}/gina", kind="slack")
    frida.told("/api/challenges", title="pickets", whom="Gina")
    assert "Frida challenges you" in json.loads(soon(lambda: web.at("/gina"), "not told")[0][1])["text"]


# --- what goes wrong ---------------------------------------------------------------------------------------


def test_tried_again_given_up_and_never_twice_after_a_crash(server, web):
    hans = Guest(server).sign_up("Hans")
    web.answers |= {"/busy": 503, "/wrong": 404, "/moved": 302}
    for path in ("busy", "wrong", "moved", "hangs"):
        told = hans.told("/api/me/news/hook", url=f"{web.url}/{path}")
    web.hangs.add("/hangs")
    for way in told["ways"]:
        hans.told("/api/me/news/try", channel="hook", way=way["id"])
    soon(lambda: all(web.at(f"/{path}") for path in ("busy", "wrong", "moved", "hangs")), "not all were tried")
    server.kill()
    web.hangs.clear()
    web.answers["/busy"] = 200
    server.ahead(11 * 60)
    server.start()
    soon(lambda: len(web.at("/busy")) == 2, "not tried again")
    found = soon(lambda: [x for x in news_of(hans)["sent"] if x["state"] == "unsure"], "nobody knows whether it went")
    assert len(found) == 1 and len(web.at("/hangs")) == 1, "never twice"
    problems = {x["problem"] for x in news_of(hans)["sent"] if x["state"] == "failed"}
    assert problems == {"It answered 404", "It answered 302"} and not web.at("/elsewhere"), "nobody is followed elsewhere"


def test_a_browser_that_listens_no_more_is_forgotten(server, web):
    ida = Guest(server).sign_up("Ida")
    web.answers["/gone"] = 410
    told = ida.told("/api/me/news/push", **Listener(f"{web.url}/gone").subscription)
    ida.told("/api/me/news/try", channel="push", way=told["ways"][0]["id"])
    soon(lambda: not news_of(ida)["ways"], "it is kept")
    for wrong in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"endpoint": "ftp://x"}, {"p256dh": "x" * 500}, {"auth": "ä"}):
        assert ida.post("/api/me/news/push", **{**Listener(web.url).subscription, **wrong}).status_code == 400


def test_ways_are_few(server, web):
    jan = Guest(server).sign_up("Jan")
    for number in range(5):
        jan.told("/api/me/news/hook", url=f"{web.url}/jan{number}")
    assert jan.post("/api/me/news/hook", url=f"{web.url}/jan5").status_code == 409
    assert jan.post("/api/me/news/hook", url=f"{web.url}/jan0").status_code == 200, "what one has already"
    assert Guest(server).get("/api/me/news").status_code == 401


# --- the parts ---------------------------------------------------------------------------------------------


def test_webhooks_do_not_lead_into_the_house():
    for address in ("10.0.0.1", "127.0.0.1", "169.254.169.254", "192.168.1.1", "::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1"):
        assert not is_public(address)
    for address in ("0.0.0.0", "100.64.0.1", "224.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1", "255.255.255.255"):
        assert not is_public(address)
    assert is_public("1.1.1.1") and is_public("2606:4700::1111")
    for url in (
        "http://example.org",
        "https://u:p@example.org",
        "https://example.org:8443",
        "file:///etc/passwd",
        "https://",
        "https://a b",
    ):
        assert not is_postable(url, inner=False)
    assert is_postable("https://example.org/x?y=1", inner=False) and is_postable("http://example.org:81/", inner=True)
    for url in ("https://localhost/", "https://127.0.0.1/", "https://[::1]/", "https://0x7f000001/", "https://2130706433/"):
        with pytest.raises(Unsendable, match="inner"):
            Outward(inner=False).post(url, b"", {})


def test_each_kind_of_webhook_is_spoken_to_in_its_way():
    word = Word("turn", "A & <b>", "@everyone", "http://x")
    assert json.loads(body_of(Hook("discord", ""), word))["allowed_mentions"] == {"parse": []}
    assert "A &amp; &lt;b&gt;" in json.loads(body_of(Hook("slack", ""), word))["text"]
    assert json.loads(body_of(Hook("telegram", "", "@chat"), word))["chat_id"] == "@chat"
    assert json.loads(body_of(Hook("json", ""), word))["kind"] == "turn"


def test_push_messages_are_sealed_as_the_standard_says():
    """The example of RFC 8291, appendix A."""
    receiver = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    to = Subscription("https://push.example.net", receiver, "BTBZMqHH6r4Tts7J_aSIgg")
    key = ec.derive_private_key(int.from_bytes(unb64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), CURVE)
    found = sealed(b"When I grow up, I want to be a watermelon", to, key, unb64("DGv6ra1nlYgDCS1FRnbzlw"))
    assert b64(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_push_messages_are_signed():
    signer = Signer(b"secret", "mailto:a@b.org")
    words, _, key = signer.header("https://push.example.net/x").removeprefix("vapid t=").partition(", k=")
    head, claims, seal = words.split(".")
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(key))
    signature = unb64(seal)
    der = encode_dss_signature(int.from_bytes(signature[:32]), int.from_bytes(signature[32:]))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(unb64(claims))["aud"] == "https://push.example.net"


def test_quiet_hours_go_over_midnight():
    hours, noon = Hours("", 22 * 60, 7 * 60, "Europe/Rome"), datetime(2026, 1, 10, 11, tzinfo=UTC).timestamp()
    assert hours.opens(noon) == noon
    late, early = datetime(2026, 1, 10, 21, 30, tzinfo=UTC).timestamp(), datetime(2026, 1, 11, 2, tzinfo=UTC).timestamp()
    assert hours.opens(late) == hours.opens(early) == datetime(2026, 1, 11, 6, tzinfo=UTC).timestamp()
    assert Hours("", 60, 60).opens(noon) == Hours("").opens(noon) == noon
