"""The table of one seat: look, answer, take back, replay. What is heard as it happens is in listening.py."""

from __future__ import annotations

from litestar import MediaType, Response, get, post

from bivouac.core.ids import Side
from bivouac.match import format_save
from bivouac.server import protocol, render
from bivouac.server.answering import answered
from bivouac.server.club.fair import unaided
from bivouac.server.connections import ENCODER
from bivouac.server.course import turning_points
from bivouac.server.dice import give, seal, shown
from bivouac.server.errors import Refused
from bivouac.server.files import board_file, send_file
from bivouac.server.gestures import offered
from bivouac.server.live import Live
from bivouac.server.players import Position, odds_line
from bivouac.server.render import Reader
from bivouac.server.replay import frames as replay_frames
from bivouac.server.replay import still
from bivouac.server.requests import Json, Req, as_json, hub_of, number_of, player, query_is, reply_is, seat, wish_in, wish_is
from bivouac.server.taking_back import ask_to_take_back, reply, take_back
from bivouac.server.words import speaker

FRAMES = 400
OLDER = 400
HINTS = 3
MOST_PICKS = 40


@get("/api/table/{token:str}", opt=reply_is(protocol.TableMessage | protocol.SeatsMessage, "as", "rev"))
async def look(request: Req, token: str) -> Json:
    """The whole table for a seat; `rev` says what the reader has, and only the room comes back when that is still so."""
    live, reader = await seat(request, token)
    hub, known = hub_of(request), request.query_params.get("rev") == str(live.revision)
    async with hub.at(live):
        return as_json(await hub.looking(_seen, live, reader, known))


def _seen(live: Live, reader: Reader, known: bool) -> bytes:
    return ENCODER.encode(render.seats_message(live, reader) if known else render.message(live, reader, whole=True))


@get("/api/table/{token:str}/board", media_type="image/svg+xml")
async def board(request: Req, token: str) -> Response[bytes]:
    """The bare board, as a drawing."""
    live, reader = await seat(request, token)
    return send_file(request, await hub_of(request).looking(board_file, live.title, live.match.scenario, reader.language))


@get("/api/table/{token:str}/legend")
async def legend(request: Req, token: str) -> list[protocol.Sign]:
    """Every sign of the board, and what it means."""
    live, reader = await seat(request, token)
    return await hub_of(request).looking(render.legend, live, reader.language)


@post("/api/table/{token:str}/answer", status_code=200, opt=wish_is(protocol.Answer))
async def answer(request: Req, token: str) -> protocol.Taken | protocol.Warned | protocol.Ends:
    """One answer, or a list of them as one gesture: all are taken, or none."""
    wish = await wish_in(request, protocol.Answer)
    return await answered(request, *await seat(request, token, wish.side), wish)


@post("/api/table/{token:str}/undo", status_code=200, opt=wish_is(protocol.TakeBack))
async def undo(request: Req, token: str) -> protocol.TakenBack:
    """Take back, or ask the other side for it."""
    wish = await wish_in(request, protocol.TakeBack)
    live, reader = await seat(request, token, wish.side)
    side, hub = player(live, reader, wish.side), hub_of(request)
    async with hub.at(live):
        if not wish.ask:
            await take_back(hub, live, side, whole=wish.whole)
        elif len(reader.key.sides) == 2:
            await take_back(hub, live, side, granted=True)
        else:
            await ask_to_take_back(hub, live, side)
        return protocol.TakenBack(live.revision, asked=live.request is not None)


@post("/api/table/{token:str}/grant", status_code=200, opt=wish_is(protocol.Grant))
async def grant(request: Req, token: str) -> protocol.Revision:
    """The answer to a request to take back."""
    wish = await wish_in(request, protocol.Grant)
    live, reader = await seat(request, token)
    hub = hub_of(request)
    async with hub.at(live):
        asking = live.request
        if asking is None or 1 - asking not in reader.key.sides:
            raise Refused(409, "errors.no_request")
        await reply(hub, live, Side(asking), yes=wish.yes)
        return protocol.Revision(live.revision)


