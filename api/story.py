"""A watched game as scenes: what happened, the board, and the picture it was seen in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from api.told import Told
from api.watching import SECONDS_DIGITS, Happening
from referee.board import Board, Cell
from referee.events import GameWon, MovePlayed, Offence
from vision.overlay import draw_board, encode_jpeg, shrunk


@dataclass(frozen=True)
class Scene:
    """One moment of a game. picture: JPEG with the board as seen drawn on it."""

    t_s: float
    event: str
    told: tuple[Told, ...]
    rows: tuple[str, ...]
    picture: bytes = field(repr=False)


@dataclass(frozen=True)
class Story:
    """The scenes of a game in order."""

    scenes: tuple[Scene, ...]

    def as_dict(self, lang: str) -> dict[str, Any]:
        """Plain JSON values; the pictures are fetched one by one."""
        return {"scenes": [_scene_dict(number, scene, lang) for number, scene in enumerate(self.scenes)]}


def scene_of(happening: Happening, board: Board | None) -> Scene | None:
    """The scene of an event that was seen in a picture; None for anything else."""
    frame, look, event = happening.frame, happening.look, happening.event
    if event is None or frame is None or look is None or look.step.pose is None or board is None:
        return None
    lines = event.lines if isinstance(event, GameWon) else ()
    drawn = draw_board(frame.image, look.step.pose, board, (), lines, tuple(_cells(event)))
    return Scene(happening.t_s, event.name, happening.told, board.rows(), encode_jpeg(shrunk(drawn)))


def _cells(event: object) -> Iterator[Cell]:
    """The cells that an event is about."""
    if isinstance(event, MovePlayed):
        yield Cell(event.column, event.row)
    elif isinstance(event, Offence):
        yield from event.cells


def _scene_dict(number: int, scene: Scene, lang: str) -> dict[str, Any]:
    return {
        "t": round(scene.t_s, SECONDS_DIGITS),
        "event": scene.event,
        "messages": [told.text(lang) for told in scene.told],
        "board": list(scene.rows),
        "picture": f"api/story/{number}.jpg",
    }
