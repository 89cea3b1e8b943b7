"""`python tools/puzzles.py find TITLE SCENARIO SECONDS FILE`: look for puzzles (see bivouac.lab.puzzles), and add them to a file.
`python tools/puzzles.py write TITLE FILE`: the best of them, one a match, as the title's lessons/puzzles.toml.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

from bivouac.core.ids import Side
from bivouac.core.state import State
from bivouac.core.text import Name
from bivouac.core.title import Title
from bivouac.i18n import LANGUAGES, catalogue, scenario_name
from bivouac.lab.puzzles import Puzzle, search
from bivouac.titles import load

ROOT = Path(__file__).resolve().parents[1]
WORDS = {
    "name": {"en": "Puzzle {n}: {scenario}", "it": "Problema {n}: {scenario}"},
    "say": {
        "en": "You play {side}. One answer to this question wins far more often than the others. Look at the board, and choose.",
        "it": "Giochi con {side}. A questa domanda una risposta vince molto più spesso delle altre. Guarda la mappa e scegli.",
    },
    "done": {
        "en": "Right: “{best}” wins {chance} of 100 playouts, the next best answer ({second}) only {other}.",
        "it": "Giusto: «{best}» vince {chance} prove su 100, la seconda risposta ({second}) solo {other}.",
    },
}
HEAD = """# Positions with one clearly best answer, found by tools/puzzles.py in matches of the computer against itself.
# chances: how many of a hundred playouts each answer won; benchmarks/puzzles.py plays them again, longer.
minutes = 1
name = { en = "Puzzles", it = "Problemi" }
about = { en = "One question, one clearly best answer.", it = "Una domanda, una risposta chiaramente migliore." }
"""


def find(name: str, scenario: str, seconds: float, file: Path) -> None:
    title, until = load(name), time.monotonic() + seconds
    while time.monotonic() < until:
        seed = random.randrange(10**9)
        for puzzle in search(title, scenario, seed):
            with file.open("a") as lines:
                print(json.dumps({**puzzle._asdict(), "seed": seed}), file=lines)
            if time.monotonic() > until:
                return


def position(title: Title[State], puzzle: Puzzle) -> State:
    state: State = title.setup(puzzle.scenario)
    for answer in puzzle.answers:
        title.play(state, answer)
    return state


def words_of(title: Title[State], puzzle: Puzzle, number: int) -> dict[str, dict[str, str]]:
    state, ranked = position(title, puzzle), sorted(puzzle.chances, key=lambda a: -puzzle.chances[a])
    found: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        words = catalogue(language, title)
        labels = [words.say(title.choice(state, a).label) for a in ranked[:2]]
        facts = {
            "n": number,
            "scenario": scenario_name(title, title.scenarios[puzzle.scenario], language),
            "side": words.fill("{side:the}" if language == "en" else "{side:il}", {"side": Name("side", puzzle.side)}),
            "best": labels[0],
            "second": labels[1],
            "chance": round(100 * puzzle.chances[ranked[0]]),
            "other": round(100 * puzzle.chances[ranked[1]]),
        }
        for key, sentence in WORDS.items():
            found.setdefault(key, {})[language] = sentence[language].format(**facts)
    return found


def block(title: Title[State], puzzle: Puzzle, number: int) -> str:
    words = words_of(title, puzzle, number)
    both = {
        key: f"{{ en = {json.dumps(w['en'], ensure_ascii=False)}, it = {json.dumps(w['it'], ensure_ascii=False)} }}"
        for key, w in words.items()
    }
    best = max(puzzle.chances, key=lambda a: puzzle.chances[a])
    chances = ", ".join(f'"{a}" = {100 * c:.1f}' for a, c in sorted(puzzle.chances.items(), key=lambda pair: -pair[1]))
    side = "union" if puzzle.side == Side.UNION else "csa"
    return f"""
[[chapters]]
name = {both["name"]}
done = {both["done"]}
position = {{ scenario = "{puzzle.scenario}", side = "{side}", answers = {list(puzzle.answers)} }}

[[chapters.steps]]
say = {both["say"]}
expect = [{best}]
free = true
chances = {{ {chances} }}
"""


def write(name: str, file: Path) -> None:
    title = load(name)
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    best: dict[int, Puzzle] = {}
    for row in rows:
        chances = {int(a): c for a, c in row["chances"].items()}
        puzzle = Puzzle(row["scenario"], tuple(row["answers"]), row["side"], chances, row["playouts"])
        if row["seed"] not in best or best[row["seed"]].lead < puzzle.lead:
            best[row["seed"]] = puzzle
    chosen = sorted(best.values(), key=lambda p: -p.lead)[:12]
    blocks = [block(title, puzzle, n) for n, puzzle in enumerate(chosen, 1)]
    target = ROOT / "src" / "bivouac" / "titles" / name.replace("-", "_") / "lessons" / "puzzles.toml"
    target.write_text(HEAD + "".join(blocks), "utf-8")


if __name__ == "__main__":
    what, name, *rest = sys.argv[1:]
    if what == "find":
        find(name, rest[0], float(rest[1]), Path(rest[2]))
    else:
        write(name, Path(rest[0]))
