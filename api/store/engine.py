"""How the database is spoken to: SQLite with a write-ahead log and full sync, PostgreSQL through psycopg."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from referee.errors import RefereeError

BUSY_MS = 15_000
"""How long a writer waits for another one on SQLite, in milliseconds."""
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # a commit is on the disk before anyone hears of it
    "foreign_keys=ON",
    "secure_delete=ON",  # what is forgotten is overwritten
    f"busy_timeout={BUSY_MS}",
)
CONNECT_S = 5
WRITE = {"write": True}


def parse_url(url: str) -> URL:
    """The database's address. Raises `RefereeError` `store_url` for one that is neither SQLite nor PostgreSQL."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise RefereeError("store_url") from None
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername == "sqlite" and parsed.database not in (None, "", ":memory:"):
        return parsed
    raise RefereeError("store_url")


def make_engine(url: str) -> Engine:
    """An engine whose writing transactions are begun with `engine.execution_options(**WRITE)`."""
    parsed = parse_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, pool_pre_ping=True, connect_args={"connect_timeout": CONNECT_S})
    engine = create_engine(parsed, connect_args={"check_same_thread": False, "timeout": BUSY_MS / 1000})
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: Any, record: Any) -> None:
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None  # transactions are begun below, not by the driver
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """A writer takes its place at once: two that begin as readers could not both go on."""
    writes = connection.get_execution_options().get("write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
