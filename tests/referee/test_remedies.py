"""R22-R26: offences, remedies and quick turns; what can't be seen accuses nobody."""

from __future__ import annotations

import pytest

from referee import events as e
from referee.board import Board, Cell, Disc
from referee.errors import RefereeError
from referee.explanations import DoubtCode, OffenceCode
from referee.phases import Phase
from tests.referee.tables import R, Y, cells, columns_of, game, names, offence_of, see

WRONG = OffenceCode.WRONG_COLOUR


# --- Remedies and quick turns -----------------------------------------------------------------------------------------


def test_R22_the_remedy_in_both_forms() -> None:
    watched = game("4433")
    _, events = see(watched, watched.position.board.drop(2, Y))

    work = offence_of(events).remedy
    assert [(p.cell, p.disc) for p in work.take_out] == [(Cell(2, 1), Y)]
    assert work.put_back == ()
    assert work.rebuild == ((), (), (R, Y), (R, Y), (), (), ())
    assert (work.to_move, work.in_hand(R), work.in_hand(Y)) == (R, 19, 19)
    assert not work.needs_bar
    assert not work.done


def test_R22_a_disc_that_lies_too_deep_needs_the_bar() -> None:
    watched = game("44")
    board = watched.position.board.drop(2, Y).drop(2, R)
    _, deep = see(game("4433"), Board.parse("......./......./......./......./...Y.../..YR..."))
    _, on_top = see(watched, board)

    assert not offence_of(on_top).remedy.needs_bar
    assert offence_of(deep).remedy.needs_bar is not True or offence_of(deep).remedy.put_back


def test_R23_restart_with_the_same_opener_keeps_the_abandoned_moves() -> None:
    watched, _ = see(game("4433", opener=Y), Board.empty())
    again, events = watched.restart_same_opener(20.0)

    assert names(events) == ["restarted"]
    assert (again.phase, again.to_move, again.moves, again.result) == (Phase.AWAITING_START, Y, (), None)
    assert len([event for event in again.events if isinstance(event, e.MovePlayed)]) == 4


def test_R24_wrong_colour_and_out_of_turn_are_one_offence() -> None:
    watched = game("44353")
    _, events = see(watched, watched.position.board.drop(2, R))

    found = offence_of(events)
    assert (found.code, found.cells, found.disc) == (WRONG, cells((2, 1)), R)
    told = found.as_dict()
    assert (told["column"], told["row"], told["disc"], told["code"]) == (2, 1, "R", WRONG.value)


def test_R25_two_quick_turns_are_legal() -> None:
    watched = game("44")
    board = watched.position.board.drop(1, R).drop(2, Y)
    watched, events = see(watched, board)

    assert columns_of(watched) == "4412"
    assert all(isinstance(event, e.MovePlayed) and event.order_known for event in events)


def test_R25_orders_that_come_to_the_same_are_accepted_and_marked() -> None:
    watched = game("44")
    board = watched.position.board.drop(1, R).drop(2, Y).drop(6, R)
    watched, events = see(watched, board)

    assert len(watched.moves) == 5
    assert not any(event.order_known for event in events if isinstance(event, e.MovePlayed))


def test_R25_an_order_that_decides_the_game_is_asked_for() -> None:
    watched = game("371747")
    board = watched.position.board.drop(2, R).drop(7, Y).drop(1, R)
    asked, events = see(watched, board)
    asked, again = see(asked, board)

    assert names(events) == ["order_unclear"]
    assert again == ()
    assert {(choice.winner, choice.moves[0].column) for choice in asked.choices} == {(R, 2), (Y, 1)}
    for number, choice in enumerate(asked.choices):
        told, _ = asked.tell_order(number, 20.0)
        assert told.result is not None
        assert told.result.outcome.winner is choice.winner
    with pytest.raises(RefereeError):
        asked.tell_order(2, 20.0)
    back, events = see(asked, watched.position.board)
    assert (names(events), back.phase) == (["restored"], Phase.PLAYING)


@pytest.mark.parametrize("discs", [("R", "R"), ("Y", "Y")])
def test_R25_two_discs_without_a_legal_order_are_an_offence(discs: tuple[str, str]) -> None:
    watched = game("44")
    board = watched.position.board.drop(1, Disc.of(discs[0])).drop(6, Disc.of(discs[1]))
    _, events = see(watched, board)

    assert offence_of(events).code is OffenceCode.TWO_DISCS
    assert offence_of(events).cells == cells((1, 1), (6, 1))


