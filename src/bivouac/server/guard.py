"""What every request passes first: headers that forbid what pages do not need, limits of size and rate, no posts from foreign pages."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any

from bivouac.server.metrics import METRICS
from bivouac.server.settings import Settings
from bivouac.server.words import language_of, say_web

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }.items()
)


NO_STORE = (b"cache-control", b"no-store")

# requests that take work: how many a second, and at once, for one seat; an address has four times as much
WORK = {
    "hints": (0.5, 10.0),
    "odds": (2.0, 20.0),
    "forecast": (4.0, 40.0),
    "gestures": (6.0, 60.0),
    "outlook": (6.0, 60.0),
    "sight": (6.0, 60.0),
    "charts": (2.0, 20.0),
    "legend": (1.0, 10.0),
    "why": (5.0, 40.0),
    "frames": (0.5, 6.0),
    "at": (5.0, 40.0),
    "dice": (0.2, 6.0),
    "chances": (0.2, 6.0),
    "save": (0.5, 8.0),
    "board": (1.0, 10.0),
    "log": (2.0, 20.0),
    "nonce": (1.0, 10.0),
    "undo": (3.0, 30.0),
    "seat": (0.5, 20.0),
    "invite": (0.2, 6.0),
    "stream": (0.5, 10.0),
    "aid": (1.0, 20.0),
    "study": (2.0, 30.0),
    "better": (0.2, 6.0),
    "lines": (0.5, 10.0),
    "orders": (0.5, 10.0),
    "ahead": (2.0, 40.0),
    "news": (0.5, 10.0),
    "claim": (0.5, 6.0),
    "rematch": (0.2, 6.0),
    "agree": (0.5, 10.0),
    "agreed": (1.0, 20.0),
    "words": (1.0, 30.0),
    "notes": (0.5, 20.0),
    "mute": (0.5, 10.0),
    "report": (0.1, 6.0),
}
BATTLES = (4.0, 60.0)  # the same for one address that edits battles
WHO = "bivouac.who"  # where the scope says who is asking
LINE, HEARD = "bivouac.line", "bivouac.heard"  # where a socket's scope has what writes to it at once (run.py), what hears it (listening.py)
RUDE, BARRED = "bivouac.rude", 30.0  # what listening.py writes into the scope of a socket that shouts; seconds
ALLOWED = "bivouac.allowed"  # where a socket's scope has what asks whether its address may ask for more
HOUSE = 4  # seats behind one address
FILES = ("/worker.js", "/favicon.ico", "/offline")
BEGINNINGS = ("/api/matches", "/api/saves", "/api/studies", "/api/positions")  # requests that make a match, perhaps from a file
BATTLE = 100_000  # the largest battle of somebody's own, in bytes
STATUS = (1.0, 20.0)  # looks at the matches that a browser remembers, for an address
KNOCKS = (2.0, 30.0)  # refusals that come at once
DELAY, WAITING = 1.0, 50  # seconds by which the others come later, and how many of an address may wait for theirs
UPLOADS = 5  # of so many new matches one may be a file


class Bucket:
    """`rate` a second, `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.then = burst, time.monotonic()

    def allows(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def is_full(self) -> bool:
        return self.left + (time.monotonic() - self.then) * self.rate >= self.burst


class Buckets:
    """A bucket for everybody; rate 0: no limit."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._known: dict[str, Bucket] = {}

    def allows(self, who: str) -> bool:
        if self.rate <= 0:
            return True
        bucket = self._known.get(who)
        if bucket is None:
            if len(self._known) > 10_000:
                self._known = {w: b for w, b in self._known.items() if not b.is_full}
            bucket = self._known[who] = Bucket(self.rate, self.burst)
        return bucket.allows()


class Guard:
    """`banned` says whether an address may not come in."""

    def __init__(self, app: Asgi, settings: Settings, banned: Callable[[str], bool] = lambda who: False) -> None:
        self.app = app
        self.settings = settings
        self.banned = banned
        scale = 1.0 if settings.rate > 0 else 0.0
        self.all = Buckets(settings.rate, settings.rate * 10)
        self.new = Buckets(settings.creations / 60, settings.creations)
        self.files = Buckets(settings.creations / UPLOADS / 60, max(2.0, settings.creations / UPLOADS))
        self.battles = Buckets(BATTLES[0] * scale, BATTLES[1])
        self.work = {kind: Buckets(rate * scale, burst) for kind, (rate, burst) in WORK.items()}
        self.house = {kind: Buckets(rate * scale * HOUSE, burst * HOUSE) for kind, (rate, burst) in WORK.items()}
        self.status = Buckets(STATUS[0] * scale, STATUS[1])
        self.knocks = Buckets(KNOCKS[0] * scale, KNOCKS[1])
        self.waiting: Counter[str] = Counter()
        self.sockets: Counter[str] = Counter()
        self.barred: dict[str, float] = {}  # whose sockets shouted, and until when none of theirs is opened

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        who = scope[WHO] = self._who(scope, headers)
        problem = self._problem(scope, headers, who)
        if problem:
            METRICS.refused[problem[1].removeprefix("errors.")] += 1
            await self._let_wait(who)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, who, welcome=problem is None)
        elif problem:
            await _refuse(send, *problem, language_of(_query_language(scope), headers.get("accept-language", "")))
        else:
            await self.app(scope, _limited(receive, self._limit(scope["path"])), _with_headers(send, scope["path"]))

    async def _let_wait(self, who: str) -> None:
        """Who knocks on and on is answered late: a refusal costs as much as many an answer."""
        if self.knocks.allows(who) or self.waiting[who] >= WAITING:
            return
        self.waiting[who] += 1
        try:
            await asyncio.sleep(DELAY)
        finally:
            self.waiting[who] -= 1
            if not self.waiting[who]:
                del self.waiting[who]

    async def _socket(self, scope: Message, receive: Receive, send: Send, who: str, *, welcome: bool) -> None:
        most = self.settings.sockets
        if not welcome or 0 < most <= self.sockets[who] or time.monotonic() < self.barred.get(who, 0.0):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        scope[ALLOWED] = partial(self.all.allows, who)
        self.sockets[who] += 1
        METRICS.sockets += 1
        try:
            await self.app(scope, receive, send)
        finally:
            METRICS.sockets -= 1
            self.sockets[who] -= 1
            if not self.sockets[who]:
                del self.sockets[who]
            if RUDE in scope and self.settings.rate > 0:
                self.barred = {w: until for w, until in self.barred.items() if until > time.monotonic()}
                self.barred[who] = time.monotonic() + BARRED

    def _problem(self, scope: Message, headers: dict[str, str], who: str) -> tuple[int, str] | None:
        if self.banned(who):
            return 403, "errors.banned"
        if not self._is_our_name(headers.get("host", "")):
            return 421, "errors.host"
        if not _is_file(scope) and not self.all.allows(who):
            return 429, "errors.too_fast"
        if scope["type"] == "websocket":
            return (403, "errors.foreign") if _foreign(headers) else None
        return self._too_much(scope["path"], who) or (self._wrong_post(scope["path"], headers, who) if scope["method"] == "POST" else None)

    def _too_much(self, path: str, who: str) -> tuple[int, str] | None:
        """Work that this seat, or this address, has asked for often enough."""
        parts = path.split("/", 5)
        if len(parts) < 5 or parts[2] != "table" or parts[4] not in WORK:
            return None
        kind = parts[4]
        is_fine = self.work[kind].allows(parts[3]) and self.house[kind].allows(who)
        return None if is_fine else (429, "errors.too_fast")

    def _wrong_post(self, path: str, headers: dict[str, str], who: str) -> tuple[int, str] | None:
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none") or _foreign(headers):
            return 403, "errors.foreign"
        length = headers.get("content-length", "0")
        if "transfer-encoding" in headers and "content-length" in headers:
            return 400, "errors.bad_request"
        if not (length.isascii() and length.isdigit()) or len(length) > 12:
            return 400, "errors.bad_request"
        if int(length) > self._limit(path):
            return 413, "errors.too_large"
        if _begins(path) and not self.new.allows(who):
            return 429, "errors.too_fast"
        if path in ("/api/saves", "/api/positions") and not self.files.allows(who):
            return 429, "errors.too_fast"
        if path == "/api/matches/status" and not self.status.allows(who):
            return 429, "errors.too_fast"
        if _is_battle(path) and not self.battles.allows(who):
            return 429, "errors.too_fast"
        return None

    def _limit(self, path: str) -> int:
        if path in BEGINNINGS or path.endswith("/arrange"):
            return self.settings.upload
        return max(self.settings.body, BATTLE) if _is_battle(path) else self.settings.body

    def _who(self, scope: Message, headers: dict[str, str]) -> str:
        if self.settings.trust_proxy and "x-forwarded-for" in headers:
            return block_of(headers["x-forwarded-for"].split(",")[-1].strip())
        return block_of(str(scope["client"][0])) if scope.get("client") else ""

    def _is_our_name(self, host: str) -> bool:
        """A page of anybody's name may be made to lead here; only our own names are answered. Numbers and names of the house always are,
        unless `hosts` says which."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if self.settings.hosts:
            return name.lower() in self.settings.hosts
        return is_address(name.strip("[]")) or "." not in name or name.lower().endswith(HOME_NAMES)


def _is_file(scope: Message) -> bool:
    """Whether one of the client's own files is fetched. They come from memory, and a page that gets only some of them stays blank."""
    path = scope["path"]
    return scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and (path.startswith("/static/") or path in FILES)


def _begins(path: str) -> bool:
    """Whether a match is to be made."""
    return path in (*BEGINNINGS, "/api/club/computer") or (path.startswith("/api/battles/") and path.endswith("/play"))


def _is_battle(path: str) -> bool:
    """Whether a battle or a position is sent: to be looked at, tried, kept."""
    return path.startswith("/api/battles") or (path.startswith("/api/titles/") and path.endswith(("/look", "/try", "/arrange")))


HOME_NAMES = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal")


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def block_of(address: str) -> str:
    """Who counts as one: an address, and of IPv6 the 64 bits that one house has for itself."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def _foreign(headers: dict[str, str]) -> bool:
    """A page of another origin is speaking."""
    origin = headers.get("origin")
    return origin is not None and origin.split("://")[-1] != headers.get("host", "")


def _query_language(scope: Message) -> str | None:
    for part in scope.get("query_string", b"").decode("latin-1").split("&"):
        if part.startswith("lang="):
            return str(part[5:])
    return None


class TooLarge(Exception):
    pass


def _limited(receive: Receive, limit: int) -> Receive:
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise TooLarge
        return message

    return counted


def _with_headers(send: Send, path: str) -> Send:
    """What a table says is for its reader alone: nobody on the way keeps it."""
    wanted = (*HEADERS, NO_STORE) if path.startswith("/api/") else HEADERS

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            METRICS.answered[message["status"] // 100] += 1
            present = {k.lower() for k, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(h for h in wanted if h[0] not in present)]
        await send(message)

    return wrapped


async def _refuse(send: Send, status: int, key: str, language: str) -> None:
    body = ('{"error":{"message":"' + say_web(language, key).replace('"', '\\"') + '"}}').encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    if status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
