"""Writing a picture as phones do: pixels as the sensor lies, and an EXIF tag that says how to turn them."""

from __future__ import annotations

import struct

import cv2

from samples.textures import Image

# EXIF orientation (tag 0x0112): how the stored picture must be made so that turning it by the tag gives the upright one
STORE = {1: None, 3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}


def jpeg(upright: Image, quality: int, orientation: int = 1) -> bytes:
    """The bytes of a JPEG file whose pixels lie as `orientation` (1, 3, 6 or 8) says."""
    turn = STORE[orientation]
    stored = upright if turn is None else cv2.rotate(upright, turn)
    data = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    return data if orientation == 1 else data[:2] + segment(orientation) + data[2:]


def segment(orientation: int) -> bytes:
    """An APP1 segment with one tag."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"MM\x00\x2a" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    body = b"Exif\x00\x00" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body
