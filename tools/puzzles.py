"""`python tools/puzzles.py find TITLE SECONDS FILE [SCENARIO …]`: look for puzzles (see bivouac.lab.puzzles), and add them to a file.
`python tools/puzzles.py weigh FILE PLAYOUTS TO`: play the answers of the best of them again, longer and with other dice, and add those that
stand to another file; what is there already is left out.
`python tools/puzzles.py write TITLE FILE …`: the best of them as the title's lessons/puzzles.toml.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from bivouac.agents.futures import Futures
from bivouac.core.ids import Side
from bivouac.core.state import State
from bivouac.core.text import Name, Text
from bivouac.core.title import Title
from bivouac.i18n import LANGUAGES, Catalogue, catalogue, scenario_name
from bivouac.lab.odds import Forecast, forecast, forecast_lines
from bivouac.lab.puzzles import LEAD, Puzzle, search, weigh
from bivouac.titles import load

ROOT = Path(__file__).resolve().parents[1]
MOST = 12  # puzzles for a title
STATUS, PLAN = 3, 4  # lines of the state of the match that are told, answers of the plan
WORLDS = 5  # in which a fight is looked at where things are hidden
DOUBTFUL = 0.1  # the chance of a fight that nobody would begin
APART = 12  # answers between two puzzles of one match
SEED = 10_000_000
WORDS = {
    "name": {"en": "Puzzle {n}: {scenario}", "it": "Problema {n}: {scenario}"},
    "say": {
        "en": "You play {side}. {status}.\n{prompt}\n"
        "Played on from here, the best answer wins {chance} of 100 matches, the worst {worst}. Which is the best?",
        "it": "Giochi con {side}. {status}.\n{prompt}\n"
        "Giocando da qui in avanti, la risposta migliore vince {chance} partite su 100, la peggiore {worst}. Qual è la migliore?",
    },
    "done": {
        "en": "Right: “{best}” wins {chance} of 100 matches played on from here, the next best answer (“{second}”) {other}.",
        "it": "Giusto: «{best}» vince {chance} partite su 100 giocate da qui in avanti, la seconda risposta («{second}») {other}.",
    },
    "plan": {"en": "How the computer goes on: {plan}.", "it": "Come prosegue il computer: {plan}."},
    "fight": {"en": "Odds of the fight that it leads to: {fight}.", "it": "Probabilità del combattimento che ne segue: {fight}."},
}
HEAD = """# Positions with one clearly best answer, found by tools/puzzles.py in matches of the computer against itself.
# chances: how many of a hundred playouts each answer won; benchmarks/puzzles.py plays them again with other dice.
minutes = 1
name = { en = "Puzzles", it = "Problemi" }
about = { en = "One question, one clearly best answer.", it = "Una domanda, una risposta chiaramente migliore." }
"""


class Row(NamedTuple):
    """A puzzle, and the match it was found in."""

    title: str
    seed: int
    puzzle: Puzzle


def rows_of(files: Iterable[Path]) -> list[Row]:
    found = []
    for row in (json.loads(line) for file in files if file.exists() for line in file.read_text().splitlines()):
        chances = {int(a): c for a, c in row["chances"].items()}
        found.append(Row(row["title"], row["seed"], Puzzle(row["scenario"], tuple(row["answers"]), row["side"], chances, row["playouts"])))
    return found


def add(file: Path, row: Row) -> None:
    with file.open("a") as lines:
        print(json.dumps({**row.puzzle._asdict(), "title": row.title, "seed": row.seed}), file=lines)


def best_of(rows: Iterable[Row]) -> list[Row]:
    """The clearest first; of those that lie close together in one match only the clearest."""
    chosen: list[Row] = []
    for row in sorted(rows, key=lambda row: -row.puzzle.lead):
        near = (r for r in chosen if (r.title, r.seed) == (row.title, row.seed))
        if all(abs(len(r.puzzle.answers) - len(row.puzzle.answers)) >= APART for r in near):
            chosen.append(row)
    return chosen


def position(title: Title[State], puzzle: Puzzle) -> State:
    state: State = title.setup(puzzle.scenario)
    for answer in puzzle.answers:
        title.play(state, answer)
    return state


# --- finding ------------------------------------------------------------------------------------------------------------


def find(name: str, seconds: float, file: Path, scenarios: list[str]) -> None:
    title, until = load(name), time.monotonic() + seconds
    while time.monotonic() < until:
        seed = random.randrange(10**9)
        for puzzle in search(title, random.choice(scenarios or list(title.scenarios)), seed):
            add(file, Row(name, seed, puzzle))
            if time.monotonic() > until:
                return


def weigh_again(file: Path, playouts: int, to: Path) -> None:
    done = {(row.seed, row.puzzle.answers) for row in rows_of([to])}
    for row in best_of(rows_of([file])):
        if (row.seed, row.puzzle.answers) not in done:
            title = load(row.title)
            chances = weigh(title, position(title, row.puzzle), list(row.puzzle.chances), playouts, SEED)
            puzzle = row.puzzle._replace(chances=chances, playouts=playouts)
            if puzzle.lead >= LEAD and puzzle.best == row.puzzle.best:
                add(to, row._replace(puzzle=puzzle))


# --- writing ------------------------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """How it goes on, and what is to be expected of the first fight on the way."""

    labels: list[Text]
    fight: Forecast | None

    @property
    def is_sound(self) -> bool:
        """Not where it leads to a fight that cannot be won: it may live on a weakness of the script alone."""
        return self.fight is None or self.fight.won >= DOUBTFUL


def plan_of(title: Title[State], puzzle: Puzzle) -> Plan:
    """How the script goes on from the best answer until dice fall or the other side is asked, and what is to be expected of the first
    fight on the way, for all that the side knows."""
    assert title.advice is not None
    state, side, rng = position(title, puzzle), Side(puzzle.side), random.Random(0)
    worlds = [title.determinize(state, side, rng) for _ in range(WORLDS if title.secrets else 1)]
    labels: list[Text] = []
    fight = None
    for answer in Futures(title, title.advice, side, 1).line(worlds[0], 0, first=puzzle.best)[:PLAN]:
        choice = title.choice(worlds[0], answer)
        if not labels or choice.targets:  # buttons such as "Done" say nothing
            labels.append(choice.label)
        worlds = [world for world in worlds if world.stack and answer in world.options]
        found = [forecast(title, world, answer, rng) for world in worlds] if fight is None else []
        fight = fight or mean([f for f in found if f is not None])
        for world in worlds:
            title.play(world, answer)
    return Plan(labels, fight)


def mean(found: list[Forecast]) -> Forecast | None:
    """What is to be expected where it is not known which of these it is."""
    if not found:
        return None
    taken = [f.taken for f in found if f.taken is not None]
    won, own, enemy = (sum(values) / len(found) for values in zip(*((f.won, f.own, f.enemy) for f in found), strict=True))
    return found[0]._replace(won=won, own=own, enemy=enemy, taken=sum(taken) / len(taken) if taken else None)


def facts_of(title: Title[State], puzzle: Puzzle, words: Catalogue) -> dict[str, str]:
    state, ranked = position(title, puzzle), sorted(puzzle.chances, key=lambda a: -puzzle.chances[a])
    labels = [words.say(title.choice(state, a).label) for a in ranked[:2]]
    chances = [str(round(100 * puzzle.chances[a])) for a in ranked]
    question = title.question(state)
    assert question is not None
    return {
        "scenario": scenario_name(title, title.scenarios[puzzle.scenario], words.language),
        "side": words.fill("{side:the}" if words.language == "en" else "{side:il}", {"side": Name("side", puzzle.side)}),
        "status": ". ".join(words.say(line) for line in title.table.layout(title.view(state, Side(puzzle.side))).status[:STATUS]),
        "prompt": words.say(question.prompt),
        **dict(zip(("best", "second"), labels, strict=True)),
        **dict(zip(("chance", "other", "worst"), (*chances[:2], chances[-1]), strict=True)),
    }


def words_of(title: Title[State], puzzle: Puzzle, plan: Plan, number: int) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {"name": {}, "say": {}, "done": {}}
    for language in LANGUAGES:
        words = catalogue(language, title)
        facts = {"n": str(number), **facts_of(title, puzzle, words)}
        told = ["done"]
        if len(plan.labels) > 1:
            told, facts["plan"] = [*told, "plan"], "; ".join(words.say(label) for label in plan.labels[1:])
        if plan.fight is not None:
            told, facts["fight"] = [*told, "fight"], "; ".join(forecast_lines(plan.fight, words.say, language))
        found["name"][language] = WORDS["name"][language].format(**facts)
        found["say"][language] = WORDS["say"][language].format(**facts)
        found["done"][language] = "\n".join(WORDS[key][language].format(**facts) for key in told)
    return found


def both(words: dict[str, str]) -> str:
    return f"{{ en = {json.dumps(words['en'], ensure_ascii=False)}, it = {json.dumps(words['it'], ensure_ascii=False)} }}"


def block(title: Title[State], puzzle: Puzzle, plan: Plan, number: int) -> str:
    words = words_of(title, puzzle, plan, number)
    chances = ", ".join(f'"{a}" = {100 * c:.1f}' for a, c in sorted(puzzle.chances.items(), key=lambda pair: -pair[1]))
    side = "union" if puzzle.side == Side.UNION else "csa"
    return f"""
