"""From readings to settled boards: evidence in seconds of clear sight, cell by cell.

A change is settled when its evidence (`vision.evidence`) suffices: little for a board that the game expects, more for
anything else, most for what discs don't do. What the game expects only shortens the wait for what is clearly seen; it
never adds a disc nor takes one away.

A cell that looks as it did when its content was settled holds what it held. If its reading says otherwise for long
all the same, then it was misread before: that is taken back as a misreading, never reported as something played.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, BoardSpec, Cell
from vision import params as P
from vision.cells import BoardReading
from vision.decode import EMPTY, RED, YELLOW, as_board, as_contents, decode
from vision.evidence import Contents, Evidence, cells_of
from vision.memory import Looks, Mask


@dataclass(frozen=True)
class SettledBoard:
    """A board that lay still.

    since_s: when the last of its changes was first seen, seconds. until_s: when it was settled.
    doubt: cells that could not be seen well enough; the board holds their last sure content.
    misread: cells whose content, as settled before, was a misreading that this board corrects.
    arrivals: when each changed cell's content was first seen, s, in that order.
    """

    board: Board
    since_s: float
    until_s: float
    doubt: frozenset[Cell] = frozenset()
    misread: frozenset[Cell] = frozenset()
    arrivals: tuple[tuple[Cell, float], ...] = ()


class Tracker:
    """Holds the evidence of one film. Changes in place: it is fed frame by frame, and only its answers are kept."""

    def __init__(self, spec: BoardSpec | None = None, start: Board | None = None) -> None:
        self.spec = spec or BoardSpec()
        self._seen = Evidence((self.spec.rows, self.spec.columns))
        self._seen.accepted = None if start is None else as_contents(start)
        self._doubt: frozenset[Cell] = frozenset()
        self._last_s: float | None = None

    @property
    def board(self) -> Board | None:
        """The last settled board, or the start given."""
        return None if self._seen.accepted is None else as_board(self._seen.accepted, self.spec)

    @property
    def contents(self) -> Contents | None:
        """The same as contents, int (rows, columns)."""
        return None if self._seen.accepted is None else self._seen.accepted.copy()

    @property
    def undecided(self) -> bool:
        """Whether another look is worth its while: no first board yet, or some cell seems to change."""
        return self._seen.accepted is None or bool(self._doubt) or bool(self._seen.changing().any())

    def changing(self) -> frozenset[Cell]:
        """Cells that look different from the settled board, but not yet for long enough."""
        return cells_of(self._seen.changing())

    def evidence(self) -> NDArray[np.float64]:
        """Seconds of clear sight of each content, (rows, columns, 3)."""
        return self._seen.evidence.copy()

    def forget_evidence(self) -> None:
        """After a new grid: what was counted may have been other cells. The settled board stays."""
        self._seen.forget()
        self._last_s = None

    def update(
        self, reading: BoardReading, expected: Collection[Board] = (), looks: Looks | None = None
    ) -> SettledBoard | None:
        """Add one reading; a `SettledBoard` when a new board has just been settled, else None.

        expected: boards that the game would accept next. looks: how the cells look beside what is remembered of them.
        Readings from the past or of the same time change nothing.
        """
        if self._last_s is not None and reading.t_s <= self._last_s:
            return None
        gap = 0.0 if self._last_s is None else min(reading.t_s - self._last_s, P.LONGEST_GAP_S)
        self._last_s = reading.t_s
        self._seen.count(reading, gap, looks)
        if self._seen.accepted is None:
            return self._first(reading.t_s, expected)
        return self._next(reading.t_s, expected) or self._reconsidered(reading.t_s) or self._less_doubt(reading.t_s)

    def _first(self, now: float, expected: Collection[Board]) -> SettledBoard | None:
        """The first board: every cell seen for a while and no disc in the air; or, in time, what else speaks for it.

        What is remembered before a first board is the empty board of an earlier set-up.
        """
        evidence = self._seen.evidence
        known, leaders = evidence.max(axis=-1) >= P.HOLD_FIRST_S, evidence.argmax(axis=-1)
        if known.all() and not _unsupported(leaders).any():
            return self._settle(leaders, now)
        if self._seen.watched_s < P.FIRST_PATIENCE_S or known.mean() < P.FIRST_LEAST_KNOWN:
            return None
        for board in expected:
            if (as_contents(board) == leaders)[known].all():
                return self._settle(as_contents(board), now)
        return self._first_by_gravity(known, leaders, now)

    def _first_by_gravity(self, known: Mask, leaders: Contents, now: float) -> SettledBoard | None:
        """Where cells stay unclear or hidden: a disc tells what lies below it, an empty grid has no lone disc."""
        shares = np.where(known[..., None], np.eye(3)[leaders], self._seen.mean + P.CELL_FLOOR)
        shares /= shares.sum(axis=-1, keepdims=True)
        hidden = ~known & (self._seen.mean.sum(axis=-1) < P.HOLD_FIRST_S)
        if hidden.any() and self._seen.watched_s < P.FIRST_PATIENCE_HIDDEN_S:
            return None
        shares[hidden] = 1 / 3
        if not leaders[known].any() and (shares[~known][:, EMPTY] >= P.EMPTY_WITH_THE_REST).all():
            return self._settle(np.zeros_like(leaders), now)
        decoded = decode(shares, self.spec)
        contents = as_contents(decoded.board)
        if (contents != leaders)[known].any():
            return None
        return self._settle(contents, now, decoded.unsure)

    def _next(self, now: float, expected: Collection[Board]) -> SettledBoard | None:
        accepted = self._seen.accepted
        assert accepted is not None
        leaders = self._seen.leaders()
        changed = leaders != accepted
        if not changed.any():
            return None
        strength = np.take_along_axis(self._seen.evidence, leaders[..., None], axis=-1)[..., 0]
        for part in self._parts(changed & (strength >= P.HOLD_EXPECTED_S)):
            quick = np.where(part, leaders, accepted)
            if as_board(quick, self.spec) in expected:
                return self._settle(quick, now, self._seen.unclear(now) - cells_of(changed))
        if (strength[changed] < P.QUIET_S).any():
            return None  # something is still moving
        hold = np.where(_impossible(accepted, leaders), P.HOLD_IMPOSSIBLE_S, P.HOLD_OTHER_S)
        if (strength[changed] < hold[changed]).any():
            return None
        lasted = self._seen.since - self._seen.settled_s
        brief = (accepted != EMPTY) & (leaders == EMPTY) & (lasted < P.BRIEF_S)
        doubt = self._seen.unclear(now) - cells_of(changed)
        return self._settle(leaders, now, doubt, _recoloured(accepted, leaders) | cells_of(brief))

    def _parts(self, mask: Mask) -> Iterator[Mask]:
        """All of the cells at once, then each alone, the earliest first."""
        if not mask.any():
            return
        yield mask
        cells = np.argwhere(mask)
        if len(cells) > 1:
            for row, column in cells[np.argsort(self._seen.since[mask], kind="stable")]:
                alone = np.zeros_like(mask)
                alone[row, column] = True
                yield alone

    def _reconsidered(self, now: float) -> SettledBoard | None:
        """Cells that look as they did and have been read otherwise for longer than they were read as settled.

        Not where one colour would get further ahead than turns allow: that is something yellow behind some holes.
        """
        assert self._seen.accepted is not None
        against = self._seen.against
        came = self._seen.arrived & (against.argmax(axis=-1) == EMPTY)  # something came there, whatever it is
        wrong = (against.max(axis=-1) >= np.maximum(P.RECONSIDER_S, self._seen.trust)) & ~came
        if not wrong.any():
            return None
        contents = np.where(wrong, against.argmax(axis=-1), self._seen.accepted)
        if _unsupported(contents).any() or _lead(contents) > max(1, _lead(self._seen.accepted)):
            return None
        return self._settle(contents, now, self._seen.unclear(now) - cells_of(wrong), cells_of(wrong))

    def _less_doubt(self, now: float) -> SettledBoard | None:
        """The same board again, once cells that weren't seen when it was settled have been."""
        if not self._doubt or self._seen.accepted is None:
            return None
        doubt = self._doubt & self._seen.unclear(now)
        if doubt == self._doubt or self.changing() & self._doubt:
            return None
        self._doubt = doubt
        return SettledBoard(as_board(self._seen.accepted, self.spec), now, now, doubt)

    def _settle(
        self,
        contents: Contents,
        now: float,
        doubt: frozenset[Cell] = frozenset(),
        misread: frozenset[Cell] = frozenset(),
    ) -> SettledBoard:
        first = self._seen.accepted is None
        fresh = self._seen.settle(contents, now, doubt)
        self._doubt = doubt
        since = float(self._seen.since[fresh].max()) if fresh.any() else now
        came = [] if first else [(cell, self._seen.since_of(cell)) for cell in cells_of(fresh & (contents != EMPTY))]
        arrivals = tuple(sorted(came, key=lambda each: each[1]))
        return SettledBoard(as_board(contents, self.spec), since, now, doubt, misread, arrivals)


