"""Scenes drawn at random: `random_scene(seed, profile)` varies everything a family's photo may vary in.

Profiles: `plain` red and yellow on blue, `other` colours and boards, `odd` balls in thick boards, `none` no board or not
all of it, `easy` near and frontal in good light, `mixed` one of these in about the shares real photo collections have.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator

from samples.clutter import SKINS
from samples.parameters import (CLUTTER, RGB, TABLES, WALLS, Camera, Discs, Hand, Item, Light, Look, OutOfRange, Scene,
                                Sensor, Shape, World)

PROFILES = ("plain", "other", "odd", "none", "easy", "mixed")
MIXED_SHARES = {"plain": 0.5, "other": 0.25, "odd": 0.1, "none": 0.15}


def random_scene(seed: int, profile: str = "mixed") -> Scene:
    """The scene of a seed; the same seed and profile always give the same scene. Raises OutOfRange for other profiles."""
    if profile not in PROFILES:
        raise OutOfRange("profile", profile, "one of " + ", ".join(PROFILES))
    rng = np.random.default_rng([seed, PROFILES.index(profile)])
    drawn = str(rng.choice(list(MIXED_SHARES), p=list(MIXED_SHARES.values()))) if profile == "mixed" else profile
    shape = random_shape(rng, drawn)
    discs = random_discs(rng, drawn)
    light = random_light(rng, drawn)
    camera = random_camera(rng, drawn, shape)
    rows = None if drawn == "none" and rng.random() < 0.7 else random_rows(rng, shape)
    if drawn == "none" and rows is not None:
        camera = cut_off(rng, camera)
    world = random_world(rng, drawn, shape, discs, camera)
    hands = random_hands(rng, shape) if rows is not None and drawn != "easy" and rng.random() < 0.12 else ()
    return Scene(seed=seed, rows=rows, profile=drawn, shape=shape, look=random_look(rng, drawn), discs=discs, light=light,
                 world=world, camera=camera, sensor=random_sensor(rng, drawn, camera, light, world), hands=hands)


def maybe(rng: Generator, share: float, make: Callable[[], float], otherwise: float = 0.0) -> float:
    """`make()` in a `share` of cases."""
    return float(make()) if rng.random() < share else otherwise


def near(rng: Generator, middle: float, spread: float, low: float, high: float) -> float:
    """A normal number kept within bounds."""
    return float(np.clip(rng.normal(middle, spread), low, high))


def pick(rng: Generator, options: tuple[Any, ...]) -> Any:
    return options[int(rng.integers(len(options)))]


def tinted(rng: Generator, colour: RGB, spread: float) -> RGB:
    """A colour moved a little in all parts."""
    red, green, blue = (float(np.clip(part + rng.normal(0, spread), 0.01, 0.99)) for part in colour)
    return red, green, blue


def random_rows(rng: Generator, shape: Shape) -> tuple[str, ...]:
    """A board filled by random drops; mostly in turns, sometimes by hand for a photo (any colours)."""
    cells = shape.columns * shape.rows
    plies = 0 if rng.random() < 0.07 else cells if rng.random() < 0.05 else int(rng.integers(1, cells + 1) * rng.uniform(0.3, 1))
    turns, weights = rng.random() < 0.75, rng.dirichlet(np.full(shape.columns, rng.uniform(0.6, 4)))
    stacks: list[str] = [""] * shape.columns
    for ply in range(plies):
        free = np.array([len(stack) < shape.rows for stack in stacks])
        chance = weights * free + 1e-9 * free
        column = int(rng.choice(shape.columns, p=chance / chance.sum()))
        stacks[column] += "RY"[ply % 2] if turns else pick(rng, ("R", "Y"))
    return tuple("".join(stack[row] if row < len(stack) else "." for stack in stacks) for row in range(shape.rows - 1, -1, -1))


def random_shape(rng: Generator, profile: str) -> Shape:
    """Mostly the table set; else thick printed boards, wood, wide margins, other sizes."""
    thick = profile == "odd" or (profile == "other" and rng.random() < 0.35)
    pitch = 32.0
    across = pitch * (near(rng, 1.09, 0.03, 1.03, 1.2) if profile in ("plain", "easy") else near(rng, 1.15, 0.09, 1.03, 1.5))
    hole = pitch * (near(rng, 0.82, 0.025, 0.74, 0.9) if profile in ("plain", "easy") else near(rng, 0.76, 0.08, 0.55, 0.9))
    plate = rng.uniform(6, 16) if thick else rng.uniform(1.5, 4.5)
    gap = near(rng, 25, 3, 20, 32) if profile == "odd" else rng.uniform(8, 12)
    big = profile == "other" and rng.random() < 0.15
    columns, rows = pick(rng, ((8, 7), (9, 7))) if big else (7, 6)
    lip = 0.0 if thick and rng.random() < 0.7 else rng.uniform(0.8, 3.2)
    return Shape(columns=columns, rows=rows, column_pitch=across, row_pitch=pitch, hole=hole, lip=float(min(lip, (pitch - hole) / 2 - 0.3)),
                 lip_height=rng.uniform(0.3, 1), plate=plate, gap=gap, disc_thickness=gap * rng.uniform(0.6, 0.95),
                 margin_side=across * rng.uniform(0.5, 0.85), margin_top=pitch * rng.uniform(0.55, 0.95),
                 margin_bottom=pitch * rng.uniform(0.5, 0.75), corner=rng.uniform(0.5, 8), frame=maybe(rng, 0.7, lambda: rng.uniform(1.5, 5)),
                 dividers=maybe(rng, 0.4, lambda: rng.uniform(0.2, 1)), disc=rng.uniform(0.96, 1.0), lift=rng.uniform(8, 45),
                 stand=str(rng.choice(["feet", "tray", "base", "legs", "none"], p=[0.42, 0.24, 0.14, 0.14, 0.06])),
                 banner=profile == "plain" and rng.random() < 0.08)


BLUES: tuple[RGB, ...] = ((0.1, 0.2, 0.6), (0.05, 0.12, 0.45), (0.12, 0.3, 0.72), (0.08, 0.35, 0.75), (0.16, 0.2, 0.5), (0.06, 0.08, 0.28))
BOARDS: tuple[RGB, ...] = ((0.93, 0.92, 0.9), (0.06, 0.06, 0.07), (0.78, 0.63, 0.43), (0.06, 0.08, 0.3), (0.45, 0.5, 0.75), (0.2, 0.2, 0.22),
                           (0.1, 0.2, 0.6), (0.75, 0.15, 0.15), (0.9, 0.75, 0.2), (0.15, 0.5, 0.3), (0.7, 0.7, 0.72))


def random_look(rng: Generator, profile: str) -> Look:
    gloss, wear = rng.uniform(0, 1), rng.uniform(0, 1)
    if profile in ("plain", "easy", "none"):
        if rng.random() < 0.1:
            turquoise = tinted(rng, (0.1, 0.72, 0.7), 0.05)
            return Look(turquoise, tinted(rng, (0.75, 0.12, 0.15), 0.05), gloss, rng.uniform(0.2, 0.65), wear)
        colour = tinted(rng, pick(rng, BLUES), 0.04)
        stand = colour if rng.random() < 0.8 else tinted(rng, pick(rng, ((0.85, 0.7, 0.1), (0.9, 0.9, 0.9), (0.7, 0.1, 0.1))), 0.05)
        return Look(colour, stand, gloss, 0.0, wear)
    colour = tinted(rng, pick(rng, BOARDS), 0.04)
    wooden = colour[0] > colour[2] + 0.2 and colour[1] > 0.4
    surface = "wood" if wooden else str(rng.choice(["plastic", "printed", "matt"]))
    stand = colour if rng.random() < 0.6 else tinted(rng, pick(rng, ((0.9, 0.75, 0.1), (0.9, 0.9, 0.9), (0.1, 0.1, 0.1))), 0.05)
    return Look(colour, stand, gloss * (0.3 if surface != "plastic" else 1), maybe(rng, 0.08, lambda: rng.uniform(0.1, 0.5)), wear, surface)


REDS: tuple[RGB, ...] = ((0.8, 0.08, 0.1), (0.72, 0.1, 0.14), (0.85, 0.25, 0.12), (0.82, 0.3, 0.36), (0.55, 0.1, 0.12), (0.92, 0.4, 0.1))
YELLOWS: tuple[RGB, ...] = ((0.95, 0.82, 0.1), (0.98, 0.7, 0.05), (0.9, 0.85, 0.3), (0.78, 0.68, 0.15), (0.93, 0.9, 0.5), (0.85, 0.88, 0.15))
PAIRS: tuple[tuple[RGB, RGB], ...] = (((0.85, 0.2, 0.12), (0.1, 0.5, 0.22)), ((0.1, 0.15, 0.5), (0.75, 0.1, 0.18)), ((0.15, 0.5, 0.8), (0.92, 0.88, 0.2)),
                                      ((0.95, 0.45, 0.1), (0.1, 0.55, 0.3)), ((0.15, 0.55, 0.85), (0.6, 0.8, 0.15)), ((0.95, 0.45, 0.1), (0.95, 0.8, 0.1)),
                                      ((0.8, 0.1, 0.12), (0.05, 0.05, 0.06)), ((0.88, 0.3, 0.45), (0.55, 0.9, 0.6)), ((0.6, 0.25, 0.15), (0.12, 0.4, 0.2)),
                                      ((0.95, 0.95, 0.93), (0.1, 0.1, 0.1)), ((0.85, 0.1, 0.1), (0.1, 0.75, 0.8)))


def random_discs(rng: Generator, profile: str) -> Discs:
    first, second = (pick(rng, PAIRS) if profile == "other" else (pick(rng, REDS), pick(rng, YELLOWS)))
    if profile not in ("other",) and first[1] > 0.35 and second[1] < 0.75:
        first = REDS[0]  # orange with ochre are nobody's pair
    if profile == "odd":
        first, second = (0.6, 0.12, 0.14), (0.72, 0.7, 0.3)
    reliefs = ("plain", "rings", "star", "four") if profile == "plain" else ("plain", "plain", "rings", "star", "four", "smile", "dome")
    return Discs(tinted(rng, first, 0.035), tinted(rng, second, 0.035), relief=pick(rng, reliefs), relief_depth=rng.uniform(0.1, 0.9),
                 sticker=pick(rng, ("dot", "square", "cross")) if rng.random() < (0.04 if profile == "plain" else 0.1) else "none",
                 sticker_colour=pick(rng, ((0.95, 0.95, 0.95), (0.1, 0.1, 0.1), (0.2, 0.4, 0.8))), ball=profile == "odd" and rng.random() < 0.8,
                 scatter=rng.uniform(0.1, 1.1), tilt=rng.uniform(0.02, 0.3), spread=rng.uniform(0, 0.1), gloss=rng.uniform(0, 1))


WARM: RGB = (1.0, 0.82, 0.6)
COOL: RGB = (0.82, 0.92, 1.0)
WHITE: RGB = (1.0, 1.0, 1.0)


def random_light(rng: Generator, profile: str) -> Light:
    """Window, lamp, dusk, flash: how strong, from where, which colour; shadows and reflections."""
    key, ambient = rng.uniform(0.1, 1.3), rng.uniform(0.12, 0.7)
    common: dict[str, Any] = dict(azimuth=rng.uniform(-75, 75), elevation=near(rng, 40, 22, -20, 80), key=key, ambient=ambient,
                                  key_colour=tinted(rng, pick(rng, (WARM, COOL, WHITE, WHITE)), 0.03), ambient_colour=tinted(rng, pick(rng, (WARM, COOL, WHITE, WHITE)), 0.03))
    if profile == "easy":
        return Light(**common)
    return Light(**common, gradient_x=near(rng, 0, 0.25, -0.7, 0.7), gradient_y=near(rng, 0, 0.25, -0.7, 0.7),
                 spot=maybe(rng, 0.15, lambda: rng.uniform(0.5, 2.5)), spot_x=rng.uniform(-1, 1), spot_y=rng.uniform(-0.8, 0.8), spot_size=rng.uniform(0.15, 0.6),
                 shadow=maybe(rng, 0.22, lambda: rng.uniform(0.3, 0.9)), shadow_angle=rng.uniform(-180, 180), shadow_offset=rng.uniform(-0.6, 0.6),
                 shadow_softness=float(np.exp(rng.uniform(np.log(0.01), np.log(0.5)))), shadow_bars=int(rng.integers(1, 7)) if rng.random() < 0.25 else 0,
                 glare=maybe(rng, 0.3, lambda: rng.uniform(0.1, 1.4)), glare_x=rng.uniform(-1, 1), glare_y=rng.uniform(-0.8, 0.8),
                 glare_size=rng.uniform(0.06, 0.5), flare=maybe(rng, 0.08, lambda: rng.uniform(0.1, 0.6)), flare_x=rng.random(), flare_y=rng.uniform(0, 0.5))


SIZES = ((640, 480),) * 9 + ((480, 640), (640, 360), (640, 640), (512, 384), (320, 240), (360, 640))


def random_camera(rng: Generator, profile: str, shape: Shape) -> Camera:
    """Frontal, slight, oblique and very oblique views in real photos' shares; the board from a seventh of the frame to all."""
    kind = "easy" if profile == "easy" else str(rng.choice(["frontal", "slight", "oblique", "steep"], p=[0.34, 0.34, 0.26, 0.06]))
    spread = {"easy": 6, "frontal": 6, "slight": 16, "oblique": 34, "steep": 48}[kind]
    yaw = near(rng, 0, spread * 0.8, -64, 64)
    pitch = near(rng, 6, spread * 0.4, -30, 42) if kind != "steep" else rng.uniform(28, 55)
    roll = near(rng, 0, 3, -30, 30) if rng.random() < 0.85 else rng.uniform(-40, 40)
    if profile != "easy" and rng.random() < 0.02:
        roll = 180 - abs(roll)
    width, height = (640, 480) if profile == "easy" else pick(rng, SIZES)
    focal = rng.uniform(0.62, 1.15)
    share = rng.uniform(0.55, 0.85) if profile == "easy" else 0.18 + 0.78 * rng.beta(2.2, 1.7)
    distance = fitting_distance(shape, width, height, focal, share)
    room = max(0.0, 0.5 - 0.5 * share) * 0.9
    wide = rng.random() < (0.0 if profile == "easy" else 0.22)
    return Camera(width, height, focal, distance, yaw, pitch, roll, rng.uniform(-room, room), rng.uniform(-room, room) * 0.7,
                  k1=rng.uniform(-0.3, -0.05) if wide else near(rng, -0.01, 0.015, -0.05, 0.04), mirror=profile != "easy" and rng.random() < 0.03)


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


