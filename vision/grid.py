"""Find the grid in any picture: blobs → lattice → the window of it that is the board → pose.

`find_grid` gives a `GridPose` or a `Refusal` that names what is wrong and where; it never guesses which cells a board
has. The pose's up direction is the picture's: whether the picture stands on its head only gravity can tell (`photo`).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import BoardSpec
from vision import params as P
from vision.blobs import find_blobs
from vision.geometry import GridPose, Lens, fit_homography, fit_lens
from vision.lattice import Index, Lattice, find_lattices


@dataclass(frozen=True)
class Refusal:
    """Why there is no board to speak of: a stable code, and data for the sentence."""

    code: str
    data: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Window:
    """A board-sized part of a lattice: its first place, its size in places, and how much speaks for it."""

    first: Index
    wide: int
    high: int
    hits: int
    score: float

    def places(self) -> Iterator[Index]:
        for j in range(self.high):
            for i in range(self.wide):
                yield self.first[0] + i, self.first[1] + j


def find_grid(image: NDArray[np.uint8], spec: BoardSpec | None = None) -> GridPose | Refusal:
    """The board's grid in an upright BGR picture, uint8 (H, W, 3), in pixels of that picture."""
    spec = spec or BoardSpec()
    work, factor = working_picture(image)
    found = _best_board(work, find_lattices(find_blobs(work)), spec)
    if isinstance(found, Refusal):
        return found
    return found.scaled(1 / factor, (image.shape[1], image.shape[0]))


def working_picture(image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """The picture at working size, and working pixels per picture pixel."""
    factor = P.WORK_SIDE_PX / max(image.shape[:2])
    if abs(factor - 1) < 0.02:
        return image, 1.0
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    size = (max(1, round(image.shape[1] * factor)), max(1, round(image.shape[0] * factor)))
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8), factor


def _best_board(work: NDArray[np.uint8], lattices: list[Lattice], spec: BoardSpec) -> GridPose | Refusal:
    """The first lattice that is a board, or a later one that is clearly larger: a printed board on a box is smaller."""
    best: GridPose | None = None
    refusal: Refusal | None = None
    for lattice in lattices[: P.LATTICES_JUDGED]:
        if best is not None and lattice.pitch_px() < P.LATTICE_LARGER * best.pitch_px():
            continue
        outcome = _judge(work, lattice, spec)
        if isinstance(outcome, GridPose):
            best = outcome
        else:
            refusal = refusal or outcome
    return best or refusal or Refusal("no_grid")


def _judge(work: NDArray[np.uint8], lattice: Lattice, spec: BoardSpec) -> GridPose | Refusal:
    """Is this lattice a whole board, and which window of it?"""
    numbers = np.array(list(lattice.members.values()))
    if float(np.median(lattice.blobs.roundness[numbers])) < P.HOLE_ROUNDNESS:
        return Refusal("not_round")
    if not P.HOLE_SIZE[0] <= lattice.hole_size <= P.HOLE_SIZE[1]:
        return Refusal("no_grid")
    windows = _windows(work, lattice, spec)
    if not windows:
        return Refusal("no_grid")
    best = windows[0]
    pose = _pose(lattice, best, spec, (work.shape[1], work.shape[0]))
    refusal = _incomplete(lattice, best, spec, pose)
    if refusal:
        return refusal
    lead = best.score - windows[1].score if len(windows) > 1 else math.inf
    if lead < P.WINDOW_LEAD:
        return Refusal("edges_unclear")
    if _goes_on(lattice, best):
        return Refusal("grid_larger", {"columns": spec.columns, "rows": spec.rows})
    if pose.residual_px > P.RESIDUAL_LIMIT * pose.pitch_px():
        return Refusal("grid_bent")
    confidence = _confidence(best, lead, pose)
    if confidence < P.LEAST_CONFIDENCE:
        return Refusal("grid_unclear")
    return replace(pose, confidence=confidence)


def _windows(work: NDArray[np.uint8], lattice: Lattice, spec: BoardSpec) -> list[Window]:
    """All board-sized windows that touch the lattice, best first: blobs seen, and plate seen between the cells."""
    places = np.array(list(lattice.members))
    low, high = places.min(axis=0), places.max(axis=0)
    plate, origin = _plate(work, lattice, low, high, max(spec.columns, spec.rows))
    windows = []
    for wide, tall in dict.fromkeys([(spec.columns, spec.rows), (spec.rows, spec.columns)]):
        for i in range(low[0] - wide + 2, high[0]):
            for j in range(low[1] - tall + 2, high[1]):
                x, y = i - origin[0], j - origin[1]
                between = plate[y : y + tall + 1, x : x + wide + 1]
                window = Window((int(i), int(j)), wide, tall, 0, 0.0)
                hits = sum(place in lattice.members for place in window.places())
                score = hits + P.WINDOW_PLATE_WEIGHT * float(between.sum())
                windows.append(replace(window, hits=hits, score=score))
    return sorted(windows, key=lambda w: (-w.score, w.first))


