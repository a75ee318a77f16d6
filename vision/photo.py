"""One photograph: grid → cells → board, or the reason why there is none."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, BoardSpec, Cell
from vision import params as P
from vision.cells import BoardReading, read_cells
from vision.decode import EMPTY, Decoded, decode, log_evidence
from vision.geometry import GridPose
from vision.grid import Refusal, find_grid

Status = Literal["read", "unsure", "refused"]


@dataclass(frozen=True)
class ReadOptions:
    """What the caller knows of the board beforehand."""

    spec: BoardSpec = field(default_factory=BoardSpec)


@dataclass(frozen=True)
class StageTime:
    """How long a named stage took, seconds."""

    name: str
    seconds: float


@dataclass(frozen=True)
class PhotoReading:
    """All that one photograph says.

    status: `read`: every cell is sure; `unsure`: those in `unsure` are not; `refused`: no board, see `refusal`.
    board: the most probable board, also where unsure. probability: its share among all boards, 0–1.
    """

    status: Status
    board: Board | None = None
    unsure: frozenset[Cell] = frozenset()
    pose: GridPose | None = None
    reading: BoardReading | None = None
    probability: float = 0.0
    refusal: Refusal | None = None
    stages: tuple[StageTime, ...] = ()

    def rows(self) -> list[str] | None:
        """Six strings of seven, top row first: `.`, `R`, `Y`, and `?` where unsure; None without a board."""
        if self.board is None:
            return None
        rows = [list(row) for row in self.board.rows()]
        for cell in self.unsure:
            rows[len(rows) - cell.row][cell.column - 1] = "?"
        return ["".join(row) for row in rows]


def read_photo(image: NDArray[np.uint8], options: ReadOptions | None = None) -> PhotoReading:
    """Read an upright BGR picture, uint8 (H, W, 3). The same pixels give the same answer."""
    options = options or ReadOptions()
    stages: list[StageTime] = []
    with _timed("grid", stages):
        found = find_grid(image, options.spec)
    if isinstance(found, Refusal):
        return PhotoReading("refused", refusal=found, stages=tuple(stages))
    with _timed("cells", stages):
        reading = read_cells(image, found)
    with _timed("decode", stages):
        settled = upright(found, reading)
        if settled is None:
            return PhotoReading("refused", pose=found, refusal=Refusal("which_way_up"), stages=tuple(stages))
        pose, reading = settled
        decoded = decode(reading.p, options.spec)
    return _answer(pose, reading, decoded, tuple(stages))


def upright(pose: GridPose, reading: BoardReading) -> tuple[GridPose, BoardReading] | None:
    """Which way is up? The way in which the discs rest on each other; None where that can't be told.

    A picture that isn't on its side is taken to be the right way up unless only the other way lets its discs rest.
    """
    turned = np.ascontiguousarray(reading.p[::-1, ::-1])
    lead = log_evidence(turned, pose.spec) - log_evidence(reading.p, pose.spec)
    if pose.on_its_side() and abs(lead) < P.UPSIDE_DOWN_LEAD and reading.p[..., EMPTY].min() < P.CELL_SURE:
        return None
    if lead < (0.0 if pose.on_its_side() else P.UPSIDE_DOWN_LEAD):
        return pose, reading
    visible = np.ascontiguousarray(reading.visible[::-1, ::-1])
    return pose.turned(2), BoardReading(turned, visible, reading.t_s, reading.index)


def _answer(pose: GridPose, reading: BoardReading, decoded: Decoded, stages: tuple[StageTime, ...]) -> PhotoReading:
    cells = decoded.board.spec.columns * decoded.board.spec.rows
    if len(decoded.unsure) > P.MOST_UNSURE * cells:
        refusal = Refusal("cells_unclear", {"unsure": len(decoded.unsure), "cells": cells})
        return PhotoReading("refused", pose=pose, reading=reading, refusal=refusal, stages=stages)
    status: Status = "unsure" if decoded.unsure or decoded.probability < P.BOARD_SURE else "read"
    return PhotoReading(status, decoded.board, decoded.unsure, pose, reading, decoded.probability, stages=stages)


@contextmanager
def _timed(name: str, stages: list[StageTime]) -> Iterator[None]:
    began = perf_counter()
    yield
    stages.append(StageTime(name, perf_counter() - began))
