"""What a header tells, and how a picture is refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["JPEG", "PNG", "WebP", "HEIC"]
Colours = Literal["rgb", "grey", "cmyk"]


class PictureError(ValueError):
    """A picture that can't be used: a stable `code`, and `data` under stable keys that fills the sentence."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data


@dataclass(frozen=True)
class Header:
    """What the bytes say of a picture before anything is decoded.

    width, height: pixels as stored, before `orientation` is applied; of the largest image the file holds.
    orientation:   EXIF's 1-8; 1 where the file says nothing, or nothing sensible.
    animated:      more than one frame to be shown one after the other.
    """

    kind: Kind
    width: int
    height: int
    orientation: int = 1
    colours: Colours = field(default="rgb")
    animated: bool = False
