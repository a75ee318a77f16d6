"""What surfaces do with light, and the lamps, in the terms of Mitsuba."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from samples import shadows
from samples.parameters import RGB, Scene

LAMP_DISTANCE = 1400.0  # mm from the board, at least; farther than the camera in any case
LAMP_RADIUS = 130.0  # mm of a lamp without a hard shadow
BLIND_AT = 0.64  # of the way to the lamp: behind the camera, so that it isn't seen
BLIND_HALF = 130.0  # mm, half the side of a sheet when the lamp stands at LAMP_DISTANCE


def lamp_distance(scene: Scene) -> float:
    """How far off the key lamp stands, mm."""
    return max(LAMP_DISTANCE, 2.2 * scene.camera.distance)


def lamp_radius(scene: Scene) -> float:
    """Radius of the lamp, mm: so small that the penumbra on the board is as wide as the scene says."""
    light, far = scene.light, lamp_distance(scene)
    if light.shadow <= 0:
        return LAMP_RADIUS * far / LAMP_DISTANCE
    penumbra = light.shadow_softness * scene.shape.half_width
    return float(np.clip(penumbra * (1 - BLIND_AT) / BLIND_AT / 2, 1.5, LAMP_RADIUS))


def lamps(mi: Any, scene: Scene) -> dict[str, Any]:
    """Light from everywhere, the key lamp, and a spot."""
    light, shape = scene.light, scene.shape
    towards = shadows.light_direction(scene)
    far, radius = lamp_distance(scene), lamp_radius(scene)
    power = light.key * (far / radius) ** 2
    parts: dict[str, Any] = {"sky": {"type": "constant", "radiance": rgb_of(light.ambient_colour, light.ambient)}}
    if light.key > 0:
        parts["lamp"] = {
            "type": "disk",
            "to_world": mi.ScalarTransform4f()
            .look_at(origin=(towards * far).tolist(), target=[0, 0, 0], up=[0.1, 1, 0.05])
            .scale(radius),
            "emitter": {"type": "area", "radiance": rgb_of(light.key_colour, power)},
        }
    if light.spot > 0:
        aim = np.array([light.spot_x * shape.half_width, light.spot_y * shape.half_width, 0])
        parts["spot"] = {
            "type": "spot",
            "cutoff_angle": float(np.degrees(np.arctan(light.spot_size * 2 * shape.half_width / 700))),
            "intensity": rgb_of(light.key_colour, light.spot * 3 * 700**2),
            "to_world": mi.ScalarTransform4f().look_at(
                origin=(aim + np.array([120, 200, 660])).tolist(), target=aim.tolist(), up=[0, 1, 0]
            ),
        }
    if light.shadow > 0:
        parts.update({f"blind{n}": blind(mi, scene, *band) for n, band in enumerate(shadow_bands(scene))})
    return parts


def linear(colour: RGB, gain: float = 1.0) -> list[float]:
    """sRGB to linear red, green, blue."""
    return [float(min(0.97, part**2 * gain)) for part in colour]


def rgb_of(colour: RGB, gain: float) -> dict[str, Any]:
    """A colour times a gain, in Mitsuba terms, linear."""
    return {"type": "rgb", "value": [float(part**2 * gain) for part in colour]}


def shadow_bands(scene: Scene) -> list[tuple[float, float]]:
    """Middle and half width, in half widths of the board along the shadow's direction, of each dark band."""
    light = scene.light
    if not light.shadow_bars:
        wide = BLIND_HALF / (1 - BLIND_AT) / scene.shape.half_width
        return [(light.shadow_offset + wide, wide)]
    return [
        (light.shadow_offset + 2 * n / light.shadow_bars + 1 / light.shadow_bars, 0.45 / light.shadow_bars)
        for n in range(-light.shadow_bars, light.shadow_bars)
    ]


def blind(mi: Any, scene: Scene, middle: float, half: float) -> dict[str, Any]:
    """A dark sheet on the lamp's way, behind the camera, whose shadow on the board is the band."""
    light = scene.light
    towards = shadows.light_direction(scene)
    shrink = (1 - BLIND_AT) * scene.shape.half_width
    angle = np.radians(light.shadow_angle)
    side = np.array([np.cos(angle), np.sin(angle), 0])
    at = towards * lamp_distance(scene) * BLIND_AT + side * middle * shrink
    frame = (
        mi.ScalarTransform4f()
        .look_at(origin=at.tolist(), target=(at + np.array([0, 0, 1.0])).tolist(), up=side.tolist())
        .scale([BLIND_HALF * 2, half * shrink, 1])
    )
    return {
        "type": "rectangle",
        "to_world": frame,
        "bsdf": {
            "type": "mask",
            "opacity": light.shadow,
            "nested": {"type": "twosided", "n": {"type": "diffuse", "reflectance": 0.02}},
        },
    }


def bitmap(mi: Any, picture: NDArray[np.uint8], gain: float) -> dict[str, Any]:
    """An sRGB BGR picture as a linear texture; rows from the top."""
    values = (picture[::-1, :, ::-1].astype(np.float32) / 255) ** 2 * gain
    return {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(values)), "raw": True, "wrap_mode": "mirror"}


def painted(mi: Any, picture: NDArray[np.uint8], light: float, scene: Scene) -> dict[str, Any]:
    """A diffuse surface; how light the scene calls it scales what it reflects."""
    share = min(1.0, light / (scene.light.ambient + 0.6 * scene.light.key))
    return {
        "bsdf": {"type": "twosided", "nested": {"type": "diffuse", "reflectance": bitmap(mi, picture, 0.95 * share)}}
    }


def glowing(mi: Any, picture: NDArray[np.uint8], scene: Scene, light: float) -> dict[str, Any]:
    """A wall that reflects the room's light, and glows where the scene calls it lighter than the room."""
    room = scene.light.ambient + 0.6 * scene.light.key
    parts = painted(mi, picture, light, scene)
    if light > 1.1 * room:
        parts["emitter"] = {"type": "area", "radiance": bitmap(mi, picture, light - room)}
    return parts


def plastic(colour: RGB, gloss: float, bright: float = 1.0) -> dict[str, Any]:
    """Moulded plastic, from dull to shiny."""
    return {
        "type": "twosided",
        "nested": {
            "type": "roughplastic",
            "distribution": "ggx",
            "alpha": float(0.5 - 0.42 * gloss),
            "nonlinear": True,
            "diffuse_reflectance": {"type": "rgb", "value": linear(colour, bright)},
        },
    }


def board_material(scene: Scene) -> dict[str, Any]:
    """What the grid's surface does with light."""
    look = scene.look
    if look.translucency > 0:
        return {
            "type": "principledthin",
            "base_color": {"type": "rgb", "value": linear(look.colour, 1.1)},
            "roughness": 0.3,
            "spec_trans": float(0.5 * look.translucency),
            "diff_trans": float(1.4 * look.translucency),
            "eta": 1.45,
        }
    return plastic(look.colour, look.gloss if look.surface == "plastic" else 0.15)
