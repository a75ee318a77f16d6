"""Discs that lie about: in the tray, on the table before and behind the board."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from samples.optics import View
from samples.parameters import RGB, Scene
from samples.solids import TRAY_REACH, Points, round_faces
from samples.textures import Image


def lying_disc(
    picture: Image, view: View, scene: Scene, middle: Points, tilt: tuple[float, float], colour: RGB
) -> None:
    """A loose disc: side first, then its upper face with its ring."""
    radius, thick = scene.shape.disc * scene.shape.row_pitch / 2, scene.shape.disc_thickness
    turn = cv2.Rodrigues(np.array([tilt[0], 0, tilt[1]]))[0]
    axes = (turn @ np.array([[1, 0, 0], [0, 0, 1.0]]).T).T
    up = turn @ np.array([0, 1.0, 0])
    middles = middle + up * (thick * RISE)[:, None]
    round_faces(picture, view, scene, middles, radius * SHARES, axes, colour, GAINS)


RISE = np.array([0, 0.28, 0.57, 0.85, 1, 1, 1])  # of a disc's thickness: its side in slices, its face, the ring on it
SHARES = np.array([1, 1, 1, 1, 1, 0.8, 0.72])  # radius of each, in radii of the disc
GAINS = (0.5, 0.5, 0.5, 0.5, 1.0, 0.8, 0.95)  # brightness of each


@dataclass(frozen=True)
class Spot:
    """Where a loose disc lies: underside's middle (3,) mm, tilt about x and z in radians, colour."""

    at: Points
    tilt: tuple[float, float]
    colour: RGB


def spots_in_tray(scene: Scene, rng: Generator) -> list[Spot]:
    """Discs in the tray in front of the board, far ones first."""
    if scene.shape.stand != "tray":
        return []
    half, floor = scene.shape.half_width, scene.shape.table + 3
    spots = sorted(
        (rng.uniform(12, TRAY_REACH - 12), rng.uniform(-half, half)) for _ in range(scene.world.loose_in_tray)
    )
    return [
        Spot(
            np.array([x, floor + float(rng.choice([0, 0, 4, 8])), z]),
            (float(rng.normal(0, 0.25)), float(rng.normal(0, 0.25))),
            colour_of(scene, rng),
        )
        for z, x in spots
    ]


def spots_behind(scene: Scene, rng: Generator) -> list[Spot]:
    """Discs on the table behind the board, where there is room for them before the wall."""
    back = min(250.0, scene.world.table_back)
    return on_table(scene, rng, scene.world.loose_behind, (-back, -45.0)) if back > 50 else []


def spots_before(scene: Scene, rng: Generator) -> list[Spot]:
    """Discs on the table before the board."""
    return on_table(scene, rng, scene.world.loose, (70.0, 280.0) if scene.shape.stand == "tray" else (40.0, 260.0))


def on_table(scene: Scene, rng: Generator, count: int, near: tuple[float, float]) -> list[Spot]:
    """Discs scattered on the table within a range of z."""
    shape = scene.shape
    spots = sorted((rng.uniform(*near), rng.uniform(-1.3, 1.3) * shape.half_width) for _ in range(count))
    return [
        Spot(
            np.array([x, shape.table, z]),
            (float(rng.normal(0, 0.05)), float(rng.normal(0, 0.05))),
            colour_of(scene, rng),
        )
        for z, x in spots
    ]


def lay(picture: Image, view: View, scene: Scene, spots: list[Spot]) -> None:
    """Draw loose discs in order."""
    for spot in spots:
        lying_disc(picture, view, scene, spot.at, spot.tilt, spot.colour)


def colour_of(scene: Scene, rng: Generator) -> RGB:
    """One of the two players' colours."""
    return scene.discs.first if rng.random() < 0.5 else scene.discs.second
