"""The physically based way of drawing a scene: path tracing with Mitsuba 3, seconds to a minute a picture.

Needs the extra `samples` (mitsuba). The scene, the truth and the sensor are those of the fast way; only how light gets
from the lamps to the lens differs: here it is traced, with interreflection, soft shadows and true glare.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from samples import backdrop, meshes, sensor
from samples.board import light_map, sheen_map, surface, untidy
from samples.clutter import sprite
from samples.fast import stream
from samples.materials import bitmap, board_material, glowing, lamps, painted, plastic
from samples.meshes import Mesh
from samples.optics import View, place, straighten
from samples.parameters import Hand, Item, Scene
from samples.stands import loose_discs, stand
from samples.textures import Image
from samples.truth import Truth, no_board, of_picture

VARIANT = "scalar_rgb"
MARGIN = 1.25  # a bent picture is taken from a straight one so much wider


class NeedsMitsuba(ImportError):
    """Mitsuba isn't installed: `pip install fairdrop[samples]`."""


def engine() -> Any:
    """The Mitsuba module, set to a variant that runs everywhere."""
    try:
        import mitsuba
    except ImportError as missing:
        raise NeedsMitsuba("physically based drawing needs mitsuba: pip install 'fairdrop[samples]'") from missing
    mitsuba.set_variant(VARIANT)
    mitsuba.set_log_level(mitsuba.LogLevel.Error)
    return mitsuba


def render(scene: Scene, samples_per_pixel: int = 48) -> tuple[Image, Truth]:
    """The picture of a scene (uint8 BGR) and its truth. The same scene and sample count give the same picture."""
    mi = engine()
    view = place(scene.camera)
    with TemporaryDirectory() as folder:
        world = mi.load_dict(describe(mi, scene, view, samples_per_pixel, Path(folder)))
        light = np.array(mi.render(world, seed=scene.seed % 2**31), np.float32)[..., 2::-1]
    encoded = backdrop.encode(bend(np.ascontiguousarray(light), view))
    picture = sensor.expose(encoded, scene.sensor, scene.light, stream(scene, 6))
    truth = (
        no_board(scene, view)
        if scene.rows is None
        else of_picture(scene, view, scene.rows, hidden(scene, view, encoded.shape[:2]))
    )
    return (np.ascontiguousarray(picture[:, ::-1]) if scene.camera.mirror else picture), truth


def hidden(scene: Scene, view: View, size: tuple[int, ...]) -> NDArray[np.bool_]:
    """Pixels where something stands before the board, as the fast way finds them."""
    from samples.fast import Stage, draw

    if not scene.hands and not any(item.z > 0 for item in scene.world.items) and scene.shape.stand == "none":
        return np.zeros(size, bool)
    return draw(Stage.make(scene), scene.rows, (), scene.hands)[1]


def bend(straight: NDArray[np.float32], view: View) -> NDArray[np.float32]:
    """The lens' distortion applied to a wider straight picture."""
    if view.k1 == 0 and view.k2 == 0:
        return straight
    ys, xs = np.mgrid[0 : view.height, 0 : view.width].astype(float)
    flat = straighten((np.stack([xs, ys], -1) - view.middle) / view.focal, view.k1, view.k2)
    size = np.array(straight.shape[1::-1])
    at = (flat * view.focal + (size - 1) / 2).astype(np.float32)
    return cv2.remap(straight, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def describe(mi: Any, scene: Scene, view: View, count: int, folder: Path) -> dict[str, Any]:
    """The whole scene in Mitsuba's terms."""
    world: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "volpath", "max_depth": 7, "hide_emitters": False},
        "sensor": camera(mi, view, count),
    }
    world.update(lamps(mi, scene))
    world.update(surfaces(mi, scene, view))
    for number, item in enumerate(scene.world.items):
        world[f"item{number}"] = cutout(mi, scene, item)
    if scene.rows is not None:
        world.update(board(mi, scene, folder))
    for number, (mesh, colour) in enumerate(loose_discs(scene, stream(scene, 3), stream(scene, 4), stream(scene, 5))):
        world[f"loose{number}"] = solid(mi, mesh, folder, f"loose{number}", plastic(colour, scene.discs.gloss))
    for number, hand in enumerate(scene.hands):
        world.update(hand_parts(mi, hand, number))
    return world


