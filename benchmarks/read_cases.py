"""Pictures with their truth for the benchmark of reading, the conditions each shows, and how an answer is judged."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from referee.board import BoardSpec
from samples.fast import render
from samples.scene import random_scene
from samples.truth import Truth
from vision.frame import Image

Rows = tuple[str, ...] | None

PROFILES = ("easy", "plain", "other", "odd", "none")
STEEP_DEGREES, ROLLED_DEGREES = 35.0, 15.0
"""Yaw or pitch, and roll, from which a view counts as steep, and as rolled."""
SMALL_SHARE, SMALL_PX = 0.25, 22.0
"""A board is small when it is narrower than this share of the picture, or its pitch is below so many px."""
DUSK_LEVEL = 60
"""Median level 0–255 of the picture below which it is dusk."""
LATE_SHARE = 0.6
"""Share of filled cells from which it is late in a game."""
LARGE_PHOTO = (4032, 3024)
"""Width and height of the 12 megapixel photo whose memory is measured."""


@dataclass(frozen=True)
class Case:
    """A picture as bytes with its truth.

    rows: top first, None where a refusal is right. swaps: which colour is R may be either. conditions: what is
    difficult about it, for the table by condition.
    """

    group: str
    data: bytes
    rows: Rows
    spec: BoardSpec
    swaps: bool = False
    conditions: tuple[str, ...] = ()


def rendered(count: int, first_seed: int) -> Iterator[Case]:
    """Fresh renders, the same number of each profile."""
    for profile in PROFILES:
        for seed in range(first_seed, first_seed + count // len(PROFILES)):
            image, truth = render(random_scene(seed, profile))
            spec = BoardSpec(truth.scene.shape.columns, truth.scene.shape.rows)
            rows = truth.rows if truth.complete else None
            yield Case(f"render, {profile}", _jpeg(image), rows, spec, profile == "other", _conditions(image, truth))


def photographed(folder: Path) -> Iterator[Case]:
    """Real photographs with their manifest; says so where there are none."""
    manifest = folder / "manifest.jsonl"
    if not manifest.exists():
        print(f"no photographs at {folder}: skipped", file=sys.stderr)
        return
    for line in manifest.read_text("utf-8").splitlines():
        truth = json.loads(line)
        rows = None if truth.get("expect") == "refuse" else tuple(truth["rows"])
        swaps = truth.get("disc_colours", ["red", "yellow"]) != ["red", "yellow"]
        conditions = tuple(f"photo, {truth[key]}" for key in ("difficulty", "view") if truth.get(key))
        data = (folder / truth["file"]).read_bytes()
        yield Case(f"photo, {truth['group']}", data, rows, BoardSpec(), swaps, conditions)


def large_photo(seed: int) -> bytes:
    """A rendered photo of 12 megapixels, as JPEG."""
    scene = random_scene(seed, "easy")
    camera = replace(scene.camera, width=LARGE_PHOTO[0], height=LARGE_PHOTO[1])
    return _jpeg(render(replace(scene, camera=camera))[0])


def _jpeg(image: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes())


def _conditions(image: Image, truth: Truth) -> tuple[str, ...]:
    """What is difficult about a render, by its scene and its truth; `nothing special` else."""
    scene, camera, light = truth.scene, truth.scene.camera, truth.scene.light
    if truth.rows is None or truth.centres is None or not truth.complete:
        return ("no whole board",)
    filled = sum(cell in "RY" for row in truth.rows for cell in row) / (scene.shape.columns * scene.shape.rows)
    pitch = float(np.linalg.norm(np.diff(truth.centres, axis=1), axis=-1).mean())
    found = {
        "larger board": (scene.shape.columns, scene.shape.rows) != (7, 6),
        "steep": max(abs(camera.yaw), abs(camera.pitch)) > STEEP_DEGREES,
        "rolled": abs(camera.roll) > ROLLED_DEGREES,
        "small": pitch < SMALL_PX or pitch * scene.shape.columns < SMALL_SHARE * camera.width,
        "wide lens": abs(camera.k1) > 0.1,
        "late in a game": filled > LATE_SHARE,
        "empty": filled == 0,
        "partly hidden": bool(scene.hands),
        "dusk": float(np.median(image)) < DUSK_LEVEL,
        "hard shadow": light.shadow > 0.4,
        "glare or flare": light.glare > 0.5 or light.flare > 0.3,
        "blurred": scene.sensor.blur > 1.5 or scene.sensor.motion > 4,
        "stickers": scene.discs.sticker != "none",
    }
    return tuple(name for name, holds in found.items() if holds) or ("nothing special",)


def verdict(case: Case, said: list[str] | None, sure: bool) -> str:
    """exact, unsure, refused, misled (an unsure board with a wrong cell) or WRONG (a sure one)."""
    if said is None:
        return "exact" if case.rows is None else "refused"
    if case.rows is None:
        return "WRONG" if sure else "misled"
    ways = [case.rows]
    if case.swaps:
        ways.append(tuple(row.translate(str.maketrans("RY", "YR")) for row in case.rows))
    wrong = min(sum(s not in ("?", t) and t != "?" for s, t in _pairs(said, way)) for way in ways)
    open_cells = any(s == "?" and t != "?" for s, t in _pairs(said, case.rows))
    if wrong:
        return "WRONG" if sure and not open_cells else "misled"
    hidden = any("?" in row for row in case.rows)  # "unsure" of nothing but cells that nobody can see is right
    return "exact" if not open_cells and (sure or hidden) else "unsure"


def _pairs(said: list[str], truth: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for said_row, true_row in zip(said, truth, strict=True):
        yield from zip(said_row, true_row, strict=True)
