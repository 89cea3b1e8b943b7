"""The table of one seat: look, answer, take back, replay; and the live connection."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec
from litestar import MediaType, Response, get, post, websocket
from litestar.exceptions import WebSocketDisconnect

from bivouac.core.ids import Side
from bivouac.match import format_save
from bivouac.server import protocol, render
from bivouac.server.course import turning_points
from bivouac.server.dice import give, seal, shown
from bivouac.server.errors import Refused
from bivouac.server.files import board_file, send_file
from bivouac.server.gestures import offered
from bivouac.server.live import Live, Onlooker, forgets
from bivouac.server.players import Position, odds_line
from bivouac.server.render import Reader
from bivouac.server.requests import Req, Socket, answer_of, hub_of, language, number_of, player, seat, wish_in
from bivouac.server.taking_back import ask_to_take_back, reply, take_back
from bivouac.server.words import say_web, speaker

LOG = logging.getLogger("bivouac.server")
FRAMES = 400
QUEUE = 400
HINTS = 3
CROWD = 200
MOST_PICKS = 40


@get("/api/table/{token:str}")
async def look(request: Req, token: str) -> protocol.TableMessage | protocol.SeatsMessage:
    """The whole table for a seat; `rev` says what the reader has, and nothing comes back when that is still so."""
    live, reader = seat(request, token)
    if request.query_params.get("rev") == str(live.revision):
        return render.seats_message(live, reader)
    return render.message(live, reader, whole=True)


@get("/api/table/{token:str}/board", media_type="image/svg+xml")
async def board(request: Req, token: str) -> Response[bytes]:
    live, reader = seat(request, token)
    return send_file(request, board_file(live.title, live.match.scenario, reader.language))


@get("/api/table/{token:str}/legend")
async def legend(request: Req, token: str) -> list[protocol.Sign]:
    live, reader = seat(request, token)
    return render.legend(live, reader.language)


@post("/api/table/{token:str}/answer", status_code=200)
async def answer(request: Req, token: str) -> protocol.Taken | protocol.Warned:
    """One answer, or a list of them as one gesture: all are taken, or none."""
    wish = await wish_in(request, protocol.Answer)
    answers = wish.answers if wish.answer is None else [wish.answer]
    live, reader = seat(request, token, wish.side)
    side = player(live, reader, wish.side)
    async with live.lock:
        if live.agent_of(side) is not None:
            raise Refused(409, "errors.computer_plays")
        if not wish.sure and live.asked == side and wish.serial == live.serial:
            left = forgets(live, side, answers[0]) if len(answers) == 1 else 0
            if left:
                return protocol.Warned(say_web(reader.language, "table.forgotten", n=left))
        hub_of(request).answer(live, side, answers, wish.serial)
    return protocol.Taken(live.revision, live.serial)


@post("/api/table/{token:str}/undo", status_code=200)
async def undo(request: Req, token: str) -> protocol.TakenBack:
    wish = await wish_in(request, protocol.TakeBack)
    live, reader = seat(request, token, wish.side)
    side, hub = player(live, reader, wish.side), hub_of(request)
    async with live.lock:
        if not wish.ask:
            take_back(hub, live, side, whole=wish.whole)
        elif len(reader.key.sides) == 2:
            take_back(hub, live, side, granted=True)
        else:
            ask_to_take_back(hub, live, side)
    return protocol.TakenBack(live.revision, asked=live.request is not None)


@post("/api/table/{token:str}/grant", status_code=200)
async def grant(request: Req, token: str) -> protocol.Revision:
    """The answer to a request to take back."""
    wish = await wish_in(request, protocol.Grant)
    live, reader = seat(request, token)
    async with live.lock:
        asking = live.request
        if asking is None or 1 - asking not in reader.key.sides:
            raise Refused(409, "errors.no_request")
        reply(hub_of(request), live, Side(asking), yes=wish.yes)
    return protocol.Revision(live.revision)


@post("/api/table/{token:str}/seat", status_code=200)
async def hand_over(request: Req, token: str) -> protocol.Revision:
    """Let a computer player answer for one's own seat, or take it back; who made the match may
    change the level of the computer's own seat."""
    wish = await wish_in(request, protocol.HandOver)
    live, reader = seat(request, token, wish.side)
    computers = reader.key.owner and wish.side in (0, 1) and live.seats[wish.side].computer and wish.agent is not None
    side = Side(wish.side or 0) if computers else player(live, reader, wish.side)
    async with live.lock:
        hub_of(request).hand_over(live, side, wish.agent, wish.seconds)
    return protocol.Revision(live.revision)


