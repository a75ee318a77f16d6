"""The rules once more, as simply as can be: lists, loops, nothing shared with the referee. Only for comparing.

A board is a list of columns, each a list of "R", "Y" or "" from the bottom up. A move is `(kind, column)`. Columns and
rows count from 0.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

Columns = list[list[str]]
Cells = set[tuple[int, int]]
Move = tuple[str, int]
OTHER = {"R": "Y", "Y": "R"}
KEPT_TO_WIN = 10


@dataclass
class PlainGame:
    """One game of "classic", "popout" or "pop10"."""

    variant: str
    width: int
    height: int
    connect: int
    to_move: str
    columns: Columns
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
        self.pass_over()
        self._end(mover)

    def pass_over(self) -> None:
        """Pop 10: whoever has no disc to pop is passed over, unless nobody has one."""
        if self.variant == "pop10" and not self.moves() and any(column[0] for column in self.columns):
            self.to_move = OTHER[self.to_move]

    def after(self, move: Move) -> PlainGame:
        """A copy in which the move is played."""
        then = PlainGame(
            self.variant, self.width, self.height, self.connect, self.to_move, [list(c) for c in self.columns],
            dict(self.kept), self.in_hand,
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


# --- What is wrong with a board ---------------------------------------------------------------------------------------


@dataclass
class Fault:
    """Something that hands did: the board then, what it is called, and the cells it is about."""

    columns: Columns
    code: str
    cells: Cells


def judged(game: PlainGame, fault: Fault) -> Fault | None:
    """The fault as a referee who saw both boards has to name it; None when legal turns explain the board."""
    if any(sum(column.count(disc) for column in fault.columns) > discs_each(game) for disc in "RY"):
        return Fault(fault.columns, "too_many_discs", set())
    if explained(game, fault.columns, 2):
        return None
    return _of_one_move(game, fault.columns) or fault


def explained(game: PlainGame, seen: Columns, turns: int) -> bool:
    """Whether so many turns lead to the board; discs that came after the end are left for later (R19)."""
    if game.over:
        return not remedy(seen, game.columns)[1]
    if game.columns == seen:
        return True
    return turns > 0 and any(explained(game.after(move), seen, turns - 1) for move in game.moves())


def _of_one_move(game: PlainGame, seen: Columns) -> Fault | None:
    """A move that the rules refuse now and hands can do: the other side's, or back into the same column."""
    theirs = deepcopy(game)
    theirs.to_move = OTHER[game.to_move]
    for move in theirs.moves():
        if theirs.after(move).columns == seen:
            return Fault(seen, "wrong_colour_or_out_of_turn", {where(game, move)})
    if game.in_hand is not None and game.columns[game.in_hand][-1] == "":
        back = ("drop", game.in_hand)
        if any(side.after(back).columns == seen for side in (game, theirs)):
            return Fault(seen, "same_column", {where(game, back)})
    return None


def where(game: PlainGame, move: Move) -> tuple[int, int]:
    """The cell in which a move shows."""
    kind, column = move
    return column, height(game.columns[column]) if kind == "drop" else 0


def remedy(seen: Columns, wanted: Columns) -> tuple[set[tuple[int, int, str]], set[tuple[int, int, str]]]:
    """Discs to take out and to put back, cell by cell."""
    out, back = set(), set()
    for column in range(len(seen)):
        for row in range(len(seen[column])):
            there, due = seen[column][row], wanted[column][row]
            if there != due:
                out |= {(column, row, there)} if there else set()
                back |= {(column, row, due)} if due else set()
    return out, back
