"""The stages as pictures: as many as the reading got through, and a sheet that holds them all."""

from dataclasses import replace

import numpy as np
import pytest

from referee.board import BoardSpec
from samples.fast import render
from samples.scene import random_scene
from vision.explain import Panel, panels
from vision.frame import Image
from vision.overlay import WHITE
from vision.photo import ReadOptions, read_photo
from vision.sheet import CAPTION_PX, MARGIN_PX, PANEL, sheet, wrapped, write

EASY = replace(random_scene(8, "easy"), hands=(), rows=(*["......."] * 5, "R..Y..."))
WALL = np.full((480, 640, 3), 180, np.uint8)


def explained(image: Image, options: ReadOptions | None = None) -> list[Panel]:
    options = options or ReadOptions()
    return list(panels(image, read_photo(image, options), options))


def codes(stages: list[Panel]) -> list[str]:
    return [stage.code.removeprefix("explain_") for stage in stages]


def test_a_board_that_is_read_shows_every_stage() -> None:
    stages = explained(render(EASY)[0])

    assert codes(stages) == ["blobs", "lattice", "grid", "face", "cells", "result"]
    assert stages[2].data["hits"] == 42
    assert all(stage.image.dtype == np.uint8 and stage.image.ndim == 3 for stage in stages)


def test_where_there_is_nothing_round_two_stages_are_shown() -> None:
    stages = explained(WALL)

    assert codes(stages) == ["blobs", "lattice"]
    assert (stages[0].data["count"], stages[1].data["kind"]) == (0, "none")


def test_a_refused_grid_shows_the_window_that_came_nearest() -> None:
    stages = explained(render(EASY)[0], ReadOptions(BoardSpec(10, 8)))

    assert codes(stages) == ["blobs", "lattice", "grid"]
    assert stages[2].data["kind"] == "best"


def test_the_picture_itself_is_not_changed() -> None:
    image = render(EASY)[0]
    before = image.copy()
    explained(image)

    assert np.array_equal(image, before)


@pytest.mark.parametrize(("count", "lines"), [(1, 1), (2, 1), (3, 2), (6, 3)])
def test_the_sheet_grows_with_its_pictures(count: int, lines: int) -> None:
    one = sheet([("a", WALL)] * count, ["the end"])
    none_below = one.shape[0] - lines * (CAPTION_PX + PANEL[1] + MARGIN_PX)

    assert 0 < none_below < PANEL[1] / 2
    assert one.shape[1] == 2 * PANEL[0] + 3 * MARGIN_PX


def test_words_are_never_broken_and_never_lost() -> None:
    text = "Die wahrscheinlichsten Plätze, so gut wie keiner gesehen"
    lines = wrapped(text, 22, 200)

    assert len(lines) > 2
    assert " ".join(lines) == text


def test_letters_beyond_ascii_are_drawn_as_such() -> None:
    drawn = {}
    for text in ("é", "?", "e"):
        canvas = np.zeros((60, 60, 3), np.uint8)
        write(canvas, text, (10, 45), 40, WHITE)
        drawn[text] = canvas

    assert drawn["é"].any()
    assert not np.array_equal(drawn["é"], drawn["?"])
