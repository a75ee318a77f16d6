"""The state of a game, and how each event changes it. Nothing else changes a game's state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from referee import events as e
from referee.board import Board, Cell, Disc
from referee.clock import Clock
from referee.phases import Phase, next_phase
from referee.rules import Outcome, Position
from referee.setup import Setup


@dataclass(frozen=True)
class State:
    """`positions[0]` is the start and `positions[i]` the position after `moves[i - 1]`.

    `seen`: the board as a camera last reported it in an event, None when none looks on. `base`: moves before it can't
    be undone any more (an illegal position was let stand there). `told`: cells already called in the present phase.
    """

    positions: tuple[Position, ...]
    clock: Clock
    phase: Phase = Phase.AWAITING_START
    interrupted: Phase = Phase.AWAITING_START
    moves: tuple[e.MovePlayed, ...] = ()
    undone: tuple[e.MovePlayed, ...] = ()
    base: int = 0
    seen: Board | None = None
    doubt: e.ReadingDoubted | None = None
    offence: e.Offence | None = None
    asked: e.OrderUnclear | None = None
    told: tuple[Cell, ...] = ()
    outcome: Outcome | None = None
    agreed: frozenset[Disc] = frozenset()
    swapped: bool = False
    marked: bool = False

    @classmethod
    def at_start(cls, setup: Setup) -> State:
        return cls((setup.first_position,), Clock(setup.clock))

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def turn(self, opener: Disc | None) -> int:
        """How many turns are over. Each is a change of side: in Pop 10 a turn may have several moves, and after an
        illegal position was let stand, the side that moves next is as agreed.
        """
        sides = [position.to_move for position in self.positions]
        others_first = opener is not None and sides[0] is opener.other
        return others_first + sum(side is not after for side, after in pairwise(sides))

    @property
    def is_quiet(self) -> bool:
        """Whether a look at the expected board can change nothing."""
        return self.phase is Phase.PLAYING and self.doubt is None and self.clock.rules.seconds is None


def fold(setup: Setup, state: State, event: e.Event) -> State:
    """The state after the event. Raises `RefereeError` `wrong_phase` when it can't happen now."""
    phase = next_phase(state.phase, type(event), state.interrupted)
    changed = _CHANGES.get(type(event), _unchanged)(setup, state, event)
    ticking = changed.position.to_move if phase is Phase.PLAYING else None
    return replace(changed, phase=phase, clock=changed.clock.run(ticking, event.at_s))


def _unchanged(setup: Setup, state: State, event: e.Event) -> State:
    return state


def _started(setup: Setup, state: State, event: e.Started) -> State:
    seen = event.board if event.by is e.By.CAMERA else None
    return replace(state, seen=seen, doubt=None, told=())


def _not_at_start(setup: Setup, state: State, event: e.NotAtStart) -> State:
    return replace(state, told=event.cells, doubt=None)


def _moved(setup: Setup, state: State, event: e.MovePlayed) -> State:
    return replace(_with_move(setup, state, event), undone=())


def _with_move(setup: Setup, state: State, event: e.MovePlayed) -> State:
    then = setup.rules.after(state.position, event.move)
    watched = event.by is e.By.CAMERA or state.seen is not None
    return replace(
        state,
        positions=(*state.positions, then),
        moves=(*state.moves, event),
        seen=then.board if watched else None,
        doubt=None,
        offence=None,
        asked=None,
    )


def _won(setup: Setup, state: State, event: e.GameWon) -> State:
    return _over(state, Outcome(event.ending, event.winner, event.lines))


def _drawn(setup: Setup, state: State, event: e.GameDrawn) -> State:
    return _over(state, Outcome(event.ending))


def _over(state: State, outcome: Outcome) -> State:
    return replace(state, outcome=outcome, doubt=None, offence=None, asked=None, told=(), agreed=frozenset())


def _offended(setup: Setup, state: State, event: e.Offence) -> State:
    told = event.cells if state.outcome else ()
    return replace(state, offence=event, seen=event.seen, told=told, doubt=None, asked=None)


