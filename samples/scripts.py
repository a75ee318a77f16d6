"""The films that are kept or bundled, as scripts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from samples.acts import Act, Bump, Drop, Freeze, Lamp, OpenBar, Take
from samples.parameters import Camera, Item, Light, Look, Scene, Sensor, Shape, World
from samples.performance import Film
from samples.scene import random_scene
from samples.shooting import fitting_distance

EMPTY = ("." * 7,) * 6
QUIET = Sensor(
    exposure=0.35, noise=0.0025, jpeg=97, blur=0.55, sharpen=0.25, contrast=0.4, saturation=0.95, backdrop_blur=1.0
)


def demo() -> Film:
    """Eight discs, one of them yellow's second in a row; it is taken out again, and red wins along the bottom."""
    items = (
        Item("plant", -330, -135, -420, 190, 300, (0.7, 0.45, 0.3), 3),
        Item("mug", 205, -135, -150, 95, 105, (0.85, 0.83, 0.8), 4),
        Item("books", 330, -135, -380, 210, 120, (0.4, 0.4, 0.5), 5),
        Item("lamp", 150, -135, -520, 150, 330, (0.3, 0.3, 0.3), 6),
    )
    scene = Scene(
        seed=21,
        rows=EMPTY,
        profile="plain",
        shape=Shape(lip=2.4, lip_height=1.0),
        look=Look((0.1, 0.22, 0.62), (0.1, 0.22, 0.62), 0.7),
        light=Light(
            azimuth=-35, elevation=42, key=0.8, ambient=0.5, gradient_x=-0.15, glare=0.25, glare_x=-0.6, glare_y=0.5
        ),
        world=World(
            "plaster", (0.8, 0.76, 0.68), wall_distance=700, table="wood", table_back=650, items=items, loose=7
        ),
        camera=Camera(yaw=-13, pitch=9, roll=0.8, distance=385, focal=0.95, aim_y=0.09, width=600, height=450),
        sensor=QUIET,
    )
    acts = (
        Drop(1.7, 4, "R"),
        Drop(3.9, 4, "Y", hover=3, carry=1.3),
        Drop(6.1, 3, "R"),
        Drop(8.3, 5, "Y"),
        Drop(10.6, 2, "Y"),
        Take(13.6, 2),
        Drop(16.2, 2, "R"),
        Drop(18.4, 6, "Y"),
        Drop(20.5, 1, "R", hover=2, carry=1.2),
    )
    return Film(
        scene,
        acts,
        "a game with yellow's second disc in a row, put right, and a win along the bottom",
        23.0,
        14,
        jitter=0.2,
        lost=0.01,
    )


def table_scene(
    seed: int,
    rows: tuple[str, ...] = EMPTY,
    width: int = 512,
    height: int = 384,
    profile: str = "easy",
    **camera: float,
) -> Scene:
    """A board played at: nearly frontal, a random room, few disturbances but those that a film adds."""
    scene = random_scene(seed, profile)
    shape = dataclasses.replace(scene.shape, columns=7, rows=6, lift=max(scene.shape.lift, 14.0))
    placed: dict[str, Any] = {"yaw": 8.0, "pitch": 7.0, "roll": 0.5, "aim_x": 0.0, "aim_y": 0.1, "k1": 0.0, **camera}
    distance = placed.pop("distance", fitting_distance(shape, width, height, 0.95, 0.74))
    view = Camera(width=width, height=height, focal=0.95, distance=distance, **placed)
    world = dataclasses.replace(scene.world, loose=min(scene.world.loose, 8), loose_behind=0)
    calm = dataclasses.replace(
        scene.sensor,
        noise=0.003,
        jpeg=96,
        blur=0.5,
        sharpen=0.2,
        exposure=scene.sensor.exposure + 0.1,
        backdrop_blur=1.2,
    )
    return dataclasses.replace(scene, rows=rows, shape=shape, camera=view, world=world, sensor=calm, hands=())


def quick_turns() -> Film:
    """Both players drop within half a second of each other, twice."""
    acts = (
        Drop(1.8, 4, "R"),
        Drop(4.0, 3, "Y"),
        Drop(6.2, 5, "R"),
        Drop(6.6, 2, "Y", carry=1.1),
        Drop(9.4, 4, "R"),
        Drop(9.75, 4, "Y", carry=1.2),
    )
    return Film(table_scene(411, yaw=-9.0), acts, "two turns so quick that both discs fall at once, twice", 12.5, 15)


def wrong_colour() -> Film:
    """Red drops twice in a row in the middle of a game; the disc stays."""
    rows = (".......", ".......", ".......", "...R...", "..YYR..", ".RYRYR.")
    acts = (Drop(2.0, 4, "Y"), Drop(4.6, 2, "R", hover=1, carry=1.6), Drop(7.0, 6, "R", sleeve_red=True))
    return Film(
        table_scene(412, rows, yaw=14.0),
        acts,
        "picked up in the middle of a game; red's second in a row",
        10.0,
        15,
        opener="R",
    )


def bump() -> Film:
    """The phone is knocked between two moves and comes to rest elsewhere."""
    acts = (
        Drop(1.8, 4, "R"),
        Drop(4.2, 5, "Y"),
        Bump(6.2, 0.8, yaw=5.0, pitch=-2.5, roll=3.0, aim_x=0.06, aim_y=-0.03),
        Drop(8.6, 4, "R"),
        Drop(11.0, 4, "Y"),
    )
    return Film(table_scene(446), acts, "the phone is knocked between two moves", 13.5, 15)


