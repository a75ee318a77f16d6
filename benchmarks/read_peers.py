"""Peers of the simplest kind, as many public programs do it: what all the rest is for."""

import cv2
import numpy as np

from referee.board import BoardSpec
from vision.frame import Image
from vision.geometry import GridPose, Points

HOUGH_SIDE_PX = 800
"""Longer side at which circles are sought, px."""
HOUGH_LEAST = 20
"""Fewer circles than this are no board."""
DISC_SATURATION, DISC_VALUE = 110, 70
"""Least S and V of a disc, 0–255."""
RED_HUES, YELLOW_HUES = (12, 165), (18, 38)
"""Red is below the first and above the second, yellow between the two; OpenCV's hues, 0–180."""


def by_colour_ranges(image: Image, pose: GridPose) -> list[str]:
    """Given our own grid: the middle of each cell, by fixed ranges of hue, saturation and value alone."""
    return _coloured(image, pose.cell_centres()[::-1])


def by_hough_circles(image: Image, spec: BoardSpec) -> list[str] | None:
    """Everything by itself: circles, the box around them cut into equal cells, then fixed colour ranges.

    None with too few circles. Only for boards seen straight on; a box doesn't know perspective.
    """
    factor = HOUGH_SIDE_PX / max(image.shape[:2])
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    grey = cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 5)
    circles = cv2.HoughCircles(grey, cv2.HOUGH_GRADIENT, 1, 20, param1=100, param2=25, minRadius=8, maxRadius=60)
    if circles is None or circles.shape[1] < HOUGH_LEAST:
        return None
    found = circles[0]
    alike = found[np.abs(found[:, 2] - np.median(found[:, 2])) < 0.3 * np.median(found[:, 2]), :2]
    (left, top), (right, bottom) = np.percentile(alike, 2, axis=0), np.percentile(alike, 98, axis=0)
    x, y = np.meshgrid(np.linspace(left, right, spec.columns), np.linspace(top, bottom, spec.rows))
    return _coloured(image, np.stack([x, y], axis=-1) / factor)


def _coloured(image: Image, centres: Points) -> list[str]:
    """Rows, top first, of the pixels at centres (rows, columns, 2)."""
    height, width = image.shape[:2]
    x = np.clip(centres[..., 0].astype(int), 0, width - 1)
    y = np.clip(centres[..., 1].astype(int), 0, height - 1)
    hue, saturation, value = np.moveaxis(cv2.cvtColor(image[y, x][None].reshape(1, -1, 3), cv2.COLOR_BGR2HSV)[0], -1, 0)
    vivid = (saturation > DISC_SATURATION) & (value > DISC_VALUE)
    red = vivid & ((hue < RED_HUES[0]) | (hue > RED_HUES[1]))
    yellow = vivid & (hue > YELLOW_HUES[0]) & (hue < YELLOW_HUES[1])
    letters = np.where(red, "R", np.where(yellow, "Y", ".")).reshape(centres.shape[:2])
    return ["".join(row) for row in letters]
