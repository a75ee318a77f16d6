"""A grid that a person shows by tapping the four corner cells, where it can't be found otherwise.

Fingers are less exact than holes: the holes near where the taps would have them draw the grid into place. Taps that
can't be a board's corners are refused, and so are taps on something in which hardly a hole is seen.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import BoardSpec
from vision import params as P
from vision.blobs import Blobs, find_blobs
from vision.geometry import GridPose, Points, cell_grid, fit_homography
from vision.grid import Refusal, working_picture


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
    drawn = _drawn_to_holes(tapped, find_blobs(work))
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


def _drawn_to_holes(pose: GridPose, blobs: Blobs) -> GridPose | None:
    """The grid through the round things that lie near its cells; None where too few do."""
    for reach in P.TAPS_REACH:
        board, image = _near(pose, blobs, reach)
        if len(board) < P.TAPS_LEAST_HOLES * pose.spec.columns * pose.spec.rows:
            return None
        cv2.setRNGSeed(0)
        threshold = P.RESIDUAL_LIMIT * pose.pitch_px()
        matrix, kept = cv2.findHomography(board[:, None], image[:, None], cv2.RANSAC, threshold)
        if matrix is None or kept.sum() < P.TAPS_LEAST_HOLES * pose.spec.columns * pose.spec.rows:
            return None
        inliers = kept.ravel().astype(bool)
        matrix, residual = fit_homography(board[inliers], image[inliers])
        confidence = round(float(inliers.sum()) / (pose.spec.columns * pose.spec.rows), 4)
        pose = GridPose(matrix, pose.image_size, residual_px=residual, confidence=confidence, spec=pose.spec)
    return pose


def _near(pose: GridPose, blobs: Blobs, reach: float) -> tuple[Points, Points]:
    """Cells and the round thing nearest to each, (n, 2) each, where one lies within `reach` pitches."""
    cells, centres = cell_grid(pose.spec).reshape(-1, 2), pose.cell_centres().reshape(-1, 2)
    share = blobs.area / pose.pitch_px() ** 2
    round_enough = (share >= P.HOLE_SIZE[0]) & (share <= P.HOLE_SIZE[1])
    found = blobs.centre[round_enough]
    if not len(found):
        return np.zeros((0, 2)), np.zeros((0, 2))
    distance = np.linalg.norm(centres[:, None] - found[None], axis=-1)
    best = distance.argmin(axis=1)
    near = distance[np.arange(len(cells)), best] < reach * pose.pitch_px()
    return cells[near], found[best[near]]