PAINTS: tuple[RGB, ...] = ((0.92, 0.9, 0.86), (0.8, 0.77, 0.7), (0.7, 0.75, 0.8), (0.55, 0.5, 0.42), (0.3, 0.28, 0.27), (0.86, 0.8, 0.62), (0.45, 0.55, 0.5),
                           (0.6, 0.25, 0.2), (0.9, 0.78, 0.3), (0.25, 0.32, 0.5), (0.12, 0.12, 0.13), (0.65, 0.55, 0.5), (0.85, 0.6, 0.4), (0.97, 0.97, 0.97))
WOODS: tuple[RGB, ...] = ((0.6, 0.42, 0.27), (0.4, 0.25, 0.15), (0.75, 0.58, 0.4), (0.82, 0.7, 0.52), (0.3, 0.2, 0.14))


def random_world(rng: Generator, profile: str, shape: Shape, discs: Discs, camera: Camera) -> World:
    """A wall, a table and what stands about; a tenth are product photos before white."""
    if rng.random() < (0.12 if profile == "plain" else 0.04):
        return studio_world(rng, shape)
    easy = profile == "easy"
    wall = str(rng.choice(["plain", "plaster", "curtain"])) if easy else pick(rng, tuple(w for w in WALLS if w != "studio") + ("plaster",) * 4 + ("leaves",) * 3)
    table = pick(rng, ("plain", "wood", "wood")) if easy else pick(rng, tuple(t for t in TABLES if t != "studio") + ("wood", "wood", "plain", "plain"))
    top = pick(rng, WOODS) if table == "wood" else pick(rng, PAINTS)
    distance = float(np.exp(rng.uniform(np.log(40 + shape.depth), np.log(4000))))
    tight = distance < 260
    items = random_items(rng, profile, shape, discs, camera, distance)
    light = float(np.exp(rng.normal(-0.25, 0.55)))
    return World(wall, tinted(rng, pick(rng, PAINTS), 0.06), tinted(rng, pick(rng, PAINTS), 0.1), distance, 0.0 if tight else near(rng, 0, 18, -45, 45),
                 float(np.clip(light, 0.06, 3)), float(rng.choice([1, 1, 1.5, 2.5])), table, tinted(rng, top, 0.05), tinted(rng, pick(rng, WOODS + PAINTS[:4]), 0.06),
                 min(rng.uniform(120, 1500), 3900.0), float(np.clip(light * np.exp(rng.normal(0, 0.35)), 0.06, 3)), items,
                 loose=int(rng.integers(1, 16)) if rng.random() < 0.3 else 0, loose_in_tray=int(rng.integers(3, 30)) if rng.random() < 0.7 else 0,
                 loose_behind=int(rng.integers(1, 9)) if rng.random() < 0.2 else 0)


