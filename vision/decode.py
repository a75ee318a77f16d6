"""The most probable board under gravity, the runner-up, their probabilities, and which cells are not sure.

A column is a stack: discs from the bottom up, nothing above. So of the 3^42 ways to colour cells only those without
floating discs count: 127 stacks in each column of six. Equal numbers of both colours are likely, never required
(children start as they like, photos are set up by hand). All is exact: every stack of a column is weighed, and columns
are joined by their difference of counts.
"""

import itertools
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, BoardSpec, Cell, Disc
from vision import params as P

EMPTY, RED, YELLOW = 0, 1, 2
"""The last axis of a reading's probabilities."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Decoded:
    """The answer for one reading.

    board: the most probable board. probability: its share among all boards that gravity allows, 0–1.
    runner_up, runner_up_probability: the same for the next one.
    marginals: float64 (rows, columns, 3), each cell's share of empty/red/yellow among those boards.
    unsure: cells whose own share for the board's content is below `CELL_SURE`, or that gravity had to overrule.
    log_evidence: log of the readings' total likelihood under gravity; 0 when no reading has to be overruled.
    """

    board: Board
    probability: float
    runner_up: Board
    runner_up_probability: float
    marginals: Floats
    unsure: frozenset[Cell]
    log_evidence: float


@dataclass(frozen=True)
class _Stacks:
    """All ways to fill a column of some height, n of them.

    contents: int (n, rows), from the bottom. difference: int (n,), red − yellow + rows, so from 0 to 2 · rows.
    marks: float64 (n, rows, 3), 1 where a stack has that content.
    """

    contents: Integers
    difference: Integers
    marks: Floats


def decode(p: NDArray[np.floating], spec: BoardSpec) -> Decoded:
    """Decode per-cell probabilities (rows, columns, 3), [row - 1][column - 1], each summing to 1."""
    if p.shape != (spec.rows, spec.columns, 3):
        raise ValueError(f"p: expected shape {(spec.rows, spec.columns, 3)}, got {p.shape}")
    cells = _floored(p)
    stacks = _stacks(spec.rows)
    logs = _stack_logs(cells, stacks)
    total, marginals = _marginals(np.exp(logs), stacks)
    (best, best_log), (second, second_log) = _two_best(logs, stacks)
    return Decoded(
        as_board(best, spec),
        float(min(np.exp(best_log - np.log(total)), 1.0)),
        as_board(second, spec),
        float(np.exp(second_log - np.log(total))),
        marginals,
        _unsure(best, cells, marginals),
        float(np.log(total)),
    )


def log_evidence(p: NDArray[np.floating], spec: BoardSpec) -> float:
    """Log of the total likelihood of all boards that gravity allows: which way up is the picture?"""
    stacks = _stacks(spec.rows)
    joined = np.ones(1)
    for sums in _by_difference(np.exp(_stack_logs(_floored(p), stacks)), stacks):
        joined = np.convolve(joined, sums)
    return float(np.log(joined @ _count_prior(len(joined))))


def _floored(p: NDArray[np.floating]) -> Floats:
    """Shares of which none is quite zero, so that no single cell rules a board out."""
    cells = np.clip(np.asarray(p, np.float64), P.CELL_FLOOR, None)
    return np.asarray(cells / cells.sum(axis=-1, keepdims=True))


def _unsure(best: Integers, cells: Floats, marginals: Floats) -> frozenset[Cell]:
    def own(shares: Floats) -> Floats:
        return np.take_along_axis(shares, best[..., None], axis=-1)[..., 0]

    doubtful = (own(marginals) < P.CELL_SURE) | (own(cells) < P.CELL_OVERRULED)
    return frozenset(Cell(int(c) + 1, int(r) + 1) for r, c in np.argwhere(doubtful))


@cache
def _stacks(rows: int) -> _Stacks:
    stacks = [
        (*discs, *[EMPTY] * (rows - height))
        for height in range(rows + 1)
        for discs in itertools.product((RED, YELLOW), repeat=height)
    ]
    contents = np.array(stacks, np.int64)
    difference = (contents == RED).sum(axis=1) - (contents == YELLOW).sum(axis=1) + rows
    return _Stacks(contents, difference, np.eye(3)[contents])


def _stack_logs(cells: Floats, stacks: _Stacks) -> Floats:
    """Log likelihood of each stack in each column, (columns, n)."""
    return np.einsum("nrk,rck->cn", stacks.marks, np.log(cells), optimize=True)


def _by_difference(weights: Floats, stacks: _Stacks) -> list[Floats]:
    """For each column the total weight of its stacks by their difference, (2 · rows + 1,)."""
    length = 2 * stacks.contents.shape[1] + 1
    return [np.asarray(np.bincount(stacks.difference, column, length), np.float64) for column in weights]


def _count_prior(length: int) -> Floats:
    """Weight of each difference of counts, (length,), middle: 0."""
    difference = np.abs(np.arange(length) - length // 2)
    return np.where(difference <= 1, 1.0, P.UNEQUAL_COUNTS)


def _marginals(likelihoods: Floats, stacks: _Stacks) -> tuple[float, Floats]:
    """The total over all boards, and each cell's shares, from likelihoods (columns, n)."""
    by_column = _by_difference(likelihoods, stacks)
    before = list(itertools.accumulate(by_column, np.convolve, initial=np.ones(1)))
    after = list(itertools.accumulate(by_column[::-1], np.convolve, initial=np.ones(1)))[::-1]
    prior = _count_prior(len(before[-1]))
    total = float(before[-1] @ prior)
    shares = []
    for c, likelihood in enumerate(likelihoods):
        others = np.convolve(before[c], after[c + 1])
        weight = np.correlate(prior, others, mode="valid")  # weight[d] = Σ_e prior[d + e] · others[e]
        shares.append(np.tensordot(likelihood * weight[stacks.difference], stacks.marks, axes=1) / total)
    return total, np.stack(shares, axis=1)


