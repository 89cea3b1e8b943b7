"""The options of the rules, and how a match begins."""

from bivouac.core.title import RuleOption, Scenario
from toy.frames import At, Box
from toy.state import State

OPTIONS = {"long-guns": RuleOption("long-guns", "TOY-4b", formerly="long_guns")}


def start(scenario: Scenario, options: frozenset[str]) -> State:
    posts, moves = scenario.data
    return State(stack=(At(Box.DRAW),), post=list(posts), left=moves, long_guns=int("long-guns" in options))
