"""A bot in twenty lines: it likes the options after which the title's own evaluation thinks best of it.

python examples/bot.py house-divided
PYTHONPATH=examples bivouac simulate house-divided --union bot:Hopeful --csa recruit --matches 4
"""

import sys
from random import Random

from bivouac import Match, Side
from bivouac.agents import Clock, make_agent


class Hopeful:
    name = "hopeful"

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def decide(self, view, question, clock):
        def hope(option):
            world = view.sample(self.rng)  # a state this side cannot tell from the true one
            view.title.play(world, option)
            if world.outcome:
                return float(world.outcome.winner == question.side)
            return view.title.advice.evaluate(world, question.side)

        return max(question.options, key=hope)


def main(title: str = "house-divided") -> None:
    match = Match.new(title, seed=1)
    seats = {Side.UNION: Hopeful(Random(1)), Side.CSA: make_agent("random", Random(2))}
    while (question := match.question) is not None:
        option = seats[question.side].decide(match.view(question.side), question, Clock())
        match.submit(option, side=question.side, serial=question.serial)
    print(match.outcome, "after", len(match.answers), "answers")


if __name__ == "__main__":
    main(*sys.argv[1:])
