"""Plans for one's own next turn: kept for a side of a match with the private copy they were made on, and told to nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import SystemRandom
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State
from bivouac.core.text import Text
from bivouac.core.title import Title
from bivouac.i18n import LANGUAGES
from bivouac.match.ahead import Step, acting, forward, imagined, is_own_turn, now_of, steps_of
from bivouac.server.hub import Hub
from bivouac.server.keeping import beginning_of
from bivouac.server.live import Live
from bivouac.server.schema import AHEAD
from bivouac.server.seats import Ahead, Line, Study, seated
from bivouac.server.store import Beginning, Key, add_key, new_token
from bivouac.server.words import say_web, speaker

TRIES = 3  # worlds that are imagined until one comes to the side's turn
MOST_LABELS = 3
BETWEEN, LEFT_OUT = " · ", " … "


class Plan(msgspec.Struct):
    """The steps that are left. `turn` and `who`: the part of a turn in which some of them have come due."""

    steps: list[Step] = []
    turn: tuple[int, int] | None = None
    who: str = ""

    def due(self, title: Title[State], state: State, side: int) -> list[Step]:
        """The steps whose turn has come. What was due in a turn that is over is no more."""
        if self.turn is not None and (not state.stack or now_of(title, state) != self.turn):
            self.drop([step for step in self.steps if step.who == self.who])
            self.turn = None
        if not is_own_turn(title, state, side):
            return []
        self.turn, self.who = now_of(title, state), acting(title, state)
        return [step for step in self.steps if step.who == self.who]

    def drop(self, steps: Sequence[Step]) -> None:
        self.steps = [step for step in self.steps if not any(step is other for other in steps)]


class Kept(NamedTuple):
    copy: str
    plan: Plan


class Plans:
    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store
        self._tasks: set[asyncio.Task[None]] = set()
        hub.after.append(self.changed)

    def of(self, match: str, side: int) -> Kept | None:
        with self.store.reader.connect() as db:
            row = db.execute(sa.select(AHEAD.c.copy, AHEAD.c.plan).where(_at(match, side))).first()
        return None if row is None else Kept(row.copy, msgspec.json.decode(row.plan, type=Plan))

    def keep(self, match: str, side: int, kept: Kept) -> None:
        values = {"copy": kept.copy, "plan": msgspec.json.encode(kept.plan).decode()}
        with self.store.engine.begin() as db:
            if db.execute(AHEAD.update().where(_at(match, side)).values(**values)).rowcount == 0:
                db.execute(AHEAD.insert().values(match=match, side=side, **values))

    async def forget(self, match: str, side: int) -> None:
        """The plan and its copy."""
        kept = await self.hub.looking(self.of, match, side)
        if kept is None:
            return
        await self.hub.writing(self._delete, match, side, kept.copy)
        if (copy := self.hub.table(kept.copy)) is not None:
            self.hub.forget(copy)

    def _delete(self, match: str, side: int, copy: str) -> None:
        with self.store.engine.begin() as db:
            db.execute(AHEAD.delete().where(_at(match, side)))
        self.store.delete([copy])

    def key_to(self, copy: str) -> str:
        """A link of one's own to a copy."""
        token = new_token()
        with self.store.engine.begin() as db:
            add_key(db, token, Key(copy, (0, 1), owner=True))
        return token

    def changed(self, live: Live) -> None:
        """A match that is over needs no plans."""
        if live.match.outcome is not None and live.study is None:
            task = asyncio.get_running_loop().create_task(self._over(live.id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _over(self, match: str) -> None:
        for side in SIDES:
            await self.forget(match, int(side))


def _at(match: str, side: int) -> sa.ColumnElement[bool]:
    return sa.and_(AHEAD.c.match == match, AHEAD.c.side == side)


def copy_of(live: Live, side: Side, language: str, *, rated: bool) -> Beginning | None:
    """A private copy of a match at the side's next turn, as far as it can know; None where it would not come to that."""
    for _ in range(TRIES):
        match = imagined(live.match, side, SystemRandom())
        if forward(match, side):
            seating = seated({"0": "me", "1": "here"}, {}, live.most_seconds)
            quiet = Line(say_web(language, "ahead.quiet"), list(match.answers))
            seating.seats[Side.UNION].study = Study(f"/t/{live.watch}", 0, [quiet], Ahead(int(side), rated))
            return beginning_of(match, seating)
    return None


def planned(hub: Hub, copy: Live, side: Side) -> list[Step]:
    """What the side does on its private copy."""

    def words(labels: Sequence[Text]) -> dict[str, str]:
        return {language: _in_short([speaker(copy.title, language)(label) for label in labels]) for language in LANGUAGES}

    return steps_of(copy.match, side, 0, hub.keeper.branch(copy, 0).state, words)


def _in_short(labels: Sequence[str]) -> str:
    said = list(dict.fromkeys(labels))
    return BETWEEN.join(said) if len(said) <= MOST_LABELS else f"{said[0]}{LEFT_OUT}{said[-1]}"
