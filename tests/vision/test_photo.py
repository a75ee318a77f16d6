"""One photograph from pixels to board: rendered scenes with known truth, and what must be refused or left open."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.board import Board, BoardSpec, Cell
from samples.fast import render
from samples.scene import random_scene
from vision import params as P
from vision.cells import BoardReading, read_face
from vision.decode import Decoded, decode
from vision.errors import OptionError
from vision.geometry import GridPose, Rectifier
from vision.grid import find_grid
from vision.photo import PhotoReading, ReadOptions, _answer, read_photo, upright

Image = NDArray[np.uint8]
POSE = GridPose(np.array([[50.0, 0, 40], [0, -50.0, 400], [0, 0, 1.0]]), (640, 480))
LYING = GridPose(np.array([[0, 50.0, 40], [50.0, 0, 40], [0, 0, 1.0]]), (640, 480))


def reading(rows: list[str], sure: float = 0.99) -> BoardReading:
    p = np.full((6, 7, 3), (1 - sure) / 2, np.float32)
    for r, row in enumerate(rows[::-1]):
        for c, cell in enumerate(row):
            p[r, c, ".RY".index(cell)] = sure
    return BoardReading(p, np.ones((6, 7), bool))


TWO_DISCS = [".......", ".......", ".......", ".......", "...Y...", "...R..."]


@pytest.mark.parametrize("seed", range(10))
def test_never_sure_and_wrong(seed: int) -> None:
    image, truth = render(random_scene(seed, "easy"))
    assert truth.rows is not None
    said = read_photo(image).rows()

    if said is not None:
        for said_row, true_row in zip(said, truth.rows, strict=True):
            assert all(s in ("?", t) or t == "?" for s, t in zip(said_row, true_row, strict=True)), (said, truth.rows)


def test_most_easy_pictures_are_read_to_the_last_cell() -> None:
    pictures = [render(random_scene(seed, "easy")) for seed in range(10)]

    right = [read_photo(image).rows() == list(truth.rows or ()) for image, truth in pictures]

    assert sum(right) >= 7


def test_a_picture_upside_down_is_turned_by_gravity() -> None:
    seen = reading([row[::-1] for row in TWO_DISCS[::-1]])

    settled = upright(POSE, seen)

    assert settled is not None
    pose, turned = settled
    assert np.allclose(pose.corners(), np.roll(POSE.corners(), 2, axis=0))
    assert decode(turned.p, BoardSpec()).board == Board.parse(TWO_DISCS)


def test_a_picture_the_right_way_up_stays() -> None:
    assert upright(POSE, reading(TWO_DISCS)) is not None
    assert upright(POSE, reading(TWO_DISCS))[0] is POSE  # type: ignore[index]


def test_an_empty_board_is_taken_as_the_picture_shows_it() -> None:
    settled = upright(POSE, reading(["......."] * 6))

    assert settled is not None
    assert settled[0] is POSE


def test_a_full_board_on_its_side_could_be_either_way_up() -> None:
    full = ["RYRYRYR", "YRYRYRY"] * 3

    assert upright(LYING, reading(full)) is None
    assert upright(POSE, reading(full)) is not None


def test_too_many_unsure_cells_are_a_refusal() -> None:
    seen = reading(["......."] * 6, sure=0.34)

    answer = _answer(POSE, seen, decode(seen.p, BoardSpec()), ())

    assert answer.status == "refused"
    assert answer.refusal is not None
    assert answer.refusal.code == "cells_unclear"
    assert answer.rows() is None


def test_rows_mark_unsure_cells() -> None:
    answer = PhotoReading("unsure", Board.parse(TWO_DISCS), frozenset({Cell(4, 2)}))

    assert answer.rows() == [".......", ".......", ".......", ".......", "...?...", "...R..."]


def test_a_board_with_one_unsure_cell_is_unsure() -> None:
    decoded = decode(reading(TWO_DISCS).p, BoardSpec())
    doubtful: Decoded = replace(decoded, unsure=frozenset({Cell(1, 1)}))

    assert _answer(POSE, reading(TWO_DISCS), doubtful, ()).status == "unsure"


def test_every_cells_shares_sum_to_one_and_the_reading_repeats() -> None:
    image, _ = render(random_scene(3, "easy"))
    pose = find_grid(image)
    assert isinstance(pose, GridPose)

    face = Rectifier(pose, P.CELL_PX, P.FACE_MARGIN)(image)
    first, second = (read_face(face, BoardSpec(), careful=True) for _ in range(2))

    assert np.allclose(first.p.sum(axis=-1), 1.0, atol=1e-5)
    assert np.array_equal(first.p, second.p)


def test_the_reader_does_not_know_gravity() -> None:
    """Of a face turned upside down it reads the same cells: gravity is the decoder's business."""
    image, _ = render(random_scene(4, "easy"))
    pose = find_grid(image)
    assert isinstance(pose, GridPose)

    face = Rectifier(pose, P.CELL_PX, P.FACE_MARGIN)(image)
    there = read_face(face, BoardSpec()).p.argmax(axis=-1)
    back = read_face(np.ascontiguousarray(face[::-1, ::-1]), BoardSpec()).p.argmax(axis=-1)[::-1, ::-1]

    assert (there == back).mean() > 0.95


