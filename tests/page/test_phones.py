"""Phones as they are: each trouble that a browser makes, faked, and what the page does about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.api.phone import Phone
from tests.page.browsing import FAKE_CAMERA, PHONE, chromium, wait_until
from tests.page.canvas import CANVAS_CAMERA, watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.page
SEES_SOCKETS = """
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
      constructor(url, protocols) {
        super(window.broken ? url.toString().replace(/:\\d+/, ":9") : url, protocols);
        sockets.push(this);
      }
    };
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium(None, *FAKE_CAMERA) as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, locale="en-GB", is_mobile=True, has_touch=True) as context:
        page = context.new_page()
        page.add_init_script(CANVAS_CAMERA + SEES_SOCKETS)
        yield page


def test_B98_on_plain_http_the_safe_way_is_told_and_a_photo_still_offered(browser: Browser, phone: Phone) -> None:
    with browser.new_context(viewport=PHONE, locale="en-GB") as context:
        page = context.new_page()
        page.route("**/api/v1/https", lambda route: route.fulfill(json={"port": 8443}))
        watch(page, phone)
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        page.reload()
        page.wait_for_selector("[data-fault=insecure]")

        safe = page.get_attribute("[data-fault] a.first", "href") or ""
        assert safe.startswith("https://127.0.0.1:8443/#table=")
        assert f"key={phone.key}" in safe
        page.click("[data-fault] a[href='#photo']")
        page.wait_for_selector("#camera", state="attached")


def test_B100_without_wss_frames_go_by_post(page: Page, phone: Phone) -> None:
    posted = []
    page.on("request", lambda request: posted.append(request.method) if request.url.endswith("/frames") else None)
    watch(page, phone, "window.broken = true")

    for _ in range(200):
        if posted.count("POST") >= 2:
            break
        page.wait_for_timeout(100)
    assert posted.count("POST") >= 2
    wait_until(page, "!/Connecting|No connection/.test(document.querySelector('#aim-text').textContent)")


def test_B101_a_black_picture_is_told_and_not_sent(page: Page, phone: Phone) -> None:
    watch(page, phone, "fake.shade = '#000'")

    wait_until(page, "/black/.test(document.querySelector('#aim-text').textContent)")
    assert page.get_attribute("video", "playsinline") is not None
    assert page.evaluate("document.querySelector('video').muted && document.querySelector('video').autoplay")
    assert phone.snapshot()["camera"]["hint"] is None


def test_B101_a_camera_that_gives_no_picture_is_told_after_a_while(page: Page, phone: Phone) -> None:
    watch(page, phone, "fake.silent = true")

    wait_until(page, "/gives no picture/.test(document.querySelector('#aim-text').textContent)")


def test_B103_B105_another_camera_can_be_chosen_ten_times_and_one_track_is_live(page: Page, phone: Phone) -> None:
    watch(page, phone)
    wait_until(page, "live() === 1")
    page.click(".extras summary")
    page.evaluate("for (let i = 0; i < 11; i++) document.querySelector('[data-id=next-camera]').click()")
    page.wait_for_timeout(600)

    wait_until(page, "live() === 1")
    page.click("[data-id=next-camera]")
    wait_until(page, "live() === 1 && localStorage['fairdrop.device'].length > 3")


def test_B103_a_picture_bent_by_a_wide_lens_is_warned_about(page: Page, phone: Phone) -> None:
    watch(page, phone)
    told = page.evaluate("""async () => {
      const { shapeAdvice } = await import("./live.js");
      const grid = (bend) => {
        const centres = [...Array(6)].map((_, row) => [...Array(7)].map((_, column) =>
          [0.2 + column * 0.1, 0.8 - row * 0.12 + bend * (row - 2.5) * (column - 3) ** 2]));
        return { centres, corners: [centres[5][0], centres[5][6], centres[0][6], centres[0][0]] };
      };
      return [shapeAdvice(grid(0)), shapeAdvice(grid(0.004))];
    }""")

    assert told == [None, "bent"]


