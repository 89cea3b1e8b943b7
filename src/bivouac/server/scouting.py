"""Before somebody chooses: what a thing could do where it lies, what is seen from where, what a fight would bring, the tables."""

from __future__ import annotations

from random import Random

from litestar import get

from bivouac.core.ids import Side
from bivouac.core.state import State
from bivouac.core.table import Say
from bivouac.core.text import Name
from bivouac.lab.charts import in_force
from bivouac.match.gestures import Gesture, obstacle
from bivouac.server import protocol
from bivouac.server.live import Live
from bivouac.server.players import Position
from bivouac.server.render import Reader, chart_row, forecast_words, is_on_the_table
from bivouac.server.requests import Req, answers_of, hub_of, query_is, seat
from bivouac.server.words import speaker


def known_to(live: Live, side: Side | None) -> State:
    """The last position that a side has seen, its secrets dealt again; for spectators of a title with secrets, how the match began."""
    title, match = live.title, live.match
    if not title.secrets:
        return match.state
    return title.setup(match.scenario, match.options) if side is None else title.determinize(live.seen(side), side, Random(0))


@get("/api/table/{token:str}/outlook", opt=query_is("as", "of:thing"))
async def outlook(request: Req, token: str) -> protocol.Outlook:
    """Where a thing on the table could go, fire and retreat to."""
    live, reader = await seat(request, token)
    hub, of = hub_of(request), request.query_params.get("of", "")
    async with hub.at(live):
        return await hub.looking(_outlook, live, reader, of)


def _outlook(live: Live, reader: Reader, of: str) -> protocol.Outlook:
    told, side, thing = protocol.Outlook(of, [], [], None, None), reader.side(live), Name.parse(of)
    seen_by = side if side is not None else Side.UNION
    if thing is None or (side is None and live.title.secrets) or not is_on_the_table(live, seen_by, of):
        return told
    say, found = speaker(live.title, reader.language), live.title.outlook(known_to(live, side), thing)
    told.reach = _reach(live, side, of, say)
    if found is None:
        return told
    told.reach = told.reach or [protocol.Reach(str(place), say(cost)) for place, cost in found.reach]
    told.fire = [str(place) for place in found.fire]
    told.retreat = None if found.retreat is None else [str(place) for place in found.retreat]
    told.warning = protocol.Term(say(found.cornered), found.rule) if found.retreat == () else None
    told.helps = None if found.helps is None else [str(piece) for piece in found.helps]
    return told


def _reach(live: Live, side: Side | None, of: str, say: Say) -> list[protocol.Reach]:
    """The places that the gestures of the moment lead to, each by the cheapest way."""
    if side is None or live.asked != side or live.agent_of(side) is not None:
        return []
    reach, found = live.reach(), dict[str, str]()
    places = {p.id for p in live.places}
    for gesture in reach.of(of):
        for to in dict.fromkeys(reach.places.get(t, t) for t in gesture.targets):
            if to in places and to != reach.places.get(of) and to not in found:
                found[to] = _cost(live, gesture, say)
    return [protocol.Reach(to, cost) for to, cost in found.items()]


def _cost(live: Live, gesture: Gesture, say: Say) -> str:
    """What a gesture takes, told in a position before dice or the other side change anything."""
    before, after = live.reach().state, live.reach().state.clone()
    for answer in gesture.answers:
        live.title.play(after, answer)
    words = live.title.spent(before, after)
    return say(words) if words is not None else ""


@get("/api/table/{token:str}/sight", opt=query_is("from:thing", "to:thing"))
async def sight(request: Req, token: str) -> list[protocol.Sight]:
    """The line of sight between two places, what closes it, and all that can be seen from the first; nothing where the title knows none."""
    live, reader = await seat(request, token)
    hub, query = hub_of(request), request.query_params
    async with hub.at(live):
        return await hub.looking(_sight, live, reader, query.get("from", ""), query.get("to", ""))


def _sight(live: Live, reader: Reader, frm: str, to: str) -> list[protocol.Sight]:
    look, a, b = live.title.sight, Name.parse(frm), Name.parse(to)
    if look is None or a is None:
        return []
    state, say = known_to(live, reader.side(live)), speaker(live.title, reader.language)
    ends = [Name.parse(p.id) for p in live.places]
    seen = [str(end) for end in ends if end is not None and end != a and (line := look(state, a, end)) is not None and line.free]
    found = look(state, a, b) if b is not None and a != b else None
    if found is None:
        return [protocol.Sight(free=True, blocks=[], text="", rule="", seen=seen)]
    return [protocol.Sight(found.free, [str(x) for x in found.blocks], say(found.text), found.rule, seen)]


@get("/api/table/{token:str}/charts", opt=query_is("as"))
async def charts(request: Req, token: str) -> list[protocol.Chart]:
    """The printed tables of the title, the rows in force marked."""
    live, reader = await seat(request, token)
    hub = hub_of(request)
    async with hub.at(live):
        return await hub.looking(_charts, live, reader)


def _charts(live: Live, reader: Reader) -> list[protocol.Chart]:
    known = in_force(live.title, known_to(live, reader.side(live)), reader.language)
    return [chart_row(c) for c in known]


@get("/api/table/{token:str}/forecast", opt=query_is("as", "answer"))
async def forecast(request: Req, token: str) -> list[protocol.Forecast]:
    """What is to be expected of the fight that an answer of the question at hand leads to, or a gesture (`answer`: its answers, commas
    between them); nothing where it leads to none."""
    live, reader = await seat(request, token)
    side, answers = reader.side(live), answers_of(request)
    if live.title.odds is None or side is None or live.asked != side or not answers:
        return []
    hub = hub_of(request)
    async with hub.at(live):
        position = await hub.looking(_before_the_last, live, answers)
    found = None if position is None else await hub.players.forecast(position, int(side), answers[-1])
    return [] if found is None else [forecast_words(live, reader, answers[-1], found)]


def _before_the_last(live: Live, answers: list[int]) -> Position | None:
    """Where the last answer of a gesture is given."""
    if len(answers) == 1:
        return Position.of(live.match)
    if obstacle(live.title, live.match.state, answers) is not None:
        return None
    state = live.match.state.clone()
    for answer in answers[:-1]:
        live.title.play(state, answer)
    return Position.of(live.match, state)


HANDLERS = (outlook, sight, charts, forecast)
