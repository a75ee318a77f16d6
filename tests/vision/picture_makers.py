"""Pictures for the tests, made by another library than the one that reads them."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np
from PIL import Image as Pillow

WIDTH, HEIGHT = 160, 96
RED, YELLOW, BLUE, GREEN = (200, 30, 40), (240, 210, 40), (30, 60, 170), (40, 150, 60)
"""Corners in RGB: top left, top right, bottom left, bottom right."""


def corners_picture(width: int = WIDTH, height: int = HEIGHT) -> Pillow.Image:
    """Four quarters in four colours, so that every turn and mirror shows, with noise."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[: height // 2, : width // 2] = RED
    picture[: height // 2, width // 2 :] = YELLOW
    picture[height // 2 :, : width // 2] = BLUE
    picture[height // 2 :, width // 2 :] = GREEN
    noise = np.random.default_rng(7).integers(-12, 13, picture.shape)
    return Pillow.fromarray(np.clip(picture + noise, 0, 255).astype(np.uint8))


def corner_names(image: np.ndarray) -> str:
    """Which colours lie top left, top right, bottom left, bottom right of a BGR image: "RYBG" if it is upright."""
    height, width = image.shape[:2]
    names = ""
    for y, x in ((1, 1), (1, 3), (3, 1), (3, 3)):
        y0, x0 = height * y // 4, width * x // 4
        blue, green, red = np.median(image[y0 - 4 : y0 + 4, x0 - 4 : x0 + 4].reshape(-1, 3), axis=0)
        seen = np.array([red, green, blue])
        distances = [np.abs(seen - colour).sum() for colour in (RED, YELLOW, BLUE, GREEN)]
        assert min(distances) < 60, f"colours are off: {seen}"
        names += "RYBG"[int(np.argmin(distances))]
    return names


def encode(picture: Pillow.Image, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def exif(orientation: int, order: str = "<") -> bytes:
    """A TIFF block that holds nothing but an orientation."""
    head = b"II*\0" if order == "<" else b"MM\0*"
    return head + struct.pack(order + "IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)


def jpeg_with_app1(jpeg: bytes, *blocks: bytes) -> bytes:
    """The JPEG with APP1 segments put in front."""
    segments = b"".join(b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block for block in blocks)
    return jpeg[:2] + segments + jpeg[2:]


def png_chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_bomb(width: int = 20_000, height: int = 20_000) -> bytes:
    """A one-bit PNG of width x height in a few kilobytes."""
    rows = zlib.compressobj(9)
    line = bytes(1 + width // 8)
    packed = b"".join(rows.compress(line) for _ in range(height)) + rows.flush()
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + png_chunk(b"IDAT", packed) + png_chunk(b"IEND", b"")


def turned_back(picture: Pillow.Image, orientation: int) -> Pillow.Image:
    """The picture as a camera stores it under an EXIF orientation, so that following the orientation gives it back."""
    undo = {
        1: None,
        2: Pillow.Transpose.FLIP_LEFT_RIGHT,
        3: Pillow.Transpose.ROTATE_180,
        4: Pillow.Transpose.FLIP_TOP_BOTTOM,
        5: Pillow.Transpose.TRANSPOSE,
        6: Pillow.Transpose.ROTATE_90,
        7: Pillow.Transpose.TRANSVERSE,
        8: Pillow.Transpose.ROTATE_270,
    }[orientation]
    return picture if undo is None else picture.transpose(undo)
