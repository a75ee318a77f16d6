"""Decoding against the slow and obvious way: trying every board of a small grid."""

import itertools

import numpy as np
import pytest

from referee.board import Board, BoardSpec, Cell, Disc
from vision import params as P
from vision.decode import EMPTY, RED, YELLOW, decode, log_evidence

SMALL = BoardSpec(3, 3, 3)


def shares(rows: list[str], sure: float = 0.98) -> np.ndarray:
    """A reading that shows what is drawn, top row first; `?` shows nothing at all."""
    p = np.full((len(rows), len(rows[0]), 3), (1 - sure) / 2)
    for r, row in enumerate(rows[::-1]):
        for c, cell in enumerate(row):
            if cell == "?":
                p[r, c] = 1 / 3
            else:
                p[r, c, ".RY".index(cell)] = sure
    return p


def all_boards(p: np.ndarray) -> dict[tuple[tuple[int, ...], ...], float]:
    """Weight of every board that gravity allows, columns of contents from the bottom."""
    rows, columns = p.shape[:2]
    stacks = [s for s in itertools.product((EMPTY, RED, YELLOW), repeat=rows) if _stands(s)]
    weights = {}
    for board in itertools.product(stacks, repeat=columns):
        difference = sum((x == RED) - (x == YELLOW) for stack in board for x in stack)
        weight = 1.0 if abs(difference) <= 1 else P.UNEQUAL_COUNTS
        for c, stack in enumerate(board):
            for r, content in enumerate(stack):
                weight *= p[r, c, content]
        weights[board] = weight
    return weights


def drawn(columns: tuple[tuple[int, ...], ...]) -> Board:
    board = Board.empty(SMALL)
    for c, stack in enumerate(columns):
        for r, content in enumerate(stack):
            board = board.put(Cell(c + 1, r + 1), Disc(content) if content else None)
    return board


def _stands(stack: tuple[int, ...]) -> bool:
    return all(below != EMPTY for below, above in itertools.pairwise(stack) if above != EMPTY)


@pytest.mark.parametrize("seed", range(12))
def test_agrees_with_trying_every_board(seed: int) -> None:
    p = np.random.default_rng(seed).dirichlet([0.5, 0.5, 0.5], (3, 3))
    p = np.clip(p, 10 * P.CELL_FLOOR, None)
    p /= p.sum(axis=-1, keepdims=True)
    weights = all_boards(p)
    total = sum(weights.values())
    second, best = sorted(weights, key=lambda board: weights[board])[-2:]

    decoded = decode(p, SMALL)

    assert decoded.board == drawn(best)
    assert decoded.probability == pytest.approx(weights[best] / total)
    assert decoded.runner_up == drawn(second)
    assert decoded.runner_up_probability == pytest.approx(weights[second] / total)
    assert decoded.log_evidence == pytest.approx(np.log(total))
    assert log_evidence(p, SMALL) == pytest.approx(np.log(total))
    for r, c, content in itertools.product(range(3), range(3), range(3)):
        share = sum(w for board, w in weights.items() if board[c][r] == content) / total
        assert decoded.marginals[r, c, content] == pytest.approx(share)


def test_a_clear_reading_is_sure() -> None:
    rows = [".......", ".......", ".......", "...R...", "..YRY..", ".RYRYR."]

    decoded = decode(shares(rows, sure=0.999), BoardSpec())

    assert list(decoded.board.rows()) == rows
    assert decoded.unsure == frozenset()
    assert decoded.probability > 0.95


def test_an_unseen_cell_under_a_disc_is_a_disc_of_unknown_colour() -> None:
    rows = [".......", ".......", ".......", ".......", "...R...", "...?..."]

    decoded = decode(shares(rows, sure=0.999), BoardSpec())

    assert decoded.board.at(4, 1) is not None
    assert decoded.unsure == {Cell(4, 1)}


def test_a_clearly_seen_floating_disc_is_never_smoothed_away() -> None:
    rows = [".......", ".......", ".......", "...R...", ".......", "......."]

    decoded = decode(shares(rows, sure=0.999), BoardSpec())

    assert decoded.unsure
    assert {cell.column for cell in decoded.unsure} == {4}


def test_more_reds_than_yellows_by_many_are_still_read() -> None:
    rows = [".......", ".......", ".......", ".......", ".......", "RRRRR.."]

    decoded = decode(shares(rows, sure=0.999), BoardSpec())

    assert list(decoded.board.rows()) == rows
    assert not decoded.unsure


def test_the_shape_of_a_reading_is_checked() -> None:
    with pytest.raises(ValueError) as caught:
        decode(np.ones((7, 6, 3)) / 3, BoardSpec())

    assert "(6, 7, 3)" in str(caught.value)
