"""Frames in: one acknowledgement each, the newest wins, one camera at a table, and nothing hostile gets through."""

from __future__ import annotations

import asyncio
import io
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from PIL import Image
from websockets.exceptions import ConnectionClosed

from api.app import Settings
from api.service.eyes import Eyes, Glance
from api.service.frames import HEADER, pack_frame
from api.service.limits import Limits
from api.service.seat import Seat
from tests.api.phone import ADA_AND_BO, CAMERA, Phone, ask, picture
from tests.api.server import serving
from tests.vision import picture_makers as make

EMPTY = picture()
PLAYED = picture((".......",) * 5 + ("...R...",))
STEP_S = 0.25
PATIENCE_S = 30.0
"""Longer than anything here takes on a busy machine."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(Settings(limits=Limits(tables_per_minute=1000, frames_per_s=1000, seat_s=60))) as address:
        yield address


def watch_a_move(send: object, phone: Phone) -> list[str]:
    """Send pictures of the empty board, then of one disc; the codes of what was acknowledged on the way."""
    at_s, number, said = 0.0, 0, []
    for data, until in ((EMPTY, "playing"), (PLAYED, "move")):
        for _ in range(60):
            at_s, number = at_s + STEP_S, number + 1
            told = send(number, at_s, data)  # type: ignore[operator]
            assert told["ack"] == number
            said.append(told["outcome"])
            if until in (told["snapshot"]["phase"], told["snapshot"]["messages"][0]["code"]):
                break
    return said


@pytest.mark.parametrize("way", ["websocket", "post"])
def test_a_game_is_followed_and_each_frame_answered_with_the_snapshot(phone: Phone, way: str) -> None:
    phone.act(ADA_AND_BO)
    if way == "websocket":
        with phone.camera() as camera:
            said = watch_a_move(lambda number, at_s, data: ask(camera, number, at_s, data), phone)
    else:
        said = watch_a_move(lambda number, at_s, data: phone.post_frame(number, at_s, data).json(), phone)
    told = phone.snapshot()

    assert set(said) == {"seen"}
    assert told["game"]["board"][-1] == "...R..."
    assert told["game"]["last"]["by"] == "camera"
    assert [event["event"] for event in phone.log()] == ["match_started", "game_started", "started", "move"]


def test_the_acknowledgement_tells_where_the_cells_are(phone: Phone) -> None:
    with phone.camera() as camera:
        acks = (ask(camera, number, number * STEP_S, EMPTY) for number in range(1, 40))
        told = next(ack for ack in acks if ack["grid"])

    assert [len(told["grid"]["centres"]), len(told["grid"]["centres"][0])] == [6, 7]
    assert all(0 <= share <= 1 for row in told["grid"]["centres"] for point in row for share in point)


def test_the_newest_frame_wins_and_nothing_is_queued(phone: Phone) -> None:
    with phone.camera() as camera:
        for number in range(1, 31):
            camera.send(pack_frame(number, number * STEP_S, EMPTY))
        told = [json.loads(camera.recv(timeout=60)) for _ in range(30)]
    outcomes = {each["ack"]: (each["outcome"], each["why"]["code"] if each["why"] else None) for each in told}

    assert sorted(outcomes) == list(range(1, 31))
    assert outcomes[30] == ("seen", None)
    assert ("skipped", "newer_frame") in outcomes.values()
    assert set(outcomes.values()) <= {("seen", None), ("skipped", "newer_frame")}


def test_a_frame_from_the_past_is_skipped(phone: Phone) -> None:
    with phone.camera() as camera:
        ask(camera, 2, 5.0, EMPTY)
        assert ask(camera, 1, 4.0, EMPTY)["why"]["code"] == "late_frame"
        assert ask(camera, 3, 5000.0, EMPTY)["outcome"] == "seen"  # the phone's clock was set


def test_too_many_frames_are_skipped_not_queued() -> None:
    with serving(Settings(limits=Limits(frames_per_s=2))) as address:
        phone = Phone(address)
        with phone.camera() as camera:
            told = [ask(camera, number, number / 100, EMPTY) for number in range(1, 8)]
        phone.close()

    assert "too_many_frames" in [each["why"]["code"] for each in told if each["why"]]


def test_a_second_camera_is_refused_politely_and_may_take_over_on_purpose(phone: Phone) -> None:
    with phone.camera() as first:
        ask(first, 1, 1.0, EMPTY)
        with phone.camera("camera=another-camera&lang=en") as second:
            told = json.loads(second.recv(timeout=10))
            assert told["error"]["code"] == "camera_taken"
            with pytest.raises(ConnectionClosed) as closed:
                second.recv(timeout=10)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4409
        by_post = phone.post_frame(1, 1.0, EMPTY, camera="another-camera")
        assert (by_post.status_code, by_post.json()["code"]) == (409, "camera_taken")
        assert ask(first, 2, 2.0, EMPTY)["outcome"] == "seen"

        with phone.camera("camera=another-camera&take_over=true") as second:
            assert ask(second, 1, 1.0, EMPTY)["outcome"] == "seen"
            assert json.loads(first.recv(timeout=10))["error"]["code"] == "taken_over"
            assert phone.post_frame(3, 3.0, EMPTY).json()["code"] == "camera_taken"


def test_a_phone_keeps_its_place_through_a_reconnection(phone: Phone) -> None:
    with phone.camera() as old:
        ask(old, 1, 1.0, EMPTY)
        with phone.camera() as new:
            assert ask(new, 2, 2.0, EMPTY)["outcome"] == "seen"
            old.close()
            time.sleep(0.2)
            assert ask(new, 3, 3.0, EMPTY)["snapshot"]["camera"]["state"] != "none"


def test_a_silent_camera_makes_room() -> None:
    with serving(Settings(limits=Limits(seat_s=0.3))) as address:
        phone = Phone(address)
        phone.post_frame(1, 1.0, EMPTY)
        for _ in range(100):
            if phone.snapshot()["camera"]["state"] == "none":
                break
            time.sleep(0.05)
        assert phone.post_frame(1, 1.0, EMPTY, camera="another-camera").status_code == 200
        phone.close()


def wait_for(phone: Phone, state: str) -> str:
    deadline = time.monotonic() + PATIENCE_S
    while (now := str(phone.snapshot()["camera"]["state"])) != state and time.monotonic() < deadline:
        time.sleep(0.05)
    return now


def test_a_connected_camera_that_was_silent_goes_on_where_it_was() -> None:
    with serving(Settings(limits=Limits(seat_s=0.3))) as address:
        phone = Phone(address)
        with phone.camera() as camera:
            ask(camera, 1, 1.0, EMPTY)
            silent = wait_for(phone, "none")
            again = ask(camera, 2, 30.0, EMPTY)
        phone.close()

    assert silent == "none"
    assert again["outcome"] == "seen"
    assert again["snapshot"]["camera"]["state"] != "none"


def test_a_connected_camera_that_is_silent_makes_room_for_another() -> None:
    with serving(Settings(limits=Limits(seat_s=0.3))) as address:
        phone = Phone(address)
        with phone.camera() as camera:
            ask(camera, 1, 1.0, EMPTY)
            wait_for(phone, "none")
            other = phone.post_frame(1, 1.0, EMPTY, camera="another-camera")
            told = json.loads(camera.recv(timeout=10))
        phone.close()

    assert other.status_code == 200
    assert told["error"]["code"] == "taken_over"


# Hostile ones ---------------------------------------------------------------------------------------------------------


def bomb() -> bytes:
    """A PNG of 20000 x 20000 pixels in a few bytes."""
    data = io.BytesIO()
    Image.MAX_IMAGE_PIXELS = None
    Image.new("1", (20000, 20000)).save(data, "PNG")
    return data.getvalue()


BAD = {
    "empty": (b"", "picture_empty", 400),
    "cut": (EMPTY[: len(EMPTY) // 2], "picture_truncated", 400),
    "text": (b"<svg onload=alert(1)>", "picture_not_a_picture", 415),
    "png": (make.encode(make.corners_picture(), "PNG"), "picture_format", 415),
    "gif": (b"GIF89a" + bytes(100), "picture_format", 415),
    "grey": (make.encode(Image.new("L", (200, 200)), "JPEG"), "picture_no_colour", 400),
    "cmyk": (make.encode(Image.new("CMYK", (200, 200)), "JPEG"), "picture_cmyk", 400),
    "bomb": (bomb(), "picture_format", 415),
    "too wide": (make.encode(Image.new("RGB", (9000, 1000), "red"), "JPEG"), "picture_too_large", 413),
}


@pytest.mark.parametrize("name", BAD)
def test_a_frame_that_is_no_good_is_refused_and_the_next_one_read(phone: Phone, name: str) -> None:
    data, code, status = BAD[name]
    with phone.camera() as camera:
        told = ask(camera, 1, 1.0, data)
        assert (told["outcome"], told["why"]["code"]) == ("refused", code)
        assert ask(camera, 2, 2.0, EMPTY)["outcome"] == "seen"
        posted = phone.post_frame(3, 3.0, data)

    assert (posted.status_code, posted.json()["code"], posted.json()["ack"]) == (status, code, 3)


@pytest.mark.parametrize(
    "message",
    [b"", b"FD", b"XX" + bytes(20), b"FD\x02\0" + bytes(30), b"FD\x01\x07" + bytes(30), "text", bytes(16)],
)
def test_a_message_that_is_no_frame_is_refused(phone: Phone, message: bytes | str) -> None:
    with phone.camera() as camera:
        camera.send(message)
        told = json.loads(camera.recv(timeout=10))
        assert told["why"]["code"] == "frame_header"
        assert ask(camera, 2, 2.0, EMPTY)["outcome"] == "seen"


@pytest.mark.parametrize("at", [float("nan"), float("inf"), float("-inf")])
def test_a_senseless_time_is_refused(phone: Phone, at: float) -> None:
    assert phone.post_frame(1, at, EMPTY).json()["code"] == "frame_header"


def test_who_sends_nothing_but_rubbish_is_shown_the_door(phone: Phone) -> None:
    def rubbish(times: int) -> None:
        for _ in range(times):
            camera.send(b"rubbish")
            camera.recv(timeout=10)

    with phone.camera() as camera:
        rubbish(40)
        with pytest.raises(ConnectionClosed):
            rubbish(100)


@pytest.mark.parametrize(
    ("megabytes", "outcome"), [(0.9, "seen"), (1.1, "seen"), (5, "frame_too_many_bytes"), (17, 1009)]
)
def test_B123_frames_of_all_sizes_get_a_readable_answer(phone: Phone, megabytes: float, outcome: str | int) -> None:
    """A JPEG with a comment of that size: a good picture as far as its bytes are let in."""
    block = b"\xff\xfe\xff\xff" + bytes(65533)
    data = EMPTY[:2] + block * int(megabytes * 1_000_000 / len(block)) + EMPTY[2:]
    with phone.camera() as camera:
        if outcome == 1009:
            with pytest.raises(ConnectionClosed) as closed:
                ask(camera, 1, 1.0, data)
            assert closed.value.rcvd is None or closed.value.rcvd.code == 1009  # none: it was cut while still sending
        else:
            camera.send(pack_frame(1, 1.0, data))
            told = json.loads(camera.recv(timeout=20))
            assert outcome in (told["outcome"], (told["why"] or {}).get("code"))
            assert ask(camera, 2, 2.0, EMPTY)["outcome"] == "seen"


def test_B125_an_endless_frame_by_post_is_cut_off(phone: Phone) -> None:
    def body() -> Iterator[bytes]:
        for _ in range(1000):
            yield bytes(1 << 20)

    told = 0
    try:
        headers = phone.bearer | {"camera": CAMERA}
        told = phone.http.post(f"{phone.path}/frames", content=body(), headers=headers).status_code
    except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):  # the server has answered and hung up
        told = 413

    assert told == 413
    assert phone.snapshot()["camera"]["state"] == "none"


def test_others_are_answered_while_a_frame_is_read(phone: Phone, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The look at the frame lasts until somebody else has been answered."""
    looking, answered = threading.Event(), threading.Event()
    look = Eyes.look

    def slow(*args: Any) -> Glance:
        looking.set()
        assert answered.wait(PATIENCE_S)
        return look(*args)

    monkeypatch.setattr(Eyes, "look", slow)
    acks: list[dict[str, Any]] = []

    def film() -> None:
        with phone.camera() as camera:
            acks.append(ask(camera, 1, STEP_S, EMPTY))

    filming = threading.Thread(target=film)
    filming.start()
    assert looking.wait(PATIENCE_S)
    with httpx.Client(base_url=server) as other:
        assert other.get("/healthz").status_code == 200
    answered.set()
    filming.join()

    assert [ack["outcome"] for ack in acks] == ["seen"]


def test_capture_times_become_the_tables_and_delays_dont_add_up() -> None:
    async def times() -> list[float]:
        seat, told = Seat("camera", 0.0, 0.0), []
        for number, (sent, arrived) in enumerate([(100.0, 10.5), (100.25, 10.5), (100.5, 11.9), (100.75, 11.95)]):
            from api.service.frames import Incoming

            told.append(seat.time_of(Incoming(number, sent, b""), arrived))
        return told

    assert asyncio.run(times()) == pytest.approx([10.5, 10.5, 10.75, 11.0])


def test_a_header_is_sixteen_bytes() -> None:
    assert HEADER.size == 16
