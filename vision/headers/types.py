"""What a picture's header tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["JPEG", "PNG", "WebP", "HEIC"]
Colours = Literal["rgb", "grey", "cmyk"]


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
    colours: Colours = "rgb"
    animated: bool = False
