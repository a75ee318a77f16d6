"""What a cell looked like, against what it is read as: light, misreadings, sleeves, discs like the known ones."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.board import Board, BoardSpec
from tests.vision.test_tracker import EMPTY, FOUR, reading
from vision import params as P
from vision.decode import as_contents
from vision.memory import Looks, Memory, look_of
from vision.tracker import SettledBoard, Tracker

SPEC = BoardSpec()
BLUE, RED, YELLOW, WALL = (150, 70, 20), (40, 40, 190), (40, 190, 210), (120, 130, 140)


def face(drawn: str = EMPTY, noise: float = 2.0, seed: int = 0) -> NDArray[np.uint8]:
    """A board seen straight on: blue plate, round holes, a wall behind them."""
    c = P.CELL_PX
    picture = np.full((7 * c, 8 * c, 3), BLUE, np.float64)
    y, x = np.mgrid[: 7 * c, : 8 * c]
    for r, row in enumerate(drawn.split("/")):
        for k, cell in enumerate(row):
            hole = (y - (r + 1) * c) ** 2 + (x - (k + 1) * c) ** 2 < (0.4 * c) ** 2
            picture[hole] = {"R": RED, "Y": YELLOW}.get(cell, WALL)
    picture += np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def knowing(drawn: str = EMPTY) -> Memory:
    memory = Memory(SPEC)
    memory.learn(face(drawn), np.ones((6, 7), bool))
    return memory


@pytest.mark.parametrize("gain", [(0.7, 0.7, 0.7), (1.25, 1.25, 1.25), (0.9, 1.0, 1.15)])
def test_other_light_is_no_other_look(gain: tuple[float, ...]) -> None:
    relit = np.clip(face(FOUR, seed=1) * np.array(gain), 0, 255).astype(np.uint8)

    assert knowing(FOUR).compare(relit).familiar.all()


def test_a_disc_that_came_is_the_only_other_look() -> None:
    looks = knowing().compare(face(FOUR, seed=1))

    assert np.argwhere(looks.strange).tolist() == [[0, 3]]
    assert looks.familiar.sum() == 41


def test_a_sleeve_before_the_plate_covers_cells() -> None:
    arm = face()
    arm[: 4 * P.CELL_PX, 2 * P.CELL_PX : 5 * P.CELL_PX] = RED

    covered = knowing().compare(arm).covered

    assert covered[3:, 2].all()
    assert not covered[:, 5:].any()


def test_a_new_disc_like_the_known_ones_is_told_by_its_colour() -> None:
    before = "......./......./......./......./......./...RY.."
    after = "......./......./......./......./......./..RRY.."
    looks = knowing(before).compare(face(after, seed=1), as_contents(Board.parse(before)))

    assert looks.resembles[0, 2] == 1
    assert np.count_nonzero(looks.resembles) == 1


def test_a_look_is_recalled_where_it_fits_and_left_aside_where_not() -> None:
    kept = look_of(face(), SPEC)

    assert Memory(SPEC).recall(kept, face(FOUR, seed=1))
    other = face()
    other[np.abs(other.astype(int) - WALL).max(axis=-1) < 20] = (60, 130, 60)
    other[::9] = 255
    assert not Memory(SPEC).recall(kept, other)


def taught(drawn: str, recalled_in: NDArray[np.uint8]) -> Memory:
    """A memory that was taught the empty board and red's colour on another evening."""
    red = look_of(face(drawn), SPEC).tint(0, 3)
    memory = Memory(SPEC)
    memory.recall(replace(look_of(face(), SPEC), tints={"R": tuple(red)}), recalled_in)
    return memory


def test_the_first_disc_is_told_by_the_colour_that_was_taught_once() -> None:
    first, nothing = face("/".join((*["." * 7] * 5, ".R.....")), seed=1), as_contents(Board.parse(EMPTY))

    assert taught(FOUR, face(seed=2)).compare(first, nothing).resembles[0, 1] == 1
    assert not knowing().compare(first, nothing).resembles.any()


def test_a_taught_colour_is_dropped_with_the_look_it_came_with() -> None:
    elsewhere = face(seed=2)
    elsewhere[::2] = 255
    memory, nothing = taught(FOUR, elsewhere), as_contents(Board.parse(EMPTY))
    memory.learn(face(), np.ones((6, 7), bool))

    assert not memory.compare(face(FOUR, seed=1), nothing).resembles.any()