def _plate(
    work: NDArray[np.uint8], lattice: Lattice, low: NDArray[np.int64], high: NDArray[np.int64], reach: int
) -> tuple[NDArray[np.float64], Index]:
    """How much each point between four places looks like the plate, 0–1, and the place right below its first.

    The plate's look is the median colour between four seen cells; what lies outside the picture counts a half.
    """
    xs = np.arange(low[0] - reach, high[0] + reach + 1)
    ys = np.arange(low[1] - reach, high[1] + reach + 1)
    grid = np.stack(np.meshgrid(xs - 0.5, ys - 0.5), axis=-1)
    w = grid @ lattice.index_to_image[2, :2] + lattice.index_to_image[2, 2]
    middle = np.array(list(lattice.members), np.float64).mean(axis=0) @ lattice.index_to_image[2, :2]
    middle += lattice.index_to_image[2, 2]
    beyond = w * np.sign(middle) < 0.1 * abs(middle)
    pixels = cv2.perspectiveTransform(grid.reshape(-1, 1, 2), lattice.index_to_image).reshape(grid.shape)
    height, width = work.shape[:2]
    inside = ~beyond & (pixels >= 0).all(axis=-1) & (pixels[..., 0] < width) & (pixels[..., 1] < height)
    lab = _lab_at(work, np.where(inside[..., None], pixels, 0.0))
    seen = np.array([[(int(i), int(j)) in lattice.members for i in xs] for j in ys])
    around = np.zeros(seen.shape, bool)
    around[1:, 1:] = seen[1:, 1:] & seen[:-1, 1:] & seen[1:, :-1] & seen[:-1, :-1]
    around &= inside
    if around.sum() < 4:
        return np.full(seen.shape, 0.5), (int(xs[0]), int(ys[0]))
    median = np.median(lab[around], axis=0)
    distance = np.sqrt((((lab - median) * [0.5, 1.0, 1.0]) ** 2).sum(axis=-1))
    limit = max(P.PLATE_LEAST_DISTANCE, P.PLATE_SPREAD * float(np.median(distance[around])))
    likeness = np.where(inside, (distance < limit).astype(np.float64), 0.5)
    return likeness, (int(xs[0]), int(ys[0]))


def _lab_at(work: NDArray[np.uint8], pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Lab colours, OpenCV's 0–255 units, of the picture, slightly smoothed, at pixels (..., 2)."""
    points = pixels.reshape(-1, 1, 2).astype(np.float32)
    smooth = cv2.blur(work, (5, 5))
    bgr = cv2.remap(smooth, points, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB).reshape((*pixels.shape[:-1], 3)).astype(np.float64)


def _pose(lattice: Lattice, window: Window, spec: BoardSpec, size: tuple[int, int]) -> GridPose:
    """Homography and lens from the window's blobs."""
    places = [place for place in window.places() if place in lattice.members]
    board = np.array([_board_point(place, window, spec) for place in places], np.float64)
    image = lattice.blobs.centre[[lattice.members[place] for place in places]]
    if len(places) < 4:
        return GridPose(np.eye(3), size, residual_px=math.inf, confidence=0.0, spec=spec)
    matrix, residual = fit_homography(board, image)
    if len(places) >= P.LENS_LEAST_CELLS:
        lens, bent, bent_residual = fit_lens(board, image, size, *P.LENS_RANGE)
        if bent_residual < P.LENS_GAIN * residual:
            return GridPose(bent, size, lens, bent_residual, spec=spec)
    return GridPose(matrix, size, Lens(), residual, spec=spec)


def _board_point(place: Index, window: Window, spec: BoardSpec) -> tuple[int, int]:
    """Lattice place → (column, row). In a window that lies on its side the board's columns run downwards."""
    right, down = place[0] - window.first[0], place[1] - window.first[1]
    if window.wide == spec.columns and window.high == spec.rows:
        return right + 1, spec.rows - down
    return down + 1, right + 1


def _incomplete(lattice: Lattice, window: Window, spec: BoardSpec, pose: GridPose) -> Refusal | None:
    """Lines of the window outside the picture, lines that nothing shows, or too few cells in all."""
    columns = dict.fromkeys(range(1, spec.columns + 1), 0)
    rows = dict.fromkeys(range(1, spec.rows + 1), 0)
    for place in window.places():
        if place in lattice.members:
            column, row = _board_point(place, window, spec)
            columns[column] += 1
            rows[row] += 1
    if window.hits < P.WINDOW_LEAST_HITS * spec.columns * spec.rows:
        return Refusal("too_few_cells", {"seen": window.hits, "cells": spec.columns * spec.rows})
    out = pose.outside(P.OUTSIDE_MARGIN)
    if out:
        return _outside(out, spec)
    empty_columns = [c for c, n in columns.items() if n < P.WINDOW_LEAST_LINE_HITS]
    empty_rows = [r for r, n in rows.items() if n < P.WINDOW_LEAST_LINE_HITS]
    if empty_columns or empty_rows:
        return Refusal("lines_unseen", {"columns": empty_columns, "rows": empty_rows})
    return None


def _goes_on(lattice: Lattice, window: Window) -> bool:
    """Does the lattice go on beyond the window, with a whole further row or column? Then it is another board."""
    (i, j), wide, high = window.first, window.wide, window.high
    across, down = range(i, i + wide), range(j, j + high)
    lines = [[(x, y) for x in across] for y in (j - 1, j + high)] + [[(x, y) for y in down] for x in (i - 1, i + wide)]
    return any(sum(place in lattice.members for place in line) > P.LINE_GOES_ON * len(line) for line in lines)


def _outside(cells: tuple[tuple[int, int], ...], spec: BoardSpec) -> Refusal:
    columns = sorted({c for c, _ in cells})
    rows = sorted({r for _, r in cells})
    if len(columns) <= len(rows):
        return Refusal("columns_outside", {"columns": columns})
    return Refusal("rows_outside", {"rows": rows})


def _confidence(window: Window, lead: float, pose: GridPose) -> float:
    """0–1: the share of cells seen, how far the next window is behind, how well the centres fit."""
    seen = window.hits / (window.wide * window.high)
    clear = 1 - math.exp(-lead / 3)
    straight = 1 - pose.residual_px / (P.RESIDUAL_LIMIT * pose.pitch_px())
    return round(float(seen * clear * (0.5 + 0.5 * max(straight, 0.0))), 4)
