"""After the game (R42), or in a teaching game (R12): what each move was worth, and where the game turned.

All values are exact, for the classic game on 7 × 6. The solver is handed in. Positions are solved from the last to the
first, because what is found for a later one helps with the earlier.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from referee.board import CLASSIC, Board, Cell, Disc
from referee.errors import RefereeError
from referee.game import Game
from referee.phases import Phase
from referee.reasons import Reason, reason
from referee.rules import Move, Position
from referee.threats import double_threat, lasting_threats, threats

WIN, DRAW, LOSS = 1, 0, -1
VALUE_NAMES = {WIN: "win", DRAW: "draw", LOSS: "loss"}


class Values(Protocol):
    """A solver: exact values for the side to move."""

    def value(self, board: Board, to_move: Disc, least: int = LOSS) -> int:
        """1, 0 or -1; at least `least`, which is known already."""
        ...

    def reaches(self, board: Board, to_move: Disc, value: int) -> bool:
        """Whether the side to move can get at least that value."""
        ...


class MoveKindOf(StrEnum):
    """What a move did to its player's prospects."""

    KEPT = "kept"
    WON_AWAY = "win_became_draw"
    LOST_WIN = "win_became_loss"
    LOST_DRAW = "draw_became_loss"


_KINDS = {
    (WIN, DRAW): MoveKindOf.WON_AWAY,
    (WIN, LOSS): MoveKindOf.LOST_WIN,
    (DRAW, LOSS): MoveKindOf.LOST_DRAW,
}


@dataclass(frozen=True)
class MoveReview:
    """One move: `best` is what its player could reach before it, `value` what the move left (1, 0, -1 for that player).

    Both and `kind` are None where that isn't known (`unvalued`).

    `better` is a column that would have kept `best`, where the move did not. `missed_wins` and `missed_blocks` are
    cells that would have won at once, or stopped the other's win at once. `double` are two winning cells that the
    move made.
    """

    number: int
    column: int
    disc: Disc
    best: int | None
    value: int | None
    kind: MoveKindOf | None
    better: int | None = None
    missed_wins: tuple[Cell, ...] = ()
    missed_blocks: tuple[Cell, ...] = ()
    double: tuple[Cell, ...] = ()
    lasting: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Review:
    """All moves, and the first that threw the game away (None: nobody did, or some values aren't known)."""

    moves: tuple[MoveReview, ...]
    losing_move: int | None
    boards: tuple[Board, ...]

    @property
    def complete(self) -> bool:
        """Whether the value of every move is known."""
        return all(move.value is not None for move in self.moves)

    @property
    def turning_points(self) -> tuple[MoveReview, ...]:
        """The moves that changed what best play would bring."""
        return tuple(move for move in self.moves if move.kind not in (None, MoveKindOf.KEPT))


def advice_refusal(game: Game) -> RefereeError | None:
    """R12: no hints and no values before the end, unless both play a teaching game."""
    ended = game.result is not None or game.phase is Phase.CLOSED
    return None if ended or game.setup.teaching else RefereeError("advice_refused")


def review_refusal(game: Game) -> RefereeError | None:
    """Why a game can't be reviewed now: `advice_refused` (R12), `review_only_classic`."""
    return advice_refusal(game) or _not_reviewable(game)


def review(game: Game, solver: Values) -> Review:
    """Review a game. Raises `RefereeError`: `advice_refused` (R12), `review_only_classic`."""
    return review_of(game, {move.number: move for move in backwards(game, solver)})


def backwards(game: Game, solver: Values) -> Iterator[MoveReview]:
    """Its moves' reviews, the last move first; each takes the solver's time. Raises as `review`."""
    if refused := review_refusal(game):
        raise refused
    positions, moves, opener = game.state.positions, [played.move for played in game.moves], _opener(game)
    left = _final_value(positions[-1], moves, game, solver)
    for number in range(len(moves), 0, -1):
        position, move = positions[number - 1], moves[number - 1]
        best = WIN if left == LOSS else solver.value(position.board, move.disc, least=-left)
        kind = _KINDS.get((best, -left), MoveKindOf.KEPT)
        better = None if kind is MoveKindOf.KEPT else _better(position, move, best, solver)
        yield _review_move(number, position, move, opener, best=best, value=-left, kind=kind, better=better)
        left = best


def unvalued(game: Game) -> tuple[MoveReview, ...]:
    """What needs no solver: the threats that each move made, and those that it missed."""
    moves, opener = enumerate(game.moves, 1), _opener(game)
    return tuple(_review_move(n, game.state.positions[n - 1], played.move, opener) for n, played in moves)


def review_of(game: Game, known: Mapping[int, MoveReview]) -> Review:
    """The review as far as it is known: moves by their number."""
    reviews = tuple(known.get(move.number, move) for move in unvalued(game))
    thrown = (r.number for r in reviews if r.value == LOSS and r.best != LOSS)
    losing = next(thrown, None) if len(known) == len(reviews) else None
    return Review(reviews, losing, tuple(position.board for position in game.state.positions))


def _opener(game: Game) -> Disc:
    first = game.moves[0].disc if game.moves else Disc.RED
    return first if game.state.positions[0].board.discs % 2 == 0 else first.other


