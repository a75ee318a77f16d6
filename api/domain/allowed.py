"""Which acts can be done at a table now, and what is said to those that can't."""

from __future__ import annotations

from api.domain.state import TableState
from referee import events as e
from referee.errors import RefereeError
from referee.game import Game
from referee.phases import Phase

_BY_EVENT: dict[str, type[e.Event]] = {
    "begin": e.Started,
    "play": e.MovePlayed,
    "column_full": e.ColumnFullTold,
    "correct": e.MovesCorrected,
    "agree": e.ResultAgreed,
    "dispute": e.Disputed,
    "settle": e.DisputeSettled,
    "restored": e.Restored,
    "let_stand": e.LetStand,
    "restart": e.Restarted,
    "undo": e.Undone,
    "redo": e.Redone,
    "draw": e.GameDrawn,
    "resign": e.GameWon,
    "pause": e.Paused,
    "resume": e.Resumed,
}


def allowed(state: TableState) -> tuple[str, ...]:
    """The acts that can be done now."""
    match = state.match if state.match and not state.match.over else None
    if state.current is None or not state.playing:
        return ("start", "next", "end") if match else ("start",)
    game = state.current.game
    acts = [name for name, event in _BY_EVENT.items() if game.may(event) and _sensible(game, name)]
    if game.phase is Phase.ASKING:
        acts.append("tell_order")
    if game.may(e.Swapped) and game.setup.turns.swap_refusal(len(game.moves), game.state.swapped) is None:
        acts.append("swap")
    if game.phase is Phase.AWAITING_CLEAR:
        acts.append("close")
    return (*acts, "end")


def _sensible(game: Game, act: str) -> bool:
    """Whether there is anything that the act could be about."""
    if act == "undo":
        return len(game.moves) > game.state.base
    if act == "redo":
        return bool(game.state.undone)
    if act == "restored":
        return game.phase in (Phase.RESTORING, Phase.ASKING)
    if act == "play":
        return game.phase is Phase.PLAYING
    return True


def refusal(state: TableState, act: str) -> RefereeError:
    """What is said to an act that isn't allowed in this phase."""
    return RefereeError("wrong_phase", phase=state.phase, event=act, allowed=list(allowed(state)))
