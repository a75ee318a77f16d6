"""A real Chromium for the tests of the page, quiet, with a fake camera where one is wanted."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.api.phone import Phone

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--force-color-profile=srgb"),
]
FAKE_CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
DESKTOP = {"width": 1366, "height": 768}
STEP_MS = 50
PATIENCE_S = 20.0


@contextmanager
def chromium(film: Path | None = None, *more: str) -> Iterator[Browser]:
    """A browser; `film` is what its camera shows."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the page-tests extra isn't installed")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this system: apt-get install chromium")
    camera = (*FAKE_CAMERA, f"--use-file-for-fake-video-capture={film}") if film else ()
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *camera, *more])
        yield browser
        browser.close()


def wait_until(page: Page, expression: str, patience_s: float = PATIENCE_S) -> None:
    """Ask the page until it says yes. Playwright's own waiting evaluates strings in the page, which its CSP forbids."""
    for _ in range(round(patience_s * 1000 / STEP_MS)):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(STEP_MS)
    raise AssertionError(f"never true: {expression}; the page says: {page.inner_text('body')[:600]}")


def link(phone: Phone, with_key: bool = True) -> str:
    """The link that opens the table; without its key one can only watch."""
    return f"{phone.address}/#table={phone.table}" + (f"&key={phone.key}" if with_key else "")


def at_table(page: Page, phone: Phone, role: str = "remote") -> None:
    """Open the table in this role."""
    page.goto(f"{phone.address}/icon.svg")
    page.evaluate(f"localStorage['fairdrop.role.{phone.table}'] = JSON.stringify({role!r})")
    page.goto(link(phone))
    page.wait_for_selector(".table[data-phase]")
    wait_until(page, "!document.querySelector('.broken')")
