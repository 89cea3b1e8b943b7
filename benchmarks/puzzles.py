"""`python benchmarks/puzzles.py [TITLE…] [--playouts 1000]`: play the answers of every puzzle again, longer and with other dice.

A puzzle stands if its best answer is still at least 15 points of a hundred ahead of the next. Made for pieces: a title at a time.
"""

from __future__ import annotations

import argparse

from bivouac import load, titles
from bivouac.lab.puzzles import LEAD, lead_of, weigh
from bivouac.match.lesson import course_of, lesson_of, lessons_of

SEED = 20_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=titles())
    parser.add_argument("--playouts", type=int, default=1000)
    wanted = parser.parse_args()
    for name in wanted.titles:
        chapters = lesson_of(name, "puzzles").chapters if "puzzles" in lessons_of(load(name)) else ()
        stand = [again(name, number, wanted.playouts) for number in range(len(chapters))]
        print(f"{name}: {sum(stand)} of {len(stand)} stand, {wanted.playouts} playouts for each answer", flush=True)


def again(name: str, number: int, playouts: int) -> bool:
    """One puzzle once more; says whether it stands."""
    state, (step,) = course_of(name, "puzzles", number).begin().state, lesson_of(name, "puzzles").chapters[number].steps
    told = {int(answer): chance / 100 for answer, chance in step.chances.items()}
    found = weigh(load(name), state, list(told), playouts, SEED)
    stands = max(found, key=lambda a: found[a]) in step.expect and lead_of(found) >= LEAD
    leads = f"ahead by {100 * lead_of(found):.1f} points (file: {100 * lead_of(told):.1f})"
    print(f"{name} {number + 1}: {'stands' if stands else 'FALLS'}, {leads}", flush=True)
    return stands


if __name__ == "__main__":
    main()
