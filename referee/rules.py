"""Rule sets behind one small interface: what may be played, and when a game is over.

A variant is one subclass of `RuleSet`; nothing else in the referee asks which variant is played. The classic game is
here (R7–R9, R13–R17, and R37 for other sizes); PopOut and Pop 10 are in `popping.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple

from referee.board import CLASSIC, Board, BoardSpec, Cell, Disc, Line
from referee.errors import ColumnFull, RefereeError
from referee.possible import possible


class MoveKind(StrEnum):
    """What a hand does: drop a disc in at the top, or pop one out at the bottom (R34, R35)."""

    DROP = "drop"
    POP = "pop"


class Move(NamedTuple):
    """One action of one player: the column chosen and the disc that moves."""

    column: int
    disc: Disc
    kind: MoveKind = MoveKind.DROP


class Ending(StrEnum):
    """Why a game is over."""

    LINE = "line"
    FULL = "full"
    NO_MOVES = "no_moves"
    KEPT = "kept"
    TIME = "time"
    RESIGNED = "resigned"
    AGREED = "agreed"


@dataclass(frozen=True)
class Outcome:
    """How a game ended; `winner` None is a draw. All lines that the last move completed are listed (R15)."""

    ending: Ending
    winner: Disc | None = None
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Position:
    """A board and whose turn it is. `to_move` None: nobody has said who opens, so the first disc will tell.

    `kept` (red, yellow) and `in_hand` (the column its popped disc came from) are used by Pop 10 alone.
    """

    board: Board
    to_move: Disc | None
    kept: tuple[int, int] = (0, 0)
    in_hand: int | None = None

    def may_move(self, disc: Disc) -> bool:
        return self.to_move in (None, disc)


class RuleSet(ABC):
    """The interface of a variant. All methods are pure."""

    name: ClassVar[str]
    drops_only: ClassVar[bool]
    """Discs only ever arrive, so that several turns between two looks can be told apart exactly."""

    needs_start: ClassVar[bool] = False
    """The start position has to be told: it isn't the empty grid."""

    def __init__(self, spec: BoardSpec = CLASSIC) -> None:
        self.spec = spec

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, RuleSet) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash((self.name, self.spec))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.spec})"

    def start_fault(self, board: Board, opener: Disc | None) -> RefereeError | None:
        """Why a game can't be picked up from this board, or None."""
        return RefereeError("floating_at_start", cells=board.floating()) if board.floating() else None

    def to_move_at(self, board: Board, opener: Disc | None) -> Disc | None:
        """Whose turn it is on a board with that opener; None when it can't be told (R41)."""
        if opener is None or board.discs % 2 == 0:
            return opener
        return opener.other

    @abstractmethod
    def candidates(self, position: Position) -> Iterator[Move]:
        """Every move worth asking `refusal` about."""

    @abstractmethod
    def refusal(self, position: Position, move: Move) -> RefereeError | None:
        """Why the move may not be played, or None. The game is taken not to be over."""

    @abstractmethod
    def after(self, position: Position, move: Move) -> Position:
        """The position after a move that `refusal` has passed."""

    @abstractmethod
    def outcome(self, position: Position, mover: Disc) -> Outcome | None:
        """Whether the game is over, `mover` having moved last."""

    @abstractmethod
    def moved_cell(self, position: Position, move: Move) -> Cell:
        """Where the move shows: the landing cell of a drop, the bottom cell of a pop; `position` is the one before."""

    def moves(self, position: Position) -> tuple[Move, ...]:
        """All legal moves."""
        return tuple(move for move in self.candidates(position) if self.refusal(position, move) is None)

    def play(self, position: Position, move: Move) -> Position:
        """The position after the move. Raises the refusal when there is one."""
        if refused := self.refusal(position, move):
            raise refused
        return self.after(position, move)

    def line(self, position: Position, moves: Iterable[Move], code: str) -> tuple[tuple[Position, ...], Outcome | None]:
        """The positions along the moves, the given one first, and how the last one ended.

        Raises `RefereeError(code, number=..., reason=...)` for the first move that can't be, such as one after the end.
        """
        positions, outcome = [position], None
        for number, move in enumerate(moves, 1):
            refused = RefereeError("game_over") if outcome else self.refusal(positions[-1], move)
            if refused:
                raise RefereeError(code, number=number, column=move.column, reason=refused.code) from refused
            positions.append(self.after(positions[-1], move))
            outcome = self.outcome(positions[-1], move.disc)
        return tuple(positions), outcome


class Classic(RuleSet):
    """Drop a disc in turn; four in a straight line win; a full grid is a draw."""

    name = "classic"
    drops_only = True

    def start_fault(self, board: Board, opener: Disc | None) -> RefereeError | None:
        """R40: the position has to be one that legal drops can reach, with that opener."""
        found = possible(board)
        if not found.possible:
            return RefereeError("start_impossible", reasons=[fault.value for fault in found.faults])
        if opener and opener not in found.openers:
            return RefereeError("start_other_opener", opener=opener.letter)
        return RefereeError("start_is_over") if any(map(board.has_line, Disc)) or board.is_full else None

    def to_move_at(self, board: Board, opener: Disc | None) -> Disc | None:
        """R41: unequal counts tell it; equal counts only with the opener."""
        lead = board.count(Disc.RED) - board.count(Disc.YELLOW)
        if lead:
            return Disc.YELLOW if lead > 0 else Disc.RED
        return opener

    def candidates(self, position: Position) -> Iterator[Move]:
        for disc in (Disc.RED, Disc.YELLOW):
            if position.may_move(disc):
                yield from (Move(column, disc) for column in range(1, self.spec.columns + 1))

    def refusal(self, position: Position, move: Move) -> RefereeError | None:
        if move.kind is not MoveKind.DROP:
            return RefereeError("pop_not_in_this_game", column=move.column)
        return drop_refusal(position, move)

    def after(self, position: Position, move: Move) -> Position:
        return Position(position.board.drop(move.column, move.disc), move.disc.other)

    def outcome(self, position: Position, mover: Disc) -> Outcome | None:
        """R13 first, R16 after: a winning last disc is a win. A line of the other colour alone is no win (R17)."""
        if position.board.has_line(mover):
            return Outcome(Ending.LINE, mover, position.board.winning_lines(mover))
        return Outcome(Ending.FULL) if position.board.is_full else None

    def moved_cell(self, position: Position, move: Move) -> Cell:
        return landing(position.board, move.column)


def drop_refusal(position: Position, move: Move) -> RefereeError | None:
    """R7–R9: a column of the board with room in it, a disc of the side to move."""
    board = position.board
    if not 1 <= move.column <= board.spec.columns:
        return RefereeError("no_such_column", column=move.column, columns=board.spec.columns)
    if not position.may_move(move.disc):
        return RefereeError("not_your_turn", disc=move.disc.letter)
    return None if board.landing_cell(move.column) else ColumnFull(move.column)


def landing(board: Board, column: int) -> Cell:
    """The landing cell; raises `ColumnFull` when there is none."""
    cell = board.landing_cell(column)
    if cell is None:
        raise ColumnFull(column)
    return cell