@post("/api/table/{token:str}/concede", status_code=200)
async def concede(request: Req, token: str) -> protocol.Revision:
    wish = await wish_in(request, protocol.Concede)
    live, reader = seat(request, token, wish.side)
    side = player(live, reader, wish.side)
    async with live.lock:
        hub_of(request).concede(live, side)
    return protocol.Revision(live.revision)


@get("/api/table/{token:str}/why")
async def why(request: Req, token: str) -> list[protocol.Refusal]:
    live, reader = seat(request, token)
    return render.refusals(live, reader, request.query_params.get("target"))


@get("/api/table/{token:str}/gestures")
async def gestures(request: Req, token: str) -> protocol.Gestures:
    """What can be done at once with the things that are picked (`pick`, commas between them): where each gesture leads and its answers.
    With `to`, the one list of answers that takes all of them there, or why not."""
    live, reader = seat(request, token)
    picks = [p for p in request.query_params.get("pick", "").split(",") if p][:MOST_PICKS]
    query = request.query_params
    return offered(live, reader.side(live), reader.language, picks, query.get("to"), query.get("like", ""))


@get("/api/table/{token:str}/odds")
async def odds(request: Req, token: str) -> protocol.Odds:
    live, reader = seat(request, token)
    side = reader.side(live)
    if live.title.odds is None or side is None or live.asked != side:
        return protocol.Odds([])
    groups = await hub_of(request).players.odds(Position.of(live.match), int(side)) or []
    say = speaker(live.title, reader.language)
    return protocol.Odds([[protocol.OddsLine(say(odds_line(part)), share) for part, share in rows] for rows in groups])


@get("/api/table/{token:str}/forecast")
async def forecast(request: Req, token: str) -> list[protocol.Forecast]:
    """What is to be expected of the fight that an answer of the question at hand leads to; nothing where it leads to none."""
    live, reader = seat(request, token)
    side, answer = reader.side(live), answer_of(request)
    if live.title.odds is None or side is None or live.asked != side or answer is None:
        return []
    found = await hub_of(request).players.forecast(Position.of(live.match), int(side), answer)
    return [] if found is None else [render.forecast(live, reader, answer, found)]


@get("/api/table/{token:str}/hints")
async def hints(request: Req, token: str) -> list[protocol.Hint]:
    """What the computer would do in this seat: up to three options, each with the chance to win it sees in it."""
    live, reader = seat(request, token)
    side = reader.side(live)
    if side is None or live.asked != side:
        return []
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
    live, reader = seat(request, token)
    if live.match.outcome is None:
        raise Refused(403, "errors.not_over")
    hub = hub_of(request)
    points = await hub.course(live)
    swings = turning_points(points, given_up=live.match.conceded is not None)
    turns = render.turns(live, reader, swings, hub.keeper.earlier(live, -1, live.serial)) if swings else []
    return protocol.Chances([protocol.Point(at, chance) for at, chance in points], turns)


@get("/api/table/{token:str}/log")
async def older_log(request: Req, token: str) -> protocol.OlderLog:
    live, reader = seat(request, token)
    last = number_of(request, "before", live.serial)
    side, first = reader.side(live), max(-1, last - 400)
    found = hub_of(request).keeper.earlier(live, first, last)
    return protocol.OlderLog(first > 0, render.log_lines(live, reader, found, side))


@get("/api/table/{token:str}/links")
async def links(request: Req, token: str) -> protocol.Links:
    """The spectators' link for everyone; invitations that nobody has taken for who made the match."""
    live, reader = seat(request, token)
    invites = hub_of(request).store.invites(live.id) if reader.key.owner else []
    return protocol.Links(f"/t/{live.watch}", [render.invite(live, reader.language, t, side) for t, side in invites])


# --- replay ------------------------------------------------------------


@get("/api/table/{token:str}/at/{number:int}")
async def at(request: Req, token: str, number: int) -> protocol.Still:
    live, reader = seat(request, token)
    number, hub = min(max(number, 0), live.serial), hub_of(request)
    events = hub.keeper.earlier(live, max(-1, number - 40), number)
    return render.still(live, reader, number, hub.keeper.state_at(live, number), events)


