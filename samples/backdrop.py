"""What stands behind and below the board: a wall, a table, and things as upright pictures, each at its true depth.

Pictures travel between the stages as uint8 BGR "encoded" light: value = 255 * sqrt(light / HEADROOM), so that there is
room above white for glare. `encode` and `decode` are the only way in and out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.clutter import Sprite, sprite
from samples.optics import COARSE, Array, View, upsample
from samples.parameters import RGB, Item, Scene
from samples.shadows import TEXTURE, table_shadow, wall_shadow
from samples.textures import Image, paint

HEADROOM = 2.0
FAR = 9000.0  # mm; nothing is farther
STEPS = 160  # levels of the shading of a surface up to its even light


def encode(light: NDArray[np.float32]) -> Image:
    """Linear light (1 = a white sheet in full light) to encoded uint8."""
    return np.sqrt(np.clip(light, 0, HEADROOM) * np.float32(255**2 / HEADROOM)).astype(np.uint8)


def decode(image: Image) -> NDArray[np.float32]:
    """Encoded uint8 to linear light."""
    return cv2.LUT(image, DECODE)


DECODE = ((np.arange(256, dtype=np.float32) / 255) ** 2 * HEADROOM).astype(np.float32)


def lit(colour: RGB, light: float) -> list[float]:
    """An sRGB colour under a light, as encoded BGR 0..255."""
    gain = 255 * math.sqrt(light / HEADROOM)
    return [min(255.0, max(0.0, gain * part)) for part in colour[::-1]]


@dataclass(frozen=True)
class Sheet:
    """A textured plane: encoded BGRA `image` over `box` = (u0, v0, u1, v1) mm of the plane's own coordinates."""

    image: Image
    box: tuple[float, float, float, float]

    def sample(self, u: Array, v: Array, area: tuple[slice, slice]) -> Image:
        """BGRA seen in an area of the picture, given the rays' plane coordinates; beyond the box it reflects."""
        h, w = self.image.shape[:2]
        u0, v0, u1, v1 = self.box
        xs = (u - u0) * np.float32((w - 1) / (u1 - u0))
        ys = (v - v0) * np.float32((h - 1) / (v1 - v0))
        fine = upsample(cv2.merge([xs, ys]), area)
        return cv2.remap(self.image, fine, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)


@dataclass(frozen=True)
class Set:
    """The built surroundings of a scene, to be drawn from any view."""

    scene: Scene
    wall: Sheet
    table: Sheet
    sprites: tuple[tuple[Item, Sprite], ...]

    def draw(self, view: View, hits: Hits) -> Image:
        """(H, W, 3) encoded uint8: wall, table, and the things behind the board's front."""
        area = (slice(0, view.height), slice(0, view.width))
        picture = self.wall.sample(hits.wall_u, hits.wall_v, area)
        ys = np.flatnonzero((hits.on_table > 0).any(1))
        if len(ys):
            band = slice(max(0, COARSE * (int(ys[0]) - 2)), min(view.height, COARSE * (int(ys[-1]) + 1)))
            area = (band, area[1])
            drawn = self.table.sample(hits.table_x, hits.table_z, area)
            cv2.copyTo(drawn, cv2.compare(upsample(hits.on_table, area), 0, cv2.CMP_GT), picture[band])
        picture = cv2.cvtColor(picture, cv2.COLOR_BGRA2BGR)
        for item, art in self.sprites:
            if item.z <= 0:
                stand(picture, view, item, art)
        return picture

    def draw_front(self, picture: Image, view: View) -> None:
        """The things that stand before the board, on `picture` in place."""
        for item, art in self.sprites:
            if item.z > 0:
                stand(picture, view, item, art)


@dataclass(frozen=True)
class Hits:
    """Where the rays of `View.directions` meet the wall (u, v mm) and the table (x, z mm).

    `on_table`: mm by which a ray meets the table before the wall and before the table's far edge; else negative.
    """

    wall_u: Array
    wall_v: Array
    table_x: Array
    table_z: Array
    on_table: Array


def meet(scene: Scene, view: View, rays: Array) -> Hits:
    """Meet the planes of a scene; rays that miss the wall meet it far off to the side."""
    across, up, ahead = rays
    yaw = np.radians(scene.world.wall_yaw)
    sine, cosine = np.float32(np.sin(yaw)), np.float32(np.cos(yaw))
    cx, cy, cz = (np.float32(part) for part in view.centre)
    gap = -(cx * sine + (cz + np.float32(scene.world.wall_distance)) * cosine)
    wall = np.clip(gap / np.minimum(across * sine + ahead * cosine, np.float32(-0.02)), 1, FAR)
    u = (cx + wall * across) * cosine - (cz + wall * ahead + np.float32(scene.world.wall_distance)) * sine
    below = np.minimum(up, np.float32(-0.002))
    table = np.clip((np.float32(scene.shape.table) - cy) / below, -FAR, 3 * FAR)
    z = cz + table * ahead
    on_table = np.minimum(np.minimum(z + np.float32(scene.world.table_back), wall - table), table)
    on_table[up > np.float32(-0.002)] = -FAR
    return Hits(u, -(cy + wall * up), cx + table * across, z, on_table)


