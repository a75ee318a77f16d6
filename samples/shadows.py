"""Where the key light comes from, and what it does not reach: behind the board, behind edges, under things."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.optics import Array
from samples.parameters import Scene

TEXTURE = 512  # px across a wall or a table


def light_direction(scene: Scene) -> NDArray[np.float64]:
    """Unit vector towards the key light; it is always before the board."""
    return direction(scene.light.azimuth, scene.light.elevation)


@lru_cache(maxsize=16)
def direction(azimuth: float, elevation: float) -> NDArray[np.float64]:
    """The same for angles in degrees."""
    side, up = np.radians([azimuth, elevation])
    return np.array([np.sin(side) * np.cos(up), np.sin(up), max(0.12, np.cos(side) * np.cos(up))])


def plane_grid(box: tuple[float, float, float, float]) -> tuple[Array, Array]:
    """Plane coordinates of a quarter-size grid over a box."""
    side = TEXTURE // 4
    u, v = np.meshgrid(np.linspace(box[0], box[2], side), np.linspace(box[1], box[3], side))
    return u.astype(np.float32), v.astype(np.float32)


def soft(shadow: Array, box: tuple[float, float, float, float], softness: float) -> Array:
    """Blur a quarter-size grid by `softness` mm."""
    side = TEXTURE // 4
    sigmas = [max(0.3, softness * side / (box[2] - box[0])), max(0.3, softness * side / (box[3] - box[1]))]
    return cv2.GaussianBlur(shadow, (0, 0), min(sigmas[0], side / 4), sigmaY=min(sigmas[1], side / 4))


def wall_shadow(scene: Scene, box: tuple[float, float, float, float]) -> Array:
    """(TEXTURE // 4, TEXTURE // 4) share of the light that reaches the wall past the board and its discs."""
    u, v = plane_grid(box)
    towards = light_direction(scene) / light_direction(scene)[2]
    reach = scene.world.wall_distance
    blocked = silhouette(scene, u + np.float32(towards[0] * reach), -v + np.float32(towards[1] * reach))
    edges = edge_shade(scene, u + np.float32(towards[0] * reach), -v + np.float32(towards[1] * reach))
    return soft((1 - shade_depth(scene) * blocked) * edges, box, 2 + 0.08 * reach)


def edge_shade(scene: Scene, x: Array, y: Array) -> Array:
    """Share of the light left by the edges and bars whose shadow crosses the board; (x, y) mm on the board's plane."""
    light, half = scene.light, np.float32(scene.shape.half_width)
    key = np.float32(light.shadow * light.key / (light.key + light.ambient))
    return 1 - key * shadow_mask(scene, x / half, y / half)


def shade_depth(scene: Scene) -> np.float32:
    """How dark the board's own shadow is: none without a board or without a key light."""
    light = scene.light
    return np.float32(0 if scene.rows is None else 0.8 * light.key / (light.key + light.ambient))


def silhouette(scene: Scene, x: Array, y: Array) -> Array:
    """1 where the board or a disc stands in the way at (x, y) of its plane, else 0."""
    shape = scene.shape
    inside = (np.abs(x) < shape.half_width) & (y < shape.top) & (y > shape.bottom)
    column = np.clip(np.rint(x / shape.column_pitch + (shape.columns - 1) / 2), 0, shape.columns - 1)
    row = np.clip(np.rint(y / shape.row_pitch + (shape.rows - 1) / 2), 0, shape.rows - 1)
    away = np.hypot(
        x - (column - (shape.columns - 1) / 2) * shape.column_pitch, y - (row - (shape.rows - 1) / 2) * shape.row_pitch
    )
    rows = scene.rows or ("." * shape.columns,) * shape.rows
    empty = np.array([[cell == "." for cell in line] for line in rows[::-1]])[row.astype(int), column.astype(int)]
    return (inside & ~((away < shape.hole / 2) & empty)).astype(np.float32)


def table_shadow(scene: Scene, box: tuple[float, float, float, float]) -> Array:
    """The same for the table: cast shadow behind the board, contact under it and under items."""
    x, z = plane_grid(box)
    towards = light_direction(scene)
    step = np.maximum(-scene.shape.depth / 2 - z, 0) / np.float32(towards[2])
    cast = silhouette(
        scene, x + step * np.float32(towards[0]), scene.shape.table + step * np.float32(towards[1]) + 1
    ) * (step > 0)
    contact = np.zeros_like(x)
    if scene.rows is not None:
        away = np.hypot(np.maximum(np.abs(x) - scene.shape.half_width, 0), np.maximum(np.abs(z + 8) - 20, 0))
        contact = np.exp(-away / 25)
    for item in scene.world.items:
        if abs(item.y - scene.shape.table) < 5:
            contact = np.maximum(
                contact, np.exp(-(((x - item.x) / (item.width * 0.6)) ** 2) - ((z - item.z) / (item.width * 0.3)) ** 2)
            )
    away = -z / np.float32(towards[2])  # to the plane of the board, along the light
    edges = edge_shade(scene, x + away * np.float32(towards[0]), scene.shape.table + away * np.float32(towards[1]))
    return soft((1 - shade_depth(scene) * cast) * (1 - 0.55 * contact) * edges, box, 4)


def shadow_mask(scene: Scene, x: Array, y: Array) -> Array:
    """1 in the shadow of an edge, or of window bars, that falls across the board."""
    light = scene.light
    angle = np.radians(light.shadow_angle)
    along = x * np.cos(angle) + y * np.sin(angle) - light.shadow_offset
    if light.shadow_bars:
        along = np.abs((along * light.shadow_bars) % 2 - 1) - 0.55
    return np.clip(0.5 + along / light.shadow_softness, 0, 1).astype(np.float32)
