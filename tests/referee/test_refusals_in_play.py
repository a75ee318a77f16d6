"""What callers may not ask of a game or a column string: every refusal with its exact code and data."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.board import Board, BoardSpec, Cell
from referee.columns import read_columns, write_columns
from referee.disputes import Claim, ClaimKind, judge
from referee.events import Cleared, event_from_dict
from referee.game import Game
from referee.popping import PopOut
from referee.record_reader import read_records
from referee.records import Record, write_record
from referee.review import hint, review
from referee.rules import Classic, Move, MoveKind
from referee.solver import Solver
from tests.referee.tables import R, Y, cells, game, position, refused, see

POP = MoveKind.POP
WIN = "7172737"
HANGING = Board.parse("......./......./......./......./..R..../.......")
LINE_BOARD = Board.parse("......./......./......./......./YYY..../RRRR...")


def standing() -> Game:
    """A game in which a wrong disc was let stand."""
    return see(game("44"), position("44").board.drop(1, Y))[0].let_stand(9.0)[0]


GAMES: dict[str, tuple[Callable[[], object], str, dict[str, object]]] = {
    "another board": (
        lambda: game("4").observe(Board.empty(BoardSpec(8, 7)), 5.0), "other_board", {"columns": 8, "rows": 7},
    ),
    "R9 column with room": (lambda: game("44").tried_full_column(4, 9.0), "column_not_full", {"column": 4}),
    "no choice": (lambda: game("44").tell_order(0, 9.0), "no_such_choice", {"choice": 0, "choices": 0}),
    "choice below": (lambda: game("44").tell_order(-1, 9.0), "no_such_choice", {"choice": -1, "choices": 0}),
    "let a hanging disc stand": (
        lambda: see(game("44"), position("44").board.put(Cell(1, 3), Y))[0].let_stand(9.0),
        "cannot_stand_floating", {"cells": (Cell(1, 3),)},
    ),
    "undo before the first disc": (lambda: game("").undo(9.0), "nothing_to_undo", {}),
    "undo what was let stand": (lambda: standing().undo(10.0), "nothing_to_undo", {}),
    "redo nothing": (lambda: game("4").redo(9.0), "nothing_to_redo", {}),
    "correction": (
        lambda: game("443").correct([Move(4, R), Move(4, R)], 9.0),
        "correction_illegal", {"number": 2, "column": 4, "reason": "not_your_turn"},
    ),
    "move out of turn": (lambda: game("44").play(Move(1, Y), 9.0), "not_your_turn", {"disc": "Y"}),
    "swap": (lambda: game("4").swap(9.0), "swap_not_agreed", {}),
    "resume what goes on": (
        lambda: Game.start().resume(0.0), "wrong_phase",
        {"phase": "awaiting_start", "event": "resumed",
         "allowed": ["closed", "doubt", "doubt_cleared", "not_at_start", "paused", "started"]},
    ),
    "clear what isn't over": (
        lambda: Game.start()._do(Cleared(at_s=0.0)), "wrong_phase",
        {"phase": "awaiting_start", "event": "cleared",
         "allowed": ["closed", "doubt", "doubt_cleared", "not_at_start", "paused", "started"]},
    ),
    "no event": (lambda: event_from_dict({"event": "dance"}), "bad_event", {"reason": "no event 'dance'"}),
    "half an event": (lambda: event_from_dict({"event": "undone", "at_s": 1.0, "number": "x"}), "bad_event",
                      {"reason": "expected int, got 'x'"}),
    "a claim twice": (
        lambda: judge(game("44"), Claim(ClaimKind.LINE, cells((4, 1), (4, 1)))),
        "claim_repeats_cell", {"cells": [[4, 1], [4, 1]]},
    ),
    "a claim off the board": (
        lambda: judge(game("44"), Claim(ClaimKind.LINE, cells((8, 1)))),
        "no_such_cell", {"column": 8, "row": 1, "columns": 7, "rows": 6},
    ),
    "a claim without its cell": (
        lambda: judge(game("44"), Claim(ClaimKind.WAS_THERE_BEFORE)), "claim_needs_cell", {},
    ),
    "R12 advice": (lambda: review(game("44"), Solver()), "advice_refused", {}),
    "R12 a hint": (lambda: hint(game("44"), Solver()), "advice_refused", {}),
    "R42 of PopOut": (lambda: review(game("44", rules=PopOut(), teaching=True), Solver()), "review_only_classic", {}),
    "R42 of another size": (
        lambda: hint(game("44", rules=Classic(BoardSpec(8, 7)), teaching=True), Solver()), "review_only_classic", {},
    ),
    "R42 of what was let stand": (
        lambda: review(standing().resign(R, 11.0)[0], Solver()), "review_only_classic", {},
    ),
    "solver with a line": (lambda: Solver().value(LINE_BOARD, Y), "solver_board", {}),
    "R6 practice": (lambda: write_record(Record(game("44", practice=True))), "practice_not_recorded", {}),
}  # fmt: skip

STRINGS: dict[str, tuple[Callable[[], object], str, dict[str, object]]] = {
    "reading from 2": (lambda: read_columns("4", base=2), "columns_base", {"base": 2}),
    "writing from 2": (lambda: write_columns((), base=2), "columns_base", {"base": 2}),
    "digit too high": (
        lambda: read_columns("48", base=1), "columns_bad_digit", {"number": 2, "character": "8", "first": 1, "last": 7},
    ),
    "digit too high from 0": (
        lambda: read_columns("7", base=0), "columns_bad_digit", {"number": 1, "character": "7", "first": 0, "last": 6},
    ),
    "digit of another script": (
        lambda: read_columns("٤", base=1), "columns_bad_digit", {"number": 1, "character": "٤", "first": 1, "last": 7},
    ),
    "full column": (
        lambda: read_columns("1111111", base=1), "columns_illegal", {"number": 7, "column": 1, "reason": "column_full"},
    ),
    "past the end": (
        lambda: read_columns(WIN + "1", base=1),
        "columns_illegal", {"number": 8, "column": 1, "reason": "game_over", "ended": 7},
    ),
    "a pop": (lambda: write_columns((Move(4, R, POP),), base=1), "columns_cannot_say", {}),
    "column ten": (lambda: write_columns((Move(10, R),), base=1), "columns_cannot_say", {}),
    "column eleven from 0": (lambda: write_columns((Move(11, R),), base=0), "columns_cannot_say", {}),
    "long text": (lambda: read_records("x" * 4_000_001), "record_too_long", {"most": 4_000_000}),
}  # fmt: skip

ALL = {f"game: {name}": told for name, told in GAMES.items()} | {
    f"string: {name}": told for name, told in STRINGS.items()
}


@pytest.mark.parametrize("name", ALL)
def test_refusals_in_play_are_told_exactly(name: str) -> None:
    act, code, data = ALL[name]

    assert refused(act) == (code, data)
