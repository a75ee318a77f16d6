"""What is true of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from samples.optics import View
from samples.parameters import Scene

SEEN_SHARE = 0.5  # of a cell's hole must be unhidden for the cell to count as visible


@dataclass(frozen=True)
class Truth:
    """The truth of one picture, in its own pixels and as the camera sees it (a mirrored picture mirrors `rows`).

    `centres` float64 (rows, columns, 2) px, [row - 1][column - 1], row from the bottom: middles of the holes on the
    front face. `visible` float32 (rows, columns): share of each hole inside the picture and not hidden. `rows`: six
    strings top first, "?" where less than half is visible; None when no board is there. `complete`: every hole's
    middle is in the picture.
    """

    rows: tuple[str, ...] | None
    centres: NDArray[np.float64] | None
    visible: NDArray[np.float32] | None
    complete: bool
    lens: dict[str, float]
    scene: Scene

    @property
    def corners(self) -> list[list[float]] | None:
        """Middles of the corner cells: top left, top right, bottom right, bottom left."""
        if self.centres is None:
            return None
        c = self.centres
        return [c[-1, 0].tolist(), c[-1, -1].tolist(), c[0, -1].tolist(), c[0, 0].tolist()]

    def to_json(self) -> dict[str, Any]:
        return {
            "rows": self.rows,
            "corners": rounded(self.corners),
            "complete": self.complete,
            "lens": self.lens,
            "centres": rounded(None if self.centres is None else self.centres.tolist()),
            "visible": rounded(None if self.visible is None else self.visible.astype(float).tolist()),
            "seed": self.scene.seed,
            "scene": self.scene.to_json(),
        }


def rounded(value: Any) -> Any:
    """Nested lists of floats to two places."""
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return round(value, 2) if isinstance(value, float) else value


def no_board(scene: Scene, view: View) -> Truth:
    """The truth of a picture without a board."""
    return Truth(None, None, None, False, lens_of(view), scene)


def lens_of(view: View) -> dict[str, float]:
    """Focal length and principal point in px, Brown distortion k1 and k2."""
    cx, cy = view.middle
    return {"f": view.focal, "cx": float(cx), "cy": float(cy), "k1": view.k1, "k2": view.k2}


def holes(scene: Scene) -> NDArray[np.float64]:
    """(rows, columns, 3) mm: middles of the holes on the front face, row from the bottom."""
    shape = scene.shape
    xs = (np.arange(shape.columns) - (shape.columns - 1) / 2) * shape.column_pitch
    ys = (np.arange(shape.rows) - (shape.rows - 1) / 2) * shape.row_pitch
    x, y = np.meshgrid(xs, ys)
    return np.stack([x, y, np.zeros_like(x)], -1)


def of_picture(scene: Scene, view: View, rows: tuple[str, ...], hidden: NDArray[np.bool_] | None) -> Truth:
    """The truth for a drawn board; `hidden` (H, W) marks the pixels where something stands before the board."""
    centres = view.project(holes(scene))
    visible = visibility(scene, view, hidden)
    inside = ((centres > 0) & (centres < [view.width - 1, view.height - 1])).all(-1)
    if scene.camera.mirror:
        centres = centres[:, ::-1] * [-1, 1] + [view.width - 1, 0]
        visible, rows = visible[:, ::-1], tuple(row[::-1] for row in rows)
    said = tuple(
        "".join(cell if visible[-1 - r, c] >= SEEN_SHARE else "?" for c, cell in enumerate(row))
        for r, row in enumerate(rows)
    )
    return Truth(said, centres, visible, bool(inside.all()), lens_of(view), scene)


def visibility(scene: Scene, view: View, hidden: NDArray[np.bool_] | None) -> NDArray[np.float32]:
    """Share of each hole that is in the picture and not hidden, from 37 points in it."""
    radii, angles = (
        np.repeat([0, 0.45, 0.8], [1, 12, 24]),
        np.concatenate([[0], np.arange(12) * np.pi / 6, np.arange(24) * np.pi / 12]),
    )
    disc = np.stack([np.cos(angles) * radii, np.sin(angles) * radii, np.zeros(37)], -1) * scene.shape.hole / 2
    there = view.project(holes(scene)[:, :, None] + disc)
    good = ((there >= 0) & (there < [view.width, view.height])).all(-1)
    if hidden is not None:
        at = np.clip(there.astype(int), 0, [view.width - 1, view.height - 1])
        good &= ~hidden[at[..., 1], at[..., 0]]
    return good.mean(-1).astype(np.float32)
