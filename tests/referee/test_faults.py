"""Faults that others met in judging and recording games, each as the right behaviour.

What is tried here beyond the rules' own tests: whole kinds, such as all 69 lines or all upright fours, not one example.
"""

from __future__ import annotations

import pytest

from referee import events as e
from referee.board import CLASSIC, Board, Cell, Disc, Line
from referee.columns import read_columns
from referee.errors import RefereeError
from referee.explanations import OffenceCode
from referee.export import from_csv, to_csv
from referee.game import Game, replay
from referee.match import FirstTo, Match
from referee.phases import Phase
from referee.popping import PopOut
from referee.possible import BoardFault, possible
from referee.record_reader import read_records
from referee.records import Record, write_record, write_records
from referee.rules import Move, MoveKind
from referee.setup import Setup
from tests.referee.tables import R, Y, cells, columns_of, game, names, position, see

UPRIGHT = [line for line in CLASSIC.lines if line[0].column == line[-1].column]
FALLING_INTO_THE_LAST_COLUMN = [line for line in CLASSIC.lines if line[-1].column == 7 and line[0].row > line[-1].row]


def support(line: Line, disc: Disc) -> Board:
    """A board on which that line lies, on whatever discs it needs below (no other line)."""
    board = Board.empty()
    for cell in line:
        for row in range(1, cell.row):
            below = Cell(cell.column, row)
            if below not in line:
                board = board.put(below, Disc.RED if (cell.column + row // 2) % 2 else Disc.YELLOW)
    for cell in line:
        board = board.put(cell, disc)
    return board


@pytest.mark.parametrize(
    ("columns", "winner", "line"),
    [
        ("441646175455", Y, [(4, 4), (5, 3), (6, 2), (7, 1)]),
        ("666555654174445771474", R, [(4, 6), (5, 5), (6, 4), (7, 3)]),
    ],
)
def test_falling_diagonals_into_the_last_column(columns: str, winner: Disc, line: list[tuple[int, int]]) -> None:
    won = game(columns)

    (end,) = [event for event in won.events if isinstance(event, e.GameWon)]
    assert (end.winner, end.lines, len(won.moves)) == (winner, (cells(*line),), len(columns))
    assert len(FALLING_INTO_THE_LAST_COLUMN) == 3


@pytest.mark.parametrize("line", UPRIGHT, ids=lambda line: str(line[0]))
@pytest.mark.parametrize("disc", list(Disc))
def test_every_upright_four_is_seen(line: Line, disc: Disc) -> None:
    board = support(line, disc)

    assert line in board.winning_lines(disc) or any(set(line) <= set(long) for long in board.winning_lines(disc))
    assert len(UPRIGHT) == 21


def test_two_upright_fours_are_impossible_and_nobody_wins() -> None:
    board = Board.parse("......./......./R....Y./R....Y./R....Y./R....Y.")

    assert possible(board).faults == (BoardFault.BOTH_LINES,)
    with pytest.raises(RefereeError) as refused:
        Game.start(Setup(start=board))
    assert refused.value.data["reasons"] == ["both_have_lines"]


@pytest.mark.parametrize(
    "columns", ["66477763777624", "3721615", "544441414", "5377611", "117676271511", "51663755"]
)
def test_gaps_and_column_ends_win_nothing(columns: str) -> None:
    open_game = game(columns)

    assert (open_game.result, open_game.phase) == (None, Phase.PLAYING)


def test_a_line_of_five_is_one_win_and_the_next_game_is_normal() -> None:
    won = game("446454253")
    match = Match(FirstTo(3)).add(0 if won.result and won.result.outcome.winner is R else 1)
    cleared, _ = see(won, Board.empty())

    assert names(won.events).count("win") == 1
    assert match.score == (1, 0)
    assert cleared.phase is Phase.CLOSED
    assert len(game("4").moves) == 1


@pytest.mark.parametrize(
    ("text", "code", "number", "reason"),
    [
        ("0", "columns_bad_digit", 1, None),
        ("8", "columns_bad_digit", 1, None),
        ("4a4", "columns_bad_digit", 2, None),
        (" 44", "columns_bad_digit", 1, None),
        ("4４4", "columns_bad_digit", 2, None),
        ("1111111", "columns_illegal", 7, "column_full"),
        ("12121212", "columns_illegal", 8, "game_over"),
        ("347122751343544514672663324273657175526116" + "1", "columns_illegal", 43, "game_over"),
    ],
)
def test_column_strings_are_refused_with_the_move_and_the_reason(
    text: str, code: str, number: int, reason: str | None
) -> None:
    with pytest.raises(RefereeError) as refused:
        read_columns(text, base=1)

    data = refused.value.data
    assert (refused.value.code, data["number"], data.get("reason")) == (code, number, reason)
    assert read_columns("", base=1).outcome is None


def test_a_full_column_never_passes_the_turn() -> None:
    played = game("111111")
    with pytest.raises(RefereeError):
        played.play(1, 9.0)
    played, _ = played.play(2, 9.0)

    assert (columns_of(played), played.moves[-1].disc) == ("1111112", R)


def test_a_disc_on_top_of_a_full_column_is_told() -> None:
    told, events = game("111111").tried_full_column(1, 9.0)

    assert [(event.name, event.as_dict()["column"]) for event in events] == [("column_full", 1)]
    assert told.position == game("111111").position


def test_undoing_step_by_step_keeps_the_turn_right() -> None:
    played, _ = Game.start(Setup(opener=R)).begin(0.0)
    for column in (1, 2, 3):
        played, _ = played.play(column, 1.0)
    back = played.undo(2.0)[0].undo(3.0)[0]
    assert (columns_of(back), back.to_move) == ("1", Y)
    back, _ = back.undo(4.0)

    assert (back.position.board.is_empty, back.to_move) == (True, R)
    with pytest.raises(RefereeError) as refused:
        back.undo(5.0)
    assert refused.value.code == "nothing_to_undo"


def test_taking_back_after_the_end_is_whole() -> None:
    won = game("7172737")
    back, events = won.undo(20.0)

    assert names(events) == ["undone", "restoring"]
    assert (back.result, back.to_move) == (None, R)
    back, _ = see(back, back.position.board, back.position.board.drop(4, R))
    assert columns_of(back) == "7172734"


def test_a_pop_can_make_lines_for_both_and_the_mover_wins() -> None:
    drops = "141525273744665"
    popped, events = see(game(drops, rules=PopOut()), position(drops).board.pop(4))

    (end,) = [event for event in events if isinstance(event, e.GameWon)]
    assert (end.winner, end.lines) == (Y, (cells((4, 2), (5, 2), (6, 2), (7, 2)),))
    assert popped.position.board.winning_lines(R) == (cells((1, 1), (2, 1), (3, 1), (4, 1)),)
    _, events = see(game(drops), position(drops).board.pop(4))
    assert [event.code for event in events if isinstance(event, e.Offence)] == [OffenceCode.DISC_REMOVED]


@pytest.mark.parametrize(
    ("drawing", "fault"),
    [
        ("......./......./......./......./RR...../RYRYRY.".replace("RYRYRY.", "RYRYYR."), BoardFault.COUNTS),
        ("......./......./......./...R.../......./...Y...", BoardFault.FLOATING),
        ("......./......./......./......./YYYY.../RRRR...", BoardFault.BOTH_LINES),
        ("RRRRRRR/RRRRRRR/RRRRRRR/RYYYYYY/YYYYYYY/YYYYYYY", BoardFault.TOO_MANY),
    ],
)
def test_positions_that_cannot_arise_are_named(drawing: str, fault: BoardFault) -> None:
    assert fault in possible(Board.parse(drawing)).faults


def test_who_opened_is_a_setting_and_not_assumed() -> None:
    one_yellow_more = Board.parse("......./......./......./......./......./YRY....")

    assert possible(one_yellow_more).openers == {Y}
    with pytest.raises(RefereeError) as refused:
        Game.start(Setup(opener=R, start=one_yellow_more))
    assert refused.value.code == "start_other_opener"


# --- Records ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "date", ["2026-11-01T23:58:00-05:00", "2026-10-25T02:30:00+02:00", "2026-11-30T04:00:00+05:30"]
)
def test_times_keep_their_offset_and_lengths(date: str) -> None:
    text = write_record(Record(game("443"), {"Date": date}))
    (read,) = read_records(text)

    assert read.headers["Date"] == date
    assert read.game is not None
    assert [move.at_s for move in read.game.moves] == [1.0, 2.0, 3.0]
    assert from_csv(to_csv([Record(read.game, read.headers)]))[0]["date"] == date


def test_an_overlooked_illegal_move_stands_marked_and_the_game_goes_on() -> None:
    watched = game("44")
    lying = watched.position.board.drop(1, Y)
    watched, _ = see(watched, lying)
    watched, _ = watched.let_stand(9.0)
    for column in (2, 2, 3, 3):
        lying = lying.drop(column, watched.to_move or R)
        watched, _ = see(watched, lying)
    watched, _ = watched.resign(Y, 30.0)
    text = write_record(Record(watched))
    (read,) = read_records(text)

    assert read.fault is None
    assert read.game is not None
    assert '[Marked "yes"]' in text
    assert read.game.result == watched.result
    assert watched.result is not None
    assert watched.result.marked
    assert (read.game.position, "{offence" in text) == (watched.position, True)


def test_one_bad_game_does_not_spoil_the_file() -> None:
    texts = [write_record(Record(game("4435"), {"Round": str(number)})) for number in range(1, 11)]
    texts[3] = texts[3].replace("(3)", "(33)")
    read = read_records("\ufeff" + "\n".join(texts).replace("\n", "\r\n"))

    assert len(read) == 10
    assert [one.fault.game for one in read if one.fault] == [4]
    assert [one.headers["Round"] for one in read if not one.fault] == ["1", "2", "3", "5", "6", "7", "8", "9", "10"]


@pytest.mark.parametrize("discs", [0, 1, 2, 7])
def test_the_side_to_move_survives_a_restart(discs: int) -> None:
    watched = game("4433226"[:discs], opener=Y)
    again = replay(watched.setup, [e.event_from_dict(event.as_dict()) for event in watched.events])
    (read,) = read_records(write_record(Record(watched)))

    assert again.to_move is watched.to_move is (Y if discs % 2 == 0 else R)
    assert read.game is not None
    assert (read.game.to_move, read.game.setup.opener) == (watched.to_move, Y)


def test_looking_again_and_again_changes_nothing() -> None:
    watched = game("443")
    for _ in range(10):
        watched, events = watched.observe(watched.position.board, 50.0)
        assert events == ()
    assert watched == game("443")


def test_a_game_from_a_set_position_is_recorded_with_it() -> None:
    start = position("445516612").board
    watched, _ = see(Game.start(Setup(opener=R, start=start)), start, start.drop(1, Y))
    (read,) = read_records(write_records([Record(watched)]))

    assert read.fault is None
    assert read.game is not None
    assert read.game.setup.start == start
    assert read.game.position == watched.position


# --- Motion, as far as it is the referee's part -----------------------------------------------------------------------


def test_a_disc_taken_out_can_be_restored_or_taken_back() -> None:
    for after in ("443", "7172737"):
        watched = game(after)
        taken = game(after[:-1]).position.board
        watched, events = see(watched, taken)
        back, _ = watched.undo(30.0)
        assert (back.phase, back.position.board) == (Phase.PLAYING, taken) or back.phase is Phase.RESTORING
    assert [event.name for event in events] == []


def test_one_wrong_look_corrects_itself_with_a_note() -> None:
    watched = game("44")
    wrong, right = watched.position.board.drop(3, Y), watched.position.board.drop(3, R)
    watched, events = see(watched, wrong, right)

    assert names(events) == ["offence", "restored", "move"]
    assert isinstance(events[1], e.Restored)
    assert events[1].misread
    assert columns_of(watched) == "443"


def test_a_corrected_move_is_logged_as_the_players_word() -> None:
    right, events = game("443").correct((Move(4, R), Move(4, Y), Move(2, R)), 9.0)

    assert [event.as_dict()["by"] for event in events] == ["players"]
    assert right.moves[-1].column == 2
    assert MoveKind.DROP is right.moves[-1].kind
