"""The coach: before a grave mistake against a computer it says what it fears. It knows no more than the side that it advises."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.ids import Side
from bivouac.server import render
from bivouac.server.errors import Refused
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.players import Fear, Position
from bivouac.server.render import Reader
from bivouac.server.words import say_web, speaker


async def feared(hub: Hub, live: Live, side: Side, answers: Sequence[int], stamp: int) -> Fear | None:
    """What is to be feared of some answers of a side that plays against a computer; nothing where they are no answers to the question that
    is asked now, in a lesson, which says itself what it thinks of them, or where the house is too busy to think about it."""
    if (
        live.course is not None
        or live.agent_of(side.other) is None
        or live.agent_of(side) is not None
        or live.asked != side
        or stamp != live.stamp
    ):
        return None
    try:
        return await hub.players.coach(Position.of(live.match), int(side), answers)
    except Refused:
        return None


def in_words(live: Live, reader: Reader, fear: Fear) -> str:
    say, language = speaker(live.title, reader.language), reader.language
    words = [say_web(language, "study.fear", best=round(100 * fear.best), chance=round(100 * fear.chance), better=say(fear.better))]
    if fear.fight is not None:
        words += [say_web(language, "study.fear_fight"), *render.forecast_words(live, reader, 0, fear.fight).lines]
    return " ".join(words)
