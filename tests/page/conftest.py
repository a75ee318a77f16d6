"""What the tests of the page share: one server and one browser for each file of tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from api.app import Settings
from api.service.limits import Limits
from tests.api.phone import Phone
from tests.api.server import serving
from tests.page.browsing import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(Settings(limits=Limits(tables_per_minute=1000))) as address:
        yield address


@pytest.fixture
def phone(server: str) -> Iterator[Phone]:
    phone = Phone(server)
    yield phone
    phone.close()
