"""A source watched to its end: frame by frame through a table, what happened handed out as it becomes known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from api.table import Look, Table
from api.telling import tell
from api.told import Told
from referee.events import Event
from vision.errors import FileError, PictureError
from vision.frame import Frame, Source

SECONDS_DIGITS = 2


@dataclass(frozen=True)
class Happening:
    """Something said while watching: an event of the referee, a remark of the camera, or a picture that is no good.

    told: its sentences. frame and look: what it was seen in, None for a bad picture.
    """

    t_s: float
    told: tuple[Told, ...]
    event: Event | None = None
    bad_picture: bool = False
    frame: Frame | None = field(default=None, repr=False)
    look: Look | None = field(default=None, repr=False)

    def as_dict(self, lang: str) -> dict[str, Any]:
        """Plain JSON values: `t`, `event`, the event's own fields, `message`."""
        what = self.event.as_dict() if self.event else self._remark()
        what.pop("at_s", None)
        message = " ".join(told.text(lang) for told in self.told)
        return {"t": round(self.t_s, SECONDS_DIGITS), **what, "message": message}

    def _remark(self) -> dict[str, Any]:
        return {"event": "bad_picture" if self.bad_picture else "remark", "code": self.told[0].code}


def follow(
    source: Source,
    table: Table,
    at_frame: Callable[[Frame], None] = lambda frame: None,
    looked: Callable[[Frame, Look], None] = lambda frame, look: None,
) -> Iterator[Happening]:
    """Everything that happens until the source ends. SourceError when it is lost on the way.

    at_frame: told of each frame before it is looked at (for progress). looked: told what came of it (for a trace).
    """
    t_s = 0.0
    while True:
        try:
            frame = source.read()
        except (FileError, PictureError) as error:
            yield Happening(t_s, (Told.of(error),), bad_picture=True)
            continue
        if frame is None:
            return
        t_s = frame.t_s
        at_frame(frame)
        look = table.look(frame)
        looked(frame, look)
        yield from _happenings(frame, look)


def _happenings(frame: Frame, look: Look) -> Iterator[Happening]:
    for remark in look.remarks:
        yield Happening(frame.t_s, (remark,), frame=frame, look=look)
    for event in look.events:
        yield Happening(event.at_s, tell(event), event, frame=frame, look=look)
