"""Tournaments: who meets whom, how ties are broken, and whole ones: of computers to the table, of people with deadlines."""

from __future__ import annotations

from itertools import combinations

import pytest

from bivouac.server.club.pairing import Line, Result, robin, rounds_of, standings, swiss
from server.guests import Guest
from server.harness import POSTGRES, Seat, Server
from server.test_place_lobby import until

DAY = 86_400.0
FOUR = ("recruit", "veteran", "veteran-bold", "veteran-cautious")


# --- numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 5, 8, 9])
def test_everybody_meets_everybody_once(n):
    players = [f"p{i}" for i in range(n)]
    met = [frozenset(p for p in pair if p) for r in range(rounds_of("robin", n)) for pair in robin(players, r)]
    pairs = [pair for pair in met if len(pair) == 2]
    assert sorted(map(sorted, pairs)) == sorted(map(list, combinations(players, 2)))
    rests = [pair for pair in met if len(pair) == 1]
    assert len(rests) == len(set(rests)) == (n if n % 2 else 0)


@pytest.mark.parametrize("n", [2, 3, 6, 7, 16])
def test_in_swiss_nobody_meets_twice_or_rests_twice(n):
    players, results, rested = [f"p{i:02}" for i in range(n)], [], set()
    for _ in range(rounds_of("swiss", n)):
        table = standings(players, results)
        pairs = swiss(table, rested)
        assert sorted(p for pair in pairs for p in pair if p) == players
        for one, other in pairs:
            if other is None:
                assert one not in rested
                rested.add(one)
                results.append(Result(one, None, (1.0, 0.0)))
                continue
            assert other not in next(line.met for line in table if line.player == one)
            results.append(Result(one, other, (1.0, 0.0) if one < other else (0.0, 1.0)))
    assert standings(players, results)[0].player == "p00", "who beats everybody wins"


def test_equals_meet_and_when_all_have_met_they_meet_again():
    lines = [Line(p, points) for p, points in (("a", 2.0), ("b", 2.0), ("c", 0.0), ("d", 0.0))]
    assert swiss(lines, set()) == [("a", "b"), ("c", "d")]
    lines[0].met, lines[1].met = {"b"}, {"a"}
    assert swiss(lines, set()) == [("a", "c"), ("b", "d")]
    for line in lines:
        line.met = {"a", "b", "c", "d"} - {line.player}
    assert swiss(lines, set()) == [("a", "b"), ("c", "d")]


def test_how_ties_are_broken():
    """a and b have two points each; a has beaten c, who has points, b has beaten d, who has none."""
    results = [
        Result("a", "c", (1, 0)),
        Result("b", "d", (1, 0)),
        Result("a", "d", (1, 0)),
        Result("b", "c", (1, 0)),
        Result("c", "d", (1, 0)),
    ]
    table = standings(["d", "c", "b", "a"], [*results, Result("a", "b", None)])
    assert [(x.player, x.points) for x in table] == [("b", 2), ("a", 2), ("c", 1), ("d", 0)], "all else equal: the order of the entries"
    results[2] = Result("a", "e", (1, 0))
    table = standings(["d", "c", "b", "a", "e"], [*results, Result("e", "d", (1, 0))])
    assert table[0].player == "a" and table[0].buchholz == 2 and table[1].buchholz == 1
    assert (table[0].berger, table[0].won, table[0].lost) == (2, 2, 0)


# --- whole ones -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server.with_clock(tmp_path_factory.mktemp("tournaments")).start()
    yield running
    running.stop()


def made(maker, **more):
    return f"/api/tournaments/{maker.told('/api/tournaments', **{'name': 'Cup', 'title': 'pickets', **more})['id']}"


@pytest.mark.skipif(POSTGRES is not None, reason="there processes of their own think: test_a_tournament_in_several_processes")
def test_a_tournament_of_four_computers_is_played_to_its_table(server):
    host = Guest(server).sign_up("Host")
    url = made(host, rated=True)
    assert host.post(f"{url}/begin").status_code == 409, "nobody has entered"
    for level in FOUR:
        assert host.post(f"{url}/computer", level=level).status_code == 200
    assert host.post(f"{url}/computer", level="recruit").status_code == 409
    assert Guest(server).post(f"{url}/begin").status_code == 401
    begun = host.post(f"{url}/begin")
    assert begun.status_code == 200 and begun.json()["about"]["state"] == "running"
    assert host.post(f"{url}/enter").status_code == 409
    done = until(lambda: (x := host.get(url).json())["about"]["state"] == "over" and x, patience=1200)
    assert len(done["encounters"]) == 3 and all(len(r) == 4 for r in done["encounters"])
    for one, two in ((r[i], r[i + 1]) for r in done["encounters"] for i in (0, 2)):
        assert (one["union"], one["csa"]) == (two["csa"], two["union"]), "with the seats swapped"
        assert sum(one["scores"]) == sum(two["scores"]) == 1
    assert sum(line["points"] for line in done["table"]) == 12 and all(x["won"] + x["drawn"] + x["lost"] == 6 for x in done["table"])
    points = [line["points"] for line in done["table"]]
    assert points == sorted(points, reverse=True)
    board = next(b for b in host.get("/api/ratings").json() if b["title"] == "pickets")
    assert until(lambda: sum(r["matches"] for r in board["ranked"][0]) > 0 or None, patience=1)
    assert server.complaints == ""


