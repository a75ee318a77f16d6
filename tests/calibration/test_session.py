"""The guided steps, with readings drawn as text: in order, patient, and kept only once proved."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.profile import Settings
from calibration.session import Session, Stage
from referee.board import Board
from tests.vision.test_tracker import reading
from vision.memory import Remembered
from vision.pipeline import Step

EMPTY = "......./......./......./......./......./......."
RED = "......./......./......./......./......./...R..."
BOTH = "......./......./......./......./......./..YR..."
HAND = EMPTY.replace("......./", "###..../", 1)
LOOK = Remembered(np.full((6, 7, 4, 4, 3), 90, np.uint8), np.full((7, 8, 3), 120, np.uint8))


class Guide:
    """Shows boards at ten pictures a second and keeps the session."""

    def __init__(self) -> None:
        self.session, self.t_s = Session(), 0.0

    def show(self, drawn: str | None, seconds: float = 1.5, sure: float = 0.99) -> "Guide":
        for _ in range(round(10 * seconds)):
            self.t_s += 0.1
            if drawn is None:
                self.session = self.session.after(Step(self.t_s, 0, "lost"), None, None)
                continue
            step = Step(self.t_s, 0, "watching", reading=replace(reading(drawn, self.t_s, sure), t_s=self.t_s))
            self.session = self.session.after(step, Board.parse(drawn.replace("#", ".")), LOOK)
        return self


def test_from_the_empty_board_over_both_discs_to_the_profile() -> None:
    guide, seen = Guide(), []
    for drawn in (EMPTY, RED, BOTH):
        guide.show(drawn)
        seen.append((guide.session.stage, guide.session.todo))

    assert seen == [
        (Stage.DROPPING, "calibrate_drop_R"),
        (Stage.DROPPING, "calibrate_drop_Y"),
        (Stage.DONE, "calibrate_done"),
    ]
    profile = guide.session.profile
    assert profile is not None
    assert set(profile.empty.tints) == {"R", "Y"}
    assert profile.empty.tints["R"] == pytest.approx((98 / 128,) * 3)


def test_progress_only_grows_while_all_goes_well() -> None:
    guide, shares = Guide(), []
    for drawn in (EMPTY, RED, BOTH):
        for _ in range(15):
            shares.append(guide.show(drawn, 0.1).session.progress)

    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.25, 1.0)


def test_a_board_with_discs_in_it_has_to_be_cleared_first() -> None:
    guide = Guide().show(RED, 5.0)
    assert (guide.session.stage, guide.session.todo) == (Stage.CLEARING, "calibrate_clear")

    assert guide.show(EMPTY).session.stage is Stage.DROPPING


def test_a_hand_makes_it_wait_and_a_lost_board_takes_no_step_back() -> None:
    guide = Guide().show(EMPTY, 0.5).show(HAND, 5.0)
    assert (guide.session.stage, guide.session.todo) == (Stage.CLEARING, "calibrate_hands_off")

    guide.show(EMPTY).show(None, 5.0)
    assert (guide.session.stage, guide.session.todo) == (Stage.DROPPING, "calibrate_lost")
    assert guide.show(BOTH).session.stage is Stage.DONE


def test_what_is_not_read_surely_is_not_kept() -> None:
    guide = Guide().show(EMPTY).show(BOTH, 5.0, sure=0.8)

    assert guide.session.profile is None
    assert guide.session.todo == "calibrate_unsure"


def test_what_may_come_next_is_one_disc_of_either_colour() -> None:
    guide = Guide().show(EMPTY)

    assert len(guide.session.expected(Board.parse(EMPTY))) == 14
    assert Session().expected(Board.parse(EMPTY)) == ()


@pytest.mark.parametrize(("mirror", "behind", "flipped"), [(0, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, 0)])
def test_mirror_and_far_side_cancel_out(mirror: int, behind: int, flipped: int) -> None:
    assert Settings(bool(mirror), bool(behind)).flipped == bool(flipped)
