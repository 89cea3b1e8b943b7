"""Who decides for a seat."""

from bivouac.agents.agent import LEVELS, Agent, agents, make_agent
from bivouac.agents.clock import Clock

__all__ = ["LEVELS", "Agent", "Clock", "agents", "make_agent"]