def _saw(setup: Setup, state: State, event: e.RestoreProgress | e.BoardEmptied) -> State:
    return replace(state, seen=event.seen, doubt=None)


def _restored(setup: Setup, state: State, event: e.Restored) -> State:
    seen = state.seen and state.position.board
    return replace(state, seen=seen, offence=None, asked=None, doubt=None)


def _doubted(setup: Setup, state: State, event: e.ReadingDoubted) -> State:
    return replace(state, doubt=event)


def _sure(setup: Setup, state: State, event: e.DoubtCleared) -> State:
    return replace(state, doubt=None)


def _asked(setup: Setup, state: State, event: e.OrderUnclear) -> State:
    return replace(state, asked=event, seen=event.seen, doubt=None)


def _interrupted(setup: Setup, state: State, event: e.Event) -> State:
    stopped = state.phase in (Phase.DISPUTED, Phase.PAUSED)
    return state if stopped else replace(state, interrupted=state.phase)


def _undone(setup: Setup, state: State, event: e.Undone) -> State:
    return replace(
        _reopened(state),
        positions=state.positions[:-1],
        moves=state.moves[:-1],
        undone=(*state.undone, state.moves[-1]),
        swapped=state.swapped and len(state.moves) > 1,
    )


def _redone(setup: Setup, state: State, event: e.Redone) -> State:
    again = state.undone[-1]
    seen = state.seen
    return replace(_with_move(setup, state, again), undone=state.undone[:-1], seen=seen)


def _reopened(state: State) -> State:
    return replace(state, outcome=None, agreed=frozenset(), offence=None, asked=None, doubt=None, told=())


def _corrected(setup: Setup, state: State, event: e.MovesCorrected) -> State:
    fresh = replace(_reopened(state), positions=state.positions[:1], moves=(), undone=(), base=0, seen=None)
    for number, move in enumerate(event.moves, 1):
        cell = setup.rules.moved_cell(fresh.position, move)
        played = e.MovePlayed(
            at_s=event.at_s, number=number, column=cell.column, row=cell.row, disc=move.disc, kind=move.kind,
            by=event.by
        )
        fresh = _with_move(setup, fresh, played)
    swapped = state.swapped and bool(event.moves)
    return replace(fresh, seen=state.seen and fresh.position.board, swapped=swapped)


def _let_stand(setup: Setup, state: State, event: e.LetStand) -> State:
    there = replace(state.position, board=event.board, to_move=event.to_move, in_hand=None)
    positions = (*state.positions[:-1], there)
    return replace(state, positions=positions, base=len(state.moves), offence=None, doubt=None, undone=(), marked=True)


def _restarted(setup: Setup, state: State, event: e.Restarted) -> State:
    return State.at_start(setup)


def _swapped(setup: Setup, state: State, event: e.Swapped) -> State:
    return replace(state, swapped=True, undone=())


def _agreed(setup: Setup, state: State, event: e.ResultAgreed) -> State:
    return replace(state, agreed=state.agreed | {event.disc})


_CHANGES: dict[type[e.Event], Callable[[Setup, State, Any], State]] = {
    e.Started: _started,
    e.NotAtStart: _not_at_start,
    e.MovePlayed: _moved,
    e.GameWon: _won,
    e.GameDrawn: _drawn,
    e.Offence: _offended,
    e.RestoreProgress: _saw,
    e.BoardEmptied: _saw,
    e.Restored: _restored,
    e.ReadingDoubted: _doubted,
    e.DoubtCleared: _sure,
    e.OrderUnclear: _asked,
    e.Disputed: _interrupted,
    e.Paused: _interrupted,
    e.Undone: _undone,
    e.Redone: _redone,
    e.MovesCorrected: _corrected,
    e.LetStand: _let_stand,
    e.Restarted: _restarted,
    e.Swapped: _swapped,
    e.ResultAgreed: _agreed,
}
"""Events that are missing here change the phase alone."""
