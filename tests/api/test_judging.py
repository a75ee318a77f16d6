"""A settled board meets the game: misreadings are taken back, orders are as seen, and two quick turns are expected."""

from __future__ import annotations

import numpy as np

from api.judging import expected_boards, from_the_real_start, judged
from api.table import Table
from referee.board import Board, Cell, Disc
from referee.events import GameWon, MovePlayed, MovesCorrected, Offence, OrderUnclear
from referee.game import Game
from referee.phases import Phase
from referee.setup import Setup
from vision.frame import Frame
from vision.pipeline import Step
from vision.tracker import SettledBoard

NOTHING = frozenset[Cell]()


def settled(board: Board, t_s: float, misread: frozenset[Cell] = NOTHING, **more: object) -> SettledBoard:
    return SettledBoard(board, t_s - 1, t_s, misread=misread, **more)  # type: ignore[arg-type]


def playing(*columns: int, start: Board | None = None) -> Game:
    game = Game.start(Setup(start=start, opener=Disc.RED))
    board = start or Board.empty()
    game, _ = judged(game, settled(board, 1.0))
    for number, column in enumerate(columns):
        board = board.drop(column, (Disc.RED, Disc.YELLOW)[number % 2])
        game, _ = judged(game, settled(board, 2.0 + number))
    return game


def test_a_misread_move_is_taken_back_as_the_cameras_correction() -> None:
    game = playing(4, 3)
    before = Board.empty().drop(4, Disc.RED)

    game, events = judged(game, settled(before, 9.0, frozenset({Cell(3, 1)})))

    assert [type(event) for event in events] == [MovesCorrected]
    assert events[0].as_dict()["by"] == "camera"
    assert [(move.column, move.disc) for move in game.moves] == [(4, Disc.RED)]
    assert game.position.board == before


def test_taken_back_and_played_elsewhere_at_once() -> None:
    really = Board.empty().drop(4, Disc.RED).drop(5, Disc.YELLOW)

    game, events = judged(playing(4, 3), settled(really, 9.0, frozenset({Cell(3, 1)})))

    assert [type(event) for event in events] == [MovesCorrected, MovePlayed]
    assert game.position.board == really


def test_a_misreading_that_no_correction_explains_accuses_nobody() -> None:
    game = playing(4, 3, 5)
    without = game.position.board.put(Cell(3, 1), None)

    game, events = judged(game, settled(without, 9.0, frozenset({Cell(3, 1)})))

    assert not any(isinstance(event, Offence) for event in events)


LAMP = Cell(1, 1)
WITH_LAMP = Board.parse("......./......./......./......./......./R....YR")
"""A lamp seen through the first hole was taken for a red disc."""


def picked_up(*moves: tuple[int, Disc], opener: Disc | None = None) -> tuple[Game, Board]:
    """A game picked up from `WITH_LAMP`, and the board as it really lies after these moves."""
    game, board = Game.start(Setup(start=WITH_LAMP, opener=opener)), WITH_LAMP
    for number, (column, disc) in enumerate(((0, Disc.RED), *moves)):
        board = board.drop(column, disc) if column else board
        game, _ = judged(game, settled(board, 1.0 + number))
    return game, board.put(LAMP, None)


def test_a_start_that_was_misread_is_set_right_with_the_moves_on_top() -> None:
    game, seen = picked_up((4, Disc.YELLOW), (3, Disc.RED))
    look = settled(seen, 9.0, frozenset({LAMP}))

    game, events = from_the_real_start(game, look)

    assert [type(event) for event in events] == [MovesCorrected]
    assert [(move.column, move.disc) for move in game.moves] == [(4, Disc.YELLOW), (3, Disc.RED)]
    assert judged(game, look)[1] == ()
    assert judged(game, settled(seen.drop(4, Disc.YELLOW), 11.0))[1][0].as_dict()["event"] == "move"


def test_a_move_that_a_misread_start_made_an_offence_is_a_move_after_all() -> None:
    game, seen = picked_up((4, Disc.RED))
    assert game.phase is Phase.RESTORING
    look = settled(seen, 9.0, frozenset({LAMP}))

    game, events = judged(from_the_real_start(game, look)[0], look)

    assert [(type(event), game.phase) for event in events] == [(MovePlayed, Phase.PLAYING)]


def test_where_the_moves_make_no_game_from_the_real_start_it_is_picked_up_as_it_lies() -> None:
    game, seen = picked_up((4, Disc.YELLOW), (3, Disc.RED), opener=Disc.RED)

    game, events = from_the_real_start(game, settled(seen, 9.0, frozenset({LAMP})))

    assert (game.phase, game.position.board, events) == (Phase.PLAYING, seen, ())


def test_a_misread_disc_that_was_played_leaves_the_start_alone() -> None:
    game = playing(4, 3)

    assert from_the_real_start(game, settled(Board.empty().drop(4, Disc.RED), 9.0, frozenset({Cell(3, 1)}))) == (
        game,
        (),
    )


def test_what_was_misread_and_nothing_explains_accuses_nobody_later_either() -> None:
    """A lamp behind the board lights up in a hole; the game goes on around it, and it goes out again."""
    table, lamp = Table(opener=Disc.RED), Cell(6, 1)
    four = Board.empty().drop(4, Disc.RED)
    later = four.drop(3, Disc.YELLOW)
    looks = (
        settled(Board.empty(), 1.0),
        settled(four, 3.0),
        settled(four.put(lamp, Disc.RED), 6.0, frozenset({lamp})),
        settled(later.put(lamp, Disc.RED), 9.0),
        settled(later, 12.0),
    )
    said = []
    for look in looks:
        step = Step(look.until_s, 0, "watching", settled=look)
        table.pipeline.step = lambda frame, expected, step=step: step  # type: ignore[method-assign, misc]
        said += table.look(Frame(np.zeros((4, 4, 3), np.uint8), look.until_s, 0)).events

    assert not any(isinstance(event, Offence) for event in said)
    assert table.game is not None
    assert [(move.column, move.disc) for move in table.game.moves] == [(4, Disc.RED), (3, Disc.YELLOW)]


def test_the_same_disc_gone_without_a_misreading_is_an_offence() -> None:
    _, events = judged(playing(4, 3), settled(Board.empty().drop(4, Disc.RED), 9.0))

    assert [type(event) for event in events] == [Offence]


def test_R25_an_order_that_decides_the_game_is_taken_from_what_was_seen() -> None:
    """Yellow's third and red's winning disc: whether yellow's came after the end depends on the order."""
    game = playing(start=Board.parse("......./......./......./Y....../Y....../YRRR..."))
    assert game.to_move is Disc.RED
    both = game.position.board.drop(5, Disc.RED).drop(1, Disc.YELLOW)

    _, unseen = judged(game, settled(both, 5.0))
    _, seen = judged(game, settled(both, 5.0, arrivals=((Cell(5, 1), 3.0), (Cell(1, 4), 3.6))))

    assert any(isinstance(event, GameWon | OrderUnclear) for event in unseen)
    assert next(event for event in seen if isinstance(event, GameWon)).winner is Disc.RED


def test_two_quick_turns_are_expected_and_a_second_disc_of_one_colour_is_not() -> None:
    game = playing(4)
    board = game.position.board

    assert board.drop(3, Disc.YELLOW) in expected_boards(game)
    assert board.drop(3, Disc.YELLOW).drop(3, Disc.RED) in expected_boards(game)
    assert board.drop(3, Disc.RED) not in expected_boards(game)
    assert board.drop(3, Disc.YELLOW).drop(5, Disc.YELLOW) not in expected_boards(game)
    assert len(expected_boards(game)) == 7 + 49
