"""What stands at and between the places of a lattice, on boards drawn flat."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.blobs import Blobs
from vision.lattice import Lattice
from vision.surroundings import look_around

PITCH, RADIUS = 60, 20
PLATE, TABLE, WALL, LENS = (150, 70, 30), (90, 140, 180), (130, 60, 25), (230, 230, 230)
SEEN = {(column, row): 7 * row + column for column in range(7) for row in range(4)}
"""Lattice places with a contour: the upper four rows."""


def picture(lowest_row: str) -> NDArray[np.uint8]:
    """A blue board; in its fifth row a hole is open (`o`), shows a narrow lens (`l`), or isn't there."""
    image = np.full((480, 640, 3), TABLE, np.uint8)
    cv2.rectangle(image, (50, 50), (70 + 7 * PITCH, 70 + 6 * PITCH), PLATE, -1)
    for column, row in SEEN:
        cv2.circle(image, centre(column, row), RADIUS, LENS, -1)
    for column, kind in enumerate(lowest_row):
        x, y = centre(column, 4)
        if kind == "o":
            cv2.circle(image, (x, y), RADIUS, LENS, -1)
        elif kind == "l":
            cv2.circle(image, (x, y), RADIUS, WALL, -1)
            cv2.ellipse(image, (x + 8, y), (8, 14), 0, 0, 360, LENS, -1)
    return image


def centre(column: int, row: int) -> tuple[int, int]:
    return 90 + PITCH * column, 90 + PITCH * row


def lattice() -> Lattice:
    centres = np.array([centre(*place) for place in SEEN], np.float64)
    n = len(centres)
    blobs = Blobs(
        centres,
        np.tile(np.eye(2) * RADIUS**2 / 4, (n, 1, 1)),
        np.full(n, np.pi * RADIUS**2),
        np.ones(n),
        np.ones(n, np.int64),
    )
    to_image = np.array([[PITCH, 0, 90], [0, PITCH, 90], [0, 0, 1.0]])
    return Lattice(to_image, dict(SEEN), np.pi * RADIUS**2 / PITCH**2, blobs)


def test_holes_without_a_contour_count_half_and_bare_plate_not_at_all() -> None:
    look = look_around(picture("ol.l.oo"), lattice(), 1)

    assert look.first == (-1, -1)
    assert look.hole[1:5, 1:8].tolist() == [[1.0] * 7] * 4
    assert look.hole[5, 1:8].tolist() == [0.5, 0.5, 0.0, 0.5, 0.0, 0.5, 0.5]


def test_nothing_beside_the_board_is_a_hole() -> None:
    look = look_around(picture("ooooooo"), lattice(), 2)

    outside = look.hole.copy()
    outside[2:7, 2:9] = 0.0
    assert outside.sum() == 0.0


def test_the_plate_goes_on_as_far_as_the_board_does() -> None:
    look = look_around(picture("......."), lattice(), 2)

    assert look.plate[3:8, 3:9].min() == 1.0
    assert look.plate[:, 0].max() <= 0.5


@pytest.mark.parametrize("kept", [0, 3])
def test_without_enough_plate_only_contours_count(kept: int) -> None:
    few = lattice()
    few = Lattice(
        few.index_to_image,
        {place: n for place, n in SEEN.items() if place[1] == 0 or n == kept},
        few.hole_size,
        few.blobs,
    )

    look = look_around(picture("ooooooo"), few, 1)

    assert look.hole.sum() == 7
    assert (look.plate == 0.5).all()


def test_a_lattice_that_reaches_far_is_looked_at_whole() -> None:
    wide = lattice()
    far = Lattice(wide.index_to_image, {**wide.members, (-9, -9): 0, (18, 18): 1}, wide.hole_size, wide.blobs)

    look = look_around(picture("ooooooo"), far, 10)

    assert look.hole.shape == (48, 48)
    assert look.hole[19:23, 19:26].min() == 1.0
