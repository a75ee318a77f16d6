"""Errors of the *caller* (a wrong argument, an act at the wrong moment).

They are one of three families kept apart: a player's fault is an `events.Offence`, a camera's fault is an
`events.ReadingDoubted`, and only a caller's bug or refused request is raised.
"""

from __future__ import annotations


class RefereeError(ValueError):
    """A refused request: `code` is stable, `data` fills the sentence that the catalogue holds for it."""

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(f"{code} {data}" if data else code)
        self.code = code
        self.data = data


class BoardError(RefereeError):
    """A board, a cell or a size that can't be."""


class ColumnFull(BoardError):
    """R9: a full column takes no disc; nothing was placed."""

    def __init__(self, column: int) -> None:
        super().__init__("column_full", column=column)
        self.column = column
