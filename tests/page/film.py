"""Films for Chromium's fake camera: JPEGs one after the other, thirty a second; it begins anew with each opening."""

from __future__ import annotations

import os
from bisect import bisect_right
from pathlib import Path

import cv2

from api.commands.demo import CLIP

FPS = 30.0
STILL_SWING_S = 2.0
LEAD_SWING_S = 0.4
QUALITY = 90
SLOW = 0.5
"""How fast a film is shown on a computer that has more to do than it has cores."""


class Film:
    """The demo's game as a fake camera shows it. `cut` chooses the part that the next opening of the camera shows."""

    def __init__(self, path: Path, source: Path = CLIP) -> None:
        self.path = path
        self.times, self.frames = _frames(source)

    @property
    def seconds(self) -> float:
        return self.times[-1]

    def cut(self, from_s: float, to_s: float, lead_s: float = 0.0, still_s: float = 60.0) -> None:
        """From one time to another; before and after it the board lies still, the film going to and fro."""
        pace = SLOW if os.getloadavg()[0] > (os.cpu_count() or 1) else 1.0
        part = self._frames(from_s, to_s, pace)
        lead = self._swing(self._frames(from_s, from_s + LEAD_SWING_S), lead_s / pace)
        still = self._swing(self._frames(to_s - STILL_SWING_S, to_s)[::-1], still_s)
        fresh = self.path.with_suffix(".new")
        fresh.write_bytes(b"".join(lead + part + still))
        os.replace(fresh, self.path)

    def _frames(self, from_s: float, to_s: float, pace: float = 1.0) -> list[bytes]:
        return [self._at(from_s + number * pace / FPS) for number in range(round((to_s - from_s) / pace * FPS))]

    def _swing(self, frames: list[bytes], seconds: float) -> list[bytes]:
        swing = frames + frames[::-1]
        return [swing[number % len(swing)] for number in range(round(seconds * FPS))]

    def _at(self, t_s: float) -> bytes:
        return self.frames[max(0, bisect_right(self.times, t_s) - 1)]


def _frames(source: Path) -> tuple[list[float], list[bytes]]:
    film, times, frames = cv2.VideoCapture(str(source)), [], []
    try:
        while True:
            more, image = film.read()
            if not more:
                return times, frames
            times.append(film.get(cv2.CAP_PROP_POS_MSEC) / 1000.0)
            frames.append(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
    finally:
        film.release()
