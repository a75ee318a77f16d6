"""What one camera sees of one table. Blocking, one thread at a time: the work of `vision`, off the event loop."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np

from api.service.frames import decode_frame
from api.service.limits import Limits
from api.table import Sight
from api.told import Told
from referee.board import Board, BoardSpec
from vision.frame import Frame, Image
from vision.geometry import GridPose, Points
from vision.grid import Refusal
from vision.overlay import encode_jpeg, shrunk
from vision.pipeline import Pipeline, Step
from vision.taps import grid_from_taps
from vision.tracker import SettledBoard

DIGITS = 4
QUALITIES = (88, 70, 50)


@dataclass(frozen=True)
class Glance:
    """What one frame brought. hint: what the camera has to say, until it says something else.

    grid: where the cells are, see `grid_dict`; None where they can't be seen.
    """

    step: Step
    hint: Told | None
    settled: SettledBoard | None
    grid: dict[str, Any] | None = None


@dataclass(frozen=True)
class Shot:
    """A picture to look at later. about: where the cells are in it."""

    jpeg: bytes = field(repr=False)
    about: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class _Taps:
    """Where somebody has shown the corner cells: shares (4, 2) of the picture in which they did."""

    image: Image = field(repr=False)
    corners: Points


class Eyes:
    """Changes in place: it is fed frame by frame.

    start: the board as it was last known, None where it wasn't.
    flipped: the camera sees left and right the other way round. Vision is shown the picture turned; what is told of
    places in it is told in the picture as it came.
    """

    def __init__(self, spec: BoardSpec, start: Board | None, limits: Limits, flipped: bool = False) -> None:
        self.spec, self.limits, self.flipped = spec, limits, flipped
        self.pipeline = Pipeline(spec, start)
        self.sight = Sight()
        self.hint: Told | None = None
        self.image: Image | None = None
        self.pose: GridPose | None = None
        self.settled: SettledBoard | None = None
        self._taps: _Taps | None = None
        self._taps_wait = False
        self._turn = Lock()

    @property
    def board(self) -> Board | None:
        """The board last settled."""
        return self.pipeline.tracker.board

    def lying(self, now_s: float) -> SettledBoard | None:
        """The board last settled, looked at once more: nothing of it has just come."""
        board = self.board
        doubt = self.settled.doubt if self.settled else frozenset()
        return None if board is None else SettledBoard(board, now_s, now_s, doubt)

    def go_on_from(self, before: Eyes) -> None:
        """Begin with the newest frame of the same camera's eyes before, and with the grid that somebody has shown."""
        self.image, self.pose = before.image, before.pose if before.flipped == self.flipped else None
        if before.spec == self.spec:
            self._taps = before._taps
            self._taps_wait = before._taps_wait or before.flipped != self.flipped
            self.pipeline.shown = None if self._taps_wait else before.pipeline.shown

    def look(self, picture: bytes, t_s: float, index: int, expected: Collection[Board]) -> Glance:
        """Decode a frame and take it in. Raises `PictureError`."""
        image = decode_frame(picture, self.limits)
        with self._turn:
            return self._look(image, t_s, index, expected)

    def _look(self, image: Image, t_s: float, index: int, expected: Collection[Board]) -> Glance:
        if self._taps and self._taps_wait:
            self._follow(self._taps)
        step = self.pipeline.step(Frame(self._turned(image), t_s, index), expected)
        self.image, self.pose = image, step.pose
        for remark in self.sight.remarks(step):
            self.hint = remark
        self.settled = step.settled or self.settled
        return Glance(step, self.hint, step.settled, None if step.state == "lost" else self._grid())

    def show_grid(self, corners: Points) -> dict[str, Any] | Refusal:
        """Follow the grid whose corner cells are there in the newest frame, shares (4, 2) of its width and height.

        Where it then is (`grid_dict`), or why that can't be: `no_picture`, and the codes of `vision.taps`.
        """
        with self._turn:
            if self.image is None:
                return Refusal("no_picture")
            taps = _Taps(self.image, corners)
            outcome = self._follow(taps)
            if isinstance(outcome, Refusal):
                return outcome
            self._taps, self.pose = taps, outcome
            return self._grid() or {}

    def forget_grid(self) -> None:
        """Find the grid without what was shown."""
        with self._turn:
            self._taps, self._taps_wait, self.pipeline.shown = None, False, None

    @property
    def is_shown(self) -> bool:
        """Whether somebody has shown where the grid is."""
        return self._taps is not None

    def _follow(self, taps: _Taps) -> GridPose | Refusal:
        image = self._turned(taps.image)
        corners = _shares(taps.corners, self.flipped)
        corners = corners[[1, 0, 3, 2]] if self.flipped else corners
        outcome = grid_from_taps(image, corners * (image.shape[1], image.shape[0]), self.spec)
        self._taps_wait = False
        if isinstance(outcome, GridPose):
            self.pipeline.follow(image, outcome)
        return outcome

    def _turned(self, image: Image) -> Image:
        return np.ascontiguousarray(image[:, ::-1]) if self.flipped else image

    def _grid(self) -> dict[str, Any] | None:
        return grid_dict(self.pose, self.flipped)

    def shot(self) -> Shot | None:
        """The newest frame as a JPEG without any data of the phone, no larger than may be kept; None without one."""
        image = self.image
        if image is None:
            return None
        small = shrunk(image)
        for quality in QUALITIES:
            jpeg = encode_jpeg(small, quality)
            if len(jpeg) <= self.limits.picture_bytes:
                return Shot(jpeg, {"width": small.shape[1], "height": small.shape[0], "grid": self._grid()})
        return None


def grid_dict(pose: GridPose | None, flipped: bool) -> dict[str, Any] | None:
    """Where the cells are in the picture, as shares of its width and height: `centres[row - 1][column - 1]`.

    flipped: the pose is one of the picture turned left to right.
    """
    if pose is None:
        return None
    width, height = pose.image_size
    centres = _shares(pose.cell_centres() / (width, height), flipped)
    corners = _shares(pose.corners() / (width, height), flipped)
    return {"corners": corners.round(DIGITS).tolist(), "centres": centres.round(DIGITS).tolist()}


def _shares(points: Points, flipped: bool) -> Points:
    return np.where([flipped, False], 1.0 - points, points)
