"""The camera at a table: one at a time. Its capture times become the table's; frames from the past are told apart."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, field

from api.service.frames import Incoming
from api.service.limits import Limits

REBASE_S = 10.0
"""A capture time that jumps further than this, in seconds, is a new clock (a phone set right), not a late frame."""


@dataclass
class Seat:
    """A camera that has taken its place. Changes in place. camera: the id that it chose for itself.

    gone: set when another camera has taken over. offset_s: table time minus capture time; it only shrinks, so that
    network delays don't add up.
    """

    camera: str
    since_s: float
    last_s: float
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    connections: int = 0
    number: int = -1
    capture_s: float | None = None
    offset_s: float = 0.0
    allowance: float = math.inf

    @property
    def taken_over(self) -> bool:
        return self.gone.is_set()

    def admits(self, incoming: Incoming, now_s: float, limits: Limits) -> str | None:
        """Why a frame is skipped, or None: `taken_over`, `late_frame`, `too_many_frames`."""
        if self.taken_over:
            return "taken_over"
        self.allowance = min(limits.frames_per_s, self.allowance + (now_s - self.last_s) * limits.frames_per_s)
        self.last_s = now_s
        if self._is_late(incoming):
            return "late_frame"
        if self.allowance < 1.0:
            return "too_many_frames"
        self.allowance -= 1.0
        return None

    def time_of(self, incoming: Incoming, now_s: float) -> float:
        """When the frame was taken, in table time; never after now."""
        offset = now_s - incoming.capture_s
        fresh = self.capture_s is None or abs(incoming.capture_s - self.capture_s) > REBASE_S
        self.offset_s = offset if fresh else min(self.offset_s, offset)
        self.number, self.capture_s = incoming.number, incoming.capture_s
        return incoming.capture_s + self.offset_s

    def _is_late(self, incoming: Incoming) -> bool:
        """Not newer than the last one, on a clock that runs on."""
        if self.capture_s is None:
            return False
        behind = self.capture_s - incoming.capture_s
        return 0 <= behind <= REBASE_S
