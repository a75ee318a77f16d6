"""R34, R35, R37 and R39: PopOut, Pop 10, other boards, and products that are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee import events as e
from referee.board import Board, BoardSpec, Cell, Disc
from referee.errors import RefereeError
from referee.explanations import OffenceCode, Wrong
from referee.game import Game
from referee.legality import explain
from referee.popping import Pop10, PopOut
from referee.rules import Classic, Ending, Move, MoveKind, Position
from referee.setup import Setup
from referee.variants import OTHER_EQUIPMENT, rules_named
from tests.referee.tables import R, Y, cells, game, position, see

POP = MoveKind.POP


def code_of(refused: pytest.ExceptionInfo[RefereeError]) -> str:
    return refused.value.code


# --- PopOut and Pop 10 --------------------------------------------------------------------------------


def test_R34_the_popping_player_wins_when_both_get_a_line() -> None:
    rules = PopOut()
    before = position("141525273744665", rules=rules)
    assert before.to_move is Y
    then = rules.play(before, Move(4, Y, POP))

    outcome = rules.outcome(then, Y)
    assert then.board.has_line(R)
    assert outcome is not None
    assert (outcome.winner, outcome.lines) == (Y, (cells((4, 2), (5, 2), (6, 2), (7, 2)),))


def test_R34_a_pop_that_completes_only_the_other_line_wins_for_the_other() -> None:
    rules = PopOut()
    board = Board.parse("......./......./......./......./R....../YRRR...")
    then = rules.play(Position(board, Y), Move(1, Y, POP))

    outcome = rules.outcome(then, Y)
    assert outcome is not None
    assert outcome.winner is R


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Move(1, Y, POP), "not_your_turn"),
        (Move(2, R, POP), "not_your_disc"),
        (Move(3, R, POP), "nothing_to_pop"),
        (Move(8, R, POP), "no_such_column"),
        (Move(0, R), "no_such_column"),
    ],
)
def test_R34_pops_that_may_not_be(move: Move, code: str) -> None:
    refused = PopOut().refusal(Position(Board.empty().drop(1, R).drop(2, Y), R), move)

    assert refused is not None
    assert refused.code == code


def test_R02_R34_whose_discs_are_all_on_the_board_can_only_pop() -> None:
    rules, full = PopOut(), Board.parse(FULL)
    position = rules.after(Position(full, R), next(move for move in rules.moves(Position(full, R))))
    column = next(cell.column for cell in position.board.landing_cells())
    refused = rules.refusal(position, Move(column, Y))

    assert (position.board.count(R), position.board.count(Y)) == (20, 21)
    assert refused is not None
    assert refused.code == "no_disc_left"
    assert {move.kind for move in rules.moves(position)} == {POP}
    assert rules.refusal(replace(position, to_move=R), Move(column, R)) is None


def test_R35_an_opener_without_a_disc_to_pop_is_passed_over() -> None:
    board = Board.parse("RRRRRRR/YYYYYYY/RRRRRRR/YYYYYYY/RRRRRRR/YYYYYYY")

    assert [Pop10().to_move_at(board, opener) for opener in (R, Y, None)] == [Y, Y, None]
    assert Pop10().to_move_at(Board.parse(FULL), R) is R


def test_R34_pops_are_seen_and_turns_kept() -> None:
    watched = game("4433", rules=PopOut())
    watched, events = see(watched, watched.position.board.pop(4))

    (popped,) = events
    assert isinstance(popped, e.MovePlayed)
    assert (popped.column, popped.row, popped.disc, popped.kind) == (4, 1, R, POP)
    assert watched.to_move is Y
    _, wrong = see(watched, watched.position.board.pop(3))
    assert [event.code for event in wrong if isinstance(event, e.Offence)] == [OffenceCode.WRONG_COLOUR]


def test_R34_without_pop_out_a_vanished_bottom_disc_is_a_removal() -> None:
    watched = game("141525273744665")
    _, events = see(watched, watched.position.board.pop(4))

    assert [event.code for event in events if isinstance(event, e.Offence)] == [OffenceCode.DISC_REMOVED]


def test_R25_R34_quick_drops_are_turns_here_too() -> None:
    watched = game("44", rules=PopOut())
    board = watched.position.board
    played, events = see(watched, board.drop(1, R).drop(2, Y).drop(3, R).drop(5, Y))

    assert [event.name for event in events] == ["move"] * 4
    assert played.to_move is R
    _, events = see(watched, board.drop(1, R).drop(2, R).drop(3, R))
    assert [event.code for event in events if isinstance(event, e.Offence)] == [OffenceCode.SEVERAL_DISCS]


def test_R34_nobody_can_move() -> None:
    spec = BoardSpec(4, 3, 4)
    rules = PopOut(spec)
    full = Board.parse(["RYRY", "YRYR", "RRYR"], spec)

    assert rules.outcome(Position(full, R), Y) is None
    stuck = Board.parse(["RYRY", "YRYR", "RRRY"], spec).put(Cell(4, 1), R).put(Cell(1, 1), R)
    assert rules.outcome(Position(stuck, Y), R) is not None


FULL = ("YRYRYRY", "YRYRYRY", "RYRYRYR", "RYRYRYR", "YRYRYRY", "RRRRYYY")


def pop10(drawing: tuple[str, ...] = FULL, opener: Disc = R) -> Game:
    started = Game.start(Setup(rules=Pop10(), opener=opener, start=Board.parse(drawing)))
    return started.begin(0.0)[0]


def test_R35_a_disc_out_of_a_line_is_kept_and_the_player_pops_again() -> None:
    playing, _ = pop10().play(Move(1, R, POP), 1.0)

    assert playing.position.kept == (1, 0)
    assert (playing.to_move, playing.position.in_hand) == (R, None)


def test_R35_another_disc_goes_back_into_another_column() -> None:
    playing, _ = pop10().play(Move(1, R, POP), 1.0)
    playing, _ = playing.play(Move(2, R, POP), 2.0)
    assert playing.position.in_hand == 2

    for move, code in (
        (Move(2, R), "same_column"),
        (Move(3, R), "column_full"),
        (Move(3, R, POP), "put_back_first"),
        (Move(1, Y), "not_your_turn"),
    ):
        refused = playing.setup.rules.refusal(playing.position, move)
        assert refused is not None
        assert refused.code == code
    playing, _ = playing.play(Move(1, R), 3.0)
    assert (playing.to_move, playing.position.in_hand) == (Y, None)
    refused = playing.setup.rules.refusal(playing.position, Move(2, Y))
    assert refused is not None
    assert refused.code == "pop_first"


def test_R35_the_same_column_only_if_there_is_no_other() -> None:
    plain = ("YRYRYRY", "YRYRYRY", "RYRYRYR", "RYRYRYR", "YRYRYRY", "RYRYRYR")
    playing, _ = pop10(plain).play(Move(1, R, POP), 1.0)

    assert playing.setup.rules.moves(playing.position) == (Move(1, R),)
    playing, _ = playing.play(Move(1, R), 2.0)
    assert playing.to_move is Y


def test_R35_putting_back_into_the_same_column_is_an_offence() -> None:
    started = Game.start(Setup(rules=Pop10(), opener=R, start=Board.parse(FULL)))
    started, _ = see(started, Board.parse(FULL))
    watched, _ = see(started, started.position.board.pop(1))
    watched, _ = see(watched, watched.position.board.pop(2))
    watched, events = see(watched, watched.position.board.drop(2, R))

    assert [event.code for event in events if isinstance(event, e.Offence)] == [OffenceCode.SAME_COLUMN]


def test_R35_discs_that_come_without_a_pop_are_no_quick_turns() -> None:
    board = Board.parse(FULL).pop(1).pop(5)
    found = explain(Position(board, R), board.drop(1, R).drop(5, Y), (), Pop10())

    assert isinstance(found, Wrong)
    assert found.code is OffenceCode.TWO_DISCS


def test_R35_ten_kept_discs_win_and_who_cannot_pop_is_passed_over() -> None:
    rules = Pop10()
    board = Board.parse("......./......./......./......./......./RRRR..Y")
    nine = Position(board, R, kept=(9, 3))
    then = rules.play(nine, Move(1, R, POP))
    outcome = rules.outcome(then, R)
    assert outcome is not None
    assert (outcome.ending, outcome.winner) == (Ending.KEPT, R)

    alone = Board.parse("......./......./......./......./......./Y......")
    passed = rules.play(Position(alone, R, in_hand=3), Move(2, R))
    assert passed.to_move is Y
    assert rules.outcome(Position(Board.empty(), R), Y) is not None


@pytest.mark.parametrize(
    ("drawing", "opener", "code"),
    [
        (("RYRYRYR",) * 6, R, "unequal_at_start"),
        ((".YRYRYR", *FULL[1:]), R, "not_full_at_start"),
        (FULL, None, "opener_needed"),
    ],
)
def test_R35_pop_10_needs_its_start(drawing: tuple[str, ...], opener: Disc | None, code: str) -> None:
    with pytest.raises(RefereeError) as refused:
        Game.start(Setup(rules=Pop10(), opener=opener, start=Board.parse(drawing)))
    assert code_of(refused) == code
    with pytest.raises(RefereeError) as refused:
        Setup(rules=Pop10(), opener=R)
    assert code_of(refused) == "start_needed"


# --- Other boards and products --------------------------------------------------------------------------------


def test_R37_five_in_a_row_on_a_wider_board() -> None:
    rules = Classic(BoardSpec(9, 7, 5))
    watched, _ = see(Game.start(Setup(rules=rules, opener=R)), Board.empty(rules.spec))
    for column in (1, 1, 2, 2, 3, 3, 4, 4, 5):
        mover = watched.to_move or R
        watched, _ = see(watched, watched.position.board.drop(column, mover))

    assert watched.result is not None
    assert watched.result.outcome.lines == (cells((1, 1), (2, 1), (3, 1), (4, 1), (5, 1)),)
    assert PopOut(BoardSpec(8, 8, 4)).spec.discs_each == 32


@pytest.mark.parametrize("name", sorted(OTHER_EQUIPMENT))
def test_R39_other_equipment_is_refused_by_name(name: str) -> None:
    with pytest.raises(RefereeError) as refused:
        rules_named(f"Connect 4 {name.title()}")
    assert (code_of(refused), refused.value.data["name"]) == ("other_equipment", name)


def test_R39_games_by_name() -> None:
    assert [type(rules_named(name)) for name in ("classic", "PopOut", "Pop 10")] == [Classic, PopOut, Pop10]
    assert rules_named("popout") == PopOut()
    assert rules_named("popout") != Classic()
    with pytest.raises(RefereeError) as refused:
        rules_named("chess")
    assert code_of(refused) == "unknown_variant"


def test_R34_a_game_of_PopOut_is_picked_up_from_what_lies_there() -> None:
    board = Board.parse("......./......./......./......./RR...../YRY....")
    picked = Game.start(Setup(rules=PopOut(), start=board, opener=Y))

    assert (picked.position.board, picked.to_move) == (board, R)
    assert Game.start(Setup(rules=PopOut(), start=board)).to_move is None
    assert Game.start(Setup(rules=PopOut(), start=board.drop(7, R), opener=Y)).to_move is Y