def hint(game: Game, solver: Values) -> dict[int, int]:
    """The value of every column for the side to move (R12: teaching games only, or after the end)."""
    if refused := review_refusal(game):
        raise refused
    position = game.position
    if position.to_move is None or game.result:
        return {}
    moves = game.setup.rules.moves(position)
    return {move.column: _value_of(position, move, solver) for move in moves}


def _not_reviewable(game: Game) -> RefereeError | None:
    fits = game.setup.rules.name == "classic" and game.setup.rules.spec == CLASSIC and game.state.base == 0
    return None if fits else RefereeError("review_only_classic")


def _final_value(last: Position, moves: list[Move], game: Game, solver: Values) -> int:
    """What the last position is worth to the side that would be next."""
    if moves and last.board.has_line(moves[-1].disc):
        return LOSS
    if last.board.is_full or not moves:
        return DRAW
    return solver.value(last.board, moves[-1].disc.other)


def _value_of(position: Position, move: Move, solver: Values) -> int:
    """The value of a move for its player."""
    then = position.board.drop(move.column, move.disc)
    return WIN if then.has_line(move.disc) else -solver.value(then, move.disc.other)


def _keeps(position: Position, move: Move, best: int, solver: Values) -> bool:
    """Whether a move keeps that value for its player."""
    then = position.board.drop(move.column, move.disc)
    return then.has_line(move.disc) or not solver.reaches(then, move.disc.other, 1 - best)


def _review_move(
    number: int,
    position: Position,
    move: Move,
    opener: Disc,
    best: int | None = None,
    value: int | None = None,
    kind: MoveKindOf | None = None,
    better: int | None = None,
) -> MoveReview:
    board, disc = position.board, move.disc
    then = board.drop(move.column, disc)
    mine, theirs = threats(board, disc), threats(board, disc.other)
    won = then.has_line(disc)
    return MoveReview(
        number=number,
        column=move.column,
        disc=disc,
        best=best,
        value=value,
        kind=kind,
        better=better,
        missed_wins=() if won else mine,
        missed_blocks=() if won or mine else tuple(cell for cell in theirs if then.at(*cell) is None),
        double=() if won or threats(then, disc.other) else double_threat(then, disc),
        lasting=() if won else lasting_threats(then, disc, opener),
    )


def _better(position: Position, played: Move, best: int, solver: Values) -> int | None:
    """A column that keeps the best value: from the centre outwards, the first found."""
    columns = sorted((cell.column for cell in position.board.landing_cells()), key=lambda c: (abs(c - 4), c))
    moves = (Move(column, played.disc) for column in columns if column != played.column)
    return next((move.column for move in moves if _keeps(position, move, best, solver)), None)


# --- Words and drawing ------------------------------------------------------------------------------------------------


def review_reasons(found: Review) -> tuple[Reason, ...]:
    """The story of a game in short sentences, in order of play; routine moves are passed over."""
    told = [told for move in found.moves for told in move_reasons(move)]
    if found.losing_move:
        losing = found.moves[found.losing_move - 1]
        told.append(reason("review.losing_move", number=losing.number, disc=losing.disc, column=losing.column))
    elif found.moves and found.complete:
        told.append(reason("review.no_mistake"))
    return tuple(told)


def move_reasons(move: MoveReview) -> Iterator[Reason]:
    """What is to be said of one move; nothing of a routine one."""
    facts = {"number": move.number, "disc": move.disc, "column": move.column}
    if move.missed_wins:
        yield reason("review.missed_win", cells=move.missed_wins, **facts)
    elif move.missed_blocks:
        yield reason("review.missed_block", cells=move.missed_blocks, other=move.disc.other, **facts)
    if move.kind not in (None, MoveKindOf.KEPT):
        yield reason(f"review.{move.kind}", better=move.better, **facts)
    if move.double:
        yield reason("review.double_threat", cells=move.double, **facts)


def lasting_reasons(found: Review, opener: Disc) -> tuple[Reason, ...]:
    """Odd and even threats that stood at the end of the game, for whoever wants to learn."""
    told = []
    for disc in Disc:
        cells = lasting_threats(found.boards[-1], disc, opener)
        if cells:
            code = "review.odd_threat" if disc is opener else "review.even_threat"
            told.append(reason(code, disc=disc, cells=cells))
    return tuple(told)


def drawing(found: Review) -> str:
    """Who stood better after each move ("R", "Y", "=" for level, "?" not known), and the board at the turning point.

    ...R...     board before the losing move
    ...^...     ^ the column that would have been better, x the one that was played
    """
    strip = "".join(_better_side(move) for move in found.moves)
    if found.losing_move is None:
        return strip
    losing = found.moves[found.losing_move - 1]
    marks = ["."] * CLASSIC.columns
    marks[losing.column - 1] = "x"
    if losing.better:
        marks[losing.better - 1] = "^"
    return "\n".join([strip, "", *found.boards[losing.number - 1].rows(), "".join(marks)])


def _better_side(move: MoveReview) -> str:
    if move.value is None:
        return "?"
    if move.value == DRAW:
        return "="
    return (move.disc if move.value == WIN else move.disc.other).letter
