"""What a camera does to a picture: exposure, colour, blur, noise, sharpening, compression."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.backdrop import HEADROOM
from samples.parameters import Light, Sensor
from samples.textures import Image

Array = NDArray[np.float32]
GRAIN = 1024  # px of the noise tile


def expose(picture: Image, sensor: Sensor, light: Light, rng: Generator) -> Image:
    """Encoded uint8 light to the uint8 BGR picture a camera would have kept."""
    shot = cv2.LUT(optics(picture, sensor), response(sensor))
    shot = saturate(shot, sensor.saturation)
    if sensor.vignette > 0 or light.flare > 0:
        shot = falloff(shot, sensor.vignette, light)
    shot = grain(shot, sensor, rng)
    if sensor.sharpen > 0:
        shot = cv2.addWeighted(shot, 1 + sensor.sharpen, cv2.GaussianBlur(shot, (5, 5), 1.2), -sensor.sharpen, 0)
    if sensor.posterise > 0:
        shot = posterise(shot, sensor.posterise)
    return compress(soften_colour(shot, sensor.chroma_blur), sensor.jpeg)


def optics(picture: Image, sensor: Sensor) -> Image:
    """Blur by focus, motion, and by optics that resolve less than the pixels."""
    if sensor.detail < 0.99:
        small = cv2.resize(picture, None, fx=sensor.detail, fy=sensor.detail, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    if sensor.motion > 1:
        picture = cv2.filter2D(picture, -1, motion_kernel(sensor.motion, sensor.motion_angle))
    if sensor.blur > 0.2:
        picture = cv2.GaussianBlur(picture, (0, 0), sensor.blur)
    return picture


def motion_kernel(length: float, angle: float) -> Array:
    """A line of `length` px."""
    side = math.ceil(length) | 1
    kernel = np.zeros((side + 2, side + 2), np.float32)
    middle = (side + 1) / 2
    step = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * length / 2
    ends = [tuple(round(float(v) * 16) for v in middle + sign * step) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 4)
    return kernel / max(float(kernel.sum()), 1e-6)


def response(sensor: Sensor) -> Image:
    """(1, 256, 3) encoded light to picture values: exposure, white balance, display gamma, contrast."""
    light = (np.arange(256) / 255) ** 2 * HEADROOM
    gains = np.array([sensor.blue_gain, 1.0, sensor.red_gain]) * 2**sensor.exposure
    raw = light[:, None] * gains
    rolled = np.where(raw < 0.8, raw, 0.8 + 0.2 * (1 - np.exp(-(raw - 0.8) / 0.2)))  # highlights roll off
    shown = np.sqrt(rolled)
    bent = shown + sensor.contrast * 0.6 * shown * (1 - shown) * (2 * shown - 1) * 2
    return np.rint(np.clip(bent, 0, 1) * 255).astype(np.uint8)[None]


def saturate(shot: Image, amount: float) -> Image:
    """Colours stretched away from grey."""
    if abs(amount - 1) < 0.02:
        return shot
    grey = np.array([0.114, 0.587, 0.299], np.float32)
    matrix = np.eye(3, dtype=np.float32) * np.float32(amount) + (1 - np.float32(amount)) * grey[None, :].repeat(3, 0)
    return cv2.transform(shot, matrix)


def falloff(shot: Image, vignette: float, light: Light) -> Image:
    """Darker corners and veiling flare, both so smooth that a small picture of them is enough."""
    x = np.linspace(-1, 1, SMOOTH, dtype=np.float32)[None, :]
    y = x.T
    if vignette > 0:
        dark = 255 * (1 - np.float32(vignette * 0.5) * (x * x + y * y))
        shot = cv2.multiply(shot, spread(dark, shot), None, 1 / 255)
    if light.flare > 0:
        square = (x - np.float32(2 * light.flare_x - 1)) ** 2 + (y - np.float32(2 * light.flare_y - 1)) ** 2
        shot = cv2.add(shot, spread(np.float32(255 * light.flare) * np.exp(-square * 1.6), shot))
    return shot


SMOOTH = 32  # px of a small picture of what varies slowly over the frame


def spread(small: Array, shot: Image) -> Image:
    """Grey levels over the frame, from a small picture of them."""
    grey = cv2.resize(cv2.convertScaleAbs(small), shot.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return cv2.merge([grey] * 3)


@lru_cache(maxsize=4)
def grain_tile(coarse: float) -> NDArray[np.int16]:
    """A fixed tile of Gaussian noise, NOISE_ONE = 1, mostly the same in all colours, its grains `coarse` px wide."""
    rng = np.random.default_rng(1)
    side = round(GRAIN / coarse)
    tile = rng.standard_normal((side, side, 3), dtype=np.float32) * np.float32(0.45)
    tile += rng.standard_normal((side, side, 1), dtype=np.float32) * np.float32(0.75)
    return np.rint(cv2.resize(tile, (GRAIN, GRAIN), interpolation=cv2.INTER_CUBIC) * NOISE_ONE).astype(np.int16)


NOISE_ONE = 128  # steps of the tile of noise per standard deviation
GRAINS = np.array([1.0, 1.3, 1.7, 2.2, 3.0])  # px, widths of the grains of noise


def grain(shot: Image, sensor: Sensor, rng: Generator) -> Image:
    """Noise, mostly of brightness, stronger in the dark parts."""
    corner = rng.random(2)
    if sensor.noise <= 0:
        return shot
    tile = grain_tile(float(GRAINS[np.abs(GRAINS - sensor.noise_grain).argmin()]))
    h, w = shot.shape[:2]
    if h > GRAIN or w > GRAIN:
        tile = cv2.repeat(tile, -(-h // GRAIN), -(-w // GRAIN))
    top, left = (
        int(share * (whole - need + 1)) for share, whole, need in zip(corner, tile.shape, (h, w), strict=False)
    )
    strength = np.rint((318 - 0.8 * np.arange(256)) * sensor.noise * NOISE_ONE).astype(np.int16)
    rough = cv2.multiply(tile[top : top + h, left : left + w], cv2.LUT(shot, strength), None, 1 / NOISE_ONE**2)
    return cv2.add(shot, rough, dtype=cv2.CV_8U)


def posterise(picture: Image, amount: float) -> Image:
    """An over-processed picture: few tones, edges drawn."""
    step = 8 + 40 * amount
    flat = np.rint(cv2.medianBlur(picture, 5) / step) * step
    return np.clip(picture * (1 - amount) + flat * amount, 0, 255).astype(np.uint8)


def soften_colour(picture: Image, sigma: float) -> Image:
    """Colour has less resolution than brightness; so little blur as JPEG does by itself is left to it."""
    if sigma < 0.6:
        return picture
    luma, *colour = cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb))
    soft = [cv2.GaussianBlur(cv2.resize(part, None, fx=0.5, fy=0.5), (0, 0), sigma / 2) for part in colour]
    wide = [cv2.resize(part, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR) for part in soft]
    return cv2.cvtColor(cv2.merge([luma, *wide]), cv2.COLOR_YCrCb2BGR)


def compress(picture: Image, quality: int) -> Image:
    """Through JPEG and back."""
    if quality >= 100:
        return picture
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    shown = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    assert shown is not None  # it was encoded just now
    return shown
