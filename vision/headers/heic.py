"""HEIC: the largest size it declares, and whether it is a film. ISO/IEC 23008-12 in ISO/IEC 14496-12 boxes.

Orientation isn't read here: in this container it is a property that the decoder applies, and its EXIF copy is to be
ignored.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from vision.errors import PictureError
from vision.headers.types import Header

STILL_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"mif1"}
FILM_BRANDS = {b"hevc", b"hevx", b"msf1"}
AVIF_BRANDS = {b"avif", b"avis"}
PATH = (b"meta", b"iprp", b"ipco")
"""Where the properties of all images lie."""
META_PREFIX = 4
"""`meta` begins with four bytes of version and flags before its boxes."""


def brands(data: bytes) -> set[bytes]:
    """Major and compatible brands of an ISO media file; the empty set if it is none."""
    if data[4:8] != b"ftyp":
        return set()
    end = min(int.from_bytes(data[:4], "big"), len(data))
    return {data[8:12], *(data[at : at + 4] for at in range(16, end - 3, 4))}


def read(data: bytes) -> Header:
    """The header of a HEIC; PictureError `picture_broken` if it holds no size."""
    sizes = list(_sizes(data))
    if not sizes or any(0 in size for size in sizes):
        raise PictureError("picture_broken", kind="HEIC")
    width, height = max(sizes, key=lambda size: size[0] * size[1])
    return Header("HEIC", width, height, animated=data[8:12] in FILM_BRANDS)


def _sizes(data: bytes) -> Iterator[tuple[int, int]]:
    inside = data
    for step in PATH:
        inside = next((body for name, body in _boxes(inside) if name == step), b"")
        inside = inside[META_PREFIX:] if step == b"meta" else inside
    for name, body in _boxes(inside):
        if name == b"ispe" and len(body) >= 12:
            yield struct.unpack_from(">II", body, 4)


def _boxes(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 0
    while at + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        head = 8
        if length == 1 and at + 16 <= len(data):
            (length,), head = struct.unpack_from(">Q", data, at + 8), 16
        end = len(data) if length == 0 else at + length
        if length != 0 and length < head:
            return
        yield name, data[at + head : end]
        at = end
