"""Round things and boards that are none: posters, printed boxes, gauges, plate racks."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.strokes import Sprite, any_colour, box, solid, words


def poster(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A flat sheet with round spots, in a grid of some other size or scattered: a decoy."""
    h, w = canvas.shape[:2]
    canvas[:] = solid(colour)
    columns, rows = int(rng.integers(2, 11)), int(rng.integers(2, 9))
    if (columns, rows) == (7, 6):
        columns = 5
    inks = [any_colour(rng) for _ in range(3)]
    radius = max(2, int(min(w / columns, h / rows) * rng.uniform(0.2, 0.48)))
    for column in range(columns):
        for row in range(rows):
            at = (int((column + 0.5) * w / columns), int((row + 0.5) * h / rows))
            cv2.circle(canvas, at, radius, solid(inks[int(rng.integers(3))]), -1, cv2.LINE_AA)
    if rng.random() < 0.4:
        words(canvas, rng)


def printed_board(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A toy box with a small picture of a board on it."""
    box(canvas, rng, colour)
    h, w = canvas.shape[:2]
    board_on(canvas[int(h * 0.3) : int(h * 0.9), int(w * 0.12) : int(w * 0.88)], rng, hole_alpha=255)


def second_board(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """Part of another board (fewer columns, so that it is no full board)."""
    canvas[:] = solid(colour)
    board_on(canvas, rng, hole_alpha=0, columns=int(rng.integers(3, 6)), blue=colour)


def board_on(
    area: Sprite, rng: Generator, hole_alpha: int, columns: int = 7, blue: NDArray[np.float32] | None = None
) -> None:
    """A flat picture of a board, with holes of the given opacity."""
    h, w = area.shape[:2]
    area[:] = solid(np.array([170, 60, 20]) if blue is None else blue)
    radius = max(1, int(min(w / columns, h / 6) * 0.38))
    for column in range(columns):
        filled = int(rng.integers(0, 7))
        for row in range(6):
            ink = (
                solid([30, 30, 205] if rng.random() < 0.5 else [40, 200, 235])
                if row < filled
                else [240, 240, 240, hole_alpha]
            )
            at = (int((column + 0.5) * w / columns), int(h - (row + 0.5) * h / 6))
            cv2.circle(area, at, radius, ink, -1, cv2.LINE_AA if hole_alpha else cv2.LINE_8)


def plate_rack(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """Plates in a rack, seen edge on."""
    h, w = canvas.shape[:2]
    for x in range(w // 8, w, max(6, w // int(rng.integers(4, 9)))):
        tint = solid(colour + rng.uniform(-30, 30))
        cv2.ellipse(canvas, (x, h // 2), (max(3, w // 12), h // 2 - 2), 0, 0, 360, tint, -1, cv2.LINE_AA)
        cv2.ellipse(canvas, (x, h // 2), (max(2, w // 20), h // 3), 0, 0, 360, solid(colour * 0.8), 1, cv2.LINE_AA)
    cv2.rectangle(canvas, (0, int(h * 0.85)), (w, h), solid(colour * 0.4), -1)


def gauge(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A round dial."""
    h, w = canvas.shape[:2]
    radius, at = min(h, w) // 2 - 2, (w // 2, h // 2)
    cv2.circle(canvas, at, radius, [60, 60, 60, 255], -1, cv2.LINE_AA)
    cv2.circle(canvas, at, int(radius * 0.88), solid(colour * 0.3 + 170), -1, cv2.LINE_AA)
    for angle in np.arange(0.7, 5.6, 0.25) + np.pi / 2:
        tip = np.array([np.cos(angle), np.sin(angle)]) * radius
        cv2.line(
            canvas,
            (at + tip * 0.7).astype(int).tolist(),
            (at + tip * 0.84).astype(int).tolist(),
            [10, 10, 10, 255],
            2,
            cv2.LINE_AA,
        )
    turn = rng.uniform(0, 6.28)
    cv2.line(
        canvas,
        at,
        (at + np.array([np.cos(turn), np.sin(turn)]) * radius * 0.7).astype(int).tolist(),
        [20, 20, 160, 255],
        3,
        cv2.LINE_AA,
    )
