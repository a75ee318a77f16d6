"""The stills and clips kept in the repository: which they are, how they are made, and the page that shows them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from samples import exif, fast, film, scripts
from samples.parameters import Scene
from samples.scene import random_scene
from samples.textures import Image
from samples.truth import Truth

FOLDER = Path(__file__).parent / "kept"
GROUPS = {"plain": "plain", "easy": "plain", "odd": "odd pieces", "other": "other colours", "none": "no board"}
TRACED_SAMPLES = 25  # light paths a pixel of the kept traced stills
THUMB = 200  # px, width of a thumbnail


@dataclass(frozen=True)
class Still:
    """One kept still: a random scene, what is changed of it, how it is drawn and stored."""

    name: str
    seed: int
    profile: str
    change: Callable[[Scene], Scene] = lambda scene: scene
    way: str = "fast"
    suffix: str = ".jpg"
    orientation: int = 1
    quality: int = 84


def with_camera(**more: Any) -> Callable[[Scene], Scene]:
    """A change of the camera."""
    return lambda scene: dataclasses.replace(scene, camera=dataclasses.replace(scene.camera, **more))


def with_light(**more: Any) -> Callable[[Scene], Scene]:
    """A change of the light."""
    return lambda scene: dataclasses.replace(scene, light=dataclasses.replace(scene.light, **more))


def with_world(**more: Any) -> Callable[[Scene], Scene]:
    """A change of the surroundings."""
    return lambda scene: dataclasses.replace(scene, world=dataclasses.replace(scene.world, **more))


def with_discs(**more: Any) -> Callable[[Scene], Scene]:
    """A change of the pieces."""
    return lambda scene: dataclasses.replace(scene, discs=dataclasses.replace(scene.discs, **more))


def twelve_megapixels(scene: Scene) -> Scene:
    """The same picture from a phone's full sensor: finer, and blur and noise keep their size in the scene."""
    camera = dataclasses.replace(scene.camera, width=4032, height=3024, mirror=False)
    look = scene.sensor
    sensor = dataclasses.replace(
        look, blur=min(6.0, look.blur * 3), backdrop_blur=min(30.0, look.backdrop_blur * 6), noise_grain=3.0, motion=0.0
    )
    return dataclasses.replace(scene, camera=camera, sensor=sensor)


SPECIAL: tuple[Still, ...] = (
    Still("upside-down", 31, "easy", with_camera(roll=180.0)),
    Still("mirror", 32, "plain", with_camera(mirror=True)),
    Still("steep-from-above", 33, "easy", with_camera(pitch=52.0, yaw=12.0)),
    Still("from-the-side", 34, "easy", with_camera(yaw=52.0)),
    Still("from-below", 35, "easy", with_camera(pitch=-24.0)),
    Still("wide-lens", 36, "easy", with_camera(k1=-0.3, focal=0.6, distance=260.0)),
    Still("portrait-exif", 37, "plain", with_camera(width=480, height=640, mirror=False), orientation=6),
    Still("upside-down-exif", 38, "plain", with_camera(mirror=False), orientation=3),
    Still("small", 39, "easy", with_camera(width=320, height=240)),
    Still("twelve-megapixels", 40, "easy", twelve_megapixels, quality=60),
    Still(
        "hard-shadow",
        41,
        "easy",
        with_light(shadow=0.85, shadow_softness=0.01, shadow_angle=20.0, shadow_offset=0.0, key=1.2, ambient=0.25),
    ),
    Still(
        "window-bars",
        42,
        "easy",
        with_light(shadow=0.7, shadow_softness=0.04, shadow_angle=35.0, shadow_bars=4, key=1.1, ambient=0.3),
    ),
    Still("glare", 43, "easy", with_light(glare=1.6, glare_size=0.25, glare_x=0.2, glare_y=0.1)),
    Still("flare", 44, "easy", with_light(flare=0.7, flare_x=0.15, flare_y=0.1)),
    Still(
        "spot-lamp", 45, "easy", with_light(spot=2.5, spot_x=0.6, spot_y=-0.3, spot_size=0.25, key=0.1, ambient=0.15)
    ),
    Still("against-the-window", 46, "easy", with_world(wall="window", wall_light=3.0, wall_distance=1500.0)),
    Still("red-wall", 47, "easy", with_world(wall="plain", wall_colour=(0.75, 0.12, 0.13))),
    Still(
        "yellow-stripes",
        48,
        "easy",
        with_world(wall="stripes", wall_colour=(0.92, 0.78, 0.2), wall_colour_2=(0.95, 0.93, 0.88)),
    ),
    Still("perforated-wall", 49, "easy", with_world(wall="perforated", wall_distance=300.0)),
    Still("loose-discs-behind", 50, "easy", with_world(loose_behind=12, loose=10)),
    Still("stickers", 51, "easy", with_discs(sticker="square")),
    Still(
        "white-studio",
        52,
        "easy",
        with_world(
            wall="studio",
            wall_colour=(0.98, 0.98, 0.98),
            table="studio",
            table_colour=(0.98, 0.98, 0.98),
            wall_light=1.4,
            table_light=1.4,
        ),
    ),
    Still("png", 53, "plain", suffix=".png"),
    Still("webp", 54, "plain", suffix=".webp"),
)
TRACED = tuple(
    Still(f"traced-{profile}-{seed}", seed, profile, way="physical")
    for profile, seed in (
        ("plain", 202),
        ("plain", 222),
        ("plain", 225),
        ("easy", 301),
        ("other", 302),
        ("odd", 303),
        ("none", 304),
        ("plain", 305),
    )
)
RANDOM = tuple(
    Still(f"{profile}-{seed}", seed, profile)
    for profile, count, first in (("plain", 10, 601), ("other", 8, 621), ("odd", 5, 641), ("none", 6, 661))
    for seed in range(first, first + count)
)
STILLS: tuple[Still, ...] = SPECIAL + TRACED + RANDOM


