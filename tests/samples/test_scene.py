"""Scenes: parameters out of range are refused by name; the seed decides everything; a scene survives JSON."""

from __future__ import annotations

import dataclasses
import json

import pytest

from samples.parameters import (
    Camera,
    Discs,
    Hand,
    Item,
    Light,
    OutOfRange,
    Scene,
    Sensor,
    Shape,
    World,
    scene_from_json,
)
from samples.scene import PROFILES, random_scene

EMPTY = ("." * 7,) * 6


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: Camera(k1=-0.5), "Camera.k1"),
        (lambda: Camera(width=100_000), "Camera.width"),
        (lambda: Camera(pitch=float("nan")), "Camera.pitch"),
        (lambda: Sensor(jpeg=3), "Sensor.jpeg"),
        (lambda: Sensor(noise="much"), "Sensor.noise"),
        (lambda: Light(shadow=1.5), "Light.shadow"),
        (lambda: Light(key_colour=(1.2, 0, 0)), "Light.key_colour"),
        (lambda: World(wall="lava"), "World.wall"),
        (lambda: World(loose=-1), "World.loose"),
        (lambda: Item(kind="dragon"), "Item.kind"),
        (lambda: Discs(relief="face"), "Discs.relief"),
        (lambda: Shape(columns=17), "Shape.columns"),
        (lambda: Shape(hole=33.0), "Shape.hole"),
        (lambda: Shape(gap=6.0, disc_thickness=7.0), "Shape.disc_thickness"),
        (lambda: Hand(size=True), "Hand.size"),
        (lambda: Scene(seed=-1), "Scene.seed"),
    ],
)
def test_a_parameter_out_of_range_is_refused_by_name(make, name):
    with pytest.raises(OutOfRange) as refused:
        make()
    assert refused.value.name == name


@pytest.mark.parametrize(
    "rows",
    [
        EMPTY[1:],
        ("." * 8,) * 6,
        (*EMPTY[1:], "...G..."),
        ("." * 7, "." * 7, "...R...", "." * 7, "." * 7, "." * 7),
    ],
    ids=["five rows", "eight columns", "a letter", "a floating disc"],
)
def test_rows_that_the_solid_could_not_hold_are_refused(rows):
    with pytest.raises(OutOfRange) as refused:
        Scene(rows=rows)
    assert refused.value.name == "Scene.rows"


def test_a_profile_that_does_not_exist_is_refused():
    with pytest.raises(OutOfRange):
        random_scene(1, "fancy")


@pytest.mark.parametrize("profile", PROFILES)
def test_the_seed_decides_the_scene(profile):
    assert random_scene(5, profile) == random_scene(5, profile)
    assert random_scene(5, profile) != random_scene(6, profile)


@pytest.mark.parametrize("profile", PROFILES)
def test_any_seed_gives_a_scene_in_range(profile):
    for seed in range(150):
        scene = random_scene(seed, profile)
        assert scene.seed == seed


def test_a_scene_survives_json():
    for seed in range(20):
        scene = random_scene(seed, "mixed")
        assert scene_from_json(json.loads(json.dumps(scene.to_json()))) == scene


def test_profiles_hold_what_they_promise():
    plain = [random_scene(seed, "plain") for seed in range(60)]
    assert all((s.shape.columns, s.shape.rows) == (7, 6) and s.rows is not None for s in plain)
    assert any(random_scene(seed, "none").rows is None for seed in range(20))
    assert any(random_scene(seed, "odd").discs.ball for seed in range(20))
    assert {random_scene(seed, "other").shape.columns for seed in range(80)} == {7, 8, 9}


def test_a_frozen_scene_can_be_varied():
    scene = random_scene(3, "easy")
    turned = dataclasses.replace(scene, camera=dataclasses.replace(scene.camera, roll=180.0))
    assert turned.camera.roll == 180.0
    assert turned.rows == scene.rows
