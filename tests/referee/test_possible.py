"""R40 and R41: can this position be, how, and who is to move?"""

from __future__ import annotations

import random

import pytest

from referee.board import Board, BoardSpec, Cell, Disc
from referee.possible import BoardFault, Possibility, _repeat, possible
from tests.referee.tables import R, Y, cells, position


def replayed(found: Possibility, board: Board) -> bool:
    """Whether the proof is a legal game that leads to the board, no line standing before its last disc."""
    return any(_leads_to(found.proof or (), opener, board) for opener in found.openers)


def _leads_to(columns: tuple[int, ...], opener: Disc, board: Board) -> bool:
    at, disc = Board.empty(board.spec), opener
    for column in columns:
        if any(map(at.has_line, Disc)):
            return False
        at, disc = at.drop(column, disc), disc.other
    return at == board


@pytest.mark.parametrize(
    ("drawing", "fault"),
    [
        ("......./......./......./......./RR...../RYYYRR.", BoardFault.COUNTS),
        ("......./......./......./...R.../......./...Y...", BoardFault.FLOATING),
        ("......./......./R....Y./R....Y./R....Y./R....Y.", BoardFault.BOTH_LINES),
        ("......./......./R....../R....../Y....../Y......", BoardFault.NO_ORDER),
        ("......./......./......./.....Y./Y....Y./RRRRYY.", BoardFault.LINE_NOT_LAST),
    ],
)
def test_R40_faults_of_a_board(drawing: str, fault: BoardFault) -> None:
    found = possible(Board.parse(drawing))

    assert found.faults == (fault,)
    assert (found.possible, found.proof, found.openers) == (False, None, frozenset())


@pytest.mark.parametrize(
    "drawing",
    [
        "......./......./......./......./......./RRRRYYY",
        "......./......./......./......./......./RRR.YYY",
        "......./......./......./......./R....../RR.YYY.",
        "......./......./......./Y....../R....../YRRYRY.",
    ],
)
def test_R40_a_possible_board_comes_with_a_game_as_proof(drawing: str) -> None:
    board = Board.parse(drawing)
    found = possible(board)

    assert found.possible
    assert replayed(found, board)


def test_R40_the_lines_that_cannot_be_are_named() -> None:
    found = possible(Board.parse("......./......./......./.....Y./Y....Y./RRRRYY."))

    assert found.cells == cells((1, 1), (2, 1), (3, 1), (4, 1))


def test_R40_twenty_two_of_one_colour() -> None:
    board = Board.parse("RRRRRRR/RRRRRRR/RRRRRRR/RYYYYYY/YYYYYYY/YYYYYYY")

    assert board.count(R) == 22
    assert BoardFault.TOO_MANY in possible(board).faults


def test_R40_floating_discs_are_named() -> None:
    assert possible(Board.empty().put(Cell(4, 3), R)).cells == cells((4, 3))


def test_R40_alternation_alone_can_forbid_a_position() -> None:
    """One column, two yellow discs below two red ones: nobody can have dropped in turn."""
    assert possible(Board.parse("......./......./R....../R....../Y....../Y......")).faults == (BoardFault.NO_ORDER,)
    assert possible(Board.parse("......./......./......./......./R....../Y......")).openers == {Y}


def test_R41_unequal_counts_tell_the_side_to_move() -> None:
    found = possible(position("443").board)

    assert (found.openers, found.to_move) == ({R}, Y)


def test_R41_equal_counts_depend_on_the_opener() -> None:
    found = possible(Board.parse("......./......./......./......./......./R.....Y"))

    assert (found.openers, found.to_move, found.over) == ({R, Y}, None, False)


def test_R41_a_finished_game_has_nobody_to_move() -> None:
    for columns in ("7172737", "347122751343544514672663324273657175526116"):
        found = possible(position(columns).board)
        assert (found.over, found.to_move) == (True, None)


def test_R40_the_empty_board_is_possible() -> None:
    found = possible(Board.empty())

    assert (found.possible, found.proof, found.openers) == (True, (), {R, Y})


def brute_force(board: Board, opener: Disc) -> bool:
    """By plain search over orders of drops, for boards of few discs."""

    def search(at: Board, disc: Disc) -> bool:
        if at == board:
            return True
        if any(map(at.has_line, Disc)):
            return False
        return any(board.at(*cell) is disc and search(at.put(cell, disc), disc.other) for cell in at.landing_cells())

    return search(Board.empty(board.spec), opener)


def test_R40_agrees_with_a_search_over_all_orders() -> None:
    rng, spec, yes = random.Random(40), BoardSpec(4, 4, 3), 0
    for _ in range(600):
        board, count = Board.empty(spec), rng.randrange(11)
        for _ in range(count):
            free = [cell.column for cell in board.landing_cells()]
            board = board.drop(rng.choice(free), rng.choice((R, Y)))
        found = possible(board)
        openers = {opener for opener in Disc if brute_force(board, opener) and _due(board, opener)}
        assert found.openers == openers
        assert found.possible == bool(openers)
        assert not openers or replayed(found, board)
        yes += bool(openers)
    assert 100 < yes < 500


def _due(board: Board, opener: Disc) -> bool:
    lead = board.count(opener) - board.count(opener.other)
    return lead in (0, 1)


def test_R40_a_board_too_large_for_the_exact_check_says_so() -> None:
    spec = BoardSpec(12, 12, 4)
    board, disc = Board.empty(spec), R
    for turn in range(72):
        column = (turn * 5) % 12 + 1
        board, disc = board.drop(column, disc), disc.other
    found = possible(board)

    assert found.decided is False or not found.possible


def test_R40_a_pattern_is_repeated_as_often_as_asked() -> None:
    for times in range(1, 40):
        assert _repeat(0b101, 4, times) == sum(0b101 << 4 * i for i in range(times))
