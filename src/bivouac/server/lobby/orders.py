"""Standing orders: what is answered for somebody in the other side's turn, so that a turn need not wait for them at every question.

An order is for one kind of question in the other side's turn, by the box of the title's flow; or for a formation of one's own, where those
act one after another: the adjutant then leads it whenever it is its turn. The adjutant is the title's script, asked in a world that the
side cannot tell from the true one, so that it knows nothing its side does not; what an order says of numbers and words goes first.
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
from bivouac.core.text import Name
from bivouac.core.title import Title
from bivouac.i18n import LANGUAGES
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.protocol import Order
from bivouac.server.schema import MATCHES, ORDERS
from bivouac.server.store import Store
from bivouac.server.words import speaker

LOG = logging.getLogger("bivouac.orders")


def kinds(title: Title[State]) -> dict[str, str]:
    """The questions that may fall in the other side's turn: box and clause."""
    if title.turns is None:
        return {}
    asks = {box: node for box, node in title.flow.boxes.items() if isinstance(node, Ask)}
    return {title.flow.name_of(box): node.rule for box, node in asks.items() if node.side is not title.turns.active}


def formations(title: Title[State], side: Side) -> dict[str, Name]:
    """The formations that a side may leave to its adjutant."""
    return {str(name): name for name in title.turns.formations(side)} if title.turns is not None else {}


def is_others_turn(title: Title[State], state: State, side: int) -> bool:
    """Whether a side is asked while the other one moves."""
    return title.turns is not None and int(title.turns.active(state, state.stack[-1])) != side


def box_at(title: Title[State], state: State, side: int) -> str | None:
    """What an order has to be for to answer the question at hand: its box in the other side's turn, and where formations act one after
    another but it is nobody's round (by night); a formation in one's own."""
    if title.turns is None or not state.stack:
        return None
    box = title.flow.name_of(state.stack[-1].box)
    if is_others_turn(title, state, side):
        return box
    acting = title.turns.formation(state)
    if acting is None and title.turns.formations(Side(side)) and box in kinds(title):
        return box
    return None if acting is None else str(acting)


def answer(title: Title[State], state: State, side: Side, orders: Sequence[Order]) -> int | None:
    """What the orders of a side answer to the question at hand; None: it is asked itself."""
    box = box_at(title, state, side)
    order = next((o for o in orders if o.box == box), None)
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
        if _may_be_ordered(live):
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
                if not _may_be_ordered(live):
                    return
                side = Side(live.asked or 0)
                orders = await self.hub.looking(self.orders.of, live.id, int(side))
                given = await self.hub.looking(answer, live.title, live.match.state, side, orders) if orders else None
                if given is not None:
                    await self.hub.play(live, side, given, live.stamp)
        except Exception:
            LOG.exception("the orders of match %s could not be followed", live.id)


def _may_be_ordered(live: Live) -> bool:
    """Whether a person is asked something that orders may answer."""
    side = live.asked
    return side in SIDES and live.agent_of(side) is None and box_at(live.title, live.match.state, int(side or 0)) is not None
