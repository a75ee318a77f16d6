"""The bare board: which discs lie where. Nothing here knows whose turn it is or what was played before.

Coordinates are `(column, row)`, column 1 from the left, row 1 from the bottom (rules: R1, R37).

Bits: the disc at `(column, row)` is bit `(column - 1) * (rows + 1) + (row - 1)`. The spare bit on top of each column
is never set, so a line shifted along the board can't run on from one column into the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, cached_property
from typing import NamedTuple

from referee.errors import BoardError, ColumnFull

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


@dataclass(frozen=True)
class Board:
    """Discs on a grid, as seen or as played: it may float, have two lines or too many discs (R40 is `legality`'s
    task).
    """

    spec: BoardSpec = CLASSIC
    red: int = field(default=0)
    yellow: int = field(default=0)

    @classmethod
    def empty(cls, spec: BoardSpec = CLASSIC) -> Board:
        return cls(spec)

    @classmethod
    def parse(cls, text: str | Sequence[str], spec: BoardSpec | None = None) -> Board:
        """Read a drawing: top row first, `.` `R` `Y`, rows split by "/" or newlines or given one by one.

        Blanks between cells don't count. Raises `BoardError` (`board_shape`, `board_letter`).
        """
        spec = spec or CLASSIC
        given = text.replace("/", "\n").split("\n") if isinstance(text, str) else text
        rows = [row for line in given if (row := "".join(line.split()))]
        if len(rows) != spec.rows or any(len(row) != spec.columns for row in rows):
            raise BoardError("board_shape", columns=spec.columns, rows=spec.rows, got=[len(row) for row in rows])
        bits = {".": 0, "R": 0, "Y": 0}
        for cell, letter in _walk(spec, rows):
            if letter.upper() not in bits:
                raise BoardError("board_letter", letter=letter, column=cell.column, row=cell.row)
            bits[letter.upper()] |= spec.bit(cell)
        return cls(spec, bits["R"], bits["Y"])

    def rows(self) -> tuple[str, ...]:
        """The drawing, top row first."""
        letters = {None: ".", Disc.RED: "R", Disc.YELLOW: "Y"}
        columns = range(1, self.spec.columns + 1)
        return tuple("".join(letters[self.at(c, r)] for c in columns) for r in range(self.spec.rows, 0, -1))

    def __str__(self) -> str:
        return "\n".join(self.rows())

    @property
    def mask(self) -> int:
        """The bits of all discs."""
        return self.red | self.yellow

    def bits(self, disc: Disc) -> int:
        return self.red if disc is Disc.RED else self.yellow

    def at(self, column: int, row: int) -> Disc | None:
        bit = self.spec.bit(Cell(column, row))
        if self.red & bit:
            return Disc.RED
        return Disc.YELLOW if self.yellow & bit else None

    def count(self, disc: Disc) -> int:
        return self.bits(disc).bit_count()

    @property
    def discs(self) -> int:
        """How many discs lie on the board."""
        return self.mask.bit_count()

    @property
    def is_empty(self) -> bool:
        return not self.mask

    @property
    def is_full(self) -> bool:
        return self.mask == self.spec.full

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """For each column the row of its topmost disc, 0 when it is empty."""
        return tuple(self._column(self.mask, c).bit_length() for c in range(1, self.spec.columns + 1))

    def landing_cell(self, column: int) -> Cell | None:
        """Where a disc dropped into the column comes to rest; None when the column is full (R7, R9)."""
        self.spec.check_column(column)
        height = self.heights[column - 1]
        return Cell(column, height + 1) if height < self.spec.rows else None

    def landing_cells(self) -> tuple[Cell, ...]:
        """One for each column that isn't full."""
        return tuple(cell for c in range(1, self.spec.columns + 1) if (cell := self.landing_cell(c)))

    def column(self, column: int) -> tuple[Disc, ...]:
        """A column's discs from the bottom up, gaps left out."""
        self.spec.check_column(column)
        return tuple(disc for row in range(1, self.spec.rows + 1) if (disc := self.at(column, row)))

    def drop(self, column: int, disc: Disc) -> Board:
        """The board after a drop (R7). Raises `ColumnFull` (R9)."""
        cell = self.landing_cell(column)
        if cell is None:
            raise ColumnFull(column)
        return self.put(cell, disc)

    def pop(self, column: int) -> Board:
        """The board after the column's bottom disc left and the rest slid down by one (R34)."""
        self.spec.check_column(column)
        if not self._column(self.mask, column) & 1:
            raise BoardError("nothing_to_pop", column=column)
        inside = self.spec.column_bits(column)
        red, yellow = ((bits & ~inside) | ((bits & inside) >> 1 & inside) for bits in (self.red, self.yellow))
        return Board(self.spec, red, yellow)

    def put(self, cell: Cell, disc: Disc | None) -> Board:
        """The board with that cell holding `disc`, or nothing: no gravity, for corrections and readings."""
        bit = self.spec.bit(cell)
        red, yellow = self.red & ~bit, self.yellow & ~bit
        if disc is Disc.RED:
            red |= bit
        elif disc is Disc.YELLOW:
            yellow |= bit
        return Board(self.spec, red, yellow)

    def has_line(self, disc: Disc) -> bool:
        return self.spec.has_line(self.bits(disc))

    def winning_lines(self, disc: Disc) -> tuple[Line, ...]:
        """All whole lines of that colour: five in a row are one line of five cells (R14, R15)."""
        discs = self.bits(disc)
        return tuple(line for step in self.spec.steps for line in _runs(self.spec, discs, step))

    def floating(self) -> tuple[Cell, ...]:
        """Discs with an empty cell somewhere under them (R40)."""
        return self.spec.cells_of(self.mask & ~self._resting())

    def difference(self, other: Board) -> tuple[Cell, ...]:
        """The cells in which the two boards differ."""
        return self.spec.cells_of((self.red ^ other.red) | (self.yellow ^ other.yellow))

    def _resting(self) -> int:
        bottom = sum(1 << ((c - 1) * (self.spec.rows + 1)) for c in range(1, self.spec.columns + 1))
        resting = self.mask & bottom
        while (more := resting | (self.mask & (resting << 1))) != resting:
            resting = more
        return resting

    def _column(self, bits: int, column: int) -> int:
        return bits >> ((column - 1) * (self.spec.rows + 1)) & ((1 << self.spec.rows) - 1)


def _walk(spec: BoardSpec, rows: Sequence[str]) -> Iterator[tuple[Cell, str]]:
    for down, row in enumerate(rows):
        for across, letter in enumerate(row):
            yield Cell(across + 1, spec.rows - down), letter


def _runs(spec: BoardSpec, discs: int, step: int) -> Iterable[Line]:
    """Unbroken runs of at least `connect` discs along one direction."""
    starts = spec.line_starts(discs, step)
    firsts = starts & ~(starts << step)
    for first in spec.cells_of(firsts):
        bit, run = spec.bit(first), 0
        while bit & discs:
            run, bit = run | bit, bit << step
        yield spec.cells_of(run)


@cache
def spec_of(columns: int = 7, rows: int = 6, connect: int = 4) -> BoardSpec:
    """The one shared `BoardSpec` of a size, with its lines already worked out."""
    return BoardSpec(columns, rows, connect)
