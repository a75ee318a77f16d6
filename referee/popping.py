"""The games in which discs also leave at the bottom: PopOut (R34) and Pop 10 (R35)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.board import Board, Cell, Disc
from referee.errors import RefereeError
from referee.rules import Ending, Move, MoveKind, Outcome, Position, RuleSet, drop_refusal, landing

DISCS_TO_KEEP = 10
"""R35: the first player with so many kept discs wins."""


class _Popping(RuleSet):
    """What both games share: a move is a drop or a pop, and shows at its landing cell or at the bottom."""

    drops_only = False

    def candidates(self, position: Position) -> Iterator[Move]:
        for disc in Disc:
            if position.may_move(disc):
                for kind in MoveKind:
                    yield from (Move(column, disc, kind) for column in range(1, self.spec.columns + 1))

    def moved_cell(self, position: Position, move: Move) -> Cell:
        return landing(position.board, move.column) if move.kind is MoveKind.DROP else Cell(move.column, 1)


def pop_refusal(position: Position, move: Move) -> RefereeError | None:
    """Only one's own disc leaves, out of the bottom row."""
    board = position.board
    if not 1 <= move.column <= board.spec.columns:
        return RefereeError("no_such_column", column=move.column, columns=board.spec.columns)
    if not position.may_move(move.disc):
        return RefereeError("not_your_turn", disc=move.disc.letter)
    bottom = board.at(move.column, 1)
    if bottom is None:
        return RefereeError("nothing_to_pop", column=move.column)
    return None if bottom is move.disc else RefereeError("not_your_disc", column=move.column)


def _none_left(board: Board, disc: Disc) -> RefereeError | None:
    """R2: whose discs all lie on the board has none to drop."""
    return RefereeError("no_disc_left") if board.count(disc) >= board.spec.discs_each else None


class PopOut(_Popping):
    """R34: a turn is a drop, or popping one of one's own discs out of the bottom row.

    A pop can complete lines for both: then the popping player wins; lines of the other alone win for the other.
    A side to move that can neither drop nor pop ends the game as a draw (our own reading).
    """

    name = "popout"

    def refusal(self, position: Position, move: Move) -> RefereeError | None:
        if move.kind is MoveKind.POP:
            return pop_refusal(position, move)
        return drop_refusal(position, move) or _none_left(position.board, move.disc)

    def after(self, position: Position, move: Move) -> Position:
        board = position.board
        then = board.drop(move.column, move.disc) if move.kind is MoveKind.DROP else board.pop(move.column)
        return Position(then, move.disc.other)

    def outcome(self, position: Position, mover: Disc) -> Outcome | None:
        for disc in (mover, mover.other):
            if position.board.has_line(disc):
                return Outcome(Ending.LINE, disc, position.board.winning_lines(disc))
        return None if any(self.refusal(position, move) is None for move in self.candidates(position)) else _STUCK


class Pop10(_Popping):
    """R35: from a full grid, pop one's own disc from the bottom row.

    If it was part of a line before the pop, keep it and pop again; if not, put it back on top of another column (the
    same one only if there is no other). The first with ten kept discs wins. A player without a disc in the bottom row
    is passed over; when neither has one, the game is a draw (our own reading: the rule sheet doesn't say).
    """

    name = "pop10"
    needs_start = True

    def start_fault(self, board: Board, opener: Disc | None) -> RefereeError | None:
        if not board.is_full:
            return RefereeError("not_full_at_start")
        if opener is None:
            return RefereeError("opener_needed")
        return None if board.count(Disc.RED) == board.count(Disc.YELLOW) else RefereeError("unequal_at_start")

    def to_move_at(self, board: Board, opener: Disc | None) -> Disc | None:
        return opener and self._next_turn(Position(board, opener), opener).to_move

    def refusal(self, position: Position, move: Move) -> RefereeError | None:
        if move.kind is MoveKind.POP:
            return RefereeError("put_back_first") if position.in_hand else pop_refusal(position, move)
        if position.in_hand is None:
            return RefereeError("pop_first")
        same = move.column == position.in_hand
        return drop_refusal(position, move) or (
            RefereeError("same_column", column=move.column) if same and self._has_other_room(position) else None
        )

    def after(self, position: Position, move: Move) -> Position:
        if move.kind is MoveKind.DROP:
            then = replace(position, board=position.board.drop(move.column, move.disc), in_hand=None)
            return self._next_turn(then, move.disc.other)
        popped = replace(position, board=position.board.pop(move.column), to_move=move.disc)
        if not _in_line(position.board, Cell(move.column, 1)):
            return replace(popped, in_hand=move.column)
        kept = [count + (move.disc is disc) for disc, count in zip(Disc, position.kept, strict=True)]
        return self._next_turn(replace(popped, kept=(kept[0], kept[1])), move.disc)

    def outcome(self, position: Position, mover: Disc) -> Outcome | None:
        if position.kept[mover - 1] >= DISCS_TO_KEEP:
            return Outcome(Ending.KEPT, mover)
        stuck = position.in_hand is None and not any(self._can_pop(position, disc) for disc in Disc)
        return _STUCK if stuck else None

    def _next_turn(self, position: Position, disc: Disc) -> Position:
        """That side's turn, unless only the other one has a disc to pop."""
        passed = not self._can_pop(position, disc) and self._can_pop(position, disc.other)
        return replace(position, to_move=disc.other if passed else disc)

    def _can_pop(self, position: Position, disc: Disc) -> bool:
        return any(position.board.at(column, 1) is disc for column in range(1, self.spec.columns + 1))

    def _has_other_room(self, position: Position) -> bool:
        return any(cell.column != position.in_hand for cell in position.board.landing_cells())


_STUCK = Outcome(Ending.NO_MOVES)


def _in_line(board: Board, cell: Cell) -> bool:
    disc = board.at(*cell)
    return disc is not None and any(cell in line for line in board.winning_lines(disc))
