"""The JSON interface of the table: answers, refusals, taking back, seats, secrets."""

from __future__ import annotations

import json
import time

import pytest
from websockets.sync.client import connect

from server.harness import Seat, friends, get, known, new, play_out, post, text_of, uploaded


def test_an_answer_is_taken_and_told_to_both(server):
    union, csa, _ = friends(server)
    before = csa.look()
    assert before["question"]["side"] == 0 and not before["question"]["yours"] and "choices" not in before["question"]
    assert union.look()["question"]["yours"]
    union.answer_first()
    after = csa.look()
    assert after["rev"] > before["rev"] and after["question"]["yours"]
    assert after["log"]["lines"][-1]["heading"]


def test_the_legend_and_what_pieces_can_do_come_in_the_readers_language(server):
    token = new(server, "house-divided", scenario="1863")["token"]
    english, italian = (Seat(server, token, language) for language in ("en", "it"))
    rows = english.get("/legend")
    assert {row["group"] for row in rows} == {"map", "pieces", "markers"} and all(row["drawing"].startswith("<") for row in rows)
    assert all(a["drawing"] == b["drawing"] and a["meaning"] != b["meaning"] for a, b in zip(rows, italian.get("/legend"), strict=True))
    scene = english.look()["scene"]
    assert scene["held"] and set(scene["held"].values()) <= {0, 1}
    assert any("hits with" in fact for token in scene["tokens"] for fact in token.get("facts", []))


def test_refusals_name_their_clause_in_the_readers_language(server):
    union, csa, watch = friends(server)
    question = union.look()["question"]
    wrong = union.answer(77, question["serial"])
    assert wrong.status_code == 400 and wrong.json()["error"]["rule"] == "TOY-3b"
    assert union.answer(0, question["serial"] + 5).status_code == 409
    assert csa.answer(2, question["serial"]).status_code == 409
    assert watch.answer(0, question["serial"]).status_code == 403
    italian = Seat(server, union.token, "it").answer(77, question["serial"])
    assert italian.json()["error"]["message"] != wrong.json()["error"]["message"]
    assert union.post("/answer", answer="x", serial=0).status_code == 400
    assert get(f"{server.url}/api/table/nothing").status_code == 404


def test_a_request_that_is_wrong_says_where_and_what_would_be_right(server):
    def said(body, lang):
        answer = post(f"{server.url}/api/matches", params={"lang": lang}, content=body)
        return answer.status_code, answer.json()["error"]["message"]

    assert said("{bad", "en") == (400, "This is no JSON; a request is one JSON object.")
    assert said('{"title": 7}', "it")[1].endswith("`title`: qui ci vuole un testo tra virgolette, non un numero intero.")
    assert said("{}", "en")[1].endswith("`{}`: the key `title` is missing.")
    assert said("[]", "en")[1].endswith("`{}`: here should be a table, not a list.")


def test_what_is_not_possible_says_why(server):
    union, csa, _ = friends(server)
    union.answer_first()
    csa.answer_first()
    union.answer_first()
    why = union.get("/why")
    assert all(r["rule"] == "TOY-3d" and r["why"] and r["targets"] for r in why)
    lit = {t for c in union.look()["question"]["choices"] for t in c["targets"]}
    for place in sorted({f"post:{p}" for p in range(6)} - lit):
        (one,) = union.get("/why", target=place)
        assert one["targets"] == [place] and one["rule"] in ("TOY-3c", "TOY-3d") and one["why"]
    assert all(union.get("/why", target=t) == [] for t in lit)
    assert csa.get("/why") == [] == csa.get("/why", target="post:3")
    for nonsense in ("post:99999", "post:-1", "post:²", "picket:77", "seven", ":", ""):
        assert union.get("/why", target=nonsense) == []


def test_taking_back(server):
    union, csa, _ = friends(server)
    start = union.look()["serial"]
    union.answer_first()
    assert union.look()["undo"]["free"]
    assert union.post("/undo", whole=True).status_code == 200
    assert union.look()["serial"] == start
    union.answer_first()
    csa.answer_first()
    assert not union.look()["undo"]["free"] and union.look()["undo"]["ask"]
    assert union.post("/undo").status_code == 400
    assert union.post("/undo", ask=True).json()["asked"]
    assert csa.look()["room"]["request"] == 0
    assert union.post("/grant", yes=True).status_code == 409, "one does not grant one's own wish"
    csa.post("/grant", yes=True)
    told = union.look()
    assert told["serial"] == start and ["file" in n["text"] for n in told["notes"]] == [True, False]
    union.answer_first()
    csa.answer_first()
    union.post("/undo", ask=True)
    csa.post("/grant", yes=False)
    assert union.look()["serial"] == start + 2 and csa.look()["room"]["request"] is None


