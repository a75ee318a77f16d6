"""How each cell looked while its content was known: "only the light changed" is decided before "who moved".

A reader of single pictures can take a table seen through a hole for a disc. But what shows through the hole was there
before the first disc came: a cell that looks as it did holds what it held, whatever it may resemble. Light is divided
out, once by the gain of the whole face, once by that of the plate around the cell; the smaller difference counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import BoardSpec, Disc
from vision import params as P

Face = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Tint = tuple[float, float, float]
"""A colour relative to the plate beside it: blue, green, red."""

NO_TINTS: Mapping[str, Tint] = MappingProxyType({})

POOL = 6
"""Places across a cell after averaging; the middle four of them each way are the hole's."""


@dataclass(frozen=True)
class Looks:
    """One face beside the memory, [row - 1][column - 1].

    difference: float32 (rows, columns), mean relative difference of the hole to its remembered look, 0 for the same,
    inf where nothing is remembered. covered: bool (rows, columns), something stands before the plate around the hole.
    resembles: int (rows, columns), red or yellow where a cell looks otherwise than it did and just like the known discs
    of that colour, unlike those of the other and unlike the empty cells near by; 0 elsewhere, and where too many cells
    look otherwise for discs to have come.
    """

    difference: NDArray[np.float32]
    covered: Mask
    resembles: NDArray[np.int64]

    @property
    def familiar(self) -> Mask:
        """Cells that look as they did."""
        return np.asarray((self.difference < P.SAME_LOOK) & ~self.covered)

    @property
    def strange(self) -> Mask:
        """Cells that look clearly different from before."""
        return np.asarray(np.isfinite(self.difference) & (self.difference > P.OTHER_LOOK))


@dataclass(frozen=True)
class _View:
    """A face averaged down. holes: float32 (rows, columns, 4, 4, 3); plate: float32 (rows + 1, columns + 1, 3)."""

    holes: NDArray[np.float32]
    plate: NDArray[np.float32]


@dataclass(frozen=True)
class Remembered:
    """A look to be kept. holes: uint8 (rows, columns, 4, 4, 3); plate: uint8 (rows + 1, columns + 1, 3); both BGR.

    tints: the discs' colours by letter, as far as they were taught.
    """

    HOLE: ClassVar[tuple[int, int, int]] = (POOL - 2, POOL - 2, 3)

    holes: NDArray[np.uint8]
    plate: NDArray[np.uint8]
    tints: Mapping[str, Tint] = field(default_factory=lambda: NO_TINTS)

    def tint(self, row: int, column: int) -> NDArray[np.float64]:
        """A cell's mean colour relative to the plate beside it, (3,), see `Tint`; indices from 0."""
        plate = self.plate[row : row + 2, column : column + 2].mean(axis=(0, 1)) + P.LOOK_OFFSET
        return np.asarray((self.holes[row, column].mean(axis=(0, 1)) + P.LOOK_OFFSET) / plate, np.float64)


def look_of(face: Face, spec: BoardSpec) -> Remembered:
    """How a rectified face looks."""
    view = _view(face, spec)
    return Remembered(view.holes.round().astype(np.uint8), view.plate.round().astype(np.uint8))


