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
from vision.blobs import Blobs, find_blobs
from vision.geometry import GridPose
from vision.holes import drawn_to_holes, fitted
from vision.lattice import Index, Lattice, find_lattices
from vision.surroundings import Surroundings, look_around


@dataclass(frozen=True)
class Refusal:
    """Why there is no board to speak of: a stable code, and data for the sentence."""

    code: str
    data: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Window:
    """A board-sized part of a lattice.

    first: its first place. wide, high: its size in places. hits: blobs in it. score: how much speaks for it.
    seen: in which of its columns and of its rows, as they lie in the lattice, a hole is seen.
    """

    first: Index
    wide: int
    high: int
    hits: int
    score: float
    seen: tuple[tuple[bool, ...], tuple[bool, ...]]

    def places(self) -> Iterator[Index]:
        for j in range(self.high):
            for i in range(self.wide):
                yield self.first[0] + i, self.first[1] + j


@dataclass(frozen=True)
class Sought:
    """The board's grid or why there is none; and then, grids it could be, the likeliest first, for a second look."""

    outcome: GridPose | Refusal
    doubtful: tuple[GridPose, ...] = ()


def find_grid(image: NDArray[np.uint8], spec: BoardSpec | None = None) -> GridPose | Refusal:
    """The board's grid in an upright BGR picture, uint8 (H, W, 3), in pixels of that picture."""
    return seek_grid(image, spec, doubtful=0).outcome


def seek_grid(image: NDArray[np.uint8], spec: BoardSpec | None = None, doubtful: int = P.DOUBTFUL_MOST) -> Sought:
    """The same, with at most so many doubtful grids where none is sure."""
    spec = spec or BoardSpec()
    work, factor = working_picture(image)
    blobs = find_blobs(work)
    lattices = find_lattices(blobs)
    size = (image.shape[1], image.shape[0])
    outcome = _best_board(work, lattices, spec)
    if isinstance(outcome, GridPose):
        return Sought(outcome.scaled(1 / factor, size))
    maybe: list[GridPose] = []
    for pose in _doubtful(work, lattices, blobs, spec) if doubtful else ():
        if not any(pose.apart(other.turned(k)) <= P.DOUBTFUL_SAME for other in maybe for k in (0, 2)):
            maybe.append(pose)
        if len(maybe) == doubtful:
            break
    return Sought(outcome, tuple(pose.scaled(1 / factor, size) for pose in maybe))


def _doubtful(work: NDArray[np.uint8], lattices: list[Lattice], blobs: Blobs, spec: BoardSpec) -> Iterator[GridPose]:
    """Grids within the picture for which less speaks than is asked of a sure one."""
    for lattice in lattices[: P.DOUBTFUL_LATTICES]:
        if not P.HOLE_SIZE[0] <= lattice.hole_size <= P.HOLE_SIZE[1]:
            continue
        windows = board_windows(work, lattice, spec)
        near_best = [w for w in windows if w.score > windows[0].score - P.DOUBTFUL_BEHIND]
        for window in near_best[: P.DOUBTFUL_WINDOWS]:
            pose = _pose(lattice, window, spec, (work.shape[1], work.shape[0]))
            drawn = None if pose.outside(0.0) else drawn_to_holes(pose, blobs, P.DOUBTFUL_REACH, P.DOUBTFUL_LEAST_HOLES)
            if drawn and not drawn.outside(P.OUTSIDE_MARGIN) and drawn.pitch_px() >= P.DOUBTFUL_PITCH_PX:
                yield drawn


