"""Who decides for a seat."""

from bivouac.agents.agent import Agent, Clock, agents, make_agent

__all__ = ["Agent", "Clock", "agents", "make_agent"]
