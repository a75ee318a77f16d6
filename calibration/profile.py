"""What is kept of a set-up: how the empty board looks, the discs' colours, mirror and side. Versioned JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from referee.board import BoardSpec
from vision.errors import FileError
from vision.files import read_bytes
from vision.memory import Remembered, Tint

VERSION = 1
MOST_BYTES = 2_000_000
"""A profile of the largest board has a tenth of it."""


@dataclass(frozen=True)
class Settings:
    """How the camera looks at the board. mirror: its pictures are mirrored. behind: it stands on the players' far side.

    Each turns left and right around; both together cancel out.
    """

    mirror: bool = False
    behind: bool = False

    @property
    def flipped(self) -> bool:
        """Whether pictures have to be turned left to right so that column 1 is on the players' left."""
        return self.mirror != self.behind


@dataclass(frozen=True)
class Profile:
    """A set-up. empty: how the empty board looks, and the discs' colours."""

    settings: Settings
    empty: Remembered = field(repr=False)

    def save(self, path: Path) -> None:
        """Write it whole or not at all. FileError `file_unwritable`."""
        about = {
            "profile": VERSION,
            "mirror": self.settings.mirror,
            "behind": self.settings.behind,
            "tints": {letter: list(tint) for letter, tint in self.empty.tints.items()},
            "holes": self.empty.holes.tolist(),
            "plate": self.empty.plate.tolist(),
        }
        part = path.with_name(path.name + ".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(about), encoding="utf-8")
            part.replace(path)
        except OSError:
            raise FileError("file_unwritable", path=str(path)) from None


def load(path: Path, spec: BoardSpec | None = None) -> Profile:
    """Read a profile of a board. FileError: `file_missing`, `file_unreadable`, `not_a_profile`."""
    spec = spec or BoardSpec()
    try:
        about = json.loads(read_bytes(path, MOST_BYTES))
        return _profile(about, spec)
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError("not_a_profile", path=str(path)) from None


def _profile(about: dict[str, Any], spec: BoardSpec) -> Profile:
    if about["profile"] != VERSION:
        raise ValueError("another version")
    tints = {str(letter): _tint(tint) for letter, tint in about["tints"].items()}
    if not all(isinstance(about[name], bool) for name in ("mirror", "behind")) or not set(tints) <= {"R", "Y"}:
        raise ValueError("not a setting")
    holes = _levels(about["holes"], (spec.rows, spec.columns, *Remembered.HOLE))
    plate = _levels(about["plate"], (spec.rows + 1, spec.columns + 1, 3))
    return Profile(Settings(about["mirror"], about["behind"]), Remembered(holes, plate, tints))


def _levels(value: Any, shape: tuple[int, ...]) -> np.ndarray:
    levels = np.asarray(value, np.float64)
    if levels.shape != shape or not ((levels >= 0) & (levels <= 255)).all():
        raise ValueError(f"expected {shape} of 0-255")
    return levels.astype(np.uint8)


def _tint(value: Any) -> Tint:
    blue, green, red = (float(each) for each in value)
    if not all(0 <= each < 1e3 for each in (blue, green, red)):
        raise ValueError("not a tint")
    return blue, green, red
