"""The stand and the loose discs as meshes, where the fast way draws them as polygons."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from samples import meshes
from samples.loose import spots_before, spots_behind, spots_in_tray
from samples.meshes import Mesh
from samples.parameters import RGB, Scene
from samples.solids import TRAY_REACH, TRAY_WALL, foot_profile


def stand(scene: Scene) -> Mesh | None:
    """What holds the grid up."""
    parts = STANDS[scene.shape.stand](scene)
    return meshes.join(parts) if parts else None


def feet(scene: Scene) -> list[Mesh]:
    """Posts that spread into feet."""
    shape = scene.shape
    parts = []
    for back, front in ((-70.0, -shape.depth / 2), (0.0, 55.0)):
        for side in (-1, 1):
            x = side * (shape.half_width - 3)
            outline = np.array([[x, y, z] for z, y in foot_profile(shape, back, front)])
            parts.append(meshes.prism(outline, np.array([side * 13.0, 0, 0])))
    return parts


def tray(scene: Scene) -> list[Mesh]:
    """A tray under the grid."""
    shape = scene.shape
    half, floor = shape.half_width + 16, shape.table
    parts = [
        meshes.box((-half, floor, -TRAY_REACH), (half, floor + 3, TRAY_REACH)),
        meshes.box((-half, floor, -TRAY_REACH - 3), (half, floor + TRAY_WALL, -TRAY_REACH)),
        meshes.box((-half, floor, TRAY_REACH), (half, floor + TRAY_WALL, TRAY_REACH + 3)),
        meshes.box((-shape.half_width, floor, -shape.depth), (shape.half_width, shape.bottom, 0)),
    ]
    return parts + [
        meshes.box((side * half - 1.5, floor, -TRAY_REACH), (side * half + 1.5, floor + TRAY_WALL, TRAY_REACH))
        for side in (-1, 1)
    ]


def base(scene: Scene) -> list[Mesh]:
    """A closed box under the grid."""
    shape = scene.shape
    return [meshes.box((-shape.half_width * 1.02, shape.table, -75), (shape.half_width * 1.02, shape.bottom + 2, 48))]


def legs(scene: Scene) -> list[Mesh]:
    """A bar under the plate and thin legs."""
    shape = scene.shape
    bars = [
        meshes.box(
            (side * (shape.half_width - 8) - 6, shape.table, -75),
            (side * (shape.half_width - 8) + 6, shape.table + 8, 75),
        )
        for side in (-1, 1)
    ]
    return [
        *bars,
        meshes.box((-shape.half_width - 4, shape.table, -shape.depth), (shape.half_width + 4, shape.bottom + 1.5, 3)),
    ]


def nothing(scene: Scene) -> list[Mesh]:
    """No stand."""
    return []


STANDS = {"feet": feet, "tray": tray, "base": base, "legs": legs, "none": nothing}


def loose_discs(scene: Scene, behind: Generator, tray_: Generator, before: Generator) -> list[tuple[Mesh, RGB]]:
    """All discs that lie about, with their colours."""
    model = meshes.disc(scene.shape, scene.discs.relief, scene.discs.relief_depth)
    flat = cv2.Rodrigues(np.array([-np.pi / 2, 0, 0]))[0]
    spots = (
        spots_behind(scene, behind)
        + (spots_in_tray(scene, tray_) if scene.rows is not None else [])
        + spots_before(scene, before)
    )
    out = []
    for spot in spots:
        lean = cv2.Rodrigues(np.array([spot.tilt[0], 0, spot.tilt[1]]))[0]
        out.append(
            (meshes.moved(model, lean @ flat, spot.at + np.array([0, scene.shape.disc_thickness, 0])), spot.colour)
        )
    return out
