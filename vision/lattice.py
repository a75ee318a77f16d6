"""From blobs to a lattice: seeds of three neighbours, grown step by step, then held together by a homography.

A blob is taken for a circle seen from the side. Made round again, its neighbours on the board stand at right angles
and equally far: that tells rows and columns from diagonals before anything is grown.
"""

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import params as P
from vision.blobs import Blobs
from vision.geometry import fit_homography

Index = tuple[int, int]
"""A lattice place: steps to the right and steps down from the seed."""

_STEPS: tuple[Index, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True)
class Lattice:
    """Blobs that stand in rows and columns.

    index_to_image: homography float64 (3, 3), lattice places → px. members: place → number of its blob.
    hole_size: median blob area as a share of a cell's area. blobs: where the members' numbers point.
    """

    index_to_image: NDArray[np.float64]
    members: dict[Index, int]
    hole_size: float
    blobs: Blobs

    def pitch_px(self) -> float:
        """The median distance between neighbouring places, px."""
        places = np.array(list(self.members), np.float64)
        return float(np.median(np.sqrt(_cell_areas(self.index_to_image, places))))


def find_lattices(blobs: Blobs) -> list[Lattice]:
    """Lattices of at least `LATTICE_LEAST` blobs, those with most members first; the same blobs give the same list."""
    found: list[Lattice] = []
    used: set[int] = set()
    tried = 0
    least_area = 0.0
    for seed in range(len(blobs)):
        if seed in used or blobs.area[seed] < least_area:
            continue
        pairs = list(_seed_pairs(blobs, seed))
        tried += bool(pairs) * (P.SEED_PLENTY_COST if least_area else 1)
        for lattice in _grown(blobs, seed, pairs):
            found.append(lattice)
            used.update(lattice.members.values())
            if len(lattice.members) >= P.LATTICE_PLENTY:
                areas = blobs.area[list(lattice.members.values())]
                least_area = max(least_area, float(np.median(areas)) * P.LATTICE_LARGER**2)
        if tried >= P.SEEDS_TRIED:
            break
    return sorted(found, key=lambda lattice: -len(lattice.members))


def _grown(blobs: Blobs, seed: int, pairs: list[tuple[int, int]]) -> Iterator[Lattice]:
    for right, down in pairs:
        members = _grow(blobs, seed, right, down)
        if len(members) >= P.LATTICE_LEAST:
            lattice = _refine(blobs, members)
            if lattice is not None:
                yield lattice
                if len(lattice.members) >= P.LATTICE_PLENTY:
                    return


def _seed_pairs(blobs: Blobs, seed: int) -> Iterator[tuple[int, int]]:
    """The `SEED_PAIRS` nearest pairs (neighbour to the right, neighbour below)."""
    round_again = _whitening(blobs.covariance[seed])
    offset = (blobs.centre - blobs.centre[seed]) @ round_again.T
    distance = np.hypot(offset[:, 0], offset[:, 1])
    similar = np.abs(np.log(blobs.area / blobs.area[seed])) < P.SEED_SIZE_LOG
    near = np.nonzero((distance > P.SEED_PITCH[0]) & (distance < P.SEED_PITCH[1]) & similar)[0]
    near = near[np.argsort(distance[near], kind="stable")][: P.SEED_NEIGHBOURS]
    candidates = []
    apart = _apart(offset, near)
    for right in apart:
        for down in apart:
            if _is_corner(offset[right], offset[down]):
                fourth = np.hypot(*(offset[near] - offset[right] - offset[down]).T).min()
                if fourth < P.SEED_FOURTH * min(distance[right], distance[down]):
                    candidates.append((float(distance[right] + distance[down]), int(right), int(down)))
    for _, right, down in sorted(candidates)[: P.SEED_PAIRS]:
        yield right, down


def _whitening(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    """The (2, 2) matrix that makes an ellipse of this covariance a circle of radius 1."""
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors @ np.diag(0.5 / np.sqrt(values)) @ vectors.T)


