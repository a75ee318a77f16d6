"""The most probable board under gravity, its probability, and which cells are not sure.

A column is a stack: discs from the bottom up, nothing above. So of the 3^42 ways to colour cells only those without
floating discs count. Equal numbers of both colours are likely, never required (children start as they like, photos are
set up by hand). Sums over all boards are exact: stacks in each column, columns joined by their difference of counts.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, BoardSpec, Cell, Disc
from vision import params as P

EMPTY, RED, YELLOW = 0, 1, 2
"""The last axis of a reading's probabilities."""

Probabilities = NDArray[np.float64]


@dataclass(frozen=True)
class Decoded:
    """The answer for one reading.

    board: the most probable board. probability: its share among all boards that gravity allows, 0–1.
    marginals: float64 (rows, columns, 3), each cell's share of empty/red/yellow among those boards.
    unsure: cells whose own share for the board's content is below `CELL_SURE`, or that gravity had to overrule.
    log_evidence: log of the readings' total likelihood under gravity; 0 when no reading has to be overruled.
    """

    board: Board
    probability: float
    marginals: NDArray[np.float64]
    unsure: frozenset[Cell]
    log_evidence: float


def decode(p: NDArray[np.floating], spec: BoardSpec) -> Decoded:
    """Decode per-cell probabilities (rows, columns, 3), [row - 1][column - 1], each summing to 1."""
    if p.shape != (spec.rows, spec.columns, 3):
        raise ValueError(f"p: expected shape {(spec.rows, spec.columns, 3)}, got {p.shape}")
    cells = _floored(p)
    by_column = [_column_sums(cells[:, c]) for c in range(spec.columns)]
    total, marginals = _marginals(cells, by_column)
    content, best = _best_board(cells)
    board = as_board(content, spec)
    own = np.take_along_axis(marginals, content[..., None], axis=-1)[..., 0]
    overruled = np.take_along_axis(cells, content[..., None], axis=-1)[..., 0] < P.CELL_OVERRULED
    doubtful = (own < P.CELL_SURE) | overruled
    unsure = frozenset(Cell(int(c) + 1, int(r) + 1) for r, c in np.argwhere(doubtful))
    return Decoded(board, float(min(np.exp(best - np.log(total)), 1.0)), marginals, unsure, float(np.log(total)))


def log_evidence(p: NDArray[np.floating], spec: BoardSpec) -> float:
    """Log of the total likelihood of all boards that gravity allows: which way up is the picture?"""
    cells = _floored(p)
    joined = np.ones(1)
    for c in range(spec.columns):
        joined = np.convolve(joined, _column_sums(cells[:, c]))
    return float(np.log(joined @ _count_prior(len(joined))))


def _floored(p: NDArray[np.floating]) -> Probabilities:
    """Shares of which none is quite zero, so that no single cell rules a board out."""
    cells = np.clip(np.asarray(p, np.float64), P.CELL_FLOOR, None)
    return np.asarray(cells / cells.sum(axis=-1, keepdims=True))


def _column_sums(column: Probabilities) -> Probabilities:
    """Total likelihood of a column's stacks by count difference red − yellow, (2 · rows + 1,), middle: 0."""
    rows = len(column)
    above = np.append(np.cumprod(column[::-1, EMPTY])[::-1], 1.0)
    sums = np.zeros(2 * rows + 1)
    stack = np.zeros(2 * rows + 1)
    stack[rows] = 1.0
    sums += stack * above[0]
    for height in range(1, rows + 1):
        red, yellow = column[height - 1, RED], column[height - 1, YELLOW]
        stack = red * np.roll(stack, 1) + yellow * np.roll(stack, -1)
        sums += stack * above[height]
    return sums


