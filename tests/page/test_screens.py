"""Every screen: accessible to everybody (axe), nothing wider than the device, worded in each language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from api.app import Settings
from api.service.limits import Limits
from api.texts import LANGUAGES
from tests.api.phone import ADA_AND_BO, Phone, picture
from tests.api.server import serving
from tests.page.barriers import COLOURS, violations
from tests.page.browsing import DESKTOP, PHONE, TABLET, at_table, link, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.page
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP, "landscape": {"width": 844, "height": 390}}
STEP_S, MOST_FRAMES = 0.25, 80
RED_ONE = (".......",) * 5 + ("...R...",)
RED_TWO = (".......",) * 5 + ("..RR...",)
WON = "1 7 2 7 3 7 4".replace(" ", "")
UNWORDED = re.compile(r"\b(page_)?[a-z]+_[a-z_]+\b|\{\w+\}|undefined|\[object")
LONGEST_WORDS = "de"
MOST_WORDS = ("home", "roles", "choices", "claim", "menu", "idle", "disputed", "restoring", "won")
SHOTS: Path | None = None
"""A folder for screenshots of each screen, for looking at by hand."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(Settings(limits=Limits(tables_per_minute=1000, frames_per_s=1000, seat_s=600))) as address:
        yield address


def idle(phone: Phone) -> None:
    """Nothing is played yet."""


def waiting(phone: Phone) -> None:
    phone.act(ADA_AND_BO)


def playing(phone: Phone) -> None:
    phone.play("4354")


def disputed(phone: Phone) -> None:
    phone.play("4354")
    phone.act("dispute", claim="we_have_a_line", cells=[[3, 1], [4, 1], [5, 1], [6, 1]])


def won(phone: Phone) -> None:
    phone.play(WON)


def over(phone: Phone) -> None:
    won(phone)
    phone.act("agree", discs=["R", "Y"])
    phone.act("close")
    phone.act("end")


def restoring(phone: Phone) -> None:
    """Red drops, and red again: as a camera sees it."""
    phone.act(ADA_AND_BO)
    number = 0
    for rows, until in (((".......",) * 6, "playing"), (RED_ONE, "move"), (RED_TWO, "restoring")):
        jpeg = picture(rows)
        for _ in range(MOST_FRAMES):
            number += 1
            told = phone.post_frame(number, number * STEP_S, jpeg).json()["snapshot"]
            if until in (told["phase"], told["messages"][0]["code"]):
                break
    assert told["phase"] == "restoring"


STATES: dict[str, Callable[[Phone], None]] = {
    each.__name__: each for each in (idle, waiting, playing, disputed, restoring, won, over)
}


@pytest.fixture(scope="module")
def phones(server: str) -> Iterator[dict[str, Phone]]:
    """A table in each state."""
    made = {}
    for name, bring_about in STATES.items():
        made[name] = Phone(server)
        bring_about(made[name])
    yield made
    for phone in made.values():
        phone.close()


def screens(server: str, phones: dict[str, Phone]) -> dict[str, Callable[[Page], None]]:
    """How each screen is reached."""

    def claim(page: Page) -> None:
        at_table(page, phones["playing"])
        page.click("[data-id=dispute]")
        page.click("[data-id=we_have_a_line]")
        page.click("[data-id=cell-4-1]")

    def opened(selector: str, state: str) -> Callable[[Page], None]:
        def open_it(page: Page) -> None:
            at_table(page, phones[state])
            page.click(selector)
            page.wait_for_selector("dialog[open]")

        return open_it

    def state(name: str, role: str) -> Callable[[Page], None]:
        return lambda page: at_table(page, phones[name], role)

    def start(page: Page) -> None:
        page.goto(server)
        page.wait_for_selector("#make")

    def one_photo(page: Page) -> None:
        page.goto(f"{server}/#photo")
        page.wait_for_selector("#album", state="attached")

    def roles(page: Page) -> None:
        page.goto(link(phones["idle"]))
        page.wait_for_selector("[data-id=camera]")

    def invited(page: Page) -> None:
        roles(page)
        page.click("[data-id=invite]")
        page.wait_for_selector("dialog .scan")
        page.click("dialog summary")

    def choices(page: Page) -> None:
        at_table(page, phones["idle"])
        page.click("summary")
        page.check("input[name=opener][value=youngest]")

    def watcher(page: Page) -> None:
        page.goto(link(phones["playing"], with_key=False))
        page.wait_for_selector(".table.watcher .board")

    def no_camera(page: Page) -> None:
        at_table(page, phones["idle"], "camera")
        page.wait_for_selector("[data-fault]")

    return {
        "home": start,
        "photo": one_photo,
        "roles": roles,
        "invite": invited,
        "choices": choices,
        "watcher": watcher,
        "no-camera": no_camera,
        "claim": claim,
        "correct": opened("[data-id=cell-4-1]", "playing"),
        "menu": opened("[data-id=menu]", "playing"),
        "review": opened("[data-id=review]", "won"),
        **{name: state(name, "remote") for name in STATES},
        "scoreboard": state("won", "scoreboard"),
    }


