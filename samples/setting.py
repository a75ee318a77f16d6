"""Rooms, clutter and hands drawn at random."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from samples.chance import near, pick, tinted
from samples.clutter import SKINS
from samples.parameters import (
    CLUTTER,
    RGB,
    TABLES,
    WALLS,
    Camera,
    Discs,
    Hand,
    Item,
    Shape,
    World,
)
from samples.toys import REDS, YELLOWS

PAINTS: tuple[RGB, ...] = (
    (0.92, 0.9, 0.86),
    (0.8, 0.77, 0.7),
    (0.7, 0.75, 0.8),
    (0.55, 0.5, 0.42),
    (0.3, 0.28, 0.27),
    (0.86, 0.8, 0.62),
    (0.45, 0.55, 0.5),
    (0.6, 0.25, 0.2),
    (0.9, 0.78, 0.3),
    (0.25, 0.32, 0.5),
    (0.12, 0.12, 0.13),
    (0.65, 0.55, 0.5),
    (0.85, 0.6, 0.4),
    (0.97, 0.97, 0.97),
)


WOODS: tuple[RGB, ...] = ((0.6, 0.42, 0.27), (0.4, 0.25, 0.15), (0.75, 0.58, 0.4), (0.82, 0.7, 0.52), (0.3, 0.2, 0.14))


def random_world(rng: Generator, profile: str, shape: Shape, discs: Discs, camera: Camera) -> World:
    """A wall, a table and what stands about; a tenth are product photos before white."""
    if rng.random() < (0.12 if profile == "plain" else 0.04):
        return studio_world(rng, shape)
    easy = profile == "easy"
    wall = (
        str(rng.choice(["plain", "plaster", "curtain"]))
        if easy
        else pick(rng, tuple(w for w in WALLS if w != "studio") + ("plaster",) * 5 + ("room",) * 8 + ("leaves",))
    )
    table = (
        pick(rng, ("plain", "wood", "wood"))
        if easy
        else pick(rng, (*(t for t in TABLES if t != "studio"), "wood", "wood", "plain", "plain"))
    )
    top = pick(rng, WOODS) if table == "wood" else pick(rng, PAINTS)
    distance = float(np.exp(rng.uniform(np.log(40 + shape.depth), np.log(4000))))
    tight = distance < 260
    items = random_items(rng, profile, shape, discs, camera, distance)
    light = float(np.exp(rng.normal(-0.25, 0.55)))
    return World(
        wall,
        muted(rng, tinted(rng, pick(rng, PAINTS), 0.06)),
        muted(rng, tinted(rng, pick(rng, PAINTS), 0.1)),
        distance,
        0.0 if tight else near(rng, 0, 18, -45, 45),
        float(np.clip(light, 0.06, 3)),
        float(rng.choice([1, 1, 1.5, 2.5])),
        table,
        muted(rng, tinted(rng, top, 0.04), 0.5),
        tinted(rng, pick(rng, WOODS + PAINTS[:4]), 0.06),
        min(rng.uniform(120, 1500), 3900.0),
        float(np.clip(light * np.exp(rng.normal(0, 0.35)), 0.06, 3)),
        items,
        loose=int(rng.integers(1, 16)) if rng.random() < 0.3 else 0,
        loose_in_tray=int(rng.integers(3, 30)) if rng.random() < 0.7 else 0,
        loose_behind=int(rng.integers(1, 9)) if rng.random() < 0.2 else 0,
    )


def muted(rng: Generator, colour: RGB, most: float = 0.85) -> RGB:
    """A colour moved towards its grey: rooms are less colourful than toys."""
    grey, share = sum(colour) / 3, float(rng.uniform(0, most))
    red, green, blue = (part + (grey - part) * share for part in colour)
    return red, green, blue


def studio_world(rng: Generator, shape: Shape) -> World:
    """A product photo: a bright even ground."""
    ground = (0.98, 0.98, 0.98) if rng.random() < 0.8 else tinted(rng, pick(rng, PAINTS), 0.1)
    return World(
        "studio",
        ground,
        ground,
        1500.0,
        0.0,
        1.2,
        1.0,
        "studio",
        ground,
        ground,
        1400.0,
        1.2,
        (),
        loose=int(rng.integers(0, 14)),
        loose_in_tray=int(rng.integers(0, 20)),
    )


def random_items(
    rng: Generator, profile: str, shape: Shape, discs: Discs, camera: Camera, wall: float
) -> tuple[Item, ...]:
    """Clutter behind and beside the board; more decoys where there is no board."""
    count = (
        0
        if profile == "easy"
        else int(rng.integers(1, 7))
        if profile == "none"
        else int(rng.poisson(1.1 if profile == "plain" else 1.8))
    )
    kinds = tuple(k for k in CLUTTER if k != "disc")
    if profile == "none":
        kinds += ("poster", "plate_rack", "gauge", "printed_board", "poster", "gauge")
    return tuple(random_item(rng, pick(rng, kinds), shape, camera, wall) for _ in range(count))


HEIGHTS = {
    "person": 750,
    "mug": 105,
    "box": 190,
    "bottle": 240,
    "laptop": 260,
    "books": 140,
    "plant": 260,
    "poster": 350,
    "printed_board": 260,
    "disc": 40,
    "plate_rack": 160,
    "gauge": 130,
    "cable": 160,
    "screen": 330,
    "second_board": 220,
    "paper": 260,
    "lamp": 330,
    "toy": 140,
}


def random_item(rng: Generator, kind: str, shape: Shape, camera: Camera, wall: float) -> Item:
    """One thing: people, screens and posters stand back; small things on the table, some of them before the board."""
    height = HEIGHTS[kind] * rng.uniform(0.7, 1.3)
    width = height * rng.uniform(0.5, 1.1)
    back = max(60.0, wall - 15)
    z = -min(back, shape.depth + 30 + rng.exponential(350))
    x = rng.uniform(-1, 1) * (0.6 * camera.distance / camera.focal + 0.4 * abs(z))
    if rng.random() < 0.12 and kind in ("mug", "box", "bottle", "toy", "cable"):
        z, x = rng.uniform(70, 180), rng.choice([-1, 1]) * shape.half_width * rng.uniform(0.9, 1.6)
        height, width = min(height, 70.0), min(width, 70.0)
    y = shape.table - (rng.uniform(60, 330) if kind == "person" else 0)
    if kind in ("poster", "screen", "cable") and rng.random() < 0.6:
        y += rng.uniform(0, 200)
    if kind == "person":  # sitting close behind, the head often above the picture
        x, z, height, width = x * 0.5, max(z, -450.0), height * 1.35, width * 1.5
    shirt = pick(
        rng,
        (
            (0.8, 0.1, 0.12),
            (0.92, 0.8, 0.15),
            (0.1, 0.25, 0.6),
            (0.2, 0.2, 0.22),
            (0.6, 0.6, 0.6),
            (0.1, 0.4, 0.2),
            (0.9, 0.9, 0.9),
        ),
    )
    return Item(
        kind,
        float(np.clip(x, -5000, 5000)),
        float(y),
        float(z),
        float(max(width, 10)),
        float(max(height, 10)),
        tinted(rng, shirt, 0.08),
        int(rng.integers(2**32)),
    )


def random_hands(rng: Generator, shape: Shape) -> tuple[Hand, ...]:
    """A hand above a column, at the side, or across part of the board."""
    where = rng.random()
    x = rng.uniform(-1, 1) * shape.half_width
    y = shape.top + rng.uniform(0, 40) if where < 0.6 else rng.uniform(shape.bottom, shape.top)
    angle = (
        rng.uniform(40, 140)
        if where < 0.6
        else pick(rng, (rng.uniform(-60, 30), rng.uniform(150, 240) - 360 * (rng.random() < 2)))
    )
    return (
        Hand(
            x,
            y,
            rng.uniform(-8, 60),
            float(np.clip(angle, -180, 180)),
            rng.uniform(0.75, 1.15),
            tinted(rng, pick(rng, SKINS), 0.03),
            tinted(rng, pick(rng, PAINTS + REDS + YELLOWS), 0.05),
            rng.uniform(90, 260),
            int(rng.integers(10)),
        ),
    )
