"""`python benchmarks/puzzles.py [TITLE…] [--playouts 1000]`: play the answers of every puzzle again, longer and with other dice.

A puzzle stands if its best answer is still at least 15 points of a hundred ahead of the next.
"""

from __future__ import annotations

import argparse

from bivouac import load, titles
from bivouac.lab.puzzles import LEAD, weigh
from bivouac.match.lesson import course_of, lesson_of, lessons_of

SEED = 20_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=titles())
    parser.add_argument("--playouts", type=int, default=1000)
    wanted = parser.parse_args()
    for name in wanted.titles:
        title = load(name)
        chapters = lesson_of(name, "puzzles").chapters if "puzzles" in lessons_of(title) else ()
        for number, chapter in enumerate(chapters):
            state, (step,) = course_of(name, "puzzles", number).begin().state, chapter.steps
            answers = [int(a) for a in step.chances]
            found = sorted(weigh(title, state, answers, wanted.playouts, SEED).items(), key=lambda pair: -pair[1])
            lead, right = found[0][1] - found[1][1], found[0][0] in step.expect
            told = sorted(step.chances.values(), reverse=True)
            verdict = "stands" if right and lead >= LEAD else "FALLS"
            print(f"{name} {number + 1}: {verdict}, ahead by {100 * lead:.1f} points (file: {told[0] - told[1]:.1f})")


if __name__ == "__main__":
    main()
