"""Photos of boards for the tests of the ways in: plainly drawn, so that vision has no trouble and the tests no luck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from tests.vision.film_makers import write_pictures

PITCH_PX = 60
MARGIN_PX = 110
SIZE = (7 * PITCH_PX + 2 * MARGIN_PX, 6 * PITCH_PX + 2 * MARGIN_PX)
WALL, BLUE, RED, YELLOW = (205, 212, 216), (150, 60, 20), (40, 35, 200), (30, 200, 240)
DISCS = {"R": RED, "Y": YELLOW, ".": WALL}
SUPERSAMPLING = 3


@cache
def board_picture(rows: tuple[str, ...]) -> np.ndarray:
    """A board straight from the front before a plain wall, uint8 BGR; rows from the top."""
    s = SUPERSAMPLING
    image = np.full((SIZE[1] * s, SIZE[0] * s, 3), WALL, np.uint8)
    pitch, margin = PITCH_PX * s, MARGIN_PX * s
    edge = pitch // 5
    cv2.rectangle(
        image, (margin - edge, margin - edge), (margin + 7 * pitch + edge, margin + 6 * pitch + edge), BLUE, -1
    )
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            centre = (margin + pitch * across + pitch // 2, margin + pitch * down + pitch // 2)
            cv2.circle(image, centre, pitch * 2 // 5, DISCS[cell], -1, cv2.LINE_AA)
    noise = np.random.default_rng(3).normal(0, 3, (SIZE[1], SIZE[0], 3))
    return np.clip(cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA) + noise, 0, 255).astype(np.uint8)


def rows_of(text: str) -> tuple[str, ...]:
    """Six rows from a drawing, or its lowest rows: what isn't drawn above is empty."""
    drawn = ["".join(line.split()) for line in text.strip().splitlines()] if text.strip() else []
    return tuple(["......."] * (6 - len(drawn)) + drawn)


def write_photo(path: Path, text: str) -> Path:
    assert cv2.imwrite(str(path), board_picture(rows_of(text)))
    return path


def write_clip(path: Path, boards: Sequence[str], seconds_each: float = 3.0, fps: float = 10.0) -> Path:
    """A film in which each board lies still for a while."""
    stills = [board_picture(rows_of(text)) for text in boards]
    return write_pictures(path, _held(stills, round(seconds_each * fps)), fps)


def _held(stills: Iterable[np.ndarray], frames: int) -> list[np.ndarray]:
    return [still for still in stills for _ in range(frames)]
