"""Setting up a match on the page: who plays and begins, on which board, in plain words; what is remembered of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.api.phone import ADA_AND_BO, Phone
from tests.page.browsing import PHONE, at_table, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.page


@pytest.fixture
def page(browser: Browser, phone: Phone) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce") as context:
        page = context.new_page()
        at_table(page, phone)
        yield page


def name(page: Page, *names: str) -> None:
    for seat, each in enumerate(names):
        page.fill(f"[name=name{seat}]", each)


def start(page: Page) -> None:
    page.click("#start")
    wait_until(page, "document.querySelector('.table').dataset.phase === 'awaiting_start'")


def test_partners_a_coin_and_a_match_of_two_games(page: Page, phone: Phone) -> None:
    page.click("summary")
    page.select_option("[name=turns]", "partners")
    name(page, "Ada", "Bo", "Cy", "Di")
    page.click("[data-id=swap-colours]")
    page.select_option("[name=format]", "two_game")
    start(page)
    wait_until(page, "/begins/.test(document.querySelector('dialog')?.innerText)")
    game = phone.snapshot()["game"]

    discs = {player["name"]: player["disc"] for player in game["players"]}
    assert discs == {"Ada": "Y", "Bo": "R", "Cy": "Y", "Di": "R"}
    assert phone.snapshot()["match"]["format"] == "two_game"
    page.click("dialog [data-id=true]")
    page.reload()
    page.wait_for_selector(".table")
    phone.act("end")
    page.wait_for_selector("#start")
    assert page.input_value("[name=name0]") == "Ada"


def test_R3_the_youngest_begins_and_ages_are_asked_only_for_that(page: Page, phone: Phone) -> None:
    assert page.locator("[type=number]").count() == 0
    name(page, "Ada", "Bo")
    page.check("input[name=opener][value=youngest]")
    assert page.input_value("[name=name0]") == "Ada"
    page.fill("[name=age0]", "34")
    page.fill("[name=age1]", "8")
    start(page)

    assert phone.snapshot()["game"]["opener"] == "Y"
    assert "34" not in page.evaluate("JSON.stringify(localStorage)")


def test_R3_equal_ages_are_told_and_something_else_can_be_chosen(page: Page, phone: Phone) -> None:
    page.check("input[name=opener][value=youngest]")
    page.fill("[name=age0]", "8")
    page.fill("[name=age1]", "8")
    page.click("#start")
    page.wait_for_selector(".banner.error")
    page.check("input[name=opener][value=R]")
    start(page)

    assert phone.snapshot()["game"]["opener"] == "R"


def test_who_lost_last_time_can_begin(page: Page, phone: Phone) -> None:
    assert page.locator("input[value=loser][type=radio]").count() == 0
    for act in (ADA_AND_BO | {"match": {"format": "single"}}, {"act": "begin"}):
        phone.act(act)
    for column in (1, 7, 2, 7, 3, 7, 4):
        phone.act("play", column=column)
    phone.act("close")
    page.wait_for_selector("input[value=loser][type=radio]")
    assert page.input_value("[name=name1]") == "Bo", "who played last is written in already"
    page.click("[data-id=swap-colours]")
    page.check("input[name=opener][value=loser]")
    start(page)

    game = phone.snapshot()["game"]
    assert {player["name"]: player["disc"] for player in game["players"]}["Bo"] == game["opener"] == "R"


def test_R6_trying_it_out_is_one_game_that_counts_for_nothing(page: Page, phone: Phone) -> None:
    page.select_option("[name=format]", "championship")
    page.click("summary")
    page.check("[name=practice]")
    start(page)

    told = phone.snapshot()
    assert (told["game"]["practice"], told["match"]["format"]) == (True, "single")


def test_R37_another_board_is_drawn_as_large_as_it_is(page: Page, phone: Phone) -> None:
    page.click("summary")
    page.select_option("[name=size]", "five")
    assert "four don’t" in page.inner_text("#size-help")
    start(page)

    game = phone.snapshot()["game"]
    assert (game["columns"], game["rows"], game["connect"]) == (9, 6, 5)
    assert page.locator(".board circle.hole").count() == 54


def test_two_of_one_name_are_told_apart_first(page: Page, phone: Phone) -> None:
    name(page, "Ada", "ada")
    page.click("#start")

    assert "same name" in page.inner_text(".setup [role=alert]")
    assert phone.snapshot()["phase"] == "idle"


def test_whoever_has_played_here_is_offered(browser: Browser, page: Page, phone: Phone) -> None:
    phone.act(ADA_AND_BO)
    other = Phone(phone.address)
    at_table(page, other)

    wait_until(page, "[...document.querySelectorAll('#known-players option')].some((each) => each.value === 'Bo')")
    other.close()
