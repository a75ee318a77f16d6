"""What callers may not ask: every refusal with its exact code and data, which fill the sentences for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.board import CLASSIC, Board, BoardSpec, Cell, Disc
from referee.columns import write_columns
from referee.errors import ColumnFull
from referee.match import (
    Championship,
    FirstTo,
    FixedNumber,
    Match,
    OpenerPolicy,
    SingleGame,
    TwoGameMatch,
    combination_fault,
    youngest,
)
from referee.popping import Pop10, PopOut
from referee.rules import Classic, Move, MoveKind, Position, landing
from referee.setup import Setup
from referee.turns import Partners, SwapAfterOpening, TwoPlayers
from referee.variants import rules_named
from tests.referee.tables import R, Y, position, refused
from tests.referee.test_variants import FULL

POP = MoveKind.POP
WIN = "7172737"
HANGING = Board.parse("......./......./......./......./..R..../.......")
LINE_BOARD = Board.parse("......./......./......./......./YYY..../RRRR...")


BOARDS: dict[str, tuple[Callable[[], object], str, dict[str, object]]] = {
    "no colour": (lambda: Disc.of("blue"), "unknown_disc", {"name": "blue"}),
    "no columns": (lambda: BoardSpec(0, 6, 4), "board_size", {"columns": 0, "rows": 6, "largest": 16}),
    "too high": (lambda: BoardSpec(7, 17, 4), "board_size", {"columns": 7, "rows": 17, "largest": 16}),
    "not whole": (lambda: BoardSpec(7.0, 6, 4), "board_size", {"columns": 7.0, "rows": 6, "largest": 16}),
    "short line": (lambda: BoardSpec(7, 6, 2), "line_length", {"connect": 2, "shortest": 3, "longest": 7}),
    "long line": (lambda: BoardSpec(5, 6, 7), "line_length", {"connect": 7, "shortest": 3, "longest": 6}),
    "half a line": (lambda: BoardSpec(7, 6, 4.0), "line_length", {"connect": 4.0, "shortest": 3, "longest": 7}),
    "cell left of the board": (
        lambda: CLASSIC.bit(Cell(0, 1)), "no_such_cell", {"column": 0, "row": 1, "columns": 7, "rows": 6},
    ),
    "cell above the board": (
        lambda: Board.empty().at(7, 7), "no_such_cell", {"column": 7, "row": 7, "columns": 7, "rows": 6},
    ),
    "cell under the board": (
        lambda: Board.empty().put(Cell(1, 0), R), "no_such_cell", {"column": 1, "row": 0, "columns": 7, "rows": 6},
    ),
    "landing beside": (lambda: Board.empty().landing_cell(8), "no_such_column", {"column": 8, "columns": 7}),
    "column 0": (lambda: Board.empty().column(0), "no_such_column", {"column": 0, "columns": 7}),
    "pop beside": (lambda: Board.empty().pop(0), "no_such_column", {"column": 0, "columns": 7}),
    "drop on a full column": (lambda: position("111111").board.drop(1, R), "column_full", {"column": 1}),
    "landing on a full column": (lambda: landing(position("111111").board, 1), "column_full", {"column": 1}),
    "pop of an empty column": (lambda: Board.empty().pop(3), "nothing_to_pop", {"column": 3}),
    "short drawing": (
        lambda: Board.parse("....../......."), "board_shape", {"columns": 7, "rows": 6, "got": [6, 7]},
    ),
    "letter in a drawing": (
        lambda: Board.parse("......./......./......./...X.../......./......."),
        "board_letter", {"letter": "X", "column": 4, "row": 3},
    ),
}  # fmt: skip

RULES: dict[str, tuple[Callable[[], object], str, dict[str, object]]] = {
    "column 0": (
        lambda: Classic().refusal(position("44"), Move(0, R)), "no_such_column", {"column": 0, "columns": 7},
    ),
    "column 8": (
        lambda: Classic().play(position("44"), Move(8, R)), "no_such_column", {"column": 8, "columns": 7},
    ),
    "other side": (lambda: Classic().play(position("44"), Move(1, Y)), "not_your_turn", {"disc": "Y"}),
    "full": (lambda: Classic().play(position("111111"), Move(1, R)), "column_full", {"column": 1}),
    "a pop": (
        lambda: Classic().refusal(position("44"), Move(4, R, POP)), "pop_not_in_this_game", {"column": 4},
    ),
    "a line that breaks off": (
        lambda: Classic().line(position("44"), [Move(1, R), Move(2, R)], "some_code"),
        "some_code", {"number": 2, "column": 2, "reason": "not_your_turn"},
    ),
    "a line past the end": (
        lambda: Classic().line(position(WIN[:-1]), [Move(7, R), Move(2, Y)], "some_code"),
        "some_code", {"number": 2, "column": 2, "reason": "game_over"},
    ),
    "start that hangs": (
        lambda: Setup(start=HANGING), "start_impossible", {"reasons": ["floating"]},
    ),
    "PopOut start that hangs": (
        lambda: Setup(rules=PopOut(), start=HANGING), "floating_at_start", {"cells": (Cell(3, 2),)},
    ),
    "start by the other side": (
        lambda: Setup(opener=R, start=Board.empty().drop(1, Y)), "start_other_opener", {"opener": "R"},
    ),
    "start with a line": (lambda: Setup(start=position(WIN).board), "start_is_over", {}),
    "start that is full": (
        lambda: Setup(start=position("347122751343544514672663324273657175526116").board), "start_is_over", {},
    ),
    "PopOut pop beside": (
        lambda: PopOut().refusal(position("44"), Move(8, R, POP)), "no_such_column", {"column": 8, "columns": 7},
    ),
    "PopOut pop left of the board": (
        lambda: PopOut().refusal(position("44"), Move(0, R, POP)), "no_such_column", {"column": 0, "columns": 7},
    ),
    "PopOut pop out of turn": (
        lambda: PopOut().refusal(position("44"), Move(4, Y, POP)), "not_your_turn", {"disc": "Y"},
    ),
    "PopOut pop of nothing": (
        lambda: PopOut().refusal(position("44"), Move(2, R, POP)), "nothing_to_pop", {"column": 2},
    ),
    "PopOut pop of theirs": (
        lambda: PopOut().refusal(position("443"), Move(4, Y, POP)), "not_your_disc", {"column": 4},
    ),
    "Pop 10 from an empty grid": (lambda: Pop10().start_fault(Board.empty(), R), "not_full_at_start", {}),
    "Pop 10 without opener": (lambda: Pop10().start_fault(Board.parse(FULL), None), "opener_needed", {}),
    "Pop 10 with unequal colours": (
        lambda: Pop10().start_fault(Board.parse("/".join(["RRRRRRR"] * 4 + ["YYYYYYY"] * 2)), R),
        "unequal_at_start", {},
    ),
    "Pop 10 without its start": (lambda: Setup(rules=Pop10()), "start_needed", {"variant": "pop10"}),
    "Pop 10 drop before a pop": (
        lambda: Pop10().refusal(Position(Board.parse(FULL).pop(1), R), Move(1, R)), "pop_first", {},
    ),
    "Pop 10 pop with a disc in hand": (
        lambda: Pop10().refusal(Position(Board.parse(FULL).pop(1), R, (0, 0), 1), Move(2, R, POP)),
        "put_back_first", {},
    ),
    "Pop 10 back into the same column": (
        lambda: Pop10().refusal(Position(Board.parse(FULL).pop(1).pop(2), R, (0, 0), 1), Move(1, R)),
        "same_column", {"column": 1},
    ),
    "Pop 10 on a full column": (
        lambda: Pop10().refusal(Position(Board.parse(FULL).pop(1), R, (0, 0), 1), Move(3, R)),
        "column_full", {"column": 3},
    ),
    "R39 another product": (lambda: rules_named("Connect 4 Shots"), "other_equipment", {"name": "shots"}),
    "unknown variant": (
        lambda: rules_named("Chess " * 10),
        "unknown_variant", {"name": ("Chess " * 10)[:40], "known": ["classic", "pop10", "popout"]},
    ),
}  # fmt: skip

SETUPS: dict[str, tuple[Callable[[], object], str, dict[str, object]]] = {
    "swap from a set position": (
        lambda: Setup(turns=SwapAfterOpening(), start=Board.empty()),
        "cannot_combine", {"first": "swap", "second": "start"},
    ),
    "swap in Pop 10": (
        lambda: Setup(turns=SwapAfterOpening(), rules=Pop10()), "cannot_combine", {"first": "swap", "second": "pop10"},
    ),
    "partners in Pop 10": (
        lambda: Setup(turns=Partners(), rules=Pop10()), "cannot_combine", {"first": "partners", "second": "pop10"},
    ),
    "three players": (
        lambda: Setup(players=("a", "b", "c")), "players_count", {"expected": 2, "got": 3},
    ),
    "two partners": (
        lambda: Setup(turns=Partners(), players=("a", "b")), "players_count", {"expected": 4, "got": 2},
    ),
    "start of another size": (
        lambda: Setup(start=Board.empty(BoardSpec(8, 7))), "other_board", {"columns": 8, "rows": 7},
    ),
    "swap that wasn't agreed": (lambda: TwoPlayers().swap_refusal(1, False), "swap_not_agreed", {}),
    "swap for partners": (lambda: Partners().swap_refusal(1, False), "swap_not_agreed", {}),
    "swap again": (lambda: SwapAfterOpening().swap_refusal(1, True), "already_swapped", {}),
    "swap too early": (
        lambda: SwapAfterOpening().swap_refusal(0, False), "swap_only_after_opening", {"played": 0},
    ),
    "swap too late": (
        lambda: SwapAfterOpening().swap_refusal(2, False), "swap_only_after_opening", {"played": 2},
    ),
    "first to nought": (lambda: Match(FirstTo(0)), "match_length", {"least": 1}),
    "no games": (lambda: Match(FixedNumber(0)), "match_length", {"least": 1}),
    "a third side opens": (lambda: Match(SingleGame(), first_opener=2), "no_such_side", {"side": 2}),
    "a third side wins": (lambda: Match(SingleGame()).add(2), "no_such_side", {"side": 2}),
    "two games by the loser": (
        lambda: Match(TwoGameMatch(), OpenerPolicy.LOSER), "cannot_combine", {"first": "two_game", "second": "loser"},
    ),
    "a game too many": (lambda: Match(SingleGame()).add(0).add(1), "match_over", {}),
    "no coin": (
        lambda: Match(FirstTo(2), OpenerPolicy.COIN).add(0).next_opener(), "lot_needed", {"policy": "coin"},
    ),
    "a coin with three sides": (
        lambda: Match(FirstTo(2), OpenerPolicy.AGREED).add(0).add(1, 2), "lot_needed", {"policy": "agreed"},
    ),
    "no ages": (lambda: youngest(()), "bad_ages", {}),
    "not yet born": (lambda: youngest((7, -1)), "bad_ages", {}),
    "practice of several games": (
        lambda: combination_fault(FirstTo(2), TwoPlayers(), practice=True),
        "cannot_combine", {"first": "practice", "second": "first_to"},
    ),
    "two games with swap": (
        lambda: combination_fault(TwoGameMatch(), SwapAfterOpening()),
        "cannot_combine", {"first": "two_game", "second": "swap"},
    ),
    "champions in pairs": (
        lambda: combination_fault(Championship(), Partners()),
        "cannot_combine", {"first": "championship", "second": "partners"},
    ),
}  # fmt: skip

ALL = {
    f"{group}: {name}": told
    for group, table in (("board", BOARDS), ("rules", RULES), ("setup", SETUPS))
    for name, told in table.items()
}


@pytest.mark.parametrize("name", ALL)
def test_refusals_are_told_exactly(name: str) -> None:
    act, code, data = ALL[name]

    assert refused(act) == (code, data)


def test_a_full_column_is_a_kind_of_its_own() -> None:
    with pytest.raises(ColumnFull) as full:
        position("111111").board.drop(1, R)
    assert full.value.column == 1


def test_the_limits_themselves_are_allowed() -> None:
    assert (BoardSpec(16, 1, 16).size, BoardSpec(1, 16, 3).size, BoardSpec(3, 3, 3).connect) == (16, 16, 3)
    assert write_columns((Move(9, R), Move(1, Y)), base=1) == "91"
    assert write_columns((Move(10, R), Move(1, Y)), base=0) == "90"
    assert youngest((0, 3)) == 0
    assert (Match(FirstTo(1)).add(1).winner, Match(FixedNumber(1)).add(0).over) == (1, True)
    assert Match(SingleGame(), first_opener=1).next_opener() == 1
    assert Position(Board.empty(), R) == replace(position("4"), board=Board.empty(), to_move=R)


@pytest.mark.parametrize(
    ("format", "turns", "practice"),
    [
        (SingleGame(), TwoPlayers(), True),
        (SingleGame(), SwapAfterOpening(), False),
        (TwoGameMatch(), Partners(), False),
        (TwoGameMatch(), TwoPlayers(), False),
        (Championship(), SwapAfterOpening(), False),
        (FirstTo(2), Partners(), False),
    ],
)
def test_what_can_be_combined(format: SingleGame, turns: TwoPlayers, practice: bool) -> None:
    assert combination_fault(format, turns, practice) is None
    assert combination_fault(format, turns) is None
