"""Faces of which all or some cells are none: printed boards, and grids that lie beside the real one.

A grid finder takes a picture of a board on a box for a board, and at times a grid one column or row off. The net
learns to call such cells hidden, so that no board is read there.
"""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.parameters import Light, Sensor
from samples.sensor import expose
from samples.strokes import any_colour, solid, words
from vision import params as P

Face = NDArray[np.uint8]

BESIDE_SHARE, PRINTED_SHARE = 0.05, 0.05
"""Shares of faces whose grid is whole cells off, and of printed boards."""

OFF = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (2, 0), (-2, 0), (0, 2), (0, -2))
"""Columns and rows by which a grid is off."""

FINER = 3
"""Printed boards are drawn so many times larger, and made smaller, as print is finer than the picture."""

INKS = {"red": (35, 30, 205), "yellow": (35, 200, 240), "white": (240, 240, 240), "plate": (170, 70, 25)}
"""Usual colours of a printed board, BGR."""

HALFTONE_SHARE = 0.3


def off_by(labels: NDArray[np.uint8], columns: int, rows: int, beyond: int) -> NDArray[np.uint8]:
    """Labels (rows, columns) of a grid that lies so far to the right and up; `beyond` where there are no cells."""
    high, wide = labels.shape
    out = np.full_like(labels, beyond)
    target = (slice(max(0, -rows), high - max(0, rows)), slice(max(0, -columns), wide - max(0, columns)))
    source = (slice(max(0, rows), high + min(0, rows)), slice(max(0, columns), wide + min(0, columns)))
    out[target] = labels[source]
    return out


def printed(rng: Generator, columns: int, rows: int) -> Face:
    """The face, uint8 (h, w, 3), of a board that is only printed: flat plate, flat discs, flat holes."""
    pitch = P.CELL_PX * FINER
    margin = round(2 * P.FACE_MARGIN * P.CELL_PX) * FINER
    size = ((rows - 1) * pitch + margin, (columns - 1) * pitch + margin)
    sheet = np.zeros((*size, 4), np.uint8)
    sheet[:] = solid(any_colour(rng))
    origin = P.FACE_MARGIN * pitch + rng.normal(0, 0.06 * pitch, 2)
    _plate(sheet, rng, origin, pitch, columns, rows)
    _spots(sheet, rng, origin, pitch, columns, rows)
    if rng.random() < 0.3:
        words(sheet, rng)
    if rng.random() < HALFTONE_SHARE:
        sheet = _screened(sheet, rng)
    flat = np.ascontiguousarray(sheet[:, :, :3])
    flat = cv2.resize(_lit(flat, rng), (size[1] // FINER, size[0] // FINER), interpolation=cv2.INTER_AREA)
    return np.asarray(expose(flat, _camera(rng), Light(), rng), np.uint8)


def _plate(sheet: Face, rng: Generator, origin: NDArray[np.float64], pitch: int, columns: int, rows: int) -> None:
    """The printed plate, with a border of its own."""
    usual = rng.random() < 0.7
    colour = np.array(INKS["plate"]) + rng.normal(0, 25, 3) if usual else any_colour(rng)
    border = pitch * rng.uniform(0.5, 0.95, 2)
    corner, other = origin - border, origin + border + np.array([columns - 1, rows - 1]) * pitch
    cv2.rectangle(sheet, corner.astype(int).tolist(), other.astype(int).tolist(), solid(colour), -1)
    if rng.random() < 0.3:
        cv2.rectangle(sheet, corner.astype(int).tolist(), other.astype(int).tolist(), solid(colour * 0.6), pitch // 8)


def _spots(sheet: Face, rng: Generator, origin: NDArray[np.float64], pitch: int, columns: int, rows: int) -> None:
    """Printed discs on printed holes, in columns as in a game or anywhere."""
    usual = rng.random() < 0.7
    first, second, hole = ([*INKS[name]] if usual else any_colour(rng) for name in ("red", "yellow", "white"))
    radius = pitch * rng.uniform(0.3, 0.47)
    outline, scattered = rng.random() < 0.35, rng.random() < 0.25
    rim = any_colour(rng)
    for column in range(columns):
        filled = int(rng.integers(0, rows + 1))
        for row in range(rows):
            disc = rng.random() < 0.5 if scattered else row < filled
            ink = (first if rng.random() < 0.5 else second) if disc else hole
            at = (origin + np.array([column, rows - 1 - row]) * pitch).astype(int).tolist()
            cv2.circle(sheet, at, round(radius), solid(np.asarray(ink, np.float32)), -1, cv2.LINE_AA)
            if outline:
                cv2.circle(sheet, at, round(radius), solid(rim), max(1, pitch // 16), cv2.LINE_AA)


def _screened(sheet: Face, rng: Generator) -> Face:
    """Halftone: a fine pattern of dots over the print."""
    h, w = sheet.shape[:2]
    y, x = np.mgrid[:h, :w]
    period = rng.uniform(2.5, 6)
    dots = np.sin(2 * np.pi * x / period) * np.sin(2 * np.pi * y / period)
    strength = rng.uniform(8, 40)
    return np.clip(sheet + (strength * dots)[..., None], 0, 255).astype(np.uint8)


def _lit(flat: Face, rng: Generator) -> Face:
    """Light that falls off over the sheet, and at times a glossy spot."""
    h, w = flat.shape[:2]
    y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j]
    slope = rng.normal(0, 0.2, 2)
    light = rng.uniform(0.45, 1.1) * (1 + slope[0] * x + slope[1] * y)
    spot = rng.uniform(0, 0.7) * (rng.random() < 0.3)
    middle, reach = rng.uniform(-1, 1, 2), rng.uniform(0.1, 0.6)
    shine = spot * np.exp(-((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * reach**2))
    tint = 1 + rng.normal(0, 0.08, 3)
    return np.clip(flat * light[..., None] * tint + 255 * shine[..., None], 0, 255).astype(np.uint8)


def _camera(rng: Generator) -> Sensor:
    return Sensor(
        contrast=float(rng.uniform(-0.1, 0.4)),
        saturation=float(rng.uniform(0.6, 1.4)),
        blur=float(rng.uniform(0.2, 1.6)),
        noise=float(0.06 * rng.random() ** 2),
        sharpen=float(rng.uniform(0, 1)),
        jpeg=int(rng.integers(40, 97)),
    )
