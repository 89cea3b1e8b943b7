"""Planning ahead: on a private copy that shows nothing it should not, kept for one seat, sent as far as it still goes."""

from __future__ import annotations

from server.guests import Guest
from server.harness import Seat, friends, new, post, text_of


def copy_for(server, seat, **wish):
    made = seat.post("/ahead", **wish)
    assert made.status_code == 201, made.text
    return Seat(server, made.json()["token"])


def play(seat, choose=lambda choices: choices[0]):
    question = seat.look()["question"]
    reply = seat.answer(choose(question["choices"])["answer"], question["serial"], side=question["side"])
    assert reply.status_code == 200, reply.text


def play_turn(seat, most=60, choose=lambda choices: choices[0]):
    """On while the same side is asked."""
    side = seat.look()["question"]["side"]
    for _ in range(most):
        question = seat.look()["question"]
        if not question or question["side"] != side:
            return
        play(seat, choose)


def test_a_turn_is_planned_kept_and_sent(server):
    union, csa, watcher = friends(server)
    assert csa.get("/ahead") == {"may": True, "copy": False, "steps": [], "serial": csa.look()["question"]["serial"]}
    assert union.post("/ahead").status_code == 409, "who is asked plays at the table"
    assert watcher.post("/ahead").status_code == 403 and watcher.raw("/ahead").status_code == 403
    copy = copy_for(server, csa)
    seen = copy.look()
    assert seen["match"]["study"] and seen["match"]["ahead"] == 1 and seen["question"]["side"] == 1
    assert csa.post("/ahead/keep").status_code == 409, "nothing is planned yet"
    first = seen["question"]["choices"][0]
    play_turn(copy)
    rev = csa.look()["rev"]
    kept = csa.post("/ahead/keep").json()
    assert kept["steps"] and {step["how"] for step in kept["steps"]} == {"waits"}
    assert kept["steps"][0]["words"] == first["label"]
    italian = Seat(server, csa.token, "it").get("/ahead")
    assert italian["steps"][0]["words"] != kept["steps"][0]["words"]
    assert union.look()["rev"] == rev == watcher.look()["rev"], "nobody notices"

    play_turn(union)
    offer = csa.get("/ahead")
    assert {step["how"] for step in offer["steps"]} == {"ready"} and not offer["may"]
    assert csa.post("/ahead/send", serial=offer["serial"] - 1).status_code == 409, "the match has gone on"
    sent = csa.post("/ahead/send", serial=offer["serial"]).json()
    assert sent["sent"] == len(kept["steps"]) and sent["stopped"] is None and sent["rest"]["steps"] == []
    now = csa.look()
    assert now["outcome"] or now["question"]["side"] == 0


def test_a_plan_is_for_one_seat_alone(server):
    """Neither the plan nor the copy is in anybody else's answers, and the copy has nothing of what is hidden from its seat."""
    union, csa, watcher = friends(server)
    copy = copy_for(server, csa)
    play_turn(copy)
    words = csa.post("/ahead/keep").json()["steps"][-1]["words"]
    for other in (union, watcher):
        told = text_of([other.look(), other.get("/log"), other.get("/links")])
        assert copy.token not in told and "ahead/" not in told
    assert union.get("/ahead")["steps"] == [] and words
    assert union.post("/ahead/send", serial=union.look()["question"]["serial"]).status_code == 404
    assert csa.post("/ahead", side=0).status_code == 403 and csa.post("/ahead/keep", side=0).status_code == 403
    assert post(f"{server.url}/api/studies", json={"token": copy.token}).status_code == 403, "a private copy is for planning alone"
    assert post(f"{server.url}/api/positions", json={"token": copy.token, "seats": {}}).status_code == 403


def test_a_copy_is_opened_again_made_anew_and_forgotten(server):
    union, csa, _ = friends(server)
    copy = copy_for(server, csa)
    play(copy)
    again = copy_for(server, csa)
    assert again.token != copy.token and again.look()["serial"] == copy.look()["serial"]
    anew = copy_for(server, csa, anew=True)
    assert copy.raw("").status_code == 404 and anew.look()["serial"] >= 0
    assert csa.post("/ahead/keep", forget=True).json()["copy"] is False
    assert anew.raw("").status_code == 404
    copy = copy_for(server, csa)
    assert union.post("/concede").status_code == 200
    for _ in range(100):
        if copy.raw("").status_code == 404:
            break
    assert copy.raw("").status_code == 404, "a match that is over needs no plans"
    assert csa.get("/ahead") == {"may": False, "copy": False, "steps": [], "serial": csa.get("/ahead")["serial"]}


def test_dice_that_fall_otherwise_stop_it(server):
    """Hold the Line: what comes before the dice goes at once; then it stops and asks, or goes on if they have left what the plan had."""
    made = new(server, "hold-the-line", "link", "me")
    joined = post(f"{server.url}/api/join/{made['invites'][0]['url'].rsplit('/', 1)[1]}").raise_for_status().json()
    one, two = Seat(server, joined["token"]), Seat(server, made["token"])
    one.give()
    asked = one.look()["question"]["side"]
    mover, waits = (one, two) if asked in one.look()["room"]["sides"] else (two, one)
    copy = copy_for(server, waits)
    play_turn(copy, choose=lambda choices: next((c for c in choices if c["targets"]), choices[0]))
    steps = waits.post("/ahead/keep").json()["steps"]
    assert len(steps) > 3
    play_turn(mover, choose=lambda choices: next((c for c in choices if not c["targets"]), choices[0]))
    sent, stops = 0, []
    while waits.look()["question"]["side"] == waits.look()["room"]["side"]:
        offer = waits.get("/ahead")
        if not any(step["how"] == "ready" for step in offer["steps"]):
            break
        reply = waits.post("/ahead/send", serial=offer["serial"]).json()
        assert reply["sent"] > 0
        sent, stops = sent + reply["sent"], [*stops, reply["stopped"]]
    assert sent > 2 and len(stops) <= sent


def test_nobody_helps_with_the_plan_of_a_rated_match(server):
    anna, bruno = Guest(server).sign_up("Adelaide"), Guest(server).sign_up("Basil")
    anna.told("/api/challenges", title="pickets", side=0, rated=True)
    offer = next(c for c in bruno.get("/api/lobby").json()["challenges"] if c["maker"] == "Adelaide")
    taken = bruno.told("/api/challenges/take", id=offer["id"])
    csa = Seat(server, taken["token"])
    csa.give()
    match = anna.me()["matches"][0]["match"]
    union = Seat(server, anna.told("/api/me/open", match=match)["token"])
    union.give()
    copy = copy_for(server, csa)
    assert copy.raw("/hints").status_code == copy.raw("/lines").status_code == 403
    assert copy.post("/seat", side=0, agent="veteran").status_code == 403
    play_turn(copy)
    csa.post("/ahead/keep").raise_for_status()
    told = bruno.get("/api/me/export").json()["matches"][0]
    assert told["planned"][0]["steps"]
    assert "planned" in anna.get("/api/me/export").json()["matches"][0] and anna.get("/api/me/export").json()["matches"][0]["planned"] == []
    assert bruno.post("/api/me/delete", name="Basil").status_code == 200
    assert copy.raw("").status_code == 404, "who leaves leaves nothing behind"