class Memory:
    """What the cells of one held grid look like. Changes in place."""

    def __init__(self, spec: BoardSpec) -> None:
        self.spec = spec
        self._known: Mask = np.zeros((spec.rows, spec.columns), bool)
        self._taught: Mapping[str, Tint] = NO_TINTS
        self._view: _View | None = None
        self._plate_known: Mask = np.zeros((spec.rows + 1, spec.columns + 1), bool)
        self._waiting_s = np.full(self._known.shape, np.inf)
        self._learned_s = -np.inf

    def forget(self) -> None:
        """Another grid, another view through the holes."""
        self._known[:] = False
        self._plate_known[:] = False
        self._waiting_s[:] = np.inf
        self._view = None

    def recall(self, known: Remembered, face: Face) -> bool:
        """Take up a look from earlier, all of it empty cells, if enough of the face still looks like it; did it?

        With it the colours that were taught then: they count until a disc of that colour is known here.
        """
        self._view = _View(known.holes.astype(np.float32), known.plate.astype(np.float32))
        self._known[:] = True
        self._plate_known[:] = True
        fits = bool(self.compare(face).familiar.mean() >= P.PROFILE_FITS)
        self._taught = known.tints if fits else NO_TINTS
        if not fits:
            self.forget()
        return fits

    def forget_cells(self, cells: Mask) -> None:
        """Their content has changed, bool (rows, columns)."""
        self._known &= ~cells

    def follow(self, face: Face, looks: Looks, agreed: Mask, t_s: float) -> None:
        """Learn as the light moves: what looks as it did soon, what looks otherwise once it was read alike for long.

        agreed: cells whose reading says what is settled, bool (rows, columns). t_s: seconds.
        """
        if not 0 <= t_s - self._learned_s < P.LEARN_EVERY_S:
            self._learned_s = t_s
            self.learn(face, looks.familiar, P.LEARN_SHARE)
        waiting = ~looks.familiar & (agreed | looks.covered)
        self._waiting_s = np.where(waiting, np.minimum(self._waiting_s, t_s), np.inf)
        waited = t_s - self._waiting_s
        if (due := agreed & (waited >= P.RELEARN_S)).any():
            self.learn(face, due)
        if (stays := ~agreed & (waited >= P.COVERED_MOST_S)).any():
            self.learn(face, stays)
            self.forget_cells(stays)

    def compare(self, face: Face, contents: NDArray[np.int64] | None = None) -> Looks:
        """How a rectified face, uint8, differs from what is remembered. contents: what is settled, (rows, columns)."""
        view, nothing = _view(face, self.spec), np.zeros(self._known.shape, np.int64)
        if self._view is None:
            return Looks(np.full(self._known.shape, np.inf, np.float32), nothing > 0, nothing)
        gain = self._gain(view)
        plate = _relative(view.plate, gain * (self._view.plate + P.LOOK_OFFSET) - P.LOOK_OFFSET)
        strange = (plate.mean(axis=-1) > P.COVERED_LOOK) & self._plate_known
        covered = _around(strange.astype(np.int64)).sum(axis=0) >= P.COVERED_CORNERS
        difference = np.where(self._known, self._difference(view, gain), np.inf).astype(np.float32)
        looks = Looks(difference, covered, nothing)
        if contents is None or not 0 < looks.strange.sum() <= P.STRANGE_MOST:
            return looks
        return replace(looks, resembles=_resembling(view, looks, contents, self._taught))

    def learn(self, face: Face, cells: Mask, share: float = 1.0) -> None:
        """Remember these cells, bool (rows, columns), and the plate around them; share: how much of the new look."""
        view = _view(face, self.spec)
        if self._view is None:
            self._view = _View(view.holes.copy(), view.plate.copy())
        corners = np.zeros(self._plate_known.shape, bool)
        for part in _corner_slices():
            corners[part] |= cells
        for mask, known, mine, new in (
            (cells, self._known, self._view.holes, view.holes),
            (corners, self._plate_known, self._view.plate, view.plate),
        ):
            fresh, again = mask & ~known, mask & known
            mine[fresh] = new[fresh]
            mine[again] += share * (new[again] - mine[again])
            known |= mask

    def _gain(self, view: _View) -> NDArray[np.float32]:
        """The light of the whole face relative to the remembered, (3,): most cells didn't change."""
        assert self._view is not None
        before, now = self._view.holes[self._known], view.holes[self._known]
        if not len(before):
            before, now = self._view.plate, view.plate
        ratio = (now.reshape(-1, 3) + P.LOOK_OFFSET) / (before.reshape(-1, 3) + P.LOOK_OFFSET)
        return np.asarray(np.median(ratio, axis=0), np.float32)

    def _difference(self, view: _View, gain: NDArray[np.float32]) -> NDArray[np.float32]:
        assert self._view is not None
        ratio = (view.plate + P.LOOK_OFFSET) / (self._view.plate + P.LOOK_OFFSET)
        local = np.median(_around(ratio), axis=0)[:, :, None, None]
        before = self._view.holes + P.LOOK_OFFSET
        differences = [
            _relative(view.holes, light * before - P.LOOK_OFFSET).mean(axis=(2, 3, 4)) for light in (gain, local)
        ]
        return np.asarray(np.minimum(*differences), np.float32)


