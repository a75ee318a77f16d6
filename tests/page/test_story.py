"""A whole game in a real browser with a fake camera: from the link to the spoken win, through all that can happen."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from api.app import Settings
from api.texts import say, texts
from tests.api.server import serving
from tests.page.barriers import violations
from tests.page.browsing import chromium, wait_until
from tests.page.film import Film
from tests.page.guises import Guise, of_today

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.page
HEARD = """
    window.spoken = JSON.parse(sessionStorage.spoken ?? "[]");
    speechSynthesis.speak = (words) => { spoken.push(words.text); sessionStorage.spoken = JSON.stringify(spoken); };
"""
EMPTY_S = 1.5
FOUR_DISCS_S = (1.2, 10.2)
OUT_OF_TURN_S = (9.5, 13.0)
TO_THE_WIN_S = (12.6, 22.9)
LEAD_S = 8.0
"""Until the board is found again on a busy computer, s."""
LONG_S = 60.0
BOARD_ALONE_PX = 1350
"""The height of a shared picture without a photo, px."""
SHOTS: Path | None = None
"""A folder for screenshots of each scene, for looking at by hand."""


@pytest.fixture
def film(tmp_path: Path) -> Film:
    return Film(tmp_path / "camera.mjpeg")


def word(guise: Guise, code: str, **data: Any) -> str:
    """The page's own words."""
    return texts(guise.lang)[f"page_{code}"].format(**data)


class Story:
    """Two devices at one table: one that watches and speaks, and one that shows the score."""

    def __init__(self, camera: Page, board: Page, guises: tuple[Guise, Guise]) -> None:
        self.camera, self.board = camera, board
        self.guise, self.other = guises
        self.complaints: list[str] = []
        self.barriers: list[Any] = []
        for page in (camera, board):
            page.on("pageerror", lambda error: self.complaints.append(str(error)))
            page.add_init_script(HEARD)

    def phase(self, name: str) -> None:
        wait_until(self.camera, f"document.querySelector('.table')?.dataset.phase === '{name}'", LONG_S)

    def hears(self, words: str) -> None:
        wait_until(self.camera, f"spoken.some((text) => text.includes({words!r}))", LONG_S)

    def shows(self, page: Page, selector: str, count: int = 1) -> None:
        wait_until(page, f"document.querySelectorAll({selector!r}).length === {count}", LONG_S)

    def scene(self, name: str, *still: Page) -> None:
        """A screen to look at; those that stand still are looked at for barriers."""
        if SHOTS:
            for who, page in ((self.guise, self.camera), (self.other, self.board)):
                page.screenshot(path=SHOTS / f"{name}-{who}.png", full_page=True)
        self.barriers += [(name, each) for page in still for each in violations(page)]

    def cell(self, column: int, row: int) -> None:
        self.camera.click(f"[data-id=cell-{column}-{row}]")


@pytest.mark.parametrize("guises", of_today(), ids=lambda pair: f"{pair[0]}+{pair[1]}")
def test_from_the_link_to_the_spoken_win(film: Film, tmp_path: Path, guises: tuple[Guise, Guise]) -> None:
    settings = Settings(store=f"sqlite:///{tmp_path / 'fairdrop.db'}")
    film.cut(0, EMPTY_S)
    with chromium(film.path) as browser:
        watching = browser.new_context(**guises[0].context, permissions=["camera"])
        showing = browser.new_context(**guises[1].context, reduced_motion="reduce")
        with watching, showing:
            story = Story(watching.new_page(), showing.new_page(), guises)
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
                an_offence(story, film)
                restored_and_won(story, film)
                looked_at_again(story)
                the_end_agreed(story)
                moves = httpx.get(f"{address}/api/v1/tables/{table_of(link)}/log").json()["events"]

        assert [event["column"] for event in moves if event["event"] == "move"] == [4, 4, 3, 5, 2, 6, 1]
        assert story.complaints == []
        assert story.barriers == []


def make_a_table(address: str) -> str:
    return str(httpx.post(f"{address}/api/v1/tables", json={"name": "Kitchen"}).json()["link"])


def table_of(link: str) -> str:
    return link.split("table=")[1].split("&")[0]


def begin(story: Story, link: str) -> None:
    """The link is opened; roles are chosen; the players agree; the empty grid is seen."""
    story.camera.goto(link)
    story.camera.click("[data-id=camera]")
    story.board.goto(link)
    story.board.click("[data-id=scoreboard]")
    story.camera.wait_for_selector("#start")
    story.scene("1-setup", story.camera, story.board)
    story.camera.fill("[name=name0]", "Ada")
    story.camera.fill("[name=name1]", "Bo")
    story.camera.check("input[name=opener][value=R]")
    story.camera.click("#start")
    story.phase("playing")
    story.hears(say("game_started", {"opener": "R", "number": 1}, story.guise.lang))
    story.scene("2-begun")


