"""JPEG: size, colours, orientation, and whether all of it is there. ITU-T T.81; no pixel is decoded.

A picture is complete when its end marker is found in its place (a thumbnail's doesn't count, whatever follows the
end isn't looked at: phones append films and depth maps) and, if progressive, when the scans bring every coefficient
of every component down to its last bit. Decoders differ on both; the rule here is the same under all of them.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field

from vision.errors import PictureError
from vision.headers import exif
from vision.headers.types import Colours, Header

SOI, EOI, SOS, APP1 = 0xD8, 0xD9, 0xDA, 0xE1
FRAMES = {0xC0: False, 0xC1: False, 0xC2: True}
"""Start-of-frame markers that are read, and whether they are progressive; the lossless and arithmetic ones aren't."""
OTHER_FRAMES = {0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF}
BARE = {0x01, *range(0xD0, 0xD8)}
"""Markers without a length: TEM and the restarts."""
MAX_SCANS = 100
"""Scans of one picture. Real ones have about ten; thousands in a small file cost a decoder minutes."""
COEFFICIENTS = 64
NEVER_SENT = 255
COLOURS: dict[int, Colours] = {1: "grey", 3: "rgb", 4: "cmyk"}

_next_marker = re.compile(rb"\xff+([\x01-\xcf\xd8-\xfe])").search


@dataclass
class _Walk:
    """What has been met so far on the way through the markers (filled in as it goes)."""

    progressive: bool = False
    size: tuple[int, int] | None = None
    components: tuple[int, ...] = ()
    orientation: int = exif.UPRIGHT
    scans: int = 0
    lowest_bit: dict[int, list[int]] = field(default_factory=dict)
    """Per component id, for each coefficient the lowest bit sent so far."""


def read(data: bytes) -> Header:
    """The header of a complete JPEG; PictureError `picture_truncated` or `picture_broken` otherwise."""
    walk = _Walk()
    try:
        _walk(data, walk)
    except (struct.error, IndexError):
        raise PictureError("picture_truncated", kind="JPEG") from None
    if walk.size is None or not walk.scans or 0 in walk.size or len(walk.components) not in COLOURS:
        raise PictureError("picture_broken", kind="JPEG")
    if walk.progressive and not _all_bits_sent(walk):
        raise PictureError("picture_truncated", kind="JPEG")
    width, height = walk.size
    return Header("JPEG", width, height, walk.orientation, COLOURS[len(walk.components)])


def _walk(data: bytes, walk: _Walk) -> None:
    """From marker to marker up to the end marker; struct.error or IndexError where the bytes end first."""
    at = 2
    while True:
        marker, at = _marker(data, at)
        if marker == EOI:
            return
        if marker in BARE:
            continue
        (length,) = struct.unpack_from(">H", data, at)
        if length < 2:
            raise PictureError("picture_broken", kind="JPEG")
        if at + length > len(data):
            raise IndexError
        _segment(marker, data[at + 2 : at + length], walk)
        at += length


def _marker(data: bytes, at: int) -> tuple[int, int]:
    """The next marker at or after `at` and the place behind it; what lies between is entropy-coded or stray."""
    found = _next_marker(data, at)
    if found is None:
        raise IndexError
    return found[1][0], found.end()


def _segment(marker: int, body: bytes, walk: _Walk) -> None:
    if marker in FRAMES:
        _frame(marker, body, walk)
    elif marker in OTHER_FRAMES or marker == SOI:
        raise PictureError("picture_broken", kind="JPEG")
    elif marker == SOS:
        _scan(body, walk)
    elif marker == APP1 and body.startswith(exif.PREFIX) and walk.orientation == exif.UPRIGHT:
        walk.orientation = exif.orientation(body)


def _frame(marker: int, body: bytes, walk: _Walk) -> None:
    precision, height, width, count = struct.unpack_from(">BHHB", body)
    if walk.size is not None or precision != 8:
        raise PictureError("picture_broken", kind="JPEG")
    walk.progressive = FRAMES[marker]
    walk.size = (width, height)
    walk.components = tuple(body[6 + 3 * i] for i in range(count))
    walk.lowest_bit = {component: [NEVER_SENT] * COEFFICIENTS for component in walk.components}


def _scan(body: bytes, walk: _Walk) -> None:
    walk.scans += 1
    count = body[0]
    first, last, bits = body[1 + 2 * count], body[2 + 2 * count], body[3 + 2 * count]
    if walk.scans > MAX_SCANS or last >= COEFFICIENTS:
        raise PictureError("picture_broken", kind="JPEG")
    for component in (body[1 + 2 * i] for i in range(count)):
        if component not in walk.lowest_bit:
            raise PictureError("picture_broken", kind="JPEG")
        walk.lowest_bit[component][first : last + 1] = [bits & 0x0F] * (last + 1 - first)


def _all_bits_sent(walk: _Walk) -> bool:
    return all(bit == 0 for bits in walk.lowest_bit.values() for bit in bits)
