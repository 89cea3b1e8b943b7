"""The application: `create_app(settings)` gives an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from litestar import Litestar, Response
from litestar._asgi.routing_trie.traversal import parse_path_params
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException
from sqlalchemy.exc import SQLAlchemyError

from bivouac.core.data import BadData
from bivouac.core.state import State
from bivouac.core.title import BadSetup, Title
from bivouac.match import MatchError
from bivouac.server import aid, battles, gallery, home, joining, lessons, listening, operating, positions, rules, scouting, study, table
from bivouac.server.answering import failure
from bivouac.server.club import ratings_desk, texts_desk, tournaments_desk, words_desk
from bivouac.server.errors import Refused
from bivouac.server.files import lost_page
from bivouac.server.guard import Asgi, Guard, TooLarge
from bivouac.server.hub import Hub
from bivouac.server.lobby import ahead_desk, desk, orders_desk
from bivouac.server.logs import masked
from bivouac.server.news import desk as news_desk
from bivouac.server.openapi import describe
from bivouac.server.operating import Housekeeping
from bivouac.server.others import Others
from bivouac.server.people import entering, profile, updates_endpoint
from bivouac.server.people.place import Place
from bivouac.server.players import Players
from bivouac.server.protocol import Failed, Fault
from bivouac.server.requests import BadSetupOf, Req, hub_of, language
from bivouac.server.settings import Settings, playable
from bivouac.server.store import Store
from bivouac.server.words import say_web, speak
from bivouac.titles import load

LOG = logging.getLogger("bivouac.server")
PACKED = [
    "^/(static|t|join|rules|study|people|tournaments|stop|favicon.ico)/",
    "^/(enter|me|lobby|editor|battles|ratings|conduct|kept|tournaments)$",
    "^/(learn|aid/.*|api/lessons)$",
    "^/$",
    "^/api/titles",
    r"\.svg$",
    "/board$",
    "/(stream|answer)$",
]  # sent compressed already, line by line, or short
HANDLERS = (
    *home.HANDLERS,
    *battles.HANDLERS,
    *gallery.HANDLERS,
    *positions.HANDLERS,
    *lessons.HANDLERS,
    *aid.HANDLERS,
    *rules.HANDLERS,
    *study.HANDLERS,
    *table.HANDLERS,
    *joining.HANDLERS,
    *scouting.HANDLERS,
    *listening.HANDLERS,
    *operating.HANDLERS,
    *entering.HANDLERS,
    *profile.HANDLERS,
    *updates_endpoint.HANDLERS,
    *desk.HANDLERS,
    *orders_desk.HANDLERS,
    *ahead_desk.HANDLERS,
    *news_desk.HANDLERS,
    *ratings_desk.HANDLERS,
    *words_desk.HANDLERS,
    *texts_desk.HANDLERS,
    *tournaments_desk.HANDLERS,
)


# --- errors ------------------------------------------------------------


def told(status: int, fault: Fault) -> Response[Failed]:
    return Response(Failed(fault), status_code=status)


def is_visit(request: Req) -> bool:
    """Somebody opens a page; whoever calls the interface gets JSON."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def on_refused(request: Req, error: Refused) -> Response[Failed] | Response[bytes]:
    if is_visit(request):
        return lost_page(request, error.status)
    return told(*failure(error, language(request), None))


def on_match_error(request: Req, error: MatchError) -> Response[Failed]:
    return told(*failure(error, language(request), _title_in(request)))


def on_bad_setup(request: Req, error: BadSetup) -> Response[Failed]:
    return told(400, Fault(speak(error.title if isinstance(error, BadSetupOf) else None, language(request), error.text)))


def on_bad_data(request: Req, error: BadData) -> Response[Failed]:
    return told(400, Fault(speak(None, language(request), error.text)))


def on_too_large(request: Req, error: TooLarge) -> Response[Failed]:
    return told(413, Fault(say_web(language(request), "errors.too_large")))


def on_http(request: Req, error: HTTPException) -> Response[Failed] | Response[bytes]:
    if is_visit(request):
        return lost_page(request, error.status_code)
    key = "errors.no_page" if error.status_code == 404 else "errors.bad_request"
    return told(error.status_code, Fault(say_web(language(request), key)))


def on_store(request: Req, error: SQLAlchemyError) -> Response[Failed]:
    LOG.error("%s %s: %s", request.method, masked(request.url.path), str(error).splitlines()[0])
    return told(*failure(error, language(request), None))


def on_other(request: Req, error: Exception) -> Response[Failed]:
    LOG.exception("%s %s", request.method, masked(request.url.path), exc_info=error)
    return told(*failure(error, language(request), None))


def _title_in(request: Req) -> Title[State] | None:
    """The title of the match that was asked for, found without opening it: that may be what went wrong."""
    token, store = request.path_params.get("token"), hub_of(request).store
    key = store.remembered(token) if token else None
    row = store.match(key.match) if key else None
    return load(row.title) if row else None


# --- the application ------------------------------------------------------------


def create_app(settings: Settings, store: Store) -> Asgi:
    """Everything, ready to be served. Matches open on demand: a restart finds them where they were."""
    playable()
    hub = Hub(store, Players(settings.workers), settings.seconds)
    house, place = Housekeeping(hub, settings.expire), Place(hub, settings)
    inner = Litestar(
        route_handlers=[*HANDLERS, describe(HANDLERS)],
        lifespan=[lambda app: running(app, hub, house, place, warm=settings.warm)],
        state=AppState(),
        openapi_config=None,
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=4, minimum_size=1000, exclude=PACKED),
        exception_handlers={
            Refused: on_refused,
            MatchError: on_match_error,
            BadSetup: on_bad_setup,
            BadData: on_bad_data,
            TooLarge: on_too_large,
            HTTPException: on_http,
            SQLAlchemyError: on_store,
            Exception: on_other,
        },
        request_max_body_size=settings.upload,
    )
    hub.forgetting += [inner.asgi_router.handle_routing.cache_clear, parse_path_params.cache_clear]
    return Guard(inner, settings, house.is_banned)  # type: ignore[arg-type]


@contextlib.asynccontextmanager
async def running(app: Litestar, hub: Hub, house: Housekeeping, place: Place, *, warm: bool) -> AsyncIterator[None]:
    """From the first request to the last."""
    app.state.hub, app.state.place = hub, place
    watching = (place.times.go_on(), place.adjutant.begin(), place.rater.go_on(), place.runner.go_on(), place.updates.go_on())
    works = (house.go_on(), place.sender.go_on(), place.crier.go_on(), *watching)
    tasks = [asyncio.create_task(work) for work in works]
    if warm:
        tasks.append(asyncio.create_task(asyncio.to_thread(home.warm)))
    others = Others(hub) if hub.store.is_shared else None
    if others is not None:
        tasks.append(asyncio.create_task(others.go_on()))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        if others is not None:
            others.close()
        hub.close()
        hub.players.close()
        hub.store.close()
