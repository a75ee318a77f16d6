"""How a camera looks at the board: four taps where finding fails, and which side is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from api.app import Settings
from api.service.limits import Limits
from tests.api.board_pictures import board_picture
from tests.api.phone import ADA_AND_BO, Phone, ask, picture
from tests.api.server import serving
from vision.geometry import GridPose
from vision.grid import find_grid

STEP_S = 0.25
EMPTY_ROWS = (".......",) * 6


def small(row: str) -> np.ndarray:
    """The board with these discs in its lowest row, no larger than has to be."""
    image = board_picture((*EMPTY_ROWS[:5], row))
    height, width = image.shape[:2]
    return np.asarray(cv2.resize(image, (640, round(640 * height / width)), interpolation=cv2.INTER_AREA))


EMPTY, LEFT, AMID = map(small, (".......", "R......", "..R...."))


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(Settings(limits=Limits(tables_per_minute=1000, frames_per_s=1000, seat_s=60))) as address:
        yield address


class Camera:
    """A phone's camera, frame by frame."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.number = phone, 0

    def show(self, image: np.ndarray, frames: int = 8, mirrored: bool = False) -> dict[str, Any]:
        """Show a picture for a while; the last acknowledgement."""
        told: dict[str, Any] = {}
        data = cv2.imencode(".jpg", image[:, ::-1] if mirrored else image)[1].tobytes()
        for _ in range(frames):
            self.number += 1
            told = self.phone.post_frame(self.number, self.number * STEP_S, data).json()
        return told

    def show_until(self, image: np.ndarray, todo: str, mirrored: bool = False) -> dict[str, Any]:
        """Show a picture until the question says this; the snapshot's `camera`."""
        for _ in range(40):
            seen = dict(self.show(image, 1, mirrored)["snapshot"]["camera"])
            if seen["check"]["todo"]["code"] == todo:
                return seen
        raise AssertionError(f"{seen['check']} instead of {todo}")


    def show_until_playing(self, image: np.ndarray, mirrored: bool = False) -> dict[str, Any]:
        """Show a picture until the game has begun; the last acknowledgement."""
        for _ in range(60):
            told = self.show(image, 1, mirrored)
            if told["snapshot"]["phase"] == "playing":
                return told
        raise AssertionError(f"still {told['snapshot']['phase']}")


@pytest.fixture
def camera(phone: Phone) -> Camera:
    return Camera(phone)


@pytest.fixture(scope="module")
def taps() -> list[list[float]]:
    """Where the corner cells of the empty board are."""
    pose = find_grid(EMPTY)
    assert isinstance(pose, GridPose)
    return [[float(x), float(y)] for x, y in pose.corners() / pose.image_size]


def put(phone: Phone, what: str, body: dict[str, Any], **headers: str) -> Any:
    return phone.http.put(f"{phone.path}/{what}", json=body, headers=phone.bearer | headers)


def hidden(taps: list[list[float]]) -> np.ndarray:
    """The empty board with two columns covered: no grid is found."""
    image = EMPTY.copy()
    height, width = image.shape[:2]
    (left, right, low_right, low_left) = np.array(taps) * (width, height)
    for share in (2 / 6, 4 / 6):
        top, low = left + share * (right - left), low_left + share * (low_right - low_left)
        thick = round(1.1 * float(np.linalg.norm(right - left)) / 6)
        cv2.line(image, tuple(map(round, top)), tuple(map(round, low)), (128, 128, 128), thick)
    return image


def test_four_taps_show_the_grid_that_is_not_found(taps: list[list[float]], phone: Phone, camera: Camera) -> None:
    covered = hidden(taps)
    before = camera.show(covered)
    answer = put(phone, "grid", {"corners": [[x + 0.004, y - 0.003] for x, y in taps]})
    after = camera.show(covered)

    assert (before["grid"], before["snapshot"]["camera"]["state"]) == (None, "searching")
    assert answer.status_code == 200
    assert np.abs(np.array(answer.json()["grid"]["corners"]) - taps).max() < 0.01
    assert (after["snapshot"]["camera"]["state"], after["snapshot"]["camera"]["shown"]) == ("watching", True)
    assert np.abs(np.array(after["grid"]["corners"]) - taps).max() < 0.01


def test_a_phone_that_comes_back_need_not_show_it_again(taps: list[list[float]], phone: Phone) -> None:
    data = cv2.imencode(".jpg", hidden(taps))[1].tobytes()
    with phone.camera() as connection:
        ask(connection, 1, 1.0, data)
        assert put(phone, "grid", {"corners": taps}).status_code == 200
    with phone.camera() as connection:
        told = [ask(connection, n, 1 + n * STEP_S, data) for n in range(2, 8)][-1]

    assert told["snapshot"]["camera"]["state"] == "watching"


def test_what_was_shown_can_be_forgotten(taps: list[list[float]], phone: Phone, camera: Camera) -> None:
    camera.show(EMPTY, 1)
    put(phone, "grid", {"corners": taps})
    told = phone.http.delete(f"{phone.path}/grid", headers=phone.bearer).json()

    assert told["camera"]["shown"] is False


