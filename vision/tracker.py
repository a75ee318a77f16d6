"""From readings to settled boards: evidence in seconds of clear sight, cell by cell.

A content gathers evidence while it is seen, loses it twice as fast while something else is seen, and keeps it while
the cell is hidden or unclear: a hand pauses the count, it does not reset it. A change is settled when its evidence
suffices: little for a board that the game expects, more for anything else, most for a disc in the air. What the game
expects only shortens the wait for what is clearly seen; it never adds a disc nor takes one away.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, BoardSpec, Cell
from vision import params as P
from vision.cells import BoardReading
from vision.decode import EMPTY, as_board, as_contents


@dataclass(frozen=True)
class SettledBoard:
    """A board that lay still.

    since_s: when the last of its changes was first seen, seconds. until_s: when it was settled.
    doubt: cells that could not be seen well enough; the board holds their last sure content.
    """

    board: Board
    since_s: float
    until_s: float
    doubt: frozenset[Cell] = frozenset()


class Tracker:
    """Holds the evidence of one film. Changes in place: it is fed frame by frame, and only its answers are kept."""

    def __init__(self, spec: BoardSpec | None = None, start: Board | None = None) -> None:
        self.spec = spec or BoardSpec()
        shape = (self.spec.rows, self.spec.columns)
        self._evidence = np.zeros((*shape, 3))
        self._since = np.zeros(shape)
        self._seen: NDArray[np.int64] = np.full(shape, -1)
        self._accepted = None if start is None else as_contents(start)
        self._last_s: float | None = None

    @property
    def board(self) -> Board | None:
        """The last settled board, or the start given."""
        return None if self._accepted is None else as_board(self._accepted, self.spec)

    def forget_evidence(self) -> None:
        """After a new grid: what was counted may have been other cells. The settled board stays."""
        self._evidence[:] = 0.0
        self._seen[:] = -1
        self._last_s = None

    def update(self, reading: BoardReading, expected: Collection[Board] = ()) -> SettledBoard | None:
        """Add one reading; a `SettledBoard` when a new board has just been settled, else None.

        expected: boards that the game would accept next. Readings from the past or of the same time change nothing.
        """
        if self._last_s is not None and reading.t_s <= self._last_s:
            return None
        gap = 0.0 if self._last_s is None else min(reading.t_s - self._last_s, P.LONGEST_GAP_S)
        self._last_s = reading.t_s
        self._count(reading, gap)
        if self._accepted is None:
            return self._first(reading.t_s)
        return self._next(reading.t_s, expected)

    def changing(self) -> frozenset[Cell]:
        """Cells that look different from the settled board, but not yet for long enough."""
        if self._accepted is None:
            return frozenset()
        return _cells((self._leaders() != self._accepted) & (self._evidence.max(axis=-1) > 0))

    def _count(self, reading: BoardReading, gap: float) -> None:
        content = reading.p.argmax(axis=-1)
        clear = reading.visible & (reading.p.max(axis=-1) >= P.CLEAR_SIGHT)
        again = clear & (content == self._seen)
        fresh = clear & (content != self._seen)
        self._seen[clear] = content[clear]
        rows, columns = np.nonzero(clear)
        seen = content[clear]
        self._evidence[rows, columns] -= P.FORGET_RATE * gap
        self._evidence[rows, columns, seen] += P.FORGET_RATE * gap
        self._evidence[again, content[again]] += gap
        np.clip(self._evidence, 0.0, self._most(), out=self._evidence)
        started = fresh & (np.take_along_axis(self._evidence, content[..., None], axis=-1)[..., 0] <= 0)
        self._since[started] = reading.t_s

    def _most(self) -> NDArray[np.float64]:
        """The cap of each content's evidence: low for what is settled, so that a change need not outweigh the past."""
        most = np.full(self._evidence.shape, P.MOST_EVIDENCE_S)
        if self._accepted is not None:
            np.put_along_axis(most, self._accepted[..., None], P.SETTLED_EVIDENCE_S, axis=-1)
        return most

    def _leaders(self) -> NDArray[np.int64]:
        """The content with most evidence in each cell; where there is none, the settled one."""
        leaders = self._evidence.argmax(axis=-1)
        if self._accepted is not None:
            none = self._evidence.max(axis=-1) <= 0
            leaders[none] = self._accepted[none]
        return leaders

    def _first(self, now: float) -> SettledBoard | None:
        """The first board: every cell seen for a while, and no disc in the air."""
        strength = self._evidence.max(axis=-1)
        leaders = self._evidence.argmax(axis=-1)
        if (strength < P.HOLD_FIRST_S).any() or _unsupported(leaders).any():
            return None
        return self._settle(leaders, now)

    def _next(self, now: float, expected: Collection[Board]) -> SettledBoard | None:
        accepted = self._accepted
        assert accepted is not None
        leaders = self._leaders()
        changed = leaders != accepted
        if not changed.any():
            return None
        strength = np.take_along_axis(self._evidence, leaders[..., None], axis=-1)[..., 0]
        quick = np.where(changed & (strength >= P.HOLD_EXPECTED_S), leaders, accepted)
        if (quick != accepted).any() and as_board(quick, self.spec) in expected:
            return self._settle(quick, now)
        if (strength[changed] < P.QUIET_S).any():
            return None  # something is still moving
        hold = np.where(_unsupported(leaders), P.HOLD_FLOATING_S, P.HOLD_OTHER_S)
        if (strength[changed] < hold[changed]).any():
            return None
        return self._settle(leaders, now)

    def _settle(self, contents: NDArray[np.int64], now: float) -> SettledBoard:
        fresh = contents != (np.full_like(contents, -1) if self._accepted is None else self._accepted)
        self._accepted = contents.copy()
        return SettledBoard(as_board(contents, self.spec), float(self._since[fresh].max()), now)


def _unsupported(contents: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Discs with an empty cell right below, bool (rows, columns)."""
    discs = contents != EMPTY
    hanging = np.zeros_like(discs)
    hanging[1:] = discs[1:] & ~discs[:-1]
    return hanging


def _cells(mask: NDArray[np.bool_]) -> frozenset[Cell]:
    return frozenset(Cell(int(c) + 1, int(r) + 1) for r, c in np.argwhere(mask))
