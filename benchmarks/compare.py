"""Our titles, plain and compiled, against other engines in one run: answers, copies and matches a second.

The others come from PyPI into an environment of their own (.bench-venv). Only ratios mean anything: all are measured in turns on one
core of the same machine in processor time, and the best of the rounds counts for each. Rolling dice is a decision there and an answer here.

    python benchmarks/compare.py --docs        writes docs/speed.md, docs/speed.svg and docs/speed.json
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from bivouac import titles

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".bench-venv"
PACKAGES = ("catanatron", "chess", "open_spiel")
Rows = dict[str, dict[str, float]]
LESS_IS_BETTER = ("clone_microseconds", "copy_microseconds")


def others() -> Rows:
    python = VENV / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
    subprocess.run(install, check=True)
    found: Rows = json.loads(_output([str(python), str(ROOT / "benchmarks" / "others.py")], {}))
    return found


def ours(names: list[str], path: Path, seconds: float) -> Rows:
    """What `bivouac bench` says of the build that lies there."""
    command = [sys.executable, "-m", "bivouac", "bench", *names, "--seconds", str(seconds), "--json"]
    rows = json.loads(_output(command, {"PYTHONPATH": str(path)}))
    return {row["title"]: row for row in rows}


def _output(command: list[str], more: dict[str, str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **more}).stdout


def best(goes: list[Rows]) -> Rows:
    """The best of several goes, number by number."""
    found: Rows = {}
    for name in goes[0]:
        values = {key: [go[name][key] for go in goes] for key, value in goes[0][name].items() if isinstance(value, float)}
        found[name] = {key: (min if key in LESS_IS_BETTER else max)(numbers) for key, numbers in values.items()}
    return found


def measured(names: list[str], seconds: float, rounds: int) -> dict[str, Rows]:
    """Everybody in turns."""
    made = subprocess.run([sys.executable, str(ROOT / "tools/native/build.py")], capture_output=True, text=True).stdout.strip()
    builds = {"plain": ROOT / "src", **({"compiled": Path(made)} if made else {})}
    goes: dict[str, list[Rows]] = {"others": [], **{build: [] for build in builds}}
    for _ in range(rounds):
        goes["others"].append(others())
        for build, path in builds.items():
            goes[build].append(ours(names, path, seconds))
    return {who: best(rows) for who, rows in goes.items()}


# --- telling ----------------------------------------------------------------------------------------------------------


def table(found: dict[str, Rows]) -> list[str]:
    """All of it as a table in Markdown."""
    catan = found["others"]["catanatron"]["decisions_per_second"]
    lines = [
        "| engine | build | answers/s | × catanatron | by simulate | script | copy, µs |",
        "| --- | --- | --: | --: | --: | --: | --: |",
    ]
    for name, row in found["others"].items():
        n = row["decisions_per_second"]
        lines.append(f"| {name} | | {n:,.0f} | {n / catan:.1f} | | | {row['copy_microseconds']:.1f} |")
    for build in ("plain", "compiled"):
        for name, row in found.get(build, {}).items():
            n = row["answers_per_second"]
            more = f"{row['simulate_answers_per_second']:,.0f} | {row['script_answers_per_second']:,.0f} | {row['clone_microseconds']:.2f}"
            lines.append(f"| {name} | {build} | {n:,.0f} | {n / catan:.1f} | {more} |")
    return lines


def checks(found: dict[str, Rows]) -> dict[str, bool]:
    """What we want, and whether it is so."""
    engines, plain, compiled = found["others"], found["plain"], found.get("compiled", {})
    ahead_of = max(engines[f"OpenSpiel {game}"]["decisions_per_second"] for game in ("chess", "backgammon"))
    catan = engines["catanatron"]["decisions_per_second"]
    rows = [(compiled[name], plain[name]) for name in compiled]
    return {
        "compiled at least three times plain": all(c["answers_per_second"] >= 3 * p["answers_per_second"] for c, p in rows),
        "compiled ahead of OpenSpiel's chess and backgammon": all(c["answers_per_second"] > ahead_of for c, _ in rows),
        "compiled at least 12.5 times catanatron": all(c["answers_per_second"] >= 12.5 * catan for c, _ in rows),
        "simulate at least eight times catanatron": all(c["simulate_answers_per_second"] >= 8 * catan for c, _ in rows),
        "simulate at least 80 % of the kernel": all(c["simulate_answers_per_second"] >= 0.8 * c["answers_per_second"] for c, _ in rows),
        "clones in at most 0.8 µs": all(c["clone_microseconds"] <= 0.8 for c, _ in rows),
        "a script's answer at most eight random ones": all(8 * c["script_answers_per_second"] >= c["answers_per_second"] for c, _ in rows),
    }


def picture(found: dict[str, Rows]) -> str:
    """Answers a second as bars: others, plain, compiled."""
    bars = [(name, row["decisions_per_second"], "#8c7a58") for name, row in found["others"].items()]
    for build, colour in (("plain", "#7d93ad"), ("compiled", "#1f3a5f")):
        bars += [(f"{name}, {build}", row["answers_per_second"], colour) for name, row in found.get(build, {}).items()]
    left, width, row_height = 230, 420, 26
    most = max(n for _, n, _ in bars)
    box = f"0 0 {left + width + 100} {40 + row_height * len(bars)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="#f6efdd"/><text x="12" y="22" font-size="15">Answers a second, one core</text>',
    ]
    for i, (name, n, colour) in enumerate(bars):
        y = 34 + i * row_height
        parts.append(
            f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{left}" y="{y}" width="{max(1.0, width * n / most):.1f}" height="18" fill="{colour}"/>'
            f'<text x="{left + width * n / most + 6:.1f}" y="{y + 14}">{n / 1000:,.0f} k</text>'
        )
    return "".join(parts) + "</svg>\n"


def written(found: dict[str, Rows]) -> str:
    wanted = [f"* {what}: {'yes' if is_so else '**no**'}" for what, is_so in checks(found).items()]
    head = ["# Speed", "", "Made by `make bench` in one run on one core, in processor time; only the ratios mean anything elsewhere.", ""]
    return "\n".join((*head, "![answers a second](speed.svg)", "", *table(found), "", *wanted)) + "\n"


def odds_measured() -> str:
    """What `benchmarks/odds.py` has written below."""
    _, heading, below = (ROOT / "docs/speed.md").read_text("utf-8").partition("\n## Exact odds\n")
    return heading + below


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=list(titles()))
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--docs", action="store_true", help="write table, picture and JSON into docs/")
    args = parser.parse_args()
    found = measured(args.titles, args.seconds, args.rounds)
    print("\n".join(table(found)))
    for what, is_so in checks(found).items():
        print(f"{'reached' if is_so else 'NOT reached'}: {what}")
    if args.docs:
        (ROOT / "docs/speed.md").write_text(written(found) + odds_measured(), "utf-8")
        (ROOT / "docs/speed.svg").write_text(picture(found), "utf-8")
        (ROOT / "docs/speed.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
