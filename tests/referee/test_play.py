"""R4-R12 and R16-R26: a game watched by a camera, with offences, remedies and the players' words."""

from __future__ import annotations

import pytest

from referee import events as e
from referee.board import Board, Cell, Disc
from referee.errors import RefereeError
from referee.explanations import Doubt, DoubtCode, OffenceCode
from referee.game import Game, replay
from referee.legality import explain
from referee.match import OpenerPolicy, youngest
from referee.phases import TRANSITIONS, Phase
from referee.records import Record, write_record
from referee.review import hint
from referee.rules import Ending, Move, Position
from referee.setup import Setup
from referee.solver import Solver
from tests.referee.tables import R, Y, cells, columns_of, game, names, see

WRONG = OffenceCode.WRONG_COLOUR


def offence_of(events: tuple[e.Event, ...]) -> e.Offence:
    (found,) = [event for event in events if isinstance(event, e.Offence)]
    return found


# --- Start ------------------------------------------------------------------------------------------------------------


def test_R02_too_many_discs_of_one_colour_doubt_the_reading() -> None:
    watched, events = see(game("4"), Board.parse("YRRRRRR/YRRRRRR/YYYYYYY/RRRRRRR/RRRYYYY/YYYYYYY"))
    crowded = Board.parse("......./RRRRRRR/RRRRRRR/RRRRRRR/R....../.......")

    watched, doubts = see(game("4"), crowded)

    assert crowded.count(R) == 22
    assert [(d.code, len(d.cells)) for d in doubts if isinstance(d, e.ReadingDoubted)] == [
        (DoubtCode.TOO_MANY_DISCS, 22)
    ]
    assert watched.phase is Phase.PLAYING
    assert not any(isinstance(event, e.Offence) for event in events)


def test_R03_the_youngest_opens_and_equal_ages_are_left_to_agree() -> None:
    assert youngest((9, 7, 40)) == 1
    assert youngest((7, 7)) is None
    assert {policy.value for policy in OpenerPolicy} >= {"youngest", "agreed", "coin", "random", "alternate", "loser"}
    for ages in ((), (7, -1)):
        with pytest.raises(RefereeError):
            youngest(ages)


def test_R04_without_an_opener_the_first_disc_tells() -> None:
    watched, _ = see(Game.start(Setup()), Board.empty(), Board.empty().drop(3, Y))

    assert watched.to_move is R
    assert watched.moves[0].disc is Y
    with pytest.raises(RefereeError) as refused:
        Game.start(Setup(players=("Ada", "Bo", "Cy")))
    assert refused.value.code == "players_count"


def test_R05_a_grid_that_is_not_empty_is_named_with_the_cells_to_clear() -> None:
    watched, events = see(Game.start(Setup(opener=R)), "......./......./......./......./Y....../R..R...")
    watched, again = see(watched, "......./......./......./......./Y....../R..R...")

    (told,) = events
    assert isinstance(told, e.NotAtStart)
    assert (told.code, told.cells) == ("not_empty_at_start", cells((1, 1), (1, 2), (4, 1)))
    assert again == ()
    watched, cleared = see(watched, Board.empty())
    assert names(cleared) == ["started"]


def test_R05_the_start_waits_for_cells_that_may_hide_a_disc() -> None:
    watched, events = see(Game.start(Setup(opener=R)), Board.empty(), unsure=cells((4, 1), (4, 2), (6, 5)))

    assert names(events) == ["doubt"]
    assert watched.doubt is not None
    assert watched.doubt.cells == cells((4, 1), (4, 2))
    watched, events = see(watched, Board.empty(), unsure=cells((6, 5)))
    assert names(events) == ["started"]


def test_R06_practice_is_not_recorded() -> None:
    played = game("44", practice=True)

    with pytest.raises(RefereeError) as refused:
        write_record(Record(played))
    assert refused.value.code == "practice_not_recorded"


def test_a_game_is_picked_up_from_a_position() -> None:
    start = Board.parse("......./......./......./......./.R...../RRYYY..")
    picked, _ = see(Game.start(Setup(opener=Y, start=start)), start, start.drop(6, Y))

    assert picked.result is not None
    assert picked.result.outcome.lines == (cells((3, 1), (4, 1), (5, 1), (6, 1)),)
    assert picked.result.outcome.winner is Y


