"""R2-R19: a game watched by a camera, from the start position to the empty grid."""

from __future__ import annotations

import pytest

from referee import events as e
from referee.board import Board, Cell, Disc
from referee.errors import RefereeError
from referee.explanations import Doubt, DoubtCode, OffenceCode
from referee.game import Game
from referee.legality import explain
from referee.match import OpenerPolicy, youngest
from referee.phases import Phase
from referee.records import Record, write_record
from referee.review import hint
from referee.rules import Ending, Position
from referee.setup import Setup
from referee.solver import Solver
from tests.referee.tables import R, Y, cells, columns_of, game, names, offence_of, see

WRONG = OffenceCode.WRONG_COLOUR


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
