"""Which colours the discs have: names by hue, what was said held against what is seen."""

import cv2
import numpy as np
import pytest

from referee.board import Board, BoardSpec, Cell, Disc
from vision import params as P
from vision.colours import HUES, LIGHTNESSES, NAMES, DiscColour, DiscColours, assign, measure, misfit, name_of
from vision.frame import Image

ROWS = [".......", ".......", ".......", ".......", "R..Y...", "RY.YR.."]
BGR = {"red": (40, 35, 190), "yellow": (40, 200, 235), "green": (60, 130, 30), "black": (18, 16, 17)}


def face(first: str, second: str) -> Image:
    """The rectified face of ROWS on a blue plate, its discs in two colours."""
    high, wide = (round((n - 1 + 2 * P.FACE_MARGIN) * P.CELL_PX) for n in (6, 7))
    drawn = np.full((high, wide, 3), (150, 70, 20), np.uint8)
    for row, line in enumerate(ROWS):
        for column, letter in enumerate(line):
            if letter != ".":
                centre = (round((column + P.FACE_MARGIN) * P.CELL_PX), round((row + P.FACE_MARGIN) * P.CELL_PX))
                cv2.circle(drawn, centre, round(0.4 * P.CELL_PX), BGR[first if letter == "R" else second], -1)
    return drawn


def measured(first: str, second: str) -> DiscColours:
    return measure(face(first, second), Board.parse(ROWS), frozenset())


def lab(hue: float, chroma: float = 50.0, lightness: float = 50.0) -> tuple[float, float, float]:
    return lightness, float(chroma * np.cos(np.radians(hue))), float(chroma * np.sin(np.radians(hue)))


@pytest.mark.parametrize(("first", "second"), [("red", "yellow"), ("red", "green"), ("red", "black")])
def test_R38_the_discs_colours_are_named(first: str, second: str) -> None:
    assert measured(first, second).names() == {"R": first, "Y": second}


def test_a_colour_that_is_not_on_the_board_is_not_named() -> None:
    board = Board.parse([row.replace("Y", ".") for row in ROWS])

    assert measure(face("red", "yellow"), board, frozenset()).names() == {"R": "red"}
    assert measure(face("red", "yellow"), Board.empty(), frozenset()) == DiscColours()


def test_unsure_cells_teach_nothing() -> None:
    board = Board.parse(ROWS)
    unsure = frozenset(cell for cell in board.spec.cells if board.at(*cell) and cell != Cell(1, 1))

    assert measure(face("red", "yellow"), board, unsure).names() == {"R": "red"}


@pytest.mark.parametrize("name", sorted(set(HUES) - {"brown"}))
def test_a_name_fits_its_own_hue(name: str) -> None:
    assert name_of(lab(HUES[name])) == name


@pytest.mark.parametrize("name", LIGHTNESSES)
def test_without_a_hue_lightness_tells(name: str) -> None:
    assert name_of((LIGHTNESSES[name], 1.0, -2.0)) == name


def test_dark_orange_is_brown() -> None:
    assert name_of(lab(52, chroma=35, lightness=30)) == "brown"
    assert name_of(lab(52, chroma=70, lightness=65)) == "orange"


def test_shadow_changes_no_name() -> None:
    assert name_of((18.0, 37.0, 26.0), "red") == "red"
    assert name_of((34.0, -9.0, 35.0), "yellow") == "yellow"


@pytest.mark.parametrize("name", NAMES)
def test_a_misfit_is_never_negative(name: str) -> None:
    assert all(misfit(lab(hue, chroma), name) >= 0 for hue in range(0, 360, 30) for chroma in (0.0, 40.0, 90.0))


def test_R38_told_colours_find_their_letters() -> None:
    seen = measured("red", "black")

    assert assign(seen, "red", "black") is True
    assert assign(seen, "black", "red") is False
    assert seen.swapped().called("black", "red").names() == {"R": "black", "Y": "red"}


@pytest.mark.parametrize("said", [("blue", "green"), ("red", "blue"), ("cyan", "purple"), ("white", "black")])
def test_R38_what_contradicts_the_picture_is_not_guessed(said: tuple[str, str]) -> None:
    assert assign(measured("red", "yellow"), *said) is None


def test_a_name_that_is_near_enough_is_taken() -> None:
    """Lime looks yellow to one and green to another: the other disc, which is red, tells which is meant."""
    assert assign(measured("red", "yellow"), "red", "green") is True
    assert assign(measured("red", "yellow"), "green", "red") is False


def test_two_colours_that_look_alike_are_not_guessed() -> None:
    alike = DiscColour(lab(45), "red")

    assert assign(DiscColours(alike, alike), "red", "orange") is None


def test_one_colour_alone_is_enough_to_tell() -> None:
    assert assign(DiscColours(red=DiscColour(lab(90), "yellow")), "red", "yellow") is False


def test_an_empty_board_contradicts_nothing() -> None:
    assert assign(DiscColours(), "blue", "green") is True


def test_a_larger_boards_discs_are_measured_where_they_are() -> None:
    spec = BoardSpec(9, 7)
    drawn = np.full((8 * P.CELL_PX, 10 * P.CELL_PX, 3), (150, 70, 20), np.uint8)
    cv2.circle(drawn, (9 * P.CELL_PX, 7 * P.CELL_PX), 9, BGR["green"], -1)

    assert measure(drawn, Board.empty(spec).put(Cell(9, 1), Disc.YELLOW), frozenset()).names() == {"Y": "green"}
