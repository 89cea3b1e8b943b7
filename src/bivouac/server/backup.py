"""Backup and restore of everything that is kept, while the server runs.

Restoring brings back what is missing and changes nothing else. A match, an account, a tournament or a scenario is known by its id. What is
here may have gone on since, so it stays as it is, with all that belongs to it.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.server.database import NEWEST
from bivouac.server.people.letters import DROPPED, SENDING, WAITING
from bivouac.server.people.people import free_name
from bivouac.server.schema import (
    AHEAD,
    BANS,
    BATTLES,
    ENTRIES,
    HOUSE,
    LETTERS,
    MATCHES,
    OF_A_MATCH,
    PAIRINGS,
    PASSKEYS,
    PEOPLE,
    RATINGS,
    SANCTIONS,
    THOUGHTS,
    TOURNAMENTS,
)
from bivouac.server.store import Store

OF_AN_ACCOUNT = (PASSKEYS, RATINGS, SANCTIONS)  # all of them have a column `person`
OF_A_TOURNAMENT = (ENTRIES, PAIRINGS)
BY_THEMSELVES = (HOUSE, BANS, PEOPLE, *OF_AN_ACCOUNT, TOURNAMENTS, *OF_A_TOURNAMENT, BATTLES)  # belong to no match
KEPT_IN_BACKUPS = (MATCHES, *(t for t in OF_A_MATCH if t is not THOUGHTS), *BY_THEMSELVES)
TABLES = {str(table.name): table for table in KEPT_IN_BACKUPS}
Values = dict[str, Any]


class Restored(NamedTuple):
    """How many matches came back, how many were here already, and how many accounts came back under another name."""

    matches: int
    here: int
    renamed: int


def backup(store: Store, file: Path) -> int:
    """Write everything, as it stands at one moment, as lines of JSON for either kind of database. Gives how many matches."""
    matches = 0
    file.touch(mode=0o600)
    level = "REPEATABLE READ" if store.is_shared else "SERIALIZABLE"
    with gzip.open(file, "wb", compresslevel=6) as out, store.engine.connect().execution_options(isolation_level=level) as db, db.begin():
        if not store.is_shared:
            db.exec_driver_sql("BEGIN")
        out.write(msgspec.json.encode({"bivouac-backup": NEWEST, "made": time.time()}) + b"\n")
        for table in KEPT_IN_BACKUPS:
            for row in db.execute(sa.select(table)).mappings():
                matches += table is MATCHES
                out.write(msgspec.json.encode([str(table.name), {str(name): value for name, value in row.items()}]) + b"\n")
    return matches


def restore(store: Store, file: Path) -> Restored:
    """Bring back what is in a backup and missing here; all of it, or (on any error) nothing. The whole file is read once before, so that
    a damaged one is refused before anything is written."""
    try:
        copies = [(values["match"], values["copy"]) for table, values in _rows(file) if table is AHEAD]
        with store.engine.begin() as db:
            if not store.is_shared:
                db.exec_driver_sql("BEGIN IMMEDIATE")  # nobody writes between what is read here and what is written
            here = _here(db, copies)
            back, there, renamed = 0, 0, 0
            for table, values in _rows(file):
                back += table is MATCHES and here.misses(table, values)
                there += table is MATCHES and values["id"] in here.matches
                if here.misses(table, values):
                    renamed += _put_back(db, table, values)
            return Restored(back, there, renamed)
    except sa.exc.SQLAlchemyError as error:  # its text holds SQL and rows: neither is for the screen or a log
        raise BadSetup(Text("errors.admin_not_restored", {"file": str(file), "problem": type(error).__name__})) from None


@dataclass(frozen=True)
class _Here:
    """What there is already, by id; `copies` are the private copies of matches that are here, which planning ahead may have ended."""

    matches: frozenset[str]
    people: frozenset[str]
    tournaments: frozenset[str]
    copies: frozenset[str]

    def misses(self, table: sa.Table, values: Values) -> bool:
        """Whether a row of a backup belongs to nothing that is here."""
        if table is MATCHES:
            return self._misses_match(values["id"])
        if table in OF_A_MATCH and values["match"] is not None:
            return self._misses_match(values["match"])
        if table in OF_AN_ACCOUNT:
            return values["person"] not in self.people
        if table in OF_A_TOURNAMENT:
            return values["tournament"] not in self.tournaments
        return table is not PEOPLE or values["id"] not in self.people

    def _misses_match(self, match: str) -> bool:
        return match not in self.matches and match not in self.copies


def _here(db: sa.Connection, copies: Sequence[tuple[str, str]]) -> _Here:
    """`copies`: the matches of the backup for which there are plans, and their private copies."""
    matches, people, tournaments = (frozenset(db.execute(sa.select(t.c.id)).scalars()) for t in (MATCHES, PEOPLE, TOURNAMENTS))
    return _Here(matches, people, tournaments, frozenset(copy for match, copy in copies if match in matches))


def _put_back(db: sa.Connection, table: sa.Table, values: Values) -> bool:
    """Insert a row, unless its key is taken; whether an account got another name."""
    fitted = values
    if table is PEOPLE:
        fitted = _with_free_name(db, values)
    elif table is LETTERS and values["match"] is None and values["state"] in (WAITING, SENDING):
        fitted = {**values, "state": DROPPED, "body": ""}  # what opens the link in it is in no backup
    insert = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    db.execute(insert(table).on_conflict_do_nothing(), fitted)
    return table is PEOPLE and fitted["name"] != values["name"]


def _with_free_name(db: sa.Connection, values: Values) -> Values:
    """An account that comes back gives way: a name or an email address that another account has now stays with that one."""
    name = free_name(db, values["name"])
    has_mail = values["mail"] is not None and db.execute(sa.select(PEOPLE.c.id).where(PEOPLE.c.mail == values["mail"])).first() is None
    return {**values, "name": name, "folded": name.casefold(), "mail": values["mail"] if has_mail else None}


def _rows(file: Path) -> Iterator[tuple[sa.Table, Values]]:
    """The rows of a backup, each with its table and all of its columns."""
    try:
        with gzip.open(file, "rb") as lines:
            head = msgspec.json.decode(next(lines, b"null"))
            if not isinstance(head, dict) or head.get("bivouac-backup") != NEWEST:
                raise ValueError
            for line in lines:
                name, values = msgspec.json.decode(line, type=tuple[str, Values])
                if name not in TABLES or set(values) != set(TABLES[name].columns.keys()):
                    raise ValueError
                yield TABLES[name], values
    except (gzip.BadGzipFile, EOFError, msgspec.DecodeError, ValueError):
        raise BadSetup(Text("errors.admin_no_backup", {"file": str(file)})) from None
