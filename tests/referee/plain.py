"""The rules once more, as simply as can be: lists, loops, nothing shared with the referee. Only for comparing.

A board is a list of columns, each a list of "R"/"Y" from the bottom up. A move is `(kind, column)`, columns from 0.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

Columns = list[list[str]]
OTHER = {"R": "Y", "Y": "R"}


@dataclass
class PlainGame:
    """One game of "classic", "popout" or "pop10"."""

    variant: str
    width: int
    height: int
    connect: int
    to_move: str
    columns: Columns = field(default_factory=list)
    kept: dict[str, int] = field(default_factory=lambda: {"R": 0, "Y": 0})
    in_hand: int | None = None
    over: bool = False
    winner: str | None = None

    def moves(self) -> list[tuple[str, int]]:
        drops = [("drop", c) for c in range(self.width) if len(self.columns[c]) < self.height]
        pops = [("pop", c) for c in range(self.width) if self.columns[c] and self.columns[c][0] == self.to_move]
        if self.variant == "classic":
            return drops
        if self.variant == "popout":
            return drops + pops
        if self.in_hand is None:
            return pops
        elsewhere = [move for move in drops if move[1] != self.in_hand]
        return elsewhere or drops

    def play(self, move: tuple[str, int]) -> None:
        kind, column = move
        mover = self.to_move
        if kind == "drop":
            self.columns[column].append(mover)
            self.in_hand = None
            self.to_move = OTHER[mover]
        elif self.variant == "popout":
            self.columns[column].pop(0)
            self.to_move = OTHER[mover]
        else:
            self._pop10(column, mover)
        if self.variant == "pop10" and self.in_hand is None and not self.moves():
            self.to_move = OTHER[self.to_move]
            if not self.moves():
                self.to_move = OTHER[self.to_move]
        self._end(mover)

    def _pop10(self, column: int, mover: str) -> None:
        line = any((column, 0) in cells for cells in lines(self.columns, mover, self.connect))
        self.columns[column].pop(0)
        if line:
            self.kept[mover] += 1
        else:
            self.in_hand = column

    def _end(self, mover: str) -> None:
        if self.variant == "pop10":
            self.winner = mover if self.kept[mover] >= 10 else None
            stuck = self.in_hand is None and not any(column and column[0] for column in self.columns)
            self.over = self.winner is not None or stuck
            return
        for disc in (mover, OTHER[mover]):
            if lines(self.columns, disc, self.connect):
                self.over, self.winner = True, disc
                return
        self.over = not self.moves()


def at(columns: Columns, column: int, row: int) -> str:
    if 0 <= column < len(columns) and 0 <= row < len(columns[column]):
        return columns[column][row]
    return ""


def lines(columns: Columns, disc: str, connect: int) -> list[set[tuple[int, int]]]:
    """All sets of `connect` cells in a straight line."""
    found = []
    for column in range(len(columns)):
        for row in range(len(columns[column])):
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + i * across, row + i * up) for i in range(connect)]
                if all(at(columns, *cell) == disc for cell in cells):
                    found.append(set(cells))
    return found


def rows_of(columns: Columns, height: int) -> list[str]:
    """The drawing, top row first."""
    return ["".join(at(columns, c, r) or "." for c in range(len(columns))) for r in range(height - 1, -1, -1)]


def remedy(seen: Columns, wanted: Columns, height: int) -> tuple[set[tuple[int, int, str]], set[tuple[int, int, str]]]:
    """Discs to take out and to put back, cell by cell."""
    out, back = set(), set()
    for column in range(len(seen)):
        for row in range(height):
            there, due = at(seen, column, row), at(wanted, column, row)
            if there != due:
                out |= {(column, row, there)} if there else set()
                back |= {(column, row, due)} if due else set()
    return out, back


def wrong_colour(columns: Columns, to_move: str, column: int) -> Columns:
    """A drop by the side that isn't to move."""
    seen = deepcopy(columns)
    seen[column].append(OTHER[to_move])
    return seen
