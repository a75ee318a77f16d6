"""The fast way: truth agrees with the pixels, and the seed reproduces the picture."""

from __future__ import annotations

import dataclasses

import cv2
import numpy as np
import pytest

from samples import fast
from samples.optics import place
from samples.parameters import Camera, Discs, Hand, Light, Scene, Sensor, World
from samples.scene import random_scene
from samples.truth import holes

ROWS = (
    ".......",
    "R......",
    "Y..R...",
    "R..YY..",
    "Y.RYRR.",
    "RYRYYRY",
)
CLEAN = Sensor(noise=0, jpeg=100, blur=0, sharpen=0, vignette=0, chroma_blur=0, backdrop_blur=0, contrast=0)


def scene(**more) -> Scene:
    """A clean board before a grey wall."""
    plain = {
        "seed": 4,
        "rows": ROWS,
        "sensor": CLEAN,
        "light": Light(gradient_x=0.2),
        "discs": Discs((0.8, 0.05, 0.05), (0.9, 0.8, 0.05), spread=0, relief_depth=0.2, gloss=0),
        "world": World("plain", (0.6, 0.6, 0.6), table="plain", table_colour=(0.6, 0.6, 0.6)),
        "camera": Camera(distance=420),
    }
    return Scene(**{**plain, **more})


def told(image: np.ndarray, at: np.ndarray) -> str:
    """What stands at a cell's middle: R, Y, or nothing of the two."""
    x, y = (round(float(v)) for v in at)
    patch = image[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].reshape(-1, 3)
    blue, green, red = np.median(patch, axis=0)
    if red < 1.6 * blue or red < 50:
        return "."
    return "R" if green < 0.6 * red else "Y"


CAMERAS = {
    "frontal": Camera(distance=420),
    "from the right": Camera(yaw=38, pitch=10, distance=420),
    "from above": Camera(pitch=35, yaw=-12, distance=420),
    "upside down": Camera(roll=180, distance=420),
    "on its side": Camera(roll=-90, distance=520, width=480, height=640),
    "wide lens": Camera(k1=-0.3, focal=0.6, distance=260),
    "pincushion": Camera(k1=0.1, distance=420),
    "aimed aside": Camera(aim_x=0.12, aim_y=-0.1, distance=520),
    "mirror": Camera(yaw=15, mirror=True, distance=420),
    "small": Camera(width=320, height=240, distance=420),
}


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS.keys())
def test_the_middle_of_each_visible_cell_has_its_colour(camera):
    image, truth = fast.render(scene(camera=camera))
    seen = [told(image, truth.centres[5 - r, c]) for r in range(6) for c in range(7)]
    assert "".join(seen) == "".join(truth.rows)
    assert truth.complete
    assert truth.visible.min() > 0.8


def test_a_mirrored_picture_has_mirrored_rows():
    _, straight = fast.render(scene())
    image, mirrored = fast.render(scene(camera=Camera(distance=420, mirror=True)))
    assert mirrored.rows == tuple(row[::-1] for row in straight.rows)
    width = image.shape[1]
    assert np.allclose(mirrored.centres[:, ::-1, 0], width - 1 - straight.centres[..., 0])


def test_corners_are_those_of_the_grid_in_reading_order():
    _, truth = fast.render(scene())
    (tlx, tly), (trx, try_), (brx, bry), (blx, bly) = truth.corners
    assert tlx < trx
    assert blx < brx
    assert tly < bly
    assert try_ < bry


def test_the_lens_told_is_the_lens_used():
    """Projecting with OpenCV by the truth's lens and the camera's pose gives the truth's middles."""
    shot = scene(camera=Camera(yaw=20, pitch=8, k1=-0.2, k2=0.02, distance=420))
    _, truth = fast.render(shot)
    view, lens = place(shot.camera), truth.lens
    matrix = np.array([[lens["f"], 0, lens["cx"]], [0, lens["f"], lens["cy"]], [0, 0, 1]])
    turn = cv2.Rodrigues(view.rotation)[0]
    shift = -view.rotation @ view.centre
    there = cv2.projectPoints(
        holes(shot).reshape(-1, 1, 3), turn, shift, matrix, np.array([lens["k1"], lens["k2"], 0, 0, 0])
    )[0]
    assert np.abs(there.reshape(6, 7, 2) - truth.centres).max() < 0.05