def _count_prior(length: int) -> Probabilities:
    """Weight of each count difference, (length,), middle: 0."""
    difference = np.abs(np.arange(length) - length // 2)
    return np.where(difference <= 1, 1.0, P.UNEQUAL_COUNTS)


def _marginals(cells: Probabilities, by_column: list[Probabilities]) -> tuple[float, Probabilities]:
    """The total over all boards, and each cell's shares."""
    columns = len(by_column)
    before = [np.ones(1)]
    for sums in by_column:
        before.append(np.convolve(before[-1], sums))
    after = [np.ones(1)]
    for sums in reversed(by_column):
        after.append(np.convolve(after[-1], sums))
    after.reverse()
    prior = _count_prior(len(before[-1]))
    total = float(before[-1] @ prior)
    marginals = np.zeros_like(cells)
    for c in range(columns):
        others = np.convolve(before[c], after[c + 1])
        weight = np.correlate(prior, others, mode="valid")  # weight[d] = Σ_e prior[d + e] · others[e]
        marginals[:, c] = _column_marginals(cells[:, c], weight) / total
    return total, marginals


def _column_marginals(column: Probabilities, weight: Probabilities) -> Probabilities:
    """Unnormalised shares (rows, 3) in one column, given the other columns' weight by this column's difference."""
    rows = len(column)
    shares = np.zeros((rows, 3))
    for r in range(rows):
        for content in (EMPTY, RED, YELLOW):
            fixed = column.copy()
            keep = fixed[r, content]
            fixed[r] = 0.0
            fixed[r, content] = keep
            shares[r, content] = _column_sums(fixed) @ weight
    return shares


def _best_board(cells: Probabilities) -> tuple[NDArray[np.int64], float]:
    """The most probable content, int (rows, columns), and its log weight, the count prior included."""
    rows, columns = cells.shape[:2]
    span = 2 * rows * columns + 1
    middle = rows * columns
    score = np.full(span, -np.inf)
    score[middle] = 0.0
    back: list[NDArray[np.int64]] = []
    options = [_column_best(cells[:, c]) for c in range(columns)]
    for logs, _ in options:
        shifted = np.full((2 * rows + 1, span), -np.inf)
        for k in range(2 * rows + 1):
            d = k - rows
            source = score[max(0, -d) : span - max(0, d)]
            shifted[k, max(0, d) : span - max(0, -d)] = source + logs[k]
        back.append(shifted.argmax(axis=0))
        score = shifted.max(axis=0)
    score = score + np.log(_count_prior(span))
    at = int(score.argmax())
    best = float(score[at])
    content = np.zeros((rows, columns), np.int64)
    for c in reversed(range(columns)):
        k = int(back[c][at])
        content[:, c] = options[c][1][k]
        at -= k - rows
    return content, best


def _column_best(column: Probabilities) -> tuple[Probabilities, NDArray[np.int64]]:
    """Best log likelihood by count difference, (2 · rows + 1,), and the content that has it, (2 · rows + 1, rows)."""
    rows = len(column)
    logs = np.log(np.maximum(column, 1e-300))
    above = np.append(np.cumsum(logs[::-1, EMPTY])[::-1], 0.0)
    best = np.full(2 * rows + 1, -np.inf)
    content = np.zeros((2 * rows + 1, rows), np.int64)
    stacks: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for height in range(rows + 1):
        for difference, (value, discs) in stacks.items():
            if value + above[height] > best[difference + rows]:
                best[difference + rows] = value + above[height]
                content[difference + rows] = discs + (EMPTY,) * (rows - height)
        if height < rows:
            stacks = _taller(stacks, logs[height])
    return best, content


def _taller(
    stacks: dict[int, tuple[float, tuple[int, ...]]], logs: Probabilities
) -> dict[int, tuple[float, tuple[int, ...]]]:
    """The best stack of each difference, one disc higher."""
    taller: dict[int, tuple[float, tuple[int, ...]]] = {}
    for difference, (value, discs) in stacks.items():
        for disc, step in ((RED, 1), (YELLOW, -1)):
            option = (value + float(logs[disc]), (*discs, disc))
            old = taller.get(difference + step)
            if old is None or option[0] > old[0]:
                taller[difference + step] = option
    return taller


def as_board(contents: NDArray[np.int64], spec: BoardSpec) -> Board:
    """The board of contents, int (rows, columns), [row - 1][column - 1]."""
    board = Board.empty(spec)
    for r, c in np.argwhere(contents != EMPTY):
        board = board.put(Cell(int(c) + 1, int(r) + 1), Disc(int(contents[r, c])))
    return board


def as_contents(board: Board) -> NDArray[np.int64]:
    """The inverse of `as_board`: int (rows, columns)."""
    contents = np.full((board.spec.rows, board.spec.columns), EMPTY, np.int64)
    for cell in board.spec.cells:
        disc = board.at(*cell)
        if disc is not None:
            contents[cell.row - 1, cell.column - 1] = int(disc)
    return contents
