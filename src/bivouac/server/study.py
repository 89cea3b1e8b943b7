"""Analysis: a match of its own that begins from a position of another one or of a save. Both seats are the same person's, the dice are
free, and what is tried is kept as variations."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from litestar import Response, get, post

from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State
from bivouac.core.text import Text
from bivouac.core.title import Title
from bivouac.match import format_save
from bivouac.server import protocol, render
from bivouac.server.club.fair import unaided
from bivouac.server.course import turning_points
from bivouac.server.dice import seal
from bivouac.server.errors import Refused
from bivouac.server.files import page
from bivouac.server.foreign import read_study
from bivouac.server.home import begun
from bivouac.server.hub import Hub, forget_what_was_told
from bivouac.server.live import Live
from bivouac.server.players import Position
from bivouac.server.render import Reader
from bivouac.server.requests import Req, hub_of, player, seat, wish_in, wish_is
from bivouac.server.seats import Line, Seating, Study, seated
from bivouac.server.words import speaker

MOST_LINES, LONGEST_NAME, ROLLS = 60, 80, 12


@get("/study/{token:str}", include_in_schema=False)
async def study_page(request: Req, token: str) -> Response[bytes]:
    return page(request, "study")


# --- beginning ----------------------------------------------------------------------------------------


@post("/api/studies", status_code=201, opt=wish_is(protocol.NewStudy))
async def new_study(request: Req) -> protocol.Created | protocol.SetupGood:
    """An analysis of a match that is over, of one that both sides have opened, of another analysis, or of a save."""
    wish = await wish_in(request, protocol.NewStudy)
    hub = hub_of(request)
    if not wish.token:
        seating = _seating(hub, Study("", -1))
        return await begun(request, await hub.players.stranger.read(read_study, wish.save, wish.at, [], seating, hub.secret))
    live, reader = await seat(request, wish.token)
    if not may_be_studied(live, reader):
        raise Refused(403, "errors.no_study")
    async with hub.at(live):
        save = await hub.looking(lambda: format_save(seal(hub.secret, live.match.save(reveal=True))))
        study, at, then = _of(live, wish)
    return await begun(request, await hub.players.stranger.read(read_study, save, at, then, _seating(hub, study), hub.secret))


def may_be_studied(live: Live, reader: Reader) -> bool:
    """What was secret stays so until the end, unless both sides agree. A private copy is for planning alone."""
    if live.study is not None:
        return live.study.ahead is None
    if live.match.outcome is not None:
        return True
    return bool(reader.key.sides) and all(render.is_open(live, side) for side in SIDES)


def _of(live: Live, wish: protocol.NewStudy) -> tuple[Study, int | None, list[int]]:
    """What is analysed, from where, and where it stands. An analysis of an analysis has its beginning and its variations."""
    study = live.study
    if study is None:
        return Study(f"/t/{live.watch}", -1), wish.at, []
    copy = msgspec.json.decode(msgspec.json.encode(study), type=Study)
    if wish.line is None:
        return copy, wish.at, []
    return copy, study.base, list(_line(study, wish.line).answers)


def _line(study: Study, number: int) -> Line:
    if not 0 <= number < len(study.lines):
        raise Refused(404, "errors.no_line")
    return study.lines[number]


def _seating(hub: Hub, study: Study) -> Seating:
    seating = seated({"0": "me", "1": "here"}, {}, hub.seconds)
    seating.seats[Side.UNION].study = study
    return seating


# --- trying things out --------------------------------------------------------------------------------


async def _analysis(request: Req, token: str) -> tuple[Live, Reader, Study]:
    live, reader = await seat(request, token)
    if live.study is None:
        raise Refused(409, "errors.is_no_study")
    return live, reader, live.study


@get("/api/table/{token:str}/study")
async def tree(request: Req, token: str) -> protocol.Tree:
    """The variations of an analysis, and the latest results of chance."""
    live, reader, study = await _analysis(request, token)
    hub = hub_of(request)
    async with hub.at(live):
        return await hub.looking(_tree, hub, live, reader, study)


def _tree(hub: Hub, live: Live, reader: Reader, study: Study) -> protocol.Tree:
    now = live.match.answers[study.base :]
    lines = []
    for line in study.lines:
        shared = _shared(line.answers, now)
        lines.append(protocol.Variation(line.name, study.base + shared, list(line.answers[shared:])))
    return protocol.Tree(study.origin, study.base, live.serial, lines, _rolls(hub, live, reader, study))


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How many answers two lines have in common."""
    return next((n for n, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))


def _rolls(hub: Hub, live: Live, reader: Reader, study: Study) -> list[protocol.Rolled]:
    """The latest results of chance since the last decision but one, and what else could have come."""
    sides, title, say = live.match.sides, live.title, speaker(live.title, reader.language)
    chance = [n for n in range(study.base, live.serial) if sides[n] == Side.CHANCE][-ROLLS:]
    if not chance:
        return []
    found, state = [], hub.keeper.branch(live, chance[0]).state
    for number in range(chance[0], live.serial):
        if number in chance:
            faces = [protocol.Face(a, say(_face(title, state, a))) for a in state.options]
            found.append(protocol.Rolled(number, live.match.answers[number], faces))
        title.play(state, live.match.answers[number])
    return found


def _face(title: Title[State], state: State, answer: int) -> Text:
    return title.choice(state, answer).label


