"""What is kept on this computer: the data folder, the database, the certificates. Nothing is made or mended here."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import SQLAlchemyError

from api.checkup.finding import Finding, good, note, problem
from api.folder import CERTIFICATES
from api.https.authority import CHAIN, do_as_they_are
from api.store.engine import make_engine, parse_url
from api.store.lock import StoreLock, lock_file
from api.store.migrate import Age, age_of
from referee.errors import RefereeError

LEAST_FREE_MB = 200
"""Below this a club evening with its pictures may fill the disk; a table keeps some tens of megabytes at most."""
MEGABYTE = 1_000_000
OTHERS = 0o077
"""The rights of a file that belong to everybody but its owner."""


def check_folder(folder: Path) -> Iterator[Finding]:
    """Whether it can be written, has room, and is nobody else's to read."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        yield problem("doctor_folder_not_writable", path=str(folder))
        return
    free = shutil.disk_usage(there).free // MEGABYTE
    if free < LEAST_FREE_MB:
        yield problem("doctor_space_low", path=str(folder), free=free, least=LEAST_FREE_MB)
    elif there == folder:
        yield good("doctor_folder", path=str(folder), free=free)
    else:
        yield good("doctor_folder_to_be_made", path=str(folder), free=free)
    if os.name == "posix" and there == folder and folder.stat().st_mode & OTHERS:
        yield note("doctor_folder_open", path=str(folder))


# --- The database -----------------------------------------------------------------------------------------------------


def check_store(url: str) -> Iterator[Finding]:
    """Whether the database is whole, of a version this Fairdrop knows, and who has it."""
    try:
        parsed = parse_url(url)
    except RefereeError:
        yield problem("store_url")
        return
    if parsed.get_backend_name() != "sqlite":
        yield _server(url, parsed.render_as_string(hide_password=True))
        return
    path = Path(str(parsed.database))
    if not path.exists():
        yield good("doctor_store_none")
        return
    yield _damage(path) or _schema(create_engine("sqlite://", creator=lambda: _read_only(path)), str(path))
    yield from _holder(path)


def _server(url: str, shown: str) -> Finding:
    """A database on PostgreSQL, and its driver."""
    try:
        return _schema(make_engine(url), shown)
    except ImportError:
        return problem("doctor_postgres_missing")


def _damage(path: Path) -> Finding | None:
    """SQLite's own check of the whole file."""
    try:
        with closing(_read_only(path)) as connection:
            told = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        told = str(error)
    return None if told == "ok" else problem("doctor_store_damaged", path=str(path), why=told)


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _schema(engine: Engine, shown: str) -> Finding:
    """Of which Fairdrop the database is."""
    try:
        with engine.connect() as connection:
            age = age_of(connection)
    except SQLAlchemyError:
        return problem("doctor_store_unreachable", path=shown)
    finally:
        engine.dispose()
    if age is Age.TOO_NEW:
        return problem("store_too_new")
    return good("doctor_store", path=shown) if age is Age.OURS else note("doctor_store_older", path=shown)


def _holder(path: Path) -> Iterator[Finding]:
    """Whether a process holds the store. A lock file that was left behind holds nobody up."""
    if not lock_file(path).exists():
        return
    try:
        StoreLock(path).close()
    except RefereeError:
        yield good("doctor_store_in_use")
        return
    except OSError:
        yield problem("doctor_lock_not_writable", path=str(lock_file(path)))
        return
    yield good("doctor_lock_left")


# --- The certificates -------------------------------------------------------------------------------------------------


def check_certificates(folder: Path, names: tuple[str, ...], now: datetime | None = None) -> Finding:
    """Whether they last, and vouch for the names and addresses that this computer has now."""
    path = folder / CERTIFICATES / CHAIN
    if not path.exists():
        return good("doctor_certificates_none")
    try:
        leaf = x509.load_pem_x509_certificates(path.read_bytes())[0]
    except OSError:
        return problem("doctor_certificates_not_readable", path=str(path))
    except ValueError:
        return note("doctor_certificates_renewed")
    now = now or datetime.now(UTC)
    if now < leaf.not_valid_before_utc:
        return problem("doctor_clock", date=f"{now:%Y-%m-%d}", made=f"{leaf.not_valid_before_utc:%Y-%m-%d}")
    if not do_as_they_are(path.parent, names, now):
        return note("doctor_certificates_renewed")
    return good("doctor_certificates", days=(leaf.not_valid_after_utc - now).days)
