"""Lines in the making: what is threatened now, and what must come first (R20, R42)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.board import Board, Cell, Disc, Line


@dataclass(frozen=True)
class FutureLine:
    """A line that lacks one disc. `discs_first`: how many must come into that column before the disc lands there."""

    disc: Disc
    cell: Cell
    line: Line
    discs_first: int

    @property
    def now(self) -> bool:
        """Playable with the very next disc: a threat."""
        return self.discs_first == 0


def future_lines(board: Board, disc: Disc) -> tuple[FutureLine, ...]:
    """All lines of that colour that lack exactly one disc, in an empty cell; nearest first."""
    found = []
    for line in board.spec.lines:
        missing = [cell for cell in line if board.at(*cell) is not disc]
        if len(missing) == 1 and board.at(*missing[0]) is None:
            cell = missing[0]
            found.append(FutureLine(disc, cell, line, cell.row - 1 - board.heights[cell.column - 1]))
    return tuple(sorted(found, key=lambda future: (future.discs_first, future.cell, future.line)))


def threats(board: Board, disc: Disc) -> tuple[Cell, ...]:
    """The cells where that colour's very next disc would complete a line."""
    return tuple(sorted({future.cell for future in future_lines(board, disc) if future.now}))


def waiting_cells(board: Board, disc: Disc) -> tuple[Cell, ...]:
    """The cells where a disc of that colour would complete a line, but which aren't reached yet."""
    return tuple(sorted({future.cell for future in future_lines(board, disc) if not future.now}))


def double_threat(board: Board, disc: Disc) -> tuple[Cell, ...]:
    """Two or more winning cells that one reply can't all stop: side by side, or one upon the other."""
    now = threats(board, disc)
    stacked = [Cell(cell.column, cell.row + 1) for cell in now]
    above = [cell for cell in stacked if cell in waiting_cells(board, disc)]
    found = tuple(sorted({*now, *above}))
    return found if len(found) > 1 else ()


def good_rows(disc: Disc, opener: Disc) -> str:
    """R42: which rows favour a side when the rest of the board fills up: odd for the opener, even for the other."""
    return "odd" if disc is opener else "even"


def lasting_threats(board: Board, disc: Disc, opener: Disc) -> tuple[Cell, ...]:
    """Waiting cells in the rows that favour their side."""
    wanted = 1 if good_rows(disc, opener) == "odd" else 0
    return tuple(cell for cell in waiting_cells(board, disc) if cell.row % 2 == wanted)