def test_R25_several_discs_without_a_legal_order() -> None:
    watched = game("44")
    board = watched.position.board.drop(1, R).drop(6, R).drop(7, R)
    _, events = see(watched, board)

    assert offence_of(events).code is OffenceCode.SEVERAL_DISCS


def test_a_hanging_disc_is_named() -> None:
    watched = game("44")
    _, events = see(watched, watched.position.board.put(Cell(2, 3), R))

    assert (offence_of(events).code, offence_of(events).cells) == (OffenceCode.FLOATING_DISC, cells((2, 3)))


def test_R26_progress_is_told_until_the_position_stands_again() -> None:
    watched = game("4433")
    lying = watched.position.board
    bare = Board.empty()
    watched, events = see(
        watched, bare, bare, bare.drop(3, R), bare.drop(3, R).drop(4, R), bare.drop(3, R).drop(4, R).drop(4, Y), lying
    )

    assert names(events) == ["offence", "restoring", "restoring", "restoring", "restored"]
    left = [len(event.remedy.put_back) for event in events if isinstance(event, e.RestoreProgress)]
    assert left == [3, 2, 1]
    assert (watched.phase, watched.to_move, watched.offence) == (Phase.PLAYING, R, None)


def test_R26_restored_and_played_on_between_two_looks() -> None:
    watched = game("44")
    lying = watched.position.board
    watched, _ = see(watched, lying.drop(2, Y))
    watched, events = see(watched, lying.drop(6, R))

    assert names(events) == ["restored", "move"]
    assert columns_of(watched) == "446"


def test_R26_half_of_two_discs_taken_out_is_no_move() -> None:
    watched = game("44")
    lying = watched.position.board
    watched, _ = see(watched, lying.drop(1, R).drop(6, R))
    watched, events = see(watched, lying.drop(1, R))

    assert names(events) == ["restoring"]
    assert columns_of(watched) == "44"


def test_R26_a_hidden_cell_is_not_taken_for_restored() -> None:
    watched = game("44")
    lying = watched.position.board
    watched, _ = see(watched, lying.drop(2, Y))
    watched, events = see(watched, lying, unsure=cells((2, 1)))

    assert (events, watched.phase) == ((), Phase.RESTORING)


# --- What isn't seen --------------------------------------------------------------------------------------------------


def test_unsure_cells_never_accuse() -> None:
    watched = game("44")
    seen = watched.position.board.drop(1, Y)
    waiting, events = see(watched, seen, unsure=cells((6, 1)))
    waiting, again = see(waiting, seen, unsure=cells((6, 1), (7, 1)))

    assert names(events) == ["doubt"]
    assert waiting.doubt is not None
    assert waiting.doubt.code is DoubtCode.CELLS_UNSURE
    assert again == ()
    _, sure = see(waiting, seen)
    assert offence_of(sure).code is WRONG


def test_unsure_cells_that_cannot_matter_do_not_hinder() -> None:
    watched = game("44")
    seen = watched.position.board.drop(1, Y)
    _, events = see(watched, seen, unsure=cells((6, 4), (4, 1)))

    assert offence_of(events).code is WRONG


def test_an_offence_stands_when_every_filling_says_so() -> None:
    watched = game("1111112222233")
    assert watched.to_move is Y
    removed = watched.position.board.put(Cell(3, 2), None)
    _, events = see(watched, removed, unsure=cells((5, 1), (6, 1), (7, 1), (4, 1)))

    assert names(events) == ["doubt"]


def test_a_hidden_cell_keeps_its_last_value() -> None:
    watched = game("4433")
    watched, events = see(watched, Board.empty(), unsure=cells((3, 1), (3, 2), (4, 1), (4, 2)))

    assert (events, watched.to_move) == ((), R)


def test_a_move_read_past_hidden_cells_is_corrected_and_accuses_nobody() -> None:
    watched = game("44")
    lying = watched.position.board
    hidden = cells((5, 1), (5, 2))
    watched, events = see(watched, lying.drop(6, R), unsure=hidden)
    assert names(events) == ["move"]

    watched, events = see(watched, lying.drop(5, R).drop(5, Y).drop(6, R))

    assert names(events) == ["corrected"]
    assert columns_of(watched) == "44556"
    assert watched.to_move is Y


def test_a_changed_colour_is_doubted_and_not_held_against_anyone() -> None:
    watched = game("443")
    odd = watched.position.board.put(Cell(4, 2), R)
    watched, events = see(watched, odd, odd, game("443").position.board)

    assert names(events) == ["doubt", "doubt_cleared"]
