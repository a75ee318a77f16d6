"""A grid that a person shows by tapping the four corner cells, where it can't be found otherwise.

Fingers are less exact than holes: the holes near where the taps would have them draw the grid into place. Taps that
can't be a board's corners are refused, and so are taps on something in which hardly a hole is seen.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from referee.board import BoardSpec
from vision import params as P
from vision.blobs import find_blobs
from vision.geometry import GridPose, Points, fit_homography
from vision.grid import Refusal, working_picture
from vision.holes import drawn_to_holes


def grid_from_taps(image: NDArray[np.uint8], taps: Points, spec: BoardSpec) -> GridPose | Refusal:
    """The grid whose corner cells were tapped in an upright BGR picture, uint8 (H, W, 3).

    taps: float64 (4, 2) px: the cells top left, top right, bottom right, bottom left. Refusals: `corners_outside`,
    `corners_crossed`, `corners_small`, `corners_no_board`, `corners_no_holes`.
    """
    height, width = image.shape[:2]
    work, factor = working_picture(image)
    size = (work.shape[1], work.shape[0])
    if refused := _implausible(taps, (width, height)):
        return Refusal(refused)
    tapped = _through(taps * factor, spec, size)
    if refused := _no_view(tapped):
        return Refusal(refused)
    if tapped.pitch_px() < P.TAPS_PITCH_PX:
        return Refusal("corners_small")
    drawn = drawn_to_holes(tapped, find_blobs(work), P.TAPS_REACH, P.TAPS_LEAST_HOLES)
    return drawn.scaled(1 / factor, (width, height)) if drawn else Refusal("corners_no_holes")


def _implausible(taps: Points, size: tuple[int, int]) -> str | None:
    """What is wrong with the four points as such."""
    if not np.isfinite(taps).all() or (taps < 0).any() or (taps >= size).any():
        return "corners_outside"
    sides = np.roll(taps, -1, axis=0) - taps
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    return None if (turns > 0).all() else "corners_crossed"  # clockwise, as y points down, and never back


def _through(taps: Points, spec: BoardSpec, size: tuple[int, int]) -> GridPose:
    right, top = float(spec.columns), float(spec.rows)
    board = np.array([[1.0, top], [right, top], [right, 1.0], [1.0, 1.0]])
    matrix, residual = fit_homography(board, taps)
    return GridPose(matrix, size, residual_px=residual, spec=spec)


def _no_view(pose: GridPose) -> str | None:
    """Whether no camera sees a board like that: cells that shrink, or are longer than high, beyond all measure."""
    c = pose.cell_centres()
    across = np.linalg.norm(c[:, 1:] - c[:, :-1], axis=-1)
    up = np.linalg.norm(c[1:] - c[:-1], axis=-1)
    lengthening = max(across.max() / max(across.min(), 1e-6), up.max() / max(up.min(), 1e-6))
    shape = math.log(across.mean() / max(up.mean(), 1e-6))
    out = lengthening > P.TAPS_MOST_SHRINK or abs(shape) > math.log(P.TAPS_MOST_ASPECT)
    return "corners_no_board" if out else None
