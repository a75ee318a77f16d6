"""The board, cast ray by ray: front plate with lips, hole walls, discs in the slot, back plate, and what lies behind.

Every pixel's ray meets the front face at (x, y) and moves on by (slope_x, slope_y) mm per mm of depth, so each layer is
the same question asked at another depth: which cell is nearest, and how far from its middle is the ray?
Edges are smooth because signed distances are divided by the size of a pixel.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.backdrop import decode
from samples.board import Board, linear
from samples.optics import Array, View, upsample
from samples.parameters import Scene
from samples.relief import relief, scratches
from samples.shadows import light_direction
from samples.textures import Image

BLOCK = 256  # rays in a row of a picked set


@dataclass(frozen=True)
class Moving:
    """A disc that isn't at rest: centre (x, y) mm, 0 first or 1 second colour, turned by `angle`, `smear` mm long."""

    x: float
    y: float
    colour: int
    angle: float = 0.0
    smear: float = 0.0


@dataclass(frozen=True)
class Crossing:
    """Where rays cross one depth: offset (dx, dy) from the nearest cell's middle, `away` mm, flat `cell` index."""

    dx: Array
    dy: Array
    away: Array
    cell: NDArray[np.int32]


@dataclass(frozen=True)
class Rays:
    """Where each pixel's ray meets the front face: x, y mm; slope_x, slope_y mm per mm of depth; `pixel` mm wide."""

    x: Array
    y: Array
    slope_x: Array
    slope_y: Array
    pixel: Array

    @staticmethod
    def of(view: View, rays: Array, area: tuple[slice, slice]) -> Rays:
        """For every pixel of an area of the picture, from the rays of `View.directions`."""
        across, up, ahead = rays
        away = np.minimum(ahead, np.float32(-1e-3))
        reach = np.float32(-view.centre[2]) / away
        x, y = np.float32(view.centre[0]) + reach * across, np.float32(view.centre[1]) + reach * up
        fine = upsample(cv2.merge([x, y, across / -away, up / -away]), area)
        x, y, slope_x, slope_y = cv2.split(fine)
        return Rays(x, y, slope_x, slope_y, upsample(reach * np.float32(1.1 / view.focal), area))

    def among(self, index: NDArray[np.int64]) -> Rays:
        """Only some of them, by flat index; the index's shape is the new shape."""
        return Rays(*(np.take(part, index) for part in (self.x, self.y, self.slope_x, self.slope_y, self.pixel)))


