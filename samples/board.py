"""A board made ready to be cast: its light, its surface, and how its pieces lie."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from samples.optics import Array
from samples.parameters import RGB, Scene
from samples.shadows import light_direction, shadow_mask
from samples.textures import noise, wood


@dataclass(frozen=True)
class Untidy:
    """How the pieces lie: per flat cell, offset mm, depth of the face mm, angle, tint (cells, 3), tilt."""

    offset: Array
    depth: Array
    angle: Array
    tint: Array
    tilt: Array


def untidy(scene: Scene, rng: Generator) -> Untidy:
    """Draw how each cell's piece would lie."""
    shape, discs = scene.shape, scene.discs
    cells = shape.columns * shape.rows
    offset = np.clip(rng.normal(0, discs.scatter, (cells, 2)), -3, 3)
    offset[:, 1] = offset[:, 1] * 0.3 - (1 - shape.disc) * shape.row_pitch * np.repeat(
        np.arange(shape.rows) + 0.5, shape.columns
    )
    depth = shape.plate + (shape.gap - shape.disc_thickness) * rng.random(cells)
    tint = 1 + discs.spread * rng.normal(0, 1, (cells, 1)) + 0.3 * discs.spread * rng.normal(0, 1, (cells, 3))
    floats = (
        part.astype(np.float32)
        for part in (
            offset,
            depth,
            rng.uniform(0, 2 * np.pi, cells),
            np.clip(tint, 0.3, 1.8),
            rng.normal(0, discs.tilt, (cells, 2)),
        )
    )
    return Untidy(*floats)


def linear(colour: RGB) -> Array:
    """sRGB to linear BGR float32 (3,)."""
    return np.array(colour[::-1], np.float32) ** 2


def light_map(scene: Scene, rng: Generator) -> Array:
    """(96, 96, 3) light over the board, x and y from -1.3 to 1.3 half widths: gradient, spot, hard shadows."""
    light = scene.light
    x, y = np.meshgrid(np.linspace(-1.3, 1.3, 96, dtype=np.float32), np.linspace(-1.3, 1.3, 96, dtype=np.float32))
    even = np.maximum(1 + light.gradient_x * x + light.gradient_y * y, 0.05)
    key = light.key * even * max(0.15, float(light_direction(scene)[2]))
    key = key + light.spot * np.exp(-((x - light.spot_x) ** 2 + (y - light.spot_y) ** 2) / (2 * light.spot_size**2))
    key = key * (1 - light.shadow * shadow_mask(scene, x, y))
    total = key[..., None] * linear(light.key_colour) + light.ambient * linear(light.ambient_colour)
    return (total * (1 + 0.04 * noise(rng, 96, 96, 4))[..., None]).astype(np.float32)


def sheen_map(scene: Scene, rng: Generator) -> Array:
    """(96, 96, 3) what the plate mirrors of the room: pale, uneven, stronger on glossy boards and towards the top."""
    up = np.linspace(0.3, 1.2, 96, dtype=np.float32)[:, None]
    uneven = np.maximum(up + 0.35 * noise(rng, 96, 96, 3, 2), 0) * np.float32(0.012 + 0.07 * scene.look.gloss)
    room = np.float32(0.5 * scene.world.wall_light + 0.5 * scene.light.ambient) * linear(scene.world.wall_colour)
    return (uneven[..., None] * (room + np.float32(0.15) * linear(scene.light.key_colour) * scene.light.key)).astype(
        np.float32
    )


def surface(scene: Scene, rng: Generator) -> Array:
    """(256, 256, 3) linear albedo of the plate, covering -1.1..1.1 half widths."""
    side, colour = 256, np.array(scene.look.colour[::-1], np.float32) * 255
    if scene.look.surface == "wood":
        picture = (
            cv2.transpose(wood(rng, side, side, colour, colour * np.float32(0.86)))
            if rng.random() < 0.3
            else wood(rng, side, side, colour, colour * np.float32(0.86))
        )
    else:
        fine = noise(rng, side, side, 120, 1, stretch=1.0 if scene.look.surface != "printed" else 0.05)
        rough = noise(rng, side, side, 4, 3) * 2.5 + fine * (5 if scene.look.surface == "printed" else 1.5)
        rough *= np.float32(1.2 * scene.look.wear)
        picture = cv2.merge([rough + part for part in colour])
    return np.square(np.clip(picture, 0, 255) * np.float32(1 / 255))


@dataclass(frozen=True)
class Board:
    """A scene's board made ready: its light, its surface and how its pieces lie.

    Light, sheen and albedo have a fourth channel without meaning: OpenCV samples four much faster than three.
    """

    scene: Scene
    light: Array
    sheen: Array
    albedo: Array
    lying: Untidy

    @staticmethod
    def make(scene: Scene, rng: Generator) -> Board:
        maps = (light_map(scene, rng), sheen_map(scene, rng), surface(scene, rng))
        light, sheen, albedo = (cv2.cvtColor(part, cv2.COLOR_BGR2BGRA) for part in maps)
        return Board(scene, light, sheen, albedo, untidy(scene, rng))
