"""Things that stand about: small upright pictures with transparency, uint8 BGRA, drawn from a seed."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.decoys import gauge, plate_rack, poster, printed_board, second_board
from samples.parameters import RGB, Item
from samples.strokes import Sprite, any_colour, box, solid
from samples.textures import bgr, noise

Drawer = Callable[[Sprite, Generator, NDArray[np.float32]], None]
SIDE = 160  # px of a sprite's longer side

SKINS: tuple[RGB, ...] = (
    (0.95, 0.78, 0.68),
    (0.87, 0.67, 0.55),
    (0.74, 0.53, 0.4),
    (0.55, 0.37, 0.27),
    (0.36, 0.24, 0.18),
)


def sprite(item: Item) -> Sprite:
    """The picture of an item, shaded a little so that it isn't a flat cut-out."""
    rng = np.random.default_rng(item.seed)
    longer = max(item.width, item.height)
    width, height = (max(12, int(SIDE * side / longer)) for side in (item.width, item.height))
    canvas = np.zeros((height, width, 4), np.uint8)
    DRAWERS[item.kind](canvas, rng, bgr(item.colour))
    return shade(canvas, rng)


def shade(canvas: Sprite, rng: Generator) -> Sprite:
    """A brightness gradient across and some unevenness."""
    height, width = canvas.shape[:2]
    across = np.linspace(-1, 1, width, dtype=np.float32)[None, :] * np.float32(rng.uniform(-0.3, 0.3))
    light = 1 + across + 0.06 * noise(rng, height, width, 4, 2)
    return brighter(canvas, light)


def brighter(canvas: Sprite, by: NDArray[np.float32]) -> Sprite:
    """The colours of a BGRA picture times (height, width)."""
    gain = cv2.convertScaleAbs(by, None, 128)
    return cv2.multiply(canvas, cv2.merge([gain, gain, gain, np.full_like(gain, 128)]), None, 1 / 128)


