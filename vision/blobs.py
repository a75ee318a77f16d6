"""Closed contours that are nearly ellipses: what holes, rims and discs look like from any side.

The plate around a hole differs from what is in it in lightness or in colour, whatever both are. So each of L*, a*, b*
is compared with its own local median, brighter and darker, and every closed contour that fills the ellipse of its own
second moments is kept. Rim, disc and background of one hole may all be found: they share a centre, which is all the
lattice needs. Through a thick board each hole shows a dark wall and a bright lens of background: only together, as all
that is unlike the plate, do they make the round hole.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import params as P


@dataclass(frozen=True)
class Blobs:
    """Ellipses found in one picture, n of them, best first.

    centre: float64 (n, 2) px. covariance: float64 (n, 2, 2) px², second central moments of the filled contour.
    area: float64 (n,) px². roundness: float64 (n,), contour area over the area of its moment ellipse (1: an ellipse,
    0.955: a square). support: int64 (n,), how many masks saw the same ellipse.
    """

    centre: NDArray[np.float64]
    covariance: NDArray[np.float64]
    area: NDArray[np.float64]
    roundness: NDArray[np.float64]
    support: NDArray[np.int64]

    def __post_init__(self) -> None:
        n = len(self.area)
        shapes = {"centre": (n, 2), "covariance": (n, 2, 2), "roundness": (n,), "support": (n,)}
        for name, shape in shapes.items():
            actual = getattr(self, name).shape
            if actual != shape:
                raise ValueError(f"{name}: expected shape {shape}, got {actual}")

    def __len__(self) -> int:
        return len(self.area)


def find_blobs(image: NDArray[np.uint8]) -> Blobs:
    """All nearly elliptic closed contours of a BGR picture, uint8 (H, W, 3), near-duplicates merged."""
    longest = max(image.shape[:2])
    rows = [row for mask in _masks(image) for row in _ellipses(mask, longest)]
    if not rows:
        empty = np.zeros(0)
        return Blobs(np.zeros((0, 2)), np.zeros((0, 2, 2)), empty, empty, np.zeros(0, np.int64))
    table = np.array(rows)
    return _merge(table[np.argsort(-table[:, 6], kind="stable")])


def _masks(image: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """Binary pictures: each Lab channel above and below what is usual around, and all that is unlike it in any way."""
    lab = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), (0, 0), P.BLOB_BLUR_PX)
    for window in P.BLOB_WINDOWS:
        usual = _usual(lab, window)
        for channel, around, contrast in zip(cv2.split(lab), cv2.split(usual), P.BLOB_CONTRAST, strict=True):
            yield np.asarray(cv2.compare(channel, cv2.add(around, float(contrast)), cv2.CMP_GT), np.uint8)
            yield np.asarray(cv2.compare(channel, cv2.subtract(around, float(contrast)), cv2.CMP_LT), np.uint8)
        alike = cv2.inRange(cv2.absdiff(lab, usual), (0, 0, 0), P.BLOB_UNLIKE)
        yield np.asarray(cv2.bitwise_not(alike), np.uint8)


def _usual(lab: NDArray[np.uint8], window: float) -> NDArray[np.uint8]:
    """The local median, channel by channel, in windows of this share of the longer side.

    Plate takes up more than half of a board: around its holes the median is the plate, whatever is in them.
    """
    height, width = lab.shape[:2]
    small = cv2.resize(lab, None, fx=1 / P.BLOB_COARSE, fy=1 / P.BLOB_COARSE, interpolation=cv2.INTER_AREA)
    side = max(3, int(window * max(small.shape[:2])) | 1)
    return np.asarray(cv2.resize(cv2.medianBlur(small, side), (width, height)), np.uint8)


def _ellipses(mask: NDArray[np.uint8], longest: int) -> Iterator[tuple[float, ...]]:
    """(x, y, sxx, sxy, syy, area, roundness) of each contour that is nearly an ellipse."""
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    largest = P.BLOB_LARGEST * longest
    for contour in contours:
        if not P.BLOB_SHORTEST_CONTOUR_PX <= len(contour) <= 4 * largest:
            continue
        m = cv2.moments(contour)
        area = m["m00"]
        if area < P.BLOB_LEAST_AREA_PX2:
            continue
        sxx, sxy, syy = m["mu20"] / area, m["mu11"] / area, m["mu02"] / area
        determinant = sxx * syy - sxy * sxy
        if determinant <= 0:
            continue
        roundness = area / (4 * math.pi * math.sqrt(determinant))
        if roundness < P.BLOB_ROUNDNESS:
            continue
        half_trace = (sxx + syy) / 2
        spread = math.sqrt(max(half_trace * half_trace - determinant, 0.0))
        minor, major = half_trace - spread, half_trace + spread
        if minor < P.BLOB_LEAST_ASPECT**2 * major or 4 * math.sqrt(major) > largest:
            continue
        yield m["m10"] / area, m["m01"] / area, sxx, sxy, syy, area, roundness


def _merge(table: NDArray[np.float64]) -> Blobs:
    """One blob of each group with the same centre and size: the roundest."""
    x, y, radius = table[:, 0], table[:, 1], np.sqrt(table[:, 5] / math.pi)
    open_ = np.ones(len(table), bool)
    keep, support = [], []
    for i in range(len(table)):
        if not open_[i]:
            continue
        near = np.flatnonzero(open_ & (np.abs(x - x[i]) < P.BLOB_MERGE_CENTRE * radius[i]))
        near = near[np.hypot(x[near] - x[i], y[near] - y[i]) < P.BLOB_MERGE_CENTRE * radius[i]]
        ratio = radius[near] / radius[i]
        same = near[(ratio < P.BLOB_MERGE_SIZE) & (ratio > 1 / P.BLOB_MERGE_SIZE)]
        open_[same] = False
        keep.append(i)
        support.append(len(same))
    t = table[keep]
    covariance = np.stack([t[:, 2], t[:, 3], t[:, 3], t[:, 4]], axis=-1).reshape(-1, 2, 2)
    order = np.lexsort((-t[:, 6], -np.array(support)))
    return Blobs(t[order, :2], covariance[order], t[order, 5], t[order, 6], np.array(support, np.int64)[order])
