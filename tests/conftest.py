"""What all tests share: hypothesis without surprises, and the real photographs where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]
PHOTOS = ROOT.parent / "shared" / "photos"

settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.load_profile("fixed")


@pytest.fixture(scope="session")
def photos() -> Path:
    """The folder of labelled real photographs; they aren't ours, and stay outside this repository."""
    if not (PHOTOS / "manifest.jsonl").is_file():
        pytest.skip(f"the real photographs aren't at {PHOTOS}")
    return PHOTOS
