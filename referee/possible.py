"""Is this position possible at all (R40), and who can be to move (R41)? Exact, with a sample game as proof.

How the exact check is bounded: a partly built board is one filling height for each column, at most 7^7 = 823,543 of
them on 7 × 6. All partly built boards with k discs are one big integer with one bit for each; the next layer is made
by one AND, one shift and one OR for each column. 42 layers of 7 columns on 100 kB integers are some 20 ms, whatever
the board. Boards with more fillings than `MOST_FILLINGS` are answered "not decided".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import prod

from referee.board import Board, Cell, Disc

MOST_FILLINGS = 1 << 21
"""Partly built boards looked at: above any 7 × 6 board (823,543); bounds time and memory on larger boards."""


class BoardFault(StrEnum):
    """Why no legal game leads to a board; several can hold at once. None of them says that a *player* did wrong."""

    FLOATING = "floating"
    TOO_MANY = "too_many_discs"
    COUNTS = "counts_differ"
    BOTH_LINES = "both_have_lines"
    LINE_NOT_LAST = "line_not_last"
    NO_ORDER = "no_order"


@dataclass(frozen=True)
class Possibility:
    """The answer to R40 and R41.

    `openers`: who can have opened. `to_move`: who is next if only one side can be; None when it depends on the
    opener, or the game is over. `proof`: the columns of one legal game that leads here, in order. `decided` False:
    the board is too large for the exact check, and nothing simpler speaks against it.
    """

    faults: tuple[BoardFault, ...] = ()
    cells: tuple[Cell, ...] = ()
    openers: frozenset[Disc] = frozenset()
    to_move: Disc | None = None
    over: bool = False
    proof: tuple[int, ...] | None = None
    decided: bool = True

    @property
    def possible(self) -> bool:
        return not self.faults


def possible(board: Board) -> Possibility:
    """Decide R40 for drop-only play and say who can be to move (R41)."""
    if faults := _plain_faults(board):
        return Possibility(faults, cells=_fault_cells(board, faults))
    over = board.is_full or any(map(board.has_line, Disc))
    proofs, decided = {}, True
    for opener in _openers(board):
        proof, known = _proof(board, opener)
        decided = decided and known
        if proof is not None or not known:
            proofs[opener] = proof
    if not proofs:
        return Possibility((BoardFault.NO_ORDER,), over=over)
    to_move = {opener if board.discs % 2 == 0 else opener.other for opener in proofs}
    next_disc = to_move.pop() if len(to_move) == 1 and not over else None
    proof = next(iter(proofs.values()))
    return Possibility((), (), frozenset(proofs), next_disc, over, proof, decided)


def _plain_faults(board: Board) -> tuple[BoardFault, ...]:
    red, yellow = board.count(Disc.RED), board.count(Disc.YELLOW)
    lines = [disc for disc in Disc if board.has_line(disc)]
    found = {
        BoardFault.FLOATING: bool(board.floating()),
        BoardFault.TOO_MANY: max(red, yellow) > board.spec.discs_each,
        BoardFault.COUNTS: abs(red - yellow) > 1,
        BoardFault.BOTH_LINES: len(lines) == 2,
        BoardFault.LINE_NOT_LAST: len(lines) == 1 and board.count(lines[0]) < board.count(lines[0].other),
    }
    return tuple(fault for fault, holds in found.items() if holds)


def _fault_cells(board: Board, faults: tuple[BoardFault, ...]) -> tuple[Cell, ...]:
    """The cells that show the fault: floating discs, or the lines that can't both be there."""
    if BoardFault.FLOATING in faults:
        return board.floating()
    if {BoardFault.BOTH_LINES, BoardFault.LINE_NOT_LAST} & set(faults):
        return tuple(sorted({cell for disc in Disc for line in board.winning_lines(disc) for cell in line}))
    return ()


def _openers(board: Board) -> tuple[Disc, ...]:
    """Who can have opened, by the counts and by whose line came last (R17)."""
    lead = board.count(Disc.RED) - board.count(Disc.YELLOW)
    if lead:
        return (Disc.RED,) if lead > 0 else (Disc.YELLOW,)
    last = next((disc for disc in Disc if board.has_line(disc)), None)
    return (last.other,) if last else (Disc.RED, Disc.YELLOW)


def _proof(board: Board, opener: Disc) -> tuple[tuple[int, ...] | None, bool]:
    """One legal game (columns) that leads to the board, or None; and whether that is decided."""
    fillings = prod(height + 1 for height in board.heights)
    if fillings > MOST_FILLINGS:
        return None, False
    lasts = _last_columns(board)
    if not lasts and not board.is_empty:
        return None, True
    built = _Fillings(board)
    return built.trace(built.layers(opener), lasts), True


def _last_columns(board: Board) -> tuple[int, ...]:
    """The columns whose top disc can have come last: without it no line may stand (R13)."""
    tops = [Cell(column, height) for column, height in enumerate(board.heights, 1) if height]
    return tuple(cell.column for cell in tops if not any(map(board.put(cell, None).has_line, Disc)))


class _Fillings:
    """The partly built boards of one board, as bits of one integer: mixed-radix numbers of the column heights."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.columns = [board.column(column) for column in range(1, board.spec.columns + 1)]
        sizes = [len(column) + 1 for column in self.columns]
        self.strides = [prod(sizes[:i]) for i in range(len(sizes))]
        self.total = prod(sizes)

    def layers(self, opener: Disc) -> list[int]:
        """For each number of discs the fillings that alternate legal drops reach."""
        ready = {disc: [self._ready(i, disc) for i in range(len(self.columns))] for disc in Disc}
        layers, disc = [1], opener
        for _ in range(self.board.discs):
            now, then = layers[-1], 0
            for bits, stride in zip(ready[disc], self.strides, strict=True):
                then |= (now & bits) << stride
            layers.append(then)
            disc = disc.other
        return layers

    def trace(self, layers: list[int], lasts: tuple[int, ...]) -> tuple[int, ...] | None:
        """Walk back from the whole board to the empty one; the last disc comes from one of the columns `lasts`."""
        at, played = self.total - 1, list[int]()
        columns = lasts
        for layer in reversed(layers[:-1]):
            column = next((c for c in columns if self._came_from(at, c, layer)), None)
            if column is None:
                return None
            played.append(column)
            at -= self.strides[column - 1]
            columns = tuple(range(1, len(self.columns) + 1))
        return tuple(reversed(played))

    def _came_from(self, at: int, column: int, layer: int) -> bool:
        stride, size = self.strides[column - 1], len(self.columns[column - 1]) + 1
        return at // stride % size > 0 and bool(layer >> (at - stride) & 1)

    def _ready(self, index: int, disc: Disc) -> int:
        """The fillings in which that column's next disc has this colour."""
        stride, column = self.strides[index], self.columns[index]
        block = ((1 << stride) - 1) if column else 0
        pattern = sum(block << (height * stride) for height, there in enumerate(column) if there is disc)
        period = stride * (len(column) + 1)
        return _repeat(pattern, period, self.total // period)


def _repeat(pattern: int, period: int, times: int) -> int:
    """The pattern `times` over, each `period` bits further: doubled, so that it costs few steps."""
    if times == 1:
        return pattern
    half = _repeat(pattern, period, times // 2)
    return half | half << (period * (times // 2)) | pattern << (period * (times - 1))
