"""How much memory following holds while 20,000 frames go by: a game's frames over and over, each with its own time."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from api.table import Table
from benchmarks.follow_films import game, pictures
from vision.frame import Frame

FRAMES, EVERY = 20_000, 2_000
SEED, FPS = 1, 10.0
STATUS = Path("/proc/self/status")


def report_memory() -> None:
    """Print the megabytes held, at the start, every 2,000 frames, and how much they grew after the first of those."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, 90]
    film = [cv2.imencode(".jpg", image, quality)[1] for _, image in pictures(game(SEED, FPS))]
    table, held = Table(), list[float]()
    for number in range(FRAMES + 1):
        if number % EVERY == 0:
            held.append(_resident_mb())
            print(f"{number:6} frames: {held[-1]:6.1f} MB", flush=True)
        image = cv2.imdecode(film[number % len(film)], cv2.IMREAD_COLOR)
        table.look(Frame(np.asarray(image, np.uint8), number / FPS, number))
    print(f"grown after the first {EVERY}: {held[-1] - held[1]:+.1f} MB")


def _resident_mb() -> float:
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