# {puzzle.playouts} playouts; ahead by {100 * puzzle.lead:.1f} points
[[chapters]]
name = {both(words["name"])}
done = {both(words["done"])}
position = {{ scenario = "{puzzle.scenario}", side = "{side}", answers = {list(puzzle.answers)} }}

[[chapters.steps]]
say = {both(words["say"])}
expect = [{puzzle.best}]
free = true
chances = {{ {chances} }}
"""


def write(name: str, files: list[Path]) -> None:
    title = load(name)
    puzzles = (row.puzzle for row in best_of(row for row in rows_of(files) if row.title == name))
    planned = ((puzzle, plan_of(title, puzzle)) for puzzle in puzzles)
    chosen = islice(((puzzle, plan) for puzzle, plan in planned if plan.is_sound), MOST)
    blocks = [block(title, puzzle, plan, n) for n, (puzzle, plan) in enumerate(chosen, 1)]
    target = ROOT / "src" / "bivouac" / "titles" / name.replace("-", "_") / "lessons" / "puzzles.toml"
    target.write_text(HEAD + "".join(blocks), "utf-8")


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "find":
        find(rest[0], float(rest[1]), Path(rest[2]), rest[3:])
    elif what == "weigh":
        weigh_again(Path(rest[0]), int(rest[1]), Path(rest[2]))
    else:
        write(rest[0], [Path(file) for file in rest[1:]])
