"""A whole game in a real browser with a fake camera: from the link to the spoken win, through all that can happen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from api.app import Settings
from tests.api.server import serving
from tests.page.browsing import PHONE, TABLET, chromium, wait_until
from tests.page.film import Film

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.page
HEARD = """
    window.spoken = JSON.parse(sessionStorage.spoken ?? "[]");
    speechSynthesis.speak = (words) => { spoken.push(words.text); sessionStorage.spoken = JSON.stringify(spoken); };
"""
EMPTY_S = 1.5
FOUR_DISCS_S = (1.2, 10.2)
TO_THE_WIN_S = (9.5, 22.9)
LEAD_S = 8.0
"""Until the board is found again on a busy computer, s."""
LONG_S = 60.0
SHOTS: Path | None = None
"""A folder for screenshots of each scene, for looking at by hand."""


@pytest.fixture
def film(tmp_path: Path) -> Film:
    return Film(tmp_path / "camera.mjpeg")


class Story:
    """Two devices at one table: the phone that watches, and a tablet that shows the score, in German."""

    def __init__(self, phone: Page, tablet: Page) -> None:
        self.phone, self.tablet = phone, tablet
        self.complaints: list[str] = []
        for page in (phone, tablet):
            page.on("pageerror", lambda error: self.complaints.append(str(error)))
            page.add_init_script(HEARD)

    def phase(self, name: str) -> None:
        wait_until(self.phone, f"document.querySelector('.table')?.dataset.phase === '{name}'", LONG_S)

    def hears(self, words: str) -> None:
        wait_until(self.phone, f"spoken.some((text) => text.includes({words!r}))", LONG_S)

    def shows(self, page: Page, selector: str, count: int = 1) -> None:
        wait_until(page, f"document.querySelectorAll({selector!r}).length === {count}", LONG_S)

    def scene(self, name: str) -> None:
        if SHOTS:
            for who, page in (("phone", self.phone), ("tablet", self.tablet)):
                page.screenshot(path=SHOTS / f"{name}-{who}.png", full_page=True)

    def cell(self, column: int, row: int) -> None:
        self.phone.click(f"[data-id=cell-{column}-{row}]")


def test_from_the_link_to_the_spoken_win(film: Film, tmp_path: Path) -> None:
    settings = Settings(store=f"sqlite:///{tmp_path / 'fairdrop.db'}")
    film.cut(0, EMPTY_S)
    with chromium(film.path) as browser:
        phone = browser.new_context(
            viewport=PHONE, locale="en-GB", has_touch=True, is_mobile=True, permissions=["camera"]
        )
        tablet = browser.new_context(viewport=TABLET, locale="de-DE", color_scheme="dark", reduced_motion="reduce")
        with phone, tablet:
            story = Story(phone.new_page(), tablet.new_page())
            with serving(settings) as address:
                port = int(address.rsplit(":", 1)[1])
                link = make_a_table(address)
                begin(story, address + link)
                four_discs(story, film)
                a_dispute_traced(story)
                a_reading_put_right(story)
            with_no_server(story)
            with serving(settings, port) as address:
                the_server_is_back(story)
                an_offence_restored_and_a_win(story, film)
                the_end_agreed(story)
                moves = httpx.get(f"{address}/api/v1/tables/{table_of(link)}/log").json()["events"]

        assert [event["column"] for event in moves if event["event"] == "move"] == [4, 4, 3, 5, 2, 6, 1]
        assert story.complaints == []


def make_a_table(address: str) -> str:
    return str(httpx.post(f"{address}/api/v1/tables", json={"name": "Kitchen"}).json()["link"])


def table_of(link: str) -> str:
    return link.split("table=")[1].split("&")[0]


def begin(story: Story, link: str) -> None:
    """The link is opened; roles are chosen; the players agree; the empty grid is seen."""
    story.phone.goto(link)
    story.phone.click("[data-id=camera]")
    story.tablet.goto(link)
    story.tablet.click("[data-id=scoreboard]")
    story.phone.wait_for_selector("#start")
    story.scene("1-setup")
    story.phone.fill("[name=name0]", "Ada")
    story.phone.fill("[name=name1]", "Bo")
    story.phone.check("input[name=opener][value=R]")
    story.phone.click("#start")
    story.phase("playing")
    story.hears("Red opens")
    story.scene("2-begun")


def four_discs(story: Story, film: Film) -> None:
    """The camera's page is loaded anew in mid-game, and goes on as the camera."""
    film.cut(*FOUR_DISCS_S)
    story.phone.reload()
    story.hears("Yellow drops into column 5.")
    story.shows(story.phone, ".side .board circle.red", 2)
    story.shows(story.phone, ".side .board circle.yellow", 2)
    story.shows(story.tablet, ".board circle.yellow", 2)
    assert "Ada ist dran" in story.tablet.inner_text(".head")
    wait_until(story.phone, "document.querySelectorAll('.overlay .seen-red').length === 2")
    story.scene("3-four-discs")


