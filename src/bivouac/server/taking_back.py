"""Taking back: freely where nothing was learned since, and beyond that by asking the other side."""

from __future__ import annotations

from bivouac.core.ids import Side
from bivouac.core.text import Text
from bivouac.match import CannotUndo
from bivouac.server.hub import Hub, forget_what_was_told
from bivouac.server.live import Live
from bivouac.server.seats import expected


async def take_back(hub: Hub, live: Live, side: Side, *, whole: bool = False, granted: bool = False, practice: bool = False) -> None:
    """Take back the side's last answer, or with `whole` all it may freely take back."""

    def taken_back() -> int:
        before = live.serial
        live.match.nonces = expected(live.seats)
        live.match.undo(side, granted=granted, practice=practice)
        if whole and not granted:
            _take_back_the_rest(live, side)
        live.request = None
        hub.keeper.rewind(live, before)
        forget_what_was_told(live)
        return int(side)

    if granted or live.match.undo_obstacle(side) is None:
        hub.thinking.break_off(live)
    await hub.change(live, taken_back)


def _take_back_the_rest(live: Live, side: Side) -> None:
    while live.match.undo_obstacle(side) is None:
        try:
            live.match.undo(side)
        except CannotUndo:  # older than what is in memory
            return


async def ask_to_take_back(hub: Hub, live: Live, side: Side) -> None:
    """Beyond what is free: the other side is asked. Against a computer it is what the match is for: for practice anything is taken
    back, but for a match with secrets that is over; in earnest nothing is."""
    obstacle = live.match.undo_obstacle(side)
    if obstacle is not None and obstacle.key == "errors.nothing_to_undo":
        raise CannotUndo(obstacle)
    if live.agent_of(side.other) is not None:
        if not live.seats[side.other].practice:
            raise CannotUndo(Text("errors.undo_earnest"))
        if live.title.secrets and live.match.outcome is not None:
            raise CannotUndo(Text("errors.undo_seen"))
        await take_back(hub, live, side, granted=True, practice=True)
    elif live.request != side:
        await _request(hub, live, int(side))


async def reply(hub: Hub, live: Live, asking: Side, *, yes: bool) -> None:
    """What the other side says to that."""
    if yes:
        await take_back(hub, live, asking, granted=True)
    else:
        await _request(hub, live, None)


async def _request(hub: Hub, live: Live, side: int | None) -> None:
    def written() -> int | None:
        live.request = side
        hub.keeper.append(live, live.serial, [])
        return side

    await hub.change(live, written)
