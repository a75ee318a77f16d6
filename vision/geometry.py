"""Where the grid stands in a picture: a homography from board to image, and one radial lens term.

Board coordinates are continuous `(column, row)`: the centre of cell (1, 1), bottom left, is the point (1.0, 1.0); the
row axis points up. Image coordinates are pixels, x to the right and y down, of the upright picture.
All functions are pure and take point arrays of shape (..., 2), float64.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import BoardSpec, Cell

Points = NDArray[np.float64]

LEAST_REDUCTION = 1.5
"""Picture pixels per face pixel from which a picture is averaged down before it is sampled (1.2–2)."""

HALVING_REDUCTION = 2.0
"""From here on it is halved first, which is much faster, until less than this is left (2–3)."""


@dataclass(frozen=True)
class Lens:
    """Radial distortion by the division model (Fitzgibbon, 2001): `undistorted = c + (p - c) / (1 + k * r²)`.

    `k` has no unit; `r` is the distance from the picture's centre in half diagonals. Negative values: barrel.
    """

    k: float = 0.0

    def undistort(self, points: Points, size: tuple[int, int]) -> Points:
        """Pixels of the real picture → pixels of an ideal pinhole picture of the same size."""
        if self.k == 0.0:
            return points
        centre, scale = _centre(size)
        q = (points - centre) / scale
        r2 = np.sum(q * q, axis=-1, keepdims=True)
        return np.asarray(centre + scale * q / (1.0 + self.k * r2))

    def distort(self, points: Points, size: tuple[int, int]) -> Points:
        """The inverse of `undistort`, in closed form."""
        if self.k == 0.0:
            return points
        centre, scale = _centre(size)
        q = (points - centre) / scale
        r2 = np.sum(q * q, axis=-1, keepdims=True)
        root = np.sqrt(np.maximum(1.0 - 4.0 * self.k * r2, 0.0))
        return np.asarray(centre + scale * q * 2.0 / (1.0 + root))


@dataclass(frozen=True)
class GridPose:
    """The grid found in one picture.

    board_to_image: homography, float64 (3, 3), board coordinates → pixels of the undistorted picture.
    image_size: (width, height) in px of the upright picture.
    residual_px: root mean square reprojection residual of the hole centres used, px.
    confidence: 0–1, how sure it is that this is the whole grid and that no line of cells is missed or added.
    """

    board_to_image: NDArray[np.float64]
    image_size: tuple[int, int]
    lens: Lens = field(default_factory=Lens)
    residual_px: float = 0.0
    confidence: float = 1.0
    spec: BoardSpec = field(default_factory=BoardSpec)

    def __post_init__(self) -> None:
        if self.board_to_image.shape != (3, 3) or self.board_to_image.dtype != np.float64:
            raise ValueError(
                f"board_to_image: expected float64 (3, 3), got {self.board_to_image.dtype} {self.board_to_image.shape}"
            )

    def project(self, points: Points) -> Points:
        """Board coordinates (..., 2) → pixels (..., 2)."""
        flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
        ideal = cv2.perspectiveTransform(flat, self.board_to_image).reshape(np.shape(points))
        return self.lens.distort(ideal, self.image_size)

    def cell_centres(self) -> Points:
        """Pixel centres of all cells, (rows, columns, 2), indexed [row - 1][column - 1]."""
        return self.project(cell_grid(self.spec))

    def corners(self) -> Points:
        """Pixel centres of the corner cells, (4, 2): top left, top right, bottom right, bottom left."""
        right, top = float(self.spec.columns), float(self.spec.rows)
        return self.project(np.array([[1.0, top], [right, top], [right, 1.0], [1.0, 1.0]]))

    def pitch_px(self) -> float:
        """The mean distance of neighbouring cell centres, px."""
        c = self.cell_centres()
        across = np.linalg.norm(c[:, 1:] - c[:, :-1], axis=-1).mean()
        up = np.linalg.norm(c[1:] - c[:-1], axis=-1).mean()
        return float((across + up) / 2)

    def on_its_side(self) -> bool:
        """Does the board's up direction point rather sideways in the picture?"""
        foot, head = self.project(np.array([[(self.spec.columns + 1) / 2, 1.0], [(self.spec.columns + 1) / 2, 2.0]]))
        return bool(abs(head[0] - foot[0]) > abs(head[1] - foot[1]))

    def outside(self, margin: float) -> tuple[Cell, ...]:
        """Cells of which a point within `margin` pitches of the centre lies outside the picture."""
        width, height = self.image_size
        offsets = margin * np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]], np.float64)
        points = self.project(cell_grid(self.spec)[:, :, None, :] + offsets)
        out = (points[..., 0] < 0) | (points[..., 1] < 0) | (points[..., 0] >= width) | (points[..., 1] >= height)
        return tuple(Cell(int(c) + 1, int(r) + 1) for r, c in np.argwhere(out.any(axis=-1)))

    def turned(self, quarter_turns: int) -> "GridPose":
        """The same grid with the board's own up direction turned; half turns only keep columns × rows."""
        if quarter_turns % 2:
            raise ValueError("a grid of other width and height can't be turned by a quarter")
        if quarter_turns % 4 == 0:
            return self
        columns, rows = self.spec.columns, self.spec.rows
        turn = np.array([[-1.0, 0.0, columns + 1.0], [0.0, -1.0, rows + 1.0], [0.0, 0.0, 1.0]])
        return GridPose(
            self.board_to_image @ turn, self.image_size, self.lens, self.residual_px, self.confidence, self.spec
        )

    def apart(self, other: "GridPose") -> float:
        """The largest distance of the two grids' corner cells, in pitches of this one."""
        return float(np.linalg.norm(self.corners() - other.corners(), axis=-1).max() / self.pitch_px())

    def beside(self, columns: float, rows: float) -> "GridPose":
        """The grid that lies so many cells to the right and up."""
        step = np.array([[1.0, 0.0, columns], [0.0, 1.0, rows], [0.0, 0.0, 1.0]])
        return GridPose(
            self.board_to_image @ step, self.image_size, self.lens, self.residual_px, self.confidence, self.spec
        )

    def scaled(self, factor: float, image_size: tuple[int, int]) -> "GridPose":
        """The pose in the same picture resized by `factor`."""
        scale = np.diag([factor, factor, 1.0])
        return GridPose(
            scale @ self.board_to_image, image_size, self.lens, self.residual_px * factor, self.confidence, self.spec
        )


