"""Standing orders: what is answered for somebody in the other side's turn, so that a turn need not wait for them at every question.

An order is for one kind of question, by the box of the title's flow. The adjutant is the title's script, asked in a world that the side
cannot tell from the true one, so that it knows nothing its side does not; what an order says of numbers and words goes first.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from random import Random

import msgspec
import sqlalchemy as sa

from bivouac.core.flow import Ask
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State
from bivouac.core.table import Choice
from bivouac.core.title import Title
from bivouac.i18n import LANGUAGES
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.protocol import Order
from bivouac.server.schema import MATCHES, ORDERS
from bivouac.server.store import Store
from bivouac.server.words import speaker

LOG = logging.getLogger("bivouac.orders")
ITS_OWN = "the_active"  # the name by which flows call the side whose turn it is


def kinds(title: Title[State]) -> dict[str, str]:
    """The questions that may fall in the other side's turn: box and clause."""
    return {
        title.flow.name_of(box): node.rule
        for box, node in title.flow.boxes.items()
        if isinstance(node, Ask) and getattr(node.side, "__name__", "") != ITS_OWN
    }


def is_others_turn(state: State, side: int) -> bool:
    """Whether a side is asked while the other one moves."""
    mover = getattr(state, "active", getattr(state, "side", None))
    return mover is not None and int(mover) != side


def answer(title: Title[State], state: State, side: Side, orders: Sequence[Order]) -> int | None:
    """What the orders of a side answer to the question at hand; None: it is asked itself."""
    question = title.question(state)
    order = next((o for o in orders if question is not None and o.box == question.box), None)
    if order is None or order.how == "ask" or title.advice is None:
        return None
    choices = [title.choice(state, a) for a in state.options]
    buttons = [c.answer for c in choices if not c.targets]
    if order.how == "decline":
        return buttons[0] if buttons else None
    allowed = [c for c in choices if not c.targets or _is_enough(c, order.least)]
    if not allowed:
        return None
    named = [c.answer for c in allowed if order.words and _says(title, c, order.words)]
    open_to = named or [c.answer for c in allowed]
    ranked = title.advice.order(title.determinize(state, side, Random(len(state.options))))
    return next((a for a in ranked if a in open_to), open_to[0])


def _is_enough(choice: Choice, least: int | None) -> bool:
    """Whether a number that the option speaks of is large enough; what speaks of none always is."""
    numbers = [value for value in choice.label.args.values() if isinstance(value, int) and not isinstance(value, bool)]
    return least is None or not numbers or max(numbers) >= least


def _says(title: Title[State], choice: Choice, words: str) -> bool:
    return any(words.casefold() in speaker(title, language)(choice.label).casefold() for language in LANGUAGES)


class Orders:
    """They are kept for a side of a match, and told to nobody else."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, match: str, side: int) -> list[Order]:
        wanted = sa.select(ORDERS.c.orders).where(ORDERS.c.match == match, ORDERS.c.side == side)
        with self.store.reader.connect() as db:
            found = db.execute(wanted).scalar()
        return msgspec.json.decode(found, type=list[Order]) if found else []

    def keep(self, match: str, side: int, orders: Sequence[Order]) -> None:
        with self.store.engine.begin() as db:
            db.execute(ORDERS.delete().where(ORDERS.c.match == match, ORDERS.c.side == side))
            if orders:
                db.execute(ORDERS.insert().values(match=match, side=side, orders=msgspec.json.encode(orders).decode()))

    def open_matches(self) -> list[str]:
        wanted = sa.select(ORDERS.c.match).join(MATCHES, MATCHES.c.id == ORDERS.c.match).where(MATCHES.c.outcome.is_(None))
        with self.store.reader.connect() as db:
            return sorted({match for (match,) in db.execute(wanted)})


class Adjutant:
    """Answers where orders were left, after every change at a table of this process."""

    def __init__(self, hub: Hub, orders: Orders) -> None:
        self.hub, self.orders = hub, orders
        self._tasks: set[asyncio.Task[None]] = set()
        hub.after.append(self.changed)

    def changed(self, live: Live) -> None:
        side = live.asked
        if side in SIDES and live.agent_of(side) is None and is_others_turn(live.match.state, int(side or 0)):
            task = asyncio.get_running_loop().create_task(self._answer(live))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def begin(self) -> None:
        """What a process that is no more may have left unanswered."""
        with contextlib.suppress(Exception):
            for match in await self.hub.looking(self.orders.open_matches):
                self.changed(await self.hub.get(match))

    async def _answer(self, live: Live) -> None:
        try:
            async with self.hub.at(live):
                side = live.asked
                if side not in SIDES or live.agent_of(side) is not None or not is_others_turn(live.match.state, int(side or 0)):
                    return
                orders = await self.hub.looking(self.orders.of, live.id, int(side or 0))
                given = await self.hub.looking(answer, live.title, live.match.state, Side(side or 0), orders) if orders else None
                if given is not None:
                    await self.hub.play(live, Side(side or 0), given, live.stamp)
        except Exception:
            LOG.exception("the orders of match %s could not be followed", live.id)
