"""What the referee says of one photo, without any history: R40 and R41, nothing that an unsure cell could overturn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.told import Told
from referee.board import Board, Cell, Disc, Line
from referee.possible import BoardFault, Possibility, possible
from vision.photo import PhotoReading

USUAL = {"R": "red", "Y": "yellow"}


def judge(reading: PhotoReading, discs_told: bool = False) -> tuple[Told, ...]:
    """The sentences for a reading, most telling first; none without a board.

    discs_told: the caller said which colours the set has. Which ones they are is said then, and where they are others
    than red and yellow; all sentences name them as they are (R38).
    """
    if reading.board is None:
        return ()
    if reading.doubt:
        return (Told(reading.doubt.code, reading.doubt.data),)
    names = reading.discs.names()
    unusual = any(USUAL[letter] != name for letter, name in names.items())
    told = tuple(_judged(reading, reading.board, unusual))
    if unusual:
        told = tuple(Told(each.code, {**each.data, "colours": names}) for each in told)
    return (*told, *_discs(names)) if unusual or discs_told else told


def _judged(reading: PhotoReading, board: Board, named: bool) -> Iterator[Told]:
    if reading.unsure:
        yield from _lines(reading)
        yield Told("photo_unsure", {"cells": _plain(reading.unsure)})
        yield from _rival(reading)
    elif reading.status != "read":
        yield Told("photo_doubtful")
        yield from _rival(reading)
    else:
        found = possible(board)
        yield from _lines(reading)
        yield from _faults(found, board, named)
        yield _counts(board, named)
        yield from _to_move(found, board)


def _rival(reading: PhotoReading) -> Iterator[Told]:
    if cells := reading.rival_cells():
        yield Told("photo_runner_up", {"cells": _plain(cells)})


def _discs(names: dict[str, str]) -> Iterator[Told]:
    """Which colours R and Y have, of those that are on the board."""
    if names:
        kind = {} if len(names) == 2 else {"kind": "first" if "R" in names else "second"}
        yield Told("photo_discs", {"R": "R", "Y": "Y", "colours": names, **kind})


def complete_lines(reading: PhotoReading) -> tuple[Line, ...]:
    """Lines of cells that are all sure: they stand whatever the unsure cells hold."""
    if reading.board is None or reading.doubt or (reading.status != "read" and not reading.unsure):
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


def _faults(found: Possibility, board: Board, named: bool) -> Iterator[Told]:
    """Why no legal game leads here; each fault is told."""
    for fault in found.faults:
        data = {**_numbers(board, named), "most": board.spec.discs_each}
        if fault is BoardFault.FLOATING:
            data["cells"] = _plain(found.cells)
        yield Told(f"photo_{fault.value}", data)


def _counts(board: Board, named: bool) -> Told:
    return Told("photo_empty") if board.is_empty else Told("photo_counts", _numbers(board, named))


def _numbers(board: Board, named: bool) -> dict[str, object]:
    """How many discs of each colour; `named`: for the wording with other colours than red and yellow."""
    numbers: dict[str, object] = {"red": board.count(Disc.RED), "yellow": board.count(Disc.YELLOW)}
    return numbers | {"R": "R", "Y": "Y", "kind": "named"} if named else numbers


def _to_move(found: Possibility, board: Board) -> Iterator[Told]:
    if not found.possible or board.is_empty:
        return
    if not found.decided:
        yield Told("photo_not_decided")
    if found.over:
        yield Told("photo_over" if any(map(board.has_line, Disc)) else "photo_draw")
    elif found.to_move:
        yield Told("photo_to_move", {"disc": found.to_move.letter})
    else:
        yield Told("photo_opener_to_move")
