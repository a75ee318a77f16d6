"""Photos and films of boards for the tests of the ways in: one easy rendered scene, so that the tests need no luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from samples import fast
from samples.scene import random_scene
from samples.truth import Truth
from tests.vision.film_makers import write_pictures

SCENE = replace(random_scene(8, "easy"), hands=())


@cache
def rendered(rows: tuple[str, ...]) -> tuple[np.ndarray, Truth]:
    """The scene with these rows (top first): uint8 BGR, and its truth."""
    return fast.render(replace(SCENE, rows=rows))


def board_picture(rows: tuple[str, ...]) -> np.ndarray:
    return rendered(rows)[0]


def rows_of(text: str) -> tuple[str, ...]:
    """Six rows from a drawing, or its lowest rows: what isn't drawn above is empty."""
    drawn = ["".join(line.split()) for line in text.strip().splitlines()] if text.strip() else []
    return tuple(["......."] * (6 - len(drawn)) + drawn)


def write_photo(path: Path, text: str) -> Path:
    assert cv2.imwrite(str(path), board_picture(rows_of(text)))
    return path


def write_clip(path: Path, boards: Sequence[str], seconds_each: float = 3.0, fps: float = 10.0) -> Path:
    """A film in which each board lies still for a while."""
    frames = [board_picture(rows_of(text)) for text in boards for _ in range(round(seconds_each * fps))]
    return write_pictures(path, frames, fps)
