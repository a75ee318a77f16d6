"""Bytes in, an upright picture out, or a refusal that says why. The only user of the still decoders.

The order is the protection: bytes are counted, the header is read, sizes and kinds are judged, and only then a decoder
is called. Orientation is applied here for every kind but HEIC (whose decoder does it), by one rule.
"""

from __future__ import annotations

import importlib.util

import cv2
import numpy as np

from vision import limits
from vision.errors import PictureError
from vision.frame import Image
from vision.headers import Header, read_header

__all__ = ["PictureError", "decode_picture"]

MIDDLE_GREY = 128
"""What JPEG decoders paint where data ran out, in every channel, 0-255."""
BLOCK_PX = 8
"""Side of a JPEG block: the least that is painted so."""
COLOUR_SPREAD = 12
"""Levels 0-255 between a pixel's channels: below it, in (nearly) all pixels, a picture has no colour. Compressed grey
stays under 4, red and yellow discs in dim light lie above 40."""
COLOURLESS_SHARE = 0.9995
"""Share of pixels, 0-1, that must be below COLOUR_SPREAD: one disc in a wide picture covers more than the rest."""
SAMPLED_SIDE_PX = 400
"""The colour test looks at a grid of about this many pixels a side."""


def decode_picture(data: bytes) -> Image:
    """Decode one still to uint8 (H, W, 3) BGR, turned upright.

    JPEG, PNG, WebP, and HEIC where the `heic` extra is installed, told apart by content. An alpha channel is dropped,
    16-bit channels are brought to 8.

    PictureError codes: `picture_empty`, `picture_too_many_bytes`, `picture_not_a_picture`, `picture_format`,
    `picture_heic`, `picture_animated`, `picture_cmyk`, `picture_no_colour`, `picture_too_large`, `picture_too_small`,
    `picture_truncated`, `picture_broken`.
    """
    if len(data) > limits.MAX_PICTURE_BYTES:
        raise PictureError("picture_too_many_bytes", most_mb=limits.MAX_PICTURE_BYTES // 1_000_000)
    header = read_header(data)
    _check_header(header)
    image = _decode_heic(data) if header.kind == "HEIC" else _upright(_decode(data, header), header.orientation)
    if _is_colourless(image):
        raise PictureError("picture_no_colour")
    return image


def heic_is_supported() -> bool:
    """Whether the `heic` extra is installed."""
    return importlib.util.find_spec("pi_heif") is not None


def _check_header(header: Header) -> None:
    if header.animated:
        raise PictureError("picture_animated", kind=header.kind)
    size = {"width": header.width, "height": header.height}
    if header.width * header.height > limits.MAX_PICTURE_PIXELS:
        raise PictureError("picture_too_large", **size, most_mp=limits.MAX_PICTURE_PIXELS // 1_000_000)
    if min(header.width, header.height) < limits.MIN_PICTURE_SIDE_PX:
        raise PictureError("picture_too_small", **size, least=limits.MIN_PICTURE_SIDE_PX)
    if header.colours == "cmyk":
        raise PictureError("picture_cmyk")
    if header.colours == "grey":
        raise PictureError("picture_no_colour")


def _decode(data: bytes, header: Header) -> Image:
    """Decode as stored; OpenCV's own turning is switched off."""
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        image = None
    if image is None or image.shape != (header.height, header.width, 3):
        raise PictureError("picture_broken", kind=header.kind)
    if header.kind == "JPEG" and np.all(image[-BLOCK_PX:] == MIDDLE_GREY):
        raise PictureError("picture_truncated", kind="JPEG")
    return np.asarray(image, np.uint8)


def _decode_heic(data: bytes) -> Image:
    if not heic_is_supported():
        raise PictureError("picture_heic")
    import pi_heif

    try:
        picture = pi_heif.open_heif(data, convert_hdr_to_8bit=True, bgr_mode=True)
        width, height = picture.size
        _check_header(Header("HEIC", width, height))
        image = np.array(picture, np.uint8)  # a copy: the decoder's own memory goes when `picture` does
    except (ValueError, RuntimeError, EOFError, OSError, SyntaxError, MemoryError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError("picture_broken", kind="HEIC") from None
    if image.ndim != 3:
        raise PictureError("picture_no_colour")
    return np.ascontiguousarray(image[:, :width, :3])  # its rows may be padded


def _upright(image: Image, orientation: int) -> Image:
    """Turn a stored picture upright: EXIF 2.32, tag Orientation."""
    if orientation in (5, 6, 7, 8):
        image = cv2.transpose(image)
    if orientation in (2, 3, 6, 7):
        image = cv2.flip(image, 1)
    if orientation in (3, 4, 7, 8):
        image = cv2.flip(image, 0)
    return np.asarray(image, np.uint8)


def _is_colourless(image: Image) -> bool:
    step = max(1, max(image.shape[:2]) // SAMPLED_SIDE_PX)
    sample = image[::step, ::step].astype(np.int16)
    spread = sample.max(axis=2) - sample.min(axis=2)
    return bool(np.mean(spread < COLOUR_SPREAD) >= COLOURLESS_SHARE)
