"""The scenarios: where the pickets stand, and how long it lasts."""

from bivouac.core.data import read
from bivouac.core.title import Scenario
from toy.printed.map import FILES, POST_NAMES
from toy.printed.schema import ScenarioFile


def read_scenario(text: str, name: str) -> Scenario:
    """Its data: the posts of the four pickets, and the number of moves."""
    file = read(ScenarioFile, text, name)
    return Scenario(name, file.source, ([POST_NAMES.index(post) for post in file.posts], file.moves))


SCENARIOS = {name: read_scenario(text, name) for name, text in FILES.scenarios().items()}