@pytest.mark.parametrize("seed", range(6))
def test_the_seed_reproduces_the_picture(seed):
    first, again = (fast.render(random_scene(seed, "mixed"))[0] for _ in range(2))
    other = fast.render(random_scene(seed + 100, "mixed"))[0]
    assert np.array_equal(first, again)
    assert first.shape != other.shape or not np.array_equal(first, other)


def test_a_hand_before_a_cell_makes_it_unseen():
    hand = Hand(x=0, y=0, z=25, angle=90)
    _, bare = fast.render(scene())
    _, truth = fast.render(scene(hands=(hand,)))
    assert truth.rows[0][3] == "?"
    assert truth.rows[5] == bare.rows[5]
    assert truth.visible[5, 3] < 0.3


def test_a_board_that_leaves_the_picture_is_not_complete():
    _, truth = fast.render(scene(camera=Camera(distance=420, aim_x=0.5)))
    assert not truth.complete
    assert all(row[-1] == "?" for row in truth.rows)


def test_without_a_board_there_is_no_truth_about_one():
    image, truth = fast.render(scene(rows=None))
    assert image.shape == (480, 640, 3)
    assert truth.rows is None
    assert truth.corners is None


def test_what_is_behind_shifts_against_the_holes():
    """Parallax: from two sides, the same hole shows different parts of the wall."""
    striped = World("stripes", (0.9, 0.9, 0.9), (0.1, 0.1, 0.1), wall_distance=400, table="plain")
    empty = tuple("." * 7 for _ in range(6))
    shots = [fast.render(scene(rows=empty, world=striped, camera=Camera(yaw=yaw, distance=420))) for yaw in (-9.0, 9.0)]
    patches = [np.array([told_grey(image, at) for at in truth.centres[2:].reshape(-1, 2)]) for image, truth in shots]
    assert np.abs(patches[0] - patches[1]).mean() > 20


def told_grey(image: np.ndarray, at: np.ndarray) -> float:
    x, y = (round(float(v)) for v in at)
    return float(image[y - 1 : y + 2, x - 1 : x + 2].mean())


def test_darker_light_gives_a_darker_picture():
    dim = fast.render(scene(light=Light(key=0.1, ambient=0.1)))[0]
    bright = fast.render(scene(light=Light(key=1.0, ambient=0.6)))[0]
    board = (slice(150, 330), slice(200, 440))
    assert dim[board].mean() < 0.7 * bright[board].mean()


@pytest.mark.parametrize("profile", ["plain", "other", "odd", "none"])
def test_every_profile_draws(profile):
    for seed in range(3):
        small = random_scene(seed, profile)
        small = dataclasses.replace(small, camera=dataclasses.replace(small.camera, width=320, height=240))
        image, truth = fast.render(small)
        assert image.dtype == np.uint8
        assert image.shape == (240, 320, 3)
        assert (truth.rows is None) == (small.rows is None)


@pytest.mark.parametrize("seed", range(8))
def test_the_part_round_the_board_holds_what_the_whole_picture_holds(seed):
    whole = random_scene(seed, "plain")
    image, truth = fast.render(whole)
    part, told_of_part = fast.render_board(whole, 1.2)
    assert told_of_part.rows == truth.rows
    assert part.size <= image.size
    shift = truth.centres - told_of_part.centres
    assert np.abs(shift - shift[0, 0]).max() < 1e-6
    ours, theirs = (looks(*shot) for shot in ((part, told_of_part), (image, truth)))
    assert np.corrcoef(ours, theirs)[0, 1] > 0.9


def looks(image, truth) -> np.ndarray:
    """Colours of the middles of the cells that hold a disc, one after the other."""
    cells = [(5 - r, c) for r, row in enumerate(truth.rows) for c, cell in enumerate(row) if cell in "RY"]
    return np.array([image[tuple(np.rint(truth.centres[cell]).astype(int)[::-1])] for cell in cells], float).ravel()


@pytest.mark.parametrize("seed", range(12))
def test_the_part_round_the_board_is_drawn_of_whole_boards_only(seed):
    scene_ = random_scene(seed, "none")
    whole = scene_.rows is not None and fast.render(scene_)[1].complete
    assert (fast.render_board(scene_, 1.2) is not None) == whole
