"""The camera: from the world to pixels, and from pixels back to rays."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.parameters import Camera

Array = NDArray[np.float32]
COARSE = 8  # px between the pixels whose lens distortion is undone exactly


@dataclass(frozen=True)
class View:
    """A placed camera: `rotation` (3, 3) world to camera (x right, y down, z forward), `centre` (3,) mm, `focal` px.

    `middle` (2,) px: where the optical axis meets the picture.
    """

    rotation: NDArray[np.float64]
    centre: NDArray[np.float64]
    focal: float
    width: int
    height: int
    k1: float
    k2: float
    middle: NDArray[np.float64]

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(..., 3) mm to (..., 2) px of the picture before any mirroring."""
        local = (np.asarray(points, float) - self.centre) @ self.rotation.T
        flat = local[..., :2] / np.maximum(local[..., 2:], 1e-3)
        r2 = (flat**2).sum(-1, keepdims=True)
        if self.k1 < 0:
            r2 = np.minimum(r2, 1 / (-3 * self.k1))  # beyond it the polynomial folds back
        if self.k1 != 0 or self.k2 != 0:
            flat = flat * (1 + self.k1 * r2 + self.k2 * r2 * r2)
        return flat * self.focal + self.middle

    def depth(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(..., 3) mm to the distance along the optical axis, mm."""
        return (np.asarray(points, float) - self.centre) @ self.rotation[2]

    def directions(self) -> Array:
        """(3, n, m) float32: world direction of the rays of every COARSE-th pixel, a unit long along the optical axis.

        One more pixel on each side; `upsample` brings what follows from the rays to every pixel.
        """
        xs, ys = (
            COARSE * np.arange(-1, -(-side // COARSE) + 1) + (COARSE - 1) / 2 for side in (self.width, self.height)
        )
        bent = (np.stack(np.meshgrid(xs, ys), -1) - self.middle) / self.focal
        flat = straighten(bent, self.k1, self.k2)
        rays = (np.concatenate([flat, np.ones_like(flat[..., :1])], -1) @ self.rotation).astype(np.float32)
        return np.stack(cv2.split(rays))

    def shrunk(self, factor: int) -> View:
        """The same view in a picture with `factor` times fewer pixels across."""
        width, height = (-(-side // factor) for side in (self.width, self.height))
        middle = (self.middle + 0.5) / factor - 0.5
        return dataclasses.replace(self, focal=self.focal / factor, width=width, height=height, middle=middle)

    def cut(self, area: tuple[slice, slice]) -> View:
        """The view of one area of the picture."""
        (top, bottom), (left, right) = ((part.start, part.stop) for part in area)
        return dataclasses.replace(self, width=right - left, height=bottom - top, middle=self.middle - [left, top])


def straighten(bent: NDArray[np.float64], k1: float, k2: float) -> NDArray[np.float64]:
    """Undo the distortion of (..., 2) normalised coordinates by fixed-point steps."""
    flat = bent.copy()
    if k1 == 0 and k2 == 0:
        return flat
    for _ in range(12):
        r2 = (flat**2).sum(-1, keepdims=True)
        flat = 0.5 * flat + 0.5 * bent / np.maximum(1 + k1 * r2 + k2 * r2 * r2, 0.3)
    return flat


def upsample(grid: Array, area: tuple[slice, slice]) -> Array:
    """Values (n, m[, k]) at the pixels of `View.directions` to every pixel of an area of the picture, linearly."""
    (top, bottom), (left, right) = ((part.start, part.stop) for part in area)
    part = grid[top // COARSE : (bottom - 1) // COARSE + 3, left // COARSE : (right - 1) // COARSE + 3]
    fine = cv2.resize(np.ascontiguousarray(part), None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_LINEAR)
    y, x = COARSE + top % COARSE, COARSE + left % COARSE
    return np.ascontiguousarray(fine[y : y + bottom - top, x : x + right - left])


def place(camera: Camera) -> View:
    """The view of a camera on its orbit about the world's origin."""
    yaw, pitch, roll = np.radians([camera.yaw, camera.pitch, camera.roll])
    forward = -np.array([np.sin(yaw) * np.cos(pitch), np.sin(pitch), np.cos(yaw) * np.cos(pitch)])
    right = np.cross(forward, [0, 1, 0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    turn = np.array([[np.cos(roll), np.sin(roll), 0], [-np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    focal = camera.focal * max(camera.width, camera.height)
    aim = np.array([camera.aim_x * camera.width / focal, camera.aim_y * camera.height / focal, 1])
    rotation = (
        rotation_between(np.array([0, 0, 1.0]), aim / np.linalg.norm(aim)) @ turn @ np.stack([right, down, forward])
    )
    size, middle = (camera.width, camera.height), np.array([(camera.width - 1) / 2, (camera.height - 1) / 2])
    return View(rotation, -forward * camera.distance, focal, *size, camera.k1, camera.k2, middle)


def rotation_between(start: NDArray[np.float64], end: NDArray[np.float64]) -> NDArray[np.float64]:
    """The smallest rotation that turns one unit vector into another."""
    axis = np.cross(start, end)
    sine = np.linalg.norm(axis)
    if sine < 1e-9:
        return np.eye(3)
    return cv2.Rodrigues(axis / sine * np.arctan2(sine, start @ end))[0]