def camera(mi: Any, view: View, count: int) -> dict[str, Any]:
    """The pinhole part of the camera, wider where the picture will be bent."""
    wide = MARGIN if (view.k1 or view.k2) else 1.0
    width, height = round(view.width * wide), round(view.height * wide)
    _, down, forward = view.rotation
    target = view.centre + forward
    look = mi.ScalarTransform4f().look_at(origin=view.centre.tolist(), target=target.tolist(), up=(-down).tolist())
    return {
        "type": "perspective",
        "fov": float(np.degrees(2 * np.arctan(width / 2 / view.focal))),
        "fov_axis": "x",
        "to_world": look,
        "near_clip": 5.0,
        "far_clip": 30000.0,
        "film": {
            "type": "hdrfilm",
            "width": width,
            "height": height,
            "pixel_format": "rgb",
            "rfilter": {"type": "gaussian"},
        },
        "sampler": {"type": "multijitter", "sample_count": count},
    }


def surfaces(mi: Any, scene: Scene, view: View) -> dict[str, Any]:
    """The wall and the table with the fast way's own textures."""
    flat = backdrop.textures(scene, backdrop.meet(scene, view, view.directions()), stream(scene, 1))
    yaw, world = np.radians(scene.world.wall_yaw), scene.world
    u0, v0, u1, v1 = flat.wall_box
    across = np.array([np.cos(yaw), 0, -np.sin(yaw)])
    wall = placed(
        mi,
        across * (u0 + u1) / 2 + [0, -(v0 + v1) / 2, -world.wall_distance],
        across * (u1 - u0) / 2,
        np.array([0, (v1 - v0) / 2, 0]),
    )
    x0, z0, x1, z1 = flat.table_box
    z0 = max(z0, -world.table_back)
    table = placed(
        mi,
        np.array([(x0 + x1) / 2, scene.shape.table, (z0 + z1) / 2]),
        np.array([(x1 - x0) / 2, 0, 0]),
        np.array([0, 0, -(z1 - z0) / 2]),
    )
    return {
        "wall": {"type": "rectangle", "to_world": wall, **glowing(mi, flat.wall, scene, world.wall_light)},
        "table": {"type": "rectangle", "to_world": table, **painted(mi, flat.table, world.table_light, scene)},
    }


def placed(mi: Any, middle: NDArray[np.float64], right: NDArray[np.float64], up: NDArray[np.float64]) -> Any:
    """The transform of Mitsuba's unit rectangle to a middle and two half sides."""
    normal = np.cross(right, up) / max(1e-9, float(np.linalg.norm(right)) * float(np.linalg.norm(up)))
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2], matrix[:3, 3] = right, up, normal, middle
    return mi.ScalarTransform4f(matrix)


def cutout(mi: Any, scene: Scene, item: Item) -> dict[str, Any]:
    """An upright picture with its outline cut out."""
    art = sprite(item)
    opacity = art[::-1, :, 3:].astype(np.float32) / 255
    sheet = placed(
        mi,
        np.array([item.x, item.y + item.height / 2, item.z]),
        np.array([item.width / 2, 0, 0]),
        np.array([0, item.height / 2, 0]),
    )
    share = min(1.0, scene.world.wall_light / (scene.light.ambient + 0.6 * scene.light.key))
    return {
        "type": "rectangle",
        "to_world": sheet,
        "bsdf": {
            "type": "mask",
            "opacity": {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(opacity)), "raw": True},
            "nested": {
                "type": "twosided",
                "n": {"type": "diffuse", "reflectance": bitmap(mi, art[..., :3], 0.95 * share)},
            },
        },
    }


def solid(mi: Any, mesh: Mesh, folder: Path, name: str, bsdf: dict[str, Any]) -> dict[str, Any]:
    """A mesh handed over as a PLY file; flat faces keep their edges."""
    path = folder / f"{name}.ply"
    path.write_bytes(ply(mesh))
    return {"type": "ply", "filename": str(path), "face_normals": True, "bsdf": bsdf}


def ply(mesh: Mesh) -> bytes:
    """Binary little-endian PLY."""
    head = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(mesh.points)}\n"
    head += "property float x\nproperty float y\nproperty float z\n"
    head += f"element face {len(mesh.faces)}\nproperty list uchar int vertex_index\nend_header\n"
    faces = np.zeros(len(mesh.faces), dtype=[("n", "u1"), ("v", "<i4", 3)])
    faces["n"], faces["v"] = 3, mesh.faces
    return head.encode() + mesh.points.astype("<f4").tobytes() + faces.tobytes()


