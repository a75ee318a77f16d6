"""The shapes of answers, for OpenAPI and for the tests that hold the answers to them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Message(_Shape):
    """A stable code, and its sentence in the asker's language."""

    code: str = Field(examples=["move"])
    message: str = Field(examples=["Red drops into column 4."])


class Problem(_Shape):
    """Why a request was refused. `allowed`: with 409 `wrong_phase`, what can be done now. `where`: the faulty field."""

    code: str = Field(examples=["wrong_phase"])
    message: str
    allowed: list[str] | None = Field(default=None, examples=[["undo", "dispute", "pause", "end"]])
    phase: str | None = Field(default=None, examples=["playing"])
    where: str | None = None


class TableShape(_Shape):
    """A table: one physical board."""

    id: str = Field(examples=["k7m2q9wxrt4h"])
    name: str = Field(examples=["Kitchen"])


class TableListed(TableShape):
    """A table in the list."""

    created_at: str


class TableSetUp(_Shape):
    """A new table. The key is told once and never again."""

    table: TableShape
    key: str = Field(examples=["qT8c3vN5k2sLw0pZxY7aBdEfGh1JmRuV"])
    link: str = Field(examples=["/#table=k7m2q9wxrt4h&key=qT8c3vN5k2sLw0pZxY7aBdEfGh1JmRuV"])


class SideCheckShape(_Shape):
    """Which side is left: `finding` the board, `clearing` it, `dropping` one disc into the left column, `done`."""

    stage: str = Field(examples=["dropping"])
    progress: float = Field(examples=[0.67])
    todo: Message
    turned: bool | None


class CameraShape(_Shape):
    """`none`: no camera; `searching`: no grid yet; `watching`; `lost`: the grid was found once and can't be seen."""

    state: str = Field(examples=["watching"])
    hint: Message | None
    silent_s: float | None
    flipped: bool | None
    shown: bool
    check: SideCheckShape | None


class Snapshot(_Shape):
    """All that one screen shows."""

    table: TableShape
    seq: int = Field(examples=[17])
    time: str = Field(examples=["2026-12-01T18:05:12.345+00:00"])
    phase: str = Field(examples=["playing"])
    allowed: list[str] = Field(examples=[["play", "undo", "dispute", "pause", "end"]])
    game: dict[str, Any] | None
    match: dict[str, Any] | None
    messages: list[Message]
    camera: CameraShape
    picture: dict[str, Any] | None


class GridShown(_Shape):
    """Where the cells are: the corner cells' middles, and all of them as `centres[row - 1][column - 1]`."""

    grid: dict[str, Any]
    snapshot: Snapshot


class Entry(BaseModel):
    """An event of the log: `seq`, `at`, `game`, `event`, the event's own fields, `messages`."""

    model_config = ConfigDict(extra="allow")
    seq: int = Field(examples=[17])
    at: str = Field(examples=["2026-12-01T18:05:12.345+00:00"])
    game: str | None
    event: str = Field(examples=["move"])
    messages: list[Message]


class ActedShape(_Shape):
    """What an act has made. `repeated`: it had been done before under the same key, and wasn't done again."""

    events: list[Entry]
    repeated: bool
    snapshot: Snapshot


class Log(_Shape):
    """A page of the log. `more`: ask again, after the last `seq`."""

    events: list[Entry]
    more: bool


class MoveReviewShape(_Shape):
    """One move: what its player could reach before it, what it left, and what went unseen; for that player."""

    number: int
    column: int
    disc: str
    best: str | None = Field(examples=["win"])
    value: str | None = Field(examples=["draw"])
    kind: str | None = Field(examples=["win_became_draw"])
    better: int | None
    missed_wins: list[list[int]]
    missed_blocks: list[list[int]]
    double: list[list[int]]
    lasting: list[list[int]]
    messages: list[Message]


class ReviewShape(_Shape):
    """A game's review, as far as it is known. `running`: more may come. `unknown`: moves whose value isn't known."""

    game: str
    complete: bool
    running: bool
    unknown: int
    moves: list[MoveReviewShape]
    losing_move: int | None
    boards: list[list[str]]
    waiting: dict[str, list[list[int]]]
    messages: list[Message]


class Ack(BaseModel):
    """The acknowledgement of a frame."""

    model_config = ConfigDict(extra="allow")
    ack: int | None
    outcome: str = Field(examples=["seen"])
    why: Message | None
    age_s: float | None
    grid: dict[str, Any] | None
    snapshot: Snapshot
