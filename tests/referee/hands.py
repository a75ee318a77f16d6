"""What hands do to a board that they shouldn't, and how they put it right: acts on the columns of a `PlainGame`."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass

from tests.referee.plain import OTHER, Cells, Columns, PlainGame, height
from tests.referee.plain_faults import Fault, remedy


@dataclass
class Hands:
    """They change `columns`, a copy of the game's.

    An act's name is what the referee should call it, its answer the cells it is about; the acts that end in `_gone`
    leave both to `plain_faults`. IndexError or ValueError where there is no disc or no room for it.
    """

    rng: random.Random
    game: PlainGame
    columns: Columns

    def __post_init__(self) -> None:
        self.filled = [c for c, column in enumerate(self.columns) if column[0]]
        self.room = [c for c, column in enumerate(self.columns) if not column[-1]]

    def drop(self, column: int, disc: str) -> tuple[int, int]:
        row = height(self.columns[column])
        self.columns[column][row] = disc
        return column, row

    def lift(self, column: int) -> tuple[int, int]:
        row = height(self.columns[column]) - 1
        self.columns[column][row] = ""
        return column, row

    def let_out(self, column: int, discs: int) -> None:
        self.columns[column] = self.columns[column][discs:] + [""] * discs

    def wrong_colour_or_out_of_turn(self) -> Cells:
        return {self.drop(self.rng.choice(self.room), OTHER[self.game.to_move])}

    def two_discs(self) -> Cells:
        return {self.drop(column, OTHER[self.game.to_move]) for column in self.rng.sample(self.room, 2)}

    def several_discs(self) -> Cells:
        return {self.drop(column, self.rng.choice("RY")) for column in self.rng.sample(self.room, 3)}

    def disc_removed(self) -> Cells:
        return {self.lift(self.rng.choice(self.filled))}

    def disc_moved(self) -> Cells:
        column = self.rng.choice(self.filled)
        other = self.rng.choice([c for c in self.room if c != column])
        disc = self.columns[column][height(self.columns[column]) - 1]
        return {self.lift(column), self.drop(other, disc)}

    def bar_opened(self) -> Cells:
        cells = {(c, r) for c in self.filled for r in range(height(self.columns[c]))}
        if len(cells) < 2:
            raise IndexError("one disc may as well have been taken out")
        self.columns[:] = [[""] * self.game.height for _ in self.columns]
        return cells

    def floating_disc(self) -> Cells:
        column = self.rng.choice([c for c in self.room if height(self.columns[c]) < self.game.height - 1])
        row = height(self.columns[column]) + 1
        self.columns[column][row] = self.rng.choice("RY")
        return {(column, row)}

    def same_column(self) -> Cells:
        if self.game.in_hand is None:
            raise IndexError("nothing is in the hand")
        return {self.drop(self.game.in_hand, self.game.to_move)}

    def colour_changed(self) -> Cells:
        """No act of a hand: the camera misread a disc that lies there."""
        column = self.rng.choice(self.filled)
        row = self.rng.randrange(height(self.columns[column]))
        self.columns[column][row] = OTHER[self.columns[column][row]]
        return {(column, row)}

    def popped_gone(self) -> Cells:
        self.let_out(self.rng.choice(self.filled), 1)
        return set()

    def bar_gone(self) -> Cells:
        """The bar opened in part: some columns lose some discs at the bottom."""
        for column in self.rng.sample(self.filled, self.rng.randint(1, len(self.filled))):
            self.let_out(column, self.rng.randint(1, height(self.columns[column])))
        return set()

    def lifted_gone(self) -> Cells:
        for column in self.rng.sample(self.filled, 2):
            self.lift(column)
        return set()


ACTS = (
    Hands.wrong_colour_or_out_of_turn, Hands.two_discs, Hands.several_discs, Hands.disc_removed, Hands.disc_moved,
    Hands.bar_opened, Hands.floating_disc, Hands.same_column, Hands.colour_changed, Hands.popped_gone, Hands.bar_gone,
    Hands.lifted_gone,
)  # fmt: skip


def fault_of(rng: random.Random, game: PlainGame) -> Fault | None:
    """Something that hands did; None where there was no disc, no room, or nothing in the hand for it."""
    act, hands = rng.choice(ACTS), Hands(rng, game, deepcopy(game.columns))
    try:
        cells = act(hands)
    except (IndexError, ValueError):
        return None
    return Fault(hands.columns, "gone" if act.__name__.endswith("_gone") else act.__name__, cells)


def put_right(rng: random.Random, columns: Columns, wanted: Columns) -> None:
    """One disc more is where it belongs, or one less where it doesn't: any that the grid lets hands get at.

    A disc that lies right leaves only where there is no other way to a wrong one under it.
    """
    out, back = remedy(columns, wanted)
    tops = {(c, max(r for r, disc in enumerate(column) if disc)) for c, column in enumerate(columns) if any(column)}
    lifts = [(c, r, "") for c, r, _ in out if (c, r) in tops]
    wrong = {c for c, _, _ in out}
    drops = [(c, r, disc) for c, r, disc in back if c not in wrong and r == height(columns[c])]
    buried = [(c, r, "") for c, r in tops if c in wrong]
    column, row, disc = rng.choice(sorted(lifts + drops) or sorted(buried))
    columns[column][row] = disc
