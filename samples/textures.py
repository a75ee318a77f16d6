"""Procedural surfaces: walls and tables as uint8 BGR pictures, from the source of chance given."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.parameters import RGB

Image = NDArray[np.uint8]
Painter = Callable[[Generator, int, int, NDArray[np.float32], NDArray[np.float32]], NDArray[np.float32]]


def bgr(colour: RGB) -> NDArray[np.float32]:
    """sRGB 0..1 to BGR 0..255."""
    return np.array(colour[::-1], np.float32) * 255


def noise(
    rng: Generator, height: int, width: int, cells: float, octaves: int = 1, stretch: float = 1.0
) -> NDArray[np.float32]:
    """(height, width) smooth noise about 0, spread about 1; `cells` across the width, each octave twice as fine.

    Large fields are one of a few, mirrored by chance: drawing them anew would take longer than what is done to them.
    """
    if height * width < LARGE:
        return field(rng, height, width, cells, octaves, stretch)
    one = pooled(int(rng.integers(POOL)), height, width, cells, octaves, stretch)
    return cv2.flip(one, int(rng.integers(-1, 2)))


LARGE, POOL = 1 << 15, 8  # px from which on fields are taken from a pool; fields of a kind in the pool


@lru_cache(maxsize=96)
def pooled(number: int, height: int, width: int, cells: float, octaves: int, stretch: float) -> NDArray[np.float32]:
    """One of the fields of a kind."""
    return field(np.random.default_rng([number, int(cells)]), height, width, cells, octaves, stretch)


def field(rng: Generator, height: int, width: int, cells: float, octaves: int, stretch: float) -> NDArray[np.float32]:
    """Noise as `noise` says, drawn anew."""
    total = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        across = max(2, int(cells * 2**octave))
        down = max(2, int(cells * 2**octave * height / width * stretch))
        if across > width or down > height:
            break
        grid = rng.standard_normal((down, across), dtype=np.float32)
        cv2.scaleAdd(cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC), 0.6**octave, total, total)
    return total


def speckled(picture: NDArray[np.float32], by: NDArray[np.float32]) -> NDArray[np.float32]:
    """A picture made lighter or darker by (height, width) grey levels."""
    return cv2.add(picture, cv2.merge([by] * 3))


def toned(first: NDArray[np.float32], second: NDArray[np.float32], mask: NDArray[np.float32]) -> NDArray[np.float32]:
    """Two colours mixed by a (height, width) mask."""
    return cv2.merge([mask * (two - one) + one for one, two in zip(first, second, strict=True)])


def paint(kind: str, rng: Generator, size: tuple[int, int], colours: tuple[RGB, RGB], scale: float) -> Image:
    """The named surface, `size` (width, height) px; `scale` > 1 makes its pattern coarser."""
    width, height = size
    first, second = bgr(colours[0]), bgr(colours[1])
    small_w, small_h = (max(16, int(side / max(scale, 1))) for side in size)
    picture = PAINTERS[kind](rng, small_w, small_h, first, second)
    shown = cv2.convertScaleAbs(np.maximum(picture, 0))
    return cv2.resize(shown, (width, height), interpolation=cv2.INTER_LINEAR)


def flat(width: int, height: int, colour: NDArray[np.float32]) -> NDArray[np.float32]:
    """One colour all over, (height, width, 3) float32."""
    picture = np.empty((height, width, 3), np.float32)
    cv2.rectangle(picture, (0, 0), (width, height), colour.tolist(), -1)
    return picture


def plain(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """A painted surface, nearly even."""
    return speckled(flat(w, h, a), noise(rng, h, w, 2) * np.float32(6))


def studio(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """A perfectly even ground."""
    return flat(w, h, a)


def plaster(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rough plaster."""
    rough = noise(rng, h, w, 3) * np.float32(8) + noise(rng, h, w, 90, 2) * np.float32(rng.uniform(1, 7))
    return speckled(flat(w, h, a), rough)


