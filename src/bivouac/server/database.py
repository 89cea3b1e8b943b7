"""Opening the database: SQLite in a file of its own for one process, PostgreSQL for as many as one likes. What cannot be used is told in a
sentence, in both languages, before anybody is let in."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from importlib import resources
from math import inf
from typing import Any, Final, cast

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from bivouac.core.text import Text
from bivouac.core.title import BadSetup
from bivouac.server.schema import HOUSE, META

NEWEST: Final = "0011"  # the last of migrations/versions
VERSIONS = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True))
ONE_AT_A_TIME: Final = 7_186_504  # the advisory lock of PostgreSQL that whoever changes the tables holds
A_WHILE: Final = 2.0  # seconds after which a connection is looked at before it is used
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
        with told(url):
            self.engine = _engine(url)
            self.is_shared = self.engine.dialect.name == "postgresql"
            if alone and not self.is_shared:
                self._lock = _only_one(self.engine.url)
            _look_through(self.engine)
            bring_up_to_date(self.engine)
            _try_to_write(self.engine)

    @contextlib.contextmanager
    def plain(self) -> Iterator[sqlite3.Connection]:
        """A connection of SQLite as the driver has it, for what is done with every answer: half the work. Faults are told as the engine
        does, and a connection that had one is not used again."""
        dialect, link = self.engine.dialect, self.engine.raw_connection()
        fault: Any = dialect.loaded_dbapi.Error
        try:
            yield cast(sqlite3.Connection, link.driver_connection)
        except fault as e:
            link.invalidate(e)
            raise sa.exc.DBAPIError.instance("", {}, e, fault, dialect=dialect) from e
        finally:
            link.close()

    def close(self) -> None:
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
    engine = sa.create_engine(url, **({"pool_size": 12, "pool_use_lifo": True} if shared else {}))
    if shared:
        sa.event.listen(engine, "checkin", _was_used)
        sa.event.listen(engine, "checkout", _still_there)
    else:
        _keep_private(engine.url)
        sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _was_used(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    record.info["used"] = time.monotonic()


def _still_there(connection: DBAPIConnection, record: ConnectionPoolEntry, proxy: PoolProxiedConnection) -> None:
    """A connection that has not been used for a while may have been lost with a database that was started anew."""
    if time.monotonic() - record.info.get("used", inf) > A_WHILE and not _answers(connection):
        raise sa.exc.DisconnectionError


def _answers(connection: DBAPIConnection) -> bool:
    try:
        connection.cursor().execute("SELECT 1")
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


def _prepare_sqlite(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    """Readers never wait for the writer; a commit survives the death of the process."""
    for pragma in ("busy_timeout=3000", "journal_mode=WAL", "synchronous=NORMAL", "cache_size=-250"):
        connection.cursor().execute(f"PRAGMA {pragma}")


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
