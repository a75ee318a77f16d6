"""Triangle meshes of the board, its stand and its discs, in the world's millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from samples.parameters import Shape
from samples.relief import relief_height

ROUND = 48  # corners of a circle
Points = NDArray[np.float64]


@dataclass(frozen=True)
class Mesh:
    """`points` (n, 3) mm and `faces` (m, 3) int; `uv` (n, 2) or None."""

    points: Points
    faces: NDArray[np.int64]
    uv: Points | None = None


def join(parts: list[Mesh]) -> Mesh:
    """Several meshes as one."""
    starts = np.cumsum([0, *(len(part.points) for part in parts)])
    return Mesh(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.faces + start for part, start in zip(parts, starts, strict=False)]),
    )


def strip(first: Points, second: Points, closed: bool = True) -> Mesh:
    """The band between two lines of as many points each."""
    count = len(first)
    here = np.arange(count if closed else count - 1)
    after = (here + 1) % count
    faces = np.concatenate(
        [np.stack([here, after, here + count], -1), np.stack([after, after + count, here + count], -1)]
    )
    return Mesh(np.concatenate([first, second]), faces)


def circle(x: float, y: float, z: float, radius: float) -> Points:
    """Points of a circle in a plane of constant z."""
    angles = np.arange(ROUND) * 2 * np.pi / ROUND
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles), np.full(ROUND, z)], -1)


def square(x: float, y: float, z: float, half_x: float, half_y: float) -> Points:
    """The cell's rectangle, with a point in the direction of each of the circle's."""
    angles = np.arange(ROUND) * 2 * np.pi / ROUND
    cos, sin = np.cos(angles), np.sin(angles)
    reach = 1 / np.maximum(np.abs(cos) / half_x, np.abs(sin) / half_y)
    points = np.stack([x + reach * cos, y + reach * sin, np.full(ROUND, z)], -1)
    corners = np.array([[half_x, half_y], [-half_x, half_y], [-half_x, -half_y], [half_x, -half_y]]) + np.array([x, y])
    for corner in corners:  # the nearest point moves into the corner, so that the cells meet without gaps
        points[np.argmin(((points[:, :2] - corner) ** 2).sum(-1)), :2] = corner
    return points


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Mesh:
    """An upright box."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    outline = np.array([[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]], float)
    return prism(outline, np.array([0, 0, z0 - z1]))


def prism(outline: Points, shift: Points) -> Mesh:
    """The solid between an outline and the same moved; its ends are fans from their middle."""
    return join([strip(outline, outline + shift), fan(outline), fan(outline + shift)])


def fan(outline: Points) -> Mesh:
    """A polygon as triangles from its middle."""
    count = len(outline)
    here = np.arange(count)
    return Mesh(
        np.concatenate([outline, outline.mean(0, keepdims=True)]),
        np.stack([here, (here + 1) % count, np.full(count, count)], -1),
    )


def middles(shape: Shape) -> list[tuple[float, float]]:
    """Middles of all cells, column by column."""
    xs = (np.arange(shape.columns) - (shape.columns - 1) / 2) * shape.column_pitch
    ys = (np.arange(shape.rows) - (shape.rows - 1) / 2) * shape.row_pitch
    return [(float(x), float(y)) for x in xs for y in ys]


def sheet(shape: Shape, z: float) -> list[Mesh]:
    """One side of a plate: cells with their holes, and the margins round them."""
    half_x, half_y = shape.column_pitch / 2, shape.row_pitch / 2
    cells = [strip(circle(x, y, z, shape.hole / 2), square(x, y, z, half_x, half_y)) for x, y in middles(shape)]
    left, low = -shape.columns * half_x, -shape.rows * half_y
    margins = [
        (-shape.half_width, shape.bottom, left, shape.top),
        (-left, shape.bottom, shape.half_width, shape.top),
        (left, shape.bottom, -left, low),
        (left, -low, -left, shape.top),
    ]
    return cells + [quad(x0, y0, x1, y1, z) for x0, y0, x1, y1 in margins]


def quad(x0: float, y0: float, x1: float, y1: float, z: float) -> Mesh:
    """A rectangle in a plane of constant z."""
    points = np.array([[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]], float)
    return Mesh(points, np.array([[0, 1, 2], [0, 2, 3]]))