def four_discs(story: Story, film: Film) -> None:
    """The camera's page is loaded anew in mid-game, and goes on as the camera."""
    film.cut(*FOUR_DISCS_S)
    story.camera.reload()
    story.hears(say("move", {"disc": "Y", "column": 5}, story.guise.lang))
    story.shows(story.camera, ".side .board circle.red", 2)
    story.shows(story.camera, ".side .board circle.yellow", 2)
    story.shows(story.board, ".board circle.yellow", 2)
    assert word(story.other, "turn", who="Ada") in story.board.inner_text(".head")
    wait_until(story.camera, "document.querySelectorAll('.overlay .seen-red').length === 2")
    story.scene("3-four-discs", story.camera, story.board)


def a_dispute_traced(story: Story) -> None:
    """Four cells are claimed: the picture stands still with the line on it, and the sentence names what breaks it."""
    story.camera.click("[data-id=dispute]")
    story.camera.click("[data-id=we_have_a_line]")
    for column in (3, 4, 5, 6):
        story.cell(column, 1)
    story.scene("4-claim", story.camera)
    story.camera.click("[data-id=ask]")
    story.phase("disputed")
    wait_until(story.camera, "document.querySelector('.held img')?.naturalWidth > 300", LONG_S)
    story.shows(story.camera, ".held .walked", 4)
    told = story.camera.inner_text(".dispute")
    assert say("trace.other_colour", {"cell": [5, 1], "disc": "Y"}, story.guise.lang) in told
    assert word(story.guise, "rule_R14") in told
    assert story.camera.inner_text(".verdict") == word(story.guise, "refused_claim")
    story.camera.wait_for_timeout(1600)
    story.scene("5-dispute", story.camera, story.board)
    story.camera.click("[data-id=keep]")
    story.camera.click("[data-id=settle]")
    story.phase("playing")


def a_reading_put_right(story: Story) -> None:
    """One tap on a cell, and what lies there: taken for nothing, then put right."""
    for answer, yellow in (("none", 1), ("Y", 2)):
        story.cell(4, 2)
        story.scene("6-correct")
        story.camera.click(f"dialog [data-id={answer}]")
        story.shows(story.camera, ".side .board circle.yellow", yellow)


def with_no_server(story: Story) -> None:
    for page in (story.camera, story.board):
        story.shows(page, ".broken")
    story.scene("7-no-server", story.camera, story.board)


def the_server_is_back(story: Story) -> None:
    """Same game, no duplicates, without a tap."""
    for page in (story.camera, story.board):
        story.shows(page, ".broken", 0)
    seen = word(story.guise, "aim_watching")
    wait_until(story.camera, f"document.querySelector('#aim-text')?.textContent.includes({seen!r})", LONG_S)
    story.phase("playing")


def an_offence(story: Story, film: Film) -> None:
    film.cut(*OUT_OF_TURN_S, lead_s=LEAD_S)
    story.camera.reload()
    story.phase("restoring")
    story.hears(word(story.guise, "spoken_cell", column=2, row=1))
    story.shows(story.camera, ".steps li")
    story.shows(story.board, ".banner.offence")
    story.scene("8-restoring", story.camera, story.board)


def restored_and_won(story: Story, film: Film) -> None:
    film.cut(*TO_THE_WIN_S, lead_s=LEAD_S)
    story.camera.reload()
    turn = word(story.guise, "turn", who=word(story.guise, "R"))
    story.hears(f"{say('restored', {}, story.guise.lang)} {turn}")
    story.hears(say("win", {"winner": "R", "ending": "line"}, story.guise.lang))
    story.phase("awaiting_clear")
    story.shows(story.camera, ".side .board .won")
    story.shows(story.camera, ".live .traced")
    story.shows(story.board, ".board .won")
    wait_until(story.board, "document.querySelector('.end .held img')?.naturalWidth > 300", LONG_S)
    story.shows(story.board, ".end .held .traced")
    assert word(story.other, "won", who="Ada") in story.board.inner_text("main")
    story.scene("9-won", story.camera, story.board)


def looked_at_again(story: Story) -> None:
    """Move by move, and as a picture to send: the photo with its line beneath the board."""
    story.camera.click("[data-id=review]")
    story.camera.click("[data-id=earlier]")
    assert word(story.guise, "move_told", number=6, who="Bo", column=6) in story.camera.inner_text("dialog")
    story.shows(story.camera, "dialog .strip svg")
    story.scene("10-review", story.camera)
    story.camera.keyboard.press("Escape")
    with story.camera.expect_download() as shared:
        story.camera.click("[data-id=share]")
    assert shared.value.suggested_filename == "fairdrop.png"
    assert struct.unpack(">I", shared.value.path().read_bytes()[20:24])[0] > BOARD_ALONE_PX
    if SHOTS:
        shared.value.save_as(SHOTS / "shared.png")


def the_end_agreed(story: Story) -> None:
    story.camera.click("[data-id=agree]")
    story.camera.click("[data-id=close]")
    wait_until(story.camera, "document.querySelector('.sides').innerText.replace(/\\s+/g, ' ').includes('Ada 1')")
    assert word(story.guise, "turn", who="Bo") in story.camera.inner_text(".head")
    story.scene("11-next", story.camera, story.board)
