"""What every request passes first: headers that forbid what pages do not need, limits of size and rate, no posts from foreign pages."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

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


class Buckets:
    """Token buckets by address: `rate` a second, `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, who: str) -> bool:
        if self.rate <= 0:
            return True
        now = time.monotonic()
        left, then = self._left.get(who, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        if len(self._left) > 10_000:
            self._left = {w: (v, t) for w, (v, t) in self._left.items() if now - t < self.burst / self.rate}
        self._left[who] = (left - 1 if left >= 1 else left, now)
        return left >= 1


class Guard:
    def __init__(self, app: Asgi, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.all = Buckets(settings.rate, settings.rate * 10)
        self.new = Buckets(settings.creations / 60, settings.creations)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        problem = self._problem(scope, headers)
        if scope["type"] == "websocket":
            if problem:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            else:
                await self.app(scope, receive, send)
            return
        if problem:
            await _refuse(send, *problem, language_of(_query_language(scope), headers.get("accept-language", "")))
            return
        limit = self._limit(scope["path"])
        await self.app(scope, _limited(receive, limit), _with_headers(send))

    def _problem(self, scope: Message, headers: dict[str, str]) -> tuple[int, str] | None:
        who = self._who(scope, headers)
        if not self.all.allows(who):
            return 429, "errors.too_fast"
        if scope["type"] == "websocket":
            return (403, "errors.foreign") if _foreign(headers) else None
        if scope["method"] == "POST":
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none") or _foreign(headers):
                return 403, "errors.foreign"
            if int(headers.get("content-length") or 0) > self._limit(scope["path"]):
                return 413, "errors.too_large"
            if scope["path"] in ("/api/matches", "/api/saves") and not self.new.allows(who):
                return 429, "errors.too_fast"
        return None

    def _limit(self, path: str) -> int:
        return self.settings.upload if path in ("/api/saves", "/api/matches") else self.settings.body

    def _who(self, scope: Message, headers: dict[str, str]) -> str:
        if self.settings.trust_proxy and "x-forwarded-for" in headers:
            return headers["x-forwarded-for"].split(",")[-1].strip()
        return str(scope["client"][0]) if scope.get("client") else ""


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


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {k.lower() for k, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(h for h in HEADERS if h[0] not in present)]
        await send(message)

    return wrapped


async def _refuse(send: Send, status: int, key: str, language: str) -> None:
    body = ('{"error":{"message":"' + say_web(language, key).replace('"', '\\"') + '"}}').encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    if status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