class Cast:
    """One casting of the board over a window of the picture."""

    def __init__(self, board: Board, rays: Rays, rows: tuple[str, ...], moving: tuple[Moving, ...] = ()) -> None:
        self.board, self.scene, self.shape = board, board.scene, board.scene.shape
        self.rays, self.rows, self.moving = rays, rows, moving
        self.x, self.y, self.slope_x, self.slope_y, self.pixel = rays.x, rays.y, rays.slope_x, rays.slope_y, rays.pixel
        self.owner = np.array([".RY".index(cell) - 1 for cell in "".join(rows[::-1])], np.int32)
        self.front = self.crossing(0)

    def among(self, index: NDArray[np.int64]) -> Cast:
        """The casting of some of the rays."""
        return Cast(self.board, self.rays.among(index), self.rows, self.moving)

    def inside(self, distance: Array) -> Array:
        """Coverage 0..1 of a shape from its signed distance (mm, positive inside)."""
        return np.clip(distance / self.pixel + np.float32(0.5), 0, 1)

    def crossing(self, depth: float) -> Crossing:
        shape = self.shape
        x, y = self.x + self.slope_x * np.float32(depth), self.y + self.slope_y * np.float32(depth)
        column = np.clip(
            np.rint(x * np.float32(1 / shape.column_pitch) + np.float32((shape.columns - 1) / 2)), 0, shape.columns - 1
        )
        row = np.clip(
            np.rint(y * np.float32(1 / shape.row_pitch) + np.float32((shape.rows - 1) / 2)), 0, shape.rows - 1
        )
        dx = x - (column - np.float32((shape.columns - 1) / 2)) * np.float32(shape.column_pitch)
        dy = y - (row - np.float32((shape.rows - 1) / 2)) * np.float32(shape.row_pitch)
        return Crossing(dx, dy, cv2.magnitude(dx, dy), (row * shape.columns + column).astype(np.int32))

    def plate_edge(self) -> Array:
        """Signed distance (mm, positive inside) to the plate's rounded outline."""
        shape = self.shape
        middle, half = (shape.top + shape.bottom) / 2, (shape.top - shape.bottom) / 2
        qx = np.abs(self.x) - np.float32(shape.half_width - shape.corner)
        qy = np.abs(self.y - np.float32(middle)) - np.float32(half - shape.corner)
        outer = cv2.magnitude(np.maximum(qx, 0), np.maximum(qy, 0)) + np.minimum(np.maximum(qx, qy), 0)
        return np.float32(shape.corner) - outer

    def sample(self, texture: Array, reach: float) -> Array:
        """A texture (n, n, 4) over -reach..reach half widths, at the front face; its first three channels."""
        scale = np.float32((texture.shape[0] - 1) / (2 * reach * self.shape.half_width))
        half = np.float32((texture.shape[0] - 1) / 2)
        xs, ys = self.x * scale + half, self.y * scale + half
        seen = cv2.remap(texture, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return cv2.cvtColor(seen, cv2.COLOR_BGRA2BGR)

    def draw(self, behind: Image) -> tuple[Array, Array]:
        """(H, W, 3) linear light and (H, W) cover, given the encoded picture `behind` the board.

        Only the rays that enter a hole are followed further, and of those only some meet a piece.
        """
        edge = self.plate_edge()
        entering = self.shape.hole / 2 + self.pixel if self.scene.look.translucency <= 0 else np.float32(1e4)
        index = block(np.flatnonzero((self.front.away < entering) & (edge > -self.pixel)))
        if not index.size:
            return self.face(edge, None), self.inside(edge)
        deep = self.among(index)
        light = deep.light()
        slot = deep.in_slot(light, decode(np.take(behind.reshape(-1, 3), index, axis=0)))
        hole = deep.inside(np.float32(self.shape.hole / 2) - deep.front.away)
        inner = mix(deep.wall(light), slot, deep.tunnel_end(self.shape.plate) * hole)
        colour = self.face(edge, slot if self.scene.look.translucency > 0 else None, index)
        flat = colour.reshape(-1, 3)
        flat[index] = mix(np.take(flat, index, axis=0), inner, hole)
        return colour, self.inside(edge)

    def light(self) -> Array:
        """(H, W, 3) light on the front face."""
        return self.sample(self.board.light, 1.3)

    def tunnel_end(self, depth: float) -> Array:
        """Coverage of the rays that leave their front hole by its far end, not through its wall."""
        deep = np.float32(depth)
        dx, dy = self.front.dx + self.slope_x * deep, self.front.dy + self.slope_y * deep
        return self.inside(np.float32(self.shape.hole / 2) - cv2.magnitude(dx, dy))

    def face(self, edge: Array, slot: Array | None, index: NDArray[np.int64] | None = None) -> Array:
        """The front plate: surface, lips that catch the light, a raised frame, dividers, glare.

        A translucent plate needs what is in its `slot`, at the rays of the flat `index`.
        """
        shape, look = self.shape, self.scene.look
        albedo, light = self.sample(self.board.albedo, 1.1), self.light()
        slope = self.lip_slope() + self.frame_slope(edge)
        if shape.dividers > 0:
            off = (np.abs(self.front.dx) - np.float32(shape.column_pitch / 2)) * np.float32(1 / 1.5)
            slope = slope - np.float32(0.25 * shape.dividers) * np.exp(-off * off)
        colour = cv2.multiply(albedo, light)
        if slot is not None:
            colour *= np.float32(1 - 0.6 * look.translucency)
            colour.reshape(-1, 3)[index] += slot * (linear(look.colour) * np.float32(look.translucency))
        shine = self.glare() + np.float32(0.6 * look.gloss) * np.maximum(slope - np.float32(0.3), 0)
        colour = times(colour, np.maximum(1 + slope, np.float32(0.15)))
        mirrored = cv2.add(tint(shine, self.board.light[..., :3].mean((0, 1))), self.sample(self.board.sheen, 1.3))
        return cv2.add(colour, mirrored)

    def lip_slope(self) -> Array:
        """Relative brightness of the raised ring round each hole: bright where it faces the light, dark where not."""
        shape = self.shape
        if shape.lip <= 0:
            return np.zeros_like(self.x)
        towards = light_direction(self.scene)
        out = (self.front.away - np.float32(shape.hole / 2)) * np.float32(1 / shape.lip)
        profile = np.clip(1 - np.abs(out - np.float32(1.0)) * 2.2, 0, 1) - 0.8 * np.clip(
            1 - np.abs(out - np.float32(0.1)) * 2.6, 0, 1
        )
        facing = (self.front.dx * np.float32(towards[0]) + self.front.dy * np.float32(towards[1])) / np.maximum(
            self.front.away, 1
        )
        crease = np.clip(1 - np.abs(out - np.float32(1.45)) * 4, 0, 1)
        lip = np.float32(shape.lip_height)
        return lip * (profile * (facing * np.float32(1.1) + np.float32(0.3)) - np.float32(0.4) * crease)

    def frame_slope(self, edge: Array) -> Array:
        """A raised band along the outline."""
        if self.shape.frame <= 0:
            return np.zeros_like(edge)
        out = edge * np.float32(1 / self.shape.frame)
        return np.float32(0.25) * np.clip(1 - np.abs(out - 0.5) * 2, 0, 1) - np.float32(0.3) * np.clip(
            1 - np.abs(out - 1.2) * 4, 0, 1
        )

    def glare(self) -> Array:
        """A broad reflection on the plate."""
        light, width = self.scene.light, np.float32(self.shape.half_width)
        if light.glare <= 0:
            return np.zeros_like(self.x)
        square = (self.x / width - np.float32(light.glare_x)) ** 2 + (self.y / width - np.float32(light.glare_y)) ** 2
        return np.float32(light.glare) * np.exp(square * np.float32(-0.5 / light.glare_size**2))

    def wall(self, light: Array) -> Array:
        """The inside of the front holes, darker with depth, brighter where it faces the light."""
        towards = light_direction(self.scene)
        facing = -(self.front.dx * np.float32(towards[0]) + self.front.dy * np.float32(towards[1])) / np.maximum(
            self.front.away, 1
        )
        shading: Array = np.clip(np.float32(0.5) + np.float32(0.55) * facing, np.float32(0.12), np.float32(1.3))
        return times(light, shading, linear(self.scene.look.colour))

    def in_slot(self, light: Array, behind: Array) -> Array:
        """What is seen past the front plate: pieces, else the inside of the back plate or what lies behind it."""
        colour = self.back(light, behind)
        if (self.owner >= 0).any():
            colour = self.with_pieces(colour, light)
        for disc in self.moving:
            colour = self.falling(colour, light, disc)
        return colour

    def back(self, light: Array, behind: Array) -> Array:
        """The back plate seen from inside, with its holes and their walls."""
        shape = self.shape
        start, end = self.crossing(shape.plate + shape.gap), self.crossing(shape.depth)
        hole = self.inside(np.float32(shape.hole / 2) - start.away)
        through = hole * self.inside(np.float32(shape.hole / 2) - end.away) * (start.cell == end.cell)
        inner = times(light, np.float32(0.16) + np.float32(0.3) * hole, linear(self.scene.look.colour))
        return mix(inner, behind, through)

    def lit_through(self, depth: float) -> Array:
        """Coverage of the points at a depth that the key light reaches through their hole."""
        towards = light_direction(self.scene)
        shift = depth / max(0.35, float(towards[2]))
        dx = self.front.dx + self.slope_x * np.float32(depth) + np.float32(towards[0] * shift)
        dy = self.front.dy + self.slope_y * np.float32(depth) + np.float32(towards[1] * shift)
        soft = self.pixel + np.float32(1.2)
        return np.clip((np.float32(self.shape.hole / 2) - cv2.magnitude(dx, dy)) / soft + np.float32(0.6), 0, 1)

    def with_pieces(self, behind: Array, light: Array) -> Array:
        """What is seen past the front plate with the pieces at rest drawn on it."""
        at = self.crossing(self.shape.plate + 0.5 * (self.shape.gap - self.shape.disc_thickness))
        index = block(np.flatnonzero(np.take(self.owner, at.cell) >= 0))
        if not index.size:
            return behind
        flat, lit = behind.reshape(-1, 3), light.reshape(-1, 3)
        flat[index] = self.among(index).pieces(np.take(flat, index, axis=0), np.take(lit, index, axis=0))
        return behind

    def pieces(self, behind: Array, light: Array) -> Array:
        """Discs or balls at rest in their cells, over what is behind them."""
        shape, lying = self.shape, self.board.lying
        at = self.crossing(shape.plate + 0.5 * (shape.gap - shape.disc_thickness))
        radius = np.float32(shape.disc * shape.row_pitch / 2)
        dx, dy = at.dx - np.take(lying.offset[:, 0], at.cell), at.dy - np.take(lying.offset[:, 1], at.cell)
        extra = np.take(lying.depth, at.cell) - np.float32(shape.plate + 0.5 * (shape.gap - shape.disc_thickness))
        dx, dy = dx + self.slope_x * extra, dy + self.slope_y * extra
        owner = np.take(self.owner, at.cell)
        full = (owner >= 0).astype(np.float32)
        if self.scene.discs.ball:
            return self.balls(behind, light, at, full)
        edge_dx, edge_dy = (
            dx + self.slope_x * np.float32(shape.disc_thickness),
            dy + self.slope_y * np.float32(shape.disc_thickness),
        )
        away = cv2.magnitude(dx, dy)
        side = self.inside(radius - cv2.magnitude(edge_dx, edge_dy)) * full
        colour = self.paints(at.cell, owner)
        out = mix(behind, cv2.multiply(colour, light, None, 0.3), side)
        return mix(
            out,
            self.disc_face(colour, light, dx, dy, away, np.take(lying.angle, at.cell), at.cell),
            self.inside(radius - away) * full,
        )

    def paints(self, cell: NDArray[np.int32], owner: NDArray[np.int32]) -> Array:
        """(H, W, 3) linear colour of the piece in each pixel's cell."""
        pair = np.stack([linear(self.scene.discs.first), linear(self.scene.discs.second)])
        table = pair[np.maximum(self.owner, 0)] * self.board.lying.tint
        return np.take(table.astype(np.float32), cell, axis=0)

    def disc_face(
        self,
        colour: Array,
        light: Array,
        dx: Array,
        dy: Array,
        away: Array,
        angle: Array,
        cell: NDArray[np.int32] | None,
    ) -> Array:
        """The face of discs: relief turned by each disc's angle, tilt, the plate's shadow on it, gloss, sticker."""
        discs, shape = self.scene.discs, self.shape
        towards = light_direction(self.scene).astype(np.float32)
        cos, sin = np.cos(angle), np.sin(angle)
        scale = np.float32(1 / (shape.disc * shape.row_pitch / 2))
        u, v = (dx * cos + dy * sin) * scale, (dy * cos - dx * sin) * scale
        us, vs = u * np.float32(62) + np.float32(64), v * np.float32(62) + np.float32(64)
        along_x, along_y = (
            cv2.remap(part, us, vs, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for part in relief(discs.relief)
        )
        slope = along_x * (towards[0] * cos + towards[1] * sin) + along_y * (towards[1] * cos - towards[0] * sin)
        shading = 1 - np.float32(discs.relief_depth) * slope
        if cell is not None:
            tilt = self.board.lying.tilt @ towards[:2]
            shading = shading + np.take(tilt, cell)
        lit = self.lit_through(shape.plate + 0.5)
        ambient = np.float32(self.scene.light.ambient / (self.scene.light.ambient + self.scene.light.key + 1e-6))
        shading = np.clip(shading, 0.2, 2) * (
            np.float32(0.85) * ambient + np.float32(0.1) + (1 - ambient) * lit * np.float32(0.95)
        )
        if discs.wear > 0:  # every disc shows another part of the same scratches
            shift = angle * np.float32(40)
            marks = cv2.remap(scratches(), u * 62 + shift, v * 62 + shift, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
            shading = shading * (1 + np.float32(discs.wear) * marks)
        face = times(cv2.multiply(np.ascontiguousarray(colour), light), shading)
        shine = np.float32(discs.gloss * 0.8) * (np.maximum(-slope - np.float32(0.45), 0) + self.hot_spot(dx, dy)) * lit
        return sticker(cv2.add(face, times(light, shine)), light, u, v, self.scene)

    def hot_spot(self, dx: Array, dy: Array) -> Array:
        """A small reflection of the lamp on each disc."""
        towards = light_direction(self.scene)
        size = self.shape.row_pitch
        square = (dx / size - np.float32(0.18 * towards[0])) ** 2 + (dy / size - np.float32(0.18 * towards[1])) ** 2
        return np.float32(0.5) * np.exp(square * np.float32(-60))

    def balls(self, behind: Array, light: Array, at: Crossing, full: Array) -> Array:
        """Spheres in the slot: round shading and one highlight each."""
        shape = self.shape
        towards = light_direction(self.scene).astype(np.float32)
        radius = np.float32(0.485 * shape.row_pitch)
        depth = np.float32(0.35 * shape.gap)
        dx, dy = at.dx + self.slope_x * depth, at.dy + self.slope_y * depth
        nx, ny = dx / radius, dy / radius
        nz = np.sqrt(np.maximum(1 - nx * nx - ny * ny, 0.02))
        facing = np.clip(nx * towards[0] + ny * towards[1] + nz * towards[2], 0, 1)
        lit = self.lit_through(shape.plate + 2)
        colour = self.paints(at.cell, np.take(self.owner, at.cell))
        gloss = np.float32(self.scene.discs.gloss) * facing**40 * lit
        shading = np.float32(0.25) + np.float32(0.3) * nz + np.float32(0.6) * facing * lit
        ball = cv2.add(times(cv2.multiply(colour, light), shading), times(light, gloss))
        return mix(behind, ball, self.inside(radius - cv2.magnitude(dx, dy)) * full)

    def falling(self, behind: Array, light: Array, disc: Moving) -> Array:
        """A disc on its way down, smeared by its speed."""
        depth = np.float32(self.shape.plate + 0.5 * (self.shape.gap - self.shape.disc_thickness))
        radius = np.float32(self.shape.disc * self.shape.row_pitch / 2)
        dx = self.x + self.slope_x * depth - np.float32(disc.x)
        y = self.y + self.slope_y * depth - np.float32(disc.y)
        steps = np.linspace(-0.5, 0.5, 5) * disc.smear if disc.smear > 1 else np.zeros(1)
        smears = [self.inside(radius - cv2.magnitude(dx, y + np.float32(step))) for step in steps]
        cover: Array = np.mean(np.stack(smears), axis=0, dtype=np.float32)
        paint = linear(self.scene.discs.second if disc.colour else self.scene.discs.first)
        face = self.disc_face(
            np.broadcast_to(paint, light.shape), light, dx, y, cv2.magnitude(dx, y), np.full_like(dx, disc.angle), None
        )
        return mix(behind, face, cover)


def sticker(face: Array, light: Array, u: Array, v: Array, scene: Scene) -> Array:
    """A label stuck on each disc."""
    kind = scene.discs.sticker
    if kind == "none":
        return face
    if kind == "dot":
        mask = u * u + v * v < 0.12
    elif kind == "square":
        mask = np.maximum(np.abs(u), np.abs(v)) < 0.38
    else:
        mask = (np.minimum(np.abs(u), np.abs(v)) < 0.1) & (np.maximum(np.abs(u), np.abs(v)) < 0.5)
    return mix(face, linear(scene.discs.sticker_colour) * light, mask.astype(np.float32) * np.float32(0.9))


def block(index: NDArray[np.int64]) -> NDArray[np.int64]:
    """A flat index as rows of equal length, its beginning repeated at the end, so that OpenCV takes what it picks."""
    return np.resize(index, (-(-index.size // BLOCK), BLOCK)) if index.size else index


def times(colour: Array, shade: Array, paint: Array | None = None) -> Array:
    """(H, W, 3) times (H, W), and times one colour."""
    return cv2.multiply(colour, tint(shade, np.ones(3, np.float32) if paint is None else paint))


def tint(shade: Array, paint: Array) -> Array:
    """(H, W) as light of one colour (3,)."""
    return cv2.merge([shade * np.float32(part) for part in paint])


def mix(under: Array, over: Array, cover: Array) -> Array:
    """`over` laid on `under` by a (H, W) cover."""
    return cv2.blendLinear(np.ascontiguousarray(under), np.ascontiguousarray(over), 1 - cover, cover)
