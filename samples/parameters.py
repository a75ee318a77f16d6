"""The scene description: everything a picture depends on, in frozen dataclasses that refuse values out of range.

Lengths are millimetres. The world's origin is the middle of the grid of cells on the front face of the board;
x points right, y up, z towards the viewer. Colours are sRGB triples 0..1 in the order red, green, blue.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

RGB = tuple[float, float, float]

WALLS = (
    "plain",
    "plaster",
    "wallpaper",
    "stripes",
    "brick",
    "books",
    "curtain",
    "tiles",
    "window",
    "perforated",
    "panels",
    "checker",
    "leaves",
    "screens",
    "room",
    "studio",
)
TABLES = ("plain", "wood", "cloth", "marble", "carpet", "granite", "dark", "studio")
CLUTTER = (
    "person",
    "mug",
    "box",
    "bottle",
    "laptop",
    "books",
    "plant",
    "poster",
    "printed_board",
    "disc",
    "plate_rack",
    "gauge",
    "cable",
    "screen",
    "second_board",
    "paper",
    "lamp",
    "toy",
)
STANDS = ("feet", "tray", "base", "legs", "none")
RELIEFS = ("plain", "rings", "star", "four", "smile", "dome")
STICKERS = ("none", "dot", "square", "cross")
SURFACES = ("plastic", "wood", "printed", "matt")


class OutOfRange(ValueError):
    """A parameter lies outside its range: `name`, `value` and what was `allowed` say which and why."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        super().__init__(f"{name} = {value!r} is refused: {allowed}")
        self.name, self.value, self.allowed = name, value, allowed


def span(default: float, low: float, high: float) -> Any:
    """A number with its range."""
    return field(default=default, metadata={"span": (low, high)})


def choice(default: str, names: tuple[str, ...]) -> Any:
    """One name out of a list."""
    return field(default=default, metadata={"choice": names})


COLOUR = {"rgb": True}  # the rule of a colour: red, green, blue, parts 0..1


class Checked:
    """Checks every field against its metadata at birth."""

    def __post_init__(self) -> None:
        for item in dataclasses.fields(self):  # type: ignore[arg-type]
            check(f"{type(self).__name__}.{item.name}", getattr(self, item.name), item.metadata)


def check(name: str, value: Any, rule: Any) -> None:
    """Raise OutOfRange unless `value` keeps the `rule` (a field's metadata)."""
    if "span" in rule:
        low, high = rule["span"]
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            raise OutOfRange(name, value, f"a number from {low} to {high}")
    if "choice" in rule and value not in rule["choice"]:
        raise OutOfRange(name, value, "one of " + ", ".join(rule["choice"]))
    if "rgb" in rule and not (len(value) == 3 and all(0 <= part <= 1 for part in value)):
        raise OutOfRange(name, value, "red, green, blue, each from 0 to 1")


@dataclass(frozen=True)
class Shape(Checked):
    """The board as a solid: two plates with round holes and a slot between them where the discs stand.

    Discs rest on each other, so rows stand a disc's diameter apart; columns are held apart by dividers, so they stand
    further apart: 1.05-1.2 times in seven sets seen from the front, 1.23 in a published measurement of a large set
    (A. Rouneau's model for a NAO robot: disc 56 mm, hole 46 mm, columns 67.8 mm, rows 55 mm, body 519 x 337 x 66 mm).
    The table set's discs are 32 mm across; holes show 0.76-0.79 of the column pitch, lips reach 0.88 of it.
    """

    columns: int = span(7, 4, 16)
    rows: int = span(6, 4, 16)
    column_pitch: float = span(35.0, 10, 120)
    row_pitch: float = span(32.0, 10, 120)
    hole: float = span(26.6, 5, 110)
    lip: float = span(2.0, 0, 10)
    lip_height: float = span(0.8, 0, 1)
    plate: float = span(3.2, 0.5, 30)
    gap: float = span(9.0, 2, 60)
    margin_side: float = span(23.0, 12, 150)
    margin_top: float = span(22.0, 12, 150)
    margin_bottom: float = span(18.5, 12, 150)
    corner: float = span(3.0, 0, 60)
    frame: float = span(3.0, 0, 15)
    dividers: float = span(0.0, 0, 1)
    disc: float = span(0.99, 0.7, 1.02)
    disc_thickness: float = span(7.0, 1, 50)
    lift: float = span(30.0, 0, 300)
    stand: str = choice("feet", STANDS)
    banner: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.hole >= min(self.column_pitch, self.row_pitch):
            raise OutOfRange("Shape.hole", self.hole, "smaller than both pitches")
        if self.disc_thickness > self.gap:
            raise OutOfRange("Shape.disc_thickness", self.disc_thickness, "no thicker than the gap")

    @property
    def depth(self) -> float:
        return 2 * self.plate + self.gap

    @property
    def half_width(self) -> float:
        return (self.columns - 1) / 2 * self.column_pitch + self.margin_side

    @property
    def top(self) -> float:
        return (self.rows - 1) / 2 * self.row_pitch + self.margin_top

    @property
    def bottom(self) -> float:
        return -(self.rows - 1) / 2 * self.row_pitch - self.margin_bottom

    @property
    def table(self) -> float:
        """Height of the table (negative: below the grid's middle)."""
        return self.bottom - self.lift