@pytest.mark.parametrize(
    ("points", "status", "code"),
    [
        ([[0.2, 0.2], [0.8, 0.8], [0.8, 0.2], [0.2, 0.8]], 400, "corners_crossed"),
        ([[0.2, -0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]], 400, "corners_outside"),
        ([[0.5, 0.5], [0.51, 0.5], [0.51, 0.51], [0.5, 0.51]], 400, "corners_small"),
        ([[0.1, 0.45], [0.9, 0.45], [0.9, 0.5], [0.1, 0.5]], 400, "corners_no_board"),
        ([[0.2, 0.2], [0.8, 0.2], [0.8, 0.8]], 400, "bad_request"),
        ([[0.2, 0.2], [0.8, 0.2], [0.8, 1e400], [0.2, 0.8]], 400, "bad_request"),
    ],
)
def test_corners_that_make_no_board_are_refused(
    phone: Phone, camera: Camera, points: Any, status: int, code: str
) -> None:
    camera.show(EMPTY, 1)
    raw = str({"corners": points}).replace("'", '"').replace("inf", "Infinity")
    refused = phone.http.put(
        f"{phone.path}/grid", content=raw, headers=phone.bearer | {"content-type": "application/json"}
    )

    assert (refused.status_code, refused.json()["code"]) == (status, code)


@pytest.mark.parametrize("mirrored", [False, True])
def test_one_disc_in_the_left_column_tells_which_side_is_left(phone: Phone, camera: Camera, mirrored: bool) -> None:
    camera.show(EMPTY, 2, mirrored)
    asked = phone.http.post(f"{phone.path}/side", headers=phone.bearer).json()["camera"]
    said = [asked["check"]["stage"]]
    said += [camera.show_until(EMPTY, "side_drop", mirrored)["check"]["stage"]]
    said += [camera.show_until(AMID, "side_not_edge", mirrored)["check"]["stage"]]
    camera.show_until(EMPTY, "side_drop", mirrored)
    done = camera.show_until(LEFT, "side_turned" if mirrored else "side_same", mirrored)

    assert asked["flipped"] is None
    assert said == ["finding", "dropping", "dropping"]
    assert done["check"] == done["check"] | {"stage": "done", "progress": 1.0, "turned": mirrored}
    assert done["flipped"] is mirrored


def test_a_game_is_followed_in_a_mirror_and_the_grid_told_in_the_picture_as_it_came(
    phone: Phone, camera: Camera
) -> None:
    camera.show(EMPTY, 2, mirrored=True)
    assert put(phone, "side", {"flipped": True}).json()["camera"]["flipped"] is True
    phone.act(ADA_AND_BO)
    camera.show_until_playing(EMPTY, mirrored=True)
    moved = camera.show(LEFT, 20, mirrored=True)

    assert moved["snapshot"]["game"]["last"]["column"] == 1
    assert moved["grid"]["centres"][0][0][0] > moved["grid"]["centres"][0][6][0]


def test_how_it_looks_is_kept_with_the_table(phone: Phone, camera: Camera) -> None:
    camera.show(EMPTY, 1)
    put(phone, "side", {"flipped": True})
    phone.post_frame(1, 0.0, picture(), **{"camera": "another-camera", "take-over": "true"})

    assert phone.snapshot()["camera"]["flipped"] is True
    assert put(phone, "side", {"flipped": None}).json()["camera"]["flipped"] is None


def test_while_it_is_asked_nothing_is_a_move(phone: Phone, camera: Camera) -> None:
    camera.show(EMPTY, 1)
    phone.act(ADA_AND_BO)
    phone.http.post(f"{phone.path}/side", headers=phone.bearer)
    camera.show_until(EMPTY, "side_drop")
    done = camera.show_until(LEFT, "side_same")
    lying = camera.show(LEFT, 4)["snapshot"]
    begun = camera.show_until_playing(EMPTY)["snapshot"]

    assert done["flipped"] is False
    assert (lying["phase"], lying["game"]["moves"]) == ("awaiting_start", [])
    assert begun["camera"]["check"] is None


def test_it_is_asked_before_a_game_and_of_a_camera_only(phone: Phone, camera: Camera) -> None:
    nobody = phone.http.post(f"{phone.path}/side", headers=phone.bearer)
    no_taps = put(phone, "grid", {"corners": [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]})
    phone.play("4")
    camera.show(EMPTY, 1)
    playing = [phone.http.post(f"{phone.path}/side", headers=phone.bearer), put(phone, "side", {"flipped": True})]

    assert [(r.status_code, r.json()["code"]) for r in (nobody, no_taps)] == [(409, "no_camera")] * 2
    assert [(r.status_code, r.json()["code"]) for r in playing] == [(409, "not_while_playing")] * 2


@pytest.mark.parametrize(
    ("method", "what", "body"),
    [("PUT", "grid", {"corners": [[0, 0]] * 4}), ("DELETE", "grid", None), ("POST", "side", None),
     ("PUT", "side", {"flipped": True}), ("DELETE", "side", None)],
)  # fmt: skip
def test_only_with_the_key(phone: Phone, method: str, what: str, body: Any) -> None:
    path = f"{phone.path}/{what}"
    wrong = {"authorization": "Bearer " + "x" * 32}

    assert phone.http.request(method, path, json=body).status_code == 401
    assert phone.http.request(method, path, json=body, headers=wrong).status_code == 403
