"""Nobody chooses the dice, nobody takes back what was seen, and what was out of the ordinary is told to both."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import stat

import pytest

from bivouac.match import Match
from bivouac.match.save import checksum as checksum_of
from server.harness import HTTP, Seat, Server, friends, get, known, known_save, new, play_out, post, uploaded


def notes(seat):
    return " ".join(n["text"] for n in seat.look()["notes"])


def over(seat):
    return seat.look()["outcome"] is not None


# --- taking back ------------------------------------------------------------------------------------------------------


def test_who_gives_up_cannot_read_the_seed_and_go_on(server):
    union, csa, _ = friends(server)
    union.answer_first()
    union.post("/concede").raise_for_status()
    promise = union.look()["dice"]["commit"]
    assert union.raw("/save").json()["dice"][-1]["seed"]
    assert union.post("/undo").status_code == 400 and union.post("/undo", whole=True).status_code == 400 and over(union)
    assert union.post("/undo", ask=True).json()["asked"] and over(union), "the other side has to agree"
    csa.post("/grant", yes=True).raise_for_status()
    assert not over(union) and union.look()["dice"]["commit"] != promise
    for seat in (union, csa):
        assert "took back" in notes(seat) and "the dice are new" in notes(seat)
    assert union.look()["dice"]["wanted"] and csa.look()["dice"]["wanted"], "and both give something new to them"


def test_a_lost_match_is_not_reopened_without_leave(server):
    for _ in range(6):
        union, csa, _ = friends(server)
        play_out([union, csa])
        serial = union.look()["serial"]
        for seat in (union, csa):
            assert not seat.look()["undo"]["free"] and seat.post("/undo").status_code == 400
        assert over(union) and union.look()["serial"] == serial


def test_the_computer_does_not_agree_where_secrets_were_seen(server):
    seat = Seat(server, known(server, csa="computer:recruit")["token"])
    promise = seat.look()["dice"]["commit"]
    seat.answer_first()
    seat.post("/concede")
    refused = seat.post("/undo", ask=True)
    assert refused.status_code == 400 and "secret" in refused.json()["error"]["message"], "after the end everything has been seen"
    assert seat.look()["dice"]["commit"] == promise


def test_the_computer_agrees_where_nothing_is_hidden(server):
    seat = Seat(server, new(server, title="hold-the-line", csa="computer:recruit")["token"])
    promise = seat.look()["dice"]["commit"]
    seat.post("/concede").raise_for_status()
    seat.post("/undo", ask=True).raise_for_status()
    table = seat.look()
    assert table["outcome"] is None and table["dice"]["commit"] != promise and table["dice"]["wanted"]
    assert "the dice are new" in notes(seat)


def test_against_the_computer_a_match_is_for_practice_or_in_earnest(server):
    """For practice what was rolled is taken back as well, without asking, and the log says so; in earnest never."""
    for earnest in ("", ":earnest"):
        seat = Seat(server, new(server, title="hold-the-line", csa=f"computer:recruit{earnest}")["token"])
        seat.post("/concede").raise_for_status()
        undo = seat.look()["undo"]
        assert (undo["free"], undo["ask"], undo["practice"]) == (False, False, not earnest) and undo["why"]
        reply = seat.post("/undo", ask=True)
        assert reply.status_code == (400 if earnest else 200)
        assert (seat.look()["outcome"] is None) == (not earnest)
        assert ("for practice" in notes(seat)) == (not earnest)


# --- dice -------------------------------------------------------------------------------------------------------------


def test_dice_fall_for_the_first_player_before_the_second_has_joined(server):
    made = post(f"{server.url}/api/matches", json={"title": "hold-the-line", "seats": {"0": "me", "1": "link"}}).json()
    union = Seat(server, made["token"])
    table = union.look()
    assert table["serial"] == 0 and table["dice"]["wanted"] and not table["question"]["yours"]
    assert union.answer(3, 0).status_code == 409, "nobody answers for the dice"
    union.give("ab" * 16)
    assert union.look()["serial"] and not union.look()["dice"]["wanted"] and union.look()["question"]["yours"]
    promise = union.look()["dice"]["commit"]
    union.answer_first()
    joined = post(server.url + "/api" + made["invites"][0]["url"]).json()
    csa = Seat(server, joined["token"])
    seen = csa.look()
    assert seen["dice"] == {"from": seen["serial"], "commit": promise, "wanted": True}, "promised before the nonce is given"
    csa.give("cd" * 16)
    assert not csa.look()["dice"]["wanted"] and "second player" in notes(csa)
    csa.give("ef" * 16)
    csa.post("/concede").raise_for_status()
    shown = union.get("/dice")
    assert [span["nonces"] for span in shown["spans"]] == [["ab" * 16, ""], ["ab" * 16, "cd" * 16]], "given once, it stays"
    assert shown["ok"] and shown["spans"][1]["commit"] == promise and shown["spans"][1]["from"] == seen["serial"]


def test_a_nonce_is_for_the_promise_that_was_seen(server):
    made = post(f"{server.url}/api/matches", json={"title": "pickets", "seats": {"0": "me", "1": "computer:recruit"}}).json()
    seat = Seat(server, made["token"])
    late = seat.post("/nonce", nonce="ab" * 16, commit="0" * 64)
    assert late.status_code == 200 and not late.json()["taken"] and seat.look()["serial"] == 0
    assert seat.post("/nonce", nonce="me first", commit=seat.look()["dice"]["commit"]).status_code == 400
    watch = Seat(server, made["watch"].rsplit("/", 1)[1])
    assert not watch.look()["dice"]["wanted"]
    watch.give()
    assert seat.look()["serial"] == 0, "who looks on gives nothing"
    seat.give()
    assert seat.look()["serial"] >= 2


@pytest.mark.parametrize("seats", [("me", "here"), ("computer:recruit", "computer:recruit")])
def test_one_browser_gives_for_both(server, seats):
    made = post(f"{server.url}/api/matches", json={"title": "pickets", "seats": {"0": seats[0], "1": seats[1]}}).json()
    seat = Seat(server, made["token"])
    assert seat.look()["serial"] == 0 and seat.look()["dice"]["wanted"]
    seat.give()
    assert seat.look()["serial"] >= 2 and not seat.look()["dice"]["wanted"]


def test_anyone_can_check_what_is_shown_after_the_end(server):
    union, csa, _ = friends(server)
    promises = {union.look()["dice"]["commit"]}
    play_out([union, csa])
    shown = csa.get("/dice")
    assert shown["ok"] and promises <= {s["commit"] for s in shown["spans"]}
    for number, kind, result in shown["rolls"]:
        span = next(s for s in reversed(shown["spans"]) if s["from"] <= number)
        seed = bytes.fromhex(span["seed"])
        assert hashlib.sha256(seed).hexdigest() == span["commit"]
        outcomes, weights = shown["kinds"][kind].values()
        words = ":".join([*span["nonces"], str(number)]).encode()
        point = int.from_bytes(hmac.new(seed, words, "sha256").digest(), "big") % sum(weights or [1] * len(outcomes))
        shares = [o for o, w in zip(outcomes, weights or [1] * len(outcomes)) for _ in range(w)]
        assert shares[point] == result


def test_a_seat_lent_to_the_computer_holds_up_no_dice(server):
    made = post(f"{server.url}/api/matches", json={"title": "pickets", "seats": {"0": "me", "1": "link"}}).json()
    union, csa = Seat(server, made["token"]), Seat(server, post(server.url + "/api" + made["invites"][0]["url"]).json()["token"])
    union.give()
    csa.post("/seat", side=1, agent="recruit").raise_for_status()
    assert union.look()["serial"] >= 2


# --- uploads ----------------------------------------------------------------------------------------------------------


def chosen_dice(**changes):
    """A save whose last span has a seed of the player's own choice."""
    seed = b"my own choice of all dice to come"[:32]
    save = json.loads(known_save())
    save["dice"].append({"from": 2, "commit": hashlib.sha256(seed).hexdigest(), "seed": seed.hex(), "nonces": ["", ""], "why": "start"})
    save.update(changes)
    save["checksum"] = checksum_of(save)
    return json.dumps(save), seed.hex()


