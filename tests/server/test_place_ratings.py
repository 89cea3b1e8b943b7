"""Ratings: the numbers of Glicko-2, every match rated once whatever fails, and what may not be done in a rated match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

import toy
from bivouac.match import Match
from bivouac.server.club.ratings import Rating, Ratings, after, aged, beginning
from bivouac.server.keeping import beginning_of
from bivouac.server.people.clock import Clock
from bivouac.server.schema import AGREEMENTS, HOLDS, MATCHES, RATED
from bivouac.server.seats import seated
from bivouac.server.store import Store
from server.guests import Guest
from server.harness import Seat, Server
from server.test_place_lobby import agreed, begun_match, until

WEEK = 7 * 86_400.0
LADDERS = Path(__file__).resolve().parents[2] / "docs" / "ladder"


# --- the numbers --------------------------------------------------------------------------------------------


def test_the_example_of_the_paper():
    """Glickman, "Example of the Glicko-2 system": 1500/200 against 1400/30 won, 1550/100 and 1700/300 lost."""
    others = [(rating_to_mu(r), rd_to_phi(d), s) for r, d, s in ((1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0))]
    new = update_rating(rating_to_mu(1500), rd_to_phi(200), 0.06, others, tau=0.5)
    assert mu_to_rating(new.mu) == pytest.approx(1464.06, abs=0.02)
    assert phi_to_rd(new.phi) == pytest.approx(151.52, abs=0.01)
    assert new.sigma == pytest.approx(0.05999, abs=1e-5)


def test_who_wins_rises_and_uncertainty_falls_and_grows_again():
    one, two = Rating(), Rating()
    won, lost, drawn = after(one, two, 1.0, 5.0), after(two, one, 0.0, 5.0), after(one, two, 0.5, 5.0)
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating) and drawn.rating == 1500
    assert won.deviation < 350 and won.matches == 1
    assert aged(won, 5.0 + WEEK / 2) == won
    assert won.deviation < aged(won, 5.0 + 20 * WEEK).deviation <= 350 and aged(Rating(), 1e12) == Rating()


def test_computers_begin_where_the_ladders_put_them():
    titles = ("house-divided", "lincoln", "hold-the-line", "yankees-rebels", "gettysburg", "pickets")
    for title in titles:
        recruit, veteran, crack = (beginning(f"computer:{level}", title) for level in ("recruit", "veteran", "crack"))
        assert recruit.rating < veteran.rating == 1500 < crack.rating and crack.deviation == 75
        if title != "pickets":
            measured = json.loads((LADDERS / f"{title}-levels.json").read_text())["elo"]
            assert {"recruit": recruit.rating, "veteran": 1500, "crack": crack.rating} == measured


# --- once ------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path):
    opened = Store(f"sqlite:///{tmp_path / 'ratings.db'}")
    yield opened
    opened.close()


def ended(store, winner, people=("anna", "bruno"), *, rated=True):
    """A match by agreement that is over."""
    seating = seated({"0": "link", "1": "link"}, {}, 1.0)
    new = beginning_of(Match.new(toy.TITLE, seed=1), seating)
    store.create(new)
    row = {"pace": "{}", "rated": rated, "public": False, "since": 0.0, "union_left": 0.0, "csa_left": 0.0}
    with store.engine.begin() as db:
        db.execute(MATCHES.update().where(MATCHES.c.id == new.row.id).values(outcome=json.dumps([winner, "R", "x"])))
        db.execute(AGREEMENTS.insert().values(match=new.row.id, **row))
        for person in {*people} - {None}:
            sides = "".join(str(side) for side, who in enumerate(people) if who == person)
            db.execute(HOLDS.insert().values(person=person, match=new.row.id, sides=sides, owner=False))
    return new.row.id


def test_a_match_is_rated_once_whatever_fails(store, monkeypatch):
    ratings, match = Ratings(store, Clock()), ended(store, 0)
    assert ratings.due() == [match]
    with monkeypatch.context() as broken, pytest.raises(OSError):
        broken.setattr(RATED, "insert", lambda: (_ for _ in ()).throw(OSError("the power fails")))
        ratings.rate(match)
    assert ratings.of("anna") == [] and ratings.due() == [match], "nothing of it was kept"
    assert ratings.rate(match) and not ratings.rate(match) and ratings.due() == []
    (anna,), (bruno,) = ratings.of("anna"), ratings.of("bruno")
    assert (anna.side, anna.rating.matches, bruno.side, bruno.rating.matches) == (0, 1, 1, 1)
    assert anna.rating.rating > 1500 > bruno.rating.rating
    assert ratings.rated(match).after == (anna.rating.rating, bruno.rating.rating)


def test_what_is_not_rated_stays_so(store):
    ratings = Ratings(store, Clock())
    unrated, alone, gone = ended(store, 0, rated=False), ended(store, 1, ("anna", "anna")), ended(store, 0, ("anna", None))
    assert not ratings.rate(unrated)
    assert ratings.due() == [alone, gone] and all(map(ratings.rate, ratings.due()))
    assert ratings.of("anna") == [] and ratings.rated(alone) is None and ratings.due() == []


# --- at the table ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server.with_clock(tmp_path_factory.mktemp("ratings")).start()
    yield running
    running.stop()


def test_a_rated_match_changes_both_ratings_and_the_leaderboard(server):
    ulysses, robert = Guest(server).sign_up("Ulysses"), Guest(server).sign_up("Robert")
    union, csa = begun_match(server, ulysses, robert, rated=True)
    assert [r["rating"] for r in agreed(union)["ratings"]] == [1500, 1500] and agreed(union)["ratings"][0]["change"] is None
    asked = (union, csa)[union.look()["question"]["side"]]
    assert asked.raw("/hints").status_code == 403
    assert union.post("/seat", side=0, agent="veteran").status_code == 403
    csa.post("/concede").raise_for_status()
    told = until(lambda: (a := agreed(union))["ratings"][0]["change"] and a)["ratings"]
    assert told[0]["change"] == -told[1]["change"] > 100 and told[0]["rating"] == 1500 + told[0]["change"]
    (mine,) = ulysses.me()["ratings"]
    assert (mine["rating"], mine["side"], mine["matches"]) == (told[0]["rating"], 0, 1) and 0 < mine["margin"] < 700
    assert ulysses.get("/api/me/export").json()["ratings"][0]["rating"]["matches"] == 1
    board = next(b for b in Guest(server).get("/api/ratings").json() if b["title"] == "pickets")
    assert all(r["computer"] and r["matches"] == 0 for side in board["ranked"] for r in side), "nobody is shown who does not want to be"
    ulysses.told("/api/me", name="Ulysses", languages=["en"], listed=True)
    board = next(b for b in robert.get("/api/ratings").json() if b["title"] == "pickets")
    assert [r["name"] for r in board["ranked"][0] if not r["computer"]] == ["Ulysses"]
    assert [r["name"] for r in board["ranked"][1] if r["me"]] == ["Robert"]
    assert Guest(server).get("/api/people/Ulysses").json()["ratings"] == [mine]
    robert.told("/api/me/delete", name="Robert")
    board = next(b for b in ulysses.get("/api/ratings").json() if b["title"] == "pickets")
    assert [sum(not r["computer"] for r in side) for side in board["ranked"]] == [1, 0]


def test_a_rated_match_against_the_computer(server):
    lewis = Guest(server).sign_up("Lewis")
    assert Guest(server).post("/api/club/computer", title="pickets", level="recruit").status_code == 401
    for wrong in ({"level": "random"}, {"level": "recruit", "side": 3}, {"level": "recruit", "scenario": "no"}):
        assert lewis.post("/api/club/computer", title="pickets", **wrong).status_code == 400
    seat = Seat(server, lewis.told("/api/club/computer", title="pickets", level="recruit", side=1)["token"])
    seat.give()
    assert seat.post("/seat", side=0, agent="veteran").status_code == 403, "its level is agreed"
    seat.post("/concede").raise_for_status()
    told = until(lambda: (a := agreed(seat))["ratings"][1]["change"] and a)["ratings"]
    assert told[1]["change"] < 0 < told[0]["change"] < -told[1]["change"], "of the computer more is known"
    board = next(b for b in Guest(server).get("/api/ratings").json() if b["title"] == "pickets")
    assert [(r["name"], r["matches"]) for r in board["ranked"][0] if r["computer"] and r["matches"]] == [("recruit", 1)]


def test_nobody_plays_on_for_somebody_in_a_rated_match(server):
    wish = {"title": "pickets", "rated": True, "pace": {"kind": "days", "turn": 86_400.0, "late": "veteran"}}
    assert Guest(server).sign_up("Jubal").post("/api/challenges", **wish).status_code == 400
