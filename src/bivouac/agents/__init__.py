"""Who decides for a seat."""

from bivouac.agents.agent import LEVELS, Agent, agents, answer_of, hire_agent, level_of, make_agent, thinks
from bivouac.agents.clock import Clock
from bivouac.agents.coach import Judgement, judged
from bivouac.agents.search import Effort, best_lines, hints, winning_chance

__all__ = [
    "LEVELS",
    "Agent",
    "Clock",
    "Effort",
    "Judgement",
    "agents",
    "answer_of",
    "best_lines",
    "hints",
    "hire_agent",
    "judged",
    "level_of",
    "make_agent",
    "thinks",
    "winning_chance",
]
