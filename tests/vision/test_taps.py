"""A grid shown by tapping the four corner cells, on rendered boards: drawn into place, or refused by a code."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.board import Board, BoardSpec
from samples.fast import render
from samples.scene import random_scene
from vision.frame import Frame
from vision.geometry import GridPose
from vision.grid import Refusal, find_grid
from vision.pipeline import Pipeline
from vision.taps import grid_from_taps

ROWS = (".......", ".......", ".......", "...Y...", "..RRY..", ".RYRYRY")
SPEC = BoardSpec()
IMAGE = render(replace(random_scene(3, "easy"), rows=ROWS, hands=()))[0]
FOUND = find_grid(IMAGE)
assert isinstance(FOUND, GridPose)
CORNERS = FOUND.corners()
PITCH = FOUND.pitch_px()


def taps(*moves: tuple[float, float]) -> np.ndarray:
    """The corner cells, each missed by so many pitches to the right and down."""
    return CORNERS + PITCH * np.array(moves)


@pytest.mark.parametrize("seed", range(6))
def test_fingers_miss_and_the_holes_draw_the_grid_into_place(seed: int) -> None:
    missed = np.random.default_rng(seed).uniform(-0.25, 0.25, (4, 2))
    pose = grid_from_taps(IMAGE, CORNERS + PITCH * missed, SPEC)

    assert isinstance(pose, GridPose)
    assert np.linalg.norm(pose.cell_centres() - FOUND.cell_centres(), axis=-1).max() < 0.1 * PITCH


@pytest.mark.parametrize(
    ("tapped", "code"),
    [
        (CORNERS * [1, -1], "corners_outside"),
        (CORNERS + np.array([0, 1e7]), "corners_outside"),
        (np.full((4, 2), np.nan), "corners_outside"),
        (CORNERS[[0, 2, 1, 3]], "corners_crossed"),
        (CORNERS[[1, 0, 3, 2]], "corners_crossed"),
        (np.repeat(CORNERS[:1], 4, axis=0), "corners_crossed"),
        (np.array([[100.0, 100], [300, 100], [150, 140], [100, 300]]), "corners_crossed"),
        (CORNERS.mean(axis=0) + 0.05 * (CORNERS - CORNERS.mean(axis=0)), "corners_small"),
        (np.array([[10.0, 100], [600, 100], [600, 120], [10, 120]]), "corners_no_board"),
        (np.array([[300.0, 50], [310, 50], [600, 300], [10, 300]]), "corners_no_board"),
    ],
)
def test_what_cannot_be_a_board_is_refused(tapped: np.ndarray, code: str) -> None:
    refused = grid_from_taps(IMAGE, np.asarray(tapped, np.float64), SPEC)

    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_taps_on_a_wall_are_refused() -> None:
    wall = np.full_like(IMAGE, 150)

    assert grid_from_taps(wall, CORNERS, SPEC) == Refusal("corners_no_holes")


def bare(image: np.ndarray) -> np.ndarray:
    """The picture with two columns painted over: no grid is found in it, though most of it is there."""
    hidden = image.copy()
    centres = FOUND.cell_centres()
    for column in (2, 4):
        low, high = centres[0, column], centres[5, column]
        cv2.line(hidden, tuple(map(int, low)), tuple(map(int, high)), (128, 128, 128), int(1.1 * PITCH))
    return hidden


def test_a_pipeline_follows_what_was_shown_and_takes_it_up_again() -> None:
    hidden = bare(IMAGE)
    assert isinstance(find_grid(hidden), Refusal)
    pipeline = Pipeline(SPEC)
    pose = grid_from_taps(hidden, taps((0.1, 0), (-0.1, 0.1), (0, 0), (0.1, -0.1)), SPEC)
    assert isinstance(pose, GridPose)
    assert pipeline.step(Frame(hidden, 0.0, 0)).state == "searching"

    pipeline.follow(hidden, pose)
    states = [pipeline.step(Frame(hidden, n / 10, n)).state for n in range(1, 5)]
    wall = np.full_like(IMAGE, 150)
    gone = [pipeline.step(Frame(wall, n / 10, n)).state for n in range(5, 25)]
    back = [pipeline.step(Frame(hidden, n / 10, n)).state for n in range(25, 35)]

    assert set(states) == {"watching"}
    assert gone[-1] == "lost"
    assert back[-1] == "watching"


def test_a_board_moved_elsewhere_is_not_taken_for_the_one_that_was_shown() -> None:
    hidden = bare(IMAGE)
    pipeline = Pipeline(SPEC)
    pipeline.follow(hidden, FOUND)
    moved = np.roll(hidden, round(1.5 * PITCH), axis=1)

    states = [pipeline.step(Frame(moved, n / 10, n)).state for n in range(1, 30)]

    assert states[-1] == "lost"


def test_what_was_shown_reads_as_what_was_found() -> None:
    pipeline = Pipeline(SPEC)
    pose = grid_from_taps(IMAGE, taps((0.2, 0.1), (-0.1, 0.2), (0.1, -0.2), (-0.2, 0)), SPEC)
    assert isinstance(pose, GridPose)
    pipeline.follow(IMAGE, pose)

    settled = [step.settled for n in range(30) if (step := pipeline.step(Frame(IMAGE, n / 10, n))).settled]

    assert [each.board for each in settled if each] == [Board.parse(ROWS)]
