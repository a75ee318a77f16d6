"""What happened at the table: frozen events, in the order they became known. The list of them is the truth of a game.

Every event has `at_s` (seconds, the caller's clock) and a stable `name`; `as_dict()` gives plain JSON values (cells as
`[column, row]`, discs as "R"/"Y", boards as rows from the top), and `event_from_dict()` gives the event back.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from referee.board import Board, Cell, Disc, Line
from referee.codec import decode, encode
from referee.errors import RefereeError
from referee.explanations import DoubtCode, OffenceCode
from referee.remedies import Remedy
from referee.rules import Ending, Move, MoveKind


class By(StrEnum):
    """Whose word an event rests on."""

    CAMERA = "camera"
    PLAYERS = "players"
    RECORD = "record"


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened. `at_s`: seconds on the caller's clock."""

    name: ClassVar[str]
    at_s: float

    def as_dict(self) -> dict[str, Any]:
        return {"event": self.name, **encode(self)}


@dataclass(frozen=True, kw_only=True)
class Started(Event):
    """The start position stands; the opener may drop (R4, R5)."""

    name = "started"
    board: Board
    by: By = By.CAMERA


@dataclass(frozen=True, kw_only=True)
class NotAtStart(Event):
    """The board isn't the start position: `not_empty_at_start` with the cells to clear (R5), or another position."""

    name = "not_at_start"
    code: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, kw_only=True)
class MovePlayed(Event):
    """A legal move. `(column, row)`: the landing cell of a drop, the bottom cell of a pop.

    `order_known` False: several discs came between two looks and their order doesn't matter (R25).
    `unsure`: cells that could not be seen when the move was accepted.
    """

    name = "move"
    number: int
    column: int
    row: int
    disc: Disc
    kind: MoveKind = MoveKind.DROP
    order_known: bool = True
    unsure: tuple[Cell, ...] = ()
    by: By = By.CAMERA

    @property
    def move(self) -> Move:
        return Move(self.column, self.disc, self.kind)


@dataclass(frozen=True, kw_only=True)
class GameWon(Event):
    """One win, with every line that the last move completed (R13–R15), or by time, resignation, kept discs."""

    name = "win"
    winner: Disc
    ending: Ending = Ending.LINE
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GameDrawn(Event):
    """R16, or agreed by both."""

    name = "draw"
    ending: Ending = Ending.FULL


@dataclass(frozen=True, kw_only=True)
class Offence(Event):
    """A player's fault, the board it was seen on, and how to put it right (R10, R19, R22, R24)."""

    name = "offence"
    code: OffenceCode
    cells: tuple[Cell, ...]
    disc: Disc | None
    seen: Board
    remedy: Remedy

    def as_dict(self) -> dict[str, Any]:
        """With `column` and `row` of the first cell besides."""
        column, row = self.cells[0]
        return super().as_dict() | {"column": column, "row": row}


@dataclass(frozen=True, kw_only=True)
class RestoreProgress(Event):
    """Hands are restoring: what is still to do (R26). From `PLAYING` it opens a correction both have agreed to."""

    name = "restoring"
    seen: Board
    remedy: Remedy


@dataclass(frozen=True, kw_only=True)
class BoardEmptied(Event):
    """Every disc left in mid-game: build the position anew, restart, or end the game. Said once, no alarm."""

    name = "board_emptied"
    seen: Board
    remedy: Remedy


@dataclass(frozen=True, kw_only=True)
class Restored(Event):
    """The last legal position stands again (R26). `misread`: only a colour reads otherwise, so nobody did anything
    wrong.
    """

    name = "restored"
    to_move: Disc | None
    misread: bool = False
    by: By = By.CAMERA


@dataclass(frozen=True, kw_only=True)
class ReadingDoubted(Event):
    """The camera's reading can't be right, or cells that matter can't be seen (R2, R17). Accuses nobody."""

    name = "doubt"
    code: DoubtCode
    cells: tuple[Cell, ...]


@dataclass(frozen=True, kw_only=True)
class DoubtCleared(Event):
    """The board reads as expected again."""

    name = "doubt_cleared"


@dataclass(frozen=True)
class OrderChoice:
    """One order in which the new discs can have been dropped, and what it leads to (`winner` None and not `over`: play
    on).
    """

    moves: tuple[Move, ...]
    over: bool
    winner: Disc | None


@dataclass(frozen=True, kw_only=True)
class OrderUnclear(Event):
    """Several discs came between two looks and their order decides the game: the players are asked (R25)."""

    name = "order_unclear"
    seen: Board
    choices: tuple[OrderChoice, ...]


@dataclass(frozen=True, kw_only=True)
class ColumnFullTold(Event):
    """R9: somebody tried a full column. Nothing was placed, the same player is to move."""

    name = "column_full"
    column: int


@dataclass(frozen=True, kw_only=True)
class Disputed(Event):
    """Play stops; `claim` and `answer` are the words of `disputes` as plain JSON values (R21)."""

    name = "disputed"
    claim: dict[str, Any]
    answer: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class DisputeSettled(Event):
    """Both go on. `accepted`: they agree with the referee's answer."""

    name = "dispute_settled"
    accepted: bool = True


@dataclass(frozen=True, kw_only=True)
class Undone(Event):
    """R11: the last move taken back by both players' word; it stays in the record."""

    name = "undone"
    number: int


@dataclass(frozen=True, kw_only=True)
class Redone(Event):
    """An undone move stands after all."""

    name = "redone"
    number: int


@dataclass(frozen=True, kw_only=True)
class MovesCorrected(Event):
    """The moves since the start as they really were: a reading was wrong. Replayed by the rules, kept marked."""

    name = "corrected"
    moves: tuple[Move, ...]
    by: By = By.PLAYERS


@dataclass(frozen=True, kw_only=True)
class LetStand(Event):
    """Both let an illegal position stand and go on from it; the result will be marked."""

    name = "let_stand"
    board: Board
    to_move: Disc


@dataclass(frozen=True, kw_only=True)
class Restarted(Event):
    """R23: the same opener begins anew, no result; the abandoned moves stay in the record, marked."""

    name = "restarted"


@dataclass(frozen=True, kw_only=True)
class Swapped(Event):
    """R28: after the opening disc the second player took the opener's colour."""

    name = "swapped"


@dataclass(frozen=True, kw_only=True)
class ResultAgreed(Event):
    """R18: this colour's player confirms the result."""

    name = "result_agreed"
    disc: Disc


@dataclass(frozen=True, kw_only=True)
class Cleared(Event):
    """R18: the grid is empty after the end; the game is closed."""

    name = "cleared"


@dataclass(frozen=True, kw_only=True)
class Paused(Event):
    """The clock stands and nothing is judged until `Resumed`."""

    name = "paused"


@dataclass(frozen=True, kw_only=True)
class Resumed(Event):
    """Play goes on where it was."""

    name = "resumed"


@dataclass(frozen=True, kw_only=True)
class Closed(Event):
    """Ended by the players' word without a result, or without waiting for an empty grid."""

    name = "closed"


EVENTS: dict[str, type[Event]] = {kind.name: kind for kind in Event.__subclasses__()}


def event_from_dict(data: dict[str, Any]) -> Event:
    """The event of `as_dict`. Raises `RefereeError` `bad_event` when it isn't one."""
    name = data.get("event")
    if not isinstance(name, str) or name not in EVENTS:
        raise RefereeError("bad_event", reason=f"no event {name!r:.40}")
    return decode(EVENTS[name], data, "bad_event")
