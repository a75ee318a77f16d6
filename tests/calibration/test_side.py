"""Which side is left: asked by one disc in the left column, answered by where it is seen."""

from __future__ import annotations

import pytest

from calibration.side import SideCheck, SideStage
from referee.board import Board, Disc
from vision.pipeline import State, Step

EMPTY = Board.empty()
LEFT, RIGHT, AMID = (EMPTY.drop(column, disc) for column, disc in ((1, Disc.RED), (7, Disc.YELLOW), (3, Disc.RED)))


def seen(*boards: Board | None, check: SideCheck | None = None, state: State = "watching") -> SideCheck:
    check = check or SideCheck()
    for n, board in enumerate(boards):
        check = check.after(Step(n / 4, n, state), board)
    return check


@pytest.mark.parametrize(("disc", "turned", "todo"), [(LEFT, False, "side_same"), (RIGHT, True, "side_turned")])
def test_where_the_disc_is_seen_tells(disc: Board, turned: bool, todo: str) -> None:
    done = seen(None, EMPTY, EMPTY, disc)

    assert (done.stage, done.turned, done.todo, done.progress) == (SideStage.DONE, turned, todo, 1.0)
    assert seen(EMPTY, AMID, check=done) is done


def test_it_says_what_to_do_next() -> None:
    said = [seen(*boards).todo for boards in ((), (None,), (AMID,), (EMPTY,), (EMPTY, AMID), (EMPTY, AMID, EMPTY))]

    assert said == ["calibrate_show", "calibrate_hold", "side_clear", "side_drop", "side_not_edge", "side_drop"]
    assert seen(EMPTY, AMID).column == 3


def test_a_disc_that_lay_there_before_answers_nothing() -> None:
    assert seen(LEFT).todo == "side_clear"
    assert seen(LEFT, EMPTY, RIGHT).turned is True


def test_several_discs_have_to_go() -> None:
    check = seen(EMPTY, LEFT.drop(1, Disc.YELLOW))

    assert (check.stage, check.todo) == (SideStage.CLEARING, "side_clear")


def test_a_lost_board_keeps_the_stage() -> None:
    check = seen(LEFT, check=seen(EMPTY), state="lost")

    assert (check.stage, check.todo) == (SideStage.DROPPING, "calibrate_lost")
    assert seen(None, state="searching").todo == "calibrate_show"


def test_what_may_come_next_is_expected_on_either_side() -> None:
    check = seen(EMPTY)

    assert {board.rows()[-1] for board in check.expected(EMPTY)} == {"R......", "Y......", "......R", "......Y"}
    assert check.expected(LEFT) == ()
    assert SideCheck().expected(EMPTY) == ()
