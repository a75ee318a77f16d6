"""The whole store in one file, and back: the same file for SQLite and PostgreSQL, so it moves from one to the other.

Gzipped JSON lines: a head, then `[table, {column: value}]` for each row; pictures in base64.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, LargeBinary, insert, select, text

from api.store import schema as s
from api.store.store import Store
from referee.errors import RefereeError

HEAD = "fairdrop_backup"
FORMAT = 1
BATCH = 500


def backup(store: Store, path: Path) -> int:
    """Write everything as it is at one moment; how many rows. A crash leaves no half a file under that name."""
    unfinished = path.with_name(path.name + ".new")
    count = 0
    try:
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with (
            os.fdopen(handle, "wb") as raw,
            gzip.open(raw, "wt", encoding="utf-8") as file,
            store.reading() as connection,
        ):
            if store.is_postgres:
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            file.write(json.dumps({HEAD: FORMAT}) + "\n")
            for line in _rows(connection):
                file.write(line + "\n")
                count += 1
        unfinished.replace(path)
    except OSError:
        raise RefereeError("no_backup_file", path=str(path)) from None
    return count


def restore(store: Store, path: Path) -> int:
    """Read a backup into an empty store, all of it or nothing; how many rows.

    Raises `RefereeError`: `store_not_empty`, `no_backup_file`, `bad_backup`.
    """
    count = 0
    with store.writing() as connection:
        if connection.execute(select(s.tables.c.id).limit(1)).first() is not None:
            raise RefereeError("store_not_empty")
        for name, row in _read(path):
            connection.execute(insert(s.metadata.tables[name]).values(**row))
            count += 1
    return count


def _rows(connection: Connection) -> Iterator[str]:
    for table in s.metadata.sorted_tables:
        for row in connection.execute(select(table)).mappings():
            plain = {name: _plain(value) for name, value in row.items()}
            yield json.dumps([table.name, plain], ensure_ascii=False)


def _plain(value: Any) -> Any:
    return base64.b64encode(value).decode("ascii") if isinstance(value, bytes | memoryview) else value


def _read(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            if json.loads(next(file)).get(HEAD) != FORMAT:
                raise RefereeError("bad_backup")
            for line in file:
                name, row = json.loads(line)
                yield name, _typed(name, row)
    except FileNotFoundError:
        raise RefereeError("no_backup_file", path=str(path)) from None
    except (OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, StopIteration) as error:
        if isinstance(error, RefereeError):
            raise
        raise RefereeError("bad_backup") from None


def _typed(name: str, row: dict[str, Any]) -> dict[str, Any]:
    columns = s.metadata.tables[name].c
    may_miss = {column.name for column in columns if column.nullable}  # an older backup knows nothing of them
    if not set(columns.keys()) - may_miss <= set(row) <= set(columns.keys()):
        raise ValueError("other columns")
    binary = {column.name for column in columns if isinstance(column.type, LargeBinary)}
    return {key: base64.b64decode(value) if key in binary else value for key, value in row.items()}
