"""Faults that others met in serving a phone's camera, each as the right behaviour of a real server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from api.app import Settings
from api.service.limits import Limits
from api.store.store import now
from tests.api.phone import ADA_AND_BO, Phone, picture
from tests.api.server import serving

EMPTY = picture()
PLAYED = picture((".......",) * 5 + ("...R...",))
STEP_S = 0.25
MOST_FRAMES = 60


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(Settings(limits=Limits(tables_per_minute=1000, frames_per_s=1000, seat_s=60))) as address:
        yield address


class Camera:
    """A phone that posts one picture after the other, a quarter of a second apart."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.number = phone, 0

    def show(self, data: bytes, frames: int = 1) -> dict:
        for _ in range(frames):
            self.number += 1
            told = self.phone.post_frame(self.number, self.number * STEP_S, data).json()
        return told

    def show_until(self, data: bytes, event: str) -> None:
        """Until the table has an event of that name."""
        for _ in range(MOST_FRAMES):
            self.show(data)
            if event in names(self.phone):
                return
        raise AssertionError(names(self.phone))


def names(phone: Phone) -> list[str]:
    return [event["event"] for event in phone.log()]


def test_B60_the_camera_before_the_game(phone: Phone) -> None:
    camera = Camera(phone)
    camera.show(EMPTY, 8)
    phone.act(ADA_AND_BO)
    camera.show_until(EMPTY, "started")
    camera.show_until(PLAYED, "move")

    assert names(phone) == ["match_started", "game_started", "started", "move"]


def test_B60_the_game_before_the_camera(phone: Phone) -> None:
    phone.act(ADA_AND_BO)
    time.sleep(0.1)
    camera = Camera(phone)
    camera.show_until(EMPTY, "started")
    camera.show_until(PLAYED, "move")

    assert names(phone) == ["match_started", "game_started", "started", "move"]


def test_B61_a_phone_belongs_to_the_table_of_its_link(server: str, phone: Phone) -> None:
    phone.play("44")
    other = Phone(server)
    try:
        other.act(ADA_AND_BO)
        before = phone.snapshot()
        camera = Camera(other)
        camera.show_until(EMPTY, "started")
        camera.show_until(PLAYED, "move")

        assert phone.snapshot()["seq"] == before["seq"]
        assert phone.snapshot()["game"]["board"] == before["game"]["board"]
    finally:
        other.close()


def test_B56_the_same_frame_again_and_again_is_one_move(phone: Phone) -> None:
    phone.act(ADA_AND_BO)
    camera = Camera(phone)
    camera.show_until(EMPTY, "started")
    camera.show_until(PLAYED, "move")
    answers = [phone.post_frame(camera.number, camera.number * STEP_S, PLAYED).json() for _ in range(5)]

    assert {answer["outcome"] for answer in answers} == {"skipped"}
    assert names(phone).count("move") == 1


def test_B141_loading_the_page_again_costs_no_turn(phone: Phone) -> None:
    phone.play("443")
    before = phone.snapshot()
    after = [phone.snapshot() for _ in range(10)]

    assert {(told["seq"], told["game"]["to_move"], told["game"]["player_to_move"]) for told in after} == {
        (before["seq"], "Y", "Bo")
    }


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Kolkata"])
def test_B131_times_are_kept_with_their_offset_wherever_the_server_stands(
    zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    if hasattr(time, "tzset"):
        time.tzset()
    try:
        kept = datetime.fromisoformat(str(now()))
    finally:
        monkeypatch.undo()
        if hasattr(time, "tzset"):
            time.tzset()

    assert kept.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - kept) < timedelta(minutes=5)
