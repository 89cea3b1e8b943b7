"""Where the procedure can stand: DRAW - DRAW - MOVE - PICKET - POST - (FIGHT) - END - MOVE …"""

from typing import NamedTuple

from bivouac.core.boxes import Boxes
from bivouac.core.ways import Verb
from toy.printed.map import POSTS
from toy.printed.units import GONE, PICKETS


class Box(Boxes):
    DRAW = 0
    MOVE = 1
    PICKET = 2
    POST = 3
    FIGHT = 4
    END = 5


class At(NamedTuple):
    """The box, the picket in hand, the post it goes to."""

    box: Box
    picket: int = GONE
    post: int = GONE


PICKET = Verb(0, "picket", PICKETS)
POST = Verb(0, "post", POSTS)