def given_up():
    match = Match.load(known_save())
    match.concede(match.question.side)
    return {key: match.save()[key] for key in ("outcome", "conceded", "snapshot")}


@pytest.mark.parametrize("ended", [False, True])
def test_nobody_brings_dice_of_their_own(server, ended):
    save, seed = chosen_dice(**(given_up() if ended else {}))
    made = uploaded(server, save, csa="link")
    union = Seat(server, made["token"])
    csa = Seat(server, post(server.url + "/api" + made["invites"][0]["url"]).json()["token"])
    if ended:
        union.post("/undo", ask=True).raise_for_status()
        csa.post("/grant", yes=True).raise_for_status()
    union.give()
    csa.give()
    for seat in (union, csa):
        assert "comes from a file" in notes(seat)
    play_out([union, csa])
    shown = csa.get("/dice")
    thrown_here = [n for n, _, _ in shown["rolls"] if n >= 2]
    assert shown["spans"][-1]["seed"] != seed and all(shown["spans"][-1]["from"] <= n for n in thrown_here)
    assert any("came in a file" in line for line in shown["lines"]), "what was not thrown here is said"


def test_sealed_dice_are_counted(server):
    save = json.loads(known_save())
    save["dice"][0]["seed"] = None
    save["checksum"] = checksum_of(save)
    both = Seat(server, uploaded(server, json.dumps(save))["token"])
    play_out([both])
    lines = " ".join(both.get("/dice")["lines"])
    assert "2 results cannot be checked" in lines and "2 results were not thrown at this table" in lines


