"""Every stage of a reading as a picture, for people who ask why; `sheet` puts them on one.

The stages are run again as `grid` runs them; nothing is sought here that is not sought there. What each picture shows
is a code with data, as everywhere: the sentences come from outside.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import params as P
from vision.blobs import Blobs, find_blobs
from vision.cells import BoardReading
from vision.decode import EMPTY
from vision.frame import Image
from vision.geometry import GridPose, Points, Rectifier
from vision.grid import Window, board_windows, working_picture
from vision.lattice import Lattice, find_lattices
from vision.overlay import RED, UNSURE, WHITE, YELLOW, draw_reading
from vision.photo import PhotoReading, ReadOptions
from vision.sheet import BLUE, centred, pixel

GREEN, GREY = (120, 230, 120), (150, 150, 150)
"""BGR, 0–255: what was chosen, and what wasn't."""
CELL_PX = 72
"""Pixels a pitch in the pictures of the face."""
DIM, BRIGHT = 0.45, 0.65
"""Share of a picture's brightness left under a busy drawing, and under a plain one."""
LETTERS = 0.3
"""Height of letters in a cell, pitches."""
INKS = (WHITE, RED, YELLOW)
"""For empty, red, yellow."""
NEAR = 0.3
"""A blob belongs to a cell when it is this near its centre, pitches (0.2–0.4)."""
AROUND = 1.5
CLOSE_UP_PX = 1200
"""A close view shows the lattice, this many pitches around it, and is at least so many px wide or high."""


@dataclass(frozen=True)
class Panel:
    """One stage as a picture, uint8 BGR; code and data of the sentence that says what it shows."""

    code: str
    image: Image
    data: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class _View:
    """A part of the working picture, enlarged. low: its upper left, px of the working picture (2,)."""

    image: Image
    low: Points
    zoom: float

    @classmethod
    def around(cls, work: Image, lattice: Lattice) -> "_View":
        """What lies within AROUND pitches of a lattice."""
        centres = lattice.blobs.centre[list(lattice.members.values())]
        size, reach = np.array([work.shape[1], work.shape[0]]), AROUND * lattice.pitch_px()
        low = np.clip(centres.min(axis=0) - reach, 0, size - 2).astype(int)
        high = np.clip(centres.max(axis=0) + reach, low + 2, size).astype(int)
        zoom = max(1.0, CLOSE_UP_PX / float((high - low).max()))
        part = work[low[1] : high[1], low[0] : high[0]]
        return cls(np.asarray(cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC)), low, zoom)

    def dimmed(self, share: float) -> Image:
        return np.asarray(self.image * share, np.uint8)

    def to(self, points: Points) -> Points:
        """Pixels of the working picture (..., 2) → pixels of the view."""
        return np.asarray((points - self.low) * self.zoom)

    def letters(self, pitch: float) -> int:
        """Height of letters that fit a cell, px."""
        return int(np.clip(LETTERS * self.zoom * pitch, 9, 40))


def panels(image: Image, reading: PhotoReading, options: ReadOptions) -> Iterator[Panel]:
    """The stages that a reading of this upright BGR picture went through, as far as it got."""
    work, factor = working_picture(image)
    blobs = find_blobs(work)
    yield Panel("explain_blobs", _draw_blobs(work, blobs), {"count": len(blobs)})
    lattices = find_lattices(blobs)[: P.LATTICES_JUDGED]
    if not lattices:
        yield Panel("explain_lattice", np.asarray(work * DIM, np.uint8), {"kind": "none"})
        return
    pose = reading.pose and reading.pose.scaled(factor, (work.shape[1], work.shape[0]))
    lattice = max(lattices, key=lambda each: _hits(each, pose)) if pose else lattices[0]
    view = _View.around(work, lattice)
    yield Panel("explain_lattice", _draw_lattice(view, lattice, lattices), {"count": len(lattice.members)})
    if pose is None:
        yield from _best_window(work, view, lattice, options)
        return
    yield _grid(view, pose, lattice)
    if reading.reading is not None and reading.pose is not None:
        yield from _cells(image, reading, reading.pose, reading.reading)
    if reading.board is not None:
        result = draw_reading(image, reading, close=True)
        yield Panel("explain_result", result, {"probability": round(100 * reading.probability, 1)})


def _draw_blobs(work: Image, blobs: Blobs) -> Image:
    drawn = np.asarray(work * BRIGHT, np.uint8)
    for number, (centre, covariance) in enumerate(zip(blobs.centre, blobs.covariance, strict=True)):
        values, vectors = np.linalg.eigh(covariance)
        angle = np.degrees(np.arctan2(vectors[1, 1], vectors[0, 1]))
        axes = (4 * np.sqrt(values[1]), 4 * np.sqrt(values[0]))
        colour = BLUE if blobs.support[number] > 1 else GREY
        cv2.ellipse(drawn, (tuple(map(float, centre)), axes, float(angle)), colour, 1, cv2.LINE_AA)
    return drawn


