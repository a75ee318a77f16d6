"""The one orientation rule: EXIF's tag 0x0112 in IFD0, and 1 (upright) wherever that can't be read."""

from __future__ import annotations

import struct

PREFIX = b"Exif\0\0"
ORIENTATION_TAG = 0x0112
SHORT = 3  # EXIF's type number of a 16-bit integer
UPRIGHT = 1


def orientation(block: bytes) -> int:
    """The orientation 1-8 in an EXIF block; a prefix written once, twice or not at all doesn't matter.

    A broken block counts as silent: a picture isn't refused over its notes.
    """
    while block.startswith(PREFIX):
        block = block[len(PREFIX) :]
    try:
        return _tiff_orientation(block)
    except struct.error:
        return UPRIGHT


def _tiff_orientation(tiff: bytes) -> int:
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
    if order is None:
        return UPRIGHT
    (start,) = struct.unpack_from(order + "I", tiff, 4)
    (entries,) = struct.unpack_from(order + "H", tiff, start)
    for entry in range(entries):
        tag, kind, count, value = struct.unpack_from(order + "HHIH", tiff, start + 2 + 12 * entry)
        if (tag, kind, count) == (ORIENTATION_TAG, SHORT, 1):
            return value if 1 <= value <= 8 else UPRIGHT
    return UPRIGHT
