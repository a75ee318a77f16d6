"""Faults that others met in finding boards and telling colours, each as a picture or a film and its right answer."""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.board import Board
from samples.fast import render
from samples.hardships import alter
from samples.parameters import Item, Scene
from samples.truth import Truth
from vision.frame import Frame
from vision.photo import PhotoReading, read_photo
from vision.pipeline import Pipeline

Image = NDArray[np.uint8]
RGB = tuple[float, float, float]

ROWS = (".......", ".......", "...R...", "..YR...", "..RYY..", ".RYRYR.")
EMPTY = (".......",) * 6
SCENE = Scene(seed=7, rows=ROWS)
FAR = 900.0
"""Millimetres from which the whole board is seen however the camera is turned."""
WARM = (1, 0.78, 0.5)
BLACK = (0.08, 0.08, 0.08)


def hue(degrees: float, value: float = 0.8) -> RGB:
    return colorsys.hsv_to_rgb(degrees % 360 / 360, 0.87, value)


def rolled(degrees: float, scene: Scene = SCENE) -> Scene:
    return alter(scene, "camera", roll=degrees, distance=FAR)


def before(wall: str, colour: RGB, scene: Scene = SCENE) -> Scene:
    return alter(scene, "world", wall=wall, wall_colour=colour)


def empty(scene: Scene) -> Scene:
    return replace(scene, rows=EMPTY)


def dark(stops: float) -> Scene:
    """Red and black discs in a dark blue board."""
    scene = alter(alter(SCENE, "discs", second=BLACK), "look", colour=(0.03, 0.06, 0.25))
    return alter(scene, "sensor", exposure=-stops)


PICTURES: dict[str, Scene] = {
    **{f"B01 turned by {turn}": rolled(turn) for turn in (10.0, 45.0, 90.0, 180.0, -90.0)},
    "B05 a second board": alter(SCENE, "world", items=(Item("second_board", 330, 0, -250, 200, 170),)),
    "B05 a perforated panel": before("perforated", (0.75, 0.72, 0.66)),
    "B08 a reflection over a lower corner": alter(
        SCENE, "light", glare=1.6, glare_x=0.6, glare_y=-0.6, glare_size=0.25
    ),
    "B11 a lamp at the side": alter(
        SCENE, "light", azimuth=-75.0, elevation=20.0, key=1.6, ambient=0.15, shadow=0.8, shadow_angle=90.0
    ),
    "B11 a lamp at the ceiling": alter(
        SCENE, "light", azimuth=0.0, elevation=80.0, key=1.2, ambient=0.3, key_colour=(1, 0.85, 0.6)
    ),
    "B13 empty before blue": alter(empty(before("plain", (0.1, 0.2, 0.6))), "camera", width=960, height=720),
    "B13 empty before red": empty(before("plain", (0.75, 0.1, 0.1))),
    "B13 empty before yellow": empty(before("plain", (0.9, 0.78, 0.1))),
    "B13 empty before checks": empty(before("checker", (0.8, 0.2, 0.2))),
    "B13 discs before red": before("plain", (0.75, 0.1, 0.1)),
    "B13 discs before yellow, tilted": rolled(15.0, before("plain", (0.9, 0.78, 0.1))),
    "B13 empty before red, tilted": rolled(25.0, empty(before("plain", (0.75, 0.1, 0.1)))),
    "B20 blurred": alter(SCENE, "sensor", blur=4.0),
    "B20 moved": alter(SCENE, "sensor", motion=12.0),
    "B21 shadows of a hand": alter(SCENE, "light", shadow=0.7, shadow_angle=20.0, shadow_offset=0.2, shadow_bars=3),
    "B28 orange-red beside yellow": alter(SCENE, "discs", first=hue(12), second=hue(36, 0.93)),
    "B30 a purplish red": alter(SCENE, "discs", first=hue(350)),
    "B30 a red at the end of the circle": alter(SCENE, "discs", first=hue(356)),
    "B33 half the light": dark(1.0),
    "B33 an eighth of the light": dark(3.0),
    "B35 a white wall in warm light": alter(
        before("plain", (0.95, 0.95, 0.92)), "light", key_colour=WARM, ambient_colour=WARM
    ),
}


@cache
def rendered(name: str = "") -> tuple[Image, Truth]:
    return render(PICTURES.get(name, SCENE))


def agrees(said: PhotoReading, truth: Truth) -> bool:
    """Every cell that is said is right, and most are said."""
    rows = said.rows()
    assert rows is not None, said.refusal
    cells = list(zip("".join(rows), "".join(truth.rows or ()), strict=True))
    assert [(s, t) for s, t in cells if s not in ("?", t)] == []
    return sum(s == "?" for s, _ in cells) <= 4


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_with_what_misled_others_is_read(name: str) -> None:
    image, truth = rendered(name)

    assert agrees(read_photo(image), truth)


# --- Changed pictures -------------------------------------------------------------------------------------------------