def _draw_lattice(view: _View, chosen: Lattice, lattices: Sequence[Lattice]) -> Image:
    """The chosen lattice with the numbers of its places, its steps as lines; others in grey."""
    drawn = view.dimmed(DIM)
    for lattice in [each for each in lattices if each is not chosen] + [chosen]:
        points = view.to(lattice.blobs.centre)
        for place, blob in lattice.members.items():
            for neighbour in ((place[0] + 1, place[1]), (place[0], place[1] + 1)):
                if neighbour in lattice.members:
                    ends = pixel(points[blob]), pixel(points[lattice.members[neighbour]])
                    cv2.line(drawn, *ends, GREEN if lattice is chosen else GREY, 2, cv2.LINE_AA)
    low = np.array(list(chosen.members)).min(axis=0) - 1
    for place, blob in chosen.members.items():
        numbers = "{},{}".format(*(np.array(place) - low))
        centred(drawn, numbers, view.to(chosen.blobs.centre[blob]), view.letters(chosen.pitch_px()), WHITE)
    return drawn


def _hits(lattice: Lattice, pose: GridPose) -> int:
    """In how many of the pose's cells the lattice has a blob."""
    centres = lattice.blobs.centre[list(lattice.members.values())]
    apart = np.linalg.norm(pose.cell_centres().reshape(-1, 1, 2) - centres, axis=-1)
    return int((apart.min(axis=1) < NEAR * pose.pitch_px()).sum())


def _best_window(work: Image, view: _View, lattice: Lattice, options: ReadOptions) -> Iterator[Panel]:
    """The window of a refused picture that came nearest to being the board."""
    for window in board_windows(work, lattice, options.spec)[:1]:
        spec = options.spec
        data = {"columns": spec.columns, "rows": spec.rows, "hits": window.hits, "kind": "best"}
        yield Panel("explain_grid", _draw_window(view, lattice, window), data)


def _draw_window(view: _View, lattice: Lattice, window: Window) -> Image:
    """Its outline; places where a hole was seen in green, the others marked."""
    drawn = view.dimmed(BRIGHT)
    (i, j), wide, high = window.first, window.wide, window.high
    corners = np.array([[i, j], [i + wide, j], [i + wide, j + high], [i, j + high]]) - 0.5
    cv2.polylines(drawn, [view.to(_fit(lattice, corners)).astype(np.int32)], True, UNSURE, 3, cv2.LINE_AA)
    places = list(window.places())
    for place, point in zip(places, view.to(_fit(lattice, np.array(places))), strict=True):
        colour = GREEN if place in lattice.members else UNSURE
        cv2.circle(drawn, pixel(point), max(2, round(0.12 * view.zoom * lattice.pitch_px())), colour, -1, cv2.LINE_AA)
    return drawn


def _fit(lattice: Lattice, places: NDArray[np.floating]) -> Points:
    return cv2.perspectiveTransform(np.float64(places).reshape(-1, 1, 2), lattice.index_to_image).reshape(-1, 2)


def _grid(view: _View, pose: GridPose, lattice: Lattice) -> Panel:
    """The fitted grid: column and row of each cell."""
    drawn = view.dimmed(BRIGHT)
    for row, line in enumerate(view.to(pose.cell_centres()), 1):
        cv2.polylines(drawn, [line.astype(np.int32)], False, GREEN, 2, cv2.LINE_AA)
        for column, point in enumerate(line, 1):
            centred(drawn, f"{column},{row}", point, view.letters(pose.pitch_px()), WHITE)
    data: dict[str, object] = {
        "columns": pose.spec.columns,
        "rows": pose.spec.rows,
        "hits": _hits(lattice, pose),
        "residual": round(100 * pose.residual_px / pose.pitch_px(), 1),
        "confidence": round(100 * pose.confidence),
    }
    return Panel("explain_grid", drawn, data)


def _cells(image: Image, reading: PhotoReading, pose: GridPose, cells: BoardReading) -> Iterator[Panel]:
    """The face as the net looks at it, and what it says of each cell."""
    small = Rectifier(pose, P.CELL_PX, P.FACE_MARGIN)(image)
    face = cv2.resize(small, None, fx=CELL_PX / P.CELL_PX, fy=CELL_PX / P.CELL_PX, interpolation=cv2.INTER_CUBIC)
    yield Panel("explain_face", np.asarray(face, np.uint8))
    yield Panel("explain_cells", _draw_shares(np.asarray(face * DIM, np.uint8), reading, pose, cells))


def _draw_shares(drawn: Image, reading: PhotoReading, pose: GridPose, cells: BoardReading) -> Image:
    """On the face, each cell's likeliest content as a ring and its share; a dash where something hides the cell."""
    for cell in pose.spec.cells:
        shares, visible = cells.p[cell.row - 1, cell.column - 1], cells.visible[cell.row - 1, cell.column - 1]
        content = int(shares.argmax())
        ink = UNSURE if cell in reading.unsure or not visible else INKS[content]
        centre = CELL_PX * np.array([cell.column - 1 + P.FACE_MARGIN, pose.spec.rows - cell.row + P.FACE_MARGIN])
        cv2.circle(drawn, pixel(centre), round(0.4 * CELL_PX), ink, 1 if content == EMPTY else 4, cv2.LINE_AA)
        centred(drawn, f"{100 * shares[content]:.0f}" if visible else "–", centre, CELL_PX // 3, WHITE)
    return drawn
