"""Bivouac: American Civil War wargames, every rule enforced. See docs/ for how to write a bot."""

from bivouac.agents import Agent
from bivouac.core.build import VERSION
from bivouac.core.ids import Side
from bivouac.core.legality import Refusal
from bivouac.match import Match
from bivouac.titles import broken_titles, load, titles

__all__ = ["Agent", "Match", "Refusal", "Side", "broken_titles", "load", "titles"]
__version__ = VERSION
