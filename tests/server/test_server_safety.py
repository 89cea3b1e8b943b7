"""Headers, limits, restarts, and time that does not grow with the match."""

from __future__ import annotations

import os
import re
import signal
import time

import pytest

from bivouac.core.events import Event, event
from bivouac.core.text import Both, Name, Text
from bivouac.i18n.catalogue import BLANK
from bivouac.match.match import CONCEDED
from bivouac.server.files import PAGES, File, files, preloaded_modules
from bivouac.server.packing import format_events, parse_events
from bivouac.server.words import web_sentences
from bivouac.titles import load
from server.harness import Seat, Server, friends, get, new, post


def test_pages_come_with_strict_headers(server):
    for path in ("/", "/t/x", "/rules/pickets", "/join/x", "/static/js/main.js", "/api/titles", "/nothing"):
        headers = get(server.url + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy, path
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer", path


def test_pages_have_no_inline_script_or_style(server):
    page = get(f"{server.url}/").text
    assert "<style" not in page and " style=" not in page and "onclick" not in page
    assert page.count("<script") == 1 and 'src="/static/js/main.js"' in page


def test_foreign_pages_may_not_post(server):
    for headers in ({"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}):
        assert post(f"{server.url}/api/matches", json={"title": "pickets"}, headers=headers).status_code == 403


def test_requests_have_a_size(server):
    seat = Seat(server, new(server)["token"])
    assert post(f"{server.url}/api/table/{seat.token}/answer", content=b"x" * 100_000).status_code == 413
    assert post(f"{server.url}/api/saves", content=b"x" * 3_000_000).status_code == 413

    def drip():
        for _ in range(50):
            yield b"x" * 2000

    assert post(f"{server.url}/api/table/{seat.token}/answer", content=drip()).status_code == 413


def test_words_for_markup_stay_words(server):
    wrong = post(f"{server.url}/api/matches", json={"title": "pickets", "options": ["<img src=x onerror=alert(1)>"]})
    assert wrong.status_code == 400 and wrong.headers["content-type"].startswith("application/json")


def test_too_many_requests_are_told_to_wait(tmp_path):
    slow = Server(tmp_path, BIVOUAC_RATE="1", BIVOUAC_CREATIONS="3").start()
    try:
        made = [post(f"{slow.url}/api/matches?lang=it", json={"title": "pickets"}).status_code for _ in range(6)]
        assert made[0] == 201 and made[-1] == 429
        codes = [get(f"{slow.url}/api/words").status_code for _ in range(30)]
        assert 429 in codes
    finally:
        slow.stop()


def test_a_killed_server_loses_nothing(tmp_path):
    server = Server(tmp_path).start()
    try:
        union, csa, _ = friends(server)
        union.answer_first()
        csa.answer_first()
        union.answer_first()
        before = union.look()
        server.kill()
        server.start()
        after = union.look()
        assert after == {**before, "room": after["room"]}
        assert after["undo"]["free"]
        union.post("/undo")
        union.answer_first()
        server.kill()
        server.start()
        again = union.look()
        asked = {**before["question"], "serial": again["question"]["serial"]}
        assert again["serial"] == before["serial"] and again["question"] == asked and asked["serial"] > before["question"]["serial"]
        csa.post("/concede")
        ended = union.look()
        server.kill()
        server.start()
        assert union.look()["outcome"] == ended["outcome"] and union.look()["log"] == ended["log"]
    finally:
        server.stop()


def test_answering_and_undoing_do_not_slow_down(server):
    """Pickets are short; take-backs make a long history. The work of an answer and an undo stays what it was."""
    union, _, _ = friends(server)
    question = union.look()["question"]
    work = []
    for _ in range(3):
        started = server.work
        for _ in range(30):
            assert union.answer(question["choices"][0]["answer"], union.look()["question"]["serial"]).status_code == 200
            assert union.post("/undo").status_code == 200
        work.append(server.work - started)
    assert work[-1] < 3 * work[0] + 0.1


def test_events_survive_being_written_down():
    kind = event("written_down", "WD-1a", side="side", n="number", places="list:place", words="text")
    words = Text("a.b", {"x": Name("side", 0), "y": (1, "z"), "name": Both("one", "uno"), "inner": Text("c")})
    events = [Event(CONCEDED, (1,)), Event(kind, (0, -3, (1, 2), words)), Event(kind, (1, 0, (), words))]
    assert parse_events("WD", format_events(events)) == events


def test_a_log_of_earlier_days_has_ways_without_places():
    load("yankees-rebels")
    (marched,) = parse_events("YR", '[["marched", 3, 5, 9]]')
    assert marched.values == (3, 5, 9, ()) and marched.targets == ("unit:3", "hex:5", "hex:9")


def leaves(table, prefix=""):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def test_the_pages_speak_both_languages():
    english, italian = dict(leaves(web_sentences("en"))), dict(leaves(web_sentences("it")))
    assert set(english) == set(italian)
    for key, sentence in english.items():
        assert {b[1] for b in BLANK.finditer(sentence)} == {b[1] for b in BLANK.finditer(italian[key])}, key


def test_every_word_of_the_client_is_in_the_catalogue():
    known = set(dict(leaves(web_sentences("en"))))
    modules = {name: file.body.decode() for name, file in files().items() if name.endswith(".js")}
    assert len(modules) > 90
    for name, text in modules.items():
        for key in re.findall(r"\bt\('([a-z_]+\.[a-z_]+)'", text):
            assert key in known, (name, key)


def test_modules_in_folders_are_preloaded_by_their_paths(monkeypatch):
    modules = {
        "js/page-x.js": "import { a } from './table/a.js';\nimport {\n  b,\n} from './b.js';\nconst late = () => import('./late.js');\n",
        "js/table/a.js": "export { c } from '../ui/c.js';\nimport '../b.js';\n",
        "js/b.js": "import { a } from './table/a.js';\n",
        "js/ui/c.js": "export const c = 1;\n",
    }
    monkeypatch.setattr("bivouac.server.files.files", lambda: {name: File(name, text.encode()) for name, text in modules.items()})
    assert sorted(preloaded_modules("page-x.js")) == ["b.js", "page-x.js", "table/a.js", "ui/c.js"]


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_of_the_client_weighs_little(kind):
    known = files()
    sent = [f"js/{name}" for name in preloaded_modules(f"page-{kind}.js")] + [name for name in known if name.startswith("css/")]
    assert sum(len(known[name].packed or known[name].body) for name in sent) < 120_000, "bytes, as they are sent"


@pytest.mark.parametrize("path", ["/nonsense", "/learn/x"])
def test_who_opens_a_page_that_is_not_there_gets_one_with_a_way_home(server, path):
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "it"}
    shown = get(server.url + path, headers=browser)
    assert shown.status_code == 404 and shown.headers["content-type"].startswith("text/html")
    assert 'data-page="lost"' in shown.text and '<html lang="it">' in shown.text
    told = get(server.url + path)
    assert told.status_code == 404 and told.json()["error"]["message"]
    assert get(f"{server.url}/api/nonsense", headers=browser).json()["error"]["message"], "the interface speaks JSON"


def test_a_wrong_name_is_told_with_the_right_ones(server):
    for wish, right in (({"title": "picketz"}, "house-divided"), ({"title": "pickets", "seats": {"0": "computer:general"}}, "veteran")):
        for lang in ("en", "it"):
            said = post(f"{server.url}/api/matches?lang={lang}", json=wish).json()["error"]["message"]
            assert right in said and "{" not in said


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_stopped_says_nothing(tmp_path, stop):
    server = Server(tmp_path).start()
    seats = {"0": "computer:crack", "1": "computer:recruit"}
    made = post(f"{server.url}/api/matches", json={"title": "pickets", "seats": seats}).raise_for_status().json()
    Seat(server, made["token"]).give()
    time.sleep(1)
    if stop == signal.SIGINT:
        os.killpg(server.process.pid, stop)  # Ctrl-C reaches the workers, too
    else:
        server.process.send_signal(stop)
    assert server.process.wait(20) == 0
    server.process.stdout.close()
    assert server.complaints == ""
