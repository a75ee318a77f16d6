"""What has been seen of each cell, in seconds of clear sight.

A content gathers evidence while it is seen, loses it twice as fast while something else is seen, and keeps it while
the cell is hidden or unclear: a hand pauses the count, it does not reset it. A cell that looks as it did when its
content was settled counts as that content, whatever it is read as.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from referee.board import Cell
from vision import params as P
from vision.cells import BoardReading
from vision.decode import EMPTY, RED
from vision.memory import Looks, Mask

Contents = NDArray[np.int64]
"""What is in each cell, int (rows, columns), [row - 1][column - 1]: 0 empty, 1 red, 2 yellow."""


@dataclass
class Evidence:
    """What has been gathered per cell, [row - 1][column - 1]; times in seconds. Changes in place.

    accepted: the settled contents, None before the first. evidence: clear sight of each content. against: clear sight
    of another content in a cell that looks as it did. trust: clear sight of the settled content while it was settled,
    as read. since: when the leading content was first seen. seen: the content last seen clearly, −1 none. clear_s: when
    the settled one was last seen well. mean: summed shares. arrived: contents that came while it was watched.
    settled_s: when each was settled.
    """

    shape: tuple[int, int]
    accepted: Contents | None = None
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

    def count(self, reading: BoardReading, gap: float, looks: Looks | None) -> None:
        """Add what one reading shows. gap: for how many seconds it counts. looks: beside what is remembered."""
        now = reading.t_s
        p, visible = np.asarray(reading.p, np.float64), reading.visible
        self.watched_s += gap
        self.mean[visible] += gap * p[visible]
        if self.accepted is not None:
            self._count_trust(p, visible, gap, looks)
        known = np.zeros(visible.shape, np.int64) if self.accepted is None else self.accepted
        p, visible = _as_remembered(p, visible, known, looks)
        content, weight = p.argmax(axis=-1), _weight(p, visible)
        clear = weight > 0
        again, fresh = clear & (content == self.seen), clear & (content != self.seen)
        if self.accepted is not None:
            self.clear_s[(content == self.accepted) & (weight >= P.WELL_SEEN)] = now
        self.seen[clear] = content[clear]
        own = np.eye(3)[content]
        added = np.where(again, weight, 0.0)[..., None] * own - P.FORGET_RATE * weight[..., None] * (1 - own)
        begun = fresh & ((self.evidence * own).sum(axis=-1) <= 0)
        self.since[begun] = now
        self.evidence = np.clip(self.evidence + gap * added, 0.0, self._most())

    def _count_trust(self, p: NDArray[np.float64], visible: Mask, gap: float, looks: Looks | None) -> None:
        """Sight of the settled content as it is read, and sight of others in cells that look as they did."""
        assert self.accepted is not None
        weight, content = _weight(p, visible), p.argmax(axis=-1)
        same = content == self.accepted
        self.trust = np.minimum(self.trust + gap * weight * same, P.MOST_TRUST_S)
        familiar = np.zeros(same.shape, bool) if looks is None else looks.familiar
        sure = familiar & ~same & (p.max(axis=-1) >= P.RECONSIDER_SIGHT)
        self.against += gap * np.where(sure[..., None], np.eye(3)[content], -P.FORGET_RATE * same[..., None])
        self.against.clip(0.0, P.MOST_TRUST_S, out=self.against)

    def _most(self) -> NDArray[np.float64]:
        """The cap of each content's evidence: low for what is settled, so that a change need not outweigh the past."""
        most = np.full(self.evidence.shape, P.MOST_EVIDENCE_S)
        if self.accepted is not None:
            np.put_along_axis(most, self.accepted[..., None], P.SETTLED_EVIDENCE_S, axis=-1)
        return most

    def leaders(self) -> Contents:
        """The content with most evidence in each cell; where there is none, the settled one."""
        leaders = self.evidence.argmax(axis=-1)
        if self.accepted is not None:
            none = self.evidence.max(axis=-1) <= 0
            leaders[none] = self.accepted[none]
        return leaders

    def settle(self, contents: Contents, now: float, doubt: Collection[Cell]) -> Mask:
        """From now on this is what is settled; the cells in which it is new, bool (rows, columns)."""
        first = self.accepted is None
        fresh = np.ones(self.shape, bool) if self.accepted is None else contents != self.accepted
        self.settled_s[fresh] = now
        self.evidence[fresh] *= np.eye(3)[contents[fresh]]  # what was counted for anything else was mistaken
        self.arrived = (self.arrived | (fresh & (not first))) & (contents != EMPTY)
        self.trust[fresh], self.against[fresh] = 0.0, 0.0
        self.clear_s[fresh & ~mask_of(doubt, self.shape)] = now
        self.accepted = contents.copy()
        return fresh

    def changing(self) -> Mask:
        """Cells that seem to hold something else than what is settled, bool (rows, columns)."""
        none = np.zeros(self.shape, bool)
        return none if self.accepted is None else self.leaders() != self.accepted

    def unclear(self, now: float) -> frozenset[Cell]:
        """Cells not well seen of late to hold what is settled."""
        return cells_of(now - self.clear_s > P.UNSEEN_S)

    def since_of(self, cell: Cell) -> float:
        """When its content was first seen, s."""
        return float(self.since[cell.row - 1, cell.column - 1])


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


def mask_of(cells: Collection[Cell], shape: tuple[int, int]) -> Mask:
    """The cells as bool (rows, columns), [row - 1][column - 1]."""
    mask = np.zeros(shape, bool)
    for column, row in cells:
        mask[row - 1, column - 1] = True
    return mask


def cells_of(mask: Mask) -> frozenset[Cell]:
    """The inverse of `mask_of`."""
    return frozenset(Cell(int(c) + 1, int(r) + 1) for r, c in np.argwhere(mask))
