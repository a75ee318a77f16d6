"""42 cells of one picture → how likely each is empty, red or yellow, and whether it could be seen at all.

A small net reads the whole rectified board at once, so that each cell is judged beside its neighbours: the wall goes on
from hole to hole, a disc ends at its rim. It was trained on rendered boards only (`samples/training`). "Red" and
"yellow" stand for a set's two colours: yellow is always yellow, red always red, of other pairs the redder is red.
"""

import threading
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import BoardSpec
from vision import params as P
from vision.geometry import GridPose, Rectifier

WEIGHTS = Path(__file__).parent / "weights" / "cells.onnx"
"""face float32 (1, 3, h, w), BGR 0–255 → shares float32 (1, 4, rows, columns) of empty, red, yellow, hidden."""

HIDDEN = 3

_nets = threading.local()
"""A net of OpenCV's must not be run by two threads at once: each thread has its own."""


@dataclass(frozen=True)
class BoardReading:
    """What one picture shows in each cell, rows indexed from the bottom: [row - 1][column - 1].

    p: float32 (rows, columns, 3), shares of empty, red, yellow, each cell summing to 1; a hidden cell's are equal.
    visible: bool (rows, columns), False where something stands in front of the cell.
    t_s: seconds, the frame's time. index: the frame's number.
    """

    p: NDArray[np.float32]
    visible: NDArray[np.bool_]
    t_s: float = 0.0
    index: int = 0

    def __post_init__(self) -> None:
        p, visible = self.p, self.visible
        if p.ndim != 3 or p.shape[2] != 3 or p.dtype != np.float32:
            raise ValueError(f"p: expected float32 (rows, columns, 3), got {p.dtype} {p.shape}")
        if visible.shape != p.shape[:2] or visible.dtype != np.bool_:
            raise ValueError(f"visible: expected bool {p.shape[:2]}, got {visible.dtype} {visible.shape}")


def read_cells(image: NDArray[np.uint8], pose: GridPose) -> BoardReading:
    """Read all cells of an upright BGR picture, uint8 (H, W, 3), with its grid."""
    return read_face(Rectifier(pose, P.CELL_PX, P.FACE_MARGIN)(image), pose.spec)


def read_face(face: NDArray[np.uint8], spec: BoardSpec) -> BoardReading:
    """Read all cells of a rectified board, uint8, as `Rectifier(pose, CELL_PX, FACE_MARGIN)` makes it."""
    net = _net()
    net.setInput(cv2.dnn.blobFromImage(face))
    shares = np.asarray(net.forward(), np.float32).reshape(4, spec.rows, spec.columns)[:, ::-1]
    hidden = shares[HIDDEN]
    p = np.moveaxis(shares[:HIDDEN], 0, -1) + hidden[..., None] / HIDDEN
    return BoardReading(np.ascontiguousarray(p), np.ascontiguousarray(hidden < P.HIDDEN_SHARE))


def _net() -> cv2.dnn.Net:
    if not hasattr(_nets, "net"):
        _nets.net = cv2.dnn.readNetFromONNX(str(WEIGHTS))
    return _nets.net
