"""One photo, in a real browser of a phone's size: it goes up; board, verdict and overlay come down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from api.app import Settings
from api.story import Scene, Story
from api.told import Told
from tests.api.board_pictures import board_picture, rows_of, write_photo
from tests.api.server import serving
from tests.page.browsing import PHONE, wait_until
from vision.overlay import encode_jpeg

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WON = "Y Y Y . . . .\nR R R R . . ."

pytestmark = pytest.mark.page


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.complaints = []
        page.on("console", lambda message: page.complaints.append(message.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.asked = []
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto(f"{server}/#photo")
        page.wait_for_selector("#album", state="attached")
        yield page


def send(page: Page, path: Path) -> None:
    page.set_input_files("#album", str(path))
    page.wait_for_selector("body.answered:not(.busy)")


def test_a_photo_gives_board_verdict_and_overlay(page: Page, server: str, tmp_path: Path) -> None:
    send(page, write_photo(tmp_path / "won.png", WON))

    assert page.locator("#verdict li").all_text_contents() == [
        "Red has a line of 4: (1,1) (2,1) (3,1) (4,1).",
        "4 red and 3 yellow discs.",
        "The game is over.",
    ]
    assert page.locator("#board circle.red").count() == 4
    assert page.locator("#board circle.yellow").count() == 3
    assert page.locator("#board circle.hole").count() == 35
    assert page.locator("#board line.won").count() == 1
    assert "Row 1: red, red, red, red, empty" in (page.locator("#board title").text_content() or "")
    wait_until(page, "document.getElementById('overlay').naturalWidth > 200")
    assert page.complaints == []
    assert all(url.startswith((server, "data:")) for url in page.asked)


def test_nothing_is_wider_than_the_phone(page: Page, tmp_path: Path) -> None:
    send(page, write_photo(tmp_path / "won.png", WON))

    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.locator("#refusal").count() == 0


def test_the_camera_button_asks_for_the_back_camera(page: Page) -> None:
    camera = page.locator("#camera")

    assert (camera.get_attribute("capture"), camera.get_attribute("accept")) == ("environment", "image/*")
    assert page.locator("#camera-button").bounding_box()["height"] >= 48


def test_a_bad_file_is_told_in_words_and_the_next_photo_is_read(page: Page, tmp_path: Path) -> None:
    words = tmp_path / "words.jpg"
    words.write_text("just words")
    send(page, words)

    assert "This is not a picture" in (page.locator("#refusal-text").text_content() or "")
    assert page.locator("#answer").is_hidden()
    assert page.locator("#photo").is_hidden()
    send(page, write_photo(tmp_path / "won.png", WON))
    assert page.locator("#answer").is_visible()
    assert page.locator("#refusal").is_hidden()


def test_a_server_that_is_gone_is_told_in_words(browser: Browser, tmp_path: Path) -> None:
    with browser.new_context(viewport=PHONE, locale="de-DE") as context:
        page = context.new_page()
        with serving() as address:
            page.goto(f"{address}/#photo")
            wait_until(page, "document.documentElement.lang === 'de'")
            page.wait_for_selector("#album", state="attached")
        send(page, write_photo(tmp_path / "won.png", WON))

        assert "Fairdrop antwortet nicht." in (page.locator("#refusal-text").text_content() or "")
        assert page.locator("#camera-button").text_content().strip() == "Foto machen"


def test_a_story_is_shown(browser: Browser) -> None:
    scene = Scene(65.25, "move", (Told("watching"),), rows_of(WON), encode_jpeg(board_picture(rows_of(WON))))
    with serving(Settings(story=Story((scene, scene)))) as address, browser.new_context(viewport=PHONE) as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(".scene svg")

        assert page.locator(".scene").count() == 2
        assert page.locator(".scene time").first.text_content() == "1:05.3"
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        page.locator(".scene img").first.scroll_into_view_if_needed()
        wait_until(page, "document.querySelector('.scene img').naturalWidth > 200")
