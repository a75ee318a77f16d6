"""Films for Chromium's fake camera: JPEGs one after the other, thirty a second; it begins anew with each opening."""

from __future__ import annotations

import os
from bisect import bisect_right
from pathlib import Path

import cv2

from api.commands.demo import CLIP

FPS = 30.0
STILL_S = 2.0
QUALITY = 90


class Film:
    """The demo's game as a fake camera shows it. `cut` chooses the part that the next opening of the camera shows."""

    def __init__(self, path: Path, source: Path = CLIP) -> None:
        self.path = path
        self.times, self.frames = _frames(source)

    @property
    def seconds(self) -> float:
        return self.times[-1]

    def cut(self, from_s: float, to_s: float, still_s: float = 60.0) -> None:
        """From one time to another; then the last seconds to and fro, as a board that lies still."""
        count = round((to_s - from_s) * FPS)
        part = [self._at(from_s + number / FPS) for number in range(count)]
        still = [self._at(to_s - number / FPS) for number in range(round(STILL_S * FPS))]
        swing = still + still[::-1]
        part += [swing[number % len(swing)] for number in range(round(still_s * FPS))]
        fresh = self.path.with_suffix(".new")
        fresh.write_bytes(b"".join(part))
        os.replace(fresh, self.path)

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
