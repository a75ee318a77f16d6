"""Grids of which the holes alone tell too little, judged by what the reader sees in them, and beyond their edges.

A thick board in dusk shows too few round holes, and where it ends can't be told from them. The nets, trained on grids
that lie beside the board too, tell cells from what is none: the grid is right when all its cells are, and when the next
line beyond each of its edges has none.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vision import params as P
from vision.cells import missed
from vision.frame import Image
from vision.geometry import GridPose, Rectifier

BEYOND = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""Steps to the right and up."""


def confirmed(image: Image, doubtful: Iterable[GridPose]) -> GridPose | None:
    """The first of the grids that the reader confirms, in an upright BGR picture, uint8 (H, W, 3)."""
    return next((pose for pose in doubtful if _holds_a_board(image, pose)), None)


def _holds_a_board(image: Image, pose: GridPose) -> bool:
    if _missed(image, pose).mean() > P.SECOND_LOOK_HIDDEN:
        return False
    return all(_ends(image, pose, columns, rows) for columns, rows in BEYOND)


def _ends(image: Image, pose: GridPose, columns: int, rows: int) -> bool:
    """Whether the board ends on that side; False too where the picture ends before that could be seen."""
    if pose.beside(P.SECOND_LOOK_REACH * columns, P.SECOND_LOOK_REACH * rows).outside(0.0):
        return False
    missed = _missed(image, pose.beside(columns, rows))
    return bool(missed[_edge(columns, rows)].mean() >= P.SECOND_LOOK_BEYOND)


def _edge(columns: int, rows: int) -> tuple[slice | int, slice | int]:
    """The line of cells that a step of the grid adds, as an index [row - 1, column - 1]."""
    if rows:
        return (-1 if rows > 0 else 0), slice(None)
    return slice(None), (-1 if columns > 0 else 0)


def _missed(image: Image, pose: GridPose) -> NDArray[np.bool_]:
    """Cells that the reader takes for none or can't see, bool (rows, columns), at one quick look."""
    return missed(Rectifier(pose, P.CELL_PX, P.FACE_MARGIN)(image), pose.spec)