def bent(image: Image, k: float) -> Image:
    """The picture through a lens with that much barrel distortion."""
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float64)
    x, y = (x - width / 2) / (width / 2), (y - height / 2) / (width / 2)
    straight_x, straight_y = x, y
    for _ in range(8):
        stretch = 1 + k * (straight_x**2 + straight_y**2)
        straight_x, straight_y = x / stretch, y / stretch
    maps = (side * width / 2 + middle for side, middle in ((straight_x, width / 2), (straight_y, height / 2)))
    across, down = (each.astype(np.float32) for each in maps)
    return np.asarray(cv2.remap(image, across, down, cv2.INTER_LINEAR), np.uint8)


@pytest.mark.parametrize("k", [-0.1, -0.2, -0.3])
def test_B10_a_bent_picture_shows_no_discs_in_the_corners(k: float) -> None:
    image, truth = rendered()
    said = read_photo(bent(image, k))

    if rows := said.rows():
        assert (rows[0][0], rows[0][-1]) == (".", ".")
        assert agrees(said, truth)


def test_B06_both_of_two_mirrored_pictures_are_read() -> None:
    image, truth = rendered()
    rows = read_photo(np.ascontiguousarray(image[:, ::-1])).rows()

    assert rows == [row[::-1] for row in truth.rows or ()]
    assert read_photo(image).rows() == list(truth.rows or ())


CUTS: dict[str, Callable[[Image], Image]] = {
    "column 7": lambda image: image[:, : round(image.shape[1] * 0.66)],
    "row 6": lambda image: image[round(image.shape[0] * 0.42) :],
    "column 1": lambda image: image[:, round(image.shape[1] * 0.34) :],
}


@pytest.mark.parametrize("cut", CUTS)
def test_B15_a_board_that_is_cut_off_is_no_smaller_board(cut: str) -> None:
    said = read_photo(np.ascontiguousarray(CUTS[cut](rendered()[0])))

    assert (said.status, said.rows()) == ("refused", None)
    assert said.refusal is not None
    assert said.refusal.code in ("columns_outside", "rows_outside", "board_cut_off")


def test_B30_a_disc_of_both_ends_of_red_is_red() -> None:
    image, truth = rendered()
    assert truth.centres is not None
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    x, y = truth.centres[0, 1].astype(int)
    side = int(0.4 * np.linalg.norm(truth.centres[0, 1] - truth.centres[0, 2]))
    hsv[y - side : y + side, x - side : x, 0] = 178
    hsv[y - side : y + side, x : x + side, 0] = 2

    assert agrees(read_photo(np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)), truth)


def test_B31_exchanged_bands_make_no_disc_and_lose_none() -> None:
    """Blue discs in a red board, as a caller who gives RGB for BGR would see it."""
    image, truth = rendered()
    rows = read_photo(np.ascontiguousarray(image[..., ::-1])).rows()

    said = "".join(rows or ["?" * 42])
    assert all(s == "?" or (s == ".") == (t == ".") for s, t in zip(said, "".join(truth.rows or ()), strict=True))


# --- Films ------------------------------------------------------------------------------------------------------------


class Watched:
    """A board that nobody touches, seen at ten frames a second; `moves` are boards that were taken for new ones."""

    def __init__(self) -> None:
        self.pipeline = Pipeline(start=Board.parse(ROWS))
        self.number = 0
        self.moves: list[tuple[str, ...]] = []

    def show(self, image: Image) -> None:
        step = self.pipeline.step(Frame(image, self.number / 10, self.number), [])
        self.number += 1
        if step.settled and step.settled.board.rows() != ROWS:
            self.moves.append(step.settled.board.rows())


def lit(image: Image, blue: float, green: float, red: float) -> Image:
    return np.clip(image * np.array([blue, green, red]), 0, 255).astype(np.uint8)


def test_B21_a_shadow_that_moves_over_the_board_is_no_move() -> None:
    image, _ = rendered()
    height, width = image.shape[:2]
    watched = Watched()
    for step in range(40):
        shadow = np.zeros((height, width), np.float32)
        middle = (round(width * (step - 6) / 28), height // 2)
        cv2.ellipse(shadow, middle, (width // 10, height // 2), 20, 0, 360, 0.55, -1)
        shade = 1 - cv2.GaussianBlur(shadow, (0, 0), 12)[..., None]
        watched.show((image * shade).astype(np.uint8))

    assert watched.moves == []


def test_B36_light_that_drifts_to_and_fro_makes_no_move() -> None:
    image, _ = rendered()
    watched = Watched()
    for step in range(120):
        swing, cast = 0.3 * np.sin(step / 19), 0.2 * np.sin(step / 13)
        watched.show(lit(image, 1 + swing - cast, 1 + swing, 1 + swing + cast))

    assert watched.moves == []


def test_B38_a_red_sleeve_that_turns_the_whole_picture_changes_no_colour() -> None:
    image, _ = rendered()
    sleeve = lit(image, 1.35, 1.25, 0.7)
    sleeve[:, : image.shape[1] // 2] = (40, 30, 190)
    watched = Watched()
    for step in range(80):
        watched.show(sleeve if 20 <= step < 40 else image)

    assert watched.moves == []
