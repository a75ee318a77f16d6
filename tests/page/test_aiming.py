"""Where the camera needs people's help: the board's corners shown by hand, and which side is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.api.board_pictures import rendered
from tests.api.phone import Phone
from tests.page.barriers import violations
from tests.page.browsing import FAKE_CAMERA, PHONE, chromium, wait_until
from tests.page.canvas import CANVAS_CAMERA, show, watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.page
EMPTY = (".......",) * 6
LEFT = (".......",) * 5 + ("R......",)
HANDLES = ("top_left", "top_right", "bottom_right", "bottom_left")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium(None, *FAKE_CAMERA) as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.add_init_script(CANVAS_CAMERA)
        yield page


def corners_in_the_picture() -> list[tuple[float, float]]:
    """Of the rendered board, as shares: top left, top right, bottom right, bottom left."""
    image, truth = rendered(EMPTY)
    height, width = image.shape[:2]
    return [(x / width, y / height) for x, y in truth.corners or ()]


def drag(page: Page, handle: str, x: float, y: float) -> None:
    """Take the handle to this place, in shares of the picture on the screen."""
    frame = page.locator(".frame").bounding_box() or {}
    box = page.locator(f"[data-id=corner-{handle}]").bounding_box() or {}
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(frame["x"] + x * frame["width"], frame["y"] + y * frame["height"], steps=3)
    assert page.locator(".glass").is_visible()
    page.mouse.up()


def open_corners(page: Page) -> None:
    page.click(".extras summary")
    page.click("[data-id=corners-open]")


def told_corners(page: Page) -> list[Any]:
    """What the page tells the service, which isn't asked."""
    told: list[Any] = []
    page.route("**/grid", lambda route: (told.append(route.request.post_data_json), route.abort()))
    return told


def test_four_corners_dragged_into_place_are_followed(page: Page, phone: Phone) -> None:
    watch(page, phone)
    show(page, EMPTY)
    wait_until(page, "/board|Found/.test(document.querySelector('#aim-text').textContent)")
    open_corners(page)
    for handle, (x, y) in zip(HANDLES, corners_in_the_picture(), strict=True):
        drag(page, handle, x + 0.01, y - 0.01)
    assert page.locator(".sketch path").count() == 42
    assert violations(page) == []
    page.click("[data-id=corners-done]")

    page.wait_for_selector(".corners", state="detached")
    assert phone.snapshot()["camera"]["shown"]
    page.click("[data-id=corners-forget]")
    page.wait_for_selector("[data-id=corners-forget]", state="detached")
    assert not phone.snapshot()["camera"]["shown"]


def test_corners_are_offered_where_no_board_is_found(page: Page, phone: Phone) -> None:
    watch(page, phone, "fake.shade = '#7a9a6a'")

    page.click("[data-id=corners]")
    page.click("[data-id=corners-done]")
    page.wait_for_selector(".banner.error")
    assert "hardly any holes" in page.inner_text(".banner.error")
    page.click("[data-id=corners-cancel]")
    page.wait_for_selector(".corners", state="detached")


def test_corners_are_shown_by_keyboard_alone(page: Page, phone: Phone) -> None:
    watch(page, phone)
    wait_until(page, "document.querySelector('video').videoWidth === 640")
    told = told_corners(page)
    open_corners(page)
    assert page.evaluate("document.activeElement.dataset.id") == "corner-top_left"
    for key in ("ArrowRight", "ArrowDown", "Shift+ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.ariaLabel") == "Corner top left: 20 % from the left, 23 % from the top"
    page.focus("[data-id=corners-done]")
    page.keyboard.press("Enter")

    wait_until(page, "document.querySelector('.banner.error')")
    assert told[0]["corners"][0] == pytest.approx([0.204, 0.234])


def test_corners_of_a_mirrored_picture_are_told_as_it_is_sent(page: Page, phone: Phone) -> None:
    watch(page, phone, "fake.facing = 'user'")
    page.wait_for_selector(".frame.mirrored")
    told = told_corners(page)
    open_corners(page)
    drag(page, "top_left", 0.1, 0.2)
    page.click("[data-id=corners-done]")

    wait_until(page, "document.querySelector('.banner.error')")
    assert told[0]["corners"][1] == pytest.approx([0.9, 0.2], abs=0.01)


def test_one_disc_in_the_left_column_tells_a_mirror(page: Page, phone: Phone) -> None:
    watch(page, phone)
    show(page, EMPTY)
    page.click("[data-id=ask-side]")
    wait_until(page, "/Drop one disc/.test(document.querySelector('#aim-text').textContent)")
    assert "Drop one disc" in page.inner_text("#polite")
    show(page, LEFT, mirrored=True)

    wait_until(page, "/I have turned it/.test(document.querySelector('#aim-text').textContent)")
    page.wait_for_selector(".frame.mirrored")
    assert violations(page) == []
    assert phone.snapshot()["camera"]["flipped"] is True
    page.click("[data-id=end-check]")
    page.wait_for_selector("[data-id=end-check]", state="detached")
