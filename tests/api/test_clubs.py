"""Several processes on one PostgreSQL: each answers for every table, one of them holds its camera, and one may die."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from api.app import Settings
from api.service.limits import Limits
from tests.api.phone import CAMERA, Phone, ask, numbered, picture
from tests.api.postgres import new_database
from tests.api.server import serving

EMPTY, PLAYED = picture(), picture((".......",) * 5 + ("...R...",))
STEP_S = 0.25
SETTINGS = Limits(frames_per_s=1000)


@pytest.fixture
def store() -> str:
    return new_database()


@pytest.fixture
def phones(store: str) -> Iterator[tuple[Phone, Phone]]:
    """Phones at one table, each on a process of its own."""
    settings = Settings(store=store, limits=SETTINGS)
    with serving(settings) as first, serving(settings) as second:
        one = Phone(first)
        two = Phone(second, one.table, one.key)
        yield one, two
        one.close()
        two.close()


def send_until(camera: Any, number: int, data: bytes, wanted: str) -> int:
    for _ in range(80):
        number += 1
        told = ask(camera, number, number * STEP_S, data)
        if wanted in (told["snapshot"]["phase"], told["snapshot"]["messages"][0]["code"]):
            return number
    raise AssertionError(f"never {wanted}: {told['snapshot']['messages']}")


def test_acts_at_either_are_heard_at_both_and_none_is_lost(phones: tuple[Phone, Phone]) -> None:
    one, two = phones
    with two.listening() as heard:
        next(heard)
        one.play("44")
        assert two.act("play", key="at-the-other", column=3).status_code == 200
        assert one.act("play", key="at-the-other", column=3).json()["repeated"]
        told = numbered(heard, 6)

    assert [int(each["id"]) for each in told] == [1, 2, 3, 4, 5, 6]
    assert one.log() == two.log()


def test_acts_at_both_at_once_follow_one_another(phones: tuple[Phone, Phone]) -> None:
    one, two = phones
    one.play("")
    done: list[int] = []

    def play(phone: Phone, name: str) -> None:
        for number in range(8):
            told = phone.act("play", key=f"{name}-act-{number}", column=1 + number % 4)
            done.append(told.status_code)

    threads = [threading.Thread(target=play, args=(phone, name)) for phone, name in ((one, "one"), (two, "two"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = one.log()

    assert set(done) <= {200, 409}
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    assert sum(event["event"] == "move" for event in log) == done.count(200)


def test_a_camera_belongs_to_one_process_and_follows_the_acts_of_others(phones: tuple[Phone, Phone]) -> None:
    one, two = phones
    with one.camera() as camera:
        for number in range(1, 12):
            ask(camera, number, number * STEP_S, EMPTY)
        assert two.act({"act": "start", "opener": "R"}).status_code == 200
        number = send_until(camera, number, EMPTY, "playing")
        refused = two.post_frame(1, 1.0, EMPTY, camera="another-camera")
        assert (refused.status_code, refused.json()["code"]) == (503, "table_elsewhere")
        with two.camera(f"camera={CAMERA}&take_over=true") as other:
            number = send_until(other, number, PLAYED, "move")
            assert json.loads(camera.recv(timeout=10))["error"]["code"] == "taken_over"
    assert [event["event"] for event in one.log()] == ["match_started", "game_started", "started", "move"]


def test_a_dead_processs_table_is_taken_up_by_another_in_mid_game(store: str) -> None:
    """The lock goes with its connection, as when a process is killed."""
    settings = Settings(store=store, limits=SETTINGS)
    with serving(settings) as second:
        with serving(settings) as first:
            one = Phone(first)
            one.act({"act": "start", "opener": "R"})
            with one.camera() as camera:
                number = send_until(camera, 0, EMPTY, "playing")
        two = Phone(second, one.table, one.key)
        with two.camera() as camera:
            number = send_until(camera, number, PLAYED, "move")
        assert two.snapshot()["game"]["to_move"] == "Y"
        one.close()
        two.close()