def _unsupported(contents: Contents) -> Mask:
    """Discs with an empty cell right below, bool (rows, columns)."""
    discs = contents != EMPTY
    hanging = np.zeros_like(discs)
    hanging[1:] = discs[1:] & ~discs[:-1]
    return hanging


def _lead(contents: Contents) -> int:
    """By how many discs one colour is ahead."""
    return int(abs((contents == RED).sum() - (contents == YELLOW).sum()))


def _impossible(before: Contents, after: Contents) -> Mask:
    """Changes that discs don't make: one in the air, one gone from under another, one turned into the other colour."""
    fewer = (after != EMPTY).sum(axis=0) < (before != EMPTY).sum(axis=0)  # what slid down when its column lost a disc
    turned = (before != EMPTY) & (after != EMPTY) & (before != after) & ~fewer
    hanging = _unsupported(after)
    under = np.zeros_like(hanging)
    under[:-1] = hanging[1:] & (before[:-1] != EMPTY)
    return np.asarray(hanging | under | turned)


def _recoloured(before: Contents, after: Contents) -> frozenset[Cell]:
    """Cells whose disc changed colour in its place while no column lost or gained a disc: a misreading, now or then."""
    if ((before == EMPTY) != (after == EMPTY)).any():
        return frozenset()
    return cells_of(before != after)
