"""Hostile pictures and requests, a hundred or so; `benchmarks/hostile_bench.py` does 20,000."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.app import Settings
from api.service.limits import Limits
from tests.api.phone import Phone
from tests.api.server import serving

hostile_bench = pytest.importorskip("benchmarks.hostile_bench", reason="the test extra isn't installed")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(Settings(limits=Limits(tables=500, frames_per_s=10_000, tables_per_minute=10_000))) as address:
        yield address


def test_hostile_pictures_are_refused_and_the_server_goes_on(server: str) -> None:
    statuses, bad = hostile_bench.send_pictures(server, 150)

    assert bad == []
    assert statuses[200] > 2
    assert statuses[400] > 10
    assert statuses[415] > 10
    assert statuses[413] > 0
    Phone(server).close()


@pytest.mark.filterwarnings("ignore")  # of the libraries that make the requests
def test_whatever_the_description_allows_is_answered_without_a_fault(server: str) -> None:
    statuses, bad = hostile_bench.send_requests(server, 3)

    assert bad == []
    assert sum(statuses.values()) > 40