def test_an_invitation_seats_one_person(server):
    made = new(server)
    token = made["invites"][0]["url"].rsplit("/", 1)[1]
    assert get(f"{server.url}/api/join/{token}").json()["taken"] is False
    assert post(f"{server.url}/api/join/{token}").status_code == 200
    assert post(f"{server.url}/api/join/{token}").status_code == 409
    assert get(f"{server.url}/api/table/{token}").status_code == 404, "an invitation is no seat"
    assert Seat(server, made["token"]).get("/links")["invites"] == []


def test_links_are_long_and_all_different(server):
    tokens = set()
    for _ in range(5):
        made = new(server)
        tokens |= {made["token"], made["watch"].rsplit("/", 1)[1], made["invites"][0]["url"].rsplit("/", 1)[1]}
    assert len(tokens) == 15 and min(map(len, tokens)) >= 32


def test_no_seat_is_told_the_others_secret(server):
    union, csa, watch = friends(server)
    everything = {}
    for name, seat in (("union", union), ("csa", csa), ("watch", watch)):
        paths = ("", "/at/0", "/at/3", "/frames", "/log", "/why", "/dice", "/links")
        everything[name] = text_of([seat.get(path) for path in paths])
    assert "The Union draws its secret post" not in everything["union"] and "The Union draws its secret post" in everything["csa"]
    for name, sides in (("csa", ["Union"]), ("union", ["Confederacy"]), ("watch", ["Union", "Confederacy"])):
        for side in sides:
            assert f"The {side} draws the" not in everything[name] and f"The {side} draws Oak" not in everything[name]
    assert "Your secret post" not in everything["watch"]
    assert "Your secret post" in everything["union"]


def test_the_socket_tells_differences_and_no_secrets(server):
    union, csa, _ = friends(server)
    address = f"ws{server.url[4:]}/ws/{csa.token}?lang=en"
    with connect(address) as socket:
        first = json.loads(socket.recv(5))
        assert first["scene"]["full"] and first["base"] is None and "The Union draws the" not in text_of(first)
        union.answer_first()
        tables = []
        while not tables:
            message = json.loads(socket.recv(5))
            if message["kind"] == "table":
                tables.append(message)
        assert not tables[-1]["scene"]["full"] and len(tables[-1]["scene"]["tokens"]) <= 2 and tables[-1]["by"] == 0
        assert tables[-1]["question"]["yours"]


def test_two_people_at_one_screen_see_one_side_at_a_time(server):
    made = new(server, union="me", csa="here")
    both = Seat(server, made["token"])
    covered = both.look()
    assert covered["room"]["side"] is None and not covered["question"]["yours"] and "Your secret post" not in text_of(covered)
    union = both.look(**{"as": 0})
    assert union["question"]["yours"] and "The Confederacy draws the" not in text_of(union)
    csa = both.look(**{"as": 1})
    assert not csa["question"]["yours"] and "The Union draws the" not in text_of(csa)


def test_a_save_with_secrets_waits_for_the_end(server):
    union, csa, _ = friends(server)
    assert union.raw("/save").status_code == 403
    assert union.get("/dice")["ok"] is None
    play_out([union, csa])
    save = union.raw("/save")
    assert save.status_code == 200 and save.json()["outcome"] is not None
    dice = union.get("/dice")
    assert dice["ok"] is True and dice["spans"][0]["seed"]
    made = uploaded(server, save.text)
    assert Seat(server, made["token"]).look()["outcome"]


def test_a_save_goes_on(server):
    made = known(server, union="me", csa="here")
    both = Seat(server, made["token"])
    both.answer_first(**{"as": 0})
    both.answer_first(**{"as": 1})
    save = both.raw("/save").text
    again = uploaded(server, save)
    other = Seat(server, again["token"])
    assert other.look(**{"as": 0})["question"]["choices"] == both.look(**{"as": 0})["question"]["choices"]
    assert [x["text"] for x in other.look(**{"as": 0})["log"]["lines"]] == [x["text"] for x in both.look(**{"as": 0})["log"]["lines"]]
    other.answer_first(**{"as": 0})
    broken = post(f"{server.url}/api/saves?lang=it", json={"save": save.replace('"pickets"', '"pickles"'), "seats": {}})
    assert broken.status_code == 400 and "pickles" in broken.json()["error"]["message"]
    nonsense = post(f"{server.url}/api/saves", json={"save": "not a save", "seats": {}})
    assert nonsense.status_code == 400 and "not a save" in nonsense.json()["error"]["message"]


