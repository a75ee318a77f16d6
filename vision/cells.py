"""42 cells of one picture → how likely each is empty, red or yellow, and whether it could be seen at all.

Small nets read the whole rectified board at once, so that each cell is judged beside its neighbours: the wall goes on
from hole to hole, a disc ends at its rim. They were trained on rendered boards only (`samples/training`). "Red" and
"yellow" stand for a set's two colours: yellow is always yellow, red always red, of other pairs the redder is red.
"""

import itertools
import threading
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import BoardSpec
from vision import params as P

WEIGHTS = tuple(Path(__file__).parent / "weights" / name for name in ("cells-1.onnx", "cells-2.onnx"))
"""face float32 (1, 3, h, w), BGR 0–255 → shares float32 (1, 4, rows, columns) of empty, red, yellow, hidden.

Two nets of one shape: films are read by the first alone, photos by both. The second went on learning from grids that
lie beside the board: it tells cells from what is none."""

HIDDEN = 3
NET_COLUMNS, NET_ROWS = 7, 6
"""The part of a board that the net looks at."""

MIRRORINGS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
"""Steps down and to the right: as it is, mirrored, on its head, both. The net was trained on all of them."""

LEAST_SHARE = 1e-6
"""Shares below this are rounding."""


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


def read_face(face: NDArray[np.uint8], spec: BoardSpec, careful: bool = False) -> BoardReading:
    """Read all cells of a rectified board, uint8, as `Rectifier(pose, CELL_PX, FACE_MARGIN)` makes it.

    careful: ask both nets, and look at it mirrored too, four ways in all, for eight times the cost. Raises ValueError
    for boards smaller than 7 × 6, which the nets were made for; larger ones are read part by part.
    """
    if spec.columns < NET_COLUMNS or spec.rows < NET_ROWS:
        raise ValueError(f"board: expected at least {NET_COLUMNS} × {NET_ROWS}, got {spec.columns} × {spec.rows}")
    nets, views = (_nets_of_thread(), MIRRORINGS) if careful else (_nets_of_thread()[:1], MIRRORINGS[:1])
    looks = [
        _logs(net, face[::down, ::right], spec)[:, ::down, ::right]
        for net, (down, right) in itertools.product(nets, views)
    ]
    logs = np.mean(looks, axis=0)
    shares = np.exp(logs * (P.VIEWS_SHARPENED if careful else 1.0))
    shares = (shares / shares.sum(axis=0))[:, ::-1]
    hidden = shares[HIDDEN]
    p = np.moveaxis(shares[:HIDDEN], 0, -1) + hidden[..., None] / HIDDEN
    return BoardReading(np.ascontiguousarray(p, np.float32), np.ascontiguousarray(hidden < P.HIDDEN_SHARE))


def missed(face: NDArray[np.uint8], spec: BoardSpec) -> NDArray[np.bool_]:
    """Cells of a rectified board that are none or can't be seen, bool (rows, columns), [row - 1][column - 1]."""
    logs = _logs(_nets_of_thread()[1], face, spec)
    shares = np.exp(logs - logs.max(axis=0))
    return np.asarray((shares[HIDDEN] >= P.HIDDEN_SHARE * shares.sum(axis=0))[::-1])


def _logs(net: cv2.dnn.Net, face: NDArray[np.uint8], spec: BoardSpec) -> NDArray[np.float64]:
    """Mean log shares (4, rows, columns), rows from the top, of the board's parts of the net's size that cover it."""
    total, count = np.zeros((4, spec.rows, spec.columns)), np.zeros((spec.rows, spec.columns))
    for top, left in itertools.product({0, spec.rows - NET_ROWS}, {0, spec.columns - NET_COLUMNS}):
        rows, columns = slice(top, top + NET_ROWS), slice(left, left + NET_COLUMNS)
        y, x, margin = top * P.CELL_PX, left * P.CELL_PX, round(2 * P.FACE_MARGIN * P.CELL_PX)
        height, width = (NET_ROWS - 1) * P.CELL_PX + margin, (NET_COLUMNS - 1) * P.CELL_PX + margin
        total[:, rows, columns] += np.log(np.maximum(_forward(net, face[y : y + height, x : x + width]), LEAST_SHARE))
        count[rows, columns] += 1
    return total / count


def _forward(net: cv2.dnn.Net, part: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Shares (4, NET_ROWS, NET_COLUMNS), rows from the top, of a rectified part of the net's size."""
    net.setInput(cv2.dnn.blobFromImage(np.ascontiguousarray(part)))
    return np.asarray(net.forward(), np.float64).reshape(4, NET_ROWS, NET_COLUMNS)


def _nets_of_thread() -> list[cv2.dnn.Net]:
    if not hasattr(_nets, "loaded"):
        _nets.loaded = [cv2.dnn.readNetFromONNX(str(file)) for file in WEIGHTS]
    return list(_nets.loaded)
