"""How much work an answer costs, counted: the instructions of Python's own machine for a fixed piece of a random match.

The count is the same on every machine and however busy it is, so that a test can compare it with what the last release needed
(benchmarks/release.json). It speaks of the plain build and of one version of Python.

    python benchmarks/work.py                  what today's source needs, and the ratio
    python benchmarks/work.py --release        keeps it as the measure for what comes after
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from bivouac import load, titles
from bivouac.core.build import build

KEPT = Path(__file__).with_name("release.json")
ANSWERS = 400
TOLERANCE = 1.1
"""What a change of the rules may cost without being noticed; the count itself has no noise."""


def python_version() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def play_a_piece(name: str) -> None:
    """The first answers of a random match of the title's first scenario."""
    title, rng = load(name), Random(1)
    state = title.setup()
    for _ in range(ANSWERS):
        if not state.stack:
            state = title.setup()
        title.flow.play(state, state.options[int(rng.random() * len(state.options))])


def instructions_per_answer(name: str) -> float:
    """Counted the second time, when what is kept between answers is there."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    play_a_piece(name)
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        play_a_piece(name)
    finally:
        sys.settrace(before)
    return count / ANSWERS


def ratios(names: list[str]) -> dict[str, float]:
    """Today's work against the last release's; empty for another build or another Python than was kept."""
    kept = json.loads(KEPT.read_text("utf-8"))
    if kept["python"] != python_version() or build() != "pure":
        return {}
    return {name: instructions_per_answer(name) / kept["instructions_per_answer"][name] for name in names}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", action="store_true")
    if parser.parse_args().release:
        kept = {name: round(instructions_per_answer(name), 1) for name in titles()}
        KEPT.write_text(json.dumps({"python": python_version(), "instructions_per_answer": kept}, indent=1) + "\n", "utf-8")
    for name, ratio in ratios(list(titles())).items():
        print(f"{name:16} {ratio:.3f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
