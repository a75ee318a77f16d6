"""What keeps somebody from using a screen, as axe-core finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

COLOURS = {"runOnly": ["color-contrast"]}
"""The same page in other colours: only these can be wrong."""


def violations(page: Page, options: dict[str, Any] | None = None) -> list[tuple[str, Any]]:
    """Rule and places of each barrier."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="the page-tests extra isn't installed")
    found = axe.Axe().run(page, options=options).response["violations"]
    return [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in found]
