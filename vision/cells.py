"""42 cells of one picture → how likely each is empty, red or yellow, and whether it could be seen at all."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import BoardSpec
from vision import params as P
from vision.decode import EMPTY, RED, YELLOW
from vision.geometry import GridPose, Rectifier


@dataclass(frozen=True)
class BoardReading:
    """What one picture shows in each cell, rows indexed from the bottom: [row - 1][column - 1].

    p: float32 (rows, columns, 3), shares of empty, red, yellow, each cell summing to 1.
    visible: bool (rows, columns), False where something stands in front of the cell.
    t_s: seconds, the frame's time. index: the frame's number.
    """

    p: NDArray[np.float32]
    visible: NDArray[np.bool_]
    t_s: float = 0.0
    index: int = 0

    def __post_init__(self) -> None:
        if self.p.ndim != 3 or self.p.shape[2] != 3 or self.p.dtype != np.float32:
            raise ValueError(f"p: expected float32 (rows, columns, 3), got {self.p.dtype} {self.p.shape}")
        if self.visible.shape != self.p.shape[:2] or self.visible.dtype != np.bool_:
            raise ValueError(
                f"visible: expected bool {self.p.shape[:2]}, got {self.visible.dtype} {self.visible.shape}"
            )


def read_cells(image: NDArray[np.uint8], pose: GridPose) -> BoardReading:
    """Read all cells of an upright BGR picture, uint8 (H, W, 3), with its grid."""
    return read_face(Rectifier(pose, P.CELL_PX, P.FACE_MARGIN)(image), pose.spec)


def read_face(face: NDArray[np.uint8], spec: BoardSpec) -> BoardReading:
    """Read all cells of a rectified board, uint8, as `Rectifier(pose, CELL_PX, FACE_MARGIN)` makes it."""
    lab = cv2.cvtColor(face, cv2.COLOR_BGR2LAB).astype(np.float32)
    rows, columns = spec.rows, spec.columns
    p = np.zeros((rows, columns, 3), np.float32)
    for row in range(rows):
        for column in range(columns):
            x = (column + P.FACE_MARGIN) * P.CELL_PX
            y = (rows - 1 - row + P.FACE_MARGIN) * P.CELL_PX
            p[row, column] = _colour_shares(_centre_patch(lab, x, y))
    return BoardReading(p, np.ones((rows, columns), bool))


def _centre_patch(lab: NDArray[np.float32], x: float, y: float) -> NDArray[np.float32]:
    reach = 0.2 * P.CELL_PX
    x0, x1, y0, y1 = int(x - reach), int(x + reach) + 1, int(y - reach), int(y + reach) + 1
    return lab[y0:y1, x0:x1].reshape(-1, 3)


def _colour_shares(pixels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Shares of empty, red, yellow by hue and chroma of the cell's middle."""
    a, b = np.median(pixels[:, 1:], axis=0) - 128.0
    chroma = float(np.hypot(a, b))
    hue = float(np.degrees(np.arctan2(b, a)))
    coloured = 1 / (1 + np.exp(-(chroma - 30) / 4))
    red = coloured * _inside(hue, -30, 56)
    yellow = coloured * _inside(hue, 60, 108)
    shares = np.zeros(3, np.float32)
    shares[[EMPTY, RED, YELLOW]] = max(1 - red - yellow, 1e-3), red, yellow
    return shares / shares.sum()


def _inside(hue: float, low: float, high: float) -> float:
    return float(1 / (1 + np.exp(-(hue - low) / 3)) / (1 + np.exp((hue - high) / 3)))