def draw(still: Still) -> tuple[Image, Truth]:
    """The upright picture and its truth."""
    scene = still.change(random_scene(still.seed, still.profile))
    if still.way == "physical":
        from samples import physical

        return physical.render(scene, TRACED_SAMPLES)
    return fast.render(scene)


def encoded(still: Still, image: Image) -> bytes:
    """The file's bytes."""
    if still.suffix == ".jpg":
        return exif.jpeg(image, still.quality, still.orientation)
    how = [cv2.IMWRITE_WEBP_QUALITY, still.quality] if still.suffix == ".webp" else []
    return cv2.imencode(still.suffix, image, how)[1].tobytes()


def entry(name: str, profile: str, truth: Truth, image: Image) -> dict[str, Any]:
    """One line of a manifest of stills."""
    pair = ["red", "yellow"] if profile in ("plain", "easy", "odd") else ["first", "second"]
    readable = truth.rows is not None and truth.complete
    line = {
        "file": name,
        "group": GROUPS[profile],
        "width": image.shape[1],
        "height": image.shape[0],
        "disc_colours": pair,
        **truth.to_json(),
    }
    return line if readable else {**line, "rows": None, "corners": None, "expect": "refuse"}


def make_stills(folder: Path, stills: tuple[Still, ...] = STILLS) -> Iterator[str]:
    """Draw stills and their manifest into a folder; yields each file's name when it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for still in stills:
        image, truth = draw(still)
        name = still.name + still.suffix
        (folder / name).write_bytes(encoded(still, image))
        lines.append(json.dumps({**entry(name, truth.scene.profile, truth, image), "way": still.way}))
        yield name
    (folder / "manifest.jsonl").write_text("\n".join(lines) + "\n")


def make_clips(folder: Path) -> Iterator[str]:
    """Draw the kept films and their truth into a folder; yields each file's name when it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for script in scripts.KEPT:
        name = script.__name__.replace("_", "-") + ".mp4"
        truth = film.write(script(), folder / name)
        (folder / name).with_suffix(".json").unlink()
        lines.append(json.dumps(truth))
        yield name
    (folder / "clips.jsonl").write_text("\n".join(lines) + "\n")


def thumbnail(image: Image) -> Image:
    """A small copy."""
    return cv2.resize(image, (THUMB, round(THUMB * image.shape[0] / image.shape[1])), interpolation=cv2.INTER_AREA)


def upright(path: Path) -> Image:
    """A still as people see it."""
    image = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"not a picture: {path}")
    return image


def middle_frame(path: Path) -> Image:
    """The frame in the middle of a clip."""
    film_ = cv2.VideoCapture(str(path))
    film_.set(cv2.CAP_PROP_POS_FRAMES, film_.get(cv2.CAP_PROP_FRAME_COUNT) // 2)
    image = film_.read()[1]
    film_.release()
    return image


def make_page(folder: Path = FOLDER) -> None:
    """Thumbnails, and the table of them that `samples/README.md` holds between its marks."""
    small = folder / "thumbnails"
    small.mkdir(exist_ok=True)
    cells = []
    for line in (folder / "stills" / "manifest.jsonl").read_text().splitlines():
        name = json.loads(line)["file"]
        cells.append(
            cell(small, name, thumbnail(upright(folder / "stills" / name)), f"kept/stills/{name}", Path(name).stem)
        )
    clips = []
    for line in (folder / "clips" / "clips.jsonl").read_text().splitlines():
        truth = json.loads(line)
        clips.append(
            cell(
                small,
                truth["file"],
                thumbnail(middle_frame(folder / "clips" / truth["file"])),
                f"kept/clips/{truth['file']}",
                truth["about"],
            )
        )
    page = folder.parent / "README.md"
    head = page.read_text().split("<!-- thumbnails -->")[0]
    page.write_text(head + "<!-- thumbnails -->\n## Clips\n\n" + table(clips, 4) + "\n## Stills\n\n" + table(cells, 4))


def cell(small: Path, name: str, image: Image, target: str, label: str) -> str:
    """One thumbnail, written and linked."""
    path = small / (name.replace(".", "-") + ".jpg")
    cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 72])
    return f"[![{label}](kept/thumbnails/{path.name})]({target})<br>{label}"


def table(cells: list[str], columns: int) -> str:
    """A Markdown table of cells."""
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    lines = ["| " + " | ".join(row + [""] * (columns - len(row))) + " |" for row in rows]
    return "\n".join(["|" + " |" * columns, "|" + "---|" * columns, *lines]) + "\n"
