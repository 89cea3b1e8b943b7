"""What can be set, and the titles that live elsewhere."""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass
from functools import cache, partial
from math import inf
from pathlib import Path

from bivouac.core.broken import Broken
from bivouac.core.state import State
from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Title
from bivouac.titles import attempt, broken_titles, register, titles

EXTRA = "BIVOUAC_EXTRA_TITLES"


@dataclass(frozen=True)
class Settings:
    """
    database   an SQLAlchemy URL; SQLite by default, PostgreSQL works too
    workers    processes in which computer players think that take their time
    seconds    the most seconds that players may give such a computer player for a turn
    rate       requests a second from one address (0: no limit), with ten seconds' worth at once
    creations  new matches and uploads a minute from one address (0: no limit)
    body       the largest request in bytes; `upload` the largest save
    sockets    pages and bots of one address that may listen at once (0: no limit)
    trust_proxy  take the address from X-Forwarded-For (only behind a proxy that sets it)
    hosts      the names under which this server answers (none: numbers, and names of the house)
    expire     days after which matches that nobody has touched are deleted (0: never)
    log        `text` or `json`: how the log is written
    warm       draw every title's board ahead, so that the first visitor does not wait
    url        where people find this server, for the links in mails; needed where mails are sent
    mail       `smtp://user:password@host:port` (or `smtps://`), or a file that mails are written to
    sender     the address that mails come from
    inner      webhooks may lead to addresses of the house, and over plain HTTP
    clock      a file with the seconds that people's clocks are ahead, for tests
    """

    database: str
    workers: int = 1
    seconds: float = 60.0
    rate: float = 30.0
    creations: float = 30.0
    body: int = 16_384
    upload: int = 2_000_000
    sockets: int = 40
    trust_proxy: bool = False
    hosts: tuple[str, ...] = ()
    expire: float = 0.0
    log: str = "text"
    warm: bool = True
    url: str = ""
    mail: str = ""
    sender: str = "bivouac@localhost"
    inner: bool = False
    clock: str = ""

    @classmethod
    def in_folder(cls, folder: Path) -> Settings:
        """The embedded database in a folder, which is made where it does not exist; the environment may say otherwise."""
        folder.mkdir(parents=True, exist_ok=True)
        return cls(
            database=os.environ.get("BIVOUAC_DATABASE", f"sqlite:///{folder / 'bivouac.db'}"),
            workers=int(number("BIVOUAC_WORKERS", max(1, (os.cpu_count() or 2) - 1), least=1)),
            seconds=number("BIVOUAC_SECONDS", 60, least=0.1),
            rate=number("BIVOUAC_RATE", 30),
            creations=number("BIVOUAC_CREATIONS", 30),
            sockets=int(number("BIVOUAC_SOCKETS", 40)),
            hosts=tuple(name.strip().lower() for name in os.environ.get("BIVOUAC_HOSTS", "").split(",") if name.strip()),
            expire=number("BIVOUAC_EXPIRE", 0),
            log=os.environ.get("BIVOUAC_LOG", "text"),
            trust_proxy=os.environ.get("BIVOUAC_TRUST_PROXY", "") == "1",
            warm=os.environ.get("BIVOUAC_WARM", "1") == "1",
            url=os.environ.get("BIVOUAC_URL", "").rstrip("/"),
            mail=mail_way(folder),
            sender=os.environ.get("BIVOUAC_SENDER", "bivouac@localhost"),
            inner=os.environ.get("BIVOUAC_INNER_HOOKS", "") == "1",
            clock=os.environ.get("BIVOUAC_CLOCK", ""),
        )


def mail_way(folder: Path) -> str:
    """Where mails go. Whoever sends them says where the links in them lead: a visitor's word for it might lead elsewhere."""
    way = os.environ.get("BIVOUAC_SMTP", "")
    if way and not way.startswith(("smtp://", "smtps://")):
        raise BadSetup(Text("errors.bad_smtp"))
    if way and not os.environ.get("BIVOUAC_URL", "").startswith(("http://", "https://")):
        raise BadSetup(Text("errors.smtp_needs_url"))
    return way or str(folder / "mail.txt")


def number(name: str, standard: float, least: float = 0.0) -> float:
    """A number of the environment."""
    found = os.environ.get(name, str(standard))
    try:
        value = float(found)
    except ValueError:
        value = -inf
    if not least <= value < inf:
        raise BadSetup(Text("errors.bad_setting", {"name": name, "found": found, "least": f"{least:g}"}))
    return value


def extra_titles() -> tuple[str, ...]:
    """Register the titles that the environment names as `module:NAME`, comma separated; gives the ids of those that can be loaded."""
    found = [title for title in _extra(os.environ.get(EXTRA, "")) if not isinstance(title, Broken)]
    for title in found:
        register(title)
    return tuple(title.id for title in found)


@cache
def _extra(named: str) -> tuple[Title[State] | Broken, ...]:
    found = []
    for entry in filter(None, named.split(",")):
        module, _, name = entry.strip().partition(":")
        found.append(attempt(module, module, partial(_title_in, module, name or "TITLE")))
    return tuple(found)


def _title_in(module: str, name: str) -> object:
    return getattr(importlib.import_module(module), name)


def playable() -> tuple[str, ...]:
    """Every title that can be played here."""
    known = titles()
    return (*known, *(t for t in extra_titles() if t not in known))


def unplayable() -> tuple[Broken, ...]:
    """Every title that is here and cannot be loaded."""
    return (*broken_titles(), *(title for title in _extra(os.environ.get(EXTRA, "")) if isinstance(title, Broken)))
