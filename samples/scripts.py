"""The films that are kept or bundled, as scripts."""

from __future__ import annotations

from samples.acts import Drop, Take
from samples.film import Film
from samples.parameters import Camera, Item, Light, Look, Scene, Sensor, Shape, World

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
