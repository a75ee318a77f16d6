"""Brings a database to the newest schema; a second process that starts meanwhile waits."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from api.store.engine import WRITE
from referee.errors import RefereeError

SCRIPTS = Path(__file__).parent / "migrations"
LOCK = 0x0FA1D209
"""The advisory lock that a migrating process holds on PostgreSQL."""


class Age(StrEnum):
    """A database's schema against the one of this Fairdrop; an empty database counts as older."""

    OURS = "ours"
    OLDER = "older"
    TOO_NEW = "too_new"


def migrate(engine: Engine) -> None:
    """Upgrade to the newest schema. Raises `RefereeError` `store_too_new` for a database of a later Fairdrop."""
    with engine.execution_options(**WRITE).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        if age_of(connection) is Age.TOO_NEW:
            raise RefereeError("store_too_new")
        command.upgrade(configuration(connection), "head")


def configuration(connection: Connection) -> Config:
    """Alembic's configuration without a file: where the scripts are, and the connection they use."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def age_of(connection: Connection) -> Age:
    """Of which Fairdrop the database is."""
    scripts = ScriptDirectory.from_config(configuration(connection))
    current = MigrationContext.configure(connection).get_current_revision()
    if current == scripts.get_current_head():
        return Age.OURS
    known = current is None or current in {script.revision for script in scripts.walk_revisions()}
    return Age.OLDER if known else Age.TOO_NEW