def test_what_is_clear_by_itself_is_not_made_less_so_by_what_it_resembles() -> None:
    like = replace(CAME, resembles=as_contents(Board.parse(FOUR)))
    film = Film().show(EMPTY, SAME, 3).show(FOUR, like, 0.5)

    assert film.tracker.evidence()[0, 3, 1] == pytest.approx(0.4)


class Film:
    """Feeds a tracker readings and looks at ten a second."""

    def __init__(self) -> None:
        self.tracker, self.t_s = Tracker(start=Board.parse(EMPTY)), 0.0
        self.settled: list[SettledBoard] = []

    def show(self, read: str, looks: Looks, seconds: float, sure: float = 0.99) -> "Film":
        for _ in range(round(10 * seconds)):
            self.t_s += 0.1
            if settled := self.tracker.update(reading(read, self.t_s, sure), (Board.parse(FOUR),), looks):
                self.settled.append(settled)
        return self


SAME = Looks(np.zeros((6, 7), np.float32), np.zeros((6, 7), bool), np.zeros((6, 7), np.int64))
CAME = replace(SAME, difference=np.where(as_contents(Board.parse(FOUR)) > 0, 0.5, 0.0).astype(np.float32))


def test_what_looks_as_it_did_holds_what_it_held() -> None:
    assert Film().show(EMPTY, SAME, 5).show(FOUR, SAME, 5, sure=0.9).settled == []


def test_what_looks_otherwise_is_believed() -> None:
    assert len(Film().show(EMPTY, SAME, 3).show(FOUR, CAME, 2).settled) == 1


def test_a_doubtful_reading_of_a_cell_that_changed_its_look_is_a_move() -> None:
    half = Film().show(EMPTY, SAME, 3)
    for _ in range(30):
        half.t_s += 0.1
        seen = reading(FOUR, half.t_s)
        seen.p[0, 3] = (0.7, 0.28, 0.02)
        if settled := half.tracker.update(seen, (Board.parse(FOUR),), CAME):
            half.settled.append(settled)
            break  # from here on it is remembered as it looks now

    assert [settled.board for settled in half.settled] == [Board.parse(FOUR)]


def test_a_board_misread_from_the_start_is_taken_back_and_marked() -> None:
    film = Film().show(EMPTY, SAME, 1, sure=0.8)

    film.show(FOUR, SAME, P.RECONSIDER_S + 1)

    assert [(settled.board, len(settled.misread)) for settled in film.settled] == [(Board.parse(FOUR), 1)]


def test_something_yellow_behind_several_holes_is_no_board_misread_from_the_start() -> None:
    lamp = "......./......./......Y/......Y/......Y/......Y"
    film = Film().show(EMPTY, SAME, 1, sure=0.8)

    assert film.show(lamp, SAME, 60).settled == []


def test_a_disc_that_came_is_not_reasoned_away() -> None:
    film = Film().show(EMPTY, SAME, 3).show(FOUR, CAME, 1.5)
    assert len(film.settled) == 1

    assert len(film.show(EMPTY, SAME, 60).settled) == 1


def test_a_disc_that_vanishes_at_once_never_was() -> None:
    film = Film().show(EMPTY, SAME, 3).show(FOUR, CAME, 0.9)
    assert film.tracker.board == Board.parse(FOUR)

    film.show(EMPTY, CAME, 4)

    assert [(settled.board, len(settled.misread)) for settled in film.settled][1:] == [(Board.parse(EMPTY), 1)]


def test_cells_not_seen_are_in_doubt_until_they_are() -> None:
    hidden = FOUR.replace("/......./...R...", "/......./#..R...")
    film = Film().show(EMPTY, SAME, 2).show(hidden, CAME_HIDDEN, 2)
    assert [[tuple(cell) for cell in settled.doubt] for settled in film.settled] == [[(1, 1)]]

    film.show(FOUR, CAME_HIDDEN, 1)

    assert [tuple(settled.doubt) for settled in film.settled][1:] == [()]


CAME_HIDDEN = replace(CAME, difference=CAME.difference + np.where(np.arange(42).reshape(6, 7) == 0, np.inf, 0.0))