def test_a_picked_up_game_may_have_gone_on_before_the_first_look() -> None:
    start = Board.parse("......./......./......./......./......./R.....Y")
    picked, events = see(Game.start(Setup(opener=R, start=start)), start.drop(4, R))

    assert names(events) == ["started", "move"]
    assert picked.to_move is Y
    _, other = see(Game.start(Setup(opener=R, start=start)), start.drop(4, Y))
    assert [event.code for event in other if isinstance(event, e.NotAtStart)] == ["not_the_start_position"]


@pytest.mark.parametrize(
    ("drawing", "opener", "code"),
    [
        ("......./......./......./......./......./RR.....", R, "start_impossible"),
        ("......./......./......./......./R....../.......", R, "start_impossible"),
        ("......./......./......./......./......./R......", Y, "start_other_opener"),
        ("......./......./......./......./YYY..../RRRR...", R, "start_is_over"),
    ],
)
def test_R40_a_game_cannot_be_picked_up_from_what_cannot_be(drawing: str, opener: Disc, code: str) -> None:
    with pytest.raises(RefereeError) as refused:
        Game.start(Setup(opener=opener, start=Board.parse(drawing)))

    assert refused.value.code == code


# --- Turns ------------------------------------------------------------------------------------------------------------


def test_R08_sides_alternate() -> None:
    assert [game("4" * n).to_move for n in range(3)] == [R, Y, R]


def test_R09_a_full_column_is_said_and_the_same_player_stays_to_move() -> None:
    full = game("111111")
    told, events = full.tried_full_column(1, 9.0)

    assert names(events) == ["column_full"]
    assert (told.to_move, told.position) == (R, full.position)
    with pytest.raises(RefereeError) as refused:
        full.play(1, 9.0)
    assert refused.value.code == "column_full"
    played, _ = full.play(2, 9.0)
    assert played.moves[-1].disc is R
    with pytest.raises(RefereeError):
        full.tried_full_column(2, 9.0)


@pytest.mark.parametrize(
    ("columns", "seen", "code", "where"),
    [
        ("44", "......./......./......./......./......./...R...", OffenceCode.DISC_REMOVED, [(4, 2)]),
        ("44", "......./......./......./......./......./...Y...", OffenceCode.DISC_REMOVED, [(4, 1)]),
        ("4433", "......./......./......./......./......./..RR...", OffenceCode.DISC_REMOVED, [(3, 2), (4, 2)]),
        ("44", "......./......./......./......./......./...RY..", OffenceCode.DISC_MOVED, [(4, 2), (5, 1)]),
        ("44", "......./......./......./......./......./.......", OffenceCode.BAR_OPENED, [(4, 1), (4, 2)]),
        ("4433", "......./......./......./......./......./..YY...", OffenceCode.BAR_OPENED, [(3, 1), (4, 1)]),
        ("443321", "......./......./......./......./......./..YY...", OffenceCode.BAR_OPENED, None),
        ("444", "......./......./......./......./......./...R...", OffenceCode.DISC_REMOVED, [(4, 2), (4, 3)]),
    ],
)
def test_R10_discs_that_leave_or_move(
    columns: str, seen: str, code: OffenceCode, where: list[tuple[int, int]] | None
) -> None:
    watched, events = see(game(columns), seen)

    found = offence_of(events)
    assert found.code is code
    assert where is None or found.cells == cells(*where)
    assert watched.phase is Phase.RESTORING
    assert found.remedy.wanted == game(columns).position.board


def test_R10_the_bar_partly_open_is_one_offence_and_then_progress() -> None:
    half = "......./......./......./......./.Y...../.RYY..."
    watched, events = see(game("443322"), half, "......./......./......./......./......./.YYY...", Board.empty())

    assert names(events) == ["offence", "restoring", "board_emptied"]
    assert columns_of(watched) == "443322"


def test_R11_an_undo_needs_both_and_stays_in_the_events() -> None:
    undone, events = game("123").undo(9.0)

    assert names(events) == ["undone", "restoring"]
    assert undone.remedy is not None
    assert [placed.cell for placed in undone.remedy.take_out] == [Cell(3, 1)]
    undone, _ = see(undone, undone.position.board)
    assert (undone.phase, undone.to_move) == (Phase.PLAYING, R)
    assert "undone" in names(undone.events)


