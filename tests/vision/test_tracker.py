"""The tracker's patience, with readings drawn as text; times are the frames' own."""

from collections.abc import Iterator

import numpy as np
import pytest

from referee.board import Board, Disc
from vision.cells import BoardReading
from vision.tracker import SettledBoard, Tracker

EMPTY = "......./......./......./......./......./......."
FOUR = "......./......./......./......./......./...R..."
FALLING = "...R.../......./......./......./......./......."
TWO_REDS = "......./......./......./......./......./..RR..."
FLOATING = "......./......./......./......./...R.../......."


def reading(drawn: str, t_s: float, sure: float = 0.99) -> BoardReading:
    """`#`: hidden, `?`: in view but unclear."""
    rows = drawn.split("/")[::-1]
    p = np.full((6, 7, 3), (1 - sure) / 2, np.float32)
    visible = np.ones((6, 7), bool)
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if cell in "?#":
                p[r, c] = 1 / 3
                visible[r, c] = cell == "?"
            else:
                p[r, c, ".RY".index(cell)] = sure
    return BoardReading(p, visible, t_s)


class Film:
    """Feeds a tracker at a steady rate and keeps what it settles."""

    def __init__(self, fps: float = 10.0, start: str | None = EMPTY) -> None:
        self.tracker = Tracker(start=None if start is None else Board.parse(start))
        self.step, self.now = 1 / fps, 0.0
        self.settled: list[SettledBoard] = []

    def show(self, drawn: str, seconds: float, expected: tuple[str, ...] = ()) -> "Film":
        boards = tuple(Board.parse(e) for e in expected)
        for _ in range(round(seconds / self.step)):
            self.now += self.step
            settled = self.tracker.update(reading(drawn, self.now), boards)
            if settled:
                self.settled.append(settled)
        return self

    def boards(self) -> Iterator[str]:
        return ("/".join(s.board.rows()) for s in self.settled)


@pytest.mark.parametrize("fps", [4, 10, 30])
def test_the_first_board_is_settled_after_clear_sight(fps: float) -> None:
    film = Film(fps, start=None).show(FOUR, 1.5)

    assert list(film.boards()) == [FOUR]


def test_the_first_board_waits_for_every_cell() -> None:
    film = Film(start=None).show(FOUR.replace("R", "#"), 5.0)

    assert film.settled == []
    assert list(film.show(FOUR, 1.5).boards()) == [FOUR]


def test_a_cell_hidden_from_the_start_stays_in_doubt_until_it_is_seen() -> None:
    film = Film(start=None).show(TWO_REDS.replace("R...", "R..#"), 20.0)
    assert [sorted(settled.doubt) for settled in film.settled] == [[(7, 1)]]

    assert [sorted(s.doubt) for s in film.show(TWO_REDS, 3.0).settled][1:] == [[]]
    assert film.tracker.board == Board.parse(TWO_REDS)


@pytest.mark.parametrize("fps", [4, 10, 30])
def test_an_expected_move_is_settled_within_about_a_second(fps: float) -> None:
    film = Film(fps).show(EMPTY, 3.0).show(FOUR, 1.5, expected=(FOUR,))

    assert list(film.boards()) == [FOUR]
    assert film.settled[0].since_s == pytest.approx(3.0 + film.step, abs=1e-6)
    assert film.settled[0].until_s - 3.0 <= 1.3


def test_an_unexpected_board_takes_longer_but_comes() -> None:
    film = Film().show(EMPTY, 3.0).show(FOUR, 1.5)
    assert film.settled == []

    assert list(film.show(FOUR, 1.0).boards()) == [FOUR]


def test_a_falling_disc_is_no_move() -> None:
    film = Film().show(EMPTY, 3.0).show(FALLING, 0.2).show(EMPTY, 2.0)

    assert film.settled == []


def test_a_disc_in_the_air_waits_until_it_can_only_be_a_misreading() -> None:
    film = Film().show(EMPTY, 3.0).show(FLOATING, 3.0)
    assert film.settled == []

    assert list(film.show(FLOATING, 4.0).boards()) == [FLOATING]


def test_a_hand_pauses_the_count_and_does_not_reset_it() -> None:
    hidden = FOUR.replace("R", "#")
    film = Film().show(EMPTY, 3.0)
    film.show(FOUR, 0.5, (FOUR,)).show(hidden, 4.0, (FOUR,))
    assert film.settled == []

    assert list(film.show(FOUR, 0.6, (FOUR,)).boards()) == [FOUR]


def test_a_hidden_cell_keeps_its_disc() -> None:
    film = Film(start=FOUR).show(FOUR, 2.0).show(FOUR.replace("R", "#"), 60.0)

    assert film.settled == []
    assert film.tracker.board == Board.parse(FOUR)


def test_an_unclear_cell_changes_nothing() -> None:
    film = Film(start=FOUR).show(FOUR, 2.0).show(FOUR.replace("R", "?"), 10.0)

    assert film.settled == []


def test_a_cell_that_flickers_every_frame_is_never_settled() -> None:
    film = Film()
    for _ in range(50):
        film.show(FOUR, 0.1).show(EMPTY, 0.1)

    assert film.settled == []


def test_a_second_disc_still_falling_does_not_hold_up_the_first() -> None:
    film = Film().show(EMPTY, 3.0).show(FOUR, 0.7, (FOUR,)).show(TWO_REDS, 0.4, (FOUR,))

    assert list(film.boards()) == [FOUR]


def test_what_is_expected_never_overrules_clear_sight() -> None:
    yellow = FOUR.replace("R", "Y")
    film = Film().show(EMPTY, 3.0).show(yellow, 5.0, expected=(FOUR,))

    assert list(film.boards()) == [yellow]


def test_frames_from_the_past_and_doubled_frames_change_nothing() -> None:
    tracker = Tracker(start=Board.parse(EMPTY))
    for t in (1.0, 1.0, 1.0, 0.5, 0.2, 1.0):
        assert tracker.update(reading(FOUR, t), (Board.parse(FOUR),)) is None

    assert not tracker.changing() or tracker.board == Board.parse(EMPTY)


def test_time_between_frames_far_apart_is_not_counted_as_seen() -> None:
    tracker = Tracker(start=Board.parse(EMPTY))
    expected = (Board.parse(FOUR),)

    assert tracker.update(reading(FOUR, 1.0), expected) is None
    assert tracker.update(reading(FOUR, 61.0), expected) is None
    assert tracker.update(reading(FOUR, 121.0), expected) is not None


def test_a_new_grid_forgets_evidence_and_keeps_the_board() -> None:
    film = Film().show(EMPTY, 3.0).show(FOUR, 0.6, (FOUR,))
    film.tracker.forget_evidence()

    film.show(FOUR, 0.3, (FOUR,))

    assert film.settled == []
    assert film.tracker.board == Board.parse(EMPTY)
    assert film.tracker.board.drop(4, Disc.RED) == Board.parse(FOUR)
