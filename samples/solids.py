"""Boxes and prisms drawn as shaded polygons: the board's sides, its stand, loose discs."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.backdrop import lit
from samples.optics import View
from samples.parameters import RGB, Scene, Shape
from samples.shadows import light_direction
from samples.textures import Image

SHIFT = 4  # binary places of sub-pixel coordinates
STEPS = np.linspace(0, 1, 6, endpoint=False)[:, None]  # an edge is drawn in pieces, because lenses bend it
AFTER = [np.arange(1, n + 1) % max(n, 1) for n in range(65)]  # the next corner of each of n corners
TURNS = np.linspace(0, 2 * np.pi, 20, endpoint=False)
CIRCLE = np.stack([np.cos(TURNS), np.sin(TURNS)], 1)
NEAREST = 15.0  # mm before the camera; nothing nearer is drawn

Points = NDArray[np.float64]


def brightness(scene: Scene, normal: Points) -> float:
    """Light on a face that looks along `normal`."""
    light = scene.light
    return light.ambient + light.key * max(0.05, float(normal @ light_direction(scene)))


def face(picture: Image, view: View, points: Points, colour: list[float]) -> None:
    """Fill one polygon of the world ((n, 3) mm) with an encoded colour, in place."""
    if (view.depth(points) < NEAREST).any():
        return
    ahead = points[AFTER[len(points)]] - points
    line = (points[:, None] + ahead[:, None] * STEPS).reshape(-1, 3)
    fill(picture, view.project(line), colour)


def fill(picture: Image, there: Points, colour: list[float]) -> None:
    """Fill one polygon of the picture ((n, 2) px) in place."""
    points = np.rint(np.clip(there, -4000, 8000) * 2**SHIFT).astype(np.int32)
    cv2.fillPoly(picture, [points], colour, cv2.LINE_AA, SHIFT)


def prism(
    picture: Image,
    view: View,
    scene: Scene,
    outline: Points,
    shift: Points,
    colour: RGB,
    gain: float = 1.0,
    caps: bool = True,
) -> None:
    """Draw the solid between a planar `outline` (n, 3) and the same outline moved by `shift`; far faces first."""
    other = outline + shift
    middle = (outline.mean(0) + other.mean(0)) / 2
    after = AFTER[len(outline)]
    faces = list(np.stack([outline, outline[after], other[after], other], 1))
    faces += [outline, other] if caps else []
    centres = np.array([points.mean(0) for points in faces])
    normals = crossed(*(np.array([points[k] - points[0] for points in faces]) for k in (1, 2)))
    normals /= np.maximum(np.sqrt((normals**2).sum(1, keepdims=True)), 1e-9)
    normals *= np.where(((centres - middle) * normals).sum(1) < 0, -1, 1)[:, None]
    shown = ((view.centre - centres) * normals).sum(1) > 0
    for k in np.argsort(-((centres - view.centre) ** 2).sum(1)):
        if shown[k]:
            face(picture, view, faces[k], lit(colour, gain * brightness(scene, normals[k])))


def crossed(a: Points, b: Points) -> Points:
    """Cross products of (n, 3) and (n, 3): what numpy.cross does, for few vectors much faster."""
    return a[:, [1, 2, 0]] * b[:, [2, 0, 1]] - a[:, [2, 0, 1]] * b[:, [1, 2, 0]]


def box(
    picture: Image,
    view: View,
    scene: Scene,
    low: tuple[float, float, float],
    high: tuple[float, float, float],
    colour: RGB,
    gain: float = 1.0,
) -> None:
    """An upright box between two corners."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    outline = np.array([[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]], float)
    prism(picture, view, scene, outline, np.array([0, 0, z0 - z1]), colour, gain)


def draw_behind(picture: Image, view: View, scene: Scene) -> None:
    """All of the board's body that the front plate may hide, in place."""
    shape, colour = scene.shape, scene.look.colour
    STANDS[scene.shape.stand][0](picture, view, scene)
    corners = [
        (-shape.half_width, shape.bottom),
        (shape.half_width, shape.bottom),
        (shape.half_width, shape.top),
        (-shape.half_width, shape.top),
    ]
    outline = np.array([[x, y, 0.0] for x, y in corners])
    prism(picture, view, scene, outline, np.array([0, 0, -shape.depth]), colour, caps=False)
    if view.centre[1] > shape.top:
        draw_slots(picture, view, scene)


def draw_slots(picture: Image, view: View, scene: Scene) -> None:
    """The openings along the top."""
    shape = scene.shape
    dark: RGB = (scene.look.colour[0] * 0.3, scene.look.colour[1] * 0.3, scene.look.colour[2] * 0.3)
    for column in range(shape.columns):
        middle = (column - (shape.columns - 1) / 2) * shape.column_pitch
        half = shape.row_pitch / 2 + 0.5
        z0, z1 = -shape.plate - shape.gap, -shape.plate
        points = np.array(
            [
                [middle - half, shape.top, z1],
                [middle + half, shape.top, z1],
                [middle + half, shape.top, z0],
                [middle - half, shape.top, z0],
            ]
        )
        face(picture, view, points, lit(dark, scene.light.ambient + 0.2 * scene.light.key))