def look(page: Page, name: str) -> None:
    if SHOTS:
        page.wait_for_timeout(300)
        page.screenshot(path=SHOTS / f"{name}.png", full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_screen_has_barriers(browser: Browser, server: str, phones: dict[str, Phone], scheme: str) -> None:
    found = {}
    look_at = {"color_scheme": scheme, "viewport": PHONE, "locale": "en-GB", "reduced_motion": "reduce"}
    with browser.new_context(**look_at) as context:
        for name, go in screens(server, phones).items():
            page = context.new_page()
            go(page)
            look(page, f"{name}-{scheme}")
            if faults := violations(page, COLOURS if scheme == "dark" else None):
                found[name] = faults
            page.close()

    assert found == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_screen_is_worded_and_fits_every_size(
    browser: Browser, server: str, phones: dict[str, Phone], lang: str
) -> None:
    faults = []
    with browser.new_context(viewport=PHONE, locale=lang) as context:
        for name, go in screens(server, phones).items():
            if lang != LONGEST_WORDS and name not in MOST_WORDS:
                continue
            page = context.new_page()
            go(page)
            faults += [(name, word) for word in UNWORDED.findall(page.inner_text("body"))]
            for size, viewport in SIZES.items():
                page.set_viewport_size(viewport)
                if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    faults.append((name, size))
                if lang == "de":
                    look(page, f"{name}-{size}")
            page.close()

    assert faults == []


def test_large_type_still_fits(browser: Browser, phones: dict[str, Phone]) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}, locale="de-DE") as context:
        page = context.new_page()
        at_table(page, phones["disputed"])

        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_by_keyboard_alone(browser: Browser, server: str) -> None:
    with browser.new_context(viewport=DESKTOP, locale="en-GB") as context:
        page = context.new_page()
        phone = Phone(server)
        phone.play("")
        at_table(page, phone)
        for cell in ("4-1", "3-1"):
            page.focus(f"[data-id=cell-{cell}]")
            page.keyboard.press("Enter")
            wait_until(page, f"document.querySelector('[data-id=cell-{cell}]').ariaLabel.match(/red|yellow/)")
        assert page.evaluate("document.activeElement.dataset.id") == "cell-3-1"
        assert "Yellow drops into column 3." in page.inner_text("#polite")
        page.focus("[data-id=dispute]")
        page.keyboard.press("Enter")
        page.focus("[data-id=that_is_no_line]")
        page.keyboard.press("Enter")
        page.wait_for_selector(".dispute")
        assert page.inner_text("#assertive") != ""
        phone.close()


def test_two_taps_on_a_dispute_act_once(browser: Browser, server: str) -> None:
    """An answer that is lost is asked for again under the same key."""
    with browser.new_context(viewport=PHONE, locale="en-GB") as context:
        page, phone = context.new_page(), Phone(server)
        phone.play("")
        at_table(page, phone)
        lost = []

        def lose_once(route: Any) -> None:
            answer = route.fetch()
            if lost:
                route.fulfill(response=answer)
            else:
                lost.append(answer)
                route.abort()

        page.route("**/acts", lose_once)
        page.click("[data-id=cell-4-1]")
        wait_until(page, "document.querySelector('.news').innerText.includes('column 4')")
        page.wait_for_timeout(1500)
        assert len(phone.snapshot()["game"]["moves"]) == 1
        phone.close()


def test_a_wrong_key_only_watches_and_a_table_that_is_gone_says_so(browser: Browser, phones: dict[str, Phone]) -> None:
    with browser.new_context(viewport=PHONE, locale="en-GB") as context:
        page, phone = context.new_page(), phones["playing"]
        page.goto(f"{phone.address}/#table={phone.table}&key={'x' * 32}")
        page.wait_for_selector(".watcher .error")
        assert page.locator("[data-id=dispute]").count() == 0
        page.goto(f"{phone.address}/#table=nosuchtable1")
        wait_until(page, "document.body.innerText.includes('doesn’t exist any more')")


def test_the_page_is_small_and_asks_nobody_else(browser: Browser, phones: dict[str, Phone]) -> None:
    with browser.new_context(viewport=PHONE, locale="en-GB", service_workers="block") as context:
        page, phone = context.new_page(), phones["playing"]
        sizes: dict[str, int] = {}
        page.on("response", lambda answer: sizes.update({answer.url: int(answer.headers.get("content-length", 0))}))
        at_table(page, phone)

        assert sum(sizes.values()) < 150_000
        assert len(sizes) > 10
        assert all(url.startswith((phone.address, "data:", "blob:")) for url in sizes)


def test_an_offence_that_was_misread_is_put_right_with_one_tap(browser: Browser, server: str) -> None:
    with browser.new_context(viewport=PHONE, locale="en-GB") as context:
        page, phone = context.new_page(), Phone(server)
        restoring(phone)
        at_table(page, phone)
        page.click("[data-id=misread]")
        page.click("[data-id=cell-3-1]")
        page.click("dialog [data-id=none]")

        wait_until(page, "document.querySelector('.table').dataset.phase === 'playing'")
        assert "Bo to drop" in page.inner_text(".head")
        phone.close()


def test_who_has_won_so_far_is_told_at_the_beginning(browser: Browser, server: str, phones: dict[str, Phone]) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}, locale="de-DE") as context:
        page = context.new_page()
        page.goto(server)

        page.wait_for_selector("tbody tr")
        assert page.inner_text("tbody tr").split() == ["Ada", "1", "0", "0"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
