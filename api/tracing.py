"""A trace of a watched game, a JSON line a frame, so that any verdict can be explained afterwards; written and read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from api.table import Look, Table
from vision.account import account
from vision.errors import FileError
from vision.frame import Frame

VERSION = 1
MOST_LINE = 100_000
"""Characters of a line; a frame's needs a few hundred."""

Line = dict[str, Any]


class Trace:
    """Writes a line for each frame. Close it, or use it in a `with`. FileError `file_unwritable`."""

    def __init__(self, path: Path) -> None:
        try:
            self._file: TextIO = path.open("w", encoding="utf-8")
        except OSError:
            raise FileError("file_unwritable", path=str(path)) from None
        self._write({"trace": VERSION})

    def add(self, frame: Frame, look: Look, table: Table) -> None:
        """The account of a frame, with what was said of it."""
        step, board = look.step, table.seen_board
        self._write(
            {
                "t": round(frame.t_s, 3),
                "index": frame.index,
                "state": step.state,
                "read": step.read,
                "shift": round(step.shift, 3),
                "likeness": round(step.likeness, 3),
                **asdict(account(step, table.pipeline.tracker)),
                "board": board.rows() if board else None,
                "events": [event.as_dict() for event in look.events],
            }
        )

    def _write(self, line: Line) -> None:
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")

    def __enter__(self) -> Trace:
        return self

    def __exit__(self, *about: object) -> None:
        self._file.close()


def lines(path: Path) -> Iterator[Line]:
    """The lines of a trace. FileError: `file_missing`, `file_unreadable`, `not_a_trace` with the number of the line."""
    if path.exists() and not path.is_file():
        raise FileError("file_unreadable", path=str(path))
    try:
        with path.open(encoding="utf-8", errors="strict") as file:
            _check(_parsed(file.readline(MOST_LINE), path, 1).get("trace") == VERSION, path, 1)
            number = 1
            while text := file.readline(MOST_LINE):
                number += 1
                yield _checked(_parsed(text, path, number), path, number)
    except FileNotFoundError:
        raise FileError("file_missing", path=str(path)) from None
    except UnicodeDecodeError:
        raise FileError("not_a_trace", path=str(path), line=1) from None
    except OSError:
        raise FileError("file_unreadable", path=str(path)) from None


def _parsed(text: str, path: Path, number: int) -> Line:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        line = None
    _check(isinstance(line, dict), path, number)
    return dict(line)


def _checked(line: Line, path: Path, number: int) -> Line:
    """A frame's line, as far as it is used."""
    kinds: dict[str, type | tuple[type, ...]] = {
        "t": (int, float),
        "decision": str,
        "state": str,
        "cells": list,
        "events": list,
    }
    _check(all(isinstance(line.get(name), kind) for name, kind in kinds.items()), path, number)
    board = line.get("board")
    _check(board is None or (isinstance(board, list) and all(isinstance(row, str) for row in board)), path, number)
    for cell in line["cells"]:
        _check(isinstance(cell, dict), path, number)
        sizes = {"cell": 2, "shares": 3, "evidence": 3}
        _check(all(_numbers(cell.get(name), size) for name, size in sizes.items()), path, number)
        _check(isinstance(cell.get("visible"), bool), path, number)
    _check(all(isinstance(event, dict) for event in line["events"]), path, number)
    return line


def _numbers(value: object, size: int) -> bool:
    return isinstance(value, list) and len(value) == size and all(isinstance(each, int | float) for each in value)


def _check(good: bool, path: Path, number: int) -> None:
    if not good:
        raise FileError("not_a_trace", path=str(path), line=number)
