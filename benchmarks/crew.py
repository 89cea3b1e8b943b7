"""Two Dask workers against `--jobs 2`: the same results, and at what price; and once more with a worker killed in the middle.

python benchmarks/crew.py [--title house-divided] [--players veteran] [--matches 5000]

Every second of processor is counted: of the command, of its workers, of the scheduler, from their start to their end. What starting costs
is measured by a run of a single match, and told apart: a long run pays it once. What Dask does by the clock (it looks a hundred times a
second what its worker is about, ten times how much memory it has and whether another one has less to do) is switched off or made rare, see
docs/laboratory.md: on a crowded machine, where a match takes long, it would count for a good part of the cost.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

CALM = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10s",
    "DASK_DISTRIBUTED__SCHEDULER__WORK_STEALING_INTERVAL": "1s",
}


def spent() -> float:
    """Seconds of processor of all that was started from here and has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def priced(run: Callable[[], dict[str, Any]]) -> tuple[dict[str, Any], float]:
    """What a run tells, and its seconds of processor."""
    before = spent()
    found = run()
    return found, spent() - before


def simulate(args: argparse.Namespace, matches: int, more: Sequence[str]) -> subprocess.Popen[str]:
    asked = [args.title, "--union", args.players, "--csa", args.players, "--matches", str(matches), "--seed", "crew", "--json"]
    return subprocess.Popen([sys.executable, "-m", "bivouac", "simulate", *asked, *more], stdout=subprocess.PIPE, text=True)


def told(run: subprocess.Popen[str]) -> dict[str, Any]:
    out, _ = run.communicate()
    found: dict[str, Any] = json.loads(out)
    found.pop("seconds")
    return found


def here(args: argparse.Namespace, matches: int) -> dict[str, Any]:
    return told(simulate(args, matches, ["--jobs", "2"]))


def on_dask(args: argparse.Namespace, matches: int, *, loses_one: bool = False) -> dict[str, Any]:
    """A scheduler and two workers of one thread each, for one run; `loses_one`: of which one is killed when a quarter is done."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        plain = ["--scheduler-file", str(file), "--no-dashboard"]
        log, python = subprocess.DEVNULL, [sys.executable, "-m"]
        started = [subprocess.Popen([*python, "distributed.cli.dask_scheduler", *plain, "--port", "0", "--host", "127.0.0.1"], stderr=log)]
        try:
            while not file.exists():
                time.sleep(0.2)
            quiet = ["--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--local-directory", folder]
            started += [subprocess.Popen([*python, "distributed.cli.dask_worker", *plain, *quiet], stderr=log) for _ in range(2)]
            journal = Path(folder) / "run.journal"
            kept = ["--journal", str(journal)] if loses_one else []
            run = simulate(args, matches, ["--cluster", json.loads(file.read_text())["address"], *kept])
            while loses_one and len(journal.read_bytes().splitlines() if journal.exists() else ()) < matches // 4:
                time.sleep(0.2)
            if loses_one:
                assert run.poll() is None, "the run was over before a worker could be killed"
                started[1].send_signal(signal.SIGKILL)
            return told(run)
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", default="house-divided")
    parser.add_argument("--players", default="veteran")
    parser.add_argument("--matches", type=int, default=5000)
    args = parser.parse_args()
    os.environ |= CALM
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), "src")))
    (_, begin_here), (_, begin_there) = priced(lambda: here(args, 1)), priced(lambda: on_dask(args, 1))
    (found, jobs), (there, dask) = priced(lambda: here(args, args.matches)), priced(lambda: on_dask(args, args.matches))
    print(f"{args.matches} matches of {args.title}, {args.players} against {args.players}")
    print(f"--jobs 2            {jobs:8.1f} s of processor, {begin_here:.1f} of them to start")
    print(f"two Dask workers    {dask:8.1f} s of processor, {begin_there:.1f} of them to start; the same results: {there == found}")
    print(f"                    {dask / jobs - 1:+.1%} in all, {(dask - begin_there) / (jobs - begin_here) - 1:+.1%} once started")
    few = args.matches // 5
    is_same = on_dask(args, few, loses_one=True) == here(args, few)
    print(f"one of them killed  the same results of {few} matches: {is_same}")
    if there != found or not is_same:
        sys.exit(1)


if __name__ == "__main__":
    main()
