"""What a caller says of the board beforehand, as words from outside → `ReadOptions`; wrong words are coded refusals."""

from __future__ import annotations

import re

from api.texts import LANGUAGES, texts
from referee.board import BoardSpec
from vision.colours import NAMES
from vision.errors import OptionError
from vision.photo import ReadOptions, readable_boards

MOST_SIDE = 16
"""What the rules know (R37); which of those are read, `ReadOptions` says."""


def read_options(board: str | None = None, connect: int | None = None, discs: str | None = None) -> ReadOptions:
    """The options for `8x7` (columns x rows), the length of a line, and `red,black` (the colours called R and Y).

    OptionError `board_not_read`, `discs_two`, `disc_colour_unknown`; BoardError `line_length`.
    """
    columns, rows = _size(board) if board else (BoardSpec.columns, BoardSpec.rows)
    return ReadOptions(BoardSpec(columns, rows, connect or BoardSpec.connect), _pair(discs) if discs else None)


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"\s*(\d{1,2})\s*[x×*]\s*(\d{1,2})\s*", text, re.IGNORECASE | re.ASCII)
    size = (int(found[1]), int(found[2])) if found else None
    if size is None or 0 in size or max(size) > MOST_SIDE:
        raise OptionError("board_not_read", board=text, **readable_boards())
    return size


def _pair(text: str) -> tuple[str, str]:
    words = [word.strip() for word in text.split(",")]
    if len(words) != 2 or _name(words[0]) == _name(words[1]):
        raise OptionError("discs_two", discs=text)
    return _name(words[0]), _name(words[1])


def _name(word: str) -> str:
    """The colour's own name for a word in any of the languages."""
    named = {texts(lang)[f"colour.{name}"].casefold(): name for lang in LANGUAGES for name in NAMES}
    named |= {name: name for name in NAMES}
    if word.casefold() not in named:
        raise OptionError("disc_colour_unknown", colour=word, names=", ".join(NAMES))
    return named[word.casefold()]
