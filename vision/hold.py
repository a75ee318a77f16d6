"""A grid that is held: where it stands, how the board looked when it was taken, and whether it still stands there."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import BoardSpec
from vision import params as P
from vision.geometry import GridPose, Rectifier
from vision.grid import Refusal, find_grid

Face = NDArray[np.uint8]


@dataclass(frozen=True)
class Hold:
    """A grid's pose, its rectifier, the face it was taken from as edges, and the face last read."""

    pose: GridPose
    rectifier: Rectifier
    edges: NDArray[np.float32]
    face: Face

    @classmethod
    def of(cls, pose: GridPose, image: NDArray[np.uint8]) -> Hold:
        """Hold this grid as it stands in this picture."""
        rectifier = Rectifier(pose, P.CELL_PX, P.FACE_MARGIN)
        face = rectifier(image)
        return cls(pose, rectifier, _edges(face), face)

    def changed(self, face: Face) -> bool:
        """Does any part of the face, half a pitch wide, differ from the face last read by more than noise?"""
        size = (2 * face.shape[1] // P.CELL_PX, 2 * face.shape[0] // P.CELL_PX)
        difference = cv2.resize(cv2.absdiff(face, self.face), size, interpolation=cv2.INTER_AREA)
        return bool(difference.max() > P.CHANGE_LEVEL)

    def moved(self, face: Face) -> tuple[float, float]:
        """How far from its grid the board stands in a face, in pitches, and how well it is recognised there, −1–1."""
        return _shift(self.edges, _edges(face))

    def stands_in(self, image: NDArray[np.uint8]) -> bool:
        """Does the board still stand where this grid has it?"""
        if self.pose.image_size != (image.shape[1], image.shape[0]):
            return False
        shift, likeness = self.moved(self.rectifier(image))
        return shift <= P.SHIFT_PAUSES and likeness >= P.LEAST_LIKENESS


def found_near(pose: GridPose, image: NDArray[np.uint8], spec: BoardSpec) -> GridPose | None:
    """The grid found anew, the same way up, if it stands near this one."""
    found = find_grid(image, spec)
    if isinstance(found, Refusal):
        return None
    same_way = min((found, found.turned(2)), key=lambda each: each.apart(pose))
    return same_way if same_way.apart(pose) <= P.CREPT_MOST else None


def _edges(face: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Edge strength of the face, float32, each place relative to its surroundings: the same in any light."""
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    gx, gy = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength = np.sqrt(cv2.magnitude(gx, gy))
    mean = cv2.blur(strength, (2 * P.CELL_PX + 1, 2 * P.CELL_PX + 1))
    return np.asarray(strength / (mean + 1.0), np.float32)


def _shift(reference: NDArray[np.float32], edges: NDArray[np.float32]) -> tuple[float, float]:
    """How far the edges moved, in pitches, and their correlation at the best place, −1–1."""
    reach = P.CELL_PX // 2
    inner = reference[reach:-reach, reach:-reach]
    scores = cv2.matchTemplate(edges, np.ascontiguousarray(inner), cv2.TM_CCOEFF_NORMED)
    _, best, _, place = cv2.minMaxLoc(scores)
    return float(np.hypot(place[0] - reach, place[1] - reach)) / P.CELL_PX, float(best)
