"""Draw on a photo what was seen in it, for people: each cell ringed in the colour read there, marked where unsure."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import cv2
import numpy as np

from referee.board import Board, Cell, Disc
from vision.frame import Image
from vision.geometry import GridPose, Points
from vision.photo import PhotoReading

RED, YELLOW, WHITE, DARK, UNSURE = (40, 40, 235), (0, 220, 255), (255, 255, 255), (40, 30, 20), (255, 60, 220)
"""BGR, 0-255. Unsure is a magenta that no board, disc or wall near one has."""
DISC_RADIUS = 0.40
EMPTY_RADIUS = 0.14
FRAME_MARGIN = 0.62
"""In pitches: rings around discs, around the middle of empty cells; the board's outline beyond the outer centres."""
LINE_WIDTH = 0.09
"""Width of a ring in pitches; dark outlines are twice that."""
CIRCLE_POINTS = 32
SUBPIXEL_BITS = 4
"""Coordinates are handed to OpenCV with this many binary places."""
LEAST_LINE_PX = 1
LONGEST_SIDE_PX = 1600
"""An overlay is for looking at: larger photos are made smaller, px."""


def draw_reading(image: Image, reading: PhotoReading, lines: Iterable[Collection[Cell]] = ()) -> Image:
    """The photo, at most LONGEST_SIDE_PX, with what was read in it; without a grid, just the photo.

    lines: winning lines, drawn through their cells. The given image isn't changed.
    """
    if reading.pose is None:
        return _shrunk(image)[0]
    board = reading.board or Board.empty(reading.pose.spec)
    unsure = reading.unsure if reading.board is not None else frozenset(reading.pose.spec.cells)
    return draw_board(image, reading.pose, board, unsure, lines)


def draw_board(
    image: Image,
    pose: GridPose,
    board: Board,
    unsure: Collection[Cell] = (),
    lines: Iterable[Collection[Cell]] = (),
    fresh: Collection[Cell] = (),
) -> Image:
    """The photo with a board drawn where its grid is; `fresh` cells (the ones a verdict is about) get a second ring."""
    canvas, factor = _shrunk(image)
    pose = pose.scaled(factor, (canvas.shape[1], canvas.shape[0]))
    width = max(LEAST_LINE_PX, round(LINE_WIDTH * pose.pitch_px()))
    _stroke(canvas, pose.project(_outline(pose)), WHITE, width, closed=True)
    for cell in pose.spec.cells:
        _draw_cell(canvas, pose, cell, board.at(*cell), cell in unsure, width)
    for cell in fresh:
        _stroke(canvas, pose.project(_circle(cell, FRAME_MARGIN * 0.85)), WHITE, width, closed=True)
    for line in lines:
        ends = np.array([min(line), max(line)], np.float64)
        _stroke(canvas, pose.project(ends), WHITE, 2 * width, closed=False)
    return canvas


def _draw_cell(canvas: Image, pose: GridPose, cell: Cell, disc: Disc | None, unsure: bool, width: int) -> None:
    if unsure:
        _stroke(canvas, pose.project(_circle(cell, DISC_RADIUS)), UNSURE, width, closed=True)
        for ends in _cross(cell):
            _stroke(canvas, pose.project(ends), UNSURE, width, closed=False)
    elif disc is None:
        _stroke(canvas, pose.project(_circle(cell, EMPTY_RADIUS)), WHITE, max(LEAST_LINE_PX, width // 2), closed=True)
    else:
        colour = RED if disc is Disc.RED else YELLOW
        _stroke(canvas, pose.project(_circle(cell, DISC_RADIUS)), colour, width, closed=True)


def _stroke(canvas: Image, points: Points, colour: tuple[int, int, int], width: int, closed: bool) -> None:
    """A line with a dark edge, so that it shows on any ground."""
    fixed = np.round(points * (1 << SUBPIXEL_BITS)).astype(np.int32).reshape(-1, 1, 2)
    for tint, thickness in ((DARK, width + max(2, width)), (colour, width)):
        cv2.polylines(canvas, [fixed], closed, tint, thickness, cv2.LINE_AA, SUBPIXEL_BITS)


def _circle(cell: Cell, radius: float) -> Points:
    angle = np.linspace(0.0, 2 * np.pi, CIRCLE_POINTS, endpoint=False)
    return np.array(cell, np.float64) + radius * np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def _cross(cell: Cell) -> Points:
    reach = DISC_RADIUS * np.sqrt(0.5)
    return np.array(cell, np.float64) + reach * np.array([[[-1.0, -1.0], [1.0, 1.0]], [[-1.0, 1.0], [1.0, -1.0]]])


def _outline(pose: GridPose) -> Points:
    """The board's edge, finely, because a lens bends straight lines."""
    low, right, top = 1 - FRAME_MARGIN, pose.spec.columns + FRAME_MARGIN, pose.spec.rows + FRAME_MARGIN
    corners = np.array([[low, top], [right, top], [right, low], [low, low]])
    steps = np.linspace(0.0, 1.0, CIRCLE_POINTS, endpoint=False)[:, None]
    sides = [start + steps * (end - start) for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return np.concatenate(sides)


def _shrunk(image: Image) -> tuple[Image, float]:
    """A copy with its longer side at most LONGEST_SIDE_PX, and the factor it was made smaller by."""
    factor = min(1.0, LONGEST_SIDE_PX / max(image.shape[:2]))
    if factor == 1.0:
        return image.copy(), factor
    size = (round(image.shape[1] * factor), round(image.shape[0] * factor))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), factor


def encode_jpeg(image: Image, quality: int = 88) -> bytes:
    """The picture as JPEG; quality 0-100."""
    ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise ValueError(f"image: can't be encoded, {image.dtype} {image.shape}")
    return data.tobytes()
