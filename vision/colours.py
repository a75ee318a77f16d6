"""Which colours the two kinds of disc really have: measured in the picture, named, and held against what was said.

The reader knows only two kinds, "red" and "yellow" (see `cells`). Each kind's colour is the median over its discs that
are sure, seen through the middle of their holes, as CIE L*a*b*. The camera has balanced its white already; doing so
again, by the picture's brightest parts, made hues worse on rendered and on real pictures. Shadow dims a colour but
hardly turns it, so colours are told by hue, and by lightness only where there is no hue.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Cell, Disc
from vision import params as P

HUES = {
    "red": 36.0,
    "orange": 57.0,
    "yellow": 85.0,
    "green": 135.0,
    "cyan": 200.0,
    "blue": 280.0,
    "purple": 320.0,
    "pink": 5.0,
    "brown": 50.0,
}
"""Usual hue angle of each name, atan2(b*, a*), degrees. Brown is dark orange."""

LIGHTNESSES = {"black": 5.0, "white": 95.0, "grey": 50.0}
"""Usual L* of the names without a hue."""

NAMES = (*HUES, *LIGHTNESSES)

USUAL_BONUS = {"red": 0.35, "yellow": 0.2}
"""By how much the usual colours are preferred as names (0–0.4), in reaches: faded reds look pink, few yellows green."""

NEVER = ("yellow", "orange")
"""Of red and orange discs the orange ones would be hard to tell for people, too: "yellow" that looks so is yellow."""


@dataclass(frozen=True)
class DiscColour:
    """A measured colour: CIE L* 0–100, a*, b*, and its name, one of NAMES."""

    lab: tuple[float, float, float]
    name: str


@dataclass(frozen=True)
class DiscColours:
    """Of the discs called R and Y; None where no sure disc of that kind is on the board."""

    red: DiscColour | None = None
    yellow: DiscColour | None = None

    def names(self) -> dict[str, str]:
        """`{"R": "red", "Y": "black"}`, of those that were seen."""
        pairs = (("R", self.red), ("Y", self.yellow))
        return {letter: colour.name for letter, colour in pairs if colour}

    def swapped(self) -> "DiscColours":
        return DiscColours(self.yellow, self.red)

    def called(self, first: str, second: str) -> "DiscColours":
        """The same with names that are known."""
        return DiscColours(
            self.red and replace(self.red, name=first), self.yellow and replace(self.yellow, name=second)
        )


def measure(face: NDArray[np.uint8], board: Board, unsure: Collection[Cell]) -> DiscColours:
    """Colours of a board's sure discs in its face, uint8 BGR, as `Rectifier(pose, CELL_PX, FACE_MARGIN)` makes it."""
    found = {}
    for disc, usual in ((Disc.RED, "red"), (Disc.YELLOW, "yellow")):
        cells = [cell for cell in board.spec.cells if board.at(*cell) is disc and cell not in unsure]
        if cells:
            bgr = np.median([_middle(face, cell, board.spec.rows) for cell in cells], axis=0)
            lab = _lab(bgr)
            found[disc] = DiscColour(lab, name_of(lab, usual))
    return DiscColours(found.get(Disc.RED), found.get(Disc.YELLOW))


def _middle(face: NDArray[np.uint8], cell: Cell, rows: int) -> NDArray[np.float64]:
    """The median BGR (3,) of a hole's middle."""
    x = (cell.column - 1 + P.FACE_MARGIN) * P.CELL_PX
    y = (rows - cell.row + P.FACE_MARGIN) * P.CELL_PX
    reach = P.DISC_SAMPLE_RADIUS * P.CELL_PX
    part = face[round(y - reach) : round(y + reach) + 1, round(x - reach) : round(x + reach) + 1]
    return np.asarray(np.median(part.reshape(-1, 3), axis=0), np.float64)


def _lab(bgr: NDArray[np.float64]) -> tuple[float, float, float]:
    lightness, a, b = cv2.cvtColor(np.asarray([[bgr / 255.0]], np.float32), cv2.COLOR_BGR2LAB)[0, 0]
    return round(float(lightness), 1), round(float(a), 1), round(float(b), 1)


def name_of(lab: tuple[float, float, float], usual: str = "") -> str:
    """The name that fits a colour best; `usual` is preferred where it fits nearly as well."""
    names = [name for name in NAMES if (usual, name) != NEVER]
    return min(names, key=lambda name: misfit(lab, name) - USUAL_BONUS.get(name, 0.0) * (name == usual))


def misfit(lab: tuple[float, float, float], name: str) -> float:
    """How badly a colour fits a name: 0 not at all, 1 and more: it is another colour."""
    lightness, a, b = lab
    chroma = math.hypot(a, b)
    if name in LIGHTNESSES:
        return abs(lightness - LIGHTNESSES[name]) / P.DISC_LIGHTNESS_REACH + chroma / P.DISC_CHROMA_REACH
    if chroma < P.DISC_FAINT_CHROMA:
        return P.DISC_FAINT_MISFIT + max(0.0, lightness - LIGHTNESSES["grey"]) / P.DISC_LIGHTNESS_REACH
    turn = abs((math.degrees(math.atan2(b, a)) - HUES[name] + 180) % 360 - 180)
    other_lightness = {"brown": lightness - P.DISC_BROWN_LIGHTNESS, "orange": P.DISC_BROWN_LIGHTNESS - lightness}.get(
        name, 0.0
    )
    return turn / P.DISC_HUE_REACH + max(0.0, other_lightness) / P.DISC_LIGHTNESS_REACH


def assign(seen: DiscColours, first: str, second: str) -> bool | None:
    """Are the discs called R of the first colour (True), or of the second (False)? None: the picture contradicts both.

    Without any disc it is True: there is nothing to be mistaken about.
    """
    kept, swapped = (_misfits(colours, first, second) for colours in (seen, seen.swapped()))
    best = min(kept, swapped, key=sum)
    if best and (max(best) > P.DISC_WORST_MISFIT or abs(sum(kept) - sum(swapped)) < P.DISC_LEAST_LEAD):
        return None
    return sum(kept) <= sum(swapped)


def _misfits(seen: DiscColours, first: str, second: str) -> list[float]:
    pairs = ((seen.red, first), (seen.yellow, second))
    return [misfit(colour.lab, name) for colour, name in pairs if colour]
