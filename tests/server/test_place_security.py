"""What one person has is in nobody else's answers: every way to ask is tried, by a stranger, by the opponent, by a spectator, by nobody."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from server.guests import Guest
from server.harness import Seat, Server
from server.test_place_lobby import begun_match

TESTS = Path(__file__).resolve().parents[1]
DOC = TESTS.parent / "docs" / "security.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server.with_clock(tmp_path_factory.mktemp("security")).start()
    yield running
    running.stop()


def ways(guest):
    """Every address that can be asked by GET."""
    paths = guest.get("/api/openapi.json").json()["paths"]
    return [path for path, methods in paths.items() if "get" in methods and not path.endswith("/stream")]


def asked(guest, path, **blanks):
    return guest.get(re.sub(r"{(\w+)}", lambda blank: str(blanks.get(blank[1], "x")), path)).text


def test_one_players_data_is_in_nobody_elses_answers(server):
    anna, bruno, carla = (Guest(server).sign_up(name) for name in ("Anna", "Bruno", "Carla"))
    union, csa = begun_match(server, anna, bruno)
    watch = carla.get("/api/lobby").json()["running"][0]["watch"].rsplit("/", 1)[1]
    union.post("/notes", text="secret-note").raise_for_status()
    union.post("/words", room="players", text="secret-word").raise_for_status()
    anna.told("/api/challenges", title="pickets", whom="Carla")
    tournament = anna.told("/api/tournaments", name="Cup", title="pickets")["id"]
    tokens = [c.value for c in anna.http.cookies.jar]
    marks = [s["mark"] for s in anna.me()["sessions"]] + [k["id"] for k in anna.me()["passkeys"]]
    identity = anna.get("/api/me/export").json()["person"]["id"]
    secrets = ["secret-note", union.token, identity, *tokens, *marks]
    blanks = {"person": "Anna", "name": "pickets", "number": 0, "tournament": tournament, "text": "kept"}
    own = "".join(asked(anna, path, token=union.token, **blanks) for path in ways(anna))
    assert all(found in own for found in ("secret-note", "secret-word", identity, *marks)), "they would be found if they were there"
    for guest, token, more in ((bruno, csa.token, []), (carla, watch, ["secret-word"]), (Guest(server), watch, ["secret-word"])):
        for path in ways(guest):
            answer = asked(guest, path, token=token, **blanks)
            assert not [found for found in (*secrets, *more) if found in answer], path


def test_nothing_is_done_in_somebody_elses_name(server):
    """What needs a name refuses who has none, and nobody changes what is another's."""
    guest = Guest(server)
    document = guest.get("/api/openapi.json").json()["paths"]
    mine = [path for path, ways in document.items() if "post" in ways and path.startswith(("/api/me", "/api/club", "/api/tournaments"))]
    assert len(mine) > 12
    for path in mine:
        reply = guest.post(path.replace("{tournament}", "x"), **_wish(document, path))
        assert reply.status_code in (400, 401), (path, reply.text)
    owner, thief = Guest(server).sign_up("Owner"), Guest(server).sign_up("Thief")
    tournament = owner.told("/api/tournaments", name="Cup", title="pickets")["id"]
    assert thief.post(f"/api/tournaments/{tournament}/begin").status_code == 404
    union, _ = begun_match(server, owner, Guest(server).sign_up("Other"))
    match = owner.me()["matches"][0]["match"]
    assert thief.post("/api/me/open", match=match).status_code == 404
    assert Seat(server, union.token).look()["room"]["sides"] == [0]


def _wish(document, path):
    """The least that a request takes."""
    body = document[path]["post"].get("requestBody")
    if body is None:
        return {}
    name = body["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
    return {"ChangeMe": {"name": "x", "languages": ["en"]}, "PlayComputer": {"title": "pickets", "level": "recruit"}}.get(name, {})


def test_every_test_that_the_list_names_exists():
    """docs/security.md names a test for each point."""
    known = set(re.findall(r"^def (test_\w+)", "\n".join(f.read_text("utf-8") for f in TESTS.rglob("test_*.py")), re.M))
    named = re.findall(r"`(test_\w+)`", DOC.read_text("utf-8"))
    assert len(named) > 40 and not [name for name in named if name not in known]