def _apart(offset: NDArray[np.float64], near: NDArray[np.int64]) -> list[int]:
    """Of the nearest, at most `SEED_APART` that stand at different places."""
    apart: list[int] = []
    for j in near:
        if all(np.hypot(*(offset[j] - offset[k])) > P.SEED_APART_RADII for k in apart):
            apart.append(int(j))
        if len(apart) == P.SEED_APART:
            break
    return apart


def _is_corner(right: NDArray[np.float64], down: NDArray[np.float64]) -> bool:
    """Two steps at nearly a right angle, of nearly equal length, the first one pointing rather right."""
    a, b = math.hypot(*right), math.hypot(*down)
    sine = (right[0] * down[1] - right[1] * down[0]) / (a * b)
    equal = 1 / P.SEED_EQUAL < a / b < P.SEED_EQUAL
    return bool(equal and sine > P.SEED_SQUARE and right[0] >= P.SEED_RIGHTWARD * abs(right[1]))


def _grow(blobs: Blobs, seed: int, right: int, down: int) -> dict[Index, int]:
    """Breadth first from three blobs; each step is predicted from the nearest steps already known."""
    members: dict[Index, int] = {(0, 0): seed, (1, 0): right, (0, 1): down}
    first = (blobs.centre[right] - blobs.centre[seed], blobs.centre[down] - blobs.centre[seed])
    steps = dict.fromkeys(members, first)
    taken = set(members.values())
    log_area = np.log(blobs.area)
    queue = deque(members)
    while queue:
        place = queue.popleft()
        here = members[place]
        u = _local_step(blobs.centre, members, place, (1, 0), steps[place][0])
        v = _local_step(blobs.centre, members, place, (0, 1), steps[place][1])
        for dx, dy in _STEPS:
            target = (place[0] + dx, place[1] + dy)
            if target in members or max(abs(target[0]), abs(target[1])) > P.GROW_LIMIT:
                continue
            blob = _nearest(blobs.centre, log_area, here, dx * u + dy * v)
            if blob is not None and blob not in taken:
                members[target] = blob
                steps[target] = (u, v)
                taken.add(blob)
                queue.append(target)
    return members


def _local_step(
    centre: NDArray[np.float64], members: dict[Index, int], place: Index, step: Index, known: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The step in px around `place`, from its neighbours both ways, one way, or as inherited."""
    ahead = members.get((place[0] + step[0], place[1] + step[1]))
    behind = members.get((place[0] - step[0], place[1] - step[1]))
    here = centre[members[place]]
    if ahead is not None and behind is not None:
        return np.asarray((centre[ahead] - centre[behind]) / 2)
    if ahead is not None:
        return np.asarray(centre[ahead] - here)
    if behind is not None:
        return np.asarray(here - centre[behind])
    return known


def _nearest(
    centre: NDArray[np.float64], log_area: NDArray[np.float64], here: int, step: NDArray[np.float64]
) -> int | None:
    """The blob that best continues from blob `here` by `step` px, or None."""
    target = centre[here] + step
    distance = np.hypot(centre[:, 0] - target[0], centre[:, 1] - target[1]) / max(math.hypot(*step), 1e-9)
    cost = distance + P.GROW_SIZE_WEIGHT * np.abs(log_area - log_area[here])
    cost[distance > P.GROW_TOLERANCE] = np.inf
    best = int(cost.argmin())
    return best if cost[best] <= P.GROW_COST else None


def _refine(blobs: Blobs, members: dict[Index, int]) -> Lattice | None:
    """Fit a homography without outliers, collect all blobs that it predicts, and again until nothing changes."""
    size = 0.0
    for _ in range(P.REFINE_ROUNDS):
        if len(members) < P.LATTICE_LEAST:
            return None
        places, numbers = _arrays(members)
        matrix = _robust_homography(places, blobs.centre[numbers], blobs.area[numbers])
        if matrix is None:
            return None
        size = float(np.median(blobs.area[numbers] / _cell_areas(matrix, places)))
        before, members = members, _largest_component(_collect(blobs, matrix, size, places))
        if members == before:
            break
    if len(members) < P.LATTICE_LEAST:
        return None
    places, numbers = _arrays(members)
    matrix, residual = fit_homography(places, blobs.centre[numbers])
    return Lattice(matrix, members, size, blobs) if math.isfinite(residual) else None


def _arrays(members: dict[Index, int]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    return np.array(list(members), np.float64), np.array(list(members.values()), np.int64)


def _robust_homography(
    places: NDArray[np.float64], centre: NDArray[np.float64], area: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    threshold = max(P.RANSAC_PX, P.RANSAC_SIZE * math.sqrt(float(np.median(area))))
    cv2.setRNGSeed(0)
    matrix, _ = cv2.findHomography(places.reshape(-1, 1, 2), centre.reshape(-1, 1, 2), cv2.RANSAC, threshold)
    return None if matrix is None else np.asarray(matrix, np.float64)


def _cell_areas(matrix: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Area in px² of the cell at each place (n, 2): the determinant of the homography's local map."""
    x, y = places[:, 0], places[:, 1]
    w = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2]
    return np.asarray(np.maximum(np.abs(np.linalg.det(matrix) / w**3), 1e-9))


