"""From the board that is seen to the board that is wanted (R22, R26): what hands have to do, and what is left of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.board import Board, Cell, Disc


class PlacedDisc(NamedTuple):
    """A disc and the cell it is in, or belongs in."""

    cell: Cell
    disc: Disc


@dataclass(frozen=True)
class Remedy:
    """R22 in both forms. The house remedy; the A5640 sheet itself knows no penalty.

    `take_out` is listed from the top down and `put_back` from the bottom up, column by column: the order of the hands.
    """

    wanted: Board
    to_move: Disc | None
    take_out: tuple[PlacedDisc, ...]
    put_back: tuple[PlacedDisc, ...]

    @property
    def done(self) -> bool:
        return not self.take_out and not self.put_back

    @property
    def rebuild(self) -> tuple[tuple[Disc, ...], ...]:
        """Every column of the wanted board from the bottom up, for building it anew after the bar was opened."""
        return tuple(self.wanted.column(column) for column in range(1, self.wanted.spec.columns + 1))

    @property
    def needs_bar(self) -> bool:
        """Only a topmost disc can be coaxed out at the top; one that will be covered again can't: open the bar
        instead.
        """
        columns = {placed.cell.column for placed in self.take_out}
        return any(self._under_kept_disc(column) for column in columns)

    def in_hand(self, disc: Disc) -> int:
        """How many discs of that colour its player holds once the position stands."""
        return self.wanted.spec.discs_each - self.wanted.count(disc)

    def _under_kept_disc(self, column: int) -> bool:
        """Whether a disc to be taken out lies under one that stays."""
        lowest_out = min(placed.cell.row for placed in self.take_out if placed.cell.column == column)
        back = {placed.cell for placed in self.put_back}
        kept = (c for c in self.wanted.spec.cells if c.column == column and self.wanted.at(*c) and c not in back)
        return any(cell.row > lowest_out for cell in kept)


def remedy(seen: Board, wanted: Board, to_move: Disc | None) -> Remedy:
    """What has to be done to `seen` so that it is `wanted`; nothing when they are equal."""
    cells = seen.difference(wanted)
    out = tuple(PlacedDisc(cell, disc) for cell in reversed(cells) if (disc := seen.at(*cell)))
    back = tuple(PlacedDisc(cell, disc) for cell in cells if (disc := wanted.at(*cell)))
    return Remedy(wanted, to_move, tuple(sorted(out, key=lambda p: (p.cell.column, -p.cell.row))), back)
