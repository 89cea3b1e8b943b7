"""`python benchmarks/answers.py`: the processor time of one answer, from the request to the messages for everybody who looks on.

For each title some matches with two connected players and a spectator; every answer goes through the whole application (limits, routes,
rules, store, messages) but for the sockets of the machine. Told are the median and the best batch: on a busy machine processor time grows
with what else is going on, and the best batch is the nearest to a quiet one.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from bivouac.match import Match
from bivouac.server.app import create_app
from bivouac.server.connections import Connection
from bivouac.server.guard import Guard
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.render import Reader
from bivouac.server.run import RUBBISH
from bivouac.server.settings import Settings, playable
from bivouac.server.store import Key, Store
from bivouac.titles import load

BATCH = 20
HEADERS = [(b"host", b"127.0.0.1:8000"), (b"content-type", b"application/json")]


async def answered(app: Guard, token: str, wish: dict[str, Any]) -> float:
    """The seconds of the processor that an answer takes."""
    path, body = f"/api/table/{token}/answer", json.dumps(wish).encode()
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "http_version": "1.1",
        "headers": [*HEADERS, (b"content-length", str(len(body)).encode())],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
        "scheme": "http",
        "root_path": "",
    }
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        statuses.append(message.get("status", 0))

    started = time.process_time()
    await app(scope, receive, send)
    took = time.process_time() - started
    assert statuses[0] == 200, statuses
    return took


def audience(live: Live) -> list[Connection]:
    """Both players and a spectator, who know the table."""
    pages = [Connection(Reader(Key(live.id, sides), "en")) for sides in ((0,), (1,), ())]
    for page in pages:
        page.drawn(live, by=None, told={})
        live.onlookers.add(page)
    return pages


async def played(app: Guard, hub: Hub, title: str, rng: Random, answers: int) -> list[float]:
    live, token, _ = await hub.create(Match.new(load(title), seed=rng.randrange(1 << 30)), {"0": "me", "1": "here"})
    pages, times = audience(live), []
    while live.match.outcome is None and len(times) < answers:
        wish = {"answer": rng.choice(live.match.state.options), "serial": live.stamp, "side": live.asked, "sure": True}
        times.append(await answered(app, token, wish))
        for page in pages:
            while not page.queue.empty():
                page.queue.get_nowait()
    return times


async def measured(title: str, matches: int, answers: int, folder: Path) -> list[float]:
    app = create_app(Settings("", rate=0, creations=0, sockets=0, warm=False), Store(f"sqlite:///{folder}/{title}.db"))
    assert isinstance(app, Guard)
    inner: Any = app.app
    times: list[float] = []
    async with inner.lifespan():
        for n in range(matches + 1):
            found = await played(app, inner.state.hub, title, Random(n), answers)
            times += found if n else []  # the first match makes what is made once
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("titles", nargs="*", default=playable())
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--answers", type=int, default=60)
    args = parser.parse_args()
    gc.set_threshold(*RUBBISH)
    with tempfile.TemporaryDirectory() as name:
        for title in args.titles:
            times = asyncio.run(measured(title, args.matches, args.answers, Path(name)))
            batches = [statistics.mean(times[n : n + BATCH]) for n in range(0, len(times) - BATCH + 1, BATCH)]
            print(f"{title}: {1000 * statistics.median(times):.2f} ms (median), {1000 * min(batches):.2f} ms (best batch)", flush=True)


if __name__ == "__main__":
    main()
