"""Run by alembic: the connection is handed in by `api.store.migrate`."""

from __future__ import annotations

from alembic import context

from api.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
