"""Our titles against catanatron, in one run: answers, clones and playouts a second, and the ratios.

Catanatron is installed from PyPI into an environment of its own (.bench-venv). Only ratios mean anything: both are measured in turns on
the same machine in processor time, and the best of three goes counts for each.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bivouac import load, titles
from bivouac.lab.bench import Speed, measure

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".bench-venv"
ANSWERS, CLONES = 3.0, {"house-divided": 20.0}
"""What we want: three times as many answers as catanatron makes decisions in the same time (rolling the dice is a decision there and an
answer here; the players' own decisions are shown beside it), and for the largest map clones in a twentieth of the time of its copies."""


def catanatron() -> dict[str, float]:
    python = VENV / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "catanatron"], check=True)
    run = subprocess.run([str(python), str(ROOT / "benchmarks" / "catan.py")], check=True, capture_output=True, text=True)
    speed: dict[str, float] = json.loads(run.stdout)
    return speed


def best(name: str, seconds: float) -> Speed:
    return max((measure(load(name), None, seconds) for _ in range(3)), key=lambda s: s.answers_per_second)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=list(titles()))
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    goes = [catanatron()]
    speeds = [best(name, args.seconds) for name in args.titles]
    goes += [catanatron(), catanatron()]
    catan = {key: (min if key == "copy_microseconds" else max)(g[key] for g in goes) for key in goes[0]}
    grid = Table("title", "answers/s", "×", "decisions/s", "×", "matches/s", "clone µs", "faster by")
    grid.add_row(
        "catanatron",
        "",
        "",
        f"{catan['decisions_per_second']:,.0f}",
        "1.0",
        f"{catan['playouts_per_second']:.1f}",
        f"{catan['copy_microseconds']:.1f}",
        "1.0",
    )
    good = True
    for s in speeds:
        answers = s.answers_per_second / catan["decisions_per_second"]
        decisions = s.decisions_per_second / catan["decisions_per_second"]
        clones = catan["copy_microseconds"] / s.clone_microseconds
        good = good and answers >= ANSWERS and clones >= CLONES.get(s.title, 0.0)
        grid.add_row(
            s.title,
            f"{s.answers_per_second:,.0f}",
            f"{answers:.1f}",
            f"{s.decisions_per_second:,.0f}",
            f"{decisions:.1f}",
            f"{s.playouts_per_second:.1f}",
            f"{s.clone_microseconds:.2f}",
            f"{clones:.1f}",
        )
    Console().print(grid)
    if args.json:
        args.json.write_text(json.dumps({"catanatron": catan, "titles": [s._asdict() for s in speeds]}, indent=1) + "\n")
    wanted = ", ".join(f"{title} clones faster by {n:g}" for title, n in CLONES.items())
    print(f"wanted: answers × {ANSWERS:g}, {wanted}: {'reached' if good else 'NOT reached'}")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
