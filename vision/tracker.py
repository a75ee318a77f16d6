"""From readings to settled boards: evidence in seconds of clear sight, cell by cell.

A content gathers evidence while it is seen, loses it twice as fast while something else is seen, and keeps it while
the cell is hidden or unclear: a hand pauses the count, it does not reset it. A change is settled when its evidence
suffices: little for a board that the game expects, more for anything else, most for what discs don't do. What the game
expects only shortens the wait for what is clearly seen; it never adds a disc nor takes one away.

A cell that looks as it did when its content was settled holds what it held. If its reading says otherwise for long
all the same, then it was misread before: that is taken back as a misreading, never reported as something played.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, BoardSpec, Cell
from vision import params as P
from vision.cells import BoardReading
from vision.decode import EMPTY, RED, as_board, as_contents, decode
from vision.memory import Looks, Mask

Contents = NDArray[np.int64]


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


@dataclass
class _Counts:
    """What has been gathered per cell, [row - 1][column - 1]; times in seconds.

    evidence: clear sight of each content. against: clear sight of another content in a cell that looks as it did.
    trust: clear sight of the settled content while it was settled, as read. since: when the leading content was first
    seen. seen: the content last seen clearly, −1 none. clear_s: when the settled one was last seen well. mean: summed
    shares. arrived: contents that came while it was watched. settled_s: when each was settled.
    """

    shape: tuple[int, int]
    evidence: NDArray[np.float64] = field(init=False)
    against: NDArray[np.float64] = field(init=False)
    mean: NDArray[np.float64] = field(init=False)
    trust: NDArray[np.float64] = field(init=False)
    since: NDArray[np.float64] = field(init=False)
    clear_s: NDArray[np.float64] = field(init=False)
    arrived: Mask = field(init=False)
    settled_s: NDArray[np.float64] = field(init=False)
    seen: Contents = field(init=False)
    watched_s: float = 0.0

    def __post_init__(self) -> None:
        self.trust, self.since = np.zeros(self.shape), np.zeros(self.shape)
        self.arrived, self.settled_s = np.zeros(self.shape, bool), np.full(self.shape, -np.inf)
        self.forget()

    def forget(self) -> None:
        """After a new grid: what was counted may have been other cells."""
        self.evidence, self.against, self.mean = (np.zeros((*self.shape, 3)) for _ in range(3))
        self.clear_s = np.full(self.shape, -np.inf)
        self.seen = np.full(self.shape, -1)
        self.watched_s = 0.0


class Tracker:
    """Holds the evidence of one film. Changes in place: it is fed frame by frame, and only its answers are kept."""

    def __init__(self, spec: BoardSpec | None = None, start: Board | None = None) -> None:
        self.spec = spec or BoardSpec()
        self._counts = _Counts((self.spec.rows, self.spec.columns))
        self._accepted = None if start is None else as_contents(start)
        self._doubt: frozenset[Cell] = frozenset()
        self._last_s: float | None = None

    @property
    def board(self) -> Board | None:
        """The last settled board, or the start given."""
        return None if self._accepted is None else as_board(self._accepted, self.spec)

    @property
    def contents(self) -> Contents | None:
        """The same as contents, int (rows, columns)."""
        return None if self._accepted is None else self._accepted.copy()

    @property
    def undecided(self) -> bool:
        """Whether another look is worth its while: no first board yet, or some cell seems to change."""
        if self._accepted is None or self._doubt:
            return True
        return bool(((self._leaders() != self._accepted) & (self._counts.evidence.max(axis=-1) > 0)).any())

    def changing(self) -> frozenset[Cell]:
        """Cells that look different from the settled board, but not yet for long enough."""
        if self._accepted is None:
            return frozenset()
        return _cells((self._leaders() != self._accepted) & (self._counts.evidence.max(axis=-1) > 0))

    def evidence(self) -> NDArray[np.float64]:
        """Seconds of clear sight of each content, (rows, columns, 3)."""
        return self._counts.evidence.copy()

    def forget_evidence(self) -> None:
        """After a new grid: what was counted may have been other cells. The settled board stays."""
        self._counts.forget()
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
        self._count(reading, gap, looks)
        if self._accepted is None:
            return self._first(reading.t_s, expected)
        return self._next(reading.t_s, expected) or self._reconsidered(reading.t_s) or self._less_doubt(reading.t_s)

    # --- Counting -----------------------------------------------------------------------------------------------------

    def _count(self, reading: BoardReading, gap: float, looks: Looks | None) -> None:
        counts, now = self._counts, reading.t_s
        p, visible = np.asarray(reading.p, np.float64), reading.visible
        counts.watched_s += gap
        counts.mean[visible] += gap * p[visible]
        if self._accepted is not None:
            self._count_trust(p, visible, gap, looks)
        known = np.zeros(visible.shape, np.int64) if self._accepted is None else self._accepted
        p, visible = _as_remembered(p, visible, known, looks)
        content, weight = p.argmax(axis=-1), _weight(p, visible)
        clear = weight > 0
        again, fresh = clear & (content == counts.seen), clear & (content != counts.seen)
        if self._accepted is not None:
            counts.clear_s[(content == self._accepted) & (weight >= P.WELL_SEEN)] = now
        counts.seen[clear] = content[clear]
        own = np.eye(3)[content]
        added = np.where(again, weight, 0.0)[..., None] * own - P.FORGET_RATE * weight[..., None] * (1 - own)
        begun = fresh & ((counts.evidence * own).sum(axis=-1) <= 0)
        counts.since[begun] = now
        counts.evidence = np.clip(counts.evidence + gap * added, 0.0, self._most())

    def _count_trust(self, p: NDArray[np.float64], visible: Mask, gap: float, looks: Looks | None) -> None:
        """Sight of the settled content as it is read, and sight of others in cells that look as they did."""
        assert self._accepted is not None
        counts = self._counts
        weight, content = _weight(p, visible), p.argmax(axis=-1)
        same = content == self._accepted
        counts.trust = np.minimum(counts.trust + gap * weight * same, P.MOST_TRUST_S)
        familiar = np.zeros(same.shape, bool) if looks is None else looks.familiar
        sure = familiar & ~same & (p.max(axis=-1) >= P.RECONSIDER_SIGHT)
        counts.against += gap * np.where(sure[..., None], np.eye(3)[content], -P.FORGET_RATE * same[..., None])
        counts.against.clip(0.0, P.MOST_TRUST_S, out=counts.against)

    def _most(self) -> NDArray[np.float64]:
        """The cap of each content's evidence: low for what is settled, so that a change need not outweigh the past."""
        most = np.full(self._counts.evidence.shape, P.MOST_EVIDENCE_S)
        if self._accepted is not None:
            np.put_along_axis(most, self._accepted[..., None], P.SETTLED_EVIDENCE_S, axis=-1)
        return most

    def _leaders(self) -> Contents:
        """The content with most evidence in each cell; where there is none, the settled one."""
        evidence = self._counts.evidence
        leaders = evidence.argmax(axis=-1)
        if self._accepted is not None:
            none = evidence.max(axis=-1) <= 0
            leaders[none] = self._accepted[none]
        return leaders

    # --- Settling -----------------------------------------------------------------------------------------------------

    def _first(self, now: float, expected: Collection[Board]) -> SettledBoard | None:
        """The first board: every cell seen for a while and no disc in the air; or, in time, what else speaks for it.

        What is remembered before a first board is the empty board of an earlier set-up.
        """
        evidence = self._counts.evidence
        known, leaders = evidence.max(axis=-1) >= P.HOLD_FIRST_S, evidence.argmax(axis=-1)
        if known.all() and not _unsupported(leaders).any():
            return self._settle(leaders, now)
        if self._counts.watched_s < P.FIRST_PATIENCE_S or known.mean() < P.FIRST_LEAST_KNOWN:
            return None
        for board in expected:
            if (as_contents(board) == leaders)[known].all():
                return self._settle(as_contents(board), now)
        return self._first_by_gravity(known, leaders, now)

    def _first_by_gravity(self, known: Mask, leaders: Contents, now: float) -> SettledBoard | None:
        """Where cells stay unclear or hidden: a disc tells what lies below it, an empty grid has no lone disc."""
        shares = np.where(known[..., None], np.eye(3)[leaders], self._counts.mean + P.CELL_FLOOR)
        shares /= shares.sum(axis=-1, keepdims=True)
        hidden = ~known & (self._counts.mean.sum(axis=-1) < P.HOLD_FIRST_S)
        if hidden.any() and self._counts.watched_s < P.FIRST_PATIENCE_HIDDEN_S:
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
        accepted = self._accepted
        assert accepted is not None
        leaders = self._leaders()
        changed = leaders != accepted
        if not changed.any():
            return None
        strength = np.take_along_axis(self._counts.evidence, leaders[..., None], axis=-1)[..., 0]
        for part in self._parts(changed & (strength >= P.HOLD_EXPECTED_S)):
            quick = np.where(part, leaders, accepted)
            if as_board(quick, self.spec) in expected:
                return self._settle(quick, now, self._unclear(now) - _cells(changed))
        if (strength[changed] < P.QUIET_S).any():
            return None  # something is still moving
        hold = np.where(_impossible(accepted, leaders), P.HOLD_IMPOSSIBLE_S, P.HOLD_OTHER_S)
        if (strength[changed] < hold[changed]).any():
            return None
        lasted = self._counts.since - self._counts.settled_s
        brief = (accepted != EMPTY) & (leaders == EMPTY) & (lasted < P.BRIEF_S)
        doubt = self._unclear(now) - _cells(changed)
        return self._settle(leaders, now, doubt, _recoloured(accepted, leaders) | _cells(brief))

    def _parts(self, mask: Mask) -> Iterator[Mask]:
        """All of the cells at once, then each alone, the earliest first."""
        if not mask.any():
            return
        yield mask
        cells = np.argwhere(mask)
        if len(cells) > 1:
            for row, column in cells[np.argsort(self._counts.since[mask], kind="stable")]:
                alone = np.zeros_like(mask)
                alone[row, column] = True
                yield alone

    def _reconsidered(self, now: float) -> SettledBoard | None:
        """Cells that look as they did and have been read otherwise for longer than they were read as settled."""
        assert self._accepted is not None
        against = self._counts.against
        came = self._counts.arrived & (against.argmax(axis=-1) == EMPTY)  # something came there, whatever it is
        wrong = (against.max(axis=-1) >= np.maximum(P.RECONSIDER_S, self._counts.trust)) & ~came
        if not wrong.any():
            return None
        contents = np.where(wrong, against.argmax(axis=-1), self._accepted)
        if _unsupported(contents).any():
            return None
        return self._settle(contents, now, self._unclear(now) - _cells(wrong), _cells(wrong))

    def _less_doubt(self, now: float) -> SettledBoard | None:
        """The same board again, once cells that weren't seen when it was settled have been."""
        if not self._doubt or self._accepted is None:
            return None
        doubt = self._doubt & self._unclear(now)
        if doubt == self._doubt or self.changing() & self._doubt:
            return None
        self._doubt = doubt
        return SettledBoard(as_board(self._accepted, self.spec), now, now, doubt)

    def _unclear(self, now: float) -> frozenset[Cell]:
        """Cells not well seen of late to hold what is settled."""
        return _cells(now - self._counts.clear_s > P.UNSEEN_S)

    def _settle(
        self,
        contents: Contents,
        now: float,
        doubt: frozenset[Cell] = frozenset(),
        misread: frozenset[Cell] = frozenset(),
    ) -> SettledBoard:
        counts = self._counts
        fresh = np.ones(contents.shape, bool) if self._accepted is None else contents != self._accepted
        first = self._accepted is None
        order = sorted(_cells(fresh & (contents != EMPTY)), key=lambda c: counts.since[c.row - 1, c.column - 1])
        arrivals = () if first else tuple((c, float(counts.since[c.row - 1, c.column - 1])) for c in order)
        counts.settled_s[fresh] = now
        counts.evidence[fresh] *= np.eye(3)[contents[fresh]]  # what was counted for anything else was mistaken
        counts.arrived = (counts.arrived | (fresh & (not first))) & (contents != EMPTY)
        self._accepted, self._doubt = contents.copy(), doubt
        counts.trust[fresh], counts.against[fresh] = 0.0, 0.0
        counts.clear_s[fresh & ~mask_of(doubt, contents.shape)] = now
        since = float(counts.since[fresh].max()) if fresh.any() else now
        return SettledBoard(as_board(contents, self.spec), since, now, doubt, misread, arrivals)


