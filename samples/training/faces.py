"""Faces: rectified boards from rendered scenes, with the truth of each cell, for training the cell reader.

    python -m samples.training.faces OUT.npz --count 2000 --first-seed 0

A face is what `vision.cells.read_face` gets: cut out with a grid that is slightly wrong, as found grids are.
"""

import argparse
import colorsys
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee.board import BoardSpec
from samples.fast import render_board
from samples.parameters import Scene
from samples.scene import random_scene
from samples.training.negatives import BESIDE_SHARE, OFF, off_by
from samples.truth import Truth
from vision import params as P
from vision.geometry import GridPose, Rectifier, cell_grid, fit_homography

EMPTY, FIRST, SECOND, HIDDEN, IGNORE = 0, 1, 2, 3, 255
"""Labels of a cell. FIRST is read as red, SECOND as yellow; IGNORE: neither well seen nor well hidden."""

GRID_ERROR = 0.05
"""Standard deviation of the error of each corner of a grid, pitches."""

SHIFT_ERROR = 0.06
"""The same for all corners together: found centres lie between the rim and what is seen through it."""

DRAWN_BEYOND = 0.4
"""Row pitches beyond the face's margin that are drawn, so that a grid with an error still lies in the picture."""

SEEN, UNSEEN = 0.6, 0.25
"""Share of a hole that must be unhidden for its content to be a label, and below which it is HIDDEN."""

YELLOW_HUE, RED_HUE = (0.10, 0.19), (0.93, 0.06)
"""Hues, 0–1, within which a disc is the set's yellow or red one whatever its partner is."""


def face_of(scene: Scene, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.uint8]] | None:
    """(face uint8 (h, w, 3), labels uint8 (rows, columns), [row - 1][column - 1]), or None without a whole board.

    In some the grid is whole cells off: what isn't a cell is HIDDEN.
    """
    off = OFF[int(rng.integers(len(OFF)))] if rng.random() < BESIDE_SHARE else (0, 0)
    drawn = render_board(scene, P.FACE_MARGIN + DRAWN_BEYOND + max(map(abs, off)))
    if drawn is None:
        return None
    image, truth = drawn
    pose = _found(truth, (image.shape[1], image.shape[0]), rng, off)
    return Rectifier(pose, P.CELL_PX, P.FACE_MARGIN)(image), off_by(labels(scene, truth), *off, HIDDEN)


def labels(scene: Scene, truth: Truth) -> NDArray[np.uint8]:
    """What each cell of a picture should be read as."""
    assert truth.rows is not None
    assert truth.visible is not None
    swap = swapped(scene.discs.first, scene.discs.second)
    content = {".": EMPTY, "R": SECOND if swap else FIRST, "Y": FIRST if swap else SECOND, "?": IGNORE}
    label = np.array([[content[cell] for cell in row] for row in truth.rows[::-1]], np.uint8)
    label[truth.visible < SEEN] = IGNORE
    label[truth.visible < UNSEEN] = HIDDEN
    return label


def swapped(first: tuple[float, float, float], second: tuple[float, float, float]) -> bool:
    """Whether the pair's second colour is the one read as red: yellow is always yellow, red always red."""
    hues = [colorsys.rgb_to_hsv(*colour)[0] for colour in (first, second)]
    yellow = [YELLOW_HUE[0] <= hue <= YELLOW_HUE[1] for hue in hues]
    red = [hue >= RED_HUE[0] or hue <= RED_HUE[1] for hue in hues]
    if yellow[0] != yellow[1]:
        return yellow[0]
    if red[0] != red[1]:
        return red[1]
    return _from_yellow(hues[0]) < _from_yellow(hues[1])


def _from_yellow(hue: float) -> float:
    distance = abs(hue - sum(YELLOW_HUE) / 2)
    return min(distance, 1 - distance)


def _found(truth: Truth, size: tuple[int, int], rng: np.random.Generator, off: tuple[int, int]) -> GridPose:
    """The true grid with an error such as finding makes, and whole columns and rows off."""
    assert truth.centres is not None
    rows, columns = truth.centres.shape[:2]
    spec = BoardSpec(columns, rows)
    error = off + rng.normal(0, SHIFT_ERROR, (1, 2)) + rng.normal(0, GRID_ERROR, (4, 2))
    corners = np.array([[1, 1], [columns, 1], [columns, rows], [1, rows]], np.float64)
    drift, _ = fit_homography(corners, corners + error)
    moved, _ = fit_homography(cell_grid(spec).reshape(-1, 2), truth.centres.reshape(-1, 2))
    return GridPose(moved @ drift, size, spec=spec)


def make(count: int, first_seed: int, profile: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Faces (n, h, w, 3) and labels (n, rows, columns) of `count` classic boards."""
    faces: list[NDArray[np.uint8]] = []
    truths: list[NDArray[np.uint8]] = []
    seed = first_seed
    while len(faces) < count:
        rng = np.random.default_rng([seed, 99])
        scene = random_scene(seed, profile)
        seed += 1
        if scene.shape.columns != 7 or scene.shape.rows != 6:
            continue
        made = face_of(scene, rng)
        if made is not None:
            faces.append(made[0])
            truths.append(made[1])
        if seed % 100 == 0:
            print(f"seed {seed}: {len(faces)} faces", file=sys.stderr, flush=True)
    return np.stack(faces), np.stack(truths)


def main() -> None:
    """Make a file of faces."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--profile", default="mixed")
    options = parser.parse_args()
    faces, truths = make(options.count, options.first_seed, options.profile)
    np.savez_compressed(options.out, faces=faces, labels=truths)


if __name__ == "__main__":
    main()
