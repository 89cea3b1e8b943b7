"""What the requests of people share: who is asking, how often they may, and where this server is."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from typing import NamedTuple

from bivouac.server.club.care import banned_until
from bivouac.server.club.ratings import Rater, Ratings
from bivouac.server.club.tournaments import Runner, Tournaments
from bivouac.server.club.words import Words
from bivouac.server.errors import Refused
from bivouac.server.guard import Buckets
from bivouac.server.hub import Hub
from bivouac.server.lobby.agreements import Agreements, Timekeeper
from bivouac.server.lobby.ahead import Plans
from bivouac.server.lobby.challenges import Challenges
from bivouac.server.lobby.orders import Adjutant, Orders
from bivouac.server.news.book import Book
from bivouac.server.news.crier import Crier, ways_of
from bivouac.server.news.hooks import Hooks
from bivouac.server.news.outward import Outward
from bivouac.server.news.push import Push, Signer
from bivouac.server.people.clock import Clock
from bivouac.server.people.holds import Holds
from bivouac.server.people.letters import MAIL, Letter, Letters, Mail, Sender
from bivouac.server.people.people import FRESH, IDLE, People, Person, Session
from bivouac.server.people.updates import Updates
from bivouac.server.requests import Req, Socket, who
from bivouac.server.settings import Settings
from bivouac.server.store import Key

COOKIE, SECURE_COOKIE = "bivouac", "__Host-bivouac"
KNOCKS, CHANGES = (0.1, 12.0), (0.5, 30.0)  # coming in, and changing what one is: a second, and at once, for one address
DEVICES = ("Firefox", "Edg", "Chrome", "Safari", "Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux")
BROWSERS = 4


class Visitor(NamedTuple):
    """Somebody with a name, and the session they came in by."""

    person: Person
    session: Session


class Place:
    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub, self.settings = hub, settings
        self.clock = Clock(settings.clock)
        self.people = People(hub.store, self.clock)
        self.holds = Holds(hub.store)
        self.challenges = Challenges(hub.store, self.clock)
        self.agreements = Agreements(hub.store, self.clock, self.holds)
        self.times = Timekeeper(hub, self.agreements)
        self.orders = Orders(hub.store)
        self.adjutant = Adjutant(hub, self.orders)
        self.plans = Plans(hub)
        self.ratings = Ratings(hub.store, self.clock)
        self.rater = Rater(hub, self.ratings)
        self.tournaments = Tournaments(hub.store, self.clock, self.ratings, self.agreements)
        self.runner = Runner(hub, self.tournaments)
        self.words = Words(hub.store, self.clock, self.holds)
        self.updates = Updates(hub)
        self.letters = Letters(hub.store, self.clock)
        self.book = Book(hub.store, self.clock)
        self.crier = Crier(hub, self.people, self.holds, self.book, self.letters, settings.url)
        self.signer = Signer(hub.store.secret("push"), settings.url if settings.url.startswith("https") else f"mailto:{settings.sender}")
        outward = Outward(inner=settings.inner)
        ways: dict[str, Callable[[Letter], None]] = {
            MAIL: Mail(settings.mail, settings.sender, self.crier.stop_link),
            **ways_of(self.book, Push(outward, self.signer), Hooks(outward)),
        }
        self.sender = Sender(hub, self.letters, ways, self.crier.ready)
        scale = 1.0 if settings.rate > 0 else 0.0
        self.knocks = Buckets(KNOCKS[0] * scale, KNOCKS[1])
        self.changes = Buckets(CHANGES[0] * scale, CHANGES[1])


def place_of(request: Req | Socket) -> Place:
    place: Place = request.app.state.place
    return place


async def visitor(request: Req | Socket) -> Visitor | None:
    """Who is asking, if they have a name. What changes something must come as JSON, which no form of another site can send."""
    token = request.cookies.get(SECURE_COOKIE if is_secure(request) else COOKIE)
    if not token:
        return None
    if request.scope.get("method") == "POST" and not request.headers.get("content-type", "").startswith("application/json"):
        return None
    place = place_of(request)
    found = await place.hub.looking(place.people.session, token)
    return Visitor(found[1], found[0]) if found else None


async def welcome(request: Req, person: Person) -> None:
    """Refuses who was sent away, and says for how long."""
    place = place_of(request)
    until = await place.hub.looking(banned_until, place.hub.store, person.id, place.clock.now())
    if until is not None:
        raise Refused(403, "errors.sent_away", date=time.strftime("%Y-%m-%d", time.gmtime(until)))


async def known(request: Req) -> Visitor:
    """Somebody with a name; nobody else may ask for this."""
    found = await visitor(request)
    if found is None:
        raise Refused(401, "errors.enter_first")
    if request.method == "POST" and not place_of(request).changes.allows(who(request)):
        raise Refused(429, "errors.too_fast")
    return found


async def fresh(request: Req) -> Visitor:
    """The same, come in a short while ago: for what cannot be undone."""
    found = await known(request)
    if found.session.created < place_of(request).clock.now() - FRESH:
        raise Refused(403, "errors.enter_again")
    return found


def knock(request: Req) -> None:
    """Coming in is for people: a few times a minute from one address."""
    if not place_of(request).knocks.allows(who(request)):
        raise Refused(429, "errors.too_fast")


async def hold(request: Req, key: Key | None) -> None:
    """A seat that somebody with a name has just taken is theirs on every device."""
    found = await visitor(request)
    if found is not None and key is not None:
        place = place_of(request)
        await place.hub.writing(place.holds.take, found.person.id, key)


# --- where this server is ------------------------------------------------------------------------------


def is_secure(request: Req | Socket) -> bool:
    if place_of(request).settings.trust_proxy:
        return bool(request.headers.get("x-forwarded-proto", "http").split(",")[-1].strip() == "https")
    return request.scope.get("scheme") in ("https", "wss")


def origin(request: Req) -> str:
    """As the browser calls it."""
    return f"{'https' if is_secure(request) else 'http'}://{request.headers.get('host', '')}"


def address(request: Req) -> str:
    """For links in mails."""
    return place_of(request).settings.url or origin(request)


def site(request: Req) -> str:
    """The name that passkeys are bound to; numbers cannot have any."""
    name = request.headers.get("host", "").rsplit(":", 1)[0]
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name
    raise Refused(400, "errors.passkey_needs_name")


def cookie(request: Req, token: str) -> dict[str, str]:
    """The header that gives the browser its session; an empty token takes it away. No script reads it, no other site makes use of it."""
    secure = is_secure(request)
    name, age = (SECURE_COOKIE if secure else COOKIE), (int(IDLE) if token else 0)
    return {"set-cookie": f"{name}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{'; Secure' if secure else ''}"}


def device(request: Req) -> str:
    """What somebody came in with, in a few words."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for name in DEVICES[:BROWSERS] if name in agent), "?")
    machine = next((name for name in DEVICES[BROWSERS:] if name in agent), "?")
    return f"{browser.replace('Edg', 'Edge')} · {machine.replace('Macintosh', 'Mac')}"