def draw_before(picture: Image, view: View, scene: Scene) -> None:
    """The stand's parts in front of the plate that loose discs may hide, in place."""
    STANDS[scene.shape.stand][1](picture, view, scene)


def draw_foremost(picture: Image, view: View, scene: Scene) -> None:
    """The parts in front of the discs in the tray, in place."""
    if scene.shape.stand == "tray":
        tray_front(picture, view, scene)
    if scene.shape.banner:
        banner(picture, view, scene)


def feet_behind(picture: Image, view: View, scene: Scene) -> None:
    """The back halves of the feet."""
    feet(picture, view, scene, -70, -scene.shape.depth / 2)


def feet_before(picture: Image, view: View, scene: Scene) -> None:
    """The front halves of the feet."""
    feet(picture, view, scene, 0, 55)


def feet(picture: Image, view: View, scene: Scene, back: float, front: float) -> None:
    """Posts at both ends that spread into feet; only their part from `back` to `front`."""
    shape = scene.shape
    for side in (-1, 1):
        x = side * (shape.half_width - 3)
        outline = np.array([[x, y, z] for z, y in foot_profile(shape, back, front)])
        prism(picture, view, scene, outline, np.array([side * 13.0, 0, 0]), scene.look.stand_colour)


def foot_profile(shape: Shape, back: float, front: float) -> list[tuple[float, float]]:
    """Outline (z, y) mm of a foot from the side."""
    tall = shape.bottom + 0.34 * (shape.top - shape.bottom)
    reach = front if front > 0 else back
    near = 3.0 if front > 0 else -shape.depth - 3
    return [
        (-shape.depth / 2, shape.table),
        (reach, shape.table),
        (reach * 0.85, shape.table + 9),
        (near * 1.6, shape.table + 0.55 * shape.lift),
        (near, shape.bottom + 12),
        (near, tall),
        (-shape.depth / 2, tall),
    ]


TRAY_REACH, TRAY_WALL = 62.0, 24.0  # mm, to the front and upwards


def tray_behind(picture: Image, view: View, scene: Scene) -> None:
    """The floor, back wall and ends of the tray."""
    shape, colour = scene.shape, scene.look.stand_colour
    half = shape.half_width + 16
    box(picture, view, scene, (-half, shape.table, -TRAY_REACH), (half, shape.table + 3, TRAY_REACH), colour, 0.75)
    box(
        picture,
        view,
        scene,
        (-half, shape.table, -TRAY_REACH - 3),
        (half, shape.table + TRAY_WALL, -TRAY_REACH),
        colour,
    )
    for side in (-1, 1):
        box(
            picture,
            view,
            scene,
            (side * half - 1.5, shape.table, -TRAY_REACH),
            (side * half + 1.5, shape.table + TRAY_WALL, TRAY_REACH),
            colour,
        )
    box(
        picture,
        view,
        scene,
        (-shape.half_width, shape.table, -shape.depth),
        (shape.half_width, shape.bottom, 0),
        colour,
        0.8,
    )


def tray_front(picture: Image, view: View, scene: Scene) -> None:
    """The front wall of the tray."""
    half = scene.shape.half_width + 16
    floor = scene.shape.table
    box(
        picture,
        view,
        scene,
        (-half, floor, TRAY_REACH),
        (half, floor + TRAY_WALL, TRAY_REACH + 3),
        scene.look.stand_colour,
    )


def base_behind(picture: Image, view: View, scene: Scene) -> None:
    """A closed box under the grid."""
    shape = scene.shape
    box(
        picture,
        view,
        scene,
        (-shape.half_width * 1.02, shape.table, -75),
        (shape.half_width * 1.02, shape.bottom + 2, 48),
        scene.look.stand_colour,
    )


def legs_behind(picture: Image, view: View, scene: Scene) -> None:
    """Thin bars under the plate and across both ends."""
    shape, colour = scene.shape, scene.look.stand_colour
    low, high = (-shape.half_width - 4, shape.table, -shape.depth), (shape.half_width + 4, shape.bottom + 1.5, 0)
    box(picture, view, scene, low, high, colour)
    for side in (-1, 1):
        x = side * (shape.half_width - 8)
        box(picture, view, scene, (x - 6, shape.table, -75), (x + 6, shape.table + 8, -shape.depth), colour)


def legs_before(picture: Image, view: View, scene: Scene) -> None:
    """The front of the bar under the plate, and the front legs."""
    shape, colour = scene.shape, scene.look.stand_colour
    low, high = (-shape.half_width - 4, shape.table, 0), (shape.half_width + 4, shape.bottom + 1.5, 3)
    box(picture, view, scene, low, high, colour)
    for side in (-1, 1):
        x = side * (shape.half_width - 8)
        box(picture, view, scene, (x - 6, shape.table, 2), (x + 6, shape.table + 8, 75), colour)


