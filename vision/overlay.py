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
CLOSE_MARGIN = 2.0
"""Pitches beyond the outer centres that a close view shows: the board, its feet, a hand above it."""
LINE_WIDTH = 0.09
"""Width of a ring in pitches; dark outlines are twice that."""
CIRCLE_POINTS = 32
SUBPIXEL_BITS = 4
"""Coordinates are handed to OpenCV with this many binary places."""
LEAST_LINE_PX = 1
LONGEST_SIDE_PX = 1400
"""An overlay is for looking at: larger photos are made smaller, px."""


def draw_reading(
    image: Image, reading: PhotoReading, lines: Iterable[Collection[Cell]] = (), close: bool = False
) -> Image:
    """The photo, at most LONGEST_SIDE_PX, with what was read in it; without a grid, just the photo.

    lines: winning lines, drawn through their cells. close: only the board and its surroundings, for a small screen.
    The given image isn't changed.
    """
    if reading.pose is None:
        return shrunk(image)
    drawn = draw_board(image, reading.pose, reading.board, reading.unsure, lines)
    return shrunk(_around(drawn, reading.pose) if close else drawn)


def draw_board(
    image: Image,
    pose: GridPose,
    board: Board | None,
    unsure: Collection[Cell] = (),
    lines: Iterable[Collection[Cell]] = (),
    fresh: Collection[Cell] = (),
) -> Image:
    """The photo with the grid's outline and a board drawn in it, of the photo's size.

    board: None draws the outline alone. fresh: cells that a verdict is about get a second ring.
    """
    canvas = image.copy()
    width = max(LEAST_LINE_PX, round(LINE_WIDTH * pose.pitch_px()))
    _stroke(canvas, pose.project(_outline(pose, FRAME_MARGIN)), WHITE, width, closed=True)
    if board is not None:
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


def _outline(pose: GridPose, margin: float) -> Points:
    """A frame around the outer centres, finely, because a lens bends straight lines."""
    low, right, top = 1 - margin, pose.spec.columns + margin, pose.spec.rows + margin
    corners = np.array([[low, top], [right, top], [right, low], [low, low]])
    steps = np.linspace(0.0, 1.0, CIRCLE_POINTS, endpoint=False)[:, None]
    sides = [start + steps * (end - start) for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return np.concatenate(sides)


def _around(image: Image, pose: GridPose) -> Image:
    """The part of the photo that holds the board and CLOSE_MARGIN around it."""
    frame = pose.project(_outline(pose, CLOSE_MARGIN))
    height, width = image.shape[:2]
    left, top = np.clip(np.floor(frame.min(axis=0)).astype(int), 0, (width - 1, height - 1))
    right, bottom = np.clip(np.ceil(frame.max(axis=0)).astype(int), (left + 1, top + 1), (width, height))
    return image[top:bottom, left:right]


def shrunk(image: Image) -> Image:
    """The picture with its longer side at most LONGEST_SIDE_PX; one that is small enough comes back as it is."""
    factor = LONGEST_SIDE_PX / max(image.shape[:2])
    if factor >= 1.0:
        return image
    size = (max(1, round(image.shape[1] * factor)), max(1, round(image.shape[0] * factor)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def encode_jpeg(image: Image, quality: int = 88) -> bytes:
    """The picture as JPEG; quality 0-100."""
    ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise ValueError(f"image: can't be encoded, {image.dtype} {image.shape}")
    return data.tobytes()
