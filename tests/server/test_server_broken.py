"""A server where some titles cannot be loaded: it names them, and the others are played."""

from __future__ import annotations

import pytest

from bivouac.server.client import House, Seat
from broken_titles import FAULTS, HEALTHY, bring_broken
from server.harness import Server, get, post


@pytest.fixture(scope="module")
def crippled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("broken")
    path = bring_broken(folder)["PYTHONPATH"]
    (folder / "extra.py").write_text("import no_such_thing\n", "utf-8")
    running = Server(tmp_path_factory.mktemp("server"), PYTHONPATH=path, BIVOUAC_EXTRA_TITLES="toy:TITLE,extra:TITLE", BIVOUAC_WARM="1")
    yield running.start()
    running.stop()


def test_the_list_names_broken_titles_with_file_line_and_reason_after_the_others(crippled):
    rows = get(f"{crippled.url}/api/titles", params={"lang": "en"}).json()
    broken = {row["id"]: row["broken"] for row in rows if "broken" in row}
    assert [row["id"] for row in rows if "broken" not in row] == [*HEALTHY, "sound", "pickets"]
    assert set(broken) == {*FAULTS, "nowhere", "extra"} and all("broken" in row for row in rows[-len(broken) :])
    for name, (file, line, reason) in FAULTS.items():
        assert (broken[name]["file"], broken[name]["line"]) == (file, line) and reason in broken[name]["reason"], name
    assert broken["extra"]["file"] == "extra.py" and broken["extra"]["line"] == 1
    said = get(f"{crippled.url}/api/titles", params={"lang": "it"}).json()
    assert "Il titolo torn non si può caricare. torn/rules.py, riga 3" in next(r["broken"]["told"] for r in said if r["id"] == "torn")
    assert {row.id for row in House(crippled.url).titles() if row.broken is not None} == set(broken)


def test_the_others_are_played(crippled):
    for name in ("lincoln", "sound"):
        made = House(crippled.url).begin(name, seats={"0": "me", "1": "computer:veteran"})
        table = next(iter(Seat(crippled.url, made.token).tables()))
        assert table.serial >= 0 and get(f"{crippled.url}/api/titles/{name}/picture.svg").status_code == 200
    for page in ("/", "/lobby", "/learn", "/api/lessons", "/api/ratings", "/api/lobby"):
        assert get(crippled.url + page).status_code < 500, page


def test_a_match_of_a_broken_title_cannot_be_begun(crippled):
    refused = post(f"{crippled.url}/api/matches", json={"title": "torn", "seats": {"0": "me", "1": "me"}})
    assert refused.status_code == 404 and "lincoln" in refused.json()["error"]["message"]


def test_the_log_names_them(crippled):
    for name, (file, _, reason) in FAULTS.items():
        assert any(f" {name}: " in line and file in line and reason in line for line in crippled.complaints.splitlines()), name
