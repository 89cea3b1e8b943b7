"""Before somebody chooses: where an army could retreat to if it were attacked, who could reinforce it, what a march costs."""

from __future__ import annotations

from bivouac.core.kit.bits import bits
from bivouac.core.outlook import Outlook
from bivouac.core.text import Name, Text
from bivouac.core.ways import allowed
from bivouac.titles.house_divided.frames import AT, Box
from bivouac.titles.house_divided.printed.map import N
from bivouac.titles.house_divided.printed.units import PIECES, SIDE_OF
from bivouac.titles.house_divided.rules.ch05_retreat import MAY_FLEE, MAY_REINFORCE, is_beside_the_battle, is_beside_to_help
from bivouac.titles.house_divided.state import State


def outlook(s: State, thing: Name) -> Outlook | None:
    """A piece on the map. From which boxes an enemy will come nobody knows yet: those close as well (5.2.5f)."""
    if thing.kind != "piece" or not 0 <= thing.id < PIECES or not 0 <= s.box[thing.id] < N:
        return None
    side, tried = SIDE_OF[thing.id], s.clone()
    helps = reinforcements(s, s.box[thing.id], side)
    if s.place != s.box[thing.id]:
        tried.place, tried.attacker, tried.came = s.box[thing.id], 1 - side, [0, 0]
    tried.winner = 1 - side
    open_boxes = is_beside_the_battle(tried, None)
    for closed in MAY_FLEE:
        open_boxes &= ~closed(tried, None)
    return Outlook(retreat=tuple(Name("box", box) for box in bits(open_boxes)), rule="AHD-5.2.5d", helps=helps)


def reinforcements(s: State, box: int, side: int) -> tuple[Name, ...]:
    """The pieces that could still come to a battle in a box: the one that is fought there, or one in which the active side attacks."""
    tried = s.clone()
    if s.place != box:
        tried.place, tried.attacker, tried.arrived = box, s.active, 0
    tried.firing = side
    return tuple(Name("piece", p) for p in allowed(is_beside_to_help, MAY_REINFORCE, tried, AT[Box.REINFORCE]))


def spent(before: State, after: State) -> Text | None:
    """Marches; where the turn has gone on, all that were left."""
    n = before.marches - after.marches if after.active == before.active else before.marches
    return Text("outlook.cost", {"n": n}) if n > 0 else None
