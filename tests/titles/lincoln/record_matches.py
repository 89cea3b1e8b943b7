"""Record one match for every way Lincoln can end, into `matches/`. To be run again when data or rules have changed:

PYTHONPATH=src:tests python tests/titles/lincoln/record_matches.py
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from bivouac import Match
from bivouac.match import format_save
from bivouac.titles.lincoln import TITLE
from bivouac.titles.lincoln.frames import PASS

FOLDER = Path(__file__).parent / "matches"
ENDINGS = ("first_gate", "second_gate", "last_gate", "given_up", "europe", "washington", "points", "cities")


def played(seed: str, slips: float, *, idle_union: bool = False) -> Match:
    """A match between two scripts that at times take a lower choice; or a Union that only passes."""
    rng = Random(seed)
    match = Match.new(TITLE, seed=seed, keep_log=False)
    while (question := match.question) is not None:
        if idle_union and question.side == 0 and PASS in question.options:
            answer = int(PASS)
        else:
            order = TITLE.advice.order(match.state)
            rank = 0
            while rank < len(order) - 1 and rng.random() < slips:
                rank += 1
            answer = order[rank]
        match.submit(answer, side=question.side, serial=question.serial)
    return match


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    missing = set(ENDINGS)
    number = 0
    while missing:
        number += 1
        match = played(f"record:{number}", 0.1, idle_union=missing == {"given_up"} or number % 20 == 0)
        if match.outcome is not None and match.outcome.ending in missing:
            missing.remove(match.outcome.ending)
            (FOLDER / f"{match.outcome.ending}.json").write_text(format_save(match.save()), "utf-8")
            print(match.outcome.ending, "is match", number)


if __name__ == "__main__":
    main()