@post("/api/table/{token:str}/seat", status_code=200, opt=wish_is(protocol.HandOver))
async def hand_over(request: Req, token: str) -> protocol.Revision:
    """Let a computer player answer for one's own seat, or take it back; who made the match may
    change the level of the computer's own seat."""
    wish = await wish_in(request, protocol.HandOver)
    live, reader = await seat(request, token, wish.side)
    hub = hub_of(request)
    if live.course is not None:
        raise Refused(409, "errors.lesson_seat")
    await unaided(request, live)
    computers = reader.key.owner and wish.side in (0, 1) and live.seats[wish.side].computer and wish.agent is not None
    side = Side(wish.side or 0) if computers else player(live, reader, wish.side)
    async with hub.at(live):
        await hub.hand_over(live, side, wish.agent, wish.seconds)
        return protocol.Revision(live.revision)


@post("/api/table/{token:str}/concede", status_code=200, opt=wish_is(protocol.Concede))
async def concede(request: Req, token: str) -> protocol.Revision:
    """Give up."""
    wish = await wish_in(request, protocol.Concede)
    live, reader = await seat(request, token, wish.side)
    side, hub = player(live, reader, wish.side), hub_of(request)
    async with hub.at(live):
        await hub.concede(live, side)
        return protocol.Revision(live.revision)


@get("/api/table/{token:str}/why", opt=query_is("as", "target"))
async def why(request: Req, token: str) -> list[protocol.Refusal]:
    """What may not be done now, and why; or why one thing on the table cannot be chosen."""
    live, reader = await seat(request, token)
    hub, target = hub_of(request), request.query_params.get("target")
    async with hub.at(live):
        return await hub.looking(render.refusals, live, reader, target)


@get("/api/table/{token:str}/gestures", opt=query_is("as", "pick", "to:thing", "like"))
async def gestures(request: Req, token: str) -> protocol.Gestures:
    """What can be done at once with the things that are picked (`pick`, commas between them): where each gesture leads and its answers.
    With `to`, the one list of answers that takes all of them there, or why not."""
    live, reader = await seat(request, token)
    hub, query = hub_of(request), request.query_params
    picks = [p for p in query.get("pick", "").split(",") if p][:MOST_PICKS]
    async with hub.at(live):
        return await hub.looking(offered, live, reader.side(live), reader.language, picks, query.get("to"), query.get("like", ""))


@get("/api/table/{token:str}/odds", opt=query_is("as"))
async def odds(request: Req, token: str) -> protocol.Odds:
    """What may come of the attack at hand."""
    live, reader = await seat(request, token)
    side = reader.side(live)
    if live.title.odds is None or side is None or live.asked != side:
        return protocol.Odds([])
    found = await hub_of(request).players.odds(Position.of(live.match), int(side))
    if found is None:
        return protocol.Odds([])
    say = speaker(live.title, reader.language)
    groups = [[protocol.OddsLine(say(odds_line(part)), share) for part, share in rows] for rows in found.groups]
    return protocol.Odds(groups, say(found.about) if found.about is not None else "")


@get("/api/table/{token:str}/hints", opt=query_is("as"))
async def hints(request: Req, token: str) -> list[protocol.Hint]:
    """What the computer would do in this seat: up to three options, each with the chance to win it sees in it."""
    live, reader = await seat(request, token)
    side = reader.side(live)
    if side is None or live.asked != side:
        return []
    await unaided(request, live)
    revision = live.revision
    found = await hub_of(request).players.hints(Position.of(live.match), int(side))
    if live.revision != revision:
        return []
    say = speaker(live.title, reader.language)
    shown: dict[str, protocol.Hint] = {}  # of pieces that are alike, one is enough
    for answer, chance in found:
        choice = live.title.choice(live.match.state, answer)
        label = say(choice.label)
        shown.setdefault(label, protocol.Hint(choice.answer, label, list(choice.targets), chance))
    return list(shown.values())[:HINTS]


@get("/api/table/{token:str}/chances")
async def chances(request: Req, token: str) -> protocol.Chances:
    """After the end: how the chances went, from the Union's point of view, and the turning points."""
    live, reader = await seat(request, token)
    if live.match.outcome is None or live.is_ahead:
        raise Refused(403, "errors.not_over")
    hub = hub_of(request)
    points = await hub.course(live)
    swings = turning_points(points, given_up=live.match.conceded is not None)
    turns: list[protocol.Turn] = []
    if swings:
        log = await hub.looking(hub.keeper.earlier, live, -1, live.serial)
        turns = await hub.looking(render.turns, live, reader, swings, log)
    return protocol.Chances([protocol.Point(at, chance) for at, chance in points], turns)


