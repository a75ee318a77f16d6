"""The rules once more, as simply as can be: lists, loops, nothing shared with the referee. Only for comparing.

A board is a list of columns, each a list of "R", "Y" or "" from the bottom up. A move is `(kind, column)`. Columns and
rows count from 0. What is wrong with a board is in `plain_faults`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Columns = list[list[str]]
Cells = set[tuple[int, int]]
Move = tuple[str, int]
OTHER = {"R": "Y", "Y": "R"}
KEPT_TO_WIN = 10


@dataclass
class PlainGame:
    """One game of "classic", "popout" or "pop10". `owners`: whose discs they are; of several, the first is next."""

    variant: str
    width: int
    height: int
    connect: int
    to_move: str
    columns: Columns
    owners: dict[str, list[str]] = field(default_factory=lambda: {"R": ["r"], "Y": ["y"]})
    played: int = 0
    kept: dict[str, int] = field(default_factory=lambda: {"R": 0, "Y": 0})
    in_hand: int | None = None
    over: bool = False
    winner: str | None = None

    def moves(self) -> list[Move]:
        drops = [("drop", c) for c in range(self.width) if self.columns[c][-1] == ""]
        pops = [("pop", c) for c in range(self.width) if self.columns[c][0] == self.to_move]
        if self.variant == "classic":
            return drops
        if self.variant == "popout":
            used = sum(column.count(self.to_move) for column in self.columns)
            return (drops if used < discs_each(self) else []) + pops
        if self.in_hand is None:
            return pops
        return [move for move in drops if move[1] != self.in_hand] or drops

    def play(self, move: Move) -> None:
        kind, column = move
        mover = self.to_move
        self.played += 1
        if kind == "drop":
            self.columns[column][height(self.columns[column])] = mover
            self.in_hand = None
        else:
            scores = any((column, 0) in line for line in lines(self.columns, mover, self.connect))
            self.columns[column] = [*self.columns[column][1:], ""]
            if self.variant == "pop10" and scores:
                self.kept[mover] += 1
            elif self.variant == "pop10":
                self.in_hand = column
        if self.variant != "pop10" or kind == "drop":
            self.to_move = OTHER[mover]
            self.owners[mover] = [*self.owners[mover][1:], self.owners[mover][0]]
        self.pass_over()
        self._end(mover)

    def swap(self) -> None:
        """Swap after the opening drop: the discs on the board stay, their owners change."""
        self.owners = {"R": self.owners["Y"], "Y": self.owners["R"]}

    def pass_over(self) -> None:
        """Pop 10: whoever has no disc to pop is passed over, unless nobody has one."""
        if self.variant == "pop10" and not self.moves() and any(column[0] for column in self.columns):
            self.to_move = OTHER[self.to_move]

    def after(self, move: Move) -> PlainGame:
        """A copy in which the move is played."""
        then = PlainGame(
            self.variant, self.width, self.height, self.connect, self.to_move, [list(c) for c in self.columns],
            dict(self.owners), self.played, dict(self.kept), self.in_hand,
        )  # fmt: skip
        then.play(move)
        return then

    def _end(self, mover: str) -> None:
        if self.variant == "pop10":
            self.winner = mover if self.kept[mover] >= KEPT_TO_WIN else None
            stuck = self.in_hand is None and not any(column[0] for column in self.columns)
            self.over = self.winner is not None or stuck
            return
        for disc in (mover, OTHER[mover]):
            if lines(self.columns, disc, self.connect):
                self.over, self.winner = True, disc
                return
        self.over = not self.moves()


def discs_each(game: PlainGame) -> int:
    return (game.width * game.height + 1) // 2


def height(column: list[str]) -> int:
    return sum(disc != "" for disc in column)


def lines(columns: Columns, disc: str, connect: int) -> list[Cells]:
    """All sets of `connect` cells in a straight line."""
    wide, high = len(columns), len(columns[0])
    found = []
    for column in range(wide):
        for row in range(high):
            if columns[column][row] != disc:
                continue
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                length = 1
                c, r = column + across, row + up
                while length < connect and c < wide and 0 <= r < high and columns[c][r] == disc:
                    length, c, r = length + 1, c + across, r + up
                if length == connect:
                    found.append({(column + i * across, row + i * up) for i in range(connect)})
    return found