def cell_grid(spec: BoardSpec) -> Points:
    """Board coordinates of all cell centres, (rows, columns, 2), indexed [row - 1][column - 1]."""
    column, row = np.meshgrid(np.arange(1.0, spec.columns + 1), np.arange(1.0, spec.rows + 1))
    return np.stack([column, row], axis=-1)


class Rectifier:
    """The board of one pose seen straight on, for any number of pictures: the sampling map is computed once.

    The result has `cell_px` pixels a pitch and `margin` pitches around the outer cell centres; its upper left is the
    board's top left. What lies outside the picture repeats its border.
    """

    def __init__(self, pose: GridPose, cell_px: int, margin: float) -> None:
        self._size = pose.image_size
        width = round((pose.spec.columns - 1 + 2 * margin) * cell_px)
        height = round((pose.spec.rows - 1 + 2 * margin) * cell_px)
        x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
        column = (x + 0.5) / cell_px + 1.0 - margin
        row = pose.spec.rows + margin - (y + 0.5) / cell_px
        pixels = pose.project(np.stack([column, row], axis=-1)).astype(np.float32)
        crop, moved = _cropped(pixels, pose.image_size)
        reduction = pose.pitch_px() / cell_px
        self._crop = _even(crop, 2 ** _halvings(reduction))
        size = np.array([self._crop[2] - self._crop[0], self._crop[3] - self._crop[1]])
        self._smaller = _reductions((int(size[0]), int(size[1])), reduction)
        if self._smaller:
            moved = np.asarray((moved + 0.5) * (np.array(self._smaller[-1]) / size) - 0.5, np.float32)
        self._map = cv2.convertMaps(moved[..., 0], moved[..., 1], cv2.CV_16SC2)

    def __call__(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The face, uint8 (h, w, 3), of a picture of the pose's size."""
        if (image.shape[1], image.shape[0]) != self._size:
            raise ValueError(f"image: expected size {self._size}, got {(image.shape[1], image.shape[0])}")
        left, top, right, bottom = self._crop
        part = image[top:bottom, left:right]
        for size in self._smaller:  # averaged down first, so that a large photo doesn't alias
            part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        face = cv2.remap(part, *self._map, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(face, np.uint8)


def _halvings(reduction: float) -> int:
    """How often a picture is halved before the rest is averaged down exactly."""
    return max(0, int(np.log2(reduction / HALVING_REDUCTION)) + 1) if reduction >= HALVING_REDUCTION else 0


def _reductions(size: tuple[int, int], reduction: float) -> list[tuple[int, int]]:
    """The sizes (width, height) through which a picture is averaged down by `reduction`."""
    if reduction < LEAST_REDUCTION:
        return []
    halves = [(max(1, size[0] >> n), max(1, size[1] >> n)) for n in range(1, _halvings(reduction) + 1)]
    if reduction / 2 ** len(halves) < LEAST_REDUCTION:
        return halves
    return [*halves, (max(1, round(size[0] / reduction)), max(1, round(size[1] / reduction)))]


def _even(crop: tuple[int, int, int, int], step: int) -> tuple[int, int, int, int]:
    """The crop without the last few pixels that halving would leave over: exact halves are what is fast."""
    left, top, right, bottom = crop
    width, height = right - left, bottom - top
    return left, top, left + max(step, width - width % step), top + max(step, height - height % step)


def fit_homography(board: Points, image: Points) -> tuple[NDArray[np.float64], float]:
    """Least-squares homography board → image of at least four points (n, 2), and its RMS residual in px."""
    matrix, _ = cv2.findHomography(board.reshape(-1, 1, 2), image.reshape(-1, 1, 2), 0)
    if matrix is None:
        return np.eye(3), float("inf")
    back = cv2.perspectiveTransform(board.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    return np.asarray(matrix, np.float64), float(np.sqrt(np.mean(np.sum((back - image) ** 2, axis=-1))))


def fit_lens(
    board: Points, image: Points, size: tuple[int, int], low: float, high: float
) -> tuple[Lens, NDArray[np.float64], float]:
    """The division term between `low` and `high` whose homography leaves the least residual.

    Returns (lens, homography, RMS residual in px). Three rounds of seven candidates, each round between the neighbours
    of the last one's best.
    """
    best = _fit_with(Lens(), board, image, size)
    for _ in range(3):
        candidates = np.linspace(low, high, 7)
        fits = [_fit_with(Lens(float(k)), board, image, size) for k in candidates]
        winner = int(np.argmin([fit[2] for fit in fits]))
        best = min(best, fits[winner], key=lambda fit: fit[2])
        low, high = float(candidates[max(winner - 1, 0)]), float(candidates[min(winner + 1, 6)])
    return best


def _fit_with(
    lens: Lens, board: Points, image: Points, size: tuple[int, int]
) -> tuple[Lens, NDArray[np.float64], float]:
    """Homography and RMS residual, measured in the real picture, for a known lens."""
    matrix, _ = fit_homography(board, lens.undistort(image, size))
    ideal = cv2.perspectiveTransform(board.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    error = lens.distort(ideal, size) - image
    return lens, matrix, float(np.sqrt(np.mean(np.sum(error**2, axis=-1))))


def _centre(size: tuple[int, int]) -> tuple[Points, float]:
    """The picture's centre (2,) and half diagonal, px."""
    return np.array([size[0] / 2.0, size[1] / 2.0]), float(np.hypot(*size)) / 2.0


def _cropped(
    pixels: NDArray[np.float32], size: tuple[int, int]
) -> tuple[tuple[int, int, int, int], NDArray[np.float32]]:
    """The part of the picture that the pixels need (left, top, right, bottom), and the pixels in that part."""
    limit = np.array(size)
    low = np.clip(np.floor(pixels.reshape(-1, 2).min(axis=0)).astype(int) - 2, 0, limit - 1)
    high = np.clip(np.ceil(pixels.reshape(-1, 2).max(axis=0)).astype(int) + 3, low + 1, limit)
    crop = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    return crop, pixels - low.astype(np.float32)
