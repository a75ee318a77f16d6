"""What a picture is, told from its bytes before anything is decoded; names and media types are never believed."""

from __future__ import annotations

from vision.errors import PictureError
from vision.headers import heic, jpeg, png, webp
from vision.headers.types import Header

__all__ = ["Header", "read_header"]

UNREAD_FORMATS = {
    b"GIF8": "GIF",
    b"BM": "BMP",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"\xff\x0a": "JPEG XL",
    b"\0\0\0\x0cJXL ": "JPEG XL",
    b"\0\0\0\x0cjP  ": "JPEG 2000",
}
"""Pictures that are known by their first bytes and not read."""
DOCUMENTS = {b"%PDF": "PDF", b"PK\x03\x04": "ZIP", b"\x1aE\xdf\xa3": "video"}
SNIFFED_BYTES = 1024


def read_header(data: bytes) -> Header:
    """Tell the picture's kind, size, orientation and colours.

    PictureError: `picture_empty`, `picture_format` (a picture of a kind that isn't read), `picture_not_a_picture`,
    `picture_truncated`, `picture_broken`.
    """
    if not data:
        raise PictureError("picture_empty")
    if data.startswith(b"\xff\xd8\xff"):
        return jpeg.read(data)
    if data.startswith(png.SIGNATURE):
        return png.read(data)
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return webp.read(data)
    if brands := heic.brands(data):
        return _iso_media(data, brands)
    raise _refusal(data)


def _iso_media(data: bytes, brands: set[bytes]) -> Header:
    if brands & heic.AVIF_BRANDS:
        raise PictureError("picture_format", kind="AVIF")
    if brands & (heic.STILL_BRANDS | heic.FILM_BRANDS):
        return heic.read(data)
    raise PictureError("picture_not_a_picture", kind="video")


def _refusal(data: bytes) -> PictureError:
    for start, kind in UNREAD_FORMATS.items():
        if data.startswith(start):
            return PictureError("picture_format", kind=kind)
    for start, kind in DOCUMENTS.items():
        if data.startswith(start):
            return PictureError("picture_not_a_picture", kind=kind)
    return PictureError("picture_not_a_picture", kind=_text_kind(data[:SNIFFED_BYTES]))


def _text_kind(head: bytes) -> str:
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if b"<svg" in text:
        return "SVG"
    if text.startswith((b"<!doctype html", b"<html")):
        return "HTML"
    try:
        head[: -4 if len(head) == SNIFFED_BYTES else None].decode("utf-8")
    except UnicodeDecodeError:
        return "unknown"
    return "text" if b"\0" not in head else "unknown"
