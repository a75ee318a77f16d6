"""R42: exact values, the opening table, and the review of a game."""

from __future__ import annotations

import os
import random

import pytest

from referee.board import CLASSIC, Board, BoardSpec, Disc
from referee.errors import RefereeError
from referee.opening import BitFunction, canonical, mirrored, opening_lookups, unpack
from referee.popping import PopOut
from referee.review import DRAW, LOSS, WIN, MoveKindOf, drawing, hint, lasting_reasons, review, review_reasons
from referee.rules import Classic, Outcome, Position
from referee.solver import Solver, has_four, winning_cells
from tests.referee.tables import R, Y, cells, game, position

ORACLE_POSITIONS = int(os.environ.get("FAIRDROP_ORACLE_POSITIONS", "40"))
RULES = Classic()


def random_position(rng: random.Random, discs: int) -> Position:
    """After so many random drops, nobody having won."""
    while True:
        at, outcome = Position(Board.empty(), R), None
        while at.board.discs < discs and outcome is None:
            move = rng.choice(RULES.moves(at))
            at = RULES.after(at, move)
            outcome = RULES.outcome(at, move.disc)
        if outcome is None:
            return at


def plain_value(at: Position) -> int:
    """Negamax over all moves with nothing clever in it."""
    best = LOSS
    for move in RULES.moves(at):
        then = RULES.after(at, move)
        best = max(best, _end_value(RULES.outcome(then, move.disc), then))
        if best == WIN:
            break
    return best


def _end_value(outcome: Outcome | None, then: Position) -> int:
    if outcome is None:
        return -plain_value(then)
    return WIN if outcome.winner else DRAW


@pytest.mark.parametrize("discs", [31, 32, 34, 36, 37, 38])
def test_R42_values_agree_with_plain_search(discs: int) -> None:
    rng, seen = random.Random(discs), set()
    for _ in range(8):
        at = random_position(rng, discs)
        value = Solver().value(at.board, at.to_move or R)
        seen.add(value)
        assert value == plain_value(at), at.board
    assert len(seen) > 1


def test_R42_reaches_is_value_asked_one_way() -> None:
    rng = random.Random(7)
    for _ in range(20):
        at = random_position(rng, 24)
        disc = at.to_move or R
        value = Solver().value(at.board, disc)
        assert [Solver().reaches(at.board, disc, v) for v in (LOSS, DRAW, WIN)] == [v <= value for v in (-1, 0, 1)]


def test_R42_bits_of_lines() -> None:
    for line in CLASSIC.lines:
        bits = [CLASSIC.bit(cell) for cell in line]
        assert has_four(sum(bits))
        upright = line[0].column == line[-1].column
        for bit in bits[3:] if upright else bits:
            assert winning_cells(sum(bits) - bit) & bit
            assert not has_four(sum(bits) - bit)


@pytest.mark.parametrize(
    "board", [Board.empty(BoardSpec(8, 7, 4)), Board.parse("......./......./......./......./YYY..../RRRR...")]
)
def test_R42_only_open_classic_boards_are_solved(board: Board) -> None:
    with pytest.raises(RefereeError) as refused:
        Solver().value(board, R)
    assert refused.value.code == "solver_board"


@pytest.mark.parametrize(
    ("column", "value"), [(1, LOSS), (2, LOSS), (3, DRAW), (4, WIN), (5, DRAW), (6, LOSS), (7, LOSS)]
)
def test_R42_the_first_move_decides_with_perfect_play(column: int, value: int) -> None:
    """The centre wins, beside it is level, the outer columns lose: known since 1988."""
    solver = Solver(opening_lookups())
    assert -solver.value(Board.empty().drop(column, R), Y) == value


def test_R42_the_opening_table_agrees_with_the_solver() -> None:
    """Positions with ten discs that are quick to solve without it."""
    rng, lookups, checked = random.Random(42), opening_lookups(), 0
    while checked < 12:
        at = random_position(rng, 12)
        disc = at.to_move or R
        alone = Solver()
        value = alone.value(at.board, disc)
        if alone.nodes < 30_000:
            checked += 1
            assert Solver(lookups).value(at.board, disc) == value
    for discs in (4, 6, 8):
        at = random_position(rng, discs)
        without = {ply: lookup for ply, lookup in lookups.items() if ply > discs}
        assert Solver(lookups).value(at.board, R) == Solver(without).value(at.board, R)


def test_R42_the_table_is_there_for_its_plies() -> None:
    assert sorted(opening_lookups()) == [4, 6, 8, 10]


def test_R42_mirror_images_share_an_entry() -> None:
    board = position("4435").board
    mirror = position("4453").board
    key, other = board.red + board.mask, mirror.red + mirror.mask

    assert mirrored(key) == other
    assert canonical(key) == canonical(other)
    assert mirrored(mirrored(key)) == key