def lamp() -> Film:
    """A warm lamp is switched on, later off again."""
    acts = (
        Drop(1.8, 3, "R"),
        Lamp(3.6, 0.07, gain=2.3, red=1.12, blue=0.85),
        Drop(6.0, 3, "Y"),
        Drop(8.4, 4, "R"),
        Lamp(10.0, 0.07, gain=0.8),
        Drop(12.2, 5, "Y"),
    )
    return Film(table_scene(443, yaw=-15.0), acts, "a lamp is switched on and off", 14.5, 15)


def bar_after_end() -> Film:
    """Red completes a line of five along the bottom; the bar is pulled and the grid runs empty."""
    rows = (".......", ".......", ".......", ".....Y.", ".....Y.", "..RRRY.")
    acts = (Drop(2.0, 1, "R"), Drop(4.4, 7, "Y"), Drop(6.8, 2, "R"), OpenBar(9.6))
    return Film(
        table_scene(454, rows, yaw=5.0), acts, "a line of five along the bottom, and the bar pulled after it", 12.5, 15
    )


def next_game() -> Film:
    """A game ends, the grid is cleared, and the loser opens the next one."""
    rows = (".......", ".......", ".......", "..Y....", "..YR...", "..YR...")
    acts = (Drop(1.8, 6, "R"), Drop(4.0, 3, "Y"), OpenBar(7.4), Drop(10.4, 4, "R"), Drop(12.6, 4, "Y"))
    return Film(
        table_scene(453, rows, yaw=-6.0), acts, "the end of a game and the beginning of the next", 15.0, 15, opener="Y"
    )


def slow_light() -> Film:
    """Dusk falls within ten seconds, while the camera's exposure follows late."""
    acts = (
        Drop(1.8, 2, "R"),
        Lamp(2.5, 10.0, gain=0.35, red=0.93, blue=1.1),
        Drop(4.4, 4, "Y"),
        Drop(7.0, 4, "R"),
        Drop(9.6, 5, "Y"),
        Freeze(11.4, 0.5),
    )
    return Film(table_scene(459, yaw=12.0), acts, "the light fades slowly", 14.0, 15)


def portrait() -> Film:
    """A phone held upright whose file says that players must turn the picture."""
    scene = table_scene(418, EMPTY, 512, 384, roll=90.0, aim_y=0.0, aim_x=0.08, distance=560.0)
    acts = (Drop(1.8, 4, "R"), Drop(4.2, 3, "Y"), Drop(6.6, 4, "R"), Drop(9.0, 4, "Y"))
    return Film(scene, acts, "upright phone: the picture is stored lying on its side", 11.5, 15, rotation=90)


KEPT: tuple[Callable[[], Film], ...] = (
    quick_turns,
    wrong_colour,
    bump,
    lamp,
    bar_after_end,
    next_game,
    slow_light,
    portrait,
)


def random_film(seed: int) -> Film:
    """A game of random drops with an offence now and then, knocks, and changes of the light."""
    rng = np.random.default_rng([seed, 90])
    scene = table_scene(
        seed,
        EMPTY,
        profile=str(rng.choice(["easy", "plain"])),
        yaw=float(rng.normal(0, 14)),
        pitch=float(rng.uniform(0, 18)),
    )
    acts: list[Act] = []
    heights, turn, t = [0] * scene.shape.columns, "R", 2.0
    for _ in range(int(rng.integers(4, 16))):
        column = int(rng.choice([c for c in range(scene.shape.columns) if heights[c] < scene.shape.rows])) + 1
        wrong = rng.random() < 0.06
        disc = ("Y" if turn == "R" else "R") if wrong else turn
        acts.append(
            Drop(
                t,
                column,
                disc,
                hover=int(rng.integers(1, 8)) if rng.random() < 0.25 else 0,
                carry=float(rng.uniform(0.7, 1.6)),
            )
        )
        heights[column - 1] += 1
        if wrong:
            acts.append(Take(t + 3.0, column))
            heights[column - 1] -= 1
            t += 4.0
        else:
            turn = "Y" if turn == "R" else "R"
        t += float(rng.uniform(0.6, 1.0) if rng.random() < 0.12 else rng.uniform(1.8, 3.6))
    acts += disturbances(rng, t)
    hiccups = np.random.default_rng([seed, 91])
    return Film(
        scene,
        tuple(acts),
        f"random game {seed}",
        t + 2,
        float(rng.uniform(10, 30)),
        float(rng.uniform(0.05, 0.5)),
        float(rng.uniform(0, 0.12)),
        float(rng.uniform(-1.5, 0.3)),
        doubled=float(hiccups.uniform(0, 0.3)) if hiccups.random() < 0.25 else 0.0,
        swapped=float(hiccups.uniform(0, 0.1)) if hiccups.random() < 0.15 else 0.0,
    )


def disturbances(rng: np.random.Generator, until: float) -> list[Act]:
    """A knock, a lamp, a cloud, a frozen camera: each in some films."""
    when = rng.uniform(1, until, 4)
    chosen = rng.random(4) < 0.3
    tries: tuple[Act, ...] = (
        Bump(
            float(when[0]),
            float(rng.uniform(0.3, 1)),
            *(float(v) for v in rng.normal(0, 2, 3)),
            *(float(v) for v in rng.normal(0, 0.03, 2)),
        ),
        Lamp(
            float(when[1]),
            0.07,
            float(rng.uniform(0.5, 2.2)),
            float(rng.uniform(0.9, 1.15)),
            float(rng.uniform(0.85, 1.1)),
        ),
        Lamp(float(when[2]), float(rng.uniform(2, 10)), float(rng.uniform(0.5, 1.6))),
        Freeze(float(when[3]), float(rng.uniform(0.2, 1))),
    )
    return [act for act, use in zip(tries, chosen, strict=True) if use]
