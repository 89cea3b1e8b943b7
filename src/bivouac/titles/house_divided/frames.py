"""Where a procedure can stand: the boxes of the flow chart, the frames, and the verbs a side can choose (as ints).

A player turn is a stack of segments, the next one on top; each takes itself off when it is finished.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bivouac.core.boxes import Boxes
from bivouac.core.ways import Verb
from bivouac.titles.house_divided.printed.map import TO, N
from bivouac.titles.house_divided.printed.units import GARRISON, KINDS

# --- verbs --------------------------------------------------------------------------------------------------

MARCH: Final = Verb(0, "box", N + 1)  # from which box
SAIL: Final = Verb(200, "box", N + 1)  # a piece leaves that port by sea
LEAD: Final = Verb(400, "piece", GARRISON)  # a leader moves alone
DONE: Final = Verb(-1)  # enough: no more marches, pieces, reinforcements, recruits, promotions
PIECE: Final = Verb(0, "piece", GARRISON + 1)
BOX: Final = Verb(0, "box", N + 1)
GO: Final = Verb(1, "line", len(TO))
STOP: Final = Verb(0)  # instead of a line: the move ends here
ENTRENCH: Final = Verb(-1)  # instead of a line
FIGHT_ON: Final = Verb(-1)  # instead of a box to retreat to
HOLD_FIRE: Final = Verb(-1)  # no enemy may be aimed at
ARM: Final = Verb(0, "kind", len(KINDS))
NO: Final = Verb(0)
YES: Final = Verb(1)


class Box(Boxes):
    """The boxes, in the order of the turn."""

    GAME_TURN = 0
    PLAYER_TURN = 1
    SUPPORT = 2
    SUPPORT_LOSS = 3
    ARRIVALS = 4
    PLACE_LEADER = 5
    BORDER = 6
    BORDER_DIE = 7
    INTERVENTION = 8
    MARCHES = 9
    MARCH_DIE = 10
    BREAK_OUT = 11
    MARCH = 12
    PIECE = 13
    STEP = 14
    SAIL_PIECE = 15
    SAIL_TO = 16
    COMBAT = 17
    CONTAIN = 18
    NEXT_BATTLE = 19
    CHOOSE_BATTLE = 20
    ESCAPE = 21
    ESCAPE_TO = 22
    COMMAND_DIE = 23
    RETREAT = 24
    REINFORCE = 25
    ENGAGE = 26
    BONUS = 27
    AIM = 28
    SHOT = 29
    ROUT = 30
    RALLY = 31
    DESERT = 32
    ROUTED_TO = 33
    VICTOR = 34
    RECOVER = 35
    PROMOTIONS = 36
    TRAINING_DIE = 37
    PROMOTE = 38
    RECRUITMENT = 39
    RECRUIT_DIE = 40
    CITY = 41
    ARM = 42
    END_TURN = 43
    WASHINGTON_DIE = 44
    TURN_DONE = 45
    ONWARD = 46  # a piece under way, in a box without enemies
    JUMP = 47  # or with enemies
    ANNOUNCE = 48  # who names his target next


class At(NamedTuple):
    """Nothing to remember beyond the box."""

    box: Box


class Items(NamedTuple):
    """A list to work through, the first item now: boxes without support, ports to contain, the city of a recruit."""

    box: Box
    items: tuple[int, ...]


class One(NamedTuple):
    """One thing: a leader to place, a border state to roll for, a side that rolls or rallies."""

    box: Box
    item: int


class March(NamedTuple):
    """A march from one box. used: the pieces and leaders that have taken part."""

    box: Box
    frm: int
    used: int = 0


class Step(NamedTuple):
    """A piece under way. kind: of the lines so far; fast: it moves like cavalry; friendly: all lines so far were own railroads; down:
    all went downstream; jumped: it jumped in this very move."""

    box: Box
    piece: int
    steps: int = 0
    kind: int = -1
    fast: bool = False
    friendly: bool = True
    down: bool = True
    jumped: bool = False


class Sail(NamedTuple):
    """A piece that goes by sea from a port."""

    box: Box
    port: int
    piece: int = -1


FRAMES: Final = (At, Items, One, March, Step, Sail)

AT: Final = tuple(At(box) for box in Box)  # the frames without memory, made once
SEGMENTS: Final = (
    AT[Box.END_TURN],
    AT[Box.RECRUITMENT],
    AT[Box.PROMOTIONS],
    AT[Box.RECOVER],
    AT[Box.COMBAT],
    AT[Box.MARCHES],
    AT[Box.INTERVENTION],
    One(Box.BORDER, 0),
    AT[Box.ARRIVALS],
    AT[Box.SUPPORT],
)
