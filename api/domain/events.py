"""What happens at a table besides the game itself: events of the same make as the referee's, in the same log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.board import Board, Cell, Disc
from referee.codec import decode
from referee.errors import RefereeError
from referee.events import EVENTS, Event


@dataclass(frozen=True, kw_only=True)
class TableEvent(Event):
    """Something agreed or done at a table. Players stand in it by id: a name is stored once, and can be forgotten."""


@dataclass(frozen=True, kw_only=True)
class MatchStarted(TableEvent):
    """All that is agreed before the first disc (R4), for every game of the match.

    sides: the players of side 0 and of side 1, two each for partners, none where nobody is named. disc: side 0's
    colour. pictures: whether pictures of offences and disputes are kept without asking each time.
    """

    name = "match_started"
    match: str
    sides: tuple[tuple[str, ...], ...]
    disc: Disc
    first_opener: int
    format: str = "open"
    wins: int | None = None
    games: int | None = None
    draws_count: bool = True
    openers: str = "alternate"
    variant: str = "classic"
    columns: int = 7
    rows: int = 6
    connect: int = 4
    turns: str = "two"
    clock: str = "unlimited"
    teaching: bool = False
    practice: bool = False
    pictures: bool = False


@dataclass(frozen=True, kw_only=True)
class GameStarted(TableEvent):
    """The next game of the match. players: ids in the order of turns, the opener first."""

    name = "game_started"
    game: str
    number: int
    opener: Disc
    players: tuple[str, ...] = ()
    start: Board | None = None


@dataclass(frozen=True, kw_only=True)
class Consented(TableEvent):
    """One side's word for something that needs both: `undo`, `redo` or `draw`. Void once a disc is played."""

    name = "consented"
    kind: str
    disc: Disc


@dataclass(frozen=True, kw_only=True)
class ReadingCorrected(TableEvent):
    """Somebody says what really lies in a cell. While the camera still reads `was` there, `disc` is believed."""

    name = "reading_corrected"
    cell: Cell
    was: Disc | None
    disc: Disc | None


@dataclass(frozen=True, kw_only=True)
class MatchOver(TableEvent):
    """The match has ended; `winner` is a side, None when it is shared or was broken off."""

    name = "match_over"
    match: str
    winner: int | None = None
    broken_off: bool = False


@dataclass(frozen=True, kw_only=True)
class PictureKept(TableEvent):
    """A picture of a dispute or an offence was put into the store."""

    name = "picture_kept"
    picture: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class PictureDiscarded(TableEvent):
    """The picture held for a dispute or an offence, or a stored one, is gone."""

    name = "picture_discarded"
    picture: str | None = None


TABLE_EVENTS: dict[str, type[Event]] = {kind.name: kind for kind in TableEvent.__subclasses__()}


def event_of(data: dict[str, Any]) -> Event:
    """The event of `as_dict`, the referee's or a table's. Raises `RefereeError` `bad_event` when it is neither."""
    kind = (TABLE_EVENTS | EVENTS).get(str(data.get("event")))
    if kind is None:
        raise RefereeError("bad_event", reason=f"no event {data.get('event')!r:.40}")
    return decode(kind, data, "bad_event")
