"""From an act, or from what the camera sees, to the events that follow. Pure; a refusal is a `RefereeError`.

`decide(state, act, ...)` and `look(state, ...)` give events only; whoever calls stores them, then applies them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from api.domain import acts as a
from api.domain import events as t
from api.domain import matches
from api.domain.allowed import allowed, refusal
from api.domain.corrections import correct
from api.domain.matches import Chance, Events, continued
from api.domain.state import IDLE, GameAt, TableState, replayed
from api.judging import judged
from referee import events as e
from referee.board import Cell, Disc
from referee.codec import encode
from referee.disputes import Claim, ClaimKind, judge
from referee.errors import RefereeError
from referee.game import Game
from referee.rules import Move, MoveKind
from vision.tracker import SettledBoard


def decide(state: TableState, act: Any, at_s: float, chance: Chance, players: tuple[str, ...] = ()) -> Events:
    """The events of an act (`api.domain.acts`). players: ids of the act's named players, in their order.

    Raises `RefereeError`: `wrong_phase` with the acts that are allowed now, or why this one can't be.
    """
    at_s = max(at_s, state.at_s)
    if act.act not in allowed(state):
        raise refusal(state, act.act)
    if isinstance(act, a.Start):
        return matches.start(state, act, at_s, chance, players)
    if isinstance(act, a.Next):
        return matches.begin_next(state, act, at_s, chance)
    if isinstance(act, a.End):
        return matches.end(state, at_s)
    return continued(state, _ACTS[type(act)](_at(state), act, at_s), at_s, chance)


def look(state: TableState, settled: SettledBoard, at_s: float, chance: Chance) -> Events:
    """The events of a settled board, as people have corrected it."""
    if state.current is None or not state.playing:
        return ()
    at = state.current
    if at.game.setup.rules.spec != settled.board.spec:
        return ()
    seen = _believed(at, replace(settled, until_s=max(at_s, state.at_s)))
    events = continued(state, judged(at.game, seen)[1], seen.until_s, chance)
    then = replayed(events, state)
    if then.current and then.current.id != at.id and settled.board.is_empty:  # the cleared grid is the next one's start
        events += then.current.game.observe(settled.board, seen.until_s, settled.doubt)[1]
    return events


def _believed(at: GameAt, settled: SettledBoard) -> SettledBoard:
    """What was seen, with the cells that people have put right as they said."""
    said = frozenset(word.cell for word in at.corrections)
    return replace(
        settled, board=at.corrected(settled.board), doubt=settled.doubt - said, misread=settled.misread - said
    )


def tick(state: TableState, at_s: float, chance: Chance) -> Events:
    """The events of time that has passed (R36)."""
    if state.current is None or not state.playing:
        return ()
    at_s = max(at_s, state.at_s)
    return continued(state, state.current.game.tick(at_s)[1], at_s, chance)


def _at(state: TableState) -> GameAt:
    if state.current is None:
        raise RefereeError("wrong_phase", phase=IDLE, event="", allowed=list(allowed(state)))
    return state.current


# --- The acts of a game -----------------------------------------------------------------------------------------------


def _play(at: GameAt, act: a.Play, at_s: float) -> Events:
    mover = Disc.of(act.disc) if act.disc else at.game.position.to_move or Disc.RED
    return at.game.play(Move(act.column, mover, MoveKind(act.kind)), at_s)[1]


def _dispute(at: GameAt, act: a.Dispute, at_s: float) -> Events:
    disc = Disc.of(act.disc) if act.disc else None
    claim = Claim(ClaimKind(act.claim), tuple(Cell(*cell) for cell in act.cells), disc)
    answer = judge(at.game, claim)
    return at.game.dispute(encode(claim), answer.as_dict(), at_s)[1]


def _agree(at: GameAt, act: a.Agree, at_s: float) -> Events:
    game, events = at.game, tuple[e.Event, ...]()
    for letter in act.discs:
        game, more = game.agree(Disc.of(letter), at_s)
        events += more
    return events


def _with_both(what: str, do: Callable[[Game, float], Events]) -> Callable[[GameAt, Any, float], Events]:
    """An act that happens once both colours have given their word; until then the word is kept."""

    def decided(at: GameAt, act: Any, at_s: float) -> Events:
        said = {Disc.of(letter) for letter in act.discs}
        new = [disc for disc in Disc if disc in said and (what, disc) not in at.consents]
        words: Events = tuple(t.Consented(at_s=at_s, kind=what, disc=disc) for disc in new)
        missing = [disc for disc in Disc if disc not in said and (what, disc) not in at.consents]
        happened = do(at.game, at_s)  # refused now rather than after the second word
        return words if missing else (*words, *happened)

    return decided


def _let_stand(at: GameAt, act: a.LetStand, at_s: float) -> Events:
    return at.game.let_stand(at_s, Disc.of(act.to_move) if act.to_move else None)[1]


_ACTS: dict[type, Callable[[GameAt, Any, float], Events]] = {
    a.Begin: lambda at, act, at_s: at.game.begin(at_s)[1],
    a.Play: _play,
    a.ColumnFull: lambda at, act, at_s: at.game.tried_full_column(act.column, at_s)[1],
    a.TellOrder: lambda at, act, at_s: at.game.tell_order(act.choice, at_s)[1],
    a.Swap: lambda at, act, at_s: at.game.swap(at_s)[1],
    a.Correct: correct,
    a.Agree: _agree,
    a.Dispute: _dispute,
    a.Settle: lambda at, act, at_s: at.game.settle(at_s, act.accepted)[1],
    a.Restored: lambda at, act, at_s: at.game.confirm_restored(at_s)[1],
    a.LetStand: _let_stand,
    a.Restart: lambda at, act, at_s: at.game.restart_same_opener(at_s)[1],
    a.Undo: _with_both("undo", lambda game, at_s: game.undo(at_s)[1]),
    a.Redo: _with_both("redo", lambda game, at_s: game.redo(at_s)[1]),
    a.Draw: _with_both("draw", lambda game, at_s: game.agree_draw(at_s)[1]),
    a.Resign: lambda at, act, at_s: at.game.resign(Disc.of(act.disc), at_s)[1],
    a.Pause: lambda at, act, at_s: at.game.pause(at_s)[1],
    a.Resume: lambda at, act, at_s: at.game.resume(at_s)[1],
    a.Close: lambda at, act, at_s: at.game.close(at_s)[1],
}
