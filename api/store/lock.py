"""One process for each SQLite store: two would each hold a game of their own. The lock goes with its process."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import IO

from referee.errors import RefereeError

HAS_LOCKS = importlib.util.find_spec("fcntl") is not None
"""Not on Windows: there SQLite's own locks keep the file whole."""


def lock_file(store: Path) -> Path:
    """The file beside the store. That it is there means nothing: whether a process holds it does."""
    return store.with_name(store.name + ".lock")


class StoreLock:
    """Holds a file beside the store. Raises `RefereeError` `store_in_use` while another process does."""

    def __init__(self, store: Path) -> None:
        self._file: IO[bytes] | None = None
        if not HAS_LOCKS:
            return
        import fcntl

        file = lock_file(store).open("ab")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise RefereeError("store_in_use") from None
        self._file = file

    def close(self) -> None:
        """Let go."""
        if self._file:
            self._file.close()
            self._file = None
