"""Analysis and coach: other moves from any position that may be looked at, variations kept and shared, warnings before mistakes."""

from __future__ import annotations

import pytest

from bivouac.match import Match, format_save
from server.harness import Seat, Server, friends, mistake, play_out, post, uploaded


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("study")).start()
    yield running
    running.stop()


def study(server, code=201, **wish):
    reply = post(f"{server.url}/api/studies", json=wish)
    assert reply.status_code == code, reply.text
    return reply.json()


def over(server):
    """A match that two friends have played out."""
    union, csa, watcher = friends(server)
    play_out([union, csa])
    return union, csa, watcher


def test_what_was_secret_stays_so_until_the_end_unless_both_sides_agree(server):
    union, csa, watcher = friends(server)
    for seat in (union, csa, watcher):
        assert "agree" in study(server, 403, token=seat.token)["error"]["message"]
    union.post("/agree", yes=True).raise_for_status()
    study(server, 403, token=union.token)
    assert [s["opened"] for s in csa.look()["room"]["seats"]] == [True, False]
    csa.post("/agree", yes=True).raise_for_status()
    study(server, 403, token=watcher.token)  # who only looks on has agreed to nothing
    made = Seat(server, study(server, token=csa.token, at=0)["token"])
    table = made.look()
    assert table["match"]["study"] and table["room"]["sides"] == [0, 1] and table["question"]["yours"]
    assert union.post("/agree", yes=False).status_code == 200
    study(server, 403, token=csa.token)
    assert watcher.post("/agree", yes=True).status_code == 403


def answer_as_asked(seat):
    """Who analyses answers for both sides; a short match may be over already."""
    side = next((side for side in (0, 1) if seat.look(**{"as": side})["question"]), None)
    assert (side is None) == (seat.look()["outcome"] is not None)
    if side is not None:
        seat.answer_first(**{"as": side})


def test_another_move_is_tried_and_the_match_is_as_it_was(server):
    union, _, watcher = over(server)
    was = union.look()
    made = study(server, token=watcher.token, at=0)
    seat = Seat(server, made["token"])
    tree = seat.get("/study")
    (line,) = tree["lines"]  # what is shared with the position begins before it: the same card may have been drawn
    assert tree["base"] == 0 and line["start"] + len(line["answers"]) == was["serial"]
    before = seat.look()["serial"]
    answer_as_asked(seat)
    answer_as_asked(seat)
    here = seat.look()["serial"]
    assert here > before
    seat.post("/study/keep", name="boldly").raise_for_status()
    assert seat.post("/study/go", to=0).status_code == 200
    played, bold = seat.get("/study")["lines"]
    assert bold["name"] == "boldly" and played["name"] == ""
    assert seat.post("/study/go", to=bold["start"], answers=bold["answers"]).status_code == 200
    assert seat.look()["serial"] >= here
    played, _ = seat.get("/study")["lines"]
    assert seat.post("/study/go", to=played["start"], answers=played["answers"]).status_code == 200
    assert seat.look()["outcome"] == was["outcome"]
    assert union.look()["serial"] == was["serial"] and union.look()["rev"] == was["rev"]
    assert union.post("/study/go", to=0).status_code == 409


def test_what_was_played_can_be_gone_along_to_its_end(server):
    union, _, _ = over(server)
    seat = Seat(server, study(server, token=union.token, at=0)["token"])
    (played,) = seat.get("/study")["lines"]
    assert seat.post("/study/go", to=played["start"], answers=played["answers"]).status_code == 200
    assert seat.look()["outcome"] == union.look()["outcome"]
    assert seat.get("/lines") == [] and seat.raw("/dice").status_code == 409
    again = Seat(server, study(server, token=union.token)["token"])
    assert again.look()["outcome"] == union.look()["outcome"]


