"""What a game says of itself: everything that can be asked and that changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee import events as e
from referee.board import Disc
from referee.clock import Clock
from referee.fold import State
from referee.phases import Phase, allowed
from referee.remedies import Remedy, remedy
from referee.rules import Outcome, Position
from referee.setup import Setup


@dataclass(frozen=True)
class Result:
    """How the game came out; `marked` when an illegal position was let stand on the way."""

    outcome: Outcome
    marked: bool = False


@dataclass(frozen=True)
class Standing:
    """How a game stands: what was agreed, the state, and the events that led to it."""

    setup: Setup
    state: State
    events: tuple[e.Event, ...] = field(default=(), repr=False)

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def position(self) -> Position:
        """The last agreed legal position."""
        return self.state.position

    @property
    def to_move(self) -> Disc | None:
        """Whose disc is next; None when the game is over or nobody said who opens (R8)."""
        return None if self.state.outcome else self.position.to_move

    @property
    def moves(self) -> tuple[e.MovePlayed, ...]:
        """The moves that stand, from the start position on."""
        return self.state.moves

    @property
    def result(self) -> Result | None:
        outcome = self.state.outcome
        return Result(outcome, self.state.marked) if outcome else None

    @property
    def offence(self) -> e.Offence | None:
        return self.state.offence

    @property
    def remedy(self) -> Remedy | None:
        """While restoring: what is still to do."""
        if self.phase is not Phase.RESTORING or self.state.seen is None:
            return None
        return remedy(self.state.seen, self.position.board, self.position.to_move)

    @property
    def doubt(self) -> e.ReadingDoubted | None:
        return self.state.doubt

    @property
    def choices(self) -> tuple[e.OrderChoice, ...]:
        """While asking: the orders to choose from."""
        return self.state.asked.choices if self.phase is Phase.ASKING and self.state.asked else ()

    @property
    def agreed(self) -> frozenset[Disc]:
        """Who has confirmed the result (R18)."""
        return self.state.agreed

    @property
    def player_to_move(self) -> str | None:
        """The name of the player who drops next, where players are named (R28, R29)."""
        if not self.setup.players or self.state.outcome:
            return None
        return self.setup.players[self.setup.turns.seat(self.state.turn(self.setup.opener), self.state.swapped)]

    @property
    def clock(self) -> Clock:
        return self.state.clock

    def may(self, event: type[e.Event]) -> bool:
        """Whether this kind of event can happen in this phase."""
        return allowed(self.phase, event)