def test_positions_and_frames(server):
    union, csa, watch = friends(server)
    play_out([union, csa])
    last = watch.look()
    end = watch.get(f"/at/{last['serial']}")
    assert end["scene"] == last["scene"]
    start = watch.get("/at/0")
    assert start["at"] == 0 and len(start["scene"]["tokens"]) == 4
    frames = watch.get("/frames", **{"from": 2})["frames"]
    tokens = {}
    for frame in frames:
        for gone in frame["scene"]["gone"]:
            del tokens[gone]
        tokens |= {token["id"]: token for token in frame["scene"]["tokens"]}
    assert tokens == {token["id"]: token for token in last["scene"]["tokens"]}


def test_the_computer_answers(server):
    seat = Seat(server, known(server, csa="computer:recruit")["token"])
    seat.answer_first()
    for _ in range(100):
        table = seat.look()
        if table["outcome"] or table["question"]["yours"]:
            break
        time.sleep(0.1)
    assert table["outcome"] or table["serial"] >= 4
    assert post(f"{server.url}/api/matches", json={"title": "pickets", "seats": {"1": "computer:nobody"}}).status_code == 400


def test_a_seat_can_be_handed_to_the_computer_and_back(server):
    union, csa, _ = friends(server)
    assert csa.post("/seat", side=0, agent="recruit").status_code == 403
    for seat, side in ((union, 0), (csa, 1)):
        assert seat.post("/seat", side=side, agent="random").status_code == 200
    for _ in range(200):
        if union.look()["outcome"]:
            break
        time.sleep(0.1)
    assert union.look()["outcome"]


def test_the_level_of_the_computer_can_be_changed_by_who_made_the_match(server):
    seat = Seat(server, known(server, csa="computer:recruit")["token"])
    assert seat.post("/seat", side=1, agent="veteran").status_code == 200
    assert seat.look()["room"]["seats"][1]["agent"] == "veteran"
    assert seat.post("/seat", side=1).status_code == 403, "but the seat stays the computer's"
    union, _, _ = friends(server)
    assert union.post("/seat", side=1, agent="recruit").status_code == 403


def test_hints_are_for_the_side_that_is_asked(server):
    union, csa, watch = friends(server)
    hints = union.get("/hints")
    answers = [c["answer"] for c in union.look()["question"]["choices"]]
    assert hints and all(h["answer"] in answers and 0 <= h["chance"] <= 1 and h["label"] for h in hints)
    assert csa.get("/hints") == [] and watch.get("/hints") == []


def test_the_course_of_the_chances_is_told_after_the_end(server):
    union, csa, _ = friends(server)
    assert union.raw("/chances").status_code == 403
    play_out([union, csa])
    points = union.get("/chances")["points"]
    winner = union.look()["outcome"]["winner"]
    assert points[-1] == {"at": union.look()["serial"], "chance": {0: 1.0, 1: 0.0, None: 0.5}[winner]}


def test_a_warning_before_something_is_left_unused(server):
    """In a title where a turn can be ended early: ending it with things still lit asks first, and a second word is enough."""
    titles = {t["id"]: t for t in get(f"{server.url}/api/titles").json()}
    if "hold-the-line" not in titles:
        pytest.skip("needs a title whose turns can be ended early")
    seat = Seat(server, new(server, title="hold-the-line", csa="here")["token"])
    question = seat.look()["question"]
    for _ in range(10):
        button = [c for c in question["choices"] if not c["targets"]]
        if button and len(question["choices"]) > 1:
            break
        seat.answer_first()
        question = seat.look()["question"]
    side = question["side"]
    wish = {"answer": button[0]["answer"], "serial": question["serial"], "side": side}
    assert "could still be used" in seat.post("/answer", **wish).json()["warn"]
    assert seat.look()["serial"] == question["serial"], "nothing has happened"
    assert seat.post("/answer", **wish, sure=True).json()["serial"] > question["serial"]


def test_giving_up(server):
    union, csa, watch = friends(server)
    assert watch.post("/concede").status_code == 403
    assert csa.post("/concede").status_code == 200
    outcome = union.look()["outcome"]
    assert outcome["winner"] == 0 and "gives up" in union.look()["log"]["lines"][-1]["text"]


