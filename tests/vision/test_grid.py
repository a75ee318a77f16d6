"""Finding the grid in rendered scenes whose truth is exact, and refusing what is no whole board."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from samples.fast import render
from samples.scene import random_scene
from samples.truth import Truth
from vision.blobs import Blobs, find_blobs
from vision.geometry import GridPose
from vision.grid import Refusal, find_grid
from vision.lattice import find_lattices

Image = NDArray[np.uint8]

SEEDS = range(8)


def board_picture(seed: int) -> tuple[Image, Truth]:
    image, truth = render(random_scene(seed, "easy"))
    assert truth.corners is not None
    return image, truth


def corner_error(found: GridPose | Refusal, corners: NDArray[np.float64]) -> float:
    """Largest distance of corner cells in pitches, whichever way up the grid was taken."""
    assert isinstance(found, GridPose), found
    pitch = np.linalg.norm(corners[0] - corners[1]) / 6
    ways = [np.roll(found.corners(), k, axis=0) for k in range(4)]
    return float(min(np.linalg.norm(way - corners, axis=-1).max() for way in ways) / pitch)


@pytest.mark.parametrize("seed", SEEDS)
def test_finds_the_grid(seed: int) -> None:
    image, truth = board_picture(seed)

    assert corner_error(find_grid(image), np.array(truth.corners)) < 0.25


@pytest.mark.parametrize("angle", [10, 45, 90, 180, 270])
def test_finds_a_turned_grid_with_seven_columns(angle: int) -> None:
    image, truth = board_picture(1)
    height, width = image.shape[:2]
    side = int(np.hypot(height, width))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    matrix[:, 2] += [(side - width) / 2, (side - height) / 2]
    turned = cv2.warpAffine(image, matrix, (side, side))
    corners = cv2.transform(np.array(truth.corners)[None], matrix)[0]

    assert corner_error(find_grid(np.asarray(turned, np.uint8)), corners) < 0.25


def test_finds_the_mirrored_grid() -> None:
    image, truth = board_picture(2)
    corners = np.array(truth.corners)
    mirrored = np.stack([image.shape[1] - 1 - corners[:, 0], corners[:, 1]], axis=-1)[[1, 0, 3, 2]]

    assert corner_error(find_grid(np.ascontiguousarray(image[:, ::-1])), mirrored) < 0.25


@pytest.mark.parametrize("factor", [0.4, 2.5])
def test_finds_it_at_any_size(factor: float) -> None:
    image, truth = board_picture(3)
    resized = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)

    assert corner_error(find_grid(np.asarray(resized, np.uint8)), np.array(truth.corners) * factor) < 0.25


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_a_board_that_is_cut_off_is_refused(side: str) -> None:
    image, truth = board_picture(0)
    assert truth.centres is not None
    middle = truth.centres.reshape(-1, 2).mean(axis=0)
    corners = np.array(truth.corners)
    cut = middle + 0.72 * (corners - middle)
    left, top = cut.min(axis=0).astype(int)
    right, bottom = cut.max(axis=0).astype(int)
    part = {"left": image[:, left:], "right": image[:, :right], "top": image[top:], "bottom": image[:bottom]}[side]

    found = find_grid(np.ascontiguousarray(part))

    assert isinstance(found, Refusal)
    assert found.code in {"columns_outside", "rows_outside", "edges_unclear", "lines_unseen", "no_grid"}


def test_a_hand_drawn_grid_of_squares_is_refused() -> None:
    image = np.full((480, 640, 3), 235, np.uint8)
    for i in range(8):
        cv2.line(image, (60 + 70 * i, 40), (62 + 70 * i, 430), (40, 40, 40), 3)
    for j in range(7):
        cv2.line(image, (60, 40 + 65 * j), (550, 41 + 65 * j), (40, 40, 40), 3)

    found = find_grid(image)

    assert isinstance(found, Refusal)
    assert found.code == "not_round"


@pytest.mark.parametrize("seed", range(20, 30))
def test_a_scene_without_a_whole_board_is_refused(seed: int) -> None:
    scene = random_scene(seed, "none")
    items = tuple(item for item in scene.world.items if item.kind != "printed_board")  # those look like boards
    image, truth = render(replace(scene, world=replace(scene.world, items=items)))
    assert not truth.complete

    assert isinstance(find_grid(image), Refusal)


def test_a_larger_grid_is_refused() -> None:
    image = np.full((600, 800, 3), (150, 60, 30), np.uint8)
    for column in range(9):
        for row in range(8):
            cv2.circle(image, (90 + 70 * column, 55 + 68 * row), 27, (200, 215, 225), -1, cv2.LINE_AA)

    found = find_grid(image)

    assert isinstance(found, Refusal)
    assert found.code in {"grid_larger", "edges_unclear"}


def test_a_plain_wall_is_refused() -> None:
    found = find_grid(np.full((300, 400, 3), 128, np.uint8))

    assert found == Refusal("no_grid")


def test_the_larger_of_two_boards_is_chosen() -> None:
    image, truth = board_picture(4)
    height, width = image.shape[:2]
    small = cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    both = np.zeros((height, width + width // 2, 3), np.uint8)
    both[:, :width] = image
    both[: height // 2, width:] = small

    assert corner_error(find_grid(both), np.array(truth.corners)) < 0.25


def test_the_same_picture_gives_the_same_grid() -> None:
    image, _ = board_picture(5)
    first, second = find_grid(image), find_grid(image.copy())

    assert isinstance(first, GridPose)
    assert isinstance(second, GridPose)
    assert np.array_equal(first.board_to_image, second.board_to_image)


def test_one_hole_hidden_is_filled_in_from_the_fitted_grid() -> None:
    image, truth = board_picture(6)
    assert truth.centres is not None
    pitch = float(np.linalg.norm(truth.centres[0, 0] - truth.centres[0, 1]))
    x, y = truth.centres[3, 3]
    covered = image.copy()
    cv2.rectangle(
        covered, (int(x - pitch / 2), int(y - pitch / 2)), (int(x + pitch / 2), int(y + pitch)), (90, 110, 180), -1
    )

    found = find_grid(covered)

    assert corner_error(found, np.array(truth.corners)) < 0.25
    assert isinstance(found, GridPose)
    assert np.linalg.norm(found.cell_centres()[3, 3] - truth.centres[3, 3]) < 0.25 * pitch
    assert len(np.unique(found.cell_centres().reshape(-1, 2).round(), axis=0)) == 42


def test_a_lattice_names_each_blob_once() -> None:
    image, _ = board_picture(7)
    lattices = find_lattices(find_blobs(image))

    assert lattices
    for lattice in lattices:
        numbers = list(lattice.members.values())
        assert len(numbers) == len(set(numbers))


def test_blobs_check_their_shapes() -> None:
    none = np.zeros(0)
    blobs = Blobs(np.zeros((0, 2)), np.zeros((0, 2, 2)), none, none, np.zeros(0, np.int64))

    with pytest.raises(ValueError) as caught:
        replace(blobs, centre=np.zeros((3, 2)))

    assert "(0, 2)" in str(caught.value)
