"""What is agreed before the first disc (R4): rules, colours, opener, start position, turn order, clock."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.board import Board, Disc
from referee.clock import UNLIMITED, ClockRules
from referee.errors import RefereeError
from referee.rules import Classic, Position, RuleSet
from referee.turns import TWO_PLAYERS, TurnOrder


@dataclass(frozen=True)
class Setup:
    """A game's agreement. `opener` None: not told, so the first disc tells. Raises `RefereeError` for what can't be.

    `start` None is the variant's own start (an empty grid); `players` name the seats of `turns`, opener first.
    `teaching`: hints are allowed during play (R12). `practice`: nothing is recorded (R6).
    """

    rules: RuleSet = field(default_factory=Classic)
    opener: Disc | None = None
    start: Board | None = None
    turns: TurnOrder = TWO_PLAYERS
    players: tuple[str, ...] = ()
    clock: ClockRules = UNLIMITED
    teaching: bool = False
    practice: bool = False

    def __post_init__(self) -> None:
        if refused := self.refusal():
            raise refused

    def refusal(self) -> RefereeError | None:
        """Why these parts can't be combined or played, or None."""
        if clash := self._turns_clash():
            return RefereeError("cannot_combine", first=self.turns.name, second=clash)
        if self.start is None and self.rules.needs_start:
            return RefereeError("start_needed", variant=self.rules.name)
        if self.players and len(self.players) != self.turns.seats:
            return RefereeError("players_count", expected=self.turns.seats, got=len(self.players))
        if self.start is not None and self.start.spec != self.rules.spec:
            return RefereeError("other_board", columns=self.start.spec.columns, rows=self.start.spec.rows)
        return self.rules.start_fault(self.start, self.opener) if self.start is not None else None

    def _turns_clash(self) -> str | None:
        """What the turn order has no place in: R28 and R29 speak of one drop a turn, R28 of the very first one."""
        if self.turns.name == "swap" and self.start is not None:
            return "start"
        return "pop10" if self.turns.name in ("swap", "partners") and self.rules.name == "pop10" else None

    @property
    def first_board(self) -> Board:
        return Board.empty(self.rules.spec) if self.start is None else self.start

    @property
    def first_position(self) -> Position:
        """With the side to move, as far as opener and counts tell it (R41)."""
        return Position(self.first_board, self.rules.to_move_at(self.first_board, self.opener))
