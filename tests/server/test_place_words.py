"""Words at a match: who hears whom, ready sentences, notes for oneself, muting, reports and what comes of them."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from bivouac.cli import app
from bivouac.server.club.words import plain
from bivouac.server.errors import Refused
from server.guests import Guest
from server.harness import Seat, Server, friends, text_of
from server.test_place_lobby import begun_match


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server.with_clock(tmp_path_factory.mktemp("words")).start()
    yield running
    running.stop()


def said(seat, room="players"):
    return [(w["name"], w["text"] or w["ready"]) for w in seat.get("/words")["words"] if w["room"] == room]


def say(seat, text="", room="players", **more):
    return seat.post("/words", room=room, **({"text": text} if text else {}), **more)


def admin(server, *words):
    run = CliRunner(env={"BIVOUAC_DATABASE": server.database}).invoke(app, ["admin", *words, "--data", str(server.folder)])
    assert run.exit_code == 0, run.output
    return run.output


def as_person(guest, seat):
    """The same link, opened by somebody who is signed in."""
    return lambda path, **body: guest.post(f"/api/table/{seat.token}{path}", **body)


# --- plain text ------------------------------------------------------------------------------------------------


def test_nothing_but_plain_text():
    assert plain("  a \x00\x1b[31m b‮c \n d ") == "a [31m bc d"
    assert plain("a  \n\n b", lines=True) == "a\n\nb" and plain("‏​\n") == ""
    with pytest.raises(Refused):
        plain("x" * 501)


# --- by seat, without a name ---------------------------------------------------------------------------------


def test_a_match_by_link_has_words_by_seat(server):
    union, csa, watch = friends(server)
    before = csa.look()["room"]["said"]
    assert say(union, "<b>Hello</b> & good luck").status_code == 201 and say(csa, ready="thanks").status_code == 201
    assert said(union) == said(csa) == [("Union", "<b>Hello</b> & good luck"), ("Confederacy", "thanks")]
    assert [w["mine"] for w in csa.get("/words")["words"]] == [False, True]
    assert csa.look()["room"]["said"] == before + 2 and watch.look()["room"]["said"] == 0
    assert watch.get("/words") == {"words": [], "rooms": [], "notes": [], "known": False}, "spectators are apart"
    assert say(watch, "Psst").status_code == 401 and say(watch, "Psst", "watchers").status_code == 401
    assert say(union, "Psst", "watchers").status_code == 403 and say(union, "Well", "after").status_code == 403
    assert said(Seat(server, csa.token, "it"))[0][0] == "Unione", "names in the reader's language"


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"text": "  \n "},
        {"text": "x" * 501},
        {"ready": "nonsense"},
        {"text": "both", "ready": "hello"},
        {"room": "kitchen", "text": "x"},
    ],
)
def test_what_cannot_be_said_is_refused(server, wish):
    union, _, _ = friends(server)
    assert union.post("/words", **{"room": "players", **wish}).status_code == 400 and said(union) == []


def test_notes_are_for_one_seat_alone(server):
    union, csa, watch = friends(server)
    union.answer_first()
    union.post("/notes", at=-1, text="Hold the mill.").raise_for_status()
    union.post("/notes", at=1, text="Here I was\nwrong.").raise_for_status()
    assert [(n["at"], n["text"]) for n in union.get("/words")["notes"]] == [(-1, "Hold the mill."), (1, "Here I was\nwrong.")]
    for other in (csa, watch):
        assert other.get("/words")["notes"] == [] and "Hold the mill" not in text_of(other.look())
    assert watch.post("/notes", text="x").status_code == 403 and union.post("/notes", at=99, text="x").status_code == 400
    union.post("/notes", at=1, text="").raise_for_status()
    assert [n["at"] for n in union.get("/words")["notes"]] == [-1]


def test_a_seat_need_not_hear_the_other(server):
    union, csa, _ = friends(server)
    say(csa, "Ha!")
    word = union.get("/words")["words"][0]["id"]
    union.post("/mute", word=word).raise_for_status()
    (heard,) = union.get("/words")["words"]
    assert heard["muted"] and heard["text"] == "" and said(csa) == [("Confederacy", "Ha!")]
    union.post("/mute", word=word, on=False).raise_for_status()
    assert said(union) == [("Confederacy", "Ha!")]
    assert csa.post("/mute", word=word).status_code == 400, "oneself"
    assert union.post("/mute", word="nonsense").status_code == 404


# --- spectators, and after the end ----------------------------------------------------------------------------


def test_spectators_are_heard_when_it_is_over(server):
    anna, bruno, carla = (Guest(server).sign_up(name) for name in ("Anna", "Bruno", "Carla"))
    union, csa = begun_match(server, anna, bruno)
    running = carla.get("/api/lobby").json()["running"][0]
    watch = Seat(server, running["watch"].rsplit("/", 1)[1])
    assert as_person(carla, watch)("/words", room="watchers", text="The mill is lost.").status_code == 201
    assert said(watch, "watchers") == [("Carla", "The mill is lost.")] and said(union, "watchers") == []
    theirs = anna.get(f"/api/table/{watch.token}/words").json()
    assert theirs["words"] == [], "who plays does not listen by the spectators' link"
    say(union, "A fine match")
    csa.post("/concede").raise_for_status()
    assert said(union, "watchers") == [("Carla", "The mill is lost.")] and said(watch) == [], "but the table stays the players' own"
    assert as_person(carla, watch)("/words", room="after", text="There!", at=0).status_code == 201
    assert say(csa, room="after", ready="good_match", at=9999).status_code == 201
    about = [w for w in union.get("/words")["words"] if w["room"] == "after"]
    assert [(w["name"], w["at"]) for w in about] == [("Carla", 0), ("Bruno", csa.look()["serial"])]
    assert Seat(server, watch.token).post("/words", room="after", text="anonymous").status_code == 401


# --- care -----------------------------------------------------------------------------------------------------


def test_a_report_is_seen_and_handled(server):
    dora, emil = Guest(server).sign_up("Dora"), Guest(server).sign_up("Emil")
    union, csa = begun_match(server, dora, emil)
    say(csa, "You are a fool")
    word = union.get("/words")["words"][0]["id"]
    assert csa.post("/report", word=word).status_code == 400
    for _ in range(2):
        assert union.post("/report", word=word, why="rude").status_code == 201
    (report,) = json.loads(admin(server, "reports", "--json"))
    assert (report["by"], report["about"], report["text"], report["why"]) == ("Dora", "Emil", "You are a fool", "rude")
    assert "Emil" in admin(server, "handle", report["id"], "muted", "--days", "2") or said(union) == []
    assert said(union) == said(csa) == [], "hidden from everybody"
    assert say(csa, "What?").status_code == 403
    assert "Emil" in admin(server, "sanctions") and json.loads(admin(server, "reports", "--json")) == []
    admin(server, "mute", "Emil", "--days", "0")
    assert say(csa, "Sorry.").status_code == 201


def test_who_is_sent_away_does_not_come_in(server):
    frank = Guest(server).sign_up("Frank")
    admin(server, "expel", "frank", "--days", "3", "--why", "cheated")
    assert frank.get("/api/me").status_code == 401 and frank.sign_in().status_code == 403
    admin(server, "expel", "Frank", "--days", "0")
    assert frank.sign_in().status_code == 200
    wrong = CliRunner(env={"BIVOUAC_DATABASE": server.database}).invoke(app, ["admin", "mute", "Nobody", "--data", str(server.folder)])
    assert wrong.exit_code != 0


def test_words_and_notes_are_taken_away_and_deleted(server):
    gina, hugo = Guest(server).sign_up("Gina"), Guest(server).sign_up("Hugo")
    union, csa = begun_match(server, gina, hugo)
    say(union, "From Gina"), say(csa, "From Hugo")
    union.post("/notes", text="Mine alone").raise_for_status()
    word = next(w["id"] for w in union.get("/words")["words"] if not w["mine"])
    as_person(gina, union)("/mute", word=word).raise_for_status()
    mine, theirs = gina.get("/api/me/export").json(), hugo.get("/api/me/export").json()
    assert [w["text"] for w in mine["words"]] == ["From Gina"] and [n["text"] for n in mine["notes"]] == ["Mine alone"]
    assert len(mine["muted"]) == 1 and "Mine alone" not in text_of(theirs) and "From Gina" not in text_of(theirs)
    gina.told("/api/me/delete", name="Gina")
    assert said(csa) == [("Hugo", "From Hugo")] and union.get("/words")["notes"] == []


def test_the_code_of_conduct_and_what_is_stored_in_both_languages(server):
    guest = Guest(server)
    for name in ("conduct", "kept"):
        english, italian = (guest.get(f"/api/texts/{name}?lang={lang}").json() for lang in ("en", "it"))
        assert english["title"] != italian["title"] and guest.get(f"/{name}").status_code == 200
        assert [len(part["lines"]) for part in english["parts"]] == [len(part["lines"]) for part in italian["parts"]]
    assert guest.get("/api/texts/nonsense").status_code == 404


def test_words_are_never_logged(server):
    union, _, _ = friends(server)
    say(union, "a secret whisper")
    union.post("/words", room="players", text=5)
    assert "whisper" not in server.complaints and union.token not in server.complaints
