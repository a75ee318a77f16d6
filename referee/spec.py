"""Sizes, cells, colours and lines: all that a board has before a disc lies on it (rules: R1, R37).

Coordinates are `(column, row)`, column 1 from the left, row 1 from the bottom.

Bits: the disc at `(column, row)` is bit `(column - 1) * (rows + 1) + (row - 1)`. The spare bit on top of each column
is never set, so a line shifted along the board can't run on from one column into the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from typing import NamedTuple

from referee.errors import BoardError

LARGEST_SIDE = 16
"""R37: boards go up to 16 columns and 16 rows."""

SHORTEST_LINE = 3
"""A line of two would be won by the opener's second disc: no game."""


class Cell(NamedTuple):
    """A place on the board, 1-based: column from the left, row from the bottom."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"({self.column},{self.row})"


class Disc(IntEnum):
    """A disc's colour. RED and YELLOW stand for a set's first and second colour (R38)."""

    RED = 1
    YELLOW = 2

    @property
    def other(self) -> Disc:
        return Disc.YELLOW if self is Disc.RED else Disc.RED

    @property
    def letter(self) -> str:
        return "R" if self is Disc.RED else "Y"

    @classmethod
    def of(cls, name: str) -> Disc:
        """`"R"`, `"y"`, `"red"`, `"Yellow"` → the disc; anything else is a `BoardError` `unknown_disc`."""
        disc = _DISC_NAMES.get(name.lower())
        if disc is None:
            raise BoardError("unknown_disc", name=name)
        return disc


_DISC_NAMES = {"r": Disc.RED, "red": Disc.RED, "y": Disc.YELLOW, "yellow": Disc.YELLOW}

Line = tuple[Cell, ...]


@dataclass(frozen=True)
class BoardSpec:
    """The size of a board and the length of a winning line (R1: 7 × 6 and four; R37: up to 16 × 16)."""

    columns: int = 7
    rows: int = 6
    connect: int = 4

    def __post_init__(self) -> None:
        sides = (self.columns, self.rows)
        if not all(type(side) is int and 1 <= side <= LARGEST_SIDE for side in sides):
            raise BoardError("board_size", columns=self.columns, rows=self.rows, largest=LARGEST_SIDE)
        if type(self.connect) is not int or not SHORTEST_LINE <= self.connect <= max(sides):
            raise BoardError("line_length", connect=self.connect, shortest=SHORTEST_LINE, longest=max(sides))

    @property
    def size(self) -> int:
        return self.columns * self.rows

    @property
    def discs_each(self) -> int:
        """R2: how many discs each colour has; the opener's share where the cells are odd in number."""
        return (self.size + 1) // 2

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Column by column, each from the bottom up."""
        return tuple(Cell(c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every line of `connect` cells: 69 on the standard board."""
        return tuple(line for cell in self.cells for step in DIRECTIONS if (line := self._line(cell, step)))

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """How far a bit moves along each of `DIRECTIONS`."""
        return tuple(across * (self.rows + 1) + up for across, up in DIRECTIONS)

    @cached_property
    def full(self) -> int:
        """The bits of all cells."""
        return sum(self.column_bits(column) for column in range(1, self.columns + 1))

    def column_bits(self, column: int) -> int:
        return ((1 << self.rows) - 1) << self._base(column)

    def bit(self, cell: Cell) -> int:
        self.check(cell)
        return 1 << (self._base(cell.column) + cell.row - 1)

    def has(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= self.columns and 1 <= cell[1] <= self.rows

    def check(self, cell: Cell) -> None:
        if not self.has(cell):
            raise BoardError("no_such_cell", column=cell[0], row=cell[1], columns=self.columns, rows=self.rows)

    def check_column(self, column: int) -> None:
        if not 1 <= column <= self.columns:
            raise BoardError("no_such_column", column=column, columns=self.columns)

    def cells_of(self, bits: int) -> tuple[Cell, ...]:
        """The cells of a bit mask, column by column from the bottom up."""
        found = []
        while bits:
            low = bits & -bits
            column, row = divmod(low.bit_length() - 1, self.rows + 1)
            found.append(Cell(column + 1, row + 1))
            bits ^= low
        return tuple(found)

    def has_line(self, discs: int) -> bool:
        """Whether the discs of one colour (bits) hold a line (R13, R14)."""
        return any(self.line_starts(discs, step) for step in self.steps)

    def line_starts(self, discs: int, step: int) -> int:
        """The bits at which a line of `connect` begins along `step`."""
        starts, length = discs, 1
        while length < self.connect and starts:
            grow = min(length, self.connect - length)
            starts &= starts >> (grow * step)
            length += grow
        return starts

    def _base(self, column: int) -> int:
        return (column - 1) * (self.rows + 1)

    def _line(self, start: Cell, step: tuple[int, int]) -> Line:
        line = tuple(Cell(start.column + i * step[0], start.row + i * step[1]) for i in range(self.connect))
        return line if self.has(line[-1]) else ()


DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Up, across, rising diagonal, falling diagonal, as (columns, rows) per step."""

CLASSIC = BoardSpec()


@cache
def spec_of(columns: int = 7, rows: int = 6, connect: int = 4) -> BoardSpec:
    """The one shared `BoardSpec` of a size, with its lines already worked out."""
    return BoardSpec(columns, rows, connect)