def a_dispute_traced(story: Story) -> None:
    """Four cells are claimed: the picture stands still with the line on it, and the sentence names what breaks it."""
    story.phone.click("[data-id=dispute]")
    story.phone.click("[data-id=we_have_a_line]")
    for column in (3, 4, 5, 6):
        story.cell(column, 1)
    story.scene("4-claim")
    story.phone.click("[data-id=ask]")
    story.phase("disputed")
    wait_until(story.phone, "document.querySelector('.held img')?.naturalWidth > 300", LONG_S)
    story.shows(story.phone, ".held .walked", 4)
    assert "(5,1) is yellow" in story.phone.inner_text(".dispute")
    assert "breaks the line" in story.phone.inner_text(".dispute blockquote")
    assert story.phone.inner_text(".verdict") == "No"
    story.phone.wait_for_timeout(1600)
    story.scene("5-dispute")
    story.phone.click("[data-id=keep]")
    story.phone.click("[data-id=settle]")
    story.phase("playing")


def a_reading_put_right(story: Story) -> None:
    """One tap on a cell, and what lies there: taken for nothing, then put right."""
    for answer, yellow in (("none", 1), ("Y", 2)):
        story.cell(4, 2)
        story.scene("6-correct")
        story.phone.click(f"dialog [data-id={answer}]")
        story.shows(story.phone, ".side .board circle.yellow", yellow)


def with_no_server(story: Story) -> None:
    for page in (story.phone, story.tablet):
        story.shows(page, ".broken")
    story.scene("7-no-server")


def the_server_is_back(story: Story) -> None:
    """Same game, no duplicates, without a tap."""
    for page in (story.phone, story.tablet):
        story.shows(page, ".broken", 0)
    wait_until(story.phone, "document.querySelector('#aim-text')?.textContent.includes('I see the board')", LONG_S)
    story.phase("playing")


def an_offence_restored_and_a_win(story: Story, film: Film) -> None:
    film.cut(*TO_THE_WIN_S, lead_s=LEAD_S)
    story.phone.reload()
    story.phase("restoring")
    story.hears("disc at column 2, row 1")
    story.shows(story.phone, ".steps li")
    story.shows(story.tablet, ".banner.offence")
    story.scene("8-restoring")
    story.hears("The position stands again. Red to drop")
    story.hears("Red wins")
    story.phase("awaiting_clear")
    story.shows(story.phone, ".side .board .won")
    story.shows(story.phone, ".live .traced")
    story.shows(story.tablet, ".board .won")
    assert "Ada gewinnt!" in story.tablet.inner_text("main")
    story.scene("9-won")


def the_end_agreed(story: Story) -> None:
    story.phone.click("[data-id=review]")
    story.phone.click("dialog .two button:first-child")
    assert "6. Bo, column 6" in story.phone.inner_text("dialog")
    story.scene("10-review")
    story.phone.keyboard.press("Escape")
    with story.phone.expect_download() as shared:
        story.phone.click("[data-id=share]")
    assert shared.value.suggested_filename == "fairdrop.png"
    story.phone.click("[data-id=agree]")
    story.phone.click("[data-id=close]")
    wait_until(story.phone, "document.querySelector('.sides').innerText.replace(/\\s+/g, ' ').includes('Ada 1')")
    assert "Bo to drop" in story.phone.inner_text(".head")
    story.scene("11-next")