def person(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """Head, hair, shoulders and a shirt, sometimes with a pattern; the face has eyes and a mouth."""
    h, w = canvas.shape[:2]
    skin = bgr(SKINS[int(rng.integers(len(SKINS)))])
    chin, middle = int(h * 0.36), w // 2
    body = np.array(
        [
            [0, h],
            [0, int(h * 0.62)],
            [int(w * 0.25), int(h * 0.44)],
            [int(w * 0.75), int(h * 0.44)],
            [w, int(h * 0.62)],
            [w, h],
        ]
    )
    cv2.fillPoly(canvas, [body], solid(colour), cv2.LINE_AA)
    pattern(canvas, rng, colour, int(h * 0.44))
    folds = 1 + 0.16 * noise(rng, h, w, 5, 3, stretch=0.5)
    canvas[:] = brighter(canvas, folds)
    cv2.rectangle(canvas, (middle - w // 10, chin - h // 20), (middle + w // 10, int(h * 0.47)), solid(skin * 0.85), -1)
    hair = rng.uniform(5, 110) * np.array([0.6, 0.8, 1.0], np.float32)
    cv2.ellipse(canvas, (middle, int(h * 0.19)), (int(w * 0.2), int(h * 0.18)), 0, 0, 360, solid(hair), -1, cv2.LINE_AA)
    cv2.ellipse(
        canvas, (middle, int(h * 0.23)), (int(w * 0.165), int(h * 0.155)), 0, 0, 360, solid(skin), -1, cv2.LINE_AA
    )
    for side in (-1, 1):
        cv2.circle(canvas, (middle + side * w // 15, int(h * 0.215)), max(1, w // 60), solid(hair), -1, cv2.LINE_AA)
    cv2.ellipse(
        canvas,
        (middle, int(h * 0.3)),
        (w // 18, max(1, h // 90)),
        0,
        0,
        360,
        solid(skin * np.array([0.6, 0.6, 0.85], np.float32)),
        -1,
        cv2.LINE_AA,
    )


def pattern(canvas: Sprite, rng: Generator, colour: NDArray[np.float32], top: int) -> None:
    """Stripes or a check on what is already opaque below `top`."""
    if rng.random() < 0.5:
        return
    other, step = any_colour(rng), int(rng.integers(4, 18))
    h, w = canvas.shape[:2]
    ys, xs = np.mgrid[top:h, 0:w]
    mask = (ys // step % 2 == 0) if rng.random() < 0.5 else ((ys // step + xs // step) % 2 == 0)
    area = canvas[top:]
    area[mask & (area[..., 3] > 0), :3] = other


def mug(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A mug with its handle and inside."""
    h, w = canvas.shape[:2]
    cv2.ellipse(
        canvas,
        (int(w * 0.78), h // 2),
        (int(w * 0.18), h // 4),
        0,
        0,
        360,
        solid(colour * 0.8),
        max(2, w // 16),
        cv2.LINE_AA,
    )
    cv2.rectangle(canvas, (int(w * 0.08), h // 10), (int(w * 0.75), h - h // 12), solid(colour), -1)
    cv2.ellipse(
        canvas,
        (int(w * 0.415), h - h // 12),
        (int(w * 0.335), h // 14),
        0,
        0,
        360,
        solid(colour * 0.9),
        -1,
        cv2.LINE_AA,
    )
    cv2.ellipse(
        canvas, (int(w * 0.415), h // 10), (int(w * 0.335), h // 14), 0, 0, 360, solid(colour * 0.35), -1, cv2.LINE_AA
    )
    cv2.rectangle(canvas, (int(w * 0.15), h // 5), (int(w * 0.2), h - h // 5), solid(colour * 0.6 + 100), -1)


def bottle(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A bottle with a label."""
    h, w = canvas.shape[:2]
    cv2.rectangle(canvas, (int(w * 0.1), int(h * 0.35)), (int(w * 0.9), h), solid(colour), -1)
    cv2.ellipse(
        canvas, (w // 2, int(h * 0.36)), (int(w * 0.4), int(h * 0.12)), 0, 0, 360, solid(colour), -1, cv2.LINE_AA
    )
    cv2.rectangle(canvas, (int(w * 0.35), 0), (int(w * 0.65), int(h * 0.4)), solid(colour * 0.8), -1)
    cv2.rectangle(canvas, (int(w * 0.1), int(h * 0.5)), (int(w * 0.9), int(h * 0.8)), solid(any_colour(rng)), -1)
    cv2.rectangle(canvas, (int(w * 0.2), int(h * 0.36)), (int(w * 0.27), h), solid(colour * 0.5 + 120), -1)


def screen(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A screen full of lines."""
    h, w = canvas.shape[:2]
    canvas[:] = [15, 15, 15, 255]
    inner = canvas[h // 20 : -max(1, h // 20), w // 24 : -max(1, w // 24)]
    inner[:] = solid(colour)
    for y in range(4, inner.shape[0] - 2, 6):
        cv2.line(inner, (4, y), (int(inner.shape[1] * rng.uniform(0.1, 0.95)), y), solid(any_colour(rng)), 2)


def laptop(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A laptop, opened."""
    h = canvas.shape[0]
    screen(canvas[: int(h * 0.8)], rng, colour)
    canvas[int(h * 0.8) :] = [60, 58, 56, 255]
    canvas[int(h * 0.84) : int(h * 0.93) : 3] = [25, 25, 25, 255]


def books(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A pile of books."""
    h, w = canvas.shape[:2]
    y = h
    while y > 0:
        thick = int(rng.integers(6, 26))
        left, right = int(rng.uniform(0, w * 0.2)), int(rng.uniform(w * 0.75, w))
        cv2.rectangle(canvas, (left, y - thick), (right, y - 1), solid(any_colour(rng)), -1)
        cv2.line(canvas, (left, y - 1), (right, y - 1), [10, 10, 10, 255], 1)
        y -= thick


def plant(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A potted plant."""
    h, w = canvas.shape[:2]
    for _ in range(40):
        at = (int(rng.uniform(0.1, 0.9) * w), int(rng.uniform(0.05, 0.65) * h))
        green = np.array([rng.uniform(10, 70), rng.uniform(50, 170), rng.uniform(10, 90)])
        cv2.ellipse(
            canvas, at, (max(2, w // 7), max(1, w // 22)), rng.uniform(0, 180), 0, 360, solid(green), -1, cv2.LINE_AA
        )
    pot = np.array(
        [[int(w * 0.25), int(h * 0.65)], [int(w * 0.75), int(h * 0.65)], [int(w * 0.65), h], [int(w * 0.35), h]]
    )
    cv2.fillPoly(canvas, [pot], solid(colour), cv2.LINE_AA)


def disc(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A disc standing upright."""
    h, w = canvas.shape[:2]
    cv2.ellipse(canvas, (w // 2, h // 2), (w // 2 - 1, h // 2 - 1), 0, 0, 360, solid(colour), -1, cv2.LINE_AA)
    cv2.ellipse(
        canvas, (w // 2, h // 2), (int(w * 0.38), int(h * 0.38)), 0, 0, 360, solid(colour * 0.85), 2, cv2.LINE_AA
    )


def cable(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """Cables hanging."""
    h, w = canvas.shape[:2]
    for _ in range(int(rng.integers(1, 5))):
        ys = np.interp(np.arange(w), np.linspace(0, w, 6), rng.uniform(0, h, 6))
        ys = np.convolve(np.pad(ys, 8, mode="edge"), np.ones(17) / 17, "valid")
        line = np.stack([np.arange(w), ys], -1).astype(np.int32)
        cv2.polylines(
            canvas,
            [line],
            False,
            solid(any_colour(rng) if rng.random() < 0.5 else colour * 0.2),
            int(rng.integers(2, 5)),
            cv2.LINE_AA,
        )


def paper(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A sheet of paper with lines of text."""
    canvas[:] = solid(colour * 0.2 + 195)
    for y in range(8, canvas.shape[0] - 4, 7):
        cv2.line(canvas, (8, y), (int(canvas.shape[1] * rng.uniform(0.4, 0.95)), y), [90, 90, 90, 255], 1)


def lamp(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A lit lamp."""
    h, w = canvas.shape[:2]
    shade_ = np.array([[int(w * 0.25), 0], [int(w * 0.75), 0], [w, int(h * 0.5)], [0, int(h * 0.5)]])
    cv2.fillPoly(canvas, [shade_], [190, 235, 255, 255], cv2.LINE_AA)
    cv2.rectangle(canvas, (int(w * 0.45), int(h * 0.5)), (int(w * 0.55), h), solid(colour * 0.5), -1)


def toy(canvas: Sprite, rng: Generator, colour: NDArray[np.float32]) -> None:
    """A coloured lump."""
    h, w = canvas.shape[:2]
    for _ in range(int(rng.integers(3, 9))):
        at = (int(rng.uniform(0.2, 0.8) * w), int(rng.uniform(0.2, 0.85) * h))
        axes = (int(w * rng.uniform(0.08, 0.25)), int(h * rng.uniform(0.08, 0.25)))
        cv2.ellipse(canvas, at, axes, rng.uniform(0, 180), 0, 360, solid(any_colour(rng)), -1, cv2.LINE_AA)


DRAWERS: dict[str, Drawer] = {
    "person": person,
    "mug": mug,
    "box": box,
    "bottle": bottle,
    "laptop": laptop,
    "books": books,
    "plant": plant,
    "poster": poster,
    "printed_board": printed_board,
    "disc": disc,
    "plate_rack": plate_rack,
    "gauge": gauge,
    "cable": cable,
    "screen": screen,
    "second_board": second_board,
    "paper": paper,
    "lamp": lamp,
    "toy": toy,
}
