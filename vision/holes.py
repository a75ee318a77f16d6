"""Grids through holes: fitted to those that are known, and drawn to those that lie where a grid would have them."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import BoardSpec
from vision import params as P
from vision.blobs import Blobs
from vision.geometry import GridPose, Lens, Points, cell_grid, fit_homography, fit_lens


def fitted(board: Points, image: Points, size: tuple[int, int], spec: BoardSpec) -> GridPose:
    """The grid that brings board coordinates (n, 2) to the pixels (n, 2) of their holes; bent where a lens explains
    them better. With fewer than four holes its residual is infinite and its confidence 0."""
    if len(board) < 4:
        return GridPose(np.eye(3), size, residual_px=math.inf, confidence=0.0, spec=spec)
    matrix, residual = fit_homography(board, image)
    if len(board) >= P.LENS_LEAST_CELLS:
        lens, bent, bent_residual = fit_lens(board, image, size, *P.LENS_RANGE)
        if bent_residual < P.LENS_GAIN * residual:
            return GridPose(bent, size, lens, bent_residual, spec=spec)
    return GridPose(matrix, size, Lens(), residual, spec=spec)


def drawn_to_holes(pose: GridPose, blobs: Blobs, reaches: tuple[float, ...], least: float) -> GridPose | None:
    """The grid through the round things near its cells, within ever smaller reaches, pitches; its confidence is their
    share. None where they are fewer than the share `least` of all cells."""
    cells = pose.spec.columns * pose.spec.rows
    for reach in reaches:
        board, image = _near(pose, blobs, reach)
        if len(board) < least * cells:
            return None
        inliers = _agreeing(board, image, P.RESIDUAL_LIMIT * pose.pitch_px())
        if inliers.sum() < least * cells:
            return None
        drawn = fitted(board[inliers], image[inliers], pose.image_size, pose.spec)
        pose = GridPose(
            drawn.board_to_image,
            drawn.image_size,
            drawn.lens,
            drawn.residual_px,
            round(float(inliers.sum()) / cells, 4),
            pose.spec,
        )
    return pose


def _agreeing(board: Points, image: Points, threshold: float) -> NDArray[np.bool_]:
    """Which of the pairs (n, 2) one homography explains to within the threshold, px; none with fewer than four."""
    if len(board) < 4:
        return np.zeros(len(board), bool)
    cv2.setRNGSeed(0)
    matrix, kept = cv2.findHomography(board[:, None], image[:, None], cv2.RANSAC, threshold)
    return np.zeros(len(board), bool) if matrix is None else np.asarray(kept).ravel().astype(bool)


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