def test_the_position_in_a_file_is_believed_only_under_our_seal(server):
    both = Seat(server, known(server, csa="here")["token"])
    both.answer_first(**{"as": 0})
    both.answer_first(**{"as": 1})
    sealed = both.raw("/save").json()
    assert sealed["seal"]
    forged = {**sealed, "rules": 0, "answers": [*sealed["answers"][:-1], 77]}
    forged["checksum"] = checksum_of(forged)
    again = Seat(server, uploaded(server, json.dumps(forged))["token"])
    assert "not possible under them" in notes(again) and again.look()["serial"] < len(sealed["answers"])


# --- other rules, and files ---------------------------------------------------------------------------------------


def test_stored_matches_outlive_a_correction(tmp_path):
    from sqlalchemy import create_engine, text

    server = Server(tmp_path).start()
    try:
        union, csa, _ = friends(server)
        for seat in (union, csa, union):
            seat.answer_first()
        running = union.look()
        moved, _, _ = friends(server)
        moved.answer_first()
        ended, other, _ = friends(server)
        play_out([ended, other])
        before, table = ended.look(), moved.look()
        server.kill()
        db = create_engine(f"sqlite:///{tmp_path / 'bivouac.db'}")
        with db.begin() as connection:
            connection.execute(text("UPDATE matches SET rules = 0"))
            spoil = "UPDATE answers SET answer = 77 WHERE number = 2 AND match = (SELECT match FROM seat_keys WHERE hash = :h)"
            for seat in (moved, ended):
                connection.execute(text(spoil), {"h": hashlib.sha256(seat.token.encode()).hexdigest()})
        server.start()
        again = union.look()
        assert again["question"] == running["question"] and notes(union) == " ".join(n["text"] for n in running["notes"])
        assert moved.look()["scene"] == table["scene"] and "position stands" in notes(moved)
        assert ended.look()["outcome"] == before["outcome"] and ended.look()["log"] == before["log"]
        assert "keeps its end" in notes(ended)
        for seat in (moved, ended):
            for path in ("/at/1", "/at/3", "/frames", "/dice", "/save", "/chances", "/log"):
                assert seat.raw(path).status_code in (200, 403), path
        server.kill()
        server.start()
        assert moved.look()["scene"] == table["scene"] and ended.look()["outcome"] == before["outcome"]
        assert union.look()["question"] == running["question"]
        next(s for s in (union, csa) if s.look()["question"]["yours"]).answer_first()
    finally:
        server.stop()


def test_a_match_that_cannot_be_opened_is_told_plainly(tmp_path):
    from sqlalchemy import create_engine, text

    server = Server(tmp_path).start()
    try:
        union, _, _ = friends(server)
        server.kill()
        with create_engine(f"sqlite:///{tmp_path / 'bivouac.db'}").begin() as connection:
            connection.execute(text("UPDATE matches SET scenario = 'square'"))
        server.start()
        reply = union.raw("")
        assert reply.status_code == 400 and "square" in reply.json()["error"]["message"]
        assert reply.headers["x-content-type-options"] == "nosniff"
    finally:
        server.stop()


def test_seeds_are_for_the_servers_own_eyes(tmp_path):
    (tmp_path / "bivouac.db").touch(0o644)
    server = Server(tmp_path).start()
    try:
        new(server)
        for file in tmp_path.glob("bivouac.db*"):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    finally:
        server.stop()


SURROGATE = json.dumps({"save": "X"}).replace("X", '{\\"bivouac\\": 2, \\"title\\": \\"\\\\ud800\\"}')
LONG = "9" * 4300


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(
    "spoil",
    [
        {"undone": [{"at": 0, "dropped": 1, "side": 7, "fresh": False}]},
        {"conceded": {"at": 2, "side": 7}},
        {"scenario": "\ud800"},
        {"title": "p" * 5000},
        {"options": ["\x00"]},
        {"moved": [{"at": 0, "was": 0, "now": 1, "lost": 0, "options": [], "state": {"stack": 7}}]},
        {"outcome": {"winner": 9, "rule": "x", "ending": "y"}},
        {"dice": []},
        {"snapshot": 7},
    ],
    ids=str,
)
def test_spoilt_saves_are_refused_and_nothing_breaks(server, spoil, language):
    save = {**json.loads(known_save()), **spoil}
    save["checksum"] = checksum_of(save)
    reply = HTTP.post(
        f"{server.url}/api/saves", params={"lang": language}, content=json.dumps({"save": json.dumps(save), "seats": {"1": "here"}})
    )
    assert reply.status_code in (201, 400), reply.text
    if reply.status_code == 201:
        assert Seat(server, reply.json()["token"], language).raw("").status_code == 200
    else:
        assert reply.json()["error"]["message"]