@post("/api/table/{token:str}/study/go", status_code=200, opt=wish_is(protocol.GoTo))
async def go(request: Req, token: str) -> protocol.Revision:
    """To another position of an analysis; the line that is left is kept."""
    wish = await wish_in(request, protocol.GoTo)
    live, reader, study = await _analysis(request, token)
    player(live, reader)
    hub = hub_of(request)
    async with hub.at(live):
        if not study.base <= wish.to <= live.serial:
            raise Refused(400, "errors.bad_request")
        hub.thinking.break_off(live)
        await hub.change(live, lambda: _gone(hub, live, wish.to, wish.answers))
        return protocol.Revision(live.revision)


def _gone(hub: Hub, live: Live, to: int, answers: Sequence[int]) -> None:
    """In a thread. What cannot be answered is found out before anything is changed."""
    before, study = live.serial, live.study
    assert study is not None
    match = hub.keeper.branch(live, to)
    tried = hub.keeper.branch(live, to)
    tried.take(answers)
    if _is_decided(study, live):
        _keep(study, "", live.match.answers[study.base :])
    live.match = match
    hub.keeper.rewind(live, before)
    forget_what_was_told(live)
    events = match.take(answers)
    hub.keeper.append(live, to, events)


def _is_decided(study: Study, live: Live) -> bool:
    """Whether somebody has decided anything in the present line that no other line has: what only chance has done is not worth keeping."""
    here = live.match.answers[study.base :]
    known = max((_shared(line.answers, here) for line in study.lines), default=0)
    return any(side != Side.CHANCE for side in live.match.sides[study.base + known :])


@post("/api/table/{token:str}/study/keep", status_code=200, opt=wish_is(protocol.KeepLine))
async def keep(request: Req, token: str) -> protocol.Revision:
    """Keep the present line under a name, or let a variation go."""
    wish = await wish_in(request, protocol.KeepLine)
    live, reader, study = await _analysis(request, token)
    player(live, reader)
    hub = hub_of(request)

    def kept() -> None:
        if wish.drop is not None:
            study.lines.remove(_line(study, wish.drop))
        else:
            _keep(study, wish.name[:LONGEST_NAME], live.match.answers[study.base :])
        hub.keeper.append(live, live.serial, [])

    async with hub.at(live):
        await hub.change(live, kept)
        return protocol.Revision(live.revision)


def _keep(study: Study, name: str, answers: Sequence[int]) -> None:
    """A line that is the beginning of another one needs no place of its own, unless it has a name."""
    same = next((line for line in study.lines if line.answers == list(answers)), None)
    if same is not None:
        same.name = name or same.name
        return
    if not answers or (not name and any(_shared(line.answers, answers) == len(answers) for line in study.lines)):
        return
    if len(study.lines) >= MOST_LINES:
        raise Refused(409, "errors.many_lines", most=MOST_LINES)
    study.lines = [
        line for line in study.lines if line.name or _shared(line.answers, answers) < len(line.answers) or line is study.lines[0]
    ]
    study.lines.append(Line(name, list(answers)))


@get("/api/table/{token:str}/lines")
async def lines(request: Req, token: str) -> list[protocol.BestLine]:
    """The computer's best lines for the side that is asked in an analysis."""
    live, reader, _ = await _analysis(request, token)
    asked = live.asked
    if asked not in SIDES:
        return []
    await unaided(request, live)
    found = await hub_of(request).players.lines(Position.of(live.match), int(asked or 0))
    say = speaker(live.title, reader.language)
    return [protocol.BestLine(line.answers, [say(label) for label in line.labels], line.chance) for line in found]


# --- consent, and what would have been better ---------------------------------------------------------


@post("/api/table/{token:str}/agree", status_code=200, opt=wish_is(protocol.Agree))
async def agree(request: Req, token: str) -> protocol.Revision:
    """A side agrees that the match be analysed before its end, or no longer does."""
    wish = await wish_in(request, protocol.Agree)
    live, reader = await seat(request, token, wish.side)
    side, hub = player(live, reader, wish.side), hub_of(request)

    def agreed() -> None:
        live.seats[side].opened = wish.yes
        hub.keeper.append(live, live.serial, [])

    async with hub.at(live):
        await hub.change(live, agreed)
        return protocol.Revision(live.revision)


@get("/api/table/{token:str}/better/{number:int}")
async def better(request: Req, token: str, number: int) -> list[protocol.Better]:
    """What the loser of a turning point (the position it led to) should have done; nothing where the computer knows nothing better."""
    live, reader = await seat(request, token)
    if live.match.outcome is None or live.is_ahead:
        raise Refused(403, "errors.not_over")
    hub, match = hub_of(request), live.match
    swings = turning_points(await hub.course(live), given_up=match.conceded is not None)
    swing = next((s for s in swings if s.after[0] == number), None)
    if swing is None or match.floor:
        return []
    loser = Side.CSA if swing.after[1] > swing.before[1] else Side.UNION
    start = Position.of(match, live.title.setup(match.scenario, match.options))
    found = await hub.players.better(start, match.answers[: swing.after[0]], swing.before[0], int(loser))
    if found is None:
        return []
    say = speaker(live.title, reader.language)
    why = [] if found.fight is None else render.forecast_words(live, reader, 0, found.fight).lines
    return [protocol.Better(found.number, int(loser), say(found.done), say(found.better), found.chance, found.best, why)]


HANDLERS = (study_page, new_study, tree, go, keep, lines, agree, better)