def plate(shape: Shape, z: float) -> list[Mesh]:
    """A plate of `shape.plate` mm whose front is at `z`: two sides, walls of the holes, lips."""
    parts = sheet(shape, z) + sheet(shape, z - shape.plate)
    parts += [
        strip(circle(x, y, z, shape.hole / 2), circle(x, y, z - shape.plate, shape.hole / 2)) for x, y in middles(shape)
    ]
    if shape.lip > 0:
        parts += [lip(shape, x, y, z) for x, y in middles(shape)]
    return parts


def lip(shape: Shape, x: float, y: float, z: float) -> Mesh:
    """A raised round ring."""
    inner, rise = shape.hole / 2, 0.7 * shape.lip_height
    bend = np.linspace(0, np.pi, 6)
    lines = [circle(x, y, z + rise * np.sin(b), inner + shape.lip * (1 - np.cos(b)) / 2) for b in bend]
    return join([strip(a, b) for a, b in pairwise(lines)])


def body(shape: Shape) -> Mesh:
    """The whole grid: two plates, dividers between the columns, ends, floor, and a raised frame."""
    back = -shape.plate - shape.gap
    parts = plate(shape, 0.0) + plate(shape, back)
    walls = (np.arange(shape.columns + 1) - shape.columns / 2) * shape.column_pitch
    width = max(0.6, (shape.column_pitch - shape.row_pitch) / 2)
    parts += [box((x - width / 2, shape.bottom, back), (x + width / 2, shape.top, -shape.plate)) for x in walls]
    parts += [
        box(
            (side * (shape.half_width - 1) - 1, shape.bottom, -shape.depth),
            (side * (shape.half_width - 1) + 1, shape.top, -0.05),
        )
        for side in (-1, 1)
    ]
    floor = -(shape.rows / 2) * shape.row_pitch
    parts.append(
        box((-shape.half_width, shape.bottom, -shape.depth), (shape.half_width, floor, -0.05))
        if floor > shape.bottom
        else quad(-1, 0, 1, 1, back)
    )
    if shape.frame > 0:
        parts += frame(shape)
    return join([part for part in parts if len(part.faces)])


def frame(shape: Shape) -> list[Mesh]:
    """A raised band along the outline of the front."""
    w, t, b, f = shape.half_width, shape.top, shape.bottom, shape.frame
    bars = [(-w, b, -w + f, t), (w - f, b, w, t), (-w, t - f, w, t), (-w, b, w, b + f)]
    return [box((x0, y0, -0.2), (x1, y1, 0.8)) for x0, y0, x1, y1 in bars]


def disc(shape: Shape, kind: str, depth: float) -> Mesh:
    """A disc about the origin with its embossed face towards +z at 0: a round grid lifted by the relief, and a side."""
    radius = shape.disc * shape.row_pitch / 2
    rings = np.linspace(0.04, 1, 30)
    heights = relief_height(kind)
    lines = []
    for ring in rings:
        line = circle(0, 0, 0, ring * radius)
        at = np.clip(np.rint(line[:, :2] / radius * 62 + 64).astype(int), 0, heights.shape[0] - 1)
        line[:, 2] = heights[at[:, 1], at[:, 0]] * 0.3 * depth * radius / 16
        lines.append(line)
    back = circle(0, 0, -shape.disc_thickness, radius)
    return join([fan(lines[0]), *(strip(a, b) for a, b in pairwise(lines)), strip(lines[-1], back), fan(back)])


def moved(mesh: Mesh, turn: Points, shift: Points) -> Mesh:
    """Rotated by a (3, 3) matrix, then shifted."""
    return Mesh(mesh.points @ turn.T + shift, mesh.faces, mesh.uv)


STICKERS = {"square": [(0.38, 0.38)], "cross": [(0.1, 0.5), (0.5, 0.1)]}  # half sides, in radii


def sticker(shape: Shape, kind: str, face: Mesh) -> Mesh:
    """A label on a disc's face, a hair above its highest point."""
    radius, top = shape.disc * shape.row_pitch / 2, float(face.points[:, 2].max()) + 0.05
    if kind == "dot":
        return fan(circle(0, 0, top, 0.35 * radius))
    return join([quad(-x * radius, -y * radius, x * radius, y * radius, top) for x, y in STICKERS[kind]])
