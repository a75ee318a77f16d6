"""What stands at and between the places of a lattice: holes, plate, or neither.

The plate's look is the median colour between four seen holes. Where it goes on beyond the lattice, and where something
else shows in a round window of it, the board goes on too, even if no closed contour told so.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import params as P
from vision.lattice import Index, Lattice


@dataclass(frozen=True)
class Surroundings:
    """A rectangle of lattice places around the members.

    first: its first place. hole: float64 (h, w), how much speaks for a hole, 0–1; `hole[y, x]` is the place
    `first + (x, y)`. plate: float64 (h + 1, w + 1), how much each point between four places looks like plate, 0–1;
    `plate[y, x]` lies above and left of the place `first + (x, y)`. What lies outside the picture counts a half.
    """

    first: Index
    hole: NDArray[np.float64]
    plate: NDArray[np.float64]


@dataclass(frozen=True)
class _Plate:
    """The plate's Lab colour, (3,), and the distance from it up to which a colour still is plate."""

    colour: NDArray[np.float64]
    limit: float

    def distance(self, lab: NDArray[np.float64]) -> NDArray[np.float64]:
        """Of colours (..., 3), lightness counting less: shadows fall on plates."""
        return np.asarray(np.sqrt((((lab - self.colour) * P.PLATE_LAB_WEIGHTS) ** 2).sum(axis=-1)))


def look_around(work: NDArray[np.uint8], lattice: Lattice, reach: int) -> Surroundings:
    """Look at a BGR picture, uint8 (H, W, 3), up to `reach` places beyond the lattice's members."""
    places = np.array(list(lattice.members))
    low, high = places.min(axis=0) - reach, places.max(axis=0) + reach
    first = (int(low[0]), int(low[1]))
    xs, ys = np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1)
    members = np.zeros((len(ys), len(xs)), bool)
    for i, j in lattice.members:
        members[j - first[1], i - first[0]] = True
    smooth = cv2.blur(work, (5, 5))
    between = np.stack(np.meshgrid(np.append(xs, xs[-1] + 1) - 0.5, np.append(ys, ys[-1] + 1) - 0.5), axis=-1)
    lab, inside = _colours(smooth, lattice, between)
    plate = _plate_of(lab, _amid(members) & inside)
    if plate is None:
        return Surroundings(first, members.astype(np.float64), np.full(inside.shape, 0.5))
    likeness = np.where(inside, plate.distance(lab) < plate.limit, 0.5)
    framed = likeness[1:, 1:] + likeness[:-1, 1:] + likeness[1:, :-1] + likeness[:-1, :-1] == 4
    return Surroundings(first, _holes(smooth, lattice, plate, members, framed, first), likeness)


def _amid(members: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Points between places, (h + 1, w + 1), all four of which are members."""
    amid = np.zeros((members.shape[0] + 1, members.shape[1] + 1), bool)
    amid[1:-1, 1:-1] = members[1:, 1:] & members[:-1, 1:] & members[1:, :-1] & members[:-1, :-1]
    return amid


def _plate_of(lab: NDArray[np.float64], amid: NDArray[np.bool_]) -> _Plate | None:
    """The plate's look from points that lie amid members; None with too few of them."""
    if amid.sum() < P.PLATE_LEAST_POINTS:
        return None
    plate = _Plate(np.median(lab[amid], axis=0), P.PLATE_LEAST_DISTANCE)
    spread = float(np.median(plate.distance(lab[amid])))
    return _Plate(plate.colour, max(P.PLATE_LEAST_DISTANCE, P.PLATE_SPREAD * spread))


def _holes(
    smooth: NDArray[np.uint8],
    lattice: Lattice,
    plate: _Plate,
    members: NDArray[np.bool_],
    framed: NDArray[np.bool_],
    first: Index,
) -> NDArray[np.float64]:
    """Members: 1; places framed by plate within which something else shows: `HOLE_WEIGHT`; the rest: 0."""
    radius = np.sqrt(lattice.hole_size / np.pi)
    steps = np.linspace(-radius, radius, P.HOLE_SAMPLES)
    around = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    around = around[np.hypot(around[:, 0], around[:, 1]) <= radius]
    h, w = members.shape
    centres = np.stack(np.meshgrid(np.arange(w) + first[0], np.arange(h) + first[1]), axis=-1)
    lab, inside = _colours(smooth, lattice, centres[:, :, None, :] + around)
    unlike = (plate.distance(lab) >= plate.limit) & inside
    seen = unlike.sum(axis=-1) >= P.HOLE_UNLIKE_PLATE * len(around)
    return np.where(members, 1.0, np.where(seen & framed, P.HOLE_WEIGHT, 0.0))


def _colours(
    smooth: NDArray[np.uint8], lattice: Lattice, places: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Lab colours (..., 3), OpenCV's 0–255 units, at places (..., 2), and which of those lie in the picture."""
    matrix = lattice.index_to_image
    w = places @ matrix[2, :2] + matrix[2, 2]
    middle = np.array(list(lattice.members), np.float64).mean(axis=0) @ matrix[2, :2] + matrix[2, 2]
    beyond = w * np.sign(middle) < P.HORIZON * abs(middle)
    pixels = cv2.perspectiveTransform(np.float64(places).reshape(-1, 1, 2), matrix).reshape(places.shape)
    height, width = smooth.shape[:2]
    inside = ~beyond & (pixels >= 0).all(axis=-1) & (pixels[..., 0] < width) & (pixels[..., 1] < height)
    points = np.where(inside[..., None], pixels, 0.0).reshape(-1, places.shape[-2], 2).astype(np.float32)
    bgr = cv2.remap(smooth, points, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB).reshape((*places.shape[:-1], 3)).astype(np.float64)
    return lab, inside