def _collect(blobs: Blobs, matrix: NDArray[np.float64], size: float, places: NDArray[np.float64]) -> dict[Index, int]:
    """The best blob at each place of a window around `places` where the homography predicts one."""
    low, high = places.min(axis=0).astype(int) - P.COLLECT_BEYOND, places.max(axis=0).astype(int) + P.COLLECT_BEYOND
    x, y = np.meshgrid(np.arange(low[0], high[0] + 1.0), np.arange(low[1], high[1] + 1.0))
    window = np.stack([x.ravel(), y.ravel()], axis=-1)
    w = window @ matrix[2, :2] + matrix[2, 2]
    middle = float(np.median(places @ matrix[2, :2] + matrix[2, 2]))
    window = window[w * np.sign(middle) > P.COLLECT_HORIZON * abs(middle)]  # not beyond the horizon
    target = cv2.perspectiveTransform(window.reshape(-1, 1, 2), matrix).reshape(-1, 1, 2)
    log_cells = np.log(_cell_areas(matrix, window))[:, None]
    offset_x = target[..., 0] - blobs.centre[None, :, 0]
    offset_y = target[..., 1] - blobs.centre[None, :, 1]
    distance = np.sqrt(offset_x * offset_x + offset_y * offset_y) * np.exp(-log_cells / 2)
    size_error = np.abs(np.log(blobs.area)[None] - log_cells - math.log(size))
    cost = distance + P.COLLECT_SIZE_WEIGHT * size_error
    cost[(distance > P.COLLECT_TOLERANCE) | (size_error > P.COLLECT_SIZE_LOG)] = np.inf
    best = cost.argmin(axis=1)
    seen = np.isfinite(cost[np.arange(len(window)), best])
    return {(int(p[0]), int(p[1])): int(b) for p, b, ok in zip(window, best, seen, strict=True) if ok}


def _largest_component(members: dict[Index, int]) -> dict[Index, int]:
    """The largest group of places joined by steps of one or, over a gap, two."""
    left = set(members)
    best: list[Index] = []
    while left:
        stack, group = [left.pop()], []
        while stack:
            place = stack.pop()
            group.append(place)
            for dx, dy in _STEPS:
                for reach in (1, 2):
                    target = (place[0] + reach * dx, place[1] + reach * dy)
                    if target in left:
                        left.remove(target)
                        stack.append(target)
        if len(group) > len(best):
            best = group
    return {place: members[place] for place in sorted(best)}