def _resembling(
    view: _View, looks: Looks, contents: NDArray[np.int64], taught: Mapping[str, Tint]
) -> NDArray[np.int64]:
    """Which of the known contents each strange cell looks like, in the light of the plate around it.

    taught: the colours of discs of which none is known here yet.
    """
    plate = _around(view.plate).mean(axis=0) + P.LOOK_OFFSET
    tints = (view.holes.mean(axis=(2, 3)) + P.LOOK_OFFSET) / plate
    found = np.zeros_like(contents)
    for row, column in np.argwhere(looks.strange & ~looks.covered):
        away = _apart(tints, tints[row, column])
        beside = np.zeros_like(looks.covered)
        beside[max(0, row - 1) : row + 2, max(0, column - 2) : column + 3] = True
        alike = [looks.familiar & (contents == c) & (beside | (c > 0)) for c in range(3)]
        nearest = [away[mask].min(initial=np.inf) for mask in alike]
        for colour in Disc:
            if colour.letter in taught and not (contents == colour).any():
                nearest[colour] = float(_apart(np.array(taught[colour.letter]), tints[row, column]))
        for disc, other in ((1, 2), (2, 1)):
            if nearest[disc] < P.LIKE_LOOK and min(nearest[0], nearest[other]) > P.UNLIKE_LOOK:
                found[row, column] = disc
    return found


def _apart(tints: NDArray[np.floating], tint: NDArray[np.floating]) -> NDArray[np.floating]:
    """Relative differences of colours (…, 3) to one (3,): (…)."""
    return np.asarray(np.abs(tints - tint).mean(axis=-1) / (tints + tint).mean(axis=-1) * 2)


def _view(face: Face, spec: BoardSpec) -> _View:
    """The face averaged down to `POOL` places a cell, cut into holes and the points between four of them."""
    pool = P.CELL_PX // POOL
    edge = round((P.FACE_MARGIN - 0.5) * P.CELL_PX) - pool
    inner = face[edge : edge + (spec.rows * POOL + 2) * pool, edge : edge + (spec.columns * POOL + 2) * pool]
    size = (spec.columns * POOL + 2, spec.rows * POOL + 2)
    small = cv2.resize(inner, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    cells = small[1:-1, 1:-1].reshape(spec.rows, POOL, spec.columns, POOL, 3)[::-1]
    holes = np.ascontiguousarray(cells[:, 1:-1, :, 1:-1].transpose(0, 2, 1, 3, 4))
    points = [small[y::POOL, x::POOL][: spec.rows + 1, : spec.columns + 1] for y in (0, 1) for x in (0, 1)]
    return _View(holes, np.ascontiguousarray(np.mean(points, axis=0)[::-1]))


def _relative(now: NDArray[np.floating], before: NDArray[np.floating]) -> NDArray[np.float32]:
    """Difference relative to the brightness, where the dark counts as a little brighter than it is: it is noise."""
    return np.asarray(np.abs(now - before) / (np.maximum(before, 0.0) + P.LOOK_LEVEL), np.float32)


def _corner_slices() -> list[tuple[slice, slice]]:
    """The four points around each cell, as parts of (rows + 1, columns + 1)."""
    low, high = slice(None, -1), slice(1, None)
    return [(low, low), (low, high), (high, low), (high, high)]


def _around(points: NDArray) -> NDArray:
    """Values at the points, (rows + 1, columns + 1, …) → of each cell's four, (4, rows, columns, …)."""
    return np.stack([points[part] for part in _corner_slices()])
