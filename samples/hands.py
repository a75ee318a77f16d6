"""Hands and sleeves, as shaded shapes in the picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.backdrop import lit
from samples.optics import View
from samples.parameters import RGB, Hand, Scene
from samples.textures import Image, noise

# One finger: root and tip in units of the hand's length from the fingertips' meeting point along the arm and across it.
FINGERS = (
    ((0.85, -0.3), (0.02, -0.1), 0.105),
    ((0.8, -0.12), (-0.04, -0.02), 0.11),
    ((0.8, 0.08), (0.03, 0.08), 0.105),
    ((0.85, 0.26), (0.22, 0.22), 0.09),
    ((0.95, -0.45), (0.2, -0.16), 0.12),
)
LENGTH = 105.0  # mm from the fingertips to the wrist


def draw(picture: Image, view: View, scene: Scene, hand: Hand, rng: Generator) -> NDArray[np.bool_]:
    """Draw one hand in place; returns the (H, W) mask of the pixels it hides."""
    tip = view.project(np.array([hand.x, hand.y, hand.z]))
    scale = hand.size * view.focal / max(60.0, float(view.depth(np.array([hand.x, hand.y, hand.z]))))
    angle = np.radians(hand.angle) - np.arctan2(view.rotation[1, 0], view.rotation[0, 0])
    along = np.array([np.cos(angle), -np.sin(angle)]) * scale
    across = np.array([along[1], -along[0]])
    mask = np.zeros(picture.shape[:2], np.uint8)
    light = scene.light.ambient + 0.6 * scene.light.key
    pose = np.random.default_rng(hand.pose)
    arm(picture, mask, tip, along, across, hand, light)
    knuckles(picture, mask, tip, along, across, hand.skin, light)
    for root, end, width in FINGERS:
        bend = pose.normal(0, 0.03, 2)
        rod = (place(tip, along, across, root), place(tip, along, across, (end[0] + bend[0], end[1] + bend[1])))
        finger(picture, mask, *rod, width * LENGTH * scale, hand.skin, light)
        if hand.pose % 2:  # the back of the hand is seen
            nail(picture, mask, *rod, width * LENGTH * scale, hand.skin, light)
    grainy(picture, mask, rng)
    return mask > 0


def place(
    tip: NDArray[np.float64], along: NDArray[np.float64], across: NDArray[np.float64], part: tuple[float, float]
) -> NDArray[np.float64]:
    """A point given in hand's lengths along and across the arm, in px."""
    return tip + (along * part[0] + across * part[1]) * LENGTH


def both(picture: Image, mask: NDArray[np.uint8], points: NDArray[np.float64], colour: list[float]) -> None:
    """Fill a polygon in the picture and in the mask."""
    there = np.rint(np.clip(points, -4000, 8000) * 16).astype(np.int32)
    cv2.fillPoly(picture, [there], colour, cv2.LINE_AA, 4)
    cv2.fillPoly(mask, [there], 255, cv2.LINE_8, 4)


def arm(
    picture: Image,
    mask: NDArray[np.uint8],
    tip: NDArray[np.float64],
    along: NDArray[np.float64],
    across: NDArray[np.float64],
    hand: Hand,
    light: float,
) -> None:
    """Forearm and sleeve, in strips that are darker at their sides, as a cylinder is."""
    start, cuff = 0.9, hand.sleeve_at / LENGTH
    for colour, near, far, wide in ((hand.skin, start, 8.0, 0.27), (hand.sleeve, cuff, 12.0, 0.42)):
        for left, right, gain in (
            (-1, -0.6, 0.5),
            (-0.6, -0.1, 0.8),
            (-0.1, 0.5, 1.0),
            (0.5, 0.8, 0.85),
            (0.8, 1, 0.6),
        ):
            spread = 1.25
            corners = [
                (near, left * wide),
                (near, right * wide),
                (far, right * wide * spread),
                (far, left * wide * spread),
            ]
            both(picture, mask, np.array([place(tip, along, across, c) for c in corners]), lit(colour, light * gain))


def knuckles(
    picture: Image,
    mask: NDArray[np.uint8],
    tip: NDArray[np.float64],
    along: NDArray[np.float64],
    across: NDArray[np.float64],
    skin: RGB,
    light: float,
) -> None:
    """The back of the hand."""
    outline = [
        (0.55, -0.3),
        (0.5, 0.0),
        (0.55, 0.32),
        (1.0, 0.36),
        (1.35, 0.26),
        (1.35, -0.26),
        (1.05, -0.42),
        (0.8, -0.45),
    ]
    for shrink, gain in ((1.0, 0.72), (0.85, 0.86), (0.65, 0.96)):
        points = np.array([place(tip, along, across, (0.95 + (a - 0.95) * shrink, b * shrink)) for a, b in outline])
        both(picture, mask, smooth(points), lit(skin, light * gain))


def nail(
    picture: Image,
    mask: NDArray[np.uint8],
    root: NDArray[np.float64],
    end: NDArray[np.float64],
    width: float,
    skin: RGB,
    light: float,
) -> None:
    """A paler, pinkish oval near the fingertip, its free edge lighter still."""
    forward = (end - root) / max(1e-6, float(np.linalg.norm(end - root))) * width
    side = np.array([forward[1], -forward[0]])
    turns = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    pink: RGB = (min(1.0, skin[0] * 1.06 + 0.05), min(1.0, skin[1] + 0.04), min(1.0, skin[2] + 0.06))
    for along, gain in ((0.3, 1.15), (0.18, 1.0)):
        middle = end + forward * along
        oval = [middle + forward * 0.55 * np.sin(turn) + side * 0.5 * np.cos(turn) for turn in turns]
        both(picture, mask, np.array(oval), lit(pink, light * gain))


def smooth(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Corners cut twice."""
    for _ in range(2):
        after = np.roll(points, -1, 0)
        points = np.stack([points * 0.75 + after * 0.25, points * 0.25 + after * 0.75], 1).reshape(-1, 2)
    return points


def finger(
    picture: Image,
    mask: NDArray[np.uint8],
    root: NDArray[np.float64],
    end: NDArray[np.float64],
    width: float,
    skin: RGB,
    light: float,
) -> None:
    """A round-ended rod with a dark edge and a light ridge."""
    side = np.array([end[1] - root[1], root[0] - end[0]])
    side = side / max(1e-6, float(np.linalg.norm(side))) * width
    for share, gain, shift in ((1.0, 0.55, 0.0), (0.82, 0.8, 0.06), (0.55, 1.0, 0.14)):
        angles = np.linspace(0, np.pi, 9)
        forward = (end - root) / max(1e-6, float(np.linalg.norm(end - root))) * width * share
        offset = side * shift
        cap = [end + offset - side * share * np.cos(a) + forward * np.sin(a) for a in angles]
        both(
            picture,
            mask,
            np.array([root + offset + side * share * 1.1, root + offset - side * share * 1.1, *cap]),
            lit(skin, light * gain),
        )


def grainy(picture: Image, mask: NDArray[np.uint8], rng: Generator) -> None:
    """Skin and cloth are uneven; edges between shades melt."""
    left, top, width, height = cv2.boundingRect(mask)
    variation = rng.integers(2**31)
    if width < 3 or height < 3:
        return
    area, inside = picture[top : top + height, left : left + width], mask[top : top + height, left : left + width] > 0
    melted = cv2.GaussianBlur(area, (0, 0), max(0.6, width / 120))
    rough = 1 + 0.05 * noise(np.random.default_rng(variation), height, width, 12, 2)
    area[inside] = np.clip(melted * rough[..., None], 0, 255).astype(np.uint8)[inside]
