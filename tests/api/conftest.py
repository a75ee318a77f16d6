from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.store.store import Store
from tests.api.phone import Phone
from tests.api.postgres import new_database


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store, of each kind."""
    return f"sqlite:///{tmp_path / 'fairdrop.db'}" if request.param == "sqlite" else new_database()


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    opened = Store(store_url)
    opened.open()
    yield opened
    opened.close()


@pytest.fixture
def phone(server: str) -> Iterator[Phone]:
    """Somebody with a table of their own; `server`, its address, is each file's."""
    phone = Phone(server)
    yield phone
    phone.close()
