"""The phases of a game and every step between them, as one table. Whatever moves a game from phase to phase is here.

A pair that is missing from the table is an event that can't happen in that phase: `next_phase` refuses it.
"""

from __future__ import annotations

from enum import StrEnum

from referee import events as e
from referee.errors import RefereeError


class Phase(StrEnum):
    """Where a game stands; the value is the stable word for API and page."""

    AWAITING_START = "awaiting_start"
    PLAYING = "playing"
    ASKING = "asking"
    RESTORING = "restoring"
    DISPUTED = "disputed"
    PAUSED = "paused"
    AWAITING_CLEAR = "awaiting_clear"
    CLOSED = "closed"


BACK = None
"""In the table: back to the phase that a dispute or a pause has interrupted."""

_START, _PLAY, _ASK, _RESTORE = Phase.AWAITING_START, Phase.PLAYING, Phase.ASKING, Phase.RESTORING
_END = Phase.AWAITING_CLEAR

_STOPS: dict[type[e.Event], Phase | None] = {
    e.Disputed: Phase.DISPUTED,
    e.Paused: Phase.PAUSED,
    e.Closed: Phase.CLOSED,
}
_ENDS: dict[type[e.Event], Phase | None] = {e.GameWon: _END, e.GameDrawn: _END}
_AMENDS: dict[type[e.Event], Phase | None] = {
    e.Undone: _PLAY,
    e.Redone: _PLAY,
    e.MovesCorrected: _PLAY,
    e.Restarted: _START,
}

TRANSITIONS: dict[Phase, dict[type[e.Event], Phase | None]] = {
    _START: {
        e.Started: _PLAY,
        e.NotAtStart: _START,
        e.ReadingDoubted: _START,
        e.DoubtCleared: _START,
        e.Paused: Phase.PAUSED,
        e.Closed: Phase.CLOSED,
    },
    _PLAY: {
        e.MovePlayed: _PLAY,
        e.Offence: _RESTORE,
        e.RestoreProgress: _RESTORE,
        e.ReadingDoubted: _PLAY,
        e.DoubtCleared: _PLAY,
        e.OrderUnclear: _ASK,
        e.ColumnFullTold: _PLAY,
        e.Swapped: _PLAY,
        **_ENDS,
        **_AMENDS,
        **_STOPS,
    },
    _ASK: {
        e.MovePlayed: _PLAY,
        e.Restored: _PLAY,
        e.Offence: _RESTORE,
        e.OrderUnclear: _ASK,
        e.ReadingDoubted: _ASK,
        e.DoubtCleared: _ASK,
        **_ENDS,
        **_AMENDS,
        **_STOPS,
    },
    _RESTORE: {
        e.Restored: _PLAY,
        e.RestoreProgress: _RESTORE,
        e.BoardEmptied: _RESTORE,
        e.ReadingDoubted: _RESTORE,
        e.DoubtCleared: _RESTORE,
        e.LetStand: _PLAY,
        **_ENDS,
        **_AMENDS,
        **_STOPS,
    },
    Phase.DISPUTED: {
        e.Disputed: Phase.DISPUTED,
        e.DisputeSettled: BACK,
        e.MovesCorrected: _PLAY,
        e.Restarted: _START,
        e.Closed: Phase.CLOSED,
    },
    Phase.PAUSED: {e.Resumed: BACK, e.Restarted: _START, e.Closed: Phase.CLOSED},
    _END: {
        e.Offence: _END,
        e.ReadingDoubted: _END,
        e.DoubtCleared: _END,
        e.ResultAgreed: _END,
        e.Cleared: Phase.CLOSED,
        e.Undone: _PLAY,
        e.MovesCorrected: _PLAY,
        e.Restarted: _START,
        **_STOPS,
    },
    Phase.CLOSED: {},
}


def allowed(phase: Phase, event: type[e.Event]) -> bool:
    """Whether that kind of event can happen in that phase."""
    return event in TRANSITIONS[phase]


def next_phase(phase: Phase, event: type[e.Event], interrupted: Phase) -> Phase:
    """The phase after the event. Raises `RefereeError` `wrong_phase` when it can't happen now."""
    if not allowed(phase, event):
        possible = sorted(kind.name for kind in TRANSITIONS[phase])
        raise RefereeError("wrong_phase", phase=phase.value, event=event.name, allowed=possible)
    return TRANSITIONS[phase][event] or interrupted
