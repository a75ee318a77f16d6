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
    picture = optics(picture, sensor)
    shot = cv2.LUT(picture, response(sensor))
    shot = saturate(shot, sensor.saturation)
    if sensor.vignette > 0 or light.flare > 0:
        shot = falloff(shot, sensor.vignette, light)
    shot = grain(shot, sensor, rng)
    if sensor.sharpen > 0:
        shot = cv2.addWeighted(shot, 1 + sensor.sharpen, cv2.GaussianBlur(shot, (5, 5), 1.2), -sensor.sharpen, 0)
    kept = cv2.convertScaleAbs(np.maximum(shot, 0))
    if sensor.posterise > 0:
        kept = posterise(kept, sensor.posterise)
    return compress(soften_colour(kept, sensor.chroma_blur), sensor.jpeg)


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


def response(sensor: Sensor) -> Array:
    """(1, 256, 3) encoded light to picture values: exposure, white balance, display gamma, contrast."""
    light = (np.arange(256) / 255) ** 2 * HEADROOM
    gains = np.array([sensor.blue_gain, 1.0, sensor.red_gain]) * 2**sensor.exposure
    raw = light[:, None] * gains
    rolled = np.where(raw < 0.8, raw, 0.8 + 0.2 * (1 - np.exp(-(raw - 0.8) / 0.2)))  # highlights roll off
    shown = np.sqrt(rolled)
    bent = shown + sensor.contrast * 0.6 * shown * (1 - shown) * (2 * shown - 1) * 2
    return (np.clip(bent, 0, 1) * 255).astype(np.float32)[None]


def saturate(shot: Array, amount: float) -> Array:
    """Colours stretched away from grey."""
    if abs(amount - 1) < 0.02:
        return shot
    grey = np.array([0.114, 0.587, 0.299], np.float32)
    matrix = np.eye(3, dtype=np.float32) * np.float32(amount) + (1 - np.float32(amount)) * grey[None, :].repeat(3, 0)
    return cv2.transform(shot, matrix)


def falloff(shot: Array, vignette: float, light: Light) -> Array:
    """Darker corners and veiling flare."""
    h, w = shot.shape[:2]
    x, y = np.linspace(-1, 1, w, dtype=np.float32)[None, :], np.linspace(-1, 1, h, dtype=np.float32)[:, None]
    dark = 1 - np.float32(vignette * 0.5) * (x * x + y * y)
    shot = cv2.multiply(shot, cv2.merge([dark] * 3))
    if light.flare > 0:
        square = (x - np.float32(2 * light.flare_x - 1)) ** 2 + (y - np.float32(2 * light.flare_y - 1)) ** 2
        shot = shot + (np.float32(255 * light.flare) * np.exp(-square * 1.6))[..., None]
    return shot


@lru_cache(maxsize=1)
def grain_tile() -> Array:
    """A fixed tile of Gaussian noise, mostly the same in all colours; pictures take it at random offsets."""
    rng = np.random.default_rng(1)
    return rng.standard_normal((GRAIN, GRAIN, 3), dtype=np.float32) * np.float32(0.45) + rng.standard_normal(
        (GRAIN, GRAIN, 1), dtype=np.float32
    ) * np.float32(0.75)


def grain(shot: Array, sensor: Sensor, rng: Generator) -> Array:
    """Noise, mostly of brightness, stronger in the dark parts."""
    corner = rng.random(2)
    if sensor.noise <= 0:
        return shot
    h, w = shot.shape[:2]
    need_h, need_w = (min(GRAIN, int(np.ceil(side / sensor.noise_grain))) for side in (h, w))
    top, left = int(corner[0] * (GRAIN - need_h + 1)), int(corner[1] * (GRAIN - need_w + 1))
    noise = grain_tile()[top : top + need_h, left : left + need_w]
    if (need_h, need_w) != (h, w):
        noise = cv2.resize(noise, (w, h), interpolation=cv2.INTER_CUBIC)
    strength = np.float32(318 * sensor.noise) - shot * np.float32(0.8 * sensor.noise)
    return shot + noise * strength


def posterise(picture: Image, amount: float) -> Image:
    """An over-processed picture: few tones, edges drawn."""
    step = 8 + 40 * amount
    flat = np.rint(cv2.medianBlur(picture, 5) / step) * step
    return np.clip(picture * (1 - amount) + flat * amount, 0, 255).astype(np.uint8)


def soften_colour(picture: Image, sigma: float) -> Image:
    """Colour has less resolution than brightness."""
    if sigma < 0.3:
        return picture
    luma = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)
    luma[..., 1:] = cv2.GaussianBlur(luma[..., 1:], (0, 0), sigma)
    return cv2.cvtColor(luma, cv2.COLOR_YCrCb2BGR)


def compress(picture: Image, quality: int) -> Image:
    """Through JPEG and back."""
    if quality >= 100:
        return picture
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)
