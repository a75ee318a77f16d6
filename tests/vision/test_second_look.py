"""Doubtful grids are confirmed by what the reader sees in them and beyond their edges, or not at all."""

from dataclasses import replace

import numpy as np
import pytest

from referee.board import BoardSpec
from samples.fast import render
from samples.scene import random_scene
from vision import second_look
from vision.geometry import GridPose
from vision.grid import find_grid
from vision.second_look import confirmed

ROWS = (".......", ".......", ".......", "...Y...", "..RRY..", ".RYRYRY")
IMAGE = render(replace(random_scene(3, "easy"), rows=ROWS, hands=()))[0]
FOUND = find_grid(IMAGE)
assert isinstance(FOUND, GridPose)


def test_a_grid_on_a_whole_board_is_confirmed() -> None:
    assert confirmed(IMAGE, (FOUND,)) is FOUND


@pytest.mark.parametrize("off", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_grid_one_line_off_is_not(off: tuple[int, int]) -> None:
    assert confirmed(IMAGE, (FOUND.beside(*off),)) is None


def test_the_right_one_of_several_is_taken() -> None:
    assert confirmed(IMAGE, (FOUND.beside(1, 0), FOUND.beside(0, 1), FOUND)) is FOUND


def test_part_of_a_larger_board_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that sees cells everywhere: the grid has no edge."""
    monkeypatch.setattr(second_look, "missed", lambda *_: np.zeros((6, 7), bool))

    assert confirmed(IMAGE, (FOUND,)) is None


def test_a_board_at_the_very_edge_of_the_picture_is_not_confirmed() -> None:
    centres = FOUND.cell_centres()
    left = int(centres[..., 0].min() - 0.45 * FOUND.pitch_px())
    cut = np.ascontiguousarray(IMAGE[:, left:])
    shift = np.array([[1.0, 0, -left], [0, 1, 0], [0, 0, 1]])
    pose = GridPose(shift @ FOUND.board_to_image, (cut.shape[1], cut.shape[0]), spec=BoardSpec())

    assert confirmed(cut, (pose,)) is None


def test_a_wall_is_no_board() -> None:
    assert confirmed(np.full_like(IMAGE, 150), (FOUND,)) is None


def test_no_candidates_no_grid() -> None:
    assert confirmed(IMAGE, ()) is None
