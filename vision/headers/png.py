"""PNG: size, colours, orientation, animation, and whether all of it is there. W3C PNG, third edition."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import replace

from vision.errors import PictureError
from vision.headers import exif
from vision.headers.types import Header

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY_TYPES = {0, 4}
"""Colour types without colour: grey, grey with alpha."""


def read(data: bytes) -> Header:
    """The header of a whole PNG; PictureError `picture_truncated` or `picture_broken` otherwise."""
    header: Header | None = None
    for name, body in _chunks(data):
        if header is None:
            header = _first(name, body)
        elif name == b"acTL":
            header = replace(header, animated=True)
        elif name == b"eXIf":
            header = replace(header, orientation=exif.orientation(body))
        elif name == b"IEND":
            return header
    raise PictureError("picture_truncated", kind="PNG")


def _first(name: bytes, body: bytes) -> Header:
    if name != b"IHDR" or len(body) != 13:
        raise PictureError("picture_broken", kind="PNG")
    width, height, _depth, colour_type = struct.unpack_from(">IIBB", body)
    if not width or not height:
        raise PictureError("picture_broken", kind="PNG")
    return Header("PNG", width, height, colours="grey" if colour_type in GREY_TYPES else "rgb")


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Chunk names and bodies, each with its check sum proved, as far as whole chunks go."""
    at = len(SIGNATURE)
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        end = at + 12 + length
        if end > len(data):
            return
        checked = data[at + 4 : end - 4]
        if struct.unpack_from(">I", data, end - 4) != (zlib.crc32(checked),):
            raise PictureError("picture_broken", kind="PNG")
        yield checked[:4], checked[4:]
        at = end
