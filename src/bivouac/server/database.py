"""Opening the database: SQLite in a file of its own for one process, PostgreSQL for as many as one likes. What cannot be used is told in a
sentence, in both languages, before anybody is let in."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator, Sequence
from importlib import resources
from math import inf
from typing import Any, Final

import sqlalchemy as sa

from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.server.schema import HOUSE, META

NEWEST: Final = "0009"  # the last of migrations/versions
VERSIONS = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True))
ONE_AT_A_TIME: Final = 7_186_504  # the advisory lock of PostgreSQL that whoever changes the tables holds
A_WHILE: Final = 2.0  # seconds after which a connection is looked at before it is used
KEPT: Final = 4  # connections for statements by themselves: the others of the pool are for everything else
WHOLE: Final = 100_000_000  # bytes of a file that is looked through at the start
TROUBLES = {
    "readonly": "database_readonly",
    "unable to open": "database_readonly",
    "permission denied": "database_readonly",
    "locked": "database_locked",
    "disk is full": "database_full",
    "no space left": "database_full",
    "not a database": "database_damaged",
    "malformed": "database_damaged",
    "disk i/o": "database_damaged",
}


class Database:
    """An engine that works, with the tables of today. `alone`: on SQLite nobody else may serve from the same file."""

    def __init__(self, url: str, *, alone: bool = False) -> None:
        self._lock: int | None = None
        self._links: list[tuple[Any, float]] = []  # connections that wait for the next statement by itself, and since when
        with told(url):
            self.engine = _engine(url)
            self.is_shared = self.engine.dialect.name == "postgresql"
            if alone and not self.is_shared:
                self._lock = _only_one(self.engine.url)
            _look_through(self.engine)
            bring_up_to_date(self.engine)
            _try_to_write(self.engine)

    @contextlib.contextmanager
    def plain(self) -> Iterator[Any]:
        """A connection with the driver's own beneath it, for what is done with every answer: half the work. Faults are told as the engine
        does, and a connection that had one is not used again."""
        dialect, link = self.engine.dialect, self.engine.raw_connection()
        fault: Any = dialect.loaded_dbapi.Error
        try:
            yield link
        except fault as e:
            link.invalidate(e)
            raise sa.exc.DBAPIError.instance("", {}, e, fault, dialect=dialect) from e
        finally:
            link.close()

    def alone(self, statement: str, values: Sequence[object]) -> int:
        """One statement by itself on PostgreSQL, in libpq's own words; gives how many rows came back."""
        from psycopg import errors, pq

        given = [None if v is None else str(v).encode() for v in values]
        with self._link() as wire:
            result = wire.exec_params(statement.encode(), given)
            if result.status not in (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK):
                raise errors.error_from_result(result)
        return int(result.ntuples)

    @contextlib.contextmanager
    def _link(self) -> Iterator[Any]:
        """libpq's connection, out of the engine's hands from one statement to the next: to lend it out and take it back costs as much as
        the statement."""
        link = self._next_link()
        fault: Any = self.engine.dialect.loaded_dbapi.Error
        try:
            yield link.driver_connection.pgconn
        except fault as e:
            link.invalidate(e)
            link.close()
            raise sa.exc.DBAPIError.instance("", {}, e, fault, dialect=self.engine.dialect) from e
        if len(self._links) < KEPT:
            self._links.append((link, time.monotonic()))
        else:
            link.close()

    def _next_link(self) -> Any:
        with contextlib.suppress(IndexError):
            while True:
                link, then = self._links.pop()
                if time.monotonic() - then <= A_WHILE or _answers(link.driver_connection):
                    return link
                link.invalidate()
        return self.engine.raw_connection()

    def close(self) -> None:
        while self._links:
            self._links.pop()[0].close()
        self.engine.dispose()
        if self._lock is not None:
            os.close(self._lock)


@contextlib.contextmanager
def told(url: str) -> Iterator[None]:
    """What may be wrong with a database, as a sentence with what to do."""
    shown = url.rsplit("@", 1)[-1] if "@" in url else url
    try:
        yield
    except ModuleNotFoundError as e:
        raise BadSetup(Text("errors.database_driver", {"url": shown, "package": str(e.name)})) from None
    except sa.exc.ArgumentError:
        raise BadSetup(Text("errors.database_url", {"url": shown})) from None
    except (sa.exc.DBAPIError, OSError) as e:
        problem = str(e.orig if isinstance(e, sa.exc.DBAPIError) else e).strip().splitlines()[0]
        key = next((key for words, key in TROUBLES.items() if words in problem.lower()), "database_unreachable")
        raise BadSetup(Text(f"errors.{key}", {"url": shown, "problem": problem})) from None


