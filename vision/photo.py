"""One photograph: grid → cells → board, or the reason why there is none."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, BoardSpec, Cell
from vision import colours
from vision import params as P
from vision.cells import NET_COLUMNS, NET_ROWS, BoardReading, read_face
from vision.colours import DiscColours
from vision.decode import EMPTY, RED, YELLOW, Decoded, as_board, as_contents, decode, log_evidence
from vision.errors import OptionError
from vision.frame import Image
from vision.geometry import GridPose, Rectifier
from vision.grid import Refusal, seek_grid
from vision.palette import refined
from vision.second_look import confirmed

Status = Literal["read", "unsure", "refused"]

SWAP = np.array([EMPTY, YELLOW, RED])
"""Contents with the two discs exchanged."""

MOST_COLUMNS, MOST_ROWS = 10, 8
"""The largest board that is read; beyond it nothing was measured. The smallest is what the net looks at."""


@dataclass(frozen=True)
class ReadOptions:
    """What the caller knows of the board beforehand. OptionError `board_not_read` for sizes that can't be read.

    discs: names of the colours to be called R and Y, two of `colours.NAMES`; None: as the reader tells them apart.
    """

    spec: BoardSpec = field(default_factory=BoardSpec)
    discs: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        columns, rows = self.spec.columns, self.spec.rows
        if not (NET_COLUMNS <= columns <= MOST_COLUMNS and NET_ROWS <= rows <= MOST_ROWS):
            raise OptionError("board_not_read", board=f"{columns}x{rows}", **readable_boards())


def readable_boards() -> dict[str, str]:
    """The smallest and the largest board, as `columns x rows`."""
    return {"least": f"{NET_COLUMNS}x{NET_ROWS}", "most": f"{MOST_COLUMNS}x{MOST_ROWS}"}


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
    runner_up, runner_up_probability: the same for the next one.
    discs: which colours R and Y really have. doubt: why it is unsure, where no cell says so.
    """

    status: Status
    board: Board | None = None
    unsure: frozenset[Cell] = frozenset()
    pose: GridPose | None = None
    reading: BoardReading | None = None
    probability: float = 0.0
    refusal: Refusal | None = None
    stages: tuple[StageTime, ...] = ()
    runner_up: Board | None = None
    runner_up_probability: float = 0.0
    discs: DiscColours = field(default_factory=DiscColours)
    doubt: Refusal | None = None

    def rival_cells(self) -> tuple[Cell, ...]:
        """Where the runner-up holds something else than the board, column by column."""
        if self.board is None or self.runner_up is None:
            return ()
        return tuple(cell for cell in self.board.spec.cells if self.board.at(*cell) != self.runner_up.at(*cell))

    def rows(self) -> list[str] | None:
        """A string for each row, top row first: `.`, `R`, `Y`, and `?` where unsure; None without a board."""
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
        sought = seek_grid(image, options.spec)
    found, doubtful = sought.outcome, isinstance(sought.outcome, Refusal)
    if isinstance(found, Refusal):
        with _timed("second look", stages):
            second = confirmed(image, sought.doubtful)
        if second is None:
            return PhotoReading("refused", refusal=found, stages=tuple(stages))
        found = second
    with _timed("cells", stages):
        face = Rectifier(found, P.CELL_PX, P.FACE_MARGIN)(image)
        reading = refined(face, read_face(face, options.spec, careful=True))
    with _timed("decode", stages):
        settled = upright(found, reading)
        if settled is None:
            return PhotoReading("refused", pose=found, refusal=Refusal("which_way_up"), stages=tuple(stages))
        pose, reading = settled
        decoded = decode(reading.p, options.spec)
    answer = _answer(pose, reading, decoded, tuple(stages), doubtful)
    return _with_colours(answer, face if pose is found else face[::-1, ::-1], options.discs)


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


def _least_sure(spec: BoardSpec, doubtful: bool) -> float:
    """How probable a board must be to be `read`: larger boards are read in parts, each of which may err."""
    if doubtful:
        return P.SECOND_LOOK_SURE
    return P.BOARD_SURE if spec.columns * spec.rows == NET_COLUMNS * NET_ROWS else P.BOARD_SURE_IN_PARTS


def _answer(
    pose: GridPose, reading: BoardReading, decoded: Decoded, stages: tuple[StageTime, ...], doubtful: bool = False
) -> PhotoReading:
    """doubtful: the grid itself was found only at a second look."""
    cells = decoded.board.spec.columns * decoded.board.spec.rows
    if len(decoded.unsure) > P.MOST_UNSURE * cells or decoded.probability < P.BOARD_LEAST:
        refusal = Refusal("cells_unclear", {"unsure": len(decoded.unsure), "cells": cells})
        return PhotoReading("refused", pose=pose, reading=reading, refusal=refusal, stages=stages)
    sure = not decoded.unsure and decoded.probability >= _least_sure(decoded.board.spec, doubtful)
    return PhotoReading(
        "read" if sure else "unsure",
        decoded.board,
        frozenset() if sure else decoded.unsure | _weak(decoded.board, reading),
        pose,
        reading,
        decoded.probability,
        stages=stages,
        runner_up=decoded.runner_up,
        runner_up_probability=decoded.runner_up_probability,
    )


def _weak(board: Board, reading: BoardReading) -> frozenset[Cell]:
    """Visible cells that aren't sure by themselves: where a board is in doubt, its other cells lend no support."""
    own = np.take_along_axis(reading.p, as_contents(board)[..., None], axis=-1)[..., 0]
    weak = reading.visible & (own < P.CELL_SURE)
    return frozenset(Cell(int(c) + 1, int(r) + 1) for r, c in np.argwhere(weak))


def _with_colours(answer: PhotoReading, face: Image, wanted: tuple[str, str] | None) -> PhotoReading:
    """The answer with its discs' colours, and R and Y as wanted; unsure where the picture contradicts that."""
    if answer.board is None:
        return answer
    seen = colours.measure(face, answer.board, answer.unsure)
    if wanted is None:
        return replace(answer, discs=seen)
    kept = colours.assign(seen, *wanted)
    if kept is None:
        doubt = Refusal("discs_contradict", {"first": wanted[0], "second": wanted[1]})
        return replace(answer, status="unsure", discs=seen, doubt=doubt)
    return replace(answer if kept else _swapped(answer), discs=(seen if kept else seen.swapped()).called(*wanted))


def _swapped(answer: PhotoReading) -> PhotoReading:
    """The same with R called Y and Y called R."""
    reading = answer.reading and replace(answer.reading, p=np.ascontiguousarray(answer.reading.p[..., SWAP]))
    board, runner_up = (
        board and as_board(SWAP[as_contents(board)], board.spec) for board in (answer.board, answer.runner_up)
    )
    return replace(answer, board=board, runner_up=runner_up, reading=reading)


@contextmanager
def _timed(name: str, stages: list[StageTime]) -> Iterator[None]:
    began = perf_counter()
    yield
    stages.append(StageTime(name, perf_counter() - began))