def _as_remembered(
    p: NDArray[np.float64], visible: Mask, accepted: Contents, looks: Looks | None
) -> tuple[NDArray[np.float64], Mask]:
    """Readings beside the memory: what looks as it did is what it was; what looks otherwise is that less likely."""
    if looks is None:
        return p, visible
    own = np.eye(3)[accepted]
    if 0 < looks.strange.sum() <= P.STRANGE_MOST:  # of more at once it wasn't a disc that changed the look
        p = p * np.where(looks.strange[..., None] & (own > 0), P.STRANGE_WEIGHT, 1.0)
        p /= p.sum(axis=-1, keepdims=True)
        like = looks.resembles[..., None]
        like = np.where(p[..., RED:].argmax(axis=-1)[..., None] + RED == like, like, 0)  # as the reading leans
        shares = np.where(np.arange(3) == like, P.RESEMBLES_SHARE, (1 - P.RESEMBLES_SHARE) / 2)
        helped = (like > 0) & visible[..., None] & (p.max(axis=-1, keepdims=True) < P.RESEMBLES_SHARE)
        p = np.where(helped, shares, p)
    p = np.where(looks.familiar[..., None], own, p)
    return p, (visible | looks.familiar) & ~looks.covered


def _weight(p: NDArray[np.float64], visible: Mask) -> NDArray[np.float64]:
    """How much a second of this sight counts, 0–1."""
    share = (p.max(axis=-1) - P.CLEAR_SIGHT) / (P.FULL_SIGHT - P.CLEAR_SIGHT)
    return np.where(visible, np.clip(share, 0.0, 1.0), 0.0)


def _unsupported(contents: Contents) -> Mask:
    """Discs with an empty cell right below, bool (rows, columns)."""
    discs = contents != EMPTY
    hanging = np.zeros_like(discs)
    hanging[1:] = discs[1:] & ~discs[:-1]
    return hanging


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
    return _cells(before != after)


def mask_of(cells: Collection[Cell], shape: tuple[int, int]) -> Mask:
    """The cells as bool (rows, columns), [row - 1][column - 1]."""
    mask = np.zeros(shape, bool)
    for column, row in cells:
        mask[row - 1, column - 1] = True
    return mask


def _cells(mask: Mask) -> frozenset[Cell]:
    return frozenset(Cell(int(c) + 1, int(r) + 1) for r, c in np.argwhere(mask))
