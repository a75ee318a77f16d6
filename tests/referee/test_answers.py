"""R21, R22: answers to disputes and the words of remedies, whole: verdict, reason and data, rule, every cell."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board import Board, Cell
from referee.disputes import Claim, ClaimKind, judge, trace_claim
from referee.game import Game
from referee.reasons import Reason, reasons, rebuild_reasons, remedy_reasons
from referee.remedies import PlacedDisc, remedy
from referee.setup import Setup
from tests.referee.tables import R, Y, cells, game, position, see

LINE, NO_LINE = ClaimKind.LINE, ClaimKind.NO_LINE
TURN, BEFORE = ClaimKind.NOT_YOUR_TURN, ClaimKind.WAS_THERE_BEFORE
MIDDLE = "44354553"
"""
...RR..
..YYY..
..RRY..
"""
MISS = [[[2, 2], None], [[3, 2], "Y"], [[4, 2], "Y"], [[5, 2], "Y"]]
MISS_LINE = [[2, 2], [3, 2], [4, 2], [5, 2]]
HIGH_GAP = {"code": "trace.gap_high", "data": {"cell": [2, 2], "below": 1}}
COLUMN_7 = [[7, 1], [7, 2], [7, 3], [7, 4]]


def answer(upheld: bool | None, rule: str, code: str, data: dict[str, Any], **more: Any) -> dict[str, Any]:
    told = {"upheld": upheld, "reason": {"code": code, "data": data}, "rule": rule}
    return told | {"cells": [], "lines": [], "nearest": [], "breaks": []} | more


def picked_up() -> Game:
    """A game that went on from a position on the board."""
    return Game.start(Setup(opener=R, start=position("4433").board)).begin(0.0)[0]


def offended() -> Game:
    return see(game("44"), position("44").board.drop(1, Y))[0]


def quick() -> Game:
    """Three discs between two looks, in an order that doesn't matter."""
    return see(game("44"), position("44").board.drop(1, R).drop(2, Y).drop(3, R))[0]


