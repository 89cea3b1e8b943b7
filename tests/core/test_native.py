"""The compiled build, tried on the example title: it plays as the plain one does, and its sets are Python's own."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "native" / "build.py"
SPEC = importlib.util.spec_from_file_location("native_build", TOOL)
NATIVE = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(NATIVE)

PLAY = """
import json
from random import Random
import toy
from bivouac.core.build import build
from bivouac.core.state import dump

flow, courses = toy.TITLE.flow, []
for seed in range(30):
    state, rng, course = toy.TITLE.setup(), Random(seed), []
    while state.stack:
        course.append([list(state.options), dump(state.clone())])
        flow.play(state, state.options[int(rng.random() * len(state.options))])
    courses.append([course, str(state.outcome), flow.playout(toy.TITLE.setup(), Random(seed).random)])
print(json.dumps([type(flow.play).__name__ != "method", courses]))
"""

PROBE = '''"""Sets in every shape that tools/native writes out."""

from __future__ import annotations

from bivouac.core.kit.bits import bits


def less(a: int, b: int) -> int:
    return a & ~b


def meets(a: int, b: int) -> bool:
    return bool(a & b)


def beyond(a: int, b: int) -> bool:
    return bool(a & ~b)


def has(a: int, n: int) -> bool:
    return bool(a >> n & 1)


def found(a: int, b: int, n: int) -> list[object]:
    members = bits(a) if a >= 0 else ()
    sums = [a & b, a | b, a ^ b, ~a, a << n, a >> n, a.bit_count(), less(a, b)]
    return [*sums, meets(a, b), beyond(a, b), has(a, n), members, len(members)]
'''

COMPARE = """
import sys
from random import Random
from toy.rules import probe

plain, rng = {}, Random(5)
exec(compile(open(sys.argv[1]).read(), "probe", "exec"), plain)
assert not hasattr(probe.found, "__code__")


def number():
    width = rng.choice((0, 1, 29, 30, 31, 59, 60, 61, 62, 63, 64, 117, 273, 900, 1500))
    n = rng.choice((rng.getrandbits(width) if width else 0, 1 << width, (1 << width) - 1))
    return rng.choice((n, n, -n, ~n))


for _ in range(20000):
    a, b, n = number(), number(), rng.randrange(320)
    assert probe.found(a, b, n) == plain["found"](a, b, n), (a, b, n)
"""

COPIES = """
import gc
from random import Random
import toy
from bivouac.core.state import dump

rng, first = Random(7), toy.TITLE.setup()
names = [name for name in first.SLOTS if name != "options" and type(getattr(first, name)) is list]
kept, lent = [(first, dump(first))], []
for n in range(4000):
    copy = rng.choice(kept)[0].clone()
    for name in names:
        numbers = getattr(copy, name)
        numbers[rng.randrange(len(numbers))] = rng.choice((0, 5, -2, 256, 257, 1 << 70, n))
        if n % 7 == 0:
            numbers.append(n)
    kept.append((copy, dump(copy)))
    if n % 90 == 89:
        assert all(dump(copy) == told for copy, told in kept)
        lent = [(numbers, numbers[:]) for copy, _ in kept[:20] for numbers in [getattr(copy, names[0])]]
        kept = rng.sample(kept, 9)
        gc.collect()
    assert all(numbers == told for numbers, told in lent)
print(len(names))
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The example title, compiled."""
    if why := NATIVE.obstacle() or NATIVE.missing_tool():
        pytest.skip(f"nothing can be compiled here: {why}")
    home = tmp_path_factory.mktemp("native")
    source = home / "source"
    NATIVE.shutil.copytree(ROOT / "tests" / "toy", source / "toy", ignore=NATIVE.shutil.ignore_patterns("__pycache__"))
    (source / "toy" / "rules" / "probe.py").write_text(PROBE, "utf-8")
    command = [sys.executable, str(TOOL), "--quick", "--into", str(home / "made"), "toy"]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(source)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return home / "made", source / "toy" / "rules" / "probe.py"


def said(script, *paths, arguments=()):
    """What a script prints, with these folders first on the path."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    return subprocess.run([sys.executable, "-c", script, *map(str, arguments)], env=env, capture_output=True, text=True, check=True).stdout


def test_the_compiled_title_plays_as_the_plain_one(made):
    is_compiled, courses = json.loads(said(PLAY, made[0]))
    is_plain, same = json.loads(said(PLAY, ROOT / "src", ROOT / "tests"))
    assert is_compiled and not is_plain
    assert courses == same


def test_sets_of_any_width_are_as_python_has_them(made):
    said(COMPARE, made[0], arguments=[made[1]])


def test_copies_share_nothing_whatever_becomes_of_them(made):
    assert int(said(COPIES, made[0])) > 0
