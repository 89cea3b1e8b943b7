"""Who decides for a seat."""

from bivouac.agents.agent import LEVELS, Agent, agents, hire_agent, level_of, make_agent
from bivouac.agents.clock import Clock
from bivouac.agents.search import Effort, hints, winning_chance

__all__ = ["LEVELS", "Agent", "Clock", "Effort", "agents", "hints", "hire_agent", "level_of", "make_agent", "winning_chance"]