DISPUTES: dict[str, tuple[Game, Claim, dict[str, Any]]] = {
    "a disc of the other colour, and a gap": (
        game(MIDDLE), Claim(LINE, cells((3, 1), (4, 1), (5, 1), (6, 1))),
        answer(
            False, "R14", "trace.other_colour", {"cell": [5, 1], "disc": "Y"},
            cells=[[[3, 1], "R"], [[4, 1], "R"], [[5, 1], "Y"], [[6, 1], None]],
            nearest=[[3, 1], [4, 1], [5, 1], [6, 1]],
            breaks=[
                {"code": "trace.other_colour", "data": {"cell": [5, 1], "disc": "Y"}},
                {"code": "trace.gap", "data": {"cell": [6, 1], "below": 0}},
            ],
        ),
    ),
    "a gap with another under it": (
        game(MIDDLE), Claim(LINE, cells((2, 2), (3, 2), (4, 2), (5, 2)), Y),
        answer(
            False, "R14", "trace.gap_high", HIGH_GAP["data"], cells=MISS, nearest=MISS_LINE, breaks=[HIGH_GAP],
        ),
    ),
    "no line anywhere": (
        game(MIDDLE), Claim(LINE, disc=Y),
        answer(False, "R14", "trace.no_line", {"disc": "Y"}, cells=MISS, nearest=MISS_LINE, breaks=[HIGH_GAP]),
    ),
    "that is no line, says nobody's colour": (
        game(MIDDLE), Claim(NO_LINE),
        answer(True, "R14", "trace.no_line", {"disc": "Y"}, cells=MISS, nearest=MISS_LINE, breaks=[HIGH_GAP]),
    ),
    "an empty board": (game(""), Claim(LINE), answer(False, "R13", "trace.nothing", {})),
    "a line": (
        game("7172737"), Claim(LINE),
        answer(
            True, "R13", "trace.line", {"disc": "R", "cells": COLUMN_7, "length": 4},
            cells=[[cell, "R"] for cell in COLUMN_7], lines=[COLUMN_7],
        ),
    ),
    "a line, claimed by its cells": (
        game("7172737"), Claim(LINE, cells((7, 4), (7, 2), (7, 3), (7, 1))),
        answer(
            True, "R13", "trace.line", {"disc": "R", "cells": COLUMN_7, "length": 4},
            cells=[[cell, "R"] for cell in ([7, 4], [7, 2], [7, 3], [7, 1])], lines=[COLUMN_7],
        ),
    ),
    "no line of the other colour": (
        game("7172737"), Claim(NO_LINE, cells((1, 1), (2, 1), (3, 1), (4, 1)), Y),
        answer(
            True, "R14", "trace.gap", {"cell": [4, 1], "below": 0},
            cells=[[[1, 1], "Y"], [[2, 1], "Y"], [[3, 1], "Y"], [[4, 1], None]],
            nearest=[[1, 1], [2, 1], [3, 1], [4, 1]],
            breaks=[{"code": "trace.gap", "data": {"cell": [4, 1], "below": 0}}],
        ),
    ),
    "too few, far from any other": (
        game("17"), Claim(LINE, cells((1, 1))),
        answer(
            False, "R14", "trace.too_few", {"count": 1, "connect": 4}, cells=[[[1, 1], "R"]],
            breaks=[{"code": "trace.too_few", "data": {"count": 1, "connect": 4}}],
        ),
    ),
    "the turn was right": (
        game("443"), Claim(TURN),
        answer(False, "R8", "turn.was_right", {"cell": [3, 1], "disc": "R", "number": 3}, cells=[[[3, 1], "R"]]),
    ),
    "the turn of an earlier disc was right": (
        game("443"), Claim(TURN, cells((4, 2))),
        answer(False, "R8", "turn.was_right", {"cell": [4, 2], "disc": "Y", "number": 2}, cells=[[[4, 2], "Y"]]),
    ),
    "out of turn": (
        offended(), Claim(TURN), answer(True, "R24", "turn.offence", {"cells": [[1, 1]], "disc": "Y"}),
    ),
    "another offence": (
        see(game("4433"), Board.empty())[0], Claim(TURN),
        answer(False, "R24", "turn.offence", {"cells": [[3, 1], [3, 2], [4, 1], [4, 2]], "disc": None}),
    ),
    "quick turns": (
        quick(), Claim(TURN),
        answer(None, "R25", "turn.order_unknown", {"cell": [3, 1], "disc": "R", "number": 5}, cells=[[[3, 1], "R"]]),
    ),
    "no such move": (
        game("44"), Claim(TURN, cells((7, 6))), answer(None, "R8", "turn.no_such_move", {"cells": [[7, 6]]}),
    ),
    "there since an earlier move": (
        game("443"), Claim(BEFORE, cells((4, 1))),
        answer(True, "R10", "before.since_move", {"cell": [4, 1], "disc": "R", "number": 1}, cells=[[[4, 1], "R"]]),
    ),
    "there since the last move": (
        game("443"), Claim(BEFORE, cells((3, 1))),
        answer(False, "R10", "before.just_played", {"cell": [3, 1], "disc": "R", "number": 3}, cells=[[[3, 1], "R"]]),
    ),
    "not there at all": (
        game("443"), Claim(BEFORE, cells((7, 1))),
        answer(False, "R10", "before.empty", {"cell": [7, 1]}, cells=[[[7, 1], None]]),
    ),
    "there from the start": (
        picked_up(), Claim(BEFORE, cells((4, 1))),
        answer(True, "R10", "before.from_start", {"cell": [4, 1], "disc": "R", "number": 0}, cells=[[[4, 1], "R"]]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DISPUTES)
def test_R21_answers_are_whole(name: str) -> None:
    watched, claim, due = DISPUTES[name]

    assert judge(watched, claim).as_dict() == due


@pytest.mark.parametrize(
    ("claimed", "code", "shown"),
    [
        ([(1, 1), (3, 1), (5, 1), (7, 1)], "trace.not_touching", [[2, 1], [4, 1], [6, 1]]),
        ([(1, 1), (2, 2), (4, 4), (5, 5)], "trace.not_touching", [[3, 3]]),
        ([(1, 5), (2, 4), (3, 3), (5, 1)], "trace.not_touching", [[4, 2]]),
        ([(2, 1), (2, 2), (2, 4), (2, 5)], "trace.not_touching", [[2, 3]]),
        ([(2, 1), (2, 2), (3, 1), (3, 2)], "trace.square", [[2, 1], [2, 2], [3, 1], [3, 2]]),
        ([(3, 1), (3, 2), (3, 3), (4, 1)], "trace.bend", [[3, 1], [3, 2], [3, 3], [4, 1]]),
        ([(1, 1), (2, 1), (3, 1), (3, 2), (3, 3)], "trace.bend", [[1, 1], [2, 1], [3, 1], [3, 2], [3, 3]]),
        ([(1, 2), (2, 2), (3, 2), (2, 1)], "trace.bend", [[1, 2], [2, 1], [2, 2], [3, 2]]),
        ([(1, 1), (1, 2), (4, 1), (7, 1)], "trace.scattered", [[1, 1], [1, 2], [4, 1], [7, 1]]),
        ([(1, 1), (2, 1), (3, 1), (5, 2)], "trace.scattered", [[1, 1], [2, 1], [3, 1], [5, 2]]),
        ([(1, 1), (1, 3), (3, 1), (3, 3)], "trace.scattered", [[1, 1], [1, 3], [3, 1], [3, 3]]),
    ],
)
def test_R14_the_figure_that_is_no_line_is_named(claimed: list[tuple[int, int]], code: str, shown: list[Any]) -> None:
    board = Board.empty()
    for cell in cells(*claimed):
        board = board.put(cell, R)
    found = trace_claim(board, cells(*claimed), R)

    assert found.upheld is False
    assert Reason(code, {"cells": shown}) in found.breaks


def test_R21_a_claim_without_colour_is_of_the_most_discs() -> None:
    board = Board.parse("......./......./......./......./......./YRRR...")
    found = trace_claim(board, cells((1, 1), (2, 1), (3, 1), (4, 1)), None)

    assert found.reason == Reason("trace.other_colour", {"cell": [1, 1], "disc": "Y"})
    assert len(found.breaks) == 1
    assert found.nearest == cells((1, 1), (2, 1), (3, 1), (4, 1))
    nothing = trace_claim(Board.empty(), cells((1, 1), (2, 1), (3, 1), (4, 2)), None)
    assert [told.code for told in nothing.breaks] == ["trace.gap"] * 3 + ["trace.gap_high", "trace.bend"]


def test_R14_a_claim_of_five_in_a_row_is_one_line() -> None:
    board = Board.parse("......./......./......./......./......./RRRRR..")
    five = cells((1, 1), (2, 1), (3, 1), (4, 1), (5, 1))

    assert trace_claim(board, five[1:], None).lines == (five,)
    assert trace_claim(board, five, R).reason.data["length"] == 5
    assert trace_claim(board, (), Y).upheld is False
    assert trace_claim(board, (), None).reason == Reason(
        "trace.line", {"disc": "R", "cells": [list(cell) for cell in five], "length": 5}
    )


# --- Remedies in words ------------------------------------------------------------------------------------------------


def spoken(seen: Board, wanted: Board) -> list[tuple[str, dict[str, Any]]]:
    return [(told.code, told.data) for told in remedy_reasons(remedy(seen, wanted, R))]


def test_R22_the_difference_is_told_from_the_top_down_and_the_bottom_up() -> None:
    wanted = position("4433").board
    seen = wanted.put(Cell(4, 2), None).put(Cell(4, 1), Y).drop(1, Y).drop(1, Y)

    assert spoken(seen, wanted) == [
        ("remedy.take_out", {"cell": [1, 2], "disc": "Y"}),
        ("remedy.take_out", {"cell": [1, 1], "disc": "Y"}),
        ("remedy.take_out", {"cell": [4, 1], "disc": "Y"}),
        ("remedy.put_back", {"cell": [4, 1], "disc": "R"}),
        ("remedy.put_back", {"cell": [4, 2], "disc": "Y"}),
        ("remedy.to_move", {"disc": "R"}),
    ]


def test_R22_a_disc_under_another_needs_the_bar_and_the_whole_rebuild() -> None:
    wanted = position("4433").board
    work = remedy(wanted.put(Cell(4, 1), Y), wanted, R)

    assert work.needs_bar
    assert spoken(wanted.put(Cell(4, 1), Y), wanted) == [
        ("remedy.open_bar", {}),
        ("remedy.column", {"column": 3, "discs": ["R", "Y"]}),
        ("remedy.column", {"column": 4, "discs": ["R", "Y"]}),
        ("remedy.hold", {"disc": "R", "count": 19}),
        ("remedy.hold", {"disc": "Y", "count": 19}),
        ("remedy.to_move", {"disc": "R"}),
    ]
    assert work.take_out == (PlacedDisc(Cell(4, 1), Y),)
    assert work.put_back == (PlacedDisc(Cell(4, 1), R),)
    assert not remedy(wanted.put(Cell(4, 2), None), wanted, R).needs_bar
    assert not remedy(wanted.drop(4, R), wanted, R).needs_bar


def test_R22_counts_in_hand_are_each_colours_own() -> None:
    wanted = position("443").board
    work = remedy(wanted, wanted, None)

    assert (work.in_hand(R), work.in_hand(Y), work.done) == (19, 20, True)
    assert list(remedy_reasons(work)) == []
    assert [told.data for told in rebuild_reasons(work)] == [
        {"column": 3, "discs": ["R"]},
        {"column": 4, "discs": ["R", "Y"]},
        {"disc": "R", "count": 19},
        {"disc": "Y", "count": 20},
    ]
    assert not remedy(Board.empty(), wanted, None).done
    assert not remedy(wanted.drop(1, Y), wanted, None).done


def test_R24_an_offence_is_told_with_what_to_do() -> None:
    _, (offence,) = see(game("44"), position("44").board.drop(1, Y))
    told, take_out, to_move = reasons(offence)

    assert (told.code, told.data) == ("offence", offence.as_dict())
    assert (take_out.code, take_out.data) == ("remedy.take_out", {"cell": [1, 1], "disc": "Y"})
    assert (to_move.code, to_move.data) == ("remedy.to_move", {"disc": "R"})


def test_R26_progress_is_told_by_what_is_left() -> None:
    _, events = see(game("4433"), Board.empty(), position("4").board, position("44").board)

    assert [told.code for told in reasons(events[1])] == ["remedy.put_back"] * 3 + ["remedy.to_move"]
    assert [told.data.get("cell") for told in reasons(events[2])] == [[3, 1], [3, 2], None]
    restored, _ = see(game("4433"), Board.empty())
    (done,) = restored.confirm_restored(20.0)[1]
    assert reasons(done) == (Reason("restored", done.as_dict()),)


def test_R25_the_choices_of_an_unclear_order_are_told() -> None:
    watched = game("371747")
    _, (asked,) = see(watched, watched.position.board.drop(2, R).drop(7, Y).drop(1, R))

    assert len(asked.choices) == 2
    assert reasons(asked) == (
        Reason("order_unclear", asked.as_dict()),
        *(Reason("order_choice", {"columns": [move.column for move in way.moves]}) for way in asked.choices),
    )
