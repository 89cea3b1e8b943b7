"""`python benchmarks/attack.py`: what others feel of somebody who asks for as much as the limits of the server allow.

A server with its default limits; some matches with two connected players each, every match from an address of its own; and one more
address that floods it in every way there is: replays, hints, odds, uploads, scenarios, new matches, sockets that shout, requests as fast
as they go. Told are the times from an answer to the other screen, in peace and under attack, and their ratio.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from crowd import Http, Process, Table, at
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

FAULTS = (OSError, RuntimeError, WebSocketException, asyncio.TimeoutError, KeyError)
ATTACKER = "203.0.113.66"
DEFAULTS = {"BIVOUAC_RATE": "30", "BIVOUAC_CREATIONS": "30", "BIVOUAC_SOCKETS": "40", "BIVOUAC_TRUST_PROXY": "1"}


async def play(tables: list[Table], seconds: float, pause: float) -> list[float]:
    end, times = time.monotonic() + seconds, []

    async def one(table: Table, rng: Random) -> None:
        await asyncio.sleep(rng.random() * pause)
        while time.monotonic() < end:
            took = await table.answer(rng)
            if took is None:
                return
            times.append(took)
            await asyncio.sleep(pause * (0.5 + rng.random()))

    await asyncio.gather(*(one(t, Random(n)) for n, t in enumerate(tables)))
    return times


async def attack(port: int, title: str, counts: dict[int, int]) -> None:
    """Everything at once, for ever, from one address."""
    http = Http("127.0.0.1", port, ATTACKER)
    made = await http.call("POST", "/api/matches", {"title": title, "seats": {"0": "me", "1": "here"}})
    token = made["token"]
    save = (await http.raw("GET", f"/api/table/{token}/save"))[1].decode()
    bomb = {"title": "hold-the-line", "check": True, "scenario_text": "x = [" + "1, " * 100_000 + "]"}
    wishes = [
        ("GET", f"/api/table/{token}/frames", None),
        ("GET", f"/api/table/{token}/hints", None),
        ("GET", f"/api/table/{token}/odds", None),
        ("GET", f"/api/table/{token}", None),
        ("GET", f"/api/table/{token}/dice", None),
        ("POST", "/api/saves", {"save": save}),
        ("POST", "/api/matches", bomb),
        ("POST", "/api/matches", {"title": title, "seats": {"0": "computer:crack", "1": "computer:crack"}}),
        ("POST", "/api/matches/status", {"tokens": ["x" * 32] * 60}),
        ("GET", "/api/titles", None),
    ]

    async def flood(method: str, path: str, body: object) -> None:
        own = Http("127.0.0.1", port, ATTACKER)
        while True:
            try:
                status, _ = await own.raw(method, path, body)
                counts[status] = counts.get(status, 0) + 1
            except FAULTS:
                await asyncio.sleep(0.05)
            await asyncio.sleep(0)

    async def shout() -> None:
        while True:
            with contextlib.suppress(*FAULTS):
                headers = {"x-forwarded-for": ATTACKER}
                async with connect(f"ws://127.0.0.1:{port}/ws/{token}", additional_headers=headers, max_size=None) as page:
                    while True:
                        await page.send('{"kind": "ping"}')
                        await asyncio.sleep(0)
            await asyncio.sleep(0.2)

    await asyncio.gather(*(flood(*wish) for wish in wishes), *(shout() for _ in range(5)))


async def warm_up(port: int, title: str) -> None:
    """So that titles are read and processes have begun, as on any server that has run for a minute."""
    http = Http("127.0.0.1", port, "198.51.100.200")
    made = await http.call("POST", "/api/matches", {"title": title, "seats": {"0": "me", "1": "computer:crack"}})
    for path in ("/api/titles", *(f"/api/table/{made['token']}{more}" for more in ("", "/hints", "/frames", "/dice"))):
        await http.raw("GET", path)
    await http.raw("POST", "/api/saves", {"save": "{}"})


async def run(server: Process, args: argparse.Namespace) -> None:
    tables = [await Table.open((server.port, server.port), args.title, f"198.51.100.{n}") for n in range(args.matches)]
    await warm_up(server.port, args.title)
    peace = await play(tables, args.seconds, args.pause)
    command = [sys.executable, __file__, "--title", args.title, "--seconds", str(args.seconds + 5), "--attack", str(server.port)]
    attacker = subprocess.Popen(command)
    await asyncio.sleep(3)
    war = await play(tables, args.seconds, args.pause)
    await asyncio.to_thread(attacker.wait)
    for name, times in (("in peace", peace), ("under attack", war)):
        print(f"{name}: {len(times)} answers, {at(times, 0.5):.0f} ms (median), {at(times, 0.95):.0f} ms (95 %)")
    print(f"factor at 95 %: {at(war, 0.95) / at(peace, 0.95):.2f}; load of the machine {os.getloadavg()[0]:.1f}")


async def only_attack(port: int, title: str, seconds: float) -> None:
    counts: dict[int, int] = {}
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(attack(port, title, counts), seconds)
    print(f"the attacker was answered {dict(sorted(counts.items()))}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--title", default="house-divided")
    parser.add_argument("--matches", type=int, default=30)
    parser.add_argument("--pause", type=float, default=3.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--attack", type=int, metavar="PORT", help="only attack whoever listens there")
    args = parser.parse_args()
    if args.attack:
        asyncio.run(only_attack(args.attack, args.title, args.seconds))
        return
    with tempfile.TemporaryDirectory() as name:
        server = Process(Path(name), **DEFAULTS).start()
        try:
            asyncio.run(run(server, args))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
