"""What is said of a board beforehand, as words: sizes, lengths of a line, colours in four languages."""

from __future__ import annotations

import pytest

from api.options import read_options
from api.texts import LANGUAGES, texts
from referee.board import BoardSpec
from referee.errors import RefereeError
from vision.colours import NAMES
from vision.errors import OptionError


def test_nothing_said_is_the_usual_board() -> None:
    options = read_options()

    assert (options.spec, options.discs) == (BoardSpec(), None)


@pytest.mark.parametrize("text", ["9x7", "9X7", " 9 x 7 ", "9×7", "9*7"])
def test_R37_a_size_is_columns_and_rows(text: str) -> None:
    assert read_options(text).spec == BoardSpec(9, 7)


def test_R37_five_in_a_row() -> None:
    assert read_options("9x6", connect=5).spec == BoardSpec(9, 6, 5)


@pytest.mark.parametrize(
    "text", ["6x6", "7x5", "11x8", "10x9", "0x0", "99x99", "7", "x", "7x6x5", "-7x6", "7,6", "٧x٦", "7x6\n8", "ſ"]
)
def test_R37_other_sizes_are_refused_with_what_is_possible(text: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_options(text)

    assert caught.value.code == "board_not_read"
    assert (caught.value.data["least"], caught.value.data["most"]) == ("7x6", "10x8")


@pytest.mark.parametrize("connect", [1, 2, 9])
def test_R37_lines_that_cannot_be_are_refused(connect: int) -> None:
    with pytest.raises(RefereeError) as caught:
        read_options("8x7", connect)

    assert caught.value.code == "line_length"


@pytest.mark.parametrize(
    ("text", "discs"),
    [
        ("red,black", ("red", "black")),
        ("Rot, Türkis", ("red", "cyan")),
        ("JAUNE,rouge", ("yellow", "red")),
        ("negro , marrón", ("black", "brown")),
    ],
)
def test_R38_colours_are_understood_in_any_language(text: str, discs: tuple[str, str]) -> None:
    assert read_options(discs=text).discs == discs


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("red", "discs_two"),
        ("red,red", "discs_two"),
        ("red,rot", "discs_two"),
        ("red,blue,green", "discs_two"),
        ("red,", "disc_colour_unknown"),
        ("red,plaid", "disc_colour_unknown"),
        (",", "disc_colour_unknown"),
    ],
)
def test_R38_other_words_are_refused(text: str, code: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_options(discs=text)

    assert caught.value.code == code


def test_no_word_means_two_colours() -> None:
    meanings: dict[str, set[str]] = {}
    for lang in LANGUAGES:
        for name in NAMES:
            meanings.setdefault(texts(lang)[f"colour.{name}"].casefold(), set()).add(name)

    assert {word: names for word, names in meanings.items() if len(names) > 1} == {}
    assert all(word in NAMES for word in texts("en").values() if word in meanings)