def nothing(picture: Image, view: View, scene: Scene) -> None:
    """A board that is held, or leans."""


STANDS = {
    "feet": (feet_behind, feet_before),
    "tray": (tray_behind, nothing),
    "base": (base_behind, nothing),
    "legs": (legs_behind, legs_before),
    "none": (nothing, nothing),
}


def banner(picture: Image, view: View, scene: Scene) -> None:
    """A printed strip above the grid with round spots on it."""
    shape = scene.shape
    half, low = shape.half_width * 0.97, shape.top - 1
    box(picture, view, scene, (-half, low, -4), (half, low + 26, 1), scene.look.stand_colour)
    face(
        picture,
        view,
        np.array(
            [[-half + 6, low + 5, 1.2], [half - 6, low + 5, 1.2], [half - 6, low + 23, 1.2], [-half + 6, low + 23, 1.2]]
        ),
        lit((0.92, 0.92, 0.95), brightness(scene, np.array([0, 0, 1.0]))),
    )
    for number, x in enumerate(np.linspace(-half * 0.85, half * 0.85, 9)):
        if number in (3, 4, 5):
            continue
        round_face(
            picture,
            view,
            scene,
            np.array([x, low + 14, 1.4]),
            7.0,
            np.array([[1, 0, 0], [0, 1, 0.0]]),
            (scene.discs.first, scene.discs.second)[number % 2],
        )


def round_face(
    picture: Image,
    view: View,
    scene: Scene,
    middle: Points,
    radius: float,
    axes: Points,
    colour: RGB,
    gain: float = 1.0,
) -> None:
    """A filled circle in the plane spanned by two unit `axes`."""
    round_faces(picture, view, scene, middle[None], np.array([radius]), axes, colour, (gain,))


def round_faces(
    picture: Image,
    view: View,
    scene: Scene,
    middles: Points,
    radii: Points,
    axes: Points,
    colour: RGB,
    gains: tuple[float, ...],
) -> None:
    """Filled circles in parallel planes, in order: `middles` (n, 3) mm, `radii` (n,) mm."""
    points = middles[:, None] + radii[:, None, None] * (CIRCLE @ axes)
    if (view.depth(points) < NEAREST).any():
        return
    normal = crossed(axes[:1], axes[1:])[0]
    normal = normal if normal @ (view.centre - middles[0]) > 0 else -normal
    bright = brightness(scene, normal)
    for there, gain in zip(view.project(points), gains, strict=True):
        fill(picture, there, lit(colour, gain * bright))


def raised_disc(picture: Image, view: View, scene: Scene, x: float, y: float, colour: int) -> None:
    """The part of a disc that stands out of the slot at the top; the plate will cover the rest."""
    shape = scene.shape
    radius = shape.disc * shape.row_pitch / 2
    if y + radius < shape.top:
        return
    axes, paint = np.array([[1, 0, 0], [0, 1, 0.0]]), (scene.discs.first, scene.discs.second)[colour]
    middles = np.repeat([[x, y, -shape.plate - 0.3]], 4, 0)
    radii = radius * np.array([1.0, 0.9, 0.76, 0.7])
    round_faces(picture, view, scene, middles, radii, axes, paint, (0.75, 1.0, 0.85, 0.97))


@dataclass(frozen=True)
class Window:
    """A part of the picture, in whole pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def slices(self) -> tuple[slice, slice]:
        return slice(self.top, self.bottom), slice(self.left, self.right)


def board_window(view: View, scene: Scene) -> Window | None:
    """The part of the picture that the board's plate may touch; None if it's outside."""
    shape = scene.shape
    return window(view, shape.half_width, shape.bottom, shape.top)


def grid_window(view: View, scene: Scene, margin: float) -> Window | None:
    """The part of the picture up to `margin` row pitches beyond the middles of the outer holes."""
    shape = scene.shape
    side = (shape.columns - 1) / 2 * shape.column_pitch + margin * shape.row_pitch
    up = ((shape.rows - 1) / 2 + margin) * shape.row_pitch
    return window(view, side, -up, up)


def window(view: View, side: float, bottom: float, top: float) -> Window | None:
    """The part of the picture that a rectangle on the front face may touch."""
    xs, ys = np.meshgrid(np.linspace(-1, 1, 9) * side, np.linspace(bottom, top, 9))
    there = view.project(np.stack([xs, ys, np.zeros_like(xs)], -1)).reshape(-1, 2)
    low = np.maximum(np.floor(there.min(0)) - 2, 0).astype(int)
    high = np.minimum(np.ceil(there.max(0)) + 3, [view.width, view.height]).astype(int)
    return Window(int(low[0]), int(low[1]), int(high[0]), int(high[1])) if (high - low > 2).all() else None
