"""What people put right: a cell that was misread, a move, all moves; as events. Pure; a refusal is a `RefereeError`."""

from __future__ import annotations

from api.domain import acts as a
from api.domain import events as t
from api.domain.matches import Events
from api.domain.state import GameAt
from referee.board import Board, Cell, Disc
from referee.errors import RefereeError
from referee.explanations import Played
from referee.game import Game
from referee.legality import explain
from referee.phases import Phase
from referee.rules import Move, MoveKind


def correct(at: GameAt, act: a.Correct, at_s: float) -> Events:
    """One cell, one move, or all moves. Raises `RefereeError`: `correction_of_what`, and why it can't be."""
    told = [act.cell is not None, act.number is not None, act.moves is not None]
    if sum(told) != 1:
        raise RefereeError("correction_of_what")
    if act.cell is not None:
        return _cell(at, Cell(*act.cell), Disc.of(act.disc) if act.disc else None, at_s)
    moves = [move.move for move in at.game.moves]
    if act.number is not None:
        if act.number > len(moves) or act.column is None:
            raise RefereeError("correction_of_what")
        moves[act.number - 1] = moves[act.number - 1]._replace(column=act.column)
    else:
        moves = _moves(at, act.moves or [])
    return at.game.correct(moves, at_s)[1]


def _moves(at: GameAt, given: list[a.MoveIn]) -> list[Move]:
    side, moves = at.game.setup.first_position.to_move or Disc.RED, []
    for move in given:
        disc = Disc.of(move.disc) if move.disc else side
        moves.append(Move(move.column, disc, MoveKind(move.kind)))
        side = disc.other
    return moves


def _cell(at: GameAt, cell: Cell, disc: Disc | None, at_s: float) -> Events:
    """What really lies there: the moves that explain it, or the offence that was none."""
    game = at.game
    game.setup.rules.spec.check(cell)
    seen = game.state.seen or game.position.board
    was, wanted = seen.at(*cell), seen.put(cell, disc)
    if was is disc:
        raise RefereeError("correction_changes_nothing", cells=[cell])
    word = t.ReadingCorrected(at_s=at_s, cell=cell, was=was, disc=disc)
    if game.phase in (Phase.RESTORING, Phase.ASKING):
        return (word, *game.observe(wanted, at_s)[1])
    return (word, *_explained(game, wanted, at_s))


def _explained(game: Game, wanted: Board, at_s: float) -> Events:
    """Moves that lead to the corrected board, as few as possible of the old ones taken back."""
    state = game.state
    for back in range(len(state.moves) - state.base + 1):
        kept = [move.move for move in state.moves[: len(state.moves) - back]]
        before = state.positions[len(state.positions) - 1 - back]
        found = explain(before, wanted, (), game.setup.rules)
        if before.board == wanted:
            return game.correct(kept, at_s)[1]
        if isinstance(found, Played) and not found.extra:
            return game.correct([*kept, *found.moves], at_s)[1]
    raise RefereeError("correction_unexplained")
