"""The embossing of discs: height maps over the disc's face and their slopes."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE = 128  # px across; the disc's radius is 62


@cache
def relief(kind: str) -> NDArray[np.float32]:
    """(2, 128, 128) float32: slope of the disc's face along x and y, about -1..1."""
    height = relief_height(kind)
    slope = np.stack([cv2.Sobel(height, cv2.CV_32F, *along, scale=0.5) for along in ((1, 0), (0, 1))])
    return np.clip(slope, -1, 1)


@cache
def scratches() -> NDArray[np.float32]:
    """(256, 256) float32, about -0.5..0.5: dirt and scratches, relative brightness; seamless enough to be repeated."""
    rng = np.random.default_rng(5)
    dirt = cv2.resize(rng.standard_normal((12, 12), dtype=np.float32), (256, 256), interpolation=cv2.INTER_CUBIC) * 0.12
    for _ in range(90):
        start, turn, length = rng.uniform(0, 256, 2), rng.uniform(0, np.pi), rng.uniform(8, 60)
        end = start + length * np.array([np.cos(turn), np.sin(turn)])
        tone = float(rng.choice([-0.3, 0.35]))
        cv2.line(dirt, np.rint(start).astype(int).tolist(), np.rint(end).astype(int).tolist(), tone, 1, cv2.LINE_AA)
    return cv2.GaussianBlur(dirt, (0, 0), 0.8)


def relief_height(kind: str) -> NDArray[np.float32]:
    """(128, 128) float32: height of the face of a disc, about -4..6; kinds as in `parameters.RELIEFS`."""
    return cv2.GaussianBlur((rim() + EMBOSSED[kind]()).astype(np.float32), (0, 0), 1.2)


def away() -> NDArray[np.float32]:
    """(128, 128) distance from the middle, in disc radii."""
    xs = (np.arange(SIDE, dtype=np.float32) - 64) / 62
    return np.hypot(xs[None, :], xs[:, None])


def rim() -> NDArray[np.float32]:
    """A raised ring along the edge, rounded outside."""
    r = away()
    return 2.5 * ((r > 0.8) & (r < 0.97)) - 3 * np.maximum(r - 0.95, 0) * 10


def plain() -> NDArray[np.float32]:
    """No embossing."""
    return np.zeros((SIDE, SIDE), np.float32)


def rings() -> NDArray[np.float32]:
    """Concentric rings."""
    r = away()
    return (1.5 * ((r * 4.2) % 1 > 0.55) * (r < 0.78)).astype(np.float32)


def star() -> NDArray[np.float32]:
    """A raised star."""
    canvas = np.zeros((SIDE, SIDE), np.uint8)
    angles = np.arange(10) * np.pi / 5
    radii = np.where(np.arange(10) % 2, 16, 40)
    points = np.stack([64 + radii * np.sin(angles), 64 - radii * np.cos(angles)], -1)
    cv2.fillPoly(canvas, [points.astype(np.int32)], 255, cv2.LINE_AA)
    return cv2.GaussianBlur(canvas.astype(np.float32), (0, 0), 3) / 255 * 5


def four() -> NDArray[np.float32]:
    """The outline of a 4."""
    canvas = np.zeros((SIDE, SIDE), np.uint8)
    points = np.array(
        [[70, 98], [70, 80], [38, 80], [38, 70], [66, 32], [80, 32], [80, 68], [90, 68], [90, 80], [80, 80], [80, 98]]
    )
    cv2.polylines(canvas, [points], True, 255, 4, cv2.LINE_AA)
    return canvas.astype(np.float32) * np.float32(3 / 255)


def smile() -> NDArray[np.float32]:
    """A cut-out face."""
    canvas = np.zeros((SIDE, SIDE), np.uint8)
    for x in (46, 82):
        cv2.fillPoly(canvas, [np.array([[x - 10, 56], [x + 10, 56], [x, 38]])], 255, cv2.LINE_AA)
    cv2.ellipse(canvas, (64, 72), (28, 18), 0, 0, 180, 255, -1, cv2.LINE_AA)
    return canvas.astype(np.float32) * np.float32(-4 / 255)


def dome() -> NDArray[np.float32]:
    """A domed face."""
    return 18 * np.sqrt(np.maximum(1 - away() ** 2, 0))


EMBOSSED = {"plain": plain, "rings": rings, "star": star, "four": four, "smile": smile, "dome": dome}
