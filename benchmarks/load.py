"""`python benchmarks/load.py`: how soon an answer is on the other screen with many matches at once, what it costs, and what is given back.

Each match has two open sockets (and `--spectators` more) that ask whether all is well when they have heard nothing for ten seconds, as
pages do; with several processes (they share a PostgreSQL of their own) its two players sit at different ones. Every `--pause` seconds the
side that is asked answers. Told are the times from sending an answer until the other player's socket has it, the processor time of the web
processes for an answer (before that, what they use while nobody answers; and apart, what the database uses), and their memory after a
warm-up (a match of each title at each process, as on any server that has run for a while), with everybody there, and when everybody has
left: matches stay in memory for half a minute (hub.py), so `--after` must be longer. The processes get the memory settings of ops/
(bivouac.env). With the compiled build on the path (`PYTHONPATH=build/native`) that is what serves, as with `make play` and a wheel.
`--lengths` measures opening, answering and undoing at answer 10 and at answer 3,000 instead.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import tempfile
import time
from pathlib import Path
from random import Random

from crowd import Process, Table, at, database_work, postgres

from bivouac.core.build import build
from bivouac.core.ids import Side
from bivouac.match import Match
from bivouac.match.dice import new_nonce
from bivouac.server.hub import Hub
from bivouac.server.players import Players
from bivouac.server.settings import playable
from bivouac.server.store import Store
from bivouac.server.taking_back import take_back
from bivouac.titles import load

SOME = 20  # answers
OPS = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "2"}  # as ops/ has it


async def warm_up(servers: list[Process]) -> None:
    """A few who come, answer and leave, a match of each title at each process: what is read and made once is there, as on any server that
    has run for a while."""
    rng = Random(0)
    for title in playable():
        for n in range(len(servers)):
            table = await Table.open((servers[n].port, servers[(n + 1) % len(servers)].port), title)
            for _ in range(SOME):
                await table.answer(rng)
            await table.close()


async def idle(servers: list[Process], seconds: float) -> None:
    """What it costs that everybody is there and nobody answers."""
    before = sum(s.work for s in servers)
    await asyncio.sleep(seconds)
    print(f"  nobody answers: {1000 * (sum(s.work for s in servers) - before) / seconds:.0f} ms of processor a second", flush=True)


async def crowd(servers: list[Process], base: Path, args: argparse.Namespace) -> None:
    await warm_up(servers)
    await asyncio.sleep(args.rest)
    memory = [s.memory for s in servers]
    tables: list[Table] = []
    for first in range(0, args.matches, 10):
        ports = [
            (servers[n % len(servers)].port, servers[(n + 1) % len(servers)].port) for n in range(first, min(first + 10, args.matches))
        ]
        tables += await asyncio.gather(*(Table.open(p, args.title, spectators=args.spectators) for p in ports))
    full = [s.memory for s in servers]
    what = f"{len(tables)} matches, {len(servers)} web process(es), {build()} build"
    print(f"{args.title}: {what}, an answer each {args.pause:g} s", flush=True)
    if args.idle:
        await idle(servers, args.idle)
    work, stored, end = sum(s.work for s in servers), database_work(base), time.monotonic() + args.seconds
    times: list[float] = []

    async def play(table: Table, rng: Random) -> None:
        await asyncio.sleep(rng.random() * args.pause)
        while time.monotonic() < end:
            took = await table.answer(rng)
            if took is None:
                return
            times.append(took)
            await asyncio.sleep(args.pause * (0.5 + rng.random()))

    await asyncio.gather(*(play(t, Random(n)) for n, t in enumerate(tables)))
    work, stored = sum(s.work for s in servers) - work, database_work(base) - stored
    soon = ", ".join(f"{at(times, share):.0f} ms ({share:.0%})" for share in (0.5, 0.95, 0.99))
    print(f"  {len(times)} answers; on the other screen after {soon}")
    database = f" (and {1000 * stored / len(times):.2f} ms of the database)" if stored else ""
    print(f"  {1000 * work / len(times):.2f} ms of processor an answer{database}; load of the machine {os.getloadavg()[0]:.1f}", flush=True)
    await asyncio.gather(*(t.close() for t in tables))
    await asyncio.sleep(args.after)
    left = [s.memory for s in servers]
    for n in range(len(servers)):
        more = f"{left[n] / memory[n] - 1:+.0%}"
        words = f"{memory[n]:.0f} MB before, {full[n]:.0f} MB full, {left[n]:.0f} MB {args.after:g} s after everybody left ({more})"
        print(f"  memory of process {n}: {words}")


async def lengths(title: str, folder: Path) -> None:
    """Opening a match from the store, answering and undoing, when it is short and when it is long."""
    hub = Hub(Store(f"sqlite:///{folder}/lengths.db"), Players(1), 1.0)
    for wanted in (10, 3000):
        live, _, _ = await hub.create(long_match(title, wanted), {"0": "me", "1": "here"})
        times: dict[str, list[float]] = {"open": [], "answer": [], "undo": []}
        for n in range(20):
            hub.forget(live)
            started = time.process_time()
            live = await hub.get(live.id)
            times["open"].append(time.process_time() - started)
            side = live.asked
            assert side is not None
            started = time.process_time()
            await hub.play(live, side, live.match.state.options[n % len(live.match.state.options)])
            times["answer"].append(time.process_time() - started)
            started = time.process_time()
            await take_back(hub, live, side, granted=True)
            times["undo"].append(time.process_time() - started)
            for waited_for in live.match.awaited:
                live.match.give_nonce(waited_for, new_nonce())
        words = ", ".join(f"{name} {at(found, 0.5):.1f} ms" for name, found in times.items())
        print(f"{title} at answer {live.serial}: {words} (processor, median)", flush=True)
    hub.close()


def long_match(title: str, answers: int) -> Match:
    """A match that has gone on for so many answers; where none lasts, take the longest of twenty."""
    best: Match | None = None
    for seed in range(20):
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
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--title", default=playable()[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--spectators", type=int, default=0, help="more open sockets at each match")
    parser.add_argument("--pause", type=float, default=10.0, help="seconds between two answers in a match")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--idle", type=float, default=10.0, help="seconds in which nobody answers, at first")
    parser.add_argument("--rest", type=float, default=5.0, help="seconds between the warm-up and the crowd")
    parser.add_argument("--after", type=float, default=60.0, help="seconds after which the memory is looked at again")
    parser.add_argument("--processes", type=int, default=1, help="web processes; more than one, or --postgres, on PostgreSQL")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--lengths", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        if args.lengths:
            asyncio.run(lengths(args.title, folder))
            return
        shared = {"BIVOUAC_DATABASE": stack.enter_context(postgres(folder / "pg"))} if args.processes > 1 or args.postgres else {}
        servers = [Process(folder / f"web{n}", **shared, **OPS).start() for n in range(args.processes)]
        for server in servers:
            stack.callback(server.stop)
        try:
            asyncio.run(crowd(servers, folder / "pg", args))
        finally:
            print("".join(server.complaints for server in servers), end="")


if __name__ == "__main__":
    main()
