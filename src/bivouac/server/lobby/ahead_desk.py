"""Where a turn is planned ahead: on a private copy of the match, kept, and sent when it has come."""

from __future__ import annotations

from random import Random
from typing import Literal

from litestar import get, post

from bivouac.core.ids import SIDES, Side
from bivouac.core.legality import Refusal
from bivouac.core.text import Text
from bivouac.i18n import catalogue
from bivouac.match import Stale
from bivouac.match.ahead import Fit, Step, changes, fits, is_own_turn, look
from bivouac.server import protocol
from bivouac.server.club.fair import is_rated
from bivouac.server.errors import Refused
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.lobby.ahead import Kept, Plan, Plans, copy_of, planned
from bivouac.server.people.place import place_of
from bivouac.server.render import Reader
from bivouac.server.requests import Req, hub_of, player, query_is, seat, wish_in, wish_is

Stopped = Literal["changed", "cannot"] | None


async def _seat(request: Req, token: str, wanted: int | None = None) -> tuple[Live, Reader, Side, Plans]:
    """Who sits at one side of a match that goes on."""
    live, reader = await seat(request, token, wanted)
    return live, reader, player(live, reader, wanted), place_of(request).plans


@get("/api/table/{token:str}/ahead", opt=query_is("as"))
async def ahead(request: Req, token: str) -> protocol.Planned:
    """What one has planned, and what of it can be sent."""
    live, reader, side, plans = await _seat(request, token)
    hub = hub_of(request)
    async with hub.at(live):
        kept = await hub.looking(plans.of, live.id, int(side))
        if kept is None:
            return _told(live, reader, side, None, [])
        return await _offered(request, plans, live, reader, side, kept)


async def _offered(request: Req, plans: Plans, live: Live, reader: Reader, side: Side, kept: Kept) -> protocol.Planned:
    hub, before = hub_of(request), (kept.plan.turn, len(kept.plan.steps))
    found = await hub.looking(_fits, live, side, kept.plan)
    if (kept.plan.turn, len(kept.plan.steps)) != before:
        await hub.writing(plans.keep, live.id, int(side), kept)
    return _told(live, reader, side, kept, found)


def _fits(live: Live, side: Side, plan: Plan) -> list[Fit]:
    due = plan.due(live.title, live.match.state, side)
    return list(fits(live.title, live.match.state, side, due, Random(live.revision))) if due else []


def _may(live: Live, side: Side) -> bool:
    """A turn is planned while it is not one's own, and nobody else plays for the side."""
    title, state = live.title, live.match.state
    if title.turns is None or live.study is not None or live.course is not None or live.agent_of(side) is not None:
        return False
    return bool(state.stack) and not is_own_turn(title, state, side)


def _told(live: Live, reader: Reader, side: Side, kept: Kept | None, found: list[Fit]) -> protocol.Planned:
    words = catalogue(reader.language, live.title)

    def row(step: Step, how: Fit | None) -> protocol.PlannedStep:
        why = how.why if how is not None else None
        rule = why.rule if isinstance(why, Refusal) else None
        said = words.refusal(why) if isinstance(why, Refusal) else None if why is None else words.say(why)
        return protocol.PlannedStep(step.words.get(reader.language, ""), "waits" if how is None else how.how, said, rule)

    due = {id(fit.step): fit for fit in found}
    steps = [row(step, due.get(id(step))) for step in (kept.plan.steps if kept is not None else [])]
    return protocol.Planned(_may(live, side), kept is not None, steps, live.stamp)


