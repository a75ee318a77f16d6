"""WebP: size, orientation, animation, and whether all of it is there. RFC 9649."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from vision.errors import PictureError
from vision.headers import exif
from vision.headers.types import Header

ANIMATION_FLAG = 0x02
KEY_FRAME_CODE = b"\x9d\x01\x2a"
LOSSLESS_SIGNATURE = 0x2F


def read(data: bytes) -> Header:
    """The header of a whole WebP; PictureError `picture_truncated` or `picture_broken` otherwise."""
    (length,) = struct.unpack_from("<I", data, 4)
    if length + 8 > len(data):
        raise PictureError("picture_truncated", kind="WebP")
    try:
        return _read(dict(_chunks(data[: length + 8])))
    except struct.error:
        raise PictureError("picture_broken", kind="WebP") from None


def _read(chunks: dict[bytes, bytes]) -> Header:
    sizes = [size(chunks[name]) for name, size in SIZES.items() if name in chunks]
    if not sizes or any(0 in size for size in sizes):
        raise PictureError("picture_broken", kind="WebP")
    width, height = max(sizes, key=lambda size: size[0] * size[1])
    animated = b"ANIM" in chunks or bool(chunks.get(b"VP8X", b"\0")[0] & ANIMATION_FLAG)
    return Header("WebP", width, height, exif.orientation(chunks.get(b"EXIF", b"")), animated=animated)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + 8 <= len(data):
        name, length = struct.unpack_from("<4sI", data, at)
        if at + 8 + length > len(data):
            raise PictureError("picture_truncated", kind="WebP")
        yield name, data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def _extended(body: bytes) -> tuple[int, int]:
    wide, high = struct.unpack_from("<4x3s3s", body)
    return int.from_bytes(wide, "little") + 1, int.from_bytes(high, "little") + 1


def _lossy(body: bytes) -> tuple[int, int]:
    code, width, height = struct.unpack_from("<3x3sHH", body)
    if code != KEY_FRAME_CODE:
        raise struct.error
    return width & 0x3FFF, height & 0x3FFF


def _lossless(body: bytes) -> tuple[int, int]:
    signature, bits = struct.unpack_from("<BI", body)
    if signature != LOSSLESS_SIGNATURE:
        raise struct.error
    return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1


SIZES = {b"VP8X": _extended, b"VP8 ": _lossy, b"VP8L": _lossless}