def board(mi: Any, scene: Scene, folder: Path) -> dict[str, Any]:
    """Grid, stand and pieces."""
    shape, look = scene.shape, scene.look
    parts = {"grid": solid(mi, meshes.body(shape), folder, "grid", board_material(scene))}
    held = stand(scene)
    if held is not None:
        parts["stand"] = solid(mi, held, folder, "stand", plastic(look.stand_colour, look.gloss))
    lying = untidy(scene, skipped(scene))
    flat = "".join((scene.rows or ())[::-1])
    model = None if scene.discs.ball else meshes.disc(shape, scene.discs.relief, scene.discs.relief_depth)
    for number, ((x, y), cell) in enumerate(zip(cells(scene), flat, strict=True)):
        if cell != ".":
            tint = np.clip(
                np.array(scene.discs.first if cell == "R" else scene.discs.second) * np.sqrt(lying.tint[number, ::-1]),
                0,
                1,
            )
            bsdf = plastic((float(tint[0]), float(tint[1]), float(tint[2])), scene.discs.gloss)
            at = np.array([x + lying.offset[number, 0], y + lying.offset[number, 1], -lying.depth[number]], float)
            if model is None:
                parts[f"piece{number}"] = ball(mi, at, shape.row_pitch, shape.gap, bsdf)
                continue
            turn = turned(lying.angle[number], lying.tilt[number])
            parts[f"piece{number}"] = solid(mi, meshes.moved(model, turn, at), folder, f"piece{number}", bsdf)
            if scene.discs.sticker != "none":
                label = meshes.moved(meshes.sticker(shape, scene.discs.sticker, model), turn, at)
                paper = plastic(scene.discs.sticker_colour, 0.1)
                parts[f"label{number}"] = solid(mi, label, folder, f"label{number}", paper)
    return parts


def skipped(scene: Scene) -> np.random.Generator:
    """The fast way's source of chance, moved on to where it draws how the pieces lie."""
    rng = stream(scene, 2)
    light_map(scene, rng), sheen_map(scene, rng), surface(scene, rng)
    return rng


def cells(scene: Scene) -> list[tuple[float, float]]:
    """Middles of the cells row by row from the bottom."""
    shape = scene.shape
    return sorted(meshes.middles(shape), key=lambda middle: (round(middle[1], 3), middle[0]))


def turned(angle: float, tilt: NDArray[np.float32]) -> NDArray[np.float64]:
    """Rotation of a disc in its slot: any angle, tilted a little."""
    spin = cv2.Rodrigues(np.array([0, 0, float(angle)]))[0]
    lean = cv2.Rodrigues(np.array([-float(tilt[1]), float(tilt[0]), 0]) * 0.25)[0]
    return lean @ spin


def ball(mi: Any, at: NDArray[np.float64], pitch: float, gap: float, bsdf: dict[str, Any]) -> dict[str, Any]:
    """A sphere in its cell."""
    return {
        "type": "sphere",
        "center": [float(at[0]), float(at[1]), float(at[2] - 0.4 * gap)],
        "radius": 0.485 * pitch,
        "bsdf": bsdf,
    }


def hand_parts(mi: Any, hand: Hand, number: int) -> dict[str, Any]:
    """Fingers as rods with round ends, a palm, an arm and a sleeve."""
    from samples.hands import FINGERS, LENGTH

    angle = np.radians(hand.angle)
    along, across = np.array([np.cos(angle), np.sin(angle), 0]), np.array([np.sin(angle), -np.cos(angle), 0])
    tip, length = np.array([hand.x, hand.y, hand.z + 14]), LENGTH * hand.size
    rods = [(root, end, width, hand.skin) for root, end, width in FINGERS]
    rods += [
        ((0.75, 0), (1.2, 0), 0.33, hand.skin),
        ((1.1, 0), (8.0, 0), 0.27, hand.skin),
        ((hand.sleeve_at / LENGTH + 0.4, 0), (12.0, 0), 0.42, hand.sleeve),
    ]
    parts: dict[str, Any] = {}
    for index, (root, end, width, colour) in enumerate(rods):
        a, b = (tip + (along * p[0] + across * p[1]) * length for p in (root, end))
        bsdf = plastic(colour, 0.1)
        parts[f"hand{number}rod{index}"] = {
            "type": "cylinder",
            "p0": a.tolist(),
            "p1": b.tolist(),
            "radius": width * length,
            "bsdf": bsdf,
        }
        for name, end_at in (("a", a), ("b", b)):
            parts[f"hand{number}{name}{index}"] = {
                "type": "sphere",
                "center": end_at.tolist(),
                "radius": width * length,
                "bsdf": bsdf,
            }
    return parts
