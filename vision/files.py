"""Files from outside, read no further than their use allows."""

from __future__ import annotations

from pathlib import Path

from vision.errors import FileError


def read_bytes(path: Path, most: int) -> bytes:
    """A file's bytes, at the most one more than `most`: a giant then shows as too large and isn't read in.

    FileError: `file_missing`, `file_is_folder`, `file_unreadable`; a pipe or a device is never opened.
    """
    try:
        if path.exists() and not path.is_file():
            raise FileError("file_is_folder" if path.is_dir() else "file_unreadable", path=str(path))
        with path.open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        raise FileError("file_missing", path=str(path)) from None
    except FileError:
        raise
    except (OSError, ValueError):
        raise FileError("file_unreadable", path=str(path)) from None


def list_folder(folder: Path) -> list[Path]:
    """What lies in a folder, in no order. FileError `file_unreadable`."""
    try:
        return list(folder.iterdir())
    except OSError:
        raise FileError("file_unreadable", path=str(folder)) from None