def test_people_play_by_deadlines_and_may_leave(server):
    server.ahead(0)
    anna, bruno, carla = (Guest(server).sign_up(name) for name in ("Anna", "Bruno", "Carla"))
    url = made(anna, kind="swiss", rounds=2, days=10, pace={"kind": "days", "turn": 3 * DAY})
    for guest in (anna, bruno, carla):
        assert guest.post(f"{url}/enter").status_code == 200
    assert bruno.post(f"{url}/begin").status_code == 404 and bruno.post(f"{url}/computer", level="recruit").status_code == 404
    anna.post(f"{url}/begin").raise_for_status()
    page = until(lambda: (x := anna.get(url).json()) and all(e["watch"] or not e["csa"] for e in x["encounters"][0]) and x)
    rests = [e for e in page["encounters"][0] if e["csa"] is None]
    names = {"Anna": anna, "Bruno": bruno, "Carla": carla}
    first, second = ((e["union"], e["csa"]) for e in page["encounters"][0] if e["csa"])
    assert len(rests) == 2 and second == first[::-1]
    union, csa = (names[name] for name in first)
    own = next(e for e in union.get(url).json()["encounters"][0] if e["union"] == first[0] and e["csa"])
    seat = Seat(server, union.told("/api/me/open", match=own["match"])["token"])
    seat.give()
    assert seat.look()["question"]["yours"], "the dice do not wait for the other player"
    assert Guest(server).get(url).json()["encounters"][0][0]["match"] is None, "seats are for who plays"
    other = next(g for name, g in names.items() if name not in first)
    other.post(f"{url}/leave").raise_for_status()
    server.ahead(11 * DAY)
    page = until(lambda: (x := anna.get(url).json())["about"]["round"] == 2 and x)
    scores = {(e["union"], e["csa"]): e["scores"] for e in page["encounters"][0]}
    assert scores[first] == [0.0, 1.0], "the side has lost whose turn it was when the round ended"
    assert scores[second] == [0.0, 0.0], "where nobody came nobody has won"
    assert {e["union"] for e in page["encounters"][1]} == set(first), "who has left is paired no more"
    assert csa.sign_in().status_code == 200
    csa.told("/api/me/delete", name=first[1])
    page = anna.get(url).json() if csa is not anna else union.get(url).json()
    assert first[1] not in [line["name"] for line in page["table"]] and len(page["table"]) == 3
    server.ahead(30 * DAY)
    until(lambda: union.get(url).json()["about"]["state"] == "over")
    server.ahead(0)


def test_the_games_of_a_tournament_wait_for_no_browser_and_their_dice_were_promised(server):
    """Each browser gives its nonce when its player enters; then it may stay closed. After the end the dice can be checked."""
    server.ahead(0)
    pair = [Guest(server).sign_up(name) for name in ("Emil", "Fritz")]
    url = made(pair[0], title="hold-the-line", kind="robin")
    kept, nonces = {}, {"Emil": "ab" * 16, "Fritz": "cd" * 16}
    for guest, (name, nonce) in zip(pair, nonces.items()):
        promises = guest.post(f"{url}/enter").json()["promises"]
        kept |= dict.fromkeys(promises, name)
        assert guest.post(f"{url}/nonce", nonce="me first").status_code == 400
        guest.told(f"{url}/nonce", nonce=nonce)
        guest.told(f"{url}/nonce", nonce="ef" * 16)
        assert guest.get(url).json()["promises"] == [], "given once, it stays"
    pair[0].post(f"{url}/begin").raise_for_status()
    page = until(lambda: (x := pair[0].get(url).json()) and all(e["watch"] for e in x["encounters"][0]) and x)
    for game in page["encounters"][0]:
        watch = Seat(server, game["watch"].rsplit("/", 1)[1])
        assert watch.look()["serial"] and watch.look()["question"]["side"] == 0, "the dice have fallen, nobody has looked"
        union = next(g for g, name in zip(pair, nonces) if name == game["union"])
        assert next(m for m in union.me()["matches"] if m["match"] == game["match"] or m["yours"])["yours"]
        seat = Seat(server, union.told("/api/me/open", match=game["match"] or page_of(union, url, game)["match"])["token"])
        assert not seat.look()["dice"]["wanted"]
        seat.post("/concede").raise_for_status()
        dice = seat.get("/dice")
        (span,) = dice["spans"]
        assert dice["ok"] and span["nonces"] == [nonces[game["union"]], nonces[game["csa"]]]
        assert kept[span["commit"]] == game["union"], "promised to the Union's player before the nonce was given"


def page_of(guest, url, game):
    """The same encounter as its other player sees it."""
    return next(e for e in guest.get(url).json()["encounters"][0] if (e["number"], e["leg"]) == (game["number"], game["leg"]))


@pytest.mark.parametrize("wish", [{"name": " "}, {"days": 0}, {"rounds": 99}, {"kind": "knockout"}, {"scenario": "no"}, {"title": "no"}])
def test_what_is_no_tournament_is_refused(server, wish):
    guest = Guest(server)
    assert guest.post("/api/tournaments", **{"name": "Cup", "title": "pickets", **wish}).status_code in (400, 401, 404)
    guest.sign_up("Maker")
    assert guest.post("/api/tournaments", **{"name": "Cup", "title": "pickets", **wish}).status_code in (400, 404)
    assert guest.get("/api/tournaments/nonsense").status_code == 404


def test_three_at_a_time_and_one_can_be_given_up(server):
    guest = Guest(server).sign_up("Many")
    urls = [made(guest) for _ in range(3)]
    assert guest.post("/api/tournaments", name="Cup", title="pickets").status_code == 409
    Guest(server).sign_up("Thief").told(f"{urls[0]}/drop")
    assert guest.get(urls[0]).status_code == 200, "only its own maker"
    guest.told(f"{urls[0]}/drop")
    assert guest.get(urls[0]).status_code == 404 and guest.get("/api/me/export").json()["tournaments"] == []
