"""A picture's own colours tell its kinds of disc apart, and doubtful discs from holes; but they say only so much."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision import params as P
from vision.cells import BoardReading
from vision.decode import EMPTY, RED, YELLOW
from vision.frame import Image
from vision.palette import middles
from vision.palette import refined as refined_reading

ROWS = [".......", ".......", ".......", "R......", "RY.Y...", "YRYRY.R"]
GREEN, ORANGE, WALL = (50, 150, 40), (40, 90, 220), (200, 205, 210)


def face(rows: list[str] = ROWS, first: tuple[int, int, int] = GREEN, second: tuple[int, int, int] = ORANGE) -> Image:
    """A board on a blue plate, its holes showing a pale wall."""
    high, wide = (round((n - 1 + 2 * P.FACE_MARGIN) * P.CELL_PX) for n in (6, 7))
    drawn = np.full((high, wide, 3), (150, 70, 20), np.uint8)
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            centre = (round((column + P.FACE_MARGIN) * P.CELL_PX), round((row + P.FACE_MARGIN) * P.CELL_PX))
            colour = {"R": first, "Y": second, ".": WALL}[letter]
            cv2.circle(drawn, centre, round(0.4 * P.CELL_PX), colour, -1)
    return drawn


def shares(rows: list[str] = ROWS, kind: float = 0.55, disc: float = 0.98) -> NDArray[np.float32]:
    """As a net would have them that is sure of discs, and prefers the right kind by so much only."""
    right = {"R": (1 - disc, disc * kind, disc * (1 - kind)), "Y": (1 - disc, disc * (1 - kind), disc * kind)}
    right["."] = (disc, (1 - disc) / 2, (1 - disc) / 2)
    return np.array([[right[letter] for letter in line] for line in rows[::-1]], np.float32)


def refined(image: Image, p: NDArray[np.float32], hidden: tuple[tuple[int, int], ...] = ()) -> NDArray[np.float32]:
    """Shares after the picture's own colours had their say; cells (row, column) from 0 may be hidden."""
    visible = np.ones(p.shape[:2], bool)
    for cell in hidden:
        visible[cell] = False
    return refined_reading(image, BoardReading(p, visible)).p


def contents(p: NDArray[np.float32]) -> list[str]:
    return ["".join(".RY"[k] for k in row) for row in p.argmax(axis=2)[::-1]]


def test_two_unusual_kinds_are_told_apart_by_their_colours() -> None:
    p = refined(face(), shares())

    assert contents(p) == ROWS
    assert p.max(axis=2).min() > P.CELL_SURE


def test_the_nets_say_which_kind_is_which_and_may_say_it_the_other_way_round() -> None:
    swapped = refined(face(), shares()[..., [EMPTY, YELLOW, RED]])

    np.testing.assert_allclose(swapped[..., [EMPTY, YELLOW, RED]], refined(face(), shares()), atol=1e-6)


def test_discs_of_one_kind_stay_as_doubtful_as_they_were() -> None:
    rows = [line.replace("Y", "R") for line in ROWS]
    before = shares(rows)
    p = refined(face(rows), before)

    discs = before.argmax(axis=2) != EMPTY
    np.testing.assert_allclose(p[discs][:, RED] / p[discs][:, RED:].sum(axis=1), 0.55, atol=0.03)


@pytest.mark.parametrize(("letter", "content"), [("R", RED), (".", EMPTY)])
def test_a_doubtful_cell_is_likelier_what_it_looks_like(letter: str, content: int) -> None:
    rows = [*ROWS[:4], "RY.Y.." + letter, ROWS[5]]
    doubtful = shares(kind=0.98)
    doubtful[1, 6] = (0.5, 0.48, 0.02)

    p = refined(face(rows), doubtful)

    assert p[1, 6, content] > 0.7


def test_colours_do_not_overrule_what_is_sure() -> None:
    sure = shares(kind=0.99999, disc=0.99999)
    swapped = [line.translate(str.maketrans("RY", "YR")) if i == 5 else line for i, line in enumerate(ROWS)]

    assert contents(refined(face(swapped), sure)) == ROWS


def test_shares_stay_shares() -> None:
    rng = np.random.default_rng(7)
    for _ in range(20):
        p = rng.dirichlet((0.2, 0.2, 0.2), (6, 7)).astype(np.float32)
        noisy = rng.integers(0, 256, face().shape, np.uint8)
        out = refined(noisy, p)
        assert out.dtype == np.float32
        assert np.isfinite(out).all()
        np.testing.assert_allclose(out.sum(axis=2), 1.0, atol=1e-5)


def test_a_blank_board_stays_blank() -> None:
    rows = ["......."] * 6

    assert contents(refined(face(rows), shares(rows))) == rows


def test_middles_are_those_of_the_holes() -> None:
    lab = middles(face(), 6, 7)

    assert lab.shape == (6, 7, 3)
    assert lab[0, 1, 1] < -20  # green, (2, 1)
    assert lab[0, 0, 1] > 20  # orange, (1, 1)
    assert abs(lab[5, 3, 1]) < 5  # the wall, (4, 6)


def test_colours_say_nothing_of_what_is_hidden() -> None:
    p = shares()
    p[1, 3] = 1 / 3

    out = refined(face(), p, hidden=((1, 3),))

    np.testing.assert_array_equal(out[1, 3], p[1, 3])
    assert contents(out)[5] == ROWS[5]
