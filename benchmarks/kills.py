"""`python benchmarks/kills.py`: processes killed at random while many matches go on: is anything lost, stale or unreadable?

On SQLite there is one web process (`--kills 200`); with `--processes 3 --workers 2` they share a PostgreSQL of their own and are killed in
turn; the next is killed when the last one serves again and `--every` seconds have passed. Every match has two players with open pages that
connect again when the line breaks, as browsers do. An answer counts as accepted when the server has said so. A page is stale while its line
is open and it does not show the newest that anybody has been told; how long pages were without a line (they say so) is told apart. At the
end every match is opened by every process, and must have all accepted answers, in their order.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import tempfile
import time
from pathlib import Path
from random import Random, random
from typing import Any

from crowd import Http, Process, at, postgres
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bivouac.match.dice import new_nonce

FAULTS = (OSError, ConnectionError, WebSocketException, asyncio.TimeoutError, RuntimeError, KeyError)
STALE = 5.0


class Player:
    """A seat with an open page: what it was last told, and when somebody last changed the match without telling it."""

    def __init__(self, game: Game, token: str) -> None:
        self.game, self.token = game, token
        self.rev, self.question = -1, None
        self.connected: float | None = None  # since when
        self.behind: float | None = None

    def told(self, message: dict[str, Any]) -> None:
        if message["kind"] == "table":
            self.rev, self.question = message["rev"], message["question"]
        self.game.check()

    async def listen(self) -> None:
        """As a browser does: connect, and connect again to whichever process answers."""
        lost, failures = time.monotonic(), 0
        while not self.game.over:
            port = self.game.any_port()
            with contextlib.suppress(*FAULTS):
                address = f"ws://127.0.0.1:{port}/ws/{self.token}" + (f"?rev={self.rev}" if self.rev >= 0 else "")
                async with connect(address, compression=None, max_size=None, open_timeout=10, ping_interval=None) as page:
                    self.connected, self.behind = time.monotonic(), None
                    self.game.world.without.append(self.connected - lost)
                    failures = 0
                    self.game.check()
                    async for text in page:
                        self.told(json.loads(text))
            if self.connected is not None:
                self.connected, self.behind, lost = None, None, time.monotonic()
            failures += 1
            await asyncio.sleep(min(0.25 * 2**failures, 3.0) * (0.5 + random()))  # as line.js does


class Game:
    def __init__(self, world: World, rng: Random) -> None:
        self.world, self.rng, self.over = world, rng, False
        self.accepted: list[tuple[int, int]] = []  # revisions that were said to be stored, with the answers
        self.players: list[Player] = []
        self.newest, self.since = -1, time.monotonic()

    def any_port(self) -> int:
        return self.rng.choice(self.world.webs).port

    def check(self) -> None:
        """How long a connected page knows less than the newest that anybody knows."""
        newest = max([p.rev for p in self.players] + [rev for rev, _ in self.accepted[-1:]])
        now = time.monotonic()
        for player in (p for p in self.players if p.connected is not None):
            if player.rev >= newest:
                if player.behind is not None:
                    self.world.stale.append(now - player.behind)
                player.behind = None
            elif player.behind is None:
                player.behind = now

    async def begin(self, title: str) -> None:
        while True:
            try:
                http = Http("127.0.0.1", self.any_port())
                made = await http.call("POST", "/api/matches", {"title": title, "seats": {"0": "me", "1": "link"}})
                joined = await http.call("POST", "/api/join/" + made["invites"][0]["url"].rsplit("/", 1)[1], {})
                for token in (made["token"], joined["token"]):
                    commit = (await http.call("GET", f"/api/table/{token}"))["dice"]["commit"]
                    await http.call("POST", f"/api/table/{token}/nonce", {"nonce": new_nonce(), "commit": commit})
                self.players = [Player(self, made["token"]), Player(self, joined["token"])]
                http.close()
                return
            except FAULTS:
                await asyncio.sleep(0.3)

    async def play(self, pause: float) -> None:
        await asyncio.sleep(self.rng.random() * pause)
        while not self.world.ended:
            asked = next((p for p in self.players if p.question is not None and p.question["yours"]), None)
            if asked is not None:
                await self.answer(asked)
            self.check()
            await asyncio.sleep(pause * (0.5 + self.rng.random()))

    async def answer(self, player: Player) -> None:
        question = player.question
        assert question is not None
        choice = self.rng.choice(question["choices"])["answer"]
        http = Http("127.0.0.1", self.any_port())
        wish = {"answer": choice, "serial": question["serial"], "sure": True}
        try:
            status, data = await asyncio.wait_for(http.raw("POST", f"/api/table/{player.token}/answer", wish), 20)
            if status == 200:
                self.accepted.append((json.loads(data)["rev"], choice))
            elif status >= 500 and status != 503:
                self.world.wrong.append(f"{status}: {data[:200]!r}")
        except FAULTS:
            self.world.unknown += 1
        finally:
            http.close()


class World:
    def __init__(self, webs: list[Process], workers: list[Process]) -> None:
        self.webs, self.workers, self.ended = webs, workers, False
        self.stale: list[float] = []
        self.without: list[float] = []  # seconds that pages were without a line
        self.wrong: list[str] = []
        self.unknown = 0

    async def kill(self, times: int, every: float, rng: Random) -> None:
        for _ in range(times):
            await asyncio.sleep(every * (0.5 + rng.random()))
            victim = rng.choice([*self.webs, *self.workers])
            victim.kill()
            await asyncio.to_thread(victim.start)
            await serves(victim)


async def serves(process: Process) -> None:
    """Wait until a process that was started serves."""
    while process.role == "serve":
        http = Http("127.0.0.1", process.port)
        with contextlib.suppress(*FAULTS):
            if (await asyncio.wait_for(http.raw("GET", "/ready"), 10))[0] == 200:
                return
        http.close()
        await asyncio.sleep(0.1)


async def lost(game: Game, webs: list[Process]) -> list[str]:
    """What is wrong with a match at the end: it cannot be opened, the processes differ, or an accepted answer is missing."""
    found, saves = [], []
    for web in webs:
        http = Http("127.0.0.1", web.port)
        try:
            table = await http.call("GET", f"/api/table/{game.players[0].token}")
            saves.append((table["rev"], table["serial"]))
            if game.accepted and table["rev"] < game.accepted[-1][0]:
                found.append(f"at revision {table['rev']}, though {game.accepted[-1][0]} was accepted")
            if web is webs[0]:
                given = [a for a in (await http.call("GET", f"/api/table/{game.players[0].token}/save"))["answers"] if a is not None]
                left = iter(given)
                missing = [a for _, a in game.accepted if a not in left]
                if missing:
                    found.append(f"{len(missing)} accepted answers are missing")
        except FAULTS as e:
            found.append(f"cannot be opened: {e}")
        http.close()
    return found + (["the processes differ"] if len(set(saves)) > 1 else [])


async def run(world: World, args: argparse.Namespace) -> int:
    games = [Game(world, Random(n)) for n in range(args.matches)]
    for first in range(0, len(games), 10):
        await asyncio.gather(*(game.begin(args.title) for game in games[first : first + 10]))
    pages = [asyncio.create_task(player.listen()) for game in games for player in game.players]
    playing = [asyncio.create_task(game.play(args.pause)) for game in games]
    started = time.monotonic()
    await world.kill(args.kills, args.every, Random(7))
    await asyncio.sleep(STALE + 2)
    world.ended = True
    await asyncio.gather(*playing)
    await asyncio.sleep(3)
    behind = [p for game in games for p in game.players if p.behind is not None]
    for game in games:
        game.over = True
    for page in pages:
        page.cancel()
    problems = [problem for game in games for problem in await lost(game, world.webs)]
    accepted = sum(len(game.accepted) for game in games)
    took, longest, most = time.monotonic() - started, max(world.stale, default=0.0), at(world.stale, 0.99)
    print(f"{args.kills} kills in {took:.0f} s, {len(games)} matches, {accepted} answers accepted, {world.unknown} cut off")
    print(f"stale pages: longest {longest:.2f} s, 99 % within {most:.0f} ms; still stale at the end {len(behind)}")
    lines = world.without[2 * len(games) :]
    print(f"without a line: {len(lines)} times, longest {max(lines, default=0):.1f} s, 99 % within {at(lines, 0.99) / 1000:.1f} s")
    print(f"faults: {len(problems)} {problems[:5]}; wrong statuses: {len(world.wrong)} {world.wrong[:3]}", flush=True)
    return len(problems) + len(world.wrong) + len(behind) + (longest > STALE)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--title", default="house-divided", help="one without secrets, whose saves can be read at any time")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two kills")
    parser.add_argument("--pause", type=float, default=10.0, help="seconds between two answers in a match")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        shared = {"BIVOUAC_DATABASE": stack.enter_context(postgres(folder / "pg"))} if args.processes > 1 else {}
        webs = [Process(folder / f"web{n}", **shared).start() for n in range(args.processes)]
        workers = [Process(folder / f"worker{n}", "work", BIVOUAC_WORKERS="1", **shared).start() for n in range(args.workers)]
        for process in (*webs, *workers):
            stack.callback(process.stop)
        raise SystemExit(1 if asyncio.run(run(World(webs, workers), args)) else 0)


if __name__ == "__main__":
    main()
