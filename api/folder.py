"""Where Fairdrop keeps things on this computer: the store, the keys. Readable for its owner only."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from referee.errors import RefereeError

STORE = "fairdrop.db"
HOME_TABLE = "table.json"
CERTIFICATES = "https"


def data_folder(given: str | None = None) -> Path:
    """The folder, made if it isn't there. Raises `RefereeError` `no_data_folder` if it can't be."""
    folder = folder_path(given)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise OSError("not writable")
    except OSError:
        raise RefereeError("no_data_folder", path=str(folder)) from None
    return folder.resolve()


def folder_path(given: str | None = None) -> Path:
    """Where the folder is, or will be made."""
    return Path(given).expanduser() if given else _default()


def store_url(folder: Path, given: str | None = None) -> str:
    """The database's URL: as given, a file as a file, or the one in the folder."""
    if given is None:
        return f"sqlite:///{folder / STORE}"
    return given if "://" in given else f"sqlite:///{Path(given).expanduser().resolve()}"


def read_home_table(folder: Path) -> tuple[str, str] | None:
    """The home's own table and its key, from its file; None where there is none, or it is damaged."""
    try:
        told = json.loads((folder / HOME_TABLE).read_text("utf-8"))
        return str(told["table"]), str(told["key"])
    except (OSError, ValueError, LookupError, TypeError):
        return None


def write_home_table(folder: Path, table: str, key: str) -> None:
    """Keep the home's own table and its key: the code is to be the same after every start."""
    path = folder / HOME_TABLE
    unfinished = path.with_name(path.name + ".new")
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"table": table, "key": key}, file)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def _default() -> Path:
    if told := os.environ.get("FAIRDROP_DATA"):
        return Path(told)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "Fairdrop"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Fairdrop"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "fairdrop"