@get("/api/table/{token:str}/frames")
async def frames(request: Req, token: str) -> protocol.Frames:
    live, reader = seat(request, token)
    hub = hub_of(request)
    last = min(number_of(request, "to", live.serial), live.serial)
    first = max(min(number_of(request, "from", 0), last), last - FRAMES, 0)
    events = dict(hub.keeper.earlier(live, first, last))
    return protocol.Frames(render.frames(live, reader, first, last, hub.keeper.state_at(live, first), events))


@get("/api/table/{token:str}/save")
async def download(request: Req, token: str) -> Response[str]:
    """The save. While a match with secrets is going on, only who plays both sides may have it."""
    live, reader = seat(request, token)
    if live.title.secrets and live.match.outcome is None and len(reader.key.sides) < 2:
        raise Refused(403, "errors.save_secret")
    name = f"{live.title.id}-{live.match.scenario.id}-{live.serial}.json"
    safe = "".join(ch for ch in name if ch.isascii() and (ch.isalnum() or ch in "-._"))
    headers = {"content-disposition": f'attachment; filename="{safe}"'}
    save = seal(hub_of(request).secret, live.match.save())
    return Response(format_save(save), media_type=MediaType.JSON, headers=headers)


@post("/api/table/{token:str}/nonce", status_code=200)
async def nonce(request: Req, token: str) -> protocol.Revision:
    """What a browser gives to the dice, once for each promise, before the first of them falls."""
    wish = await wish_in(request, protocol.Nonce)
    live, reader = seat(request, token)
    async with live.lock:
        give(hub_of(request), live, reader.key, wish.nonce, wish.commit)
    return protocol.Revision(live.revision)


@get("/api/table/{token:str}/dice")
async def dice(request: Req, token: str) -> protocol.Dice:
    """Do all results follow from what was promised? After the end with everything that is needed to check it oneself."""
    live, reader = seat(request, token)
    return await asyncio.to_thread(shown, live.match, speaker(live.title, reader.language))


# --- live ------------------------------------------------------------


class Connection(Onlooker):
    """One open page: what it is told waits in a queue, so that a slow one holds up nobody."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.key = reader.key
        self.queue: asyncio.Queue[protocol.ToClient] = asyncio.Queue()
        self.shown: Side | None = None

    @property
    def serial(self) -> int:
        return self.reader.serial

    @serial.setter
    def serial(self, value: int) -> None:
        self.reader.serial = value

    def offer(self, live: Live, *, by: int | None) -> None:
        side = self.reader.side(live)
        if self.queue.qsize() > QUEUE:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.reader.layout = None
        whole = side != self.shown
        self.shown = side
        self.queue.put_nowait(render.message(live, self.reader, by, whole=whole))

    def notice(self, live: Live) -> None:
        if self.queue.qsize() <= QUEUE:
            self.queue.put_nowait(render.seats_message(live, self.reader))


@websocket("/ws/{token:str}")
async def socket(socket: Socket, token: str) -> None:
    hub = hub_of(socket)
    key = hub.store.key(token)
    if key is None:
        await socket.close(code=4404)
        return
    await socket.accept()
    asked = socket.query_params.get("as", "")
    live = hub.get(key.match)
    if len(live.onlookers) >= CROWD and not key.sides:
        await socket.close(code=4429)
        return
    connection = Connection(Reader(key, language(socket), int(asked) if asked in ("0", "1") else None))
    live.onlookers.add(connection)
    connection.offer(live, by=None)
    live.notice()
    sender = asyncio.create_task(_send_all(socket, connection))
    try:
        while True:
            if _is_ping(await socket.receive_text()) and connection.queue.empty():
                connection.queue.put_nowait(protocol.Pong())
    except WebSocketDisconnect:
        pass
    finally:
        sender.cancel()
        live.onlookers.discard(connection)
        live.notice()


def _is_ping(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=protocol.ToServer)
    except msgspec.DecodeError:
        return False
    return True


async def _send_all(socket: Socket, connection: Connection) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            data = await connection.queue.get()
            await socket.send_data(msgspec.json.encode(data), mode="text")


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
    forecast,
    hints,
    chances,
    older_log,
    links,
    at,
    frames,
    download,
    nonce,
    dice,
    socket,
)