@dataclass(frozen=True)
class Look(Checked):
    """What the board is made of."""

    colour: RGB = field(default=(0.08, 0.2, 0.62), metadata=COLOUR)
    stand_colour: RGB = field(default=(0.08, 0.2, 0.62), metadata=COLOUR)
    gloss: float = span(0.4, 0, 1)
    translucency: float = span(0.0, 0, 0.8)
    wear: float = span(0.3, 0, 1)
    surface: str = choice("plastic", SURFACES)


@dataclass(frozen=True)
class Discs(Checked):
    """What the pieces look like, and how untidily they lie."""

    first: RGB = field(default=(0.78, 0.1, 0.12), metadata=COLOUR)
    second: RGB = field(default=(0.93, 0.78, 0.1), metadata=COLOUR)
    relief: str = choice("rings", RELIEFS)
    relief_depth: float = span(0.5, 0, 1)
    sticker: str = choice("none", STICKERS)
    sticker_colour: RGB = field(default=(1, 1, 1), metadata=COLOUR)
    ball: bool = False
    scatter: float = span(0.5, 0, 4)
    tilt: float = span(0.1, 0, 1)
    spread: float = span(0.05, 0, 0.6)
    gloss: float = span(0.35, 0, 1)
    wear: float = span(0.0, 0, 1)  # scratches and dirt on their faces


@dataclass(frozen=True)
class Light(Checked):
    """One key light in front of the board, light from everywhere, hard shadows and reflections."""

    azimuth: float = span(30.0, -80, 80)
    elevation: float = span(45.0, -30, 85)
    key: float = span(0.7, 0, 3)
    ambient: float = span(0.5, 0.02, 2)
    key_colour: RGB = field(default=(1, 0.95, 0.88), metadata=COLOUR)
    ambient_colour: RGB = field(default=(0.92, 0.96, 1), metadata=COLOUR)
    gradient_x: float = span(0.0, -0.8, 0.8)
    gradient_y: float = span(0.0, -0.8, 0.8)
    spot: float = span(0.0, 0, 4)
    spot_x: float = span(0.0, -1, 1)
    spot_y: float = span(0.0, -1, 1)
    spot_size: float = span(0.3, 0.05, 1)
    shadow: float = span(0.0, 0, 0.95)
    shadow_angle: float = span(0.0, -180, 180)
    shadow_offset: float = span(0.0, -1, 1)
    shadow_softness: float = span(0.05, 0.005, 0.6)
    shadow_bars: int = span(0, 0, 8)
    glare: float = span(0.0, 0, 2)
    glare_x: float = span(0.0, -1, 1)
    glare_y: float = span(0.0, -1, 1)
    glare_size: float = span(0.2, 0.03, 1)
    flare: float = span(0.0, 0, 1)
    flare_x: float = span(0.1, 0, 1)
    flare_y: float = span(0.1, 0, 1)


@dataclass(frozen=True)
class Item(Checked):
    """One thing standing behind, beside or in front of the board, as an upright picture of `width` x `height`."""

    kind: str = choice("mug", CLUTTER)
    x: float = span(0.0, -6000, 6000)
    y: float = span(0.0, -3000, 3000)
    z: float = span(-300.0, -6000, 600)
    width: float = span(80.0, 5, 5000)
    height: float = span(100.0, 5, 5000)
    colour: RGB = field(default=(0.5, 0.5, 0.5), metadata=COLOUR)
    seed: int = span(0, 0, 2**32 - 1)


@dataclass(frozen=True)
class World(Checked):
    """What is behind and below the board."""

    wall: str = choice("plaster", WALLS)
    wall_colour: RGB = field(default=(0.75, 0.72, 0.66), metadata=COLOUR)
    wall_colour_2: RGB = field(default=(0.55, 0.5, 0.45), metadata=COLOUR)
    wall_distance: float = span(900.0, 25, 6000)
    wall_yaw: float = span(0.0, -50, 50)
    wall_light: float = span(1.0, 0.03, 4)
    wall_scale: float = span(1.0, 0.2, 6)
    table: str = choice("wood", TABLES)
    table_colour: RGB = field(default=(0.55, 0.4, 0.28), metadata=COLOUR)
    table_colour_2: RGB = field(default=(0.4, 0.28, 0.18), metadata=COLOUR)
    table_back: float = span(300.0, 20, 4000)
    table_light: float = span(1.0, 0.03, 4)
    items: tuple[Item, ...] = ()
    loose: int = span(0, 0, 42)
    loose_in_tray: int = span(0, 0, 42)
    loose_behind: int = span(0, 0, 12)


