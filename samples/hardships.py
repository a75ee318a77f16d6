"""What makes real photographs harder than a tidy draw of all parameters: changes laid on scenes drawn at random.

Each was seen in photographs of people's boards, robots' boards and simulators.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from numpy.random import Generator

from samples.chance import pick, tinted
from samples.parameters import RGB, Hand, Scene
from samples.shooting import fitting_distance

Hardship = Callable[[Generator, Scene], Scene]

SHARE = 0.5  # of the scenes get a hardship, and of these the same share another
MOST_PITCH = 32.0  # mm, row pitch that all scenes share


def harder(rng: Generator, scene: Scene) -> Scene:
    """The scene with no, one or more hardships; those that need a board leave scenes without one as they are."""
    while scene.rows is not None and rng.random() < SHARE:
        scene = pick(rng, HARDSHIPS)(rng, scene)
    return scene


def alter(scene: Scene, part: str, **values: Any) -> Scene:
    """The scene with some values of one of its parts changed."""
    return dataclasses.replace(scene, **{part: dataclasses.replace(getattr(scene, part), **values)})


def backed(rng: Generator, scene: Scene) -> Scene:
    """A sheet of paper, or a wall, right behind the holes: they all show one colour."""
    colour = tinted(rng, pick(rng, BACKS), 0.05)
    near = max(25.0, scene.shape.depth + rng.uniform(1, 25))  # mm before which no wall may stand
    scene = alter(scene, "world", wall="plain", wall_colour=colour, wall_distance=near, wall_yaw=0.0, table_back=near)
    return alter(scene, "world", wall_light=float(rng.uniform(0.4, 1.0)), items=(), loose_behind=0)


BACKS: tuple[RGB, ...] = (
    (0.85, 0.85, 0.92),
    (0.95, 0.95, 0.95),
    (0.6, 0.6, 0.62),
    (0.8, 0.75, 0.6),
    (0.12, 0.12, 0.13),
)


def simulated(rng: Generator, scene: Scene) -> Scene:
    """A screenshot: a thin board without light and shade, drawn on an even ground."""
    shape = dataclasses.replace(scene.shape, plate=0.5, gap=2.0, disc_thickness=1.5, lip=0.0, frame=0.0, dividers=0.0)
    light = dataclasses.replace(
        scene.light, key=0.0, ambient=1.0, gradient_x=0.0, gradient_y=0.0, spot=0.0, shadow=0.0, glare=0.0, flare=0.0
    )
    ground = pick(rng, ((0.98, 0.98, 0.98), (0.9, 0.93, 0.97), (0.1, 0.1, 0.12), (0.3, 0.45, 0.8)))
    world = dataclasses.replace(
        scene.world, wall="studio", wall_colour=ground, table="studio", table_colour=ground, items=(), loose=0
    )
    look = dataclasses.replace(scene.look, gloss=0.0, wear=0.0, translucency=0.0)
    discs = dataclasses.replace(
        scene.discs, relief="plain", relief_depth=0.0, gloss=0.0, scatter=0.0, tilt=0.0, wear=0.0
    )
    sensor = dataclasses.replace(scene.sensor, exposure=0.0, blur=0.2, motion=0.0, noise=0.0, vignette=0.0, detail=1.0)
    return dataclasses.replace(
        scene, shape=shape, light=light, world=world, look=look, discs=discs, sensor=sensor, hands=()
    )


def camouflaged(rng: Generator, scene: Scene) -> Scene:
    """One colour of discs, or the wall behind, nearly the plate's own."""
    close = tinted(rng, scene.look.colour, 0.06)
    if scene.profile == "other" and rng.random() < 0.5:
        return alter(scene, "discs", second=close)
    return alter(
        scene, "world", wall=pick(rng, ("plain", "plaster", "curtain")), wall_colour=close, wall_colour_2=close
    )


def odd_pair(rng: Generator, scene: Scene) -> Scene:
    """Discs of any two of the colours that toys and printers make; only where the colours aren't the classic ones."""
    if scene.profile != "other":
        return worn(rng, scene)
    first, second = rng.permutation(len(PAINTED))[:2]
    return alter(scene, "discs", first=tinted(rng, PAINTED[first], 0.05), second=tinted(rng, PAINTED[second], 0.05))


PAINTED: tuple[RGB, ...] = (
    (0.05, 0.05, 0.06),
    (0.95, 0.95, 0.93),
    (0.1, 0.2, 0.6),
    (0.15, 0.55, 0.85),
    (0.1, 0.5, 0.22),
    (0.5, 0.75, 0.2),
    (0.95, 0.45, 0.1),
    (0.92, 0.45, 0.6),
    (0.78, 0.6, 0.4),
    (0.45, 0.28, 0.16),
    (0.8, 0.1, 0.12),
    (0.95, 0.82, 0.1),
)


def worn(rng: Generator, scene: Scene) -> Scene:
    """Scratched and dirty discs and plate; or deep embossing on shiny ones."""
    scene = alter(scene, "discs", wear=float(rng.uniform(0.3, 1)), gloss=float(rng.uniform(0, 1)))
    return alter(alter(scene, "look", wear=1.0), "discs", relief_depth=float(rng.uniform(0.4, 1)))


