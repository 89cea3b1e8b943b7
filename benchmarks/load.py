"""`python -m bivouac.server.bench`: how soon an answer is on both screens, with many matches at once; and whether long matches stay quick.

A server is started in a process of its own on an empty database. Each match has two open sockets; every now and then the side that is asked
answers, and the clock runs from sending that answer until both sockets have been told of it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bivouac.core.ids import Side
from bivouac.match import Match
from bivouac.match.dice import new_nonce
from bivouac.server.hub import Hub
from bivouac.server.players import Players
from bivouac.server.settings import playable
from bivouac.server.store import Store
from bivouac.server.taking_back import take_back
from bivouac.titles import load


class Http:
    """One kept-alive connection; enough of HTTP for a benchmark."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self.host, self.port)
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(data)}\r\n\r\n"
        )
        self._writer.write(head.encode() + data)
        assert self._reader is not None
        answer = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(answer.split("content-length:")[1].split("\r\n")[0])
        text = await self._reader.readexactly(length)
        if not answer.startswith("http/1.1 2"):
            raise RuntimeError(f"{path}: {answer.splitlines()[0]} {text[:200]!r}")
        return json.loads(text)


class Table:
    """A match with both seats connected."""

    def __init__(self, http: Http, tokens: list[str], sockets: list[ClientConnection]) -> None:
        self.http, self.tokens, self.sockets = http, tokens, sockets
        self.told: list[Any] = [None, None]

    @classmethod
    async def open(cls, host: str, port: int, title: str) -> Table:
        http = Http(host, port)
        made = await http.call("POST", "/api/matches", {"title": title, "seats": {"0": "me", "1": "link"}})
        joined = await http.call("POST", "/api/join/" + made["invites"][0]["url"].rsplit("/", 1)[1], {})
        tokens = [made["token"], joined["token"]]
        for token in tokens:
            dice = (await http.call("GET", f"/api/table/{token}"))["dice"]
            await http.call("POST", f"/api/table/{token}/nonce", {"nonce": new_nonce(), "commit": dice["commit"]})
        sockets = [await connect(f"ws://{host}:{port}/ws/{t}?lang=en", compression=None, max_size=None) for t in tokens]
        table = cls(http, tokens, sockets)
        await asyncio.gather(table.hear(0, -1), table.hear(1, -1))
        return table

    async def hear(self, seat: int, revision: int) -> None:
        """Wait until a seat has been told of something newer."""
        while True:
            message = json.loads(await self.sockets[seat].recv())
            if message["kind"] == "table" and message["rev"] > revision:
                self.told[seat] = message
                return

    async def answer(self, rng: Random) -> float | None:
        question = self.told[0]["question"]
        if question is None:
            return None
        side = question["side"]
        asked = self.told[side]["question"]
        answer = rng.choice(asked["choices"])["answer"]
        revision = self.told[0]["rev"]
        started = time.perf_counter()
        wish = {"answer": answer, "serial": asked["serial"], "side": side, "sure": True}
        sent = self.http.call("POST", f"/api/table/{self.tokens[side]}/answer", wish)
        await asyncio.gather(sent, self.hear(0, revision), self.hear(1, revision))
        return time.perf_counter() - started


async def crowd(host: str, port: int, title: str, matches: int, pause: float, seconds: float) -> list[float]:
    tables: list[Table] = []
    for first in range(0, matches, 20):
        tables += await asyncio.gather(*(Table.open(host, port, title) for _ in range(min(20, matches - first))))
    end = time.monotonic() + seconds
    times: list[float] = []

    async def play(table: Table, rng: Random) -> None:
        await asyncio.sleep(rng.random() * pause)
        while time.monotonic() < end:
            took = await table.answer(rng)
            if took is None:
                return
            times.append(took)
            await asyncio.sleep(pause * (0.5 + rng.random()))

    await asyncio.gather(*(play(t, Random(n)) for n, t in enumerate(tables)))
    await asyncio.gather(*(s.close() for t in tables for s in t.sockets))
    return times


def serve(folder: str) -> tuple[subprocess.Popen[str], int]:
    env = {**os.environ, "BIVOUAC_RATE": "0", "BIVOUAC_CREATIONS": "0", "BIVOUAC_WARM": "0"}
    command = [sys.executable, "-m", "bivouac.cli", "serve", "--port", "0", "--data", folder]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    assert process.stdout is not None
    return process, int(process.stdout.readline().rsplit(":", 1)[1])


def show(name: str, times: list[float]) -> None:
    times.sort()
    at = [1000 * times[min(int(len(times) * q), len(times) - 1)] for q in (0.5, 0.95, 0.99)]
    words = f"{at[0]:.0f} ms (median), {at[1]:.0f} ms (95 %), {at[2]:.0f} ms (99 %)"
    print(f"{name}: {len(times)} answers, on both screens after {words}", flush=True)


async def lengths(title: str, folder: str) -> None:
    """Opening a match from the store, answering and undoing, when it is short and when it is long."""
    hub = Hub(Store(f"sqlite:///{folder}/lengths.db"), Players(1), 1.0)
    for wanted in (10, 2000):
        match = long_match(title, wanted)
        live, _, _ = hub.create(match, {"0": "me", "1": "here"})
        times: dict[str, list[float]] = {"open": [], "answer": [], "undo": []}
        for n in range(40):
            hub.forget(live)
            started = time.perf_counter()
            live = hub.get(live.id)
            times["open"].append(time.perf_counter() - started)
            side = live.asked
            assert side is not None
            started = time.perf_counter()
            hub.answer(live, side, live.match.state.options[n % len(live.match.state.options)], None)
            times["answer"].append(time.perf_counter() - started)
            started = time.perf_counter()
            take_back(hub, live, side, granted=True)
            times["undo"].append(time.perf_counter() - started)
            for waited_for in live.match.awaited:
                live.match.give_nonce(waited_for, new_nonce())
        words = ", ".join(f"{name} {1000 * sorted(found)[len(found) // 2]:.1f} ms" for name, found in times.items())
        print(f"{title} at answer {live.serial}: {words}", flush=True)


def long_match(title: str, answers: int) -> Match:
    """A match that has gone on for so many answers; where none lasts, take the longest of fifty."""
    best: Match | None = None
    for seed in range(50):
        rng = Random(seed)
        match = Match.new(load(title), seed=seed)
        while match.outcome is None and (len(match.answers) < answers or match.question is None or match.question.side == Side.CHANCE):
            match.submit(rng.choice(match.state.options))
        if match.outcome is None:
            return match
        if best is None or len(match.answers) > len(best.answers):
            best = match
    assert best is not None
    return long_match(title, len(best.answers) - 20)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bivouac.server.bench", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--title", default=playable()[0])
    parser.add_argument("--matches", type=int, nargs="*", default=[1, 50, 200])
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between two answers in a match")
    parser.add_argument("--seconds", type=float, default=15.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(lengths(args.title, folder))
        process, port = serve(str(Path(folder) / "server"))
        try:
            for matches in args.matches:
                times = asyncio.run(crowd("127.0.0.1", port, args.title, matches, args.pause if matches > 1 else 0.05, args.seconds))
                show(f"{args.title}, {matches} {'match' if matches == 1 else 'matches'} with two players each", times)
        finally:
            process.terminate()
            process.wait(10)
            if process.stdout is not None:
                process.stdout.close()


if __name__ == "__main__":
    main()