def test_a_reading_checks_its_shape() -> None:
    with pytest.raises(ValueError) as caught:
        BoardReading(np.zeros((6, 7, 3)), np.ones((6, 7), bool))

    assert "float32" in str(caught.value)


# What is known beforehand ---------------------------------------------------------------------------------------------

EASY = replace(random_scene(8, "easy"), hands=())


def played(columns: int, rows: int) -> tuple[str, ...]:
    """A board of this size with discs from side to side."""
    drawn = [(pattern * columns)[:columns] for pattern in ("R..Y", "YRRY", "RY")]
    return (*["." * columns] * (rows - len(drawn)), *drawn)


@pytest.mark.parametrize(("columns", "rows"), [(8, 6), (7, 7), (8, 7), (9, 7), (10, 8)])
def test_R37_larger_boards_are_read_to_the_last_cell(columns: int, rows: int) -> None:
    truth = played(columns, rows)
    shape = replace(EASY.shape, columns=columns, rows=rows)
    camera = replace(EASY.camera, distance=EASY.camera.distance * max(columns / 7, rows / 6) * 1.1)
    image, _ = render(replace(EASY, rows=truth, shape=shape, camera=camera))

    answer = read_photo(image, ReadOptions(BoardSpec(columns, rows)))

    assert answer.rows() == list(truth)


@pytest.mark.parametrize(("spec", "status"), [(BoardSpec(), "read"), (BoardSpec(9, 7), "unsure")])
def test_R37_a_board_joined_from_parts_has_to_be_surer(spec: BoardSpec, status: str) -> None:
    seen = np.full((spec.rows, spec.columns, 3), 0.0005, np.float32)
    seen[..., 0] = 0.999
    seen[0, 0] = (0.9, 0.05, 0.05)
    decoded = decode(seen, spec)

    assert P.BOARD_SURE < decoded.probability < P.BOARD_SURE_IN_PARTS
    assert _answer(POSE, BoardReading(seen, np.ones(seen.shape[:2], bool)), decoded, ()).status == status


@pytest.mark.parametrize("spec", [BoardSpec(6, 6), BoardSpec(7, 5), BoardSpec(11, 8), BoardSpec(10, 9)])
def test_R37_sizes_that_cannot_be_read_are_refused_before_anything_is_done(spec: BoardSpec) -> None:
    with pytest.raises(OptionError) as caught:
        ReadOptions(spec)

    assert caught.value.code == "board_not_read"
    assert (caught.value.data["least"], caught.value.data["most"]) == ("7x6", "10x8")


MIXED = (*["......."] * 4, "R..Y...", "YRRYYRR")


def test_R38_told_colours_say_which_is_R_and_which_is_Y() -> None:
    image, _ = render(replace(EASY, rows=MIXED))

    plain, same, other = (
        read_photo(image, ReadOptions(discs=discs)) for discs in (None, ("red", "yellow"), ("yellow", "red"))
    )

    assert plain.rows() == same.rows() == list(MIXED)
    assert other.rows() == [row.translate(str.maketrans("RY", "YR")) for row in MIXED]
    assert plain.discs.names() == {"R": "red", "Y": "yellow"}
    assert other.discs.names() == {"R": "yellow", "Y": "red"}
    assert other.reading is not None
    assert other.board == decode(other.reading.p, BoardSpec()).board


def test_R38_told_colours_that_contradict_the_picture_leave_it_unsure() -> None:
    image, _ = render(replace(EASY, rows=MIXED))

    answer = read_photo(image, ReadOptions(discs=("blue", "green")))

    assert answer.status == "unsure"
    assert answer.doubt is not None
    assert answer.doubt.code == "discs_contradict"


def test_the_runner_up_differs_where_the_picture_is_least_clear() -> None:
    seen = reading(TWO_DISCS)
    seen.p[0, 3] = (0.02, 0.58, 0.4)

    answer = _answer(POSE, seen, decode(seen.p, BoardSpec()), ())

    assert answer.runner_up is not None
    assert answer.rival_cells() == (Cell(4, 1),)
    assert 0.05 < answer.runner_up_probability < answer.probability


def test_R38_colours_are_measured_on_the_board_the_right_way_up() -> None:
    image, _ = render(replace(EASY, rows=MIXED))

    answer = read_photo(np.ascontiguousarray(image[::-1, ::-1]))

    assert answer.rows() == list(MIXED)
    assert answer.discs.names() == {"R": "red", "Y": "yellow"}
