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
    "yellow": 92.0,
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

HUE_REACH = 60.0
"""A hue that differs by so many degrees is another colour (45–80): light from a lamp turns hues by 20."""

LIGHTNESS_REACH = 60.0
"""The same for L* where there is no hue (40–80)."""

CHROMA_REACH = 45.0
"""C* that a thing without a hue can't have (35–60): coloured light on black or white leaves 15."""

FAINT_CHROMA = 12.0
"""Below this C* the hue is noise (8–16)."""

FAINT_MISFIT = 0.8
"""How badly a colour without a hue fits a name with one, if dark; if light it can't be that colour at all."""

BROWN_LIGHTNESS = 45.0
"""Orange darker than this L* is called brown, lighter brown is orange (35–50)."""

USUAL_BONUS = {"red": 0.35, "yellow": 0.1}
"""By how much the usual colours are preferred as names (0–0.4), in reaches: faded reds look pink, few yellows green."""

WORST_MISFIT = 1.0
"""A colour that fits what was said worse than this contradicts it: by definition of the reaches."""

LEAST_LEAD = 0.3
"""By how much one way to give two names must fit better than the other (0.2–0.6), both discs together."""

SAMPLE_RADIUS = 0.16
"""Radius around a hole's middle that is looked at, pitches (0.1–0.25): a steep view shows the hole's wall beside it."""


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
    reach = SAMPLE_RADIUS * P.CELL_PX
    part = face[round(y - reach) : round(y + reach) + 1, round(x - reach) : round(x + reach) + 1]
    return np.asarray(np.median(part.reshape(-1, 3), axis=0), np.float64)


def _lab(bgr: NDArray[np.float64]) -> tuple[float, float, float]:
    lightness, a, b = cv2.cvtColor(np.asarray([[bgr / 255.0]], np.float32), cv2.COLOR_BGR2LAB)[0, 0]
    return round(float(lightness), 1), round(float(a), 1), round(float(b), 1)


def name_of(lab: tuple[float, float, float], usual: str = "") -> str:
    """The name that fits a colour best; `usual` is preferred where it fits nearly as well."""
    return min(NAMES, key=lambda name: misfit(lab, name) - USUAL_BONUS.get(name, 0.0) * (name == usual))


def misfit(lab: tuple[float, float, float], name: str) -> float:
    """How badly a colour fits a name: 0 not at all, 1 and more: it is another colour."""
    lightness, a, b = lab
    chroma = math.hypot(a, b)
    if name in LIGHTNESSES:
        return abs(lightness - LIGHTNESSES[name]) / LIGHTNESS_REACH + chroma / CHROMA_REACH
    if chroma < FAINT_CHROMA:
        return FAINT_MISFIT + max(0.0, lightness - LIGHTNESSES["grey"]) / LIGHTNESS_REACH
    turn = abs((math.degrees(math.atan2(b, a)) - HUES[name] + 180) % 360 - 180)
    other_lightness = {"brown": lightness - BROWN_LIGHTNESS, "orange": BROWN_LIGHTNESS - lightness}.get(name, 0.0)
    return turn / HUE_REACH + max(0.0, other_lightness) / LIGHTNESS_REACH


def assign(seen: DiscColours, first: str, second: str) -> bool | None:
    """Are the discs called R of the first colour (True), or of the second (False)? None: the picture contradicts both.

    Without any disc it is True: there is nothing to be mistaken about.
    """
    kept, swapped = (_misfits(colours, first, second) for colours in (seen, seen.swapped()))
    best = min(kept, swapped, key=sum)
    if best and (max(best) > WORST_MISFIT or abs(sum(kept) - sum(swapped)) < LEAST_LEAD):
        return None
    return sum(kept) <= sum(swapped)


def _misfits(seen: DiscColours, first: str, second: str) -> list[float]:
    pairs = ((seen.red, first), (seen.yellow, second))
    return [misfit(colour.lab, name) for colour, name in pairs if colour]