@get("/api/table/{token:str}/log", opt=query_is("as", "before"))
async def older_log(request: Req, token: str) -> protocol.OlderLog:
    """The log before answer `before`."""
    live, reader = await seat(request, token)
    last = number_of(request, "before", live.serial)
    side, first, hub = reader.side(live), max(-1, last - OLDER), hub_of(request)

    def lines() -> list[protocol.LogLine]:
        return render.log_lines(live.title, reader.language, hub.keeper.earlier(live, first, last), side, live.match.joined)

    return protocol.OlderLog(first > 0, await hub.looking(lines))


# --- replay ------------------------------------------------------------


@get("/api/table/{token:str}/at/{number:int}", opt=reply_is(protocol.Still, "as"))
async def at(request: Req, token: str, number: int) -> Json:
    """The table as it stood after so many answers."""
    live, reader = await seat(request, token)
    number, hub = min(max(number, 0), live.serial), hub_of(request)
    async with hub.at(live):
        serial, side = live.serial, reader.side(live)
        stretch = await hub.looking(hub.keeper.stretch, live, number, number, max(-1, number - 40), side, reader.language)
    return as_json(await hub.players.replayed(still, stretch, serial))


@get("/api/table/{token:str}/frames", opt=reply_is(protocol.Frames, "as", "from", "to"))
async def frames(request: Req, token: str) -> Json:
    """What happened from one position to another, as differences."""
    live, reader = await seat(request, token)
    hub = hub_of(request)
    async with hub.at(live):
        last = min(number_of(request, "to", live.serial), live.serial)
        first = max(min(number_of(request, "from", 0), last), last - FRAMES, 0)
        stretch = await hub.looking(hub.keeper.stretch, live, first, last, first, reader.side(live), reader.language)
    return as_json(await hub.players.replayed(replay_frames, stretch, first))


@get("/api/table/{token:str}/save", opt=reply_is(dict[str, object]))
async def download(request: Req, token: str) -> Response[str]:
    """The save. While a match with secrets is going on, only who plays both sides may have it."""
    live, reader = await seat(request, token)
    if live.title.secrets and live.match.outcome is None and len(reader.key.sides) < 2:
        raise Refused(403, "errors.save_secret")
    name = f"{live.title.id}-{live.match.scenario.id}-{live.serial}.json"
    safe = "".join(ch for ch in name if ch.isascii() and (ch.isalnum() or ch in "-._"))
    headers = {"content-disposition": f'attachment; filename="{safe}"'}
    hub = hub_of(request)
    async with hub.at(live):
        save = await hub.looking(lambda: format_save(seal(hub.secret, live.match.save())))
    return Response(save, media_type=MediaType.JSON, headers=headers)


@post("/api/table/{token:str}/nonce", status_code=200, opt=wish_is(protocol.Nonce))
async def nonce(request: Req, token: str) -> protocol.NonceTaken:
    """What a browser gives to the dice, once for each promise, before the first of them falls."""
    wish = await wish_in(request, protocol.Nonce)
    live, reader = await seat(request, token)
    hub = hub_of(request)
    async with hub.at(live):
        taken = await give(hub, live, reader.key, wish.nonce, wish.commit)
        return protocol.NonceTaken(live.revision, taken)


@get("/api/table/{token:str}/dice")
async def dice(request: Req, token: str) -> protocol.Dice:
    """Do all results follow from what was promised? After the end with everything that is needed to check it oneself."""
    live, reader = await seat(request, token)
    hub = hub_of(request)
    if live.study is not None:
        raise Refused(409, "errors.study_dice")
    async with hub.at(live):
        return await hub.looking(shown, live.match, speaker(live.title, reader.language))


HANDLERS = (
    look,
    board,
    legend,
    answer,
    undo,
    grant,
    hand_over,
    concede,
    why,
    gestures,
    odds,
    hints,
    chances,
    older_log,
    at,
    frames,
    download,
    nonce,
    dice,
)
