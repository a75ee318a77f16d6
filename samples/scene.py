"""Scenes drawn at random: `random_scene(seed, profile)` varies everything a family's photo may vary in.

Profiles: `plain` red and yellow on blue, `other` colours and boards, `odd` balls in thick boards, `none` no board or
not all of it, `easy` near and frontal in good light, `mixed` any of these but `easy`
in about the shares that real photo collections have, half of them made harder in ways seen in photographs.
"""

from __future__ import annotations

import numpy as np

from samples.hardships import harder
from samples.parameters import OutOfRange, Scene
from samples.setting import random_hands, random_world
from samples.shooting import cut_off, random_camera, random_light, random_sensor
from samples.toys import random_discs, random_look, random_rows, random_shape

PROFILES = ("plain", "other", "odd", "none", "easy", "mixed")
HARDER = 77  # the source of chance of what makes a scene harder
MIXED_SHARES = {"plain": 0.5, "other": 0.25, "odd": 0.1, "none": 0.15}


def random_scene(seed: int, profile: str = "mixed") -> Scene:
    """The scene of a seed: same seed and profile, same scene. Raises OutOfRange for other profiles."""
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
    scene = Scene(
        seed=seed,
        rows=rows,
        profile=drawn,
        shape=shape,
        look=random_look(rng, drawn),
        discs=discs,
        light=light,
        world=world,
        camera=camera,
        sensor=random_sensor(rng, drawn, camera, light, world),
        hands=hands,
    )
    return harder(np.random.default_rng([seed, HARDER]), scene) if profile == "mixed" and drawn != "none" else scene
