"""R27-R33 and R36: matches, turn orders, openers, clocks; and what can't be combined."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.board import Board
from referee.clock import BULLET, RAPID, UNLIMITED, Clock
from referee.errors import RefereeError
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
from referee.popping import Pop10
from referee.rules import Ending, MoveKind
from referee.setup import Setup
from referee.turns import Partners, SwapAfterOpening, rematch_seats
from tests.referee.tables import R, Y, game, names, see
from tests.referee.test_variants import FULL

POP = MoveKind.POP



def code_of(refused: pytest.ExceptionInfo[RefereeError]) -> str:
    return refused.value.code


# --- Matches --------------------------------------------------------------------------------


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


# --- Clock --------------------------------------------------------------------------------


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


# --- What can't be combined --------------------------------------------------------------------------------


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
