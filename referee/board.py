"""The bare board: which discs lie where. Nothing here knows whose turn it is or what was played before.

Cells, colours and sizes are those of `spec`, which also says how the bits lie; everybody imports them from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from referee.errors import BoardError, ColumnFull
from referee.spec import CLASSIC, DIRECTIONS, LARGEST_SIDE, SHORTEST_LINE, BoardSpec, Cell, Disc, Line, spec_of

__all__ = [
    "CLASSIC", "DIRECTIONS", "LARGEST_SIDE", "SHORTEST_LINE", "Board", "BoardSpec", "Cell", "Disc", "Line", "spec_of",
]  # fmt: skip


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
