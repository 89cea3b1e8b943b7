"""What the drawings mean."""

from bivouac.core.draw import legend
from bivouac.core.table import Sign
from bivouac.core.text import Name, Text
from bivouac.core.title import Scenario
from toy.draw.faces import COLOURS, picket


def signs(scenario: Scenario) -> tuple[Sign, ...]:
    return tuple(legend.piece(picket(key), Text("labels.picket", {"side": Name("side", n)})) for n, key in enumerate(COLOURS))