def working_picture(image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """The picture at working size, and working pixels per picture pixel."""
    factor = P.WORK_SIDE_PX / max(image.shape[:2])
    if abs(factor - 1) < P.WORK_SIDE_SLACK:
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
    windows = board_windows(work, lattice, spec)
    if not windows:
        return Refusal("no_grid")
    best = windows[0]
    pose = _pose(lattice, best, spec, (work.shape[1], work.shape[0]))
    refusal = _incomplete(best, spec, pose)
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


def board_windows(work: NDArray[np.uint8], lattice: Lattice, spec: BoardSpec) -> list[Window]:
    """All board-sized windows that touch the lattice, best first: holes seen, and plate seen between them."""
    places = np.array(list(lattice.members))
    low, high = places.min(axis=0), places.max(axis=0)
    look = look_around(work, lattice, max(spec.columns, spec.rows))
    windows = [
        _window((i, j), size, lattice, look)
        for size in dict.fromkeys([(spec.columns, spec.rows), (spec.rows, spec.columns)])
        for i in range(int(low[0]) - size[0] + 2, int(high[0]))
        for j in range(int(low[1]) - size[1] + 2, int(high[1]))
    ]
    return sorted(windows, key=lambda w: (-w.score, w.first))


def _window(first: Index, size: tuple[int, int], lattice: Lattice, look: Surroundings) -> Window:
    (i, j), (wide, high) = first, size
    x, y = i - look.first[0], j - look.first[1]
    holes = look.hole[y : y + high, x : x + wide]
    between = look.plate[y : y + high + 1, x : x + wide + 1]
    hits = sum((i + c, j + r) in lattice.members for c in range(wide) for r in range(high))
    score = float(holes.sum()) + P.WINDOW_PLATE_WEIGHT * float(between.sum())
    across, down = (tuple(map(bool, np.atleast_1d(holes.max(axis=axis)))) for axis in (0, 1))
    return Window(first, wide, high, hits, score, (across, down))


def _pose(lattice: Lattice, window: Window, spec: BoardSpec, size: tuple[int, int]) -> GridPose:
    """Homography and lens from the window's blobs."""
    places = [place for place in window.places() if place in lattice.members]
    board = np.array([_board_point(place, window, spec) for place in places], np.float64)
    image = lattice.blobs.centre[[lattice.members[place] for place in places]]
    return fitted(board, image, size, spec)


def _board_point(place: Index, window: Window, spec: BoardSpec) -> tuple[int, int]:
    """Lattice place → (column, row). In a window that lies on its side the board's columns run downwards."""
    right, down = place[0] - window.first[0], place[1] - window.first[1]
    if window.wide == spec.columns and window.high == spec.rows:
        return right + 1, spec.rows - down
    return down + 1, right + 1


def _incomplete(window: Window, spec: BoardSpec, pose: GridPose) -> Refusal | None:
    """Too few cells in all, lines of the window outside the picture, or lines that nothing shows."""
    if window.hits < P.WINDOW_LEAST_HITS * spec.columns * spec.rows:
        return Refusal("too_few_cells", {"seen": window.hits, "cells": spec.columns * spec.rows})
    out = pose.outside(P.OUTSIDE_MARGIN)
    if out:
        return _outside(out, spec)
    return _unseen(window, spec)


def _unseen(window: Window, spec: BoardSpec) -> Refusal | None:
    """Columns and rows in which no hole is seen: a line nobody saw is never invented."""
    (across, down), (i, j) = window.seen, window.first
    if all(across) and all(down):
        return None
    points_across = [_board_point((i + k, j), window, spec) for k, seen in enumerate(across) if not seen]
    points_down = [_board_point((i, j + k), window, spec) for k, seen in enumerate(down) if not seen]
    upright = window.wide == spec.columns
    columns, rows = (points_across, points_down) if upright else (points_down, points_across)
    return Refusal("lines_unseen", {"columns": sorted(c for c, _ in columns), "rows": sorted(r for _, r in rows)})


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
    clear = 1 - math.exp(-lead / P.CONFIDENCE_LEAD)
    straight = 1 - pose.residual_px / (P.RESIDUAL_LIMIT * pose.pitch_px())
    return round(float(seen * clear * (1 - P.CONFIDENCE_FIT * (1 - max(straight, 0.0)))), 4)