def test_dice_are_free_to_choose(server):
    union, _, _ = over(server)
    seat = Seat(server, study(server, token=union.token, at=0)["token"])
    for _ in range(30):
        rolls = seat.get("/study")["rolls"]
        if rolls:
            break
        seat.answer_first()
    roll = rolls[-1]
    other = next(f for f in roll["faces"] if f["answer"] != roll["answer"])
    assert other["label"]
    seat.post("/study/go", to=roll["number"], answers=[other["answer"]]).raise_for_status()
    found = next(r for r in seat.get("/study")["rolls"] if r["number"] == roll["number"])
    assert found["answer"] == other["answer"]
    assert seat.post("/study/go", to=roll["number"], answers=[7777]).status_code == 400
    assert seat.post("/study/go", to=100_000).status_code == 400


def test_the_computer_tells_its_best_lines_in_either_language(server):
    union, _, _ = over(server)
    seat = Seat(server, study(server, token=union.token, at=0)["token"])
    found = seat.get("/lines")
    assert found and all(0 <= line["chance"] <= 1 and len(line["labels"]) == len(line["answers"]) > 0 for line in found)
    assert [line["chance"] for line in found] == sorted((line["chance"] for line in found), reverse=True)
    assert Seat(server, seat.token, "it").get("/lines")[0]["labels"] != found[0]["labels"]
    seat.post("/study/go", to=seat.look()["serial"], answers=found[0]["answers"]).raise_for_status()


def test_a_variation_is_shared_by_a_link_that_others_cannot_spoil(server):
    union, _, _ = over(server)
    seat = Seat(server, study(server, token=union.token, at=0)["token"])
    seat.answer_first()
    seat.post("/study/keep", name="mine").raise_for_status()
    shared = study(server, token=seat.token, line=1)
    link = shared["watch"].rsplit("/", 1)[1]
    assert Seat(server, link).post("/study/go", to=0).status_code == 403
    other = Seat(server, study(server, token=link)["token"])
    assert [line["name"] for line in other.get("/study")["lines"]] == ["", "mine"]
    assert other.look()["serial"] == seat.look()["serial"]
    other.post("/study/keep", drop=1).raise_for_status()
    assert len(seat.get("/study")["lines"]) == 2
    study(server, 404, token=seat.token, line=9)


def test_a_save_can_be_analysed_and_nonsense_is_told(server):
    match = Match.new("house-divided", seed=1)
    seat = Seat(server, study(server, save=format_save(match.save()), at=0)["token"])
    assert seat.look()["match"]["title"] == "house-divided" and seat.get("/study")["origin"] == ""
    assert study(server, 400, save="{}")["error"]["message"] and study(server, 400)["error"]["message"]
    study(server, 404, token="nobody")


def test_the_coach_warns_before_a_grave_mistake_and_only_who_wants_it(server):
    match, side, answer = mistake()
    seats = ["computer:recruit", "computer:recruit"]
    seats[side] = "me"
    save = format_save(match.save())
    for language, word in (("en", "coach"), ("it", "allenatore")):
        seat = Seat(server, uploaded(server, save, *seats)["token"], language)
        serial = seat.look()["question"]["serial"]
        told = seat.post("/answer", answer=answer, serial=serial, coach=True, sure=True).json()
        assert word in told["warn"] and "{" not in told["warn"]
        assert seat.look()["question"]["serial"] == serial
        assert "rev" in seat.post("/answer", answer=answer, serial=serial, sure=True).json()
    friend, _, _ = friends(server)
    asked = friend.look()["question"]
    reply = friend.post("/answer", answer=asked["choices"][0]["answer"], serial=asked["serial"], sure=True, coach=True).json()
    assert "rev" in reply  # nobody is coached against a friend


def test_what_would_have_been_better_is_told_after_the_end(server):
    union, _, _ = over(server)
    running, _, _ = friends(server)
    assert running.raw("/better/3").status_code == 403
    for turn in union.get("/chances")["turns"]:
        for better in union.get(f"/better/{turn['at']}"):
            assert better["best"] > better["chance"] and better["at"] < turn["at"] and better["done"] and better["better"]
    assert union.get("/better/0") == []