def test_a_file_of_many_take_backs_makes_no_long_message(server):
    """Twenty thousand of them once made a message of more than a megabyte for everybody who looked on."""
    save = {**json.loads(known_save()), "undone": [{"at": 0, "dropped": 1, "side": 0, "fresh": False}] * 20_000}
    save["checksum"] = checksum_of(save)
    reply = HTTP.post(f"{server.url}/api/saves", json={"save": json.dumps(save), "seats": {"1": "here"}})
    assert reply.status_code in (201, 400), reply.text
    if reply.status_code == 201:
        seat = Seat(server, reply.json()["token"])
        assert len(seat.raw("").content) < 200_000 and len(seat.look()["notes"]) <= 50


@pytest.mark.parametrize("text", [SURROGATE, json.dumps({"save": "[" * 100_000}), json.dumps({"save": f'{{"bivouac": {LONG}}}'})])
def test_hostile_saves_are_refused(server, text):
    assert HTTP.post(f"{server.url}/api/saves", content=text).status_code == 400


HOUSE = "house-divided"


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(
    "text", ["a." * 20_000 + "a=1", "a = " + "[" * 900 + "]" * 900, f"a = {LONG}", "a = '\x00'", "[[" + "a." * 900 + "a]]"]
)
def test_hostile_scenarios_are_refused_at_once(server, text, language):
    told = HTTP.post(f"{server.url}/api/matches", params={"lang": language}, json={"title": HOUSE, "scenario_text": text})
    assert told.status_code == 400 and told.json()["error"]["message"]


def test_a_scenario_that_asks_for_more_than_there_is(server):
    from importlib import resources

    own = resources.files("bivouac.titles.house_divided").joinpath("data", "scenarios", "1861.toml").read_text("utf-8")
    armies = own.replace('id = "1861"', 'id = "mine"')
    line = next(x for x in armies.splitlines() if " MF" in x and '"' in x)
    many = armies.replace(line, line.replace(line[line.index('"') + 1 :].split()[0], "2000", 1))
    assert many != armies
    for language in ("en", "it"):
        told = HTTP.post(f"{server.url}/api/matches", params={"lang": language}, json={"title": HOUSE, "scenario_text": many})
        assert told.status_code == 400 and told.json()["error"]["message"], told.text


@pytest.mark.parametrize("sign", ["\\u0007", "\\u0000", "\\uFFFE", "\\u001B", "<&\\\"'>"])
def test_no_sign_of_a_name_makes_the_drawings_ill_formed(server, sign):
    """Of a battle's own words: refused with a sentence, or drawn so that every reader of XML takes it."""
    from importlib import resources
    from xml.etree import ElementTree

    own = next(
        f for f in resources.files("bivouac.titles.hold_the_line").joinpath("data", "scenarios").iterdir() if f.name.endswith("toml")
    )
    text = re.sub(r'((?:en|it|name) = "[^"\n]*)"', lambda found: f'{found[1]}{sign}"', own.read_text("utf-8"))
    told = HTTP.post(f"{server.url}/api/matches", json={"title": "hold-the-line", "scenario_text": text})
    assert told.status_code in (201, 400), told.text
    if told.status_code == 400:
        assert told.json()["error"]["message"]
        return
    seat = Seat(server, told.json()["token"])
    ElementTree.fromstring(seat.raw("/board").content)
    for face in seat.look()["scene"]["faces"].values():
        ElementTree.fromstring(f"<svg>{face}</svg>")


@pytest.mark.parametrize("name", ["Ръка", "a" * 300, "…"])
def test_a_scenario_may_have_any_name(server, name):
    from importlib import resources

    own = resources.files("bivouac.titles.house_divided").joinpath("data", "scenarios", "1861.toml").read_text("utf-8")
    told = HTTP.post(f"{server.url}/api/matches", json={"title": HOUSE, "scenario_text": own.replace('id = "1861"', f'id = "{name}"')})
    assert told.status_code == (201 if len(name) < 100 else 400), told.text
    if told.status_code == 201:
        seat = Seat(server, told.json()["token"])
        assert seat.raw("/save").status_code == 200 and get(f"{server.url}/api/table/{seat.token}").status_code == 200
