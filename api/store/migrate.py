"""Brings a database to the newest schema; a second process that starts meanwhile waits."""

from __future__ import annotations

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


def migrate(engine: Engine) -> None:
    """Upgrade to the newest schema. Raises `RefereeError` `store_too_new` for a database of a later Fairdrop."""
    with engine.execution_options(**WRITE).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config = configuration(connection)
        _check_known(connection, config)
        command.upgrade(config, "head")


def configuration(connection: Connection) -> Config:
    """Alembic's configuration without a file: where the scripts are, and the connection they use."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _check_known(connection: Connection, config: Config) -> None:
    scripts = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        raise RefereeError("store_too_new")
