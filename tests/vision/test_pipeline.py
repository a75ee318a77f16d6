"""The pipeline on rendered frames: found once, held, paused, lost and found again. Times are the frames' own."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.board import Board, BoardSpec
from samples.fast import render
from samples.scene import random_scene
from vision import params as P
from vision.frame import Frame
from vision.geometry import GridPose
from vision.grid import find_grid
from vision.pipeline import Pipeline, Step

Image = NDArray[np.uint8]

SEED = 3
BEFORE = (".......", ".......", ".......", ".......", ".......", "..YR...")
EMPTY_ROWS = (".......",) * 6
AFTER = (".......", ".......", ".......", ".......", "...R...", "..YR...")


@cache
def picture(rows: tuple[str, ...]) -> Image:
    return render(replace(random_scene(SEED, "easy"), rows=rows))[0]


def moved(image: Image, right: float, turn: float) -> Image:
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    matrix[0, 2] += right
    return np.asarray(cv2.warpAffine(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


class Film:
    """Feeds pictures at ten frames a second and keeps every step."""

    def __init__(self, start: tuple[str, ...] | None = BEFORE) -> None:
        self.pipeline = Pipeline(start=Board.parse(start) if start else None)
        self.steps: list[Step] = []

    def show(self, image: Image, seconds: float, expected: tuple[tuple[str, ...], ...] = ()) -> "Film":
        boards = [Board.parse(rows) for rows in expected]
        for _ in range(round(10 * seconds)):
            n = len(self.steps)
            self.steps.append(self.pipeline.step(Frame(image, n / 10, n), boards))
        return self

    def settled(self) -> list[tuple[str, ...]]:
        return [step.settled.board.rows() for step in self.steps if step.settled]


def test_the_first_board_settles_without_any_help() -> None:
    film = Film(start=None).show(picture(BEFORE), 2.5)

    assert film.settled() == [BEFORE]
    assert film.steps[0].state == "searching"
    assert film.steps[-1].state == "watching"


def test_a_quiet_film_is_read_once() -> None:
    film = Film().show(picture(BEFORE), 5)

    assert sum(step.read for step in film.steps) == 1
    assert film.settled() == []


def test_a_move_settles() -> None:
    film = Film().show(picture(BEFORE), 2).show(picture(AFTER), 2, expected=(AFTER,))

    assert film.settled() == [AFTER]


def test_a_bump_is_found_again_and_nothing_is_reported_but_the_move() -> None:
    film = Film().show(picture(BEFORE), 2)
    film.show(moved(picture(BEFORE), 40, 3), 4)
    assert film.settled() == []
    assert "lost" in {step.state for step in film.steps}
    assert film.steps[-1].state == "watching"

    film.show(moved(picture(AFTER), 40, 3), 2, expected=(AFTER,))

    assert film.settled() == [AFTER]


def test_a_board_that_creeps_through_the_picture_is_followed_without_a_pause() -> None:
    film = Film().show(picture(BEFORE), 2)
    for step in range(80):
        film.show(moved(picture(BEFORE), 0.3 * step, 0.02 * step), 0.1)
    film.show(moved(picture(AFTER), 24, 1.6), 2, expected=(AFTER,))

    assert {step.state for step in film.steps[20:]} == {"watching"}
    assert max(step.shift for step in film.steps) < P.SHIFT_PAUSES
    assert film.settled() == [AFTER]
    held, there = film.steps[-1].pose, find_grid(moved(picture(AFTER), 24, 1.6), BoardSpec())
    assert held is not None
    assert isinstance(there, GridPose)
    assert np.abs(held.cell_centres() - there.cell_centres()).max() < 0.15 * there.pitch_px()


def test_a_picture_lost_and_back() -> None:
    dark = np.zeros_like(picture(BEFORE))
    film = Film().show(picture(BEFORE), 2).show(dark, 6)
    assert film.steps[-1].state == "lost"

    film.show(picture(AFTER), 3, expected=(AFTER,))

    assert film.settled() == [AFTER]


def test_a_phone_turned_in_mid_game() -> None:
    """The frame's size changes and the board lies on its side: it is found anew, and the same way up."""
    turned = np.ascontiguousarray(cv2.rotate(picture(AFTER), cv2.ROTATE_90_CLOCKWISE))
    film = Film().show(picture(BEFORE), 2).show(np.asarray(turned, np.uint8), 3, expected=(AFTER,))

    assert film.settled() == [AFTER]


@pytest.mark.parametrize("gain", [0.75, 1.25])
def test_a_change_of_light_is_no_move(gain: float) -> None:
    relit = np.clip(picture(BEFORE).astype(np.float32) * gain, 0, 255).astype(np.uint8)
    film = Film().show(picture(BEFORE), 2).show(relit, 5)

    assert film.settled() == []
    assert film.steps[-1].state == "watching"


def test_without_a_board_it_says_why() -> None:
    film = Film(start=None).show(np.full((240, 320, 3), 120, np.uint8), 1)

    assert {step.state for step in film.steps} == {"searching"}
    assert film.steps[0].refusal is not None
    assert film.steps[0].refusal.code == "no_grid"


def test_a_grid_one_column_beside_the_known_board_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong grid would make a whole board of wrong moves."""
    rows = (".......", ".......", ".......", "...Y...", "..RYR..", ".RYRYR.")
    film = Film(start=rows).show(picture(rows), 2)
    assert film.steps[-1].state == "watching"
    right = find_grid(picture(rows), BoardSpec())
    assert isinstance(right, GridPose)
    step = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    beside = replace(right, board_to_image=right.board_to_image @ step)
    film.show(np.zeros_like(picture(rows)), 2)

    monkeypatch.setattr("vision.pipeline.find_grid", lambda image, spec: beside)
    film.show(picture(rows), 3)

    assert film.settled() == []
    assert film.steps[-1].state == "lost"


def test_a_picture_stuck_on_a_falling_disc_is_never_settled() -> None:
    pose, falling = find_grid(picture(BEFORE), BoardSpec()), picture(BEFORE).copy()
    assert isinstance(pose, GridPose)
    reach = round(0.55 * pose.pitch_px())
    (x, y), (above_x, above_y) = (pose.cell_centres()[row, 3].round().astype(int) for row in (0, 4))
    disc = picture(BEFORE)[y - reach : y + reach, x - reach : x + reach]
    falling[above_y - reach : above_y + reach, above_x - reach : above_x + reach] = disc
    film = Film().show(picture(BEFORE), 2).show(falling, 20)

    assert film.settled() == []
    assert film.steps[-1].frozen


@pytest.mark.parametrize("left", [EMPTY_ROWS, BEFORE])
def test_a_board_emptied_out_of_sight_is_found_again(left: tuple[str, ...]) -> None:
    """It fits no worse where it is than a line beside, where fewer of the discs would be in the grid."""
    full = (".......", ".......", ".......", "..RY...", "..YY...", "RRRRY.Y")
    pipeline = Pipeline(start=Board.parse(full))

    steps = [pipeline.step(Frame(picture(left), n / 10, n)) for n in range(40)]

    assert steps[-1].state == "watching"
    assert [step.settled.board.rows() for step in steps if step.settled] == [left]