def studio_world(rng: Generator, shape: Shape) -> World:
    """A product photo: a bright even ground."""
    ground = (0.98, 0.98, 0.98) if rng.random() < 0.8 else tinted(rng, pick(rng, PAINTS), 0.1)
    return World("studio", ground, ground, 1500.0, 0.0, 1.2, 1.0, "studio", ground, ground, 1400.0, 1.2, (), loose=int(rng.integers(0, 14)), loose_in_tray=int(rng.integers(0, 20)))


def random_items(rng: Generator, profile: str, shape: Shape, discs: Discs, camera: Camera, wall: float) -> tuple[Item, ...]:
    """Clutter behind and beside the board; more decoys where there is no board."""
    count = 0 if profile == "easy" else int(rng.integers(1, 7)) if profile == "none" else int(rng.poisson(1.8))
    kinds = tuple(k for k in CLUTTER if k != "disc")
    if profile == "none":
        kinds += ("poster", "plate_rack", "gauge", "printed_board", "poster", "gauge")
    return tuple(random_item(rng, pick(rng, kinds), shape, camera, wall) for _ in range(count))


HEIGHTS = {"person": 750, "mug": 105, "box": 190, "bottle": 240, "laptop": 260, "books": 140, "plant": 260, "poster": 350, "printed_board": 260, "disc": 40,
           "plate_rack": 160, "gauge": 130, "cable": 160, "screen": 330, "second_board": 220, "paper": 260, "lamp": 330, "toy": 140}