def test_B106_after_a_refusal_the_steps_are_told_and_then_it_starts(page: Page, phone: Phone) -> None:
    watch(page, phone, "fake.refuse = ['NotAllowedError']")
    page.wait_for_selector("[data-fault=denied]")
    assert "Camera" in page.inner_text("[data-fault]")
    page.click("[data-id=retry]")

    wait_until(page, "live() === 1 && !document.querySelector('[data-fault]')")


@pytest.mark.parametrize(
    ("error", "fault"), [("NotReadableError", "busy"), ("NotFoundError", "none"), ("TypeError", "failed")]
)
def test_other_failures_have_their_own_words(page: Page, phone: Phone, error: str, fault: str) -> None:
    watch(page, phone, f"fake.refuse = ['{error}']")

    page.wait_for_selector(f"[data-fault={fault}]")


def test_a_camera_that_has_gone_is_replaced_by_another(page: Page, phone: Phone) -> None:
    watch(page, phone, "localStorage['fairdrop.device'] = '\"unplugged\"'; fake.refuse = ['OverconstrainedError']")

    wait_until(page, "live() === 1")


def test_B108_after_the_lock_screen_the_camera_is_opened_once(page: Page, phone: Phone) -> None:
    watch(page, phone)
    wait_until(page, "live() === 1")
    page.evaluate("""() => {
      fake.streams[0].getTracks()[0].stop();
      for (const name of ["pageshow", "focus", "focus"]) window.dispatchEvent(new Event(name));
    }""")

    wait_until(page, "live() === 1")
    page.wait_for_timeout(300)
    assert page.evaluate("[live(), fake.streams.length]") == [1, 2]


def test_B110_a_dead_socket_is_opened_again(page: Page, phone: Phone) -> None:
    watch(page, phone)
    wait_until(page, "sockets.some((socket) => socket.readyState === 1)")
    page.evaluate("sockets.at(-1).close()")

    wait_until(page, "sockets.length > 1 && sockets.at(-1).readyState === 1")
    assert page.evaluate("sockets.filter((socket) => socket.readyState === 1).length") == 1


def test_B111_no_lamp_no_button_and_one_that_fails_goes(page: Page, phone: Phone) -> None:
    watch(page, phone)
    wait_until(page, "live() === 1")
    page.click(".extras summary")
    assert page.locator("[data-id=light]").count() == 0
    page.evaluate("fake.torch = true")
    page.click("[data-id=next-camera]")
    page.click("[data-id=light]")

    wait_until(page, "!document.querySelector('[data-id=light]')")


def test_B113_a_turned_phone_drops_the_old_grid_and_goes_on(page: Page, phone: Phone) -> None:
    watch(page, phone)
    wait_until(page, "document.querySelector('video').videoWidth === 640")
    page.evaluate("Object.assign(fake.canvas, { width: 480, height: 640 })")

    wait_until(page, "document.querySelector('.frame').classList.contains('upright')")
    assert page.locator(".overlay *").count() == 0
    assert page.evaluate("live()") == 1


def test_the_front_camera_is_shown_as_a_mirror(page: Page, phone: Phone) -> None:
    watch(page, phone, "fake.facing = 'user'")

    page.wait_for_selector(".frame.mirrored")
    page.click(".extras summary")
    page.click("[data-id=flip]")
    page.wait_for_selector(".frame:not(.mirrored)")


def test_a_second_camera_asks_before_it_takes_over(browser: Browser, page: Page, phone: Phone) -> None:
    watch(page, phone)
    wait_until(page, "sockets.some((socket) => socket.readyState === 1)")
    with browser.new_context(viewport=PHONE, locale="en-GB") as context:
        other = context.new_page()
        other.add_init_script(CANVAS_CAMERA)
        watch(other, phone)
        wait_until(other, "/Another phone/.test(document.querySelector('#aim-text').textContent)")
        other.click(".aim .first")
        wait_until(page, "/taken over/.test(document.querySelector('#aim-text').textContent)")
        wait_until(other, "!/Another phone|Connecting/.test(document.querySelector('#aim-text').textContent)")
