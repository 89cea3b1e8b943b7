"""Posting to an address that somebody gave us: over HTTPS, to the world outside alone, and never on to where an answer points.

The name is looked up once and every address found must be public; the connection then goes to one of these, so that a name that changes
its mind leads nowhere else. Whoever runs the server may allow inner addresses (`BIVOUAC_INNER_HOOKS=1`), and with them plain HTTP.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from urllib.parse import SplitResult, urlsplit

from bivouac.server.people.letters import Unanswered, Unsendable, Untaken

PATIENCE = 5.0  # seconds for each step
ALTOGETHER = 10.0  # seconds for all of it
LONGEST = 1000  # characters of an address
THROUGH = tuple(ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))  # ways to IPv4 in IPv6
AGAIN_LATER = (408, 425, 429)


def is_postable(url: str, *, inner: bool) -> bool:
    """Whether an address can be posted to at all, as far as its letters tell."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST
    whole = bool(parts.hostname) and parts.username is None and parts.password is None
    outer = parts.scheme == "https" and port in (None, 443)
    return plain and whole and (outer or (inner and parts.scheme in ("http", "https")))


def is_public(address: str) -> bool:
    """Whether an address is one of the world outside."""
    found = ipaddress.ip_address(address.split("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if any(found in net for net in THROUGH):
            return False
    return found.is_global and not found.is_multicast


class Outward:
    def __init__(self, *, inner: bool) -> None:
        self.inner = inner
        self._context = ssl.create_default_context()

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """Gives the status of the answer; nothing else of it is read."""
        if not is_postable(url, inner=self.inner):
            raise Unsendable("address")
        parts = urlsplit(url)
        line = _Line(parts, self._address(parts), self._context if parts.scheme == "https" else None)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        watch = threading.Timer(ALTOGETHER, line.cut)
        watch.start()
        try:
            return line.asked(path, body, headers)
        finally:
            watch.cancel()
            line.close()

    def _address(self, parts: SplitResult) -> str:
        """One to connect to."""
        try:
            found = socket.getaddrinfo(parts.hostname, _port(parts), type=socket.SOCK_STREAM)
        except OSError:
            raise Untaken("unreachable") from None
        addresses = [str(entry[4][0]) for entry in found]
        if not self.inner and not all(is_public(address) for address in addresses):
            raise Unsendable("inner")
        return addresses[0]


def _port(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


class _Line(http.client.HTTPConnection):
    """A connection to an address that was looked at, under the name that was asked for."""

    def __init__(self, parts: SplitResult, address: str, context: ssl.SSLContext | None) -> None:
        super().__init__(str(parts.hostname), _port(parts), timeout=PATIENCE)
        self.default_port = 443 if context is not None else 80
        self.address, self.context = address, context

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), PATIENCE)
        if self.context is not None:
            secure = self.context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock = secure
            secure.do_handshake()

    def cut(self) -> None:
        """Whoever answers drop by drop is not waited for."""
        with contextlib.suppress(OSError, AttributeError):  # it may be closed, or not open yet
            self.sock.shutdown(socket.SHUT_RDWR)

    def asked(self, path: str, body: bytes, headers: dict[str, str]) -> int:
        try:
            self.connect()
        except OSError:
            raise Untaken("unreachable") from None
        try:
            self.request("POST", path, body, headers)
            return self.getresponse().status
        except (OSError, http.client.HTTPException):
            raise Unanswered("unanswered") from None


def judge(status: int) -> None:
    """What an answer means for what was sent."""
    if status in AGAIN_LATER or status >= 500:
        raise Untaken(str(status))
    if not 200 <= status < 300:
        raise Unsendable(str(status))
