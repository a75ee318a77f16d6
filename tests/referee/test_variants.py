"""R27-R39: variants, turn orders, matches, clocks, other boards; and what can't be combined."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee import events as e
from referee.board import Board, BoardSpec, Cell, Disc
from referee.clock import BULLET, RAPID, UNLIMITED, Clock
from referee.errors import RefereeError
from referee.explanations import OffenceCode
from referee.game import Game
from referee.match import (
    Championship,
    FirstTo,
    FixedNumber,
    Match,
    OpenerPolicy,
    SingleGame,
    TwoGameMatch,
    combination_fault,
)
from referee.phases import Phase
from referee.popping import Pop10, PopOut
from referee.rules import Classic, Ending, Move, MoveKind, Position
from referee.setup import Setup
from referee.turns import Partners, SwapAfterOpening, rematch_seats
from referee.variants import OTHER_EQUIPMENT, rules_named
from tests.referee.tables import R, Y, cells, game, names, position, see

POP = MoveKind.POP


def code_of(refused: pytest.ExceptionInfo[RefereeError]) -> str:
    return refused.value.code


# --- Matches ----------------------------------------------------------------------------------------------------------


def test_R27_two_game_match_counts_draws_half_and_each_opens_once() -> None:
    match = Match(TwoGameMatch())
    assert match.next_opener() == 0
    match = match.add(0)
    assert (match.next_opener(), match.over, match.score) == (1, False, (1, 0))
    match = match.add(None)

    assert (match.over, match.winner, match.score) == (True, 0, (Fraction(3, 2), Fraction(1, 2)))
    assert Match(TwoGameMatch()).add(0).add(1).winner is None
    with pytest.raises(RefereeError) as refused:
        match.next_opener()
    assert code_of(refused) == "match_over"


def test_R28_swap_after_the_opening_drop() -> None:
    watched = game("4", turns=SwapAfterOpening(), players=("Ada", "Bo"))
    assert watched.player_to_move == "Bo"
    swapped, events = watched.swap(2.0)

    assert names(events) == ["swapped"]
    assert (swapped.player_to_move, swapped.to_move, swapped.position) == ("Ada", Y, watched.position)
    after, _ = see(swapped, swapped.position.board.drop(3, Y))
    assert (after.player_to_move, after.to_move) == ("Bo", R)
    with pytest.raises(RefereeError) as refused:
        swapped.swap(3.0)
    assert code_of(refused) == "already_swapped"
    back, _ = swapped.undo(4.0)
    assert not back.state.swapped


@pytest.mark.parametrize("columns", ["", "43"])
def test_R28_a_swap_has_its_one_moment(columns: str) -> None:
    with pytest.raises(RefereeError) as refused:
        game(columns, turns=SwapAfterOpening()).swap(9.0)
    assert code_of(refused) == "swap_only_after_opening"
    with pytest.raises(RefereeError) as refused:
        game("4").swap(9.0)
    assert code_of(refused) == "swap_not_agreed"


def test_R29_partners_drop_in_their_order() -> None:
    names_in_order = ("lead 1", "lead 2", "partner 1", "partner 2")
    watched = [game("4433"[:n], turns=Partners(), players=names_in_order) for n in range(5)]

    assert [table.player_to_move for table in watched] == [*names_in_order, "lead 1"]
    assert rematch_seats(("A", "B", "a", "b")) == ("b", "a", "B", "A")


def test_R30_first_to_two_plays_on_after_draws() -> None:
    match = Match(FirstTo(2))
    for winner in (0, None, 1):
        match = match.add(winner)
        assert not match.over
    match = match.add(0)

    assert (match.over, match.winner, match.wins, match.draws, len(match.games)) == (True, 0, (2, 1), 1, 4)


@pytest.mark.parametrize(("draws_count", "over"), [(True, True), (False, False)])
def test_R31_fixed_number_with_or_without_draws(draws_count: bool, over: bool) -> None:
    match = Match(FixedNumber(games=3, draws_count=draws_count)).add(0).add(None).add(1)

    assert match.over is over
    assert (match.wins, match.draws) == ((1, 1), 1)
    assert match.winner is None


def test_R32_the_first_to_five_is_champion() -> None:
    match = Match(Championship())
    for winner in (0, 1, 0, None, 0, 0):
        match = match.add(winner)
    assert not match.over

    match = match.add(0)
    assert (match.over, match.winner, match.score) == (True, 0, (5, 1))


@pytest.mark.parametrize(
    ("policy", "openers"),
    [
        (OpenerPolicy.ALTERNATE, [0, 1, 0, 1]),
        (OpenerPolicy.LOSER, [0, 1, 1, 0]),
        (OpenerPolicy.YOUNGEST, [0, 0, 0, 0]),
        (OpenerPolicy.SAME, [0, 0, 0, 0]),
    ],
)
def test_R33_openers_across_a_match(policy: OpenerPolicy, openers: list[int]) -> None:
    match, seen = Match(FixedNumber(games=9), policy), []
    for winner in (0, None, 1, 0):
        seen.append(match.next_opener())
        match = match.add(winner)

    assert seen == openers


@pytest.mark.parametrize("policy", [OpenerPolicy.COIN, OpenerPolicy.RANDOM, OpenerPolicy.AGREED])
def test_R33_a_lot_comes_from_outside(policy: OpenerPolicy) -> None:
    match = Match(FirstTo(3), policy, first_opener=1).add(0)

    assert match.next_opener(1) == 1
    with pytest.raises(RefereeError) as refused:
        match.next_opener()
    assert code_of(refused) == "lot_needed"


@pytest.mark.parametrize("format", [FirstTo(0), FixedNumber(0)])
def test_R30_a_match_needs_a_game(format: FirstTo | FixedNumber) -> None:
    with pytest.raises(RefereeError) as refused:
        Match(format)
    assert code_of(refused) == "match_length"


def test_R33_sides_that_are_none_are_refused() -> None:
    with pytest.raises(RefereeError):
        Match(SingleGame(), first_opener=2)
    with pytest.raises(RefereeError):
        Match(SingleGame()).add(2)
    assert Match(SingleGame()).add(None).over


# --- PopOut and Pop 10 ------------------------------------------------------------------------------------------------


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


# --- Clock, boards, products ------------------------------------------------------------------------------------------


def test_R36_the_camera_presses_the_clock() -> None:
    watched = game("44", clock=BULLET)

    assert watched.clock.used_s == (1.0, 1.0)
    assert watched.clock.left(R, 12.0) == 49.0
    assert watched.clock.left(Y, 12.0) == 59.0
    paused, _ = watched.pause(12.0)
    resumed, _ = paused.resume(500.0)
    assert resumed.clock.left(R, 500.0) == 49.0


def test_R36_whose_time_runs_out_loses() -> None:
    watched = game("4", clock=BULLET)
    still, events = watched.tick(60.9)
    assert events == ()
    lost, events = still.tick(61.0)

    assert names(events) == ["win"]
    assert lost.result is not None
    assert (lost.result.outcome.winner, lost.result.outcome.ending) == (R, Ending.TIME)
    seen, events = watched.observe(watched.position.board.drop(1, Y), 62.0)
    assert seen.phase is Phase.AWAITING_CLEAR
    by_hand, _ = watched.play(1, 63.0)
    assert by_hand.result == lost.result


def test_R36_the_three_clocks() -> None:
    assert [rules.seconds for rules in (BULLET, RAPID, UNLIMITED)] == [60.0, 300.0, None]
    assert Clock().left(R, 9.0) is None
    assert Clock(RAPID).run(R, 5.0).used(R, 4.0) == 0.0


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


@pytest.mark.parametrize(
    "combine",
    [
        lambda: Setup(rules=Pop10(), opener=R, start=Board.parse(FULL), turns=SwapAfterOpening()),
        lambda: Setup(opener=R, start=Board.empty().drop(4, R).drop(4, Y), turns=SwapAfterOpening()),
        lambda: Match(TwoGameMatch(), OpenerPolicy.LOSER),
    ],
)
def test_R27_R28_what_cannot_be_combined_is_refused_with_the_reason(combine: object) -> None:
    with pytest.raises(RefereeError) as refused:
        combine()  # type: ignore[operator]
    assert code_of(refused) == "cannot_combine"
    assert set(refused.value.data) == {"first", "second"}


def test_R06_R27_R32_combinations_of_match_and_turns() -> None:
    for format, turns, practice in (
        (TwoGameMatch(), SwapAfterOpening(), False),
        (Championship(), Partners(), False),
        (FirstTo(2), SwapAfterOpening(), True),
    ):
        fault = combination_fault(format, turns, practice)
        assert fault is not None
        assert fault.code == "cannot_combine"
    assert combination_fault(FirstTo(2), Partners()) is None
    assert combination_fault(SingleGame(), Partners(), practice=True) is None
