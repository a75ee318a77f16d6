"""Poses, lens and rectification, against points worked out by hand."""

import numpy as np
import pytest

from referee.board import BoardSpec
from vision.geometry import GridPose, Lens, Rectifier, cell_grid, fit_homography, fit_lens

SIZE = (640, 480)
STRAIGHT = np.array([[50.0, 0.0, 40.0], [0.0, -50.0, 400.0], [0.0, 0.0, 1.0]])
"""50 px a pitch: cell (1, 1) at (90, 350), (7, 6) at (390, 100)."""


def test_cells_are_indexed_from_the_bottom_left() -> None:
    centres = GridPose(STRAIGHT, SIZE).cell_centres()

    assert centres.shape == (6, 7, 2)
    assert centres[0, 0].tolist() == [90, 350]
    assert centres[5, 6].tolist() == [390, 100]


def test_corners_go_round_from_the_top_left() -> None:
    corners = GridPose(STRAIGHT, SIZE).corners()

    assert corners.tolist() == [[90, 100], [390, 100], [390, 350], [90, 350]]


def test_a_pose_of_another_shape_says_what_was_expected() -> None:
    with pytest.raises(ValueError) as caught:
        GridPose(np.eye(2), SIZE)

    assert "float64 (3, 3)" in str(caught.value)


def test_half_a_turn_swaps_opposite_corners() -> None:
    pose = GridPose(STRAIGHT, SIZE)

    assert np.allclose(pose.turned(2).corners(), np.roll(pose.corners(), 2, axis=0))
    assert pose.turned(4) is pose
    with pytest.raises(ValueError):
        pose.turned(1)


def test_which_cells_lie_outside_the_picture() -> None:
    pose = GridPose(STRAIGHT, (380, 480))

    outside = pose.outside(margin=0.25)

    assert {cell.column for cell in outside} == {7}
    assert len(outside) == 6


def test_on_its_side() -> None:
    lying = np.array([[0.0, 50.0, 40.0], [50.0, 0.0, 40.0], [0.0, 0.0, 1.0]])

    assert GridPose(lying, SIZE).on_its_side()
    assert not GridPose(STRAIGHT, SIZE).on_its_side()


@pytest.mark.parametrize("k", [-0.5, -0.2, 0.1])
def test_the_lens_is_undone_exactly(k: float) -> None:
    points = np.random.default_rng(3).uniform(0, [SIZE[0], SIZE[1]], (50, 2))
    lens = Lens(k)

    there_and_back = lens.undistort(lens.distort(points, SIZE), SIZE)

    assert np.allclose(there_and_back, points, atol=1e-9)
    assert not np.allclose(lens.distort(points, SIZE), points, atol=1.0)


def test_a_bent_grid_tells_its_lens() -> None:
    board = cell_grid(BoardSpec()).reshape(-1, 2)
    bent = GridPose(STRAIGHT, SIZE, Lens(-0.3)).project(board)
    straight_residual = fit_homography(board, bent)[1]

    lens, matrix, residual = fit_lens(board, bent, SIZE, -0.6, 0.15)

    assert lens.k == pytest.approx(-0.3, abs=0.01)
    assert np.allclose(GridPose(matrix, SIZE, lens).project(board), bent, atol=0.1)
    assert residual < 0.05 * straight_residual


def test_rectifying_puts_each_cell_at_its_place() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    image[90:110, 380:400] = (0, 0, 255)  # around (390, 100): cell (7, 6), the board's top right
    face = Rectifier(GridPose(STRAIGHT, SIZE), cell_px=20, margin=1.0)(image)

    assert face.shape == (140, 160, 3)
    assert face[20, 140].tolist() == [0, 0, 255]
    assert face[20, 20].tolist() == [0, 0, 0]


def test_rectifying_a_large_photo_averages_instead_of_skipping() -> None:
    rows, columns = np.ogrid[:4800, :6400]
    image = np.zeros((4800, 6400, 3), np.uint8)
    image[(rows % 2) != (columns % 2)] = 255
    pose = GridPose(np.diag([10.0, 10.0, 1.0]) @ STRAIGHT, (6400, 4800))

    face = Rectifier(pose, cell_px=20, margin=1.0)(image)

    assert abs(float(face.mean()) - 127.5) < 1
    assert float(face.std()) < 5


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError) as caught:
        Rectifier(GridPose(STRAIGHT, SIZE), 20, 1.0)(np.zeros((10, 10, 3), np.uint8))

    assert "(640, 480)" in str(caught.value)
