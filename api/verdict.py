"""What the referee says of one photo, without any history: R40 and R41, nothing that an unsure cell could overturn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.told import Told
from referee.board import Board, Cell, Disc, Line
from referee.possible import BoardFault, Possibility, possible
from vision.photo import PhotoReading


def judge(reading: PhotoReading) -> tuple[Told, ...]:
    """The sentences for a reading, most telling first; none without a board."""
    if reading.board is None:
        return ()
    if reading.unsure:
        return (*_lines(reading), Told("photo_unsure", {"cells": _plain(reading.unsure)}))
    if reading.status != "read":
        return (Told("photo_doubtful"),)
    found = possible(reading.board)
    return (*_lines(reading), *_faults(found, reading.board), _counts(reading.board), *_to_move(found, reading.board))


def complete_lines(reading: PhotoReading) -> tuple[Line, ...]:
    """Lines of cells that are all sure: they stand whatever the unsure cells hold."""
    if reading.board is None or (reading.status != "read" and not reading.unsure):
        return ()
    sure = reading.board
    for cell in reading.unsure:
        sure = sure.put(cell, None)
    return tuple(line for disc in Disc for line in sure.winning_lines(disc))


def _plain(cells: Iterable[Cell]) -> list[list[int]]:
    """Cells as plain JSON values, column by column."""
    return [list(cell) for cell in sorted(cells)]


def _lines(reading: PhotoReading) -> Iterator[Told]:
    for line in complete_lines(reading):
        disc = reading.board.at(*line[0]) if reading.board else None
        if disc:
            yield Told("line", {"disc": disc.letter, "cells": _plain(line), "length": len(line)})


def _faults(found: Possibility, board: Board) -> Iterator[Told]:
    """Why no legal game leads here; each fault is told."""
    for fault in found.faults:
        data: dict[str, object] = {
            "red": board.count(Disc.RED),
            "yellow": board.count(Disc.YELLOW),
            "most": board.spec.discs_each,
        }
        if fault is BoardFault.FLOATING:
            data["cells"] = _plain(found.cells)
        yield Told(f"photo_{fault.value}", data)


def _counts(board: Board) -> Told:
    if board.is_empty:
        return Told("photo_empty")
    return Told("photo_counts", {"red": board.count(Disc.RED), "yellow": board.count(Disc.YELLOW)})


def _to_move(found: Possibility, board: Board) -> Iterator[Told]:
    if not found.possible or board.is_empty:
        return
    if found.over:
        yield Told("photo_over" if any(map(board.has_line, Disc)) else "photo_draw")
    elif found.to_move:
        yield Told("photo_to_move", {"disc": found.to_move.letter})
    else:
        yield Told("photo_opener_to_move")
