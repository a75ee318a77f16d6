"""`kill -9` at random moments, a few rounds; `benchmarks/crash_bench.py` does 200."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import crash_bench


@pytest.mark.parametrize("rounds", [2])
def test_B126_nothing_that_was_told_is_lost_when_the_server_is_killed(
    store_url: str, rounds: int, tmp_path: Path
) -> None:
    said: list[str] = []
    postgres = store_url if store_url.startswith("postgresql") else None

    assert crash_bench.run(rounds, 7, postgres, crash_bench.shown, said.append) == []
    assert f"{rounds} kills" in said[-1]
    assert " 0 acts" not in said[-1]
