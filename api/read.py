"""One picture read and judged: the same answer for the command line and for HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from api.told import Told
from api.verdict import complete_lines, judge
from vision import limits
from vision.colours import DiscColour
from vision.errors import VisionError
from vision.files import read_bytes
from vision.frame import Image
from vision.overlay import draw_reading, encode_jpeg
from vision.photo import PhotoReading, ReadOptions, read_photo
from vision.pictures import decode_picture

CORNER_DIGITS = 1
SECONDS_DIGITS = 3
PROBABILITY_DIGITS = 4


@dataclass(frozen=True)
class Answer:
    """What one picture says.

    error: why there is no board; with `bad_file` it is the file's fault, else the camera just can't see a board in it.
    verdict: what the referee says of the board. seconds: from bytes to verdict.
    """

    seconds: float
    image: Image | None = None
    reading: PhotoReading | None = None
    error: Told | None = None
    verdict: tuple[Told, ...] = ()

    @property
    def bad_file(self) -> bool:
        return self.reading is None

    @property
    def rows(self) -> list[str] | None:
        """Six strings of seven, top row first, with `?` where unsure."""
        return self.reading.rows() if self.reading else None

    def overlay(self, close: bool = False) -> bytes:
        """The photo, or `close` the board in it, as JPEG with what was seen drawn on it. ValueError without a photo."""
        if self.image is None or self.reading is None:
            raise ValueError("overlay: this answer has no photo")
        return encode_jpeg(draw_reading(self.image, self.reading, complete_lines(self.reading), close))

    def as_dict(self, lang: str) -> dict[str, Any]:
        """Plain JSON values; see docs/api.md."""
        return {
            "status": self.reading.status if self.reading else "refused",
            "board": self.rows,
            "corners": _corners(self.reading),
            "unsure": [list(cell) for cell in sorted(self.reading.unsure)] if self.reading else [],
            "probability": round(self.reading.probability, PROBABILITY_DIGITS) if self.rows and self.reading else None,
            "lines": [[list(cell) for cell in line] for line in complete_lines(self.reading)] if self.reading else [],
            "verdict": [told.as_dict(lang) for told in self.verdict],
            "runner_up": _runner_up(self.reading),
            "discs": _discs(self.reading),
            "seconds": round(self.seconds, SECONDS_DIGITS),
            "error": self.error.as_dict(lang) if self.error else None,
        }


def read_file(path: Path, options: ReadOptions | None = None) -> Answer:
    """The answer for a picture file; what is wrong with the file is part of it."""
    began = perf_counter()
    try:
        data = read_bytes(path, limits.MAX_PICTURE_BYTES)
    except VisionError as error:
        return Answer(perf_counter() - began, error=Told.of(error))
    return read_bytes_of_picture(data, options)


def read_bytes_of_picture(data: bytes, options: ReadOptions | None = None) -> Answer:
    """The answer for an encoded picture."""
    began = perf_counter()
    try:
        image = decode_picture(data)
    except VisionError as error:
        return Answer(perf_counter() - began, error=Told.of(error))
    reading = read_photo(image, options)
    unseen = Told(reading.refusal.code, reading.refusal.data) if reading.refusal else None
    return Answer(perf_counter() - began, image, reading, unseen, judge(reading, bool(options and options.discs)))


def _corners(reading: PhotoReading | None) -> list[list[float]] | None:
    """Centres of the corner cells TL, TR, BR, BL in px of the upright photo; also of a grid that could not be read."""
    if reading is None or reading.pose is None:
        return None
    return [[round(float(v), CORNER_DIGITS) for v in point] for point in reading.pose.corners()]


def _runner_up(reading: PhotoReading | None) -> dict[str, Any] | None:
    """The next likely board and its probability."""
    if reading is None or reading.runner_up is None:
        return None
    probability = round(reading.runner_up_probability, PROBABILITY_DIGITS)
    return {"board": list(reading.runner_up.rows()), "probability": probability}


def _discs(reading: PhotoReading | None) -> dict[str, Any] | None:
    """Which colours R and Y really have; null for one of which no sure disc is on the board."""
    if reading is None or reading.board is None:
        return None
    return {"R": _colour(reading.discs.red), "Y": _colour(reading.discs.yellow)}


def _colour(measured: DiscColour | None) -> dict[str, Any] | None:
    return {"colour": measured.name, "lab": list(measured.lab)} if measured else None