def wallpaper(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """A motif repeated."""
    step = int(rng.integers(24, 90))
    motif = np.zeros((step, step), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        at = tuple(int(v) for v in rng.integers(0, step, 2))
        axes = tuple(int(v) for v in rng.integers(2, max(3, step // 2), 2))
        cv2.ellipse(
            motif, at, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1 if rng.random() < 0.6 else 2, cv2.LINE_AA
        )
    mask = np.tile(motif, (h // step + 1, w // step + 1))[:h, :w].astype(np.float32) * np.float32(1 / 255)
    return speckled(toned(a, b, mask), noise(rng, h, w, 2) * np.float32(5))


def stripes(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Stripes, upright or level."""
    period, share = rng.uniform(8, 90), rng.uniform(0.2, 0.8)
    axis = np.arange(w, dtype=np.float32)[None, :] if rng.random() < 0.6 else np.arange(h, dtype=np.float32)[:, None]
    mask = np.broadcast_to((axis % period < period * share).astype(np.float32), (h, w))
    return toned(a, b, mask)


def brick(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Courses of bricks."""
    tall = int(rng.integers(14, 40))
    wide = tall * int(rng.integers(2, 4))
    picture = flat(w, h, b)
    for row in range(h // tall + 1):
        for column in range(-1, w // wide + 1):
            left, top = column * wide + (row % 2) * wide // 2, row * tall
            tint = (a + rng.uniform(-25, 25)).tolist()
            cv2.rectangle(picture, (left + 1, top + 1), (left + wide - 3, top + tall - 3), tint, -1)
    return speckled(picture, noise(rng, h, w, 60, 2) * np.float32(6))


def books(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Shelves of books."""
    picture = flat(w, h, b * 0.5)
    shelf = int(rng.integers(60, 160))
    for top in range(0, h, shelf):
        x = 0
        while x < w:
            wide, tall = int(rng.integers(5, 24)), int(shelf * rng.uniform(0.5, 0.88))
            colour = rng.uniform(10, 245, 3) if rng.random() < 0.8 else a
            cv2.rectangle(
                picture, (x, top + shelf - tall), (x + wide - 1, top + shelf - 8), [float(c) for c in colour], -1
            )
            x += wide + (int(rng.integers(0, 40)) if rng.random() < 0.1 else 0)
        cv2.rectangle(picture, (0, top + shelf - 8), (w, top + shelf), (b + 20).tolist(), -1)
    return picture


def curtain(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Folds of cloth."""
    fold = cv2.resize(
        rng.standard_normal((2, int(rng.integers(8, 40))), dtype=np.float32), (w, h), interpolation=cv2.INTER_CUBIC
    )
    return toned(a, b, np.clip(0.5 + 0.4 * fold, 0, 1))


def tiles(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Tiles with joints."""
    step = int(rng.integers(24, 110))
    picture = speckled(flat(w, h, a), noise(rng, h, w, w / step) * np.float32(7))
    for x in range(0, w, step):
        cv2.line(picture, (x, 0), (x, h), b.tolist(), 2)
    for y in range(0, h, step):
        cv2.line(picture, (0, y), (w, y), b.tolist(), 2)
    return picture


def window(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """A bright window in a wall."""
    picture = plaster(rng, w, h, a, b)
    left, right = sorted(rng.uniform(0, w, 2).astype(int).tolist())
    right = max(right, left + w // 4)
    top, bottom = int(h * rng.uniform(0, 0.3)), int(h * rng.uniform(0.5, 1))
    outside = leaves(rng, right - left, bottom - top, a, b) * 0.35 + 150
    picture[top:bottom, left:right] = outside[:, : max(0, w - left)]
    for x in np.linspace(left, right, int(rng.integers(2, 5))).astype(int):
        cv2.line(picture, (int(x), top), (int(x), bottom), [230, 232, 235], max(2, w // 90))
    return picture


def perforated(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """A sheet with round holes."""
    step = rng.uniform(7, 34)
    xs, ys = np.meshgrid(np.arange(w) % step - step / 2, np.arange(h) % step - step / 2)
    mask = np.clip(step * 0.3 - np.hypot(xs, ys) + 0.5, 0, 1).astype(np.float32)
    return toned(a, b * np.float32(0.5), mask)


def panels(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Wooden panels."""
    grain = wood(rng, h, w, a, b).transpose(1, 0, 2)
    step = int(rng.integers(40, 140))
    picture = np.ascontiguousarray(grain)
    for x in range(int(rng.integers(0, step)), w, step):
        cv2.line(picture, (x, 0), (x, h), (b * 0.4).tolist(), 2)
    return picture


def checker(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Squares of two colours, or gingham."""
    step = int(rng.integers(8, 70))
    xs, ys = np.arange(w)[None, :] // step % 2, np.arange(h)[:, None] // step % 2
    woven = rng.random() < 0.5  # gingham: the two directions add up
    mask = (xs + ys) / 2 if woven else (xs + ys) % 2
    return toned(a, b, mask.astype(np.float32))


def leaves(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Dead leaves: overlapping shapes whose sizes follow a power law, as natural pictures do."""
    picture = flat(w, h, a)
    for _ in range(int(rng.integers(40, 160))):
        size = min(w, h) * 0.5 * rng.uniform(0.03, 1) ** 2 + 3
        colour = np.clip(
            blend_one(a, b, rng) * rng.uniform(0.3, 1.3) + rng.normal(0, 38 if rng.random() < 0.2 else 9, 3), 0, 255
        ).tolist()
        at = np.array([rng.uniform(0, w), rng.uniform(0, h)])
        if rng.random() < 0.12:
            cv2.ellipse(
                picture,
                at.astype(int).tolist(),
                (int(size), int(size * rng.uniform(0.3, 1))),
                rng.uniform(0, 180),
                0,
                360,
                colour,
                -1,
            )
        else:
            box = cv2.boxPoints((at.tolist(), (size * rng.uniform(0.3, 3), size), float(rng.normal(0, 25))))
            cv2.fillConvexPoly(picture, box.astype(np.int32), colour)
    return speckled(picture, noise(rng, h, w, 6, 4) * np.float32(5))


def blend_one(a: NDArray[np.float32], b: NDArray[np.float32], rng: Generator) -> NDArray[np.float32]:
    """A colour somewhere between two."""
    return a + (b - a) * np.float32(rng.random())


def room(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Furniture before a wall: upright shapes of all sizes, each with its shading, its shadow and some details."""
    picture = plaster(rng, w, h, a, b)
    for _ in range(int(rng.integers(10, 34))):
        wide, tall = (int(side * 0.75 * rng.uniform(0.04, 1) ** 1.7) + 6 for side in (w, h))
        left, top = int(rng.uniform(-0.2, 1) * w), int(rng.uniform(0, 1) * h)
        base = blend_one(a, b, rng) * np.float32(rng.uniform(0.12, 1.25)) + rng.normal(0, 8, 3).astype(np.float32)
        furniture(picture, rng, (left, top, left + wide, top + tall), base)
    return speckled(cv2.blur(picture, (2, 2)), noise(rng, h, w, 70, 2) * np.float32(3))


def furniture(
    picture: NDArray[np.float32], rng: Generator, box: tuple[int, int, int, int], base: NDArray[np.float32]
) -> None:
    """One upright shape with a soft shadow beside it, a gradient over it, and lines on it, in place."""
    left, top, right, bottom = box
    h, w = picture.shape[:2]
    shadow = picture[max(0, top) : bottom + 6, max(0, right) : right + 8]
    shadow *= np.float32(0.65)
    area = picture[max(0, top) : bottom, max(0, left) : right]
    if not area.size:
        return
    ramp = np.linspace(rng.uniform(0.75, 1), rng.uniform(1, 1.25), area.shape[1], dtype=np.float32)
    area[:] = base * ramp[None, :, None]
    for _ in range(int(rng.integers(0, 4))):
        y = int(rng.uniform(0, area.shape[0]))
        cv2.line(area, (0, y), (area.shape[1], y), (base * 0.6).tolist(), 1)
    if rng.random() < 0.12:
        vivid = rng.uniform(10, 235, 3).tolist()
        cv2.circle(picture, (int(rng.uniform(0, w)), int(rng.uniform(0, h))), int(rng.uniform(3, 14)), vivid, -1)


def screens(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Monitors in a cluttered room."""
    picture = leaves(rng, w, h, a, b) * 0.6
    for _ in range(int(rng.integers(1, 4))):
        x, y = int(rng.uniform(0, w * 0.8)), int(rng.uniform(0, h * 0.7))
        wide, tall = int(w * rng.uniform(0.15, 0.4)), int(h * rng.uniform(0.15, 0.35))
        cv2.rectangle(picture, (x - 4, y - 4), (x + wide + 4, y + tall + 4), [18, 18, 18], -1)
        cv2.rectangle(picture, (x, y), (x + wide, y + tall), rng.uniform(60, 255, 3).tolist(), -1)
        for line in range(y + 6, y + tall - 4, 7):
            cv2.line(
                picture,
                (x + 5, line),
                (x + int(wide * rng.uniform(0.2, 0.9)), line),
                rng.uniform(0, 255, 3).tolist(),
                2,
            )
    return picture


def wood(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Wooden boards with their grain."""
    grain = noise(rng, h, w, 3, 2, stretch=14) * 0.5 + noise(rng, h, w, 8, 3, stretch=20) * 0.35
    rings = np.sin(grain * rng.uniform(2, 7)) * 0.5 + 0.5
    picture = toned(a, b, np.clip(rings * 0.7 + grain * 0.12, 0, 1))
    if rng.random() < 0.5:
        step = int(rng.integers(60, 200))
        for y in range(0, h, step):
            cv2.line(picture, (0, y), (w, y), (b * 0.5).tolist(), 2)
    return picture


def marble(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Veined stone."""
    veins = 1 - np.clip(np.abs(noise(rng, h, w, 3, 4)) * 3, 0, 1)
    return toned(a, b, veins)


def carpet(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Carpet pile."""
    pile = np.float32(0.3) * noise(rng, h, w, w / 3, 1) + np.float32(0.15) * noise(rng, h, w, 12)
    return toned(a, b, np.clip(pile + np.float32(0.5), 0, 1))


def granite(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Speckled stone."""
    spots = (noise(rng, h, w, w / 2.2, 1) > 0.8).astype(np.float32)
    return speckled(toned(a, b, spots), noise(rng, h, w, 30, 2) * np.float32(8))


def dark(rng: Generator, w: int, h: int, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """A very dark cloth."""
    return speckled(flat(w, h, a * 0.2), noise(rng, h, w, 3) * np.float32(4))


PAINTERS: dict[str, Painter] = {
    "plain": plain,
    "studio": studio,
    "plaster": plaster,
    "wallpaper": wallpaper,
    "stripes": stripes,
    "brick": brick,
    "books": books,
    "curtain": curtain,
    "tiles": tiles,
    "window": window,
    "perforated": perforated,
    "panels": panels,
    "checker": checker,
    "leaves": leaves,
    "screens": screens,
    "room": room,
    "wood": wood,
    "cloth": checker,
    "marble": marble,
    "carpet": carpet,
    "granite": granite,
    "dark": dark,
}
