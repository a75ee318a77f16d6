"""A picture's own colours: its two kinds of disc, and what shows through its holes, from the cells that are clear.

The nets know how discs look anywhere; how they look here, the picture says itself. Of green and orange discs, say, a
net is sure that they are discs of two kinds, and hardly sure which kind is which: their colours, held against each
other, tell. And a doubtful cell that looks like the clear discs of this board is likelier one of them than a hole.

Two kinds: a mixture of two normal distributions in CIE L*a*b*, started from the nets' shares, fitted by expectation
maximisation (Dempster, Laird and Rubin, 1977). Disc or hole: densities around the cell's colour with its own cell left
out (Rosenblatt, 1956; Parzen, 1962). Both say only so much: glare and shadow make colours lie.
"""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import params as P
from vision.cells import BoardReading
from vision.decode import EMPTY, RED, YELLOW
from vision.frame import Image

Floats = NDArray[np.float64]

CLEAR_DISC = 0.5
"""A cell that is likelier a disc than a hole counts as one of the two kinds."""

EM_STEPS = 10
"""The mixture has settled after five."""

LEAST_SHARE = 1e-9


def refined(face: Image, reading: BoardReading) -> BoardReading:
    """The reading after each visible cell was held against the others of its picture.

    face: the rectified board it was read from, uint8 BGR, as `Rectifier(pose, CELL_PX, FACE_MARGIN)` makes it.
    """
    rows, columns = reading.visible.shape
    colours = middles(face, rows, columns)[reading.visible] / P.PALETTE_SPREAD
    shares = _two_kinds(colours, reading.p[reading.visible].astype(np.float64))
    p = reading.p.copy()
    p[reading.visible] = _disc_or_hole(colours, shares)
    return replace(reading, p=p)


def middles(face: Image, rows: int, columns: int) -> Floats:
    """CIE L*a*b* of each hole's middle, medians, float64 (rows, columns, 3), [row - 1][column - 1]."""
    lab = cv2.cvtColor(face.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    reach = round(P.PALETTE_RADIUS * P.CELL_PX)
    out = np.empty((rows, columns, 3))
    for row, column in np.ndindex(rows, columns):
        x = round((column + P.FACE_MARGIN) * P.CELL_PX)
        y = round((rows - 1 - row + P.FACE_MARGIN) * P.CELL_PX)
        part = lab[y - reach : y + reach + 1, x - reach : x + reach + 1]
        out[row, column] = np.median(part.reshape(-1, 3), axis=0)
    return out


def _two_kinds(colours: Floats, shares: Floats) -> Floats:
    """Shares (n, 3) in which each disc's kind was weighed by its colour (n, 3), in units of the spread."""
    discs = shares[:, EMPTY] < CLEAR_DISC
    if discs.sum() < 2:
        return shares
    red, yellow = np.maximum(shares[discs, RED], LEAST_SHARE), np.maximum(shares[discs, YELLOW], LEAST_SHARE)
    lead = np.clip(_lead(colours[discs], red / (red + yellow)), -P.PALETTE_KIND_LEAD, P.PALETTE_KIND_LEAD)
    first = _logistic(np.log(red / yellow) + lead)
    out = shares.copy()
    out[discs, RED] = (red + yellow) * first
    out[discs, YELLOW] = (red + yellow) * (1 - first)
    return out


def _lead(colours: Floats, first: Floats) -> Floats:
    """Log likelihood ratios (n,) of the first kind over the second, by colour alone, from shares `first` (n,)."""
    first = np.clip(first, P.PALETTE_KIND_DOUBT, 1 - P.PALETTE_KIND_DOUBT)
    prior = np.log(first / (1 - first))
    for _ in range(EM_STEPS):
        means = [share @ colours / share.sum() for share in (first, 1 - first)]
        far_first, far_second = (((colours - mean) ** 2).sum(axis=1) for mean in means)
        lead = np.asarray((far_second - far_first) / 2)
        first = np.clip(_logistic(prior + lead), LEAST_SHARE, 1 - LEAST_SHARE)
    return lead


def _disc_or_hole(colours: Floats, shares: Floats) -> Floats:
    """Shares (n, 3) in which being a disc was weighed by how near the clear discs' and holes' colours are."""
    near = np.exp(-((colours[:, None] - colours[None]) ** 2).sum(axis=2) / 2)
    np.fill_diagonal(near, 0.0)
    clear = np.where(shares > P.PALETTE_CLEAR, shares, 0.0)
    density = (near @ clear + P.PALETTE_ANY * P.PALETTE_ANY_CELLS) / (clear.sum(axis=0) - clear + P.PALETTE_ANY_CELLS)
    lead = np.log(np.maximum(density[:, RED], density[:, YELLOW]) / density[:, EMPTY])
    disc = np.maximum(shares[:, RED] + shares[:, YELLOW], LEAST_SHARE)
    odds = np.log(disc / np.maximum(shares[:, EMPTY], LEAST_SHARE)) + np.clip(
        lead, -P.PALETTE_DISC_LEAD, P.PALETTE_DISC_LEAD
    )
    now = _logistic(odds)
    return np.stack([1 - now, now * shares[:, RED] / disc, now * shares[:, YELLOW] / disc], axis=1)


def _logistic(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-odds)))
