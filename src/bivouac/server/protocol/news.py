"""News: how somebody wants to be told, and what they were told."""

from __future__ import annotations

from typing import Literal

from bivouac.server.protocol.base import Wire, Wish


class Channels(Wire):
    """Which of them are on."""

    mail: bool
    push: bool
    hook: bool


class WayRow(Wire):
    """A browser that listens, or a webhook; of its address only the name of the server is told."""

    id: str
    channel: str
    name: str
    host: str
    created: float


class Delivery(Wire):
    """What was sent, or was not; `problem` in words."""

    channel: str
    subject: str
    state: str
    created: float
    tries: int
    problem: str


class News(Wire):
    """`mail`: where mails go. `usual` holds for every match against somebody. Quiet hours as `HH:MM`. `key`: by which a browser knows the
    messages of this server."""

    mail: str | None
    usual: Channels
    ways: list[WayRow]
    quiet_from: str | None
    quiet_until: str | None
    zone: str
    key: str
    sent: list[Delivery]


class ChangeNews(Wish):
    mail: bool = False
    push: bool = False
    hook: bool = False
    quiet_from: str | None = None
    quiet_until: str | None = None
    zone: str = "UTC"


class ListenHere(Wish):
    """What the browser's own push service gave it."""

    endpoint: str
    p256dh: str
    auth: str


class NewHook(Wish):
    """`chat`: whom a bot of Telegram writes to."""

    url: str
    kind: Literal["json", "discord", "slack", "telegram"] = "json"
    chat: str = ""


class OneWay(Wish):
    id: str


class TryNews(Wish):
    """By a channel, or by one way of it."""

    channel: Literal["mail", "push", "hook"]
    way: str | None = None


class MatchNews(Wire):
    """For one match: what was said (None: as usual), and what is on."""

    mail: bool | None
    push: bool | None
    hook: bool | None
    now: Channels


class SwitchNews(Wish):
    """For one match; None: as usual."""

    mail: bool | None = None
    push: bool | None = None
    hook: bool | None = None


class StopMail(Wish):
    """`again`: it was a mistake."""

    again: bool = False


class Stopped(Wire):
    """`all`: no mails of any match."""

    all: bool
    on: bool