@post("/api/table/{token:str}/ahead", status_code=201, opt=wish_is(protocol.PlanAhead))
async def begin(request: Req, token: str) -> protocol.PrivateCopy:
    """A private copy of the match on which one's own next turn can be played; the one there is, unless it is wanted anew."""
    wish = await wish_in(request, protocol.PlanAhead)
    live, reader, side, plans = await _seat(request, token, wish.side)
    hub, rated = hub_of(request), await is_rated(request, live)
    async with hub.at(live):
        kept = await hub.looking(plans.of, live.id, int(side))
        if kept is not None and not wish.anew and await hub.looking(hub.store.match, kept.copy) is not None:
            link = await hub.writing(plans.key_to, kept.copy)
            return protocol.PrivateCopy(f"/t/{link}", link)
        if not _may(live, side) or len(reader.key.sides) == len(SIDES):
            raise Refused(409, "errors.ahead_not_now")
        new = await hub.looking(lambda: copy_of(live, side, reader.language, rated=rated))
    if new is None:
        raise Refused(409, "errors.ahead_no_turn")
    await plans.forget(live.id, int(side))
    _, link, _ = await hub.begin(new)
    await hub.writing(plans.keep, live.id, int(side), Kept(new.row.id, Plan()))
    return protocol.PrivateCopy(f"/t/{link}", link)


@post("/api/table/{token:str}/ahead/keep", status_code=200, opt=wish_is(protocol.KeepPlan))
async def keep(request: Req, token: str) -> protocol.Planned:
    """Keep what was played on one's private copy as the plan for one's next turn, or forget both."""
    wish = await wish_in(request, protocol.KeepPlan)
    live, reader, side, plans = await _seat(request, token, wish.side)
    hub = hub_of(request)
    if wish.forget:
        await plans.forget(live.id, int(side))
        return _told(live, reader, side, None, [])
    kept = await hub.looking(plans.of, live.id, int(side))
    if kept is None:
        raise Refused(404, "errors.ahead_none")
    copy = await hub.get(kept.copy)
    async with hub.at(copy):
        steps = await hub.looking(planned, hub, copy, side)
    if not steps:
        raise Refused(409, "errors.ahead_empty")
    kept = Kept(kept.copy, Plan(steps))
    async with hub.at(live):
        await hub.writing(plans.keep, live.id, int(side), kept)
        return await _offered(request, plans, live, reader, side, kept)


@post("/api/table/{token:str}/ahead/send", status_code=200, opt=wish_is(protocol.SendPlan))
async def send(request: Req, token: str) -> protocol.SentPlan:
    """All gestures of the plan that can be done, one after another. Dice that leave what the plan had do not stop it."""
    wish = await wish_in(request, protocol.SendPlan)
    live, reader, side, plans = await _seat(request, token, wish.side)
    hub = hub_of(request)
    async with hub.at(live):
        if wish.serial != live.stamp:
            raise Stale(Text("errors.stale", {"given": wish.serial, "serial": live.stamp}))
        if live.agent_of(side) is not None:
            raise Refused(409, "errors.computer_plays")
        kept = await hub.looking(plans.of, live.id, int(side))
        if kept is None:
            raise Refused(404, "errors.ahead_none")
        try:
            sent, stopped = await _sent(request, live, side, kept.plan)
        finally:
            await hub.writing(plans.keep, live.id, int(side), kept)
        return protocol.SentPlan(live.revision, sent, stopped, await _offered(request, plans, live, reader, side, kept))


async def _sent(request: Req, live: Live, side: Side, plan: Plan) -> tuple[int, Stopped]:
    """What was shown to be impossible is left out; what turns out to be so later on stops it."""
    hub, sent, is_shown = hub_of(request), 0, True
    while found := await hub.looking(_fits, live, side, plan):
        for fit in found:
            if fit.how == "later" or (fit.how == "gone" and not is_shown):
                return sent, "cannot"
            plan.drop([fit.step])
            if fit.how == "ready":
                came, sent = await _played(hub, live, side, fit.step), sent + 1
                if came is False:
                    return sent, "changed" if plan.due(live.title, live.match.state, side) else None
                if came:
                    break
        is_shown = False
    return sent, None


async def _played(hub: Hub, live: Live, side: Side, step: Step) -> bool | None:
    """Whether dice, and what the other side did, led to what the plan had; None where nothing came between."""
    number, before = live.serial, await hub.looking(look, live.title, live.match.state, side)
    await hub.play(live, side, step.answers, live.stamp)
    if all(by == side for by in live.match.sides[number:]):
        return None
    return changes(before, await hub.looking(look, live.title, live.match.state, side)) == step.left


HANDLERS = (ahead, begin, keep, send)
