"""Films for the tests: written by OpenCV, then bent by hand where it can't write what we need."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

WIDTH, HEIGHT = 160, 96
PARENTS = (b"moov", b"trak", b"mdia", b"minf", b"stbl")
TURN_90 = (0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000)
"""The display matrix for a quarter turn clockwise, in 16.16 (last column 2.30) fixed point."""


def picture(level: int) -> np.ndarray:
    """A picture whose right half has one level (what tells the frames apart) and whose top left quarter is red."""
    image = np.full((HEIGHT, WIDTH, 3), 40, np.uint8)
    image[:, WIDTH // 2 :] = level
    image[: HEIGHT // 2, : WIDTH // 2] = (30, 30, 220)
    return image


def write(path: Path, levels: Sequence[int], fps: float = 10.0) -> Path:
    return write_pictures(path, [picture(level) for level in levels], fps)


def write_pictures(path: Path, pictures: Sequence[np.ndarray], fps: float) -> Path:
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), fps, (width, height))
    assert writer.isOpened()
    for each in pictures:
        writer.write(each)
    writer.release()
    return path


def set_rotation(path: Path) -> None:
    """Say in the film that it was taken with the phone turned by a quarter."""
    data = bytearray(path.read_bytes())
    struct.pack_into(">9i", data, data.index(b"tkhd") + 4 + 40, *TURN_90)
    path.write_bytes(data)


def set_steps(path: Path, steps: Sequence[float]) -> None:
    """Give each frame its own duration, as a multiple of the old one (a variable frame rate)."""
    data = bytearray(path.read_bytes())
    at = data.index(b"stts")
    assert struct.unpack_from(">I", data, at + 8) == (1,)
    count, delta = struct.unpack_from(">II", data, at + 12)
    assert count == len(steps)
    entries = b"".join(struct.pack(">II", 1, round(delta * step)) for step in steps)
    grown = len(entries) - 8
    data[at + 8 : at + 20] = struct.pack(">I", count) + entries
    for name in (*PARENTS, b"stts"):
        head = data.index(name) - 4
        struct.pack_into(">I", data, head, struct.unpack_from(">I", data, head)[0] + grown)
    if (edits := data.find(b"edts")) >= 0:  # an edit list would end the film at its old length
        data[edits : edits + 4] = b"free"
    path.write_bytes(data)
