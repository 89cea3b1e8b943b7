"""Two games that differ only in what a side may not know are the same for it at every endpoint, also while the other side acts.

Both are played at installations of their own, whose clocks stand still and whose chance is seeded, so that replies can be compared as
bytes. What to call is in `seat_endpoints`. In the middle of an action the other side has often chosen something else in the two games,
without having shown it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

import pytest

import toy
from bivouac import load
from bivouac.core.ids import SIDES, Side
from bivouac.match import Match
from bivouac.server import players
from bivouac.server.keeping import beginning_of
from bivouac.server.lobby.orders import answer as ordered
from bivouac.server.lobby.orders import kinds
from bivouac.server.people.people import Person
from bivouac.server.players import Position
from bivouac.server.protocol import Order
from bivouac.server.seats import Seat, Seating
from bivouac.server.store import Key, add_key
from contract.test_pairs import Table, looking_like, pairs
from server.installation import Chance, Installation, Reply, installed, make_repeatable
from server.seat_endpoints import ENDPOINTS, NOT_OF_A_SEAT, Ask, Endpoint, Moment

pytestmark = pytest.mark.filterwarnings("ignore:.*deprecated inferred style.*")  # of the server's parameters, by Litestar

PAIRS = int(os.environ.get("BIVOUAC_ENDPOINT_PAIRS", "50"))
THINKING = int(os.environ.get("BIVOUAC_THINKING_PAIRS", "0"))  # of them, those in which the endpoints that think are called too
COACHED = 2  # answers that the coach looks at
FEW, A_FEW = 50, 3  # of so few pairs one in three is compared with all requests, the others with one for each endpoint
A_PIECE = 200  # pairs of one test, so that many of them can be shared out among processes
SHARES = {"gettysburg": 12, "lincoln": 11, "pickets": 2}  # of 25 pairs, by title
LONGEST = 14  # answers that a pair is given together, at most
OFTEN = 0.6  # of the pairs wait for a moment at which the other side has begun something different in the two games


class Pair(NamedTuple):
    """Two games that look alike to a side; and an answer of that side after which they still do, if there is one."""

    true: Match
    other: Match
    side: Side
    answer: int | None


def pairs_of(title: Any, rng: Random) -> Iterator[Pair]:
    """Moments of games in which somebody is asked; above all those in which the other side has begun something."""
    scenarios = list(title.scenarios.values())
    sources = {scenario.id: pairs(title, scenario, rng) for scenario in scenarios}
    while True:
        for match, world, side in (next(sources[scenario.id]) for scenario in scenarios):
            true, other = Table.begun(match, match.state, side), Table.begun(match, world, side)
            true.look()
            other.look()
            wanted, waits = rng.randrange(LONGEST), rng.random() < OFTEN
            while len(true.match.answers) < LONGEST and true.match.state.stack:
                is_told_apart = true.stack != other.stack and title.flow.side(true.match.state) == side.other
                if is_told_apart if waits else (len(true.match.answers) >= wanted and not title.flow.is_chance(true.match.state)):
                    yield Pair(true.match, other.match, side, safe_answer(true, other, rng))
                    break
                found = answered(true, other, rng)
                if found is None:
                    break
                other = found


def safe_answer(true: Table, other: Table, rng: Random) -> int | None:
    """An answer of the side by which the rules lay nothing open."""
    if true.match.title.flow.side(true.match.state) != true.side:
        return None
    answers = rng.sample(list(true.match.state.options), min(3, len(true.match.state.options)))
    return next((answer for answer in answers if true.tried(answer).seen == other.tried(answer).seen), None)


def answered(true: Table, other: Table, rng: Random) -> Table | None:
    """Both tables one answer further; None where they part. Chance answers from the dice of each."""
    state, flow = true.match.state, true.match.title.flow
    if flow.is_chance(state):
        for table in (true, other):
            now, match = table.match.state, table.match
            if not flow.is_chance(now):
                return None
            table.play(match.dice.draw(len(match.answers), now.options, flow.weights(now)))
        return other if other.seen == true.seen else None
    asked, answer = flow.side(state), rng.choice(state.options)
    true.play(answer)
    if asked != true.side:
        return looking_like(true, other, rng)
    other.play(answer)
    return other if other.seen == true.seen else None


# --- the two installations ------------------------------------------------------------------------------------------


class Seated(NamedTuple):
    """Who asks at one of the installations: the link to the seat, the session of the account that holds it, the game."""

    at: Installation
    token: str
    session: str
    person: Person
    match: str


@contextlib.asynccontextmanager
async def both(tmp_path: Any, chance: Chance) -> AsyncIterator[list[Installation]]:
    """With the same secrets of the house."""
    chance.seed("house")
    async with installed(tmp_path / "one") as one:
        chance.seed("house")
        async with installed(tmp_path / "other") as other:
            yield [one, other]


async def seated(at: Installation, match: Match, side: Side, name: str) -> Seated:
    """The game at an installation, and an account that holds the seat of one side."""
    seats = [Seat(None, computer=False), Seat(None, computer=False)]
    live, *_ = await at.hub.begin(beginning_of(match, Seating(seats, [int(side.other)], [])))
    token = f"seat-of-the-game-{name}"

    def sit_down() -> tuple[Person, str]:
        with at.hub.store.engine.begin() as db:
            add_key(db, token, Key(live.id, (int(side),)))
        person = at.place.people.add(f"Anna {name}", "en")
        at.place.holds.take(person.id, Key(live.id, (int(side),)))
        return person, at.place.people.enter(person.id, "a test")

    person, session = await at.hub.writing(sit_down)  # by the one thread that writes
    return Seated(at, token, session, person, live.id)


async def left(seat: Seated) -> None:
    """Nothing of the game is kept."""
    live = seat.at.hub.table(seat.match)
    for side in SIDES:
        await seat.at.place.plans.forget(seat.match, int(side))
    if live is not None:
        seat.at.hub.forget(live)
    await seat.at.hub.writing(seat.at.hub.store.delete, [seat.match])
    await seat.at.hub.writing(seat.at.place.people.delete, seat.person.id)


async def asked(seat: Seated, endpoint: Endpoint, ask: Ask, token: str, person: str) -> Reply:
    path = endpoint.path.format(token=token, number=ask.number, person=person)
    query = {"lang": "en", **ask.query}
    if endpoint.method == "WS":
        return await seat.at.hear(path, query)
    return await seat.at.ask(endpoint.method, path, query, ask.body, seat.session)


async def moment(seat: Seated, token: str, side: int, answer: int | None = None) -> Moment:
    """What the seat knows now."""
    seen = (await seat.at.ask("GET", f"/api/table/{token}", {"as": str(side), "lang": "en"})).json
    question, live = seen["question"], await seat.at.hub.get(seat.match)
    choices = [choice["answer"] for choice in (question or {}).get("choices", [])]
    return Moment(
        token=token,
        side=side,
        serial=question["serial"] if question else seen["serial"],
        answers=seen["serial"],
        options=choices,
        answer=answer,
        things=[token["id"] for token in seen["scene"]["tokens"]],
        places=[place["id"] for place in seen["match"]["places"]],
        commit=seen["dice"]["commit"],
        person=seat.person.id,
        boxes=list(kinds(live.title))[:2],
    )


async def compared(seats: Sequence[Seated], pair: Pair, chance: Chance, *, thinking: bool, brief: bool) -> tuple[list[str], Counter[str]]:
    """What was different at any endpoint, and how often each was called; one request for each, and none at a copy, where it is `brief`."""
    now, found, called = await moment(seats[0], seats[0].token, int(pair.side), pair.answer), list[str](), Counter[str]()
    for endpoint in ENDPOINTS:
        if endpoint.thinks and not thinking:
            continue
        for number, ask in enumerate(endpoint.asks(now)[: 1 if brief else None]):
            replies = []
            for seat in seats:
                chance.seed(endpoint.route, number, seats[0].token)
                replies.append(await asked(seat, endpoint, ask, now.token, now.person))
            called[endpoint.route] += 1
            found += difference(endpoint, ask, replies)
            if endpoint.route == "POST /api/table/{token}/ahead" and not brief and replies[0].status == replies[1].status == 201:
                found += await compared_copies(seats, [reply.json["token"] for reply in replies], int(pair.side), thinking=thinking)
    return found, called


async def compared_copies(seats: Sequence[Seated], tokens: Sequence[str], side: int, *, thinking: bool) -> list[str]:
    """What is different at the private copies on which a turn is planned. Their owner may see all of them."""
    now, found = await moment(seats[0], tokens[0], side), list[str]()
    for endpoint in ENDPOINTS:
        if endpoint.on_copy and (thinking or not endpoint.thinks):
            for ask in endpoint.asks(now):
                replies = [await asked(seat, endpoint, ask, token, now.person) for seat, token in zip(seats, tokens)]
                found += [f"on the copy: {line}" for line in difference(endpoint, ask, replies)]
    return found


def difference(endpoint: Endpoint, ask: Ask, replies: Sequence[Reply]) -> list[str]:
    one, other = replies
    assert one.status < 500, f"{endpoint.route} {ask}: {one}"
    if one == other:
        return []
    at = next((n for n, (x, y) in enumerate(zip(one.body, other.body)) if x != y), 0)
    return [f"{endpoint.route} {ask}: {one.status} {one.body[max(0, at - 60) : at + 60]!r} / {other.status} {other.body[at : at + 60]!r}"]


def ordered_alike(pair: Pair) -> bool:
    """Whether a side that has left its decisions to the script answers the same in both games."""
    title, orders = pair.true.title, [Order(box, "computer") for box in kinds(pair.true.title)]
    states = [match.state for match in (pair.true, pair.other)]
    if title.flow.side(states[0]) != pair.side:
        return True
    return len({ordered(title, state, pair.side, orders) for state in states}) == 1


def thoughts(match: Match, side: Side) -> list[object]:
    """What computer players think for a side that is asked: the coach of some answers, the best lines, and what the script decides."""
    if match.title.flow.side(match.state) != side or match.title.advice is None:
        return []
    position = Position.of(match)
    feared = [players.fear(position, int(side), (answer,)) for answer in match.state.options[:COACHED]]
    return [feared, players.lines_of(position, int(side)), players.decide(position, "a seat", "veteran", "seed", 1.0)]


def shared_out(rng: Random) -> Iterator[Pair]:
    """Pairs of all titles with secrets, in turns."""
    sources = {name: pairs_of(toy.TITLE if name == "pickets" else load(name), rng) for name in SHARES}
    turns = [name for name, share in SHARES.items() for _ in range(share)]
    for name in cycle(rng.sample(turns, len(turns))):
        yield next(sources[name])


async def all_compared(tmp_path: Any, chance: Chance, first: int, count: int) -> tuple[list[str], Counter[str]]:
    found, called = list[str](), Counter[str]()
    async with both(tmp_path, chance) as installations:
        for number, pair in zip(range(first, first + count), shared_out(Random(f"endpoints {first}"))):
            seats = []
            for at, match in zip(installations, (pair.true, pair.other)):
                chance.seed("begun", number)
                seats.append(await seated(at, match, pair.side, str(number)))
            lines, calls = await compared(seats, pair, chance, thinking=number < THINKING, brief=PAIRS <= FEW and number % A_FEW > 0)
            found += [f"pair {number}, {pair.true.state.stack} / {pair.other.state.stack}: {line}" for line in lines]
            found += [] if ordered_alike(pair) else [f"pair {number}: standing orders"]
            if number < THINKING and thoughts(pair.true, pair.side) != thoughts(pair.other, pair.side):
                found.append(f"pair {number}: coach, lines or decision")
            called += calls
            called["in the other side's action"] += pair.true.state.stack != pair.other.state.stack
            for seat in seats:
                await left(seat)
    return found, called


@pytest.mark.parametrize("first", range(0, PAIRS, A_PIECE))
def test_games_that_differ_in_a_secret_are_the_same_at_every_endpoint_of_a_seat(first, tmp_path, monkeypatch):
    count = min(A_PIECE, PAIRS - first)
    found, called = asyncio.run(all_compared(tmp_path, make_repeatable(monkeypatch), first, count))
    assert not found, f"{len(found)} differences\n" + "\n".join(found[:40])
    wanted = {endpoint.route for endpoint in ENDPOINTS if first < THINKING or not endpoint.thinks}
    assert all(called[route] for route in wanted), called
    hidden = called.pop("in the other side's action")
    assert hidden >= count // 3, "too few pairs in the middle of an action"
    print(
        f"{count} pairs, {hidden} of them in the other side's action, {called.total()} requests at {len(wanted)} endpoints, 0 differences"
    )


# --- the list ---------------------------------------------------------------------------------------------------------


def routes_of(app: Any) -> set[str]:
    """Every route of the application, as "GET /path"."""
    found = set()
    for route in app.routes:
        methods = getattr(route, "methods", {"WS"}) - {"OPTIONS", "HEAD"}
        found |= {f"{method} {route.path_format}" for method in methods or {"WS"}}
    return found


def test_every_route_is_compared_or_left_out_for_a_reason(tmp_path, monkeypatch):
    make_repeatable(monkeypatch)

    async def routes() -> set[str]:
        async with installed(tmp_path / "one") as one:
            return routes_of(one.app.app)  # type: ignore[attr-defined]

    known = {endpoint.route for endpoint in ENDPOINTS}
    found = asyncio.run(routes())
    assert found - known - set(NOT_OF_A_SEAT) == set(), "new routes: list them in seat_endpoints.py"
    assert (known | set(NOT_OF_A_SEAT)) - found == set(), "routes that are no more"
    assert not known & set(NOT_OF_A_SEAT) and all(NOT_OF_A_SEAT.values())
    assert not any("{token}" in route and "/api/table/" in route for route in NOT_OF_A_SEAT), "whatever is at a table is compared"
