"""Strokes that several drawn things share."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Sprite = NDArray[np.uint8]


def solid(colour: NDArray[np.float32] | list[float]) -> list[float]:
    """An opaque BGRA colour, parts 0..255."""
    return [float(np.clip(part, 0, 255)) for part in colour] + [255.0]


def any_colour(rng: Generator) -> NDArray[np.float32]:
    """Any BGR colour."""
    return rng.uniform(5, 250, 3).astype(np.float32)


def box(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A printed box."""
    canvas[:] = solid(colour)
    h, w = canvas.shape[:2]
    for _ in range(int(rng.integers(0, 5))):
        corner = [int(rng.uniform(0, w)), int(rng.uniform(0, h))]
        other = [corner[0] + int(rng.uniform(4, w)), corner[1] + int(rng.uniform(3, h / 2))]
        cv2.rectangle(canvas, corner, other, solid(any_colour(rng)), -1)
    words(canvas, rng)


def words(canvas: Sprite, rng: Generator) -> None:
    """A printed word."""
    h, w = canvas.shape[:2]
    text = "".join(rng.choice(list("abcdeghiklmnorstuw 4"), int(rng.integers(3, 9))))
    where = (int(rng.uniform(0, w * 0.4)), int(rng.uniform(h * 0.2, h)))
    cv2.putText(
        canvas,
        text,
        where,
        int(rng.integers(0, 8)),
        rng.uniform(0.4, 1.6),
        solid(any_colour(rng)),
        int(rng.integers(1, 4)),
        cv2.LINE_AA,
    )
