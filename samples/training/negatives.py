"""Faces of grids that lie beside the board: cells that are none.

A grid finder is at times one column or row off. The net learns to call what isn't a cell hidden, so that a grid can be
judged by what is read in it (`vision.second_look`). Flat printed boards were tried as well, as boards without cells:
the net then took glossy product pictures of real boards for printed ones.
"""

import numpy as np
from numpy.typing import NDArray

BESIDE_SHARE = 0.05
"""Share of faces whose grid is whole cells off."""

OFF = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (2, 0), (-2, 0), (0, 2), (0, -2))
"""Columns and rows by which a grid is off."""


def off_by(labels: NDArray[np.uint8], columns: int, rows: int, beyond: int) -> NDArray[np.uint8]:
    """Labels (rows, columns) of a grid that lies so far to the right and up; `beyond` where there are no cells."""
    high, wide = labels.shape
    out = np.full_like(labels, beyond)
    target = (slice(max(0, -rows), high - max(0, rows)), slice(max(0, -columns), wide - max(0, columns)))
    source = (slice(max(0, rows), high + min(0, rows)), slice(max(0, columns), wide + min(0, columns)))
    out[target] = labels[source]
    return out