def random_item(rng: Generator, kind: str, shape: Shape, camera: Camera, wall: float) -> Item:
    """One thing: people, screens and posters stand back; small things stand on the table, some of them before the board."""
    height = HEIGHTS[kind] * rng.uniform(0.7, 1.3)
    width = height * rng.uniform(0.5, 1.1)
    back = max(60.0, wall - 15)
    z = -min(back, shape.depth + 30 + rng.exponential(350))
    x = rng.uniform(-1, 1) * (0.6 * camera.distance / camera.focal + 0.4 * abs(z))
    if rng.random() < 0.12 and kind in ("mug", "box", "bottle", "toy", "cable"):
        z, x = rng.uniform(70, 180), rng.choice([-1, 1]) * shape.half_width * rng.uniform(0.9, 1.6)
        height, width = min(height, 70.0), min(width, 70.0)
    y = shape.table - (250 if kind == "person" else 0)
    if kind in ("poster", "screen", "cable") and rng.random() < 0.6:
        y += rng.uniform(0, 200)
    if kind == "person":
        x *= 0.5
    shirt = pick(rng, ((0.8, 0.1, 0.12), (0.92, 0.8, 0.15), (0.1, 0.25, 0.6), (0.2, 0.2, 0.22), (0.6, 0.6, 0.6), (0.1, 0.4, 0.2), (0.9, 0.9, 0.9)))
    return Item(kind, float(np.clip(x, -5000, 5000)), float(y), float(z), float(max(width, 10)), float(max(height, 10)), tinted(rng, shirt, 0.08), int(rng.integers(2**32)))


