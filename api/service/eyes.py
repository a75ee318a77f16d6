"""What one camera sees of one table. Blocking, one thread at a time: the work of `vision`, off the event loop."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from api.service.frames import decode_frame
from api.service.limits import Limits
from api.table import Sight
from api.told import Told
from referee.board import Board, BoardSpec
from vision.frame import Frame, Image
from vision.geometry import GridPose
from vision.overlay import encode_jpeg, shrunk
from vision.pipeline import Pipeline, Step
from vision.tracker import SettledBoard

DIGITS = 4
QUALITIES = (88, 70, 50)


@dataclass(frozen=True)
class Glance:
    """What one frame brought. hint: what the camera has to say, until it says something else."""

    step: Step
    hint: Told | None
    settled: SettledBoard | None


@dataclass(frozen=True)
class Shot:
    """A picture to look at later. about: where the cells are in it."""

    jpeg: bytes = field(repr=False)
    about: dict[str, Any] = field(default_factory=dict)


class Eyes:
    """Changes in place: it is fed frame by frame. start: the board as it was last known, None where it wasn't."""

    def __init__(self, spec: BoardSpec, start: Board | None, limits: Limits) -> None:
        self.spec = spec
        self.pipeline = Pipeline(spec, start)
        self.sight = Sight()
        self.limits = limits
        self.hint: Told | None = None
        self.image: Image | None = None
        self.pose: GridPose | None = None
        self.settled: SettledBoard | None = None

    def lying(self, now_s: float) -> SettledBoard | None:
        """The board last settled, looked at once more: nothing of it has just come."""
        board = self.pipeline.tracker.board
        doubt = self.settled.doubt if self.settled else frozenset()
        return None if board is None else SettledBoard(board, now_s, now_s, doubt)

    def with_picture_of(self, before: Eyes) -> Eyes:
        """With the newest frame of the eyes before, until another comes: a dispute may need it right away."""
        self.image, self.pose = before.image, before.pose
        return self

    def look(self, picture: bytes, t_s: float, index: int, expected: Collection[Board]) -> Glance:
        """Decode a frame and take it in. Raises `PictureError`."""
        image = decode_frame(picture, self.limits)
        step = self.pipeline.step(Frame(image, t_s, index), expected)
        self.image, self.pose = image, step.pose
        for remark in self.sight.remarks(step):
            self.hint = remark
        self.settled = step.settled or self.settled
        return Glance(step, self.hint, step.settled)

    def shot(self) -> Shot | None:
        """The newest frame as a JPEG without any data of the phone, no larger than may be kept; None without one."""
        image, pose = self.image, self.pose
        if image is None:
            return None
        small = shrunk(image)
        for quality in QUALITIES:
            jpeg = encode_jpeg(small, quality)
            if len(jpeg) <= self.limits.picture_bytes:
                return Shot(jpeg, {"width": small.shape[1], "height": small.shape[0], "grid": grid_dict(pose)})
        return None


def grid_dict(pose: GridPose | None) -> dict[str, Any] | None:
    """Where the cells are in the picture, as shares of its width and height: `centres[row - 1][column - 1]`."""
    if pose is None:
        return None
    width, height = pose.image_size
    centres = pose.cell_centres() / (width, height)
    corners = pose.corners() / (width, height)
    return {"corners": corners.round(DIGITS).tolist(), "centres": centres.round(DIGITS).tolist()}