def _engine(url: str) -> sa.Engine:
    shared = sa.make_url(url).get_backend_name() == "postgresql"
    engine = sa.create_engine(url, **({"pool_size": 12} if shared else {}))
    if shared:
        sa.event.listen(engine, "checkin", _was_used)
        sa.event.listen(engine, "checkout", _still_there)
    else:
        _keep_private(engine.url)
        sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _was_used(connection: Any, record: Any) -> None:
    record.info["used"] = time.monotonic()


def _still_there(connection: Any, record: Any, proxy: Any) -> None:
    """A connection that has not been used for a while may have been lost with a database that was started anew."""
    if time.monotonic() - record.info.get("used", inf) > A_WHILE and not _answers(connection):
        raise sa.exc.DisconnectionError


def _answers(connection: Any) -> bool:
    try:
        connection.execute("SELECT 1")
        connection.rollback()
    except Exception:
        return False
    return True


def _keep_private(url: sa.URL) -> None:
    """The file holds the secret seeds of matches that are going on: nobody else on this machine may read it. What SQLite puts beside it
    gets the same rights."""
    if url.database and url.database != ":memory:":
        with contextlib.suppress(OSError):  # opening it will say what is wrong
            os.close(os.open(url.database, os.O_CREAT, 0o600))
            for suffix in ("", "-wal", "-shm"):
                if os.path.exists(url.database + suffix):
                    os.chmod(url.database + suffix, 0o600)


def _prepare_sqlite(connection: Any, record: Any) -> None:
    """Readers never wait for the writer; a commit survives the death of the process."""
    for pragma in ("busy_timeout=3000", "journal_mode=WAL", "synchronous=NORMAL", "cache_size=-250"):
        connection.execute(f"PRAGMA {pragma}")


def _only_one(url: sa.URL) -> int | None:
    """A lock that ends with the process, however it ends."""
    if not url.database or url.database == ":memory:":
        return None
    lock = os.open(url.database + "-lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise BadSetup(Text("errors.database_in_use", {"url": url.database})) from None
    return lock


def _look_through(engine: sa.Engine) -> None:
    """A damaged file is found now rather than in the middle of somebody's match."""
    file = engine.url.database
    if engine.dialect.name != "sqlite" or not file or not os.path.exists(file) or os.path.getsize(file) > WHOLE:
        return
    with engine.connect() as db:
        found = db.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise BadSetup(Text("errors.database_damaged", {"url": file, "problem": str(found).splitlines()[0]}))


def _try_to_write(engine: sa.Engine) -> None:
    if engine.dialect.name != "sqlite":
        return
    with engine.begin() as db:
        db.execute(HOUSE.delete().where(HOUSE.c.name == "started"))
        db.execute(HOUSE.insert().values(name="started", value=str(time.time())))


# --- the tables of today -----------------------------------------------------------------------------------------------


def bring_up_to_date(engine: sa.Engine) -> None:
    """Make the tables, or change those of an earlier Bivouac; one process at a time, all of it or nothing."""
    with engine.connect() as db:
        if engine.dialect.name == "sqlite":
            db.connection.driver_connection.isolation_level = None  # type: ignore[union-attr]
            db.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            db.execute(sa.text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
        _change(db)
        if engine.dialect.name == "sqlite":
            db.exec_driver_sql("COMMIT")
            db.connection.driver_connection.isolation_level = ""  # type: ignore[union-attr]
        else:
            db.commit()


def _change(db: sa.Connection) -> None:
    tables = sa.inspect(db).get_table_names()
    if "matches" not in tables:
        META.create_all(db)
        VERSIONS.create(db, checkfirst=True)
        db.execute(VERSIONS.insert().values(version_num=NEWEST))
        return
    found = db.execute(sa.select(VERSIONS.c.version_num)).scalar() if "alembic_version" in tables else None
    if found is not None and found > NEWEST:
        raise BadSetup(Text("errors.database_newer", {"url": db.engine.url.database or "", "found": found, "known": NEWEST}))
    if found != NEWEST:
        _migrate(db)


def _migrate(db: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(resources.files("bivouac.server").joinpath("migrations")))
    config.attributes["connection"] = db
    command.upgrade(config, "head")
