"""Battles of players' own on the server: looked at, tried, kept, shared, copied; and what is hostile among them."""

import json

import pytest

from bivouac.server import shelf
from bivouac.titles.hold_the_line.workshop import WORKSHOP
from server.harness import get, post
from titles.hold_the_line.kit import text_of

TITLE = "/api/titles/hold-the-line"
SMALL = text_of("infantry E5 gold Porter, infantry E6 gold", "infantry F5 green", turns=2)


def look(server, **wish):
    """The process that reads foreign files may need longer than a file is given when it begins, on a busy machine: it is asked again."""
    reply = post(f"{server.url}{TITLE}/look", json=wish, params={"lang": "it"})
    return reply if reply.status_code == 200 else post(f"{server.url}{TITLE}/look", json=wish, params={"lang": "it"})


def keep(server, text=SMALL, **more):
    return post(f"{server.url}/api/battles", json={"text": text, **more})


def test_the_bench_has_all_that_the_editor_needs(server):
    bench = get(f"{server.url}{TITLE}/bench", params={"lang": "it"}).json()
    assert bench["words"]["terrain"]["~"] == "fiume" and len(bench["spots"]) == 117 and len(bench["battles"]) == 11
    assert set(bench["faces"]) == set(WORKSHOP.faces) and bench["blank"] == json.loads(json.dumps(dict(WORKSHOP.blank)))
    assert get(f"{server.url}{TITLE}/schema.json").json()["$defs"]["ScenarioFile"]
    assert get(f"{server.url}/api/titles/lincoln/bench").status_code == 404
    for page in ("/editor", "/battles"):
        assert "<!doctype html>" in get(server.url + page).text


def test_a_battle_is_looked_at_as_text_as_values_and_by_its_name(server):
    seen = look(server, scenario="antietam").json()
    assert not seen["mistakes"] and not seen["warnings"] and seen["ground"].startswith("<svg")
    again = look(server, battle=seen["battle"]).json()
    assert again == seen
    wrong = look(server, text=seen["text"].replace("cap = 5", "cap = 50")).json()
    assert [m["message"] for m in wrong["mistakes"]] == ["cap = 50: i CAP vanno da 0 a 12"] and wrong["mistakes"][0]["line"]
    blank = look(server, battle=dict(WORKSHOP.blank)).json()
    assert len(blank["mistakes"]) == 2 and blank["ground"]


@pytest.mark.parametrize(
    "wish",
    [{"text": "a = " + "[" * 5000}, {"text": "id = 3\n" * 3}, {"battle": {"id": {"id": {"id": 1}}}}, {"battle": {"map": 7}}, {"text": ""}],
)
def test_hostile_battles_get_a_message(server, wish):
    reply = look(server, **wish)
    assert reply.status_code == 200 and reply.json()["mistakes"] and not reply.json()["text"]
    assert look(server, scenario="antietam").status_code == 200


def test_what_is_no_battle_at_all_is_refused(server):
    assert look(server).status_code == 400
    assert look(server, battle=[1]).status_code == 400
    assert look(server, text="x" * 200_000).status_code == 413
    assert keep(server, "nonsense").status_code == 400
    assert keep(server, SMALL.replace("turns = 2", "turns = 99")).status_code == 400
    assert get(f"{server.url}/api/battles/nowhere").status_code == 404


def test_two_veterans_try_a_battle(server):
    tried = post(f"{server.url}{TITLE}/try", json={"text": SMALL}).json()
    assert tried["winner"] in (0, 1, None) and tried["answers"] > 0 and 1 <= tried["turns"] <= 2 and tried["ending"]
    assert post(f"{server.url}{TITLE}/try", json={"text": "nonsense"}).status_code == 400


def test_a_battle_is_kept_shown_played_copied_and_taken_away(server):
    mine = keep(server, ancestor="antietam").json()
    path = f"{server.url}/api/battles/{mine['id']}"
    found = get(path).json()
    assert found["text"] == SMALL and found["ancestor"].startswith("Antietam") and found["played"] == 0 and found["balance"]["matches"] == 0
    assert "<svg" in get(f"{path}/picture.svg").text
    made = post(f"{path}/play", json={"seats": {"0": "me", "1": "computer:recruit"}})
    assert made.status_code == 201 and get(f"{server.url}/api/table/{made.json()['token']}").json()["room"]
    post(f"{path}/try")
    copy = keep(server, ancestor=mine["id"]).json()
    shown = {b["id"]: b for b in get(f"{server.url}/api/battles").json()}
    assert shown[copy["id"]]["ancestor"] == shown[mine["id"]]["name"] == "A field" and shown[mine["id"]]["text"] == ""
    assert shown[mine["id"]]["played"] == 1 and shown[mine["id"]]["balance"]["matches"] == 1
    secret = keep(server, listed=False).json()
    assert (
        secret["id"] not in {b["id"] for b in get(f"{server.url}/api/battles").json()}
        and get(f"{server.url}/api/battles/{secret['id']}").json()
    )
    assert post(f"{path}/drop", json={"key": copy["key"]}).status_code == 403
    assert post(f"{path}/drop", json={"key": mine["key"]}).status_code == 200 and get(path).status_code == 404


def test_only_its_maker_changes_a_battle_and_its_balance_begins_anew(server):
    mine = keep(server).json()
    path = f"{server.url}/api/battles/{mine['id']}"
    post(f"{path}/try")
    other = SMALL.replace("A field", "A hill")
    assert keep(server, other, id=mine["id"], key="wrong").status_code == 403
    assert keep(server, other, id=mine["id"], key=mine["key"]).json()["id"] == mine["id"]
    found = get(path).json()
    assert found["name"] == "A hill" and found["balance"]["matches"] == 0


def test_a_shelf_has_an_end(tmp_path, monkeypatch):
    from bivouac.core.text import Both
    from bivouac.server.errors import Refused
    from bivouac.server.store import Store

    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    shelved = shelf.Shelf(store.engine)
    words = Both("a", "b")
    one = shelf.Kept("", "hold-the-line", words, words, SMALL, "", True, 0.0, 0, 0, 0, 0)
    monkeypatch.setattr(shelf, "MOST_OF_ONE", 2)
    for _ in range(2):
        shelved.keep(one, None, "here")
    with pytest.raises(Refused):
        shelved.keep(one, None, "here")
    shelved.keep(one, None, "there")
    monkeypatch.setattr(shelf, "MOST", 3)
    with pytest.raises(Refused):
        shelved.keep(one, None, "elsewhere")
    store.close()