def test_R12_no_advice_before_the_end_unless_teaching() -> None:
    with pytest.raises(RefereeError) as refused:
        hint(game("44"), Solver())

    assert refused.value.code == "advice_refused"
    won = game("7172737", teaching=True)
    assert hint(won, Solver()) == {}
    late = game("34712275134354451467266332427365717552", teaching=True)
    assert set(hint(late, Solver()).values()) <= {1, 0, -1}
    assert len(hint(late, Solver())) == 2


# --- Ends -------------------------------------------------------------------------------------------------------------


def test_R15_two_lines_by_one_disc_are_one_win() -> None:
    won = game("34447547314456576")

    (end,) = [event for event in won.events if isinstance(event, e.GameWon)]
    assert end.winner is R
    assert len(end.lines) == 2
    assert end == won.events[-1]


def test_R14_five_in_a_row_are_one_line_and_one_win() -> None:
    won = game("446454253")

    (end,) = [event for event in won.events if isinstance(event, e.GameWon)]
    assert end.lines == (cells((2, 1), (3, 1), (4, 1), (5, 1), (6, 1)),)
    assert (end.winner, end.ending) == (R, Ending.LINE)


def test_R16_the_full_grid_is_drawn() -> None:
    drawn = game("347122751343544514672663324273657175526116")

    assert isinstance(drawn.events[-1], e.GameDrawn)
    assert drawn.result is not None
    assert drawn.result.outcome.winner is None


def test_R17_a_line_of_the_side_that_did_not_move_is_doubted() -> None:
    start = Board.parse("......./......./......./......./......./YYY.RRR")
    watched, _ = see(Game.start(Setup(opener=R, start=start)), start)
    line_of_yellow = Board.parse("......./......./......./......./......./YYYYRRR")

    _, events = see(watched, line_of_yellow)
    assert offence_of(events).code is WRONG

    board = Board.parse("......./......./......./Y....../Y....../YRRR...")
    with_line = board.put(Cell(1, 4), Y)
    found = explain(Position(with_line, R), with_line.drop(7, R))
    assert isinstance(found, Doubt)
    assert (found.code, found.cells) == (DoubtCode.WRONG_SIDES_LINE, cells((1, 1), (1, 2), (1, 3), (1, 4)))


def test_R18_both_confirm_and_the_empty_grid_closes_the_game() -> None:
    won = game("7172737")
    agreed, _ = won.agree(R, 10.0)
    agreed, nothing = agreed.agree(R, 11.0)
    agreed, _ = agreed.agree(Y, 12.0)

    assert (agreed.agreed, nothing) == ({R, Y}, ())
    leaving, events = see(agreed, "......./......./......./......./......R/YYY...R")
    assert events == ()
    closed, events = see(leaving, Board.empty())
    assert names(events) == ["cleared"]
    assert closed.phase is Phase.CLOSED


def test_R18_an_unseen_cell_does_not_clear_the_grid() -> None:
    won, events = see(game("7172737"), Board.empty(), unsure=cells((7, 1)))

    assert (events, won.phase) == ((), Phase.AWAITING_CLEAR)


def test_R19_a_disc_after_the_end_does_not_count() -> None:
    won = game("7172737")
    late, events = see(won, won.position.board.drop(4, Y))
    late, again = see(late, won.position.board.drop(4, Y))

    found = offence_of(events)
    assert (found.code, found.cells, found.disc) == (OffenceCode.AFTER_THE_END, cells((4, 1)), Y)
    assert again == ()
    assert late.result == won.result
    assert late.phase is Phase.AWAITING_CLEAR


def test_R19_a_winning_disc_and_another_between_two_looks() -> None:
    watched = game("717273")
    board = watched.position.board.drop(7, R).drop(1, Y)
    watched, events = see(watched, board)

    assert names(events) == ["move", "win", "offence"]
    assert offence_of(events).cells == cells((1, 2))
    assert watched.result is not None
    assert watched.result.outcome.winner is R


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
