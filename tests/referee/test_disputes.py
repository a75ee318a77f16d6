"""R20 and R21: threats, future lines, and claims that are answered cell by cell."""

from __future__ import annotations

import json

import pytest

from referee.board import CLASSIC, Board, Cell
from referee.disputes import Claim, ClaimKind, claim_from_dict, judge, marked_cells, trace
from referee.errors import RefereeError
from referee.phases import Phase
from referee.threats import double_threat, future_lines, lasting_threats, threats, waiting_cells
from tests.referee.tables import R, Y, cells, game, see

LINE, NO_LINE = ClaimKind.LINE, ClaimKind.NO_LINE
TURN, BEFORE = ClaimKind.NOT_YOUR_TURN, ClaimKind.WAS_THERE_BEFORE


def test_R20_a_line_over_empty_space_is_no_threat_now() -> None:
    board = Board.parse("......./......./......./..R..../.RY..../RYY....")

    (diagonal,) = [f for f in future_lines(board, R) if f.cell == Cell(4, 4)]
    assert (diagonal.discs_first, diagonal.now) == (3, False)
    assert threats(board, R) == ()
    assert Cell(4, 4) in waiting_cells(board, R)
    ready = board.drop(4, Y).drop(4, R).drop(4, Y)
    assert threats(ready, R) == (Cell(4, 4),)


def test_R20_odd_rows_wait_for_the_opener_and_even_rows_for_the_other() -> None:
    board = Board.parse("......./......./......./......./RRR..../YYY....")

    assert lasting_threats(board, R, opener=Y) == cells((4, 2))
    assert lasting_threats(board, R, opener=R) == ()


def test_R42_double_threats_side_by_side_and_stacked() -> None:
    side = Board.parse("......./......./......./......./......./..RRR..")
    assert double_threat(side, R) == cells((2, 1), (6, 1))
    stacked = Board.parse("......./......./......./......./RRR..../RRR....")
    assert double_threat(stacked, R) == cells((4, 1), (4, 2))
    assert double_threat(Board.parse("......./......./......./......./......./RRR...."), R) == ()


def test_R21_trace_lists_lines_and_threats_without_a_claim() -> None:
    found = trace(Board.parse("......./......./......./R....../R.YYY../R.RRRR."))

    assert found.lines == ((R, cells((3, 1), (4, 1), (5, 1), (6, 1))),)
    playable = {(f.disc, f.cell) for f in found.threats}
    assert playable == {(R, Cell(1, 4)), (R, Cell(2, 1)), (R, Cell(7, 1)), (Y, Cell(6, 2))}
    assert (Y, Cell(2, 2), 1) in {(f.disc, f.cell, f.discs_first) for f in found.future}


def test_R21_a_line_is_upheld_with_its_cells_and_rule() -> None:
    won = game("7172737")
    answer = judge(won, Claim(LINE))

    assert (answer.upheld, answer.rule, answer.reason.code) == (True, "R13", "trace.line")
    assert answer.lines == (cells((7, 1), (7, 2), (7, 3), (7, 4)),)
    assert answer.cells == tuple((Cell(7, row), R) for row in range(1, 5))
    assert judge(won, Claim(NO_LINE)).upheld is False
    assert judge(won, Claim(LINE, cells((7, 1), (7, 2), (7, 3), (7, 4)))).upheld
    assert [placed.cell for placed in marked_cells(answer)] == [Cell(7, row) for row in range(1, 5)]


BOARD_GAME = "44354553"
"""
.......
.......
.......
...RR..
..YYY..
..RRY..
"""


@pytest.mark.parametrize(
    ("claimed", "code", "data"),
    [
        ([(3, 1), (4, 1), (5, 1), (6, 1)], "trace.other_colour", {"cell": [5, 1], "disc": "Y"}),
        ([(2, 2), (3, 2), (4, 2), (5, 2)], "trace.gap_high", {"cell": [2, 2], "below": 1}),
        ([(3, 2), (4, 2), (5, 2), (6, 1)], "trace.gap", {"cell": [6, 1], "below": 0}),
        ([(3, 2), (4, 2), (5, 2)], "trace.too_few", {"count": 3, "connect": 4}),
    ],
)
def test_R21_what_breaks_a_claim_is_named(claimed: list[tuple[int, int]], code: str, data: dict[str, object]) -> None:
    answer = judge(game(BOARD_GAME), Claim(LINE, cells(*claimed)))

    assert (answer.upheld, answer.rule) == (False, "R14")
    assert (code, data) in [(broken.code, broken.data) for broken in answer.breaks]
    assert answer.reason == answer.breaks[0]


