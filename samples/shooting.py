"""Light, camera and sensor drawn at random."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from numpy.random import Generator

from samples.chance import maybe, near, pick, tinted
from samples.parameters import (
    RGB,
    Camera,
    Light,
    Sensor,
    Shape,
    World,
)

WARM: RGB = (1.0, 0.82, 0.6)


COOL: RGB = (0.82, 0.92, 1.0)


WHITE: RGB = (1.0, 1.0, 1.0)


def random_light(rng: Generator, profile: str) -> Light:
    """Window, lamp, dusk, flash: how strong, from where, which colour; shadows and reflections."""
    key, ambient = rng.uniform(0.1, 1.3), rng.uniform(0.12, 0.7)
    common: dict[str, Any] = {
        "azimuth": rng.uniform(-75, 75),
        "elevation": near(rng, 40, 22, -20, 80),
        "key": key,
        "ambient": ambient,
        "key_colour": tinted(rng, pick(rng, (WARM, COOL, WHITE, WHITE)), 0.03),
        "ambient_colour": tinted(rng, pick(rng, (WARM, COOL, WHITE, WHITE)), 0.03),
    }
    if profile == "easy":
        return Light(**common)
    return Light(
        **common,
        gradient_x=near(rng, 0, 0.25, -0.7, 0.7),
        gradient_y=near(rng, 0, 0.25, -0.7, 0.7),
        spot=maybe(rng, 0.12, lambda: rng.uniform(0.3, 1.6)),
        spot_x=rng.uniform(-1, 1),
        spot_y=rng.uniform(-0.8, 0.8),
        spot_size=rng.uniform(0.15, 0.6),
        shadow=maybe(rng, 0.22, lambda: rng.uniform(0.3, 0.9)),
        shadow_angle=rng.uniform(-180, 180),
        shadow_offset=rng.uniform(-0.6, 0.6),
        shadow_softness=float(np.exp(rng.uniform(np.log(0.01), np.log(0.5)))),
        shadow_bars=int(rng.integers(1, 7)) if rng.random() < 0.25 else 0,
        glare=maybe(rng, 0.3, lambda: rng.uniform(0.1, 1.4)),
        glare_x=rng.uniform(-1, 1),
        glare_y=rng.uniform(-0.8, 0.8),
        glare_size=rng.uniform(0.06, 0.5),
        flare=maybe(rng, 0.08, lambda: rng.uniform(0.1, 0.6)),
        flare_x=rng.random(),
        flare_y=rng.uniform(0, 0.5),
    )


SIZES = ((640, 480),) * 9 + ((480, 640), (640, 360), (640, 640), (512, 384), (320, 240), (360, 640))


def random_camera(rng: Generator, profile: str, shape: Shape) -> Camera:
    """Frontal to very oblique views in real photos' shares; the board from a seventh of the frame to all of it."""
    kind = (
        "easy"
        if profile == "easy"
        else str(rng.choice(["frontal", "slight", "oblique", "steep"], p=[0.34, 0.34, 0.26, 0.06]))
    )
    spread = {"easy": 6, "frontal": 6, "slight": 16, "oblique": 34, "steep": 48}[kind]
    yaw = near(rng, 0, spread * 0.8, -64, 64)
    pitch = near(rng, 6, spread * 0.4, -30, 42) if kind != "steep" else rng.uniform(28, 55)
    roll = near(rng, 0, 3, -30, 30) if rng.random() < 0.85 else rng.uniform(-40, 40)
    if profile != "easy" and rng.random() < 0.02:
        roll = 180 - abs(roll)
    width, height = (640, 480) if profile == "easy" else pick(rng, SIZES)
    focal = rng.uniform(0.62, 1.15)
    share = rng.uniform(0.55, 0.85) if profile == "easy" else 0.18 + 0.78 * rng.beta(2.2, 1.7)
    rig = profile == "odd" and rng.random() < 0.7  # thick boards mostly stand before a robot's fixed wide camera
    if rig:
        share, yaw, pitch, roll = rng.uniform(0.84, 1.0), yaw * 0.2, pitch * 0.5, roll * 0.3
    distance = fitting_distance(shape, width, height, focal, share)
    room = max(0.0, 0.5 - 0.5 * share) * 0.9
    wide = rng.random() < (0.0 if profile == "easy" else 0.85 if rig else 0.22)
    return Camera(
        width,
        height,
        focal,
        distance,
        yaw,
        pitch,
        roll,
        rng.uniform(-room, room),
        rng.uniform(-room, room) * 0.7,
        k1=rng.uniform(-0.3, -0.05) if wide else near(rng, -0.01, 0.015, -0.05, 0.04),
        mirror=profile != "easy" and rng.random() < 0.03,
    )


def fitting_distance(shape: Shape, width: int, height: int, focal: float, share: float) -> float:
    """Distance at which the board takes a `share` of the frame's width or height, whichever is tighter; mm."""
    tall = shape.top - shape.bottom + 15
    across = 2 * shape.half_width * focal * max(width, height) / (share * width)
    up = tall * focal * max(width, height) / (share * height)
    return float(np.clip(max(across, up) + 15, 80, 7900))


def cut_off(rng: Generator, camera: Camera) -> Camera:
    """The same camera aimed so that part of the board lies outside the picture."""
    side = pick(rng, (-1, 1))
    if rng.random() < 0.5:
        return dataclasses.replace(camera, aim_x=side * rng.uniform(0.45, 0.75), k1=0.0)
    return dataclasses.replace(camera, aim_y=side * rng.uniform(0.5, 0.75), k1=0.0)


def on_board(light: Light) -> float:
    """How much light falls on the front of a board."""
    azimuth, elevation = np.radians([light.azimuth, light.elevation])
    return float(light.key * max(0.15, np.cos(azimuth) * np.cos(elevation)) + light.ambient)


def random_sensor(rng: Generator, profile: str, camera: Camera, light: Light, world: World) -> Sensor:
    """Exposure meters the scene and errs; the rest varies from good phones to poor webcams."""
    metered = 0.72 * on_board(light) + 0.28 * world.wall_light
    exposure = float(np.clip(np.log2(1.0 / metered) + rng.normal(0, 0.15 if profile == "easy" else 0.55), -4, 3))
    if profile == "easy":
        return Sensor(
            exposure=exposure, blur=rng.uniform(0.2, 0.7), noise=rng.uniform(0, 0.02), jpeg=int(rng.integers(80, 97))
        )
    poor = rng.random() < 0.3
    scale = max(camera.width, camera.height) / 640
    return Sensor(
        exposure,
        near(rng, 1, 0.1, 0.6, 1.6),
        near(rng, 1, 0.12, 0.5, 1.7),
        near(rng, 0.45, 0.3, -0.4, 1),
        near(rng, 0.95, 0.2, 0.35, 1.8),
        min(float(rng.exponential(1.0)) * scale, 12.0),
        min(0.2 + float(rng.exponential(0.55 if poor else 0.3)) * scale, 2.5),
        maybe(rng, 0.12, lambda: rng.uniform(2, 9) * scale),
        rng.uniform(-180, 180),
        min(float(rng.exponential(0.02 if poor else 0.008)), 0.1),
        rng.uniform(1, 2.2),
        float(rng.exponential(0.7 if poor else 0.4)) % 2.5,
        rng.uniform(0, 0.5),
        rng.uniform(0.3, 2.5 if poor else 1.2),
        rng.uniform(0.4, 1) if poor else 1.0,
        int(rng.integers(25, 75)) if poor else int(rng.integers(60, 98)),
        maybe(rng, 0.02, lambda: rng.uniform(0.3, 0.8)),
    )