def _two_best(logs: Floats, stacks: _Stacks) -> tuple[tuple[Integers, float], tuple[Integers, float]]:
    """The two most probable contents, int (rows, columns), with their log weights, the prior of counts included.

    The runner-up differs from the best board in some column: the best of those is sought for each column in turn.
    """
    table, choice = _best_stacks(logs, stacks)
    best, best_log = _join(table, choice)
    others = [_join(*_without(stack, c, table, choice, logs, stacks)) for c, stack in enumerate(best)]
    second, second_log = max(others, key=lambda other: other[1])
    return (stacks.contents[best].T, best_log), (stacks.contents[second].T, second_log)


def _without(
    stack: int, column: int, table: Floats, choice: Integers, logs: Floats, stacks: _Stacks
) -> tuple[Floats, Integers]:
    """What `_best_stacks` gives when one column must not hold one stack."""
    table, choice = table.copy(), choice.copy()
    d = int(stacks.difference[stack])
    rivals = np.flatnonzero(stacks.difference == d)
    rivals = rivals[rivals != stack]
    if len(rivals):
        choice[column, d] = rivals[logs[column, rivals].argmax()]
    table[column, d] = logs[column, choice[column, d]] if len(rivals) else -np.inf
    return table, choice


def _best_stacks(logs: Floats, stacks: _Stacks) -> tuple[Floats, Integers]:
    """Of each column's stacks with the same difference the best: its log and its number, (columns, 2 · rows + 1)."""
    length = 2 * stacks.contents.shape[1] + 1
    groups = [np.flatnonzero(stacks.difference == d) for d in range(length)]
    choice = np.stack([group[logs[:, group].argmax(axis=1)] for group in groups], axis=1)
    return np.take_along_axis(logs, choice, axis=1), choice


def _join(table: Floats, choice: Integers) -> tuple[list[int], float]:
    """One stack for each column, so that all together, with the prior of counts, weigh most; and their log weight."""
    score = np.zeros(1)
    back = []
    for logs in table:
        sums = np.full((len(logs), len(score) + len(logs) - 1), -np.inf)
        for d, log in enumerate(logs):
            sums[d, d : d + len(score)] = score + log
        back.append(sums.argmax(axis=0))
        score = sums.max(axis=0)
    score = score + np.log(_count_prior(len(score)))
    at = int(score.argmax())
    weight = float(score[at])
    stacks = []
    for chosen, numbers in zip(back[::-1], choice[::-1], strict=True):
        d = int(chosen[at])
        stacks.append(int(numbers[d]))
        at -= d
    return stacks[::-1], weight


def as_board(contents: Integers, spec: BoardSpec) -> Board:
    """The board of contents, int (rows, columns), [row - 1][column - 1]."""
    board = Board.empty(spec)
    for r, c in np.argwhere(contents != EMPTY):
        board = board.put(Cell(int(c) + 1, int(r) + 1), Disc(int(contents[r, c])))
    return board


def as_contents(board: Board) -> Integers:
    """The inverse of `as_board`: int (rows, columns)."""
    contents = np.full((board.spec.rows, board.spec.columns), EMPTY, np.int64)
    for cell in board.spec.cells:
        disc = board.at(*cell)
        if disc is not None:
            contents[cell.row - 1, cell.column - 1] = int(disc)
    return contents
