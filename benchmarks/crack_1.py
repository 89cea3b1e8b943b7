"""`crack-1` and `veteran-1`: the computer players as they were before they had plans, for duels with today's.

Their scripts, evaluations, weights and search are taken out of the history (COMMIT) into `.crack-1/` and play by today's rules.

    python benchmarks/crack_1.py    compiles them with everything else into build/native-crack-1, so that both sides of a duel are compiled:
    PYTHONPATH=build/native-crack-1 python benchmarks/duel.py hold-the-line crack crack-1
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COMMIT = "756cfccb9b0998ac9046862e5de7dc428903b97e"
HOME = ROOT / ".crack-1"
PACKAGES = ("house_divided", "lincoln", "hold_the_line", "yankees_rebels", "gettysburg")
WANTED = ("src/bivouac/agents/search.py", *(f"src/bivouac/titles/{p}/{part}" for p in PACKAGES for part in ("advice", "data/learned.toml")))
COMPILED = ROOT / "build" / "native-crack-1"
SUMS = {  # the compiler takes a sum without a beginning for a whole number
    "sum(union.power.values()) - sum(south.power.values())": "sum(union.power.values(), 0.0) - sum(south.power.values(), 0.0)",
    "sum(foot) + sum(strength(s, p) for p in s.attackers(area))": "sum(foot, 0.0) + sum([strength(s, p) for p in s.attackers(area)], 0.0)",
    "1 - sum(exp(-n / LIKELY) * (n / LIKELY) ** k / factorial(k) for k in range(force))": (
        "1.0 - sum([exp(-n / LIKELY) * (n / LIKELY) ** k / factorial(k) for k in range(force)], 0.0)"
    ),
}
ROWS = re.compile(r"^([A-Z_]+): Final = \(([-\d., ]*\d\.\d[-\d., ]*)\)", re.M)  # and a fixed row of floats for one that is not there


def take_out() -> None:
    """The old files, as a package `crack_one` of their own."""
    archive = subprocess.run(["git", "archive", COMMIT, *WANTED], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as tar:
        for member in filter(tarfile.TarInfo.isfile, tar):
            path = Path(member.name)
            to = HOME / "crack_one" / (Path(*path.parts[3:]) if "titles" in path.parts else path.name)
            to.parent.mkdir(parents=True, exist_ok=True)
            text = tar.extractfile(member).read().decode()  # type: ignore[union-attr]
            package = to.relative_to(HOME).parts[1]
            text = re.sub(r"bivouac\.titles\.(\w+)\.advice", r"crack_one.\1.advice", text)
            for old, new in SUMS.items():
                text = text.replace(old, new)
            text = ROWS.sub(r"\1: Final[tuple[float, ...]] = (\2)", text)
            to.write_text(re.sub(r"(= Evaluation\()[^,]+,", rf'\1"crack_one.{package}",', text), "utf-8")
    for folder in (HOME / "crack_one", *(HOME / "crack_one" / p for p in PACKAGES)):
        (folder / "__init__.py").touch()


def title_1(title: Any) -> Any:
    """A title with the advice it had."""
    from dataclasses import replace

    if find_spec("crack_one") is None and not (HOME / "crack_one" / "__init__.py").exists():
        take_out()
    if str(HOME) not in sys.path:
        sys.path.append(str(HOME))  # a compiled one that is on the path comes first
    old = import_module(f"crack_one.{title.id.replace('-', '_')}.advice").ADVICE
    return replace(title, advice=old)


class Old:
    """The agent of that time: it sees its own title, and so its own advice."""

    def __init__(self, name: str, title: Any, rng: Random) -> None:
        self._title = title_1(title)
        search = import_module("crack_one.search")
        self.name, self._rng = name, rng
        self._planner = search.Planner("crack-1", rng, search.Effort(lines=16, samples=96, worlds=12)) if name == "crack-1" else None

    def decide(self, view: Any, question: Any, clock: Any) -> int:
        view.title = self._title
        if self._planner is not None:
            return int(self._planner.decide(view, question, clock))
        return int(self._title.advice.order(view.sample(self._rng))[0])


def main() -> int:
    shutil.rmtree(COMPILED, ignore_errors=True)
    take_out()
    command = [sys.executable, str(ROOT / "tools/native/build.py"), "--into", str(COMPILED), "--guest", "crack_one"]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": str(HOME)}).returncode


if __name__ == "__main__":
    raise SystemExit(main())
