"""A frame as a camera sends it: a small header, then the picture. The same bytes by WebSocket and by POST.

    0   "FD"                    2 bytes
    2   version, 1              1 byte
    3   flags, 0                1 byte
    4   number                  4 bytes, unsigned
    8   capture time            8 bytes, float: milliseconds on the camera's clock, of any beginning
    16  JPEG or WebP

Big-endian, as JavaScript's DataView writes when nothing else is said.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field

from api.errors import Refused
from api.service.limits import Limits
from vision.errors import PictureError
from vision.frame import Image
from vision.headers import read_header
from vision.pictures import decode_picture

HEADER = struct.Struct(">2sBBId")
MAGIC = b"FD"
VERSION = 1
MS_PER_S = 1000.0
KINDS = ("JPEG", "WebP")


@dataclass(frozen=True)
class Incoming:
    """A frame as it came in. capture_s: seconds on the camera's own clock."""

    number: int
    capture_s: float
    picture: bytes = field(repr=False)


def parse_frame(message: bytes, limits: Limits) -> Incoming:
    """The frame in a message. Raises `Refused`: `frame_header`, `frame_too_many_bytes`."""
    if len(message) < HEADER.size:
        raise Refused("frame_header")
    magic, version, flags, number, capture_ms = HEADER.unpack_from(message)
    if magic != MAGIC or version != VERSION or flags != 0 or not math.isfinite(capture_ms):
        raise Refused("frame_header")
    if len(message) - HEADER.size > limits.frame_bytes:
        raise Refused("frame_too_many_bytes", {"most_kb": limits.frame_bytes // 1000})
    return Incoming(number, capture_ms / MS_PER_S, message[HEADER.size :])


def decode_frame(picture: bytes, limits: Limits) -> Image:
    """The upright picture. Raises `PictureError` as `decode_picture`; sizes are read before anything is decoded."""
    header = read_header(picture)
    if header.kind not in KINDS:
        raise PictureError("picture_format", kind=header.kind)
    if header.width * header.height > limits.frame_pixels:
        most_mp = limits.frame_pixels // 1_000_000
        raise PictureError("picture_too_large", width=header.width, height=header.height, most_mp=most_mp)
    return decode_picture(picture)


def pack_frame(number: int, capture_s: float, picture: bytes) -> bytes:
    """The message of a frame, for clients in Python."""
    return HEADER.pack(MAGIC, VERSION, 0, number, capture_s * MS_PER_S) + picture