@pytest.mark.parametrize(
    ("drawing", "claimed", "code"),
    [
        (".......|.......|.......|.......|.RR....|.RR....", [(2, 1), (3, 1), (2, 2), (3, 2)], "trace.square"),
        (".......|.......|.......|..R....|..R....|..RR...", [(3, 1), (3, 2), (3, 3), (4, 1)], "trace.bend"),
        (".......|.......|.......|.......|.......|R.R.R.R", [(1, 1), (3, 1), (5, 1), (7, 1)], "trace.not_touching"),
        (".......|.......|.......|.......|R......|R..R..R", [(1, 1), (1, 2), (4, 1), (7, 1)], "trace.scattered"),
    ],
)
def test_R14_figures_that_are_no_line_have_their_names(
    drawing: str, claimed: list[tuple[int, int]], code: str
) -> None:
    from referee.disputes import trace_claim

    answer = trace_claim(Board.parse(drawing.replace("|", "/")), cells(*claimed), R)

    assert (answer.upheld, answer.reason.code) == (False, code)


def test_R21_without_a_line_the_nearest_miss_is_shown() -> None:
    answer = judge(game(BOARD_GAME), Claim(LINE, disc=Y))

    assert (answer.upheld, answer.reason.code) == (False, "trace.no_line")
    assert len(answer.nearest) == 4
    assert len(answer.breaks) == 1
    empty = judge(game(""), Claim(LINE))
    assert (empty.upheld, empty.reason.code, empty.nearest) == (False, "trace.nothing", ())


def test_R21_the_nearest_line_to_a_claim_is_a_line_of_the_board() -> None:
    answer = judge(game(BOARD_GAME), Claim(LINE, cells((3, 2), (4, 2), (5, 2), (6, 1))))

    assert answer.nearest in CLASSIC.lines
    assert set(cells((3, 2), (4, 2), (5, 2))) <= set(answer.nearest)


def test_R21_it_was_not_your_turn() -> None:
    right = judge(game("443"), Claim(TURN))
    assert (right.upheld, right.rule, right.reason.code) == (False, "R8", "turn.was_right")

    offended, _ = see(game("44"), game("44").position.board.drop(1, Y))
    wrong = judge(offended, Claim(TURN))
    assert (wrong.upheld, wrong.rule) == (True, "R24")

    quick, _ = see(game("44"), game("44").position.board.drop(1, R).drop(2, Y).drop(3, R))
    assert judge(quick, Claim(TURN)).upheld is None
    assert judge(game("44"), Claim(TURN, cells((7, 6)))).upheld is None
    assert judge(game("44"), Claim(TURN, cells((4, 1)))).reason.data["number"] == 1


def test_R21_that_disc_was_there_before() -> None:
    watched = game("443")

    assert judge(watched, Claim(BEFORE, cells((4, 1)))).upheld is True
    assert judge(watched, Claim(BEFORE, cells((3, 1)))).upheld is False
    assert judge(watched, Claim(BEFORE, cells((7, 1)))).reason.code == "before.empty"
    with pytest.raises(RefereeError) as refused:
        judge(watched, Claim(BEFORE))
    assert refused.value.code == "claim_needs_cell"


def test_R21_play_stops_until_the_dispute_is_settled() -> None:
    watched = game("443")
    answer = judge(watched, Claim(LINE))
    stopped, _ = watched.dispute({"kind": LINE.value}, answer.as_dict(), 9.0)
    still, events = stopped.observe(Board.empty(), 10.0)

    assert (stopped.phase, events) == (Phase.DISPUTED, ())
    going, _ = still.settle(11.0)
    assert going.phase is Phase.PLAYING
    assert json.loads(json.dumps(answer.as_dict()))["upheld"] is False


@pytest.mark.parametrize(
    ("claimed", "code"),
    [([(8, 1)], "no_such_cell"), ([(4, 0)], "no_such_cell"), ([(4, 1), (4, 1)], "claim_repeats_cell")],
)
def test_R21_claims_off_the_board_are_refused(claimed: list[tuple[int, int]], code: str) -> None:
    with pytest.raises(RefereeError) as refused:
        judge(game("44"), Claim(LINE, cells(*claimed)))
    assert refused.value.code == code


@pytest.mark.parametrize(
    "data", [{}, {"kind": "x"}, {"kind": LINE.value, "cells": [1]}, {"kind": LINE.value, "cells": "4"}]
)
def test_R21_what_is_no_claim_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(RefereeError) as refused:
        claim_from_dict(data)
    assert refused.value.code == "bad_claim"