def stand(picture: Image, view: View, item: Item, art: Sprite) -> None:
    """Draw one upright picture where it stands, in place."""
    h, w = art.shape[:2]
    left, right = item.x - item.width / 2, item.x + item.width / 2
    corners = np.array(
        [
            [left, item.y + item.height, item.z],
            [right, item.y + item.height, item.z],
            [right, item.y, item.z],
            [left, item.y, item.z],
        ]
    )
    if (view.depth(corners) < 20).any():
        return
    there = view.project(corners)
    low = np.maximum(np.floor(there.min(0)).astype(int), 0)
    high = np.minimum(np.ceil(there.max(0)).astype(int) + 1, [view.width, view.height])
    if (high - low < 2).any() or (there.max(0) - there.min(0) > 8 * max(view.width, view.height)).any():
        return
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    warp = cv2.getPerspectiveTransform(source, (there - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    over(picture[low[1] : high[1], low[0] : high[0]], cv2.warpPerspective(art, warp, size, flags=cv2.INTER_AREA))


def over(area: Image, layer: Sprite) -> None:
    """Blend a BGRA layer over an area in place."""
    alpha = cv2.extractChannel(layer, 3) * np.float32(1 / 255)
    area[:] = cv2.blendLinear(area, cv2.cvtColor(layer, cv2.COLOR_BGRA2BGR), 1 - alpha, alpha)


@dataclass(frozen=True)
class Textures:
    """Unlit sRGB pictures of the wall and the table, and the boxes of plane coordinates they cover."""

    wall: Image
    wall_box: tuple[float, float, float, float]
    table: Image
    table_box: tuple[float, float, float, float]


def textures(scene: Scene, hits: Hits, rng: Generator, share: float = 1.0) -> Textures:
    """Paint the surfaces over all that a view shows of them; a view of a `share` of the frame needs less of them."""
    world, seen = scene.world, hits.on_table > 0
    side = TEXTURE * min(4, int(np.ceil(4 * share))) // 4
    wall_box = covering(hits.wall_u, hits.wall_v, 3 * world.wall_distance + 1500)
    wall = paint(world.wall, rng, (side, side), (world.wall_colour, world.wall_colour_2), world.wall_scale)
    table_box = covering(hits.table_x[seen], hits.table_z[seen], 650) if seen.any() else (-1.0, -1.0, 1.0, 1.0)
    table = paint(world.table, rng, (side, side), (world.table_colour, world.table_colour_2), 1.0)
    return Textures(wall, wall_box, table, table_box)


def build(scene: Scene, hits: Hits, rng: Generator, share: float = 1.0) -> Set:
    """Light the surfaces and things that a view shows."""
    world, flat = scene.world, textures(scene, hits, rng, share)
    return Set(
        scene,
        Sheet(shaded(flat.wall, world.wall_light, wall_shadow(scene, flat.wall_box), rng), flat.wall_box),
        Sheet(shaded(flat.table, world.table_light, table_shadow(scene, flat.table_box), rng), flat.table_box),
        tuple((item, relit(sprite(item), world.wall_light)) for item in sorted(world.items, key=lambda i: i.z)),
    )


def covering(u: Array, v: Array, limit: float) -> tuple[float, float, float, float]:
    """The box of plane coordinates that is seen, bounded."""
    parts = [float(np.clip(part, -limit, limit)) for part in (u.min(), v.min(), u.max(), v.max())]
    return parts[0], parts[1], max(parts[2], parts[0] + 1), max(parts[3], parts[1] + 1)


def shaded(texture: Image, light: float, shadow: Array, rng: Generator) -> Image:
    """A texture under uneven light and shadow, encoded, BGRA."""
    tilt = rng.uniform(-0.35, 0.35, 2).astype(np.float32)
    ramp = np.linspace(-1, 1, shadow.shape[0], dtype=np.float32)
    field = np.maximum(1 + tilt[0] * ramp[None, :] + tilt[1] * ramp[:, None], 0.1) * shadow
    gain = cv2.convertScaleAbs(cv2.resize(cv2.sqrt(field), texture.shape[1::-1]), None, STEPS)
    shown = cv2.multiply(texture, cv2.merge([gain] * 3), None, float(np.sqrt(light / HEADROOM)) / STEPS)
    return cv2.cvtColor(shown, cv2.COLOR_BGR2BGRA)


def relit(art: Sprite, light: float) -> Sprite:
    """A sprite under a light, encoded."""
    gain = float(np.sqrt(light / HEADROOM))
    return cv2.multiply(art, (gain, gain, gain, 1.0))