def test_R42_a_damaged_table_is_refused() -> None:
    for data in (b"", b"XXXX", b"FDO1\x04" + bytes(8) + (99).to_bytes(8, "little")):
        with pytest.raises(RefereeError) as refused:
            unpack(data)
        assert refused.value.code == "opening_table_bad"
    function = BitFunction(3, 1, b"\x05")
    assert [function(key) for key in (1, 2)] == [0, 0]


def test_R42_positions_that_cannot_be_are_not_looked_up() -> None:
    lookups = {4: lambda key: WIN}
    odd = Board.parse("......./......./......./......./RR...../YY.....")

    assert Solver(lookups).value(odd, Y) == WIN


def test_R42_a_whole_drawn_game_from_the_first_disc_on() -> None:
    found = review(game("347122751343544514672663324273657175526116"), Solver(opening_lookups()))

    assert len(found.moves) == 42
    assert found.moves[0].best == WIN
    assert found.moves[-1].value == DRAW
    for before, after in zip(found.moves, found.moves[1:], strict=False):
        assert after.best == -before.value
        assert before.value <= before.best
        assert (before.better is None) == (before.kind is MoveKindOf.KEPT)


def test_R42_missed_blocks_and_wins_in_words() -> None:
    missed = game("71727" + "36", teaching=True)
    found = review(missed, _Level())

    assert found.moves[5].missed_blocks == cells((7, 4))
    assert found.moves[6].missed_wins == cells((7, 4))
    codes = [told.code for told in review_reasons(found)]
    assert codes.count("review.missed_block") == 1
    assert codes.count("review.missed_win") == 1


class _Level:
    """A solver for which every position is level."""

    def value(self, board: Board, to_move: Disc, least: int = LOSS) -> int:
        return DRAW

    def reaches(self, board: Board, to_move: Disc, value: int) -> bool:
        return value <= DRAW


class _Told(_Level):
    """A solver that answers by the number of discs."""

    def __init__(self, values: dict[int, int]) -> None:
        self.values = values

    def value(self, board: Board, to_move: Disc, least: int = LOSS) -> int:
        return self.values.get(board.discs, DRAW)

    def reaches(self, board: Board, to_move: Disc, value: int) -> bool:
        return self.value(board, to_move) >= value


def test_R42_the_first_losing_move_and_the_turning_points() -> None:
    played = game("4433", teaching=True)
    found = review(played, _Told({0: DRAW, 1: WIN, 2: WIN, 3: DRAW, 4: DRAW}))

    assert [move.kind for move in found.moves] == [
        MoveKindOf.LOST_DRAW, MoveKindOf.LOST_WIN, MoveKindOf.WON_AWAY, MoveKindOf.KEPT,
    ]  # fmt: skip
    assert found.losing_move == 1
    assert [move.number for move in found.turning_points] == [1, 2, 3]
    assert drawing(found).splitlines()[0] == "YR=="
    assert drawing(found).splitlines()[-1][3] == "x"
    assert review_reasons(found)[-1].code == "review.losing_move"


def test_R42_nobody_threw_it_away() -> None:
    found = review(game("44", teaching=True), _Level())

    assert (found.losing_move, drawing(found)) == (None, "==")
    assert [told.code for told in review_reasons(found)] == ["review.no_mistake"]
    assert lasting_reasons(found, R) == ()


def test_R42_odd_and_even_threats_are_told() -> None:
    found = review(game("1122336", teaching=True), _Level())

    told = [(one.code, one.data["disc"]) for one in lasting_reasons(found, R)]
    assert told == [("review.even_threat", "Y")]


def test_R42_double_threats_are_told() -> None:
    found = review(game("41425", teaching=True), _Level())
    assert all(not move.double for move in found.moves)
    doubled = review(game("31415", teaching=True), _Level())

    assert doubled.moves[-1].double == cells((2, 1), (6, 1))
    assert "review.double_threat" in [told.code for told in review_reasons(doubled)]


def test_R42_only_the_classic_game_is_reviewed() -> None:
    for rules in (PopOut(), Classic(BoardSpec(8, 7))):
        played = game("44", teaching=True, rules=rules)
        with pytest.raises(RefereeError) as refused:
            review(played, _Level())
        assert refused.value.code == "review_only_classic"


def test_R42_hints_in_a_teaching_game() -> None:
    values = hint(game("414242", teaching=True), Solver(opening_lookups()) if opening_lookups() else _Level())

    assert set(values) == {1, 2, 3, 4, 5, 6, 7}


def test_R42_agrees_with_another_solver() -> None:
    """Development only: `pip install bitbully`; FAIRDROP_ORACLE_POSITIONS=500 for the whole check."""
    bitbully = pytest.importorskip("bitbully", reason="the other solver isn't installed")
    rng, other = random.Random(500), bitbully.BitBully()
    for number in range(ORACLE_POSITIONS):
        at = random_position(rng, number % 38)
        numbers = {".": 0, "R": 1, "Y": 2}
        score = other.mtdf(bitbully.Board([[numbers[letter] for letter in row] for row in at.board.rows()]))
        assert Solver(opening_lookups()).value(at.board, at.to_move or R) == (score > 0) - (score < 0)