@dataclass(frozen=True)
class Camera(Checked):
    """Where the camera is: an orbit about the grid's middle, aimed so that the middle lies at `aim` in the frame."""

    width: int = span(640, 160, 4608)
    height: int = span(480, 120, 4608)
    focal: float = span(1.0, 0.4, 4)  # of the longer side
    distance: float = span(600.0, 60, 8000)
    yaw: float = span(0.0, -70, 70)
    pitch: float = span(5.0, -45, 75)
    roll: float = span(0.0, -180, 180)
    aim_x: float = span(0.0, -0.8, 0.8)  # of the width, right of the middle
    aim_y: float = span(0.0, -0.8, 0.8)  # of the height, below the middle
    k1: float = span(0.0, -0.3, 0.15)
    k2: float = span(0.0, -0.05, 0.08)
    mirror: bool = False


@dataclass(frozen=True)
class Sensor(Checked):
    """What the camera does to the light."""

    exposure: float = span(0.0, -4, 3)  # stops away from right
    red_gain: float = span(1.0, 0.4, 2.5)
    blue_gain: float = span(1.0, 0.4, 2.5)
    contrast: float = span(0.2, -0.6, 1)
    saturation: float = span(1.0, 0, 2.2)
    backdrop_blur: float = span(0.8, 0, 30)  # px, depth of field
    blur: float = span(0.6, 0, 6)  # px
    motion: float = span(0.0, 0, 40)  # px
    motion_angle: float = span(0.0, -180, 180)
    noise: float = span(0.02, 0, 0.2)
    noise_grain: float = span(1.0, 1, 3)  # px
    sharpen: float = span(0.3, 0, 3)
    vignette: float = span(0.1, 0, 0.8)
    chroma_blur: float = span(1.0, 0, 6)
    detail: float = span(1.0, 0.25, 1)  # resolution the optics really give
    jpeg: int = span(85, 10, 100)
    posterise: float = span(0.0, 0, 1)


@dataclass(frozen=True)
class Hand(Checked):
    """A hand with its sleeve in front of or above the board: fingertips at (x, y, z), the arm coming from `angle`."""

    x: float = span(0.0, -400, 400)
    y: float = span(120.0, -400, 500)
    z: float = span(10.0, -100, 300)
    angle: float = span(70.0, -180, 180)  # 0: arm to the right, 90: upwards
    size: float = span(1.0, 0.4, 2)
    skin: RGB = field(default=(0.8, 0.6, 0.5), metadata=COLOUR)
    sleeve: RGB = field(default=(0.3, 0.3, 0.35), metadata=COLOUR)
    sleeve_at: float = span(110.0, 20, 400)  # from the fingertips
    pose: int = span(0, 0, 9)


@dataclass(frozen=True)
class Scene(Checked):
    """All that a picture depends on. `rows`: top row first, "." "R" "Y" (first and second colour); None: no board."""

    seed: int = span(0, 0, 2**63 - 1)
    rows: tuple[str, ...] | None = None
    profile: str = "plain"
    shape: Shape = Shape()
    look: Look = Look()
    discs: Discs = Discs()
    light: Light = Light()
    world: World = World()
    camera: Camera = Camera()
    sensor: Sensor = Sensor()
    hands: tuple[Hand, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rows is not None:
            check_rows(self.rows, self.shape)

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def check_rows(rows: tuple[str, ...], shape: Shape) -> None:
    """The rows must fit the shape and hold no floating disc: the solid would let it fall."""
    if len(rows) != shape.rows or any(len(row) != shape.columns for row in rows):
        raise OutOfRange("Scene.rows", rows, f"{shape.rows} rows of {shape.columns}")
    if set("".join(rows)) - set(".RY"):
        raise OutOfRange("Scene.rows", rows, 'only ".", "R" and "Y"')
    for above, below in pairwise(rows):
        if any(a != "." and b == "." for a, b in zip(above, below, strict=True)):
            raise OutOfRange("Scene.rows", rows, "no disc above an empty cell")


def scene_from_json(data: dict[str, Any]) -> Scene:
    """The scene that `Scene.to_json` wrote."""
    parts = {"shape": Shape, "look": Look, "discs": Discs, "light": Light, "camera": Camera, "sensor": Sensor}
    made: dict[str, Any] = {name: make(**tuples(data[name])) for name, make in parts.items()}
    world = tuples(data["world"])
    world["items"] = tuple(Item(**tuples(item)) for item in data["world"]["items"])
    rows = None if data["rows"] is None else tuple(data["rows"])
    hands = tuple(Hand(**tuples(hand)) for hand in data["hands"])
    return Scene(seed=data["seed"], rows=rows, profile=data["profile"], world=World(**world), hands=hands, **made)


def tuples(data: dict[str, Any]) -> dict[str, Any]:
    """JSON lists back to tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
