"""What can't be used: files, pictures and sources from outside.

A picture without a readable board isn't an error but a reading with a refusal.
"""

from __future__ import annotations

from typing import Any


class VisionError(ValueError):
    """A stable `code`, and `data` under stable keys that fills the catalogue's sentence for it."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(f"{code} {data}" if data else code)
        self.code = code
        self.data = data


class FileError(VisionError):
    """A file that can't be read at all."""


class PictureError(VisionError):
    """A picture that can't be used."""


class SourceError(VisionError):
    """A clip, folder, camera or stream that can't be opened, or that is lost on the way."""


class OptionError(VisionError):
    """Something asked for that can't be done, such as a board of a size that can't be read."""