def strewn(rng: Generator, scene: Scene) -> Scene:
    """Discs all over the table, before and behind the board."""
    return alter(
        scene, "world", loose=int(rng.integers(15, 43)), loose_in_tray=int(rng.integers(20, 43)), loose_behind=12
    )


def dusk(rng: Generator, scene: Scene) -> Scene:
    """Hardly any light: dark, noisy, smeared."""
    sensor = {"exposure": scene.sensor.exposure - rng.uniform(0.6, 1.8), "noise": rng.uniform(0.04, 0.12)}
    sensor |= {"noise_grain": rng.uniform(1, 3), "detail": rng.uniform(0.45, 0.9), "chroma_blur": rng.uniform(1, 4)}
    return alter(scene, "sensor", **{name: float(max(value, -4.0)) for name, value in sensor.items()})


def smeared(rng: Generator, scene: Scene) -> Scene:
    """Out of focus, or moved."""
    scale = max(scene.camera.width, scene.camera.height) / 640
    if rng.random() < 0.5:
        return alter(scene, "sensor", blur=float(min(6, rng.uniform(1.5, 4) * scale)))
    return alter(
        scene, "sensor", motion=float(min(40, rng.uniform(6, 16) * scale)), motion_angle=rng.uniform(-180, 180)
    )


def squeezed(rng: Generator, scene: Scene) -> Scene:
    """Sent on and on: JPEG at low quality, fine detail gone."""
    return alter(scene, "sensor", jpeg=int(rng.integers(10, 35)), detail=float(rng.uniform(0.5, 1)))


def bright(rng: Generator, scene: Scene) -> Scene:
    """Well lit and rather too bright, as phones like it."""
    lifted = min(3.0, scene.sensor.exposure + rng.uniform(0.3, 1.2))
    return alter(scene, "sensor", exposure=float(lifted), contrast=float(rng.uniform(-0.1, 0.5)))


def tiny(rng: Generator, scene: Scene) -> Scene:
    """Far away: the board is 80 to 130 px wide."""
    camera = scene.camera
    share = rng.uniform(80, 130) / max(camera.width, camera.height)
    far = fitting_distance(scene.shape, camera.width, camera.height, camera.focal, share)
    return alter(
        scene, "camera", distance=far, aim_x=float(rng.uniform(-0.35, 0.35)), aim_y=float(rng.uniform(-0.2, 0.3))
    )


def to_the_edge(rng: Generator, scene: Scene) -> Scene:
    """Cut at the board's very edge, frontal: nothing but board in the picture."""
    camera, shape = scene.camera, scene.shape
    share = min(1.15, 2 * shape.half_width / ((shape.columns - 0.6) * shape.column_pitch)) * rng.uniform(0.9, 1)
    far = fitting_distance(shape, camera.width, camera.height, camera.focal, share)
    turned = {"yaw": float(rng.normal(0, 4)), "pitch": float(rng.normal(0, 4)), "roll": float(rng.normal(0, 1.5))}
    return alter(scene, "camera", distance=far, aim_x=0.0, aim_y=0.0, **turned)


def gripped(rng: Generator, scene: Scene) -> Scene:
    """A robot's gripper, or a hand, before some cells or holding the board's edge."""
    shape = scene.shape
    metal = tinted(rng, pick(rng, ((0.85, 0.86, 0.88), (0.2, 0.2, 0.22), (0.95, 0.5, 0.1))), 0.04)
    side = float(rng.choice([-1, 1]))
    hand = Hand(
        side * shape.half_width * rng.uniform(0.3, 1.05),
        rng.uniform(shape.bottom, shape.top + 20),
        rng.uniform(4, 60),
        float(rng.uniform(-35, 35) if side > 0 else rng.choice([-1, 1]) * rng.uniform(145, 180)),
        rng.uniform(0.6, 1.1),
        metal,
        tinted(rng, metal, 0.05),
        rng.uniform(60, 160),
        int(rng.integers(10)),
    )
    return dataclasses.replace(scene, hands=(hand,))


def thick(rng: Generator, scene: Scene) -> Scene:
    """Thick walls, printed or sawn: narrow holes seen askew hide much of what is in them."""
    plate, gap = rng.uniform(5, 14), rng.uniform(5, 14)
    hole = float(min(scene.shape.hole, rng.uniform(0.6, 0.84) * MOST_PITCH))
    shape = {"plate": plate, "gap": gap, "disc_thickness": gap * rng.uniform(0.6, 0.95), "hole": hole, "lip": 0.0}
    return scene if scene.discs.ball else alter(scene, "shape", **shape)


HARDSHIPS: tuple[Hardship, ...] = (
    backed,
    simulated,
    camouflaged,
    odd_pair,
    worn,
    worn,
    strewn,
    dusk,
    smeared,
    squeezed,
    bright,
    bright,
    tiny,
    to_the_edge,
    to_the_edge,
    gripped,
    thick,
)
