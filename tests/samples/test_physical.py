"""The traced way draws the same scene as the fast way."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from samples import fast, meshes, physical
from samples.parameters import Camera, Shape
from samples.scene import random_scene

EMPTY = ("." * 7,) * 6


def test_the_grid_is_a_solid_with_open_holes():
    shape = Shape()
    body = meshes.body(shape)
    assert np.isfinite(body.points).all()
    assert body.faces.max() < len(body.points)
    corners = body.points[body.faces]
    facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2]
    front = (np.abs(corners[..., 2]) < 1e-9).all(-1)
    area = np.abs(facing[front]).sum() / 2
    plate = 2 * shape.half_width * (shape.top - shape.bottom)
    holes = 42 * np.pi * shape.hole**2 / 4
    assert area == pytest.approx(plate - holes, rel=0.01)


def test_a_disc_is_as_thick_and_wide_as_the_shape_says():
    shape = Shape()
    disc = meshes.disc(shape, "plain", 0.0)
    low, high = disc.points.min(0), disc.points.max(0)
    assert high[0] - low[0] == pytest.approx(shape.disc * shape.row_pitch, rel=0.01)
    assert -low[2] == pytest.approx(shape.disc_thickness)


def test_traced_and_fast_agree_on_truth_and_roughly_on_colour():
    pytest.importorskip("mitsuba", reason="path tracing needs the extra `samples`")
    scene = random_scene(301, "easy")
    scene = dataclasses.replace(
        scene,
        camera=Camera(width=160, height=120, distance=430),
        sensor=dataclasses.replace(scene.sensor, noise=0, jpeg=100),
        world=dataclasses.replace(scene.world, items=(), loose=0),
    )
    traced, truth = physical.render(scene, samples_per_pixel=4)
    drawn, other = fast.render(scene)
    assert traced.shape == drawn.shape
    assert truth.rows == other.rows
    assert np.allclose(truth.centres, other.centres)
    likeness = np.corrcoef(traced.reshape(-1), drawn.reshape(-1))[0, 1]
    assert likeness > 0.75


def test_without_mitsuba_the_traced_way_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "mitsuba", None)
    with pytest.raises(physical.NeedsMitsuba, match="fairdrop"):
        physical.engine()
