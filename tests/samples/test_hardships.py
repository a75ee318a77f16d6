"""What makes scenes harder: always in range, and doing what its name says."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from samples import fast
from samples.hardships import HARDSHIPS, camouflaged, harder, simulated, strewn, tiny, to_the_edge
from samples.optics import place
from samples.scene import random_scene
from samples.truth import holes

KINDS = tuple(dict.fromkeys(HARDSHIPS))


def drawn(kind, seed: int, profile: str = "plain"):
    return kind(np.random.default_rng(seed), random_scene(seed, profile))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("profile", ["plain", "other", "odd"])
def test_a_hardship_leaves_every_scene_in_range_and_its_board_as_it_was(kind, profile):
    """A value out of range would be refused."""
    for seed in range(40):
        assert drawn(kind, seed, profile).rows == random_scene(seed, profile).rows


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_hardship_can_be_drawn(kind):
    scene = drawn(kind, 3)
    image, truth = fast.render(scene)
    assert image.shape == (scene.camera.height, scene.camera.width, 3)
    assert truth.scene == scene


def test_every_pair_of_hardships_can_be_drawn():
    for first in KINDS:
        for second in KINDS:
            scene = second(np.random.default_rng(1), drawn(first, 3))
            camera = dataclasses.replace(scene.camera, width=160, height=120)
            assert fast.render(dataclasses.replace(scene, camera=camera))[0].shape == (120, 160, 3)


def test_a_tiny_board_is_80_to_130_px_wide():
    for seed in range(20):
        scene = drawn(tiny, seed)
        centres = place(scene.camera).project(holes(scene))
        corners = centres[[0, 0, -1, -1], [0, -1, 0, -1]]
        longest = max(np.linalg.norm(a - b) for a in corners for b in corners)
        assert 25 < longest < 160


def test_cut_at_the_edge_most_boards_are_still_whole():
    whole = 0
    for seed in range(30):
        scene = drawn(to_the_edge, seed)
        centres = place(scene.camera).project(holes(scene))
        whole += bool(((centres > 0) & (centres < [scene.camera.width, scene.camera.height])).all())
    assert whole >= 20


def test_a_simulator_draws_each_disc_in_one_colour():
    scene = next(
        s for s in (drawn(simulated, seed) for seed in range(50)) if "R" in s.rows[-1] and s.camera.distance < 600
    )
    image, truth = fast.render(scene)
    x, y = np.rint(truth.centres[0, truth.rows[-1].index("R")]).astype(int)
    assert image[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3).std(0).max() < 6


def test_strewn_tables_and_camouflage_are_what_they_say():
    assert drawn(strewn, 1).world.loose >= 15
    scene = drawn(camouflaged, 1)
    assert np.abs(np.subtract(scene.world.wall_colour, scene.look.colour)).max() < 0.3


def test_hardships_are_laid_on_some_scenes_and_never_where_no_board_is():
    scenes = [random_scene(seed, "plain") for seed in range(40)]
    changed = sum(harder(np.random.default_rng(seed), scene) != scene for seed, scene in enumerate(scenes))
    assert 8 < changed < 32
    bare = next(s for s in (random_scene(seed, "none") for seed in range(20)) if s.rows is None)
    assert harder(np.random.default_rng(1), bare) == bare