def test_setting_up_says_what_is_wrong(server):
    wrong = post(f"{server.url}/api/matches?lang=it", json={"title": "pickets", "options": ["long_gnus"], "seats": {}})
    assert wrong.status_code == 400 and "long_gnus" in wrong.json()["error"]["message"]
    assert post(f"{server.url}/api/matches", json={"title": "chess"}).status_code == 404
    assert post(f"{server.url}/api/matches", json={"title": "pickets", "colour": 1}).status_code == 400
    good = {"title": "pickets", "options": ["long-guns"], "check": True}
    assert post(f"{server.url}/api/matches", json=good).json() == {"ok": True}


@pytest.mark.parametrize(
    ("language", "words"), [("en", "line 2: there is no key `nonsense` here"), ("it", "riga 2: qui non c'è una chiave `nonsense`")]
)
def test_a_wrong_scenario_file_is_told_with_its_line(server, language, words):
    titles = [t["id"] for t in get(f"{server.url}/api/titles").json() if t["own_scenario"]]
    assert titles
    for title in titles:
        wish = {"title": title, "scenario_text": "# mine\nnonsense = 3\n", "check": True}
        told = post(f"{server.url}/api/matches", params={"lang": language}, json=wish)
        assert told.status_code == 400 and told.json()["error"]["message"].count(words) == 1, title


@pytest.mark.parametrize("language", ["en", "it"])
def test_titles_and_rules_are_told(server, language):
    titles = get(f"{server.url}/api/titles", params={"lang": language}).json()
    assert "pickets" in [t["id"] for t in titles]
    for title in titles:
        assert title["name"] and title["blurb"] and title["scenarios"]
        book = get(f"{server.url}/api/titles/{title['id']}/rules", params={"lang": language}).json()
        assert len(book["clauses"]) == title["clauses"]
        picture = get(f"{server.url}/api/titles/{title['id']}/picture.svg", params={"lang": language})
        assert picture.status_code == 200 and picture.headers["content-type"].startswith("image/svg+xml")


def test_what_a_piece_could_do_is_told_before_it_is_chosen(server):
    """The reach of a unit that may act with its price, its field of fire, lines of sight; nonsense gets nothing; secrets stay secrets."""
    made = new(server, "hold-the-line", csa="here")
    seat = Seat(server, made["token"])
    lit = [c for c in seat.look()["question"]["choices"] if c["targets"] and c["targets"][0].startswith("piece:")]
    piece = lit[0]["targets"][0]
    found = seat.get("/outlook", of=piece)
    assert found["reach"] and all(way["cost"].endswith("AP") for way in found["reach"]) and found["fire"]
    for nonsense in ("piece:9999", "x", "hex:3", ""):
        assert seat.get("/outlook", of=nonsense)["reach"] == []
    (line,) = seat.get("/sight", **{"from": "hex:0", "to": "hex:40"})
    assert line["text"] and line["seen"] and seat.get("/sight", **{"from": "no", "to": "hex:1"}) == []
    hidden = Seat(server, new(server, "lincoln", csa="here")["token"])
    watcher = Seat(server, hidden.get("/links")["watch"].rsplit("/", 1)[-1])
    assert watcher.get("/outlook", of="piece:8")["retreat"] is None


def test_an_attack_is_forecast_before_it_is_ordered(server):
    """Fire in a battle of Hold the Line: the chances in the reader's language, the dice with their clause; a move has no forecast."""
    seat = Seat(server, new(server, title="hold-the-line", scenario="shiloh", csa="here")["token"])
    for _ in range(200):
        question = seat.look()["question"]
        answers = {c["answer"]: c["label"] for c in question["choices"]}
        fires = [a for a, label in answers.items() if label.startswith("Fire at")]
        if fires:
            break
        last = max(answers) if len(answers) == 1 or 900 not in answers else min(answers)
        seat.answer(last, question["serial"])
    (found,) = seat.get("/forecast", answer=fires[0])
    assert found["answer"] == fires[0] and found["exact"] and 0 <= found["won"] <= 1
    assert len(found["lines"]) >= 2 and found["terms"][0]["rule"] == "HTL-8.1.1b"
    (italian,) = Seat(server, seat.token, "it").get("/forecast", answer=fires[0])
    assert italian["lines"] != found["lines"]
    for nonsense in ("", "x", "-", "77777", "-3", "²", f"{fires[0]},x", f"{fires[0]},{fires[0]}"):
        assert seat.get("/forecast", answer=nonsense) == []
    assert seat.post("/undo", side=question["side"]).status_code == 200
    assert seat.get("/forecast", answer=f"{last},{fires[0]}") == [found], "a gesture is forecast before it is begun"
