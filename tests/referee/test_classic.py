"""R1–R20: the board, turns and endings of the classic game."""

from __future__ import annotations

import pytest

from referee.board import CLASSIC, Board, BoardSpec, Cell, Disc
from referee.errors import BoardError, ColumnFull, RefereeError
from referee.rules import Classic, Ending, Move, MoveKind, Position
from tests.referee.tables import R, Y, cells, game_line, position

CLASSIC_RULES = Classic()


def test_R01_the_set_has_42_cells_and_69_lines() -> None:
    assert (CLASSIC.columns, CLASSIC.rows, CLASSIC.connect) == (7, 6, 4)
    assert len(CLASSIC.cells) == 42
    assert len(set(CLASSIC.lines)) == len(CLASSIC.lines) == 69


@pytest.mark.parametrize("line", CLASSIC.lines, ids=lambda line: "-".join(map(str, (line[0], line[-1]))))
def test_R13_each_of_the_69_lines_wins_for_its_colour_alone(line: tuple[Cell, ...]) -> None:
    for disc in Disc:
        board = Board.empty()
        for cell in line:
            board = board.put(cell, disc)

        assert board.winning_lines(disc) == (line,)
        assert board.has_line(disc)
        assert not board.has_line(disc.other)


@pytest.mark.parametrize(
    ("columns", "winner", "lines"),
    [
        ("211131416572345677654327654322345677654321", Y, None),
        ("446454253", R, [cells((2, 1), (3, 1), (4, 1), (5, 1), (6, 1))]),
        ("7172737", R, [cells((7, 1), (7, 2), (7, 3), (7, 4))]),
        ("441646175455", Y, [cells((4, 4), (5, 3), (6, 2), (7, 1))]),
        ("666555654174445771474", R, [cells((4, 6), (5, 5), (6, 4), (7, 3))]),
    ],
)
def test_R13_games_that_are_won(columns: str, winner: Disc, lines: list[tuple[Cell, ...]] | None) -> None:
    before, none_yet = game_line(columns[:-1])
    at, outcome = game_line(columns)

    assert none_yet is None
    assert outcome is not None
    assert (outcome.ending, outcome.winner) == (Ending.LINE, winner)
    assert all(set(map(before.board.at, *zip(*line, strict=True))) <= {winner, None} for line in outcome.lines)
    assert at.board.discs == len(columns)
    if lines:
        assert list(outcome.lines) == lines


def test_R16_the_winning_last_disc_is_a_win_and_no_draw() -> None:
    at, outcome = game_line("211131416572345677654327654322345677654321")

    assert at.board.is_full
    assert outcome is not None
    assert outcome.winner is Y


def test_R16_a_full_grid_without_a_line_is_a_draw() -> None:
    at, outcome = game_line("347122751343544514672663324273657175526116")

    assert at.board.is_full
    assert outcome is not None
    assert (outcome.ending, outcome.winner, outcome.lines) == (Ending.FULL, None, ())


@pytest.mark.parametrize(
    "columns", ["66477763777624", "3721615", "544441414", "5377611", "117676271511", "51663755"]
)
def test_R14_gaps_bends_and_column_ends_make_no_line(columns: str) -> None:
    at, outcome = game_line(columns)

    assert outcome is None
    assert not any(map(at.board.has_line, Disc))


PERFT = (
    (0, 1, 1, 0),
    (1, 7, 7, 0),
    (2, 49, 49, 0),
    (3, 343, 238, 0),
    (4, 2401, 1120, 0),
    (5, 16807, 4263, 0),
    (6, 117649, 16422, 0),
    (7, 823536, 54859, 728),
)


@pytest.mark.parametrize(("ply", "sequences", "positions", "wins"), PERFT)
def test_R07_counts_from_the_empty_board(ply: int, sequences: int, positions: int, wins: int) -> None:
    """Perft: orders of drops to each position are counted, so ply 7 costs its 54,859 positions only."""
    layer, over = {Position(Board.empty(), R): 1}, set[Position]()
    for _ in range(ply):
        layer, over = _next_layer(layer, over)

    assert sum(layer.values()) == sequences
    assert len(layer) == positions
    assert len(over) == wins


def _next_layer(layer: dict[Position, int], over: set[Position]) -> tuple[dict[Position, int], set[Position]]:
    after: dict[Position, int] = {}
    for at, orders in layer.items():
        for move in () if at in over else CLASSIC_RULES.moves(at):
            then = CLASSIC_RULES.after(at, move)
            after[then] = after.get(then, 0) + orders
    return after, {at for at in after if at.to_move and at.board.has_line(at.to_move.other)}


def test_R09_a_full_column_takes_no_disc_and_the_turn_stays() -> None:
    at = position("111111")
    refused = CLASSIC_RULES.refusal(at, Move(1, R))

    assert isinstance(refused, ColumnFull)
    assert refused.data == {"column": 1}
    assert len(CLASSIC_RULES.moves(at)) == 6
    with pytest.raises(ColumnFull):
        CLASSIC_RULES.play(at, Move(1, R))


def test_R07_a_disc_lands_on_the_lowest_empty_cell() -> None:
    board = Board.empty().drop(4, R).drop(4, Y)

    assert board.rows()[-2:] == ("...Y...", "...R...")
    assert board.landing_cell(4) == Cell(4, 3)
    assert board.heights == (0, 0, 0, 2, 0, 0, 0)


def test_R08_turns_alternate_strictly() -> None:
    at = position("443")

    assert at.to_move is Y
    refused = CLASSIC_RULES.refusal(at, Move(1, R))
    assert refused is not None
    assert refused.code == "not_your_turn"


def test_R34_pops_belong_to_other_games() -> None:
    refused = CLASSIC_RULES.refusal(position("44"), Move(4, R, MoveKind.POP))

    assert refused is not None
    assert refused.code == "pop_not_in_this_game"


def test_R37_other_sizes_have_their_lines() -> None:
    five = BoardSpec(9, 7, 5)

    assert len(five.lines) == sum((9 - 4 * a) * (7 - 4 * b) for a, b in ((0, 1), (1, 0), (1, 1), (1, 1)))
    board = Board.parse(["........."] * 6 + ["RRRR....."], five)
    assert not board.has_line(R)
    assert board.drop(5, R).winning_lines(R) == (cells((1, 1), (2, 1), (3, 1), (4, 1), (5, 1)),)


@pytest.mark.parametrize(("columns", "rows", "connect"), [(0, 6, 4), (17, 6, 4), (7, 6, 2), (7, 6, 8), (True, 6, 4)])
def test_R37_sizes_that_cannot_be_are_refused(columns: int, rows: int, connect: int) -> None:
    with pytest.raises(BoardError) as refused:
        BoardSpec(columns, rows, connect)

    assert refused.value.code in ("board_size", "line_length")


def test_drawings_go_round() -> None:
    board = position("4433221").board

    assert Board.parse(str(board)) == Board.parse(board.rows()) == Board.parse("/".join(board.rows())) == board


@pytest.mark.parametrize(
    ("drawing", "code"),
    [("R......", "board_shape"), ("......./" * 5 + "......X", "board_letter"), ("", "board_shape")],
)
def test_drawings_that_are_no_board_are_refused(drawing: str, code: str) -> None:
    with pytest.raises(RefereeError) as refused:
        Board.parse(drawing)

    assert refused.value.code == code