def random_hands(rng: Generator, shape: Shape) -> tuple[Hand, ...]:
    """A hand above a column, at the side, or across part of the board."""
    where = rng.random()
    x = rng.uniform(-1, 1) * shape.half_width
    y = shape.top + rng.uniform(0, 40) if where < 0.6 else rng.uniform(shape.bottom, shape.top)
    angle = rng.uniform(40, 140) if where < 0.6 else pick(rng, (rng.uniform(-60, 30), rng.uniform(150, 240) - 360 * (rng.random() < 2)))
    return (Hand(x, y, rng.uniform(-8, 60), float(np.clip(angle, -180, 180)), rng.uniform(0.75, 1.15), tinted(rng, pick(rng, SKINS), 0.03),
                 tinted(rng, pick(rng, PAINTS + REDS + YELLOWS), 0.05), rng.uniform(90, 260), int(rng.integers(10))),)


def random_sensor(rng: Generator, profile: str, camera: Camera, light: Light, world: World) -> Sensor:
    """Exposure meters the scene and errs; the rest varies from good phones to poor webcams."""
    metered = 0.55 * (light.key * 0.7 + light.ambient) + 0.45 * world.wall_light
    exposure = float(np.clip(np.log2(1.0 / metered) + rng.normal(0, 0.15 if profile == "easy" else 0.55), -4, 3))
    if profile == "easy":
        return Sensor(exposure=exposure, blur=rng.uniform(0.2, 0.7), noise=rng.uniform(0, 0.02), jpeg=int(rng.integers(80, 97)))
    poor = rng.random() < 0.3
    scale = max(camera.width, camera.height) / 640
    return Sensor(exposure, near(rng, 1, 0.13, 0.6, 1.6), near(rng, 1, 0.15, 0.5, 1.7), near(rng, 0.45, 0.3, -0.4, 1), near(rng, 0.82, 0.22, 0.3, 1.8),
                  min(float(rng.exponential(1.0)) * scale, 12.0), min(0.2 + float(rng.exponential(0.55 if poor else 0.3)) * scale, 2.5),
                  maybe(rng, 0.12, lambda: rng.uniform(2, 9) * scale), rng.uniform(-180, 180), min(float(rng.exponential(0.02 if poor else 0.008)), 0.1),
                  rng.uniform(1, 2.2), float(rng.exponential(0.7 if poor else 0.4)) % 2.5, rng.uniform(0, 0.5), rng.uniform(0.3, 2.5 if poor else 1.2),
                  rng.uniform(0.4, 1) if poor else 1.0, int(rng.integers(25, 75)) if poor else int(rng.integers(60, 98)), maybe(rng, 0.02, lambda: rng.uniform(0.3, 0.8)))
