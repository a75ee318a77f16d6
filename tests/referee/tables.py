"""Helpers of the referee's tests: games by column strings, boards as drawings."""

from __future__ import annotations

from collections.abc import Callable

from referee.board import Board, Cell, Disc
from referee.errors import RefereeError
from referee.events import Event, MovePlayed, Offence
from referee.explanations import OffenceCode
from referee.game import Game
from referee.remedies import remedy
from referee.rules import Classic, Move, Outcome, Position, RuleSet
from referee.setup import Setup

R, Y = Disc.RED, Disc.YELLOW


def position(columns: str, opener: Disc = R, rules: RuleSet | None = None) -> Position:
    """The position after the columns of a game, 1-based."""
    return game_line(columns, opener, rules)[0]


def game_line(columns: str, opener: Disc = R, rules: RuleSet | None = None) -> tuple[Position, Outcome | None]:
    rules = rules or Classic()
    at, outcome = Position(Board.empty(rules.spec), opener), None
    for column in columns:
        move = Move(int(column), at.to_move or opener)
        at = rules.play(at, move)
        outcome = rules.outcome(at, move.disc)
    return at, outcome


def game(columns: str = "", opener: Disc = R, **setup: object) -> Game:
    """A game that a camera has watched, one look for each disc."""
    played = Game.start(Setup(opener=opener, **setup))
    played, _ = played.observe(played.position.board, 0.0)
    for number, column in enumerate(columns, 1):
        board = played.position.board.drop(int(column), played.position.to_move or opener)
        played, _ = played.observe(board, float(number))
    return played


def see(watched: Game, *boards: Board | str, unsure: tuple[Cell, ...] = ()) -> tuple[Game, tuple[Event, ...]]:
    """Show the game these boards, one second apart."""
    events: tuple[Event, ...] = ()
    for board in boards:
        at_s = watched.events[-1].at_s + 1 if watched.events else 0.0
        shown = Board.parse(board, watched.setup.rules.spec) if isinstance(board, str) else board
        watched, more = watched.observe(shown, at_s, unsure)
        events += more
    return watched, events


def names(events: tuple[Event, ...]) -> list[str]:
    return [event.name for event in events]


def cells(*pairs: tuple[int, int]) -> tuple[Cell, ...]:
    return tuple(Cell(*pair) for pair in pairs)


def columns_of(watched: Game) -> str:
    return "".join(str(move.column) for move in watched.moves if isinstance(move, MovePlayed))


def offence_of(events: tuple[Event, ...]) -> Offence:
    (found,) = [event for event in events if isinstance(event, Offence)]
    return found


def refused(act: Callable[[], object]) -> tuple[str, dict[str, object]]:
    """The code and data of what an act raises, or hands back as a refusal."""
    try:
        found = act()
    except RefereeError as raised:
        found = raised
    assert isinstance(found, RefereeError), found
    assert str(found) == (f"{found.code} {found.data}" if found.data else found.code)
    return found.code, found.data


# --- Events as they have to be ----------------------------------------------------------------------------------------


def move(number: int, column: int, row: int, disc: Disc, at_s: float, **more: object) -> MovePlayed:
    return MovePlayed(at_s=at_s, number=number, column=column, row=row, disc=disc, **more)


def offence(code: OffenceCode, where: tuple[Cell, ...], disc: Disc | None, seen: Board, wanted: Board, to_move: Disc,
            at_s: float) -> Offence:  # fmt: skip
    return Offence(at_s=at_s, code=code, cells=where, disc=disc, seen=seen, remedy=remedy(seen, wanted, to_move))
