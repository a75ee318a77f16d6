"""Grids fitted to holes and drawn to the round things near their cells."""

import math

import numpy as np
import pytest

from referee.board import BoardSpec
from vision.blobs import Blobs
from vision.geometry import GridPose, Lens, Points, cell_grid
from vision.holes import drawn_to_holes, fitted

SPEC, SIZE = BoardSpec(), (640, 480)
BOARD = cell_grid(SPEC).reshape(-1, 2)
TRUE = GridPose(np.array([[60.0, 4.0, 60.0], [-3.0, -55.0, 440.0], [0.0, 0.01, 1.0]]), SIZE)


def blobs(centres: Points, area: float = 900.0) -> Blobs:
    n = len(centres)
    round_ = np.tile(np.eye(2) * area / (4 * math.pi), (n, 1, 1))
    return Blobs(centres.astype(np.float64), round_, np.full(n, area), np.ones(n), np.ones(n, np.int64))


def worst(pose: GridPose, true: GridPose = TRUE) -> float:
    return float(np.linalg.norm(pose.cell_centres() - true.cell_centres(), axis=-1).max())


def test_a_grid_goes_through_its_holes() -> None:
    pose = fitted(BOARD, TRUE.project(BOARD), SIZE, SPEC)

    assert worst(pose) < 1e-3
    assert pose.lens == Lens()


def test_a_lens_is_found_where_it_explains_the_holes_better() -> None:
    bent = GridPose(TRUE.board_to_image, SIZE, Lens(-0.3))
    pose = fitted(BOARD, bent.project(BOARD), SIZE, SPEC)

    assert pose.lens.k == pytest.approx(-0.3, abs=0.02)
    assert worst(pose, bent) < 1.0


def test_three_holes_make_no_grid() -> None:
    pose = fitted(BOARD[:3], TRUE.project(BOARD[:3]), SIZE, SPEC)

    assert pose.confidence == 0
    assert pose.residual_px == math.inf


def test_a_rough_grid_is_drawn_to_the_holes_and_past_strays() -> None:
    rough = GridPose(TRUE.board_to_image @ np.array([[1.02, 0, 0.1], [0, 0.98, -0.1], [0, 0, 1.0]]), SIZE)
    strays = TRUE.project(BOARD[::5]) + np.array([18.0, 12.0])
    drawn = drawn_to_holes(rough, blobs(np.concatenate([TRUE.project(BOARD), strays])), (0.4, 0.2), 0.3)

    assert drawn is not None
    assert worst(drawn) < 1.0
    assert drawn.confidence == 1.0


def test_too_few_holes_draw_nothing() -> None:
    assert drawn_to_holes(TRUE, blobs(TRUE.project(BOARD[:10])), (0.4, 0.2), 0.3) is None
    assert drawn_to_holes(TRUE, blobs(np.zeros((0, 2))), (0.4, 0.2), 0.3) is None


def test_specks_and_plates_are_no_holes() -> None:
    assert drawn_to_holes(TRUE, blobs(TRUE.project(BOARD), area=20.0), (0.4, 0.2), 0.3) is None
    assert drawn_to_holes(TRUE, blobs(TRUE.project(BOARD), area=9000.0), (0.4, 0.2), 0.3) is None
