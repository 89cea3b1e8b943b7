"""Every endpoint that somebody at a table can call, with the requests that the test of secrets makes there.

A route of the application is either in `ENDPOINTS` or, with a reason, in `NOT_OF_A_SEAT`; `test_server_secrets` fails on any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

NO_WORD = "unknown"  # the id of no words
SAMPLES = 3  # things, answers and positions that are asked about, at most


class Ask(NamedTuple):
    """A request: what stands after the question mark, the body of a post, and a number in the path."""

    query: dict[str, str] = {}
    body: dict[str, Any] | None = None
    number: int = 0


@dataclass(frozen=True)
class Moment:
    """What a seat knows when it asks: its link and side, the serial of the question, how many answers there were, what it may answer (and
    the answer that it gives, if any), the things on the table, and who it is."""

    token: str
    side: int
    serial: int
    answers: int
    options: Sequence[int]
    answer: int | None
    things: Sequence[str]
    places: Sequence[str]
    commit: str
    person: str
    boxes: Sequence[str]

    @property
    def some_things(self) -> list[str]:
        """A few of the things, from all over the list."""
        return list(self.things[:: max(1, len(self.things) // SAMPLES)][:SAMPLES])


@dataclass(frozen=True)
class Endpoint:
    """method, path; the requests that are made in a moment. `thinks`: an answer takes the work of a computer player. `on_copy`: it is also
    asked at the private copy of planning ahead."""

    method: str
    path: str
    asks: Callable[[Moment], list[Ask]] = lambda m: [Ask()]
    thinks: bool = False
    on_copy: bool = False

    @property
    def route(self) -> str:
        return f"{self.method} {self.path}"


def everywhere(*, thinks: bool = False) -> dict[str, Any]:
    """The fields of an endpoint that is asked at private copies too."""
    return {"thinks": thinks, "on_copy": True}


def look(m: Moment) -> list[Ask]:
    return [Ask(), Ask({"as": str(m.side), "lang": "it"}), Ask({"rev": "0"})]


def why(m: Moment) -> list[Ask]:
    return [Ask(), *(Ask({"target": thing}) for thing in m.some_things)]


def gestures(m: Moment) -> list[Ask]:
    return [Ask({"pick": thing}) for thing in m.some_things] + [Ask({"pick": thing, "to": m.places[0]}) for thing in m.some_things[:1]]


def outlook(m: Moment) -> list[Ask]:
    return [Ask({"of": thing}) for thing in m.some_things]


def sight(m: Moment) -> list[Ask]:
    return [Ask({"from": m.places[0], "to": m.places[-1]})]


def forecast(m: Moment) -> list[Ask]:
    return [Ask({"answer": str(answer)}) for answer in m.options[:SAMPLES]] or [Ask({"answer": "0"})]


def positions(m: Moment) -> list[Ask]:
    return [Ask(number=number) for number in sorted({0, m.answers // 2, max(0, m.answers - 1), m.answers})]


def stretches(m: Moment) -> list[Ask]:
    return [Ask(), Ask({"from": str(max(0, m.answers - 3))})]


def wrong_answers(m: Moment) -> list[Ask]:
    """Answers that are not taken: none of the options, to an older question, none at all."""
    wrong = [{"answer": 99_999, "serial": m.serial}, {"answer": 0, "serial": m.serial - 1}, {"answers": [], "serial": m.serial}]
    return [Ask(body=answer) for answer in wrong]


def right_answers(m: Moment) -> list[Ask]:
    """An answer that is taken, first only if it ends nothing and leaves nothing behind; and the table afterwards."""
    if m.answer is None:
        return []
    answer = {"answer": m.answer, "serial": m.serial}
    return [Ask(body={**answer, "hold": True}), Ask(body={**answer, "sure": True})]


def coached_answers(m: Moment) -> list[Ask]:
    return [Ask(body={"answer": answer, "serial": m.serial - 1, "coach": True}) for answer in m.options[:SAMPLES]]


def orders(m: Moment) -> list[Ask]:
    return [Ask(body={"orders": [{"box": box, "how": "ask"} for box in m.boxes]}), Ask(body={"orders": [{"box": "nowhere"}]})]


def words(m: Moment) -> list[Ask]:
    room = {"room": "players"}
    return [Ask(body={**room, "text": "hello"}), Ask(body={**room, "ready": "hello", "at": m.answers}), Ask(body={"room": "watchers"})]


def notes(m: Moment) -> list[Ask]:
    return [Ask(body={"text": "mine", "at": m.answers}), Ask(body={"text": "late", "at": m.answers + 1})]


def body(**fields: Any) -> Callable[[Moment], list[Ask]]:
    return lambda m: [Ask(body=fields)]


TABLE = "/api/table/{token}"
SEES = everywhere()
ENDPOINTS = (
    # what is seen
    Endpoint("GET", TABLE, look, **SEES),
    Endpoint("GET", f"{TABLE}/board", **SEES),
    Endpoint("GET", f"{TABLE}/legend", **SEES),
    Endpoint("GET", f"{TABLE}/why", why, **SEES),
    Endpoint("GET", f"{TABLE}/gestures", gestures, **SEES),
    Endpoint("GET", f"{TABLE}/outlook", outlook, **SEES),
    Endpoint("GET", f"{TABLE}/sight", sight, **SEES),
    Endpoint("GET", f"{TABLE}/charts", **SEES),
    Endpoint("GET", f"{TABLE}/aid", **SEES),
    Endpoint("GET", f"{TABLE}/log", lambda m: [Ask(), Ask({"before": str(m.answers)})], **SEES),
    Endpoint("GET", f"{TABLE}/at/{{number}}", positions, **SEES),
    Endpoint("GET", f"{TABLE}/frames", stretches, **SEES),
    Endpoint("GET", f"{TABLE}/dice", **SEES),
    Endpoint("GET", f"{TABLE}/save", **SEES),
    Endpoint("GET", f"{TABLE}/links", **SEES),
    Endpoint("GET", f"{TABLE}/seat", **SEES),
    Endpoint("GET", f"{TABLE}/study", **SEES),
    Endpoint("GET", f"{TABLE}/orders", **SEES),
    Endpoint("GET", f"{TABLE}/agreed", **SEES),
    Endpoint("GET", f"{TABLE}/stream", **SEES),
    Endpoint("WS", "/ws/{token}", lambda m: [Ask({"rev": "-1"}), Ask({"rev": "0"})], **SEES),
    Endpoint("GET", f"{TABLE}/ahead"),
    Endpoint("GET", f"{TABLE}/words"),
    Endpoint("GET", f"{TABLE}/news"),
    Endpoint("GET", f"{TABLE}/chances"),
    Endpoint("GET", f"{TABLE}/better/{{number}}", positions),
    Endpoint("GET", "/t/{token}"),
    Endpoint("GET", "/study/{token}"),
    Endpoint("GET", "/join/{token}"),
    Endpoint("GET", "/api/join/{token}"),
    Endpoint("POST", "/api/join/{token}"),
    # one's matches, as lists show them
    Endpoint("POST", "/api/matches/status", lambda m: [Ask(body={"tokens": [m.token]})]),
    Endpoint("POST", "/api/me/seats", lambda m: [Ask(body={"tokens": [m.token]})]),
    Endpoint("GET", "/api/here"),
    Endpoint("GET", "/api/me"),
    Endpoint("GET", "/api/me/export"),
    Endpoint("GET", "/api/people/{person}"),
    Endpoint("GET", "/api/lobby"),
    # what is thought about
    Endpoint("GET", f"{TABLE}/odds", **everywhere(thinks=True)),
    Endpoint("GET", f"{TABLE}/hints", **everywhere(thinks=True)),
    Endpoint("GET", f"{TABLE}/forecast", forecast, **everywhere(thinks=True)),
    Endpoint("GET", f"{TABLE}/lines", **everywhere(thinks=True)),
    Endpoint("POST", f"{TABLE}/answer", coached_answers, thinks=True),
    # what is done, from what changes nothing to what ends the match
    Endpoint("POST", f"{TABLE}/answer", wrong_answers),
    Endpoint("POST", f"{TABLE}/nonce", lambda m: [Ask(body={"nonce": "0" * 32, "commit": m.commit})]),
    Endpoint("POST", f"{TABLE}/study/go", body(to=0, answers=[])),
    Endpoint("POST", f"{TABLE}/study/keep", body(name="mine")),
    Endpoint("POST", "/api/studies", lambda m: [Ask(body={"token": m.token})]),
    Endpoint("POST", "/api/positions", lambda m: [Ask(body={"token": m.token, "seats": {}})]),
    Endpoint("POST", f"{TABLE}/claim", body()),
    Endpoint("POST", f"{TABLE}/rematch", body()),
    Endpoint("POST", f"{TABLE}/grant", body(yes=True)),
    Endpoint("POST", f"{TABLE}/orders", orders),
    Endpoint("POST", f"{TABLE}/notes", notes),
    Endpoint("POST", f"{TABLE}/words", words),
    Endpoint("POST", f"{TABLE}/mute", body(word=NO_WORD)),
    Endpoint("POST", f"{TABLE}/report", body(word=NO_WORD)),
    Endpoint("POST", f"{TABLE}/news", body(mail=False)),
    Endpoint("POST", f"{TABLE}/agree", lambda m: [Ask(body={"yes": True}), Ask(body={"yes": False})]),
    Endpoint("POST", f"{TABLE}/ahead", body()),
    Endpoint("POST", f"{TABLE}/ahead/keep", lambda m: [Ask(body={}), Ask(body={"forget": True})]),
    Endpoint("POST", f"{TABLE}/ahead/send", lambda m: [Ask(body={"serial": m.serial})]),
    Endpoint("POST", "/api/me/open", lambda m: [Ask(body={"id": "nothing"})]),
    Endpoint("POST", f"{TABLE}/answer", right_answers),
    Endpoint("GET", TABLE, look),
    Endpoint("POST", f"{TABLE}/undo", lambda m: [Ask(body={}), Ask(body={"ask": True})]),
    Endpoint("GET", TABLE, look),
    Endpoint("POST", f"{TABLE}/seat", lambda m: [Ask(body={"agent": "nobody"}), Ask(body={"agent": None})]),
    Endpoint("POST", f"{TABLE}/seat", lambda m: [Ask(body={"agent": "veteran"})], thinks=True),
    Endpoint("POST", f"{TABLE}/invite", lambda m: [Ask(body={"side": 1 - m.side}), Ask(body={"side": m.side})]),
    Endpoint("POST", f"{TABLE}/concede", body()),
)

_PAGE = "a page without anything of a match"
_TITLE = "about a title, a scenario or a file of one's own, and no match"
_ACCOUNT = "about an account, and no match"
_SCENARIO = "a scenario that was shared, by a link of its own"
_LOBBY = "before a match begins"
_TOURNAMENT = "pairings and results of tournaments, which come from matches that are over"
_HOUSE = "for who runs the installation"
NOT_OF_A_SEAT = {
    **dict.fromkeys(("GET /", "GET /battles", "GET /conduct", "GET /dice", "GET /editor", "GET /enter", "GET /kept", "GET /learn"), _PAGE),
    **dict.fromkeys(("GET /lobby", "GET /me", "GET /offline", "GET /people/{person}", "GET /ratings", "GET /tournaments"), _PAGE),
    **dict.fromkeys(("GET /tournaments/{tournament}", "GET /worker.js", "GET /favicon.ico", "GET /static/{path}", "GET /api/words"), _PAGE),
    **dict.fromkeys(("GET /stop/{token}", "POST /stop/{token}"), "opened by a link of a mail, and about mails"),
    **dict.fromkeys(("GET /aid/{title}", "GET /rules/{title}", "GET /api/titles", "GET /api/titles/{name}/aid"), _TITLE),
    **dict.fromkeys((f"GET /api/titles/{{name}}/{what}" for what in ("bench", "board.svg", "picture.svg", "rules")), _TITLE),
    **dict.fromkeys((f"GET /api/titles/{{name}}/{what}" for what in ("examples/{wanted}", "schema.json", "slots")), _TITLE),
    **dict.fromkeys((f"POST /api/titles/{{name}}/{what}" for what in ("arrange", "look", "try")), _TITLE),
    **dict.fromkeys(("GET /api/lessons", "POST /api/lessons", "POST /api/saves", "GET /api/texts/{text}"), _TITLE),
    **dict.fromkeys(("GET /api/battles", "POST /api/battles", "GET /api/battles/{token}"), _SCENARIO),
    **dict.fromkeys(("GET /api/battles/{token}/picture.svg", "POST /api/battles/{token}/drop"), _SCENARIO),
    **dict.fromkeys(("POST /api/battles/{token}/play", "POST /api/battles/{token}/try"), _SCENARIO),
    **dict.fromkeys(("POST /api/challenges", "POST /api/challenges/drop", "POST /api/challenges/take"), _LOBBY),
    **dict.fromkeys(("POST /api/club/computer", "POST /api/matches"), _LOBBY),
    **dict.fromkeys((f"POST /api/enter/{way}" for way in ("link", "mail", "passkey", "passkey/finish")), _ACCOUNT),
    **dict.fromkeys((f"POST /api/me{what}" for what in ("", "/delete", "/leave", "/mail", "/passkeys/drop", "/sessions/end")), _ACCOUNT),
    **dict.fromkeys(("GET /api/me/news", "POST /api/me/news", "GET /api/me/vacation", "POST /api/me/vacation"), _ACCOUNT),
    **dict.fromkeys((f"POST /api/me/news/{what}" for what in ("drop", "hook", "push", "try")), _ACCOUNT),
    **dict.fromkeys(
        ("GET /api/ratings", "GET /api/tournaments", "GET /api/tournaments/{tournament}", "POST /api/tournaments"), _TOURNAMENT
    ),
    **dict.fromkeys(
        (f"POST /api/tournaments/{{tournament}}/{w}" for w in ("begin", "computer", "drop", "enter", "leave", "nonce")), _TOURNAMENT
    ),
    "WS /ws/me": "how many games wait, as GET /api/here tells, which is compared",
    **dict.fromkeys(("GET /health", "GET /ready", "GET /metrics", "GET /api/openapi.json"), _HOUSE),
}
