"""Times that only go forward, whatever a film says of its own."""

from __future__ import annotations

import math

RESTART_S = 1.0
"""A step back by more than this is a clock that began anew (recordings joined end to end), not a late frame (s)."""
STUCK_FRAMES = 30
"""So many frames in a row without a later time: the film has no clock, and its frame rate has to do."""
USUAL_STEP_S = 1 / 30
"""Seconds between frames where a film doesn't tell its rate either."""


class MonotoneTimes:
    """Turns the times a film gives into times that grow strictly; None for a frame that came late or twice.

    step_s: the film's nominal time between frames, None where it doesn't tell.
    """

    def __init__(self, step_s: float | None) -> None:
        self._step_s = step_s or USUAL_STEP_S
        self._last_s: float | None = None
        self._offset_s = 0.0
        self._left_out = 0

    def stamp(self, raw_s: float) -> float | None:
        """The time to use for a frame to which the film gives `raw_s` seconds; None: leave this frame out."""
        if self._last_s is None:
            self._last_s = raw_s if math.isfinite(raw_s) else 0.0
            return self._last_s
        t_s = raw_s + self._offset_s if math.isfinite(raw_s) else self._last_s
        if self._last_s - t_s > RESTART_S:
            self._offset_s = self._last_s + self._step_s - raw_s
            t_s = raw_s + self._offset_s
        if t_s > self._last_s:
            self._left_out = 0
        elif self._left_out < STUCK_FRAMES:
            self._left_out += 1
            return None
        else:
            t_s = self._last_s + self._step_s
        self._last_s = t_s
        return t_s
