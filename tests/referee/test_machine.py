"""The phases and their table, looks and acts, events as plain values."""

from __future__ import annotations

import pytest

from referee import events as e
from referee.board import Board, Cell
from referee.errors import RefereeError
from referee.explanations import OffenceCode
from referee.game import Game, replay
from referee.phases import TRANSITIONS, Phase
from referee.rules import Move
from referee.setup import Setup
from tests.referee.tables import R, Y, columns_of, game, names, see

WRONG = OffenceCode.WRONG_COLOUR


# --- The machine ------------------------------------------------------------------------------------------------------


def test_late_and_repeated_looks_change_nothing() -> None:
    watched = game("443")
    same, events = watched.observe(watched.position.board, 1.0)
    late, more = watched.observe(Board.empty(), 1.0)

    assert (same, late, events, more) == (watched, watched, (), ())


def test_a_board_of_another_size_is_refused() -> None:
    from referee.board import BoardSpec

    with pytest.raises(RefereeError) as refused:
        game("4").observe(Board.empty(BoardSpec(8, 7, 4)), 5.0)
    assert refused.value.code == "other_board"


def test_replaying_the_events_gives_the_same_game() -> None:
    watched, _ = see(game("4433"), Board.empty(), game("4433").position.board, game("44331").position.board)

    assert replay(watched.setup, watched.events) == watched


@pytest.mark.parametrize("phase", list(Phase))
def test_every_step_missing_from_the_table_is_refused(phase: Phase) -> None:
    from referee.phases import next_phase

    for kind in e.EVENTS.values():
        if kind in TRANSITIONS[phase]:
            assert isinstance(next_phase(phase, kind, Phase.PLAYING), Phase)
        else:
            with pytest.raises(RefereeError) as refused:
                next_phase(phase, kind, Phase.PLAYING)
            assert refused.value.data["phase"] == phase.value


def test_acts_in_the_wrong_phase_change_nothing() -> None:
    waiting = Game.start(Setup(opener=R))
    acts = [
        lambda: waiting.play(4, 1.0),
        lambda: waiting.undo(1.0),
        lambda: waiting.redo(1.0),
        lambda: waiting.settle(1.0),
        lambda: waiting.confirm_restored(1.0),
        lambda: waiting.let_stand(1.0),
        lambda: waiting.agree(R, 1.0),
        lambda: waiting.resign(R, 1.0),
        lambda: waiting.agree_draw(1.0),
        lambda: waiting.correct((), 1.0),
        lambda: waiting.resume(1.0),
    ]
    for act in acts:
        with pytest.raises(RefereeError) as refused:
            act()
        assert refused.value.code == "wrong_phase"
    assert waiting == Game.start(Setup(opener=R))


def test_undo_and_redo_walk_back_and_forth() -> None:
    played, _ = Game.start(Setup(opener=R)).begin(0.0)
    for number, column in enumerate((1, 2, 3), 1):
        played, _ = played.play(column, float(number))
    back, _ = played.undo(4.0)
    back, _ = back.undo(5.0)

    assert (columns_of(back), back.to_move) == ("1", Y)
    again, _ = back.redo(6.0)
    again, _ = again.redo(7.0)
    assert again.position == played.position
    with pytest.raises(RefereeError) as refused:
        again.redo(8.0)
    assert refused.value.code == "nothing_to_redo"


def test_a_win_can_be_undone_and_redone() -> None:
    played, _ = Game.start(Setup(opener=R)).begin(0.0)
    for column in (7, 1, 7, 2, 7, 3, 7):
        played, _ = played.play(column, 1.0)
    back, _ = played.undo(2.0)

    assert (back.result, back.phase) == (None, Phase.PLAYING)
    again, events = back.redo(3.0)
    assert names(events) == ["redone", "win"]
    assert again.result == played.result


def test_a_correction_is_replayed_by_the_rules() -> None:
    wrong = game("443")
    right, events = wrong.correct((Move(4, R), Move(4, Y), Move(5, R)), 9.0)

    assert names(events) == ["corrected"]
    assert columns_of(right) == "445"
    assert right.moves[-1].by is e.By.PLAYERS
    with pytest.raises(RefereeError) as refused:
        wrong.correct((Move(4, R), Move(4, R)), 9.0)
    assert (refused.value.code, refused.value.data["number"]) == ("correction_illegal", 2)


def test_a_correction_may_bring_or_take_the_win() -> None:
    won = game("7172737")
    open_again, _ = won.correct([move.move for move in won.moves][:-1], 9.0)
    won_again, events = open_again.correct([move.move for move in won.moves], 10.0)

    assert open_again.result is None
    assert names(events) == ["corrected", "win"]
    assert won_again.phase is Phase.AWAITING_CLEAR


def test_an_illegal_position_may_stand_and_marks_the_result() -> None:
    watched = game("44")
    offended, _ = see(watched, watched.position.board.drop(1, Y))
    standing, _ = offended.let_stand(9.0)

    assert (standing.to_move, standing.phase) == (R, Phase.PLAYING)
    resigned, _ = standing.resign(Y, 10.0)
    assert resigned.result is not None
    assert resigned.result.marked
    with pytest.raises(RefereeError) as refused:
        standing.undo(10.0)
    assert refused.value.code == "nothing_to_undo"


def test_a_hanging_disc_cannot_be_let_stand() -> None:
    watched = game("44")
    offended, _ = see(watched, watched.position.board.put(Cell(1, 3), Y))

    with pytest.raises(RefereeError) as refused:
        offended.let_stand(9.0)
    assert refused.value.code == "cannot_stand_floating"


def test_a_line_in_a_position_let_stand_ends_the_game() -> None:
    watched = game("717273")
    offended, _ = see(watched, watched.position.board.drop(4, Y))
    standing, events = offended.let_stand(9.0)

    assert names(events) == ["let_stand", "win"]
    assert standing.result is not None
    assert standing.result.outcome.winner is Y


def test_pause_and_dispute_go_back_to_where_they_came_from() -> None:
    for watched in (game("44"), game("7172737"), see(game("44"), Board.empty())[0]):
        paused, _ = watched.pause(20.0)
        back, _ = paused.resume(21.0)
        assert paused.observe(Board.empty(), 20.5)[1] == ()
        assert back.phase is watched.phase


def test_events_go_through_plain_values_and_back() -> None:
    import json

    watched, _ = see(game("371747"), Board.empty(), game("371747").position.board)
    watched, _ = watched.dispute({"kind": "x"}, {"upheld": False}, 30.0)
    watched, _ = watched.settle(31.0)

    again = tuple(e.event_from_dict(json.loads(json.dumps(event.as_dict()))) for event in watched.events)

    assert again == watched.events


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"event": "move"},
        {"event": "move", "at_s": "1"},
        {"event": 7, "at_s": 1.0},
        {"event": "win", "at_s": True},
        {"event": "offence", "at_s": 1.0, "code": "x", "cells": [[1]], "seen": {"rows": []}},
    ],
)
def test_what_is_no_event_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(RefereeError) as refused:
        e.event_from_dict(data)
    assert refused.value.code == "bad_event"
