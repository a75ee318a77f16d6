"""Faces for training: labels say what the pixels show, also where the grid is off."""

from dataclasses import replace

import numpy as np
import pytest

from samples.parameters import Scene
from samples.scene import random_scene
from samples.training import faces
from samples.training.faces import EMPTY, FIRST, HIDDEN, IGNORE, SECOND, face_of
from samples.training.negatives import off_by
from vision import params as P

HIGH, WIDE = (round((n - 1 + 2 * P.FACE_MARGIN) * P.CELL_PX) for n in (6, 7))


def whole_scene(seed: int = 0) -> Scene:
    """The first easy scene from a seed on that is classic and empty of hands."""
    scene = next(s for s in (random_scene(k, "easy") for k in range(seed, seed + 50)) if s.shape.columns == 7)
    return replace(scene, hands=())


@pytest.mark.parametrize(("columns", "rows"), [(1, 0), (-2, 0), (0, 1), (1, -1)])
def test_a_grid_that_is_off_sees_no_cells_beyond_the_board(columns: int, rows: int) -> None:
    labels = np.arange(42, dtype=np.uint8).reshape(6, 7) + 100
    moved = off_by(labels, columns, rows, HIDDEN)

    for row, column in np.ndindex(6, 7):
        inside = 0 <= row + rows < 6 and 0 <= column + columns < 7
        assert moved[row, column] == (labels[row + rows, column + columns] if inside else HIDDEN)


def test_labels_are_those_of_the_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces, "BESIDE_SHARE", 0.0)
    scene = whole_scene()
    made = face_of(scene, np.random.default_rng(1))
    assert made is not None
    assert scene.rows is not None
    face, labels = made

    assert face.shape == (HIGH, WIDE, 3)
    assert face.dtype == np.uint8
    letters = {".": {EMPTY}, "R": {FIRST, SECOND}, "Y": {FIRST, SECOND}}
    for label, letter in zip(labels[::-1].ravel(), "".join(scene.rows), strict=True):
        assert label in letters[letter] | {IGNORE, HIDDEN}


def test_a_face_beside_the_board_shows_its_neighbour_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = whole_scene()
    monkeypatch.setattr(faces, "BESIDE_SHARE", 0.0)
    straight = face_of(scene, np.random.default_rng(1))
    monkeypatch.setattr(faces, "BESIDE_SHARE", 1.0)
    monkeypatch.setattr(faces, "OFF", ((1, 0),))
    beside = face_of(scene, np.random.default_rng(1))
    assert straight is not None
    assert beside is not None

    assert (beside[1][:, -1] == HIDDEN).all()
    np.testing.assert_array_equal(beside[1][:, :-1], straight[1][:, 1:])
    assert np.abs(beside[0][:, : -P.CELL_PX].astype(int) - straight[0][:, P.CELL_PX :]).mean() < 25
